// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// d = relu(alpha * a * b + bias) in three ways: a product on the tensor cores with reluk's functor as its epilogue,
// cublasLt with the epilogue of its own, and cublasLt without one before reluk::bias_relu. All are checked against the
// CPU and timed in turn. Without a GPU the functor alone is checked.
//
// The inputs are such that float holds every sum, in any order: what differs is the rounding to half, once after the
// fused ways and twice where the product and then the sum with the bias are stored. So each way has one right result.
#include "wmma_gemm.cuh"

#ifdef WITH_CUBLASLT
#include "cublaslt_gemm.hpp"
#endif

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <functional>
#include <memory>
#include <random>
#include <reluk/family.cuh>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

constexpr float alpha = 0.375f; // exact, as are its products with the sums

void check(cudaError_t status, char const* what) {
    if (status != cudaSuccess) {
        throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(status));
    }
}

template <class T>
class device_array {
public:
    explicit device_array(std::size_t count) {
        void* memory = nullptr;
        check(cudaMalloc(&memory, count * sizeof(T)), "allocation");
        owner.reset(static_cast<T*>(memory));
    }
    explicit device_array(std::vector<T> const& from) : device_array(from.size()) {
        check(cudaMemcpy(get(), from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice), "copy to the device");
    }
    T* get() const { return owner.get(); }

private:
    struct release {
        void operator()(T* memory) const { cudaFree(memory); }
    };
    std::unique_ptr<T, release> owner;
};

/// The inputs of one product, and its results by the CPU.
struct problem {
    unsigned m;
    unsigned n;
    unsigned k;
    std::vector<__half> a = multiples_of_an_eighth(std::size_t{m} * k);
    std::vector<__half> b = multiples_of_an_eighth(std::size_t{k} * n);
    std::vector<__half> bias = multiples_of_an_eighth(n);

    /// A row of a * b. With |a|, |b| <= 1 and k <= 2^15 the sums are multiples of 1/64 below 2^15: 21 of float's 24
    /// bits.
    std::vector<float> sums(unsigned row) const {
        std::vector<float> result(n, 0.0f);
        for (unsigned i = 0; i < k; ++i) {
            auto const left = static_cast<float>(a[std::size_t{row} * k + i]);
            for (unsigned column = 0; column < n; ++column) {
                result[column] += left * static_cast<float>(b[std::size_t{i} * n + column]);
            }
        }
        return result;
    }

private:
    static std::vector<__half> multiples_of_an_eighth(std::size_t count) {
        std::mt19937 random(static_cast<unsigned>(count));
        std::vector<__half> values(count);
        for (auto& value : values) {
            value = __half(static_cast<float>(static_cast<int>(random() % 17) - 8) / 8);
        }
        return values;
    }
};

__half rounded_once(float sum, __half bias) {
    float const x = alpha * sum + static_cast<float>(bias);
    return __half(x > 0 ? x : 0.0f);
}

[[maybe_unused]] __half rounded_twice(float sum, __half bias) {
    float const x = static_cast<float>(__half(alpha * sum)) + static_cast<float>(bias);
    return __half(x > 0 ? x : 0.0f);
}

bool same(__half x, __half y) {
    return reluk::bit_cast<reluk::bits<2>>(x) == reluk::bit_cast<reluk::bits<2>>(y);
}

using epilogue = bias_relu_epilogue<__half, wmma_gemm::count>;

/// The functor, on the host. Returns whether all is right.
bool check_functor() {
    problem const p{1, 4096, 256};
    auto const sums = p.sums(0);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < sums.size(); i += wmma_gemm::count) {
        epilogue::accumulator accumulator;
        epilogue::output bias;
        std::copy_n(&sums[i], wmma_gemm::count, accumulator.element);
        std::copy_n(&p.bias[i], wmma_gemm::count, bias.element);
        auto const d = epilogue{alpha}(accumulator, bias);
        for (std::size_t j = 0; j < wmma_gemm::count; ++j) {
            wrong += !same(d.element[j], rounded_once(sums[i + j], p.bias[i + j]));
        }
    }
    std::printf("the functor on the host: %zu elements, %zu wrong\n", sums.size(), wrong);
    return wrong == 0;
}

/// One of the ways to compute d.
struct way {
    char const* name;
    __half (*expected)(float sum, __half bias);
    std::function<void()> run;
};

/// Microseconds of one run, of `repeats` back to back.
float microseconds(way const& w, int repeats) {
    struct destroy {
        void operator()(cudaEvent_t event) const { cudaEventDestroy(event); }
    };
    std::unique_ptr<std::remove_pointer_t<cudaEvent_t>, destroy> events[2];
    for (auto& event : events) {
        cudaEvent_t made{};
        check(cudaEventCreate(&made), "an event");
        event.reset(made);
    }
    check(cudaEventRecord(events[0].get()), "an event");
    for (int i = 0; i < repeats; ++i) {
        w.run();
    }
    check(cudaEventRecord(events[1].get()), "an event");
    check(cudaEventSynchronize(events[1].get()), w.name);
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, events[0].get(), events[1].get()), "the time");
    return milliseconds * 1000 / static_cast<float>(repeats);
}

