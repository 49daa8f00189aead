// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// How throughput depends on the element type: bound by DRAM, at a fixed number of elements, and inside the L2.
#include "harness/session.hpp"
#include "harness/sizes.hpp"

namespace {

using namespace bench;
using reluk::dataflow;

void add_point(session& s, dtype type, std::size_t bytes, bool rotating) {
    point p;
    p.type = type;
    p.regime = rotating ? "rotating" : "repeated";
    p.bytes_in = bytes;
    p.cycle = rotating ? rotating_sets(bytes, s.device().l2_bytes) : 1;
    p.candidates.push_back(choice(type, s.device(), rotating ? dataflow::oneshot : dataflow::repeated));
    p.candidates.push_back(default_call(type));
    s.add_peers(p.candidates, type);
    p.candidates.push_back(read_candidate(type));
    p.candidates.push_back(write_candidate(type));
    s.add(std::move(p));
}

void define(session& s) {
    for (std::size_t i = 0; i < dtype_count; ++i) {
        auto const type = static_cast<dtype>(i);
        std::size_t const element = info(type).bytes;
        std::size_t const in_l2 = 2 * MiB * element;
        std::size_t const image = 4096 * 4096 * element;
        std::size_t const large = 64 * MiB * element;
        for (std::size_t const bytes : {in_l2, image, large}) {
            add_point(s, type, bytes, false);
        }
        for (std::size_t const bytes : {large, GiB}) {
            if (bytes != GiB || !s.quick()) {
                add_point(s, type, bytes, true);
            }
        }
    }
}

} // namespace

int main(int argc, char** argv) {
    return run_suite("dtype_throughput", argc, argv, define);
}
