// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// relu_batch(): every tensor as relu() alone would have it, with guard bytes between them; how many launches that
// takes; and what is refused.
#include <reluk/batch.cuh>

#include "device.hpp"

#include <algorithm>
#include <type_traits>

namespace {

/// Tensors of 0 to `most` elements, at all alignments, in one piece of memory, and what ReLU makes of it.
template <class T>
struct batch {
    std::vector<unsigned char> before;
    std::vector<unsigned char> expected;
    device::memory memory;
    std::vector<T*> out;
    std::vector<T const*> in;
    std::vector<std::size_t> n;

    batch(elements::format const& f, std::size_t count, std::size_t most)
        : before(count * 2 * (most + 64) * sizeof(T)), expected(), memory(before.size()) {
        std::mt19937_64 random(count);
        for (std::size_t i = 0; i < before.size() / 8; ++i) {
            elements::put(before.data(), i, 8, random());
        }
        expected = before;
        std::size_t used = 0;
        for (std::size_t i = 0; i < count; ++i) {
            std::size_t const elements_here = i % 7 == 3 ? 0 : random() % (most + 1);
            std::size_t const from = used + 1 + random() % 31;
            std::size_t const behind = from + elements_here;
            std::size_t const to = i % 3 == 0 ? from : behind + 1 + random() % 31;
            used = std::max(behind, to + elements_here);
            n.push_back(elements_here);
            in.push_back(reinterpret_cast<T const*>(memory.get()) + from);
            out.push_back(reinterpret_cast<T*>(memory.get()) + to);
            for (std::size_t k = 0; k < elements_here; ++k) {
                elements::put(expected.data() + to * sizeof(T), k, sizeof(T),
                              elements::relu(f, elements::get(before.data() + from * sizeof(T), k, sizeof(T))));
            }
        }
        memory.write(before);
    }

    cudaError_t launch(cudaStream_t stream = nullptr) const {
        return reluk::relu_batch(out.data(), in.data(), n.data(), n.size(), stream);
    }
    bool is(std::vector<unsigned char> const& image) const { return memory.read() == image; }
};

} // namespace

TEST_CASE("a batch of one tensor or of thousands, empty ones among them, in place and apart") {
    elements::for_each([](auto* type, elements::format const& f) {
        using T = std::remove_pointer_t<decltype(type)>;
        if constexpr (std::is_same<T, float>::value || std::is_same<T, __nv_fp8_e4m3>::value) {
            INFO(f.name);
            // Around what fits into one launch of either kind, and several launches.
            for (std::size_t const count : {1, 2, 141, 142, 143, 1167, 1168, 3001}) {
                CAPTURE(count);
                batch<T> const tensors(f, count, count > 200 ? 300 : 9000);
                CHECK(tensors.launch() == cudaSuccess);
                CHECK(tensors.is(tensors.expected));
            }
        }
    });
}

TEST_CASE("a captured batch of a thousand tensors is one kernel node, and replays") {
    auto const& f = elements::formats[1];
    batch<float> const tensors(f, 1000, 300);
    device::stream const stream;
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t executable = nullptr;
    device::check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    CHECK(tensors.launch(stream) == cudaSuccess);
    device::check(cudaStreamEndCapture(stream, &graph));
    std::size_t nodes = 0;
    device::check(cudaGraphGetNodes(graph, nullptr, &nodes));
    CHECK(nodes == 1);
    device::check(cudaGraphInstantiate(&executable, graph, 0));
    for (int replay = 0; replay < 2; ++replay) {
        tensors.memory.write(tensors.before);
        device::check(cudaGraphLaunch(executable, stream));
        device::check(cudaStreamSynchronize(stream));
        CHECK(tensors.is(tensors.expected));
    }
    device::check(cudaGraphExecDestroy(executable));
    device::check(cudaGraphDestroy(graph));
}

TEST_CASE("one tensor out of contract: the batch is refused, and nothing is written or pending") {
    batch<float> tensors(elements::formats[1], 200, 300);
    auto const out = tensors.out;
    std::size_t const changed = 151;
    REQUIRE(tensors.n[changed] != 0);
    for (float* const wrong : {static_cast<float*>(nullptr), reinterpret_cast<float*>(tensors.memory.get() + 2),
                               const_cast<float*>(tensors.in[changed]) + 1}) {
        tensors.out[changed] = wrong;
        CHECK(tensors.launch() == cudaErrorInvalidValue);
        CHECK(tensors.is(tensors.before));
    }
    tensors.out = out;
    CHECK(reluk::relu_batch<float>(nullptr, nullptr, nullptr, 0) == cudaSuccess);
    CHECK(reluk::relu_batch<float>(nullptr, tensors.in.data(), tensors.n.data(), 1) == cudaErrorInvalidValue);
    CHECK(cudaPeekAtLastError() == cudaSuccess);
    CHECK(tensors.launch() == cudaSuccess);
    CHECK(tensors.is(tensors.expected));
}
