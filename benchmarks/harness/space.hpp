// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// The space of configurations, and how the best of them are searched. Pure.
#pragma once

#include "names.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace bench {

/// How memory is touched.
struct policies {
    reluk::load_path load;
    unsigned kept_percent; ///< of the L2, filled with input by load_path::resident; 0: as the library has it
    reluk::store_path store;
    reluk::block_order order;
};

struct shape {
    unsigned bytes; ///< per access
    unsigned accesses;
    unsigned block;
};

/// A configuration relative to a choice: what is not set is as there.
struct configuration {
    std::optional<policies> how{};
    std::optional<shape> what{};
    double score = 0; ///< of a search: less is better
};

/// All policies and orders; `resident` with each of `kept_percents`.
inline std::vector<policies> all_policies(std::vector<unsigned> const& kept_percents) {
    std::vector<policies> all;
    for (reluk::load_path const load : all_loads) {
        for (unsigned const kept : load == reluk::load_path::resident ? kept_percents : std::vector<unsigned>{0}) {
            for (reluk::store_path const store : all_stores) {
                for (reluk::block_order const order : {reluk::block_order::forward, reluk::block_order::reverse}) {
                    all.push_back({load, kept, store, order});
                }
            }
        }
    }
    return all;
}

/// All shapes with accesses of so many bytes.
inline std::vector<shape> all_shapes(std::vector<unsigned> const& access_bytes) {
    std::vector<shape> all;
    for (unsigned const bytes : access_bytes) {
        for (unsigned accesses = 1; accesses <= 4 && bytes * accesses <= 64; accesses *= 2) {
            for (unsigned block = 128; block <= 1024; block *= 2) {
                all.push_back({bytes, accesses, block});
            }
        }
    }
    return all;
}

inline void sort_by_score(std::vector<configuration>& all) {
    std::stable_sort(all.begin(), all.end(),
                     [](configuration const& a, configuration const& b) { return a.score < b.score; });
}

/// The best of the space, in stages: all policies in the shape of the choice; all shapes with its policies; then the
/// `finalists` best of the one in the `finalists` best of the other, together with those `known` to be good elsewhere.
/// `screen` (vector<configuration> -> vector<configuration>) scores what it is given and leaves out what does not run.
/// All that was scored is returned, the best first.
template <class Screen>
std::vector<configuration> search_in_stages(std::vector<policies> const& hows, std::vector<shape> const& whats,
                                            std::vector<configuration> const& known, std::size_t finalists,
                                            Screen&& screen) {
    std::vector<configuration> by_policies;
    for (policies const& how : hows) {
        by_policies.push_back({how, {}});
    }
    std::vector<configuration> by_shape;
    for (shape const& what : whats) {
        by_shape.push_back({{}, what});
    }
    by_policies = screen(std::move(by_policies));
    by_shape = screen(std::move(by_shape));
    sort_by_score(by_policies);
    sort_by_score(by_shape);
    std::vector<configuration> both = known;
    for (std::size_t i = 0; i < by_policies.size() && i < finalists; ++i) {
        for (std::size_t j = 0; j < by_shape.size() && j < finalists; ++j) {
            both.push_back({by_policies[i].how, by_shape[j].what});
        }
    }
    std::vector<configuration> all = screen(std::move(both));
    all.insert(all.end(), by_policies.begin(), by_policies.end());
    all.insert(all.end(), by_shape.begin(), by_shape.end());
    sort_by_score(all);
    return all;
}

} // namespace bench
