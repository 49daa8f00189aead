// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// What surrounds the kernels: gradients, version counters of what is written, and functionalization, by which
// torch.compile makes functions of what writes.
//
// Gradients are given here rather than in Python because a call that needs none then costs nothing more than a look at
// its tensors.

#include <ATen/ATen.h>
#include <ATen/FunctionalTensorWrapper.h>
#include <torch/csrc/autograd/VariableTypeUtils.h>
#include <torch/csrc/autograd/custom_function.h>
#include <torch/library.h>

namespace {

using at::Tensor;
using at::TensorList;
using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

template <class Signature>
auto find(char const* name) {
    return c10::Dispatcher::singleton().findSchemaOrThrow(name, "").typed<Signature>();
}

/// The operators as functions, through the dispatcher.
namespace call {

Tensor relu(Tensor const& self) {
    static auto const op = find<Tensor(Tensor const&)>("reluk::relu");
    return op.call(self);
}

Tensor& relu_(Tensor& self) {
    static auto const op = find<Tensor&(Tensor&)>("reluk::relu_");
    return op.call(self);
}

std::vector<Tensor> relu_batch(TensorList self) {
    static auto const op = find<std::vector<Tensor>(TensorList)>("reluk::relu_batch");
    return op.call(self);
}

void relu_batch_(TensorList self) {
    static auto const op = find<void(TensorList)>("reluk::relu_batch_");
    op.call(self);
}

Tensor relu_backward(Tensor const& grad_output, Tensor const& result) {
    static auto const op = find<Tensor(Tensor const&, Tensor const&)>("reluk::relu_backward");
    return op.call(grad_output, result);
}

std::tuple<Tensor, Tensor> relu_with_mask(Tensor const& self) {
    static auto const op = find<std::tuple<Tensor, Tensor>(Tensor const&)>("reluk::relu_with_mask");
    return op.call(self);
}

Tensor relu_backward_mask(Tensor const& grad_output, Tensor const& mask) {
    static auto const op = find<Tensor(Tensor const&, Tensor const&)>("reluk::relu_backward_mask");
    return op.call(grad_output, mask);
}

Tensor add_relu(Tensor const& self, Tensor const& other) {
    static auto const op = find<Tensor(Tensor const&, Tensor const&)>("reluk::add_relu");
    return op.call(self, other);
}

Tensor bias_relu(Tensor const& self, Tensor const& bias, int64_t dim) {
    static auto const op = find<Tensor(Tensor const&, Tensor const&, int64_t)>("reluk::bias_relu");
    return op.call(self, bias, dim);
}

Tensor relu_cast(Tensor const& self, at::ScalarType dtype, double scale, bool saturate) {
    static auto const op = find<Tensor(Tensor const&, at::ScalarType, double, bool)>("reluk::relu_cast");
    return op.call(self, dtype, scale, saturate);
}

Tensor clipped_relu(Tensor const& self, double bound) {
    static auto const op = find<Tensor(Tensor const&, double)>("reluk::clipped_relu");
    return op.call(self, bound);
}

Tensor clipped_relu_backward(Tensor const& grad_output, Tensor const& self, double bound) {
    static auto const op = find<Tensor(Tensor const&, Tensor const&, double)>("reluk::clipped_relu_backward");
    return op.call(grad_output, self, bound);
}

Tensor leaky_relu(Tensor const& self, double slope) {
    static auto const op = find<Tensor(Tensor const&, double)>("reluk::leaky_relu");
    return op.call(self, slope);
}

Tensor leaky_relu_backward(Tensor const& grad_output, Tensor const& self, double slope) {
    static auto const op = find<Tensor(Tensor const&, Tensor const&, double)>("reluk::leaky_relu_backward");
    return op.call(grad_output, self, slope);
}

Tensor squared_relu(Tensor const& self) {
    static auto const op = find<Tensor(Tensor const&)>("reluk::squared_relu");
    return op.call(self);
}

Tensor squared_relu_backward(Tensor const& grad_output, Tensor const& self) {
    static auto const op = find<Tensor(Tensor const&, Tensor const&)>("reluk::squared_relu_backward");
    return op.call(grad_output, self);
}

} // namespace call

// Gradients. Each formula has forward(context, arguments...), run below autograd, and backward(context, gradient of the
// first output), which gives a gradient for each argument. A backward is made of operators that have gradients
// themselves.

template <class Formula>
struct function : torch::autograd::Function<function<Formula>> {
    template <class... Arguments>
    static auto forward(AutogradContext* context, Arguments const&... arguments) {
        at::AutoDispatchBelowAutograd const guard;
        return Formula::forward(context, arguments...);
    }
    static variable_list backward(AutogradContext* context, variable_list const& gradients) {
        return Formula::backward(context, gradients[0]);
    }
};

bool requires_grad(Tensor const& tensor) {
    return tensor.requires_grad();
}

template <class NotTensor>
bool requires_grad(NotTensor const&) {
    return false;
}

template <class... Arguments>
bool needs_gradient(Arguments const&... arguments) {
    return at::GradMode::is_enabled() && (requires_grad(arguments) || ...);
}

/// operation(arguments...), with the gradient of Formula where one is needed.
template <class Formula, class Operation, class... Arguments>
auto differentiate(Operation const& operation, Arguments const&... arguments) {
    if (needs_gradient(arguments...)) {
        return function<Formula>::apply(arguments...);
    }
    at::AutoDispatchBelowAutograd const guard;
    return operation(arguments...);
}

double number(AutogradContext* context, char const* name) {
    return context->saved_data[name].toDouble();
}

struct of_relu {
    static Tensor forward(AutogradContext* context, Tensor const& self) {
        Tensor const result = call::relu(self);
        context->save_for_backward({result});
        return result;
    }
    static variable_list backward(AutogradContext* context, Tensor const& gradient) {
        return {call::relu_backward(gradient, context->get_saved_variables()[0])};
    }
};

/// A result, given to a formula that has nothing left to compute. Not a Tensor, which would be taken for an input.
struct computed {
    Tensor result;
};

struct of_computed_relu {
    static Tensor forward(AutogradContext* context, Tensor const&, computed const& output) {
        context->save_for_backward({output.result});
        return output.result;
    }
    static variable_list backward(AutogradContext* context, Tensor const& gradient) {
        return {of_relu::backward(context, gradient)[0], Tensor()};
    }
};

/// In place.
struct of_computed_relu_ {
    static Tensor forward(AutogradContext* context, Tensor self) {
        context->mark_dirty({self});
        context->save_for_backward({self});
        return self;
    }
    static variable_list backward(AutogradContext* context, Tensor const& gradient) {
        return of_relu::backward(context, gradient);
    }
};

/// relu_backward is linear in the gradient, and constant, where it has a slope at all, in the result.
struct of_relu_backward {
    static Tensor forward(AutogradContext* context, Tensor const& grad_output, Tensor const& result) {
        context->save_for_backward({result});
        return call::relu_backward(grad_output, result);
    }
    static variable_list backward(AutogradContext* context, Tensor const& gradient) {
        return {call::relu_backward(gradient, context->get_saved_variables()[0]), Tensor()};
    }
};

struct of_relu_with_mask {
    static variable_list forward(AutogradContext* context, Tensor const& self) {
        auto const [result, mask] = call::relu_with_mask(self);
        context->mark_non_differentiable({mask});
        context->save_for_backward({mask});
        return {result, mask};
    }
    static variable_list backward(AutogradContext* context, Tensor const& gradient) {
        return {call::relu_backward_mask(gradient, context->get_saved_variables()[0])};
    }
};

struct of_relu_backward_mask {
    static Tensor forward(AutogradContext* context, Tensor const& grad_output, Tensor const& mask) {
        context->save_for_backward({mask});
        return call::relu_backward_mask(grad_output, mask);
    }
    static variable_list backward(AutogradContext* context, Tensor const& gradient) {
        return {call::relu_backward_mask(gradient, context->get_saved_variables()[0]), Tensor()};
    }
};

struct of_add_relu {
    static Tensor forward(AutogradContext* context, Tensor const& self, Tensor const& other) {
        Tensor const result = call::add_relu(self, other);
        context->save_for_backward({result});
        return result;
    }
    static variable_list backward(AutogradContext* context, Tensor const& gradient) {
        Tensor const both = call::relu_backward(gradient, context->get_saved_variables()[0]);
        return {both, both};
    }
};

struct of_bias_relu {
    static Tensor forward(AutogradContext* context, Tensor const& self, Tensor const& bias, int64_t dim) {
        Tensor const result = call::bias_relu(self, bias, dim);
        context->save_for_backward({result});
        context->saved_data["dim"] = dim;
        return result;
    }
    static variable_list backward(AutogradContext* context, Tensor const& gradient) {
        Tensor const grad_self = call::relu_backward(gradient, context->get_saved_variables()[0]);
        int64_t const kept = c10::maybe_wrap_dim(context->saved_data["dim"].toInt(), grad_self.dim());
        std::vector<int64_t> summed;
        for (int64_t dim = 0; dim < grad_self.dim(); ++dim) {
            if (dim != kept) {
                summed.push_back(dim);
            }
        }
        return {grad_self, summed.empty() ? grad_self : grad_self.sum(summed), Tensor()};
    }
};

struct of_relu_cast {
    static Tensor forward(AutogradContext* context, Tensor const& self, at::ScalarType dtype, double scale,
                          bool saturate) {
        context->save_for_backward({self});
        context->saved_data["scale"] = scale;
        return call::relu_cast(self, dtype, scale, saturate);
    }
    static variable_list backward(AutogradContext* context, Tensor const& gradient) {
        Tensor const self = context->get_saved_variables()[0];
        Tensor const scaled = gradient.to(at::kFloat) * number(context, "scale");
        return {call::relu_backward(scaled.to(self.scalar_type()), self), Tensor(), Tensor(), Tensor()};
    }
};

struct of_clipped_relu {
    static Tensor forward(AutogradContext* context, Tensor const& self, double bound) {
        context->save_for_backward({self});
        context->saved_data["bound"] = bound;
        return call::clipped_relu(self, bound);
    }
    static variable_list backward(AutogradContext* context, Tensor const& gradient) {
        return {call::clipped_relu_backward(gradient, context->get_saved_variables()[0], number(context, "bound")),
                Tensor()};
    }
};

struct of_clipped_relu_backward {
    static Tensor forward(AutogradContext* context, Tensor const& grad_output, Tensor const& self, double bound) {
        context->save_for_backward({self});
        context->saved_data["bound"] = bound;
        return call::clipped_relu_backward(grad_output, self, bound);
    }
    static variable_list backward(AutogradContext* context, Tensor const& gradient) {
        variable_list gradients = of_clipped_relu::backward(context, gradient);
        gradients.emplace_back();
        return gradients;
    }
};

struct of_leaky_relu {
    static Tensor forward(AutogradContext* context, Tensor const& self, double slope) {
        context->save_for_backward({self});
        context->saved_data["slope"] = slope;
        return call::leaky_relu(self, slope);
    }
    static variable_list backward(AutogradContext* context, Tensor const& gradient) {
        return {call::leaky_relu_backward(gradient, context->get_saved_variables()[0], number(context, "slope")),
                Tensor()};
    }
};

struct of_leaky_relu_backward {
    static Tensor forward(AutogradContext* context, Tensor const& grad_output, Tensor const& self, double slope) {
        context->save_for_backward({self});
        context->saved_data["slope"] = slope;
        return call::leaky_relu_backward(grad_output, self, slope);
    }
    static variable_list backward(AutogradContext* context, Tensor const& gradient) {
        variable_list gradients = of_leaky_relu::backward(context, gradient);
        gradients.emplace_back();
        return gradients;
    }
};

struct of_squared_relu {
    static Tensor forward(AutogradContext* context, Tensor const& self) {
        context->save_for_backward({self});
        return call::squared_relu(self);
    }
    static variable_list backward(AutogradContext* context, Tensor const& gradient) {
        return {call::squared_relu_backward(gradient, context->get_saved_variables()[0])};
    }
};

struct of_squared_relu_backward {
    static Tensor forward(AutogradContext* context, Tensor const& grad_output, Tensor const& self) {
        context->save_for_backward({grad_output, self});
        return call::squared_relu_backward(grad_output, self);
    }
    static variable_list backward(AutogradContext* context, Tensor const& gradient) {
        variable_list const saved = context->get_saved_variables();
        Tensor const& grad_output = saved[0];
        Tensor const& self = saved[1];
        return {call::squared_relu_backward(gradient, self), call::relu_backward(gradient * grad_output * 2, self)};
    }
};

std::vector<Tensor> relu_batch_autograd(TensorList self) {
    std::vector<Tensor> results;
    {
        at::AutoDispatchBelowAutograd const guard;
        results = call::relu_batch(self);
    }
    for (size_t i = 0; i < self.size(); ++i) {
        if (needs_gradient(self[i])) {
            results[i] = function<of_computed_relu>::apply(self[i], computed{results[i]});
        }
    }
    return results;
}

Tensor& relu_autograd_(Tensor& self) {
    bool const is_differentiated = needs_gradient(self);
    torch::autograd::check_inplace(self, is_differentiated);
    {
        at::AutoDispatchBelowAutograd const guard;
        call::relu_(self);
    }
    if (is_differentiated) {
        function<of_computed_relu_>::apply(self);
    }
    return self;
}

void relu_batch_autograd_(TensorList self) {
    for (Tensor const& tensor : self) {
        torch::autograd::check_inplace(tensor, needs_gradient(tensor));
    }
    {
        at::AutoDispatchBelowAutograd const guard;
        call::relu_batch_(self);
    }
    for (Tensor const& tensor : self) {
        if (needs_gradient(tensor)) {
            function<of_computed_relu_>::apply(tensor);
        }
    }
}

std::tuple<Tensor, Tensor> relu_with_mask_autograd(Tensor const& self) {
    if (needs_gradient(self)) {
        variable_list const outputs = function<of_relu_with_mask>::apply(self);
        return {outputs[0], outputs[1]};
    }
    at::AutoDispatchBelowAutograd const guard;
    return call::relu_with_mask(self);
}

// The rest is the same for all operators that write into an argument.

/// f(tensor) for the tensors of an argument: one, or those of a list.
template <class F>
void for_each_tensor(c10::IValue const& argument, F const& f) {
    if (argument.isTensor()) {
        f(argument.toTensor());
    } else if (argument.isTensorList()) {
        for (Tensor const& tensor : argument.toTensorVector()) {
            f(tensor);
        }
    }
}

/// Calls below autograd what has no gradient: an operator with out=.
void refuse_gradient(c10::OperatorHandle const& op, c10::DispatchKeySet keys, torch::jit::Stack* stack) {
    if (at::GradMode::is_enabled()) {
        for (c10::IValue const& argument : torch::jit::last(*stack, op.schema().arguments().size())) {
            for_each_tensor(argument, [&](Tensor const& tensor) {
                TORCH_CHECK(!tensor.requires_grad(), op.schema().name(),
                            ": with out=, nothing is differentiated, but a tensor requires a gradient; leave out= "
                            "away, or call it under torch.no_grad().");
            });
        }
    }
    op.redispatchBoxed(keys & c10::after_autograd_keyset, stack);
}

/// The tensors that the operator writes.
std::vector<Tensor> written(c10::OperatorHandle const& op, torch::jit::Stack const& stack) {
    auto const& parameters = op.schema().arguments();
    auto const arguments = torch::jit::last(stack, parameters.size());
    std::vector<Tensor> tensors;
    for (size_t i = 0; i < parameters.size(); ++i) {
        if (parameters[i].alias_info() != nullptr && parameters[i].alias_info()->isWrite()) {
            for_each_tensor(arguments[i], [&](Tensor const& tensor) { tensors.push_back(tensor); });
        }
    }
    return tensors;
}

void count_version(c10::OperatorHandle const& op, c10::DispatchKeySet keys, torch::jit::Stack* stack) {
    std::vector<Tensor> const tensors = written(op, *stack);
    {
        at::AutoDispatchBelowADInplaceOrView const guard;
        op.redispatchBoxed(keys & c10::after_ADInplaceOrView_keyset, stack);
    }
    for (Tensor const& tensor : tensors) {
        torch::autograd::increment_version(tensor);
    }
}

/// Calls the operator of the same name that returns what this one writes, and lets that replace it.
void functionalize(c10::OperatorHandle const& op, torch::jit::Stack* stack) {
    namespace functional = at::functionalization::impl;
    std::string name = op.schema().name();
    if (name.back() == '_') { // in place
        name.pop_back();
    }
    std::vector<Tensor> const tensors = written(op, *stack);
    auto const functional_op = c10::Dispatcher::singleton().findSchemaOrThrow(name.c_str(), "");
    torch::jit::Stack inner;
    size_t const inputs = functional_op.schema().arguments().size();
    for (c10::IValue const& argument : torch::jit::pop(*stack, op.schema().arguments().size())) {
        if (inner.size() == inputs) { // what follows is out=
            break;
        }
        if (argument.isTensor() && functional::isFunctionalTensor(argument.toTensor())) {
            functional::sync(argument.toTensor());
            inner.emplace_back(functional::from_functional_tensor(argument.toTensor()));
        } else {
            inner.push_back(argument);
        }
    }
    {
        at::AutoDispatchSkipFunctionalize const guard;
        functional_op.callBoxed(&inner);
    }
    for (size_t i = 0; i < tensors.size(); ++i) {
        TORCH_CHECK(functional::isFunctionalTensor(tensors[i]), op.schema().name(),
                    ": what is written must be functionalized where an input is.");
        functional::replace_(tensors[i], inner[i].toTensor());
        functional::commit_update(tensors[i]);
        functional::sync(tensors[i]);
        stack->emplace_back(tensors[i]);
    }
}

/// Of tensors, not of lists.
constexpr char const* with_out[] = {"relu.out",           "relu_backward.grad_input",
                                    "relu_with_mask.out", "relu_backward_mask.grad_input",
                                    "add_relu.out",       "bias_relu.out",
                                    "relu_cast.out",      "clipped_relu.out",
                                    "leaky_relu.out",     "squared_relu.out"};

} // namespace

