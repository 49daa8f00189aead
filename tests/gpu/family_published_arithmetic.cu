// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// The functions of family.cuh that compute, as users call them.
#include "family_functions.cuh"

namespace calls {

std::vector<function> published_arithmetic();

std::vector<function> published_arithmetic() {
    return {published<add_relu, __half>(),
            published<add_relu, double>(),
            published<bias_relu, __nv_bfloat16>(),
            published<relu_cast, __nv_fp8_e4m3, float>(),
            published<relu_cast, float, __half>(),
            published<leaky_relu, __half>(),
            published<leaky_relu_backward, double>(),
            published<squared_relu, float>(),
            published<squared_relu_backward, __nv_fp8_e5m2>()};
}

} // namespace calls
