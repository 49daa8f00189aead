// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// reluk_tune: the rows of the table for the GPU that it runs on.
#include "tune/cli.hpp"
#include "tune/gpu_device.hpp"

int main(int argc, char** argv) {
    return bench::tune::run(argc, argv, bench::tune::open_gpu);
}
