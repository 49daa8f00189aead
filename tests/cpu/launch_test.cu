// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// The way from a call to its launch, on any machine: the CUDA runtime's functions that reluk calls are replaced by ones
// that record, so that what is asked of the runtime, how often and with what, can be checked without a device.
#include <cuda_runtime.h>

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace fake {

struct launched {
    unsigned grid, block;
    cudaStream_t stream;
    bool early_launch;
    void const* kernel;
};

struct runtime {
    std::map<std::string, int> calls;
    std::vector<launched> launches;
    int device = 0;
    std::map<int, int> l2_bytes; ///< by device; 60 MiB where not named
    int capability_major = 9;
    int driver = 13000;
    cudaError_t get_device_status = cudaSuccess;
    cudaError_t attribute_status = cudaSuccess;
    cudaError_t driver_status = cudaSuccess;
    cudaError_t launch_status = cudaSuccess;
    std::function<void(void**)> see_arguments; ///< called with those of each launch
};
runtime state;

cudaError_t get_device(int* device) {
    ++state.calls["cudaGetDevice"];
    *device = state.device;
    return state.get_device_status;
}

cudaError_t get_attribute(int* value, cudaDeviceAttr attribute, int device) {
    ++state.calls["cudaDeviceGetAttribute"];
    switch (attribute) {
    case cudaDevAttrComputeCapabilityMajor: *value = state.capability_major; break;
    case cudaDevAttrComputeCapabilityMinor: *value = 0; break;
    case cudaDevAttrMultiProcessorCount: *value = 132; break;
    case cudaDevAttrL2CacheSize: *value = state.l2_bytes.count(device) != 0 ? state.l2_bytes[device] : 60 << 20; break;
    case cudaDevAttrMaxGridDimX: *value = 2147483647; break;
    case cudaDevAttrMaxThreadsPerBlock: *value = 1024; break;
    default: return cudaErrorInvalidValue;
    }
    return state.attribute_status;
}

cudaError_t get_driver_version(int* version) {
    ++state.calls["cudaDriverGetVersion"];
    *version = state.driver;
    return state.driver_status;
}

cudaError_t launch(cudaLaunchConfig_t const* config, void const* kernel, void** arguments) {
    ++state.calls["cudaLaunchKernelExC"];
    bool early = false;
    for (unsigned i = 0; i < config->numAttrs; ++i) {
        early = early || (config->attrs[i].id == cudaLaunchAttributeProgrammaticStreamSerialization &&
                          config->attrs[i].val.programmaticStreamSerializationAllowed != 0);
    }
    if (state.see_arguments) {
        state.see_arguments(arguments);
    }
    state.launches.push_back({config->gridDim.x, config->blockDim.x, config->stream, early, kernel});
    return state.launch_status;
}

} // namespace fake

#define cudaGetDevice fake::get_device
#define cudaDeviceGetAttribute fake::get_attribute
#define cudaDriverGetVersion fake::get_driver_version
#define cudaLaunchKernelExC fake::launch
#include <reluk/relu.cuh>

#include "catch.hpp"

// What a user may have in the global namespace, where the stream's type lives too: functions of the library's names,
// which a call found by its arguments' types would reach.
static int captured = 0;
cudaError_t relu(float*, float const*, std::size_t, reluk::dataflow, cudaStream_t) {
    ++captured;
    return cudaErrorUnknown;
}
cudaError_t relu(float*, float const*, std::size_t, reluk::device_descriptor const&, reluk::dataflow, cudaStream_t) {
    ++captured;
    return cudaErrorUnknown;
}

namespace {

alignas(128) float memory[4096];
float* const in = memory;
float* const out = memory + 2048;

int calls() {
    int sum = 0;
    for (auto const& [name, count] : fake::state.calls) {
        sum += count;
    }
    return sum;
}

reluk::launch_config small_config() {
    reluk::launch_config config;
    config.grid = 2;
    config.block = 128;
    return config;
}

} // namespace

// Each case uses a device number of its own where it matters that the device has not been queried before.

