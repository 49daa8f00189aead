// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// choose() as a pure function: the table's rules on known devices, its boundaries, and any input at all.
#include <reluk/launch_config.hpp>

#include "catch.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <utility>

// A type of a user's, in a namespace of theirs: with hidden types in it GCC warns, and hides what the user exports.
struct holds_a_config {
    reluk::launch_config config;
};

namespace {

using reluk::choose;
using reluk::dataflow;
using reluk::device_descriptor;
using reluk::launch_config;
using reluk::load_path;
using reluk::store_path;
using reluk::workload;

constexpr std::size_t mebibyte = std::size_t{1} << 20;
constexpr device_descriptor rtx_4090{89, 128, 72 * mebibyte};
constexpr device_descriptor rtx_3090{86, 82, 6 * mebibyte};
constexpr device_descriptor a100{80, 108, 40 * mebibyte};
constexpr device_descriptor h200{90, 132, 60 * mebibyte};
constexpr device_descriptor b200{100, 148, 126 * mebibyte, 2147483647, 1024, 32};
constexpr device_descriptor rtx_5090{120, 170, 96 * mebibyte, 2147483647, 1024, 32};

constexpr workload make(std::size_t elements, unsigned element_bytes, dataflow flow) {
    return {elements, element_bytes, 0, 0, false, flow};
}

/// The choice for a working set of so many bytes, input and output together.
constexpr launch_config at(device_descriptor const& device, std::size_t working_set, dataflow flow,
                           unsigned element_bytes = 1) {
    return choose(device, make(working_set / 2 / element_bytes, element_bytes, flow));
}

constexpr bool is(launch_config const& config, load_path load, store_path store) {
    return config.load == load && config.store == store;
}

} // namespace

// The RTX 4090's rules, at compile time: choose() is a constant expression.
static_assert(is(at(rtx_4090, 32 * mebibyte, dataflow::repeated), load_path::cached, store_path::cached));
static_assert(is(at(rtx_4090, 32 * mebibyte + 2, dataflow::repeated), load_path::cached, store_path::streaming));
static_assert(is(at(rtx_4090, 72 * mebibyte, dataflow::repeated), load_path::cached, store_path::streaming));
static_assert(is(at(rtx_4090, 72 * mebibyte + 2, dataflow::repeated), load_path::streaming, store_path::streaming));

TEST_CASE("RTX 4090, repeated: the band's measured points") {
    std::size_t const n = std::size_t{4096} * 4096;
    CHECK(is(choose(rtx_4090, make(n, 2, dataflow::repeated)), load_path::cached, store_path::streaming));    // 64 MiB
    CHECK(is(choose(rtx_4090, make(n, 4, dataflow::repeated)), load_path::streaming, store_path::streaming)); // 128 MiB
    CHECK(is(at(rtx_4090, 8 * mebibyte, dataflow::repeated, 4), load_path::cached, store_path::cached));      // 1024^2
    for (std::size_t const bytes : {33600000, 52400000, 75497472}) { // 33.6, 52.4 and 75.5 MB
        for (unsigned const element_bytes : {1u, 2u, 4u, 8u}) {
            CAPTURE(bytes, element_bytes);
            CHECK(is(at(rtx_4090, bytes, dataflow::repeated, element_bytes), load_path::cached, store_path::streaming));
        }
    }
    for (std::size_t const mib : {76, 84}) {
        CHECK(is(at(rtx_4090, mib * mebibyte, dataflow::repeated), load_path::streaming, store_path::streaming));
    }
}

TEST_CASE("before Hopper no dataflow picks streaming loads where the working set fits the L2") {
    for (device_descriptor const& device : {rtx_4090, rtx_3090, a100, device_descriptor{75, 40, 4 * mebibyte}}) {
        for (auto const flow : {dataflow::pipeline, dataflow::repeated, dataflow::oneshot}) {
            for (unsigned const element_bytes : {1u, 2u, 4u, 8u}) {
                for (std::size_t bytes = 64; bytes <= device.l2_bytes; bytes += device.l2_bytes / 97) {
                    auto const config = at(device, bytes, flow, element_bytes);
                    CAPTURE(device.compute_capability, bytes, element_bytes, config.reason);
                    CHECK((config.load == load_path::cached || config.load == load_path::no_allocate));
                }
                CHECK(at(device, device.l2_bytes, flow, element_bytes).load == load_path::cached);
            }
        }
    }
}

