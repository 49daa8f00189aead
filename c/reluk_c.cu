// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// The C interface: from dtype to type, and from reluk's structures to C's.
#include "reluk_c.h"

#include <reluk/host.hpp>
#include <reluk/relu.cuh>

#include <cstdint>
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

namespace {

/// Calls f with a null pointer to the type that `dtype` names, and returns what it does.
template <class F>
cudaError_t with_type(int dtype, F f) {
    switch (dtype) {
    case RELUK_C_FLOAT64: return f(static_cast<double*>(nullptr));
    case RELUK_C_FLOAT32: return f(static_cast<float*>(nullptr));
    case RELUK_C_FLOAT16: return f(static_cast<__half*>(nullptr));
    case RELUK_C_BFLOAT16: return f(static_cast<__nv_bfloat16*>(nullptr));
    case RELUK_C_FLOAT8_E4M3: return f(static_cast<__nv_fp8_e4m3*>(nullptr));
    case RELUK_C_FLOAT8_E5M2: return f(static_cast<__nv_fp8_e5m2*>(nullptr));
    case RELUK_C_INT8: return f(static_cast<std::int8_t*>(nullptr));
    case RELUK_C_INT16: return f(static_cast<std::int16_t*>(nullptr));
    case RELUK_C_INT32: return f(static_cast<std::int32_t*>(nullptr));
    case RELUK_C_INT64: return f(static_cast<std::int64_t*>(nullptr));
    case RELUK_C_UINT8: return f(static_cast<std::uint8_t*>(nullptr));
    case RELUK_C_UINT16: return f(static_cast<std::uint16_t*>(nullptr));
    case RELUK_C_UINT32: return f(static_cast<std::uint32_t*>(nullptr));
    case RELUK_C_UINT64: return f(static_cast<std::uint64_t*>(nullptr));
    default: return cudaErrorInvalidValue;
    }
}

// The words of reluk_c_explain().
constexpr char const* load_names[] = {"cached", "streaming", "no_allocate", "evict_first", "resident"};
constexpr char const* store_names[] = {"cached", "streaming", "evict_first", "write_through"};

// The enumerators of C have the values of ours.
template <class Enum>
constexpr bool is(int c, Enum ours) {
    return c == static_cast<int>(ours);
}
static_assert(is(RELUK_C_PIPELINE, reluk::dataflow::pipeline) && is(RELUK_C_REPEATED, reluk::dataflow::repeated) &&
              is(RELUK_C_ONESHOT, reluk::dataflow::oneshot));
static_assert(is(RELUK_C_LOAD_CACHED, reluk::load_path::cached) &&
              is(RELUK_C_LOAD_STREAMING, reluk::load_path::streaming) &&
              is(RELUK_C_LOAD_NO_ALLOCATE, reluk::load_path::no_allocate) &&
              is(RELUK_C_LOAD_EVICT_FIRST, reluk::load_path::evict_first) &&
              is(RELUK_C_LOAD_RESIDENT, reluk::load_path::resident));
static_assert(is(RELUK_C_STORE_CACHED, reluk::store_path::cached) &&
              is(RELUK_C_STORE_STREAMING, reluk::store_path::streaming) &&
              is(RELUK_C_STORE_EVICT_FIRST, reluk::store_path::evict_first) &&
              is(RELUK_C_STORE_WRITE_THROUGH, reluk::store_path::write_through));

bool is_dataflow(int flow) {
    return flow >= RELUK_C_PIPELINE && flow <= RELUK_C_ONESHOT;
}

} // namespace

int reluk_c_version() {
    return RELUK_VERSION;
}

char const* reluk_c_error_string(int error) {
    return cudaGetErrorString(static_cast<cudaError_t>(error));
}

int reluk_c_relu(void* out, void const* in, size_t n, int dtype, int dataflow, void* stream) {
    if (!is_dataflow(dataflow)) {
        return cudaErrorInvalidValue;
    }
    return with_type(dtype, [&](auto* typed) {
        using element = decltype(typed);
        return reluk::relu(static_cast<element>(out), static_cast<element>(const_cast<void*>(in)), n,
                           static_cast<reluk::dataflow>(dataflow), static_cast<cudaStream_t>(stream));
    });
}

int reluk_c_relu_host(void* out, void const* in, size_t n, int dtype) {
    return with_type(dtype, [&](auto* typed) {
        using element = decltype(typed);
        bool const done = reluk::host::relu(static_cast<element>(out), static_cast<element>(const_cast<void*>(in)), n);
        return done ? cudaSuccess : cudaErrorInvalidValue;
    });
}

int reluk_c_query_device(int number, reluk_c_device* device) {
    if (device == nullptr) {
        return cudaErrorInvalidValue;
    }
    reluk::device_descriptor queried;
    cudaError_t const status = reluk::query_device(number, queried);
    if (status == cudaSuccess) {
        *device = {queried.compute_capability, queried.multiprocessors,  queried.l2_bytes,    queried.max_grid,
                   queried.max_block,          queried.max_access_bytes, queried.early_launch};
    }
    return status;
}

int reluk_c_choose(reluk_c_device const* device, void const* out, void const* in, size_t n, int dtype, int dataflow,
                   reluk_c_launch_config* config) {
    if (device == nullptr || config == nullptr || !is_dataflow(dataflow)) {
        return cudaErrorInvalidValue;
    }
    return with_type(dtype, [&](auto* typed) {
        using element = decltype(typed);
        reluk::device_descriptor const described{
            device->compute_capability, device->multiprocessors,  device->l2_bytes,         device->max_grid,
            device->max_block,          device->max_access_bytes, device->early_launch != 0};
        auto const work = reluk::make_workload(static_cast<element>(const_cast<void*>(out)),
                                               static_cast<element>(const_cast<void*>(in)), n,
                                               static_cast<reluk::dataflow>(dataflow));
        auto const chosen = reluk::choose(reluk::as_compiled(described), work);
        *config = {chosen.grid,
                   chosen.block,
                   chosen.access_bytes,
                   chosen.accesses_per_thread,
                   static_cast<int>(chosen.load),
                   static_cast<int>(chosen.store),
                   chosen.resident_fraction,
                   chosen.evict_first_fraction,
                   chosen.order == reluk::block_order::reverse,
                   chosen.early_launch,
                   chosen.early_trigger,
                   chosen.reason,
                   chosen.source};
        return cudaSuccess;
    });
}

int reluk_c_explain(reluk_c_launch_config const* config, char* text, size_t size) {
    if (config == nullptr || config->load < 0 || config->load > RELUK_C_LOAD_RESIDENT || config->store < 0 ||
        config->store > RELUK_C_STORE_WRITE_THROUGH) {
        return -1;
    }
    return std::snprintf(text, size,
                         "%u blocks of %u threads, %u bytes per access, %u in flight per thread; loads %s, stores %s, "
                         "%s order, %s: %s (%s)",
                         config->grid, config->block, config->access_bytes, config->accesses_per_thread,
                         load_names[config->load], store_names[config->store], config->reverse ? "reverse" : "forward",
                         !config->early_launch   ? "behind the kernel before"
                         : config->early_trigger ? "starting early, as the kernel after may"
                                                 : "starting early",
                         config->reason != nullptr ? config->reason : "",
                         config->source != nullptr ? config->source : "");
}