/// The medians of all ways, which take turns.
void print_times(std::vector<way> const& ways, problem const& p) {
    constexpr int rounds = 21;
    std::vector<std::vector<float>> times(ways.size());
    for (int round = 0; round < rounds; ++round) {
        for (std::size_t i = 0; i < ways.size(); ++i) {
            times[i].push_back(microseconds(ways[i], 10));
        }
    }
    std::printf("medians of %d rounds in turn, of 10 runs each:\n", rounds);
    for (std::size_t i = 0; i < ways.size(); ++i) {
        std::nth_element(times[i].begin(), times[i].begin() + rounds / 2, times[i].end());
        double const median = times[i][rounds / 2];
        double const operations = 2.0 * p.m * p.n * p.k;
        std::printf("  %-32s %8.1f us  %6.1f TFLOP/s  %.3f of the first's time\n", ways[i].name, median,
                    operations / median * 1e-6, median / times[0][rounds / 2]);
    }
}

/// Runs all ways on one problem, compares every `step`-th row with the CPU's and the rest with the first way's result.
/// Returns whether all is right.
bool compare(problem const& p, unsigned step, bool timed) {
    device_array<__half> const a(p.a);
    device_array<__half> const b(p.b);
    device_array<__half> const bias(p.bias);
    std::size_t const size = std::size_t{p.m} * p.n;
    device_array<__half> const d(size);

    std::vector<way> ways;
    ways.push_back(
        {"plain WMMA, reluk's functor", rounded_once, [&] {
             check(wmma_gemm::run(epilogue{alpha}, d.get(), a.get(), b.get(), bias.get(), p.m, p.n, p.k, nullptr),
                   "the product by WMMA");
         }});
#ifdef WITH_CUBLASLT
    device_array<char> const workspace(cublaslt_gemm::workspace_bytes);
    cublaslt_gemm const fused(alpha, bias.get(), p.m, p.n, p.k);
    cublaslt_gemm const plain(alpha, nullptr, p.m, p.n, p.k);
    ways.push_back(
        {"cublasLt, RELU_BIAS", rounded_once, [&] { fused.run(d.get(), a.get(), b.get(), workspace.get(), nullptr); }});
    ways.push_back({"cublasLt, then reluk::bias_relu", rounded_twice, [&] {
                        plain.run(d.get(), a.get(), b.get(), workspace.get(), nullptr);
                        check(reluk::bias_relu(d.get(), d.get(), bias.get(), p.m, p.n), "reluk::bias_relu");
                    }});
#endif

    std::printf("m = %u, n = %u, k = %u; row 0, %u, %u ... against the CPU:\n", p.m, p.n, p.k, step, 2 * step);
    std::vector<std::vector<__half>> results;
    for (auto const& w : ways) {
        check(cudaMemset(d.get(), 0xff, size * sizeof(__half)), "NaNs where nothing is written");
        w.run();
        results.emplace_back(size);
        check(cudaMemcpy(results.back().data(), d.get(), size * sizeof(__half), cudaMemcpyDeviceToHost), w.name);
    }
    std::vector<std::size_t> wrong(ways.size());
    for (unsigned row = 0; row < p.m; row += step) {
        auto const sums = p.sums(row);
        for (std::size_t i = 0; i < ways.size(); ++i) {
            for (unsigned column = 0; column < p.n; ++column) {
                wrong[i] +=
                    !same(results[i][std::size_t{row} * p.n + column], ways[i].expected(sums[column], p.bias[column]));
            }
        }
    }
    bool right = true;
    for (std::size_t i = 0; i < ways.size(); ++i) {
        std::size_t different = 0;
        float most = 0;
        for (std::size_t j = 0; j < size; ++j) {
            different += !same(results[i][j], results[0][j]);
            most = std::max(most, std::abs(static_cast<float>(results[i][j]) - static_cast<float>(results[0][j])));
        }
        std::printf("  %-32s %zu wrong; of all %zu elements %zu differ from the first's, by at most %g\n", ways[i].name,
                    wrong[i], size, different, static_cast<double>(most));
        right = right && wrong[i] == 0 && (different == 0 || ways[i].expected != ways[0].expected);
    }
    if (timed) {
        print_times(ways, p);
    }
    return right;
}

} // namespace

int main(int argc, char** argv) try {
    bool const needs_device = argc > 1 && std::strcmp(argv[1], "--device") == 0;
    int devices = 0;
    bool const has_device = cudaGetDeviceCount(&devices) == cudaSuccess && devices != 0;
    if (needs_device && !has_device) {
        std::printf("skipped: no CUDA device\n");
        return 77;
    }
    bool right = check_functor();
    if (!has_device) {
        std::printf("no GPU here: no product was computed\n");
        return right ? 0 : 1;
    }
#ifndef WITH_CUBLASLT
    std::printf("built without cublasLt, which the toolkit lacks: nothing to compare with\n");
#endif
    right = compare({256, 384, 512}, 1, false) && right;
    right = compare({4096, 4096, 1024}, 127, true) && right;
    std::printf("The WMMA kernel is there to be read, without shared memory or a pipeline for its inputs.\n");
    return right ? 0 : 1;
} catch (std::exception const& error) {
    std::fprintf(stderr, "gemm_epilogue: %s\n", error.what());
    return 1;
}
