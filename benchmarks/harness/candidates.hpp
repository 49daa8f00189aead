// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// The candidates that the suites put together.
#pragma once

#include "candidate.hpp"
#include "dtype.hpp"
#include "names.hpp"

#include <reluk/launch_config.hpp>
#include <vector>

namespace bench {

/// `reluk`: launch_config's own choice for this dataflow.
candidate choice(dtype type, reluk::device_descriptor const& device, reluk::dataflow flow, std::string name = "reluk");

/// `reluk:default`: reluk::relu(out, in, n, stream), which looks up the current device at each call and assumes
/// dataflow::pipeline.
candidate default_call(dtype type);

/// A configuration derived from that choice by `adapt`, for the types whose configuration space is compiled and for
/// aligned tensors. The grid is made to cover them.
candidate adapted(dtype type, reluk::device_descriptor const& device, reluk::dataflow flow, std::string name,
                  std::function<void(reluk::launch_config&)> adapt);

/// What choose() makes of these rows before its own, launched as a user of theirs does: for the same types.
candidate with_rows(dtype type, reluk::device_descriptor const& device, reluk::dataflow flow, std::string name,
                    std::vector<reluk::tuning_row> rows);

/// Whether adapted() and with_rows() have the type.
bool has_whole_space(dtype type);

/// The same choice, started only once the kernel before has ended.
candidate ordered(dtype type, reluk::device_descriptor const& device, reluk::dataflow flow);

/// Of an input of `bytes` bytes, what load_path::resident keeps when that is `share` of the L2.
float resident_fraction(reluk::device_descriptor const& device, std::size_t bytes, float share);

/// `reluk:LOAD/STORE` for each pair of policies, in the shape of the choice and forward order. `resident` keeps 30 % of
/// the L2's size.
std::vector<candidate> policy_pairs(dtype type, std::size_t bytes, reluk::device_descriptor const& device,
                                    reluk::dataflow flow);

candidate memcpy_candidate(dtype type);
candidate cub_candidate(dtype type);
candidate plain_candidate(); ///< fp32
candidate read_candidate(dtype type);
candidate write_candidate(dtype type);
candidate empty_candidate();

} // namespace bench
