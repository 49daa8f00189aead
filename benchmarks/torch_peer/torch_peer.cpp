// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
#include "torch_peer.h"

#include <ATen/core/Tensor.h>
#include <ATen/ops/add.h>
#include <ATen/ops/clamp_min.h>
#include <ATen/ops/from_blob.h>
#include <ATen/ops/mul.h>
#include <ATen/ops/scalar_tensor.h>
#include <c10/core/InferenceMode.h>
#include <c10/cuda/CUDAFunctions.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>
#include <cstdio>
#include <cstring>
#include <exception>
#include <optional>
#include <torch/version.h>

namespace {

std::optional<c10::ScalarType> scalar_type(char const* dtype) {
    static constexpr struct {
        char const* name;
        c10::ScalarType type;
    } types[] = {{"fp64", c10::kDouble},   {"fp32", c10::kFloat}, {"fp16", c10::kHalf},
                 {"bf16", c10::kBFloat16}, {"int8", c10::kChar},  {"int16", c10::kShort},
                 {"int32", c10::kInt},     {"int64", c10::kLong}, {"uint8", c10::kByte}};
    for (auto const& entry : types) {
        if (std::strcmp(entry.name, dtype) == 0) {
            return entry.type;
        }
    }
    return std::nullopt;
}

} // namespace

extern "C" char const* reluk_torch_version() {
    return TORCH_VERSION;
}

extern "C" int reluk_torch_apply(reluk_torch_op op, char const* dtype, void* out, void const* in, size_t n,
                                 double scalar, void* stream) {
    auto const type = scalar_type(dtype);
    if (!type) {
        return 1;
    }
    try {
        c10::InferenceMode const no_autograd;
        auto const device = c10::cuda::current_device();
        c10::cuda::CUDAStreamGuard const guard(
            c10::cuda::getStreamFromExternal(static_cast<cudaStream_t>(stream), device));
        auto const options = at::TensorOptions().dtype(*type).device(c10::kCUDA, device);
        auto const size = static_cast<int64_t>(n);
        at::Tensor target = at::from_blob(out, {size}, options);
        at::Tensor const source = at::from_blob(const_cast<void*>(in), {size}, options);
        switch (op) {
        case reluk_torch_relu: at::clamp_min_out(target, source, 0); break;
        case reluk_torch_add:
            at::add_out(target, source, at::scalar_tensor(scalar, at::TensorOptions().dtype(*type)));
            break;
        case reluk_torch_multiply:
            at::mul_out(target, source, at::scalar_tensor(scalar, at::TensorOptions().dtype(*type)));
            break;
        }
        return 0;
    } catch (std::exception const& error) {
        std::fprintf(stderr, "PyTorch: %s\n", error.what());
        return 1;
    }
}
