// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// What is computed: ReLU on one element and on a pack of elements, on the device, on the host and under NVRTC.
#pragma once

#include "operand.hpp"

// The narrow types are named, not included: whoever passes one has its header, and everybody else compiles faster.
struct __half;
struct __nv_bfloat16;
struct __nv_fp8_e4m3;
struct __nv_fp8_e5m2;
struct __nv_fp4x2_e2m1;

RELUK_NAMESPACE_BEGIN

namespace detail {

/// The 8- or 16-bit parts of 32 bits, four or two at a time. Answers are given in the sign bit of each part, and the
/// bits below it are of no meaning.
template <unsigned Bytes>
struct parts {
    static constexpr unsigned every = Bytes == 1 ? 0x01010101u : 0x00010001u;
    static constexpr unsigned sign = every << (8 * Bytes - 1) % 32;
    static constexpr unsigned magnitude_mask = (1u << (8 * Bytes - 1) % 32) - 1;

    /// Whether a part is positive, or negative with a magnitude of at least that of `threshold`; 0 is for no negative.
    /// Adding what the threshold's magnitude lacks to a full one carries into the sign position exactly then, and never
    /// into the next part.
    RELUK_HOST_DEVICE static unsigned kept(unsigned x, unsigned threshold) {
        unsigned const lacking = threshold == 0 ? 0 : magnitude_mask + 1 - (threshold & magnitude_mask);
        return lacking == 0 ? ~x : ~x | ((x & ~sign) + lacking * every);
    }

    /// Whether a part's magnitude is greater than `bound`, for 0 <= bound <= magnitude_mask; by a carry again.
    RELUK_HOST_DEVICE static unsigned greater(unsigned x, unsigned bound) {
        return (x & ~sign) + (magnitude_mask - bound) * every;
    }

    /// Whether a part is greater than `bound`, both without sign.
    RELUK_HOST_DEVICE static unsigned greater_unsigned(unsigned x, unsigned bound) {
        unsigned const in_magnitude = greater(x, bound & magnitude_mask);
        return bound > magnitude_mask ? x & in_magnitude : x | in_magnitude;
    }

    /// `bound` in every part.
    RELUK_HOST_DEVICE static unsigned repeat(unsigned bound) { return bound * every; }

    /// The lowest bits of `bits`, one per part, moved to the parts' signs; bits of no meaning elsewhere.
    RELUK_HOST_DEVICE static unsigned to_signs(unsigned bits) {
        // Copies at distances of 7 or 15 bits put bit i at bit 8 * i + 7 or 16 * i + 15; bits of one copy fall between
        // those of another.
        return Bytes == 1 ? (bits & 0xf) * 0x10204080u : (bits & 3) * 0x40008000u;
    }

    /// The inverse: the sign of each part, in the lowest bits.
    RELUK_HOST_DEVICE static unsigned from_signs(unsigned x) {
        return Bytes == 1 ? (x >> 7 & every) * 0x10204080u >> 28 : (x >> 15 & 1) | (x >> 30 & 2);
    }

    /// The sign bit of each part, copied to all bits of the part.
    RELUK_HOST_DEVICE static unsigned spread_sign(unsigned x) {
#if defined(__CUDA_ARCH__)
        // The msb of a selector nibble replicates the sign of the byte it selects (PTX ISA, prmt, default mode). The
        // intrinsic __byte_perm masks that bit away.
        unsigned mask;
        asm("prmt.b32 %0, %1, 0, %2;" : "=r"(mask) : "r"(x), "n"(Bytes == 1 ? 0xba98 : 0xbb99));
        return mask;
#else
        return (x >> (8 * Bytes - 1) & every) * ((1u << (8 * Bytes)) - 1);
#endif
    }
};

/// Lane i of the pack and the next one.
template <unsigned PackBytes>
RELUK_HOST_DEVICE unsigned long long eight_bytes(pack<PackBytes> const& from, unsigned i) {
    return static_cast<unsigned long long>(from.lane[i + 1]) << 32 | from.lane[i];
}

/// What `op` makes of each element of the packs, which hold elements of 4 or 8 bytes.
template <class Element, class Op, unsigned PackBytes, class... Packs>
RELUK_HOST_DEVICE pack<PackBytes> by_elements(Op const& op, pack<PackBytes> const& x, Packs const&... others) {
    pack<PackBytes> to;
    for (unsigned i = 0; i < pack<PackBytes>::lanes; i += sizeof(Element) / 4) {
        if constexpr (sizeof(Element) == 8) {
            unsigned long long const y = op(eight_bytes(x, i), eight_bytes(others, i)...);
            to.lane[i] = static_cast<unsigned>(y);
            to.lane[i + 1] = static_cast<unsigned>(y >> 32);
        } else {
            to.lane[i] = op(x.lane[i], others.lane[i]...);
        }
    }
    return to;
}

} // namespace detail

