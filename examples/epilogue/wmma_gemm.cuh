// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// A matrix product on the tensor cores that fits on a page: no shared memory for the inputs, no pipeline. Made to show
// where an epilogue goes, not to be fast.
#pragma once

#include "bias_relu_epilogue.hpp"

#include <cstddef>
#include <cuda_fp16.h>
#include <mma.h>

namespace wmma_gemm {

constexpr unsigned tile = 16;       ///< elements along each side of a tensor core's operand
constexpr unsigned warp_tiles = 2;  ///< along each side of what a warp computes
constexpr unsigned block_warps = 2; ///< along each side of a block
constexpr unsigned warp_side = warp_tiles * tile;
constexpr unsigned block_side = block_warps * warp_side;
constexpr unsigned threads = block_warps * block_warps * 32;

/// Epilogues take what a lane holds of a tile: half a row.
constexpr unsigned count = tile * tile / 32;

/// d = epilogue(a * b, bias), all row-major: a is m x k, b is k x n, d is m x n, the bias has n elements. m and n are
/// multiples of block_side, k of tile, and all begin at multiples of 32 bytes.
template <class Epilogue>
__global__ void __launch_bounds__(threads)
    kernel(Epilogue epilogue, __half* d, __half const* a, __half const* b, __half const* bias, unsigned n, unsigned k) {
    using namespace nvcuda::wmma;
    unsigned const warp = threadIdx.x / 32;
    unsigned const lane = threadIdx.x % 32;
    std::size_t const first_row = blockIdx.y * block_side + warp / block_warps * warp_side;
    std::size_t const first_column = blockIdx.x * block_side + warp % block_warps * warp_side;

    nvcuda::wmma::fragment<accumulator, tile, tile, tile, float> sums[warp_tiles][warp_tiles];
    for (auto& row : sums) {
        for (auto& sum : row) {
            fill_fragment(sum, 0.0f);
        }
    }
    for (unsigned step = 0; step < k; step += tile) {
        nvcuda::wmma::fragment<matrix_a, tile, tile, tile, __half, row_major> left[warp_tiles];
        nvcuda::wmma::fragment<matrix_b, tile, tile, tile, __half, row_major> right[warp_tiles];
        for (unsigned i = 0; i < warp_tiles; ++i) {
            load_matrix_sync(left[i], a + (first_row + i * tile) * k + step, k);
            load_matrix_sync(right[i], b + std::size_t{step} * n + first_column + i * tile, n);
        }
        for (unsigned i = 0; i < warp_tiles; ++i) {
            for (unsigned j = 0; j < warp_tiles; ++j) {
                mma_sync(sums[i][j], left[i], right[j], sums[i][j]);
            }
        }
    }

    // Which element of a tile a lane holds is the hardware's secret: by way of shared memory it is half a row.
    __shared__ alignas(32) float shared[block_warps * block_warps][tile * tile];
    unsigned const row = lane / 2;
    unsigned const column = lane % 2 * count;
    for (unsigned i = 0; i < warp_tiles; ++i) {
        for (unsigned j = 0; j < warp_tiles; ++j) {
            store_matrix_sync(shared[warp], sums[i][j], tile, mem_row_major);
            __syncwarp();
            std::size_t const d_row = first_row + i * tile + row;
            std::size_t const d_column = first_column + j * tile + column;
            auto const& sum =
                reinterpret_cast<typename Epilogue::accumulator const&>(shared[warp][row * tile + column]);
            auto const& own_bias = reinterpret_cast<typename Epilogue::output const&>(bias[d_column]);
            reinterpret_cast<typename Epilogue::output&>(d[d_row * n + d_column]) = epilogue(sum, own_bias);
            __syncwarp(); // before the next tile takes the place of this one
        }
    }
}

/// Launches it.
template <class Epilogue>
[[nodiscard]] cudaError_t run(Epilogue const& epilogue, __half* d, __half const* a, __half const* b, __half const* bias,
                              unsigned m, unsigned n, unsigned k, cudaStream_t stream) {
    if (m % block_side != 0 || n % block_side != 0 || k % tile != 0) {
        return cudaErrorInvalidValue;
    }
    kernel<<<dim3(n / block_side, m / block_side), threads, 0, stream>>>(epilogue, d, a, b, bias, n, k);
    return cudaGetLastError();
}

} // namespace wmma_gemm