TEST_CASE("one-byte elements take the more parallel launch while the working set is in L2") {
    for (std::size_t const mib : {1, 16, 32, 33, 64, 72}) {
        CHECK(at(rtx_4090, mib * mebibyte, dataflow::repeated, 1).block == 128);
        CHECK(at(rtx_4090, mib * mebibyte, dataflow::repeated, 1).access_bytes == 16);
        CHECK(at(rtx_4090, mib * mebibyte, dataflow::repeated, 2).block == 256);
    }
    CHECK(at(rtx_4090, 73 * mebibyte, dataflow::repeated, 1).block == 256);
}

TEST_CASE("in place, memory is counted once, and what fits the L2 stays there") {
    workload work{70 * mebibyte, 1, 0, 0, true, dataflow::repeated};
    CHECK(work.working_set() == 70 * mebibyte);
    CHECK(is(choose(rtx_4090, work), load_path::cached, store_path::cached));
    work.elements = 73 * mebibyte;
    CHECK(is(choose(rtx_4090, work), load_path::streaming, store_path::streaming));
}

TEST_CASE("H200: the measured regimes") {
    auto const config = [](std::size_t mib_in, dataflow flow, bool in_place = false) {
        return choose(h200, workload{mib_in * mebibyte / 4, 4, 0, 0, in_place, flow});
    };
    using reluk::block_order;
    CHECK(is(config(12, dataflow::repeated), load_path::cached, store_path::cached));
    CHECK(is(config(14, dataflow::repeated), load_path::cached, store_path::cached));
    CHECK(is(config(16, dataflow::repeated), load_path::resident, store_path::evict_first));
    CHECK(is(config(18, dataflow::repeated), load_path::resident, store_path::evict_first));
    CHECK(is(config(20, dataflow::repeated), load_path::resident, store_path::evict_first));
    CHECK(is(config(28, dataflow::repeated), load_path::resident, store_path::evict_first));
    CHECK(is(config(48, dataflow::repeated), load_path::resident, store_path::evict_first));
    CHECK(is(config(512, dataflow::repeated), load_path::cached, store_path::cached));
    CHECK(is(config(14, dataflow::pipeline), load_path::cached, store_path::cached));
    for (std::size_t const mib : {22, 24, 36}) {
        CHECK(is(config(mib, dataflow::pipeline), load_path::evict_first, store_path::cached));
    }
    CHECK(is(config(40, dataflow::pipeline), load_path::cached, store_path::cached));
    CHECK(config(24, dataflow::pipeline).order == block_order::forward);
    CHECK(config(48, dataflow::pipeline).order == block_order::reverse);
    CHECK(config(24, dataflow::pipeline, true).order == block_order::forward);
    CHECK(config(48, dataflow::pipeline, true).order == block_order::reverse);
    CHECK(is(config(20, dataflow::repeated, true), load_path::cached, store_path::cached));
    CHECK(is(config(60, dataflow::repeated, true), load_path::resident, store_path::evict_first));
    CHECK(config(60, dataflow::repeated, true).early_trigger);
    CHECK(is(config(256, dataflow::repeated, true), load_path::cached, store_path::cached));
    CHECK(config(4, dataflow::oneshot).early_trigger);
    CHECK(is(config(14, dataflow::oneshot), load_path::streaming, store_path::streaming));
    CHECK(config(16, dataflow::oneshot).accesses_per_thread == 4);
    CHECK(config(16, dataflow::repeated, true).accesses_per_thread == 4);
    CHECK(is(config(512, dataflow::oneshot), load_path::cached, store_path::cached));
}

