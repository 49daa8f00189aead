// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// How long a call takes: a pure function from the device's speed, the work and its configuration. It is a model with a
// handful of numbers per card, not a table of measurements; docs/prediction.md shows how far it is off.
#pragma once

#include "launch_config.hpp"

RELUK_NAMESPACE_BEGIN

/// What predict() needs to know of a device beyond its descriptor. catalogue.hpp holds those of some devices;
/// benchmarks/prediction fits them to a sweep.
struct device_speed {
    double launch = 0;         ///< seconds from one launch to the next of a call that moves next to nothing; 0: unknown
    double early_launch = 0;   ///< the same with launch_config::early_launch
    double miss = 0;           ///< seconds that a call takes longer when its loads wait for DRAM instead of the L2
    double l2_bandwidth = 0;   ///< bytes per second, read and written together, of tensors that stay in the L2
    double dram_bandwidth = 0; ///< the same of tensors that do not
    double kept_share = 0;     ///< of the L2: a footprint up to this is all there when the next call comes ...
    double lost_share = 0;     ///< ... and one from this on is gone; in between a part of it is there
    double passing_weight = 0; ///< room in the L2 that a byte takes which leaves first, of one that stays

    friend constexpr bool operator==(device_speed const& a, device_speed const& b) {
        return a.launch == b.launch && a.early_launch == b.early_launch && a.miss == b.miss &&
               a.l2_bandwidth == b.l2_bandwidth && a.dram_bandwidth == b.dram_bandwidth &&
               a.kept_share == b.kept_share && a.lost_share == b.lost_share && a.passing_weight == b.passing_weight;
    }
    friend constexpr bool operator!=(device_speed const& a, device_speed const& b) { return !(a == b); }
};

/// What a call costs.
struct prediction {
    double seconds = 0;    ///< from one launch to the next; 0: nothing to launch, or an unknown speed
    double bytes = 0;      ///< moved: input read and output written
    double dram_bytes = 0; ///< of them to and from DRAM

    /// Bytes per second, read and written.
    constexpr double bandwidth() const noexcept { return seconds > 0 ? bytes / seconds : 0; }
};

