// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Predictions against the published measurements, and the document that shows how far they are off.
#include "accuracy.hpp"
#include "catch.hpp"
#include "fit.hpp"

#include "scratch_folder.hpp"

#include <fstream>
#include <reluk/catalogue.hpp>

namespace {

std::string const results = PROJECT_FOLDER "/results/nvidia-h200";

measured::suite const& sweep() {
    static measured::suite const suite = measured::read(results + "/band_sweep.json");
    return suite;
}

reluk::device_speed const& speed() {
    return reluk::find_device(sweep().device_name.c_str())->speed;
}

/// Of the points for which `is_meant` holds, the share that is predicted to 10 %; -1 if there are none.
template <class Predicate>
double share_within(reluk::device_speed const& with, Predicate is_meant) {
    accuracy::tally some;
    for (measured::point const& point : sweep().points) {
        if (is_meant(point)) {
            some.add(point, accuracy::error(sweep(), with, point));
        }
    }
    return some.points == 0 ? -1 : some.share();
}

bool is_any(measured::point const&) {
    return true;
}

} // namespace

TEST_CASE("the sweep's device is the catalogue's, and its calls are all there") {
    reluk::catalogued_device const* const device = reluk::find_device(sweep().device_name.c_str());
    REQUIRE(device != nullptr);
    CHECK(device->descriptor == sweep().device);
    CHECK(sweep().points.size() > 7000);
    std::size_t policies = 0;
    for (measured::point const& point : sweep().points) {
        CHECK(is_valid(point.config, sweep().device));
        CHECK(point.seconds > 0);
        policies += point.candidate == "reluk:resident/evict_first" &&
                    point.config.load == reluk::load_path::resident &&
                    point.config.store == reluk::store_path::evict_first;
    }
    CHECK(policies > 300);
}

TEST_CASE("a candidate is predicted with the early launch that it is measured with") {
    scratch_folder const folder("prediction");
    std::string entries;
    auto const measure = [&](std::string const& regime, std::string const& candidate) {
        entries += std::string(entries.empty() ? "" : ",") + R"({"name": "band_sweep/relu/fp32/)" + regime +
                   "/1048576/" + candidate + R"(", "median_us": 1, "share_us": 1})";
    };
    for (char const* const candidate :
         {"reluk", "reluk:ordered", "reluk:default", "reluk:streaming/cached", "reluk:unheard-of", "torch"}) {
        measure("repeated", candidate);
    }
    measure("pipeline-256x16B", "reluk");
    measure("pipeline-256x16B", "reluk:ordered");
    write(folder.file("band_sweep.json"),
          R"({"context": {"device": "NVIDIA H200", "compute_capability": "90", "multiprocessors": "132",
              "l2_bytes": "62914560"}, "benchmarks": [)" +
              entries + "]}");
    measured::suite const suite = measured::read(folder.file("band_sweep.json"));
    std::vector<std::string> found;
    for (measured::point const& point : suite.points) {
        found.push_back(point.regime + " " + point.candidate + (point.config.early_launch ? " early" : "") +
                        (point.config.early_launch && point.config.early_trigger ? " triggers" : ""));
    }
    CHECK(found == std::vector<std::string>{"repeated reluk early triggers", "repeated reluk:ordered",
                                            "repeated reluk:default early",
                                            "repeated reluk:streaming/cached early triggers",
                                            "pipeline-256x16B reluk early", "pipeline-256x16B reluk:ordered"});
    std::string const marked = "<!-- prediction: band_sweep table -->\n<!-- end of prediction -->";
    std::string const filled = accuracy::fill(marked, folder.file(""), speed());
    for (char const* const row : {"| repeated | reluk |", "| repeated | reluk:ordered |",
                                  "| repeated | reluk:LOAD/STORE |", "| pipeline-256x16B | reluk:ordered |"}) {
        CHECK(filled.find(row) != std::string::npos);
    }
}

TEST_CASE("nine of ten calls of the sweep are predicted to 10 %, by dataflow and of the choice alone") {
    CHECK(share_within(speed(), is_any) >= 0.9);
    for (char const* const regime : {"repeated", "rotating"}) {
        for (char const* const candidate : {"reluk", "reluk:default", "reluk:ordered"}) {
            CAPTURE(regime, candidate);
            CHECK(share_within(speed(), [&](measured::point const& point) { return point.regime == regime; }) >= 0.9);
            CHECK(share_within(speed(), [&](measured::point const& point) {
                      return point.regime == regime && point.candidate == candidate;
                  }) >= 0.9);
        }
    }
}

TEST_CASE("each number of the device's speed matters: with a wrong one fewer calls are predicted") {
    double const before = share_within(speed(), is_any);
    for (double reluk::device_speed::* const number :
         {&reluk::device_speed::launch, &reluk::device_speed::early_launch, &reluk::device_speed::miss,
          &reluk::device_speed::l2_bandwidth, &reluk::device_speed::dram_bandwidth, &reluk::device_speed::kept_share,
          &reluk::device_speed::lost_share, &reluk::device_speed::passing_weight}) {
        for (double const factor : {0.5, 2.0}) {
            reluk::device_speed wrong = speed();
            wrong.*number *= factor;
            CAPTURE(factor);
            CHECK(share_within(wrong, is_any) < before);
        }
    }
}

TEST_CASE("the catalogue's numbers are as good as a fit's, wherever that begins") {
    auto const loss = [](reluk::device_speed const& of) {
        return fitting::loss(sweep(), of, fitting::most_of_a_point);
    };
    for (char const* const name : {"H200", "A100 80 GB", "L40S", "RTX 4090"}) {
        double const found = loss(fitting::fit(sweep(), reluk::find_device(name)->speed));
        CAPTURE(name, found, loss(speed()));
        CHECK(loss(speed()) < 1.02 * found);
        CHECK(found < 1.05 * loss(speed())); // far from it a descent may end in a valley beside the deepest one
    }
}

TEST_CASE("docs/prediction.md shows what the published results give") {
    std::ifstream file(PROJECT_FOLDER "/docs/prediction.md");
    std::string const text{std::istreambuf_iterator<char>(file), {}};
    REQUIRE(text.find("<!-- prediction: band_sweep table -->") != std::string::npos);
    INFO("if it is stale: prediction results/nvidia-h200 --document docs/prediction.md");
    CHECK(accuracy::fill(text, results, speed()) == text);
}

TEST_CASE("what is no suite is refused in a sentence") {
    CHECK_THROWS_WITH(measured::read(results + "/none.json"), results + "/none.json: it cannot be opened");
    CHECK_THROWS_WITH(measured::read(PROJECT_FOLDER "/README.md"),
                      Catch::Matchers::StartsWith(PROJECT_FOLDER "/README.md: it is not the JSON of a suite: "));
    CHECK_THROWS_WITH(
        accuracy::fill("<!-- prediction: band_sweep lies -->\n<!-- end of prediction -->", results, speed()),
        "there is no table lies; there are table and misses");
    CHECK_THROWS(accuracy::fill("<!-- prediction: band_sweep table -->\n", results, speed()));
}
