// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// What the functions of family.cuh must give, element by element, computed from the formats' definitions in double
// precision: nothing is shared with the library. Used for the walk on the CPU and for the kernels.
#pragma once

#include "elements.hpp"

#include <cmath>
#include <limits>

namespace family {

/// The number of a floating-point code; exact in double.
inline double number(elements::format const& f, std::uint64_t code) {
    if (f.bytes == 8) {
        double value;
        std::memcpy(&value, &code, sizeof value);
        return value;
    }
    unsigned const magnitude_bits = 8 * f.bytes - 1;
    int const exponent_bits = static_cast<int>(magnitude_bits - f.fraction_bits);
    int const bias = (1 << (exponent_bits - 1)) - 1;
    std::uint64_t const fraction = code & ((std::uint64_t{1} << f.fraction_bits) - 1);
    int const exponent = static_cast<int>(code >> f.fraction_bits) & ((1 << exponent_bits) - 1);
    double const sign = (code >> magnitude_bits & 1) != 0 ? -1.0 : 1.0;
    if (elements::is_nan(f, code)) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    if (f.has_infinity && exponent == (1 << exponent_bits) - 1) {
        return sign * std::numeric_limits<double>::infinity();
    }
    double const significand =
        static_cast<double>(fraction) + (exponent == 0 ? 0.0 : std::ldexp(1.0, static_cast<int>(f.fraction_bits)));
    return sign * std::ldexp(significand, (exponent == 0 ? 1 : exponent) - bias - static_cast<int>(f.fraction_bits));
}

/// The code nearest to a number, by searching the codes of one sign, which are in order. Of two equally near ones the
/// even; beyond the largest finite number as the format has it, or that number where `saturate`.
inline std::uint64_t nearest(elements::format const& f, double value, bool saturate = false) {
    unsigned const magnitude_bits = 8 * f.bytes - 1;
    std::uint64_t const sign = std::signbit(value) ? std::uint64_t{1} << magnitude_bits : 0;
    std::uint64_t const all_ones = (std::uint64_t{1} << magnitude_bits) - 1;
    std::uint64_t const infinity = all_ones & ~((std::uint64_t{1} << f.fraction_bits) - 1);
    std::uint64_t const largest = f.has_infinity ? infinity - 1 : all_ones - 1;
    if (std::isnan(value)) {
        return all_ones;
    }
    double const magnitude = std::fabs(value);
    std::uint64_t low = 0;
    std::uint64_t high = largest; // low <= the answer's lower neighbour <= high
    while (low < high) {
        std::uint64_t const middle = low + (high - low + 1) / 2;
        if (number(f, middle) <= magnitude) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    double const below = number(f, low);
    // The upper neighbour, also of the largest number: one more of its steps.
    double const above = low == largest ? below + (below - number(f, low - 1)) : number(f, low + 1);
    bool const up = std::isinf(magnitude) || magnitude - below > above - magnitude ||
                    (magnitude - below == above - magnitude && low % 2 == 1);
    std::uint64_t code = low + (up && magnitude != below ? 1 : 0);
    if (code > largest) {
        bool const saturates = f.bytes == 1 && saturate;
        code = saturates ? largest : f.has_infinity ? infinity : all_ones;
    }
    return sign | code;
}

/// A number as the format's arithmetic sees it: fp64 computes in double, all others in float.
inline double computed(elements::format const& f, double value) {
    return f.bytes == 8 ? value : static_cast<double>(static_cast<float>(value));
}

/// Whether the gradient of ReLU passes.
inline bool passes(elements::format const& f, std::uint64_t y) {
    return elements::relu(f, y) != 0;
}

inline std::uint64_t relu_backward(elements::format const& f, std::uint64_t gradient, std::uint64_t y) {
    return passes(f, y) ? gradient : 0;
}

inline std::uint64_t add_relu(elements::format const& f, std::uint64_t a, std::uint64_t b) {
    double const sum = computed(f, number(f, a) + number(f, b));
    return sum <= 0 ? 0 : nearest(f, sum);
}

inline std::uint64_t relu_cast(elements::format const& to, elements::format const& from, std::uint64_t x, double scale,
                               bool saturate) {
    return nearest(to, computed(from, number(from, elements::relu(from, x)) * scale), saturate);
}

/// Of integers too; `bound` is not NaN.
inline std::uint64_t clipped_relu(elements::format const& f, std::uint64_t x, std::uint64_t bound) {
    std::uint64_t const y = elements::relu(f, x);
    return f.kind == elements::format::floating ? number(f, y) > number(f, bound) ? bound : y : y > bound ? bound : y;
}

inline std::uint64_t clipped_relu_backward(elements::format const& f, std::uint64_t gradient, std::uint64_t y,
                                           std::uint64_t bound) {
    return passes(f, y) && !(number(f, y) >= number(f, bound)) ? gradient : 0;
}

/// What passes unchanged does so through the format that is computed in, where every NaN becomes one for narrow types.
inline std::uint64_t leaky_relu(elements::format const& f, std::uint64_t x, double slope) {
    return number(f, x) > 0 ? x : nearest(f, computed(f, number(f, x) * slope));
}

inline std::uint64_t leaky_relu_backward(elements::format const& f, std::uint64_t gradient, std::uint64_t x,
                                         double slope) {
    if (number(f, x) > 0) {
        return f.bytes <= 2 && elements::is_nan(f, gradient) ? nearest(f, number(f, gradient)) : gradient;
    }
    return nearest(f, computed(f, number(f, gradient) * slope));
}

inline std::uint64_t squared_relu(elements::format const& f, std::uint64_t x) {
    double const positive = number(f, elements::relu(f, x));
    return nearest(f, computed(f, positive * positive));
}

inline std::uint64_t squared_relu_backward(elements::format const& f, std::uint64_t gradient, std::uint64_t x) {
    double const positive = number(f, elements::relu(f, x));
    double const g = number(f, gradient);
    // Exact in double for all but fp64, for which 2 * g or 2 * positive is, or the result is infinite too.
    return nearest(f, computed(f, positive < 1 ? g * (2 * positive) : 2 * g * positive));
}

} // namespace family
