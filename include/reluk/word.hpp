// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// The words that memory is moved in. No standard header is needed on the device, so that NVRTC compiles it as it is.
#pragma once

#if defined(_MSVC_LANG) ? _MSVC_LANG < 201703L : __cplusplus < 201703L
#error "reluk needs C++17: compile with -std=c++17 or newer"
#endif

#include "version.hpp"

#if !defined(__CUDACC_RTC__)
#include <cstring>
#endif

/// Marks a function for host and device where the compiler knows the device; a policy of one's own needs it.
#if defined(__CUDACC__) || defined(__CUDACC_RTC__)
#define RELUK_HOST_DEVICE __host__ __device__ inline
#else
#define RELUK_HOST_DEVICE inline
#endif

/// Unrolls the loop that follows, on the device: arrays that such loops index then stay in registers.
#if defined(__CUDA_ARCH__)
#define RELUK_UNROLL _Pragma("unroll")
#else
#define RELUK_UNROLL
#endif

RELUK_NAMESPACE_BEGIN

/// Whether the toolkit knows 32-byte loads and stores (PTX ISA 8.8, CUDA 12.9), which sm_100 and newer have.
#if defined(__CUDACC_VER_MAJOR__)
constexpr bool toolkit_has_32_byte_access = __CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__ >= 1209;
#else
constexpr bool toolkit_has_32_byte_access = false;
#endif

/// std::size_t, which NVRTC has no header for.
using size_t = decltype(sizeof(0));

/// `Bytes` bytes that one thread moves in one instruction, aligned to their size, seen as 32-bit lanes in memory order.
template <unsigned Bytes>
struct alignas(Bytes) pack {
    static_assert(Bytes == 4 || Bytes == 8 || Bytes == 16 || Bytes == 32, "a pack is 4, 8, 16 or 32 bytes");
    static constexpr unsigned lanes = Bytes / 4; ///< of 4 bytes
    unsigned lane[lanes];                        ///< the bytes, four at a time
};

/// Whether a type is a pack.
template <class Word>
constexpr bool is_pack = false;
/// A pack is.
template <unsigned Bytes>
constexpr bool is_pack<pack<Bytes>> = true;

/// The unsigned integer that holds the bits of one element of `Bytes` bytes (1, 2, 4 or 8).
template <unsigned Bytes>
struct bits_of_size;
/// One byte.
template <>
struct bits_of_size<1> {
    using type = unsigned char; ///< the integer
};
/// Two.
template <>
struct bits_of_size<2> {
    using type = unsigned short; ///< the integer
};
/// Four.
template <>
struct bits_of_size<4> {
    using type = unsigned int; ///< the integer
};
/// Eight.
template <>
struct bits_of_size<8> {
    using type = unsigned long long; ///< the integer
};
/// That integer, by its size.
template <unsigned Bytes>
using bits = typename bits_of_size<Bytes>::type;

/// The object representation of `from` as a `To` of the same size; std::bit_cast, which C++17 and NVRTC lack.
template <class To, class From>
RELUK_HOST_DEVICE To bit_cast(From const& from) {
    static_assert(sizeof(To) == sizeof(From), "bit_cast keeps the size");
    To to;
    memcpy(static_cast<void*>(&to), static_cast<void const*>(&from), sizeof(To));
    return to;
}

RELUK_NAMESPACE_END
