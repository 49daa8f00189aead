// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// What is tuned, behind an interface, so that tests put a fake there.
#pragma once

#include "harness/neighbours.hpp"
#include "harness/point.hpp"
#include "harness/schedule.hpp"

#include <map>
#include <reluk/launch_config.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace bench::tune {

/// A point of the sweep.
struct cell {
    reluk::dataflow flow = reluk::dataflow::pipeline;
    bool in_place = false;
    unsigned element_bytes = 4;
    unsigned l2_percent = 100; ///< working set
    unsigned neighbour = 0;    ///< in a pipeline: which of the shapes of `neighbour_shapes` its neighbours have
};

/// The neighbours of a pipeline: 16 bytes per thread in 256 threads, and 32 bytes in 128, as PyTorch's kernels have.
constexpr neighbour_shape neighbour_shapes[] = {{256, 1}, {128, 2}};

/// The call at a cell, on aligned tensors.
inline reluk::workload workload_of(cell const& c, reluk::device_descriptor const& device) {
    std::size_t const bytes_per_element = std::size_t{c.element_bytes} * (c.in_place ? 1 : 2);
    std::size_t const elements = device.l2_bytes / 100 * c.l2_percent / bytes_per_element;
    return {std::max<std::size_t>(elements / 512, 1) * 512, c.element_bytes, 0, 0, c.in_place, c.flow};
}

/// One way to call: choose() with these rows before its own.
using rows = std::vector<reluk::tuning_row>;

struct effort {
    double batch_seconds;
    bool shared_tensors; ///< of all ways together: for a first look at many
};

/// Nothing more can be learnt from the device: its kernels fault, or compute something else.
class broken_device : public std::logic_error {
public:
    using std::logic_error::logic_error;
};

class device {
public:
    virtual ~device() = default;
    virtual std::string name() const = 0;
    /// What else a reader of the results should know: versions, by name.
    virtual std::map<std::string, std::string> context() const = 0;
    virtual reluk::device_descriptor const& descriptor() const = 0;
    /// Seconds since some moment.
    virtual double now() = 0;
    /// All ways at a cell; a pipeline's measurements end with one more, the chain without ReLU. Throws a
    /// std::runtime_error where this cell cannot be measured, and broken_device.
    virtual std::vector<measurement> measure(cell const& c, std::vector<rows> const& ways, effort const& e,
                                             schedule const& when) = 0;
};

} // namespace bench::tune
