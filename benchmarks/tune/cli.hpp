// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// reluk_tune from its command line to its files.
#pragma once

#include "device.hpp"

#include <memory>

namespace bench::tune {

/// The device to tune, or null, and `why` says why there is none.
using open_device = std::function<std::unique_ptr<device>(std::string& why)>;

/// The main function. Returns 0; 1 for an error, among them a device that is too noisy; 2 for wrong arguments; 77 where
/// there is no device; 128 and the signal's number where it was interrupted, with the files written.
int run(int argc, char const* const* argv, open_device const& open);

} // namespace bench::tune
