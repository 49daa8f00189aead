// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Calls while something else is broken: no memory left, a capture that was invalidated, a device that was reset, a
// context that a kernel has corrupted, a kernel that was compiled for another device. A call then returns an error code
// or does its work, and writes nothing on an error.
//
// Not tested, since CUDA defines no outcome: a stream that was destroyed, or that never was one. A stream of another
// device is tested by gpu_two_devices.
#include "faults_image.hpp"
#include "kernels.hpp"
#include "runner.hpp"
#include "scene.hpp"

#include <cstdlib>
#include <filesystem>
#include <sys/wait.h>

namespace {

runner const& fp32 = *runners[1];

// Cases that need a process of their own; hidden, so that only in_a_process() runs them.
constexpr char const* without_memory = "first calls of a process without memory";
constexpr char const* reset = "a device that is reset";
constexpr char const* corrupted = "a context that a kernel has corrupted";
constexpr char const* being_corrupted = "a kernel that corrupts the context while calls follow";

/// All device memory that can be had, in pieces down to 64 KiB.
class all_memory {
public:
    all_memory() {
        for (std::size_t bytes = std::size_t{1} << 36; bytes >= std::size_t{1} << 16;) {
            void* piece = nullptr;
            if (cudaMalloc(&piece, bytes) == cudaSuccess) {
                pieces_.push_back(piece);
            } else {
                static_cast<void>(cudaGetLastError());
                bytes /= 2;
            }
        }
    }
    ~all_memory() {
        for (void* const piece : pieces_) {
            static_cast<void>(cudaFree(piece));
        }
    }
    all_memory(all_memory const&) = delete;
    all_memory& operator=(all_memory const&) = delete;

private:
    std::vector<void*> pieces_;
};

/// A few calls of everything, side by side.
void fill(scene& on) {
    for (auto const* const functions : {&calls::plain_relu(), &calls::as_published()}) {
        for (auto const& f : *functions) {
            on.add(f, place(on, f, {3001, 0, 1, 0, 0}, numbers_for(f).back()));
        }
    }
}

/// Runs a hidden case of this program in a process of its own, for at most two minutes; its exit status, or -1.
int in_a_process(char const* test_case) {
    auto const program = std::filesystem::read_symlink("/proc/self/exe").string();
    std::string const command = std::string("timeout 120 '") + program + "' '" + test_case + "'";
    int const status = std::system(command.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

} // namespace

TEST_CASE("with no memory left on the device, calls whose kernels are loaded work") {
    scene on(std::size_t{2} << 20);
    fill(on);
    CHECK(on.play() == 0); // kernels are loaded at their first launch
    on.shuffle();
    auto const expected = on.by_definition();
    all_memory const taken;
    void* more = nullptr;
    REQUIRE(cudaMalloc(&more, std::size_t{4} << 20) == cudaErrorMemoryAllocation);
    static_cast<void>(cudaGetLastError());
    on.upload();
    on.launch();
    CHECK(on.count_wrong(expected) == 0);
}

TEST_CASE("first calls with no memory left: right, or an error code and nothing written, and later calls work") {
    CHECK(in_a_process(without_memory) == 0);
}

TEST_CASE(without_memory, "[.]") {
    scene on(std::size_t{2} << 20);
    fill(on);
    auto const before = on.before();
    on.upload();
    {
        all_memory const taken;
        for (auto const& f : calls::as_published()) {
            INFO(f.title());
            cudaError_t const status = f.on_device(on.on_device(on.first_of(f)), {});
            INFO(cudaGetErrorString(status));
            CHECK(cudaDeviceSynchronize() == cudaSuccess);
            if (status != cudaSuccess) {
                static_cast<void>(cudaGetLastError());
                CHECK(on.count_wrong(before) == 0);
            }
            on.upload();
        }
    }
    CHECK(on.play() == 0);
}

TEST_CASE("an invalidated capture: its code is returned, nothing is written, and the stream works again") {
    scene on(std::size_t{2} << 20);
    fill(on);
    device::stream const stream;
    on.upload();
    device::check(cudaDeviceSynchronize());
    cudaGraph_t graph = nullptr;
    device::check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    REQUIRE(cudaStreamSynchronize(stream) == cudaErrorStreamCaptureUnsupported); // not allowed, and ends the capture
    static_cast<void>(cudaGetLastError());
    for (auto const& f : calls::as_published()) {
        INFO(f.title());
        calls::launch how;
        how.stream = stream;
        CHECK(f.on_device(on.on_device(on.first_of(f)), how) == cudaErrorStreamCaptureInvalidated);
    }
    CHECK(cudaStreamEndCapture(stream, &graph) == cudaErrorStreamCaptureInvalidated);
    static_cast<void>(cudaGetLastError());
    CHECK(on.count_wrong(on.before(), stream) == 0);
    on.upload(stream);
    on.launch(stream);
    CHECK(on.count_wrong(on.by_definition(), stream) == 0);
}

TEST_CASE("a call on the legacy default stream during a capture of a blocking stream: its code is returned") {
    scene on(std::size_t{2} << 20);
    fill(on);
    device::stream const stream(cudaStreamDefault);
    on.upload();
    device::check(cudaDeviceSynchronize());
    auto const& f = calls::as_published().front();
    cudaGraph_t graph = nullptr;
    device::check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    CHECK(f.on_device(on.on_device(on.first_of(f)), {}) == cudaErrorStreamCaptureImplicit);
    static_cast<void>(cudaStreamEndCapture(stream, &graph));
    static_cast<void>(cudaGetLastError());
    CHECK(on.count_wrong(on.before()) == 0);
    CHECK(on.play() == 0);
}

TEST_CASE("after cudaDeviceReset the next call works") {
    CHECK(in_a_process(reset) == 0);
}

TEST_CASE(reset, "[.]") {
    for (int round = 0; round < 3; ++round) {
        {
            scene on(std::size_t{2} << 20);
            fill(on);
            CHECK(on.play() == 0);
        }
        REQUIRE(cudaDeviceReset() == cudaSuccess);
    }
}

TEST_CASE("a sticky error: calls return it at once, whether the faulty kernel came before or is still running") {
    CHECK(in_a_process(corrupted) == 0);
    CHECK(in_a_process(being_corrupted) == 0);
}

TEST_CASE(corrupted, "[.]") {
    scene on(std::size_t{2} << 20);
    fill(on);
    CHECK(on.play() == 0);
    device::check(kernels::write_to_nowhere(nullptr));
    cudaError_t const fault = cudaDeviceSynchronize();
    REQUIRE(fault != cudaSuccess);
    for (auto const* const functions : {&calls::plain_relu(), &calls::as_published()}) {
        for (auto const& f : *functions) {
            INFO(f.title());
            CHECK(f.on_device(on.on_device(on.first_of(f)), {}) == fault);
        }
    }
    // Arguments are checked first, and with no elements there is nothing to fail.
    CHECK(fp32.automatic(nullptr, nullptr, 1, nullptr) == cudaErrorInvalidValue);
    CHECK(fp32.automatic(nullptr, nullptr, 0, nullptr) == cudaSuccess);
}

TEST_CASE(being_corrupted, "[.]") {
    scene on(std::size_t{2} << 20);
    fill(on);
    on.upload();
    device::check(cudaDeviceSynchronize());
    auto const& f = calls::as_published().front();
    device::check(kernels::write_to_nowhere(nullptr));
    // Whether the fault is known already is a matter of time.
    cudaError_t const status = f.on_device(on.on_device(on.first_of(f)), {});
    cudaError_t const fault = cudaDeviceSynchronize();
    CHECK(fault == cudaErrorIllegalAddress);
    CHECK((status == cudaSuccess || status == fault));
    CHECK(f.on_device(on.on_device(on.first_of(f)), {}) == fault);
}

TEST_CASE("a descriptor of less than the table's configurations want, or of nothing at all, gives right launches") {
    std::size_t const n = 100003;
    for (std::size_t const type : {1, 2, 4}) {
        runner const& run = *runners[type];
        INFO(run.format->name);
        scene on(std::size_t{4} << 20);
        calls::function const& f = calls::plain_relu()[type];
        auto const a = place(on, f, {n, 0, 1, 0, 0}, {});
        on.add(f, a);
        auto const expected = on.by_definition();
        auto const there = on.on_device(a);
        reluk::device_descriptor nothing;
        reluk::device_descriptor small;
        small.compute_capability = 90;
        small.l2_bytes = std::size_t{1} << 20; // rows whose choice has no kernel that walks, with several accesses too
        small.max_grid = 5;
        small.max_block = 33;
        reluk::device_descriptor more; // than any device has
        more.compute_capability = 90;
        more.l2_bytes = ~std::size_t{0};
        more.max_grid = ~0u;
        more.max_block = ~0u;
        more.max_access_bytes = 1024;
        for (auto const& descriptor : {nothing, small, more}) {
            for (auto const flow : {reluk::dataflow::pipeline, reluk::dataflow::repeated, reluk::dataflow::oneshot}) {
                on.upload();
                CHECK(run.with_device(there.out, there.in, n, descriptor, flow, nullptr) == cudaSuccess);
                CHECK(on.count_wrong(expected) == 0);
            }
        }
    }
}

TEST_CASE("a kernel for another device: its code is returned, nothing is written, and the next call works") {
    int major = 0;
    device::check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0));
    if (major == faults::image_major) {
        WARN("this device runs what was compiled for another one: not tested");
        return;
    }
    constexpr std::size_t n = 100000;
    device::memory const in(n * sizeof(float)), out(n * sizeof(float));
    in.fill(0xbf); // negative
    out.fill(0x5a);
    auto* const to = reinterpret_cast<float*>(out.get());
    auto const* const from = reinterpret_cast<float const*>(in.get());
    CHECK(faults::relu_for_another_device(to, from, n, nullptr) == cudaErrorNoKernelImageForDevice);
    CHECK(faults::add_relu_for_another_device(to, from, from, n, nullptr) == cudaErrorNoKernelImageForDevice);
    static_cast<void>(cudaGetLastError());
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
    CHECK(out.read() == std::vector<unsigned char>(n * sizeof(float), 0x5a));
    CHECK(fp32.automatic(to, from, n, nullptr) == cudaSuccess);
    CHECK(out.read() == std::vector<unsigned char>(n * sizeof(float), 0));
}

