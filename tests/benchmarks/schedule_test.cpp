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