TEST_CASE("the fraction that stays resident falls as the input grows, and stays a fraction") {
    float last = 1.0f;
    bool seen = false;
    for (std::size_t mib = 1; mib <= 4096; mib += mib / 16 + 1) {
        auto const config = at(h200, 2 * mib * mebibyte, dataflow::repeated, 4);
        if (config.load == load_path::resident) {
            seen = true;
            CHECK(config.resident_fraction > 0.0f);
            CHECK(config.resident_fraction <= last);
            last = config.resident_fraction;
        }
    }
    CHECK(seen);
}

TEST_CASE("32-byte accesses only where the device has them and the tensors are aligned alike") {
    workload work = make(mebibyte, 4, dataflow::pipeline);
    CHECK(choose(h200, work).access_bytes == 16);
    CHECK(choose(b200, work).access_bytes == 32);
    CHECK(choose(rtx_5090, work).access_bytes == 32);
    work.in_offset = work.out_offset = 16;
    CHECK(choose(b200, work).access_bytes == 32);
    work.in_offset = 0;
    CHECK(choose(b200, work).access_bytes == 16);
}

TEST_CASE("no elements: nothing to launch") {
    for (unsigned const element_bytes : {1u, 2u, 4u, 8u}) {
        CHECK(choose(h200, make(0, element_bytes, dataflow::pipeline)).grid == 0);
    }
}

TEST_CASE("the grid covers the tensor exactly, and no more") {
    for (std::size_t const n : {std::size_t{1}, std::size_t{1024}, std::size_t{1025}, (std::size_t{1} << 32) + 5}) {
        auto const config = choose(h200, make(n, 1, dataflow::pipeline));
        std::size_t const items = n / 16 + n % 16;
        std::size_t const per_block = std::size_t{config.block} * config.accesses_per_thread;
        CHECK(config.grid == (items + per_block - 1) / per_block);
    }
}

TEST_CASE("a device's limits are respected") {
    device_descriptor old = rtx_4090;
    old.max_grid = 65535;
    old.max_block = 512;
    auto const config = choose(old, make(std::size_t{1} << 34, 4, dataflow::repeated));
    CHECK(config.grid == 65535);
    CHECK(config.block <= 512);
    old.max_block = 64;
    CHECK(choose(old, make(1000, 1, dataflow::repeated)).block == 64);
}

TEST_CASE("the reason is a sentence's worth") {
    for (auto const flow : {dataflow::pipeline, dataflow::repeated, dataflow::oneshot}) {
        for (std::size_t mib = 1; mib < 1000; mib *= 3) {
            for (auto const& device : {h200, rtx_4090, b200}) {
                CHECK(std::strlen(at(device, mib * mebibyte, flow).reason) > 10);
            }
        }
    }
}

TEST_CASE("early launch back to back, and in pipelines where the producer drains for long enough") {
    for (std::size_t const kib : {64, 1024, 4096, 12288, 16384, 49152, 65536, 1 << 20}) {
        for (auto const& device : {h200, b200}) {
            CHECK(at(device, kib << 10, dataflow::repeated).early_launch);
            CHECK(at(device, kib << 10, dataflow::oneshot).early_launch);
        }
        CHECK(at(h200, kib << 10, dataflow::pipeline, 4).early_launch == (kib >= 4096 && kib <= 16384));
        // A successor started at once takes the place of blocks that are still to come, but where those are few, or
        // wait for memory.
        CHECK(at(h200, kib << 10, dataflow::repeated).early_trigger == (kib != 12288 && kib != 49152));
        CHECK_FALSE(at(h200, kib << 10, dataflow::pipeline).early_trigger);
    }
    // Behind PyTorch's blocks for 16-bit types it is slower.
    CHECK_FALSE(at(h200, std::size_t{4} << 20, dataflow::pipeline, 2).early_launch);
}

