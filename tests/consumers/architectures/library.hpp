// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cuda_runtime_api.h>

/// What a shared library that uses reluk gives to the program.
struct library {
    cudaError_t (*relu)(float* x, size_t n);
    /// The architecture that the library's own kernel was made for, as the runtime has loaded it.
    cudaError_t (*architecture)(int& answer);
};

extern library const first, second;
