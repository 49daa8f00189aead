// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// op.hpp against the formats' definitions, on the host: single elements, packs, and the typed functor.
#include <reluk/op.hpp>

#include "catch.hpp"
#include "elements.hpp"

#include <cmath>
#include <limits>

namespace {

template <class T>
void check_single(elements::format const& f) {
    using bits = reluk::bits<sizeof(T)>;
    std::size_t wrong = 0;
    for (std::uint64_t const code : elements::codes(f, 1 << 20)) {
        auto const expected = elements::relu(f, code);
        wrong += typename reluk::op::relu<T>::bitwise{}(static_cast<bits>(code)) != expected;
        T const x = reluk::bit_cast<T>(static_cast<bits>(code));
        wrong += reluk::bit_cast<bits>(reluk::op::relu<T>{}(x)) != expected;
    }
    CHECK(wrong == 0);
}

template <class T, unsigned PackBytes>
void check_pack(elements::format const& f) {
    constexpr unsigned count = PackBytes / sizeof(T);
    auto const codes = elements::codes(f, 1 << 16);
    std::mt19937 generator(PackBytes);
    std::size_t wrong = 0;
    // Every code in every position, between neighbours that would show a carry or a borrow.
    for (std::size_t i = 0; i < codes.size(); ++i) {
        reluk::pack<PackBytes> pack;
        for (unsigned position = 0; position < count; ++position) {
            auto const code = position == i % count ? codes[i] : codes[generator() % codes.size()];
            elements::put(&pack, position, sizeof(T), code);
        }
        reluk::pack<PackBytes> const result = reluk::op::relu<T>{}(pack);
        for (unsigned position = 0; position < count; ++position) {
            auto const expected = elements::relu(f, elements::get(&pack, position, sizeof(T)));
            wrong += elements::get(&result, position, sizeof(T)) != expected;
        }
    }
    CHECK(wrong == 0);
}

} // namespace

TEST_CASE("every code of the narrow types and special and random ones of the wide have the contract's value") {
    elements::for_each([](auto* null, elements::format const& f) {
        using T = std::remove_pointer_t<decltype(null)>;
        INFO(f.name);
        check_single<T>(f);
    });
}

TEST_CASE("packs compute each element as a single one, wherever it is") {
    elements::for_each([](auto* null, elements::format const& f) {
        using T = std::remove_pointer_t<decltype(null)>;
        INFO(f.name);
        check_pack<T, 8>(f);
        check_pack<T, 16>(f);
        check_pack<T, 32>(f);
    });
}

TEST_CASE("NaN, zeroes, infinities and subnormals of float") {
    reluk::op::relu<float> const relu;
    auto const bits = [&](unsigned x) { return reluk::bit_cast<unsigned>(relu(reluk::bit_cast<float>(x))); };
    float const infinity = std::numeric_limits<float>::infinity();
    CHECK(bits(0x7fc00001) == 0x7fc00001);
    CHECK(bits(0xffc12345) == 0xffc12345);
    CHECK(bits(0x7f800001) == 0x7f800001);
    CHECK(bits(0xff800001) == 0xff800001);
    CHECK(bits(0x80000000) == 0);
    CHECK(bits(0x00000001) == 1);
    CHECK(bits(0x80000001) == 0);
    CHECK(relu(infinity) == infinity);
    CHECK(relu(-infinity) == 0.0f);
    CHECK(1.0f / relu(-0.0f) == infinity);
    CHECK(relu(-1e-40f) == 0.0f);
    CHECK(relu(1e-40f) == 1e-40f);
}

TEST_CASE("long and long long are both 64-bit integers") {
    CHECK(reluk::op::relu<long>{}(-5L) == 0);
    CHECK(reluk::op::relu<long long>{}(-5LL) == 0);
    CHECK(reluk::op::relu<long>{}(5L) == 5);
    CHECK(reluk::op::relu<unsigned long>{}(~0UL) == ~0UL);
    CHECK(reluk::op::relu<unsigned long long>{}(~0ULL) == ~0ULL);
}
