// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
#include "fit.hpp"

#include <limits>
#include <map>
#include <set>
#include <utility>

namespace bench::tune {
namespace {

/// Rows first, then the sum of the regrets' logarithms.
using cost = std::pair<std::size_t, double>;

constexpr cost impossible{std::numeric_limits<std::size_t>::max() / 2, 0};

cost operator+(cost const& a, cost const& b) {
    return {a.first + b.first, a.second + b.second};
}

double best_gain(fit_cell const& cell) {
    double best = 1;
    for (comparison const& c : cell.against) {
        if (c.is_certain()) {
            best = std::max(best, c.gain);
        }
    }
    return best;
}

/// What a candidate costs at a cell besides a row.
cost cost_at(fit_cell const& cell, std::size_t candidate, double tolerance) {
    comparison const& c = cell.against[candidate];
    double const regret = c.good() ? best_gain(cell) / c.gain : 0;
    bool const is_best = regret == 1;
    bool const is_good_enough = c.good() && regret - 1 <= std::max(tolerance, c.noise);
    return is_best || is_good_enough ? cost{0, std::log(std::max(regret, 1.0))} : impossible;
}

struct solution {
    cost total{0, 0};
    std::vector<fitted> rows;
};

unsigned halfway(unsigned a, unsigned b) {
    return static_cast<unsigned>(std::sqrt(static_cast<double>(a) * b));
}

/// The best solution for cells that share rows whatever their width: a shortest path through the sizes, whose nodes are
/// the candidates and whose changes cost a row, except for those to the baseline.
solution solve(std::vector<fit_cell const*> const& cells, double tolerance) {
    std::map<unsigned, std::vector<fit_cell const*>> by_size;
    unsigned narrowest = ~0u;
    unsigned widest = 0;
    for (fit_cell const* cell : cells) {
        by_size[cell->l2_percent].push_back(cell);
        narrowest = std::min(narrowest, cell->element_bytes);
        widest = std::max(widest, cell->element_bytes);
    }
    std::size_t const candidates = cells[0]->against.size();
    struct node {
        cost total = impossible;
        std::size_t before = 0;
    };
    std::vector<unsigned> sizes;
    std::vector<std::vector<node>> path;
    for (auto const& [percent, at_size] : by_size) {
        std::vector<node> column(candidates);
        for (std::size_t c = 0; c < candidates; ++c) {
            cost here{0, 0};
            for (fit_cell const* cell : at_size) {
                cost const more = cost_at(*cell, c, tolerance);
                here = more == impossible || here == impossible ? impossible : here + more;
            }
            if (here == impossible) {
                continue;
            }
            cost const a_row{c == 0 ? 0 : 1, 0};
            if (path.empty()) {
                column[c].total = here + a_row;
                continue;
            }
            for (std::size_t before = 0; before < candidates; ++before) {
                cost const total = path.back()[before].total + here + (before == c ? cost{0, 0} : a_row);
                if (total < column[c].total) {
                    column[c] = {total, before};
                }
            }
        }
        sizes.push_back(percent);
        path.push_back(std::move(column));
    }
    auto const less = [](node const& a, node const& b) { return a.total < b.total; };
    auto const last = std::min_element(path.back().begin(), path.back().end(), less);
    solution found;
    found.total = last->total;
    if (found.total.first >= impossible.first) {
        return found;
    }
    auto candidate = static_cast<std::size_t>(last - path.back().begin());
    std::size_t after = 0; // the candidate of the next size
    for (std::size_t i = sizes.size(); i-- > 0;) {
        unsigned const lower = i == 0 ? 0 : halfway(sizes[i - 1], sizes[i]);
        unsigned const upper = i + 1 == sizes.size() ? 0 : halfway(sizes[i], sizes[i + 1]);
        if (candidate != 0 && candidate == after) {
            found.rows.back().min_l2_percent = lower;
        } else if (candidate != 0) {
            found.rows.push_back({candidate, narrowest, widest, lower, upper});
        }
        after = candidate;
        candidate = path[i][candidate].before;
    }
    std::reverse(found.rows.begin(), found.rows.end());
    return found;
}

} // namespace

std::vector<fitted> fit(std::vector<fit_cell> const& cells, double tolerance) {
    std::set<unsigned> widths;
    for (fit_cell const& cell : cells) {
        widths.insert(cell.element_bytes);
    }
    if (widths.empty()) {
        return {};
    }
    std::vector<unsigned> const sorted(widths.begin(), widths.end());
    solution best;
    best.total = impossible;
    // Each way to cut the widths into groups of neighbours: a bit says whether a group ends behind that width.
    for (unsigned cuts = 0; cuts < 1u << (sorted.size() - 1); ++cuts) {
        solution whole;
        std::vector<fit_cell const*> group;
        for (std::size_t w = 0; w < sorted.size(); ++w) {
            for (fit_cell const& cell : cells) {
                if (cell.element_bytes == sorted[w]) {
                    group.push_back(&cell);
                }
            }
            if (w + 1 == sorted.size() || (cuts >> w & 1) != 0) {
                solution part = solve(group, tolerance);
                whole.total = whole.total + part.total;
                whole.rows.insert(whole.rows.end(), part.rows.begin(), part.rows.end());
                group.clear();
            }
        }
        if (whole.total < best.total) {
            best = std::move(whole);
        }
    }
    return best.rows;
}

comparison mean_of(std::vector<comparison> const& all) {
    double logarithms = 0;
    double squares = 0;
    for (comparison const& c : all) {
        logarithms += std::log(c.gain);
        squares += c.noise * c.noise;
    }
    auto const n = static_cast<double>(all.size());
    return all.empty() ? comparison{} : comparison{std::exp(logarithms / n), std::sqrt(squares) / n};
}

} // namespace bench::tune
