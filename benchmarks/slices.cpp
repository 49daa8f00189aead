// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Slices that begin in the middle of an aligned word: by one element in the input, the output and both; and for int8,
// by every offset that a 16-byte word has.
#include "harness/session.hpp"
#include "harness/sizes.hpp"

namespace {

using namespace bench;
using reluk::dataflow;

void add_point(session& s, dtype type, std::size_t bytes, std::size_t in_shift, std::size_t out_shift) {
    point p;
    p.type = type;
    p.regime = "in+" + std::to_string(in_shift) + ",out+" + std::to_string(out_shift);
    p.bytes_in = bytes;
    p.in_shift = in_shift;
    p.out_shift = out_shift;
    p.candidates.push_back(choice(type, s.device(), dataflow::repeated));
    p.candidates.push_back(default_call(type));
    s.add_peers(p.candidates, type);
    s.add(std::move(p));
}

void define(session& s) {
    for (dtype const type : {dtype::fp32, dtype::fp16, dtype::bf16, dtype::int8}) {
        for (std::size_t const bytes : {4 * MiB, 16 * MiB, 64 * MiB, 256 * MiB}) {
            add_point(s, type, bytes, 0, 0);
            add_point(s, type, bytes, 1, 0);
            add_point(s, type, bytes, 0, 1);
            add_point(s, type, bytes, 1, 1);
        }
    }
    for (std::size_t offset = 2; offset < 16 && !s.quick(); ++offset) {
        add_point(s, dtype::int8, 16 * MiB, offset, 0);
        add_point(s, dtype::int8, 16 * MiB, 0, offset);
    }
}

} // namespace

int main(int argc, char** argv) {
    return run_suite("slices", argc, argv, define);
}
