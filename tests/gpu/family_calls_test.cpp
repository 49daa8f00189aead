// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// How calls of the family behave: errors, streams and graphs; and that they give the same bits whenever and however
// they run.
#include "kernels.hpp"
#include "scene.hpp"

#include <cmath>
#include <limits>

namespace {

using calls::operands;

template <class T>
T* shifted(T* pointer, std::size_t bytes) {
    return reinterpret_cast<T*>(reinterpret_cast<std::uintptr_t>(pointer) + bytes);
}

/// Each way to make a right call of n elements wrong.
std::vector<calls::arguments> out_of_contract(calls::function const& f, calls::arguments const& right) {
    std::vector<calls::arguments> all;
    auto const but = [&](auto change) {
        calls::arguments a = right;
        change(a);
        all.push_back(a);
    };
    using arguments = calls::arguments;
    std::size_t const most = std::numeric_limits<std::size_t>::max();
    unsigned const bytes = f.out->bytes;
    bool const sized = f.takes != operands::matrix && f.takes != operands::bias;
    std::string const name = f.name;

    but([](arguments& a) { a.out = nullptr; });
    but([](arguments& a) { a.in = nullptr; });
    but([&](arguments& a) { a.out = shifted(const_cast<void*>(a.in), bytes); });
    but([&](arguments& a) { a.in = shifted(a.out, bytes); });
    if (bytes > 1) {
        but([](arguments& a) { a.out = shifted(a.out, 1); });
    }
    if (f.in->bytes > 1) {
        but([](arguments& a) { a.in = shifted(a.in, 1); });
    }
    if (sized) {
        but([&](arguments& a) { a.n = most; });
        but([&](arguments& a) { a.n = most / bytes; });
    } else {
        but([&](arguments& a) { a.outer = most; });
        but([&](arguments& a) { a.channels = most; });
        but([&](arguments& a) { a.outer = a.channels = std::size_t{1} << 33; });
    }
    if (f.takes == operands::two) {
        but([](arguments& a) { a.second = nullptr; });
        but([&](arguments& a) { a.second = shifted(a.out, bytes); });
        but([&](arguments& a) { a.out = shifted(const_cast<void*>(a.second), bytes); });
        if (bytes > 1) {
            but([](arguments& a) { a.second = shifted(a.second, 1); });
        }
    }
    if (f.takes == operands::bias) {
        but([](arguments& a) { a.second = nullptr; });
        but([](arguments& a) { a.second = a.out; });
        if (bytes > 1) {
            but([](arguments& a) { a.second = shifted(a.second, 1); });
        }
        but([&](arguments& a) { a.inner = most; });
    }
    if (f.takes == operands::mask) {
        but([](arguments& a) { a.second = nullptr; });
        but([](arguments& a) { a.second = shifted(a.second, 2); });
        but([](arguments& a) { a.second = a.out; });
    }
    if (f.takes == operands::to_mask) {
        but([](arguments& a) { a.mask = nullptr; });
        but([](arguments& a) { a.mask = shifted(a.mask, 2); });
        but([](arguments& a) { a.mask = a.out; });
        but([](arguments& a) { a.mask = const_cast<void*>(a.in); });
    }
    if (f.takes == operands::matrix) {
        but([&](arguments& a) { a.out_pitch = a.channels * bytes - bytes; });
        but([&](arguments& a) { a.in_pitch = a.channels * bytes - bytes; });
        but([](arguments& a) { a.out_pitch = 0; });
        but([&](arguments& a) { a.in_pitch = most - most % bytes; });
        if (bytes > 1) {
            but([](arguments& a) { a.out_pitch += 1; });
            but([](arguments& a) { a.in_pitch += 1; });
        }
        // In place with another pitch, and side by side but one element too near.
        but([&](arguments& a) {
            a.out = const_cast<void*>(a.in);
            a.out_pitch = a.in_pitch + bytes;
        });
        but([&](arguments& a) {
            a.out = shifted(const_cast<void*>(a.in), (a.channels - 1) * bytes);
            a.out_pitch = a.in_pitch;
        });
    }
    if (name == "relu_cast") {
        for (double const scale : {0.0, -0.0, -1.0, HUGE_VAL, std::nan("")}) {
            but([&](arguments& a) { a.number = scale; });
        }
    }
    if (name.rfind("clipped", 0) == 0 && f.out->kind == elements::format::floating) {
        std::uint64_t const sign = std::uint64_t{1} << (8 * bytes - 1);
        for (std::uint64_t const bound : {sign, sign | 1, sign - 1, sign | (sign - 1)}) { // -0, negative, NaN, NaN
            but([&](arguments& a) { a.bound = bound; });
        }
    }
    if (name == "clipped_relu" && f.out->kind == elements::format::signed_integer) {
        but([&](arguments& a) { a.bound = std::uint64_t{1} << (8 * bytes - 1); });
    }
    return all;
}

std::vector<calls::function> all_functions() {
    auto all = calls::as_published();
    all.insert(all.end(), calls::in_one_kernel().begin(), calls::in_one_kernel().end());
    return all;
}

} // namespace

