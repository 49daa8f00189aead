// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Finds the rows of a device. Regime by regime (a dataflow, apart or in place):
//   screening     at some sizes the whole space, losers leaving early, with shared tensors, and the best with early
//                 launch and without; a few candidates are kept
//   table         these and the baseline at all sizes and widths, each with tensors of its own, the baseline twice
//   fit           as few rows as do
//   confirmation  the rows against the baseline, measured afresh, since what was picked for its time was lucky too
#pragma once

#include "device.hpp"
#include "fit.hpp"

namespace bench::tune {

struct plan {
    double budget_seconds = 120;
    bool from_empty = false;  ///< the baseline is the hardware's defaults instead of the built-in table
    double tolerance = 0.005; ///< regret that needs no row
    double most_noise = 0.05; ///< of the baseline against itself; above it the device is in use by others
    std::vector<reluk::dataflow> flows = {reluk::dataflow::pipeline, reluk::dataflow::repeated,
                                          reluk::dataflow::oneshot};
    std::vector<unsigned> element_bytes = {4, 2, 1, 8};
};

/// Working sets of the sweep, in percent of the L2.
constexpr unsigned l2_percents[] = {2, 5, 10, 20, 35, 45, 55, 65, 75, 85, 100, 125, 160, 210, 280, 400, 800};

/// A row with what it is worth over the baseline, by its confirmation.
struct found_row {
    reluk::tuning_row::condition when;
    reluk::tuning_row::decision what;
    comparison gain; ///< mean over the cells
    double most;     ///< gain at the best of them
    std::size_t cells;
};

/// The table of one cell: how each of the regime's candidates compares with the baseline, which is the first.
struct cell_result {
    cell where;
    std::vector<reluk::tuning_row::decision> candidates; ///< without the baseline
    std::vector<comparison> against;                     ///< with it
};

struct outcome {
    std::vector<found_row> rows;
    std::vector<cell_result> cells;
    double noise = 0;               ///< of the baseline against itself: the median over the cells so far
    bool complete = false;          ///< all regimes were gone through
    std::vector<std::string> notes; ///< what was left out, and why
};

/// Who watches a sweep. Not asked for anything but `wants_stop`.
class observer {
public:
    virtual ~observer() = default;
    virtual void progress(double share_of_budget, std::string const& doing) = 0;
    /// After each regime.
    virtual void checkpoint(outcome const& so_far) = 0;
    virtual bool wants_stop() = 0;
};

/// Thrown where the device is too noisy to say anything.
class too_noisy : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

outcome run_sweep(device& d, plan const& p, observer& o);

/// The rows of the baseline: none, or with `from_empty` those that stand for the hardware's defaults.
rows baseline_rows(plan const& p);

/// The rows as choose() takes them, followed by the baseline's.
rows as_rows(std::vector<found_row> const& found, plan const& p);

/// Two ways at one cell.
struct verification {
    cell where;
    bool is_swept;   ///< one of the sweep's sizes, else between two of them
    bool is_same;    ///< both choose the same, so nothing is measured
    comparison gain; ///< of the rows over the built-in choice
};

/// Compares rows with the built-in choice, at the sweep's sizes and between them, until the budget is spent.
std::vector<verification> verify(device& d, plan const& p, rows const& theirs, observer& o);

} // namespace bench::tune