namespace op {

/// Keeps an element whose bits, read as a signed integer, are at least `Threshold`; makes any other one zero.
///
/// One integer comparison gives every rule of the contract at once. Positive values, +0 and NaN with a clear sign have
/// bits >= 0. With the sign bit set, bits grow with the magnitude: -0.0 is the least, then come the negative numbers,
/// then -inf, then NaN. A threshold just above -inf therefore zeroes all of them but the NaN, whose payload survives;
/// no flag such as -use_fast_math can reach integers; and no half or fp8 operator is needed. For signed integers the
/// threshold is 0.
template <unsigned Bytes, bits<Bytes> Threshold>
struct rectify {
    using type = rectify;                            ///< itself, named from the types that derive from it
    using second_operand = detail::no_operand;       ///< what is read beside the input
    static constexpr unsigned element_bytes = Bytes; ///< of the output
    static constexpr unsigned in_bytes = Bytes;      ///< of an element of the input
    /// The largest number: +inf, or the largest finite one where there is none. Greater bits are a NaN.
    static constexpr bits<Bytes> largest =
        static_cast<bits<Bytes>>(Threshold - 1) & (static_cast<bits<Bytes>>(~bits<Bytes>{0}) >> 1);

    /// One element, given and returned as its bits.
    RELUK_HOST_DEVICE bits<Bytes> operator()(bits<Bytes> x) const {
        if constexpr (Bytes == 8) {
            return static_cast<long long>(x) >= static_cast<long long>(Threshold) ? x : 0;
        } else {
            constexpr unsigned unused = 32 - 8 * Bytes;
            constexpr int threshold = static_cast<int>(static_cast<unsigned>(Threshold) << unused);
            return static_cast<int>(static_cast<unsigned>(x) << unused) >= threshold ? x : bits<Bytes>{0};
        }
    }

    /// All elements of a pack. Elements of 8 and 16 bits are computed four and two at a time.
    template <unsigned PackBytes>
    RELUK_HOST_DEVICE pack<PackBytes> operator()(pack<PackBytes> const& from) const {
        if constexpr (Bytes >= 4) {
            return detail::by_elements<bits<Bytes>>(*this, from);
        } else {
            using parts = detail::parts<Bytes>;
            pack<PackBytes> x = from;
            for (unsigned i = 0; i < pack<PackBytes>::lanes; ++i) {
                x.lane[i] &= parts::spread_sign(parts::kept(x.lane[i], Threshold));
            }
            return x;
        }
    }
};

/// Keeps everything: ReLU of an unsigned integer.
template <unsigned Bytes>
struct identity {
    using type = identity;                           ///< itself, named from the types that derive from it
    using second_operand = detail::no_operand;       ///< what is read beside the input
    static constexpr unsigned element_bytes = Bytes; ///< of the output
    static constexpr unsigned in_bytes = Bytes;      ///< of an element of the input
    /// The largest number.
    static constexpr bits<Bytes> largest = static_cast<bits<Bytes>>(~bits<Bytes>{0});

    /// One element, given and returned as its bits.
    RELUK_HOST_DEVICE bits<Bytes> operator()(bits<Bytes> x) const { return x; }

    /// All elements of a pack.
    template <unsigned PackBytes>
    RELUK_HOST_DEVICE pack<PackBytes> operator()(pack<PackBytes> const& x) const {
        return x;
    }
};

/// ReLU of pairs of 4-bit e2m1 numbers, two in a byte: a number whose sign is set becomes +0. The format has no NaN and
/// no infinity.
struct rectify_nibbles {
    using type = rectify_nibbles;                ///< itself, named from the type that derives from it
    using second_operand = detail::no_operand;   ///< what is read beside the input
    static constexpr unsigned element_bytes = 1; ///< of the output
    static constexpr unsigned in_bytes = 1;      ///< of an element of the input

