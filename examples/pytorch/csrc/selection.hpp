// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
#pragma once

#include "visit.hpp"

#include <vector>

namespace reluk_torch {

template <class Where>
int selection<Where>::relu(ScalarType type, void* out, void const* in, size_t n) const {
    return visit(all_types{}, type, [&](auto t) {
        return call(at, [&](auto... stream) { return api::relu(as(t, out), as(t, in), n, stream...); });
    });
}

template <class Where>
int selection<Where>::relu_batch(ScalarType type, void* const* out, void const* const* in, size_t const* n,
                                 size_t count) const {
    return visit(all_types{}, type, [&](auto t) {
        using T = decltype(t);
        std::vector<T*> outputs(count);
        std::vector<T const*> inputs(count);
        for (size_t i = 0; i < count; ++i) {
            outputs[i] = as(t, out[i]);
            inputs[i] = as(t, in[i]);
        }
        return call(
            at, [&](auto... stream) { return api::relu_batch(outputs.data(), inputs.data(), n, count, stream...); });
    });
}

template <class Where>
int selection<Where>::relu_2d(ScalarType type, void* out, size_t out_pitch, void const* in, size_t in_pitch,
                              size_t rows, size_t columns) const {
    return visit(all_types{}, type, [&](auto t) {
        return call(at, [&](auto... stream) {
            return api::relu_2d(as(t, out), out_pitch, as(t, in), in_pitch, rows, columns, stream...);
        });
    });
}

template <class Where>
int selection<Where>::relu_backward(ScalarType type, void* grad_in, void const* grad_out, void const* y,
                                    size_t n) const {
    return visit(floating_types{}, type, [&](auto t) {
        return call(at, [&](auto... stream) {
            return api::relu_backward(as(t, grad_in), as(t, grad_out), as(t, y), n, stream...);
        });
    });
}

template <class Where>
int selection<Where>::relu_with_mask(ScalarType type, void* out, unsigned* mask, void const* in, size_t n) const {
    return visit(floating_types{}, type, [&](auto t) {
        return call(at, [&](auto... stream) { return api::relu_with_mask(as(t, out), mask, as(t, in), n, stream...); });
    });
}

template <class Where>
int selection<Where>::relu_backward_mask(ScalarType type, void* grad_in, void const* grad_out, unsigned const* mask,
                                         size_t n) const {
    return visit(floating_types{}, type, [&](auto t) {
        return call(at, [&](auto... stream) {
            return api::relu_backward_mask(as(t, grad_in), as(t, grad_out), mask, n, stream...);
        });
    });
}

template <class Where>
int selection<Where>::clipped_relu(ScalarType type, void* out, void const* in, size_t n, double bound) const {
    return visit(floating_types{}, type, [&](auto t) {
        auto const most = nearest<decltype(t)>(bound);
        return call(at, [&](auto... stream) { return api::clipped_relu(as(t, out), as(t, in), n, most, stream...); });
    });
}

template <class Where>
int selection<Where>::clipped_relu_backward(ScalarType type, void* grad_in, void const* grad_out, void const* y,
                                            size_t n, double bound) const {
    return visit(floating_types{}, type, [&](auto t) {
        auto const most = nearest<decltype(t)>(bound);
        return call(at, [&](auto... stream) {
            return api::clipped_relu_backward(as(t, grad_in), as(t, grad_out), as(t, y), n, most, stream...);
        });
    });
}

} // namespace reluk_torch
