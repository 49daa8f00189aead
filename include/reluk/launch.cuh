// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// From a launch_config to the launch of the one kernel that carries it out.
//
// What launches is static, here and in relu.cuh: a file's functions must launch the file's own kernels, on its own
// default stream, also in a program whose files are compiled for different architectures or default streams.
#pragma once

#include "kernel.cuh"

#if defined(__CUDACC__) // kernel.cuh has said so otherwise

#include "request.hpp"

#include <cuda_runtime_api.h>
#include <type_traits>
#include <utility>

RELUK_NAMESPACE_BEGIN

namespace detail {

// nvcc lists in __CUDA_ARCH_LIST__ what it compiles for, as __CUDA_ARCH__ has it.
#if defined(__CUDA_ARCH_LIST__)
constexpr unsigned architectures[] = {__CUDA_ARCH_LIST__};
#else
constexpr unsigned architectures[] = {0};
#endif

// Static, for files compiled for different architectures each have their own answer.
[[maybe_unused]] static constexpr unsigned oldest_architecture() {
    unsigned oldest = architectures[0];
    for (unsigned const architecture : architectures) {
        oldest = architecture < oldest ? architecture : oldest;
    }
    return oldest;
}

[[maybe_unused]] static constexpr unsigned newest_architecture() {
    unsigned newest = 0;
    for (unsigned const architecture : architectures) {
        newest = architecture > newest ? architecture : newest;
    }
    return newest;
}

// 32-byte accesses are one instruction only in code made for sm_100 on; elsewhere they are two 16-byte accesses side by
// side, the worst shape there is (15-20 % slower on an H200).
constexpr unsigned widest_access = newest_architecture() >= 1000 && toolkit_has_32_byte_access ? 32 : 16;

/// Whether what a device runs of this code is sure to contain the wait that early launch relies on. Code made for an
/// older architecture has none, also when its PTX is compiled for a newer device at run time. (CUDA_FORCE_PTX_JIT=1
/// makes the driver take older PTX where there is newer machine code: not for programs of several architectures.)
[[maybe_unused]] static constexpr bool has_dependency_wait(unsigned compute_capability) {
    bool is_listed = false;
    for (unsigned const architecture : architectures) {
        is_listed = is_listed || architecture == 10 * compute_capability;
    }
    return oldest_architecture() >= 900 || (is_listed && compute_capability >= 90);
}

template <class Op, class Load, class Store, unsigned WordBytes, unsigned Accesses, generality Generality>
static cudaError_t launch_kernel(task<Op> work, launch_config const& config, cudaStream_t stream, Load load,
                                 Store store) noexcept {
    void const* const kernel =
        reinterpret_cast<void const*>(&relu_kernel<Op, Load, Store, WordBytes, Accesses, Generality>);
    cudaLaunchAttribute attribute{};
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t launch{};
    launch.gridDim = dim3(config.grid);
    launch.blockDim = dim3(config.block);
    launch.stream = stream;
    launch.attrs = &attribute;
    launch.numAttrs = config.early_launch ? 1 : 0;
    bool early_trigger = config.early_launch && config.early_trigger;
    void* arguments[] = {&early_trigger, &work, &load, &store};
    return cudaLaunchKernelExC(&launch, kernel, arguments);
}

/// `Walks` says whether there is a kernel of these policies that walks several tiles per block; otherwise a plain one
/// does what needs it.
template <class Op, unsigned WordBytes, unsigned Accesses, bool Walks = true, class Load, class Store>
static cudaError_t launch_words(request<Op> const& what, launch_config const& config, cudaStream_t stream, Load load,
                                Store store) noexcept {
    task<Op> const work =
        what.template prepare<WordBytes>(config.block * Accesses, config.order == block_order::reverse);
    switch (generality_of(work, config.block * Accesses, config.grid)) {
    case generality::words:
        return launch_kernel<Op, Load, Store, WordBytes, Accesses, generality::words>(work, config, stream, load,
                                                                                      store);
    case generality::tiles:
        return launch_kernel<Op, Load, Store, WordBytes, Accesses, generality::tiles>(work, config, stream, load,
                                                                                      store);
    default:
        if constexpr (Walks) {
            return launch_kernel<Op, Load, Store, WordBytes, Accesses, generality::any>(work, config, stream, load,
                                                                                        store);
        } else {
            return launch_words<Op, 16, 1>(what, config, stream, load::cached{}, store::cached{});
        }
    }
}

} // namespace detail

/// The device as code compiled like the including file can use it: what relu() gives to choose().
[[maybe_unused]] static constexpr device_descriptor as_compiled(device_descriptor device) noexcept {
    if (device.max_access_bytes > detail::widest_access) {
        device.max_access_bytes = detail::widest_access;
    }
    device.early_launch = device.early_launch && detail::has_dependency_wait(device.compute_capability);
    return device;
}

namespace detail {

/// What is fixed when a kernel is compiled.
struct kernel_choice {
    load_path load;
    store_path store;
    unsigned access_bytes;
    unsigned accesses_per_thread;
    bool walks; ///< whether there is one of them that walks several tiles per block; no part of the comparison

