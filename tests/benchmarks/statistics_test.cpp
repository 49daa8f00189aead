// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
#include "catch.hpp"
#include "harness/statistics.hpp"

#include <cmath>
#include <random>
#include <utility>

using namespace bench;

TEST_CASE("quantiles lie between the neighbouring samples") {
    std::vector<double> const sorted = {1, 2, 3, 4, 5};
    CHECK(quantile(sorted, 0.0) == 1.0);
    CHECK(quantile(sorted, 0.5) == 3.0);
    CHECK(quantile(sorted, 0.625) == 3.5);
    CHECK(quantile(sorted, 1.0) == 5.0);
    CHECK(quantile({7.0}, 0.9) == 7.0);
    CHECK(quantile({}, 0.5) == 0.0);
}

TEST_CASE("a summary does not depend on the order of the samples") {
    summary const s = summarize({9, 1, 5, 3, 7, 11, 13, 15, 17, 19, 21});
    CHECK(s.p10 == 3.0);
    CHECK(s.median == 11.0);
    CHECK(s.p90 == 19.0);
}

TEST_CASE("one outlier moves neither the median nor the interval") {
    std::vector<double> samples(15, 2.0);
    samples[4] = 1000.0;
    summary const s = summarize(samples);
    CHECK(s.median == 2.0);
    CHECK(s.p90 == 2.0);
}

TEST_CASE("faster and slower need disjoint intervals") {
    summary const base{10, 9, 11};
    CHECK(compare({8, 7.5, 8.9}, base) == verdict::faster);
    CHECK(compare({8, 7.5, 9.1}, base) == verdict::same);
    CHECK(compare({12, 11.1, 13}, base) == verdict::slower);
    CHECK(compare({12, 10.9, 13}, base) == verdict::same);
    CHECK(compare(base, base) == verdict::same);
    CHECK(std::string(to_string(verdict::faster)) == "faster");
}

TEST_CASE("throttled samples are left out and counted") {
    std::vector<sample> const all = {{1.0, 1.98}, {1.1, 1.97}, {3.0, 1.20}, {1.0, 0}};
    accepted const kept = accept(all, 1.98);
    CHECK(kept.samples.size() == 3); // an unknown clock is no reason
    CHECK(kept.throttled == 1);
}

TEST_CASE("the bound is 96 % of the median clock") {
    CHECK(accept({{1.0, 0.961}}, 1.0).throttled == 0);
    CHECK(accept({{1.0, 0.959}, {1.0, 1.0}, {1.0, 1.0}}, 1.0).throttled == 1);
}

TEST_CASE("a clock that has changed for good leaves all samples, and shows") {
    std::vector<sample> const all(15, sample{1.0, 1.0});
    accepted const kept = accept(all, 1.98);
    CHECK(kept.samples.size() == 15);
    CHECK(kept.throttled == 15);
}

TEST_CASE("where the median lies, by order statistics") {
    auto const interval_of = [](int n) {
        std::vector<double> values;
        for (int i = n; i > 0; --i) {
            values.push_back(i);
        }
        interval const found = median_interval(values);
        return std::make_pair(found.low, found.high);
    };
    // As tables of the sign test's interval at 95 % have it.
    CHECK(interval_of(6) == std::make_pair(1.0, 6.0));
    CHECK(interval_of(9) == std::make_pair(2.0, 8.0));
    CHECK(interval_of(15) == std::make_pair(4.0, 12.0));
    CHECK(interval_of(25) == std::make_pair(8.0, 18.0));
    // Too few for that confidence: all of them.
    CHECK(interval_of(1) == std::make_pair(1.0, 1.0));
    CHECK(interval_of(2) == std::make_pair(1.0, 2.0));
    CHECK(interval_of(5) == std::make_pair(1.0, 5.0));
    CHECK(interval_of(0) == std::make_pair(0.0, 0.0));
}

TEST_CASE("that interval holds the true median in 95 % of cases, also of a skewed distribution") {
    std::mt19937 random(5);
    std::exponential_distribution<double> skewed(1.0);
    int held = 0;
    constexpr int trials = 4000;
    for (int i = 0; i < trials; ++i) {
        std::vector<double> values;
        for (int k = 0; k < 15; ++k) {
            values.push_back(skewed(random));
        }
        interval const found = median_interval(values);
        held += found.low <= std::log(2.0) && std::log(2.0) <= found.high;
    }
    CHECK(held >= 0.95 * trials);
    CHECK(held < 0.99 * trials); // and it is not simply wide
}
