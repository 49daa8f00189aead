// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
#include "sweep.hpp"

#include "harness/sizes.hpp"
#include "harness/space.hpp"

#include <cmath>
#include <deque>
#include <limits>
#include <set>

namespace bench::tune {
namespace {

using decision = reluk::tuning_row::decision;
using reluk::dataflow;

constexpr effort first_look{130e-6, true};
constexpr effort careful{400e-6, false};
constexpr std::size_t least_rounds = 9; // of the table; more where the budget allows
constexpr std::size_t most_rounds = 45;
constexpr std::size_t confirmation_rounds = 15;
constexpr std::size_t survivors = 8;  // of a screening's stage
constexpr std::size_t finalists = 4;  // of its policies, and of its shapes
constexpr std::size_t relaunched = 2; // of the best, tried with early launch and without
constexpr std::size_t shortlist_size = 8;
constexpr unsigned any_compute_capability = 999;

bool is_same(decision const& a, decision const& b) {
    return a.load == b.load && a.store == b.store && a.order == b.order &&
           a.accesses_per_thread == b.accesses_per_thread && a.block == b.block &&
           a.resident_l2_percent == b.resident_l2_percent && a.early_launch == b.early_launch &&
           a.early_trigger == b.early_trigger && a.evict_first_partly == b.evict_first_partly;
}

reluk::tuning_row always(dataflow flow, decision const& what, char const* reason) {
    return {{0, any_compute_capability, flow, reluk::aliasing::either, 8, 0, 0}, what, reason, ""};
}

/// The same with early launch as it is not yet: without, with, and with the trigger too. A pipeline's neighbours do not
/// ask for an early launch, so that a trigger has nobody to let start there.
std::vector<decision> otherwise_launched(decision const& what, dataflow flow, reluk::device_descriptor const& device) {
    std::vector<decision> others;
    if (device.compute_capability < 90 || !device.early_launch) {
        return others;
    }
    for (auto const& [early, trigger] : {std::pair{false, false}, std::pair{true, false}, std::pair{true, true}}) {
        decision other = what;
        other.early_launch = early;
        other.early_trigger = trigger;
        if (!is_same(other, what) && !(trigger && flow == dataflow::pipeline)) {
            others.push_back(other);
        }
    }
    return others;
}

/// Both ends, the middle, the quarters and so on: whatever is left out at the end, the rest is spread evenly.
std::vector<std::size_t> coarse_first(std::size_t count) {
    std::vector<std::size_t> order{0};
    if (count > 1) {
        order.push_back(count - 1);
    }
    std::deque<std::pair<std::size_t, std::size_t>> gaps{{0, count - 1}};
    while (!gaps.empty()) {
        auto const [low, high] = gaps.front();
        gaps.pop_front();
        if (high - low > 1) {
            std::size_t const middle = (low + high) / 2;
            order.push_back(middle);
            gaps.emplace_back(low, middle);
            gaps.emplace_back(middle, high);
        }
    }
    return order;
}

/// Fewer, where a set of cold tensors would be thousands.
bool is_measurable(cell const& c, reluk::device_descriptor const& device) {
    reluk::workload const work = workload_of(c, device);
    return c.flow != dataflow::oneshot || work.elements * work.element_bytes >= 256 * KiB;
}

std::size_t neighbours_of(dataflow flow) {
    return flow == dataflow::pipeline ? std::size(neighbour_shapes) : 1;
}

measurement const* bare_chain(cell const& c, std::vector<measurement> const& all) {
    return c.flow == dataflow::pipeline ? &all.back() : nullptr;
}

void refuse_wrong(std::vector<measurement> const& all) {
    for (measurement const& m : all) {
        if (m.error.rfind("WRONG", 0) == 0) {
            throw broken_device("A kernel computes something else than ReLU on this device: " + m.error);
        }
    }
}

schedule rounds(std::size_t count) {
    return [count](stopwatch& watch, std::size_t candidates) { return run_rounds(watch, candidates, count); };
}

/// Each way against the first, in a pipeline the mean over its neighbours.
std::vector<comparison> compare_all(device& d, cell c, std::vector<rows> const& ways, std::size_t count) {
    std::vector<std::vector<comparison>> by_way(ways.size());
    for (unsigned n = 0; n < neighbours_of(c.flow); ++n) {
        c.neighbour = n;
        std::vector<measurement> const all = d.measure(c, ways, careful, rounds(count));
        refuse_wrong(all);
        for (std::size_t i = 0; i < ways.size(); ++i) {
            by_way[i].push_back(compare_paired(all[i], all[0], bare_chain(c, all)));
        }
    }
    std::vector<comparison> means;
    for (std::vector<comparison> const& of_one : by_way) {
        bool const good = std::all_of(of_one.begin(), of_one.end(), [](comparison const& x) { return x.good(); });
        means.push_back(good ? mean_of(of_one) : comparison{});
    }
    return means;
}

std::string percent(double share) {
    char text[32];
    std::snprintf(text, sizeof(text), "%.1f %%", 100 * share);
    return text;
}

struct regime {
    dataflow flow;
    bool in_place;

