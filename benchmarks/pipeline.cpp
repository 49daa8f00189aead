// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// What ReLU adds to a chain between a producer and a consumer.
#include "harness/chain.hpp"
#include "harness/session.hpp"
#include "harness/sizes.hpp"

#include <memory>

namespace {

using namespace bench;
using reluk::dataflow;

void add_point(session& s, dtype type, ends const& e, std::size_t bytes, bool in_place) {
    std::vector<candidate> relus;
    relus.push_back(choice(type, s.device(), dataflow::pipeline));
    relus.push_back(choice(type, s.device(), dataflow::repeated, "reluk:repeated"));
    relus.push_back(choice(type, s.device(), dataflow::oneshot, "reluk:oneshot"));
    relus.push_back(ordered(type, s.device(), dataflow::pipeline));
    s.add_peers(relus, type);

    point p;
    p.type = type;
    p.regime = "pipeline-" + e.name + (in_place ? "-inplace" : "");
    p.bytes_in = bytes;
    p.in_place = in_place;
    p.producer = e.produce;
    p.candidates.push_back(without_relu(e));
    for (candidate const& relu : relus) {
        if (!in_place || relu.expected == result::relu) { // a copy onto itself is none
            p.candidates.push_back(in_chain(relu, e));
        }
    }
    s.add(std::move(p));
}

ends torch_ends(dtype type, torch_peer const& torch) {
    return {
        "torch",
        [type, &torch](tensors const& t, cudaStream_t stream) { return torch.add(type, t.in, t.source, t.n, stream); },
        [type, &torch](tensors const& t, void const* from, cudaStream_t stream) {
            return torch.multiply(type, t.sink, from, t.n, stream);
        }};
}

/// A kernel behind that has nothing to do with ReLU: what ReLU adds to this chain is its own time and what it costs the
/// other by the lines that it leaves in the L2.
ends bystander_ends(dtype type) {
    ends e = elementwise(type, "bystander", {128, 2});
    e.consume = [consume = e.consume](tensors const& t, void const*, cudaStream_t stream) {
        return consume(t, t.source, stream);
    };
    return e;
}

ends product_ends(std::shared_ptr<matrix_product> const& product) {
    return {"gemm",
            [product](tensors const& t, cudaStream_t) {
                return product->run(0, t.in, t.source, t.n / matrix_product::width);
            },
            [product](tensors const& t, void const* from, cudaStream_t) {
                return product->run(1, t.sink, from, t.n / matrix_product::width);
            }};
}

void define(session& s) {
    auto const product = std::make_shared<matrix_product>(s.stream());
    s.say("cublas", product->version, product->why);
    std::vector<std::size_t> sizes;
    for (std::size_t const mib : {1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 256}) {
        sizes.push_back(mib * MiB);
    }
    if (s.quick()) {
        sizes = thinned(sizes);
    }
    for (bool const in_place : {false, true}) {
        for (dtype const type : {dtype::fp32, dtype::fp16}) {
            for (std::size_t const bytes : sizes) {
                if (!s.torch().version.empty()) {
                    add_point(s, type, torch_ends(type, s.torch()), bytes, in_place);
                }
                add_point(s, type, elementwise(type, "128x32B", {128, 2}), bytes, in_place);
                add_point(s, type, elementwise(type, "256x16B", {256, 1}), bytes, in_place);
            }
        }
        for (std::size_t const bytes : sizes) {
            if (bytes >= 8 * MiB && bytes <= 64 * MiB) {
                add_point(s, dtype::fp32, bystander_ends(dtype::fp32), bytes, in_place);
            }
        }
        for (std::size_t const bytes : sizes) {
            if (!product->version.empty() && bytes >= 16 * MiB) {
                add_point(s, dtype::fp16, product_ends(product), bytes, in_place);
            }
        }
    }
}

} // namespace

int main(int argc, char** argv) {
    return run_suite("pipeline", argc, argv, define);
}
