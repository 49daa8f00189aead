// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Elements of PyTorch's dtypes, made known to reluk. The narrow ones have the bits of CUDA's types, whose headers a
// machine without CUDA lacks.
#pragma once

#include <reluk/number.hpp>
#include <reluk/op.hpp>

#include <c10/core/ScalarType.h>

#include <cstdint>

namespace reluk_torch {

struct half {
    std::uint16_t code;
};
struct bfloat16 {
    std::uint16_t code;
};
struct e4m3 {
    std::uint8_t code;
};
struct e5m2 {
    std::uint8_t code;
};

/// The dtype whose elements are `T`.
template <class T>
constexpr c10::ScalarType dtype_of = c10::CppTypeToScalarType<T>::value;
template <>
inline constexpr c10::ScalarType dtype_of<half> = c10::ScalarType::Half;
template <>
inline constexpr c10::ScalarType dtype_of<bfloat16> = c10::ScalarType::BFloat16;
template <>
inline constexpr c10::ScalarType dtype_of<e4m3> = c10::ScalarType::Float8_e4m3fn;
template <>
inline constexpr c10::ScalarType dtype_of<e5m2> = c10::ScalarType::Float8_e5m2;

} // namespace reluk_torch

namespace reluk::op {

template <>
struct bitwise_relu<reluk_torch::half> : bitwise_relu<__half> {};
template <>
struct bitwise_relu<reluk_torch::bfloat16> : bitwise_relu<__nv_bfloat16> {};
template <>
struct bitwise_relu<reluk_torch::e4m3> : bitwise_relu<__nv_fp8_e4m3> {};
template <>
struct bitwise_relu<reluk_torch::e5m2> : bitwise_relu<__nv_fp8_e5m2> {};

} // namespace reluk::op

namespace reluk {

template <>
struct format_of<reluk_torch::half> : format_of<__half> {};
template <>
struct format_of<reluk_torch::bfloat16> : format_of<__nv_bfloat16> {};
template <>
struct format_of<reluk_torch::e4m3> : format_of<__nv_fp8_e4m3> {};
template <>
struct format_of<reluk_torch::e5m2> : format_of<__nv_fp8_e5m2> {};

} // namespace reluk
