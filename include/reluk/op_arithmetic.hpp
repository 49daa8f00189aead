// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Operations that compute: sums, casts and the relatives of ReLU. Each is a few lines on numbers; arithmetic<> makes of
// it an operation on bits and packs of any floating-point types.
//
// Computed in float, for double in double; the result is rounded to its type, to nearest even. A NaN among what an
// operation looks at gives a NaN; which one is not promised, except for what each function says it passes on.
#pragma once

#include "number.hpp"
#include "op.hpp"

RELUK_NAMESPACE_BEGIN

namespace detail {

/// x where x > 0 or x is NaN, +0 otherwise.
template <class Number>
RELUK_HOST_DEVICE Number rectified(Number x) {
    return op::relu<Number>{}(x);
}

/// Whether x > 0, by its bits: with -ftz=true a comparison of numbers takes subnormals for zeroes.
RELUK_HOST_DEVICE bool is_positive(float x) {
    return bit_cast<unsigned>(x) - 1 < 0x7f800000u;
}

RELUK_HOST_DEVICE bool is_positive(double x) {
    return bit_cast<unsigned long long>(x) - 1 < 0x7ff0000000000000ull;
}

/// Whether what ReLU has let pass is at least 1 or NaN, by its bits too.
RELUK_HOST_DEVICE bool is_at_least_one(float x) {
    return bit_cast<unsigned>(x) >= 0x3f800000u;
}

RELUK_HOST_DEVICE bool is_at_least_one(double x) {
    return bit_cast<unsigned long long>(x) >= 0x3ff0000000000000ull;
}

/// `Function` on numbers as an operation on elements of the formats Out and In, and of Second where it takes two.
template <class Function, class Out, class In, class Second = void, class Operand = no_operand>
struct arithmetic {
    using second_operand = Operand;
    static constexpr unsigned element_bytes = Out::bytes;
    static constexpr unsigned in_bytes = In::bytes;

    Function function;
    overflow beyond = overflow::propagate; ///< matters to outputs of fp8

    RELUK_HOST_DEVICE bits<element_bytes> operator()(bits<in_bytes> x) const {
        return static_cast<bits<element_bytes>>(Out::narrow(function(In::widen(x)), beyond));
    }

    template <class SecondBits>
    RELUK_HOST_DEVICE bits<element_bytes> operator()(bits<in_bytes> x, SecondBits second) const {
        return static_cast<bits<element_bytes>>(Out::narrow(function(In::widen(x), Second::widen(second)), beyond));
    }

    template <unsigned PackBytes>
    RELUK_HOST_DEVICE auto operator()(pack<PackBytes> const& x) const {
        constexpr unsigned n = PackBytes / in_bytes;
        auto y = widen<In, n>(x);
        RELUK_UNROLL
        for (unsigned i = 0; i < n; ++i) {
            y.at[i] = function(y.at[i]);
        }
        return narrow<Out, n>(y, beyond);
    }

    template <unsigned PackBytes, unsigned SecondPackBytes>
    RELUK_HOST_DEVICE auto operator()(pack<PackBytes> const& x, pack<SecondPackBytes> const& second) const {
        constexpr unsigned n = PackBytes / in_bytes;
        auto y = widen<In, n>(x);
        auto const other = widen<Second, n>(second);
        RELUK_UNROLL
        for (unsigned i = 0; i < n; ++i) {
            y.at[i] = function(y.at[i], other.at[i]);
        }
        return narrow<Out, n>(y, beyond);
    }
};

/// ReLU of a sum.
struct rectified_sum {
    template <class Number>
    RELUK_HOST_DEVICE Number operator()(Number a, Number b) const {
        return rectified(add(a, b));
    }
};

/// ReLU of x, times a positive scale.
struct rectified_product {
    float scale;

    RELUK_HOST_DEVICE float operator()(float x) const { return multiply(rectified(x), scale); }
};

/// x where x > 0, slope * x otherwise.
template <class Number>
struct leak {
    Number slope;

    RELUK_HOST_DEVICE Number operator()(Number x) const { return is_positive(x) ? x : multiply(x, slope); }
};

/// The gradient of that: `gradient` where x > 0, slope * gradient otherwise.
template <class Number>
struct leak_gradient {
    Number slope;

    RELUK_HOST_DEVICE Number operator()(Number gradient, Number x) const {
        return is_positive(x) ? gradient : multiply(gradient, slope);
    }
};

/// ReLU, squared.
struct rectified_square {
    template <class Number>
    RELUK_HOST_DEVICE Number operator()(Number x) const {
        Number const positive = rectified(x);
        return multiply(positive, positive);
    }
};

/// The gradient of that: 2 * gradient * ReLU(x).
struct rectified_square_gradient {
    template <class Number>
    RELUK_HOST_DEVICE Number operator()(Number gradient, Number x) const {
        Number const positive = rectified(x);
        // What is doubled overflows only where the result does.
        return is_at_least_one(positive) ? multiply(add(gradient, gradient), positive)
                                         : multiply(gradient, add(positive, positive));
    }
};

} // namespace detail

RELUK_NAMESPACE_END
