// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
#include "check.hpp"
#include "data.hpp"
#include "neighbours.hpp"
#include "shared_library.hpp"

#include <cublas_v2.h>
#include <cuda_fp16.h>

namespace bench {
namespace {

template <unsigned Words>
__global__ void neighbour_kernel(uint4* out, uint4 const* in, std::size_t words) {
    constexpr unsigned flip = 0x01010101;
    std::size_t const first = (blockIdx.x * std::size_t{blockDim.x} + threadIdx.x) * Words;
    uint4 x[Words];
#pragma unroll
    for (unsigned i = 0; i < Words; ++i) {
        if (first + i < words) {
            x[i] = in[first + i];
        }
    }
#pragma unroll
    for (unsigned i = 0; i < Words; ++i) {
        if (first + i < words) {
            out[first + i] = {x[i].x ^ flip, x[i].y ^ flip, x[i].z ^ flip, x[i].w ^ flip};
        }
    }
}

} // namespace

cudaError_t run_neighbour(neighbour_shape shape, void* out, void const* in, std::size_t bytes, cudaStream_t stream) {
    std::size_t const words = bytes / 16;
    std::size_t const per_block = std::size_t{shape.threads} * shape.words;
    auto const blocks = static_cast<unsigned>((words + per_block - 1) / per_block);
    auto* const kernel = shape.words == 1 ? neighbour_kernel<1> : neighbour_kernel<2>;
    kernel<<<blocks, shape.threads, 0, stream>>>(static_cast<uint4*>(out), static_cast<uint4 const*>(in), words);
    return cudaGetLastError();
}

struct matrix_product::functions {
    decltype(&cublasCreate_v2) create;
    decltype(&cublasDestroy_v2) destroy;
    decltype(&cublasSetStream_v2) set_stream;
    decltype(&cublasSetWorkspace_v2) set_workspace;
    decltype(&cublasGetVersion_v2) get_version;
    // Spelled out, since the header overloads it.
    cublasStatus_t (*gemm)(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int, void const*,
                           void const*, cudaDataType, int, void const*, cudaDataType, int, void const*, void*,
                           cudaDataType, int, cublasComputeType_t, cublasGemmAlgo_t);
    cublasHandle_t handle = nullptr;

    bool load(std::string& why) {
        shared_library const library({"libcublas.so.13", "libcublas.so.12", "libcublas.so"});
        if (!library) {
            why = library.error();
            return false;
        }
        if (!library.find(create, "cublasCreate_v2") || !library.find(destroy, "cublasDestroy_v2") ||
            !library.find(set_stream, "cublasSetStream_v2") || !library.find(set_workspace, "cublasSetWorkspace_v2") ||
            !library.find(get_version, "cublasGetVersion_v2") || !library.find(gemm, "cublasGemmEx")) {
            why = "this cuBLAS lacks a function";
            return false;
        }
        if (create(&handle) != CUBLAS_STATUS_SUCCESS) {
            why = "cuBLAS does not start";
            return false;
        }
        return true;
    }
};

matrix_product::matrix_product(cudaStream_t stream) {
    cublas_ = new functions{};
    if (!cublas_->load(why)) {
        return;
    }
    int v = 0;
    cublas_->get_version(cublas_->handle, &v);
    version = std::to_string(v);
    for (void*& weight : weights_) {
        RELUK_BENCH_CHECK(cudaMalloc(&weight, width * width * sizeof(__half)));
        fill_random(weight, width * width, dtype::fp16, stream);
    }
    // Of our own, since cuBLAS may not allocate while a graph is captured.
    constexpr std::size_t workspace_bytes = std::size_t{32} << 20;
    RELUK_BENCH_CHECK(cudaMalloc(&workspace_, workspace_bytes));
    cublas_->set_stream(cublas_->handle, stream);
    cublas_->set_workspace(cublas_->handle, workspace_, workspace_bytes);
}

matrix_product::~matrix_product() {
    if (cublas_->handle != nullptr) {
        cublas_->destroy(cublas_->handle);
    }
    delete cublas_;
    cudaFree(weights_[0]);
    cudaFree(weights_[1]);
    cudaFree(workspace_);
}

cudaError_t matrix_product::run(int which, void* out, void const* in, std::size_t rows) const {
    // Row-major out = in * weight is column-major out' = weight' * in'. The factor keeps fp16 in range.
    float const alpha = 1.0f / 64;
    float const beta = 0.0f;
    constexpr auto w = static_cast<int>(width);
    cublasStatus_t const status = cublas_->gemm(cublas_->handle, CUBLAS_OP_N, CUBLAS_OP_N, w, static_cast<int>(rows), w,
                                                &alpha, weights_[which], CUDA_R_16F, w, in, CUDA_R_16F, w, &beta, out,
                                                CUDA_R_16F, w, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
    return status == CUBLAS_STATUS_SUCCESS ? cudaSuccess : cudaErrorUnknown;
}

} // namespace bench
