// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// What is measured, whoever wrote it.
#pragma once

#include <cstddef>
#include <cuda_runtime_api.h>
#include <functional>
#include <string>

namespace bench {

/// The tensors of one launch, n elements each. `source` and `sink` exist in pipelines alone: the producer reads the
/// one, the consumer writes the other.
struct tensors {
    void* out = nullptr;
    void* in = nullptr;
    std::size_t n = 0;
    void* source = nullptr;
    void* sink = nullptr;
};

/// What a candidate's output must equal.
enum class result { relu, copy, none };

struct candidate {
    std::string name;
    std::function<cudaError_t(tensors const&, cudaStream_t)> launch;
    result expected = result::relu;
    bool chained = true; ///< in a pipeline: whether ReLU is part of the chain
};

} // namespace bench
