// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
#include "check.hpp"
#include "clock_probe.cuh"
#include "shared_library.hpp"
#include "timer.hpp"

#include <cstdint>
#include <cstdlib>
#include <cstring>

#if __has_include(<cupti.h>)
#include <cupti.h>
#endif

namespace bench {

#if defined(CUPTI_API_VERSION) && CUPTI_API_VERSION >= 18

namespace {

// The start and end times have kept their places; the record's name changes when something is appended.
#if CUPTI_API_VERSION >= 130000
using kernel_record = CUpti_ActivityKernel10;
using copy_record = CUpti_ActivityMemcpy6;
#else
using kernel_record = CUpti_ActivityKernel9;
using copy_record = CUpti_ActivityMemcpy5;
#endif

struct cupti_functions {
    decltype(&cuptiActivityEnable) enable;
    decltype(&cuptiActivityRegisterCallbacks) register_callbacks;
    decltype(&cuptiActivityFlushAll) flush;
    decltype(&cuptiActivityGetNextRecord) next;
};

// CUPTI's callbacks carry no user pointer.
cupti_functions cupti{};
std::uint64_t total_nanoseconds = 0;

constexpr std::size_t buffer_bytes = std::size_t{1} << 20;

void CUPTIAPI request_buffer(std::uint8_t** buffer, std::size_t* size, std::size_t* most_records) {
    *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(8, buffer_bytes));
    *size = *buffer == nullptr ? 0 : buffer_bytes;
    *most_records = 0;
}

void CUPTIAPI take_buffer(CUcontext, std::uint32_t, std::uint8_t* buffer, std::size_t, std::size_t valid) {
    CUpti_Activity* record = nullptr;
    while (valid != 0 && cupti.next(buffer, valid, &record) == CUPTI_SUCCESS) {
        if (record->kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) {
            auto const* const kernel = reinterpret_cast<kernel_record const*>(record);
            if (kernel->name == nullptr || std::strstr(kernel->name, "read_clock_kernel") == nullptr) {
                total_nanoseconds += kernel->end - kernel->start;
            }
        } else if (record->kind == CUPTI_ACTIVITY_KIND_MEMCPY) {
            auto const* const copy = reinterpret_cast<copy_record const*>(record);
            total_nanoseconds += copy->end - copy->start;
        }
    }
    std::free(buffer);
}

class cupti_timer : public timer {
public:
    explicit cupti_timer(cudaStream_t stream) : stream_(stream) {}

    sample time(std::function<void(cudaStream_t)> const& enqueue) override {
        forget_records();
        probe_.begin(stream_);
        enqueue(stream_);
        probe_.end(stream_);
        RELUK_BENCH_CHECK(cudaStreamSynchronize(stream_));
        cupti.flush(1);
        return {1e-9 * static_cast<double>(total_nanoseconds), probe_.ghz()};
    }

private:
    void forget_records() {
        RELUK_BENCH_CHECK(cudaStreamSynchronize(stream_));
        cupti.flush(1);
        total_nanoseconds = 0;
    }

    cudaStream_t stream_;
    clock_probe probe_;
};

} // namespace

std::unique_ptr<timer> make_cupti_timer(cudaStream_t stream, std::string& why) {
    static shared_library const library({"libcupti.so.13", "libcupti.so.12", "libcupti.so"});
    if (!library || !library.find(cupti.enable, "cuptiActivityEnable") ||
        !library.find(cupti.register_callbacks, "cuptiActivityRegisterCallbacks") ||
        !library.find(cupti.flush, "cuptiActivityFlushAll") ||
        !library.find(cupti.next, "cuptiActivityGetNextRecord")) {
        why = "libcupti.so was not found";
        return nullptr;
    }
    if (cupti.register_callbacks(request_buffer, take_buffer) != CUPTI_SUCCESS ||
        cupti.enable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) != CUPTI_SUCCESS ||
        cupti.enable(CUPTI_ACTIVITY_KIND_MEMCPY) != CUPTI_SUCCESS) {
        why = "CUPTI refuses to record kernels here";
        return nullptr;
    }
    return std::make_unique<cupti_timer>(stream);
}

#else

std::unique_ptr<timer> make_cupti_timer(cudaStream_t, std::string& why) {
    why = "built without CUPTI's header";
    return nullptr;
}

#endif

} // namespace bench
