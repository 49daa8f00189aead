// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// The CUDA blocks of the pages, as blocks.py makes functions of them.
#pragma once

#include <cstddef>
#include <cuda_runtime_api.h>
#include <reluk/launch_config.hpp>
#include <vector>

struct cuda_block {
    char const* place;  ///< page:line
    bool computes_relu; ///< of n elements, from in to out
    void (*run)(float* out, float const* in, std::size_t n, cudaStream_t stream, reluk::device_descriptor const& device,
                reluk::dataflow flow, reluk::launch_config const& config);
};

extern std::vector<cuda_block> const cuda_blocks;
