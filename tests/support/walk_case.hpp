// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// One walk of the kernel's body on the host, described by plain numbers, so that random generators and fuzzers can make
// any; and whether it kept every promise.
#pragma once

#include <reluk/launch_config.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

struct walk_case {
    /// Where the output lies. Behind and before: with no byte between the two tensors.
    enum placement_t { apart, in_place, behind_input, before_input };

    unsigned type = 0;       ///< an index into elements::formats
    std::size_t n = 0;       ///< elements
    unsigned out_offset = 0; ///< elements past the beginning of a cache line; follows from the input's unless apart
    unsigned in_offset = 0;  ///< the same of the input; unless apart, of the first of the two
    placement_t placement = apart;
    reluk::launch_config config; ///< its load, store, shape, grid, block and order are walked
    std::uint32_t seed = 0;      ///< of the memory's contents
};

/// What went wrong in the walk, with the case in words; empty if nothing did. Afterwards the output has to hold ReLU of
/// what the input held and all other memory, guards and input, what it held before; each byte of the output has to be
/// written once; every access has to be aligned and inside its tensor; and all but the edges has to move as words.
std::string fault_of(walk_case const& c);