TEST_CASE("the first call queries the device once; the next ask for the current device and launch, nothing else") {
    fake::state = {};
    fake::state.device = 1;
    REQUIRE(reluk::relu(out, in, 1000) == cudaSuccess);
    CHECK(fake::state.calls["cudaDeviceGetAttribute"] == 6);
    fake::state.calls.clear();
    REQUIRE(reluk::relu(out, in, 1000) == cudaSuccess);
    CHECK(fake::state.calls["cudaGetDevice"] == 1);
    CHECK(fake::state.calls["cudaLaunchKernelExC"] == 1);
    CHECK(calls() == 2);
}

TEST_CASE("a user's own functions of the library's names are not called") {
    fake::state = {};
    CHECK(reluk::relu(out, in, 1000) == cudaSuccess);
    CHECK(reluk::relu(out, in, 1000, reluk::dataflow::repeated) == cudaSuccess);
    CHECK(fake::state.launches.size() == 2);
    CHECK(captured == 0);
}

TEST_CASE("with a caller's descriptor the launch is the only call") {
    fake::state = {};
    reluk::device_descriptor const device{90, 132, 60 << 20};
    REQUIRE(reluk::relu(out, in, 1000, device, reluk::dataflow::repeated) == cudaSuccess);
    CHECK(fake::state.calls["cudaLaunchKernelExC"] == 1);
    CHECK(calls() == 1);
}

TEST_CASE("each device keeps its own descriptor") {
    fake::state = {};
    fake::state.l2_bytes = {{2, 64 << 20}, {3, 1 << 10}};
    reluk::device_descriptor second, third;
    for (int round = 0; round < 2; ++round) {
        fake::state.device = 2;
        REQUIRE(reluk::query_current_device(second) == cudaSuccess);
        fake::state.device = 3;
        REQUIRE(reluk::query_current_device(third) == cudaSuccess);
        CHECK(second.l2_bytes == 64 << 20);
        CHECK(third.l2_bytes == 1 << 10);
    }
    CHECK(fake::state.calls["cudaDeviceGetAttribute"] == 12);
}

TEST_CASE("devices beyond those remembered work too") {
    fake::state = {};
    fake::state.device = 1000;
    CHECK(reluk::relu(out, in, 1000) == cudaSuccess);
    CHECK(reluk::relu(out, in, 1000) == cudaSuccess);
    CHECK(fake::state.launches.size() == 2);
}

TEST_CASE("a failed query is returned, nothing is launched, and the next call asks again") {
    fake::state = {};
    fake::state.device = 4;
    fake::state.attribute_status = cudaErrorInvalidDevice;
    CHECK(reluk::relu(out, in, 1000) == cudaErrorInvalidDevice);
    fake::state.attribute_status = cudaSuccess;
    fake::state.get_device_status = cudaErrorInsufficientDriver;
    CHECK(reluk::relu(out, in, 1000) == cudaErrorInsufficientDriver);
    CHECK(fake::state.launches.empty());
    fake::state.get_device_status = cudaSuccess;
    CHECK(reluk::relu(out, in, 1000) == cudaSuccess);
    CHECK(fake::state.launches.size() == 1);
}

TEST_CASE("the launch's own code is returned") {
    fake::state = {};
    fake::state.launch_status = cudaErrorNoKernelImageForDevice;
    CHECK(reluk::relu(out, in, 1000) == cudaErrorNoKernelImageForDevice);
    CHECK(reluk::relu(out, in, 1000, small_config()) == cudaErrorNoKernelImageForDevice);
    CHECK(reluk::relu<float, reluk::load::streaming, reluk::store::streaming>(out, in, 1000) ==
          cudaErrorNoKernelImageForDevice);
}

TEST_CASE("no elements: success, no call, whatever the pointers") {
    fake::state = {};
    float* const null = nullptr;
    reluk::launch_config const invalid;
    CHECK(reluk::relu(null, null, 0) == cudaSuccess);
    CHECK(reluk::relu(null, null, 0, reluk::dataflow::oneshot) == cudaSuccess);
    CHECK(reluk::relu(null, null, 0, reluk::device_descriptor{}, reluk::dataflow::oneshot) == cudaSuccess);
    CHECK(reluk::relu(null, null, 0, invalid) == cudaSuccess);
    CHECK(reluk::relu<float, reluk::load::cached, reluk::store::cached>(null, null, 0) == cudaSuccess);
    CHECK(calls() == 0);
}

