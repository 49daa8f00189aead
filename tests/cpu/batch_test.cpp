// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Batches on the CPU: every tensor as relu() alone would have it, whatever the sizes, the alignments and how many fit.
#include <reluk/batch.hpp>

#include "catch.hpp"
#include "elements.hpp"

#include <algorithm>
#include <type_traits>

namespace {

/// Tensors in one stretch of memory, at all alignments, with gaps between them.
template <class T>
struct tensors {
    std::vector<unsigned char> in;
    std::vector<unsigned char> out;
    std::vector<T*> outputs;
    std::vector<T const*> inputs;
    std::vector<std::size_t> n;

    tensors(std::size_t count, std::size_t most, bool in_place) {
        std::mt19937 generator(static_cast<unsigned>(count));
        std::size_t used = 0;
        std::vector<std::size_t> at;
        for (std::size_t i = 0; i < count; ++i) {
            n.push_back(i % 7 == 3 ? 0 : generator() % (most + 1));
            used += generator() % 40;
            at.push_back(used);
            used += n.back();
        }
        in.resize((used + 40) * sizeof(T));
        out.assign(in.size(), 0xa5);
        for (unsigned char& byte : in) {
            byte = static_cast<unsigned char>(generator());
        }
        for (std::size_t i = 0; i < count; ++i) {
            inputs.push_back(reinterpret_cast<T const*>(in.data()) + at[i]);
            // Apart, the outputs lie 5 elements further: other alignments than the inputs.
            outputs.push_back(in_place ? reinterpret_cast<T*>(in.data()) + at[i]
                                       : reinterpret_cast<T*>(out.data()) + at[i] + 5);
        }
    }

    /// Everything that relu() of each tensor makes of the memory.
    std::vector<unsigned char> expected(elements::format const& f, bool in_place) const {
        std::vector<unsigned char> all = in_place ? in : out;
        unsigned char const* const begin = in_place ? in.data() : out.data();
        for (std::size_t i = 0; i < n.size(); ++i) {
            unsigned char* const to = all.data() + (reinterpret_cast<unsigned char const*>(outputs[i]) - begin);
            for (std::size_t k = 0; k < n[i]; ++k) {
                elements::put(to, k, sizeof(T), elements::relu(f, elements::get(inputs[i], k, sizeof(T))));
            }
        }
        return all;
    }
};

} // namespace

TEST_CASE("a batch does to each tensor what relu() does, and touches nothing between them") {
    elements::for_each([](auto* type, elements::format const& f) {
        using T = std::remove_pointer_t<decltype(type)>;
        CAPTURE(f.name);
        for (std::size_t const count : {0, 1, 2, 63, 64, 65, 200}) {
            for (std::size_t const most : {9, 300, 20000}) {
                for (bool const in_place : {false, true}) {
                    CAPTURE(count, most, in_place);
                    tensors<T> all(most == 20000 ? count / 16 : count, most, in_place);
                    auto const expected = all.expected(f, in_place);
                    CHECK(reluk::host::relu_batch(all.outputs.data(), all.inputs.data(), all.n.data(), all.n.size()));
                    CHECK((in_place ? all.in : all.out) == expected);
                }
            }
        }
    });
}

TEST_CASE("one bad tensor, and nothing of the batch is written") {
    tensors<float> all(20, 50, false);
    all.n[4] = 10;
    auto const before = all.out;
    auto const refused = [&] {
        return !reluk::host::relu_batch(all.outputs.data(), all.inputs.data(), all.n.data(), all.n.size()) &&
               all.out == before;
    };
    auto* const good = all.outputs[4];
    all.outputs[4] = nullptr;
    CHECK(refused());
    all.outputs[4] = reinterpret_cast<float*>(reinterpret_cast<unsigned char*>(good) + 1);
    CHECK(refused());
    all.outputs[4] = const_cast<float*>(all.inputs[4]) + 1;
    CHECK(refused());
    all.outputs[4] = good;
    all.n[4] = ~std::size_t{0} / 4;
    CHECK(refused());
    all.n[4] = ~std::size_t{0};
    CHECK(refused());
    CHECK_FALSE(reluk::host::relu_batch<float>(nullptr, all.inputs.data(), all.n.data(), 1));
    CHECK_FALSE(reluk::host::relu_batch<float>(all.outputs.data(), nullptr, all.n.data(), 1));
    CHECK_FALSE(reluk::host::relu_batch(all.outputs.data(), all.inputs.data(), nullptr, 1));
    CHECK(reluk::host::relu_batch<float>(nullptr, nullptr, nullptr, 0));
    // A tensor without elements may have any pointer.
    all.n[4] = 0;
    all.outputs[4] = nullptr;
    CHECK(reluk::host::relu_batch(all.outputs.data(), all.inputs.data(), all.n.data(), all.n.size()));
}

TEST_CASE("tiles are found in the tensor they belong to") {
    reluk::batch<8> work;
    work.count = 5;
    unsigned const first[] = {0, 1, 4, 5, 100};
    std::copy(std::begin(first), std::end(first), work.first_tile);
    work.tiles = 107;
    for (unsigned tile = 0; tile < work.tiles; ++tile) {
        unsigned const expected = tile < 1 ? 0 : tile < 4 ? 1 : tile < 5 ? 2 : tile < 100 ? 3 : 4;
        CHECK(work.find(tile) == expected);
    }
}