TEST_CASE("early launch needs a card and a driver that have it; all else stays as it is") {
    device_descriptor without = h200;
    without.early_launch = false;
    CHECK(without != h200);
    device_descriptor older = h200;
    older.compute_capability = 89;
    for (auto const flow : {dataflow::pipeline, dataflow::repeated, dataflow::oneshot}) {
        for (std::size_t const kib : {64, 1024, 16384}) {
            auto config = at(h200, kib << 10, flow);
            config.early_launch = false;
            config.early_trigger = false;
            CHECK(at(without, kib << 10, flow) == config);
            CHECK_FALSE(at(older, kib << 10, flow).early_launch);
        }
    }
    // Also with a row of the caller's.
    reluk::tuning_row const row{
        {0, 999, dataflow::repeated, reluk::aliasing::either, 8, 0, 0},
        {load_path::cached, store_path::cached, reluk::block_order::forward, 1, 256, 0, true, true},
        "a row of one's own",
        ""};
    auto const work = make(1000, 4, dataflow::repeated);
    CHECK(choose(h200, work, &row, 1).early_trigger);
    for (auto const& device : {without, older, rtx_4090}) {
        auto const config = choose(device, work, &row, 1);
        CHECK_FALSE(config.early_launch);
        CHECK_FALSE(config.early_trigger);
    }
}

TEST_CASE("equal but for the reason is equal") {
    holds_a_config const held{};
    CHECK(held.config == launch_config{});
    auto const a = choose(h200, make(1000, 4, dataflow::pipeline));
    auto b = a;
    b.reason = "another";
    CHECK(a == b);
    auto const differs = [&](auto change) {
        b = a;
        change(b);
        return a != b && !(a == b);
    };
    CHECK(differs([](launch_config& c) { c.grid += 1; }));
    CHECK(differs([](launch_config& c) { c.block += 1; }));
    CHECK(differs([](launch_config& c) { c.access_bytes = 8; }));
    CHECK(differs([](launch_config& c) { c.accesses_per_thread = 4; }));
    CHECK(differs([](launch_config& c) { c.load = load_path::no_allocate; }));
    CHECK(differs([](launch_config& c) { c.store = store_path::write_through; }));
    CHECK(differs([](launch_config& c) { c.resident_fraction = 0.5f; }));
    CHECK(differs([](launch_config& c) { c.evict_first_fraction = 0.5f; }));
    CHECK(differs([](launch_config& c) { c.order = reluk::block_order::reverse; }));
    CHECK(differs([](launch_config& c) { c.early_launch = !c.early_launch; }));
    CHECK(differs([](launch_config& c) { c.early_trigger = !c.early_trigger; }));
}

TEST_CASE("any device and any work give a configuration that the device accepts") {
    std::mt19937_64 random(1);
    auto const any_size = [&] { return static_cast<std::size_t>(random() >> random() % 64); };
    int rejected = 0;
    for (int i = 0; i < 300000; ++i) {
        device_descriptor const device{static_cast<unsigned>(random() >> random() % 33 % 64) % 200,
                                       static_cast<unsigned>(random() % 1000),
                                       any_size(),
                                       1 + static_cast<unsigned>(random() % 2147483647),
                                       1 + static_cast<unsigned>(random() % 1024),
                                       random() % 2 == 0 ? 16u : 32u};
        unsigned const element_bytes = 1u << random() % 4;
        workload const work{any_size(),
                            element_bytes,
                            static_cast<unsigned>(random() % 128) / element_bytes * element_bytes,
                            static_cast<unsigned>(random() % 128) / element_bytes * element_bytes,
                            random() % 2 == 0,
                            static_cast<dataflow>(random() % 3)};
        launch_config const config = choose(device, work);
        rejected += work.elements == 0 ? config.grid != 0 : !is_valid(config, device);
    }
    CHECK(rejected == 0);
}

TEST_CASE("nonsense gives nothing to launch, or something valid") {
    workload work = make(1000, 4, dataflow::pipeline);
    for (unsigned const size : {0u, 3u, 16u, ~0u}) {
        work.element_bytes = size;
        CHECK(choose(h200, work).grid == 0);
    }
    work.element_bytes = 4;
    work.flow = static_cast<dataflow>(77);
    CHECK(is_valid(choose(h200, work), h200));
    device_descriptor const nothing{0, 0, 0, 0, 0, 0};
    CHECK(choose(nothing, make(1000, 4, dataflow::pipeline)).grid == 0);
}

