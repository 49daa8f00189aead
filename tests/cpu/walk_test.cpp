// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// The kernel's body on the CPU: every element written exactly once, nothing outside touched, every access aligned to
// its width, for all sizes, offsets, aliasing and launch shapes.
#include <reluk/host.hpp>

#include "catch.hpp"
#include "elements.hpp"
#include "observed.hpp"

#include <algorithm>
#include <tuple>
#include <type_traits>

namespace {

/// Reads nothing and keeps the highest address it was asked for.
struct highest_load {
    std::uintptr_t* highest;

    template <class Word>
    Word operator()(Word const* address) const {
        *highest = std::max(*highest, reinterpret_cast<std::uintptr_t>(address) + sizeof(Word));
        return Word{};
    }
};

struct no_store {
    template <class Word>
    void operator()(Word*, Word const&) const {}
};

constexpr std::size_t guard = 128;
constexpr unsigned char poison = 0xa5;

/// Two tensors of random codes with guard bytes around them, the given bytes past a multiple of 32.
struct arena {
    alignas(128) unsigned char in[4096 + 2 * guard];
    alignas(128) unsigned char out[4096 + 2 * guard];
};

/// Walks one case and returns how many things went wrong.
template <class T, unsigned WordBytes, unsigned Accesses>
int faults(elements::format const& f, arena& memory, std::size_t n, std::size_t out_offset, std::size_t in_offset,
           bool in_place, unsigned block, unsigned grid, reluk::block_order order) {
    std::size_t const bytes = n * sizeof(T);
    unsigned char* const in = memory.in + guard + in_offset * sizeof(T);
    unsigned char* const out = in_place ? in : memory.out + guard + out_offset * sizeof(T);
    static std::vector<unsigned char> input(sizeof memory.in);
    std::mt19937 generator(static_cast<unsigned>(n));
    for (std::size_t i = 0; i < bytes + 2 * guard; ++i) {
        (in - guard)[i] = static_cast<unsigned char>(generator());
    }
    std::copy(in - guard, in + bytes + guard, input.begin());
    if (!in_place) {
        std::fill(out - guard, out + bytes + guard, poison);
    }

    observation seen{in, in + bytes, out, std::vector<unsigned char>(bytes), 0, 0};
    reluk::launch_config config;
    config.block = block;
    config.grid = grid;
    config.order = order;
    reluk::host::walk<T, WordBytes, Accesses>(reinterpret_cast<T*>(out), reinterpret_cast<T const*>(in), n, config,
                                              observed_load<>{&seen}, observed_store<>{&seen});

    int wrong = seen.faults;
    for (unsigned char const writes : seen.writes) {
        wrong += writes != 1;
    }
    for (std::size_t i = 0; i < n; ++i) {
        auto const expected = elements::relu(f, elements::get(input.data() + guard, i, sizeof(T)));
        wrong += elements::get(out, i, sizeof(T)) != expected;
    }
    for (std::size_t i = 0; i < guard; ++i) {
        wrong += (out - guard)[i] != (in_place ? input[i] : poison);
        wrong += (out + bytes)[i] != (in_place ? input[guard + bytes + i] : poison);
    }
    wrong += !in_place && !std::equal(in - guard, in + bytes + guard, input.begin());
    // All that can be whole words is: at most the edges that a partition may have are not.
    wrong += static_cast<std::size_t>(seen.packs) * WordBytes + 4 * WordBytes < bytes;
    return wrong;
}

template <class T, unsigned WordBytes, unsigned Accesses>
int faults_of_shape(elements::format const& f, std::vector<std::size_t> const& sizes) {
    static arena memory;
    int wrong = 0;
    for (std::size_t const n : sizes) {
        auto const order = n % 2 == 0 ? reluk::block_order::forward : reluk::block_order::reverse;
        // A block of three threads puts many tile edges into a small tensor; a grid of two makes each block take many
        // tiles, one of a hundred leaves blocks idle.
        unsigned const block = n % 3 == 0 ? 3 : 32;
        unsigned const grid = n % 5 == 0 ? 100 : 2;
        for (std::size_t in_offset = 0; in_offset < 16; ++in_offset) {
            for (std::size_t out_offset = 0; out_offset < 16; ++out_offset) {
                wrong += faults<T, WordBytes, Accesses>(f, memory, n, out_offset, in_offset, false, block, grid, order);
            }
            wrong += faults<T, WordBytes, Accesses>(f, memory, n, 0, in_offset, true, block, grid, order);
        }
    }
    return wrong;
}

template <class T>
int faults_of_type(elements::format const& f, std::vector<std::size_t> const& sizes) {
    return faults_of_shape<T, 8, 1>(f, sizes) + faults_of_shape<T, 8, 2>(f, sizes) +
           faults_of_shape<T, 8, 4>(f, sizes) + faults_of_shape<T, 16, 1>(f, sizes) +
           faults_of_shape<T, 16, 2>(f, sizes) + faults_of_shape<T, 16, 4>(f, sizes) +
           faults_of_shape<T, 32, 1>(f, sizes) + faults_of_shape<T, 32, 2>(f, sizes);
}

std::vector<std::size_t> range(std::size_t from, std::size_t to, std::size_t step = 1) {
    std::vector<std::size_t> all;
    for (; from <= to; from += step) {
        all.push_back(from);
    }
    return all;
}

} // namespace