    /// Of the budget: a pipeline's cells are measured once per neighbour.
    std::size_t weight() const { return neighbours_of(flow); }
};

std::string name_of(regime const& r) {
    return std::string(to_string(r.flow)) + (r.in_place ? " in place" : "");
}

/// Candidates with what the screenings said of them.
class shortlist {
public:
    void begin_screening() { scores_.emplace_back(); }
    bool had_screenings() const { return !scores_.empty(); }

    void add(decision const& what, double score) {
        std::size_t i = 0;
        while (i < all_.size() && !is_same(all_[i], what)) {
            ++i;
        }
        if (i == all_.size()) {
            all_.push_back(what);
        }
        auto const [known, is_new] = scores_.back().emplace(i, score);
        known->second = is_new ? score : std::min(known->second, score);
    }

    /// The few that together come closest to the best at every screening: again and again the one that helps most.
    std::vector<decision> chosen() const {
        std::vector<decision> few;
        std::vector<double> reached(scores_.size(), 1.0); // by the baseline
        while (few.size() < shortlist_size) {
            double most = 0.001 * static_cast<double>(scores_.size()); // less is not worth its time
            std::size_t next = all_.size();
            for (std::size_t i = 0; i < all_.size(); ++i) {
                double helps = 0;
                for (std::size_t s = 0; s < scores_.size(); ++s) {
                    auto const score = scores_[s].find(i);
                    helps += score == scores_[s].end() ? 0 : std::max(0.0, reached[s] - score->second);
                }
                if (helps > most) {
                    most = helps;
                    next = i;
                }
            }
            if (next == all_.size()) {
                break;
            }
            few.push_back(all_[next]);
            for (std::size_t s = 0; s < scores_.size(); ++s) {
                auto const score = scores_[s].find(next);
                reached[s] = score == scores_[s].end() ? reached[s] : std::min(reached[s], score->second);
            }
        }
        return few;
    }

private:
    std::vector<decision> all_;
    std::vector<std::map<std::size_t, double>> scores_; ///< time over the baseline's, by screening and candidate
};

class sweep {
public:
    sweep(device& d, plan const& p, observer& o) : device_(d), plan_(p), observer_(o), begin_(d.now()) {}

    outcome run() {
        std::vector<regime> regimes;
        for (bool const in_place : {false, true}) {
            for (dataflow const flow : plan_.flows) {
                regimes.push_back({flow, in_place});
            }
        }
        check_noise();
        std::size_t weight_left = 0;
        for (regime const& r : regimes) {
            weight_left += r.weight();
        }
        bool had_time = true;
        for (regime const& r : regimes) {
            double const left = plan_.budget_seconds - elapsed();
            bool const went_through =
                tune(r, left * static_cast<double>(r.weight()) / static_cast<double>(weight_left));
            if (observer_.wants_stop()) {
                result_.notes.push_back("interrupted in " + name_of(r));
                return result_;
            }
            if (!went_through) {
                had_time = false;
                result_.notes.push_back(name_of(r) + ": nothing could be measured in the time that the budget left");
            }
            weight_left -= r.weight();
            result_.complete = had_time && weight_left == 0;
            observer_.checkpoint(result_);
        }
        return result_;
    }

private:
    double elapsed() { return device_.now() - begin_; }
    bool goes_on(double deadline) { return elapsed() < deadline && !observer_.wants_stop(); }

