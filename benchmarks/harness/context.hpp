// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// What the results say of the device, the toolkit and the code.
#pragma once

#include "check.hpp"
#include "commit.hpp"

#include <reluk/device.hpp>
#include <reluk/version.hpp>
#include <string>
#include <utility>
#include <vector>

namespace bench {

/// Names and values for the context of the results, of the current device.
inline std::vector<std::pair<std::string, std::string>> device_context() {
    int device = 0;
    int driver = 0;
    int runtime = 0;
    cudaDeviceProp properties{};
    reluk::device_descriptor described;
    RELUK_BENCH_CHECK(cudaGetDevice(&device));
    RELUK_BENCH_CHECK(cudaGetDeviceProperties(&properties, device));
    RELUK_BENCH_CHECK(cudaDriverGetVersion(&driver));
    RELUK_BENCH_CHECK(cudaRuntimeGetVersion(&runtime));
    RELUK_BENCH_CHECK(reluk::query_current_device(described));
    auto const dotted = [](int v) { return std::to_string(v / 1000) + "." + std::to_string(v % 1000 / 10); };
    return {{"device", properties.name},
            {"compute_capability", std::to_string(described.compute_capability)},
            {"multiprocessors", std::to_string(described.multiprocessors)},
            {"l2_bytes", std::to_string(described.l2_bytes)},
            {"cuda_driver", dotted(driver)},
            {"cuda_runtime", dotted(runtime)},
            {"reluk", std::to_string(RELUK_VERSION / 10000) + "." + std::to_string(RELUK_VERSION / 100 % 100) + "." +
                          std::to_string(RELUK_VERSION % 100)},
            {"commit", commit},
            {"flush", "none: rotating walks distinct tensors of four times the L2 together"}};
}

} // namespace bench
