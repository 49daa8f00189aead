// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// The contract's values on the device: every code of the narrow types, special and random ones of the wide, through
// every entry point, policy and launch shape, in body, head and tail, in and out of place.
#include "device.hpp"
#include "runner.hpp"

namespace {

/// The codes of a type, once in order and once rotated by seven, so that each meets other neighbours and lanes.
std::vector<unsigned char> make_input(elements::format const& f, std::size_t random) {
    auto const codes = elements::codes(f, random);
    std::vector<unsigned char> in(2 * codes.size() * f.bytes);
    for (std::size_t i = 0; i < codes.size(); ++i) {
        elements::put(in.data(), i, f.bytes, codes[i]);
        elements::put(in.data(), codes.size() + i, f.bytes, codes[(i + 7) % codes.size()]);
    }
    return in;
}

/// A call of one entry point on device memory.
template <class Launch>
std::size_t count_wrong(elements::format const& f, std::vector<unsigned char> const& in, std::size_t in_offset,
                        std::size_t out_offset, bool in_place, Launch launch) {
    std::size_t const n = in.size() / f.bytes;
    static device::memory const from(64 << 20), to(64 << 20);
    unsigned char* const source = from.get() + in_offset * f.bytes;
    unsigned char* const target = in_place ? source : to.get() + out_offset * f.bytes;
    device::check(cudaMemcpy(source, in.data(), in.size(), cudaMemcpyHostToDevice));
    if (!in_place) {
        device::check(cudaMemset(target, 0x5a, in.size()));
    }
    device::check(launch(target, source, n));
    std::vector<unsigned char> out(in.size());
    device::check(cudaMemcpy(out.data(), target, out.size(), cudaMemcpyDeviceToHost));
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < n; ++i) {
        wrong += elements::get(out.data(), i, f.bytes) != elements::relu(f, elements::get(in.data(), i, f.bytes));
    }
    return wrong;
}

} // namespace

TEST_CASE("every entry point, dataflow and policy pair gives the contract's values") {
    for (runner const* const run : runners) {
        auto const& f = *run->format;
        auto const in = make_input(f, 1 << 17);
        INFO(f.name);
        struct alignment {
            std::size_t in, out;
            bool in_place;
        };
        for (alignment const a : {alignment{0, 0, false}, alignment{0, 0, true}, alignment{1, 1, false},
                                  alignment{3, 3, true}, alignment{1, 0, false}, alignment{0, 3, false}}) {
            CAPTURE(a.in, a.out, a.in_place);
            std::size_t wrong = 0;
            wrong += count_wrong(f, in, a.in, a.out, a.in_place, [&](void* to, void const* from, std::size_t n) {
                return run->automatic(to, from, n, nullptr);
            });
            for (auto const flow : {reluk::dataflow::pipeline, reluk::dataflow::repeated, reluk::dataflow::oneshot}) {
                wrong += count_wrong(f, in, a.in, a.out, a.in_place, [&](void* to, void const* from, std::size_t n) {
                    return run->with_flow(to, from, n, flow, nullptr);
                });
            }
            for (unsigned load = 0; load < 5; ++load) {
                for (unsigned store = 0; store < 4; ++store) {
                    wrong +=
                        count_wrong(f, in, a.in, a.out, a.in_place, [&](void* to, void const* from, std::size_t n) {
                            return run->with_policies(to, from, n, static_cast<reluk::load_path>(load),
                                                      static_cast<reluk::store_path>(store), nullptr);
                        });
                }
            }
            CHECK(wrong == 0);
        }
    }
}

TEST_CASE("every launch_config gives the contract's values: paths, shapes, order, early launch, any grid and block") {
    constexpr unsigned shapes[][2] = {{8, 1}, {8, 2}, {8, 4}, {16, 1}, {16, 2}, {16, 4}, {32, 1}, {32, 2}};
    for (runner const* const run : runners) {
        auto const& f = *run->format;
        auto const in = make_input(f, 1 << 12);
        INFO(f.name);
        unsigned variant = 0;
        for (auto const& shape : shapes) {
            for (unsigned load = 0; load < 5; ++load) {
                for (unsigned store = 0; store < 4; ++store) {
                    reluk::launch_config config;
                    constexpr unsigned blocks[] = {256, 128, 1, 1024, 96, 37};
                    config.block = blocks[variant % 6];
                    config.grid = variant % 5 == 0 ? 3 : 1 + variant * 37 % 1000;
                    config.access_bytes = shape[0];
                    config.accesses_per_thread = shape[1];
                    config.load = static_cast<reluk::load_path>(load);
                    config.store = static_cast<reluk::store_path>(store);
                    config.resident_fraction = 0.3f;
                    config.evict_first_fraction = 0.3f;
                    config.order = variant % 2 == 0 ? reluk::block_order::forward : reluk::block_order::reverse;
                    config.early_launch = variant % 3 == 0;
                    config.early_trigger = variant % 6 == 0;
                    bool const in_place = variant % 7 == 0;
                    std::size_t const in_offset = variant % 4;
                    std::size_t const out_offset = variant % 3 == 1 ? in_offset : variant % 5;
                    ++variant;
                    CAPTURE(shape[0], shape[1], load, store, variant);
                    auto const launch = [&](void* to, void const* from, std::size_t n) {
                        return run->with_config(to, from, n, config, nullptr);
                    };
                    CHECK(count_wrong(f, in, in_offset, out_offset, in_place, launch) == 0);
                }
            }
        }
    }
}

TEST_CASE("millions of random bit patterns of the wide types") {
    for (runner const* const run : runners) {
        auto const& f = *run->format;
        if (f.bytes < 4) {
            continue;
        }
        INFO(f.name);
        auto const in = make_input(f, 2 << 20);
        CHECK(count_wrong(f, in, 0, 1, false, [&](void* to, void const* from, std::size_t n) {
                  return run->automatic(to, from, n, nullptr);
              }) == 0);
    }
}
