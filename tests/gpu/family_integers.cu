// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// The functions of the family that take integers.
#include "family_functions.cuh"

namespace calls {

std::vector<function> family_integers();

std::vector<function> family_integers() {
    std::vector<function> all;
    elements::for_each([&](auto* type, elements::format const&) {
        using T = std::remove_pointer_t<decltype(type)>;
        if constexpr (std::is_integral<T>::value) {
            all.push_back(one_kernel<relu_with_mask, T>());
            all.push_back(one_kernel<clipped_relu, T>());
            all.push_back(one_kernel<relu_2d, T>());
        }
    });
    return all;
}

} // namespace calls
