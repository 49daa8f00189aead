// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Floating-point numbers as bits: from each format to the one that is computed in, and back. The same bits on the
// device, on the host and under NVRTC, and no need for the toolkit's headers of the narrow types.
#pragma once

#include "word.hpp"

// Named, not included: whoever passes one has its header, and everybody else compiles faster.
struct __half;
struct __nv_bfloat16;
struct __nv_fp8_e4m3;
struct __nv_fp8_e5m2;

RELUK_NAMESPACE_BEGIN

/// What becomes of a number too large for fp8. (Every other format overflows to infinity.)
enum class overflow : unsigned char {
    saturate, ///< the largest finite number, from infinity too
    propagate ///< infinity in e5m2; NaN in e4m3, which has no infinity
};

namespace detail {

// Arithmetic that flags such as -ftz=true do not reach, since they leave inline assembly alone. All NaN that come out
// are one, all ones but the sign: what the device gives for float (PTX ISA, add and mul), and we for the rest.

RELUK_HOST_DEVICE float one_nan(float x) {
    return x == x ? x : bit_cast<float>(0x7fffffffu);
}

RELUK_HOST_DEVICE double one_nan(double x) {
    return x == x ? x : bit_cast<double>(0x7fffffffffffffffull);
}

RELUK_HOST_DEVICE float add(float a, float b) {
#if defined(__CUDA_ARCH__)
    float sum;
    asm("add.rn.f32 %0, %1, %2;" : "=f"(sum) : "f"(a), "f"(b));
    return sum;
#else
    return one_nan(a + b);
#endif
}

RELUK_HOST_DEVICE float multiply(float a, float b) {
#if defined(__CUDA_ARCH__)
    float product;
    asm("mul.rn.f32 %0, %1, %2;" : "=f"(product) : "f"(a), "f"(b));
    return product;
#else
    return one_nan(a * b);
#endif
}

RELUK_HOST_DEVICE double add(double a, double b) {
    return one_nan(a + b);
}

RELUK_HOST_DEVICE double multiply(double a, double b) {
    return one_nan(a * b);
}

/// A format of 8 or 16 bits, computed in float: sign, exponent and fraction as in IEEE 754, with subnormals. Without
/// infinities, all ones but the sign is the only NaN, and the codes around it are numbers (e4m3).
template <unsigned ExponentBits, unsigned FractionBits, bool HasInfinity>
struct narrow_format {
    using wide = float;
    static constexpr unsigned bytes = (1 + ExponentBits + FractionBits) / 8;

    /// The number that the code stands for; exact.
    RELUK_HOST_DEVICE static float widen(unsigned code) {
        if constexpr (ExponentBits == 8) {
            return bit_cast<float>(code << 16);
        } else {
#if defined(__CUDA_ARCH__)
            if constexpr (bytes == 2) {
                float number;
                asm("cvt.f32.f16 %0, %1;" : "=f"(number) : "h"(static_cast<unsigned short>(code)));
                return number;
            } else if constexpr (HasInfinity) { // e5m2 is the upper half of fp16
                return narrow_format<5, 10, true>::widen(code << 8 & 0xffff);
            }
#endif
            unsigned const sign = (code & sign_mask) << (31 - sign_bit);
            unsigned const magnitude = code & magnitude_mask;
            if (magnitude > largest && !(HasInfinity && magnitude == infinity)) {
                return bit_cast<float>(0x7fffffffu);
            }
            if (HasInfinity && magnitude == infinity) {
                return bit_cast<float>(sign | 0x7f800000u);
            }
            constexpr unsigned rebias = 127 - bias;
            if (magnitude >= 1u << FractionBits) {
                return bit_cast<float>(sign | ((magnitude << (23 - FractionBits)) + (rebias << 23)));
            }
            // Subnormal here and normal as a float, also on a host that flushes the subnormals of float.
            float const unit = bit_cast<float>((rebias + 1 - FractionBits) << 23);
            return bit_cast<float>(sign | bit_cast<unsigned>(multiply(static_cast<float>(magnitude), unit)));
        }
    }

