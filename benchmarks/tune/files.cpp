// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
#include "files.hpp"

#include "harness/names.hpp"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <limits>
#include <nlohmann/json.hpp>
#include <reluk/version.hpp>
#include <sstream>

namespace bench::tune {
namespace {

using nlohmann::ordered_json;
using condition = reluk::tuning_row::condition;
using decision = reluk::tuning_row::decision;

std::string version() {
    return std::to_string(RELUK_VERSION / 10000) + "." + std::to_string(RELUK_VERSION / 100 % 100) + "." +
           std::to_string(RELUK_VERSION % 100);
}

std::string formatted(char const* format, double value) {
    char text[64];
    std::snprintf(text, sizeof(text), format, value);
    return text;
}

std::string reason_of(condition const& when) {
    std::string text = std::string("tuned on this device: ") + to_string(when.flow) + ", " +
                       (when.alias == reluk::aliasing::in_place ? "in place" : "apart") + ", ";
    if (when.min_l2_percent == 0 && when.max_l2_percent == 0) {
        return text + "any size";
    }
    if (when.max_l2_percent == 0) {
        return text + "above " + std::to_string(when.min_l2_percent) + " % of the L2";
    }
    return text + (when.min_l2_percent == 0 ? "up to " : std::to_string(when.min_l2_percent) + " to ") +
           std::to_string(when.max_l2_percent) + " % of the L2";
}

char const* baseline_name(plan const& p) {
    return p.from_empty ? "the hardware's defaults" : "the built-in table";
}

std::string source_of(found_row const& row, plan const& p, origin const& from) {
    return from.device + ", " + from.date + ", reluk_tune: " + formatted("%.3f", row.gain.gain) + "x over " +
           baseline_name(p) + " (noise " + formatted("%.4f", row.gain.noise) + ", " + std::to_string(row.cells) +
           (row.cells == 1 ? " point" : " points") + ")";
}

std::string in_code(char const* type, char const* value) {
    return std::string("reluk::") + type + "::" + value;
}

std::string quoted(std::string const& text) {
    std::ostringstream out;
    out << std::quoted(text);
    return out.str();
}

void print_row(std::ostream& out, condition const& when, decision const& what, std::string const& reason,
               std::string const& source) {
    out << "    {{" << when.min_compute_capability << ", " << when.max_compute_capability << ", "
        << in_code("dataflow", to_string(when.flow)) << ", " << in_code("aliasing", to_string(when.alias)) << ", "
        << when.max_element_bytes << ", " << when.max_l2_percent << ", " << when.max_working_set << ", "
        << when.min_element_bytes << ", " << when.min_l2_percent << ", " << std::boolalpha << when.congruent_only
        << ", " << when.one_wave_only << "},\n     {" << in_code("load_path", to_string(what.load)) << ", "
        << in_code("store_path", to_string(what.store)) << ", " << in_code("block_order", to_string(what.order)) << ", "
        << what.accesses_per_thread << ", " << what.block << ", " << what.resident_l2_percent << ", "
        << what.early_launch << ", " << what.early_trigger << ", " << what.evict_first_partly << "},\n     "
        << quoted(reason) << ",\n     " << quoted(source) << "},\n";
}

ordered_json to_json(condition const& when) {
    return {{"min_compute_capability", when.min_compute_capability},
            {"max_compute_capability", when.max_compute_capability},
            {"flow", to_string(when.flow)},
            {"alias", to_string(when.alias)},
            {"max_element_bytes", when.max_element_bytes},
            {"max_l2_percent", when.max_l2_percent},
            {"max_working_set", when.max_working_set},
            {"min_element_bytes", when.min_element_bytes},
            {"min_l2_percent", when.min_l2_percent},
            {"congruent_only", when.congruent_only},
            {"one_wave_only", when.one_wave_only}};
}

ordered_json to_json(decision const& what) {
    return {{"load", to_string(what.load)},
            {"store", to_string(what.store)},
            {"order", to_string(what.order)},
            {"accesses_per_thread", what.accesses_per_thread},
            {"block", what.block},
            {"resident_l2_percent", what.resident_l2_percent},
            {"early_launch", what.early_launch},
            {"early_trigger", what.early_trigger},
            {"evict_first_partly", what.evict_first_partly}};
}

ordered_json to_json(comparison const& c) {
    return {{"gain", c.gain}, {"noise", c.noise}};
}

/// Sets `to` to a whole number that fits it. The JSON library would convert any other one too, to whatever comes of it.
template <class Number>
void read(Number& to, ordered_json const& j, char const* key) {
    ordered_json const& value = j.at(key);
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() > std::numeric_limits<Number>::max()) {
        throw std::runtime_error(std::string("This is not a JSON that reluk_tune has written: ") + key + " is " +
                                 value.dump());
    }
    to = value.get<Number>();
}

condition condition_of(ordered_json const& j) {
    condition when{};
    read(when.min_compute_capability, j, "min_compute_capability");
    read(when.max_compute_capability, j, "max_compute_capability");
    when.flow = find_name<reluk::dataflow>(dataflow_names, j.at("flow"));
    when.alias = find_name<reluk::aliasing>(aliasing_names, j.at("alias"));
    read(when.max_element_bytes, j, "max_element_bytes");
    read(when.max_l2_percent, j, "max_l2_percent");
    read(when.max_working_set, j, "max_working_set");
    read(when.min_element_bytes, j, "min_element_bytes");
    read(when.min_l2_percent, j, "min_l2_percent");
    // Files from before rows had these conditions say nothing of them.
    when.congruent_only = j.value("congruent_only", false);
    when.one_wave_only = j.value("one_wave_only", false);
    return when;
}

decision decision_of(ordered_json const& j) {
    decision what{};
    what.load = find_name<reluk::load_path>(load_names, j.at("load"));
    what.store = find_name<reluk::store_path>(store_names, j.at("store"));
    what.order = find_name<reluk::block_order>(order_names, j.at("order"));
    read(what.accesses_per_thread, j, "accesses_per_thread");
    read(what.block, j, "block");
    read(what.resident_l2_percent, j, "resident_l2_percent");
    // Files from before the table chose these say nothing of them.
    what.early_launch = j.value("early_launch", false);
    what.early_trigger = j.value("early_trigger", false);
    what.evict_first_partly = j.value("evict_first_partly", false);
    return what;
}

reluk::device_descriptor descriptor_of(ordered_json const& j) {
    reluk::device_descriptor device;
    read(device.compute_capability, j, "compute_capability");
    read(device.multiprocessors, j, "multiprocessors");
    read(device.l2_bytes, j, "l2_bytes");
    read(device.max_grid, j, "max_grid");
    read(device.max_block, j, "max_block");
    read(device.max_access_bytes, j, "max_access_bytes");
    device.early_launch = j.value("early_launch", device.compute_capability >= 90); // not in older files
    return device;
}

} // namespace

