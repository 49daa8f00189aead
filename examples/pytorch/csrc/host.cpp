// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// CPU tensors: the kernel's body, walked on the host.

#include "operations.hpp"
#include "types.hpp"

#include <reluk/batch.hpp>
#include <reluk/family.hpp>

namespace reluk_torch {

namespace api = reluk::host;

template <class F>
int call(on_host const&, F const& f) {
    return f() ? done : invalid;
}

} // namespace reluk_torch

#include "arithmetic.hpp"
#include "conversion.hpp"
#include "selection.hpp"

template struct reluk_torch::selection<reluk_torch::on_host>;
template struct reluk_torch::arithmetic<reluk_torch::on_host>;
template struct reluk_torch::conversion<reluk_torch::on_host>;
