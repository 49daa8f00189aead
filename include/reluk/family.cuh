// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// ReLU's family: gradients, sums, casts, bounds, slopes and matrices, each in one pass over memory. Through the same
// loop, policies and table as relu(); host.hpp has relu() on the CPU, family.hpp the rest.
//
// Common to all of them
//   tensors  device-accessible, aligned to their element alone, independently of each other; n elements each, unless
//            said otherwise. An output may be the same tensor as an input of the same element size; overlapping
//            otherwise it may not. Inputs may overlap each other. Nothing outside the tensors is touched.
//   n        in elements, any size_t; 0 succeeds without a launch, and the pointers may then be null. Numbers out of
//            their range are refused all the same.
//   T        where bits are only chosen (relu_with_mask, clipped_relu, relu_2d, relu_batch): the types of relu().
//            Gradients and arithmetic: double, float, __half, __nv_bfloat16, __nv_fp8_e4m3 and __nv_fp8_e5m2.
//   value    arithmetic is done in float, for double in double; the result is rounded to T, to nearest even, with
//            subnormals, and with or without -use_fast_math. What is too large for T becomes infinity, and NaN in e4m3,
//            which has none. The same bits on every path and on the host, where that computes as IEEE 754 has it (not
//            with -ffast-math, or with the subnormals of float flushed to zero). A NaN that is computed with gives a
//            NaN; one that is only chosen keeps its bits, but in the narrow types under a slope, where it gives theirs.
//   stream   one kernel on this stream of the current device, asynchronous, capturable, no allocation, as relu().
//   flow     what runs before and after, as for relu().
//   returns  cudaSuccess once the kernel is launched; cudaErrorInvalidValue for a null, misaligned or partially
//            overlapping pointer, a size beyond the address space, or a number out of the range that is said; else the
//            launch's own code. On an error nothing is launched and nothing written.
#pragma once

#if !defined(__CUDACC__)
#error "reluk/family.cuh launches kernels: compile this file as CUDA, or include reluk/family.hpp"
#else

#include "family.hpp"
#include "relu.cuh"

RELUK_NAMESPACE_BEGIN

namespace detail {

// What launches is a file's own (see launch.cuh). In an unnamed namespace, so is every function made with this type.
namespace {

/// Runs requests on the current device, as its descriptor and the table say.
struct on_device {
    cudaStream_t stream;
    dataflow flow;

    template <class Op>
    cudaError_t operator()(request<Op> const& what) const noexcept {
        device_descriptor device;
        if (cudaError_t const status = query_current_device(device); status != cudaSuccess) {
            return status;
        }
        device = reluk::as_compiled(device);
        if (device.max_access_bytes > what.widest_access()) {
            device.max_access_bytes = what.widest_access();
        }
        launch_config config = reluk::choose(device, what.work(flow));
        // What a thread has in flight must fit its registers: with more words, local memory would be used.
        constexpr unsigned most_accesses = 4 / task<Op>::words_per_item;
        if (config.accesses_per_thread > most_accesses) {
            config.accesses_per_thread = most_accesses;
        }
        size_t const items_per_tile = size_t{config.block} * config.accesses_per_thread;
        size_t const items = what.items(config.access_bytes);
        size_t const tiles = items / items_per_tile + (items % items_per_tile != 0);
        config.grid = static_cast<unsigned>(tiles < device.max_grid ? tiles : device.max_grid);
        return launch<tuned_choices<most_accesses>>(what, config, stream);
    }
    static cudaError_t nothing() { return cudaSuccess; }
    static cudaError_t invalid() { return cudaErrorInvalidValue; }
};

} // namespace

} // namespace detail

