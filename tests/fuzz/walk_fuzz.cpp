// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Any bytes as a walk of the kernel's body: each has to keep the promises that walk_case.hpp lists.
#include "elements.hpp"
#include "walk_case.hpp"

#include <cstdio>
#include <cstdlib>
#include <fuzzer/FuzzedDataProvider.h>
#include <iterator>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    FuzzedDataProvider bytes(data, size);
    walk_case c;
    c.type = bytes.ConsumeIntegralInRange<unsigned>(0, std::size(elements::formats) - 1);
    c.n = bytes.ConsumeIntegralInRange<std::size_t>(0, 5000);
    c.out_offset = bytes.ConsumeIntegralInRange<unsigned>(0, 128);
    c.in_offset = bytes.ConsumeIntegralInRange<unsigned>(0, 128);
    c.placement = static_cast<walk_case::placement_t>(bytes.ConsumeIntegralInRange<int>(0, 3));
    c.config.access_bytes = 8u << bytes.ConsumeIntegralInRange<unsigned>(0, 2);
    c.config.accesses_per_thread = 1u << bytes.ConsumeIntegralInRange<unsigned>(0, c.config.access_bytes == 32 ? 1 : 2);
    c.config.load = static_cast<reluk::load_path>(bytes.ConsumeIntegralInRange<int>(0, 4));
    c.config.store = static_cast<reluk::store_path>(bytes.ConsumeIntegralInRange<int>(0, 3));
    c.config.order = static_cast<reluk::block_order>(bytes.ConsumeBool());
    c.config.block = bytes.ConsumeIntegralInRange<unsigned>(1, 1024);
    c.config.grid = bytes.ConsumeIntegralInRange<unsigned>(1, 70);
    c.seed = bytes.ConsumeIntegral<std::uint32_t>();
    std::string const fault = fault_of(c);
    if (!fault.empty()) {
        std::fprintf(stderr, "%s\n", fault.c_str());
        std::abort();
    }
    return 0;
}