TORCH_LIBRARY_IMPL(reluk, Autograd, library) {
    library.impl("relu", [](Tensor const& self) { return differentiate<of_relu>(call::relu, self); });
    library.impl("relu_", relu_autograd_);
    library.impl("relu_batch", relu_batch_autograd);
    library.impl("relu_batch_", relu_batch_autograd_);
    library.impl("relu_batch.out", torch::CppFunction::makeFromBoxedFunction<&refuse_gradient>());
    library.impl("relu_backward", [](Tensor const& grad_output, Tensor const& result) {
        return differentiate<of_relu_backward>(call::relu_backward, grad_output, result);
    });
    library.impl("relu_with_mask", relu_with_mask_autograd);
    library.impl("relu_backward_mask", [](Tensor const& grad_output, Tensor const& mask) {
        return differentiate<of_relu_backward_mask>(call::relu_backward_mask, grad_output, mask);
    });
    library.impl("add_relu", [](Tensor const& self, Tensor const& other) {
        return differentiate<of_add_relu>(call::add_relu, self, other);
    });
    library.impl("bias_relu", [](Tensor const& self, Tensor const& bias, int64_t dim) {
        return differentiate<of_bias_relu>(call::bias_relu, self, bias, dim);
    });
    library.impl("relu_cast", [](Tensor const& self, at::ScalarType dtype, double scale, bool saturate) {
        return differentiate<of_relu_cast>(call::relu_cast, self, dtype, scale, saturate);
    });
    library.impl("clipped_relu", [](Tensor const& self, double bound) {
        return differentiate<of_clipped_relu>(call::clipped_relu, self, bound);
    });
    library.impl("clipped_relu_backward", [](Tensor const& grad_output, Tensor const& self, double bound) {
        return differentiate<of_clipped_relu_backward>(call::clipped_relu_backward, grad_output, self, bound);
    });
    library.impl("leaky_relu", [](Tensor const& self, double slope) {
        return differentiate<of_leaky_relu>(call::leaky_relu, self, slope);
    });
    library.impl("leaky_relu_backward", [](Tensor const& grad_output, Tensor const& self, double slope) {
        return differentiate<of_leaky_relu_backward>(call::leaky_relu_backward, grad_output, self, slope);
    });
    library.impl("squared_relu",
                 [](Tensor const& self) { return differentiate<of_squared_relu>(call::squared_relu, self); });
    library.impl("squared_relu_backward", [](Tensor const& grad_output, Tensor const& self) {
        return differentiate<of_squared_relu_backward>(call::squared_relu_backward, grad_output, self);
    });
    for (char const* const name : with_out) {
        library.impl(name, torch::CppFunction::makeFromBoxedFunction<&refuse_gradient>());
    }
}

TORCH_LIBRARY_IMPL(reluk, ADInplaceOrView, library) {
    for (char const* const name : {"relu_", "relu_batch_", "relu_batch.out"}) {
        library.impl(name, torch::CppFunction::makeFromBoxedFunction<&count_version>());
    }
    for (char const* const name : with_out) {
        library.impl(name, torch::CppFunction::makeFromBoxedFunction<&count_version>());
    }
}

// What writes into lists returns nothing, and is made a function of by PyTorch itself.
TORCH_LIBRARY_IMPL(reluk, Functionalize, library) {
    library.impl("relu_", torch::CppFunction::makeFromBoxedFunction<&functionalize>());
    for (char const* const name : with_out) {
        library.impl(name, torch::CppFunction::makeFromBoxedFunction<&functionalize>());
    }
}
