// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Tensors that fill their allocations exactly, so that compute-sanitizer sees any access outside of them; and few
// enough launches for it:
//     compute-sanitizer --tool memcheck --error-exitcode 1 test_gpu_exact
#include "device.hpp"
#include "runner.hpp"

namespace {

/// One call on tensors at the ends of allocations of their own; the number of wrong elements.
template <class Launch>
std::size_t count_wrong(elements::format const& f, std::size_t n, std::size_t in_offset, std::size_t out_offset,
                        bool in_place, Launch launch) {
    device::memory const in((in_offset + n) * f.bytes), out((out_offset + n) * f.bytes);
    std::vector<unsigned char> input(in.size());
    std::mt19937_64 random(n);
    for (unsigned char& byte : input) {
        byte = static_cast<unsigned char>(random());
    }
    in.write(input);
    out.fill(0x5a);
    unsigned char* const source = in.get() + in_offset * f.bytes;
    unsigned char* const target = in_place ? source : out.get() + out_offset * f.bytes;
    device::check(launch(target, source, n));
    auto const got = (in_place ? in : out).read();
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < n; ++i) {
        wrong += elements::get(got.data() + (target - (in_place ? in : out).get()), i, f.bytes) !=
                 elements::relu(f, elements::get(input.data() + in_offset * f.bytes, i, f.bytes));
    }
    return wrong;
}

} // namespace

TEST_CASE("tensors that fill their allocations, for every type, with and without offsets") {
    for (runner const* const run : runners) {
        INFO(run->format->name);
        for (std::size_t const n : {1, 16, 77, 1000, 9001}) {
            struct {
                std::size_t in, out;
                bool in_place;
            } const cases[] = {{0, 0, false}, {0, 0, true}, {1, 1, false}, {1, 0, false}, {0, 3, false}, {5, 5, true}};
            for (auto const& c : cases) {
                CAPTURE(n, c.in, c.out, c.in_place);
                CHECK(count_wrong(
                          *run->format, n, c.in, c.out, c.in_place, [&](void* out, void const* in, std::size_t count) {
                              return run->with_flow(out, in, count, static_cast<reluk::dataflow>(n % 3), nullptr);
                          }) == 0);
            }
        }
    }
}

TEST_CASE("tensors that fill their allocations, in every launch shape") {
    runner const& int8 = *runners[6];
    constexpr unsigned shapes[][2] = {{8, 1}, {8, 2}, {8, 4}, {16, 1}, {16, 2}, {16, 4}, {32, 1}, {32, 2}};
    for (auto const& shape : shapes) {
        for (unsigned const offset : {0u, 1u, 7u}) {
            for (unsigned const grid : {2u, 1000u}) {
                reluk::launch_config config;
                config.access_bytes = shape[0];
                config.accesses_per_thread = shape[1];
                config.block = 64;
                config.grid = grid;
                config.order = offset == 1 ? reluk::block_order::reverse : reluk::block_order::forward;
                config.early_launch = offset == 7;
                config.early_trigger = offset == 7;
                CAPTURE(shape[0], shape[1], offset, grid);
                CHECK(count_wrong(*int8.format, 20011, offset, 0, false, [&](void* out, void const* in, std::size_t n) {
                          return int8.with_config(out, in, n, config, nullptr);
                      }) == 0);
            }
        }
    }
}
