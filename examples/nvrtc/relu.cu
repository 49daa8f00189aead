// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// A kernel of one's own around reluk's body, for relu_cupy.py. LOAD, LOAD_STATE (the fraction of a policy that has
// one), STORE, WORD_BYTES, ACCESSES and REVERSE are the fields of the launch configuration. Here each thread makes the
// task, which takes it a few instructions; reluk::relu_kernel is given one that the host has made.
#include <reluk/tile.hpp>

extern "C" __global__ void relu(float* out, float const* in, reluk::size_t n) {
    using operation = reluk::op::relu<float>::bitwise;
    constexpr unsigned per_word = WORD_BYTES / sizeof(float);
    auto const place = reluk::place<sizeof(float)>(in);
    auto const split = reluk::make_partition(n, per_word, reluk::place<sizeof(float)>(out), place, place);
    auto const order = reluk::make_order(split, blockDim.x * ACCESSES, REVERSE);
    reluk::rectify<operation, reluk::load::LOAD, reluk::store::STORE, WORD_BYTES, ACCESSES, reluk::generality::any>(
        reluk::make_task<operation>(out, in, split, per_word, order), {LOAD_STATE}, {},
        {blockIdx.x, gridDim.x, threadIdx.x, blockDim.x});
}
