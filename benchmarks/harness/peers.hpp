// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Peers that come from shared libraries: PyTorch, cuDNN, cuBLAS. Where one is missing, `version` is empty and `why`
// says why.
#pragma once

#include "candidate.hpp"
#include "dtype.hpp"
#include "torch_peer/torch_peer.h"

#include <optional>
#include <string>

namespace bench {

struct torch_peer {
    std::string version;
    std::string why;

    explicit torch_peer(std::string const& path);
    /// ReLU by at::clamp_min_out; nothing for types that PyTorch does not have.
    std::optional<candidate> relu(dtype type) const;
    /// x = source + 0.125 and sink = out * 0.5, the neighbours in a pipeline.
    cudaError_t add(dtype type, void* out, void const* in, std::size_t n, cudaStream_t stream) const;
    cudaError_t multiply(dtype type, void* out, void const* in, std::size_t n, cudaStream_t stream) const;

private:
    decltype(&reluk_torch_apply) apply_ = nullptr;
};

struct cudnn_peer {
    std::string version;
    std::string why;

    cudnn_peer();
    std::optional<candidate> relu(dtype type) const;
};

} // namespace bench
