// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
#include "eight_bit.hpp"

#include <reluk/host.hpp>
#include <reluk/relu.cuh>

namespace {

template <class T>
constexpr eight_bit make_eight_bit(char const* name) {
    return {name,
            [](void* out, void const* in, std::size_t n, reluk::device_descriptor const& device, reluk::dataflow flow) {
                return reluk::relu(static_cast<T*>(out), static_cast<T const*>(in), n, device, flow);
            },
            [](void* out, void const* in, std::size_t n) {
                return reluk::host::relu(static_cast<T*>(out), static_cast<T const*>(in), n);
            }};
}

} // namespace

eight_bit const eight_bit_types[4] = {make_eight_bit<__nv_fp8_e4m3>("e4m3"), make_eight_bit<__nv_fp8_e5m2>("e5m2"),
                                      make_eight_bit<std::int8_t>("int8"), make_eight_bit<std::uint8_t>("uint8")};
