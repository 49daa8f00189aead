// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Faults that other projects' users reported, on reluk; tests/README.md says which fault each case's number stands for,
// and which tests elsewhere cover the others.
#include "kernels.hpp"
#include "runner.hpp"
#include "side_by_side.hpp"

#include <algorithm>

namespace {

using side_by_side::count_wrong;
using side_by_side::shape;

constexpr unsigned access_shapes[][2] = {{8, 1}, {8, 2}, {8, 4}, {16, 1}, {16, 2}, {16, 4}, {32, 1}, {32, 2}};

/// The configuration number i of 160: every load path, store path and access shape.
reluk::launch_config make_config(std::size_t i) {
    reluk::launch_config config;
    config.block = 32;
    config.load = static_cast<reluk::load_path>(i % 5);
    config.store = static_cast<reluk::store_path>(i / 5 % 4);
    config.access_bytes = access_shapes[i / 20 % 8][0];
    config.accesses_per_thread = access_shapes[i / 20 % 8][1];
    config.resident_fraction = 0.5f;
    return config;
}

/// NaN with every payload where they can be listed, zeroes, infinities and the numbers next to them, of both signs.
std::vector<std::uint64_t> special_codes(elements::format const& f) {
    auto codes = elements::codes(f, 0);
    std::uint64_t const sign = std::uint64_t{1} << (8 * f.bytes - 1);
    std::uint64_t const infinity = sign - (std::uint64_t{1} << f.fraction_bits);
    auto const is_common = [&](std::uint64_t code) {
        std::uint64_t const magnitude = code & (sign - 1);
        return f.bytes <= 2 && !elements::is_nan(f, code) && magnitude > 2 && magnitude < infinity - 2;
    };
    codes.erase(std::remove_if(codes.begin(), codes.end(), is_common), codes.end());
    return codes;
}

} // namespace

TEST_CASE("case_01: a tensor of one element, for every code: NaN, its payload, -0, subnormals") {
    for (runner const* const run : runners) {
        auto const& f = *run->format;
        INFO(f.name);
        auto const codes = elements::codes(f, 1000);
        for (bool const in_place : {false, true}) {
            std::vector<shape> const shapes(codes.size(), shape{1, 0, 0, in_place});
            auto const code = [&](std::size_t s, std::size_t) { return codes[s]; };
            auto const launch = [&](void* to, void const* from, std::size_t n, std::size_t) {
                return run->automatic(to, from, n, nullptr);
            };
            CHECK(count_wrong(f, shapes, code, launch) == 0);
        }
    }
}

TEST_CASE("case_02: NaN, -0, subnormals and infinities are treated alike in body, head and tail, on every path") {
    constexpr shape alignments[] = {
        {100, 0, 0, false}, {103, 1, 1, false}, {101, 1, 0, false}, {102, 0, 3, false}, {100, 3, 3, true}};
    constexpr std::size_t configs = 160, policies = 20, ways = configs + policies + 1;
    for (runner const* const run : runners) {
        auto const& f = *run->format;
        INFO(f.name);
        auto const codes = special_codes(f);
        std::vector<shape> shapes;
        for (shape const& alignment : alignments) {
            shapes.insert(shapes.end(), 2 * ways, alignment);
        }
        auto const code = [&](std::size_t s, std::size_t i) { return codes[(31 * s + i) % codes.size()]; };
        auto const launch = [&](void* to, void const* from, std::size_t n, std::size_t s) {
            std::size_t const way = s / 2 % ways;
            if (way < configs) {
                auto config = make_config(way);
                config.grid = s % 2 == 0 ? 2 : 100; // several tiles for a block, or one
                return run->with_config(to, from, n, config, nullptr);
            }
            if (way < configs + policies) {
                auto const config = make_config(way - configs);
                return run->with_policies(to, from, n, config.load, config.store, nullptr);
            }
            return run->automatic(to, from, n, nullptr);
        };
        CHECK(count_wrong(f, shapes, code, launch) == 0);
    }
}

TEST_CASE("case_12: every code of the 8-bit types, in every width, with every tail from 0 to 31") {
    for (runner const* const run : runners) {
        auto const& f = *run->format;
        if (f.bytes != 1) {
            continue;
        }
        INFO(f.name);
        for (auto const& access : access_shapes) {
            CAPTURE(access[0], access[1]);
            // Rotated by each amount, so that each code is once in each place of the tail, and in each lane.
            std::vector<shape> shapes;
            for (std::size_t rotation = 0; rotation < 256; ++rotation) {
                for (std::size_t tail = 0; tail < 32; ++tail) {
                    shapes.push_back({256 + tail, 0, 0, false});
                }
            }
            auto const code = [](std::size_t s, std::size_t i) { return (s / 32 + i) % 256; };
            reluk::launch_config config;
            config.grid = 1;
            config.block = 64;
            config.access_bytes = access[0];
            config.accesses_per_thread = access[1];
            auto const launch = [&](void* to, void const* from, std::size_t n, std::size_t) {
                return run->with_config(to, from, n, config, nullptr);
            };
            CHECK(count_wrong(f, shapes, code, launch) == 0);
        }
    }
}

