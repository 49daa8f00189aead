// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// A user's shared library of two functions.
#include <reluk/family.cuh>
#include <reluk/host.hpp>
#include <reluk/relu.cuh>

#define EXPORT extern "C" __attribute__((visibility("default")))

EXPORT int users_gpu_function(float* x, size_t n) {
    cudaError_t const status = reluk::relu(x, x, n);
    return status == cudaSuccess ? reluk::squared_relu(x, x, n) : status;
}

EXPORT int users_cpu_function(float* x, size_t n) {
    return reluk::host::relu(x, x, n) ? 1 : 0;
}
