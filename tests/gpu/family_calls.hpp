// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// The functions of family.cuh behind one untyped signature: the tests are then compiled by the host compiler and loop
// over functions and types at run time.
#pragma once

#include <reluk/launch_config.hpp>
#include <reluk/number.hpp>

#include "elements.hpp"

#include <cuda_runtime_api.h>

#include <string>
#include <vector>

namespace calls {

/// What a function reads and writes beside `in` and `out`.
enum class operands {
    one,     ///< nothing
    two,     ///< a second tensor is read
    bias,    ///< one number per channel is read
    mask,    ///< a mask is read
    to_mask, ///< a mask is written
    matrix   ///< nothing; both tensors are matrices
};

/// The arguments of one call; each function takes those that it knows.
struct arguments {
    void* out = nullptr;
    void const* in = nullptr;
    void const* second = nullptr; ///< the second tensor, the bias or the mask that is read
    void* mask = nullptr;         ///< the mask that is written
    std::size_t n = 0;            ///< elements of tensors; else outer * channels * inner says how many
    std::size_t outer = 1;        ///< rows of a matrix
    std::size_t channels = 1;     ///< its columns
    std::size_t inner = 1;
    std::size_t out_pitch = 0; ///< bytes
    std::size_t in_pitch = 0;
    double number = 1;       ///< scale or slope
    std::uint64_t bound = 0; ///< its code
    reluk::overflow beyond = reluk::overflow::saturate;
};

/// How a call is launched. Functions with all their kernels take `flow`, the others the rest.
struct launch {
    cudaStream_t stream = nullptr;
    reluk::dataflow flow = reluk::dataflow::pipeline;
    unsigned block = 256;
    unsigned tiles_per_block = 1;
    reluk::block_order order = reluk::block_order::forward;
};

struct function {
    char const* name;
    elements::format const* out;
    elements::format const* in;
    operands takes;
    cudaError_t (*on_device)(arguments const&, launch const&);
    bool (*on_host)(arguments const&); ///< nullptr where the call goes past family.cuh, to compile one kernel only
    /// The code of an element by the formats' definitions. `second` is the other operand's element, or bit.
    std::uint64_t (*expected)(function const&, arguments const&, std::uint64_t first, std::uint64_t second);

    std::string title() const { return std::string(name) + " " + in->name + " to " + out->name; }
};

/// Called as users do, on the device and on the host, in all kernels that the table names: each function for a type or
/// two.
std::vector<function> const& as_published();

/// Each function for each of its types, in the loop's kernel for plain accesses of 16 bytes alone.
std::vector<function> const& in_one_kernel();

/// relu() itself, for each type.
std::vector<function> const& plain_relu();

/// The function of that name whose output has the format of that name; there must be one.
function const& find(std::vector<function> const& among, std::string const& name, std::string const& format);

} // namespace calls
