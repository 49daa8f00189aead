// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// From a dtype to the call of reluk's function on its type.
//
// selection.hpp, arithmetic.hpp and conversion.hpp have one body for host and device. Who includes them has said before
//     api          the namespace of the functions: reluk::host or reluk
//     call(at, f)  f(stream), or f() on the host, and its status
#pragma once

#include "operations.hpp"
#include "types.hpp"

namespace reluk_torch {

template <class... T>
struct types {};

using floating_types = types<double, float, half, bfloat16, e4m3, e5m2>;
using castable_types = types<float, half, bfloat16, e4m3, e5m2>;
using all_types = types<double, float, half, bfloat16, e4m3, e5m2, std::int8_t, std::int16_t, std::int32_t,
                        std::int64_t, std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>;

/// f(T{}) for the one of the types that `type` names, or no_such_type.
template <class... T, class F>
int visit(types<T...>, ScalarType type, F const& f) {
    int status = no_such_type;
    static_cast<void>(((type == dtype_of<T> && (status = f(T{}), true)) || ...));
    return status;
}

/// The nearest T to a number; a NaN where T has none as large.
template <class T>
T nearest(double number) {
    using format = reluk::format_of<T>;
    return reluk::bit_cast<T>(static_cast<reluk::bits<sizeof(T)>>(
        format::narrow(static_cast<typename format::wide>(number), reluk::overflow::propagate)));
}

template <class T>
T* as(T, void* memory) {
    return static_cast<T*>(memory);
}

template <class T>
T const* as(T, void const* memory) {
    return static_cast<T const*>(memory);
}

} // namespace reluk_torch
