// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT

#include "device.cuh"

#include "conversion.hpp"

template struct reluk_torch::conversion<reluk_torch::on_device>;
