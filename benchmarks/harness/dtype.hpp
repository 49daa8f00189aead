// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// The element types by name.
#pragma once

#include <cstddef>
#include <iterator>

namespace bench {

/// NAME, C++ type, bytes, bits of the exponent (0: integer), has a sign
#define RELUK_BENCH_DTYPES(X)                                                                                          \
    X(fp64, double, 8, 11, true)                                                                                       \
    X(fp32, float, 4, 8, true)                                                                                         \
    X(fp16, __half, 2, 5, true)                                                                                        \
    X(bf16, __nv_bfloat16, 2, 8, true)                                                                                 \
    X(e4m3, __nv_fp8_e4m3, 1, 4, true)                                                                                 \
    X(e5m2, __nv_fp8_e5m2, 1, 5, true)                                                                                 \
    X(int8, signed char, 1, 0, true)                                                                                   \
    X(int16, short, 2, 0, true)                                                                                        \
    X(int32, int, 4, 0, true)                                                                                          \
    X(int64, long long, 8, 0, true)                                                                                    \
    X(uint8, unsigned char, 1, 0, false)                                                                               \
    X(uint16, unsigned short, 2, 0, false)                                                                             \
    X(uint32, unsigned int, 4, 0, false)                                                                               \
    X(uint64, unsigned long long, 8, 0, false)

enum class dtype {
#define RELUK_BENCH_NAME(NAME, TYPE, BYTES, EXPONENT, SIGN) NAME,
    RELUK_BENCH_DTYPES(RELUK_BENCH_NAME)
#undef RELUK_BENCH_NAME
};

struct dtype_info {
    char const* name;
    unsigned bytes;
    unsigned exponent_bits;
    bool has_sign;
};

constexpr dtype_info dtype_infos[] = {
#define RELUK_BENCH_INFO(NAME, TYPE, BYTES, EXPONENT, SIGN) {#NAME, BYTES, EXPONENT, SIGN},
    RELUK_BENCH_DTYPES(RELUK_BENCH_INFO)
#undef RELUK_BENCH_INFO
};

constexpr std::size_t dtype_count = std::size(dtype_infos);

constexpr dtype_info const& info(dtype type) {
    return dtype_infos[static_cast<std::size_t>(type)];
}

} // namespace bench
