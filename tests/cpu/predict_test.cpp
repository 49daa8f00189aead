// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// predict() as a pure function: published times of an RTX 4090, what holds on any device, and its limits.
#include <reluk/catalogue.hpp>

#include "catch.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace {

using reluk::choose;
using reluk::dataflow;
using reluk::device_descriptor;
using reluk::device_speed;
using reluk::launch_config;
using reluk::load_path;
using reluk::prediction;
using reluk::store_path;
using reluk::workload;

constexpr std::size_t mebi = std::size_t{1} << 20;
constexpr reluk::catalogued_device const& rtx_4090 = *reluk::find_device("RTX 4090");
constexpr reluk::catalogued_device const& h200 = *reluk::find_device("H200");

constexpr workload make(std::size_t elements, unsigned element_bytes, dataflow flow) {
    return {elements, element_bytes, 0, 0, false, flow};
}

/// Of the choice.
constexpr prediction of(reluk::catalogued_device const& device, workload const& work) {
    return predict(device.descriptor, device.speed, work, choose(device.descriptor, work));
}

constexpr launch_config with_policies(launch_config config, load_path load, store_path store) {
    config.load = load;
    config.store = store;
    return config;
}

} // namespace

static_assert(of(h200, make(mebi, 4, dataflow::repeated)).seconds > 0, "predict() is a constant expression");

TEST_CASE("RTX 4090: the published times and throughputs, all to 10 %") {
    struct published {
        char const* what;
        std::size_t elements;
        unsigned element_bytes;
        double seconds;
    };
    auto const from_gbps = [](std::size_t elements, unsigned bytes, double gbps) {
        return 2e-9 * static_cast<double>(elements) * bytes / gbps;
    };
    auto const from_gelems = [](std::size_t elements, double gelems) {
        return 1e-9 * static_cast<double>(elements) / gelems;
    };
    constexpr std::size_t square = std::size_t{4096} * 4096; // 16.7 M
    published const points[] = {
        {"fp64, from DRAM", 64 * mebi, 8, from_gbps(64 * mebi, 8, 943)},
        {"fp32, from DRAM", 64 * mebi, 4, from_gbps(64 * mebi, 4, 944)},
        {"fp16, from DRAM", 64 * mebi, 2, from_gbps(64 * mebi, 2, 944)},
        {"fp8, from DRAM", 64 * mebi, 1, from_gbps(64 * mebi, 1, 941)},
        {"fp32, above the L2", square, 4, from_gbps(square, 4, 935)},
        {"bf16, in the L2", square, 2, from_gbps(square, 2, 3753)},
        {"fp16, in the L2", square, 2, from_gbps(square, 2, 3598)},
        {"int8, in the L2", square, 1, from_gbps(square, 1, 3631)},
        {"int8, kernel duration", square, 1, 10.005e-6},
        {"fp16, kernel duration", 6 * mebi, 2, 7.151e-6},
        {"fp64, well in the L2", 2 * mebi, 8, from_gbps(2 * mebi, 8, 3400)},
        {"fp32, well in the L2", 2 * mebi, 4, from_gelems(2 * mebi, 395)},
        {"fp8, well in the L2", 2 * mebi, 1, from_gelems(2 * mebi, 808)},
        {"the L2, in general: ~3.5 TB/s", 8 * mebi, 2, from_gbps(8 * mebi, 2, 3500)},
    };
    for (published const& point : points) {
        CAPTURE(point.what);
        double const predicted = of(rtx_4090, make(point.elements, point.element_bytes, dataflow::repeated)).seconds;
        CAPTURE(predicted, point.seconds);
        CHECK(std::abs(predicted / point.seconds - 1) <= 0.1);
    }
}

