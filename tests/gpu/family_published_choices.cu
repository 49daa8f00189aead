// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// The functions of family.cuh that only choose among bits, as users call them: each element size at least once.
#include "family_functions.cuh"

namespace calls {

std::vector<function> published_choices();

std::vector<function> published_choices() {
    return {published<relu_backward, __nv_bfloat16>(), published<relu_with_mask, __half>(),
            published<relu_with_mask, double>(),       published<relu_backward_mask, float>(),
            published<clipped_relu, std::int8_t>(),    published<clipped_relu_backward, float>(),
            published<relu_2d, std::int8_t>(),         published<relu_2d, float>()};
}

} // namespace calls
