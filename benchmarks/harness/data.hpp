// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Test data on the device, and the gate that every candidate passes before it is timed.
#pragma once

#include "candidate.hpp"
#include "dtype.hpp"

namespace bench {

/// Fills `n` elements with random values, half of them negative. Floating-point values are finite, normal and between
/// 1/8 and 2 in magnitude: peers differ on NaN and -0.0, which the library's tests cover. Element i is the same in each
/// tensor of a type.
void fill_random(void* data, std::size_t n, dtype type, cudaStream_t stream);

/// Adds to `wrong`, in device memory, how many of `n` elements of `out` are not, bit for bit, what `expected` makes of
/// `in`.
void count_wrong(void const* out, void const* in, std::size_t n, dtype type, result expected, unsigned long long* wrong,
                 cudaStream_t stream);

/// What the output holds before the gate: a byte that no signed ReLU leaves behind.
constexpr int poison = 0xa5;

} // namespace bench
