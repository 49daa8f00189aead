// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Bytes per thread against threads per block, inside the L2 and from DRAM.
#include "harness/session.hpp"
#include "harness/sizes.hpp"

namespace {

using namespace bench;
using reluk::dataflow;

/// `reluk:16Bx2/256`: two accesses of 16 bytes per thread, 256 threads per block.
candidate shaped(dtype type, session const& s, dataflow flow, unsigned bytes, unsigned accesses, unsigned block) {
    std::string name = "reluk:" + std::to_string(bytes) + "Bx" + std::to_string(accesses) + "/" + std::to_string(block);
    return adapted(type, s.device(), flow, std::move(name), [=](reluk::launch_config& config) {
        config.access_bytes = bytes;
        config.accesses_per_thread = accesses;
        config.block = block;
    });
}

void define(session& s) {
    for (dtype const type : {dtype::int8, dtype::fp16, dtype::fp32}) {
        for (bool const rotating : {false, true}) {
            dataflow const flow = rotating ? dataflow::oneshot : dataflow::repeated;
            point p;
            p.type = type;
            p.regime = rotating ? "rotating" : "repeated";
            p.bytes_in = rotating ? 256 * MiB : 16 * MiB;
            p.cycle = rotating ? rotating_sets(p.bytes_in, s.device().l2_bytes) : 1;
            p.candidates.push_back(choice(type, s.device(), flow));
            for (unsigned const bytes : {8u, 16u, 32u}) {
                for (unsigned accesses = 1; accesses <= 4 && bytes * accesses <= 64; accesses *= 2) {
                    for (unsigned block = 64; block <= 1024; block *= 2) {
                        p.candidates.push_back(shaped(type, s, flow, bytes, accesses, block));
                    }
                }
            }
            s.add_peers(p.candidates, type);
            s.add(std::move(p));
        }
    }
}

} // namespace

int main(int argc, char** argv) {
    return run_suite("granularity", argc, argv, define);
}
