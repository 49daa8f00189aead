// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Kernels of the family, for no_local_memory.cmake: each operation for the types
// that need most registers.
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <reluk/batch.cuh>
#include <reluk/family.cuh>

using namespace reluk;

template <class T>
cudaError_t selections(T* out, T const* a, T const* b, unsigned* mask, std::size_t n, T bound) {
    cudaError_t const all[] = {relu_backward(out, a, b, n),
                               relu_with_mask(out, mask, a, n),
                               relu_backward_mask(out, a, mask, n),
                               clipped_relu(out, a, n, bound),
                               clipped_relu_backward(out, a, b, n, bound),
                               relu_2d(out, n, a, n, n, n)};
    return all[n % 6];
}

template <class T>
cudaError_t sums(T* out, T const* a, T const* b, std::size_t n) {
    cudaError_t const all[] = {add_relu(out, a, b, n), bias_relu(out, a, b, n, n), leaky_relu(out, a, n, 0.1f),
                               leaky_relu_backward(out, a, b, n, 0.1f), squared_relu_backward(out, a, b, n)};
    return all[n % 5];
}

template cudaError_t selections(double*, double const*, double const*, unsigned*, std::size_t, double);
template cudaError_t selections(__nv_fp8_e4m3*, __nv_fp8_e4m3 const*, __nv_fp8_e4m3 const*, unsigned*, std::size_t,
                                __nv_fp8_e4m3);
template cudaError_t sums(float*, float const*, float const*, std::size_t);
template cudaError_t sums(__nv_fp8_e5m2*, __nv_fp8_e5m2 const*, __nv_fp8_e5m2 const*, std::size_t);
template cudaError_t reluk::relu_cast(__nv_fp8_e4m3*, float const*, std::size_t, float, overflow, cudaStream_t,
                                      dataflow) noexcept;
template cudaError_t reluk::relu_cast(__half*, __nv_fp8_e4m3 const*, std::size_t, float, overflow, cudaStream_t,
                                      dataflow) noexcept;
template cudaError_t reluk::relu_batch(__half* const*, __half const* const*, std::size_t const*, std::size_t,
                                       cudaStream_t) noexcept;