TEST_CASE("sizes saturate: the largest workloads behave as very large ones") {
    std::size_t const most = ~std::size_t{0};
    for (unsigned const element_bytes : {1u, 2u, 4u, 8u}) {
        for (std::size_t const n : {most, most - 1, most / 2, most / 2 + 1, most / element_bytes, most / 8}) {
            workload const work = make(n, element_bytes, dataflow::repeated);
            CHECK(work.working_set() >= most / 8);
            CHECK(is(choose(rtx_4090, work), load_path::streaming, store_path::streaming));
            CHECK(choose(rtx_4090, work).grid == rtx_4090.max_grid);
        }
    }
}

TEST_CASE("a configuration is valid only within the device's and the library's limits") {
    launch_config const good = choose(h200, make(1 << 20, 4, dataflow::pipeline));
    CHECK(is_valid(good, h200));
    auto const with = [&](auto change) {
        launch_config config = good;
        change(config);
        return is_valid(config, h200);
    };
    CHECK_FALSE(with([](launch_config& c) { c.grid = 0; }));
    CHECK_FALSE(with([](launch_config& c) { c.grid = 2147483648u; }));
    CHECK_FALSE(with([](launch_config& c) { c.block = 0; }));
    CHECK_FALSE(with([](launch_config& c) { c.block = 1500; }));
    CHECK_FALSE(with([](launch_config& c) { c.access_bytes = 4; }));
    CHECK_FALSE(with([](launch_config& c) { c.access_bytes = 64; }));
    CHECK_FALSE(with([](launch_config& c) { c.accesses_per_thread = 0; }));
    CHECK_FALSE(with([](launch_config& c) { c.accesses_per_thread = 3; }));
    CHECK_FALSE(with([](launch_config& c) { c.access_bytes = 32, c.accesses_per_thread = 4; }));
    CHECK_FALSE(with([](launch_config& c) { c.resident_fraction = 0.0f; }));
    CHECK_FALSE(with([](launch_config& c) { c.resident_fraction = 1.5f; }));
    CHECK_FALSE(with([](launch_config& c) { c.resident_fraction = 0.0f / 0.0f; }));
    CHECK_FALSE(with([](launch_config& c) { c.evict_first_fraction = 0.0f; }));
    CHECK_FALSE(with([](launch_config& c) { c.evict_first_fraction = 1.5f; }));
    CHECK_FALSE(with([](launch_config& c) { c.evict_first_fraction = 0.0f / 0.0f; }));
    CHECK_FALSE(with([](launch_config& c) { c.load = static_cast<load_path>(7); }));
    CHECK_FALSE(with([](launch_config& c) { c.store = static_cast<store_path>(7); }));
    CHECK_FALSE(with([](launch_config& c) { c.order = static_cast<reluk::block_order>(2); }));
    CHECK(with([](launch_config& c) { c.block = 1024; }));
    device_descriptor small = h200;
    small.max_block = good.block;
    small.max_grid = good.grid;
    CHECK(is_valid(good, small));
    small.max_block = good.block - 1;
    CHECK_FALSE(is_valid(good, small));
    small.max_block = good.block;
    small.max_grid = good.grid - 1;
    CHECK_FALSE(is_valid(good, small));
    CHECK(with([](launch_config& c) { c.access_bytes = 32, c.accesses_per_thread = 2; }));
}

namespace {

// A user's rows: 2-byte elements apart, a working set of more than 10 % and at most 50 % of the L2.
constexpr reluk::tuning_row own_rows[] = {
    {{90, 90, dataflow::repeated, reluk::aliasing::apart, 2, 50, 0, 2, 10},
     {load_path::no_allocate, store_path::write_through, reluk::block_order::reverse, 4, 512},
     "mine",
     "measured"},
};

constexpr launch_config with_own_rows(std::size_t working_set, unsigned element_bytes,
                                      device_descriptor const& device = h200) {
    return choose(device, make(working_set / 2 / element_bytes, element_bytes, dataflow::repeated), own_rows, 1);
}

// At compile time too.
static_assert(is(with_own_rows(30 * mebibyte, 2), load_path::no_allocate, store_path::write_through));

} // namespace

