// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// relu() of many tensors in one launch.
#pragma once

#if !defined(__CUDACC__)
#error "reluk/batch.cuh launches kernels: compile this file as CUDA, or include reluk/batch.hpp"
#else

#include "relu.cuh"

#include "batch.hpp"

RELUK_NAMESPACE_BEGIN

/// The kernel of a batch: a block for each tile.
template <class Op, class Load, class Store, unsigned WordBytes, unsigned Accesses, unsigned Capacity>
RELUK_KERNEL void __launch_bounds__(1024)
    relu_batch_kernel(__grid_constant__ batch<Capacity> const work, Load const load, Store const store) {
    rectify_batch<Op, Load, Store, WordBytes, Accesses>(work, load, store,
                                                        {blockIdx.x, gridDim.x, threadIdx.x, blockDim.x});
}

namespace detail {

// A kernel's parameters have 4,096 bytes; from CUDA 12.1 on 32,764 (sm_70 and newer).
constexpr unsigned few_tensors = 4000 / 28;
#if CUDART_VERSION >= 12010
constexpr unsigned many_tensors = 32700 / 28;
#else
constexpr unsigned many_tensors = few_tensors;
#endif
static_assert(sizeof(batch<few_tensors>) <= 4080 && sizeof(batch<many_tensors>) <= 32748,
              "a batch and two policies are a kernel's parameters");

template <class Shape, unsigned Capacity, class T>
static cudaError_t launch_batches(T* const* out, T const* const* in, size_t const* n, size_t count,
                                  cudaStream_t stream) noexcept {
    return detail::for_each_batch<Shape, Capacity,
                                  op_of<T>>(out, in, n, count, cudaSuccess, [&](batch<Capacity>& work) {
        load::cached load;
        store::cached store;
        void const* const kernel = reinterpret_cast<void const*>(
            &relu_batch_kernel<op_of<T>, load::cached, store::cached, Shape::word_bytes, Shape::accesses, Capacity>);
        cudaLaunchConfig_t launch{};
        launch.gridDim = dim3(work.tiles);
        launch.blockDim = dim3(Shape::block);
        launch.stream = stream;
        void* arguments[] = {&work, &load, &store};
        return cudaLaunchKernelExC(&launch, kernel, arguments);
    });
}

template <class Shape, class T>
static cudaError_t launch_batches(T* const* out, T const* const* in, size_t const* n, size_t count,
                                  cudaStream_t stream) noexcept {
    return count <= few_tensors ? launch_batches<Shape, few_tensors>(out, in, n, count, stream)
                                : launch_batches<Shape, many_tensors>(out, in, n, count, stream);
}

} // namespace detail

/// relu() of `count` tensors of any sizes and alignments: out[i] gets ReLU of in[i], n[i] elements each. `out`, `in`
/// and `n` are arrays in host memory, read before the function returns; the tensors are as for relu(), each in place or
/// apart from its input. One output must not overlap another tensor of the batch, which is not checked. Over a thousand
/// tensors go into one launch (142 before CUDA 12.1; code for sm_70 and newer), more into several, one after the other
/// on the stream; nothing is allocated. Tensors of no elements are left out, and with no elements at all nothing is
/// launched.
///
/// Returns what relu() returns. Every tensor is checked before the first launch; if a later launch fails, those before
/// it are under way.
template <class T>
[[nodiscard]] static cudaError_t relu_batch(T* const* out, T const* const* in, size_t const* n, size_t count,
                                            cudaStream_t stream = nullptr) noexcept {
    [[maybe_unused]] detail::op_of<T> const supported{}; // an unsupported type ends here, with one sentence
    if (!detail::are_batches(out, in, n, count)) {
        return cudaErrorInvalidValue;
    }
    return detail::is_small_batch(n, count, sizeof(T))
               ? detail::launch_batches<detail::batch_shape<true>>(out, in, n, count, stream)
               : detail::launch_batches<detail::batch_shape<false>>(out, in, n, count, stream);
}

RELUK_NAMESPACE_END

#endif
