// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// A program of its own, because what it tests can be tested once in a process: that the very first call, and the first
// use of each kernel, may happen inside a stream capture.
#include "device.hpp"
#include "runner.hpp"

TEST_CASE("the first call of the process may be captured, for every type, dataflow and early launch") {
    constexpr std::size_t bytes = 1 << 16;
    device::memory const in(bytes), out(14 * 4 * bytes);
    std::vector<unsigned char> input(bytes);
    std::mt19937_64 random(3);
    for (std::size_t i = 0; i < bytes / 8; ++i) {
        elements::put(input.data(), i, 8, random());
    }
    in.write(input);
    device::stream const stream;
    cudaGraph_t graph;
    device::check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    unsigned char* target = out.get();
    for (runner const* const run : runners) {
        std::size_t const n = bytes / run->format->bytes;
        for (auto const flow : {reluk::dataflow::pipeline, reluk::dataflow::repeated, reluk::dataflow::oneshot}) {
            CHECK(run->with_flow(target, in.get(), n, flow, stream) == cudaSuccess);
            target += bytes;
        }
        reluk::launch_config config;
        config.grid = static_cast<unsigned>(bytes / 16 / 128);
        config.block = 128;
        config.early_launch = true;
        CHECK(run->with_config(target, in.get(), n, config, stream) == cudaSuccess);
        target += bytes;
    }
    REQUIRE(cudaStreamEndCapture(stream, &graph) == cudaSuccess);
    cudaGraphExec_t executable;
    device::check(cudaGraphInstantiate(&executable, graph, 0));
    device::check(cudaGraphLaunch(executable, stream));
    device::check(cudaStreamSynchronize(stream));
    auto const got = out.read();
    std::size_t wrong = 0;
    for (std::size_t r = 0; r < 14; ++r) {
        auto const& f = *runners[r]->format;
        for (std::size_t copy = 0; copy < 4; ++copy) {
            for (std::size_t i = 0; i < bytes / f.bytes; ++i) {
                wrong += elements::get(got.data() + (4 * r + copy) * bytes, i, f.bytes) !=
                         elements::relu(f, elements::get(input.data(), i, f.bytes));
            }
        }
    }
    CHECK(wrong == 0);
    device::check(cudaGraphExecDestroy(executable));
    device::check(cudaGraphDestroy(graph));
}
