// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// CUDA tensors: a kernel on the given stream of the current device.
#pragma once

#include "operations.hpp"
#include "types.hpp"

#include <reluk/batch.cuh>
#include <reluk/family.cuh>

namespace reluk_torch {

namespace api = reluk;

template <class F>
int call(on_device const& at, F const& f) {
    return f(static_cast<cudaStream_t>(at.stream));
}

} // namespace reluk_torch
