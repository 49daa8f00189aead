// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// The kernels whose code codegen_test.cpp looks at.
#include <reluk/kernel.cuh>

using namespace reluk;

#define KERNEL(OP, LOAD, STORE, WORD_BYTES, ACCESSES, GENERALITY)                                                      \
    template __global__ void reluk::relu_kernel<OP, LOAD, STORE, WORD_BYTES, ACCESSES, generality::GENERALITY>(        \
        bool const, task<OP> const, LOAD const, STORE const);

// Every policy, in every width: words alone, tiles with edges and realignment, and once any grid.
#define POLICIES(LOAD, STORE)                                                                                          \
    KERNEL(op_float, LOAD, STORE, 8, 1, words)                                                                         \
    KERNEL(op_float, LOAD, STORE, 16, 1, words)                                                                        \
    KERNEL(op_float, LOAD, STORE, 16, 1, tiles)                                                                        \
    KERNEL(op_float, LOAD, STORE, 16, 1, any)                                                                          \
    KERNEL(op_float, LOAD, STORE, 32, 1, words)                                                                        \
    KERNEL(op_float, LOAD, STORE, 32, 1, tiles)

using op_float = op::relu<float>::bitwise;
POLICIES(load::cached, store::cached)
POLICIES(load::streaming, store::streaming)
POLICIES(load::no_allocate, store::evict_first)
POLICIES(load::evict_first, store::write_through)
POLICIES(load::resident, store::cached)

// Every operation, and several accesses per thread.
#define OPERATION(OP)                                                                                                  \
    KERNEL(OP, load::cached, store::streaming, 16, 1, words)                                                           \
    KERNEL(OP, load::cached, store::streaming, 16, 1, tiles)                                                           \
    KERNEL(OP, load::cached, store::streaming, 16, 4, words)                                                           \
    KERNEL(OP, load::cached, store::streaming, 16, 4, tiles)                                                           \
    KERNEL(OP, load::cached, store::streaming, 32, 2, words)                                                           \
    KERNEL(OP, load::cached, store::streaming, 32, 2, tiles)

using op_double = op::relu<double>::bitwise;
using op_half = op::relu<__half>::bitwise;
using op_bfloat16 = op::relu<__nv_bfloat16>::bitwise;
using op_e4m3 = op::relu<__nv_fp8_e4m3>::bitwise;
using op_e5m2 = op::relu<__nv_fp8_e5m2>::bitwise;
using op_int8 = op::relu<signed char>::bitwise;
using op_int16 = op::relu<short>::bitwise;
using op_int32 = op::relu<int>::bitwise;
using op_int64 = op::relu<long long>::bitwise;
using op_uint8 = op::relu<unsigned char>::bitwise;
using op_uint64 = op::relu<unsigned long long>::bitwise;
OPERATION(op_double)
OPERATION(op_float)
OPERATION(op_half)
OPERATION(op_bfloat16)
OPERATION(op_e4m3)
OPERATION(op_e5m2)
OPERATION(op_int8)
OPERATION(op_int16)
OPERATION(op_int32)
OPERATION(op_int64)
OPERATION(op_uint8)
OPERATION(op_uint64)
