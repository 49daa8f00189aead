// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// How far launch_config's choice is from the best configuration there is. The space is searched in stages
// (harness/space.hpp), and then the best of all meet the choice, with separate tensors and all rounds.
#include "harness/chain.hpp"
#include "harness/session.hpp"
#include "harness/sizes.hpp"
#include "harness/space.hpp"

#include <algorithm>
#include <cstdio>

namespace {

using namespace bench;
using reluk::dataflow;

std::string name_of(configuration const& c) {
    char text[120];
    std::string policy = "chosen";
    if (c.how) {
        policy = to_string(c.how->load);
        if (c.how->load == reluk::load_path::resident) {
            std::snprintf(text, sizeof(text), "%.2f", 0.01 * c.how->kept_percent);
            policy += text;
        }
        policy += std::string("/") + to_string(c.how->store) + "/" + to_string(c.how->order);
    }
    std::string form = "chosen";
    if (c.what) {
        std::snprintf(text, sizeof(text), "%uBx%u/%u", c.what->bytes, c.what->accesses, c.what->block);
        form = text;
    }
    return "reluk:" + policy + ":" + form;
}

candidate as_candidate(point const& p, reluk::device_descriptor const& device, dataflow flow, configuration const& c) {
    return adapted(p.type, device, flow, name_of(c), [=, bytes = p.bytes_in](reluk::launch_config& config) {
        if (c.how) {
            config.load = c.how->load;
            config.store = c.how->store;
            config.order = c.how->order;
            config.evict_first_fraction = 1;
            if (c.how->load == reluk::load_path::resident) {
                config.resident_fraction =
                    resident_fraction(device, bytes, 0.01f * static_cast<float>(c.how->kept_percent));
            }
        }
        if (c.what) {
            config.access_bytes = c.what->bytes;
            config.accesses_per_thread = c.what->accesses;
            config.block = c.what->block;
        }
    });
}

class search {
public:
    /// `neighbours` where the point is a pipeline.
    search(point const& p, reluk::device_descriptor const& device, dataflow flow, ends const& neighbours,
           laboratory& lab)
        : point_(p), device_(device), flow_(flow), neighbours_(neighbours), lab_(lab) {}

    std::vector<measurement> run() {
        std::vector<configuration> all =
            search_in_stages(all_policies({20, 35, 50}), all_shapes({8, 16, 32}), {}, finalists,
                             [this](std::vector<configuration> some) { return screened(std::move(some)); });
        all.resize(std::min<std::size_t>(all.size(), finalists));
        return decided(all);
    }

private:
    static constexpr std::size_t finalists = 6;

    candidate in_context(candidate const& relu) const { return point_.producer ? in_chain(relu, neighbours_) : relu; }

    /// A first look at all of them, on the same tensors, without those that do not run.
    std::vector<configuration> screened(std::vector<configuration> all) {
        point p = point_;
        p.shared_tensors = true;
        p.candidates.clear();
        for (configuration const& c : all) {
            p.candidates.push_back(in_context(as_candidate(p, device_, flow_, c)));
        }
        settings quick = lab_.options();
        quick.rounds = std::min<std::size_t>(quick.rounds, 3);
        quick.batch_seconds /= 3;
        std::vector<measurement> const looks = lab_.measure(p, quick);
        std::vector<configuration> good;
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (looks[i].good()) {
                all[i].score = looks[i].microseconds.median;
                good.push_back(all[i]);
            } else if (looks[i].error.rfind("WRONG", 0) == 0) {
                throw std::runtime_error(looks[i].error + ", " + looks[i].candidate);
            }
        }
        return good;
    }

    /// The choice against the best, by all rules. Returns `reluk` and `best`.
    std::vector<measurement> decided(std::vector<configuration> const& best) {
        point p = point_;
        p.candidates.clear();
        p.candidates.push_back(in_context(choice(p.type, device_, flow_)));
        for (configuration const& c : best) {
            p.candidates.push_back(in_context(as_candidate(p, device_, flow_, c)));
        }
        bool const pipeline = p.producer != nullptr;
        if (pipeline) {
            p.candidates.push_back(without_relu(neighbours_));
        }
        std::vector<measurement> all = lab_.measure(p);
        measurement ours = all[0];
        measurement winner = ours; // the choice itself, unless another one is better
        for (std::size_t i = 1; i <= best.size(); ++i) {
            double const time = compared(all[i], pipeline).median;
            if (all[i].good() && time > 0 && time < compared(winner, pipeline).median) {
                winner = all[i];
            }
        }
        if (compared(winner, pipeline).median > 0) {
            ours.extra["regret"] = compared(ours, pipeline).median / compared(winner, pipeline).median;
        }
        winner.note = winner.candidate == "reluk" ? "the choice" : winner.candidate;
        winner.candidate = "best";
        return {ours, winner};
    }

    point const& point_;
    reluk::device_descriptor const& device_;
    dataflow flow_;
    ends const& neighbours_;
    laboratory& lab_;
};

/// A regime: its name, what happens around the call, and in a pipeline its neighbours.
struct surroundings {
    std::string name;
    dataflow flow;
    ends neighbours;
};

/// Two pipelines, since a choice cannot know the shape of its producer: in that of PyTorch's elementwise kernels,
/// blocks of 128 threads with two accesses each, or one for narrow types, and in that of a plain kernel.
std::vector<surroundings> regimes(dtype type) {
    neighbour_shape const torch{128, info(type).bytes <= 2 ? 1u : 2u};
    std::vector<surroundings> all = {{"repeated", dataflow::repeated, {}}, {"rotating", dataflow::oneshot, {}}};
    for (neighbour_shape const shape : {torch, neighbour_shape{256, 1}}) {
        ends e = elementwise(type, std::to_string(shape.threads) + "x" + std::to_string(16 * shape.words) + "B", shape);
        all.push_back({"pipeline-" + e.name, dataflow::pipeline, e});
    }
    return all;
}

void define(session& s) {
    std::vector<std::size_t> sizes = {256 * KiB, MiB,      4 * MiB,  8 * MiB,  16 * MiB,
                                      24 * MiB,  32 * MiB, 48 * MiB, 64 * MiB, 256 * MiB};
    if (s.quick()) {
        sizes = thinned(sizes);
    }
    for (dtype const type : {dtype::fp32, dtype::fp16, dtype::int8, dtype::bf16, dtype::e4m3, dtype::fp64}) {
        for (surroundings const& around : regimes(type)) {
            for (std::size_t const bytes : sizes) {
                point p;
                p.type = type;
                p.bytes_in = bytes;
                p.regime = around.name;
                p.cycle = around.flow == dataflow::oneshot ? rotating_sets(bytes, s.device().l2_bytes) : 1;
                p.producer = around.neighbours.produce;
                s.add(p, {"reluk", "best"}, [p, around, device = s.device()](laboratory& lab) {
                    return search(p, device, around.flow, around.neighbours, lab).run();
                });
            }
        }
    }
}

} // namespace

int main(int argc, char** argv) {
    return run_suite("regret", argc, argv, define);
}
