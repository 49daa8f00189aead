// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
#include "measured.hpp"

#include "harness/dtype.hpp"
#include "text.hpp"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string_view>

namespace measured {

namespace {

using nlohmann::json;

/// Of NAME/OP/DTYPE/REGIME/BYTES/CANDIDATE the six parts; the last may contain slashes.
std::vector<std::string> split(std::string const& name) {
    std::vector<std::string> parts;
    std::size_t begin = 0;
    while (parts.size() < 5) {
        std::size_t const end = name.find('/', begin);
        if (end == std::string::npos) {
            throw std::runtime_error("'" + name + "' is not suite/op/dtype/regime/bytes/candidate");
        }
        parts.push_back(name.substr(begin, end - begin));
        begin = end + 1;
    }
    parts.push_back(name.substr(begin));
    return parts;
}

template <class Enum, std::size_t Count>
std::optional<Enum> find(char const* const (&names)[Count], std::string_view name) {
    auto const* const found = std::find(std::begin(names), std::end(names), name);
    return found == std::end(names) ? std::nullopt : std::optional(static_cast<Enum>(found - names));
}

/// What the suites launch under a candidate's name (benchmarks/harness/candidates.cpp), if it is a call of ours that
/// predict() covers.
std::optional<reluk::launch_config> configuration(std::string const& candidate, reluk::device_descriptor const& device,
                                                  reluk::workload work) {
    if (candidate == "reluk") {
        return choose(device, work);
    }
    if (candidate == "reluk:ordered") {
        reluk::launch_config config = choose(device, work);
        config.early_launch = false;
        return config;
    }
    if (candidate == "reluk:default") {
        work.flow = reluk::dataflow::pipeline;
        return choose(device, work);
    }
    for (std::string const& flow : text::dataflow_names()) { // in pipelines: the choice for another dataflow
        if (candidate == "reluk:" + flow) {
            work.flow = text::find_dataflow(flow);
            return choose(device, work);
        }
    }
    std::size_t const slash = candidate.find('/');
    if (candidate.rfind("reluk:", 0) != 0 || slash == std::string::npos) {
        return std::nullopt;
    }
    auto const load = find<reluk::load_path>(text::load_names, std::string_view(candidate).substr(6, slash - 6));
    auto const store = find<reluk::store_path>(text::store_names, std::string_view(candidate).substr(slash + 1));
    if (!load || !store) {
        return std::nullopt;
    }
    reluk::launch_config config = choose(device, work);
    config.load = *load;
    config.store = *store;
    config.order = reluk::block_order::forward;
    config.evict_first_fraction = 1;
    double const bytes = static_cast<double>(work.elements) * work.element_bytes;
    config.resident_fraction = static_cast<float>(std::min(1.0, 0.3 * static_cast<double>(device.l2_bytes) / bytes));
    return config;
}

unsigned number(json const& context, char const* key) {
    return static_cast<unsigned>(std::stoul(context.at(key).get<std::string>()));
}

suite to_suite(json const& data) {
    json const& context = data.at("context");
    suite result;
    result.device_name = context.at("device").get<std::string>();
    if (result.device_name.rfind("NVIDIA ", 0) == 0) {
        result.device_name.erase(0, 7);
    }
    result.device.compute_capability = number(context, "compute_capability");
    result.device.multiprocessors = number(context, "multiprocessors");
    result.device.l2_bytes = number(context, "l2_bytes");
    result.device.max_access_bytes = result.device.compute_capability >= 100 ? 32 : 16;

    for (json const& entry : data.at("benchmarks")) {
        if (entry.value("error_occurred", false) || entry.value("skipped", false)) {
            continue;
        }
        std::vector<std::string> const name = split(entry.at("name").get<std::string>());
        point p;
        p.dtype = name[2];
        p.regime = name[3];
        p.candidate = name[5];
        p.bytes_in = std::stoull(name[4]);
        auto const* const type = std::find_if(std::begin(bench::dtype_infos), std::end(bench::dtype_infos),
                                              [&](bench::dtype_info const& info) { return info.name == p.dtype; });
        if (type == std::end(bench::dtype_infos)) {
            throw std::runtime_error("there is no element type " + p.dtype);
        }
        p.work.element_bytes = type->bytes;
        p.work.elements = p.bytes_in / type->bytes;
        p.work.flow = p.regime == "repeated"   ? reluk::dataflow::repeated
                      : p.regime == "rotating" ? reluk::dataflow::oneshot
                                               : reluk::dataflow::pipeline;
        p.work.in_place = p.regime.find("-inplace") != std::string::npos;
        auto const config = configuration(p.candidate, result.device, p.work);
        if (config) {
            p.config = *config;
            bool const in_chain = p.work.flow == reluk::dataflow::pipeline;
            p.seconds = 1e-6 * entry.at(in_chain ? "share_us" : "median_us").get<double>();
            result.points.push_back(std::move(p));
        }
    }
    return result;
}

} // namespace

suite read(std::string const& path) {
    std::ifstream file(path);
    if (!file) {
        throw std::runtime_error(path + ": it cannot be opened");
    }
    try {
        return to_suite(json::parse(file));
    } catch (std::exception const& error) {
        throw std::runtime_error(path + ": it is not the JSON of a suite: " + error.what());
    }
}

} // namespace measured
