// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
#pragma once

#include "kernels.hpp"

#include <cub/device/device_transform.cuh>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <reluk/relu.cuh>
#include <type_traits>

namespace bench {

template <class T>
constexpr bool is_fp8 = std::is_same_v<T, __nv_fp8_e4m3> || std::is_same_v<T, __nv_fp8_e5m2>;

/// What a user of CUB would write.
struct rectify_element {
    template <class T>
    __host__ __device__ T operator()(T x) const {
        if constexpr (is_fp8<T>) {
            return static_cast<float>(x) > 0.0f ? x : T{};
        } else {
            return x > T(0) ? x : T(0);
        }
    }
};

template <class T, bool WholeSpace>
struct kernels_for {
    static T* as_output(void* out) { return static_cast<T*>(out); }
    static T const* as_input(void const* in) { return static_cast<T const*>(in); }

    static cudaError_t choice(void* out, void const* in, std::size_t n, reluk::device_descriptor const& device,
                              reluk::dataflow flow, cudaStream_t stream) {
        return reluk::relu(as_output(out), as_input(in), n, device, flow, stream);
    }
    static cudaError_t default_call(void* out, void const* in, std::size_t n, cudaStream_t stream) {
        return reluk::relu(as_output(out), as_input(in), n, stream);
    }
    static reluk::launch_config config(void const* out, void const* in, std::size_t n,
                                       reluk::device_descriptor const& device, reluk::dataflow flow,
                                       reluk::tuning_row const* rows, std::size_t count) {
        return reluk::choose(reluk::as_compiled(device), reluk::make_workload(as_input(out), as_input(in), n, flow),
                             rows, count);
    }
    static cudaError_t configured(void* out, void const* in, std::size_t n, reluk::launch_config const& config,
                                  cudaStream_t stream) {
        if constexpr (WholeSpace) {
            return reluk::relu(as_output(out), as_input(in), n, config, stream);
        } else {
            return cudaErrorNotSupported;
        }
    }
    static cudaError_t cub(void* out, void const* in, std::size_t n, cudaStream_t stream) {
        return ::cub::DeviceTransform::Transform(as_input(in), as_output(out), n, rectify_element{}, stream);
    }
    static constexpr kernels table{choice, default_call, config, WholeSpace ? configured : nullptr, cub};
};

#define RELUK_BENCH_KERNELS(NAME, TYPE, WHOLE_SPACE)                                                                   \
    namespace bench {                                                                                                  \
    extern kernels const kernels_##NAME;                                                                               \
    kernels const kernels_##NAME = kernels_for<TYPE, WHOLE_SPACE>::table;                                              \
    }

} // namespace bench