    /// The numbers of two codes, the first in the lower bits.
    RELUK_HOST_DEVICE static void widen_pair(unsigned codes, float& low, float& high) {
        constexpr unsigned width = 8 * bytes;
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 890
        if constexpr (bytes == 1 && !HasInfinity) {
            unsigned halves;
            asm("cvt.rn.f16x2.e4m3x2 %0, %1;" : "=r"(halves) : "h"(static_cast<unsigned short>(codes)));
            return narrow_format<5, 10, true>::widen_pair(halves, low, high);
        }
#endif
        constexpr unsigned one_code = (1u << width) - 1;
        low = widen(codes & one_code);
        high = widen(codes >> width & one_code);
    }

    /// The nearest code, of two equally near ones the even. NaN becomes all ones but the sign.
    RELUK_HOST_DEVICE static unsigned narrow(float number, overflow beyond = overflow::propagate) {
        unsigned const x = bit_cast<unsigned>(number);
        unsigned const magnitude = x & 0x7fffffff;
        if (magnitude > 0x7f800000) {
            return magnitude_mask;
        }
        unsigned code;
        constexpr unsigned least_normal = (127 + 1 - bias) << 23;
        constexpr unsigned dropped = 23 - FractionBits;
        if (ExponentBits == 8 || magnitude >= least_normal) {
            unsigned const half_less_one = (1u << (dropped - 1)) - 1;
            code = (magnitude - ((127 - bias) << 23) + half_less_one + (magnitude >> dropped & 1)) >> dropped;
        } else {
            // Adding a float whose last bit weighs as much as the format's last one rounds to that bit.
            constexpr unsigned unit = (127 + 1 - bias + dropped) << 23;
            float const sum = add(bit_cast<float>(magnitude), bit_cast<float>(unit));
            code = bit_cast<unsigned>(sum) - unit;
        }
        if (code > largest) {
            code = bytes == 1 && beyond == overflow::saturate ? largest : overflowed;
        }
        return code | (x >> 31) << sign_bit;
    }

    /// Both codes, the first in the lower bits.
    RELUK_HOST_DEVICE static unsigned narrow_pair(float low, float high, overflow beyond = overflow::propagate) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
        if constexpr (bytes == 2) {
            unsigned codes;
            if constexpr (ExponentBits == 8) {
                asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(codes) : "f"(high), "f"(low));
            } else {
                asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(codes) : "f"(high), "f"(low));
            }
            return codes;
        }
#endif
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 890
        if constexpr (bytes == 1) {
            unsigned short saturated;
            if constexpr (HasInfinity) {
                asm("cvt.rn.satfinite.e5m2x2.f32 %0, %1, %2;" : "=h"(saturated) : "f"(high), "f"(low));
            } else {
                asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(saturated) : "f"(high), "f"(low));
            }
            unsigned codes = saturated;
            if (beyond == overflow::propagate) {
                codes += is_beyond(low) ? overflowed - largest : 0;
                codes += is_beyond(high) ? (overflowed - largest) << 8 : 0;
            }
            return codes;
        }
#endif
        return narrow(low, beyond) | narrow(high, beyond) << 8 * bytes;
    }

private:
    static constexpr unsigned bias = (1u << (ExponentBits - 1)) - 1;
    static constexpr unsigned sign_bit = ExponentBits + FractionBits;
    static constexpr unsigned sign_mask = 1u << sign_bit;
    static constexpr unsigned magnitude_mask = sign_mask - 1;
    static constexpr unsigned infinity = ((1u << ExponentBits) - 1) << FractionBits; // where there is one
    static constexpr unsigned largest = HasInfinity ? infinity - 1 : magnitude_mask - 1;
    static constexpr unsigned overflowed = largest + 1; // infinity, or the NaN

    /// Whether a number is not NaN and nearer to what would come after the largest one.
    RELUK_HOST_DEVICE static bool is_beyond(float number) {
        unsigned const magnitude = bit_cast<unsigned>(number) & 0x7fffffff;
        unsigned const after = ((127 - bias) << 23) + (overflowed << (23 - FractionBits));
        unsigned const half_a_step = 1u << (22 - FractionBits);
        return magnitude > after - half_a_step - largest % 2 && magnitude <= 0x7f800000;
    }
};

