// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// A device_descriptor from the CUDA runtime.
#pragma once

#include "launch_config.hpp"

#include <atomic>
#include <cuda_runtime_api.h>

RELUK_NAMESPACE_BEGIN

/// Fills `descriptor` for device `device` by cudaDeviceGetAttribute and cudaDriverGetVersion: no context is made, no
/// property struct is read (cudaGetDeviceProperties takes about a millisecond), and the current device stays. Legal
/// during stream capture. On an error, its code is returned and `descriptor` is unchanged.
[[nodiscard]] inline cudaError_t query_device(int device, device_descriptor& descriptor) noexcept {
    constexpr cudaDeviceAttr attributes[] = {cudaDevAttrComputeCapabilityMajor,
                                             cudaDevAttrComputeCapabilityMinor,
                                             cudaDevAttrMultiProcessorCount,
                                             cudaDevAttrL2CacheSize,
                                             cudaDevAttrMaxGridDimX,
                                             cudaDevAttrMaxThreadsPerBlock};
    int values[6] = {};
    for (int i = 0; i < 6; ++i) {
        cudaError_t const status = cudaDeviceGetAttribute(&values[i], attributes[i], device);
        if (status != cudaSuccess) {
            return status;
        }
    }
    int driver = 0;
    if (cudaError_t const status = cudaDriverGetVersion(&driver); status != cudaSuccess) {
        return status;
    }
    descriptor.compute_capability = static_cast<unsigned>(10 * values[0] + values[1]);
    descriptor.multiprocessors = static_cast<unsigned>(values[2]);
    descriptor.l2_bytes = static_cast<size_t>(values[3]);
    descriptor.max_grid = static_cast<unsigned>(values[4]);
    descriptor.max_block = static_cast<unsigned>(values[5]);
    descriptor.max_access_bytes = values[0] >= 10 ? 32 : 16;
    descriptor.early_launch = driver >= 12030; // an older one refuses it during stream capture
    return cudaSuccess;
}

namespace detail {

/// A device's descriptor, once it has been queried.
struct descriptor_slot {
    enum state : int { empty, filling, ready };
    std::atomic<int> state{empty};
    device_descriptor descriptor;
};

constexpr int descriptor_slots = 64; // further devices work, with a query at each call
inline descriptor_slot descriptors[descriptor_slots];

} // namespace detail

/// The same for the current device, queried at its first use in the process and remembered since. Safe from any number
/// of threads; none waits for another.
[[nodiscard]] inline cudaError_t query_current_device(device_descriptor& descriptor) noexcept {
    using detail::descriptor_slot;
    int device = 0;
    if (cudaError_t const status = cudaGetDevice(&device); status != cudaSuccess) {
        return status;
    }
    descriptor_slot* const slot = device < detail::descriptor_slots ? &detail::descriptors[device] : nullptr;
    if (slot != nullptr && slot->state.load(std::memory_order_acquire) == descriptor_slot::ready) {
        descriptor = slot->descriptor;
        return cudaSuccess;
    }
    cudaError_t const status = query_device(device, descriptor);
    int expected = descriptor_slot::empty;
    if (status == cudaSuccess && slot != nullptr &&
        slot->state.compare_exchange_strong(expected, descriptor_slot::filling)) {
        slot->descriptor = descriptor;
        slot->state.store(descriptor_slot::ready, std::memory_order_release);
    }
    return status;
}

RELUK_NAMESPACE_END
