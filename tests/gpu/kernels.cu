// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
#include "kernels.hpp"

namespace {

__device__ unsigned hash(std::size_t i) {
    unsigned x = static_cast<unsigned>(i) ^ static_cast<unsigned>(i >> 32) * 0x9e3779b9u;
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return x ^ x >> 16;
}

template <class Code>
__global__ void fill_kernel(Code* data, std::size_t n) {
    std::size_t const stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride) {
        data[i] = static_cast<Code>(hash(i));
    }
}

__device__ unsigned char expected(unsigned char code) {
    return code < 0x80 ? code : 0;
}
__device__ unsigned expected(unsigned code) {
    bool const nan = (code & 0x7fffffffu) > 0x7f800000u;
    return code < 0x80000000u || nan ? code : 0;
}

template <class Code>
__global__ void count_kernel(Code const* data, std::size_t n, unsigned long long* wrong) {
    std::size_t const stride = std::size_t{gridDim.x} * blockDim.x;
    unsigned long long mine = 0;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride) {
        mine += data[i] != expected(static_cast<Code>(hash(i)));
    }
    if (mine != 0) {
        atomicAdd(wrong, mine);
    }
}

__device__ void wait(unsigned microseconds) {
    for (unsigned i = 0; i < microseconds; ++i) {
        __nanosleep(1000);
    }
}

__global__ void write_kernel(float* data, std::size_t n, float value, unsigned microseconds, bool trigger) {
#if __CUDA_ARCH__ >= 900
    if (trigger) {
        asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
    }
#endif
    wait(microseconds);
    std::size_t const stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride) {
        data[i] = value;
    }
}

__global__ void empty_kernel() {}

__global__ void copy_kernel(float* out, float const* in, std::size_t n) {
    std::size_t const stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride) {
        out[i] = in[i];
    }
}

__global__ void fault_kernel(int* nowhere) {
    *nowhere = 1;
}

constexpr unsigned grid = 1024, block = 256;

template <class... Parameters>
cudaError_t launch_early(void (*kernel)(Parameters...), unsigned blocks, unsigned threads, cudaStream_t stream,
                         Parameters... parameters) {
    cudaLaunchAttribute attribute{};
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t launch{};
    launch.gridDim = dim3(blocks);
    launch.blockDim = dim3(threads);
    launch.stream = stream;
    launch.attrs = &attribute;
    launch.numAttrs = 1;
    return cudaLaunchKernelEx(&launch, kernel, parameters...);
}

} // namespace

namespace kernels {

cudaError_t fill(void* data, std::size_t n, unsigned bytes, cudaStream_t stream) {
    if (bytes == 1) {
        fill_kernel<<<grid, block, 0, stream>>>(static_cast<unsigned char*>(data), n);
    } else {
        fill_kernel<<<grid, block, 0, stream>>>(static_cast<unsigned*>(data), n);
    }
    return cudaGetLastError();
}

cudaError_t count_wrong(void const* data, std::size_t n, unsigned bytes, unsigned long long* wrong,
                        cudaStream_t stream) {
    if (bytes == 1) {
        count_kernel<<<grid, block, 0, stream>>>(static_cast<unsigned char const*>(data), n, wrong);
    } else {
        count_kernel<<<grid, block, 0, stream>>>(static_cast<unsigned const*>(data), n, wrong);
    }
    return cudaGetLastError();
}

cudaError_t write_late(float* data, std::size_t n, float value, unsigned microseconds, cudaStream_t stream) {
    write_kernel<<<64, block, 0, stream>>>(data, n, value, microseconds, false);
    return cudaGetLastError();
}

cudaError_t trigger_then_write_late(float* data, std::size_t n, float value, unsigned microseconds,
                                    cudaStream_t stream) {
    write_kernel<<<64, block, 0, stream>>>(data, n, value, microseconds, true);
    return cudaGetLastError();
}

cudaError_t start_early(cudaStream_t stream) {
    return launch_early(empty_kernel, 1, 32, stream);
}

cudaError_t copy_early(float* out, float const* in, std::size_t n, cudaStream_t stream) {
    return launch_early(copy_kernel, 64, block, stream, out, in, n);
}

cudaError_t write_to_nowhere(cudaStream_t stream) {
    fault_kernel<<<1, 1, 0, stream>>>(reinterpret_cast<int*>(16));
    return cudaGetLastError();
}

} // namespace kernels