TEST_CASE("case_21: the last elements of 2^31 + 1 and of 2^32 + 1 negative int8") {
    runner const& int8 = *runners[6];
    constexpr std::size_t behind = 64;
    for (std::size_t const n : {(std::size_t{1} << 31) + 1, (std::size_t{1} << 32) + 1}) {
        device::memory const data(n + behind);
        data.fill(0xff);
        device::check(int8.automatic(data.get(), data.get(), n, nullptr));
        std::vector<unsigned char> last(4096 + behind), expected(4096, 0);
        expected.resize(last.size(), 0xff);
        device::check(cudaMemcpy(last.data(), data.get() + n - 4096, last.size(), cudaMemcpyDeviceToHost));
        CAPTURE(n);
        CHECK(last == expected);
    }
}

TEST_CASE("case_23: descriptors of small devices give launches that cover the tensor") {
    reluk::device_descriptor limited;
    limited.compute_capability = 75;
    limited.l2_bytes = std::size_t{4} << 20;
    constexpr unsigned limits[][2] = {{65535, 512}, {65535, 64}, {3, 512}, {3, 37}, {1, 1}};
    for (runner const* const run : runners) {
        INFO(run->format->name);
        std::vector<shape> shapes;
        for (std::size_t i = 0; i < 3 * std::size(limits); ++i) {
            shapes.push_back({20001, 0, 0, false});
            shapes.push_back({20001, 1, 0, false});
            shapes.push_back({20001, 1, 0, true});
        }
        auto const launch = [&](void* to, void const* from, std::size_t n, std::size_t s) {
            auto device = limited;
            device.max_grid = limits[s / 9][0];
            device.max_block = limits[s / 9][1];
            return run->with_device(to, from, n, device, static_cast<reluk::dataflow>(s / 3 % 3), nullptr);
        };
        CHECK(count_wrong(*run->format, shapes, launch) == 0);
    }
}

TEST_CASE("case_28: 1024 elements that begin 0 to 127 elements into an allocation") {
    for (runner const* const run : runners) {
        INFO(run->format->name);
        std::vector<shape> shapes;
        for (std::size_t offset = 0; offset < 128; ++offset) {
            shapes.push_back({1024, offset, 0, false});
            shapes.push_back({1024, 0, offset, false});
            shapes.push_back({1024, offset, offset, false});
            shapes.push_back({1024, offset, offset, true});
        }
        auto const launch = [&](void* to, void const* from, std::size_t n, std::size_t) {
            return run->automatic(to, from, n, nullptr);
        };
        CHECK(count_wrong(*run->format, shapes, launch) == 0);
    }
}

TEST_CASE("case_30, case_31: a few elements, each tensor at any element of an allocation") {
    for (runner const* const run : runners) {
        INFO(run->format->name);
        std::vector<shape> shapes;
        for (std::size_t n = 1; n < 9; ++n) {
            for (std::size_t in_offset = 0; in_offset < 4; ++in_offset) {
                for (std::size_t out_offset = 0; out_offset < 4; ++out_offset) {
                    shapes.push_back({n, in_offset, out_offset, false});
                }
                shapes.push_back({n, in_offset, in_offset, true});
            }
        }
        auto const launch = [&](void* to, void const* from, std::size_t n, std::size_t) {
            return run->automatic(to, from, n, nullptr);
        };
        CHECK(count_wrong(*run->format, shapes, launch) == 0);
    }
}

TEST_CASE("case_29, case_32: every pair of offsets to 31 elements and every size to 70, guards untouched") {
    for (std::size_t const type : {6, 2, 1, 0}) { // one type of each width
        runner const& run = *runners[type];
        INFO(run.format->name);
        std::vector<shape> shapes;
        for (std::size_t in_offset = 0; in_offset < 32; ++in_offset) {
            for (std::size_t out_offset = 0; out_offset < 32; ++out_offset) {
                for (std::size_t n = 0; n <= 70; ++n) {
                    shapes.push_back({n, in_offset, out_offset, false});
                }
            }
            for (std::size_t n = 0; n <= 70; ++n) {
                shapes.push_back({n, in_offset, in_offset, true});
            }
        }
        auto const launch = [&](void* to, void const* from, std::size_t n, std::size_t) {
            return run.automatic(to, from, n, nullptr);
        };
        CHECK(count_wrong(*run.format, shapes, launch) == 0);
    }
}

