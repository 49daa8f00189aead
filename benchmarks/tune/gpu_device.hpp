// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
#pragma once

#include "device.hpp"

#include <memory>

namespace bench::tune {

/// The current device, or null, and `why` says why there is none.
std::unique_ptr<device> open_gpu(std::string& why);

} // namespace bench::tune
