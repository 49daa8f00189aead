// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// The search for rows, on a device that is a formula.
#include "catch.hpp"
#include "fake_device.hpp"

#include <algorithm>
#include <cmath>

using namespace bench::tune;
using reluk::dataflow;

namespace {

class silent : public observer {
public:
    void progress(double, std::string const&) override {}
    void checkpoint(outcome const& so_far) override { saved.push_back(so_far); }
    bool wants_stop() override { return stops; }
    std::vector<outcome> saved;
    bool stops = false;
};

outcome found_on(fake::device& d, plan const& p) {
    silent watching;
    return run_sweep(d, p, watching);
}

/// The regret of each of the sweep's cells with the rows, against the best there is.
std::vector<double> regrets(fake::device const& d, rows const& all) {
    std::vector<double> result;
    for (dataflow const flow : {dataflow::pipeline, dataflow::repeated, dataflow::oneshot}) {
        for (bool const in_place : {false, true}) {
            for (unsigned const element_bytes : {1u, 2u, 4u, 8u}) {
                for (unsigned const l2_percent : l2_percents) {
                    cell const c{flow, in_place, element_bytes, l2_percent, 0};
                    reluk::tuning_row const best{{0, 999, flow, reluk::aliasing::either, 8, 0, 0}, d.best(c), "", ""};
                    reluk::workload const work = workload_of(c, d.descriptor());
                    double const least = d.seconds(c, reluk::choose(d.descriptor(), work, &best, 1));
                    double const taken = d.seconds(c, reluk::choose(d.descriptor(), work, all.data(), all.size()));
                    result.push_back(taken / least);
                }
            }
        }
    }
    return result;
}

double worst(std::vector<double> const& all) {
    return *std::max_element(all.begin(), all.end());
}

} // namespace

TEST_CASE("from an empty table the optimum is found, within a percent, in few rows") {
    fake::device d;
    plan p;
    p.from_empty = true;
    outcome const found = found_on(d, p);
    CHECK(found.complete);
    CHECK(found.notes.empty());
    CHECK(worst(regrets(d, as_rows({}, p))) > 1.2); // the defaults alone are far from it
    CHECK(worst(regrets(d, as_rows(found.rows, p))) <= 1.01);
    // pipeline: narrow and wide, each small and large; repeated: two of small ones, two of large ones apart and one in
    // place; oneshot: with the trigger and without
    CHECK(found.rows.size() == 2 * 4 + (2 + 2) + (2 + 1) + 2 * 2);
    for (found_row const& row : found.rows) {
        CHECK(row.gain.is_certain());
        CHECK(row.most >= row.gain.gain);
        CHECK(row.cells <= std::size(l2_percents) * 4);
        CHECK(row.when.min_l2_percent <= 160);
        CHECK(row.what.early_launch == (row.when.flow != dataflow::pipeline || row.when.min_l2_percent == 0));
        CHECK(row.what.early_trigger == (row.when.flow != dataflow::pipeline && row.when.min_l2_percent == 0));
    }
}

TEST_CASE(
    "early launch is part of what is found: without it, or with it everywhere, the rows are far from the optimum") {
    fake::device d;
    plan p;
    p.from_empty = true;
    outcome const found = found_on(d, p);
    auto const worst_with = [&](void (*change)(reluk::tuning_row::decision&)) {
        rows all = as_rows(found.rows, p);
        for (reluk::tuning_row& row : all) {
            change(row.what);
        }
        return worst(regrets(d, all));
    };
    CHECK(worst_with([](auto& what) { what.early_launch = false; }) > 1.3);
    CHECK(worst_with([](auto& what) { what.early_launch = true; }) > 1.01);
    CHECK(worst_with([](auto& what) { what.early_trigger = false; }) > 1.05);
    CHECK(worst_with([](auto& what) { what.early_launch = what.early_trigger = true; }) > 1.2);
}

TEST_CASE("a device that has no early launch gets no row with it") {
    for (bool const is_old : {true, false}) {
        fake::device d;
        if (is_old) {
            d.described.compute_capability = 89;
        } else {
            d.described.early_launch = false;
        }
        plan p;
        p.from_empty = true;
        outcome const found = found_on(d, p);
        CHECK(found.complete);
        CHECK(worst(regrets(d, as_rows(found.rows, p))) <= 1.01);
        CHECK(found.rows.size() == 2 * 2 + 2 + 1); // accesses alone
        for (cell_result const& cell : found.cells) {
            for (reluk::tuning_row::decision const& what : cell.candidates) {
                CHECK_FALSE(what.early_launch);
            }
        }
    }
}

TEST_CASE("over the built-in table too, and what is not found falls back on it") {
    fake::device d;
    plan const p;
    outcome const found = found_on(d, p);
    CHECK(found.complete);
    CHECK(worst(regrets(d, {})) > 1.2);
    CHECK(worst(regrets(d, as_rows(found.rows, p))) <= 1.01);
}

TEST_CASE("where the built-in choice is the best there is, no row is found") {
    fake::device d;
    d.noise = 0.01;
    d.best = [&](cell const& c) { return fake::built_in(c, d.descriptor()); };
    outcome const found = found_on(d, plan{});
    CHECK(found.complete);
    CHECK(found.rows.empty());
}

