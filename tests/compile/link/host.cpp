// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
#include "every_header.hpp"
#include "unit.hpp"

bool rectify_in_host_unit(float* x, size_t n) {
    return reluk::host::relu(x, x, n);
}
