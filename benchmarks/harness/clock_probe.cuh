// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
#pragma once

#include "check.hpp"

namespace bench {

/// A multiprocessor's cycle counter beside the device's wall clock.
struct clock_reading {
    unsigned long long cycles;
    unsigned long long nanoseconds;
};

/// Cycle counters differ between multiprocessors, so only the block that lands on number 0 writes.
static __global__ void read_clock_kernel(clock_reading* reading) {
    unsigned multiprocessor;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(multiprocessor));
    if (multiprocessor == 0) {
        unsigned long long cycles;
        unsigned long long nanoseconds;
        asm volatile("mov.u64 %0, %%clock64;" : "=l"(cycles));
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(nanoseconds));
        *reading = {cycles, nanoseconds};
    }
}

/// The mean clock of a multiprocessor between two points of a stream, read by the device itself: unlike a query of the
/// driver it covers exactly the sample, needs no library and no rights.
class clock_probe {
public:
    clock_probe() {
        int device = 0;
        int multiprocessors = 0;
        RELUK_BENCH_CHECK(cudaGetDevice(&device));
        RELUK_BENCH_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
        blocks_ = 2 * static_cast<unsigned>(multiprocessors);
        void* memory = nullptr;
        RELUK_BENCH_CHECK(cudaHostAlloc(&memory, 2 * sizeof(clock_reading), cudaHostAllocMapped));
        readings_ = static_cast<clock_reading*>(memory);
    }
    ~clock_probe() { cudaFreeHost(readings_); }
    clock_probe(clock_probe const&) = delete;
    clock_probe& operator=(clock_probe const&) = delete;

    /// Not before the previous pair has been read.
    void begin(cudaStream_t stream) {
        readings_[0] = readings_[1] = {};
        read(stream, 0);
    }
    void end(cudaStream_t stream) { read(stream, 1); }

    /// After a synchronization; 0 where a reading is missing.
    double ghz() const {
        auto const* const r = static_cast<clock_reading const volatile*>(readings_);
        if (r[0].cycles == 0 || r[1].cycles <= r[0].cycles || r[1].nanoseconds <= r[0].nanoseconds) {
            return 0;
        }
        return static_cast<double>(r[1].cycles - r[0].cycles) /
               static_cast<double>(r[1].nanoseconds - r[0].nanoseconds);
    }

private:
    void read(cudaStream_t stream, int i) {
        read_clock_kernel<<<blocks_, 1, 0, stream>>>(readings_ + i);
        RELUK_BENCH_CHECK(cudaGetLastError());
    }

    unsigned blocks_ = 0;
    clock_reading* readings_ = nullptr;
};

} // namespace bench
