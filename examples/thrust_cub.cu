// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// reluk's functors in the algorithms of Thrust and CUB, where ReLU costs no pass of its own: a residual's sum, a cast
// to fp8, and the sum of all that ReLU leaves. Without a GPU Thrust runs them on the host.
#include <cstdio>
#include <cstring>
#include <cub/device/device_reduce.cuh>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <exception>
#include <reluk/functor.hpp>
#include <stdexcept>
#include <string>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/transform.h>

namespace {

constexpr std::size_t n = 1000003;
constexpr float scale = 0.5f;

void check(cudaError_t status, char const* what) {
    if (status != cudaSuccess) {
        throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(status));
    }
}

/// Multiples of 1/4 from -12 to 12: halves hold them and the sums of two, float the sum of a million of their squares.
float number(std::size_t i, unsigned factor) {
    return static_cast<float>(i * factor % 97) / 4 - 12.0f;
}

float rectified(float x) {
    return x > 0 ? x : 0.0f;
}

/// Thrust, where the vectors are: relu(a + b), and relu(a) * scale in fp8. Returns whether all is right.
template <template <class...> class Vector>
bool transform(char const* where, thrust::host_vector<__half> const& a, thrust::host_vector<__half> const& b) {
    Vector<__half> const x = a;
    Vector<__half> const y = b;
    Vector<__half> sum(n);
    Vector<__nv_fp8_e4m3> narrow(n);
    thrust::transform(x.begin(), x.end(), y.begin(), sum.begin(), reluk::op::add_relu<__half>{});
    thrust::transform(x.begin(), x.end(), narrow.begin(), reluk::op::relu_cast<__nv_fp8_e4m3, __half>{scale});

    thrust::host_vector<__half> const sums = sum;
    thrust::host_vector<__nv_fp8_e4m3> const narrows = narrow;
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < n; ++i) {
        wrong += static_cast<float>(sums[i]) != rectified(number(i, 31) + number(i, 57));
        wrong += narrows[i].__x != __nv_fp8_e4m3(rectified(number(i, 31)) * scale).__x;
    }
    std::printf("Thrust on the %s: %zu results, %zu wrong\n", where, 2 * n, wrong);
    return wrong == 0;
}

/// CUB: the sum of relu(x), read once, with nothing written but the sum. Returns whether it is right.
bool reduce(thrust::host_vector<__half> const& a) {
    thrust::device_vector<float> x(a.begin(), a.end());
    thrust::device_vector<double> sum(1);
    auto const rectify = thrust::make_transform_iterator(x.begin(), reluk::op::relu<float>{});
    std::size_t bytes = 0;
    check(cub::DeviceReduce::Reduce(nullptr, bytes, rectify, sum.begin(), n, cuda::std::plus<double>{}, 0.0), "CUB");
    thrust::device_vector<unsigned char> scratch(bytes);
    check(cub::DeviceReduce::Reduce(thrust::raw_pointer_cast(scratch.data()), bytes, rectify, sum.begin(), n,
                                    cuda::std::plus<double>{}, 0.0),
          "CUB");
    double expected = 0;
    for (std::size_t i = 0; i < n; ++i) {
        expected += rectified(number(i, 31));
    }
    double const found = sum[0];
    std::printf("CUB: the sum is %.2f, expected %.2f\n", found, expected);
    return found == expected;
}

} // namespace

int main(int argc, char** argv) try {
    bool const needs_device = argc > 1 && std::strcmp(argv[1], "--device") == 0;
    int devices = 0;
    bool const has_device = cudaGetDeviceCount(&devices) == cudaSuccess && devices != 0;
    if (needs_device && !has_device) {
        std::printf("skipped: no CUDA device\n");
        return 77;
    }
    thrust::host_vector<__half> a(n);
    thrust::host_vector<__half> b(n);
    for (std::size_t i = 0; i < n; ++i) {
        a[i] = __half(number(i, 31));
        b[i] = __half(number(i, 57));
    }
    bool right = transform<thrust::host_vector>("host", a, b);
    if (!has_device) {
        std::printf("no GPU here: nothing ran on a device\n");
        return right ? 0 : 1;
    }
    right = transform<thrust::device_vector>("device", a, b) && right;
    right = reduce(a) && right;
    return right ? 0 : 1;
} catch (std::exception const& error) {
    std::fprintf(stderr, "thrust_cub: %s\n", error.what());
    return 1;
}
