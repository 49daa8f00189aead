// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Faults that were found in operations of ReLU's family elsewhere, by their number in tests/README.md, and arguments
// out of the family's contract.
#include <reluk/family.hpp>

#include "catch.hpp"

#include <cmath>
#include <cstdint>
#include <cuda_fp16.h>
#include <limits>
#include <vector>

namespace {

constexpr float nan_value = std::numeric_limits<float>::quiet_NaN();

/// What a gradient function gives for one element: through a body, since 16 of them are passed.
template <class Call>
float one(Call const& call, float gradient, float y) {
    std::vector<float> const gradients(16, gradient);
    std::vector<float> const ys(16, y);
    std::vector<float> out(16, 77.0f);
    REQUIRE(call(out.data(), gradients.data(), ys.data(), out.size()));
    for (float const x : out) {
        CHECK(reluk::bit_cast<unsigned>(x) == reluk::bit_cast<unsigned>(out[0]));
    }
    return out[0];
}

float backward(float gradient, float y) {
    return one([](auto... a) { return reluk::host::relu_backward(a...); }, gradient, y);
}

float relu6_backward(float gradient, float y) {
    return one([](auto... a) { return reluk::host::clipped_relu_backward(a..., 6.0f); }, gradient, y);
}

} // namespace

TEST_CASE("case_03: relu6 of NaN is NaN") {
    float x[5] = {nan_value, -nan_value, 7.0f, -7.0f, 3.0f};
    REQUIRE(reluk::host::clipped_relu(x, x, 5, 6.0f));
    CHECK(std::isnan(x[0]));
    CHECK(std::isnan(x[1]));
    CHECK(x[2] == 6.0f);
    CHECK(reluk::bit_cast<unsigned>(x[3]) == 0);
    CHECK(x[4] == 3.0f);
}

TEST_CASE("case_04: the gradient of half passes at NaN") {
    std::vector<__half> gradient(24, __half(2.0f)), y(24), out(24);
    for (__half& value : y) {
        value = reluk::bit_cast<__half>(static_cast<unsigned short>(0x7e00));
    }
    REQUIRE(reluk::host::relu_backward(out.data(), gradient.data(), y.data(), y.size()));
    for (__half const& value : out) {
        CHECK(static_cast<float>(value) == 2.0f);
    }
}

TEST_CASE("case_05, case_06, case_07: the gradient passes at NaN, and is never the bound") {
    CHECK(backward(2.0f, nan_value) == 2.0f);
    CHECK(backward(2.0f, -nan_value) == 2.0f);
    CHECK(relu6_backward(2.0f, nan_value) == 2.0f);
    CHECK(relu6_backward(2.0f, -nan_value) == 2.0f);
    CHECK(std::isnan(backward(nan_value, 1.0f)));
    CHECK(reluk::bit_cast<unsigned>(backward(nan_value, -1.0f)) == 0);
}

TEST_CASE("case_10: the gradient is 0 at both bounds") {
    CHECK(backward(2.0f, 0.0f) == 0.0f);
    CHECK(backward(2.0f, -0.0f) == 0.0f);
    CHECK(relu6_backward(2.0f, 0.0f) == 0.0f);
    CHECK(relu6_backward(2.0f, 6.0f) == 0.0f);
    CHECK(relu6_backward(2.0f, std::nextafter(6.0f, 0.0f)) == 2.0f);
    CHECK(relu6_backward(2.0f, std::numeric_limits<float>::denorm_min()) == 2.0f);
    CHECK(backward(2.0f, std::numeric_limits<float>::denorm_min()) == 2.0f);
}

