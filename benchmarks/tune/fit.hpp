// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// From measurements to as few rows as do. Pure.
#pragma once

#include "comparison.hpp"

namespace bench::tune {

/// What was measured at one size and one element width.
struct fit_cell {
    unsigned element_bytes;
    unsigned l2_percent;             ///< working set
    std::vector<comparison> against; ///< of each candidate with the baseline, which is candidate 0 itself
};

/// One row to be: a range of widths and sizes, and the candidate for it.
struct fitted {
    std::size_t candidate;
    unsigned min_element_bytes;
    unsigned max_element_bytes;
    unsigned min_l2_percent; ///< more than; 0: no bound
    unsigned max_l2_percent; ///< at most; 0: no bound
};

/// The fewest rows with which no cell is slower than its best candidate by more than `tolerance` or by more than the
/// noise; of several solutions the fastest one. A candidate counts as better than the baseline only where its gain
/// exceeds its noise, and where no row is needed there is none. Neighbouring widths share rows where that saves some.
/// Bounds lie halfway, geometrically, between cells; rows at the first and the last size of all have no bound there.
std::vector<fitted> fit(std::vector<fit_cell> const& cells, double tolerance);

/// The geometric mean of the gains, and its noise where each errs by itself.
comparison mean_of(std::vector<comparison> const& all);

} // namespace bench::tune
