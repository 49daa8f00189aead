// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// How each function of family.cuh is called with calls::arguments: as users do (on_device, on_host), and in a launch of
// the test's own (with).
#pragma once

#include <reluk/family.cuh>

#include "family.hpp"
#include "family_calls.hpp"

#include <type_traits>

namespace calls {

// In each file its own, since each file launches its own kernels.
namespace {

template <class T>
T* out(arguments const& a) {
    return static_cast<T*>(a.out);
}
template <class T>
T const* in(arguments const& a) {
    return static_cast<T const*>(a.in);
}
template <class T>
T const* second(arguments const& a) {
    return static_cast<T const*>(a.second);
}
template <class T>
T bound(arguments const& a) {
    T value;
    std::memcpy(static_cast<void*>(&value), &a.bound, sizeof value);
    return value;
}
template <class T>
typename reluk::format_of<T>::wide slope(arguments const& a) {
    return static_cast<typename reluk::format_of<T>::wide>(a.number);
}

namespace made = reluk::detail::family;

struct relu_backward {
    static constexpr char const* name = "relu_backward";
    static constexpr operands takes = operands::two;
    template <class T, class>
    static cudaError_t on_device(arguments const& a, launch const& how) {
        return reluk::relu_backward(out<T>(a), in<T>(a), second<T>(a), a.n, how.stream, how.flow);
    }
    template <class T, class>
    static bool on_host(arguments const& a) {
        return reluk::host::relu_backward(out<T>(a), in<T>(a), second<T>(a), a.n);
    }
    template <class T, class, class Run>
    static cudaError_t with(Run const& run, arguments const& a) {
        return made::relu_backward(run, out<T>(a), in<T>(a), second<T>(a), a.n);
    }
    static std::uint64_t expected(function const& f, arguments const&, std::uint64_t gradient, std::uint64_t y) {
        return family::relu_backward(*f.out, gradient, y);
    }
};

struct relu_with_mask {
    static constexpr char const* name = "relu_with_mask";
    static constexpr operands takes = operands::to_mask;
    static unsigned* mask(arguments const& a) { return static_cast<unsigned*>(a.mask); }
    template <class T, class>
    static cudaError_t on_device(arguments const& a, launch const& how) {
        return reluk::relu_with_mask(out<T>(a), mask(a), in<T>(a), a.n, how.stream, how.flow);
    }
    template <class T, class>
    static bool on_host(arguments const& a) {
        return reluk::host::relu_with_mask(out<T>(a), mask(a), in<T>(a), a.n);
    }
    template <class T, class, class Run>
    static cudaError_t with(Run const& run, arguments const& a) {
        return made::relu_with_mask(run, out<T>(a), mask(a), in<T>(a), a.n);
    }
    static std::uint64_t expected(function const& f, arguments const&, std::uint64_t x, std::uint64_t) {
        return elements::relu(*f.out, x);
    }
};

struct relu_backward_mask {
    static constexpr char const* name = "relu_backward_mask";
    static constexpr operands takes = operands::mask;
    template <class T, class>
    static cudaError_t on_device(arguments const& a, launch const& how) {
        return reluk::relu_backward_mask(out<T>(a), in<T>(a), second<unsigned>(a), a.n, how.stream, how.flow);
    }
    template <class T, class>
    static bool on_host(arguments const& a) {
        return reluk::host::relu_backward_mask(out<T>(a), in<T>(a), second<unsigned>(a), a.n);
    }
    template <class T, class, class Run>
    static cudaError_t with(Run const& run, arguments const& a) {
        return made::relu_backward_mask(run, out<T>(a), in<T>(a), second<unsigned>(a), a.n);
    }
    static std::uint64_t expected(function const&, arguments const&, std::uint64_t gradient, std::uint64_t bit) {
        return bit != 0 ? gradient : 0;
    }
};

struct add_relu {
    static constexpr char const* name = "add_relu";
    static constexpr operands takes = operands::two;
    template <class T, class>
    static cudaError_t on_device(arguments const& a, launch const& how) {
        return reluk::add_relu(out<T>(a), in<T>(a), second<T>(a), a.n, how.stream, how.flow);
    }
    template <class T, class>
    static bool on_host(arguments const& a) {
        return reluk::host::add_relu(out<T>(a), in<T>(a), second<T>(a), a.n);
    }
    template <class T, class, class Run>
    static cudaError_t with(Run const& run, arguments const& a) {
        return made::add_relu(run, out<T>(a), in<T>(a), second<T>(a), a.n);
    }
    static std::uint64_t expected(function const& f, arguments const&, std::uint64_t x, std::uint64_t y) {
        return family::add_relu(*f.out, x, y);
    }
};

/// bias_relu() where there is one element per channel in a row, else bias_relu_channels().
struct bias_relu {
    static constexpr char const* name = "bias_relu";
    static constexpr operands takes = operands::bias;
    template <class T, class>
    static cudaError_t on_device(arguments const& a, launch const& how) {
        return a.inner == 1
                   ? reluk::bias_relu(out<T>(a), in<T>(a), second<T>(a), a.outer, a.channels, how.stream, how.flow)
                   : reluk::bias_relu_channels(out<T>(a), in<T>(a), second<T>(a), a.outer, a.channels, a.inner,
                                               how.stream, how.flow);
    }
    template <class T, class>
    static bool on_host(arguments const& a) {
        return a.inner == 1
                   ? reluk::host::bias_relu(out<T>(a), in<T>(a), second<T>(a), a.outer, a.channels)
                   : reluk::host::bias_relu_channels(out<T>(a), in<T>(a), second<T>(a), a.outer, a.channels, a.inner);
    }
    template <class T, class, class Run>
    static cudaError_t with(Run const& run, arguments const& a) {
        return made::bias_relu(run, out<T>(a), in<T>(a), second<T>(a), a.outer, a.channels, a.inner);
    }
    static std::uint64_t expected(function const& f, arguments const&, std::uint64_t x, std::uint64_t bias) {
        return family::add_relu(*f.out, x, bias);
    }
};

struct relu_cast {
    static constexpr char const* name = "relu_cast";
    static constexpr operands takes = operands::one;
    static float scale(arguments const& a) { return static_cast<float>(a.number); }
    template <class Out, class In>
    static cudaError_t on_device(arguments const& a, launch const& how) {
        return reluk::relu_cast(out<Out>(a), in<In>(a), a.n, scale(a), a.beyond, how.stream, how.flow);
    }
    template <class Out, class In>
    static bool on_host(arguments const& a) {
        return reluk::host::relu_cast(out<Out>(a), in<In>(a), a.n, scale(a), a.beyond);
    }
    template <class Out, class In, class Run>
    static cudaError_t with(Run const& run, arguments const& a) {
        return made::relu_cast(run, out<Out>(a), in<In>(a), a.n, scale(a), a.beyond);
    }
    static std::uint64_t expected(function const& f, arguments const& a, std::uint64_t x, std::uint64_t) {
        return family::relu_cast(*f.out, *f.in, x, static_cast<double>(scale(a)),
                                 a.beyond == reluk::overflow::saturate);
    }
};

struct clipped_relu {
    static constexpr char const* name = "clipped_relu";
    static constexpr operands takes = operands::one;
    template <class T, class>
    static cudaError_t on_device(arguments const& a, launch const& how) {
        return reluk::clipped_relu(out<T>(a), in<T>(a), a.n, bound<T>(a), how.stream, how.flow);
    }
    template <class T, class>
    static bool on_host(arguments const& a) {
        return reluk::host::clipped_relu(out<T>(a), in<T>(a), a.n, bound<T>(a));
    }
    template <class T, class, class Run>
    static cudaError_t with(Run const& run, arguments const& a) {
        return made::clipped_relu(run, out<T>(a), in<T>(a), a.n, bound<T>(a));
    }
    static std::uint64_t expected(function const& f, arguments const& a, std::uint64_t x, std::uint64_t) {
        return family::clipped_relu(*f.out, x, a.bound);
    }
};

struct clipped_relu_backward {
    static constexpr char const* name = "clipped_relu_backward";
    static constexpr operands takes = operands::two;
    template <class T, class>
    static cudaError_t on_device(arguments const& a, launch const& how) {
        return reluk::clipped_relu_backward(out<T>(a), in<T>(a), second<T>(a), a.n, bound<T>(a), how.stream, how.flow);
    }
    template <class T, class>
    static bool on_host(arguments const& a) {
        return reluk::host::clipped_relu_backward(out<T>(a), in<T>(a), second<T>(a), a.n, bound<T>(a));
    }
    template <class T, class, class Run>
    static cudaError_t with(Run const& run, arguments const& a) {
        return made::clipped_relu_backward(run, out<T>(a), in<T>(a), second<T>(a), a.n, bound<T>(a));
    }
    static std::uint64_t expected(function const& f, arguments const& a, std::uint64_t gradient, std::uint64_t y) {
        return family::clipped_relu_backward(*f.out, gradient, y, a.bound);
    }
};

struct leaky_relu {
    static constexpr char const* name = "leaky_relu";
    static constexpr operands takes = operands::one;
    template <class T, class>
    static cudaError_t on_device(arguments const& a, launch const& how) {
        return reluk::leaky_relu(out<T>(a), in<T>(a), a.n, slope<T>(a), how.stream, how.flow);
    }
    template <class T, class>
    static bool on_host(arguments const& a) {
        return reluk::host::leaky_relu(out<T>(a), in<T>(a), a.n, slope<T>(a));
    }
    template <class T, class, class Run>
    static cudaError_t with(Run const& run, arguments const& a) {
        return made::leaky_relu(run, out<T>(a), in<T>(a), a.n, slope<T>(a));
    }
    static std::uint64_t expected(function const& f, arguments const& a, std::uint64_t x, std::uint64_t) {
        return a.number == 0 ? elements::relu(*f.out, x) : family::leaky_relu(*f.out, x, a.number);
    }
};

struct leaky_relu_backward {
    static constexpr char const* name = "leaky_relu_backward";
    static constexpr operands takes = operands::two;
    template <class T, class>
    static cudaError_t on_device(arguments const& a, launch const& how) {
        return reluk::leaky_relu_backward(out<T>(a), in<T>(a), second<T>(a), a.n, slope<T>(a), how.stream, how.flow);
    }
    template <class T, class>
    static bool on_host(arguments const& a) {
        return reluk::host::leaky_relu_backward(out<T>(a), in<T>(a), second<T>(a), a.n, slope<T>(a));
    }
    template <class T, class, class Run>
    static cudaError_t with(Run const& run, arguments const& a) {
        return made::leaky_relu_backward(run, out<T>(a), in<T>(a), second<T>(a), a.n, slope<T>(a));
    }
    static std::uint64_t expected(function const& f, arguments const& a, std::uint64_t gradient, std::uint64_t x) {
        return a.number == 0 ? family::relu_backward(*f.out, gradient, x)
                             : family::leaky_relu_backward(*f.out, gradient, x, a.number);
    }
};

struct squared_relu {
    static constexpr char const* name = "squared_relu";
    static constexpr operands takes = operands::one;
    template <class T, class>
    static cudaError_t on_device(arguments const& a, launch const& how) {
        return reluk::squared_relu(out<T>(a), in<T>(a), a.n, how.stream, how.flow);
    }
    template <class T, class>
    static bool on_host(arguments const& a) {
        return reluk::host::squared_relu(out<T>(a), in<T>(a), a.n);
    }
    template <class T, class, class Run>
    static cudaError_t with(Run const& run, arguments const& a) {
        return made::squared_relu(run, out<T>(a), in<T>(a), a.n);
    }
    static std::uint64_t expected(function const& f, arguments const&, std::uint64_t x, std::uint64_t) {
        return family::squared_relu(*f.out, x);
    }
};

struct squared_relu_backward {
    static constexpr char const* name = "squared_relu_backward";
    static constexpr operands takes = operands::two;
    template <class T, class>
    static cudaError_t on_device(arguments const& a, launch const& how) {
        return reluk::squared_relu_backward(out<T>(a), in<T>(a), second<T>(a), a.n, how.stream, how.flow);
    }
    template <class T, class>
    static bool on_host(arguments const& a) {
        return reluk::host::squared_relu_backward(out<T>(a), in<T>(a), second<T>(a), a.n);
    }
    template <class T, class, class Run>
    static cudaError_t with(Run const& run, arguments const& a) {
        return made::squared_relu_backward(run, out<T>(a), in<T>(a), second<T>(a), a.n);
    }
    static std::uint64_t expected(function const& f, arguments const&, std::uint64_t gradient, std::uint64_t x) {
        return family::squared_relu_backward(*f.out, gradient, x);
    }
};

struct relu_2d {
    static constexpr char const* name = "relu_2d";
    static constexpr operands takes = operands::matrix;
    template <class T, class>
    static cudaError_t on_device(arguments const& a, launch const& how) {
        return reluk::relu_2d(out<T>(a), a.out_pitch, in<T>(a), a.in_pitch, a.outer, a.channels, how.stream, how.flow);
    }
    template <class T, class>
    static bool on_host(arguments const& a) {
        return reluk::host::relu_2d(out<T>(a), a.out_pitch, in<T>(a), a.in_pitch, a.outer, a.channels);
    }
    template <class T, class, class Run>
    static cudaError_t with(Run const& run, arguments const& a) {
        return made::relu_2d(run, out<T>(a), a.out_pitch, in<T>(a), a.in_pitch, a.outer, a.channels);
    }
    static std::uint64_t expected(function const& f, arguments const&, std::uint64_t x, std::uint64_t) {
        return elements::relu(*f.out, x);
    }
};

/// Plain accesses of 16 bytes, one per thread.
struct one_choice {
    static constexpr std::size_t count = 1;
    static constexpr reluk::detail::kernel_choice at(std::size_t) {
        return {reluk::load_path::cached, reluk::store_path::cached, 16, 1, true};
    }
};

/// As detail::on_device, but launched as the test says, in that one kernel.
struct on_device_in_one_kernel {
    launch how;

