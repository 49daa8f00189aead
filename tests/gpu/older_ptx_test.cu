// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// A program of its own, compiled to PTX of the oldest architecture alone, so that the driver compiles it for the device
// at hand. Such kernels have no wait in them, on whatever device they run. The producer is compiled as everything else
// is, and does let its successor start at once where the device can.
#include <reluk/relu.cuh>

#include "device.hpp"
#include "kernels.hpp"

#include <algorithm>

TEST_CASE("case_43: PTX made for an older architecture is known to have no wait") {
    reluk::device_descriptor device;
    device::check(reluk::query_current_device(device));
    CHECK_FALSE(reluk::as_compiled(device).early_launch);
}

TEST_CASE("case_43: early launch of such code still comes after a producer that lets it start at once") {
    constexpr std::size_t n = std::size_t{1} << 20;
    device::memory const in(n * sizeof(float)), out(n * sizeof(float));
    auto* const produced = reinterpret_cast<float*>(in.get());
    device::stream const stream;
    auto* const rectified = reinterpret_cast<float*>(out.get());
    for (int round = 1; round <= 20; ++round) {
        in.fill(0);
        out.fill(0);
        device::check(cudaDeviceSynchronize());
        device::check(kernels::trigger_then_write_late(produced, n, static_cast<float>(round), 200, stream));
        // At this size others start early. (By relu(out, in, n, config) the driver would compile 160 kernels.)
        device::check(reluk::relu<float, reluk::load::cached, reluk::store::cached>(rectified, produced, n, stream));
        device::check(cudaStreamSynchronize(stream));
        std::vector<float> got(n);
        device::check(cudaMemcpy(got.data(), out.get(), n * sizeof(float), cudaMemcpyDeviceToHost));
        CHECK(std::count(got.begin(), got.end(), static_cast<float>(round)) == static_cast<std::ptrdiff_t>(n));
    }
}
