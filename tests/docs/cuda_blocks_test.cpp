// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Runs the CUDA blocks of the pages on the device, each with tensors of its own.
#include "catch.hpp"
#include "cuda_blocks.hpp"
#include "device.hpp"

#include <algorithm>
#include <cstring>
#include <reluk/device.hpp>

TEST_CASE("the CUDA blocks of the pages do what they say") {
    constexpr std::size_t n = 100000;
    constexpr std::size_t bytes = n * sizeof(float);
    std::vector<float> input(n);
    std::vector<float> expected(n);
    for (std::size_t i = 0; i < n; ++i) {
        input[i] = i % 3 == 0 ? -1.0f : static_cast<float>(i % 100);
        expected[i] = std::max(input[i], 0.0f);
    }
    std::vector<unsigned char> input_bytes(bytes);
    std::memcpy(input_bytes.data(), input.data(), bytes);
    reluk::device_descriptor descriptor;
    device::check(reluk::query_current_device(descriptor));
    device::stream const stream;

    REQUIRE(!cuda_blocks.empty());
    for (cuda_block const& block : cuda_blocks) {
        INFO(block.place);
        device::memory const in(bytes);
        device::memory const out(bytes);
        in.write(input_bytes);
        out.fill(0xff); // NaN
        device::check(cudaDeviceSynchronize());

        auto* const to = reinterpret_cast<float*>(out.get());
        auto const* const from = reinterpret_cast<float const*>(in.get());
        auto const flow = reluk::dataflow::pipeline;
        auto const config = reluk::choose(descriptor, reluk::make_workload<float>(to, from, n, flow));
        block.run(to, from, n, stream, descriptor, flow, config);
        device::check(cudaStreamSynchronize(stream));
        device::check(cudaGetLastError());

        std::vector<float> output(n);
        std::memcpy(output.data(), out.read().data(), bytes);
        CHECK((!block.computes_relu || output == expected));
    }
}
