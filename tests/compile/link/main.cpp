// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Four translation units with every header in each make one program. With the argument "device" it also launches, from
// both device units, and from one of them the kernel whose address the other took.
#include "every_header.hpp"
#include "unit.hpp"

#include <cstdio>
#include <cstring>

namespace {

int failures = 0;

void check(bool condition, char const* what) {
    if (!condition) {
        std::printf("failed: %s\n", what);
        ++failures;
    }
}

constexpr size_t n = 1000;

template <class Launch>
void check_launch(float* x, char const* what, Launch launch) {
    for (size_t i = 0; i < n; ++i) {
        x[i] = i % 2 == 0 ? -1.0f : 1.0f;
    }
    bool right = launch() == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess;
    for (size_t i = 0; i < n; ++i) {
        right = right && x[i] == (i % 2 == 0 ? 0.0f : 1.0f);
    }
    check(right, what);
}

int launch_everywhere() {
    int devices = 0;
    if (cudaError_t const status = cudaGetDeviceCount(&devices); status != cudaSuccess) {
        std::printf("skipped: no CUDA device (%s)\n", cudaGetErrorString(status));
        return 77;
    }
    void* memory = nullptr;
    check(cudaMallocManaged(&memory, n * sizeof(float)) == cudaSuccess, "allocation");
    if (failures != 0) {
        return failures;
    }
    auto* const x = static_cast<float*>(memory);
    check_launch(x, "launch in the first unit", [&] { return launch_in_first(x, n); });
    check_launch(x, "launch in the second unit", [&] { return launch_in_second(x, n); });
    check_launch(x, "launch by address", [&] { return launch_by_address_in_first(kernel_of_first(), x, n); });
    check_launch(x, "launch by the other unit's address",
                 [&] { return launch_by_address_in_first(kernel_of_second(), x, n); });
    return failures;
}

} // namespace

int main(int argc, char** argv) {
    if (argc > 1 && std::strcmp(argv[1], "device") == 0) {
        return launch_everywhere();
    }
    float x[] = {-1.0f, 1.0f, -0.0f, 2.0f};
    check(reluk::host::relu(x, x, 2), "here");
    check(rectify_in_host_unit(x + 2, 2), "in the other unit");
    check(x[0] == 0.0f && x[1] == 1.0f && x[2] == 0.0f && x[3] == 2.0f, "values");
    check(kernel_of_first() != nullptr && kernel_of_second() != nullptr, "addresses of kernels");
    check(descriptors_of_first() == descriptors_of_second(), "one table of descriptors in the process");
    check(launch_in_first(nullptr, 0) == cudaSuccess && launch_in_second(nullptr, 0) == cudaSuccess, "empty calls");
    return failures;
}
