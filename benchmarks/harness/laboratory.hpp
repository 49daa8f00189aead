// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Measures points on the current device.
#pragma once

#include "point.hpp"
#include "schedule.hpp"
#include "timer.hpp"

#include <memory>

namespace bench {

struct settings {
    std::size_t rounds = 15;
    double batch_seconds = 400e-6; ///< at least, per batch of the fastest
    std::size_t most_launches = 2048;
};

/// Device memory that grows on demand and is used again.
class device_pool {
public:
    device_pool() = default;
    ~device_pool();
    device_pool(device_pool const&) = delete;
    device_pool& operator=(device_pool const&) = delete;

    /// At least `bytes` bytes, aligned to 512. What was there before is lost.
    unsigned char* reserve(std::size_t bytes);

private:
    void* memory_ = nullptr;
    std::size_t bytes_ = 0;
};

class laboratory {
public:
    /// `timer_name`: "events" or "cupti". Throws where it is not to be had.
    laboratory(settings s, std::string const& timer_name);
    ~laboratory();
    laboratory(laboratory const&) = delete;
    laboratory& operator=(laboratory const&) = delete;

    /// Every candidate on its own tensors: gate, batches as CUDA graphs, interleaved rounds. A candidate that fails
    /// says so in its measurement and takes no part.
    std::vector<measurement> measure(point const& p) { return measure(p, settings_); }
    std::vector<measurement> measure(point const& p, settings const& s) {
        return measure(
            p, s, [&](stopwatch& watch, std::size_t candidates) { return run_rounds(watch, candidates, s.rounds); });
    }
    std::vector<measurement> measure(point const& p, settings const& s, schedule const& when);

    /// Throws unless every output of a candidate, whole, is what it must be. The input of a pipeline is made once more
    /// in `spare`.
    void gate(point const& p, std::vector<tensors> const& sets, candidate const& c, void* spare);

    /// Runs a candidate once on `n` elements: for peers that settle something at their first call.
    void warm_up(candidate const& c, dtype type, std::size_t n);

    cudaStream_t stream() const { return stream_; }
    settings const& options() const { return settings_; }
    device_pool& pool() { return pool_; }
    /// Completes measurements with the median clock of the whole run so far.
    void finish(std::vector<measurement>& all);

private:
    settings settings_;
    cudaStream_t stream_ = nullptr;
    device_pool pool_;
    std::unique_ptr<timer> pilot_;
    std::unique_ptr<timer> timer_;
    std::vector<double> clocks_;
    unsigned long long* wrong_ = nullptr;
};

} // namespace bench
