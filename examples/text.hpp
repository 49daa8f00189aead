// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// What the tools read and print: element types, dataflows and launch configurations as text.
#pragma once

#include <cstdio>
#include <reluk/launch_config.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace text {

enum class dtype {
    fp64,
    fp32,
    fp16,
    bf16,
    fp8_e4m3,
    fp8_e5m2,
    int8,
    int16,
    int32,
    int64,
    uint8,
    uint16,
    uint32,
    uint64
};

struct element_type {
    dtype type;
    char const* name;
    char const* npy_code; ///< in a .npy header, without byte order; empty where NumPy has no such type
    unsigned bytes;
};

constexpr element_type element_types[] = {
    {dtype::fp64, "fp64", "f8", 8},     {dtype::fp32, "fp32", "f4", 4},       {dtype::fp16, "fp16", "f2", 2},
    {dtype::bf16, "bf16", "", 2},       {dtype::fp8_e4m3, "fp8_e4m3", "", 1}, {dtype::fp8_e5m2, "fp8_e5m2", "", 1},
    {dtype::int8, "int8", "i1", 1},     {dtype::int16, "int16", "i2", 2},     {dtype::int32, "int32", "i4", 4},
    {dtype::int64, "int64", "i8", 8},   {dtype::uint8, "uint8", "u1", 1},     {dtype::uint16, "uint16", "u2", 2},
    {dtype::uint32, "uint32", "u4", 4}, {dtype::uint64, "uint64", "u8", 8},
};

inline std::vector<std::string> element_type_names() {
    std::vector<std::string> names;
    for (element_type const& type : element_types) {
        names.emplace_back(type.name);
    }
    return names;
}

/// The element type of one of element_type_names().
inline element_type const& find_element_type(std::string_view name) {
    element_type const* type = element_types;
    while (name != type->name) {
        ++type;
    }
    return *type;
}

// In the order of the enumerations.
constexpr char const* load_names[] = {"cached", "streaming", "no_allocate", "evict_first", "resident"};
constexpr char const* store_names[] = {"cached", "streaming", "evict_first", "write_through"};
constexpr char const* order_names[] = {"forward", "reverse"};

constexpr char const* to_text(reluk::load_path path) {
    return load_names[static_cast<unsigned>(path)];
}
constexpr char const* to_text(reluk::store_path path) {
    return store_names[static_cast<unsigned>(path)];
}
constexpr char const* to_text(reluk::block_order order) {
    return order_names[static_cast<unsigned>(order)];
}

inline std::vector<std::string> dataflow_names() {
    return {"pipeline", "repeated", "oneshot"};
}

/// The dataflow of one of dataflow_names().
inline reluk::dataflow find_dataflow(std::string_view name) {
    return name == "pipeline"   ? reluk::dataflow::pipeline
           : name == "repeated" ? reluk::dataflow::repeated
                                : reluk::dataflow::oneshot;
}

constexpr double mebibytes(std::size_t bytes) {
    return static_cast<double>(bytes) / (1 << 20);
}

inline void print(char const* device_name, reluk::device_descriptor const& device) {
    std::printf("device               %s: compute capability %u.%u, %u multiprocessors, %.1f MiB of L2\n", device_name,
                device.compute_capability / 10, device.compute_capability % 10, device.multiprocessors,
                mebibytes(device.l2_bytes));
}

/// Every field, under the name that it has in the code.
inline void print(reluk::launch_config const& config) {
    std::printf("grid                 %u\n", config.grid);
    std::printf("block                %u\n", config.block);
    std::printf("access_bytes         %u\n", config.access_bytes);
    std::printf("accesses_per_thread  %u\n", config.accesses_per_thread);
    std::printf("load                 %s\n", to_text(config.load));
    std::printf("store                %s\n", to_text(config.store));
    std::printf("resident_fraction    %.3g\n", static_cast<double>(config.resident_fraction));
    std::printf("evict_first_fraction %.3g\n", static_cast<double>(config.evict_first_fraction));
    std::printf("order                %s\n", to_text(config.order));
    std::printf("early_launch         %s\n", !config.early_launch   ? "off"
                                             : config.early_trigger ? "on, and lets the next kernel start early"
                                                                    : "on");
    std::printf("reason               %s\n", config.reason);
    if (*config.source != '\0') {
        std::string_view const source = config.source;
        bool const says_over_what = source.find(" over ") != std::string_view::npos;
        char const* const unit = source.substr(0, 3) == "RTX"    ? " (over PyTorch, by MB of working set)"
                                 : source.substr(0, 4) != "H200" ? ""
                                 : says_over_what                ? " (by MiB of input)"
                                                                 : " (over PyTorch, by MiB of input)";
        std::printf("source               %s%s\n", config.source, unit);
    }
}

} // namespace text
