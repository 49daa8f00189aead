// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// A program of its own, compiled with --default-stream per-thread: all of a program has to agree on what the default
// stream is, since the header's functions are the same in all of its files.
#include <reluk/relu.cuh>

#include "device.hpp"

TEST_CASE("case_38: compiled for per-thread default streams, a call without a stream is on the thread's own") {
    constexpr std::size_t n = 1000;
    device::memory const in(n * sizeof(float)), out(n * sizeof(float));
    auto* const from = reinterpret_cast<float*>(in.get());
    auto* const to = reinterpret_cast<float*>(out.get());
    in.write(std::vector<unsigned char>(in.size(), 0x3f));
    out.fill(0x5a);
    device::check(cudaDeviceSynchronize());

    // Only what is on the thread's stream gets into this capture. The legacy stream could not even be used during it.
    cudaGraph_t graph = nullptr;
    device::check(cudaStreamBeginCapture(cudaStreamPerThread, cudaStreamCaptureModeGlobal));
    CHECK(reluk::relu(to, from, n) == cudaSuccess);
    CHECK(reluk::relu(to, from, n, reluk::dataflow::oneshot) == cudaSuccess);
    CHECK(reluk::relu<float, reluk::load::cached, reluk::store::cached>(to, from, n) == cudaSuccess);
    REQUIRE(cudaStreamEndCapture(cudaStreamPerThread, &graph) == cudaSuccess);
    std::size_t nodes = 0;
    device::check(cudaGraphGetNodes(graph, nullptr, &nodes));
    CHECK(nodes == 3);

    cudaGraphExec_t executable;
    device::check(cudaGraphInstantiate(&executable, graph, 0));
    device::check(cudaGraphLaunch(executable, cudaStreamPerThread));
    device::check(cudaStreamSynchronize(cudaStreamPerThread));
    CHECK(out.read() == in.read()); // 0x3f3f3f3f is positive
    device::check(cudaGraphExecDestroy(executable));
    device::check(cudaGraphDestroy(graph));
}
