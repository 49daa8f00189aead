// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
#include "catch.hpp"
#include "harness/space.hpp"

#include <set>
#include <tuple>

using namespace bench;

namespace {

using key = std::tuple<reluk::load_path, unsigned, reluk::store_path, reluk::block_order, unsigned, unsigned, unsigned>;

} // namespace

TEST_CASE("the space has every policy and every shape once") {
    std::set<key> seen;
    for (policies const& p : all_policies({20, 50})) {
        seen.insert({p.load, p.kept_percent, p.store, p.order, 0, 0, 0});
    }
    CHECK(seen.size() == all_policies({20, 50}).size());
    CHECK(seen.size() == (4 + 2) * 4 * 2);
    CHECK(all_shapes({16}).size() == 3 * 4);
    CHECK(all_shapes({8, 16, 32}).size() == (3 + 3 + 2) * 4);
    for (shape const& s : all_shapes({8, 16, 32})) {
        CHECK(s.bytes * s.accesses <= 64);
        CHECK(s.block >= 128);
        CHECK(s.block <= 1024);
    }
}

TEST_CASE("the best policies in the best shape are found without trying all pairs") {
    std::size_t tried = 0;
    auto const screen = [&](std::vector<configuration> some) {
        tried += some.size();
        for (configuration& c : some) {
            c.score = (c.how && c.how->load == reluk::load_path::streaming ? 0 : 10) +
                      (c.how && c.how->store == reluk::store_path::evict_first ? 0 : 5) +
                      (c.what && c.what->block == 512 ? 0 : 3) + (c.what && c.what->accesses == 2 ? 0 : 2);
        }
        return some;
    };
    auto const hows = all_policies({50});
    auto const whats = all_shapes({16});
    std::vector<configuration> const all = search_in_stages(hows, whats, {}, 4, screen);
    REQUIRE(all[0].how);
    REQUIRE(all[0].what);
    CHECK(all[0].score == 0);
    CHECK(all[0].how->load == reluk::load_path::streaming);
    CHECK(all[0].what->block == 512);
    CHECK(tried == hows.size() + whats.size() + 4 * 4);
    CHECK(all.size() == tried);
}

TEST_CASE("what is known to be good elsewhere takes part, and what does not run is left out") {
    configuration const known{
        policies{reluk::load_path::cached, 0, reluk::store_path::cached, reluk::block_order::reverse},
        shape{16, 4, 1024}};
    auto const screen = [](std::vector<configuration> const& some) {
        std::vector<configuration> good;
        for (configuration const& c : some) {
            if (c.how && c.what && c.what->accesses == 4) {
                good.push_back(c);
            }
        }
        return good;
    };
    std::vector<configuration> const all = search_in_stages(all_policies({50}), all_shapes({16}), {known}, 4, screen);
    REQUIRE(all.size() == 1);
    CHECK(all[0].what->block == 1024);
}

TEST_CASE("names are found, and others are refused with a sentence") {
    CHECK(find_name<reluk::load_path>(load_names, "evict_first") == reluk::load_path::evict_first);
    for (reluk::store_path const store : all_stores) {
        CHECK(find_name<reluk::store_path>(store_names, to_string(store)) == store);
    }
    CHECK_THROWS_AS(find_name<reluk::dataflow>(dataflow_names, "sideways"), std::runtime_error);
}
