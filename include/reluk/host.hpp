// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// The kernel's body walked on the CPU, block by block and thread by thread: for machines without a GPU, and for tests
// of everything that does not need one. A plain C++17 compiler suffices.
#pragma once

#include "request.hpp"

RELUK_NAMESPACE_BEGIN

namespace host {

/// Does on the CPU what the kernel of these policies and this shape does when launched with `config`: its grid, block
/// and order are used, its paths and access shape are those of the template arguments. Single-threaded.
template <unsigned WordBytes, unsigned Accesses, class Op, class Load, class Store>
void walk(detail::request<Op> const& what, launch_config const& config, Load const& load, Store const& store) {
    if (config.grid == 0 || config.block == 0) {
        return;
    }
    auto const work = what.template prepare<WordBytes>(config.block * Accesses, config.order == block_order::reverse);
    generality const needed = generality_of(work, config.block * Accesses, config.grid);
    position place{0, config.grid, 0, config.block};
    for (place.block = 0; place.block < place.grid; ++place.block) {
        for (place.thread = 0; place.thread < place.threads; ++place.thread) {
            switch (needed) {
            case generality::words:
                rectify<Op, Load, Store, WordBytes, Accesses, generality::words>(work, load, store, place);
                break;
            case generality::tiles:
                rectify<Op, Load, Store, WordBytes, Accesses, generality::tiles>(work, load, store, place);
                break;
            case generality::any:
                rectify<Op, Load, Store, WordBytes, Accesses, generality::any>(work, load, store, place);
                break;
            }
        }
    }
}

/// The same for ReLU of n elements. `out` and `in` must satisfy are_tensors().
template <class T, unsigned WordBytes, unsigned Accesses, class Load, class Store>
void walk(T* out, T const* in, size_t n, launch_config const& config, Load const& load, Store const& store) {
    walk<WordBytes, Accesses>(detail::request<typename op::relu<T>::bitwise>{out, in, n}, config, load, store);
}

/// The configuration that host::relu() walks.
inline launch_config choose(workload const& work) noexcept {
    launch_config config;
    config.block = 256;
    size_t const tiles = make_partition(work, config.access_bytes).tiles(config.block);
    config.grid = tiles < 2147483647 ? static_cast<unsigned>(tiles) : 2147483647;
    config.reason = "on the CPU: plain accesses, in order";
    return config;
}

/// ReLU of n elements in host memory: value, types, alignment, aliasing and n = 0 as for reluk::relu. Returns false,
/// with nothing written, for a null, misaligned or partially overlapping pointer or a size beyond the address space.
template <class T>
[[nodiscard]] bool relu(T* out, T const* in, size_t n) noexcept {
    if (n == 0) {
        return true;
    }
    if (!reluk::are_tensors(out, in, n, sizeof(T))) {
        return false;
    }
    walk<T, 16, 1>(out, in, n, host::choose(reluk::make_workload(out, in, n, dataflow::pipeline)), load::cached{},
                   store::cached{});
    return true;
}

} // namespace host

RELUK_NAMESPACE_END
