// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// How a call behaves: streams, errors, aliasing, graphs, early launch and threads.
#include "device.hpp"
#include "kernels.hpp"
#include "runner.hpp"

#include <algorithm>
#include <thread>

namespace {

runner const& fp32 = *runners[1];
constexpr std::size_t n = std::size_t{1} << 20;

/// Whether all n floats on the device are `value`.
bool all_are(device::memory const& data, float value) {
    std::vector<float> host(n);
    device::check(cudaMemcpy(host.data(), data.get(), n * sizeof(float), cudaMemcpyDeviceToHost));
    return std::all_of(host.begin(), host.end(), [&](float x) { return x == value; });
}

float* floats(device::memory const& data) {
    return reinterpret_cast<float*>(data.get());
}

reluk::launch_config covering_config() {
    reluk::launch_config config;
    config.block = 256;
    config.grid = static_cast<unsigned>(n / 4 / 256);
    return config;
}

} // namespace

TEST_CASE("a call is ordered after the work before it on a non-blocking stream") {
    device::memory const in(n * 4), out(n * 4);
    in.fill(0);
    out.fill(0);
    device::check(cudaDeviceSynchronize());
    device::stream const stream;
    device::check(
        fp32.automatic(out.get(), in.get(), n, stream)); // loads the kernel, which may take longer than it waits
    device::check(cudaStreamSynchronize(stream));
    device::check(kernels::write_late(floats(in), n, 3.0f, 20000, stream));
    device::check(fp32.automatic(out.get(), in.get(), n, stream));
    CHECK(cudaStreamQuery(stream) == cudaErrorNotReady); // asynchronous: the call has not waited
    static_cast<void>(cudaGetLastError());
    device::check(cudaStreamSynchronize(stream));
    CHECK(all_are(out, 3.0f));
}

TEST_CASE("the default stream argument is the default stream") {
    device::memory const in(n * 4), out(n * 4);
    out.fill(0);
    device::check(kernels::write_late(floats(in), n, 5.0f, 5000, nullptr));
    device::check(fp32.automatic(out.get(), in.get(), n, nullptr));
    device::check(cudaDeviceSynchronize());
    CHECK(all_are(out, 5.0f));
}

TEST_CASE(
    "early launch still waits for a producer that lets it start at once, also behind a kernel that did not wait") {
    device::memory const in(n * 4), out(n * 4);
    device::stream const stream;
    auto config = covering_config();
    config.early_launch = true;
    for (int round = 1; round <= 40; ++round) {
        in.fill(0);
        out.fill(0);
        device::check(cudaDeviceSynchronize());
        device::check(kernels::trigger_then_write_late(floats(in), n, static_cast<float>(round), 200, stream));
        if (round % 2 == 0) {
            device::check(kernels::start_early(stream));
        }
        device::check(fp32.with_config(out.get(), in.get(), n, config, stream));
        device::check(cudaStreamSynchronize(stream));
        CHECK(all_are(out, static_cast<float>(round)));
    }
}

TEST_CASE("a successor that starts early finds what was written before the call, without a wait of its own") {
    device::memory const early(n * 4), copy(n * 4), in(n * 4), out(n * 4);
    device::stream const stream;
    in.fill(0);
    auto config = covering_config();
    config.grid = 64; // all blocks of the three kernels fit on the device at once
    config.early_launch = config.early_trigger = true;
    // Where there is less to do, threads and whole blocks leave without a wait: the others' has to do.
    std::size_t const per_block = 256 * 4;
    std::size_t const sizes[] = {64 * per_block, per_block + 4, 4, 1};
    for (int round = 1; round <= 40; ++round) {
        config.order = round % 2 == 0 ? reluk::block_order::reverse : reluk::block_order::forward;
        std::size_t const called = sizes[round / 2 % 4];
        CAPTURE(called, round);
        early.fill(0);
        copy.fill(0);
        device::check(cudaDeviceSynchronize());
        device::check(kernels::trigger_then_write_late(floats(early), n, static_cast<float>(round), 200, stream));
        device::check(fp32.with_config(out.get(), in.get(), called, config, stream));
        device::check(kernels::copy_early(floats(copy), floats(early), n, stream));
        device::check(cudaStreamSynchronize(stream));
        CHECK(all_are(copy, static_cast<float>(round)));
    }
}

TEST_CASE("a chain of early launches gives what a chain of ordinary ones gives") {
    device::memory const a(n * 4), b(n * 4), c(n * 4);
    device::stream const stream;
    auto config = covering_config();
    config.early_launch = true;
    for (int round = 0; round < 50; ++round) {
        config.early_trigger = round % 2 == 1;
        device::check(kernels::write_late(floats(a), n, static_cast<float>(round), 0, stream));
        for (int i = 0; i < 3; ++i) {
            device::check(fp32.with_config(b.get(), a.get(), n, config, stream));
            device::check(fp32.with_config(c.get(), b.get(), n, config, stream));
            device::check(fp32.with_config(a.get(), c.get(), n, config, stream));
        }
        device::check(cudaStreamSynchronize(stream));
        CHECK(all_are(a, static_cast<float>(round)));
    }
}

