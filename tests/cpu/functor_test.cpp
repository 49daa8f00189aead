// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// The function objects of functor.hpp give the bits that the functions of family.cuh write, on values and on packs; and
// ReLU of fp4 pairs, which has no other type's code.
#include <reluk/family.hpp>
#include <reluk/functor.hpp>

#include "catch.hpp"
#include "family.hpp"

#include <type_traits>

#if __has_include(<cuda_fp4.h>)
#include <cuda_fp4.h>
#endif

namespace {

template <class T>
std::vector<T> random_values(unsigned seed) {
    std::mt19937 generator(seed);
    std::vector<T> values(64);
    for (T& value : values) {
        std::uint64_t const code = (std::uint64_t{generator()} << 32) | generator();
        std::memcpy(static_cast<void*>(&value), &code, sizeof value);
    }
    return values;
}

template <class T>
bool same_bits(std::vector<T> const& a, std::vector<T> const& b) {
    return std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

/// What the functor makes of the elements one by one and by packs; equal, or empty.
template <class Out, class Functor, class... In>
std::vector<Out> apply(Functor const& functor, std::vector<In> const&... in) {
    std::vector<Out> values(64);
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = functor(in[i]...);
    }
    constexpr std::size_t widest = std::max({sizeof(Out), sizeof(In)...});
    constexpr std::size_t per_pack = 16 / widest;
    std::vector<Out> packed(64);
    for (std::size_t i = 0; i < values.size(); i += per_pack) {
        auto const get = [i](auto const& from) {
            reluk::pack<per_pack * sizeof(from[0])> pack;
            std::memcpy(&pack, from.data() + i, sizeof pack);
            return pack;
        };
        auto const result = functor(get(in)...);
        static_assert(sizeof result == per_pack * sizeof(Out));
        std::memcpy(static_cast<void*>(packed.data() + i), &result, sizeof result);
    }
    return same_bits(values, packed) ? values : std::vector<Out>{};
}

} // namespace

TEST_CASE("functors give the bits of the functions") {
    elements::for_each([](auto* type, elements::format const& f) {
        using T = std::remove_pointer_t<decltype(type)>;
        CAPTURE(f.name);
        auto const a = random_values<T>(1);
        auto const b = random_values<T>(2);
        std::vector<T> expected(64);
        auto const equal = [&](std::vector<T> const& got) { return got.size() == 64 && same_bits(got, expected); };
        T bound;
        std::uint64_t const six = f.kind == elements::format::floating ? family::nearest(f, 6) : 6;
        std::memcpy(static_cast<void*>(&bound), &six, sizeof bound);
        REQUIRE(reluk::host::clipped_relu(expected.data(), a.data(), 64, bound));
        CHECK(equal(apply<T>(reluk::op::clipped_relu<T>{bound}, a)));
        if constexpr (!std::is_integral<T>::value) {
            REQUIRE(reluk::host::add_relu(expected.data(), a.data(), b.data(), 64));
            CHECK(equal(apply<T>(reluk::op::add_relu<T>{}, a, b)));
            REQUIRE(reluk::host::leaky_relu(expected.data(), a.data(), 64, 0.25f));
            CHECK(equal(apply<T>(reluk::op::leaky_relu<T>{0.25f}, a)));
            REQUIRE(reluk::host::squared_relu(expected.data(), a.data(), 64));
            CHECK(equal(apply<T>(reluk::op::squared_relu<T>{}, a)));
            REQUIRE(reluk::host::relu_backward(expected.data(), a.data(), b.data(), 64));
            CHECK(equal(apply<T>(reluk::op::relu_backward<T>{}, a, b)));
        }
    });
}

TEST_CASE("a cast functor makes narrower packs") {
    auto const in = random_values<float>(3);
    std::vector<__nv_fp8_e4m3> expected(64);
    REQUIRE(reluk::host::relu_cast(expected.data(), in.data(), 64, 2.0f));
    auto const got = apply<__nv_fp8_e4m3>(reluk::op::relu_cast<__nv_fp8_e4m3, float>{2.0f}, in);
    REQUIRE(got.size() == 64);
    CHECK(same_bits(got, expected));
}

#if __has_include(<cuda_fp4.h>)
TEST_CASE("pairs of fp4: each number by itself, -0 too, at every offset") {
    alignas(16) unsigned char in[300];
    alignas(16) unsigned char out[300];
    for (std::size_t n = 0; n <= 256; n += 17) {
        for (std::size_t offset = 0; offset < 20; ++offset) {
            for (std::size_t i = 0; i < sizeof in; ++i) {
                in[i] = static_cast<unsigned char>(i * 7);
                out[i] = 0xa5;
            }
            REQUIRE(reluk::host::relu(reinterpret_cast<__nv_fp4x2_e2m1*>(out + offset),
                                      reinterpret_cast<__nv_fp4x2_e2m1 const*>(in + 3), n));
            int wrong = 0;
            for (std::size_t i = 0; i < sizeof out; ++i) {
                auto const rectified = [](unsigned nibble) { return nibble < 8 ? nibble : 0; };
                unsigned const x = in[(i - offset + 3) % sizeof in];
                unsigned const expected = rectified(x & 15) | rectified(x >> 4) << 4;
                wrong += out[i] != (i >= offset && i < offset + n ? expected : 0xa5);
            }
            CHECK(wrong == 0);
        }
    }
}
#endif
