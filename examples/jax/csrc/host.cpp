// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// JAX's CPU: the kernel's body, walked on the host.

#include "calls.hpp"

#include <reluk/family.hpp>

namespace reluk_jax {
namespace {

ffi::Error error_of(bool done) {
    return done ? ffi::Error::Success() : ffi::Error::InvalidArgument("reluk: the arrays overlap or are misaligned.");
}

ffi::Error relu(ffi::AnyBuffer in, ffi::Result<ffi::AnyBuffer> out) {
    return call(
        all_elements{}, [&](auto t) { return error_of(reluk::host::relu(as(t, *out), as(t, in), in.element_count())); },
        in, *out);
}

ffi::Error relu_backward(ffi::AnyBuffer gradient, ffi::AnyBuffer y, ffi::Result<ffi::AnyBuffer> out) {
    return call(
        floating_elements{},
        [&](auto t) {
            return error_of(
                reluk::host::relu_backward(as(t, *out), as(t, gradient), as(t, y), gradient.element_count()));
        },
        gradient, y, *out);
}

} // namespace
} // namespace reluk_jax

#pragma GCC visibility push(default)
XLA_FFI_DEFINE_HANDLER_SYMBOL(reluk_jax_relu_cpu, reluk_jax::relu,
                              xla::ffi::Ffi::Bind().Arg<xla::ffi::AnyBuffer>().Ret<xla::ffi::AnyBuffer>());
XLA_FFI_DEFINE_HANDLER_SYMBOL(
    reluk_jax_relu_backward_cpu, reluk_jax::relu_backward,
    xla::ffi::Ffi::Bind().Arg<xla::ffi::AnyBuffer>().Arg<xla::ffi::AnyBuffer>().Ret<xla::ffi::AnyBuffer>());
#pragma GCC visibility pop
