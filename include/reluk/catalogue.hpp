// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Descriptors and speeds of known devices: to see or to test a decision without the device, and to predict its time. A
// call on a real device does not use them; it queries.
#pragma once

#include "predict.hpp"

RELUK_NAMESPACE_BEGIN

/// A device by its trade name, and where the numbers come from.
struct catalogued_device {
    char const* name;              ///< as it is sold
    device_descriptor descriptor;  ///< as query_device() would fill it
    char const* source;            ///< of multiprocessors and l2_bytes, which differ from card to card
    device_speed speed{};          ///< all 0 where no numbers are known
    char const* speed_source = ""; ///< in short; number by number it stands where they are defined
};

namespace detail {

// Where the speeds come from, in the order of the fields: launch, early_launch, miss, l2_bandwidth, dram_bandwidth,
// kept_share, lost_share, passing_weight. "As H200" and the like are analogies: that card has the same memory system,
// and for this one no such number was found. "gpu-benches" is te42kyfo/gpu-benches on GitHub, a folder of it follows.
// There is no early launch before compute capability 9.0.

// All: `prediction results/nvidia-h200 --fit` (benchmarks/prediction), up to the last digit. One H200, 2026-11-30,
// calls of reluk back to back in a CUDA graph.
inline constexpr device_speed h200_speed{1.03e-6, 0.781e-6, 0.444e-6, 7.93e12, 4.16e12, 0.464, 0.91, 0.647};

constexpr device_speed with_bandwidths(device_speed speed, double l2_bandwidth, double dram_bandwidth) {
    speed.l2_bandwidth = l2_bandwidth;
    speed.dram_bandwidth = dram_bandwidth;
    return speed;
}

// dram_bandwidth: pytorch/pytorch, pull request 145746, where 2^28 elements of fp16 more take torch's ReLU 349 us more.
// It does not name the card; of those with compute capability 9.0 only this one fits. All else: as H200, whose chip it
// is.
inline constexpr device_speed h100_sxm_speed = with_bandwidths(h200_speed, h200_speed.l2_bandwidth, 3.07e12);

// l2_bandwidth: gpu-benches, gpu-l2-cache, reads 9 to 33 MB at 6.9 TB/s; on the H200 that is 9.75 TB/s, and a ReLU is
// taken to get the same part of it here.
// dram_bandwidth: gpu-benches, cuda-stream, the best of "scale".
// All else: as H200.
inline constexpr device_speed h100_pcie_speed =
    with_bandwidths(h200_speed, 6.9 / 9.75 * h200_speed.l2_bandwidth, 1.704e12);

// launch, miss, both bandwidths: gpu-benches, gpu-small-kernels (y = a * x, graph, 256 threads), a line through the
// times of 0.06 to 20 MB and one through those of 68 to 940 MiB. kept_share, lost_share: the same file, slower from 24
// MiB on, as slow as DRAM from 40 MiB on. passing_weight: as H200, whose L2 has two halves too.
inline constexpr device_speed a100_80_speed{1.31e-6, 1.31e-6, 1.9e-6, 3.9e12, 1.75e12, 0.6, 1, 0.614};

// dram_bandwidth: gpu-benches, gpu-stream, the best of "scale".
// All else: as A100 80 GB, whose chip it is.
inline constexpr device_speed a100_40_speed = with_bandwidths(a100_80_speed, a100_80_speed.l2_bandwidth, 1.381e12);

// launch, miss, both bandwidths: as A100 80 GB, but on an L40, which has the same chip and memory, and the second line
// is through the times of 160 to 4057 MiB. kept_share, lost_share: the same file, slower from 80 MiB on, near DRAM's
// speed from 110 MiB on. passing_weight: as RTX 4090, whose L2 is of the same kind.
inline constexpr device_speed l40s_speed{0.96e-6, 0.96e-6, 2.5e-6, 5e12, 0.77e12, 0.83, 1.15, 1};

// From the public investigations that this project began from (docs/seeds.md): kernel durations by nsys, hence without
// the gaps between launches.
// launch, l2_bandwidth: a line through the times of 4.2 MB (fp8, 808 Gelem/s), 16.8 MB (fp32, 395 Gelem/s), 25.2 MB
// (fp16, 7.15 us), 33.6 MB (fp64, 3.4 TB/s; int8, 10.0 us) and 67.1 MB (3.60 and 3.75 TB/s).
// miss: as H200.
// dram_bandwidth: 941 to 944 GB/s at 64 Mi elements, 935 GB/s at 134 MB.
// kept_share: 67.1 of 75.5 MB run at the L2's speed.
// lost_share: at 75.5 MB streaming both ways, which keeps nothing, is the fastest.
// passing_weight: there streaming stores gain 5 % on plain ones, so the output takes its room however it is written.
inline constexpr device_speed rtx_4090_speed{1.6e-6, 1.6e-6, 0.571e-6, 4.2e12, 0.945e12, 0.89, 1, 1};

} // namespace detail

