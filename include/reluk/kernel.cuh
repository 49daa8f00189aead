// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// The kernel. It also compiles under NVRTC.
#pragma once

#if !defined(__CUDACC__) && !defined(__CUDACC_RTC__)
#error "reluk/kernel.cuh holds device code: compile this file as CUDA, or include reluk/host.hpp"
#else

#include "tile.hpp"

// Each file launches the kernels that were compiled for it: with external linkage the linker would keep one of several,
// in code with -rdc=true and before CUDA 13 always, whatever architectures it was made for. NVRTC has one file, and
// finds kernels by name.
#if defined(__CUDACC_RTC__)
#define RELUK_KERNEL __global__
#else
#define RELUK_KERNEL static __global__
#endif

RELUK_NAMESPACE_BEGIN

/// ReLU, and whatever else `Op` computes element by element. One thread moves `Accesses` words of `WordBytes` per tile.
/// Launched with programmatic dependence or without: the wait comes before any access and returns at once where there
/// is nothing to wait for. `work` is split for WordBytes, and needs no more than `Generality`.
template <class Op, class Load, class Store, unsigned WordBytes, unsigned Accesses, generality Generality>
RELUK_KERNEL void __launch_bounds__(1024)
    relu_kernel([[maybe_unused]] bool const early_trigger, task<Op> const work, Load const load, Store const store) {
    position const place{blockIdx.x, gridDim.x, threadIdx.x, blockDim.x};
#if __CUDA_ARCH__ >= 900
    // blockIdx and threadIdx are slow to read: ahead of the wait that takes no time, and 13 ns a call behind it, where
    // the compiler would put it (one H200, 2026-11-30, 64 KiB to 4 MiB).
    asm volatile("" ::"r"(place.block), "r"(place.thread));
    asm volatile("griddepcontrol.wait;" ::: "memory");
    if (early_trigger) { // after the wait: all that came before this kernel is then done, for its successor too
        asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
    }
#endif
    rectify<Op, Load, Store, WordBytes, Accesses, Generality>(work, load, store, place);
}

RELUK_NAMESPACE_END

#endif
