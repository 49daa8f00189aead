// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
#include "catch.hpp"
#include "harness/point.hpp"
#include "harness/sizes.hpp"

#include <cmath>

using namespace bench;

namespace {

/// Up to the rounding of doubles.
bool near(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::abs(b);
}

measurement measured(std::string name, std::vector<double> const& microseconds, double ghz = 1.98) {
    measurement m;
    m.candidate = std::move(name);
    for (double const us : microseconds) {
        m.rounds.push_back({1e-6 * us, ghz});
    }
    return m;
}

point repeated_point() {
    point p;
    p.suite = "band_sweep";
    p.type = dtype::fp16;
    p.regime = "repeated";
    p.bytes_in = 20 * MiB;
    return p;
}

} // namespace

TEST_CASE("an entry is named suite/op/dtype/regime/bytes_in") {
    CHECK(repeated_point().name() == "band_sweep/relu/fp16/repeated/20971520");
    CHECK(repeated_point().elements() == 10 * MiB);
    CHECK(std::string(info(dtype::fp64).name) == "fp64");
    CHECK(std::string(info(dtype::uint64).name) == "uint64");
    CHECK(info(dtype::e4m3).bytes == 1);
}

TEST_CASE("our entries carry the ratios to the peers that took part") {
    point const p = repeated_point();
    std::vector<measurement> all = {measured("reluk", {5, 5, 5}), measured("torch", {10, 10, 10}),
                                    measured("cub", {5, 5, 5}), measured("read", {4, 4, 4})};
    measurement absent;
    absent.candidate = "cudnn";
    absent.error = "not supported";
    all.push_back(absent);
    conclude(all, 1.98);

    auto const c = counters(p, all, all[0]);
    CHECK(near(c.at("median_us"), 5.0));
    CHECK(near(c.at("vs_torch"), 2.0));
    CHECK(near(c.at("vs_cub"), 1.0));
    CHECK(c.count("vs_cudnn") == 0);
    CHECK(near(c.at("of_ceiling"), 0.8));
    CHECK(near(c.at("GBps"), 2.0 * 20 * 1048576 / 5e-6 / 1e9));
    CHECK(near(c.at("Gelem_s"), 10.0 * 1048576 / 5e-6 / 1e9));
    CHECK(c.at("samples") == 3.0);
    CHECK(verdicts(p, all, all[0]) == "torch:faster cub:same");

    auto const theirs = counters(p, all, all[1]);
    CHECK(theirs.count("vs_cub") == 0);
    CHECK(verdicts(p, all, all[1]).empty());
}

TEST_CASE("in a pipeline the share of ReLU is compared, round by round") {
    point p = repeated_point();
    p.producer = [](tensors const&, cudaStream_t) { return cudaSuccess; };
    // The device becomes slower from round to round; the shares stay.
    std::vector<measurement> all = {measured("none", {100, 110, 120}), measured("reluk", {104, 114, 124}),
                                    measured("torch", {106, 116, 126})};
    conclude(all, 1.98);
    CHECK(near(all[1].share.median, 4.0));
    CHECK(near(all[1].share.p90, 4.0));
    auto const c = counters(p, all, all[1]);
    CHECK(near(c.at("median_us"), 114.0));
    CHECK(near(c.at("share_us"), 4.0));
    CHECK(near(c.at("vs_torch"), 1.5));
}

TEST_CASE("throttled samples are not part of the median") {
    std::vector<measurement> all = {measured("reluk", {5, 5, 5, 9})};
    all[0].rounds[3].ghz = 1.2;
    conclude(all, 1.98);
    CHECK(all[0].throttled == 1);
    CHECK(near(all[0].microseconds.p90, 5.0));
    CHECK(near(all[0].mhz, 1980.0));
}

TEST_CASE("the sweep has no gap around the L2, for the L2 of any device") {
    for (std::size_t const l2 : {4 * MiB, 6 * MiB, 40 * MiB, 50 * MiB, 60 * MiB, 72 * MiB, 96 * MiB, 126 * MiB}) {
        auto const sizes = band_sizes(l2, 64 * KiB, GiB);
        CHECK(sizes.front() == 64 * KiB);
        CHECK(sizes.back() == GiB);
        for (std::size_t i = 1; i < sizes.size(); ++i) {
            double const step = static_cast<double>(sizes[i]) / static_cast<double>(sizes[i - 1]);
            CHECK(step > 1.0);
            CHECK(step <= 2.0);
            bool const in_band = sizes[i] > l2 / 4 && sizes[i - 1] < 2 * l2;
            if (in_band) {
                INFO("L2 " << l2 << ", from " << sizes[i - 1] << " to " << sizes[i]);
                CHECK(step <= 1.15);
            }
        }
    }
}

TEST_CASE("rotating tensors exceed four times the L2") {
    CHECK(rotating_sets(MiB, 60 * MiB) == 120);
    CHECK(rotating_sets(100 * MiB, 60 * MiB) == 2);
    CHECK(rotating_sets(512 * MiB, 60 * MiB) == 2);
    CHECK(rotating_sets(GiB, 60 * MiB) == 1);
    CHECK(rotating_sets(MiB, GiB) == 512); // but not 1 GiB
}

TEST_CASE("a thinned sweep keeps its ends") {
    CHECK(thinned({1, 2, 3, 4, 5}) == std::vector<std::size_t>{1, 4, 5});
    CHECK(thinned({1, 2, 3, 4}) == std::vector<std::size_t>{1, 4});
}
