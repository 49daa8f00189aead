// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
#include "session.hpp"

#include "check.hpp"
#include "context.hpp"
#include "kernels.hpp"

#include <benchmark/benchmark.h>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <regex>
#include <sstream>

namespace bench {
namespace {

double now() {
    using clock = std::chrono::steady_clock;
    return std::chrono::duration<double>(clock::now().time_since_epoch()).count();
}

/// Google Benchmark puts the number of iterations and the kind of time behind a name; here they are the same for all.
std::vector<benchmark::BenchmarkReporter::Run> with_plain_names(std::vector<benchmark::BenchmarkReporter::Run> runs) {
    for (auto& run : runs) {
        run.run_name.iterations.clear();
        run.run_name.time_type.clear();
    }
    return runs;
}

class json_reporter : public benchmark::JSONReporter {
public:
    /// Without what says nothing about the device and something about whoever ran it.
    bool ReportContext(Context const& context) override {
        std::ostream& file = GetOutputStream();
        std::ostringstream text;
        SetOutputStream(&text);
        bool const good = benchmark::JSONReporter::ReportContext(context);
        SetOutputStream(&file);
        file << std::regex_replace(text.str(), std::regex(" *\"(host_name|executable)\": [^\n]*\n"), "");
        return good;
    }
    void ReportRuns(std::vector<Run> const& runs) override {
        benchmark::JSONReporter::ReportRuns(with_plain_names(runs));
    }
};

/// Points print themselves, all candidates together.
class silent_reporter : public benchmark::BenchmarkReporter {
public:
    bool ReportContext(Context const&) override { return true; }
    void ReportRuns(std::vector<Run> const&) override {}
};

} // namespace

struct session::entry {
    point what;
    std::vector<std::string> names;
    measure_function measure;
    bool is_done = false;
    std::vector<measurement> results{};
};

session::session(std::string suite, options const& o)
    : suite_(std::move(suite)), options_(o), torch_(o.torch_peer), lab_(o.lab, o.timer), begin_(now()) {
    RELUK_BENCH_CHECK(reluk::query_current_device(device_));
    add_context();
}

session::~session() = default;

void session::add_peers(std::vector<candidate>& candidates, dtype type) const {
    if (auto torch = torch_.relu(type)) {
        candidates.push_back(std::move(*torch));
    }
    candidates.push_back(cub_candidate(type));
    if (auto cudnn = cudnn_.relu(type)) {
        candidates.push_back(std::move(*cudnn));
    }
    candidates.push_back(memcpy_candidate(type));
    if (type == dtype::fp32) {
        candidates.push_back(plain_candidate());
    }
}

void session::add(point p) {
    std::vector<std::string> names;
    for (candidate const& c : p.candidates) {
        names.push_back(c.name);
    }
    add(std::move(p), names, nullptr);
}

void session::add(point p, std::vector<std::string> const& names, measure_function measure) {
    p.suite = suite_;
    std::size_t& largest = largest_[static_cast<std::size_t>(p.type)];
    largest = std::max(largest, p.elements());
    entries_.push_back(std::make_unique<entry>(entry{std::move(p), names, std::move(measure)}));
}

void session::warm_up_cub(dtype type) {
    // CUB 3.0.1 keeps for good the shape that it finds at the first call, which a small n makes a bad one.
    auto const i = static_cast<std::size_t>(type);
    if (!is_cub_warm_[i]) {
        is_cub_warm_[i] = true;
        try {
            lab_.warm_up(cub_candidate(type), type, largest_[i]);
        } catch (std::exception const& error) {
            std::fprintf(stderr, "CUB begins without its largest call: %s\n", error.what());
        }
    }
}

std::vector<measurement> const& session::measured(entry& e) {
    if (e.is_done) {
        return e.results;
    }
    e.is_done = true;
    ++done_;
    double const elapsed = now() - begin_;
    std::fprintf(stderr, "[%zu/%zu, %.0f s] %s\n", done_, wanted_, elapsed, e.what.name().c_str());
    std::string error;
    if (options_.budget_seconds > 0 && elapsed > options_.budget_seconds) {
        error = "skipped: the time budget is spent";
    } else {
        try {
            warm_up_cub(e.what.type);
            e.results = e.measure ? e.measure(lab_) : lab_.measure(e.what);
        } catch (std::exception const& exception) {
            error = exception.what();
        }
    }
    if (!error.empty()) {
        e.results.clear();
        for (std::string const& name : e.names) {
            measurement m;
            m.candidate = name;
            m.error = error;
            e.results.push_back(m);
        }
    }
    for (measurement const& m : e.results) {
        failed_ = failed_ || m.error.rfind("WRONG", 0) == 0;
    }
    print(e);
    // A device that has faulted answers no further call.
    if (cudaError_t const status = cudaDeviceSynchronize(); status != cudaSuccess) {
        std::fprintf(stderr, "The device has failed: %s\n", cudaGetErrorString(status));
        std::exit(1);
    }
    return e.results;
}

void session::print(entry const& e) const {
    std::printf("\n%s\n%-32s %10s %10s %10s %8s  %s\n", e.what.name().c_str(), "candidate",
                e.what.producer ? "share us" : "median us", "p10", "p90", "GB/s", "peer's time / ours");
    for (measurement const& m : e.results) {
        if (!m.good()) {
            std::printf("%-32s %s\n", m.candidate.c_str(), m.error.c_str());
            continue;
        }
        summary const& time = compared(m, e.what.producer != nullptr);
        auto const c = counters(e.what, e.results, m);
        auto const rate = c.find("GBps");
        std::printf("%-32s %10.3f %10.3f %10.3f %8.0f ", m.candidate.c_str(), time.median, time.p10, time.p90,
                    rate == c.end() ? 0.0 : rate->second);
        for (auto const& [name, value] : c) {
            if (name.rfind("vs_", 0) == 0 || name == "of_ceiling" || name == "regret") {
                std::printf(" %s %.3f", name.c_str(), value);
            }
        }
        std::printf("%s\n", m.throttled != 0 ? "  (throttled samples left out)" : "");
    }
    std::fflush(stdout);
}

void session::add_context() const {
    for (auto const& [key, value] : device_context()) {
        benchmark::AddCustomContext(key, value);
        std::printf("%s %s\n", key.c_str(), value.c_str());
    }
    int const cub = cub_version();
    benchmark::AddCustomContext("cub", std::to_string(cub / 100000) + "." + std::to_string(cub / 100 % 1000) + "." +
                                           std::to_string(cub % 100));
    benchmark::AddCustomContext("timer", options_.timer);
    benchmark::AddCustomContext("rounds", std::to_string(options_.lab.rounds));
    say("cudnn", cudnn_.version, cudnn_.why);
    say("torch", torch_.version, torch_.why);
}

void session::say(std::string const& peer, std::string const& version, std::string const& why) const {
    benchmark::AddCustomContext(peer, version.empty() ? "absent: " + why : version);
    if (version.empty()) {
        std::printf("Peer %s is absent: %s\n", peer.c_str(), why.c_str());
    }
}

int session::run(bool write_json) {
    std::regex const filter(options_.filter);
    for (auto& e : entries_) {
        bool is_wanted = false;
        for (std::size_t i = 0; i < e->names.size(); ++i) {
            std::string const name = e->what.name() + "/" + e->names[i];
            if (!std::regex_search(name, filter)) {
                continue;
            }
            is_wanted = true;
            auto const report = [this, e = e.get(), i](benchmark::State& state) {
                std::vector<measurement> const& all = measured(*e);
                measurement const& m = all[i];
                if (!m.good()) {
                    state.SkipWithError(m.error.c_str());
                    return;
                }
                // One iteration, whose time is the median: the statistics of the samples are ours.
                for (auto _ : state) {
                    state.SetIterationTime(1e-6 * m.microseconds.median);
                }
                for (auto const& [key, value] : counters(e->what, all, m)) {
                    state.counters[key] = value;
                }
                state.SetLabel(verdicts(e->what, all, m));
            };
            benchmark::RegisterBenchmark(name.c_str(), report)
                ->Iterations(1)
                ->UseManualTime()
                ->Unit(benchmark::kMicrosecond);
        }
        wanted_ += is_wanted ? 1 : 0;
    }
    silent_reporter display;
    json_reporter file;
    std::size_t const count =
        write_json ? benchmark::RunSpecifiedBenchmarks(&display, &file) : benchmark::RunSpecifiedBenchmarks(&display);
    if (count == 0) {
        std::fprintf(stderr, "No entry matches the filter.\n");
        return 1;
    }
    return failed_ ? 1 : 0;
}

namespace {

constexpr char const* usage = "  --quick               a third of the points, 5 rounds\n"
                              "  --timer=events|cupti  what measures; cupti shows kernel durations as a profiler does\n"
                              "  --torch-peer=PATH     the library that torch_peer/build.sh makes\n"
                              "  --budget=SECONDS      leave out the points that begin later\n"
                              "  --rounds=N            samples per candidate and point (15)\n"
                              "  --batch-us=N          least duration of a sample (400)\n"
                              "  --filter=REGEX        only the points with such an entry; names are "
                              "suite/op/dtype/regime/bytes_in/candidate\n"
                              "  --benchmark_out=FILE  the JSON\n";

/// Takes our own options out of the arguments; false where one is not understood.
bool parse(std::vector<std::string>& arguments, options& o) {
    std::vector<std::string> others;
    for (std::string const& argument : arguments) {
        auto const value = [&](char const* name) {
            std::size_t const length = std::strlen(name);
            return argument.compare(0, length, name) == 0 ? argument.c_str() + length : nullptr;
        };
        if (argument == "--quick") {
            o.quick = true;
            o.lab.rounds = 5;
        } else if (char const* const timer = value("--timer=")) {
            o.timer = timer;
        } else if (char const* const path = value("--torch-peer=")) {
            o.torch_peer = path;
        } else if (char const* const budget = value("--budget=")) {
            o.budget_seconds = std::atof(budget);
        } else if (char const* const rounds = value("--rounds=")) {
            o.lab.rounds = std::strtoul(rounds, nullptr, 10);
        } else if (char const* const batch = value("--batch-us=")) {
            o.lab.batch_seconds = 1e-6 * std::atof(batch);
        } else if (char const* const filter = value("--filter=")) {
            o.filter = filter;
        } else {
            others.push_back(argument);
        }
    }
    arguments = std::move(others);
    return o.lab.rounds >= 1 && o.lab.batch_seconds > 0;
}

} // namespace

int run_suite(char const* suite, int argc, char** argv, std::function<void(session&)> const& define) {
    std::vector<std::string> arguments(argv, argv + argc);
    options o;
    if (!parse(arguments, o)) {
        std::fprintf(stderr, "%s\n%s", suite, usage);
        return 2;
    }
    bool write_json = false;
    std::vector<char*> remaining;
    for (std::string& argument : arguments) {
        write_json = write_json || argument.rfind("--benchmark_out=", 0) == 0;
        if (argument == "--help") {
            std::printf("%s\n%s", suite, usage);
            return 0;
        }
        remaining.push_back(argument.data());
    }
    auto count = static_cast<int>(remaining.size());
    remaining.push_back(nullptr);
    benchmark::Initialize(&count, remaining.data());
    if (benchmark::ReportUnrecognizedArguments(count, remaining.data())) {
        std::fprintf(stderr, "%s", usage);
        return 2;
    }
    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
        std::fprintf(stderr, "%s: there is no CUDA device here, so there is nothing to measure.\n", suite);
        return 77;
    }
    try {
        session s(suite, o);
        define(s);
        return s.run(write_json);
    } catch (std::exception const& error) {
        std::fprintf(stderr, "%s: %s\n", suite, error.what());
        return 1;
    }
}

} // namespace bench
