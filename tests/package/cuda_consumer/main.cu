// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
#include <reluk/relu.cuh>

int main() {
    float* nothing = nullptr;
    return reluk::relu(nothing, nothing, 0) == cudaSuccess ? 0 : 1;
}
