// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// In which order candidates are measured. Pure: the device is behind an interface, so that tests put a fake there.
#pragma once

#include "statistics.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <numeric>
#include <vector>

namespace bench {

/// What replays a candidate's batch and times it.
class stopwatch {
public:
    virtual ~stopwatch() = default;
    /// Runs the batch without a measurement: it leaves the caches as this candidate leaves them.
    virtual void replay(std::size_t candidate) = 0;
    /// Runs the batch and times it.
    virtual sample time(std::size_t candidate) = 0;
};

/// Samples by candidate, then by round.
using sample_table = std::vector<std::vector<sample>>;

/// Which of so many candidates are measured when, and how often.
using schedule = std::function<sample_table(stopwatch&, std::size_t candidates)>;

/// One round: a sample of every candidate of `taking_part`, beginning with another one than the round before. Each
/// measured replay follows an unmeasured one of the same candidate.
inline void run_round(stopwatch& watch, std::vector<std::size_t> const& taking_part, std::size_t round,
                      sample_table& samples) {
    for (std::size_t i = 0; i < taking_part.size(); ++i) {
        std::size_t const candidate = taking_part[(round + i) % taking_part.size()];
        watch.replay(candidate);
        samples[candidate].push_back(watch.time(candidate));
    }
}

/// All candidates in all rounds, interleaved, so that a drift of the device meets all of them alike.
inline sample_table run_rounds(stopwatch& watch, std::size_t candidates, std::size_t rounds) {
    sample_table samples(candidates);
    std::vector<std::size_t> all(candidates);
    std::iota(all.begin(), all.end(), std::size_t{0});
    for (std::size_t round = 0; round < rounds; ++round) {
        run_round(watch, all, round, samples);
    }
    return samples;
}

/// The median, over the rounds that both took part in, of a candidate's time over another one's. Infinite without any.
inline double paired_ratio(std::vector<sample> const& candidate, std::vector<sample> const& other) {
    std::vector<double> ratios;
    for (std::size_t i = 0; i < std::min(candidate.size(), other.size()); ++i) {
        ratios.push_back(candidate[i].seconds / other[i].seconds);
    }
    return ratios.empty() ? std::numeric_limits<double>::infinity() : summarize(std::move(ratios)).median;
}

/// Successive halving (Jamieson and Talwalkar, AISTATS 2016): after one round, then two more, then four and so on, the
/// better half stays, until `survivors` are left besides candidate 0, which never leaves and which the others are
/// compared with, round by round. Ends early, after a whole round, where `goes_on` says no. Who left early has fewer
/// samples.
inline sample_table run_halving(stopwatch& watch, std::size_t candidates, std::size_t survivors,
                                std::function<bool()> const& goes_on) {
    sample_table samples(candidates);
    std::vector<std::size_t> alive(candidates);
    std::iota(alive.begin(), alive.end(), std::size_t{0});
    std::size_t round = 0;
    for (std::size_t rounds = 1; !alive.empty(); rounds *= 2) {
        for (std::size_t i = 0; i < rounds; ++i) {
            run_round(watch, alive, round++, samples);
            if (!goes_on()) {
                return samples;
            }
        }
        if (alive.size() <= survivors + 1) {
            break;
        }
        std::stable_sort(alive.begin() + 1, alive.end(), [&](std::size_t a, std::size_t b) {
            return paired_ratio(samples[a], samples[0]) < paired_ratio(samples[b], samples[0]);
        });
        alive.resize(1 + std::max(survivors, (alive.size() - 1) / 2));
    }
    return samples;
}

/// How many launches make a batch of at least `target` seconds when one takes `estimate`, as a multiple of `cycle`
/// (the launches after which the buffers come round again).
inline std::size_t batch_launches(double estimate, double target, std::size_t cycle, std::size_t most) {
    std::size_t const least = cycle == 0 ? 1 : cycle;
    std::size_t const allowed = most / least;
    double const wanted = estimate > 0 ? std::ceil(target / estimate / static_cast<double>(least) - 1e-6) : 1.0;
    std::size_t const cycles = wanted < static_cast<double>(allowed) ? static_cast<std::size_t>(wanted) : allowed;
    return least * (cycles == 0 ? 1 : cycles);
}

} // namespace bench
