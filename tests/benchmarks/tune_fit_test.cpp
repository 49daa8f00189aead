// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// From samples to comparisons, and from these to rows.
#include "catch.hpp"
#include "tune/fit.hpp"

#include <cmath>
#include <random>

using namespace bench;
using namespace bench::tune;

namespace {

bool near(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::abs(b);
}

measurement measured(std::vector<double> const& microseconds, double ghz = 1.98) {
    measurement m;
    for (double const us : microseconds) {
        m.rounds.push_back({1e-6 * us, ghz});
    }
    return m;
}

fit_cell at(unsigned l2_percent, std::vector<double> const& gains, double noise = 0.001, unsigned element_bytes = 4) {
    fit_cell cell{element_bytes, l2_percent, {{1, 0}}};
    for (double const gain : gains) {
        cell.against.push_back({gain, noise});
    }
    return cell;
}

bool is(fitted const& row, std::size_t candidate, unsigned min_l2_percent, unsigned max_l2_percent) {
    return row.candidate == candidate && row.min_l2_percent == min_l2_percent && row.max_l2_percent == max_l2_percent;
}

/// The candidate that the rows give a cell.
std::size_t candidate_at(std::vector<fitted> const& rows, fit_cell const& cell) {
    for (fitted const& row : rows) {
        if (cell.element_bytes >= row.min_element_bytes && cell.element_bytes <= row.max_element_bytes &&
            cell.l2_percent > row.min_l2_percent &&
            (row.max_l2_percent == 0 || cell.l2_percent <= row.max_l2_percent)) {
            return row.candidate;
        }
    }
    return 0;
}

double best_of(fit_cell const& cell) {
    double best = 1;
    for (comparison const& c : cell.against) {
        best = c.is_certain() ? std::max(best, c.gain) : best;
    }
    return best;
}

bool is_good_enough(fit_cell const& cell, std::size_t candidate, double tolerance) {
    comparison const& c = cell.against[candidate];
    return best_of(cell) / c.gain - 1 <= std::max(tolerance, c.noise);
}

} // namespace

TEST_CASE("a gain is the median over rounds, so that a drift of the device cancels") {
    comparison const c = compare_paired(measured({10, 20, 30, 40, 50}), measured({12, 22, 32, 42, 52}));
    CHECK(near(c.gain, 1 + 2.0 / 30));
    CHECK(near(1 + c.noise, 1));
    CHECK(c.is_certain());
}

TEST_CASE("the noise is that of the differences") {
    comparison const c = compare_paired(measured({10, 10, 10, 10, 10}), measured({9, 11, 10, 14, 8}));
    CHECK(near(c.gain, 1.0));
    CHECK(near(c.noise, 0.4));
    CHECK_FALSE(c.is_certain());
}

TEST_CASE("in a pipeline what ReLU adds is compared") {
    measurement const bare = measured({100, 110, 120});
    comparison const c = compare_paired(measured({104, 114, 124}), measured({106, 116, 126}), &bare);
    CHECK(near(c.gain, 1.5));
    measurement const longer = measured({105, 115, 125});
    CHECK_FALSE(compare_paired(measured({104, 114, 124}), measured({106, 116, 126}), &longer).good());
}

TEST_CASE("rounds with a throttled sample do not count, and what has failed cannot be compared") {
    measurement ours = measured({10, 10, 10, 30});
    ours.rounds[3].ghz = 1.2;
    comparison const c = compare_paired(ours, measured({11, 11, 11, 11}));
    CHECK(near(c.gain, 1.1));
    measurement failed;
    failed.error = "skipped";
    CHECK_FALSE(compare_paired(failed, ours).good());
    CHECK_FALSE(compare_paired(measured({}), measured({})).good());
}

TEST_CASE("the mean of gains is geometric, and its noise falls with their number") {
    comparison const mean = mean_of({{2.0, 0.04}, {0.5, 0.04}, {1.0, 0.04}, {1.0, 0.04}});
    CHECK(near(mean.gain, 1.0));
    CHECK(near(mean.noise, 0.02));
    CHECK_FALSE(mean_of({}).good());
}

TEST_CASE("no row without a gain that exceeds the noise and the tolerance") {
    CHECK(fit({}, 0.01).empty());
    CHECK(fit({at(10, {0.9}), at(50, {1.0}), at(100, {0.8})}, 0.01).empty());
    CHECK(fit({at(10, {1.03}, 0.04), at(50, {1.04}, 0.05)}, 0.01).empty());
    CHECK(fit({at(10, {1.009}), at(50, {1.008})}, 0.01).empty());
}

