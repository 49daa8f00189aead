// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// How much faster one way is than another, and how well that is known. Pure.
#pragma once

#include "harness/point.hpp"

namespace bench::tune {

struct comparison {
    double gain = 0;  ///< time of the other over ours, above 1: ours is faster; 0: it could not be compared
    double noise = 0; ///< half of the gain's 95 % confidence interval, on its wider side

    bool good() const { return gain > 0; }
    /// Whether ours is faster by more than the noise.
    bool is_certain() const { return gain - 1 > noise; }
};

namespace detail {

/// Whether the clock of each round's sample was high enough, as accept() has it.
inline void mark_throttled(std::vector<sample> const& samples, std::vector<bool>& throttled, double median_ghz) {
    for (std::size_t i = 0; i < throttled.size(); ++i) {
        throttled[i] = throttled[i] || (samples[i].ghz != 0 && samples[i].ghz < least_clock * median_ghz);
    }
}

} // namespace detail

/// Compares round by round, so that what slows a whole round cancels. With `bare`, the chain without ReLU, it is what
/// ReLU adds to the chain that is compared. Rounds with a throttled sample are left out, unless fewer than a third
/// would be left.
inline comparison compare_paired(measurement const& ours, measurement const& other, measurement const* bare = nullptr) {
    std::size_t rounds = std::min(ours.rounds.size(), other.rounds.size());
    rounds = bare != nullptr ? std::min(rounds, bare->rounds.size()) : rounds;
    std::vector<double> clocks;
    for (std::size_t i = 0; i < rounds; ++i) {
        clocks.push_back(ours.rounds[i].ghz);
        clocks.push_back(other.rounds[i].ghz);
    }
    double const median_ghz = summarize(std::move(clocks)).median;
    std::vector<bool> throttled(rounds, false);
    detail::mark_throttled(ours.rounds, throttled, median_ghz);
    detail::mark_throttled(other.rounds, throttled, median_ghz);
    auto const left = static_cast<std::size_t>(std::count(throttled.begin(), throttled.end(), false));
    if (3 * left < rounds) {
        throttled.assign(rounds, false);
    }
    std::vector<double> saved;
    std::vector<double> taken;
    for (std::size_t i = 0; i < rounds; ++i) {
        if (!throttled[i]) {
            saved.push_back(other.rounds[i].seconds - ours.rounds[i].seconds);
            taken.push_back(ours.rounds[i].seconds - (bare != nullptr ? bare->rounds[i].seconds : 0));
        }
    }
    double const time = summarize(std::move(taken)).median;
    double const median = summarize(saved).median;
    if (!ours.good() || !other.good() || time <= 0 || time + median <= 0) {
        return {};
    }
    interval const likely = median_interval(std::move(saved));
    return {1 + median / time, std::max(likely.high - median, median - likely.low) / time};
}

} // namespace bench::tune