TEST_CASE("a user's rows come before the built-in ones") {
    launch_config const config = with_own_rows(30 * mebibyte, 2);
    CHECK(config.order == reluk::block_order::reverse);
    CHECK(config.accesses_per_thread == 4);
    CHECK(config.block == 512);
    CHECK(std::string(config.reason) == "mine");
    CHECK(std::string(config.source) == "measured");
    CHECK(is_valid(config, h200));
    CHECK(config.grid == 30 * mebibyte / 2 / (16 * 4 * 512));
}

TEST_CASE("where no row of the user's applies, the choice is the built-in one") {
    for (unsigned const element_bytes : {1u, 4u, 8u}) {
        CHECK(with_own_rows(30 * mebibyte, element_bytes) ==
              at(h200, 30 * mebibyte, dataflow::repeated, element_bytes));
    }
    for (std::size_t const mib : {1, 6, 31, 600}) { // 10 % of the L2 is not more than 10 %
        CAPTURE(mib);
        CHECK(with_own_rows(mib * mebibyte, 2) == at(h200, mib * mebibyte, dataflow::repeated, 2));
    }
    CHECK(std::string(with_own_rows(6 * mebibyte + 1024, 2).reason) == "mine");
    CHECK(std::string(with_own_rows(30 * mebibyte, 2, b200).reason) != "mine");
    workload const other_flow = make(15 * mebibyte / 2, 2, dataflow::oneshot);
    CHECK(choose(h200, other_flow, own_rows, 1) == choose(h200, other_flow));
    CHECK(choose(h200, other_flow, nullptr, 0) == choose(h200, other_flow));
}

TEST_CASE("a user's row may say how much of the L2 the resident part of the input fills") {
    reluk::tuning_row row = own_rows[0];
    row.when.max_l2_percent = 0;
    row.what.load = load_path::resident;
    auto const fraction = [&](device_descriptor const& device, std::size_t mib, unsigned percent) {
        row.what.resident_l2_percent = percent;
        workload const work = make(mib * mebibyte / 2, 2, dataflow::repeated);
        launch_config const config = choose(device, work, &row, 1);
        CHECK(is_valid(config, device));
        return config.resident_fraction;
    };
    CHECK(std::abs(fraction(h200, 60, 30) - 0.3f) < 1e-6f);
    CHECK(std::abs(fraction(h200, 120, 50) - 0.25f) < 1e-6f);
    CHECK(fraction(h200, 10, 50) == 1.0f);
    CHECK(fraction(h200, 60000, 10) == 0.01f); // still a fraction
    CHECK(fraction(h200, 60, 0) == reluk::tuning::resident_fraction(h200.l2_bytes, 60 * mebibyte));
    CHECK(fraction(device_descriptor{90, 1, 0}, 1, 100) == 0.01f);
}

TEST_CASE("the fraction that leaves first grows with the input, up to all of it, and stays a fraction") {
    float last = 0.0f;
    for (std::size_t kib = 15000; kib <= 36 * 1024; kib += 100) {
        auto const config = at(h200, kib << 11, dataflow::pipeline, 4);
        if (config.load == load_path::evict_first) {
            CHECK(config.evict_first_fraction >= 0.2f);
            CHECK(config.evict_first_fraction >= last);
            CHECK(config.evict_first_fraction <= 1.0f);
            last = config.evict_first_fraction;
        }
    }
    CHECK(last == 1.0f);
    CHECK(std::abs(at(h200, 44 * mebibyte, dataflow::pipeline, 4).evict_first_fraction - 0.71f) < 0.005f);
    // A row of the caller's means all of the input unless it says otherwise.
    reluk::tuning_row row = own_rows[0];
    row.when.max_l2_percent = 0;
    row.what.load = load_path::evict_first;
    auto const work = make(40 * mebibyte, 2, dataflow::repeated);
    CHECK(choose(h200, work, &row, 1).evict_first_fraction == 1.0f);
    row.what.evict_first_partly = true;
    CHECK(choose(h200, work, &row, 1).evict_first_fraction ==
          reluk::tuning::evict_first_fraction(h200.l2_bytes, 40 * mebibyte));
    // Also at compile time, of a device without an L2.
    static constexpr reluk::tuning_row partly[] = {
        {{0, 999, dataflow::pipeline, reluk::aliasing::either, 8, 0, 0},
         {load_path::evict_first, store_path::cached, reluk::block_order::forward, 1, 256, 0, false, false, true},
         "",
         ""}};
#if !defined(__SANITIZE_ADDRESS__) // under which GCC takes no address for a constant
    static_assert(choose(device_descriptor{90}, workload{1000}, partly, 1).evict_first_fraction == 1.0f);
#endif
    CHECK(choose(device_descriptor{90}, workload{1000}, partly, 1).evict_first_fraction == 1.0f);
    // Nor is it a matter of the other policies.
    row.what.load = load_path::streaming;
    CHECK(choose(h200, work, &row, 1).evict_first_fraction == 1.0f);
}

