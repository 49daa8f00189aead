// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// The operators' schemas, and their kernels for CPU and CUDA: arguments are checked, their memory is brought into a
// form that reluk takes, and reluk's function is called.

#include "operations.hpp"

#include <ATen/ATen.h>
#include <ATen/EmptyTensor.h>
#include <ATen/MemoryOverlap.h>
#include <ATen/TensorIterator.h>
#include <ATen/native/Resize.h>
#include <torch/library.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#if defined(RELUK_TORCH_CUDA)
#include <ATen/cuda/EmptyTensor.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>
#endif

namespace {

using at::Tensor;
using at::TensorList;
using namespace reluk_torch;

void check_device(char const* op, char const* name, Tensor const& tensor, Tensor const& like) {
    TORCH_CHECK(tensor.device() == like.device(), "reluk::", op, ": ", name, " is on ", tensor.device(),
                ", the first tensor on ", like.device(), "; move them to one device.");
}

void check_type(char const* op, char const* name, Tensor const& tensor, at::ScalarType type) {
    TORCH_CHECK_TYPE(tensor.scalar_type() == type, "reluk::", op, ": ", name, " is of ", tensor.scalar_type(),
                     ", not of ", type, "; convert one of the tensors.");
}

void check_like(char const* op, char const* name, Tensor const& tensor, Tensor const& like) {
    check_device(op, name, tensor, like);
    check_type(op, name, tensor, like.scalar_type());
    TORCH_CHECK_VALUE(tensor.sizes() == like.sizes(), "reluk::", op, ": ", name, " has the shape ", tensor.sizes(),
                      ", the first tensor ", like.sizes(), "; they must agree, nothing is broadcast.");
}

/// An output as PyTorch has it: of the right device and dtype, and resized, with a warning unless it is empty.
void prepare_out(char const* op, Tensor const& out, Tensor const& like, at::ScalarType type, at::IntArrayRef sizes) {
    check_device(op, "the output", out, like);
    check_type(op, "the output", out, type);
    at::native::resize_output(out, sizes);
}

void prepare_out(char const* op, Tensor const& out, Tensor const& like) {
    prepare_out(op, out, like, like.scalar_type(), like.sizes());
}

/// at::empty_like(), without its way through the dispatcher where that is most of what a call costs the host.
Tensor new_like(Tensor const& self) {
#if defined(RELUK_TORCH_CUDA)
    if (self.is_cuda() && self.is_non_overlapping_and_dense()) {
        return Tensor(at::detail::empty_strided_cuda(self.sizes(), self.strides(), self.scalar_type(), self.device()));
    }
#endif
    return at::empty_like(self);
}

void check_has_kernel(char const* op, int status, at::ScalarType type) {
    TORCH_CHECK_TYPE(status != no_such_type, "reluk::", op, " has no kernel for ", type,
                     " tensors of these inputs; README.md of the extension lists the dtypes that it takes.");
}

/// Runs what(where), on the output's device and its current stream; a failure is an exception.
template <class What>
void run(char const* op, Tensor const& out, What const& what) {
    int status = done;
#if defined(RELUK_TORCH_CUDA)
    if (out.is_cuda()) {
        c10::cuda::CUDAGuard const guard(out.device());
        status = what(on_device{c10::cuda::getCurrentCUDAStream(out.device().index()).stream()});
        if (status != no_such_type && status != invalid) {
            C10_CUDA_CHECK(static_cast<cudaError_t>(status));
        }
    } else
#endif
    {
        status = what(on_host{});
    }
    check_has_kernel(op, status, out.scalar_type());
    TORCH_CHECK_VALUE(
        status != invalid, "reluk::", op,
        ": the output overlaps another tensor without being the same one (pass a tensor of its own), or a "
        "number is beyond the range of the dtype.");
}

/// Whether the tensors, of equal shape, have their elements in one stretch of memory each, in the same order.
bool is_same_order(Tensor const& a, Tensor const& b) {
    if (a.is_contiguous() && b.is_contiguous()) {
        return true;
    }
    for (int64_t dim = 0; dim < a.dim(); ++dim) {
        if (a.size(dim) > 1 && a.stride(dim) != b.stride(dim)) {
            return false;
        }
    }
    return a.is_non_overlapping_and_dense() && b.is_non_overlapping_and_dense();
}

void check_overlap(Tensor const& out, Tensor const& in) {
    at::assert_no_internal_overlap(out);
    at::assert_no_partial_overlap(out, in);
}

Tensor in_order_of(Tensor const& dense, Tensor const& tensor) {
    return is_same_order(dense, tensor) ? tensor : at::empty_like(dense, tensor.options()).copy_(tensor);
}

/// what(out, inputs...), with all of them in one stretch of memory each and in the same order: themselves, or copies.
template <class What, class... Inputs>
void flat(Tensor const& out, What const& what, Inputs const&... inputs) {
    if ((is_same_order(out, inputs) && ...)) {
        what(out, inputs...);
        return;
    }
    (check_overlap(out, inputs), ...);
    Tensor const dense = out.is_non_overlapping_and_dense() ? out : at::empty_like(out);
    what(dense, in_order_of(dense, inputs)...);
    if (!dense.is_same(out)) {
        out.copy_(dense);
    }
}

/// The same with tensors of one element order that is known beforehand: that of contiguous ones.
template <class What, class... Inputs>
void row_major(Tensor const& out, What const& what, Inputs const&... inputs) {
    Tensor const dense = out.contiguous(); // a copy where it is not; what is in it does not matter
    flat(dense, what, inputs...);
    if (!dense.is_same(out)) {
        (check_overlap(out, inputs), ...);
        out.copy_(dense);
    }
}

size_t size_of(Tensor const& tensor) {
    return static_cast<size_t>(tensor.numel());
}

// relu

/// relu() where both are matrices of rows without gaps, as column slices are.
bool relu_rows(Tensor const& out, Tensor const& self) {
    auto const iterator =
        at::TensorIteratorConfig().add_output(out).add_const_input(self).resize_outputs(false).build();
    auto const element = static_cast<int64_t>(out.element_size());
    auto const is_matrix = [&](at::IntArrayRef strides) {
        return strides[0] == element && strides[1] >= iterator.shape()[0] * element;
    };
    if (iterator.ndim() != 2 || !is_matrix(iterator.strides(0)) || !is_matrix(iterator.strides(1))) {
        return false;
    }
    auto const columns = static_cast<size_t>(iterator.shape()[0]);
    auto const rows = static_cast<size_t>(iterator.shape()[1]);
    auto const out_pitch = static_cast<size_t>(iterator.strides(0)[1]);
    auto const in_pitch = static_cast<size_t>(iterator.strides(1)[1]);
    run("relu", out, [&](auto where) {
        return selection<decltype(where)>{where}.relu_2d(out.scalar_type(), out.mutable_data_ptr(), out_pitch,
                                                         self.const_data_ptr(), in_pitch, rows, columns);
    });
    return true;
}

void rectify(Tensor const& out, Tensor const& self) {
    if (!is_same_order(out, self) && relu_rows(out, self)) {
        return;
    }
    flat(
        out,
        [](Tensor const& y, Tensor const& x) {
            run("relu", y, [&](auto where) {
                return selection<decltype(where)>{where}.relu(y.scalar_type(), y.mutable_data_ptr(), x.const_data_ptr(),
                                                              size_of(y));
            });
        },
        self);
}

Tensor relu(Tensor const& self) {
    Tensor const out = new_like(self);
    rectify(out, self);
    return out;
}

Tensor& relu_(Tensor& self) {
    rectify(self, self);
    return self;
}

Tensor& relu_out(Tensor const& self, Tensor& out) {
    prepare_out("relu", out, self);
    rectify(out, self);
    return out;
}

// relu of many tensors: what a call of relu for each in turn does, in as few launches as it takes.

/// The memory from a tensor's first element to its last, gaps included.
using stretch = std::pair<std::uintptr_t, std::uintptr_t>;

stretch stretch_of(Tensor const& tensor) {
    auto const begin = reinterpret_cast<std::uintptr_t>(tensor.const_data_ptr());
    return {begin, begin + at::detail::computeStorageNbytes(tensor.sizes(), tensor.strides(), tensor.element_size())};
}

/// Whether each output is apart from all tensors but its own input.
bool are_apart(TensorList out, TensorList self) {
    std::vector<stretch> stretches;
    for (size_t i = 0; i < out.size(); ++i) {
        if (out[i].numel() == 0) {
            continue;
        }
        stretches.push_back(stretch_of(out[i]));
        if (stretch const in = stretch_of(self[i]); in != stretches.back()) {
            stretches.push_back(in);
        }
    }
    std::sort(stretches.begin(), stretches.end());
    return std::adjacent_find(stretches.begin(), stretches.end(),
                              [](stretch const& a, stretch const& b) { return a.second > b.first; }) == stretches.end();
}

/// Tensors for one launch.
struct launch {
    Tensor like;
    std::vector<void*> out;
    std::vector<void const*> in;
    std::vector<size_t> n;
};

/// For outputs that are apart.
void rectify_together(TensorList out, TensorList self) {
    std::map<std::tuple<at::DeviceType, at::DeviceIndex, at::ScalarType>, launch> launches;
    for (size_t i = 0; i < out.size(); ++i) {
        if (!is_same_order(out[i], self[i])) {
            rectify(out[i], self[i]);
            continue;
        }
        at::Device const device = out[i].device();
        launch& one = launches[{device.type(), device.index(), out[i].scalar_type()}];
        one.like = out[i];
        one.out.push_back(out[i].mutable_data_ptr());
        one.in.push_back(self[i].const_data_ptr());
        one.n.push_back(size_of(out[i]));
    }
    for (auto const& [key, one] : launches) {
        run("relu_batch", one.like, [&, &one = one](auto where) {
            return selection<decltype(where)>{where}.relu_batch(one.like.scalar_type(), one.out.data(), one.in.data(),
                                                                one.n.data(), one.n.size());
        });
    }
}

// All tensors are checked before one is written.

void check_batch(TensorList self) {
    for (Tensor const& tensor : self) {
        int const status = selection<on_host>{}.relu(tensor.scalar_type(), nullptr, nullptr, 0);
        check_has_kernel("relu_batch", status, tensor.scalar_type());
    }
}

void check_batch_overlap(Tensor const& out, Tensor const& self) {
    stretch const to = stretch_of(out);
    stretch const from = stretch_of(self);
    TORCH_CHECK_VALUE(out.numel() == 0 || to == from || to.second <= from.first || from.second <= to.first,
                      "reluk::relu_batch: an output overlaps its input without being the same tensor; pass a tensor of "
                      "its own.");
    check_overlap(out, self);
}

void rectify_batch(TensorList out, TensorList self) {
    for (size_t i = 0; i < out.size(); ++i) {
        check_batch_overlap(out[i], self[i]);
    }
    if (are_apart(out, self)) {
        rectify_together(out, self);
        return;
    }
    for (size_t i = 0; i < out.size(); ++i) {
        rectify(out[i], self[i]);
    }
}

std::vector<Tensor> relu_batch(TensorList self) {
    check_batch(self);
    std::vector<Tensor> out;
    out.reserve(self.size());
    for (Tensor const& tensor : self) {
        out.push_back(new_like(tensor));
    }
    rectify_together(out, self);
    return out;
}

void relu_batch_(TensorList self) {
    check_batch(self);
    rectify_batch(self, self);
}

void relu_batch_out(TensorList self, TensorList out) {
    TORCH_CHECK_VALUE(out.size() == self.size(), "reluk::relu_batch: there are ", self.size(), " inputs and ",
                      out.size(), " outputs; pass one output for each input.");
    check_batch(self);
    for (size_t i = 0; i < out.size(); ++i) {
        check_device("relu_batch", "an output", out[i], self[i]);
        check_type("relu_batch", "an output", out[i], self[i].scalar_type());
    }
    for (size_t i = 0; i < out.size(); ++i) {
        at::native::resize_output(out[i], self[i].sizes());
    }
    rectify_batch(out, self);
}

/// An empty list is of no device: neither CPU nor CUDA is called with it.
void check_no_tensors(TensorList tensors) {
    TORCH_CHECK_NOT_IMPLEMENTED(tensors.empty(),
                                "reluk::relu_batch has no kernel for such tensors, but for dense ones on ",
                                "the devices that the extension is built for; convert or move them.");
}

/// Those of two tensors of one shape and dtype. `function` is called as function(where, type, out, a, b, n).
template <class Function>
void binary(char const* op, Tensor const& out, Tensor const& a, Tensor const& b, Function const& function) {
    flat(
        out,
        [&](Tensor const& to, Tensor const& x, Tensor const& y) {
            run(op, to, [&](auto where) {
                return function(where, to.scalar_type(), to.mutable_data_ptr(), x.const_data_ptr(), y.const_data_ptr(),
                                size_of(to));
            });
        },
        a, b);
}

Tensor& relu_backward_out(Tensor const& grad_output, Tensor const& result, Tensor& grad_input) {
    check_like("relu_backward", "result", result, grad_output);
    prepare_out("relu_backward", grad_input, result);
    binary("relu_backward", grad_input, grad_output, result,
           [](auto where, auto... arguments) { return selection<decltype(where)>{where}.relu_backward(arguments...); });
    return grad_input;
}

Tensor relu_backward(Tensor const& grad_output, Tensor const& result) {
    Tensor grad_input = new_like(result);
    return relu_backward_out(grad_output, result, grad_input);
}

// Masks: one bit for each element, in row-major order of the shape whatever the strides, so that a mask fits a gradient
// of any strides.

int64_t mask_words(Tensor const& tensor) {
    return (tensor.numel() + 31) / 32;
}

std::tuple<Tensor&, Tensor&> relu_with_mask_out(Tensor const& self, Tensor& out, Tensor& mask) {
    prepare_out("relu_with_mask", out, self);
    prepare_out("relu_with_mask", mask, self, at::kInt, {mask_words(self)});
    Tensor const bits = mask.contiguous();
    row_major(
        out,
        [&](Tensor const& y, Tensor const& x) {
            run("relu_with_mask", y, [&](auto where) {
                return selection<decltype(where)>{where}.relu_with_mask(y.scalar_type(), y.mutable_data_ptr(),
                                                                        static_cast<unsigned*>(bits.mutable_data_ptr()),
                                                                        x.const_data_ptr(), size_of(y));
            });
        },
        self);
    if (!bits.is_same(mask)) {
        mask.copy_(bits);
    }
    return {out, mask};
}

std::tuple<Tensor, Tensor> relu_with_mask(Tensor const& self) {
    Tensor out = at::empty_like(self, at::MemoryFormat::Contiguous);
    Tensor mask = at::empty({mask_words(self)}, self.options().dtype(at::kInt));
    return relu_with_mask_out(self, out, mask);
}

Tensor& relu_backward_mask_out(Tensor const& grad_output, Tensor const& mask, Tensor& grad_input) {
    check_device("relu_backward_mask", "mask", mask, grad_output);
    check_type("relu_backward_mask", "mask", mask, at::kInt);
    TORCH_CHECK_VALUE(mask.dim() == 1 && mask.size(0) == mask_words(grad_output),
                      "reluk::relu_backward_mask: mask has the shape ", mask.sizes(), "; for a gradient of ",
                      grad_output.numel(), " elements it is [", mask_words(grad_output), "], one bit an element.");
    prepare_out("relu_backward_mask", grad_input, grad_output);
    Tensor const bits = mask.contiguous();
    row_major(
        grad_input,
        [&](Tensor const& to, Tensor const& from) {
            run("relu_backward_mask", to, [&](auto where) {
                return selection<decltype(where)>{where}.relu_backward_mask(
                    to.scalar_type(), to.mutable_data_ptr(), from.const_data_ptr(),
                    static_cast<unsigned const*>(bits.const_data_ptr()), size_of(to));
            });
        },
        grad_output);
    return grad_input;
}

Tensor relu_backward_mask(Tensor const& grad_output, Tensor const& mask) {
    Tensor grad_input = at::empty_like(grad_output, at::MemoryFormat::Contiguous);
    return relu_backward_mask_out(grad_output, mask, grad_input);
}

// Sums

Tensor& add_relu_out(Tensor const& self, Tensor const& other, Tensor& out) {
    check_like("add_relu", "other", other, self);
    prepare_out("add_relu", out, self);
    binary("add_relu", out, self, other,
           [](auto where, auto... arguments) { return arithmetic<decltype(where)>{where}.add_relu(arguments...); });
    return out;
}

Tensor add_relu(Tensor const& self, Tensor const& other) {
    Tensor out = new_like(self);
    return add_relu_out(self, other, out);
}

Tensor& bias_relu_out(Tensor const& self, Tensor const& bias, int64_t dim, Tensor& out) {
    check_device("bias_relu", "bias", bias, self);
    check_type("bias_relu", "bias", bias, self.scalar_type());
    TORCH_CHECK_VALUE(self.dim() > 0, "reluk::bias_relu: a tensor without dimensions has none to add a bias along.");
    dim = c10::maybe_wrap_dim(dim, self.dim());
    TORCH_CHECK_VALUE(bias.dim() == 1 && bias.size(0) == self.size(dim), "reluk::bias_relu: bias has the shape ",
                      bias.sizes(), ", not [", self.size(dim), "], the size of dimension ", dim, " of self.");
    prepare_out("bias_relu", out, self);
    Tensor const dense_bias = bias.contiguous();
    flat(
        out,
        [&](Tensor const& y, Tensor const& x) {
            // What lies inside a dense tensor's dimension is as large as its stride, whatever the order of dimensions.
            size_t const channels = static_cast<size_t>(y.size(dim));
            bool const is_split = channels > 1 && size_of(y) > 0;
            size_t const inner = is_split ? static_cast<size_t>(y.stride(dim)) : size_of(y);
            size_t const outer = is_split ? size_of(y) / (channels * inner) : channels;
            run("bias_relu", y, [&](auto where) {
                return arithmetic<decltype(where)>{where}.bias_relu(y.scalar_type(), y.mutable_data_ptr(),
                                                                    x.const_data_ptr(), dense_bias.const_data_ptr(),
                                                                    outer, channels, inner);
            });
        },
        self);
    return out;
}

Tensor bias_relu(Tensor const& self, Tensor const& bias, int64_t dim) {
    Tensor out = new_like(self);
    return bias_relu_out(self, bias, dim, out);
}

// Casts

Tensor& relu_cast_out(Tensor const& self, at::ScalarType dtype, double scale, bool saturate, Tensor& out) {
    TORCH_CHECK_VALUE(scale > 0 && static_cast<float>(scale) > 0 && std::isfinite(static_cast<float>(scale)),
                      "reluk::relu_cast: the scale is ", scale, "; it must be a finite float32 above 0.");
    prepare_out("relu_cast", out, self, dtype, self.sizes());
    flat(
        out,
        [&](Tensor const& to, Tensor const& from) {
            run("relu_cast", to, [&](auto where) {
                return conversion<decltype(where)>{where}.relu_cast(to.scalar_type(), to.mutable_data_ptr(),
                                                                    from.scalar_type(), from.const_data_ptr(),
                                                                    size_of(to), static_cast<float>(scale), saturate);
            });
        },
        self);
    return out;
}

Tensor relu_cast(Tensor const& self, at::ScalarType dtype, double scale, bool saturate) {
    Tensor out = at::empty_like(self, self.options().dtype(dtype));
    return relu_cast_out(self, dtype, scale, saturate, out);
}

// Bounds, slopes and squares. `function` is called as function(where, type, out, in, n).

template <class Function>
void unary(char const* op, Tensor const& out, Tensor const& self, Function const& function) {
    flat(
        out,
        [&](Tensor const& y, Tensor const& x) {
            run(op, y, [&](auto where) {
                return function(where, y.scalar_type(), y.mutable_data_ptr(), x.const_data_ptr(), size_of(y));
            });
        },
        self);
}

void check_bound(char const* op, double bound) {
    TORCH_CHECK_VALUE(bound >= 0, "reluk::", op, ": the bound is ", bound, "; it must be a number of at least 0.");
}

Tensor& clipped_relu_out(Tensor const& self, double bound, Tensor& out) {
    check_bound("clipped_relu", bound);
    prepare_out("clipped_relu", out, self);
    unary("clipped_relu", out, self, [&](auto where, auto... arguments) {
        return selection<decltype(where)>{where}.clipped_relu(arguments..., bound + 0.0); // no negative zero
    });
    return out;
}

Tensor clipped_relu(Tensor const& self, double bound) {
    Tensor out = new_like(self);
    return clipped_relu_out(self, bound, out);
}

Tensor clipped_relu_backward(Tensor const& grad_output, Tensor const& self, double bound) {
    check_bound("clipped_relu_backward", bound);
    check_like("clipped_relu_backward", "self", self, grad_output);
    Tensor grad_input = new_like(self);
    binary("clipped_relu_backward", grad_input, grad_output, self, [&](auto where, auto... arguments) {
        return selection<decltype(where)>{where}.clipped_relu_backward(arguments..., bound + 0.0);
    });
    return grad_input;
}

Tensor& leaky_relu_out(Tensor const& self, double negative_slope, Tensor& out) {
    prepare_out("leaky_relu", out, self);
    unary("leaky_relu", out, self, [&](auto where, auto... arguments) {
        return arithmetic<decltype(where)>{where}.leaky_relu(arguments..., negative_slope);
    });
    return out;
}

Tensor leaky_relu(Tensor const& self, double negative_slope) {
    Tensor out = new_like(self);
    return leaky_relu_out(self, negative_slope, out);
}

Tensor leaky_relu_backward(Tensor const& grad_output, Tensor const& self, double negative_slope) {
    check_like("leaky_relu_backward", "self", self, grad_output);
    Tensor grad_input = new_like(self);
    binary("leaky_relu_backward", grad_input, grad_output, self, [&](auto where, auto... arguments) {
        return arithmetic<decltype(where)>{where}.leaky_relu_backward(arguments..., negative_slope);
    });
    return grad_input;
}

Tensor& squared_relu_out(Tensor const& self, Tensor& out) {
    prepare_out("squared_relu", out, self);
    unary("squared_relu", out, self,
          [](auto where, auto... arguments) { return arithmetic<decltype(where)>{where}.squared_relu(arguments...); });
    return out;
}

Tensor squared_relu(Tensor const& self) {
    Tensor out = new_like(self);
    return squared_relu_out(self, out);
}

Tensor squared_relu_backward(Tensor const& grad_output, Tensor const& self) {
    check_like("squared_relu_backward", "self", self, grad_output);
    Tensor grad_input = new_like(self);
    binary("squared_relu_backward", grad_input, grad_output, self, [](auto where, auto... arguments) {
        return arithmetic<decltype(where)>{where}.squared_relu_backward(arguments...);
    });
    return grad_input;
}

void implement(torch::Library& library) {
    library.impl("relu", relu);
    library.impl("relu_", relu_);
    library.impl("relu.out", relu_out);
    library.impl("relu_batch", relu_batch);
    library.impl("relu_batch_", relu_batch_);
    library.impl("relu_batch.out", relu_batch_out);
    library.impl("relu_backward", relu_backward);
    library.impl("relu_backward.grad_input", relu_backward_out);
    library.impl("relu_with_mask", relu_with_mask);
    library.impl("relu_with_mask.out", relu_with_mask_out);
    library.impl("relu_backward_mask", relu_backward_mask);
    library.impl("relu_backward_mask.grad_input", relu_backward_mask_out);
    library.impl("add_relu", add_relu);
    library.impl("add_relu.out", add_relu_out);
    library.impl("bias_relu", bias_relu);
    library.impl("bias_relu.out", bias_relu_out);
    library.impl("relu_cast", relu_cast);
    library.impl("relu_cast.out", relu_cast_out);
    library.impl("clipped_relu", clipped_relu);
    library.impl("clipped_relu.out", clipped_relu_out);
    library.impl("clipped_relu_backward", clipped_relu_backward);
    library.impl("leaky_relu", leaky_relu);
    library.impl("leaky_relu.out", leaky_relu_out);
    library.impl("leaky_relu_backward", leaky_relu_backward);
    library.impl("squared_relu", squared_relu);
    library.impl("squared_relu.out", squared_relu_out);
    library.impl("squared_relu_backward", squared_relu_backward);
}

} // namespace