TEST_CASE("RTX 4090: streaming loads fall off a cliff inside the L2 and not above it") {
    auto const over_plain = [](double megabytes) { // of working set
        workload const work = make(static_cast<std::size_t>(1e6 * megabytes / 4), 2, dataflow::repeated);
        launch_config const config = choose(rtx_4090.descriptor, work);
        auto const seconds = [&](load_path load, store_path store) {
            return predict(rtx_4090.descriptor, rtx_4090.speed, work, with_policies(config, load, store)).seconds;
        };
        return seconds(load_path::cached, store_path::cached) / seconds(load_path::streaming, store_path::streaming);
    };
    // The depth is not that measured: 0.40 and 0.54. What docs/prediction.md says of it:
    CHECK(std::abs(over_plain(33.6) - 0.29) < 0.005);
    CHECK(std::abs(over_plain(52.4) - 0.28) < 0.005);
    CHECK(over_plain(76) == 1);
    CHECK(over_plain(134) == 1);
}

TEST_CASE("H200: what is kept pays off where the choice keeps it") {
    for (std::size_t const mib : {24, 28, 32, 40}) {
        CAPTURE(mib);
        workload const work = make(mib * mebi, 1, dataflow::repeated);
        launch_config const config = choose(h200.descriptor, work);
        prediction const chosen = predict(h200.descriptor, h200.speed, work, config);
        prediction const plain =
            predict(h200.descriptor, h200.speed, work, with_policies(config, load_path::cached, store_path::cached));
        CHECK(chosen.seconds < plain.seconds);
        CHECK(chosen.dram_bytes < plain.dram_bytes);
    }
}

TEST_CASE("oneshot: every byte comes from DRAM or goes there, at DRAM's speed in the end") {
    for (reluk::catalogued_device const& device : reluk::catalogue) {
        if (device.speed.launch > 0) {
            CAPTURE(device.name);
            prediction const time = of(device, make(std::size_t{1} << 34, 1, dataflow::oneshot));
            CHECK(time.dram_bytes == time.bytes);
            CHECK(time.bandwidth() > 0.99 * device.speed.dram_bandwidth);
            CHECK(time.bandwidth() <= device.speed.dram_bandwidth);
            CHECK(of(device, make(1, 1, dataflow::oneshot)).seconds > device.speed.launch);
        }
    }
}

TEST_CASE("nothing to launch and an unknown speed give nothing") {
    CHECK(of(h200, make(0, 4, dataflow::pipeline)).seconds == 0);
    CHECK(of(h200, make(7, 3, dataflow::pipeline)).seconds == 0);
    CHECK(predict(h200.descriptor, device_speed{}, make(1, 4, dataflow::pipeline),
                  choose(h200.descriptor, make(1, 4, dataflow::pipeline)))
              .seconds == 0);
    CHECK(prediction{}.bandwidth() == 0);
}

TEST_CASE("early launch shortens calls back to back, and by half as much those between others' kernels") {
    for (dataflow const flow : {dataflow::pipeline, dataflow::repeated, dataflow::oneshot}) {
        workload const work = make(mebi, 4, flow);
        launch_config config = choose(h200.descriptor, work);
        auto const seconds = [&](bool early, device_descriptor const& device) {
            config.early_launch = early;
            config.early_trigger = false;
            return predict(device, h200.speed, work, config).seconds;
        };
        double const saved = seconds(false, h200.descriptor) - seconds(true, h200.descriptor);
        double const most = h200.speed.launch - h200.speed.early_launch;
        CHECK(std::abs(saved / most - (flow == dataflow::pipeline ? 0.5 : 1)) < 1e-9);
        // Where there is none, asking for it changes nothing.
        device_descriptor old_card = h200.descriptor;
        old_card.compute_capability = 89;
        device_descriptor old_driver = h200.descriptor;
        old_driver.early_launch = false;
        for (device_descriptor const& device : {old_card, old_driver}) {
            CHECK(seconds(true, device) == seconds(false, device));
        }
    }
}

TEST_CASE("H200: the trigger of an early launch pays off with few blocks, and costs with many") {
    for (dataflow const flow : {dataflow::pipeline, dataflow::repeated}) {
        auto const gain = [&](std::size_t bytes) {
            workload const work = make(bytes, 1, flow);
            launch_config config{static_cast<unsigned>(bytes / (128 * 16)), 128};
            config.early_launch = true;
            double const without = predict(h200.descriptor, h200.speed, work, config).seconds;
            config.early_trigger = true;
            return without / predict(h200.descriptor, h200.speed, work, config).seconds;
        };
        bool const has_successor = flow != dataflow::pipeline; // one that is launched early
        CHECK((gain(mebi / 16) > 1.15) == has_successor);
        CHECK((gain(mebi) > 1.05) == has_successor);
        CHECK((gain(16 * mebi) < 0.6) == has_successor);
        CHECK((gain(mebi) == 1) != has_successor);
    }
}

