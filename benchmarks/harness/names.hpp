// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// The values of the library's enumerations, and what they are called. Pure.
#pragma once

#include <cstddef>
#include <iterator>
#include <reluk/launch_config.hpp>
#include <stdexcept>
#include <string>

namespace bench {

// In the order of the enumerations.
constexpr char const* dataflow_names[] = {"pipeline", "repeated", "oneshot"};
constexpr char const* load_names[] = {"cached", "streaming", "no_allocate", "evict_first", "resident"};
constexpr char const* store_names[] = {"cached", "streaming", "evict_first", "write_through"};
constexpr char const* order_names[] = {"forward", "reverse"};
constexpr char const* aliasing_names[] = {"either", "apart", "in_place"};

constexpr reluk::load_path all_loads[] = {reluk::load_path::cached, reluk::load_path::streaming,
                                          reluk::load_path::no_allocate, reluk::load_path::evict_first,
                                          reluk::load_path::resident};
constexpr reluk::store_path all_stores[] = {reluk::store_path::cached, reluk::store_path::streaming,
                                            reluk::store_path::evict_first, reluk::store_path::write_through};

constexpr char const* to_string(reluk::dataflow flow) {
    return dataflow_names[static_cast<std::size_t>(flow)];
}
constexpr char const* to_string(reluk::load_path path) {
    return load_names[static_cast<std::size_t>(path)];
}
constexpr char const* to_string(reluk::store_path path) {
    return store_names[static_cast<std::size_t>(path)];
}
constexpr char const* to_string(reluk::block_order order) {
    return order_names[static_cast<std::size_t>(order)];
}
constexpr char const* to_string(reluk::aliasing alias) {
    return aliasing_names[static_cast<std::size_t>(alias)];
}

/// The value of that name, one of `names`. Throws a sentence where there is none.
template <class Enumeration, std::size_t N>
Enumeration find_name(char const* const (&names)[N], std::string const& name) {
    for (std::size_t i = 0; i < N; ++i) {
        if (name == names[i]) {
            return static_cast<Enumeration>(i);
        }
    }
    throw std::runtime_error("'" + name + "' is none of the names from '" + names[0] + "' to '" + names[N - 1] + "'.");
}

} // namespace bench
