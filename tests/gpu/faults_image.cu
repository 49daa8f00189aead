// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
#include "faults_image.hpp"

#include "family_functions.cuh"

namespace faults {

cudaError_t relu_for_another_device(float* out, float const* in, std::size_t n, cudaStream_t stream) {
    return reluk::relu<float, reluk::load::cached, reluk::store::cached>(out, in, n, stream);
}

cudaError_t add_relu_for_another_device(float* out, float const* a, float const* b, std::size_t n,
                                        cudaStream_t stream) {
    calls::launch how;
    how.stream = stream;
    return reluk::detail::family::add_relu(calls::on_device_in_one_kernel{how}, out, a, b, n);
}

} // namespace faults
