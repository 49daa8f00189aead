// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// The kernels that are compiled here, by element type. Each type is a translation unit of its own (kernels.cu.in).
#pragma once

#include "dtype.hpp"

#include <cuda_runtime_api.h>
#include <reluk/launch_config.hpp>

namespace bench {

struct kernels {
    /// reluk's own choice.
    cudaError_t (*choice)(void* out, void const* in, std::size_t n, reluk::device_descriptor const& device,
                          reluk::dataflow flow, cudaStream_t stream);
    /// The same with nothing but the tensors and the stream.
    cudaError_t (*default_call)(void* out, void const* in, std::size_t n, cudaStream_t stream);
    /// What it would choose, with `count` rows before its own.
    reluk::launch_config (*config)(void const* out, void const* in, std::size_t n,
                                   reluk::device_descriptor const& device, reluk::dataflow flow,
                                   reluk::tuning_row const* rows, std::size_t count);
    /// A configuration of the caller; null where the type's whole configuration space is not compiled.
    cudaError_t (*configured)(void* out, void const* in, std::size_t n, reluk::launch_config const& config,
                              cudaStream_t stream);
    /// The toolkit's cub::DeviceTransform with `x > 0 ? x : 0`.
    cudaError_t (*cub)(void* out, void const* in, std::size_t n, cudaStream_t stream);
};

kernels const& kernels_of(dtype type);

/// The device as the code compiled here can use it.
reluk::device_descriptor as_compiled(reluk::device_descriptor const& device);

/// As in CUB_VERSION: major * 100000 + minor * 100 + patch.
int cub_version();

// Kernels that know no type.

/// One element per thread, fp32: what a first attempt looks like.
cudaError_t plain_relu(float* out, float const* in, std::size_t n, cudaStream_t stream);
/// Reads both tensors and keeps nothing: the ceiling for the bytes a ReLU moves.
cudaError_t read_only(void* out, void const* in, std::size_t bytes, cudaStream_t stream);
/// Writes both tensors.
cudaError_t write_only(void* out, void* in, std::size_t bytes, cudaStream_t stream);
/// One block that does nothing: the floor of a launch.
cudaError_t empty(cudaStream_t stream);

} // namespace bench
