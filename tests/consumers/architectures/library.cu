// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Built twice, each time for another architecture, with another name for LIBRARY.
#include "library.hpp"

#include <reluk/relu.cuh>

static cudaError_t relu(float* x, size_t n) {
    return reluk::relu(x, x, n);
}

static cudaError_t architecture(int& answer) {
    using reluk::load::cached;
    using operation = reluk::op::relu<float>::bitwise;
    auto const kernel = &reluk::relu_kernel<operation, cached, reluk::store::cached, 16, 1, reluk::generality::words>;
    cudaFuncAttributes attributes{};
    cudaError_t const status = cudaFuncGetAttributes(&attributes, reinterpret_cast<void const*>(kernel));
    answer = attributes.ptxVersion;
    return status;
}

library const LIBRARY{relu, architecture};
