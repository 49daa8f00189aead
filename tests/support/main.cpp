// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// main() of every test program. With RELUK_TESTS_NEED_DEVICES it leaves with status 77 where there are fewer devices
// than that, which ctest reports as skipped.
#define CATCH_CONFIG_RUNNER // has a meaning for Catch2 v2 only: the framework is compiled here
#include "catch.hpp"

#if defined(RELUK_TESTS_NEED_DEVICES)
#include <cstdio>
#include <cuda_runtime_api.h>

static bool has_devices() {
    int devices = 0;
    cudaError_t status = cudaGetDeviceCount(&devices);
    if (status == cudaSuccess && devices == 0) {
        status = cudaErrorNoDevice;
    }
    if (status != cudaSuccess) {
        std::printf("skipped: no CUDA device (%s)\n", cudaGetErrorString(status));
    } else if (devices < RELUK_TESTS_NEED_DEVICES) {
        std::printf("skipped: needs %d CUDA devices, there is %d\n", RELUK_TESTS_NEED_DEVICES, devices);
        return false;
    }
    return status == cudaSuccess;
}
#else
static bool has_devices() {
    return true;
}
#endif

int main(int argc, char** argv) {
    constexpr int skipped = 77;
    Catch::Session session;
    if (int const status = session.applyCommandLine(argc, argv); status != 0) {
        return status;
    }
    auto const& options = session.configData();
    bool const only_lists = options.listTests || options.listTags || options.listReporters || options.showHelp;
    if (!only_lists && !has_devices()) {
        return skipped;
    }
    return session.run();
}