TEST_CASE("bad tensors: cudaErrorInvalidValue from every entry point, and no call") {
    fake::state = {};
    float* const null = nullptr;
    auto* const misaligned = reinterpret_cast<float*>(reinterpret_cast<char*>(memory) + 2);
    struct {
        float* out;
        float const* in;
        std::size_t n;
    } const bad[] = {{null, in, 5},        {out, null, 5},  {null, null, 5}, {misaligned, in, 5},
                     {out, misaligned, 5}, {in + 1, in, 5}, {in, in + 4, 5}, {out, in, ~std::size_t{0} / 4 + 1}};
    for (auto const& c : bad) {
        CHECK(reluk::relu(c.out, c.in, c.n) == cudaErrorInvalidValue);
        CHECK(reluk::relu(c.out, c.in, c.n, reluk::dataflow::repeated) == cudaErrorInvalidValue);
        CHECK(reluk::relu(c.out, c.in, c.n, reluk::device_descriptor{}, reluk::dataflow::repeated) ==
              cudaErrorInvalidValue);
        CHECK(reluk::relu(c.out, c.in, c.n, small_config()) == cudaErrorInvalidValue);
        CHECK(reluk::relu<float, reluk::load::cached, reluk::store::cached>(c.out, c.in, c.n) == cudaErrorInvalidValue);
    }
    CHECK(calls() == 0);
}

TEST_CASE("bad configurations: cudaErrorInvalidConfiguration, and no launch") {
    fake::state = {};
    auto const status = [](auto change) {
        auto config = small_config();
        change(config);
        return reluk::relu(out, in, 1000, config);
    };
    using config = reluk::launch_config;
    CHECK(status([](config& c) { c.block = 1500; }) == cudaErrorInvalidConfiguration);
    CHECK(status([](config& c) { c.block = 0; }) == cudaErrorInvalidConfiguration);
    CHECK(status([](config& c) { c.grid = 0; }) == cudaErrorInvalidConfiguration);
    CHECK(status([](config& c) { c.access_bytes = 12; }) == cudaErrorInvalidConfiguration);
    CHECK(status([](config& c) { c.accesses_per_thread = 8; }) == cudaErrorInvalidConfiguration);
    CHECK(status([](config& c) { c.load = static_cast<reluk::load_path>(9); }) == cudaErrorInvalidConfiguration);
    CHECK(status([](config& c) { c.store = static_cast<reluk::store_path>(9); }) == cudaErrorInvalidConfiguration);
    CHECK(fake::state.launches.empty());
    CHECK(status([](config&) {}) == cudaSuccess);
}

TEST_CASE("a configuration is launched as it says") {
    fake::state = {};
    auto config = small_config();
    config.grid = 77;
    config.block = 96;
    auto const stream = reinterpret_cast<cudaStream_t>(std::uintptr_t{0x1230});
    REQUIRE(reluk::relu(out, in, 1000, config, stream) == cudaSuccess);
    auto const& launched = fake::state.launches.at(0);
    CHECK(launched.grid == 77);
    CHECK(launched.block == 96);
    CHECK(launched.stream == stream);
    CHECK_FALSE(launched.early_launch);
}