    void tell(std::string const& doing) { observer_.progress(elapsed() / plan_.budget_seconds, doing); }

    cell at(regime const& r, unsigned element_bytes, unsigned l2_percent) const {
        return {r.flow, r.in_place, element_bytes, l2_percent, 0};
    }

    rows with(regime const& r, decision const& what) const { return {always(r.flow, what, "")}; }

    /// Runs `work`; where the device cannot, a note says why, once.
    template <class Work>
    void attempt(cell const& c, Work&& work) {
        try {
            work();
        } catch (std::runtime_error const& error) {
            std::string const note = name_of(regime{c.flow, c.in_place}) + ", " + std::to_string(c.l2_percent) +
                                     " % of the L2: " + error.what();
            if (std::find(result_.notes.begin(), result_.notes.end(), note) == result_.notes.end()) {
                result_.notes.push_back(note);
            }
        }
    }

    /// The baseline against itself before anything else.
    void check_noise() {
        std::vector<double> noise;
        for (unsigned const l2_percent : {10u, 55u, 400u}) {
            cell const c = at({plan_.flows[0], false}, plan_.element_bytes[0], l2_percent);
            tell("the noise of the device");
            attempt(c, [&] {
                rows const baseline = baseline_rows(plan_);
                comparison const twice = compare_all(device_, c, {baseline, baseline}, confirmation_rounds)[1];
                if (twice.good()) {
                    noise.push_back(noise_of(twice));
                }
            });
        }
        if (noise.empty()) {
            throw std::runtime_error("Nothing can be measured on this device. " +
                                     (result_.notes.empty() ? "" : result_.notes[0]));
        }
        refuse_noise(summarize(noise).median);
    }

    /// Of the same way twice: how far apart they seem, or how uncertain that is.
    static double noise_of(comparison const& twice) { return std::max(twice.noise, std::abs(twice.gain - 1)); }

    void refuse_noise(double noise) {
        result_.noise = noise;
        if (noise > plan_.most_noise) {
            throw too_noisy("The noise is too high to tell anything: the same kernel, measured twice, differs by " +
                            percent(noise) + ", and " + percent(plan_.most_noise) +
                            " is allowed. Something else seems to use the device; end it and run again.");
        }
    }

    /// False where `seconds` do not suffice to say anything.
    bool tune(regime const& r, double seconds) {
        double const begin = elapsed();
        shortlist const list = screened(r, begin + 0.4 * seconds);
        std::vector<decision> const candidates = list.chosen();
        if (candidates.empty()) {
            return list.had_screenings(); // the baseline is the best there is
        }
        std::vector<fit_cell> const cells = measured(r, candidates, begin + 0.85 * seconds);
        std::vector<found_row> found;
        for (fitted const& f : fit(cells, plan_.tolerance)) {
            unsigned const capability = device_.descriptor().compute_capability;
            reluk::aliasing const alias = r.in_place ? reluk::aliasing::in_place : reluk::aliasing::apart;
            found.push_back({{capability, capability, r.flow, alias, f.max_element_bytes, f.max_l2_percent, 0,
                              f.min_element_bytes, f.min_l2_percent},
                             candidates[f.candidate - 1],
                             {},
                             0,
                             0});
        }
        for (found_row const& row : confirmed(r, found, cells, begin + seconds)) {
            result_.rows.push_back(row);
        }
        return !cells.empty();
    }

