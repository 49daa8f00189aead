// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Two versions of reluk in one process: the linker has merged nothing of them, and both work.
#include "catch.hpp"
#include "unit.hpp"

#include <algorithm>
#include <iterator>

namespace {

/// The inline namespace that a version's names have to lie in.
std::string namespace_of(int version) {
    return "v" + std::to_string(version / 10000) + "_" + std::to_string(version / 100 % 100) + "_" +
           std::to_string(version % 100);
}

} // namespace

TEST_CASE("the inline namespace is the version's") {
    for (unit const& u : {our_unit(), other_unit()}) {
        CHECK(u.config_type.find(namespace_of(u.version)) != std::string::npos);
    }
}

TEST_CASE("the two versions share no function and no type") {
    CHECK(our_unit().version != other_unit().version);
    CHECK(our_unit().config_type != other_unit().config_type);
    CHECK(our_unit().relu != other_unit().relu);
}

TEST_CASE("both versions work beside each other") {
    for (unit const& u : {our_unit(), other_unit()}) {
        float x[] = {-1.0f, 2.0f, -0.0f, 3.0f, -4.0f};
        REQUIRE(u.rectify(x, 5));
        float const expected[] = {0.0f, 2.0f, 0.0f, 3.0f, 0.0f};
        CHECK(std::equal(std::begin(x), std::end(x), expected));
    }
}