std::string to_header(outcome const& found, plan const& p, origin const& from, std::string const& name_space) {
    std::ostringstream out;
    out << "// Written by reluk_tune of reluk " << version() << " on " << from.date << " for this device:\n//   "
        << from.device << ", compute capability " << from.descriptor.compute_capability / 10 << '.'
        << from.descriptor.compute_capability % 10 << ", " << from.descriptor.multiprocessors << " multiprocessors, "
        << from.descriptor.l2_bytes << " bytes of L2\n";
    for (auto const& [key, value] : from.context) {
        out << "//   " << key << ' ' << value << '\n';
    }
    out << "// The baseline is " << baseline_name(p) << "; measured twice it differs by "
        << formatted("%.2f", 100 * found.noise) << " % (median over the points).\n";
    if (!found.complete) {
        out << "// The run was not complete.\n";
    }
    for (std::string const& note : found.notes) {
        out << "// Note: " << note << '\n';
    }
    out << "//\n// To use them: reluk::choose(device, work, " << name_space << "::rows, " << name_space
        << "::row_count), and relu() with the result.\n"
           "#pragma once\n\n#include <reluk/launch_config.hpp>\n\nnamespace "
        << name_space << " {\n\n// clang-format off\n";
    rows const baseline = baseline_rows(p);
    if (found.rows.empty() && baseline.empty()) {
        out << "// None is faster than the built-in ones.\n"
               "inline constexpr reluk::tuning_row const* rows = nullptr;\n"
               "inline constexpr decltype(sizeof(0)) row_count = 0;\n";
    } else {
        out << "inline constexpr reluk::tuning_row rows[] = {\n";
        for (found_row const& row : found.rows) {
            print_row(out, row.when, row.what, reason_of(row.when), source_of(row, p, from));
        }
        for (reluk::tuning_row const& row : baseline) {
            print_row(out, row.when, row.what, row.reason, row.source);
        }
        out << "};\ninline constexpr decltype(sizeof(0)) row_count = sizeof(rows) / sizeof(rows[0]);\n";
    }
    out << "// clang-format on\n\n} // namespace " << name_space << '\n';
    return out.str();
}

