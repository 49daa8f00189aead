// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// What reluk would do on a device, why, and how long that should take. No GPU and no CUDA compiler is needed: choose()
// and predict() are plain C++.
#include "text.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <map>
#include <reluk/catalogue.hpp>

namespace {

bool is_known(reluk::device_speed const& speed) {
    return speed.launch > 0;
}

struct request {
    std::string device;
    std::string dtype = "fp32";
    std::string flow = "pipeline";
    std::uint64_t elements = 0;
    unsigned in_offset = 0;
    unsigned out_offset = 0;
    bool in_place = false;
};

void list_devices() {
    std::printf("%-12s %5s %4s %9s   %s\n", "device", "cc", "SMs", "L2 (MiB)", "source of the numbers; of the speed");
    for (reluk::catalogued_device const& device : reluk::catalogue) {
        reluk::device_descriptor const& d = device.descriptor;
        std::printf("%-12s %3u.%u %4u %9.1f   %s; %s\n", device.name, d.compute_capability / 10,
                    d.compute_capability % 10, d.multiprocessors, text::mebibytes(d.l2_bytes), device.source,
                    is_known(device.speed) ? device.speed_source : "not known");
    }
}

double percent_of_l2(reluk::workload const& work, reluk::device_descriptor const& device) {
    return 100.0 * static_cast<double>(work.working_set()) / static_cast<double>(device.l2_bytes);
}

void explain_one(reluk::catalogued_device const& device, reluk::workload const& work) {
    std::printf("working set          %.6g MiB, %.1f %% of the L2\n", text::mebibytes(work.working_set()),
                percent_of_l2(work, device.descriptor));
    reluk::launch_config const config = choose(device.descriptor, work);
    text::print(config);
    if (!is_known(device.speed)) {
        std::printf("predicted            nothing: the catalogue has no speed of this device\n");
        return;
    }
    reluk::device_speed const& speed = device.speed;
    reluk::prediction const time = predict(device.descriptor, speed, work, config);
    std::printf("predicted            %.4g us, %.4g GB/s; %.4g of %.4g MB from or to DRAM\n", 1e6 * time.seconds,
                1e-9 * time.bandwidth(), 1e-6 * time.dram_bytes, 1e-6 * time.bytes);
    std::printf("speed                launch %.3g us, L2 %.3g TB/s, DRAM %.3g TB/s (%s)\n", 1e6 * speed.launch,
                1e-12 * speed.l2_bandwidth, 1e-12 * speed.dram_bandwidth, device.speed_source);
}

constexpr char const* decision_header =
    "    of L2  block  load         store        fraction  order    launch   predicted   GB/s  reason";

/// One workload's decision and its predicted microseconds, under decision_header.
void print_decision(reluk::catalogued_device const& device, reluk::workload const& work) {
    reluk::launch_config const config = choose(device.descriptor, work);
    std::printf("%7.0f %%  %5u  %-11s  %-11s  ", percent_of_l2(work, device.descriptor), config.block,
                text::to_text(config.load), text::to_text(config.store));
    if (config.load == reluk::load_path::evict_first || config.load == reluk::load_path::resident) {
        bool const leaves = config.load == reluk::load_path::evict_first;
        std::printf("%8.3g", static_cast<double>(leaves ? config.evict_first_fraction : config.resident_fraction));
    } else {
        std::printf("%8s", "-");
    }
    std::printf("  %-7s  %-7s  ", text::to_text(config.order),
                config.early_trigger  ? "trigger"
                : config.early_launch ? "early"
                                      : "ordered");
    if (is_known(device.speed)) {
        reluk::prediction const time = predict(device.descriptor, device.speed, work, config);
        std::printf("%9.4g %6.4g", 1e6 * time.seconds, 1e-9 * time.bandwidth());
    } else {
        std::printf("%9s %6s", "-", "-");
    }
    std::printf("  %s\n", config.reason);
}

constexpr char const* decision_footer =
    "fraction: of the input, that stays (resident) or leaves first; launch: early may start while the kernel before\n"
    "drains, and with a trigger lets the next one; predicted: us, or - without a speed in the catalogue";

void explain_sizes(reluk::catalogued_device const& device, reluk::workload work) {
    std::printf("\n%10s  %13s %s\n", "elements", "working set", decision_header);
    for (unsigned power = 16; power <= 30; ++power) {
        work.elements = std::size_t{1} << power;
        std::printf("%8u%s  %9g MiB ", 1u << power % 10,
                    power < 20   ? "Ki"
                    : power < 30 ? "Mi"
                                 : "Gi",
                    text::mebibytes(work.working_set()));
        print_decision(device, work);
    }
    std::printf("%s\n", decision_footer);
}

/// A line for each device of the catalogue, for one workload.
void compare_devices(reluk::workload const& work) {
    std::printf("working set          %.6g MiB\n", text::mebibytes(work.working_set()));
    std::printf("\n%-12s %s\n", "device", decision_header);
    for (reluk::catalogued_device const& device : reluk::catalogue) {
        std::printf("%-12s ", device.name);
        print_decision(device, work);
    }
    std::printf("%s\n", decision_footer);
}

/// The workload that is asked for, or a CLI::ValidationError.
reluk::workload make_workload(request const& asked) {
    text::element_type const& type = text::find_element_type(asked.dtype);
    if (asked.in_offset % type.bytes != 0 || asked.out_offset % type.bytes != 0) {
        throw CLI::ValidationError("offsets", "a tensor must be aligned to its element, " + std::to_string(type.bytes) +
                                                  " bytes for " + type.name);
    }
    if (asked.in_place && asked.in_offset != asked.out_offset) {
        throw CLI::ValidationError("offsets", "in place, input and output have one offset");
    }
    reluk::workload work;
    work.elements = asked.elements;
    work.element_bytes = type.bytes;
    work.in_offset = asked.in_offset;
    work.out_offset = asked.out_offset;
    work.in_place = asked.in_place;
    work.flow = text::find_dataflow(asked.flow);
    return work;
}

/// CLI11 2.1 reads -1 and 2^64 as 2^64 - 1, and 010 as eight: leaves it a decimal number that fits, with its unit.
/// Returns what is wrong, if anything.
std::string check_number(std::string& text) {
    char const* const end = text.data() + text.size();
    std::uint64_t number = 0;
    auto const [unit, failure] = std::from_chars(text.data(), end, number);
    if (failure != std::errc{} || std::any_of(unit, end, [](char c) { return '0' <= c && c <= '9'; })) {
        return "'" + text + "' is not a decimal number from 0 to 2^64 - 1";
    }
    text = std::to_string(number) + std::string(unit, end);
    return "";
}

reluk::catalogued_device const& find_device(std::string const& name) {
    if (reluk::catalogued_device const* const device = reluk::find_device(name.c_str())) {
        return *device;
    }
    std::string names;
    for (reluk::catalogued_device const& device : reluk::catalogue) {
        names += (names.empty() ? "" : ", ") + std::string(device.name);
    }
    throw CLI::ValidationError("--device", "there is no '" + name + "' in the catalogue, which has " + names);
}

} // namespace

