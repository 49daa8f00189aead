// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
#include "laboratory.hpp"

#include "check.hpp"
#include "data.hpp"
#include "graph.hpp"

#include <optional>

namespace bench {
namespace {

constexpr std::size_t line = 512;                  // between tensors
constexpr std::size_t page = std::size_t{2} << 20; // between candidates, as separate allocations would be

std::size_t round_up(std::size_t bytes, std::size_t to) {
    return (bytes + to - 1) / to * to;
}

/// Where a point's tensors lie: for each candidate all its inputs, then all its outputs, then the ends of a pipeline.
class layout {
public:
    explicit layout(point const& p)
        : point_(p), slot_(round_up(p.bytes_in + info(p.type).bytes * std::max(p.in_shift, p.out_shift), line)),
          kinds_(p.producer ? 4 : 2), candidate_(round_up(kinds_ * p.cycle * slot_, page)) {}

    /// One slot more than the candidates need, for the gate.
    std::size_t bytes() const { return owners() * candidate_ + slot_; }
    unsigned char* spare(unsigned char* base) const { return base + owners() * candidate_; }

    std::vector<tensors> all(unsigned char* base, std::size_t candidate) const {
        std::vector<tensors> sets;
        for (std::size_t set = 0; set < point_.cycle; ++set) {
            sets.push_back(at(base, candidate, set));
        }
        return sets;
    }

    tensors at(unsigned char* base, std::size_t candidate, std::size_t set) const {
        unsigned char* const first = base + (point_.shared_tensors ? 0 : candidate) * candidate_ + set * slot_;
        std::size_t const kind = point_.cycle * slot_;
        std::size_t const element = info(point_.type).bytes;
        tensors t;
        t.n = point_.elements();
        t.in = first + point_.in_shift * element;
        t.out = point_.in_place ? t.in : first + kind + point_.out_shift * element;
        if (point_.producer) {
            t.source = first + 2 * kind;
            t.sink = first + 3 * kind;
        }
        return t;
    }

private:
    std::size_t owners() const { return point_.shared_tensors ? 1 : point_.candidates.size(); }

    point const& point_;
    std::size_t slot_;
    std::size_t kinds_;
    std::size_t candidate_;
};

class graph_stopwatch : public stopwatch {
public:
    graph_stopwatch(std::vector<graph> const& graphs, double launches, timer& t, cudaStream_t stream)
        : graphs_(graphs), launches_(launches), timer_(t), stream_(stream) {}

