// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// reluk's functions on untyped memory: the seam between PyTorch's headers and nvcc, which is slow to compile both at
// once. host.hpp, relu.cuh, batch.cuh and family.cuh say what each function does and asks of its arguments.
#pragma once

#include <c10/core/ScalarType.h>

#include <cstddef>

namespace reluk_torch {

using c10::ScalarType;
using std::size_t;

/// What a function returns: one of these, or else another cudaError_t.
enum status : int {
    no_such_type = -1, ///< it does not take these dtypes
    done = 0,
    invalid = 1 ///< cudaErrorInvalidValue: arguments out of contract; also what the host gives
};

/// Where a function runs: on the CPU, before it returns,
struct on_host {};

/// or on the current device, in the order of a stream.
struct on_device {
    void* stream; ///< a cudaStream_t
};

/// Those that only choose bits.
template <class Where>
struct selection {
    Where at;

    int relu(ScalarType type, void* out, void const* in, size_t n) const;
    int relu_batch(ScalarType type, void* const* out, void const* const* in, size_t const* n, size_t count) const;
    int relu_2d(ScalarType type, void* out, size_t out_pitch, void const* in, size_t in_pitch, size_t rows,
                size_t columns) const;
    int relu_backward(ScalarType type, void* grad_in, void const* grad_out, void const* y, size_t n) const;
    int relu_with_mask(ScalarType type, void* out, unsigned* mask, void const* in, size_t n) const;
    int relu_backward_mask(ScalarType type, void* grad_in, void const* grad_out, unsigned const* mask, size_t n) const;
    int clipped_relu(ScalarType type, void* out, void const* in, size_t n, double bound) const;
    int clipped_relu_backward(ScalarType type, void* grad_in, void const* grad_out, void const* y, size_t n,
                              double bound) const;
};

/// Those that compute.
template <class Where>
struct arithmetic {
    Where at;

    int add_relu(ScalarType type, void* out, void const* a, void const* b, size_t n) const;
    int bias_relu(ScalarType type, void* out, void const* in, void const* bias, size_t outer, size_t channels,
                  size_t inner) const;
    int leaky_relu(ScalarType type, void* out, void const* in, size_t n, double slope) const;
    int leaky_relu_backward(ScalarType type, void* grad_in, void const* grad_out, void const* x, size_t n,
                            double slope) const;
    int squared_relu(ScalarType type, void* out, void const* in, size_t n) const;
    int squared_relu_backward(ScalarType type, void* grad_in, void const* grad_out, void const* x, size_t n) const;
};

/// The one from type to type.
template <class Where>
struct conversion {
    Where at;

    int relu_cast(ScalarType out_type, void* out, ScalarType in_type, void const* in, size_t n, float scale,
                  bool saturate) const;
};

} // namespace reluk_torch
