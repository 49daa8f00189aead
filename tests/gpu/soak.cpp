// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Random calls of relu() and its family for a given time: from 8 threads on a stream each, with graphs that replay
// beside them. Every result is compared, byte by byte, with what the library's functions for the host make of the same
// memory; afterwards the process must hold no more memory and no more handles than before.
#include "scene.hpp"

#include <CLI/CLI.hpp>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <mutex>
#include <thread>

namespace {

using clock = std::chrono::steady_clock;

constexpr unsigned callers = 8;
constexpr unsigned replayers = 2;

struct tally {
    std::atomic<std::size_t> calls{0};
    std::atomic<std::size_t> replays{0};
    std::atomic<std::size_t> bytes{0}; ///< of memory that was compared
    std::atomic<std::size_t> failures{0};
    std::mutex printing;

    void fail(unsigned thread, std::size_t round, std::string const& what) {
        ++failures;
        std::lock_guard<std::mutex> const lock(printing);
        std::printf("thread %u, round %zu: %s\n", thread, round, what.c_str());
    }
};

std::vector<calls::function const*> const& functions() {
    static std::vector<calls::function const*> const all = [] {
        std::vector<calls::function const*> list;
        for (auto const* const some : {&calls::plain_relu(), &calls::as_published()}) {
            for (auto const& f : *some) {
                list.push_back(&f);
            }
        }
        return list;
    }();
    return all;
}

/// 1 to 2^20 - 1 elements, of each magnitude equally often; any offsets; in place or not.
void add_random_call(scene& on) {
    auto& random = on.random();
    auto const& f = *functions()[random() % functions().size()];
    std::size_t const magnitude = std::size_t{1} << random() % 20;
    placing const where{magnitude + random() % magnitude, random() % 20, random() % 20, random() % 20,
                        static_cast<int>(random() % 3)};
    if (!on.has_room(4 * (where.n + 64) * 8 + 8 * scene::guard)) {
        return;
    }
    auto const numbers = numbers_for(f);
    calls::launch how;
    how.flow = static_cast<reluk::dataflow>(random() % 3);
    on.add(f, place(on, f, where, numbers[random() % numbers.size()]), how);
}

/// Batches of random calls, one after the other, until `end`; at least one.
void call(unsigned thread, std::uint64_t seed, clock::time_point end, tally& count) {
    scene on(std::size_t{48} << 20, static_cast<unsigned>(seed * 1000 + thread));
    device::stream const stream;
    std::size_t round = 0;
    do {
        on.clear();
        for (std::size_t more = 1 + on.random()() % 16; more != 0; --more) {
            add_random_call(on);
        }
        on.shuffle();
        on.upload(stream);
        on.launch(stream);
        auto const expected = on.on_host();
        if (std::size_t const wrong = on.count_wrong(expected, stream); wrong != 0) {
            count.fail(thread, round, std::to_string(wrong) + " wrong bytes after " + on.titles());
        }
        count.calls += on.size();
        count.bytes += expected.size();
        ++round;
    } while (clock::now() < end);
}

/// A graph of random calls, replayed on new input; then another graph.
void replay(unsigned thread, std::uint64_t seed, clock::time_point end, tally& count) {
    scene on(std::size_t{48} << 20, static_cast<unsigned>(seed * 1000 + thread));
    device::stream const stream;
    std::size_t round = 0;
    do {
        on.clear();
        for (int i = 0; i < 8; ++i) {
            add_random_call(on);
        }
        cudaGraph_t graph = nullptr;
        cudaGraphExec_t executable = nullptr;
        device::check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
        on.launch(stream);
        device::check(cudaStreamEndCapture(stream, &graph));
        device::check(cudaGraphInstantiate(&executable, graph, 0));
        for (int times = 0; times < 10; ++times) {
            on.shuffle();
            on.upload(stream);
            device::check(cudaGraphLaunch(executable, stream));
            auto const expected = on.on_host();
            if (std::size_t const wrong = on.count_wrong(expected, stream); wrong != 0) {
                count.fail(thread, round, std::to_string(wrong) + " wrong bytes after a graph of " + on.titles());
            }
            count.calls += on.size();
            count.bytes += expected.size();
            ++count.replays;
        }
        device::check(cudaGraphExecDestroy(executable));
        device::check(cudaGraphDestroy(graph));
        ++round;
    } while (clock::now() < end);
}

struct holdings {
    std::size_t device_bytes; ///< of the device, used
    std::ptrdiff_t handles;   ///< open files of the process, the driver's among them
};

holdings held() {
    std::size_t free = 0, total = 0;
    device::check(cudaMemGetInfo(&free, &total));
    auto const files = std::filesystem::directory_iterator("/proc/self/fd");
    return {total - free, std::distance(begin(files), end(files))};
}

void print(tally const& count) {
    std::printf("%zu calls, %zu graph replays, %.1f GiB compared, %zu failures\n", count.calls.load(),
                count.replays.load(), static_cast<double>(count.bytes) / (1 << 30), count.failures.load());
}

/// All threads, for so long, with a line each minute: a run that is cut off has shown something too. What a thread
/// throws is a failure.
void run(std::chrono::seconds time, std::uint64_t seed, tally& count) {
    auto const begin = clock::now();
    auto const end = begin + time;
    std::vector<std::thread> threads;
    for (unsigned thread = 0; thread < callers + replayers; ++thread) {
        threads.emplace_back([&, thread] {
            try {
                (thread < callers ? call : replay)(thread, seed, end, count);
            } catch (std::exception const& error) {
                count.fail(thread, 0, error.what());
            }
        });
    }
    for (std::chrono::minutes passed{1}; passed < time; ++passed) {
        std::this_thread::sleep_until(begin + passed);
        try {
            holdings const now = held();
            std::printf("after %d min: %.1f MiB in use, %td open files; ", static_cast<int>(passed.count()),
                        static_cast<double>(now.device_bytes) / (1 << 20), now.handles);
            print(count);
        } catch (std::exception const& error) {
            count.fail(callers + replayers, 0, error.what());
            break;
        }
    }
    for (auto& thread : threads) {
        thread.join();
    }
    device::check(cudaDeviceSynchronize());
}

} // namespace

