// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT

#include "device.cuh"

#include "arithmetic.hpp"

template struct reluk_torch::arithmetic<reluk_torch::on_device>;
