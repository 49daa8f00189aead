// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// One row of a table: what is measured, by which candidates, and what came out. Pure.
#pragma once

#include "candidate.hpp"
#include "dtype.hpp"
#include "statistics.hpp"

#include <map>
#include <string>
#include <vector>

namespace bench {

struct point {
    std::string suite;
    std::string op = "relu";
    dtype type = dtype::fp32;
    std::string regime;
    std::size_t bytes_in = 0;
    std::vector<candidate> candidates{};

    std::size_t cycle = 1;     ///< sets of tensors per candidate, walked in turn
    std::size_t in_shift = 0;  ///< elements by which the input is displaced from its alignment
    std::size_t out_shift = 0; ///< and the output
    bool in_place = false;
    bool shared_tensors = false; ///< all candidates use the same: for a first look at very many

    /// Of a pipeline: writes `in` from `source`. Its candidates launch the whole chain, and what counts is their time
    /// less that of the one named `none`.
    std::function<cudaError_t(tensors const&, cudaStream_t)> producer{};

    std::size_t elements() const { return bytes_in / info(type).bytes; }
    std::string name() const {
        return suite + "/" + op + "/" + info(type).name + "/" + regime + "/" + std::to_string(bytes_in);
    }
};

/// How many sets of in and out tensors exceed four times the L2, but not 1 GiB. At least two, since of a single one a
/// policy may keep a part; of 1 GiB that part is too small to matter, and two would not fit on many devices.
inline std::size_t rotating_sets(std::size_t bytes_in, std::size_t l2_bytes) {
    constexpr std::size_t cap = std::size_t{1} << 30;
    std::size_t const wanted = std::min(4 * l2_bytes, cap);
    std::size_t const sets = (wanted + 2 * bytes_in - 1) / (2 * bytes_in);
    return bytes_in >= cap ? 1 : std::max<std::size_t>(sets, 2);
}

/// What a candidate's samples say.
struct measurement {
    std::string candidate;
    std::string error;                     ///< why there are no samples
    std::vector<sample> rounds;            ///< all, in order
    std::size_t throttled = 0;             ///< of them discarded
    std::size_t launches = 0;              ///< in a batch
    summary microseconds;                  ///< per launch, or per chain
    summary share;                         ///< in a pipeline: microseconds that ReLU adds to the chain
    double mhz = 0;                        ///< median clock
    std::map<std::string, double> extra{}; ///< further counters of a suite
    std::string note{};                    ///< and a remark

    bool good() const { return error.empty(); }
};

/// Fills in what follows from the rounds.
inline void conclude(std::vector<measurement>& all, double median_ghz) {
    measurement const* bare = nullptr;
    for (measurement& m : all) {
        if (!m.good()) {
            continue;
        }
        accepted const kept = accept(m.rounds, median_ghz);
        m.throttled = kept.throttled;
        std::vector<double> times;
        std::vector<double> clocks;
        for (sample const& s : kept.samples) {
            times.push_back(1e6 * s.seconds);
            clocks.push_back(1e3 * s.ghz);
        }
        m.microseconds = summarize(std::move(times));
        m.mhz = summarize(std::move(clocks)).median;
        bare = m.candidate == "none" ? &m : bare;
    }
    if (bare == nullptr) {
        return;
    }
    for (measurement& m : all) {
        std::vector<double> added; // round by round, so that a drift cancels
        for (std::size_t i = 0; m.good() && i < m.rounds.size() && i < bare->rounds.size(); ++i) {
            added.push_back(1e6 * (m.rounds[i].seconds - bare->rounds[i].seconds));
        }
        m.share = summarize(std::move(added));
    }
}

inline measurement const* find(std::vector<measurement> const& all, std::string const& candidate) {
    for (measurement const& m : all) {
        if (m.candidate == candidate && m.good()) {
            return &m;
        }
    }
    return nullptr;
}

/// The time that is compared: the chain's share in a pipeline, else all of it.
inline summary const& compared(measurement const& m, bool pipeline) {
    return pipeline ? m.share : m.microseconds;
}

constexpr char const* peer_names[] = {"torch", "cub", "cudnn", "memcpy", "plain"};

inline bool is_ours(std::string const& candidate) {
    return candidate.rfind("reluk", 0) == 0;
}

/// The counters of one entry.
inline std::map<std::string, double> counters(point const& p, std::vector<measurement> const& all,
                                              measurement const& m) {
    bool const pipeline = p.producer != nullptr;
    summary const& time = compared(m, pipeline);
    std::map<std::string, double> c = m.extra;
    c["median_us"] = m.microseconds.median;
    c["p10_us"] = m.microseconds.p10;
    c["p90_us"] = m.microseconds.p90;
    if (pipeline) {
        c["share_us"] = m.share.median;
        c["share_p10_us"] = m.share.p10;
        c["share_p90_us"] = m.share.p90;
    }
    if (time.median > 0 && m.candidate != "empty") {
        c["GBps"] = 2e-3 * static_cast<double>(p.bytes_in) / time.median; // read and written
        c["Gelem_s"] = 1e-3 * static_cast<double>(p.elements()) / time.median;
    }
    c["samples"] = static_cast<double>(m.rounds.size());
    c["throttled"] = static_cast<double>(m.throttled);
    c["launches"] = static_cast<double>(m.launches);
    c["sm_mhz"] = m.mhz;
    if (is_ours(m.candidate) && time.median > 0) {
        for (char const* peer : peer_names) {
            if (measurement const* const theirs = find(all, peer)) {
                c[std::string("vs_") + peer] = compared(*theirs, pipeline).median / time.median;
            }
        }
        measurement const* const ceiling = find(all, "read");
        if (ceiling != nullptr) {
            c["of_ceiling"] = ceiling->microseconds.median / time.median;
        }
    }
    return c;
}

/// "torch:faster cub:same": how an entry of ours compares, in words.
inline std::string verdicts(point const& p, std::vector<measurement> const& all, measurement const& m) {
    std::string words = m.note;
    for (char const* peer : peer_names) {
        measurement const* const theirs = is_ours(m.candidate) ? find(all, peer) : nullptr;
        if (theirs != nullptr) {
            bool const pipeline = p.producer != nullptr;
            words += (words.empty() ? "" : " ") + std::string(peer) + ":" +
                     to_string(compare(compared(m, pipeline), compared(*theirs, pipeline)));
        }
    }
    return words;
}

} // namespace bench