/// The gradient of relu(): grad_in = grad_out where y > 0 or y is NaN, and +0 elsewhere. `y` is what relu() read or
/// what it wrote.
template <class T>
[[nodiscard]] static cudaError_t relu_backward(T* grad_in, T const* grad_out, T const* y, size_t n,
                                               cudaStream_t stream = nullptr,
                                               dataflow flow = dataflow::pipeline) noexcept {
    return detail::family::relu_backward(detail::on_device{stream, flow}, grad_in, grad_out, y, n);
}

/// relu(), and a mask of where its gradient passes: bit i % 32 of word i / 32 is set where in[i] > 0 or in[i] is NaN.
/// `mask` has (n + 31) / 32 words, apart from both tensors; the last one's unused bits become 0. Fast where `out` is
/// aligned to 16 bytes; elsewhere it goes element by element.
template <class T>
[[nodiscard]] static cudaError_t relu_with_mask(T* out, unsigned* mask, T const* in, size_t n,
                                                cudaStream_t stream = nullptr,
                                                dataflow flow = dataflow::pipeline) noexcept {
    return detail::family::relu_with_mask(detail::on_device{stream, flow}, out, mask, in, n);
}

/// The gradient of relu() by the mask that relu_with_mask() wrote: grad_in = grad_out where the bit is set, and +0
/// elsewhere. It reads one bit per element where relu_backward() reads one element.
template <class T>
[[nodiscard]] static cudaError_t relu_backward_mask(T* grad_in, T const* grad_out, unsigned const* mask, size_t n,
                                                    cudaStream_t stream = nullptr,
                                                    dataflow flow = dataflow::pipeline) noexcept {
    return detail::family::relu_backward_mask(detail::on_device{stream, flow}, grad_in, grad_out, mask, n);
}

/// out = relu(a + b), as at the end of a residual block.
template <class T>
[[nodiscard]] static cudaError_t add_relu(T* out, T const* a, T const* b, size_t n, cudaStream_t stream = nullptr,
                                          dataflow flow = dataflow::pipeline) noexcept {
    return detail::family::add_relu(detail::on_device{stream, flow}, out, a, b, n);
}

/// out = relu(in + bias) for a row-major matrix of `rows` * `columns` elements and a bias of `columns`, apart from out.
/// Fastest where columns is a multiple of an access (16 bytes, 32 from sm_100 on) and `out` and `bias` are aligned to
/// one. No rows or no columns: as n = 0. A product beyond the address space: cudaErrorInvalidValue.
template <class T>
[[nodiscard]] static cudaError_t bias_relu(T* out, T const* in, T const* bias, size_t rows, size_t columns,
                                           cudaStream_t stream = nullptr, dataflow flow = dataflow::pipeline) noexcept {
    return detail::family::bias_relu(detail::on_device{stream, flow}, out, in, bias, rows, columns, 1);
}

/// The same for an NCHW tensor of `images` * `channels` * `pixels` elements, with a bias of `channels`; pixels = H * W.
/// Fastest where pixels is a multiple of an access and `out` is aligned to one.
template <class T>
[[nodiscard]] static cudaError_t bias_relu_channels(T* out, T const* in, T const* bias, size_t images, size_t channels,
                                                    size_t pixels, cudaStream_t stream = nullptr,
                                                    dataflow flow = dataflow::pipeline) noexcept {
    return detail::family::bias_relu(detail::on_device{stream, flow}, out, in, bias, images, channels, pixels);
}

/// out = relu(in) * scale in another type: float, __half, __nv_bfloat16 and fp8 from any of these. `scale` is a finite
/// number > 0. What is too large for fp8 becomes what `beyond` says; any other type overflows to infinity. NaN becomes
/// the type's NaN of all ones but the sign.
template <class Out, class In>
[[nodiscard]] static cudaError_t relu_cast(Out* out, In const* in, size_t n, float scale = 1.0f,
                                           overflow beyond = overflow::saturate, cudaStream_t stream = nullptr,
                                           dataflow flow = dataflow::pipeline) noexcept {
    return detail::family::relu_cast(detail::on_device{stream, flow}, out, in, n, scale, beyond);
}

