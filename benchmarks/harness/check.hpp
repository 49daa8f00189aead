// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <cuda_runtime_api.h>
#include <stdexcept>
#include <string>

namespace bench {

/// For calls of the harness itself: an error there ends the point with a sentence.
inline void check(cudaError_t status, char const* what) {
    if (status != cudaSuccess) {
        static_cast<void>(cudaGetLastError());
        throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(status));
    }
}

#define RELUK_BENCH_CHECK(CALL) ::bench::check(CALL, #CALL)

} // namespace bench