TEST_CASE(
    "any device, work and configuration: within the bounds of L2 and DRAM, and no call is shorter for more bytes") {
    std::mt19937_64 random(7);
    auto const below = [&](unsigned end) { return static_cast<unsigned>(random() % end); };
    for (int i = 0; i < 100000; ++i) {
        reluk::catalogued_device const& device = reluk::catalogue[below(std::size(reluk::catalogue))];
        if (!(device.speed.launch > 0)) {
            continue;
        }
        workload work = make(random() >> below(64), 1u << below(4), static_cast<dataflow>(below(3)));
        work.in_place = below(2) != 0;
        launch_config config = with_policies(choose(device.descriptor, work), static_cast<load_path>(below(5)),
                                             static_cast<store_path>(below(4)));
        config.order = static_cast<reluk::block_order>(below(2));
        config.early_launch = below(2) != 0;
        config.early_trigger = below(2) != 0;
        config.resident_fraction = static_cast<float>(1 + below(100)) / 100;
        config.evict_first_fraction = static_cast<float>(1 + below(100)) / 100;
        if (config.grid == 0) {
            continue;
        }
        CAPTURE(device.name, work.elements, work.element_bytes, work.in_place, static_cast<int>(work.flow),
                static_cast<int>(config.load), static_cast<int>(config.store));
        device_speed const& speed = device.speed;
        prediction const time = predict(device.descriptor, speed, work, config);
        double const bytes = 2.0 * static_cast<double>(work.elements) * work.element_bytes;
        double const least = reluk::detail::triggered_share * speed.early_launch + bytes / speed.l2_bandwidth;
        double const blocks = config.early_trigger ? reluk::detail::triggered_block_seconds * config.grid : 0;
        double const most = std::max(speed.launch + speed.miss + bytes / speed.dram_bandwidth, blocks);
        bool const plausible = time.bytes == bytes && time.dram_bytes >= 0 && time.dram_bytes <= bytes &&
                               time.seconds >= least * (1 - 1e-12) && time.seconds <= most * (1 + 1e-12);
        workload more = work;
        more.elements += work.elements / 16;
        bool const grows = more.elements < work.elements ||
                           predict(device.descriptor, speed, more, config).seconds >= time.seconds * (1 - 1e-12);
        if (!plausible || !grows) { // CHECK only here: 100000 of them take a minute
            CHECK(plausible);
            CHECK(grows);
        }
    }
}

TEST_CASE("a device without an L2, or with an endless one, is no division by zero") {
    device_descriptor device = h200.descriptor;
    for (std::size_t const l2_bytes : {std::size_t{0}, ~std::size_t{0}}) {
        device.l2_bytes = l2_bytes;
        for (dataflow const flow : {dataflow::pipeline, dataflow::repeated, dataflow::oneshot}) {
            workload const work = make(64 * mebi, 4, flow);
            prediction const time = predict(device, h200.speed, work, choose(device, work));
            CHECK(std::isfinite(time.seconds));
            CHECK((time.dram_bytes == time.bytes) == (l2_bytes == 0 || flow == dataflow::oneshot));
        }
    }
}

TEST_CASE("the catalogue's speeds are those of a cache before a memory") {
    for (reluk::catalogued_device const& device : reluk::catalogue) {
        CAPTURE(device.name);
        device_speed const& speed = device.speed;
        if (speed == device_speed{}) {
            CHECK(std::string(device.speed_source).empty());
            continue;
        }
        CHECK(!std::string(device.speed_source).empty());
        CHECK(speed.l2_bandwidth > speed.dram_bandwidth);
        CHECK(speed.early_launch <= speed.launch);
        CHECK(speed.kept_share < speed.lost_share);
        CHECK((speed.early_launch < speed.launch) == (device.descriptor.compute_capability >= 90));
    }
}