TEST_CASE("case_33: a million elements in place give what they give out of place, for every path") {
    constexpr std::size_t n = 1000000;
    for (std::size_t const type : {6, 1}) { // what kernels::fill() and count_wrong() know: int8 and fp32
        runner const& run = *runners[type];
        unsigned const bytes = run.format->bytes;
        INFO(run.format->name);
        device::memory const data((n + 1) * bytes), apart((n + 1) * bytes), wrong(sizeof(unsigned long long));
        auto* const count = reinterpret_cast<unsigned long long*>(wrong.get());
        for (std::size_t i = 0; i < 160; ++i) {
            auto config = make_config(i);
            config.block = 256;
            config.grid = i % 2 == 0 ? 100 : 5000;
            config.order = i % 3 == 0 ? reluk::block_order::reverse : reluk::block_order::forward;
            unsigned char* const tensor = data.get() + i % 4 / 2 * bytes;
            wrong.fill(0);
            apart.fill(0x5a);
            device::check(kernels::fill(tensor, n, bytes, nullptr));
            device::check(run.with_config(apart.get(), tensor, n, config, nullptr));
            device::check(run.with_config(tensor, tensor, n, config, nullptr));
            device::check(kernels::count_wrong(apart.get(), n, bytes, count, nullptr));
            device::check(kernels::count_wrong(tensor, n, bytes, count, nullptr));
            unsigned long long result = 1;
            device::check(cudaMemcpy(&result, count, sizeof result, cudaMemcpyDeviceToHost));
            CAPTURE(i);
            CHECK(result == 0);
        }
    }
}

TEST_CASE("case_37: every entry point runs after a slow producer on a non-blocking stream") {
    constexpr std::size_t n = 1 << 16;
    runner const& fp32 = *runners[1];
    device::memory const in(n * 4), out(n * 4);
    auto* const produced = reinterpret_cast<float*>(in.get());
    device::stream const stream;
    reluk::device_descriptor device;
    device::check(reluk::query_device(0, device));
    for (int entry = 0; entry < 5; ++entry) {
        CAPTURE(entry);
        in.fill(0);
        out.fill(0x5a);
        device::check(cudaDeviceSynchronize());
        device::check(kernels::write_late(produced, n, 7.0f, 10000, stream));
        switch (entry) {
        case 0: device::check(fp32.automatic(out.get(), produced, n, stream)); break;
        case 1: device::check(fp32.with_flow(out.get(), produced, n, reluk::dataflow::oneshot, stream)); break;
        case 2:
            device::check(fp32.with_device(out.get(), produced, n, device, reluk::dataflow::repeated, stream));
            break;
        case 3: {
            auto config = make_config(0);
            config.grid = 64;
            device::check(fp32.with_config(out.get(), produced, n, config, stream));
            break;
        }
        default:
            device::check(fp32.with_policies(out.get(), produced, n, reluk::load_path::streaming,
                                             reluk::store_path::streaming, stream));
        }
        device::check(cudaStreamSynchronize(stream));
        std::vector<float> got(n);
        device::check(cudaMemcpy(got.data(), out.get(), n * 4, cudaMemcpyDeviceToHost));
        CHECK(std::count(got.begin(), got.end(), 7.0f) == static_cast<std::ptrdiff_t>(n));
    }
}

TEST_CASE("case_41: a launch that the runtime refuses is an error of the call, and the next call works") {
    runner const& fp32 = *runners[1];
    device::memory const in(4096), out(4096);
    in.fill(0);
    out.fill(0x5a);
    device::check(cudaDeviceSynchronize());
    device::stream const stream;
    cudaGraph_t graph = nullptr;
    device::check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    // Asking a stream for its status is forbidden during capture, and ends it.
    REQUIRE(cudaStreamQuery(stream) != cudaSuccess);
    CHECK(fp32.automatic(out.get(), in.get(), 1024, stream) == cudaErrorStreamCaptureInvalidated);
    CHECK(cudaStreamEndCapture(stream, &graph) != cudaSuccess);
    static_cast<void>(cudaGetLastError());
    CHECK(out.read() == std::vector<unsigned char>(4096, 0x5a));
    CHECK(fp32.automatic(out.get(), in.get(), 1024, stream) == cudaSuccess);
    device::check(cudaStreamSynchronize(stream));
    CHECK(out.read() == std::vector<unsigned char>(4096, 0));
}
