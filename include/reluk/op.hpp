// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// What is computed: ReLU on one element and on a pack of elements, on the device, on the host and under NVRTC.
#pragma once

#include "word.hpp"

// The narrow types are named, not included: whoever passes one has its header, and everybody else compiles faster.
struct __half;
struct __nv_bfloat16;
struct __nv_fp8_e4m3;
struct __nv_fp8_e5m2;

RELUK_NAMESPACE_BEGIN

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
    using type = rectify;
    static constexpr unsigned element_bytes = Bytes;

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
        pack<PackBytes> x = from;
        for (unsigned i = 0; i < pack<PackBytes>::lanes; i += Bytes == 8 ? 2 : 1) {
            if constexpr (Bytes == 8) {
                unsigned long long const both = x.lane[i + 1];
                unsigned long long const kept = (*this)(both << 32 | x.lane[i]);
                x.lane[i] = static_cast<unsigned>(kept);
                x.lane[i + 1] = static_cast<unsigned>(kept >> 32);
            } else if constexpr (Bytes == 4) {
                x.lane[i] = (*this)(x.lane[i]);
            } else {
                x.lane[i] &= keep_mask(x.lane[i]);
            }
        }
        return x;
    }

private:
    /// All ones in each 8- or 16-bit part of `x` that is kept, zeroes in the others.
    RELUK_HOST_DEVICE static unsigned keep_mask(unsigned x) {
        constexpr unsigned every = Bytes == 1 ? 0x01010101u : 0x00010001u;
        constexpr unsigned sign = every << (8 * Bytes - 1);
        // A negative part is kept when its magnitude is at least the threshold's. Adding what the threshold's magnitude
        // lacks to a full one carries into the sign position exactly then, and never into the next part.
        constexpr unsigned magnitude_mask = (1u << (8 * Bytes - 1)) - 1;
        constexpr unsigned lacking = Threshold == 0 ? 0 : magnitude_mask + 1 - (Threshold & magnitude_mask);
        unsigned kept = ~x;
        if constexpr (lacking != 0) {
            kept |= (x & ~sign) + lacking * every;
        }
        return spread_sign(kept);
    }

    /// The sign bit of each 8- or 16-bit part of `x`, copied to all bits of the part.
    RELUK_HOST_DEVICE static unsigned spread_sign(unsigned x) {
#if defined(__CUDA_ARCH__)
        // The msb of a selector nibble replicates the sign of the byte it selects (PTX ISA, prmt, default mode). The
        // intrinsic __byte_perm masks that bit away.
        unsigned mask;
        asm("prmt.b32 %0, %1, 0, %2;" : "=r"(mask) : "r"(x), "n"(Bytes == 1 ? 0xba98 : 0xbb99));
        return mask;
#else
        constexpr unsigned every = Bytes == 1 ? 0x01010101u : 0x00010001u;
        return (x >> (8 * Bytes - 1) & every) * ((1u << (8 * Bytes)) - 1);
#endif
    }
};

/// Keeps everything: ReLU of an unsigned integer.
template <unsigned Bytes>
struct identity {
    using type = identity;
    static constexpr unsigned element_bytes = Bytes;

    RELUK_HOST_DEVICE bits<Bytes> operator()(bits<Bytes> x) const { return x; }

    template <unsigned PackBytes>
    RELUK_HOST_DEVICE pack<PackBytes> operator()(pack<PackBytes> const& x) const {
        return x;
    }
};

/// Which operation on bits ReLU of a `T` is. The kernels are made from that alone, so types that agree share theirs.
template <class T>
struct bitwise_relu : identity<1> {
    static_assert(sizeof(T*) == 0,
                  "reluk takes double, float, __half, __nv_bfloat16, __nv_fp8_e4m3, __nv_fp8_e5m2, and the signed and "
                  "unsigned integers of 8, 16, 32 and 64 bits (not bool, not plain char)");
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