    shortlist screened(regime const& r, double deadline) {
        shortlist list;
        std::vector<configuration> winners;
        std::size_t turn = 0;
        for (std::size_t const i : coarse_first(std::size(l2_percents))) {
            cell c = at(r, plan_.element_bytes[turn % plan_.element_bytes.size()], l2_percents[i]);
            c.neighbour = static_cast<unsigned>(turn / 2 % neighbours_of(r.flow));
            if (!is_measurable(c, device_.descriptor())) {
                continue;
            }
            if (!goes_on(deadline)) {
                break;
            }
            ++turn;
            tell(name_of(r) + ": screening at " + std::to_string(l2_percents[i]) + " % of the L2");
            attempt(c, [&] {
                list.begin_screening();
                decision const launched = best_launched(c, decision_of(c, baseline_rows(plan_)), list, deadline);
                std::vector<configuration> const all = search_in_stages(
                    all_policies({0, 20, 35, 50, 70}), all_shapes({16}), winners, finalists,
                    [&](std::vector<configuration> const& some) { return screen(c, launched, some, deadline); });
                std::vector<decision> others;
                for (std::size_t k = 0; k < all.size(); ++k) {
                    decision const what = as_decision(launched, all[k]);
                    list.add(what, all[k].score);
                    if (k < relaunched) {
                        std::vector<decision> const more = otherwise_launched(what, c.flow, device_.descriptor());
                        others.insert(others.end(), more.begin(), more.end());
                    }
                }
                std::vector<double> const scores = screen(c, others, deadline);
                for (std::size_t k = 0; k < others.size(); ++k) {
                    list.add(others[k], scores[k]);
                }
                if (!all.empty() && winners.size() < shortlist_size) {
                    winners.push_back(whole(launched, all.front()));
                }
            });
        }
        return list;
    }

    /// What the baseline decides at a cell.
    decision decision_of(cell const& c, rows const& baseline) const {
        reluk::device_descriptor const& device = device_.descriptor();
        reluk::launch_config const config =
            reluk::choose(device, workload_of(c, device), baseline.data(), baseline.size());
        return {config.load,
                config.store,
                config.order,
                config.accesses_per_thread * config.access_bytes / 16,
                config.block,
                0,
                config.early_launch,
                config.early_trigger,
                config.evict_first_fraction < 1};
    }

    /// `chosen` with early launch or without, whichever is the fastest at a cell: how the rest is searched.
    decision best_launched(cell const& c, decision const& chosen, shortlist& list, double deadline) {
        std::vector<decision> const others = otherwise_launched(chosen, c.flow, device_.descriptor());
        std::vector<double> const scores = screen(c, others, deadline);
        decision best = chosen;
        double least = 1;
        for (std::size_t i = 0; i < others.size(); ++i) {
            list.add(others[i], scores[i]);
            if (scores[i] < least) {
                least = scores[i];
                best = others[i];
            }
        }
        return best;
    }

    static decision as_decision(decision const& chosen, configuration const& c) {
        decision what = chosen;
        if (c.how) {
            what.load = c.how->load;
            what.store = c.how->store;
            what.order = c.how->order;
            what.resident_l2_percent = c.how->kept_percent;
            what.evict_first_partly = false;
        }
        if (c.what) {
            what.accesses_per_thread = c.what->accesses;
            what.block = c.what->block;
        }
        return what;
    }

    /// The same configuration, relative to nothing.
    static configuration whole(decision const& chosen, configuration const& c) {
        decision const d = as_decision(chosen, c);
        return {policies{d.load, d.resident_l2_percent, d.store, d.order}, shape{16, d.accesses_per_thread, d.block}};
    }

    /// Scores each: its time over the baseline's, infinity where it does not run.
    std::vector<double> screen(cell const& c, std::vector<decision> const& some, double deadline) {
        std::vector<double> scores(some.size(), std::numeric_limits<double>::infinity());
        if (some.empty()) {
            return scores;
        }
        std::vector<rows> ways{baseline_rows(plan_)};
        for (decision const& what : some) {
            ways.push_back(with({c.flow, c.in_place}, what));
        }
        std::vector<measurement> const all =
            device_.measure(c, ways, first_look, [&](stopwatch& watch, std::size_t candidates) {
                return run_halving(watch, candidates, std::min(survivors, some.size() / 2),
                                   [&] { return goes_on(deadline); });
            });
        refuse_wrong(all);
        for (std::size_t i = 0; i < some.size(); ++i) {
            if (all[0].good() && all[i + 1].good()) {
                scores[i] = paired_ratio(all[i + 1].rounds, all[0].rounds);
            }
        }
        return scores;
    }

