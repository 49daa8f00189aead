// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
#pragma once

#include <reluk/relu.cuh>

#include "runner.hpp"

template <class T, std::size_t... I>
cudaError_t relu_with_policies(T* out, T const* in, std::size_t n, reluk::load_path load, reluk::store_path store,
                               cudaStream_t stream, std::index_sequence<I...>) {
    using reluk::detail::every_choice;
    cudaError_t status = cudaErrorUnknown;
    auto const attempt = [&](auto index) {
        constexpr reluk::detail::kernel_choice choice = every_choice::at(decltype(index)::value);
        if (load == choice.load && store == choice.store) {
            reluk::launch_config config;
            config.resident_fraction = 0.5f;
            config.evict_first_fraction = 0.5f;
            auto const load_policy = reluk::detail::make_load<choice.load>(config);
            auto const store_policy = reluk::detail::make_store<choice.store>();
            status =
                reluk::relu<T, std::remove_const_t<decltype(load_policy)>, std::remove_const_t<decltype(store_policy)>>(
                    out, in, n, stream, load_policy, store_policy);
        }
    };
    (attempt(std::integral_constant<std::size_t, I>{}), ...);
    return status;
}

template <class T>
runner make_runner(elements::format const& format) {
    return {&format,
            [](void* out, void const* in, std::size_t n, cudaStream_t stream) {
                return reluk::relu(static_cast<T*>(out), static_cast<T const*>(in), n, stream);
            },
            [](void* out, void const* in, std::size_t n, reluk::dataflow flow, cudaStream_t stream) {
                return reluk::relu(static_cast<T*>(out), static_cast<T const*>(in), n, flow, stream);
            },
            [](void* out, void const* in, std::size_t n, reluk::device_descriptor const& device, reluk::dataflow flow,
               cudaStream_t stream) {
                return reluk::relu(static_cast<T*>(out), static_cast<T const*>(in), n, device, flow, stream);
            },
            [](void* out, void const* in, std::size_t n, reluk::launch_config const& config, cudaStream_t stream) {
                return reluk::relu(static_cast<T*>(out), static_cast<T const*>(in), n, config, stream);
            },
            [](void* out, void const* in, std::size_t n, reluk::load_path load, reluk::store_path store,
               cudaStream_t stream) {
                return relu_with_policies(static_cast<T*>(out), static_cast<T const*>(in), n, load, store, stream,
                                          std::make_index_sequence<20>{});
            }};
}
