// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
#include "family_calls.hpp"

#include "runner.hpp"

#include <reluk/host.hpp>

#include <initializer_list>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace calls {

std::vector<function> published_choices();
std::vector<function> published_arithmetic();
std::vector<function> family_integers();
std::vector<function> family_fp64();
std::vector<function> family_fp32();
std::vector<function> family_fp16();
std::vector<function> family_bf16();
std::vector<function> family_e4m3();
std::vector<function> family_e5m2();

namespace {

std::vector<function> joined(std::initializer_list<std::vector<function>> lists) {
    std::vector<function> all;
    for (auto const& list : lists) {
        all.insert(all.end(), list.begin(), list.end());
    }
    return all;
}

template <std::size_t... I>
std::vector<function> relu_of_each_type(std::index_sequence<I...>) {
    std::vector<function> all{function{"relu", &elements::formats[I], &elements::formats[I], operands::one,
                                       [](arguments const& a, launch const& how) {
                                           return runners[I]->with_flow(a.out, a.in, a.n, how.flow, how.stream);
                                       },
                                       nullptr,
                                       [](function const& f, arguments const&, std::uint64_t x, std::uint64_t) {
                                           return elements::relu(*f.out, x);
                                       }}...};
    std::size_t i = 0;
    elements::for_each([&](auto* type, elements::format const&) {
        all[i++].on_host = [](arguments const& a) {
            using T = std::remove_pointer_t<decltype(type)>;
            return reluk::host::relu(static_cast<T*>(a.out), static_cast<T const*>(a.in), a.n);
        };
    });
    return all;
}

} // namespace

std::vector<function> const& as_published() {
    static std::vector<function> const all = joined({published_choices(), published_arithmetic()});
    return all;
}

std::vector<function> const& in_one_kernel() {
    static std::vector<function> const all = joined(
        {family_fp64(), family_fp32(), family_fp16(), family_bf16(), family_e4m3(), family_e5m2(), family_integers()});
    return all;
}

std::vector<function> const& plain_relu() {
    static std::vector<function> const all = relu_of_each_type(std::make_index_sequence<14>{});
    return all;
}

function const& find(std::vector<function> const& among, std::string const& name, std::string const& format) {
    for (auto const& f : among) {
        if (f.name == name && f.out->name == format) {
            return f;
        }
    }
    throw std::runtime_error("there is no " + name + " of " + format);
}

} // namespace calls