std::string to_json(outcome const& found, plan const& p, origin const& from) {
    ordered_json j;
    j["reluk"] = version();
    j["date"] = from.date;
    j["device"] = {{"name", from.device},
                   {"compute_capability", from.descriptor.compute_capability},
                   {"multiprocessors", from.descriptor.multiprocessors},
                   {"l2_bytes", from.descriptor.l2_bytes},
                   {"max_grid", from.descriptor.max_grid},
                   {"max_block", from.descriptor.max_block},
                   {"max_access_bytes", from.descriptor.max_access_bytes},
                   {"early_launch", from.descriptor.early_launch}};
    j["context"] = from.context;
    j["baseline"] = baseline_name(p);
    j["tolerance"] = p.tolerance;
    j["budget_seconds"] = p.budget_seconds;
    j["complete"] = found.complete;
    j["notes"] = found.notes;
    j["noise"] = found.noise;
    j["rows"] = ordered_json::array();
    for (found_row const& row : found.rows) {
        ordered_json entry{{"when", to_json(row.when)}, {"what", to_json(row.what)}};
        entry.update(to_json(row.gain));
        entry["most"] = row.most;
        entry["points"] = row.cells;
        j["rows"].push_back(entry);
    }
    for (reluk::tuning_row const& row : baseline_rows(p)) {
        j["rows"].push_back({{"when", to_json(row.when)}, {"what", to_json(row.what)}});
    }
    j["points"] = ordered_json::array();
    for (cell_result const& point : found.cells) {
        ordered_json candidates = ordered_json::array();
        for (std::size_t i = 0; i < point.candidates.size(); ++i) {
            ordered_json candidate = to_json(point.candidates[i]);
            candidate.update(to_json(point.against[i + 1]));
            candidates.push_back(candidate);
        }
        j["points"].push_back({{"flow", to_string(point.where.flow)},
                               {"in_place", point.where.in_place},
                               {"element_bytes", point.where.element_bytes},
                               {"l2_percent", point.where.l2_percent},
                               {"candidates", candidates}});
    }
    return j.dump(1) + "\n";
}

saved_rows rows_of_json(std::string const& text) {
    try {
        ordered_json const j = ordered_json::parse(text);
        ordered_json const& device = j.at("device");
        saved_rows saved;
        saved.device = device.at("name");
        saved.descriptor = descriptor_of(device);
        for (ordered_json const& row : j.at("rows")) {
            saved.all.push_back({condition_of(row.at("when")), decision_of(row.at("what")), "", ""});
        }
        return saved;
    } catch (nlohmann::json::exception const& error) {
        throw std::runtime_error(std::string("This is not a JSON that reluk_tune has written: ") + error.what());
    }
}

std::string read_file(std::string const& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    if (!file) {
        throw std::runtime_error("'" + path + "' cannot be read.");
    }
    return text.str();
}

namespace {

/// Writes beside the file, under a name of its own.
std::string write_part(std::string const& path, std::string const& text) {
    std::string const part = path + ".part";
    std::ofstream file(part, std::ios::binary | std::ios::trunc);
    file << text;
    file.close();
    if (!file) {
        std::error_code ignored;
        std::filesystem::remove(part, ignored);
        throw std::runtime_error("'" + path + "' cannot be written.");
    }
    return part;
}

} // namespace

void check_writable(std::string const& path) {
    if (std::filesystem::is_directory(path)) {
        throw std::runtime_error("'" + path + "' cannot be written: it is a folder.");
    }
    std::filesystem::remove(write_part(path, ""));
}

void write_file(std::string const& path, std::string const& text) {
    std::filesystem::rename(write_part(path, text), path);
}

} // namespace bench::tune
