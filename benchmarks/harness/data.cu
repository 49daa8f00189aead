// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
#include "check.hpp"
#include "data.hpp"

#include <cstdint>

namespace bench {
namespace {

constexpr unsigned threads = 256;

template <unsigned Bytes>
struct code;
template <>
struct code<1> {
    using type = std::uint8_t;
};
template <>
struct code<2> {
    using type = std::uint16_t;
};
template <>
struct code<4> {
    using type = std::uint32_t;
};
template <>
struct code<8> {
    using type = std::uint64_t;
};

__device__ std::uint64_t mix(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
}

template <class Code>
__global__ void fill(Code* data, std::size_t n, unsigned exponent_bits) {
    std::size_t const i = blockIdx.x * std::size_t{threads} + threadIdx.x;
    if (i >= n) {
        return;
    }
    std::uint64_t const random = mix(i);
    auto value = static_cast<Code>(random);
    if (exponent_bits != 0) {
        unsigned const fraction_bits = 8 * sizeof(Code) - 1 - exponent_bits;
        std::uint64_t const bias = (1ull << (exponent_bits - 1)) - 1;
        std::uint64_t const field = ((1ull << exponent_bits) - 1) << fraction_bits;
        std::uint64_t const exponent = bias - ((random >> 32) & 3);
        value = static_cast<Code>((value & ~field) | (exponent << fraction_bits));
    }
    data[i] = value;
}

/// One element at a time, by the sign alone: shares nothing with what it judges.
template <class Code>
__global__ void compare(Code const* out, Code const* in, std::size_t n, bool rectify, unsigned long long* wrong) {
    std::size_t const i = blockIdx.x * std::size_t{threads} + threadIdx.x;
    if (i >= n) {
        return;
    }
    Code const x = in[i];
    bool const negative = (x >> (8 * sizeof(Code) - 1)) != 0;
    Code const wanted = rectify && negative ? Code{0} : x;
    if (out[i] != wanted) {
        atomicAdd(wrong, 1ull);
    }
}

unsigned blocks(std::size_t n) {
    return static_cast<unsigned>((n + threads - 1) / threads);
}

template <class Visit>
void visit(unsigned bytes, Visit visit_code) {
    switch (bytes) {
    case 1: return visit_code(code<1>::type{});
    case 2: return visit_code(code<2>::type{});
    case 4: return visit_code(code<4>::type{});
    default: return visit_code(code<8>::type{});
    }
}

} // namespace

void fill_random(void* data, std::size_t n, dtype type, cudaStream_t stream) {
    visit(info(type).bytes, [&](auto zero) {
        fill<<<blocks(n), threads, 0, stream>>>(static_cast<decltype(zero)*>(data), n, info(type).exponent_bits);
    });
    RELUK_BENCH_CHECK(cudaGetLastError());
}

void count_wrong(void const* out, void const* in, std::size_t n, dtype type, result expected, unsigned long long* wrong,
                 cudaStream_t stream) {
    bool const rectify = expected == result::relu && info(type).has_sign;
    visit(info(type).bytes, [&](auto zero) {
        using element = decltype(zero);
        compare<<<blocks(n), threads, 0, stream>>>(static_cast<element const*>(out), static_cast<element const*>(in), n,
                                                   rectify, wrong);
    });
    RELUK_BENCH_CHECK(cudaGetLastError());
}

} // namespace bench