    /// Those that run, with their scores.
    std::vector<configuration> screen(cell const& c, decision const& chosen, std::vector<configuration> const& some,
                                      double deadline) {
        std::vector<decision> decisions;
        for (configuration const& one : some) {
            decisions.push_back(as_decision(chosen, one));
        }
        std::vector<double> const scores = screen(c, decisions, deadline);
        std::vector<configuration> good;
        for (std::size_t i = 0; i < some.size(); ++i) {
            if (std::isfinite(scores[i])) {
                good.push_back(some[i]);
                good.back().score = scores[i];
            }
        }
        return good;
    }

    std::vector<fit_cell> measured(regime const& r, std::vector<decision> const& candidates, double deadline) {
        std::vector<rows> ways{baseline_rows(plan_)};
        for (decision const& what : candidates) {
            ways.push_back(with(r, what));
        }
        ways.push_back(baseline_rows(plan_));
        std::vector<fit_cell> cells;
        std::vector<double> noise;
        std::size_t left = std::size(l2_percents) * plan_.element_bytes.size();
        std::size_t left_out = 0;
        std::size_t count = least_rounds;
        for (std::size_t const i : coarse_first(std::size(l2_percents))) {
            for (unsigned const element_bytes : plan_.element_bytes) {
                cell const c = at(r, element_bytes, l2_percents[i]);
                --left;
                if (!is_measurable(c, device_.descriptor())) {
                    continue;
                }
                if (!goes_on(deadline)) {
                    ++left_out;
                    continue;
                }
                tell(name_of(r) + ": " + std::to_string(candidates.size()) + " candidates at " +
                     std::to_string(l2_percents[i]) + " % of the L2");
                attempt(c, [&] {
                    double const begin = elapsed();
                    std::vector<comparison> against = compare_all(device_, c, ways, count);
                    double const possible =
                        (deadline - elapsed()) / static_cast<double>(left + 1) / (elapsed() - begin);
                    count = static_cast<std::size_t>(std::clamp(possible * static_cast<double>(count),
                                                                static_cast<double>(least_rounds),
                                                                static_cast<double>(most_rounds)));
                    comparison const twice = against.back();
                    against.pop_back();
                    if (!twice.good()) {
                        return;
                    }
                    against[0] = {1, 0};
                    noise.push_back(noise_of(twice));
                    for (std::size_t k = 1; k < against.size(); ++k) {
                        against[k].noise = std::max(against[k].noise, noise.back());
                    }
                    result_.cells.push_back({c, candidates, against});
                    cells.push_back({element_bytes, l2_percents[i], std::move(against)});
                });
            }
        }
        if (left_out != 0 && !observer_.wants_stop()) {
            result_.notes.push_back(name_of(r) + ": " + std::to_string(left_out) + " of " +
                                    std::to_string(left_out + cells.size()) +
                                    " points were left out, since its part of the time budget was spent");
        }
        noise_.insert(noise_.end(), noise.begin(), noise.end());
        if (!noise.empty()) {
            refuse_noise(summarize(noise).median);
            result_.noise = summarize(noise_).median;
        }
        return cells;
    }

    /// The rows whose gain a fresh measurement confirms.
    std::vector<found_row> confirmed(regime const& r, std::vector<found_row> const& found,
                                     std::vector<fit_cell> const& cells, double deadline) {
        std::vector<std::vector<comparison>> gains(found.size());
        std::vector<std::pair<std::size_t, cell>> covered;
        for (fit_cell const& f : cells) {
            cell const c = at(r, f.element_bytes, f.l2_percent);
            std::size_t const row = row_at(c, found);
            if (row != found.size()) {
                covered.emplace_back(row, c);
            }
        }
        std::set<std::size_t> seen; // first one cell of each row, then the others
        std::stable_partition(covered.begin(), covered.end(),
                              [&](auto const& row_and_cell) { return seen.insert(row_and_cell.first).second; });
        for (auto const& [row, c] : covered) {
            if (!goes_on(deadline)) {
                break;
            }
            tell(name_of(r) + ": confirming " + std::to_string(found.size()) + " rows");
            attempt(c, [&, row = row, c = c] {
                rows const theirs = with(r, found[row].what);
                comparison const gain = compare_all(device_, c, {baseline_rows(plan_), theirs}, confirmation_rounds)[1];
                if (gain.good()) {
                    gains[row].push_back(gain);
                }
            });
        }
        std::vector<found_row> good;
        for (std::size_t i = 0; i < found.size(); ++i) {
            comparison const mean = mean_of(gains[i]);
            if (mean.is_certain()) {
                good.push_back(found[i]);
                good.back().gain = mean;
                good.back().cells = gains[i].size();
                for (comparison const& one : gains[i]) {
                    good.back().most = std::max(good.back().most, one.gain);
                }
            }
        }
        return good;
    }

