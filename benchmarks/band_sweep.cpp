// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// From 64 KiB to 1 GiB without a gap around the L2: every pair of policies and every peer, on one buffer and on many.
#include "harness/session.hpp"
#include "harness/sizes.hpp"

namespace {

using namespace bench;
using reluk::dataflow;

void add_point(session& s, dtype type, std::size_t bytes, bool rotating) {
    dataflow const flow = rotating ? dataflow::oneshot : dataflow::repeated;
    point p;
    p.type = type;
    p.regime = rotating ? "rotating" : "repeated";
    p.bytes_in = bytes;
    p.cycle = rotating ? rotating_sets(bytes, s.device().l2_bytes) : 1;
    p.candidates.push_back(choice(type, s.device(), flow));
    p.candidates.push_back(ordered(type, s.device(), flow));
    p.candidates.push_back(default_call(type));
    for (candidate& pair : policy_pairs(type, bytes, s.device(), flow)) {
        p.candidates.push_back(std::move(pair));
    }
    s.add_peers(p.candidates, type);
    p.candidates.push_back(read_candidate(type));
    p.candidates.push_back(write_candidate(type));
    p.candidates.push_back(empty_candidate());
    s.add(std::move(p));
}

void define(session& s) {
    std::vector<std::size_t> sizes = band_sizes(s.device().l2_bytes, 64 * KiB, GiB);
    if (s.quick()) {
        sizes = thinned(sizes);
    }
    for (bool const rotating : {false, true}) {
        for (dtype const type : {dtype::fp32, dtype::fp16, dtype::bf16, dtype::int8, dtype::e4m3}) {
            for (std::size_t const bytes : sizes) {
                // Of smaller tensors a cold batch would hold thousands.
                if (!rotating || bytes >= 256 * KiB) {
                    add_point(s, type, bytes, rotating);
                }
            }
        }
    }
}

} // namespace

int main(int argc, char** argv) {
    return run_suite("band_sweep", argc, argv, define);
}
