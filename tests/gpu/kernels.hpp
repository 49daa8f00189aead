// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Small kernels that the GPU tests put around reluk's.
#pragma once

#include <cstddef>
#include <cuda_runtime_api.h>

namespace kernels {

/// Fills n codes of `bytes` (1 or 4) each with a hash of their index.
cudaError_t fill(void* data, std::size_t n, unsigned bytes, cudaStream_t stream);

/// Adds to *wrong the number of codes that are not the ReLU of what fill() wrote: of int8 (1 byte) or of fp32 (4).
cudaError_t count_wrong(void const* data, std::size_t n, unsigned bytes, unsigned long long* wrong,
                        cudaStream_t stream);

/// Waits so many microseconds on the device, then writes `value` to n floats.
cudaError_t write_late(float* data, std::size_t n, float value, unsigned microseconds, cudaStream_t stream);

/// The same from a kernel that lets its successor start at once.
cudaError_t trigger_then_write_late(float* data, std::size_t n, float value, unsigned microseconds,
                                    cudaStream_t stream);

/// An empty kernel that starts as early as it may, and waits for nothing.
cudaError_t start_early(cudaStream_t stream);

/// Copies n floats, as early as it may, and waits for nothing.
cudaError_t copy_early(float* out, float const* in, std::size_t n, cudaStream_t stream);

/// Writes to an address that is none: the context is lost.
cudaError_t write_to_nowhere(cudaStream_t stream);

} // namespace kernels
