// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// How far launch_config's choice is from the best configuration there is. The space is searched in stages: all policies
// and orders in the shape of the choice; all shapes with the policies of the choice; the best policies in the best
// shapes; and then the best of all against the choice, with separate tensors and all rounds.
#include "harness/neighbours.hpp"
#include "harness/session.hpp"
#include "harness/sizes.hpp"

#include <algorithm>
#include <cstdio>

namespace {

using namespace bench;
using reluk::dataflow;

struct policies {
    reluk::load_path load;
    float kept; ///< share of the L2 that load_path::resident keeps of the input
    reluk::store_path store;
    reluk::block_order order;
};

struct shape {
    unsigned bytes;
    unsigned accesses;
    unsigned block;
};

std::vector<policies> all_policies() {
    std::vector<policies> all;
    for (reluk::load_path const load : all_loads) {
        for (float const kept : {0.2f, 0.35f, 0.5f}) {
            if (load != reluk::load_path::resident && kept != 0.2f) {
                continue; // only `resident` has a fraction
            }
            for (reluk::store_path const store : all_stores) {
                for (reluk::block_order const order : {reluk::block_order::forward, reluk::block_order::reverse}) {
                    all.push_back({load, kept, store, order});
                }
            }
        }
    }
    return all;
}

std::vector<shape> all_shapes() {
    std::vector<shape> all;
    for (unsigned const bytes : {8u, 16u, 32u}) {
        for (unsigned accesses = 1; accesses <= 4 && bytes * accesses <= 64; accesses *= 2) {
            for (unsigned block = 128; block <= 1024; block *= 2) {
                all.push_back({bytes, accesses, block});
            }
        }
    }
    return all;
}

constexpr neighbour_shape neighbours{256, 1};

/// A configuration and what it took.
struct configuration {
    bool chosen_policies = false; ///< those of the choice
    bool chosen_shape = false;
    policies how{};
    shape what{};
    double microseconds = 0;
};

std::string name_of(configuration const& c) {
    char text[120];
    std::string policy = "chosen";
    if (!c.chosen_policies) {
        policy = to_string(c.how.load);
        if (c.how.load == reluk::load_path::resident) {
            std::snprintf(text, sizeof(text), "%.2f", static_cast<double>(c.how.kept));
            policy += text;
        }
        policy += std::string("/") + to_string(c.how.store) +
                  (c.how.order == reluk::block_order::reverse ? "/reverse" : "/forward");
    }
    std::string form = "chosen";
    if (!c.chosen_shape) {
        std::snprintf(text, sizeof(text), "%uBx%u/%u", c.what.bytes, c.what.accesses, c.what.block);
        form = text;
    }
    return "reluk:" + policy + ":" + form;
}

constexpr neighbour_shape producer_shape{256, 1};

cudaError_t produce(tensors const& t, std::size_t bytes, cudaStream_t stream) {
    return run_neighbour(neighbours, t.in, t.source, bytes, stream);
}

/// Puts a candidate between the neighbours where the point is a pipeline.
candidate in_context(point const& p, candidate relu) {
    if (!p.producer) {
        return relu;
    }
    std::size_t const bytes = p.bytes_in;
    auto chain = [launch = relu.launch, bytes](tensors const& t, cudaStream_t stream) {
        cudaError_t status = produce(t, bytes, stream);
        if (status == cudaSuccess && launch) {
            status = launch(t, stream);
        }
        void const* const from = launch ? t.out : t.in;
        return status == cudaSuccess ? run_neighbour(neighbours, t.sink, from, bytes, stream) : status;
    };
    return {relu.name, chain, relu.expected};
}

candidate as_candidate(point const& p, reluk::device_descriptor const& device, dataflow flow, configuration const& c) {
    float const fraction = resident_fraction(device, p.bytes_in, c.how.kept);
    return in_context(p, adapted(p.type, device, flow, name_of(c), [=](reluk::launch_config& config) {
                          if (!c.chosen_policies) {
                              config.load = c.how.load;
                              config.store = c.how.store;
                              config.order = c.how.order;
                              config.resident_fraction = fraction;
                          }
                          if (!c.chosen_shape) {
                              config.access_bytes = c.what.bytes;
                              config.accesses_per_thread = c.what.accesses;
                              config.block = c.what.block;
                          }
                      }));
}

class search {
public:
    search(point const& p, reluk::device_descriptor const& device, dataflow flow, laboratory& lab)
        : point_(p), device_(device), flow_(flow), lab_(lab) {}

