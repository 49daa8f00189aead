// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Calls whose kernels are compiled to machine code of compute capability 10.0 alone, which no device of another major
// version runs.
#pragma once

#include <cstddef>
#include <cuda_runtime_api.h>

namespace faults {

constexpr int image_major = 10;

cudaError_t relu_for_another_device(float* out, float const* in, std::size_t n, cudaStream_t stream);
cudaError_t add_relu_for_another_device(float* out, float const* a, float const* b, std::size_t n, cudaStream_t stream);

} // namespace faults