TEST_CASE("what is out of contract is refused, on the device and on the host, with nothing written or pending") {
    scene on(std::size_t{1} << 20);
    for (auto const& f : all_functions()) {
        on.clear();
        auto const right = place(on, f, {500, 0, 0, 0, 0}, numbers_for(f).back());
        std::size_t const size = on.before().size();
        on.upload();
        INFO(f.title());
        std::size_t number = 0;
        for (auto const& wrong : out_of_contract(f, on.on_device(right))) {
            CAPTURE(number++);
            CHECK(f.on_device(wrong, {}) == cudaErrorInvalidValue);
        }
        if (f.on_host != nullptr) {
            number = 0;
            for (auto const& wrong : out_of_contract(f, right)) {
                CAPTURE(number++);
                CHECK_FALSE(f.on_host(wrong));
            }
        }
        CHECK(cudaPeekAtLastError() == cudaSuccess);
        CHECK(on.before().size() == size);
        CHECK(on.count_wrong(on.before()) == 0);
        on.add(f, right); // and the right one still works
        CHECK(on.play() == 0);
    }
}

TEST_CASE("an error that was pending is neither reported nor cleared by the family") {
    scene on(std::size_t{1} << 20);
    void* too_much = nullptr;
    REQUIRE(cudaMalloc(&too_much, std::size_t{1} << 60) == cudaErrorMemoryAllocation);
    for (auto const& f : calls::as_published()) {
        on.clear();
        auto const a = on.on_device(place(on, f, {500, 0, 0, 0, 0}, numbers_for(f).back()));
        INFO(f.title());
        CHECK(f.on_device(a, {}) == cudaSuccess);
    }
    CHECK(cudaGetLastError() == cudaErrorMemoryAllocation);
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(cudaGetLastError() == cudaSuccess);
}

TEST_CASE("a captured call is one kernel node, and replays on what is then in its tensors") {
    scene on(std::size_t{4} << 20);
    device::stream const stream;
    for (auto const& f : calls::as_published()) {
        INFO(f.title());
        on.clear();
        on.add(f, place(on, f, {3001, 1, 0, 3, 0}, numbers_for(f).back()));
        cudaGraph_t graph = nullptr;
        device::check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
        on.launch(stream);
        device::check(cudaStreamEndCapture(stream, &graph));
        std::size_t nodes = 0;
        device::check(cudaGraphGetNodes(graph, nullptr, &nodes));
        CHECK(nodes == 1);
        cudaGraphNode_t node = nullptr;
        nodes = 1;
        device::check(cudaGraphGetNodes(graph, &node, &nodes));
        cudaGraphNodeType type;
        device::check(cudaGraphNodeGetType(node, &type));
        CHECK(type == cudaGraphNodeTypeKernel);
        cudaGraphExec_t executable = nullptr;
        device::check(cudaGraphInstantiate(&executable, graph, 0));
        for (int replay = 0; replay < 3; ++replay) {
            on.shuffle();
            on.upload(stream);
            device::check(cudaGraphLaunch(executable, stream));
            CHECK(on.count_wrong(on.by_definition(), stream) == 0);
        }
        device::check(cudaGraphExecDestroy(executable));
        device::check(cudaGraphDestroy(graph));
    }
}

