// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// The C++ blocks of the pages, as blocks.py makes functions of them.
#pragma once

#include <vector>

struct cpp_block {
    char const* place; ///< page:line
    void (*run)();
};

extern std::vector<cpp_block> const cpp_blocks;