TEST_CASE("without a stream the launch is on the default stream, from every entry point; with one, on it") {
    fake::state = {};
    reluk::device_descriptor const device{90, 132, 60 << 20};
    using reluk::dataflow;
    using reluk::load::cached;
    using write = reluk::store::cached;
    auto const stream = reinterpret_cast<cudaStream_t>(std::uintptr_t{0x1230});
    REQUIRE(reluk::relu(out, in, 1000) == cudaSuccess);
    REQUIRE(reluk::relu(out, in, 1000, dataflow::oneshot) == cudaSuccess);
    REQUIRE(reluk::relu(out, in, 1000, device, dataflow::oneshot) == cudaSuccess);
    REQUIRE(reluk::relu(out, in, 1000, small_config()) == cudaSuccess);
    REQUIRE(reluk::relu<float, cached, write>(out, in, 1000) == cudaSuccess);
    REQUIRE(fake::state.launches.size() == 5);
    for (auto const& launched : fake::state.launches) {
        CHECK(launched.stream == nullptr);
    }
    fake::state.launches.clear();
    REQUIRE(reluk::relu(out, in, 1000, stream) == cudaSuccess);
    REQUIRE(reluk::relu(out, in, 1000, dataflow::oneshot, stream) == cudaSuccess);
    REQUIRE(reluk::relu(out, in, 1000, device, dataflow::oneshot, stream) == cudaSuccess);
    REQUIRE(reluk::relu(out, in, 1000, small_config(), stream) == cudaSuccess);
    REQUIRE(reluk::relu<float, cached, write>(out, in, 1000, stream) == cudaSuccess);
    REQUIRE(fake::state.launches.size() == 5);
    for (auto const& launched : fake::state.launches) {
        CHECK(launched.stream == stream);
    }
}

TEST_CASE("every path and shape, and a misaligned input, has a kernel of its own") {
    fake::state = {};
    constexpr unsigned shapes[][2] = {{8, 1}, {8, 2}, {8, 4}, {16, 1}, {16, 2}, {16, 4}, {32, 1}, {32, 2}};
    std::map<void const*, int> kernels;
    for (auto const& shape : shapes) {
        for (int load = 0; load < 5; ++load) {
            for (int store = 0; store < 4; ++store) {
                for (int misaligned = 0; misaligned < 2; ++misaligned) {
                    auto config = small_config();
                    config.grid = 4; // a block for each tile, with 8 bytes per thread too
                    config.access_bytes = shape[0];
                    config.accesses_per_thread = shape[1];
                    config.load = static_cast<reluk::load_path>(load);
                    config.store = static_cast<reluk::store_path>(store);
                    REQUIRE(reluk::relu(out, in + misaligned, 1000, config) == cudaSuccess);
                    ++kernels[fake::state.launches.back().kernel];
                }
            }
        }
    }
    CHECK(kernels.size() == 320);
}

TEST_CASE("what choose() says is what is launched") {
    reluk::device_descriptor const devices[] = {{90, 132, 60 << 20}, {89, 128, 72 << 20}, {75, 40, 4 << 20}};
    for (auto const& device : devices) {
        for (auto const flow : {reluk::dataflow::pipeline, reluk::dataflow::repeated, reluk::dataflow::oneshot}) {
            for (std::size_t n = 1; n < std::size_t{1} << 34; n = n * 3 + 1) {
                fake::state = {};
                fake::state.device = 5;
                auto* const far = reinterpret_cast<float*>(std::uintptr_t{1} << 44); // never read: the launch is a fake
                REQUIRE(reluk::relu(far, in, n, device, flow) == cudaSuccess);
                auto const config = choose(device, reluk::make_workload<float>(far, in, n, flow));
                auto const chosen = fake::state.launches.at(0);
                CHECK(chosen.grid == config.grid);
                CHECK(chosen.block == config.block);
                REQUIRE(reluk::relu(far, in, n, config) == cudaSuccess);
                CHECK(fake::state.launches.at(1).kernel == chosen.kernel);
            }
        }
    }
}

