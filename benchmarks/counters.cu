// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// What memory moves for one call: warm calls of reluk and of a kernel of PyTorch's shape, each alone between
// cudaProfilerStart() and cudaProfilerStop(), for a profiler that counts. Prints a name for each, in the profiler's
// order; counters.py puts both together.

#include <reluk/relu.cuh>

#include <cuda_profiler_api.h>

#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

namespace {

void check(cudaError_t status) {
    if (status != cudaSuccess) {
        std::printf("%s\n", cudaGetErrorString(status));
        std::exit(EXIT_FAILURE);
    }
}

struct add_one {
    __device__ float operator()(float x) const { return x + 1; }
};

struct clamp {
    __device__ float operator()(float x) const { return x < 0 ? 0 : x; }
};

/// As PyTorch's elementwise kernels: blocks of 128 threads, two accesses of 16 bytes each.
template <class Function>
__global__ void __launch_bounds__(128) elementwise(float4* out, float4 const* in, std::size_t n, Function f) {
    for (unsigned i = 0; i < 2; ++i) {
        std::size_t const at = std::size_t{blockIdx.x} * 256 + threadIdx.x + i * 128;
        if (at < n) {
            float4 const x = in[at];
            out[at] = {f(x.x), f(x.y), f(x.z), f(x.w)};
        }
    }
}

template <class Function>
void launch(float* out, float const* in, std::size_t n, Function f) {
    elementwise<<<static_cast<unsigned>((n / 4 + 255) / 256), 128>>>(reinterpret_cast<float4*>(out),
                                                                     reinterpret_cast<float4 const*>(in), n / 4, f);
    check(cudaGetLastError());
}

void relu(bool ours, float* out, float const* in, std::size_t n, reluk::dataflow flow) {
    if (ours) {
        check(reluk::relu(out, in, n, flow));
    } else {
        launch(out, in, n, clamp{});
    }
}

template <class Call>
void count(std::size_t bytes, std::string name, Call const& call) {
    check(cudaDeviceSynchronize());
    check(cudaProfilerStart());
    call();
    check(cudaDeviceSynchronize());
    check(cudaProfilerStop());
    std::printf("counters/relu/fp32/%s\n", name.replace(name.find('#'), 1, std::to_string(bytes)).c_str());
}

} // namespace

int main() {
    for (std::size_t const mebibytes : {4, 8, 16, 20, 24, 32, 48, 64, 128}) {
        std::size_t const bytes = mebibytes << 20;
        std::size_t const n = bytes / sizeof(float);
        std::vector<float> values(n);
        std::mt19937 random(1);
        std::normal_distribution<float> normal;
        for (float& x : values) {
            x = normal(random);
        }
        float *first, *in, *out, *last;
        for (float** tensor : {&first, &in, &out, &last}) {
            check(cudaMalloc(tensor, bytes));
        }
        for (float* tensor : {first, in}) {
            check(cudaMemcpy(tensor, values.data(), bytes, cudaMemcpyHostToDevice));
        }
        for (bool const ours : {true, false}) {
            auto const call = [&] { relu(ours, out, in, n, reluk::dataflow::repeated); };
            for (int i = 0; i < 8; ++i) {
                call();
            }
            count(bytes, std::string("repeated/#/") + (ours ? "reluk" : "torch_shape"), call);
        }
        for (bool const ours : {true, false}) {
            auto const producer = [&] { launch(in, first, n, add_one{}); };
            auto const call = [&] { relu(ours, out, in, n, reluk::dataflow::pipeline); };
            auto const consumer = [&] { launch(last, out, n, add_one{}); };
            for (int i = 0; i < 4; ++i) {
                producer();
                call();
                consumer();
            }
            producer();
            count(bytes, std::string("pipeline/#/") + (ours ? "reluk" : "torch_shape"), call);
            count(bytes, std::string("pipeline/#/behind_") + (ours ? "reluk" : "torch_shape"), consumer);
        }
        for (float* tensor : {first, in, out, last}) {
            check(cudaFree(tensor));
        }
    }
    return EXIT_SUCCESS;
}
