// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// reluk: ReLU at the speed of memory. This is the header to include; the functions below are the whole interface.
//
// Common to all of them
//   value      x where x > 0 and +0 where x <= 0, -0.0 included. A NaN stays that NaN, sign and payload. Infinities and
//              subnormals are exact, with or without -use_fast_math. Unsigned integers are copied. The same bits on
//              every path.
//   T          double, float, __half, __nv_bfloat16, __nv_fp8_e4m3, __nv_fp8_e5m2, __nv_fp4x2_e2m1 (n counts the
//   pairs),
//              and the signed and unsigned integers of 8, 16, 32 and 64 bits; include the toolkit's header of the
//              narrow type that you use.
//   out, in    device-accessible, n elements each, aligned to T alone, independently of each other. out == in works;
//              tensors that overlap otherwise do not. Nothing outside [out, out + n) and [in, in + n) is touched.
//   n          in elements, any size_t. 0 succeeds without a launch, and the pointers may then be null.
//   stream     the call is asynchronous: one kernel on this stream of the *current* device, where the memory must be
//              accessible. The default is the default stream, legacy or per thread as the including file is compiled.
//              No allocation, no synchronisation, no change of the current device or of device-wide state; legal during
//              stream capture from the first call on.
//   returns    cudaSuccess once the kernel is launched;
//              cudaErrorInvalidValue for a null, misaligned or partially overlapping pointer, or a size beyond the
//              address space; cudaErrorInvalidConfiguration for a launch_config that the device or reluk does not have,
//              or a load policy's fraction outside (0, 1]; else the launch's own code. On an error nothing is launched
//              and nothing written. An error of somebody else, pending before the call, is neither returned nor
//              cleared.
//
// On sm_90 and newer a call may start while its predecessor in the stream drains (launch_config::early_launch, where
// the table has it); it waits for it, memory included, before it touches any.
//
// Compile for the card that runs it: in code for less than sm_80 the L2 hints are plain accesses, for less than sm_90
// early launch is off, and for less than sm_100 no access is 32 bytes.
#pragma once

#if !defined(__CUDACC__)
#error "reluk/relu.cuh launches kernels: compile this file as CUDA, or include reluk/host.hpp"
#else

#include "device.hpp"
#include "launch.cuh"

RELUK_NAMESPACE_BEGIN

namespace detail {

template <class T>
using op_of = typename op::relu<T>::bitwise;

/// Whether a call has anything to do; where not, `status` is what it returns.
template <class T>
bool has_work(T* out, T const* in, size_t n, cudaError_t& status) noexcept {
    [[maybe_unused]] op_of<T> const supported{}; // an unsupported type ends here, with one sentence
    status = n == 0 || reluk::are_tensors(out, in, n, sizeof(T)) ? cudaSuccess : cudaErrorInvalidValue;
    return n != 0 && status == cudaSuccess;
}

} // namespace detail

/// ReLU of n elements, everything chosen for `device`, which describes the current device, and for what runs before and
/// after. What is chosen can be seen by choose(as_compiled(device), make_workload(out, in, n, flow)); only where the
/// device's grids are too small for a block per tile, the kernel may be the plain one that walks.
template <class T>
[[nodiscard]] static cudaError_t relu(T* out, T const* in, size_t n, device_descriptor const& device, dataflow flow,
                                      cudaStream_t stream = nullptr) noexcept {
    cudaError_t status;
    if (!detail::has_work(out, in, n, status)) {
        return status;
    }
    return detail::launch<detail::tuned_choices<4>>(
        detail::request<detail::op_of<T>>{out, in, n},
        reluk::choose(reluk::as_compiled(device), reluk::make_workload(out, in, n, flow)), stream);
}

/// The same for the current device, which is queried at the first call in the process.
template <class T>
[[nodiscard]] static cudaError_t relu(T* out, T const* in, size_t n, dataflow flow,
                                      cudaStream_t stream = nullptr) noexcept {
    cudaError_t status;
    if (!detail::has_work(out, in, n, status)) {
        return status;
    }
    device_descriptor device;
    status = query_current_device(device);
    return status == cudaSuccess ? reluk::relu(out, in, n, device, flow, stream) : status;
}

/// The same for the most common dataflow: a kernel before has just written the input, one after reads the output.
template <class T>
[[nodiscard]] static cudaError_t relu(T* out, T const* in, size_t n, cudaStream_t stream = nullptr) noexcept {
    return reluk::relu(out, in, n, dataflow::pipeline, stream);
}

/// ReLU of n elements, launched exactly as `config` says. A grid smaller than the tensor walks it in several rounds, a
/// larger one has idle blocks. All kernels that a launch_config can name are compiled for T, 160 for each
/// generality: the price of the choice at run time.
template <class T>
[[nodiscard]] static cudaError_t relu(T* out, T const* in, size_t n, launch_config config,
                                      cudaStream_t stream = nullptr) noexcept {
    cudaError_t status;
    if (!detail::has_work(out, in, n, status)) {
        return status;
    }
    device_descriptor device;
    if (status = query_current_device(device); status != cudaSuccess) {
        return status;
    }
    if (!is_valid(config, device)) {
        return cudaErrorInvalidConfiguration;
    }
    config.early_launch = config.early_launch && reluk::as_compiled(device).early_launch;
    return detail::launch<detail::every_choice>(detail::request<detail::op_of<T>>{out, in, n}, config, stream);
}

/// ReLU of n elements with exactly these policies, those of policy.hpp or your own; block, grid, order and accesses per
/// thread are as for dataflow::pipeline on the current device. `load` and `store` carry the policies' state, if any:
///     reluk::relu<float, reluk::load::resident, reluk::store::streaming>(out, in, n, stream, {0.5f})
template <class T, class Load, class Store>
[[nodiscard]] static cudaError_t relu(T* out, T const* in, size_t n, cudaStream_t stream = nullptr, Load load = {},
                                      Store store = {}) noexcept {
    cudaError_t status;
    if (!detail::has_work(out, in, n, status)) {
        return status;
    }
    device_descriptor device;
    if (status = query_current_device(device); status != cudaSuccess) {
        return status;
    }
    launch_config const config =
        reluk::choose(reluk::as_compiled(device), reluk::make_workload(out, in, n, dataflow::pipeline));
    return detail::launch_policies(detail::request<detail::op_of<T>>{out, in, n}, config, stream, load, store);
}

RELUK_NAMESPACE_END

#endif