TEST_CASE("a device whose grid is too small for a choice without a walking kernel takes a plain one that walks") {
    int plain = 0;
    for (reluk::device_descriptor const& device :
         {reluk::device_descriptor{90, 132, 60 << 20, 7}, reluk::device_descriptor{89, 128, 72 << 20, 7}}) {
        for (auto const flow : {reluk::dataflow::pipeline, reluk::dataflow::repeated, reluk::dataflow::oneshot}) {
            for (std::size_t const mib : {1, 6, 12, 20, 30, 50}) {
                std::size_t const n = mib << 18;
                fake::state = {};
                std::vector<int> steps; // each kernel is given the tiles of its own accesses
                fake::state.see_arguments = [&](void** arguments) {
                    using task = reluk::task<reluk::op::relu<float>::bitwise>;
                    steps.push_back(static_cast<task const*>(arguments[1])->order.item_step);
                };
                auto* const far = reinterpret_cast<float*>(std::uintptr_t{1} << 44); // never read: the launch is a fake
                auto config = choose(device, reluk::make_workload<float>(far, in, n, flow));
                REQUIRE(config.grid == 7);
                REQUIRE(reluk::relu(far, in, n, device, flow) == cudaSuccess);
                CHECK(fake::state.launches.at(0).grid == 7);
                CHECK(fake::state.launches.at(0).block == config.block);
                REQUIRE(reluk::relu(far, in, n, config) == cudaSuccess);
                config.load = reluk::load_path::cached;
                config.store = reluk::store_path::cached;
                config.accesses_per_thread = 1;
                REQUIRE(reluk::relu(far, in, n, config) == cudaSuccess);
                auto const kernel = fake::state.launches.at(0).kernel;
                bool const is_chosen = kernel == fake::state.launches.at(1).kernel && steps[0] == steps[1];
                bool const is_plain = kernel == fake::state.launches.at(2).kernel && steps[0] == steps[2];
                CHECK((is_chosen || is_plain));
                plain += !is_chosen;
            }
        }
    }
    CHECK(plain > 10);
}

TEST_CASE("early launch: the attribute is set when asked for, and only for code that waits") {
    fake::state = {};
    auto config = small_config();
    REQUIRE(reluk::relu(out, in, 1000, config) == cudaSuccess);
    CHECK_FALSE(fake::state.launches.back().early_launch);
    config.early_launch = true;
    REQUIRE(reluk::relu(out, in, 1000, config) == cudaSuccess);
    CHECK(fake::state.launches.back().early_launch);
}

TEST_CASE("early launch: chosen for devices that run this file's code of sm_90 or newer, and for no others") {
    // This file is compiled for sm_80 and sm_90. What other devices run of it is PTX of the one or the other.
    reluk::device_descriptor device{90, 132, 60 << 20};
    CHECK(reluk::as_compiled(device).early_launch);
    for (unsigned const capability : {80, 89, 100, 103, 120}) {
        device.compute_capability = capability;
        CHECK_FALSE(reluk::as_compiled(device).early_launch);
        fake::state = {};
        REQUIRE(reluk::relu(out, in, 1000, device, reluk::dataflow::repeated) == cudaSuccess);
        CHECK_FALSE(fake::state.launches.back().early_launch);
    }
    device.compute_capability = 90;
    REQUIRE(reluk::relu(out, in, 1000, device, reluk::dataflow::repeated) == cudaSuccess);
    CHECK(fake::state.launches.back().early_launch);
    device.early_launch = false;
    REQUIRE(reluk::relu(out, in, 1000, device, reluk::dataflow::repeated) == cudaSuccess);
    CHECK_FALSE(fake::state.launches.back().early_launch);
    // A given configuration likewise.
    fake::state = {};
    fake::state.device = 40;
    fake::state.capability_major = 10;
    auto config = small_config();
    config.early_launch = true;
    REQUIRE(reluk::relu(out, in, 1000, config) == cudaSuccess);
    CHECK_FALSE(fake::state.launches.back().early_launch);
}

TEST_CASE("early launch: a driver that refuses it during capture is not asked for it") {
    for (int const driver : {12000, 12020, 12030, 13000}) {
        fake::state = {};
        fake::state.driver = driver;
        reluk::device_descriptor device;
        REQUIRE(reluk::query_device(0, device) == cudaSuccess);
        CHECK(device.early_launch == (driver >= 12030));
    }
    fake::state.driver_status = cudaErrorUnknown;
    reluk::device_descriptor device{1, 2, 3};
    CHECK(reluk::query_device(0, device) == cudaErrorUnknown);
    CHECK(device == reluk::device_descriptor{1, 2, 3});
}

