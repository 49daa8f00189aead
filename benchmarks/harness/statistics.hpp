// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// From samples to what is published. Pure.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace bench {

/// One timed batch.
struct sample {
    double seconds = 0; ///< per launch
    double ghz = 0;     ///< mean clock of a multiprocessor meanwhile; 0: unknown
};

/// The value below which a share `q` of the sorted values lies, interpolated between neighbours.
inline double quantile(std::vector<double> const& sorted, double q) {
    if (sorted.empty()) {
        return 0;
    }
    double const position = q * static_cast<double>(sorted.size() - 1);
    auto const below = static_cast<std::size_t>(position);
    std::size_t const above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (position - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

struct summary {
    double median = 0;
    double p10 = 0;
    double p90 = 0;
};

inline summary summarize(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return {quantile(values, 0.5), quantile(values, 0.1), quantile(values, 0.9)};
}

struct interval {
    double low = 0;
    double high = 0;
};

/// Where the median of what the values are drawn from lies, with a confidence of 95 %, whatever their distribution: the
/// two order statistics that at most 2.5 % of samples leave on either side. Of fewer than six values all, for which the
/// confidence is less.
inline interval median_interval(std::vector<double> values) {
    if (values.empty()) {
        return {};
    }
    std::sort(values.begin(), values.end());
    std::size_t const n = values.size();
    double term = std::pow(0.5, static_cast<double>(n)); // that exactly `left_out` values lie below the median
    double below = term;
    std::size_t left_out = 0;
    while (2 * left_out + 2 < n) {
        term *= static_cast<double>(n - left_out) / static_cast<double>(left_out + 1);
        if (below + term > 0.025) {
            break;
        }
        below += term;
        ++left_out;
    }
    return {values[left_out], values[n - 1 - left_out]};
}

enum class verdict { faster, same, slower };

/// How `ours` compares with `theirs`: different only where the intervals from p10 to p90 are disjoint.
inline verdict compare(summary const& ours, summary const& theirs) {
    if (ours.p90 < theirs.p10) {
        return verdict::faster;
    }
    return ours.p10 > theirs.p90 ? verdict::slower : verdict::same;
}

inline char const* to_string(verdict v) {
    return v == verdict::faster ? "faster" : v == verdict::slower ? "slower" : "same";
}

/// A device below this share of its median clock is throttled.
constexpr double least_clock = 0.96;

/// The samples taken at no less than least_clock of `median_ghz`, and how many were not. Where fewer than a third
/// would remain, all are kept: the clock has changed for good, which the count shows.
struct accepted {
    std::vector<sample> samples;
    std::size_t throttled = 0;
};

inline accepted accept(std::vector<sample> const& all, double median_ghz) {
    accepted result;
    for (sample const& s : all) {
        if (s.ghz == 0 || s.ghz >= least_clock * median_ghz) {
            result.samples.push_back(s);
        } else {
            ++result.throttled;
        }
    }
    if (3 * result.samples.size() < all.size()) {
        result.samples = all;
    }
    return result;
}

} // namespace bench
