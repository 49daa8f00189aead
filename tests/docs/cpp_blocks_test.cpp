// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Runs the C++ blocks of the pages. A failed assertion of one ends the program with the page and the line.
#include "catch.hpp"
#include "cpp_blocks.hpp"

TEST_CASE("the C++ blocks of the pages run") {
    REQUIRE(!cpp_blocks.empty());
    for (cpp_block const& block : cpp_blocks) {
        INFO(block.place);
        CHECK_NOTHROW(block.run());
    }
}