    void replay(std::size_t candidate) override { graphs_[candidate].launch(stream_); }
    sample time(std::size_t candidate) override {
        sample s = timer_.time([&](cudaStream_t stream) { graphs_[candidate].launch(stream); });
        s.seconds /= launches_;
        return s;
    }

private:
    std::vector<graph> const& graphs_;
    double launches_;
    timer& timer_;
    cudaStream_t stream_;
};

graph capture_batch(point const& p, layout const& where, unsigned char* base, std::size_t candidate,
                    std::size_t launches, cudaStream_t stream) {
    return graph(stream, [&](cudaStream_t s) {
        for (std::size_t i = 0; i < launches; ++i) {
            cudaError_t const status = p.candidates[candidate].launch(where.at(base, candidate, i % p.cycle), s);
            if (status != cudaSuccess) {
                return status;
            }
        }
        return cudaSuccess;
    });
}

/// Fills a candidate's tensors: inputs at random, outputs with poison.
void prepare(point const& p, layout const& where, unsigned char* base, std::size_t candidate, cudaStream_t stream) {
    for (std::size_t set = 0; set < p.cycle; ++set) {
        tensors const t = where.at(base, candidate, set);
        if (!p.in_place) {
            RELUK_BENCH_CHECK(cudaMemsetAsync(t.out, poison, p.bytes_in, stream));
        }
        fill_random(t.in, t.n, p.type, stream);
        if (p.producer) {
            fill_random(t.source, t.n, p.type, stream);
            RELUK_BENCH_CHECK(cudaMemsetAsync(t.sink, poison, p.bytes_in, stream));
        }
    }
}

} // namespace

device_pool::~device_pool() {
    cudaFree(memory_);
}

unsigned char* device_pool::reserve(std::size_t bytes) {
    if (bytes > bytes_) {
        cudaFree(memory_);
        memory_ = nullptr;
        bytes_ = 0;
        if (cudaMalloc(&memory_, bytes) != cudaSuccess) {
            static_cast<void>(cudaGetLastError());
            memory_ = nullptr;
            throw std::runtime_error("skipped: needs " + std::to_string(bytes >> 20) + " MiB of device memory");
        }
        bytes_ = bytes;
    }
    return static_cast<unsigned char*>(memory_);
}

laboratory::laboratory(settings s, std::string const& timer_name) : settings_(s) {
    RELUK_BENCH_CHECK(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
    void* memory = nullptr;
    RELUK_BENCH_CHECK(cudaMalloc(&memory, sizeof(*wrong_)));
    wrong_ = static_cast<unsigned long long*>(memory);
    pilot_ = make_event_timer(stream_);
    if (timer_name == "events") {
        timer_ = make_event_timer(stream_);
    } else if (timer_name == "cupti") {
        std::string why;
        timer_ = make_cupti_timer(stream_, why);
        if (timer_ == nullptr) {
            throw std::runtime_error("--timer=cupti: " + why);
        }
    } else {
        throw std::runtime_error("--timer=" + timer_name + ": choose events or cupti");
    }
}

laboratory::~laboratory() {
    cudaFree(wrong_);
    cudaStreamDestroy(stream_);
}

void laboratory::warm_up(candidate const& c, dtype type, std::size_t n) {
    std::size_t const bytes = round_up(n * info(type).bytes, line);
    unsigned char* const base = pool_.reserve(2 * bytes);
    tensors t;
    t.n = n;
    t.in = base;
    t.out = base + bytes;
    fill_random(t.in, n, type, stream_);
    check(c.launch(t, stream_), c.name.c_str());
    RELUK_BENCH_CHECK(cudaStreamSynchronize(stream_));
}

void laboratory::gate(point const& p, std::vector<tensors> const& sets, candidate const& c, void* spare) {
    if (c.expected == result::none) {
        return;
    }
    RELUK_BENCH_CHECK(cudaMemsetAsync(wrong_, 0, sizeof(*wrong_), stream_));
    for (tensors const& t : sets) {
        void const* in = t.in;
        if (p.producer) {
            tensors again = t;
            again.in = again.out = spare;
            check(p.producer(again, stream_), "producer");
            in = spare;
        }
        count_wrong(t.out, in, t.n, p.type, c.expected, wrong_, stream_);
    }
    unsigned long long wrong = 0;
    RELUK_BENCH_CHECK(cudaMemcpyAsync(&wrong, wrong_, sizeof(wrong), cudaMemcpyDeviceToHost, stream_));
    RELUK_BENCH_CHECK(cudaStreamSynchronize(stream_));
    if (wrong != 0) {
        throw std::runtime_error("WRONG: " + std::to_string(wrong) + " of " +
                                 std::to_string(sets.size() * p.elements()) + " elements");
    }
}

std::vector<measurement> laboratory::measure(point const& p, settings const& s, schedule const& when) {
    layout const where(p);
    unsigned char* const base = pool_.reserve(where.bytes());
    std::vector<measurement> all(p.candidates.size());
    std::vector<graph> graphs;
    std::vector<std::size_t> competing;
    std::size_t launches = 0;

    for (std::size_t i = 0; i < p.candidates.size(); ++i) {
        all[i].candidate = p.candidates[i].name;
        try {
            prepare(p, where, base, i, stream_);
            // Once outside of a graph: libraries load their code and settle their state.
            check(p.candidates[i].launch(where.at(base, i, 0), stream_), "launch");
            RELUK_BENCH_CHECK(cudaStreamSynchronize(stream_));
            if (launches == 0) { // one number for all, so that what a batch costs by itself weighs the same
                std::size_t const trial = std::max<std::size_t>(p.cycle, 8);
                graph const pilot = capture_batch(p, where, base, i, trial, stream_);
                pilot.launch(stream_);
                sample const taken = pilot_->time([&](cudaStream_t stream) { pilot.launch(stream); });
                launches = batch_launches(taken.seconds / static_cast<double>(trial), s.batch_seconds, p.cycle,
                                          s.most_launches);
            }
            graph batch = capture_batch(p, where, base, i, launches, stream_);
            prepare(p, where, base, i, stream_);
            batch.launch(stream_);
            gate(p, where.all(base, i), p.candidates[i], where.spare(base));
            all[i].launches = launches;
            graphs.push_back(std::move(batch));
            competing.push_back(i);
        } catch (std::exception const& error) {
            all[i].error = error.what();
            // A fault of the device itself ends the run: nothing after it would mean anything.
            RELUK_BENCH_CHECK(cudaStreamSynchronize(stream_));
        }
    }

    graph_stopwatch watch(graphs, static_cast<double>(launches), *timer_, stream_);
    sample_table rounds = when(watch, graphs.size());
    for (std::size_t i = 0; i < competing.size(); ++i) {
        all[competing[i]].rounds = std::move(rounds[i]);
    }
    finish(all);
    return all;
}

void laboratory::finish(std::vector<measurement>& all) {
    for (measurement const& m : all) {
        for (sample const& s : m.rounds) {
            if (s.ghz > 0) {
                clocks_.push_back(s.ghz);
            }
        }
    }
    conclude(all, summarize(clocks_).median);
}

} // namespace bench