int main(int argc, char** argv) {
    CLI::App app{"Prints how reluk would launch a ReLU, why, and how long that should take."};
    request asked;
    auto* const list = app.add_flag("--list", "list the devices");
    auto* const compare = app.add_flag("--compare", "one table over all devices of the list")->excludes(list);
    app.add_option("--device", asked.device, "a device of the list")->excludes(list)->excludes(compare);
    app.add_option("--dtype", asked.dtype, "element type, fp32 if not given")
        ->check(CLI::IsMember(text::element_type_names()));
    app.add_option("--dataflow", asked.flow, "what runs before and after, pipeline if not given")
        ->check(CLI::IsMember(text::dataflow_names()));
    CLI::Validator const is_number(check_number, "");
    // Not CLI::AsSizeValue, which takes 6MiB too: for bytes, where elements are meant.
    std::map<std::string, std::uint64_t> counts;
    std::uint64_t thousands = 1;
    for (unsigned i = 0; i < 6; ++i) {
        std::string const prefix(1, "kMGTPE"[i]);
        counts[prefix] = thousands *= 1000;
        counts[prefix + "i"] = std::uint64_t{1} << 10 * (i + 1);
    }
    auto* const elements =
        app.add_option("--elements", asked.elements, "how many; without it, a table over sizes of one device")
            ->transform(CLI::AsNumberWithUnit(counts).description("[Ki, Mi, Gi, ...]"))
            ->transform(is_number); // the last one added runs first
    app.add_option("--in-offset", asked.in_offset, "the input's address modulo 128, in bytes")
        ->transform(is_number)
        ->check(CLI::Range(0, 127));
    app.add_option("--out-offset", asked.out_offset, "the output's address modulo 128, in bytes")
        ->transform(is_number)
        ->check(CLI::Range(0, 127));
    app.add_flag("--in-place", asked.in_place, "output and input are one tensor");
    try {
        app.parse(argc, argv);
        if (*list) {
            list_devices();
            return 0;
        }
        if (asked.device.empty() && !*compare) {
            throw CLI::RequiredError("--device, --compare or --list");
        }
        if (*compare && !*elements) {
            throw CLI::RequiredError("to compare devices, --elements");
        }
        reluk::catalogued_device const* const device = *compare ? nullptr : &find_device(asked.device);
        reluk::workload const work = make_workload(asked);
        if (device != nullptr) {
            text::print(device->name, device->descriptor);
        }
        std::printf("workload             %s, %s%s, offsets %u in and %u out\n", asked.dtype.c_str(),
                    asked.flow.c_str(), work.in_place ? ", in place" : "", work.in_offset, work.out_offset);
        if (device == nullptr) {
            compare_devices(work);
        } else if (*elements) {
            explain_one(*device, work);
        } else {
            explain_sizes(*device, work);
        }
    } catch (CLI::ParseError const& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    return 0;
}
