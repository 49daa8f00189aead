// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Any bytes as the JSON of reluk_tune: rows_of_json() gives rows or throws a sentence, and choose() takes whatever rows
// it gave.
#include "tune/files.hpp"

#include <cstdio>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    bench::tune::saved_rows saved;
    try {
        saved = bench::tune::rows_of_json({reinterpret_cast<char const*>(data), size});
    } catch (std::runtime_error const& error) {
        if (error.what()[0] == '\0') {
            std::abort();
        }
        return 0;
    }
    for (reluk::tuning_row const& row : saved.all) {
        reluk::workload work;
        work.elements = 1u << 20;
        work.flow = row.when.flow;
        static_cast<void>(choose(saved.descriptor, work, &row, 1));
    }
    return 0;
}
