// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// One suite from its command line to its table and its JSON. Points become Google Benchmark entries, one per candidate.
// The candidates of a point are measured together, when the first of them that the filter lets through is run.
#pragma once

#include "candidates.hpp"
#include "laboratory.hpp"
#include "peers.hpp"

#include <functional>
#include <memory>

namespace bench {

struct options {
    bool quick = false;
    double budget_seconds = 0; ///< 0: no limit
    std::string timer = "events";
    std::string torch_peer;
    std::string filter; ///< empty: everything
    settings lab;
};

class session {
public:
    session(std::string suite, options const& o);
    ~session();
    session(session const&) = delete;
    session& operator=(session const&) = delete;

    reluk::device_descriptor const& device() const { return device_; }
    bool quick() const { return options_.quick; }
    torch_peer const& torch() const { return torch_; }
    cudaStream_t stream() const { return lab_.stream(); }

    /// Puts the version of a peer into the context of the results, or why it is absent.
    void say(std::string const& peer, std::string const& version, std::string const& why) const;

    /// memcpy, cub, and cudnn, torch and plain where they have the type.
    void add_peers(std::vector<candidate>& candidates, dtype type) const;

    /// A point with candidates, measured by the laboratory.
    void add(point p);

    /// A point that measures itself. `names` are its candidates.
    using measure_function = std::function<std::vector<measurement>(laboratory&)>;
    void add(point p, std::vector<std::string> const& names, measure_function measure);

    int run(bool write_json);

private:
    struct entry;
    std::vector<measurement> const& measured(entry& e);
    void warm_up_cub(dtype type);
    void print(entry const& e) const;
    void add_context() const;

    std::string suite_;
    options options_;
    reluk::device_descriptor device_;
    torch_peer torch_;
    cudnn_peer cudnn_;
    laboratory lab_;
    std::vector<std::unique_ptr<entry>> entries_;
    std::size_t largest_[dtype_count] = {};
    bool is_cub_warm_[dtype_count] = {};
    std::size_t wanted_ = 0; ///< points that the filter lets through
    std::size_t done_ = 0;
    double begin_ = 0;
    bool failed_ = false;
};

/// The main function of a suite: `define` adds its points. Exits with 77 where there is no device.
int run_suite(char const* suite, int argc, char** argv, std::function<void(session&)> const& define);

} // namespace bench
