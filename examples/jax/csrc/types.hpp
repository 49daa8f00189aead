// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Elements of XLA's types, made known to reluk. The narrow ones have the bits of CUDA's types, whose headers a machine
// without CUDA lacks.
#pragma once

#include <reluk/number.hpp>
#include <reluk/op.hpp>

#include <xla/ffi/api/ffi.h>

#include <cstdint>

namespace reluk_jax {

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

/// An element's type here and in XLA.
template <class T, xla::ffi::DataType Type>
struct element {
    using type = T;
    static constexpr xla::ffi::DataType value = Type;
};

template <class... Element>
struct elements {};

using floating_elements =
    elements<element<double, xla::ffi::F64>, element<float, xla::ffi::F32>, element<half, xla::ffi::F16>,
             element<bfloat16, xla::ffi::BF16>, element<e4m3, xla::ffi::F8E4M3FN>, element<e5m2, xla::ffi::F8E5M2>>;
using integers = elements<element<std::int8_t, xla::ffi::S8>, element<std::int16_t, xla::ffi::S16>,
                          element<std::int32_t, xla::ffi::S32>, element<std::int64_t, xla::ffi::S64>,
                          element<std::uint8_t, xla::ffi::U8>, element<std::uint16_t, xla::ffi::U16>,
                          element<std::uint32_t, xla::ffi::U32>, element<std::uint64_t, xla::ffi::U64>>;

template <class... A, class... B>
elements<A..., B...> join(elements<A...>, elements<B...>);
using all_elements = decltype(join(floating_elements{}, integers{}));

/// f(T{}) for the element of that type; whether there is one.
template <class... Element, class F>
bool visit(elements<Element...>, xla::ffi::DataType type, F const& f) {
    return ((type == Element::value && (f(typename Element::type{}), true)) || ...);
}

} // namespace reluk_jax

namespace reluk::op {

template <>
struct bitwise_relu<reluk_jax::half> : bitwise_relu<__half> {};
template <>
struct bitwise_relu<reluk_jax::bfloat16> : bitwise_relu<__nv_bfloat16> {};
template <>
struct bitwise_relu<reluk_jax::e4m3> : bitwise_relu<__nv_fp8_e4m3> {};
template <>
struct bitwise_relu<reluk_jax::e5m2> : bitwise_relu<__nv_fp8_e5m2> {};

} // namespace reluk::op

namespace reluk {

template <>
struct format_of<reluk_jax::half> : format_of<__half> {};
template <>
struct format_of<reluk_jax::bfloat16> : format_of<__nv_bfloat16> {};
template <>
struct format_of<reluk_jax::e4m3> : format_of<__nv_fp8_e4m3> {};
template <>
struct format_of<reluk_jax::e5m2> : format_of<__nv_fp8_e5m2> {};

} // namespace reluk
