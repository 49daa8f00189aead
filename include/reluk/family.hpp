// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// ReLU's family on the CPU, and the checks that its forms on the device (family.cuh, which says what each does) share.
#pragma once

#include "host.hpp"
#include "mask.hpp"
#include "op_arithmetic.hpp"
#include "op_select.hpp"
#include "pitched.hpp"

#include <type_traits>

RELUK_NAMESPACE_BEGIN

namespace detail {

/// Each function of the family checks its arguments and makes a request of them. `run` carries it out: run(request)
/// on whatever it runs on, run.nothing() where there is nothing to do, and run.invalid() for arguments out of contract.
namespace family {

template <class T>
using relu_of = typename op::relu<T>::bitwise;

template <class T>
using wide = typename format_of<T>::wide;

template <class T>
bool is_tensor(T const* tensor, size_t n) {
    return reluk::is_tensor(tensor, n, sizeof(T));
}

/// Whether an output may be written while an input is read: the same tensor of one element size, or apart.
template <class Out, class In>
bool may_write(Out* out, In const* in, size_t n) {
    bool const same = static_cast<void const*>(out) == static_cast<void const*>(in) && sizeof(Out) == sizeof(In);
    return same || reluk::are_apart(out, n * sizeof(Out), in, n * sizeof(In));
}

template <class Run, class Op, class Out, class In>
auto unary(Run const& run, Op const& op, Out* out, In const* in, size_t n) {
    if (n == 0) {
        return run.nothing();
    }
    return family::is_tensor(out, n) && family::is_tensor(in, n) && family::may_write(out, in, n)
               ? run(request<Op>{out, in, n, op})
               : run.invalid();
}

/// The second input is a tensor too.
template <class Run, class Op, class T>
auto binary(Run const& run, Op const& op, T* out, T const* a, T const* b, size_t n) {
    if (n == 0) {
        return run.nothing();
    }
    bool const valid = family::is_tensor(out, n) && family::is_tensor(a, n) && family::is_tensor(b, n) &&
                       family::may_write(out, a, n) && family::may_write(out, b, n);
    return valid ? run(request<Op>{out, a, n, op, {b}}) : run.invalid();
}

template <class Run, class T>
auto relu_backward(Run const& run, T* grad_in, T const* grad_out, T const* y, size_t n) {
    [[maybe_unused]] format_of<T> const is_floating{};
    return family::binary(run, detail::gradient<relu_of<T>, false>{}, grad_in, grad_out, y, n);
}

constexpr size_t mask_bytes(size_t n) {
    return (n / 32 + (n % 32 != 0)) * 4;
}

template <class Run, class T>
auto relu_with_mask(Run const& run, T* out, unsigned* mask, T const* in, size_t n) {
    static_assert(op::has_own_numbers<T>,
                  "an element of this type holds two numbers, and the mask has one bit per element");
    if (n == 0) {
        return run.nothing();
    }
    bool const valid = reluk::are_tensors(out, in, n, sizeof(T)) &&
                       reluk::is_tensor(mask, family::mask_bytes(n) / 4, 4) &&
                       reluk::are_apart(mask, family::mask_bytes(n), in, n * sizeof(T)) &&
                       reluk::are_apart(mask, family::mask_bytes(n), out, n * sizeof(T));
    return valid ? run(request<op::with_mask<relu_of<T>>>{out, in, mask, n}) : run.invalid();
}

template <class Run, class T>
auto relu_backward_mask(Run const& run, T* grad_in, T const* grad_out, unsigned const* mask, size_t n) {
    [[maybe_unused]] format_of<T> const is_floating{};
    if (n == 0) {
        return run.nothing();
    }
    bool const valid = reluk::are_tensors(grad_in, grad_out, n, sizeof(T)) &&
                       reluk::is_tensor(mask, family::mask_bytes(n) / 4, 4) &&
                       reluk::are_apart(mask, family::mask_bytes(n), grad_in, n * sizeof(T));
    return valid ? run(request<detail::masked_gradient<sizeof(T)>>{grad_in, grad_out, n, {}, {mask}}) : run.invalid();
}

template <class T>
using sum =
    detail::arithmetic<detail::rectified_sum, format_of<T>, format_of<T>, format_of<T>, tensor_operand<sizeof(T)>>;

template <class T>
using biased =
    detail::arithmetic<detail::rectified_sum, format_of<T>, format_of<T>, format_of<T>, bias_operand<sizeof(T)>>;

template <class Run, class T>
auto add_relu(Run const& run, T* out, T const* a, T const* b, size_t n) {
    return family::binary(run, sum<T>{}, out, a, b, n);
}

/// A tensor of outer * channels * inner elements; element i takes the bias of channel i / inner % channels.
template <class Run, class T>
auto bias_relu(Run const& run, T* out, T const* in, T const* bias, size_t outer, size_t channels, size_t inner) {
    if (outer == 0 || channels == 0 || inner == 0) {
        return run.nothing();
    }
    size_t const most = ~size_t{0};
    if (channels > most / inner || outer > most / (channels * inner)) {
        return run.invalid();
    }
    size_t const n = outer * channels * inner;
    bool const valid = reluk::are_tensors(out, in, n, sizeof(T)) && family::is_tensor(bias, channels) &&
                       reluk::are_apart(bias, channels * sizeof(T), out, n * sizeof(T));
    return valid ? run(request<biased<T>>{out, in, n, {}, {bias, inner, channels}}) : run.invalid();
}

template <class Run, class Out, class In>
auto relu_cast(Run const& run, Out* out, In const* in, size_t n, float scale, overflow beyond) {
    static_assert(sizeof(Out) <= 4 && sizeof(In) <= 4, "relu_cast computes in float: not from or to double");
    using cast = detail::arithmetic<detail::rectified_product, format_of<Out>, format_of<In>>;
    // Also false for NaN. Zero and negative scales would make what ReLU has just prevented: negative zeros and numbers.
    bool const positive = scale > 0 && scale <= 3.402823466e38f;
    return positive ? family::unary(run, cast{{scale}, beyond}, out, in, n) : run.invalid();
}

template <class T>
bits<sizeof(T)> bits_of(T const& x) {
    return reluk::bit_cast<bits<sizeof(T)>>(x);
}

/// Whether a bound is a number >= 0: ReLU leaves it as it is, and it is not a NaN. -0.0 is refused with the negatives.
template <class T>
bool is_bound(T const& bound) {
    return relu_of<T>{}(family::bits_of(bound)) == family::bits_of(bound) &&
           family::bits_of(bound) <= relu_of<T>::largest;
}

template <class Run, class T>
auto clipped_relu(Run const& run, T* out, T const* in, size_t n, T const& bound) {
    static_assert(op::has_own_numbers<T>, "an element of this type holds two numbers, and the bound would have two");
    return family::is_bound(bound) ? family::unary(run, detail::clip<relu_of<T>>{family::bits_of(bound)}, out, in, n)
                                   : run.invalid();
}

template <class Run, class T>
auto clipped_relu_backward(Run const& run, T* grad_in, T const* grad_out, T const* y, size_t n, T const& bound) {
    [[maybe_unused]] format_of<T> const is_floating{};
    using element = bits<sizeof(T)>;
    // Nothing positive is below the least positive number either, and 0 is not > 0.
    element const at = family::bits_of(bound) == 0 ? element{1} : family::bits_of(bound);
    return family::is_bound(bound)
               ? family::binary(run, detail::gradient<relu_of<T>, true>{at}, grad_in, grad_out, y, n)
               : run.invalid();
}

template <class Run, class T>
auto leaky_relu(Run const& run, T* out, T const* in, size_t n, wide<T> slope) {
    using leaky = detail::arithmetic<detail::leak<wide<T>>, format_of<T>, format_of<T>>;
    return slope == 0 ? family::unary(run, relu_of<T>{}, out, in, n) : family::unary(run, leaky{{slope}}, out, in, n);
}

template <class Run, class T>
auto leaky_relu_backward(Run const& run, T* grad_in, T const* grad_out, T const* x, size_t n, wide<T> slope) {
    using format = format_of<T>;
    using leaky = detail::arithmetic<detail::leak_gradient<wide<T>>, format, format, format, tensor_operand<sizeof(T)>>;
    return slope == 0 ? family::relu_backward(run, grad_in, grad_out, x, n)
                      : family::binary(run, leaky{{slope}}, grad_in, grad_out, x, n);
}

template <class Run, class T>
auto squared_relu(Run const& run, T* out, T const* in, size_t n) {
    return family::unary(run, detail::arithmetic<detail::rectified_square, format_of<T>, format_of<T>>{}, out, in, n);
}

template <class Run, class T>
auto squared_relu_backward(Run const& run, T* grad_in, T const* grad_out, T const* x, size_t n) {
    using format = format_of<T>;
    using squared =
        detail::arithmetic<detail::rectified_square_gradient, format, format, format, tensor_operand<sizeof(T)>>;
    return family::binary(run, squared{}, grad_in, grad_out, x, n);
}

/// Whether the rows, `pitch` bytes apart, are memory to work on. Neither rows nor columns are 0.
template <class T>
bool is_matrix(T const* matrix, size_t pitch, size_t rows, size_t columns) {
    auto const address = reinterpret_cast<size_t>(matrix);
    size_t const last = ~size_t{0};
    if (!family::is_tensor(matrix, columns) || (rows > 1 && (pitch % sizeof(T) != 0 || pitch < columns * sizeof(T)))) {
        return false;
    }
    size_t const room = last - address - columns * sizeof(T);
    return rows == 1 || rows - 1 <= room / pitch;
}

/// Whether no row of one matrix shares a byte with a row of the other: they lie apart, or side by side in one pitch.
inline bool are_matrices_apart(void const* a, size_t a_pitch, void const* b, size_t b_pitch, size_t rows,
                               size_t row_bytes) {
    if (reluk::are_apart(a, (rows - 1) * a_pitch + row_bytes, b, (rows - 1) * b_pitch + row_bytes)) {
        return true;
    }
    auto const a_address = reinterpret_cast<size_t>(a);
    auto const b_address = reinterpret_cast<size_t>(b);
    size_t const distance = a_address < b_address ? b_address - a_address : a_address - b_address;
    return a_pitch == b_pitch && distance % a_pitch >= row_bytes && distance % a_pitch <= a_pitch - row_bytes;
}

template <class Run, class T>
auto relu_2d(Run const& run, T* out, size_t out_pitch, T const* in, size_t in_pitch, size_t rows, size_t columns) {
    if (rows == 0 || columns == 0) {
        return run.nothing();
    }
    if (!family::is_matrix(out, out_pitch, rows, columns) || !family::is_matrix(in, in_pitch, rows, columns)) {
        return run.invalid();
    }
    size_t const row_bytes = columns * sizeof(T);
    if (rows == 1 || (out_pitch == row_bytes && in_pitch == row_bytes)) {
        return family::unary(run, relu_of<T>{}, out, in, rows * columns);
    }
    bool const valid = (out == in && out_pitch == in_pitch) ||
                       family::are_matrices_apart(out, out_pitch, in, in_pitch, rows, row_bytes);
    return valid ? run(request<op::pitched<relu_of<T>>>{out, in, out_pitch, in_pitch, rows, columns}) : run.invalid();
}

} // namespace family

/// Runs requests on the CPU.
struct on_host {
    template <class Op>
    bool operator()(request<Op> const& what) const {
        launch_config config;
        config.block = 256;
        size_t const tiles = what.items(16) / config.block + 1;
        config.grid = tiles < 2147483647 ? static_cast<unsigned>(tiles) : 2147483647;
        host::walk<16, 1>(what, config, load::cached{}, store::cached{});
        return true;
    }
    static bool nothing() { return true; }
    static bool invalid() { return false; }
};

} // namespace detail