TEST_CASE("every size to 257, every pair of offsets, in place, in every launch shape: e4m3") {
    CHECK(faults_of_type<__nv_fp8_e4m3>(elements::formats[4], range(0, 257)) == 0);
}

TEST_CASE("every size to 257, every pair of offsets, in place, in every launch shape: fp16") {
    CHECK(faults_of_type<__half>(elements::formats[2], range(0, 257)) == 0);
}

TEST_CASE("every size to 257, every pair of offsets, in place, in every launch shape: fp32") {
    CHECK(faults_of_type<float>(elements::formats[1], range(0, 257)) == 0);
}

TEST_CASE("every size to 257, every pair of offsets, in place, in every launch shape: fp64") {
    CHECK(faults_of_type<double>(elements::formats[0], range(0, 257)) == 0);
}

TEST_CASE("every type at sizes that leave each remainder") {
    elements::for_each([](auto* null, elements::format const& f) {
        using T = std::remove_pointer_t<decltype(null)>;
        INFO(f.name);
        CHECK(faults_of_type<T>(f, {0, 1, 2, 15, 31, 33, 63, 65, 100, 127, 129, 255}) == 0);
    });
}

TEST_CASE("tile edges: one item less, as many, and one more than whole tiles") {
    int wrong = 0;
    static arena memory;
    for (unsigned const block : {1u, 32u, 64u}) {
        for (std::size_t tiles = 1; tiles <= 3; ++tiles) {
            std::size_t const edge = tiles * block * 16;
            for (std::size_t n = edge < 40 ? 0 : edge - 40; n <= edge + 40 && n <= 4000; ++n) {
                for (std::size_t const offset : {0, 1, 15}) {
                    for (auto const order : {reluk::block_order::forward, reluk::block_order::reverse}) {
                        for (unsigned const grid :
                             {1u, static_cast<unsigned>(tiles), static_cast<unsigned>(tiles) + 3}) {
                            wrong += faults<std::int8_t, 16, 1>(elements::formats[6], memory, n, offset, 0, false,
                                                                block, grid, order);
                        }
                    }
                }
            }
        }
    }
    CHECK(wrong == 0);
}

TEST_CASE("host::relu has the contract's values for every type, in and out of place") {
    elements::for_each([](auto* null, elements::format const& f) {
        using T = std::remove_pointer_t<decltype(null)>;
        INFO(f.name);
        auto const codes = elements::codes(f, 100000);
        std::vector<T> in(codes.size() + 1), out(codes.size() + 1);
        for (std::size_t i = 0; i < codes.size(); ++i) {
            elements::put(in.data() + 1, i, sizeof(T), codes[i]);
        }
        REQUIRE(reluk::host::relu(out.data(), in.data() + 1, codes.size()));
        REQUIRE(reluk::host::relu(in.data() + 1, in.data() + 1, codes.size()));
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < codes.size(); ++i) {
            wrong += elements::get(out.data(), i, sizeof(T)) != elements::relu(f, codes[i]);
            wrong += elements::get(in.data() + 1, i, sizeof(T)) != elements::relu(f, codes[i]);
        }
        CHECK(wrong == 0);
    });
}

