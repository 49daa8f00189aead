// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// What runs before and after ReLU in a pipeline.
#pragma once

#include <cstddef>
#include <cuda_runtime_api.h>
#include <string>

namespace bench {

/// How an elementwise neighbour is launched: threads per block, and 16-byte words per thread, side by side.
struct neighbour_shape {
    unsigned threads;
    unsigned words;
};

/// Reads and writes as an elementwise kernel of any type does: out = in with the lowest bit of each byte flipped, which
/// keeps the sign and makes no NaN of the test data. `bytes` is a multiple of 16.
cudaError_t run_neighbour(neighbour_shape shape, void* out, void const* in, std::size_t bytes, cudaStream_t stream);

/// fp16 products by cuBLAS: out (rows x width) = in (rows x width) * weight (width x width). Narrow enough that ReLU's
/// share of the chain stands out of the products' noise.
class matrix_product {
public:
    static constexpr std::size_t width = 1024;

    std::string version; ///< of cuBLAS; empty, and `why` says why, where there is none
    std::string why;

    /// Runs in `stream` alone.
    explicit matrix_product(cudaStream_t stream);
    ~matrix_product();
    matrix_product(matrix_product const&) = delete;
    matrix_product& operator=(matrix_product const&) = delete;

    /// `which` of two weights.
    cudaError_t run(int which, void* out, void const* in, std::size_t rows) const;

private:
    struct functions;
    functions* cublas_ = nullptr;
    void* weights_[2] = {};
    void* workspace_ = nullptr;
};

} // namespace bench
