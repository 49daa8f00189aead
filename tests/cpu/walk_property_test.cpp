// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Random walks of the kernel's body: any type, size, offsets, placement, policies, shape, grid, block and order at
// once, where walk_test.cpp takes each in turn. fuzz/walk_fuzz.cpp looks further, guided by what is covered.
#include "catch.hpp"
#include "elements.hpp"
#include "walk_case.hpp"

#include <reluk/host.hpp>

#include <algorithm>
#include <iterator>
#include <random>
#include <utility>

namespace {

constexpr unsigned shapes[][2] = {{8, 1}, {8, 2}, {8, 4}, {16, 1}, {16, 2}, {16, 4}, {32, 1}, {32, 2}};

class random_cases {
public:
    /// The paths, shape and launch of a case at random; a grid too small and one too large among them.
    walk_case any() {
        walk_case c = tensors();
        auto const& shape = shapes[below(std::size(shapes))];
        c.config.access_bytes = shape[0];
        c.config.accesses_per_thread = shape[1];
        c.config.block = 1 + below(below(2) == 0 ? 40 : 300);
        c.config.grid = 1 + below(below(2) == 0 ? 4 : 60);
        c.config.load = static_cast<reluk::load_path>(below(5));
        c.config.store = static_cast<reluk::store_path>(below(4));
        c.config.resident_fraction = static_cast<float>(1 + below(10)) / 10.0f;
        c.config.order = static_cast<reluk::block_order>(below(2));
        return c;
    }

    /// A case as choose() launches it, on a device of any generation with small limits or large ones and any L2, so
    /// that each row of the table is met by small tensors too.
    walk_case chosen() {
        constexpr unsigned capabilities[] = {75, 80, 89, 90, 100, 120};
        walk_case c = tensors();
        reluk::device_descriptor device;
        device.compute_capability = capabilities[below(std::size(capabilities))];
        device.l2_bytes = std::size_t{1} << below(16);
        device.max_grid = below(2) == 0 ? 1 + below(5) : device.max_grid;
        device.max_block = below(2) == 0 ? 1 + below(100) : device.max_block;
        device.max_access_bytes = below(2) == 0 ? 16 : 32;
        unsigned const bytes = elements::formats[c.type].bytes;
        bool const in_place = c.placement == walk_case::in_place;
        c.config =
            choose(device, {c.n, bytes, (in_place ? c.in_offset : c.out_offset) * bytes % reluk::line_bytes,
                            c.in_offset * bytes % reluk::line_bytes, in_place, static_cast<reluk::dataflow>(below(3))});
        return c;
    }

private:
    walk_case tensors() {
        walk_case c;
        c.type = below(std::size(elements::formats));
        c.n = below(4) == 0 ? below(20) : below(below(8) == 0 ? 6000 : 700);
        c.out_offset = below(129);
        c.in_offset = below(129);
        c.placement = static_cast<walk_case::placement_t>(below(4));
        c.seed = below(1u << 30);
        return c;
    }

    unsigned below(std::size_t bound) { return static_cast<unsigned>(generator_() % bound); }

    std::mt19937 generator_{1};
};

} // namespace

TEST_CASE("a walk without blocks or without threads does nothing") {
    float const in[4] = {1, 2, 3, 4};
    float out[4] = {-1, -1, -1, -1};
    for (auto const& [grid, block] : {std::pair{0u, 32u}, std::pair{2u, 0u}, std::pair{0u, 0u}}) {
        reluk::launch_config config;
        config.grid = grid;
        config.block = block;
        reluk::host::walk<float, 16, 1>(out, in, 4, config, reluk::load::cached{}, reluk::store::cached{});
        CHECK(std::all_of(std::begin(out), std::end(out), [](float x) { return x == -1; }));
    }
}

TEST_CASE("the host's choice is valid on any device of the default limits, up to the largest tensors") {
    for (unsigned shift = 0; shift < 62; ++shift) {
        reluk::workload work;
        work.elements = std::size_t{1} << shift;
        CAPTURE(shift);
        CHECK(is_valid(reluk::host::choose(work), {}));
    }
}

TEST_CASE("any walk writes each element once, with the right bits, and touches nothing else") {
    random_cases cases;
    for (int i = 0; i < 100000; ++i) {
        std::string const fault = fault_of(cases.any());
        if (!fault.empty()) {
            FAIL(fault);
        }
    }
}

TEST_CASE("and so does any walk that choose() has shaped") {
    random_cases cases;
    for (int i = 0; i < 100000; ++i) {
        walk_case const c = cases.chosen();
        std::string const fault = c.n == 0 ? "" : fault_of(c);
        if (!fault.empty()) {
            FAIL(fault);
        }
    }
}