namespace detail {

// Lines that were read or written to leave first (evict-first) do so long before the L2 is full, and then a few survive
// by chance while the tensors are no larger than the L2. Shares of the L2; fitted together with the H200's speed.
constexpr double leaving_kept_share = 0.07;
constexpr double leaving_lost_share = 0.32;
constexpr double surviving_share = 0.125;

// launch_config::early_trigger, one H200, 2026-11-30, back to back in a CUDA graph: 64 KiB take 0.63 us with it and
// 0.79 without, so much of device_speed::early_launch; but the 6144 blocks of 12 MiB in 128 threads, which then start
// while those of the call before run, take 7.9 us instead of 4.5.
constexpr double triggered_share = 0.80;
constexpr double triggered_block_seconds = 1.3e-9;

/// 1 up to `from`, 0 beyond `to`, and a straight line between.
constexpr double falling(double x, double from, double to) noexcept {
    return x <= from ? 1 : x >= to ? 0 : (to - x) / (to - from);
}

/// Which shares of the input's bytes are found in the L2, and which of the output's are overwritten there before they
/// ever reach DRAM.
struct l2_shares {
    double found = 0;
    double overwritten = 0;
};

constexpr l2_shares predict_l2_shares(double l2_bytes, device_speed const& speed, workload const& work,
                                      launch_config const& config) noexcept {
    if (work.flow == dataflow::oneshot || !(l2_bytes > 0)) {
        return {};
    }
    // All in units of the L2.
    double const input = static_cast<double>(work.elements) * work.element_bytes / l2_bytes;
    double const output = work.in_place ? 0 : input;
    bool const fits = input + output <= speed.kept_share;

    // The input's share that is read to stay; the rest is read to leave first.
    double const staying = config.load == load_path::cached     ? 1
                           : config.load == load_path::resident ? static_cast<double>(config.resident_fraction)
                           : config.load == load_path::evict_first
                               ? 1 - static_cast<double>(config.evict_first_fraction)
                               : 0;
    bool const output_passes = config.store == store_path::streaming || config.store == store_path::evict_first;
    double const room_of_output = output_passes ? speed.passing_weight * output : output;

    if (work.flow == dataflow::pipeline) {
        // The producer has gone through a tensor of its own while it wrote the input. The L2 holds the end of what it
        // wrote, for who begins there, or leaves it in peace on the way; an output apart takes half of it before its
        // turn comes.
        double const all = falling(2 * input + room_of_output, speed.kept_share, speed.lost_share);
        double const untouched = config.order == block_order::reverse ? 1 : 1 - staying;
        double const end = untouched * speed.kept_share / (work.in_place ? 1 : 2) / input;
        return {all > end ? all : end < 1 ? end : 1, fits ? 1.0 : 0.0};
    }

    double const stayed = falling(staying * input + room_of_output, speed.kept_share, speed.lost_share);
    double const survived = input + output <= 1 ? surviving_share : 0;
    double const not_yet_gone =
        falling((1 - staying) * input + (output_passes ? output : 0), leaving_kept_share, leaving_lost_share);
    double const left = not_yet_gone > survived ? not_yet_gone : survived;
    // While both tensors fit, an output is evicted only by an input that leaves and has to be read again; when they do
    // not, each of its lines is evicted before its turn comes again: what LRU does to a loop.
    double const overwritten = staying < 1 && output_passes ? left : fits ? 1 : staying > 0 ? 0 : survived;
    return {staying * stayed + (1 - staying) * left, overwritten};
}

/// Seconds from one launch to the next of a call that moves next to nothing.
constexpr double predict_launch(device_speed const& speed, dataflow flow, bool early, bool triggers) noexcept {
    if (!early) {
        return speed.launch;
    }
    // A pipeline's neighbours are others' kernels: the one before does not trigger, and the one after is not launched
    // early. One H200, 2026-11-30, 1 to 8 MiB behind blocks of 256 threads: 0.15 us less, where 0.27 back to back.
    return flow == dataflow::pipeline ? (speed.launch + speed.early_launch) / 2
           : triggers                 ? triggered_share * speed.early_launch
                                      : speed.early_launch;
}

} // namespace detail

/// What a call with this configuration takes on the device, called in the workload's dataflow on and on: the launch,
/// and then the longer of two transfers that overlap, that of all bytes through the L2, and that of what the L2 misses
/// from and to DRAM.
///
/// Repeated and oneshot calls are modelled as back to back, and so is a pipeline's own share in its chain. Not
/// modelled: what a pipeline's neighbours make of an early launch (it saves less behind small blocks, and above 8 MiB
/// nothing on an H200), too few bytes in flight (blocks of less than 128 threads, accesses of less than 16 bytes),
/// operations that touch other bytes than relu() does (workload::touched_bytes), the realignment of tensors misaligned
/// differently, clocks below the boost clock, and other work on the device.
constexpr prediction predict(device_descriptor const& device, device_speed const& speed, workload const& work,
                             launch_config const& config) noexcept {
    prediction result;
    if (config.grid == 0 || !(speed.launch > 0)) {
        return result;
    }
    double const input = static_cast<double>(work.elements) * work.element_bytes;
    detail::l2_shares const shares =
        detail::predict_l2_shares(static_cast<double>(device.l2_bytes), speed, work, config);
    double const missed = 1 - shares.found;
    result.bytes = 2 * input;
    result.dram_bytes = input * (missed + 1 - shares.overwritten);
    double const l2_seconds = result.bytes / speed.l2_bandwidth;
    double const dram_seconds = speed.miss * missed + result.dram_bytes / speed.dram_bandwidth;
    bool const early = config.early_launch && device.early_launch && device.compute_capability >= 90;
    bool const triggers = early && config.early_trigger && work.flow != dataflow::pipeline;
    double const blocks_seconds = triggers ? detail::triggered_block_seconds * config.grid : 0;
    result.seconds = detail::predict_launch(speed, work.flow, early, triggers) +
                     (l2_seconds > dram_seconds ? l2_seconds : dram_seconds);
    result.seconds = result.seconds > blocks_seconds ? result.seconds : blocks_seconds;
    return result;
}

RELUK_NAMESPACE_END