TEST_CASE("case_18: the channel of an element beyond 2^32, and the divisions by which it is found") {
    std::vector<float> bias(1025);
    for (std::size_t i = 0; i < bias.size(); ++i) {
        bias[i] = static_cast<float>(i);
    }
    using operand = reluk::detail::bias_operand<4>;
    auto const columns = operand::make({bias.data(), 1, bias.size()}, {}, 4);
    auto const channels = operand::make({bias.data(), 12345, 1000}, {}, 4);
    for (std::size_t const i : {std::size_t{523778} * 1025 - 1, std::size_t{1} << 31, (std::size_t{1} << 32) + 7,
                                (std::size_t{1} << 40) + 12345}) {
        CHECK(reluk::bit_cast<float>(columns.element(reluk::load::cached{}, i)) == static_cast<float>(i % 1025));
        CHECK(reluk::bit_cast<float>(channels.element(reluk::load::cached{}, i)) ==
              static_cast<float>(i / 12345 % 1000));
    }
    int wrong = 0;
    for (std::size_t const divisor :
         {std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{7}, std::size_t{641}, std::size_t{4096},
          std::size_t{65537}, (std::size_t{1} << 30) + 1, (std::size_t{1} << 31) - 1, std::size_t{1} << 31,
          (std::size_t{1} << 40) + 3, ~std::size_t{0}}) {
        auto const divide = reluk::detail::make_divider(divisor);
        for (std::size_t const near : {std::size_t{0}, divisor, 2 * divisor, 1000 * divisor, std::size_t{1} << 31,
                                       std::size_t{1} << 32, ~std::size_t{0}}) {
            for (std::size_t n = near - 3; n != near + 4; ++n) {
                wrong += divide(n) != n / divisor;
            }
        }
        for (std::size_t n = 12345; n < std::size_t{1} << 31; n += 99991) {
            wrong += divide(n) != n / divisor;
        }
    }
    CHECK(wrong == 0);
}

TEST_CASE("case_22: more rows than a grid's y or than 2^31, and the last of them") {
    // One column of int8, two bytes apart: the rows are never read, the pointers only compared.
    for (std::size_t const rows : {std::size_t{65536}, std::size_t{1} << 20, (std::size_t{1} << 31) + 5}) {
        using operation = reluk::op::pitched<reluk::op::relu<signed char>::bitwise>;
        reluk::detail::request<operation> const what{
            reinterpret_cast<void*>(4096), reinterpret_cast<void*>(4096), 2, 2, rows, 1};
        CHECK(what.items(16) == rows);
        auto const work = what.prepare<16>(256, false);
        CHECK(work.order.tiles == (rows + 255) / 256);
        std::uintptr_t last = 0;
        auto const load = [](auto const* address) {
            return std::remove_cv_t<std::remove_pointer_t<decltype(address)>>{};
        };
        auto const store = [&last](auto* address, auto const&) { last = reinterpret_cast<std::uintptr_t>(address); };
        work.edge<16>(load, store, rows - 1);
        CHECK(last == 4096 + 2 * (rows - 1));
    }
}

TEST_CASE("case_26: nothing to do is success for every function, with null pointers") {
    float* const none = nullptr;
    float const* const nothing = nullptr;
    CHECK(reluk::host::relu_backward(none, nothing, nothing, 0));
    CHECK(reluk::host::relu_with_mask(none, nullptr, nothing, 0));
    CHECK(reluk::host::relu_backward_mask(none, nothing, nullptr, 0));
    CHECK(reluk::host::add_relu(none, nothing, nothing, 0));
    CHECK(reluk::host::bias_relu(none, nothing, nothing, 0, 5));
    CHECK(reluk::host::bias_relu(none, nothing, nothing, 5, 0));
    CHECK(reluk::host::bias_relu_channels(none, nothing, nothing, 3, 5, 0));
    CHECK(reluk::host::relu_cast(none, nothing, 0));
    CHECK(reluk::host::clipped_relu(none, nothing, 0, 1.0f));
    CHECK(reluk::host::clipped_relu_backward(none, nothing, nothing, 0, 1.0f));
    CHECK_FALSE(reluk::host::relu_cast(none, nothing, 0, 0.0f)); // a number out of range is an error all the same
    CHECK_FALSE(reluk::host::clipped_relu(none, nothing, 0, -1.0f));
    CHECK_FALSE(reluk::host::clipped_relu_backward(none, nothing, nothing, 0, -1.0f));
    CHECK(reluk::host::leaky_relu(none, nothing, 0, 0.1f));
    CHECK(reluk::host::leaky_relu_backward(none, nothing, nothing, 0, 0.1f));
    CHECK(reluk::host::squared_relu(none, nothing, 0));
    CHECK(reluk::host::squared_relu_backward(none, nothing, nothing, 0));
    CHECK(reluk::host::relu_2d(none, 0, nothing, 0, 0, 5));
    CHECK(reluk::host::relu_2d(none, 0, nothing, 0, 5, 0));
}