TORCH_LIBRARY(reluk, library) {
    for (char const* const schema : {
             "relu(Tensor self) -> Tensor",
             "relu_(Tensor(a!) self) -> Tensor(a!)",
             "relu.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)",
             "relu_batch(Tensor[] tensors) -> Tensor[]",
             "relu_batch_(Tensor(a!)[] tensors) -> ()",
             "relu_batch.out(Tensor[] tensors, *, Tensor(a!)[] out) -> ()",
             "relu_backward(Tensor grad_output, Tensor result) -> Tensor",
             "relu_backward.grad_input(Tensor grad_output, Tensor result, *, Tensor(a!) grad_input) -> Tensor(a!)",
             "relu_with_mask(Tensor self) -> (Tensor, Tensor)",
             "relu_with_mask.out(Tensor self, *, Tensor(a!) out, Tensor(b!) mask) -> (Tensor(a!), Tensor(b!))",
             "relu_backward_mask(Tensor grad_output, Tensor mask) -> Tensor",
             "relu_backward_mask.grad_input(Tensor grad_output, Tensor mask, *, Tensor(a!) grad_input) -> Tensor(a!)",
             "add_relu(Tensor self, Tensor other) -> Tensor",
             "add_relu.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)",
             "bias_relu(Tensor self, Tensor bias, int dim=-1) -> Tensor",
             "bias_relu.out(Tensor self, Tensor bias, int dim=-1, *, Tensor(a!) out) -> Tensor(a!)",
             "relu_cast(Tensor self, ScalarType dtype, float scale=1.0, bool saturate=True) -> Tensor",
             "relu_cast.out(Tensor self, ScalarType dtype, float scale=1.0, bool saturate=True, *, Tensor(a!) out) -> "
             "Tensor(a!)",
             "clipped_relu(Tensor self, float bound=6.0) -> Tensor",
             "clipped_relu.out(Tensor self, float bound=6.0, *, Tensor(a!) out) -> Tensor(a!)",
             "clipped_relu_backward(Tensor grad_output, Tensor self, float bound) -> Tensor",
             "leaky_relu(Tensor self, float negative_slope=0.01) -> Tensor",
             "leaky_relu.out(Tensor self, float negative_slope=0.01, *, Tensor(a!) out) -> Tensor(a!)",
             "leaky_relu_backward(Tensor grad_output, Tensor self, float negative_slope) -> Tensor",
             "squared_relu(Tensor self) -> Tensor",
             "squared_relu.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)",
             "squared_relu_backward(Tensor grad_output, Tensor self) -> Tensor",
         }) {
        library.def(schema, {at::Tag::pt2_compliant_tag});
    }
}

TORCH_LIBRARY_IMPL(reluk, CompositeExplicitAutograd, library) {
    library.impl("relu_batch", [](TensorList tensors) {
        check_no_tensors(tensors);
        return std::vector<Tensor>{};
    });
    library.impl("relu_batch_", check_no_tensors);
    library.impl("relu_batch.out", [](TensorList tensors, TensorList) { check_no_tensors(tensors); });
}

TORCH_LIBRARY_IMPL(reluk, CPU, library) {
    implement(library);
}

#if defined(RELUK_TORCH_CUDA)
TORCH_LIBRARY_IMPL(reluk, CUDA, library) {
    implement(library);
}
#endif
