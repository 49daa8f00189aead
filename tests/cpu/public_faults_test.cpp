// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Faults that other projects' users reported, on reluk, as far as no device is needed; tests/README.md says which fault
// each case's number stands for, and which tests elsewhere cover the others.
#include <reluk/catalogue.hpp>
#include <reluk/host.hpp>

#include "catch.hpp"
#include "elements.hpp"

#include <type_traits>

using reluk::dataflow;

namespace {

constexpr dataflow flows[] = {dataflow::pipeline, dataflow::repeated, dataflow::oneshot};

/// The bytes that one round of the launch's grid can move as words.
std::size_t bytes_per_round(reluk::launch_config const& config) {
    return std::size_t{config.grid} * config.block * config.accesses_per_thread * config.access_bytes;
}

} // namespace

TEST_CASE("case_19: no launch of 2^32 + 5 elements and its like is truncated, on any device and for any element") {
    for (auto const& known : reluk::catalogue) {
        for (dataflow const flow : flows) {
            for (unsigned element_bytes = 1; element_bytes <= 8; element_bytes *= 2) {
                for (unsigned const power : {31u, 32u, 33u}) {
                    for (std::size_t const more : {std::size_t{0}, std::size_t{1}, std::size_t{5}}) {
                        reluk::workload work;
                        work.elements = (std::size_t{1} << power) + more;
                        work.element_bytes = element_bytes;
                        work.flow = flow;
                        auto const config = choose(known.descriptor, work);
                        CAPTURE(known.name, element_bytes, power, more, config.grid, config.block);
                        std::size_t const bytes = work.elements * element_bytes;
                        std::size_t const block_bytes = bytes_per_round(config) / config.grid;
                        CHECK(bytes_per_round(config) >= bytes);
                        CHECK(bytes_per_round(config) < bytes + 2 * block_bytes); // one for the edges
                        CHECK(make_partition(work, config.access_bytes).items() >= bytes / config.access_bytes);
                    }
                }
            }
        }
    }
}

TEST_CASE("case_23: what is chosen for devices with small limits keeps them, and covers the tensor when walked") {
    constexpr unsigned limits[][2] = {{65535, 512}, {65535, 64}, {7, 512}, {3, 37}, {1, 1}};
    constexpr std::size_t n = 100003;
    std::vector<float> in(n), out(n);
    for (auto const& limit : limits) {
        for (dataflow const flow : flows) {
            CAPTURE(limit[0], limit[1]);
            reluk::device_descriptor device;
            device.compute_capability = 35;
            device.l2_bytes = std::size_t{1} << 20;
            device.max_grid = limit[0];
            device.max_block = limit[1];
            auto const config = choose(device, reluk::make_workload(out.data(), in.data(), n, flow));
            CHECK(config.grid >= 1);
            CHECK(config.grid <= limit[0]);
            CHECK(config.block >= 1);
            CHECK(config.block <= limit[1]);

            for (std::size_t i = 0; i < n; ++i) {
                in[i] = i % 3 == 0 ? -1.0f : static_cast<float>(i);
                out[i] = -9.0f;
            }
            REQUIRE(config.access_bytes == 16);
            REQUIRE(config.accesses_per_thread == 1);
            reluk::host::walk<float, 16, 1>(out.data(), in.data(), n, config, reluk::load::cached{},
                                            reluk::store::cached{});
            std::size_t wrong = 0;
            for (std::size_t i = 0; i < n; ++i) {
                wrong += out[i] != (i % 3 == 0 ? 0.0f : static_cast<float>(i));
            }
            CHECK(wrong == 0);
        }
    }
}

TEST_CASE("case_24, case_27: no elements are fine at any address, some at a null pointer are not, for every type") {
    elements::for_each([](auto* null, elements::format const& f) {
        using T = std::remove_pointer_t<decltype(null)>;
        INFO(f.name);
        alignas(32) unsigned char memory[64] = {};
        T* const some = reinterpret_cast<T*>(memory);
        CHECK(reluk::host::relu(null, null, 0));
        CHECK(reluk::host::relu(some, some, 0));
        CHECK(reluk::host::relu(null, some, 0));
        CHECK_FALSE(reluk::host::relu(null, null, 5));
        CHECK_FALSE(reluk::host::relu(some, null, 5));
        CHECK_FALSE(reluk::host::relu(null, some, 5));
        for (dataflow const flow : flows) {
            CHECK(choose(reluk::catalogue[0].descriptor, reluk::make_workload(null, null, 0, flow)).grid == 0);
        }
    });
}
