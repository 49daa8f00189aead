// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// PyTorch's kernels behind a C interface, in a shared library of its own: it is compiled where PyTorch is, and loaded
// by --torch-peer=PATH.
#pragma once

#include <stddef.h>

#if defined(__cplusplus)
extern "C" {
#endif

enum reluk_torch_op { reluk_torch_relu, reluk_torch_add, reluk_torch_multiply };

/// PyTorch's version.
char const* reluk_torch_version(void);

/// out = max(in, 0), in + scalar or in * scalar, for n elements on the current device, in `stream` (a cudaStream_t).
/// dtype: fp64 fp32 fp16 bf16 int8 int16 int32 int64 uint8. Returns 0, or 1 where PyTorch has no such kernel.
int reluk_torch_apply(enum reluk_torch_op op, char const* dtype, void* out, void const* in, size_t n, double scalar,
                      void* stream);

#if defined(__cplusplus)
}
#endif
