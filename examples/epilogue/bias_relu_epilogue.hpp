// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// What a matrix product does with its sums before it stores them, in the form that CUTLASS gives it: a function object
// on the elements that one thread holds. For the device and the host.
#pragma once

#include <reluk/functor.hpp>

/// Elements that a thread holds at once, `Count` of one row.
template <class T, unsigned Count>
struct alignas(Count * sizeof(T)) fragment {
    T element[Count];
};

/// relu(alpha * sum + bias), computed in float and rounded once, to `Element`.
template <class Element, unsigned Count>
struct bias_relu_epilogue {
    using output = fragment<Element, Count>;
    using accumulator = fragment<float, Count>;

    float alpha;

    __host__ __device__ output operator()(accumulator const& sums, output const& bias) const {
        accumulator biased;
        for (unsigned i = 0; i < Count; ++i) {
            biased.element[i] = alpha * sums.element[i] + static_cast<float>(bias.element[i]);
        }
        // All elements as one word: halves are then rectified and narrowed two at a time.
        auto const word = reluk::bit_cast<reluk::pack<sizeof(accumulator)>>(biased);
        return reluk::bit_cast<output>(reluk::op::relu_cast<Element, float>{}(word));
    }
};
