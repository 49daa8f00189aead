// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
#include "catch.hpp"
#include "harness/schedule.hpp"

#include <utility>

using namespace bench;

namespace {

/// A device whose every batch takes a second more than the one before.
class fake_stopwatch : public stopwatch {
public:
    void replay(std::size_t candidate) override { calls.emplace_back('r', candidate); }
    sample time(std::size_t candidate) override {
        calls.emplace_back('t', candidate);
        return {seconds += 1.0, 1.0};
    }
    std::vector<std::pair<char, std::size_t>> calls;
    double seconds = 0;
};

} // namespace

TEST_CASE("every measured replay follows an unmeasured one of the same candidate") {
    fake_stopwatch watch;
    static_cast<void>(run_rounds(watch, 3, 5));
    REQUIRE(watch.calls.size() == 2 * 3 * 5);
    for (std::size_t i = 0; i < watch.calls.size(); i += 2) {
        CHECK(watch.calls[i] == std::make_pair('r', watch.calls[i + 1].second));
        CHECK(watch.calls[i + 1].first == 't');
    }
}

TEST_CASE("each round measures each candidate once and begins with the next one") {
    fake_stopwatch watch;
    auto const samples = run_rounds(watch, 3, 4);
    std::vector<std::size_t> order;
    for (auto const& [kind, candidate] : watch.calls) {
        if (kind == 't') {
            order.push_back(candidate);
        }
    }
    CHECK(order == std::vector<std::size_t>{0, 1, 2, 1, 2, 0, 2, 0, 1, 0, 1, 2});
    REQUIRE(samples.size() == 3);
    for (auto const& of_one : samples) {
        CHECK(of_one.size() == 4);
    }
    // By candidate, then by round: candidate 1 is second, first, third and second in its rounds.
    CHECK(samples[1][0].seconds == 2.0);
    CHECK(samples[1][1].seconds == 4.0);
    CHECK(samples[1][2].seconds == 9.0);
    CHECK(samples[1][3].seconds == 11.0);
}

TEST_CASE("a steady drift favours nobody over a whole turn") {
    fake_stopwatch watch;
    auto const samples = run_rounds(watch, 5, 15);
    std::vector<double> sums;
    for (auto const& of_one : samples) {
        double sum = 0;
        for (sample const& s : of_one) {
            sum += s.seconds;
        }
        sums.push_back(sum);
    }
    for (double const sum : sums) {
        CHECK(sum == sums[0]);
    }
}

TEST_CASE("no candidates, no calls") {
    fake_stopwatch watch;
    CHECK(run_rounds(watch, 0, 15).empty());
    CHECK(watch.calls.empty());
}

namespace {

/// Candidate i takes 100 + i seconds, and a drift of the device adds to all alike.
class racing_stopwatch : public stopwatch {
public:
    void replay(std::size_t) override {}
    sample time(std::size_t candidate) override {
        drift *= 1.001;
        return {drift * (100.0 + static_cast<double>(candidate)), 1.0};
    }
    double drift = 1;
};

} // namespace

TEST_CASE("of many candidates the losers leave early, and the best stay") {
    racing_stopwatch watch;
    sample_table const samples = run_halving(watch, 65, 8, [] { return true; });
    REQUIRE(samples.size() == 65);
    std::size_t total = 0;
    for (auto const& of_one : samples) {
        CHECK(of_one.size() >= 1);
        total += of_one.size();
    }
    for (std::size_t i = 0; i <= 8; ++i) { // the reference and the eight fastest
        CHECK(samples[i].size() == 1 + 2 + 4 + 8);
    }
    CHECK(samples[64].size() == 1);
    CHECK(total == 65 + 2 * 33 + 4 * 17 + 8 * 9);
}

TEST_CASE("the reference never leaves, though it is the slowest") {
    class slow_reference : public stopwatch {
    public:
        void replay(std::size_t) override {}
        sample time(std::size_t candidate) override { return {candidate == 0 ? 1000.0 : 1.0, 1.0}; }
    } watch;
    sample_table const samples = run_halving(watch, 40, 4, [] { return true; });
    for (auto const& of_one : samples) {
        CHECK(of_one.size() <= samples[0].size());
    }
    CHECK(samples[0].size() == 1 + 2 + 4 + 8);
}

TEST_CASE("halving ends after a whole round where it may not go on, and needs no candidates") {
    racing_stopwatch watch;
    int allowed = 2;
    sample_table const samples = run_halving(watch, 20, 4, [&] { return --allowed >= 0; });
    CHECK(samples[0].size() == 3);
    CHECK(samples[19].size() == 1);
    CHECK(run_halving(watch, 0, 4, [] { return true; }).empty());
    CHECK(run_halving(watch, 1, 4, [] { return true; })[0].size() == 1);
}

TEST_CASE("ratios are paired: only rounds that both took part in count") {
    CHECK(paired_ratio({{2, 1}, {20, 1}, {200, 1}}, {{1, 1}, {10, 1}, {100, 1}, {7, 1}}) == 2.0);
    CHECK(paired_ratio({}, {{1, 1}}) > 1e300);
}

TEST_CASE("a batch lasts long enough, in whole cycles, within bounds") {
    CHECK(batch_launches(1e-6, 400e-6, 1, 2048) == 400);
    CHECK(batch_launches(3e-6, 400e-6, 1, 2048) == 134);
    CHECK(batch_launches(500e-6, 400e-6, 1, 2048) == 1);
    CHECK(batch_launches(10e-6, 400e-6, 32, 2048) == 64);
    CHECK(batch_launches(1e-9, 400e-6, 1, 2048) == 2048);
    CHECK(batch_launches(1e-9, 400e-6, 1000, 2048) == 2000);
    CHECK(batch_launches(1e-6, 400e-6, 4096, 2048) == 4096); // a cycle is never cut
    CHECK(batch_launches(0, 400e-6, 3, 2048) == 3);
}
