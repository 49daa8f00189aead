// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// The method of the other suites for candidates that live in Python: their timer, their rounds and their statistics,
// with C linkage. library.py has the other side. A function that fails returns a sentence, else null.
#include "harness/laboratory.hpp"
#include "harness/context.hpp"
#include "harness/names.hpp"

namespace {

std::unique_ptr<bench::timer> timer;
cudaStream_t timed_stream = nullptr;
std::vector<double> clocks; // of the whole run
std::string failure;

template <class Work>
char const* caught(Work work) {
    try {
        work();
        return nullptr;
    } catch (std::exception const& error) {
        failure = error.what();
        return failure.c_str();
    }
}

constexpr std::size_t most_launches = bench::settings{}.most_launches;

class graph_stopwatch : public bench::stopwatch {
public:
    graph_stopwatch(cudaGraphExec_t const* graphs, std::size_t launches)
        : graphs_(graphs), launches_(static_cast<double>(launches)) {}
    void replay(std::size_t candidate) override { launch(candidate); }
    bench::sample time(std::size_t candidate) override {
        bench::sample s = timer->time([&](cudaStream_t) { launch(candidate); });
        s.seconds /= launches_;
        return s;
    }

private:
    void launch(std::size_t candidate) { RELUK_BENCH_CHECK(cudaGraphLaunch(graphs_[candidate], timed_stream)); }

    cudaGraphExec_t const* graphs_;
    double launches_;
};

} // namespace

#pragma GCC visibility push(default)

extern "C" {

struct reluk_bench_result {
    double median_us;
    double p10_us;
    double p90_us;
    double sm_mhz;
    std::size_t samples;
    std::size_t throttled;
};

/// The value of reluk::dataflow with this name, or -1.
int reluk_bench_dataflow(char const* name) {
    for (std::size_t i = 0; i < std::size(bench::dataflow_names); ++i) {
        if (std::string(name) == bench::dataflow_names[i]) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

char const* reluk_bench_context(void (*note)(char const* key, char const* value)) {
    return caught([&] {
        for (auto const& [key, value] : bench::device_context()) {
            note(key.c_str(), value.c_str());
        }
    });
}

/// How many sets of tensors a candidate walks in turn, where one call touches so many bytes.
std::size_t reluk_bench_sets(std::size_t touched_bytes, std::size_t l2_bytes) {
    return bench::rotating_sets(touched_bytes / 2, l2_bytes);
}

/// Before anything is measured: the stream in which all graphs run.
char const* reluk_bench_start(cudaStream_t stream) {
    return caught([&] {
        timer = bench::make_event_timer(stream);
        timed_stream = stream;
    });
}

/// How many calls make a batch of at least `batch_seconds`, as a multiple of `cycle`, where `pilot` has `calls` of
/// them.
char const* reluk_bench_launches(cudaGraphExec_t pilot, std::size_t calls, std::size_t cycle, double batch_seconds,
                                 std::size_t* launches) {
    return caught([&] {
        graph_stopwatch watch(&pilot, calls);
        watch.replay(0);
        *launches = bench::batch_launches(watch.time(0).seconds, batch_seconds, cycle, most_launches);
    });
}

/// How many kernels and copies a graph has.
char const* reluk_bench_nodes(cudaGraph_t graph, std::size_t* nodes) {
    return caught([&] { RELUK_BENCH_CHECK(cudaGraphGetNodes(graph, nullptr, nodes)); });
}

/// Measures graphs of `launches` calls each, in rounds.
char const* reluk_bench_measure(cudaGraphExec_t const* graphs, std::size_t candidates, std::size_t rounds,
                                std::size_t launches, reluk_bench_result* results) {
    return caught([&] {
        graph_stopwatch watch(graphs, launches);
        bench::sample_table samples = bench::run_rounds(watch, candidates, rounds);
        std::vector<bench::measurement> all(candidates);
        for (std::size_t i = 0; i < candidates; ++i) {
            all[i].rounds = std::move(samples[i]);
            for (bench::sample const& s : all[i].rounds) {
                if (s.ghz > 0) {
                    clocks.push_back(s.ghz);
                }
            }
        }
        bench::conclude(all, bench::summarize(clocks).median);
        for (std::size_t i = 0; i < candidates; ++i) {
            bench::summary const& time = all[i].microseconds;
            results[i] = {time.median, time.p10, time.p90, all[i].mhz, all[i].rounds.size(), all[i].throttled};
        }
    });
}

/// A copy of the same kind as the other suites' `memcpy`.
cudaError_t reluk_bench_copy(void* to, void const* from, std::size_t bytes, cudaStream_t stream) {
    return cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream);
}

} // extern "C"

#pragma GCC visibility pop