TEST_CASE("the same bits in all 160 configurations of relu, each twice") {
    std::size_t const n = 20011;
    runner const& bf16 = *runners[3];
    scene on(std::size_t{1} << 20);
    calls::function const& f = calls::plain_relu()[3];
    auto const a = place(on, f, {n, 0, 1, 0, 0}, {});
    on.add(f, a);
    auto const expected = on.by_definition();
    auto const there = on.on_device(a);
    constexpr unsigned shapes[][2] = {{8, 1}, {8, 2}, {8, 4}, {16, 1}, {16, 2}, {16, 4}, {32, 1}, {32, 2}};
    std::size_t wrong = 0;
    for (auto const& shape : shapes) {
        for (unsigned paths = 0; paths < 20; ++paths) {
            for (unsigned const grid : {3u, 400u}) {
                reluk::launch_config config;
                config.block = 64;
                config.grid = grid;
                config.access_bytes = shape[0];
                config.accesses_per_thread = shape[1];
                config.load = static_cast<reluk::load_path>(paths % 5);
                config.store = static_cast<reluk::store_path>(paths / 5);
                on.upload();
                device::check(bf16.with_config(there.out, there.in, n, config, nullptr));
                wrong += on.count_wrong(expected);
            }
        }
    }
    CHECK(wrong == 0);
}
