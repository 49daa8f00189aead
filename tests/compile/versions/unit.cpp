// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
#include "unit.hpp"

#include <reluk/host.hpp>
#include <typeinfo>

unit UNIT() {
    return {RELUK_VERSION, typeid(reluk::launch_config).name(),
            [](float* x, std::size_t n) { return reluk::host::relu(x, x, n); },
            reinterpret_cast<void const*>(&reluk::host::relu<float>)};
}
