// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// ReLU's family for people's own kernels: function objects on values and on packs. They work on the device, on the host
// and under NVRTC, and as functors of Thrust, CUB and the like; op::relu<T> is in op.hpp. Each does what the function
// of the same name in family.cuh does to an element, which says what it computes.
#pragma once

#include "op_arithmetic.hpp"
#include "op_select.hpp"

RELUK_NAMESPACE_BEGIN

namespace op {

/// `Bitwise`, an operation on bits, for values of the types Out and In.
template <class Bitwise, class Out, class... In>
struct on_values {
    using bitwise_type = Bitwise; ///< what the kernels are made from

    Bitwise bitwise{}; ///< the operation, with its numbers

    /// One element.
    RELUK_HOST_DEVICE Out operator()(In const&... x) const {
        return reluk::bit_cast<Out>(bitwise(reluk::bit_cast<bits<sizeof(In)>>(x)...));
    }

    /// All elements of the packs, which hold equally many.
    template <unsigned... PackBytes>
    RELUK_HOST_DEVICE auto operator()(pack<PackBytes> const&... x) const {
        return bitwise(x...);
    }
};

/// relu(a + b).
template <class T>
struct add_relu
    : on_values<detail::arithmetic<detail::rectified_sum, format_of<T>, format_of<T>, format_of<T>>, T, T, T> {};

/// relu(x) * scale in another type. What is too large for fp8 becomes what `beyond` says.
template <class Out, class In>
struct relu_cast : on_values<detail::arithmetic<detail::rectified_product, format_of<Out>, format_of<In>>, Out, In> {
    static_assert(sizeof(Out) <= 4 && sizeof(In) <= 4, "relu_cast computes in float: not from or to double");
    /// With its numbers.
    RELUK_HOST_DEVICE explicit relu_cast(float scale = 1.0f, overflow beyond = overflow::saturate)
        : on_values<detail::arithmetic<detail::rectified_product, format_of<Out>, format_of<In>>, Out, In>{
              {{scale}, beyond}} {}
};

/// min(max(x, 0), bound); `bound` is a number >= +0.
template <class T>
struct clipped_relu : on_values<detail::clip<typename relu<T>::bitwise>, T, T> {
    static_assert(has_own_numbers<T>, "an element of this type holds two numbers, and the bound would have two");
    /// With its numbers.
    RELUK_HOST_DEVICE explicit clipped_relu(T const& bound)
        : on_values<detail::clip<typename relu<T>::bitwise>, T, T>{{reluk::bit_cast<bits<sizeof(T)>>(bound)}} {}
};

/// x where x > 0, slope * x elsewhere. For ReLU take op::relu: a slope of 0 makes negative zeros here.
template <class T>
struct leaky_relu
    : on_values<detail::arithmetic<detail::leak<typename format_of<T>::wide>, format_of<T>, format_of<T>>, T, T> {
    using number = typename format_of<T>::wide; ///< double for double, else float
    /// With its numbers.
    RELUK_HOST_DEVICE explicit leaky_relu(number slope)
        : on_values<detail::arithmetic<detail::leak<number>, format_of<T>, format_of<T>>, T, T>{{{slope}}} {}
};

/// relu(x) * relu(x).
template <class T>
struct squared_relu : on_values<detail::arithmetic<detail::rectified_square, format_of<T>, format_of<T>>, T, T> {};

/// (gradient, y): `gradient` where y > 0 or y is NaN, else +0.
template <class T>
struct relu_backward : on_values<detail::gradient<typename relu<T>::bitwise, false>, T, T, T> {
    static_assert(sizeof(format_of<T>) != 0, "a gradient is of floating-point numbers"); // format_of says which
};

} // namespace op

RELUK_NAMESPACE_END
