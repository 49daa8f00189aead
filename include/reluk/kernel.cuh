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

namespace detail {

/// The kernel before this one, which may still run where this one was launched with programmatic dependence.
struct predecessor {
    bool early_trigger; ///< whether the kernel after this one may start from then on

    __device__ void wait([[maybe_unused]] void const* address) const {
#if __CUDA_ARCH__ >= 900
        // The compiler puts behind the wait whatever may stand there, and there it shows in the time: in a sixth of a
        // call at 1 MiB (one H200, 2026-11-30). No address in use has these upper bits, but the question needs the
        // address, and is asked before. A block without work, whose address may be any, could answer yes: its part of
        // the trigger, which it gives by ending anyway.
        asm volatile("{\n\t"
                     ".reg .b32 lower, upper;\n\t"
                     ".reg .pred never;\n\t"
                     "mov.b64 {lower, upper}, %0;\n\t"
                     "setp.eq.u32 never, upper, 0xffffffff;\n\t"
                     "@never griddepcontrol.launch_dependents;\n\t"
                     "griddepcontrol.wait;\n\t"
                     "}" ::"l"(address)
                     : "memory");
        if (early_trigger) { // after the wait: all that came before this kernel is then done, for its successor too
            asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
        }
#endif
    }
};

} // namespace detail

/// ReLU, and whatever else `Op` computes element by element. One thread moves `Accesses` words of `WordBytes` per tile.
/// Launched with programmatic dependence or without: the wait comes before any access and returns at once where there
/// is nothing to wait for. `work` is split for WordBytes, and needs no more than `Generality`.
template <class Op, class Load, class Store, unsigned WordBytes, unsigned Accesses, generality Generality>
RELUK_KERNEL void __launch_bounds__(1024)
    relu_kernel(bool const early_trigger, task<Op> const work, Load const load, Store const store) {
    rectify<Op, Load, Store, WordBytes, Accesses, Generality>(
        work, load, store, {blockIdx.x, gridDim.x, threadIdx.x, blockDim.x}, detail::predecessor{early_trigger});
}

RELUK_NAMESPACE_END

#endif