    std::size_t row_at(cell const& c, std::vector<found_row> const& found) const {
        reluk::device_descriptor const& device = device_.descriptor();
        std::size_t i = 0;
        while (i < found.size() &&
               !reluk::detail::applies({found[i].when, found[i].what, "", ""}, device, workload_of(c, device))) {
            ++i;
        }
        return i;
    }

    device& device_;
    plan const& plan_;
    observer& observer_;
    double begin_;
    std::vector<double> noise_; ///< of all cells
    outcome result_;
};

} // namespace

outcome run_sweep(device& d, plan const& p, observer& o) {
    return sweep(d, p, o).run();
}

rows baseline_rows(plan const& p) {
    if (!p.from_empty) {
        return {};
    }
    rows defaults;
    for (dataflow const flow : {dataflow::pipeline, dataflow::repeated, dataflow::oneshot}) {
        defaults.push_back(
            always(flow, {reluk::load_path::cached, reluk::store_path::cached, reluk::block_order::forward, 1, 256},
                   "no row was found that is faster: the hardware's defaults"));
    }
    return defaults;
}

rows as_rows(std::vector<found_row> const& found, plan const& p) {
    rows all;
    for (found_row const& row : found) {
        all.push_back({row.when, row.what, "", ""});
    }
    rows const baseline = baseline_rows(p);
    all.insert(all.end(), baseline.begin(), baseline.end());
    return all;
}

std::vector<verification> verify(device& d, plan const& p, rows const& theirs, observer& o) {
    struct size {
        unsigned l2_percent;
        bool is_swept;
    };
    std::vector<size> sizes;
    for (std::size_t i = 0; i < std::size(l2_percents); ++i) {
        sizes.push_back({l2_percents[i], true});
        if (i + 1 < std::size(l2_percents)) { // a third of the way, where no row's bound lies
            double const step = static_cast<double>(l2_percents[i + 1]) / l2_percents[i];
            auto const between = static_cast<unsigned>(l2_percents[i] * std::cbrt(step));
            if (between != l2_percents[i]) {
                sizes.push_back({between, false});
            }
        }
    }
    double const begin = d.now();
    std::vector<verification> all;
    for (std::size_t const i : coarse_first(sizes.size())) {
        for (bool const in_place : {false, true}) {
            for (dataflow const flow : p.flows) {
                for (unsigned const element_bytes : p.element_bytes) {
                    double const elapsed = d.now() - begin;
                    cell const c{flow, in_place, element_bytes, sizes[i].l2_percent, 0};
                    if (!is_measurable(c, d.descriptor()) || elapsed >= p.budget_seconds || o.wants_stop()) {
                        continue;
                    }
                    o.progress(elapsed / p.budget_seconds, std::to_string(all.size()) + " points compared");
                    reluk::workload const work = workload_of(c, d.descriptor());
                    bool const is_same = reluk::choose(d.descriptor(), work) ==
                                         reluk::choose(d.descriptor(), work, theirs.data(), theirs.size());
                    verification v{c, sizes[i].is_swept, is_same, {1, 0}};
                    if (!is_same) {
                        try {
                            v.gain = compare_all(d, c, {{}, theirs}, confirmation_rounds)[1];
                        } catch (std::runtime_error const&) {
                            v.gain = {};
                        }
                    }
                    all.push_back(v);
                }
            }
        }
    }
    return all;
}

} // namespace bench::tune
