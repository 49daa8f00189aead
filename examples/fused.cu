// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// A kernel of one's own from reluk's pieces: the end of a layer that adds a bias to each column, rectifies, scales and
// stores in fp8, in one pass over memory: 3 bytes per element, where one operation after the other moves 11.
#include <cstdio>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <reluk/functor.hpp>
#include <vector>

/// Each thread takes 8 columns, 16 bytes, of one row. `columns` is a multiple of 8, and all are aligned to 16 bytes.
__global__ void bias_relu_to_fp8(__nv_fp8_e4m3* out, __half const* in, __half const* bias, unsigned words_per_row,
                                 float scale) {
    unsigned const word = blockIdx.x * blockDim.x + threadIdx.x;
    if (word >= words_per_row) {
        return;
    }
    std::size_t const at = std::size_t{blockIdx.y} * words_per_row + word;
    // The input is read once, the bias by every row, and the output by the layer that comes next.
    auto const x = reluk::load::streaming{}(reinterpret_cast<reluk::pack<16> const*>(in) + at);
    auto const b = reluk::load::cached{}(reinterpret_cast<reluk::pack<16> const*>(bias) + word);
    auto const y = reluk::op::add_relu<__half>{}(x, b);
    auto const narrow = reluk::op::relu_cast<__nv_fp8_e4m3, __half>{scale}(y);
    reluk::store::cached{}(reinterpret_cast<reluk::pack<8>*>(out) + at, narrow);
}

static bool ok(cudaError_t status) {
    if (status != cudaSuccess) {
        std::fprintf(stderr, "fused: %s\n", cudaGetErrorString(status));
    }
    return status == cudaSuccess;
}

int main() {
    constexpr unsigned rows = 64;
    constexpr unsigned columns = 1024;
    constexpr float scale = 16.0f;
    std::vector<__half> in(std::size_t{rows} * columns);
    std::vector<__half> bias(columns);
    for (std::size_t i = 0; i < in.size(); ++i) {
        in[i] = __half(static_cast<float>(i % 97) - 48.0f);
    }
    for (std::size_t i = 0; i < bias.size(); ++i) {
        bias[i] = __half(static_cast<float>(i % 5) * 0.25f);
    }
    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
        std::fprintf(stderr, "fused: no GPU here\n");
        return 1;
    }
    __half* device_in = nullptr;
    __half* device_bias = nullptr;
    __nv_fp8_e4m3* device_out = nullptr;
    std::vector<__nv_fp8_e4m3> out(in.size());
    bool done = ok(cudaMalloc(&device_in, in.size() * sizeof(__half))) &&
                ok(cudaMalloc(&device_bias, bias.size() * sizeof(__half))) && ok(cudaMalloc(&device_out, out.size())) &&
                ok(cudaMemcpy(device_in, in.data(), in.size() * sizeof(__half), cudaMemcpyHostToDevice)) &&
                ok(cudaMemcpy(device_bias, bias.data(), bias.size() * sizeof(__half), cudaMemcpyHostToDevice));
    if (done) {
        unsigned const words = columns / 8;
        bias_relu_to_fp8<<<dim3((words + 127) / 128, rows), 128>>>(device_out, device_in, device_bias, words, scale);
        done = ok(cudaGetLastError()) && ok(cudaMemcpy(out.data(), device_out, out.size(), cudaMemcpyDeviceToHost));
    }
    std::size_t wrong = 0;
    for (std::size_t i = 0; done && i < out.size(); ++i) {
        // The same operations on single elements, on the host.
        __half const y = reluk::op::add_relu<__half>{}(in[i], bias[i % columns]);
        wrong += out[i].__x != reluk::op::relu_cast<__nv_fp8_e4m3, __half>{scale}(y).__x;
    }
    if (done) {
        std::printf("%zu elements, %zu wrong\n", out.size(), wrong);
    }
    ok(cudaFree(device_in));
    ok(cudaFree(device_bias));
    ok(cudaFree(device_out));
    return done && wrong == 0 ? 0 : 1;
}
