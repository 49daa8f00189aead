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

namespace {

using operation = reluk::op::relu<float>::bitwise;

} // namespace

TEST_CASE("case_43: PTX made for an older architecture is known to have no wait") {
    auto const kernel = reinterpret_cast<void const*>(
        &reluk::relu_kernel<operation, reluk::load::cached, reluk::store::cached, 16, 1, false>);
    bool waits = true;
    REQUIRE(reluk::detail::has_dependency_wait(kernel, waits) == cudaSuccess);
    CHECK_FALSE(waits);
}

TEST_CASE("case_43: early launch of such code still comes after a producer that lets it start at once") {
    constexpr std::size_t n = std::size_t{1} << 20;
    device::memory const in(n * sizeof(float)), out(n * sizeof(float));
    auto* const produced = reinterpret_cast<float*>(in.get());
    device::stream const stream;
    reluk::launch_config config;
    config.block = 256;
    config.grid = static_cast<unsigned>(n / 4 / 256);
    config.early_launch = true;
    reluk::detail::request<operation> const what{out.get(), produced, n};
    for (int round = 1; round <= 20; ++round) {
        in.fill(0);
        out.fill(0);
        device::check(cudaDeviceSynchronize());
        device::check(kernels::trigger_then_write_late(produced, n, static_cast<float>(round), 200, stream));
        // relu(out, in, n, config, stream) for this one kernel; with all 160 the driver would compile for minutes.
        device::check(
            reluk::detail::launch_policies(what, config, stream, reluk::load::cached{}, reluk::store::cached{}));
        device::check(cudaStreamSynchronize(stream));
        std::vector<float> got(n);
        device::check(cudaMemcpy(got.data(), out.get(), n * sizeof(float), cudaMemcpyDeviceToHost));
        CHECK(std::count(got.begin(), got.end(), static_cast<float>(round)) == static_cast<std::ptrdiff_t>(n));
    }
}
