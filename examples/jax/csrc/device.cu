// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// JAX's GPUs: a kernel on XLA's stream, for the device that XLA has made the current one. One kernel, asynchronous and
// without allocation: XLA may capture it into a graph.

#include "calls.hpp"

#include <reluk/family.cuh>

namespace reluk_jax {
namespace {

ffi::Error error_of(cudaError_t status) {
    return status == cudaSuccess ? ffi::Error::Success()
                                 : ffi::Error::Internal(std::string("reluk: ") + cudaGetErrorString(status) + ".");
}

ffi::Error relu(cudaStream_t stream, ffi::AnyBuffer in, ffi::Result<ffi::AnyBuffer> out) {
    return call(
        all_elements{},
        [&](auto t) { return error_of(reluk::relu(as(t, *out), as(t, in), in.element_count(), stream)); }, in, *out);
}

ffi::Error relu_backward(cudaStream_t stream, ffi::AnyBuffer gradient, ffi::AnyBuffer y,
                         ffi::Result<ffi::AnyBuffer> out) {
    return call(
        floating_elements{},
        [&](auto t) {
            return error_of(
                reluk::relu_backward(as(t, *out), as(t, gradient), as(t, y), gradient.element_count(), stream));
        },
        gradient, y, *out);
}

} // namespace
} // namespace reluk_jax

#pragma GCC visibility push(default)
XLA_FFI_DEFINE_HANDLER_SYMBOL(reluk_jax_relu_cuda, reluk_jax::relu,
                              xla::ffi::Ffi::Bind()
                                  .Ctx<xla::ffi::PlatformStream<cudaStream_t>>()
                                  .Arg<xla::ffi::AnyBuffer>()
                                  .Ret<xla::ffi::AnyBuffer>(),
                              {xla::ffi::Traits::kCmdBufferCompatible});
XLA_FFI_DEFINE_HANDLER_SYMBOL(reluk_jax_relu_backward_cuda, reluk_jax::relu_backward,
                              xla::ffi::Ffi::Bind()
                                  .Ctx<xla::ffi::PlatformStream<cudaStream_t>>()
                                  .Arg<xla::ffi::AnyBuffer>()
                                  .Arg<xla::ffi::AnyBuffer>()
                                  .Ret<xla::ffi::AnyBuffer>(),
                              {xla::ffi::Traits::kCmdBufferCompatible});
#pragma GCC visibility pop
