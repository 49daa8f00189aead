// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
#include "chain.hpp"

namespace bench {

ends elementwise(dtype type, std::string name, neighbour_shape shape) {
    unsigned const element = info(type).bytes;
    return {std::move(name),
            [=](tensors const& t, cudaStream_t stream) {
                return run_neighbour(shape, t.in, t.source, t.n * element, stream);
            },
            [=](tensors const& t, void const* from, cudaStream_t stream) {
                return run_neighbour(shape, t.sink, from, t.n * element, stream);
            }};
}

candidate in_chain(candidate const& relu, ends const& e) {
    return {relu.name,
            [relu, e](tensors const& t, cudaStream_t stream) {
                cudaError_t status = e.produce(t, stream);
                if (status == cudaSuccess) {
                    status = relu.launch(t, stream);
                }
                return status == cudaSuccess ? e.consume(t, t.out, stream) : status;
            },
            relu.expected};
}

candidate without_relu(ends const& e) {
    return {"none",
            [e](tensors const& t, cudaStream_t stream) {
                cudaError_t const status = e.produce(t, stream);
                return status == cudaSuccess ? e.consume(t, t.in, stream) : status;
            },
            result::none};
}

} // namespace bench