    std::vector<measurement> run() {
        std::vector<configuration> by_policies;
        for (policies const& how : all_policies()) {
            by_policies.push_back({false, true, how, {}, 0});
        }
        std::vector<configuration> by_shape;
        for (shape const& what : all_shapes()) {
            by_shape.push_back({true, false, {}, what, 0});
        }
        by_policies = screened(std::move(by_policies));
        by_shape = screened(std::move(by_shape));
        std::vector<configuration> both;
        for (std::size_t i = 0; i < by_policies.size() && i < finalists; ++i) {
            for (std::size_t j = 0; j < by_shape.size() && j < finalists; ++j) {
                both.push_back({false, false, by_policies[i].how, by_shape[j].what, 0});
            }
        }
        std::vector<configuration> all = screened(std::move(both));
        all.insert(all.end(), by_policies.begin(), by_policies.end());
        all.insert(all.end(), by_shape.begin(), by_shape.end());
        sort(all);
        all.resize(std::min<std::size_t>(all.size(), finalists));
        return decided(all);
    }

private:
    static constexpr std::size_t finalists = 6;

    static void sort(std::vector<configuration>& all) {
        std::sort(all.begin(), all.end(),
                  [](configuration const& a, configuration const& b) { return a.microseconds < b.microseconds; });
    }

    /// A first look at all of them, on the same tensors; sorted, without those that do not run.
    std::vector<configuration> screened(std::vector<configuration> all) {
        point p = point_;
        p.shared_tensors = true;
        p.candidates.clear();
        for (configuration const& c : all) {
            p.candidates.push_back(as_candidate(p, device_, flow_, c));
        }
        settings quick = lab_.options();
        quick.rounds = std::min<std::size_t>(quick.rounds, 3);
        quick.batch_seconds /= 3;
        std::vector<measurement> const looks = lab_.measure(p, quick);
        std::vector<configuration> good;
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (looks[i].good()) {
                all[i].microseconds = looks[i].microseconds.median;
                good.push_back(all[i]);
            } else if (looks[i].error.rfind("WRONG", 0) == 0) {
                throw std::runtime_error(looks[i].error + ", " + looks[i].candidate);
            }
        }
        sort(good);
        return good;
    }

    /// The choice against the best, by all rules. Returns `reluk` and `best`.
    std::vector<measurement> decided(std::vector<configuration> const& best) {
        point p = point_;
        p.candidates.clear();
        p.candidates.push_back(in_context(p, choice(p.type, device_, flow_)));
        for (configuration const& c : best) {
            p.candidates.push_back(as_candidate(p, device_, flow_, c));
        }
        bool const pipeline = p.producer != nullptr;
        if (pipeline) {
            p.candidates.push_back(in_context(p, {"none", nullptr, result::none}));
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
    laboratory& lab_;
};

void define(session& s) {
    std::vector<std::size_t> sizes = {256 * KiB, MiB,      4 * MiB,  8 * MiB,  16 * MiB,
                                      24 * MiB,  32 * MiB, 48 * MiB, 64 * MiB, 256 * MiB};
    if (s.quick()) {
        sizes = thinned(sizes);
    }
    for (dtype const type : {dtype::fp32, dtype::fp16, dtype::int8, dtype::bf16, dtype::e4m3, dtype::fp64}) {
        for (dataflow const flow : {dataflow::repeated, dataflow::pipeline, dataflow::oneshot}) {
            for (std::size_t const bytes : sizes) {
                point p;
                p.type = type;
                p.bytes_in = bytes;
                p.regime = flow == dataflow::oneshot ? "rotating" : to_string(flow);
                p.cycle = flow == dataflow::oneshot ? rotating_sets(bytes, s.device().l2_bytes) : 1;
                if (flow == dataflow::pipeline) {
                    p.producer = [bytes](tensors const& t, cudaStream_t stream) { return produce(t, bytes, stream); };
                }
                s.add(p, {"reluk", "best"},
                      [p, flow, device = s.device()](laboratory& lab) { return search(p, device, flow, lab).run(); });
            }
        }
    }
}

} // namespace

int main(int argc, char** argv) {
    return run_suite("regret", argc, argv, define);
}