    friend constexpr bool operator==(kernel_choice const& a, kernel_choice const& b) {
        return a.load == b.load && a.store == b.store && a.access_bytes == b.access_bytes &&
               a.accesses_per_thread == b.accesses_per_thread;
    }
};

struct choice_list {
    kernel_choice choices[2 * sizeof(tuning::rows) / sizeof(tuning::rows[0])]{};
    size_t count = 0;
};

[[maybe_unused]] static constexpr choice_list list_tuned_choices(unsigned most_accesses) {
    choice_list list;
    for (tuning_row const& row : tuning::rows) {
        for (unsigned bytes = 16; bytes <= widest_access; bytes *= 2) {
            unsigned const accesses = row.what.accesses(bytes);
            // A working set bounded by the L2 has a block for each tile. Without the walking kernels of such choices,
            // whose code is the longest, a file with one call compiles in 2.2 times an empty one's time instead of 2.6.
            bool const is_bounded = row.when.max_l2_percent != 0 || row.when.max_working_set != 0;
            kernel_choice const choice{row.what.load, row.what.store, bytes,
                                       accesses < most_accesses ? accesses : most_accesses, !is_bounded};
            size_t known = 0;
            while (known < list.count && !(list.choices[known] == choice)) {
                ++known;
            }
            if (known == list.count) {
                list.choices[list.count++] = choice;
            }
            list.choices[known].walks = list.choices[known].walks || choice.walks;
        }
    }
    return list;
}

namespace {

/// The kernels that choose() can ask for: those of the table's rows, each once, with at most so many accesses per
/// thread.
template <unsigned MostAccesses>
struct tuned_choices {
    static constexpr choice_list list = list_tuned_choices(MostAccesses);
    static constexpr size_t count = list.count;
    static constexpr kernel_choice at(size_t i) { return list.choices[i]; }
};

} // namespace

/// All kernels that a launch_config can name.
struct every_choice {
    static constexpr unsigned shapes[][2] = {{8, 1}, {8, 2}, {8, 4}, {16, 1}, {16, 2}, {16, 4}, {32, 1}, {32, 2}};
    static constexpr size_t count = size_t{5} * 4 * 8;
    static constexpr kernel_choice at(size_t i) {
        return {static_cast<load_path>(i % 5), static_cast<store_path>(i / 5 % 4), shapes[i / 20][0], shapes[i / 20][1],
                true};
    }
};

template <load_path Path>
auto make_load([[maybe_unused]] launch_config const& config) noexcept {
    if constexpr (Path == load_path::cached) {
        return load::cached{};
    } else if constexpr (Path == load_path::streaming) {
        return load::streaming{};
    } else if constexpr (Path == load_path::no_allocate) {
        return load::no_allocate{};
    } else if constexpr (Path == load_path::evict_first) {
        return load::evict_first{config.evict_first_fraction};
    } else {
        return load::resident{config.resident_fraction};
    }
}

template <store_path Path>
auto make_store() noexcept {
    if constexpr (Path == store_path::cached) {
        return store::cached{};
    } else if constexpr (Path == store_path::streaming) {
        return store::streaming{};
    } else if constexpr (Path == store_path::evict_first) {
        return store::evict_first{};
    } else {
        return store::write_through{};
    }
}

template <class Op, class Choices, size_t... I>
static cudaError_t launch_choice(request<Op> const& what, launch_config const& config, cudaStream_t stream,
                                 std::index_sequence<I...>) noexcept {
    kernel_choice const wanted{config.load, config.store, config.access_bytes, config.accesses_per_thread, true};
    cudaError_t status = cudaErrorInvalidConfiguration;
    static_cast<void>(
        ((wanted == Choices::at(I) &&
          (status =
               launch_words<Op, Choices::at(I).access_bytes, Choices::at(I).accesses_per_thread, Choices::at(I).walks>(
                   what, config, stream, make_load<Choices::at(I).load>(config), make_store<Choices::at(I).store>()),
           true)) ||
         ...));
    return status;
}

/// Launches the one of Choices' kernels that `config` names, or returns cudaErrorInvalidConfiguration.
template <class Choices, class Op>
static cudaError_t launch(request<Op> const& what, launch_config const& config, cudaStream_t stream) noexcept {
    return launch_choice<Op, Choices>(what, config, stream, std::make_index_sequence<Choices::count>{});
}

/// Launches a kernel of the caller's policies in the shape that `config` names; its paths are not looked at.
template <class Op, class Load, class Store>
static cudaError_t launch_policies(request<Op> const& what, launch_config const& config, cudaStream_t stream, Load load,
                                   Store store) noexcept {
    static_assert(std::is_trivially_copyable<Load>::value && std::is_trivially_copyable<Store>::value,
                  "a policy is passed to a kernel, so it has to be trivially copyable");
    static_assert(std::is_invocable_r<pack<16>, Load const&, pack<16> const*>::value,
                  "the first policy loads: template <class Word> Word operator()(Word const* address) const");
    static_assert(
        std::is_invocable<Store const&, pack<16>*, pack<16> const&>::value,
        "the second policy stores: template <class Word> void operator()(Word* address, Word const& word) const");
    if constexpr (std::is_same<Load, load::resident>::value || std::is_same<Load, load::evict_first>::value) {
        if (!(load.fraction > 0.0f && load.fraction <= 1.0f)) {
            return cudaErrorInvalidConfiguration;
        }
    }
    auto const with_accesses = [&](auto bytes) {
        constexpr unsigned word_bytes = decltype(bytes)::value;
        switch (config.accesses_per_thread) {
        case 4: return launch_words<Op, word_bytes, 4>(what, config, stream, load, store);
        case 2: return launch_words<Op, word_bytes, 2>(what, config, stream, load, store);
        default: return launch_words<Op, word_bytes, 1>(what, config, stream, load, store);
        }
    };
    if constexpr (widest_access == 32) {
        if (config.access_bytes == 32) {
            return with_accesses(std::integral_constant<unsigned, 32>{});
        }
    }
    return with_accesses(std::integral_constant<unsigned, 16>{});
}

} // namespace detail

RELUK_NAMESPACE_END

#endif
