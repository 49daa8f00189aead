// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Every code of the 8-bit types in every place of a word, with every tail and several offsets, in place and not. Each
// of the programs has eight_bit.cu compiled in another way, host part and device part.
#include "eight_bit.hpp"
#include "side_by_side.hpp"

#include <algorithm>
#include <cstdio>

using side_by_side::shape;

namespace {

elements::format const& format_of(eight_bit const& type) {
    return *std::find_if(std::begin(elements::formats), std::end(elements::formats),
                         [&](elements::format const& f) { return std::string(f.name) == type.name; });
}

/// Sizes to two words beyond the codes, each rotated by another amount and at other offsets.
std::vector<shape> all_shapes() {
    std::vector<shape> shapes;
    for (std::size_t rotation = 0; rotation < 256; ++rotation) {
        for (std::size_t const tail : {std::size_t{0}, rotation % 32, 31 - rotation % 32}) {
            std::size_t const in_offset = rotation % 16;
            shapes.push_back({256 + tail, in_offset, in_offset, rotation % 3 == 0});
            shapes.push_back({tail, in_offset, rotation / 16, false});
            shapes.push_back({256 + tail, in_offset, rotation / 16, false});
        }
    }
    shapes.push_back({100003, 0, 0, false}); // many blocks
    shapes.push_back({100003, 1, 2, false});
    return shapes;
}

std::uint64_t code(std::size_t s, std::size_t i) {
    return (s / 9 + i) % 256;
}

} // namespace

TEST_CASE("the 8-bit types on the host", "[host]") {
    constexpr std::size_t guard = 32;
    for (eight_bit const& type : eight_bit_types) {
        INFO(type.name);
        auto const& f = format_of(type);
        auto const shapes = all_shapes();
        std::size_t wrong = 0;
        for (std::size_t s = 0; s < shapes.size(); ++s) {
            shape const& c = shapes[s];
            std::vector<unsigned char> in(c.n + c.in_offset + guard, 0xa5), out(c.n + c.out_offset + guard, 0x5a);
            for (std::size_t i = 0; i < c.n; ++i) {
                elements::put(in.data() + c.in_offset, i, 1, code(s, i));
            }
            auto expected = c.in_place ? in : out;
            auto& target = c.in_place ? in : out;
            std::size_t const offset = c.in_place ? c.in_offset : c.out_offset;
            for (std::size_t i = 0; i < c.n; ++i) {
                elements::put(expected.data() + offset, i, 1, elements::relu(f, code(s, i)));
            }
            wrong += !type.on_host(target.data() + offset, in.data() + c.in_offset, c.n);
            wrong += target != expected;
        }
        CHECK(wrong == 0);
    }
}

TEST_CASE("the 8-bit types on the device", "[device]") {
    int devices = 0;
    if (cudaError_t const status = cudaGetDeviceCount(&devices); status != cudaSuccess || devices == 0) {
        std::printf("skipped: no CUDA device (%s)\n", cudaGetErrorString(status));
        return;
    }
    reluk::device_descriptor device;
    device::check(reluk::query_current_device(device));
    for (eight_bit const& type : eight_bit_types) {
        INFO(type.name);
        // A small L2 leads to the rows of the table for large tensors, another architecture to all of its kernels.
        for (unsigned const capability : {89u, 90u}) {
            for (std::size_t const l2_bytes :
                 {device.l2_bytes, std::size_t{300000}, std::size_t{200000}, std::size_t{1000}}) {
                for (auto const flow :
                     {reluk::dataflow::pipeline, reluk::dataflow::repeated, reluk::dataflow::oneshot}) {
                    CAPTURE(capability, l2_bytes, static_cast<int>(flow));
                    auto described = device;
                    described.compute_capability = capability;
                    described.l2_bytes = l2_bytes;
                    auto const launch = [&](void* to, void const* from, std::size_t n, std::size_t) {
                        return type.on_device(to, from, n, described, flow);
                    };
                    CHECK(side_by_side::count_wrong(format_of(type), all_shapes(), code, launch) == 0);
                }
            }
        }
    }
}