TEST_CASE("a policy of one's own, with state, compiles and launches a kernel of its own") {
    fake::state = {};
    REQUIRE(reluk::relu<float, reluk::load::resident, reluk::store::cached>(out, in, 1000, nullptr, {0.25f}) ==
            cudaSuccess);
    REQUIRE(reluk::relu<float, reluk::load::cached, reluk::store::cached>(out, in, 1000) == cudaSuccess);
    CHECK(fake::state.launches[0].kernel != fake::state.launches[1].kernel);
    for (float const fraction : {0.0f, -1.0f, 2.0f, 0.0f / 0.0f}) { // as in a launch_config
        CHECK(reluk::relu<float, reluk::load::resident, reluk::store::cached>(out, in, 1000, nullptr, {fraction}) ==
              cudaErrorInvalidConfiguration);
        CHECK(reluk::relu<float, reluk::load::evict_first, reluk::store::cached>(out, in, 1000, nullptr, {fraction}) ==
              cudaErrorInvalidConfiguration);
    }
    CHECK(fake::state.launches.size() == 2);
}

TEST_CASE("the kernel is given the tensors, the order, the policy's state and whether to let its successor start") {
    fake::state = {};
    using task = reluk::task<reluk::op::relu<float>::bitwise>;
    void const* seen_out = nullptr;
    void const* seen_in = nullptr;
    int step = 0;
    float fraction = 0;
    bool triggers = false;
    fake::state.see_arguments = [&](void** arguments) {
        auto const& work = *static_cast<task const*>(arguments[1]);
        seen_out = work.out;
        seen_in = work.in;
        step = work.order.item_step;
        fraction = *static_cast<float const*>(arguments[2]);
        triggers = *static_cast<bool const*>(arguments[0]);
    };
    auto config = small_config();
    config.load = reluk::load_path::resident;
    config.resident_fraction = 0.25f;
    REQUIRE(reluk::relu(out, in, 1000, config) == cudaSuccess);
    CHECK(seen_out == out);
    CHECK(seen_in == in);
    CHECK(step == 128);
    CHECK(fraction == 0.25f);
    CHECK_FALSE(triggers);
    config.order = reluk::block_order::reverse;
    config.early_trigger = true;
    REQUIRE(reluk::relu(out, in, 1000, config) == cudaSuccess);
    CHECK(step == -128);
    CHECK_FALSE(triggers); // nor does it start early itself
    config.early_launch = true;
    REQUIRE(reluk::relu(out, in, 1000, config) == cudaSuccess);
    CHECK(triggers);

    config.load = reluk::load_path::evict_first;
    config.evict_first_fraction = 0.75f;
    REQUIRE(reluk::relu(out, in, 1000, config) == cudaSuccess);
    CHECK(fraction == 0.75f);
}

TEST_CASE("a grid with fewer blocks than tiles launches the kernel that walks, also for aligned tensors") {
    fake::state = {};
    auto config = small_config(); // 800 elements are 200 words, two tiles of 128 threads
    REQUIRE(reluk::relu(out, in, 800, config) == cudaSuccess);
    config.grid = 1;
    REQUIRE(reluk::relu(out, in, 800, config) == cudaSuccess);
    CHECK(fake::state.launches[0].kernel != fake::state.launches[1].kernel);
}

TEST_CASE("tensors of words alone have a kernel of their own; ends, leads and shifts take another") {
    fake::state = {};
    auto config = small_config();
    config.grid = 3; // enough for all of these
    for (auto const& [to, from, n] : {std::tuple(out, in, 800), std::tuple(in, in, 800), std::tuple(out, in, 801),
                                      std::tuple(out + 4, in, 800), std::tuple(out, in + 1, 800)}) {
        REQUIRE(reluk::relu(to, from, static_cast<std::size_t>(n), config) == cudaSuccess);
    }
    auto const& launches = fake::state.launches;
    CHECK(launches[0].kernel == launches[1].kernel);
    CHECK(launches[2].kernel != launches[0].kernel);
    CHECK(launches[3].kernel == launches[2].kernel);
    CHECK(launches[4].kernel == launches[2].kernel);
}

TEST_CASE("a device of 32-byte accesses is served in code made for older ones") {
    fake::state = {};
    reluk::device_descriptor const newest{100, 148, 126 << 20, 2147483647, 1024, 32};
    for (auto const flow : {reluk::dataflow::pipeline, reluk::dataflow::repeated, reluk::dataflow::oneshot}) {
        CHECK(reluk::relu(out, in, 1000, newest, flow) == cudaSuccess);
    }
    CHECK(reluk::as_compiled(newest).max_access_bytes == 16);
}
