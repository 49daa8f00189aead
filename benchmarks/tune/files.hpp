// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// The results of a sweep as a header and as JSON.
#pragma once

#include "sweep.hpp"

namespace bench::tune {

/// Where and when rows were found.
struct origin {
    std::string device;
    reluk::device_descriptor descriptor;
    std::map<std::string, std::string> context;
    std::string date; ///< year-month-day
};

/// A header that defines `rows` and `row_count` in `name_space`, for choose(device, work, rows, row_count).
std::string to_header(outcome const& found, plan const& p, origin const& from, std::string const& name_space);

/// All of the outcome.
std::string to_json(outcome const& found, plan const& p, origin const& from);

/// The rows of such a JSON, with those that stand for an empty table, and the device that they are for. Throws a
/// sentence where it is none.
struct saved_rows {
    std::string device;
    reluk::device_descriptor descriptor;
    rows all;
};
saved_rows rows_of_json(std::string const& text);

std::string read_file(std::string const& path);

/// Throws a sentence where write_file() would; the file stays as it is.
void check_writable(std::string const& path);

/// Replaces the file as a whole: whoever reads it finds the old or the new text, never a part. Throws a sentence.
void write_file(std::string const& path, std::string const& text);

} // namespace bench::tune
