// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// What a call costs: the host's time per call, and the device's time back to back, launched one by one and as a graph.
#include "harness/check.hpp"
#include "harness/data.hpp"
#include "harness/raw_launch.hpp"
#include "harness/schedule.hpp"
#include "harness/session.hpp"
#include "harness/sizes.hpp"

#include <chrono>

namespace {

using namespace bench;
using reluk::dataflow;

/// Fewer than the launches that the driver queues before a call blocks.
constexpr std::size_t calls_per_batch = 256;

/// Launches without a graph. Measures the host's clock over the calls, or the device's events around them.
class call_stopwatch : public stopwatch {
public:
    call_stopwatch(std::vector<candidate const*> candidates, std::vector<tensors> where, cudaStream_t stream,
                   timer* device_timer)
        : candidates_(std::move(candidates)), where_(std::move(where)), stream_(stream), device_timer_(device_timer) {}

    void replay(std::size_t candidate) override {
        call(candidate, stream_);
        RELUK_BENCH_CHECK(cudaStreamSynchronize(stream_));
    }

    sample time(std::size_t candidate) override {
        sample s;
        if (device_timer_ != nullptr) {
            s = device_timer_->time([&](cudaStream_t stream) { call(candidate, stream); });
        } else {
            using clock = std::chrono::steady_clock;
            auto const begin = clock::now();
            call(candidate, stream_);
            s.seconds = std::chrono::duration<double>(clock::now() - begin).count();
            RELUK_BENCH_CHECK(cudaStreamSynchronize(stream_));
        }
        s.seconds /= static_cast<double>(calls_per_batch);
        return s;
    }

private:
    void call(std::size_t candidate, cudaStream_t stream) const {
        for (std::size_t i = 0; i < calls_per_batch; ++i) {
            static_cast<void>(candidates_[candidate]->launch(where_[candidate], stream));
        }
    }

    std::vector<candidate const*> candidates_;
    std::vector<tensors> where_;
    cudaStream_t stream_;
    timer* device_timer_;
};

std::vector<measurement> measure_calls(point const& p, laboratory& lab, bool on_host) {
    std::size_t const bytes = (p.bytes_in + 511) / 512 * 512;
    unsigned char* const base = lab.pool().reserve(2 * bytes * p.candidates.size());
    std::vector<measurement> all(p.candidates.size());
    std::vector<candidate const*> good;
    std::vector<tensors> where;
    std::vector<std::size_t> indices;
    for (std::size_t i = 0; i < p.candidates.size(); ++i) {
        candidate const& c = p.candidates[i];
        tensors t;
        t.n = p.elements();
        t.in = base + 2 * i * bytes;
        t.out = base + (2 * i + 1) * bytes;
        RELUK_BENCH_CHECK(cudaMemsetAsync(t.out, poison, p.bytes_in, lab.stream()));
        fill_random(t.in, t.n, p.type, lab.stream());
        all[i].candidate = c.name;
        all[i].launches = calls_per_batch;
        try {
            check(c.launch(t, lab.stream()), "launch");
            lab.gate(p, {t}, c, nullptr);
            good.push_back(&c);
            where.push_back(t);
            indices.push_back(i);
        } catch (std::exception const& error) {
            all[i].error = error.what();
        }
    }
    auto const events = make_event_timer(lab.stream());
    call_stopwatch watch(good, where, lab.stream(), on_host ? nullptr : events.get());
    auto rounds = run_rounds(watch, good.size(), lab.options().rounds);
    for (std::size_t i = 0; i < indices.size(); ++i) {
        all[indices[i]].rounds = std::move(rounds[i]);
    }
    lab.finish(all);
    return all;
}

std::vector<candidate> candidates(session const& s) {
    std::vector<candidate> all;
    all.push_back(choice(dtype::fp32, s.device(), dataflow::repeated));
    all.push_back(default_call(dtype::fp32));
    all.push_back(ordered(dtype::fp32, s.device(), dataflow::repeated));
    all.push_back(raw_candidate(dtype::fp32, s.device(), dataflow::repeated));
    s.add_peers(all, dtype::fp32);
    all.push_back(empty_candidate());
    return all;
}

void define(session& s) {
    for (std::size_t const bytes : {64 * KiB, 256 * KiB, MiB, 2 * MiB, 4 * MiB, 8 * MiB, 16 * MiB}) {
        point p;
        p.type = dtype::fp32;
        p.bytes_in = bytes;
        p.candidates = candidates(s);
        p.regime = "graph";
        s.add(p);
        std::vector<std::string> names;
        for (candidate const& c : p.candidates) {
            names.push_back(c.name);
        }
        for (bool const on_host : {false, true}) {
            // The device keeps up with the host at small sizes alone.
            if (!on_host || bytes <= 256 * KiB) {
                p.regime = on_host ? "host" : "stream";
                s.add(p, names, [p, on_host](laboratory& lab) { return measure_calls(p, lab, on_host); });
            }
        }
    }
}

} // namespace

int main(int argc, char** argv) {
    return run_suite("launch", argc, argv, define);
}
