// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
#pragma once

#include "check.hpp"

#include <utility>

namespace bench {

/// An executable CUDA graph.
class graph {
public:
    /// Captures what `enqueue` (cudaStream_t -> cudaError_t) puts into `stream`. On an error it throws, with the stream
    /// usable again.
    template <class Enqueue>
    graph(cudaStream_t stream, Enqueue&& enqueue) {
        // Relaxed: a peer may allocate or query while it is being captured.
        RELUK_BENCH_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
        cudaError_t const status = enqueue(stream);
        cudaGraph_t captured = nullptr;
        cudaError_t const end = cudaStreamEndCapture(stream, &captured);
        cudaError_t instantiate = cudaSuccess;
        if (status == cudaSuccess && end == cudaSuccess) {
            instantiate = cudaGraphInstantiate(&executable_, captured, 0);
        }
        if (captured != nullptr) {
            cudaGraphDestroy(captured);
        }
        check(status, "launch during capture");
        check(end, "end of capture");
        check(instantiate, "cudaGraphInstantiate");
        RELUK_BENCH_CHECK(cudaGraphUpload(executable_, stream));
    }
    graph(graph&& other) noexcept : executable_(std::exchange(other.executable_, nullptr)) {}
    graph& operator=(graph&& other) noexcept {
        std::swap(executable_, other.executable_);
        return *this;
    }
    ~graph() {
        if (executable_ != nullptr) {
            cudaGraphExecDestroy(executable_);
        }
    }

    void launch(cudaStream_t stream) const { RELUK_BENCH_CHECK(cudaGraphLaunch(executable_, stream)); }

private:
    cudaGraphExec_t executable_ = nullptr;
};

} // namespace bench
