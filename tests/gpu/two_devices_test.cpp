// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Two devices in one process. A call launches on the current device: one whose stream is another device's must say so
// or be right, and leave the current device as it is.
#include "kernels.hpp"
#include "runner.hpp"
#include "side_by_side.hpp"

#include <algorithm>

namespace {

runner const& fp32 = *runners[1];
constexpr std::size_t n = 100000;

int current_device() {
    int device = -1;
    device::check(cudaGetDevice(&device));
    return device;
}

/// A tensor of -1 and one of 9, on the current device.
struct tensors {
    device::memory in{n * sizeof(float)}, out{n * sizeof(float)};

    tensors() {
        write(in, -1.0f);
        write(out, 9.0f);
        device::check(cudaDeviceSynchronize());
    }
    static void write(device::memory const& data, float value) {
        device::check(kernels::write_late(reinterpret_cast<float*>(data.get()), n, value, 0, nullptr));
    }
    std::size_t count(float value) const {
        std::vector<float> host(n);
        device::check(cudaMemcpy(host.data(), out.get(), n * sizeof(float), cudaMemcpyDeviceToHost));
        return static_cast<std::size_t>(std::count(host.begin(), host.end(), value));
    }
};

} // namespace

TEST_CASE(
    "case_39: the current device is 0, stream and tensors are on device 1: an error or the result, never silence") {
    device::check(cudaSetDevice(1));
    tensors const on_1;
    device::stream const stream_1;
    device::check(cudaSetDevice(0));
    cudaError_t const status = fp32.automatic(on_1.out.get(), on_1.in.get(), n, stream_1);
    INFO(cudaGetErrorString(status));
    CHECK(current_device() == 0);
    static_cast<void>(cudaGetLastError());
    device::check(cudaStreamSynchronize(stream_1));
    CHECK(on_1.count(status == cudaSuccess ? 0.0f : 9.0f) == n);
    // With the stream's device current it works, and stays current.
    device::check(cudaSetDevice(1));
    CHECK(fp32.automatic(on_1.out.get(), on_1.in.get(), n, stream_1) == cudaSuccess);
    CHECK(current_device() == 1);
    device::check(cudaStreamSynchronize(stream_1));
    CHECK(on_1.count(0.0f) == n);
    device::check(cudaSetDevice(0));
}

TEST_CASE("case_39: calls on two devices in turn, each of them current for its own") {
    device::check(cudaSetDevice(0));
    tensors const on_0;
    device::stream const stream_0;
    device::check(cudaSetDevice(1));
    tensors const on_1;
    device::stream const stream_1;
    for (int round = 0; round < 10; ++round) {
        for (int const device : {0, 1}) {
            device::check(cudaSetDevice(device));
            tensors const& here = device == 0 ? on_0 : on_1;
            tensors::write(here.in, static_cast<float>(round + device));
            device::check(cudaDeviceSynchronize());
            CHECK(fp32.automatic(here.out.get(), here.in.get(), n, device == 0 ? stream_0 : stream_1) == cudaSuccess);
            CHECK(current_device() == device);
        }
        device::check(cudaStreamSynchronize(stream_0));
        device::check(cudaStreamSynchronize(stream_1));
        CHECK(on_0.count(static_cast<float>(round)) == n);
        CHECK(on_1.count(static_cast<float>(round + 1)) == n);
    }
    device::check(cudaSetDevice(0));
}

TEST_CASE("case_39: each device has its own descriptor, whatever the order of the questions") {
    for (int const device : {1, 0, 1, 0}) {
        device::check(cudaSetDevice(device));
        reluk::device_descriptor queried, remembered;
        REQUIRE(reluk::query_device(device, queried) == cudaSuccess);
        REQUIRE(reluk::query_current_device(remembered) == cudaSuccess);
        CHECK(queried == remembered);
        // Asking for the other one leaves this one current.
        REQUIRE(reluk::query_device(1 - device, queried) == cudaSuccess);
        CHECK(current_device() == device);
    }
    device::check(cudaSetDevice(0));
}

TEST_CASE("case_39: tensors on device 1, a call on device 0 that may access them") {
    int accessible = 0;
    device::check(cudaDeviceCanAccessPeer(&accessible, 0, 1));
    if (accessible == 0) {
        WARN("device 0 cannot access device 1: not tested");
        return;
    }
    device::check(cudaSetDevice(1));
    tensors const on_1;
    device::check(cudaSetDevice(0));
    device::check(cudaDeviceEnablePeerAccess(1, 0));
    device::stream const stream_0;
    CHECK(fp32.automatic(on_1.out.get(), on_1.in.get(), n, stream_0) == cudaSuccess);
    device::check(cudaStreamSynchronize(stream_0));
    CHECK(on_1.count(0.0f) == n);
    device::check(cudaDeviceDisablePeerAccess(1));
}
