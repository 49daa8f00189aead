// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT

#include "device.cuh"

#include "selection.hpp"

template struct reluk_torch::selection<reluk_torch::on_device>;
