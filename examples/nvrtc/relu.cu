// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// A kernel of one's own around reluk's body, for relu_cupy.py. LOAD, LOAD_STATE (a resident fraction, else nothing),
// STORE, WORD_BYTES, ACCESSES and REVERSE are the fields of the launch configuration. Here each thread makes the task,
// which takes it a few instructions; reluk::relu_kernel is given one that the host has made.
#include <reluk/tile.hpp>

extern "C" __global__ void relu(float* out, float const* in, reluk::size_t n, unsigned out_offset, unsigned in_offset) {
    using operation = reluk::op::relu<float>::bitwise;
    auto const split = reluk::make_partition(n, sizeof(float), out_offset, in_offset, WORD_BYTES);
    auto const work = reluk::make_task<operation>(out, in, split, WORD_BYTES, blockDim.x * ACCESSES, REVERSE);
    reluk::rectify<operation, reluk::load::LOAD, reluk::store::STORE, WORD_BYTES, ACCESSES, true>(
        work, {LOAD_STATE}, {}, {blockIdx.x, gridDim.x, threadIdx.x, blockDim.x});
}
