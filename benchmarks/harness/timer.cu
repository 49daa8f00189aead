// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
#include "check.hpp"
#include "clock_probe.cuh"
#include "timer.hpp"

namespace bench {
namespace {

class event_timer : public timer {
public:
    explicit event_timer(cudaStream_t stream) : stream_(stream) {
        RELUK_BENCH_CHECK(cudaEventCreate(&begin_));
        RELUK_BENCH_CHECK(cudaEventCreate(&end_));
    }
    ~event_timer() override {
        cudaEventDestroy(begin_);
        cudaEventDestroy(end_);
    }
    event_timer(event_timer const&) = delete;
    event_timer& operator=(event_timer const&) = delete;

    sample time(std::function<void(cudaStream_t)> const& enqueue) override {
        probe_.begin(stream_);
        RELUK_BENCH_CHECK(cudaEventRecord(begin_, stream_));
        enqueue(stream_);
        RELUK_BENCH_CHECK(cudaEventRecord(end_, stream_));
        probe_.end(stream_);
        RELUK_BENCH_CHECK(cudaStreamSynchronize(stream_));
        float milliseconds = 0;
        RELUK_BENCH_CHECK(cudaEventElapsedTime(&milliseconds, begin_, end_));
        return {1e-3 * static_cast<double>(milliseconds), probe_.ghz()};
    }

private:
    cudaStream_t stream_;
    cudaEvent_t begin_ = nullptr;
    cudaEvent_t end_ = nullptr;
    clock_probe probe_;
};

} // namespace

std::unique_ptr<timer> make_event_timer(cudaStream_t stream) {
    return std::make_unique<event_timer>(stream);
}

} // namespace bench
