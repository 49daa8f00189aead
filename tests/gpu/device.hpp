// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// What the GPU tests share: device memory, streams, and tensors with guard bytes around them.
#pragma once

#include "catch.hpp"
#include "elements.hpp"

#include <cuda_runtime_api.h>

#include <stdexcept>
#include <string>

namespace device {

inline void check(cudaError_t status) {
    if (status != cudaSuccess) {
        throw std::runtime_error(std::string("CUDA: ") + cudaGetErrorString(status));
    }
}

/// Device memory of so many bytes, freed at the end of the scope.
class memory {
public:
    explicit memory(std::size_t bytes) : bytes_(bytes) { check(cudaMalloc(&pointer_, bytes)); }
    ~memory() { static_cast<void>(cudaFree(pointer_)); }
    memory(memory const&) = delete;
    memory& operator=(memory const&) = delete;

    unsigned char* get() const { return static_cast<unsigned char*>(pointer_); }
    std::size_t size() const { return bytes_; }

    void fill(unsigned char value) const { check(cudaMemset(pointer_, value, bytes_)); }
    void write(std::vector<unsigned char> const& from) const {
        check(cudaMemcpy(pointer_, from.data(), from.size(), cudaMemcpyHostToDevice));
    }
    std::vector<unsigned char> read() const {
        std::vector<unsigned char> to(bytes_);
        check(cudaMemcpy(to.data(), pointer_, bytes_, cudaMemcpyDeviceToHost));
        return to;
    }

private:
    void* pointer_ = nullptr;
    std::size_t bytes_;
};

class stream {
public:
    explicit stream(unsigned flags = cudaStreamNonBlocking) { check(cudaStreamCreateWithFlags(&stream_, flags)); }
    ~stream() { static_cast<void>(cudaStreamDestroy(stream_)); }
    stream(stream const&) = delete;
    stream& operator=(stream const&) = delete;
    operator cudaStream_t() const { return stream_; }

private:
    cudaStream_t stream_ = nullptr;
};

} // namespace device
