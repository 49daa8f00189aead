// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// The measured calls of ours in a suite's JSON, each with the workload and the configuration that it stands for.
#pragma once

#include <reluk/predict.hpp>
#include <string>
#include <vector>

namespace measured {

struct point {
    std::string dtype;
    std::string regime;
    std::string candidate;
    std::size_t bytes_in = 0;
    reluk::workload work;
    reluk::launch_config config;
    double seconds = 0; ///< a call's; in a pipeline what it adds to the chain
};

struct suite {
    std::string device_name; ///< as in the catalogue
    reluk::device_descriptor device;
    std::vector<point> points;
};

/// Reads band_sweep.json or pipeline.json. Throws std::exception with a sentence if the file is not one.
suite read(std::string const& path);

} // namespace measured
