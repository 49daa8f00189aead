// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// In which order candidates are measured. Pure: the device is behind an interface, so that tests put a fake there.
#pragma once

#include "statistics.hpp"

#include <cmath>
#include <cstddef>
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

/// One sample of every candidate per round, interleaved, so that a drift of the device meets all of them alike. Each
/// round begins with another candidate, and each measured replay follows an unmeasured one of the same candidate.
/// The result is indexed by candidate, then by round.
inline std::vector<std::vector<sample>> run_rounds(stopwatch& watch, std::size_t candidates, std::size_t rounds) {
    std::vector<std::vector<sample>> samples(candidates);
    for (std::size_t round = 0; round < rounds; ++round) {
        for (std::size_t i = 0; i < candidates; ++i) {
            std::size_t const candidate = (round + i) % candidates;
            watch.replay(candidate);
            samples[candidate].push_back(watch.time(candidate));
        }
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