int main(int argc, char** argv) {
    CLI::App app{"Random calls of relu() and its family, every result compared with the host's; exit status 0 if all "
                 "are right and nothing leaks, 1 if not, 77 without a device"};
    unsigned seconds = 10;
    std::uint64_t seed = 1;
    app.add_option("--seconds", seconds, "How long to call")->capture_default_str();
    app.add_option("--seed", seed, "What the calls are made of; the same calls for the same seed")
        ->capture_default_str();
    CLI11_PARSE(app, argc, argv);
    std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ); // a failure is seen at once, in a file too

    int devices = 0;
    if (cudaError_t const status = cudaGetDeviceCount(&devices); status != cudaSuccess || devices == 0) {
        std::printf("skipped: no CUDA device (%s)\n", cudaGetErrorString(status));
        return 77;
    }
    try {
        // Once in the same way before, so that what the driver keeps from the first use of a thread, a kernel or a
        // graph is there already.
        tally before, count;
        run(std::chrono::seconds(seconds < 20 ? 1 : 5), seed + 1, before);
        holdings const at_first = held();
        auto const begin = clock::now();
        run(std::chrono::seconds(seconds), seed, count);
        double const time = std::chrono::duration<double>(clock::now() - begin).count();
        holdings const at_last = held();

        count.failures += before.failures;
        // The driver's own pools move by a few MiB and files. What leaks at each call is far more after so many.
        constexpr std::size_t tolerated_bytes = std::size_t{32} << 20;
        constexpr std::ptrdiff_t tolerated_handles = 8;
        if (at_last.device_bytes > at_first.device_bytes + tolerated_bytes) {
            count.fail(0, 0, "the device's used memory has grown");
        }
        if (at_last.handles > at_first.handles + tolerated_handles) {
            count.fail(0, 0, "the process has more open files");
        }
        std::printf("seed %llu, %.1f s, %u streams and %u of graphs\n"
                    "device memory in use: %.1f MiB before, %.1f MiB after; open files: %td before, %td after\n",
                    static_cast<unsigned long long>(seed), time, callers, replayers,
                    static_cast<double>(at_first.device_bytes) / (1 << 20),
                    static_cast<double>(at_last.device_bytes) / (1 << 20), at_first.handles, at_last.handles);
        print(count);
        return count.failures == 0 && count.calls != 0 ? EXIT_SUCCESS : EXIT_FAILURE;
    } catch (std::exception const& error) {
        std::printf("%s\n", error.what());
        return EXIT_FAILURE;
    }
}
