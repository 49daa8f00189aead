// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Runs the CUDA blocks of the pages on the device, each with tensors of its own.
#include "catch.hpp"
#include "cuda_blocks.hpp"

#include <algorithm>
#include <reluk/device.hpp>

namespace {

constexpr std::size_t n = 100000;

struct buffer {
    buffer() { REQUIRE(cudaMalloc(&data, n * sizeof(float)) == cudaSuccess); }
    buffer(buffer const&) = delete;
    buffer& operator=(buffer const&) = delete;
    ~buffer() { static_cast<void>(cudaFree(data)); }

    float* data = nullptr;
};

} // namespace

TEST_CASE("the CUDA blocks of the pages do what they say") {
    REQUIRE(!cuda_blocks.empty());
    std::vector<float> input(n);
    std::vector<float> expected(n);
    for (std::size_t i = 0; i < n; ++i) {
        input[i] = i % 3 == 0 ? -1.0f : static_cast<float>(i % 100);
        expected[i] = std::max(input[i], 0.0f);
    }
    reluk::device_descriptor device;
    REQUIRE(reluk::query_current_device(device) == cudaSuccess);
    cudaStream_t stream = nullptr;
    REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);

    for (cuda_block const& block : cuda_blocks) {
        INFO(block.place);
        buffer in;
        buffer out;
        REQUIRE(cudaMemcpy(in.data, input.data(), n * sizeof(float), cudaMemcpyHostToDevice) == cudaSuccess);
        REQUIRE(cudaMemset(out.data, 0xff, n * sizeof(float)) == cudaSuccess);

        auto const flow = reluk::dataflow::pipeline;
        auto const config = reluk::choose(device, reluk::make_workload(out.data, in.data, n, flow));
        block.run(out.data, in.data, n, stream, device, flow, config);
        REQUIRE(cudaStreamSynchronize(stream) == cudaSuccess);
        REQUIRE(cudaGetLastError() == cudaSuccess);

        std::vector<float> output(n);
        REQUIRE(cudaMemcpy(output.data(), out.data, n * sizeof(float), cudaMemcpyDeviceToHost) == cudaSuccess);
        CHECK((!block.computes_relu || output == expected));
    }
    CHECK(cudaStreamDestroy(stream) == cudaSuccess);
}
