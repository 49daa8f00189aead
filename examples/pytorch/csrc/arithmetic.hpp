// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
#pragma once

#include "visit.hpp"

namespace reluk_torch {

template <class Where>
int arithmetic<Where>::add_relu(ScalarType type, void* out, void const* a, void const* b, size_t n) const {
    return visit(floating_types{}, type, [&](auto t) {
        return call(at, [&](auto... stream) { return api::add_relu(as(t, out), as(t, a), as(t, b), n, stream...); });
    });
}

template <class Where>
int arithmetic<Where>::bias_relu(ScalarType type, void* out, void const* in, void const* bias, size_t outer,
                                 size_t channels, size_t inner) const {
    return visit(floating_types{}, type, [&](auto t) {
        return call(at, [&](auto... stream) {
            return api::bias_relu_channels(as(t, out), as(t, in), as(t, bias), outer, channels, inner, stream...);
        });
    });
}

template <class Where>
int arithmetic<Where>::leaky_relu(ScalarType type, void* out, void const* in, size_t n, double slope) const {
    return visit(floating_types{}, type, [&](auto t) {
        auto const wide = static_cast<typename reluk::format_of<decltype(t)>::wide>(slope);
        return call(at, [&](auto... stream) { return api::leaky_relu(as(t, out), as(t, in), n, wide, stream...); });
    });
}

template <class Where>
int arithmetic<Where>::leaky_relu_backward(ScalarType type, void* grad_in, void const* grad_out, void const* x,
                                           size_t n, double slope) const {
    return visit(floating_types{}, type, [&](auto t) {
        auto const wide = static_cast<typename reluk::format_of<decltype(t)>::wide>(slope);
        return call(at, [&](auto... stream) {
            return api::leaky_relu_backward(as(t, grad_in), as(t, grad_out), as(t, x), n, wide, stream...);
        });
    });
}

template <class Where>
int arithmetic<Where>::squared_relu(ScalarType type, void* out, void const* in, size_t n) const {
    return visit(floating_types{}, type, [&](auto t) {
        return call(at, [&](auto... stream) { return api::squared_relu(as(t, out), as(t, in), n, stream...); });
    });
}

template <class Where>
int arithmetic<Where>::squared_relu_backward(ScalarType type, void* grad_in, void const* grad_out, void const* x,
                                             size_t n) const {
    return visit(floating_types{}, type, [&](auto t) {
        return call(at, [&](auto... stream) {
            return api::squared_relu_backward(as(t, grad_in), as(t, grad_out), as(t, x), n, stream...);
        });
    });
}

} // namespace reluk_torch