TEST_CASE("out of contract: refused, and nothing written") {
    constexpr std::size_t n = 32;
    alignas(16) static float memory[4 * n];
    alignas(16) static unsigned mask[4] = {1, 2, 3, 4};
    for (float& x : memory) {
        x = -3.0f;
    }
    float* const out = memory;
    float const* const a = memory + n;
    float const* const b = memory + 2 * n;
    float const* const overlapping = memory + 1;
    auto const* const odd = reinterpret_cast<float const*>(reinterpret_cast<char const*>(a) + 2);
    std::size_t const endless = ~std::size_t{0} / 4;
    using namespace reluk::host;

    CHECK_FALSE(add_relu<float>(nullptr, a, b, n));
    CHECK_FALSE(add_relu<float>(out, nullptr, b, n));
    CHECK_FALSE(add_relu<float>(out, a, nullptr, n));
    CHECK_FALSE(add_relu(out, overlapping, b, n));
    CHECK_FALSE(add_relu(out, a, overlapping, n));
    CHECK_FALSE(add_relu(out, odd, b, n));
    CHECK_FALSE(add_relu(out, a, odd, n));
    CHECK_FALSE(add_relu(out, a, b, endless));
    CHECK_FALSE(relu_backward(out, a, overlapping, n));

    CHECK_FALSE(bias_relu<float>(out, a, nullptr, 4, 8));
    CHECK_FALSE(bias_relu(out, a, odd, 4, 8));
    CHECK_FALSE(bias_relu(out, a, static_cast<float const*>(out) + 3, 4, 8));
    CHECK_FALSE(bias_relu(out, a, b, endless, 8));
    CHECK_FALSE(bias_relu(out, a, b, std::size_t{1} << 33, std::size_t{1} << 33));
    CHECK_FALSE(bias_relu_channels(out, a, b, std::size_t{1} << 22, std::size_t{1} << 22, std::size_t{1} << 22));

    CHECK_FALSE(relu_with_mask(out, nullptr, a, n));
    CHECK_FALSE(relu_with_mask(out, reinterpret_cast<unsigned*>(out), a, n));
    CHECK_FALSE(relu_with_mask(out, reinterpret_cast<unsigned*>(memory + n + 3), a, n));
    CHECK_FALSE(relu_with_mask(out, reinterpret_cast<unsigned*>(reinterpret_cast<char*>(mask) + 1), a, n));
    CHECK_FALSE(relu_backward_mask<float>(out, a, nullptr, n));
    CHECK_FALSE(relu_backward_mask(out, a, reinterpret_cast<unsigned const*>(out), n));

    // A narrower output in the same place would overwrite what other threads have yet to read.
    CHECK_FALSE(relu_cast(reinterpret_cast<__half*>(memory), static_cast<float const*>(memory), n));
    for (float const scale : {0.0f, -1.0f, nan_value, std::numeric_limits<float>::infinity()}) {
        CHECK_FALSE(relu_cast(out, a, n, scale));
    }
    for (float const bound : {-1.0f, -0.0f, nan_value, -nan_value, -std::numeric_limits<float>::infinity()}) {
        CHECK_FALSE(clipped_relu(out, a, n, bound));
        CHECK_FALSE(clipped_relu_backward(out, a, b, n, bound));
    }
    signed char bytes[4] = {-1, -1, -1, -1};
    CHECK_FALSE(clipped_relu(bytes, bytes, 4, static_cast<signed char>(-1)));
    CHECK(bytes[0] == -1);

    CHECK_FALSE(relu_2d(out, 3 * sizeof(float), a, 4 * sizeof(float), 2, 4)); // rows longer than the pitch
    CHECK_FALSE(relu_2d(out, 4 * sizeof(float) + 2, a, 4 * sizeof(float), 2, 4));
    CHECK_FALSE(relu_2d(out, 4 * sizeof(float), overlapping, 4 * sizeof(float), 2, 4));
    CHECK_FALSE(relu_2d(out, 8 * sizeof(float), static_cast<float const*>(out), 4 * sizeof(float), 2, 4));
    CHECK_FALSE(relu_2d(out, std::size_t{1} << 62, a, 16, 8, 4));
    CHECK_FALSE(relu_2d(out, endless & ~std::size_t{3}, a, 16, 3, 4));
    CHECK_FALSE(relu_2d<float>(nullptr, 16, a, 16, 2, 4));

    for (float const x : memory) {
        CHECK(x == -3.0f);
    }
    CHECK((mask[0] == 1 && mask[1] == 2 && mask[2] == 3 && mask[3] == 4));
}
