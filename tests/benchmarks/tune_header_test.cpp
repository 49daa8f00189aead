// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// The headers that reluk_tune has written for a device that is a formula (see tune_on_fake.cpp), as a project includes
// them: one with rows, one of a run that found none, one of a run that was interrupted.
#include "found_rows.hpp"
#include "interrupted_rows.hpp"
#include "none_rows.hpp"

#include "catch.hpp"
#include "fake_device.hpp"

using bench::tune::cell;
using bench::tune::workload_of;

namespace {

constexpr reluk::device_descriptor device{90, 132, 62914560};

template <class Check>
void for_each_cell(Check check) {
    for (auto const flow : {reluk::dataflow::pipeline, reluk::dataflow::repeated, reluk::dataflow::oneshot}) {
        for (bool const in_place : {false, true}) {
            for (unsigned const element_bytes : {1u, 2u, 4u, 8u}) {
                for (unsigned const l2_percent : bench::tune::l2_percents) {
                    check(cell{flow, in_place, element_bytes, l2_percent, 0});
                }
            }
        }
    }
}

// A constant expression, as the built-in choice is.
static_assert(reluk::choose(device, {8 << 20, 4, 0, 0, false, reluk::dataflow::repeated}, found::rows, found::row_count)
                  .load == reluk::load_path::resident);
static_assert(reluk::choose(device, {1 << 18, 4, 0, 0, false, reluk::dataflow::repeated}, found::rows, found::row_count)
                  .early_trigger);
static_assert(none::row_count == 0);

} // namespace

TEST_CASE("through the header each call is launched in the best way there is") {
    fake::device const d;
    for_each_cell([&](cell const& c) {
        reluk::workload const work = workload_of(c, device);
        reluk::launch_config const config = reluk::choose(device, work, found::rows, found::row_count);
        reluk::tuning_row const best{{0, 999, c.flow, reluk::aliasing::either, 8, 0, 0}, d.best(c), "", ""};
        CHECK(reluk::is_valid(config, device));
        CHECK(d.seconds(c, config) <= 1.01 * d.seconds(c, reluk::choose(device, work, &best, 1)));
    });
}

TEST_CASE("a row of the header says why it is there and how that is known") {
    for (reluk::tuning_row const& row : found::rows) {
        CHECK(std::string(row.reason).size() > 20);
    }
    CHECK(std::string(found::rows[0].reason).find("tuned on this device: ") == 0);
    CHECK(std::string(found::rows[0].source).find("x over the hardware's defaults (noise 0.0") != std::string::npos);
}

TEST_CASE("a header without rows leaves the built-in choice") {
    for_each_cell([](cell const& c) {
        reluk::workload const work = workload_of(c, device);
        CHECK(reluk::choose(device, work, none::rows, none::row_count) == reluk::choose(device, work));
    });
}

TEST_CASE("the header of an interrupted run has some of the rows") {
    CHECK(interrupted::row_count > 3);
    CHECK(interrupted::row_count < found::row_count);
}