TEST_CASE("host::relu refuses what reluk::relu refuses, and writes nothing then") {
    alignas(8) unsigned char memory[64];
    std::fill(std::begin(memory), std::end(memory), poison);
    auto* const p = reinterpret_cast<float*>(memory);
    float* const null = nullptr;
    CHECK(reluk::host::relu(null, null, 0));
    CHECK_FALSE(reluk::host::relu(null, null, 5));
    CHECK_FALSE(reluk::host::relu(p, null, 5));
    CHECK_FALSE(reluk::host::relu(null, p, 5));
    CHECK_FALSE(reluk::host::relu(p + 1, p, 5));
    CHECK_FALSE(reluk::host::relu(reinterpret_cast<float*>(memory + 1), p, 1));
    CHECK_FALSE(reluk::host::relu(p, p, ~std::size_t{0} / 4 + 1));
    CHECK(std::all_of(std::begin(memory), std::end(memory), [](unsigned char byte) { return byte == poison; }));
}

TEST_CASE("which code a call takes: for words alone, for any tiles, or for anything") {
    using reluk::generality;
    using operation = reluk::op::relu<std::int8_t>::bitwise;
    auto const of = [](std::size_t out, std::size_t in, std::size_t n, long long further_blocks = 0) {
        auto* const base = reinterpret_cast<unsigned char*>(std::uintptr_t{1} << 44);
        auto const work = reluk::detail::request<operation>{base + out, base + in, n}.prepare<16>(256, false);
        auto const blocks = static_cast<long long>(work.order.tiles) + further_blocks;
        return reluk::generality_of(work, 256, static_cast<unsigned>(std::min(blocks, 2147483647LL)));
    };
    std::size_t const n = std::size_t{1} << 20;
    std::size_t const far = std::size_t{1} << 42;
    CHECK(of(0, 0, n) == generality::words);
    CHECK(of(0, far, n - 16) == generality::words);
    CHECK(of(0, far, n + 1) == generality::tiles);   // an edge behind
    CHECK(of(1, far + 1, n) == generality::tiles);   // before, and behind
    CHECK(of(16, far + 16, n) == generality::tiles); // a lead
    CHECK(of(0, far + 1, n) == generality::tiles);   // a shift
    CHECK(of(0, 0, n, -1) == generality::any);
    CHECK(of(0, 0, n, 1000) == generality::words);
    CHECK(of(0, 0, n, 1 << 23) == generality::any); // idle blocks are numbered too
    // Items are numbered in 32 bits up to 2^31 of them.
    std::size_t const most = std::size_t{16} << 31;
    CHECK(of(0, 0, most - 16 * 256) == generality::words);
    CHECK(of(0, 0, most) == generality::any);
    CHECK(of(0, 0, most + 16) == generality::any);
}

TEST_CASE("the grid's tiles cover 2^40 elements and more without wrapping") {
    for (std::size_t const n : {(std::size_t{1} << 32) + 5, std::size_t{1} << 40, (std::size_t{1} << 44) + 1}) {
        reluk::partition const split = reluk::make_partition(n, 1, 0, 0, 16);
        CHECK(split.words == n / 16);
        CHECK(split.edges == n % 16);
        CHECK(split.tiles(256) == (split.items() + 255) / 256);
        // The last tile, as the kernel computes it from pointers that are never read.
        std::uintptr_t const base = std::uintptr_t{1} << 44;
        auto const tiles = split.tiles(256);
        using operation = reluk::op::relu<std::int8_t>::bitwise;
        for (bool const reverse : {false, true}) {
            reluk::detail::request<operation> const what{reinterpret_cast<void*>(base), reinterpret_cast<void*>(base),
                                                         n};
            auto const work = what.prepare<16>(256, reverse);
            std::uintptr_t highest = 0;
            // The block that takes the last tile, in a grid that covers the tensor or, where that is too large, one of
            // 2^31 - 1 blocks.
            for (unsigned thread = 0; thread < 256; ++thread) {
                auto const grid = static_cast<unsigned>(std::min<std::size_t>(tiles, 2147483647));
                auto const block = static_cast<unsigned>(reverse ? 0 : (tiles - 1) % grid);
                reluk::rectify<operation, highest_load, no_store, 16, 1, reluk::generality::any>(
                    work, {&highest}, {}, {block, grid, thread, 256});
            }
            CHECK(highest == base + n);
        }
    }
}
