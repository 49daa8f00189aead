// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// The element types of the contract, and an implementation of ReLU that shares nothing with the library's: it takes
// each code apart into sign, exponent and fraction, as the formats' definitions do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

namespace elements {

/// What a code of one element type means.
struct format {
    char const* name;
    unsigned bytes;
    enum kind_t { unsigned_integer, signed_integer, floating } kind;
    unsigned fraction_bits; ///< of a floating format
    bool has_infinity;      ///< e4m3 has none: there all ones but the sign is the only NaN
};

constexpr format formats[] = {
    {"fp64", 8, format::floating, 52, true},           {"fp32", 4, format::floating, 23, true},
    {"fp16", 2, format::floating, 10, true},           {"bf16", 2, format::floating, 7, true},
    {"e4m3", 1, format::floating, 3, false},           {"e5m2", 1, format::floating, 2, true},
    {"int8", 1, format::signed_integer, 0, false},     {"int16", 2, format::signed_integer, 0, false},
    {"int32", 4, format::signed_integer, 0, false},    {"int64", 8, format::signed_integer, 0, false},
    {"uint8", 1, format::unsigned_integer, 0, false},  {"uint16", 2, format::unsigned_integer, 0, false},
    {"uint32", 4, format::unsigned_integer, 0, false}, {"uint64", 8, format::unsigned_integer, 0, false},
};

/// Calls f(T{} as a null pointer, format) for each type, in the order of `formats`.
template <class F>
void for_each(F f) {
    f(static_cast<double*>(nullptr), formats[0]);
    f(static_cast<float*>(nullptr), formats[1]);
    f(static_cast<__half*>(nullptr), formats[2]);
    f(static_cast<__nv_bfloat16*>(nullptr), formats[3]);
    f(static_cast<__nv_fp8_e4m3*>(nullptr), formats[4]);
    f(static_cast<__nv_fp8_e5m2*>(nullptr), formats[5]);
    f(static_cast<std::int8_t*>(nullptr), formats[6]);
    f(static_cast<std::int16_t*>(nullptr), formats[7]);
    f(static_cast<std::int32_t*>(nullptr), formats[8]);
    f(static_cast<std::int64_t*>(nullptr), formats[9]);
    f(static_cast<std::uint8_t*>(nullptr), formats[10]);
    f(static_cast<std::uint16_t*>(nullptr), formats[11]);
    f(static_cast<std::uint32_t*>(nullptr), formats[12]);
    f(static_cast<std::uint64_t*>(nullptr), formats[13]);
}

/// Whether the code is a NaN of a floating format.
inline bool is_nan(format const& f, std::uint64_t code) {
    unsigned const magnitude_bits = 8 * f.bytes - 1;
    std::uint64_t const magnitude = code & ((std::uint64_t{1} << magnitude_bits) - 1);
    std::uint64_t const fraction = magnitude & ((std::uint64_t{1} << f.fraction_bits) - 1);
    std::uint64_t const exponent = magnitude >> f.fraction_bits;
    std::uint64_t const largest_exponent = (std::uint64_t{1} << (magnitude_bits - f.fraction_bits)) - 1;
    if (!f.has_infinity) {
        return exponent == largest_exponent && fraction == (std::uint64_t{1} << f.fraction_bits) - 1;
    }
    return exponent == largest_exponent && fraction != 0;
}

/// ReLU of one code.
inline std::uint64_t relu(format const& f, std::uint64_t code) {
    bool const sign = (code >> (8 * f.bytes - 1) & 1) != 0;
    switch (f.kind) {
    case format::unsigned_integer: return code;
    case format::signed_integer: return sign ? 0 : code;
    case format::floating: return sign && !is_nan(f, code) ? 0 : code;
    }
    return code;
}

/// Reads and writes element i of an array of `bytes`-sized codes.
inline std::uint64_t get(void const* array, std::size_t i, unsigned bytes) {
    std::uint64_t code = 0;
    std::memcpy(&code, static_cast<unsigned char const*>(array) + i * bytes, bytes);
    return code;
}
inline void put(void* array, std::size_t i, unsigned bytes, std::uint64_t code) {
    std::memcpy(static_cast<unsigned char*>(array) + i * bytes, &code, bytes);
}

/// Every code of an 8- or 16-bit format; for wider ones the special values with their neighbours, and `random` random
/// codes, half of them with a random exponent near an end of the range.
inline std::vector<std::uint64_t> codes(format const& f, std::size_t random) {
    std::vector<std::uint64_t> all;
    if (f.bytes <= 2) {
        for (std::uint64_t code = 0; code < std::uint64_t{1} << (8 * f.bytes); ++code) {
            all.push_back(code);
        }
        return all;
    }
    std::uint64_t const mask = f.bytes == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * f.bytes)) - 1;
    std::uint64_t const sign = std::uint64_t{1} << (8 * f.bytes - 1);
    std::uint64_t const infinity = sign - (std::uint64_t{1} << f.fraction_bits); // or an integer of no importance
    std::uint64_t const quiet = f.fraction_bits == 0 ? 1 : std::uint64_t{1} << (f.fraction_bits - 1);
    for (std::uint64_t const special :
         {std::uint64_t{0}, std::uint64_t{1} << f.fraction_bits, infinity, infinity + quiet, sign - 1,
          infinity + 0x12345, std::uint64_t{1} << (f.bytes * 4)}) {
        for (std::uint64_t const neighbour : {special - 2, special - 1, special, special + 1, special + 2}) {
            all.push_back(neighbour & mask);
            all.push_back((neighbour ^ sign) & mask);
        }
    }
    std::mt19937_64 generator(f.bytes * 100 + f.fraction_bits);
    for (std::size_t i = 0; i < random; ++i) {
        std::uint64_t code = generator();
        if (i % 2 == 1 && f.kind == format::floating) {
            std::uint64_t const exponent_mask = infinity;
            code = i % 4 == 1 ? code | exponent_mask : code & ~exponent_mask; // NaN and infinities, or subnormals
        }
        all.push_back(code & mask);
    }
    return all;
}

} // namespace elements
