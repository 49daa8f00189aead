// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// A device that computes nothing: what a call takes is a formula, plus noise, and time is what it says.
#pragma once

#include "tune/sweep.hpp"

#include <cmath>
#include <functional>
#include <random>
#include <stdexcept>

namespace fake {

using bench::tune::cell;
using reluk::block_order;
using reluk::dataflow;
using reluk::launch_config;
using reluk::load_path;
using reluk::store_path;

/// The best configuration at a cell, in the terms of a row.
using optimum = std::function<reluk::tuning_row::decision(cell const&)>;

/// The best memory accesses: others for each of a few ranges, far from the hardware's defaults and from the built-in
/// table.
inline reluk::tuning_row::decision some_accesses(cell const& c) {
    if (c.flow == dataflow::oneshot || c.l2_percent < 30) {
        return {load_path::cached, store_path::cached, block_order::forward, 1, 256};
    }
    if (c.flow == dataflow::pipeline) {
        return {load_path::evict_first, store_path::cached, block_order::reverse, c.element_bytes <= 2 ? 4u : 2u, 512};
    }
    if (c.in_place) {
        return {load_path::no_allocate, store_path::write_through, block_order::forward, 4, 1024};
    }
    return c.l2_percent < 150
               ? reluk::tuning_row::decision{load_path::resident,
                                             store_path::evict_first,
                                             block_order::forward,
                                             1,
                                             128,
                                             50}
               : reluk::tuning_row::decision{load_path::streaming, store_path::streaming, block_order::forward, 2, 256};
}

/// And early launch as an H200 likes it: with the trigger where tensors are small, in a pipeline where they are not
/// large.
inline reluk::tuning_row::decision some_optimum(cell const& c) {
    reluk::tuning_row::decision best = some_accesses(c);
    bool const is_pipeline = c.flow == dataflow::pipeline;
    best.early_launch = !is_pipeline || c.l2_percent < 30;
    best.early_trigger = !is_pipeline && c.l2_percent < 8;
    return best;
}

/// What the built-in table says, which is then the best there is.
inline reluk::tuning_row::decision built_in(cell const& c, reluk::device_descriptor const& device) {
    launch_config const config = reluk::choose(device, bench::tune::workload_of(c, device));
    return {config.load, config.store,        config.order,        config.accesses_per_thread, config.block,
            0,           config.early_launch, config.early_trigger};
}

class device : public bench::tune::device {
public:
    optimum best = some_optimum;
    double noise = 0.002;                       ///< standard deviation of a sample, relative
    std::function<void(std::size_t)> at_call{}; ///< before the measurement of that number
    std::size_t most_bytes = ~std::size_t{0};   ///< memory
    bool computes_wrong = false;
    reluk::device_descriptor described{90, 132, 62914560};

    std::string name() const override { return "a device made up for a test"; }
    std::map<std::string, std::string> context() const override { return {{"driver", "none"}}; }
    reluk::device_descriptor const& descriptor() const override { return described; }
    double now() override { return seconds_; }

    std::vector<bench::measurement> measure(cell const& c, std::vector<bench::tune::rows> const& ways,
                                            bench::tune::effort const& e, bench::schedule const& when) override {
        if (at_call) {
            at_call(calls_);
        }
        ++calls_;
        reluk::workload const work = bench::tune::workload_of(c, described);
        if (work.working_set() * (e.shared_tensors ? 1 : ways.size()) > most_bytes) {
            throw std::runtime_error("skipped: needs more device memory");
        }
        std::vector<double> times;
        std::vector<bench::measurement> all;
        for (bench::tune::rows const& way : ways) {
            launch_config const config = reluk::choose(described, work, way.data(), way.size());
            times.push_back(around(c) + seconds(c, config));
            all.emplace_back();
            all.back().candidate = "reluk";
        }
        if (c.flow == dataflow::pipeline) {
            times.push_back(around(c));
            all.emplace_back();
            all.back().candidate = "none";
        }
        seconds_ += 1e-3 * static_cast<double>(times.size());
        stopwatch watch{*this, times, e.batch_seconds};
        bench::sample_table samples = when(watch, times.size());
        for (std::size_t i = 0; i < all.size(); ++i) {
            all[i].rounds = std::move(samples[i]);
            if (computes_wrong) {
                all[i].error = "WRONG: 1 of 512 elements";
            }
        }
        bench::conclude(all, 1.0);
        return all;
    }

    /// What a ReLU takes, without noise. Each decision that is not the best costs something of its own.
    double seconds(cell const& c, launch_config const& config) const {
        reluk::tuning_row::decision const wanted = best(c);
        reluk::workload const work = bench::tune::workload_of(c, described);
        double factor = 1;
        factor *= config.load == wanted.load ? 1 : 1.10;
        factor *= config.store == wanted.store ? 1 : 1.07;
        factor *= config.order == wanted.order ? 1 : 1.05;
        factor *= config.accesses_per_thread == wanted.accesses_per_thread ? 1 : 1.04;
        factor *= config.block == wanted.block ? 1 : 1.03;
        if (config.load == load_path::resident && wanted.load == load_path::resident &&
            wanted.resident_l2_percent != 0) {
            double const kept = static_cast<double>(config.resident_fraction) *
                                static_cast<double>(work.elements * work.element_bytes) /
                                static_cast<double>(described.l2_bytes);
            factor *= 1 + 0.2 * std::abs(kept - 0.01 * wanted.resident_l2_percent);
        }
        return factor * (1e-6 + static_cast<double>(work.working_set()) / 4e12) + launching(c, config);
    }

    std::size_t calls() const { return calls_; }

private:
    /// What is lost by another launch than the best one: by none that is early, by one between kernels that it does not
    /// suit, by no trigger, and by a trigger with many blocks, which then start half as fast. A pipeline's neighbours
    /// do not notice a trigger.
    double launching(cell const& c, launch_config const& config) const {
        reluk::tuning_row::decision const wanted = best(c);
        double lost = 0;
        if (config.early_launch != wanted.early_launch) {
            lost += wanted.early_launch ? 0.3e-6 : 0.2e-6;
        }
        if (config.early_trigger != wanted.early_trigger && c.flow != dataflow::pipeline) {
            lost += wanted.early_trigger ? 0.13e-6 : 0.6e-9 * config.grid;
        }
        return lost;
    }

    /// The chain without ReLU.
    double around(cell const& c) const {
        return c.flow == dataflow::pipeline ? 2e-6 + (c.neighbour == 0 ? 1e-7 : 3e-7) : 0;
    }

    struct stopwatch : bench::stopwatch {
        stopwatch(device& d, std::vector<double> const& t, double b) : owner(d), times(t), batch_seconds(b) {}
        void replay(std::size_t) override { owner.seconds_ += batch_seconds; }
        bench::sample time(std::size_t candidate) override {
            owner.seconds_ += batch_seconds;
            std::normal_distribution<double> error(1.0, owner.noise);
            return {times[candidate] * std::max(0.01, error(owner.random_)), 1.0};
        }
        device& owner;
        std::vector<double> const& times;
        double batch_seconds;
    };

    std::mt19937 random_{7};
    double seconds_ = 1000;
    std::size_t calls_ = 0;
};

} // namespace fake
