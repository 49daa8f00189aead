// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// The usual use, for the measurement of its compile time.
#include <reluk/relu.cuh>

cudaError_t activate(float* x, size_t n, cudaStream_t stream) {
    return reluk::relu(x, x, n, stream);
}