namespace host {

// What the functions of the same names in family.cuh do on the device, in host memory. False, with nothing written,
// where those return cudaErrorInvalidValue.

/// reluk::relu_backward() in host memory.
template <class T>
[[nodiscard]] bool relu_backward(T* grad_in, T const* grad_out, T const* y, size_t n) noexcept {
    return detail::family::relu_backward(detail::on_host{}, grad_in, grad_out, y, n);
}

/// reluk::relu_with_mask() in host memory.
template <class T>
[[nodiscard]] bool relu_with_mask(T* out, unsigned* mask, T const* in, size_t n) noexcept {
    return detail::family::relu_with_mask(detail::on_host{}, out, mask, in, n);
}

/// reluk::relu_backward_mask() in host memory.
template <class T>
[[nodiscard]] bool relu_backward_mask(T* grad_in, T const* grad_out, unsigned const* mask, size_t n) noexcept {
    return detail::family::relu_backward_mask(detail::on_host{}, grad_in, grad_out, mask, n);
}

/// reluk::add_relu() in host memory.
template <class T>
[[nodiscard]] bool add_relu(T* out, T const* a, T const* b, size_t n) noexcept {
    return detail::family::add_relu(detail::on_host{}, out, a, b, n);
}

/// reluk::bias_relu() in host memory.
template <class T>
[[nodiscard]] bool bias_relu(T* out, T const* in, T const* bias, size_t rows, size_t columns) noexcept {
    return detail::family::bias_relu(detail::on_host{}, out, in, bias, rows, columns, 1);
}

/// reluk::bias_relu_channels() in host memory.
template <class T>
[[nodiscard]] bool bias_relu_channels(T* out, T const* in, T const* bias, size_t images, size_t channels,
                                      size_t pixels) noexcept {
    return detail::family::bias_relu(detail::on_host{}, out, in, bias, images, channels, pixels);
}

/// reluk::relu_cast() in host memory.
template <class Out, class In>
[[nodiscard]] bool relu_cast(Out* out, In const* in, size_t n, float scale = 1.0f,
                             overflow beyond = overflow::saturate) noexcept {
    return detail::family::relu_cast(detail::on_host{}, out, in, n, scale, beyond);
}

/// reluk::clipped_relu() in host memory.
template <class T>
[[nodiscard]] bool clipped_relu(T* out, T const* in, size_t n, T bound) noexcept {
    return detail::family::clipped_relu(detail::on_host{}, out, in, n, bound);
}

/// reluk::clipped_relu_backward() in host memory.
template <class T>
[[nodiscard]] bool clipped_relu_backward(T* grad_in, T const* grad_out, T const* y, size_t n, T bound) noexcept {
    return detail::family::clipped_relu_backward(detail::on_host{}, grad_in, grad_out, y, n, bound);
}

/// reluk::leaky_relu() in host memory.
template <class T>
[[nodiscard]] bool leaky_relu(T* out, T const* in, size_t n, typename format_of<T>::wide slope) noexcept {
    return detail::family::leaky_relu(detail::on_host{}, out, in, n, slope);
}

/// reluk::leaky_relu_backward() in host memory.
template <class T>
[[nodiscard]] bool leaky_relu_backward(T* grad_in, T const* grad_out, T const* x, size_t n,
                                       typename format_of<T>::wide slope) noexcept {
    return detail::family::leaky_relu_backward(detail::on_host{}, grad_in, grad_out, x, n, slope);
}

/// reluk::squared_relu() in host memory.
template <class T>
[[nodiscard]] bool squared_relu(T* out, T const* in, size_t n) noexcept {
    return detail::family::squared_relu(detail::on_host{}, out, in, n);
}

/// reluk::squared_relu_backward() in host memory.
template <class T>
[[nodiscard]] bool squared_relu_backward(T* grad_in, T const* grad_out, T const* x, size_t n) noexcept {
    return detail::family::squared_relu_backward(detail::on_host{}, grad_in, grad_out, x, n);
}

/// reluk::relu_2d() in host memory.
template <class T>
[[nodiscard]] bool relu_2d(T* out, size_t out_pitch, T const* in, size_t in_pitch, size_t rows,
                           size_t columns) noexcept {
    return detail::family::relu_2d(detail::on_host{}, out, out_pitch, in, in_pitch, rows, columns);
}

} // namespace host

RELUK_NAMESPACE_END
