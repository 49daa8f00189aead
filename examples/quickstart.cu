// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
#include <cstdio>
#include <reluk/relu.cuh>
#include <vector>

static bool ok(cudaError_t status) {
    if (status != cudaSuccess) {
        std::fprintf(stderr, "quickstart: %s\n", cudaGetErrorString(status));
    }
    return status == cudaSuccess;
}

int main() {
    std::vector<float> x{-2.0f, -0.0f, 0.5f, 3.0f};
    std::size_t const bytes = x.size() * sizeof(float);
    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
        std::fprintf(stderr, "quickstart: no GPU here; reluk::host::relu in reluk/host.hpp does without\n");
        return 1;
    }
    float* on_device = nullptr;
    bool const done = ok(cudaMalloc(&on_device, bytes)) &&
                      ok(cudaMemcpy(on_device, x.data(), bytes, cudaMemcpyHostToDevice)) &&
                      ok(reluk::relu(on_device, on_device, x.size())) && // in place, on the default stream
                      ok(cudaMemcpy(x.data(), on_device, bytes, cudaMemcpyDeviceToHost));
    if (done) {
        std::printf("relu(-2, -0, 0.5, 3) = (%g, %g, %g, %g)\n", x[0], x[1], x[2], x[3]);
    }
    return ok(cudaFree(on_device)) && done ? 0 : 1;
}