TEST_CASE("a call comes after the work before it on a non-blocking stream, and does not wait for it") {
    constexpr std::size_t n = std::size_t{1} << 20;
    device::memory const in(n * sizeof(float)), out(n * sizeof(float));
    device::stream const stream;
    int tested = 0;
    for (auto const& f : calls::as_published()) {
        if (f.takes != operands::one || std::string(f.in->name) != "fp32") {
            continue;
        }
        INFO(f.title());
        ++tested;
        in.fill(0);
        out.fill(0);
        device::check(cudaDeviceSynchronize());
        auto a = numbers_for(f)[0];
        a.out = out.get();
        a.in = in.get();
        a.n = n;
        calls::launch how;
        how.stream = stream;
        device::check(kernels::write_late(reinterpret_cast<float*>(in.get()), n, 2.0f, 20000, stream));
        device::check(f.on_device(a, how));
        CHECK(cudaStreamQuery(stream) == cudaErrorNotReady);
        static_cast<void>(cudaGetLastError());
        device::check(cudaStreamSynchronize(stream));
        auto const got = out.read();
        float const two = 2.0f;
        std::uint32_t code;
        std::memcpy(&code, &two, sizeof code);
        std::uint64_t const expected = f.expected(f, a, code, 0);
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < n; ++i) {
            wrong += elements::get(got.data(), i, f.out->bytes) != expected;
        }
        CHECK(wrong == 0);
    }
    CHECK(tested == 2); // relu_cast and squared_relu
}

TEST_CASE("the same bits, a thousand times") {
    scene on(std::size_t{8} << 20);
    for (auto const* const functions : {&calls::as_published(), &calls::plain_relu()}) {
        for (auto const& f : *functions) {
            on.add(f, place(on, f, {1500, 1, 0, 3, 0}, numbers_for(f).back()));
        }
    }
    auto const expected = on.by_definition();
    std::size_t wrong = 0;
    for (int repeat = 0; repeat < 1000; ++repeat) {
        on.upload();
        on.launch();
        wrong += on.count_wrong(expected);
    }
    CHECK(wrong == 0);
}

TEST_CASE("the same bits in every launch: blocks of 1 to 1024 threads, one tile each or several, either order") {
    scene on(std::size_t{64} << 20);
    for (auto const& f : calls::in_one_kernel()) {
        on.clear();
        auto const a = place(on, f, {2003, 0, 1, 0, 0}, numbers_for(f).back());
        on.add(f, a);
        auto const expected = on.by_definition();
        INFO(f.title());
        std::size_t wrong = 0;
        for (unsigned const block : {1u, 32u, 37u, 128u, 1024u}) {
            for (unsigned const tiles : {1u, 3u}) {
                for (auto const order : {reluk::block_order::forward, reluk::block_order::reverse}) {
                    calls::launch how;
                    how.block = block;
                    how.tiles_per_block = tiles;
                    how.order = order;
                    on.upload();
                    device::check(f.on_device(on.on_device(a), how));
                    wrong += on.count_wrong(expected);
                }
            }
        }
        CHECK(wrong == 0);
    }
}

TEST_CASE("the same bits for every flow, also where the table has other kernels for them") {
    scene on(std::size_t{64} << 20);
    for (auto const& f : calls::as_published()) {
        on.clear();
        auto const a = place(on, f, {100003, 0, 1, 0, 0}, numbers_for(f).back());
        on.add(f, a);
        auto const expected = on.on_host();
        INFO(f.title());
        for (auto const flow : {reluk::dataflow::pipeline, reluk::dataflow::repeated, reluk::dataflow::oneshot}) {
            calls::launch how;
            how.flow = flow;
            on.upload();
            device::check(f.on_device(on.on_device(a), how));
            CHECK(on.count_wrong(expected) == 0);
        }
    }
}
