// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Sizes, offsets and aliasing on the device, with guard bytes around both tensors.
#include "runner.hpp"
#include "side_by_side.hpp"

namespace {

constexpr std::size_t guard = side_by_side::guard;

} // namespace

TEST_CASE("every size to 257, and all pairs of offsets from 0 to 15 elements, with untouched guards") {
    for (runner const* const run : runners) {
        INFO(run->format->name);
        std::vector<side_by_side::shape> shapes;
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
        auto const launch = [&](void* to, void const* from, std::size_t n, std::size_t s) {
            return run->with_flow(to, from, n, static_cast<reluk::dataflow>(s % 3), nullptr);
        };
        CHECK(side_by_side::count_wrong(*run->format, shapes, launch) == 0);
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