/// out = min(max(in, 0), bound), NaN unchanged: relu6 with bound = 6. `bound` is a T >= +0, infinity included.
template <class T>
[[nodiscard]] static cudaError_t clipped_relu(T* out, T const* in, size_t n, T bound, cudaStream_t stream = nullptr,
                                              dataflow flow = dataflow::pipeline) noexcept {
    return detail::family::clipped_relu(detail::on_device{stream, flow}, out, in, n, bound);
}

/// Its gradient: grad_in = grad_out where 0 < y < bound or y is NaN, and +0 elsewhere. `y` is what clipped_relu() read
/// or what it wrote.
template <class T>
[[nodiscard]] static cudaError_t clipped_relu_backward(T* grad_in, T const* grad_out, T const* y, size_t n, T bound,
                                                       cudaStream_t stream = nullptr,
                                                       dataflow flow = dataflow::pipeline) noexcept {
    return detail::family::clipped_relu_backward(detail::on_device{stream, flow}, grad_in, grad_out, y, n, bound);
}

/// out = in where in > 0, and slope * in elsewhere. `slope` is any number, a double for T = double and else a float;
/// with 0 it is relu(), bit for bit.
template <class T>
[[nodiscard]] static cudaError_t leaky_relu(T* out, T const* in, size_t n, typename format_of<T>::wide slope,
                                            cudaStream_t stream = nullptr,
                                            dataflow flow = dataflow::pipeline) noexcept {
    return detail::family::leaky_relu(detail::on_device{stream, flow}, out, in, n, slope);
}

/// Its gradient: grad_in = grad_out where x > 0, and slope * grad_out elsewhere; with slope 0 it is relu_backward(),
/// bit for bit. `x` is what leaky_relu() read or, for a slope >= 0, what it wrote.
template <class T>
[[nodiscard]] static cudaError_t leaky_relu_backward(T* grad_in, T const* grad_out, T const* x, size_t n,
                                                     typename format_of<T>::wide slope, cudaStream_t stream = nullptr,
                                                     dataflow flow = dataflow::pipeline) noexcept {
    return detail::family::leaky_relu_backward(detail::on_device{stream, flow}, grad_in, grad_out, x, n, slope);
}

/// out = relu(in) * relu(in).
template <class T>
[[nodiscard]] static cudaError_t squared_relu(T* out, T const* in, size_t n, cudaStream_t stream = nullptr,
                                              dataflow flow = dataflow::pipeline) noexcept {
    return detail::family::squared_relu(detail::on_device{stream, flow}, out, in, n);
}

/// Its gradient: grad_in = grad_out * 2 * relu(x), rounded once. `x` is what squared_relu() read.
template <class T>
[[nodiscard]] static cudaError_t squared_relu_backward(T* grad_in, T const* grad_out, T const* x, size_t n,
                                                       cudaStream_t stream = nullptr,
                                                       dataflow flow = dataflow::pipeline) noexcept {
    return detail::family::squared_relu_backward(detail::on_device{stream, flow}, grad_in, grad_out, x, n);
}

/// relu() of a matrix of `rows` * `columns` elements whose rows begin a pitch apart, as cudaMemcpy2D() has it: pitches
/// in bytes, multiples of sizeof(T), at least a row long (of one row they do not count). What lies between the rows is
/// neither read nor written, and may be the other matrix where both have one pitch: out and in may be column slices of
/// one matrix, side by side.
template <class T>
[[nodiscard]] static cudaError_t relu_2d(T* out, size_t out_pitch, T const* in, size_t in_pitch, size_t rows,
                                         size_t columns, cudaStream_t stream = nullptr,
                                         dataflow flow = dataflow::pipeline) noexcept {
    return detail::family::relu_2d(detail::on_device{stream, flow}, out, out_pitch, in, in_pitch, rows, columns);
}

RELUK_NAMESPACE_END

#endif
