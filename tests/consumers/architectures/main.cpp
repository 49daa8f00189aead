// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Two shared libraries that use reluk in one process, built for different architectures: each launches its own kernels.
// With the argument "device" they launch.
#include "library.hpp"

#include <cstdio>

static int failures = 0;

static void check(bool condition, char const* what) {
    if (!condition) {
        std::printf("failed: %s\n", what);
        ++failures;
    }
}

static void check_library(library const& under_test, int expected) {
    constexpr size_t n = 1000;
    float* x = nullptr;
    check(cudaMallocManaged(reinterpret_cast<void**>(&x), n * sizeof(float)) == cudaSuccess, "allocation");
    if (x == nullptr) {
        return;
    }
    for (size_t i = 0; i < n; ++i) {
        x[i] = i % 2 == 0 ? -1.0f : 1.0f;
    }
    check(under_test.relu(x, n) == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess, "launch");
    bool right = true;
    for (size_t i = 0; i < n; ++i) {
        right = right && x[i] == (i % 2 == 0 ? 0.0f : 1.0f);
    }
    check(right, "values");
    int answer = 0;
    check(under_test.architecture(answer) == cudaSuccess && answer == expected, "the kernel is the library's own");
    check(cudaFree(x) == cudaSuccess, "release");
}

int main(int argc, char**) {
    if (argc == 1) {
        check(first.relu(nullptr, 0) == cudaSuccess && second.relu(nullptr, 0) == cudaSuccess, "empty calls");
        check(first.relu(nullptr, 1) == cudaErrorInvalidValue && second.relu(nullptr, 1) == cudaErrorInvalidValue,
              "null pointers");
        return failures;
    }
    int devices = 0;
    cudaError_t const status = cudaGetDeviceCount(&devices);
    if (status != cudaSuccess || devices == 0) {
        std::printf("skipped: no CUDA device (%s)\n", cudaGetErrorString(status));
        return 77;
    }
    int major = 0;
    check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0) == cudaSuccess, "capability");
    if (10 * major < SECOND_ARCHITECTURE) {
        std::printf("skipped: this device does not run code for sm_%d\n", SECOND_ARCHITECTURE);
        return 77;
    }
    // In turns: what the first library leaves behind in the process must not change the second, nor the other way
    // round.
    for (int round = 0; round < 2; ++round) {
        check_library(first, FIRST_ARCHITECTURE);
        check_library(second, SECOND_ARCHITECTURE);
    }
    return failures;
}
