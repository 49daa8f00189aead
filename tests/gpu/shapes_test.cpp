// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Sizes, offsets and aliasing on the device, with guard bytes around both tensors. Cases are laid out side by side in
// one buffer, launched together and compared at once.
#include "device.hpp"
#include "runner.hpp"

#include <algorithm>

namespace {

constexpr std::size_t slot_bytes = 4096;
constexpr std::size_t guard = 128;

struct shape {
    std::size_t n, in_offset, out_offset;
    bool in_place;
};

std::size_t count_wrong(runner const& run, std::vector<shape> const& shapes) {
    auto const& f = *run.format;
    std::size_t const bytes = shapes.size() * slot_bytes;
    std::vector<unsigned char> input(bytes), expected(bytes, 0x5a);
    std::mt19937_64 random(f.bytes);
    for (std::size_t i = 0; i < bytes; i += 8) {
        elements::put(input.data(), i / 8, 8, random());
    }
    device::memory const in(bytes), out(bytes);
    in.write(input);
    out.fill(0x5a);
    auto expected_in = input;
    for (std::size_t s = 0; s < shapes.size(); ++s) {
        shape const& c = shapes[s];
        std::size_t const in_at = s * slot_bytes + guard + c.in_offset * f.bytes;
        std::size_t const out_at = s * slot_bytes + guard + c.out_offset * f.bytes;
        REQUIRE(std::max(in_at, out_at) + c.n * f.bytes + guard <= (s + 1) * slot_bytes);
        auto& target = c.in_place ? expected_in : expected;
        for (std::size_t i = 0; i < c.n; ++i) {
            elements::put(target.data() + (c.in_place ? in_at : out_at), i, f.bytes,
                          elements::relu(f, elements::get(input.data() + in_at, i, f.bytes)));
        }
        auto const flow = static_cast<reluk::dataflow>(s % 3);
        device::check(
            run.with_flow(c.in_place ? in.get() + in_at : out.get() + out_at, in.get() + in_at, c.n, flow, nullptr));
    }
    device::check(cudaDeviceSynchronize());
    auto const got_out = out.read(), got_in = in.read();
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < bytes; ++i) {
        wrong += got_out[i] != expected[i];
        wrong += got_in[i] != expected_in[i];
    }
    return wrong;
}

} // namespace

TEST_CASE("every size to 257, and all pairs of offsets from 0 to 15 elements, with untouched guards") {
    for (runner const* const run : runners) {
        INFO(run->format->name);
        std::vector<shape> shapes;
        for (std::size_t n = 0; n <= 257; ++n) {
            shapes.push_back({n, n % 16, n / 16 % 16, false});
            shapes.push_back({n, n * 7 % 16, n * 7 % 16, false});
            shapes.push_back({n, n % 16, 0, true});
        }
        for (std::size_t in_offset = 0; in_offset < 16; ++in_offset) {
            for (std::size_t out_offset = 0; out_offset < 16; ++out_offset) {
                for (std::size_t const n : {31, 77, 129}) {
                    shapes.push_back({n, in_offset, out_offset, false});
                }
            }
        }
        CHECK(count_wrong(*run, shapes) == 0);
    }
}

TEST_CASE("sizes around tile edges") {
    for (runner const* const run : runners) {
        auto const& f = *run->format;
        INFO(f.name);
        device::memory const in(2 << 20), out(2 << 20);
        std::vector<unsigned char> input(in.size());
        std::mt19937_64 random(1);
        for (std::size_t i = 0; i < input.size() / 8; ++i) {
            elements::put(input.data(), i, 8, random());
        }
        in.write(input);
        std::size_t wrong = 0;
        for (std::size_t const tile : {128 * 16, 256 * 16, 512 * 16, 256 * 64}) {
            for (std::size_t const tiles : {1, 2, 5, 37}) {
                for (int delta = -17; delta <= 17; delta += delta == -1 || delta == 0 ? 1 : 8) {
                    std::size_t const n = tile * tiles / f.bytes + static_cast<std::size_t>(delta);
                    std::size_t const in_at = guard + (tiles % 3) * f.bytes, out_at = guard + (tiles % 2) * f.bytes;
                    out.fill(0x5a);
                    device::check(run->automatic(out.get() + out_at, in.get() + in_at, n, nullptr));
                    auto const got = out.read();
                    for (std::size_t i = 0; i < n; ++i) {
                        wrong += elements::get(got.data() + out_at, i, f.bytes) !=
                                 elements::relu(f, elements::get(input.data() + in_at, i, f.bytes));
                    }
                    for (std::size_t i = 0; i < guard; ++i) {
                        wrong += got[out_at - 1 - i] != 0x5a;
                        wrong += got[out_at + n * f.bytes + i] != 0x5a;
                    }
                }
            }
        }
        CHECK(wrong == 0);
    }
}