    template <class Op>
    cudaError_t operator()(reluk::detail::request<Op> const& what) const {
        reluk::launch_config config;
        config.block = how.block;
        config.order = how.order;
        std::size_t const items_per_block = std::size_t{how.block} * how.tiles_per_block;
        config.grid = static_cast<unsigned>((what.items(config.access_bytes) + items_per_block - 1) / items_per_block);
        return reluk::detail::launch<one_choice>(what, config, how.stream);
    }
    static cudaError_t nothing() { return cudaSuccess; }
    static cudaError_t invalid() { return cudaErrorInvalidValue; }
};

template <class T>
elements::format const* format_for() {
    elements::format const* found = nullptr;
    elements::for_each([&](auto* type, elements::format const& f) {
        if (std::is_same<std::remove_pointer_t<decltype(type)>, T>::value) {
            found = &f;
        }
    });
    return found;
}

template <class Function, class Out, class In = Out>
function published() {
    return {Function::name,
            format_for<Out>(),
            format_for<In>(),
            Function::takes,
            &Function::template on_device<Out, In>,
            &Function::template on_host<Out, In>,
            &Function::expected};
}

template <class Function, class Out, class In = Out>
function one_kernel() {
    return {Function::name,
            format_for<Out>(),
            format_for<In>(),
            Function::takes,
            [](arguments const& a, launch const& how) {
                return Function::template with<Out, In>(on_device_in_one_kernel{how}, a);
            },
            nullptr,
            &Function::expected};
}

} // namespace

} // namespace calls
