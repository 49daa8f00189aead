// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// reluk for one 8-bit type, behind untyped functions: eight_bit.cu is compiled under one set of flags after the other,
// the test once.
#pragma once

#include <reluk/device.hpp>

#include "elements.hpp"

struct eight_bit {
    char const* name; ///< of the type in elements::formats

    cudaError_t (*on_device)(void* out, void const* in, std::size_t n, reluk::device_descriptor const& device,
                             reluk::dataflow flow);
    bool (*on_host)(void* out, void const* in, std::size_t n);
};

extern eight_bit const eight_bit_types[4];
