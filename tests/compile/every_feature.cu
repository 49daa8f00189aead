// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Every entry point, for many types, to be compiled under flags and macros that others are known to use.

#include <atomic>
#include <cstdint>
#include <cstring>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <utility>

// A user's own operator for half, in a file that has switched off the toolkit's. Ours must not become ambiguous.
#if defined(__CUDA_NO_HALF_OPERATORS__)
__host__ __device__ inline bool operator>(__half const& a, __half const& b) {
    return __half2float(a) > __half2float(b);
}
__host__ __device__ inline __half operator*(__half const& a, __half const& b) {
    return __float2half(__half2float(a) * __half2float(b));
}
#endif

// What some Windows header leaves behind.
#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))

#include <reluk/host.hpp>
#include <reluk/relu.cuh>

namespace {

/// A policy of the user's.
struct plain {
    template <class Word>
    RELUK_HOST_DEVICE Word operator()(Word const* address) const {
        return *address;
    }
    template <class Word>
    RELUK_HOST_DEVICE void operator()(Word* address, Word const& word) const {
        *address = word;
    }
};

template <class T>
bool call(T* x, size_t n, cudaStream_t stream) {
    reluk::device_descriptor device;
    return reluk::query_device(0, device) == cudaSuccess && reluk::relu(x, x, n) == cudaSuccess &&
           reluk::relu(x, x, n, stream) == cudaSuccess &&
           reluk::relu(x, x, n, reluk::dataflow::repeated, stream) == cudaSuccess &&
           reluk::relu(x, x, n, device, reluk::dataflow::oneshot, stream) == cudaSuccess &&
           reluk::relu<T, plain, plain>(x, x, n, stream) == cudaSuccess &&
           reluk::relu<T, reluk::load::resident, reluk::store::streaming>(x, x, n, stream, {0.5f}) == cudaSuccess;
}

template <class... T>
bool call_all(void* memory, size_t n, cudaStream_t stream) {
    return (call(static_cast<T*>(memory), n, stream) && ...) &&
           (reluk::host::relu(static_cast<T*>(memory), static_cast<T const*>(memory), n) && ...);
}

} // namespace

bool call_everything(void* memory, size_t n, cudaStream_t stream) {
    return call_all<float, __half, __nv_bfloat16, __nv_fp8_e4m3, std::int64_t>(memory, n, stream);
}