/// float and double are computed in as they are.
template <class Number>
struct wide_format {
    using wide = Number;
    static constexpr unsigned bytes = sizeof(Number);

    RELUK_HOST_DEVICE static Number widen(bits<bytes> code) { return bit_cast<Number>(code); }
    RELUK_HOST_DEVICE static bits<bytes> narrow(Number number, overflow = overflow::propagate) {
        return bit_cast<bits<bytes>>(number);
    }
};

} // namespace detail

/// The format of a T; without a member where T is not a floating-point number that reluk knows.
template <class T>
struct format_of {
    static_assert(sizeof(T*) == 0, "reluk computes with double, float, __half, __nv_bfloat16, __nv_fp8_e4m3 and "
                                   "__nv_fp8_e5m2; integers can be rectified and clipped only");
};
template <>
struct format_of<double> : detail::wide_format<double> {};
template <>
struct format_of<float> : detail::wide_format<float> {};
template <>
struct format_of<__half> : detail::narrow_format<5, 10, true> {};
template <>
struct format_of<__nv_bfloat16> : detail::narrow_format<8, 7, true> {};
template <>
struct format_of<__nv_fp8_e5m2> : detail::narrow_format<5, 2, true> {};
template <>
struct format_of<__nv_fp8_e4m3> : detail::narrow_format<4, 3, false> {};

namespace detail {

/// N numbers, as many as a pack holds.
template <class Wide, unsigned N>
struct numbers {
    Wide at[N];
};

/// The numbers in a pack of N codes.
template <class Format, unsigned N>
RELUK_HOST_DEVICE numbers<typename Format::wide, N> widen(pack<N * Format::bytes> const& codes) {
    numbers<typename Format::wide, N> to{};
    RELUK_UNROLL
    for (unsigned i = 0; i < N; i += Format::bytes <= 2 ? 2 : 1) {
        if constexpr (Format::bytes == 8) {
            to.at[i] = Format::widen(static_cast<unsigned long long>(codes.lane[2 * i + 1]) << 32 | codes.lane[2 * i]);
        } else if constexpr (Format::bytes == 4) {
            to.at[i] = Format::widen(codes.lane[i]);
        } else {
            constexpr unsigned per_lane = 4 / Format::bytes;
            Format::widen_pair(codes.lane[i / per_lane] >> (i % per_lane * 8 * Format::bytes), to.at[i], to.at[i + 1]);
        }
    }
    return to;
}

/// The pack of the codes nearest to N numbers.
template <class Format, unsigned N>
RELUK_HOST_DEVICE pack<N * Format::bytes> narrow(numbers<typename Format::wide, N> const& from,
                                                 overflow beyond = overflow::propagate) {
    pack<N * Format::bytes> codes{};
    RELUK_UNROLL
    for (unsigned i = 0; i < N; i += Format::bytes <= 2 ? 2 : 1) {
        if constexpr (Format::bytes == 8) {
            unsigned long long const code = Format::narrow(from.at[i]);
            codes.lane[2 * i] = static_cast<unsigned>(code);
            codes.lane[2 * i + 1] = static_cast<unsigned>(code >> 32);
        } else if constexpr (Format::bytes == 4) {
            codes.lane[i] = Format::narrow(from.at[i]);
        } else {
            constexpr unsigned per_lane = 4 / Format::bytes;
            unsigned const pair = Format::narrow_pair(from.at[i], from.at[i + 1], beyond);
            codes.lane[i / per_lane] |= pair << (i % per_lane * 8 * Format::bytes);
        }
    }
    return codes;
}

} // namespace detail

RELUK_NAMESPACE_END