TEST_CASE("a row for congruent tensors is passed over where the input has another offset modulo 16 bytes") {
    reluk::tuning_row const row{{0, 999, dataflow::repeated, reluk::aliasing::either, 8, 0, 0, 0, 0, true},
                                {load_path::cached, store_path::cached, reluk::block_order::forward, 4, 64},
                                "for congruent tensors",
                                ""};
    auto const block = [&](unsigned out_offset, unsigned in_offset) {
        return choose(h200, {1000, 4, out_offset, in_offset, false, dataflow::repeated}, &row, 1).block;
    };
    for (unsigned offset = 0; offset < 128; offset += 4) {
        CAPTURE(offset);
        CHECK(block(offset, offset) == 64);
        CHECK(block(offset, (offset + 16) % 128) == 64); // half a word of 32 bytes away
        for (unsigned shift = 4; shift < 16; shift += 4) {
            CHECK(block(offset, (offset + shift) % 128) != 64);
        }
    }
    // In the table: 6 MiB, and x[1:] of it.
    auto const accesses = [](unsigned in_offset, dataflow flow) {
        return choose(h200, {6 * mebibyte / 4, 4, 0, in_offset, false, flow}).accesses_per_thread;
    };
    for (auto const flow : {dataflow::repeated, dataflow::oneshot}) {
        CHECK(accesses(0, flow) > 1);
        CHECK(accesses(4, flow) == 1);
    }
}

TEST_CASE("a row for one wave ends where a device's threads no longer run all at once") {
    reluk::tuning_row const row{{0, 999, dataflow::repeated, reluk::aliasing::either, 8, 0, 0, 0, 0, false, true},
                                {load_path::cached, store_path::cached, reluk::block_order::forward, 2, 64},
                                "for one wave",
                                ""};
    for (unsigned const multiprocessors : {1u, 78u, 132u}) {
        device_descriptor device = h200;
        device.multiprocessors = multiprocessors;
        std::size_t const most = std::size_t{2048} * multiprocessors * 2 * 4; // floats, two words of four per thread
        CHECK(choose(device, make(most, 4, dataflow::repeated), &row, 1).block == 64);
        CHECK(choose(device, make(most + 1, 4, dataflow::repeated), &row, 1).block != 64);
    }
    // In the table, on cards with fewer multiprocessors or more L2 than the one it was measured on.
    int found = 0;
    for (device_descriptor const& device : {h200, b200, device_descriptor{90, 78, 60 * mebibyte}}) {
        for (auto const flow : {dataflow::oneshot, dataflow::repeated}) {
            for (bool const in_place : {false, true}) {
                for (std::size_t mib = 1; mib < 64; ++mib) {
                    auto const config = choose(device, {mib * mebibyte / 4, 4, 0, 0, in_place, flow});
                    CAPTURE(device.multiprocessors, mib, in_place, config.reason);
                    if (std::string(config.reason).find("at once") != std::string::npos) {
                        CHECK(config.grid * config.block <= device.multiprocessors * 2048);
                        ++found;
                    }
                }
            }
        }
    }
    CHECK(found > 20);
}