    /// One pair.
    RELUK_HOST_DEVICE unsigned char operator()(unsigned char x) const {
        return static_cast<unsigned char>(positive(static_cast<unsigned>(x)));
    }

    /// All pairs of a pack.
    template <unsigned PackBytes>
    RELUK_HOST_DEVICE pack<PackBytes> operator()(pack<PackBytes> const& from) const {
        pack<PackBytes> x = from;
        for (unsigned& lane : x.lane) {
            lane = positive(lane);
        }
        return x;
    }

private:
    RELUK_HOST_DEVICE static unsigned positive(unsigned x) { return x & ~((x >> 3 & 0x11111111u) * 0xf); }
};

/// Whether each element is one number. Those of fp4 come in pairs: they can be rectified, but not compared or computed.
template <class T>
constexpr bool has_own_numbers = true;
/// The pairs.
template <>
constexpr bool has_own_numbers<__nv_fp4x2_e2m1> = false;

/// Which operation on bits ReLU of a `T` is. The kernels are made from that alone, so types that agree share theirs.
template <class T>
struct bitwise_relu : identity<1> {
    static_assert(
        sizeof(T*) == 0,
        "reluk takes double, float, __half, __nv_bfloat16, __nv_fp8_e4m3, __nv_fp8_e5m2, __nv_fp4x2_e2m1, and the "
        "signed and unsigned integers of 8, 16, 32 and 64 bits (not bool, not plain char)");
};

// Floating point: the threshold is the bits of -inf plus one. e4m3 has no infinity; its largest code is its NaN.
template <>
struct bitwise_relu<double> : rectify<8, 0xfff0000000000001> {};
template <>
struct bitwise_relu<float> : rectify<4, 0xff800001> {};
template <>
struct bitwise_relu<__half> : rectify<2, 0xfc01> {};
template <>
struct bitwise_relu<__nv_bfloat16> : rectify<2, 0xff81> {};
template <>
struct bitwise_relu<__nv_fp8_e5m2> : rectify<1, 0xfd> {};
template <>
struct bitwise_relu<__nv_fp8_e4m3> : rectify<1, 0xff> {};
template <>
struct bitwise_relu<__nv_fp4x2_e2m1> : rectify_nibbles {};

// Integers. Plain char is not among them: whether it is signed depends on the machine and on -funsigned-char.
template <>
struct bitwise_relu<signed char> : rectify<1, 0> {};
template <>
struct bitwise_relu<short> : rectify<2, 0> {};
template <>
struct bitwise_relu<int> : rectify<4, 0> {};
template <>
struct bitwise_relu<long> : rectify<sizeof(long), 0> {};
template <>
struct bitwise_relu<long long> : rectify<8, 0> {};
template <>
struct bitwise_relu<unsigned char> : identity<1> {};
template <>
struct bitwise_relu<unsigned short> : identity<2> {};
template <>
struct bitwise_relu<unsigned int> : identity<4> {};
template <>
struct bitwise_relu<unsigned long> : identity<sizeof(unsigned long)> {};
template <>
struct bitwise_relu<unsigned long long> : identity<8> {};

/// ReLU of a `T` for one's own kernels: x where x > 0, a NaN unchanged in every bit, +0 otherwise. Host, device and
/// NVRTC give the same bits, with or without -use_fast_math.
template <class T>
struct relu {
    /// The operation on the bits of an element, and on packs of elements.
    using bitwise = typename bitwise_relu<T>::type;

    /// One element.
    RELUK_HOST_DEVICE T operator()(T const& x) const {
        return reluk::bit_cast<T>(bitwise{}(reluk::bit_cast<bits<sizeof(T)>>(x)));
    }

    /// A pack that holds PackBytes / sizeof(T) elements.
    template <unsigned PackBytes>
    RELUK_HOST_DEVICE pack<PackBytes> operator()(pack<PackBytes> const& x) const {
        return bitwise{}(x);
    }
};

} // namespace op

RELUK_NAMESPACE_END
