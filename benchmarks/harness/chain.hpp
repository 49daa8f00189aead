// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// ReLU between a producer and a consumer.
#pragma once

#include "candidate.hpp"
#include "dtype.hpp"
#include "neighbours.hpp"

namespace bench {

struct ends {
    std::string name;
    std::function<cudaError_t(tensors const&, cudaStream_t)> produce;                   ///< source -> in
    std::function<cudaError_t(tensors const&, void const* from, cudaStream_t)> consume; ///< from -> sink
};

/// Elementwise kernels of that shape at both ends.
ends elementwise(dtype type, std::string name, neighbour_shape shape);

/// The whole chain with that ReLU in it.
candidate in_chain(candidate const& relu, ends const& e);

/// `none`: the chain without one, whose consumer reads what the producer wrote.
candidate without_relu(ends const& e);

} // namespace bench
