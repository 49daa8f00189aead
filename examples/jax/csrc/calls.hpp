// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// From XLA's buffers to the call of reluk's function on their type, for host and device alike. The Python above says
// sooner and better what is wrong with an argument; what is checked here keeps other callers inside their buffers.
#pragma once

#include "types.hpp"

#include <string>

namespace reluk_jax {

namespace ffi = xla::ffi;

/// f(T{}), an ffi::Error, for the type that all buffers have; an error where they differ, or reluk has no such type.
template <class Elements, class F, class... Buffer>
ffi::Error call(Elements, F const& f, ffi::AnyBuffer const& first, Buffer const&... other) {
    if (((other.element_type() != first.element_type() || other.element_count() != first.element_count()) || ...)) {
        return ffi::Error::InvalidArgument("reluk: all arrays must have one dtype and one number of elements.");
    }
    ffi::Error result;
    bool const known = visit(Elements{}, first.element_type(), [&](auto t) { result = f(t); });
    if (!known) {
        return ffi::Error::InvalidArgument("reluk: no kernel for dtype " +
                                           std::to_string(static_cast<int>(first.element_type())) + " of XLA.");
    }
    return result;
}

template <class T>
T* as(T, ffi::AnyBuffer const& buffer) {
    return static_cast<T*>(buffer.untyped_data());
}

} // namespace reluk_jax
