// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
#pragma once

#include "candidate.hpp"
#include "dtype.hpp"

#include <reluk/launch_config.hpp>

namespace bench {

/// `raw`: the kernel that reluk launches, launched with arguments made beforehand; what a call costs at the least.
candidate raw_candidate(dtype type, reluk::device_descriptor const& device, reluk::dataflow flow);

} // namespace bench
