// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Descriptors of known devices: to see or to test a decision without the device. A call on a real device does not use
// them; it queries.
#pragma once

#include "launch_config.hpp"

RELUK_NAMESPACE_BEGIN

/// A device by its trade name, and where the numbers come from.
struct catalogued_device {
    char const* name;
    device_descriptor descriptor;
    char const* source; ///< of multiprocessors and l2_bytes, which differ from card to card
};

// Sources of the fields
//   compute_capability         NVIDIA's table of CUDA GPUs
//   multiprocessors, l2_bytes  each entry's own source. l2_bytes is what the CUDA runtime reports, since choose() is
//                              given that on a real device; data sheets round it.
//   max_grid, max_block        CUDA C++ Programming Guide, technical specifications per compute capability
//   max_access_bytes           PTX ISA 8.8, ld and st: 32 bytes per thread from sm_100 on
inline constexpr catalogued_device catalogue[] = {
    {"T4", {75, 40, 4194304, 2147483647, 1024, 16}, "deviceQuery of a Tesla T4"},
    {"A100 40 GB", {80, 108, 41943040, 2147483647, 1024, 16}, "deviceQuery of an A100-PCIE-40GB"},
    {"A100 80 GB", {80, 108, 41943040, 2147483647, 1024, 16}, "deviceQuery of an A100-SXM4-80GB"},
    {"RTX 3090", {86, 82, 6291456, 2147483647, 1024, 16}, "deviceQuery of a GeForce RTX 3090"},
    {"RTX 4090", {89, 128, 75497472, 2147483647, 1024, 16}, "deviceQuery of a GeForce RTX 4090"},
    {"L40S", {89, 142, 100663296, 2147483647, 1024, 16}, "a port of deviceQuery on an L40S"},
    {"H100 PCIe", {90, 114, 52428800, 2147483647, 1024, 16}, "nvaccelinfo and a device query of an H100 PCIe"},
    {"H100 SXM", {90, 132, 52428800, 2147483647, 1024, 16}, "deviceQuery of an H100 80GB HBM3"},
    {"H200", {90, 132, 62914560, 2147483647, 1024, 16}, "cudaDeviceGetAttribute on the H200 that reluk is tuned on"},
    {"B200", {100, 148, 132644864, 2147483647, 1024, 32}, "device properties in pull request 4002 of pytorch/ao"},
    {"RTX 5090", {120, 170, 100663296, 2147483647, 1024, 32}, "deviceQuery in issue 1637 of NVIDIA/nccl"},
};

namespace detail {

/// Takes the next character that counts from a name, in lower case; 0 at the end.
constexpr char take_letter(char const*& name) noexcept {
    while (*name == ' ' || *name == '-' || *name == '_') {
        ++name;
    }
    char const letter = *name;
    name += letter != '\0';
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

constexpr bool is_same_name(char const* a, char const* b) noexcept {
    while (true) {
        char const letter = take_letter(a);
        if (letter != take_letter(b)) {
            return false;
        }
        if (letter == '\0') {
            return true;
        }
    }
}

} // namespace detail

/// The catalogue's entry of that name, or nullptr. Case, spaces, dashes and underscores do not count: "rtx4090" is the
/// RTX 4090.
constexpr catalogued_device const* find_device(char const* name) noexcept {
    for (catalogued_device const& device : catalogue) {
        if (detail::is_same_name(device.name, name)) {
            return &device;
        }
    }
    return nullptr;
}

RELUK_NAMESPACE_END