TEST_CASE("a user's row that asks for what there is not gives what is refused") {
    reluk::tuning_row row = own_rows[0];
    row.when.max_compute_capability = b200.compute_capability;
    auto const is_valid_with = [&](unsigned accesses, unsigned block, device_descriptor const& device = h200) {
        row.what.accesses_per_thread = accesses;
        row.what.block = block;
        return is_valid(choose(device, make(7 * mebibyte, 2, dataflow::repeated), &row, 1), device);
    };
    CHECK(is_valid_with(4, 512));
    CHECK(is_valid_with(4, 4096)); // fitted to the device
    CHECK_FALSE(is_valid_with(0, 512));
    CHECK_FALSE(is_valid_with(3, 512));
    CHECK_FALSE(is_valid_with(3, 512, b200)); // nor where accesses of 32 bytes are half as many
    CHECK_FALSE(is_valid_with(5, 512, b200));
    CHECK_FALSE(is_valid_with(4, 0));
    CHECK_FALSE(is_valid_with(1u << 31, 512)); // the product wraps to 0
}

TEST_CASE("every row of the table is reached by some call on some device, and what it says is chosen") {
    for (reluk::tuning_row const& row : reluk::tuning::rows) {
        bool reached = false;
        for (device_descriptor const& device : {rtx_4090, h200}) {
            for (unsigned const element_bytes : {1u, 2u, 4u}) {
                for (auto const& [in_place, in_offset] : {std::pair(false, 0u), {true, 0u}, {false, 4u}}) {
                    for (std::size_t quarter_mib = 1; quarter_mib < 2400 && !reached; ++quarter_mib) {
                        workload work = make(quarter_mib * mebibyte / 4 / element_bytes, element_bytes, row.when.flow);
                        work.in_place = in_place;
                        work.in_offset = in_offset;
                        auto const config = choose(device, work);
                        reached = config.reason == row.reason && config.source == row.source &&
                                  config.load == row.what.load && config.store == row.what.store &&
                                  config.order == row.what.order && config.block == row.what.block &&
                                  config.accesses_per_thread == row.what.accesses_per_thread;
                    }
                }
            }
        }
        CAPTURE(row.reason);
        CHECK(reached);
    }
}

TEST_CASE("each device, dataflow and element size has a row") {
    for (unsigned const capability : {50u, 61u, 75u, 80u, 89u, 90u, 100u, 103u, 110u, 120u, 121u}) {
        for (auto const flow : {dataflow::pipeline, dataflow::repeated, dataflow::oneshot}) {
            for (unsigned const element_bytes : {1u, 2u, 4u, 8u}) {
                for (std::size_t mib = 1; mib < 4000; mib *= 2) {
                    auto const config = at({capability, 100, 50 * mebibyte}, mib * mebibyte, flow, element_bytes);
                    CAPTURE(capability, element_bytes, mib);
                    CHECK(std::strlen(config.source) > 10);
                }
            }
        }
    }
}

TEST_CASE("the resident fraction is that of the measurements, within what the line through them leaves out") {
    struct point {
        std::size_t mib;
        float fraction;
    };
    for (point const& p :
         {point{20, 1.00f}, point{24, 0.70f}, point{28, 0.50f}, point{32, 0.35f}, point{40, 0.25f}, point{48, 0.20f}}) {
        CAPTURE(p.mib);
        float const fraction = reluk::tuning::resident_fraction(h200.l2_bytes, p.mib * mebibyte);
        CHECK(fraction > p.fraction - 0.06f);
        CHECK(fraction < p.fraction + 0.06f);
        auto const config = at(h200, 2 * p.mib * mebibyte, dataflow::repeated, 4);
        REQUIRE(config.load == load_path::resident);
        CHECK(config.resident_fraction == fraction);
    }
}

TEST_CASE("32-byte accesses keep the bytes in flight per thread where there were several of 16") {
    device_descriptor const narrow{100, 148, 126 * mebibyte};
    for (auto const flow : {dataflow::pipeline, dataflow::repeated, dataflow::oneshot}) {
        for (std::size_t mib = 1; mib < 1000; mib = mib * 5 / 4 + 1) {
            auto const in_16 = at(narrow, mib * mebibyte, flow, 4);
            auto const in_32 = at(b200, mib * mebibyte, flow, 4);
            CAPTURE(mib);
            CHECK(in_32.access_bytes == 32);
            CHECK(in_32.accesses_per_thread * 32 == std::max(in_16.accesses_per_thread * 16, 32u));
        }
    }
}