TEST_CASE("an error that was pending is neither reported nor cleared") {
    device::memory const in(n * 4), out(n * 4);
    void* too_much = nullptr;
    REQUIRE(cudaMalloc(&too_much, std::size_t{1} << 60) == cudaErrorMemoryAllocation);
    REQUIRE(cudaPeekAtLastError() == cudaErrorMemoryAllocation);
    CHECK(fp32.automatic(out.get(), in.get(), n, nullptr) == cudaSuccess);
    CHECK(fp32.automatic(nullptr, in.get(), n, nullptr) == cudaErrorInvalidValue);
    CHECK(fp32.automatic(nullptr, nullptr, 0, nullptr) == cudaSuccess);
    CHECK(cudaGetLastError() == cudaErrorMemoryAllocation);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(cudaGetLastError() == cudaSuccess);
}

TEST_CASE("no elements: success, and nothing pending") {
    for (runner const* const run : runners) {
        CHECK(run->automatic(nullptr, nullptr, 0, nullptr) == cudaSuccess);
        CHECK(run->with_config(nullptr, nullptr, 0, reluk::launch_config{}, nullptr) == cudaSuccess);
    }
    CHECK(cudaPeekAtLastError() == cudaSuccess);
}

TEST_CASE("what is refused has written nothing, and the next call works") {
    device::memory const in(n * 4), out(n * 4);
    device::check(kernels::write_late(floats(in), n, 2.0f, 0, nullptr));
    out.fill(0);
    auto const at = [](device::memory const& m, std::size_t bytes) { return m.get() + bytes; };
    CHECK(fp32.automatic(at(out, 2), in.get(), 100, nullptr) == cudaErrorInvalidValue);
    CHECK(fp32.automatic(out.get(), at(in, 1), 100, nullptr) == cudaErrorInvalidValue);
    CHECK(fp32.automatic(at(in, 4), in.get(), 100, nullptr) == cudaErrorInvalidValue);
    CHECK(fp32.automatic(in.get(), at(in, 4), 100, nullptr) == cudaErrorInvalidValue);
    CHECK(fp32.automatic(nullptr, in.get(), 100, nullptr) == cudaErrorInvalidValue);
    auto config = covering_config();
    config.block = 1500;
    CHECK(fp32.with_config(out.get(), in.get(), n, config, nullptr) == cudaErrorInvalidConfiguration);
    CHECK(cudaPeekAtLastError() == cudaSuccess);
    device::check(cudaDeviceSynchronize());
    CHECK(all_are(in, 2.0f));
    CHECK(all_are(out, 0.0f));
    CHECK(fp32.automatic(out.get(), in.get(), n, nullptr) == cudaSuccess);
    CHECK(all_are(out, 2.0f));
}

TEST_CASE("in place at a million elements, for every policy") {
    device::memory const data(n * 4);
    for (unsigned load = 0; load < 5; ++load) {
        for (unsigned store = 0; store < 4; ++store) {
            device::check(kernels::write_late(floats(data), n, -1.0f, 0, nullptr));
            device::check(fp32.with_policies(data.get(), data.get(), n, static_cast<reluk::load_path>(load),
                                             static_cast<reluk::store_path>(store), nullptr));
            CHECK(all_are(data, 0.0f));
        }
    }
}

TEST_CASE("a captured call is one kernel node and replays on new data; no elements are no node") {
    device::memory const in(n * 4), out(n * 4);
    device::stream const stream;
    cudaGraph_t graph;
    device::check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    device::check(fp32.automatic(out.get(), in.get(), n, stream));
    device::check(fp32.automatic(nullptr, nullptr, 0, stream));
    device::check(cudaStreamEndCapture(stream, &graph));
    std::size_t nodes = 0;
    device::check(cudaGraphGetNodes(graph, nullptr, &nodes));
    CHECK(nodes == 1);
    cudaGraphExec_t executable;
    device::check(cudaGraphInstantiate(&executable, graph, 0));
    for (float const value : {1.0f, 2.0f}) {
        device::check(kernels::write_late(floats(in), n, value, 0, stream));
        device::check(cudaGraphLaunch(executable, stream));
        device::check(cudaStreamSynchronize(stream));
        CHECK(all_are(out, value));
    }
    device::check(cudaGraphExecDestroy(executable));
    device::check(cudaGraphDestroy(graph));
}

TEST_CASE("eight threads at once, each on a stream of its own") {
    std::vector<std::thread> threads;
    std::vector<int> good(8, 0);
    for (std::size_t t = 0; t < good.size(); ++t) {
        threads.emplace_back([&, t] {
            device::memory const in(n * 4), out(n * 4);
            device::stream const stream;
            for (int round = 0; round < 20; ++round) {
                float const value = static_cast<float>(t * 100) + static_cast<float>(round);
                device::check(kernels::write_late(floats(in), n, value, 0, stream));
                device::check(fp32.automatic(out.get(), in.get(), n, stream));
                device::check(cudaStreamSynchronize(stream));
                good[t] += all_are(out, value);
            }
        });
    }
    for (auto& thread : threads) {
        thread.join();
    }
    CHECK(good == std::vector<int>(8, 20));
}