TEST_CASE("on a noisy device rows are fewer, but those that are found are true") {
    fake::device d;
    d.noise = 0.03;
    plan p;
    p.from_empty = true;
    outcome const found = found_on(d, p);
    CHECK(found.noise > 0.005);
    std::vector<double> const before = regrets(d, as_rows({}, p));
    std::vector<double> const after = regrets(d, as_rows(found.rows, p));
    CHECK(worst(after) < worst(before));
    for (std::size_t i = 0; i < before.size(); ++i) {
        CHECK(after[i] <= 1.05 * before[i]);
    }
}

TEST_CASE("a device in use by others is too noisy, and that is said") {
    fake::device d;
    d.noise = 0.5;
    try {
        static_cast<void>(found_on(d, plan{}));
        FAIL("rows were made of noise");
    } catch (too_noisy const& error) {
        CHECK(std::string(error.what()).find("The noise is too high") == 0);
        CHECK(std::string(error.what()).find("Something else seems to use the device") != std::string::npos);
    }
    fake::device later;
    later.at_call = [&](std::size_t call) { later.noise = call < 200 ? 0.002 : 0.5; };
    CHECK_THROWS_AS(found_on(later, plan{}), too_noisy);
}

TEST_CASE("the budget is kept, and what is left out is said") {
    for (double const seconds : {0.3, 3.0, 10.0, 60.0, 300.0}) {
        CAPTURE(seconds);
        fake::device d;
        plan p;
        p.from_empty = true;
        p.budget_seconds = seconds;
        double const begin = d.now();
        outcome const found = found_on(d, p);
        CHECK(d.now() - begin <= seconds + 1.0); // the measurement that is under way is finished
        CHECK(found.notes.empty() == (seconds >= 60));
        CHECK(found.complete == (seconds >= 3));
        std::vector<double> const before = regrets(d, as_rows({}, p));
        std::vector<double> const after = regrets(d, as_rows(found.rows, p));
        CHECK(std::count_if(after.begin(), after.end(), [](double regret) { return regret > 1.01; }) <=
              std::count_if(before.begin(), before.end(), [](double regret) { return regret > 1.01; }));
        if (seconds >= 60) {
            CHECK(worst(after) <= 1.01);
        }
    }
}

TEST_CASE("an interruption leaves the rows of the regimes that were done") {
    fake::device d;
    silent watching;
    plan p;
    p.from_empty = true;
    d.at_call = [&](std::size_t) { watching.stops = watching.saved.size() == 2; };
    outcome const found = run_sweep(d, p, watching);
    CHECK_FALSE(found.complete);
    REQUIRE(watching.saved.size() == 2);
    CHECK(found.rows.size() == watching.saved[1].rows.size());
    CHECK_FALSE(found.rows.empty());
    REQUIRE_FALSE(found.notes.empty());
    CHECK(found.notes.back() == "interrupted in oneshot");
}

TEST_CASE("what does not fit the device's memory is left out with a note") {
    fake::device d;
    d.most_bytes = std::size_t{1} << 30;
    plan p;
    p.from_empty = true;
    outcome const found = found_on(d, p);
    CHECK(found.complete);
    REQUIRE_FALSE(found.notes.empty());
    CHECK(found.notes[0].find("skipped: needs more device memory") != std::string::npos);
    CHECK(worst(regrets(d, as_rows(found.rows, p))) <= 1.01); // the largest that fit speak for the larger

    d.most_bytes = 0;
    try {
        static_cast<void>(found_on(d, p));
        FAIL("rows without a measurement");
    } catch (std::runtime_error const& error) {
        CHECK(std::string(error.what()).find("Nothing can be measured on this device") == 0);
    }
}

TEST_CASE("a kernel that computes something else ends the search") {
    fake::device d;
    d.computes_wrong = true;
    CHECK_THROWS_AS(found_on(d, plan{}), broken_device);
}

TEST_CASE("only the dataflows and widths that are asked for") {
    fake::device d;
    plan p;
    p.from_empty = true;
    p.flows = {dataflow::repeated};
    p.element_bytes = {2};
    outcome const found = found_on(d, p);
    CHECK(found.rows.size() == 4 + 3);
    for (found_row const& row : found.rows) {
        CHECK(row.when.flow == dataflow::repeated);
        CHECK(row.when.min_element_bytes == 2);
        CHECK(row.when.max_element_bytes == 2);
    }
}

TEST_CASE("verification measures where the choices differ") {
    fake::device d;
    silent watching;
    plan p;
    p.budget_seconds = 1e6;
    std::vector<verification> const none = verify(d, p, {}, watching);
    CHECK(d.calls() == 0);
    CHECK(std::all_of(none.begin(), none.end(), [](verification const& v) { return v.is_same; }));

    d.best = [&](cell const& c) { return fake::built_in(c, d.descriptor()); };
    plan empty = p;
    empty.from_empty = true;
    for (verification const& v : verify(d, p, as_rows({}, empty), watching)) {
        reluk::workload const work = workload_of(v.where, d.descriptor());
        rows const defaults = as_rows({}, empty);
        double const truth = d.seconds(v.where, reluk::choose(d.descriptor(), work)) /
                             d.seconds(v.where, reluk::choose(d.descriptor(), work, defaults.data(), defaults.size()));
        CHECK(std::abs(v.gain.gain - truth) <= 0.02);
    }
}
