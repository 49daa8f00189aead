// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Kernels of the family that compute with numbers, for same_code.cmake.
#include <reluk/kernel.cuh>
#include <reluk/op_arithmetic.hpp>

using namespace reluk;
using namespace reluk::detail;

#define KERNEL(OP)                                                                                                     \
    template __global__ void reluk::relu_kernel<OP, load::cached, store::cached, 16, 1, generality::tiles>(            \
        bool const, task<OP> const, load::cached const, store::cached const);

template <class T>
using sum = arithmetic<rectified_sum, format_of<T>, format_of<T>, format_of<T>, tensor_operand<format_of<T>::bytes>>;
template <class T>
using leaky = arithmetic<leak<typename format_of<T>::wide>, format_of<T>, format_of<T>>;
template <class T>
using leaky_gradient = arithmetic<leak_gradient<typename format_of<T>::wide>, format_of<T>, format_of<T>, format_of<T>,
                                  tensor_operand<format_of<T>::bytes>>;
template <class T>
using square = arithmetic<rectified_square, format_of<T>, format_of<T>>;
template <class Out, class In>
using cast = arithmetic<rectified_product, format_of<Out>, format_of<In>>;

using float_to_e4m3 = cast<__nv_fp8_e4m3, float>;
using e5m2_to_half = cast<__half, __nv_fp8_e5m2>;

KERNEL(sum<double>)
KERNEL(sum<float>)
KERNEL(sum<__half>)
KERNEL(leaky<double>)
KERNEL(leaky<float>)
KERNEL(leaky<__nv_bfloat16>)
KERNEL(leaky_gradient<float>)
KERNEL(leaky_gradient<__nv_fp8_e4m3>)
KERNEL(square<float>)
KERNEL(float_to_e4m3)
KERNEL(e5m2_to_half)
