// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Timing one piece of device work.
#pragma once

#include "statistics.hpp"

#include <cuda_runtime_api.h>
#include <functional>
#include <memory>
#include <string>

namespace bench {

/// Times what `enqueue` puts into the stream; work that is already there is not part of it.
class timer {
public:
    virtual ~timer() = default;
    /// The whole duration, in seconds, and the clock meanwhile.
    virtual sample time(std::function<void(cudaStream_t)> const& enqueue) = 0;
};

/// Two events around the work.
std::unique_ptr<timer> make_event_timer(cudaStream_t stream);

/// The sum of the durations of its kernels and copies as CUPTI sees them: what a profiler shows. No gaps between them,
/// but where kernels overlap (early launch) a wait counts as duration. Null, and `why` says so, where there is no
/// CUPTI.
std::unique_ptr<timer> make_cupti_timer(cudaStream_t stream, std::string& why);

} // namespace bench
