// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// reluk's entry points for one element type, behind untyped functions: the tests are then compiled by the host compiler
// and loop over types at run time.
#pragma once

#include <reluk/device.hpp>

#include "elements.hpp"

#include <cuda_runtime_api.h>

struct runner {
    elements::format const* format;

    cudaError_t (*automatic)(void* out, void const* in, std::size_t n, cudaStream_t stream);
    cudaError_t (*with_flow)(void* out, void const* in, std::size_t n, reluk::dataflow flow, cudaStream_t stream);
    cudaError_t (*with_device)(void* out, void const* in, std::size_t n, reluk::device_descriptor const& device,
                               reluk::dataflow flow, cudaStream_t stream);
    cudaError_t (*with_config)(void* out, void const* in, std::size_t n, reluk::launch_config const& config,
                               cudaStream_t stream);
    /// relu<T, Load, Store> with the policies of these names.
    cudaError_t (*with_policies)(void* out, void const* in, std::size_t n, reluk::load_path load,
                                 reluk::store_path store, cudaStream_t stream);
};

/// One for each of elements::formats, in that order; made by runner.cu.in.
extern runner const* const runners[14];