// Sources of the descriptors' fields
//   compute_capability         NVIDIA's table of CUDA GPUs
//   multiprocessors, l2_bytes  each entry's own source. l2_bytes is what the CUDA runtime reports, since choose() is
//                              given that on a real device; data sheets round it.
//   max_grid, max_block        CUDA C++ Programming Guide, technical specifications per compute capability
//   max_access_bytes           PTX ISA 8.8, ld and st: 32 bytes per thread from sm_100 on
/// The devices known, in the order of their compute capability.
// clang-format off
inline constexpr catalogued_device catalogue[] = {
    {"T4", {75, 40, 4194304, 2147483647, 1024, 16}, "deviceQuery of a Tesla T4"},
    {"A100 40 GB", {80, 108, 41943040, 2147483647, 1024, 16}, "deviceQuery of an A100-PCIE-40GB",
     detail::a100_40_speed, "DRAM: gpu-benches on this card; all else as A100 80 GB"},
    {"A100 80 GB", {80, 108, 41943040, 2147483647, 1024, 16}, "deviceQuery of an A100-SXM4-80GB",
     detail::a100_80_speed, "gpu-benches on this card"},
    {"RTX 3090", {86, 82, 6291456, 2147483647, 1024, 16}, "deviceQuery of a GeForce RTX 3090"},
    {"RTX 4090", {89, 128, 75497472, 2147483647, 1024, 16}, "deviceQuery of a GeForce RTX 4090",
     detail::rtx_4090_speed, "public investigations of ReLU on this card; launch without gaps"},
    {"L40S", {89, 142, 100663296, 2147483647, 1024, 16}, "a port of deviceQuery on an L40S",
     detail::l40s_speed, "gpu-benches on an L40"},
    {"H100 PCIe", {90, 114, 52428800, 2147483647, 1024, 16}, "nvaccelinfo and a device query of an H100 PCIe",
     detail::h100_pcie_speed, "bandwidths: gpu-benches on this card; all else as H200"},
    {"H100 SXM", {90, 132, 52428800, 2147483647, 1024, 16}, "deviceQuery of an H100 80GB HBM3",
     detail::h100_sxm_speed, "DRAM: torch's ReLU in pull request 145746 of pytorch/pytorch; all else as H200"},
    {"H200", {90, 132, 62914560, 2147483647, 1024, 16}, "cudaDeviceGetAttribute on the H200 that reluk is tuned on",
     detail::h200_speed, "fitted to the published sweep"},
    {"B200", {100, 148, 132644864, 2147483647, 1024, 32}, "device properties in pull request 4002 of pytorch/ao"},
    {"RTX 5090", {120, 170, 100663296, 2147483647, 1024, 32}, "deviceQuery in issue 1637 of NVIDIA/nccl"},
};
// clang-format on

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
