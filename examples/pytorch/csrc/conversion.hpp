// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
#pragma once

#include "visit.hpp"

namespace reluk_torch {

template <class Where>
int conversion<Where>::relu_cast(ScalarType out_type, void* out, ScalarType in_type, void const* in, size_t n,
                                 float scale, bool saturate) const {
    auto const beyond = saturate ? reluk::overflow::saturate : reluk::overflow::propagate;
    return visit(castable_types{}, out_type, [&](auto to) {
        return visit(castable_types{}, in_type, [&](auto from) {
            return call(at, [&](auto... stream) {
                return api::relu_cast(as(to, out), as(from, in), n, scale, beyond, stream...);
            });
        });
    });
}

} // namespace reluk_torch