TEST_CASE("a row's bounds lie between cells, and it has none beyond the ends") {
    std::vector<fitted> const above = fit({at(10, {1.0}), at(40, {1.2}), at(90, {1.1})}, 0.01);
    REQUIRE(above.size() == 1);
    CHECK(is(above[0], 1, 20, 0));
    std::vector<fitted> const below = fit({at(10, {1.2}), at(40, {1.2}), at(90, {0.8})}, 0.01);
    REQUIRE(below.size() == 1);
    CHECK(is(below[0], 1, 0, 60));
    std::vector<fitted> const all = fit({at(90, {1.1}), at(10, {1.2})}, 0.01); // in any order
    REQUIRE(all.size() == 1);
    CHECK(is(all[0], 1, 0, 0));
}

TEST_CASE("where the baseline is the best between two ranges, they are two rows") {
    std::vector<fitted> const rows = fit({at(10, {1.2}), at(40, {0.9}), at(90, {1.2})}, 0.01);
    REQUIRE(rows.size() == 2);
    CHECK(is(rows[0], 1, 0, 20));
    CHECK(is(rows[1], 1, 60, 0));
}

TEST_CASE("a candidate that is good enough everywhere takes one row, not two") {
    std::vector<fit_cell> const cells = {at(10, {1.200, 1.100, 1.196}), at(40, {1.100, 1.200, 1.196})};
    std::vector<fitted> const one = fit(cells, 0.01);
    REQUIRE(one.size() == 1);
    CHECK(is(one[0], 3, 0, 0));
    std::vector<fitted> const two = fit(cells, 0.001);
    REQUIRE(two.size() == 2);
    CHECK(is(two[0], 1, 0, 20));
    CHECK(is(two[1], 2, 20, 0));
}

TEST_CASE("of as many rows the fastest are taken") {
    std::vector<fitted> const rows = fit({at(10, {1.195, 1.2, 1.197}), at(40, {1.196, 1.2, 1.197})}, 0.01);
    REQUIRE(rows.size() == 1);
    CHECK(rows[0].candidate == 2);
}

TEST_CASE("widths share a row where one candidate does for all, and only there") {
    auto const both = [](double gain_of_two, double other_of_two) {
        return std::vector<fit_cell>{at(10, {1.2, 1.0}, 0.001, 1), at(40, {1.2, 1.0}, 0.001, 1),
                                     at(10, {gain_of_two, other_of_two}, 0.001, 2),
                                     at(40, {gain_of_two, other_of_two}, 0.001, 2), at(10, {1.2, 1.0}, 0.001, 4)};
    };
    std::vector<fitted> const shared = fit(both(1.2, 1.0), 0.01);
    REQUIRE(shared.size() == 1);
    CHECK(shared[0].min_element_bytes == 1);
    CHECK(shared[0].max_element_bytes == 4);
    std::vector<fitted> const apart = fit(both(1.0, 1.2), 0.01);
    REQUIRE(apart.size() == 3);
    CHECK(apart[1].candidate == 2);
    CHECK(apart[1].min_element_bytes == 2);
    CHECK(apart[1].max_element_bytes == 2);
}

TEST_CASE("a candidate that could not be measured at a cell is not chosen there") {
    fit_cell missing = at(40, {1.0, 1.1});
    missing.against[1] = {};
    std::vector<fitted> const rows = fit({at(10, {1.2, 1.1}), missing}, 0.01);
    REQUIRE(rows.size() == 2);
    CHECK(is(rows[0], 1, 0, 20));
    CHECK(is(rows[1], 2, 20, 0));
}

TEST_CASE("the rows keep the tolerance at every cell, and no fewer rows could") {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> gain(0.95, 1.1);
    std::uniform_real_distribution<double> noise(0.0, 0.02);
    constexpr double tolerance = 0.02;
    constexpr std::size_t sizes = 5;
    constexpr std::size_t candidates = 4;
    for (int trial = 0; trial < 300; ++trial) {
        std::vector<fit_cell> cells;
        for (std::size_t i = 0; i < sizes; ++i) {
            fit_cell cell{4, static_cast<unsigned>(10 * (i + 1) * (i + 1)), {{1, 0}}};
            for (std::size_t c = 1; c < candidates; ++c) {
                cell.against.push_back({gain(random), noise(random)});
            }
            cells.push_back(cell);
        }
        std::vector<fitted> const rows = fit(cells, tolerance);
        for (fit_cell const& cell : cells) {
            CHECK(is_good_enough(cell, candidate_at(rows, cell), tolerance));
        }
        std::size_t fewest = sizes;
        for (std::size_t code = 0; code < std::size_t{1} << (2 * sizes); ++code) { // every assignment
            std::size_t used = 0;
            std::size_t before = 0;
            bool good = true;
            for (std::size_t i = 0; i < sizes; ++i) {
                std::size_t const candidate = code >> (2 * i) & 3;
                good = good && is_good_enough(cells[i], candidate, tolerance);
                used += candidate != 0 && candidate != before;
                before = candidate;
            }
            fewest = good ? std::min(fewest, used) : fewest;
        }
        CHECK(rows.size() == fewest);
    }
}
