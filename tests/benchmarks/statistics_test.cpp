// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
#include "catch.hpp"
#include "harness/statistics.hpp"

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
