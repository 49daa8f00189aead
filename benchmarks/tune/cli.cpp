// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
#include "cli.hpp"

#include "files.hpp"
#include "harness/names.hpp"

#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <regex>
#include <unistd.h>

namespace bench::tune {
namespace {

std::sig_atomic_t volatile received_signal = 0;

extern "C" void note_signal(int number) {
    received_signal = number;
    std::signal(number, SIG_DFL); // a second one ends the program
}

struct request {
    plan what;
    std::string output = "reluk_rows";
    std::string name_space = "reluk_tuned";
    std::string verify;
};

std::string today() {
    std::time_t const now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    char text[16];
    std::strftime(text, sizeof(text), "%Y-%m-%d", &parts);
    return text;
}

/// One line on a terminal that says how far it is; nothing elsewhere.
class progress_line {
public:
    ~progress_line() {
        if (is_terminal_) {
            std::fputs("\r\033[K", stderr);
        }
    }
    void show(double share, std::string const& doing) const {
        if (is_terminal_) {
            std::string bar(20, '.');
            auto const filled = static_cast<std::size_t>(std::clamp(share, 0.0, 1.0) * 20);
            std::fill(bar.begin(), bar.begin() + static_cast<std::ptrdiff_t>(filled), '#');
            std::fprintf(stderr, "\r[%s] %3.0f %%  %s\033[K", bar.c_str(), 100 * std::min(share, 1.0), doing.c_str());
            std::fflush(stderr);
        }
    }

private:
    bool is_terminal_ = isatty(STDERR_FILENO) != 0;
};

class watcher : public observer {
public:
    explicit watcher(std::function<void(outcome const&)> save) : save_(std::move(save)) {}
    void progress(double share, std::string const& doing) override { line_.show(share, doing); }
    void checkpoint(outcome const& so_far) override { save_(so_far); }
    bool wants_stop() override { return received_signal != 0; }

private:
    std::function<void(outcome const&)> save_;
    progress_line line_;
};

std::string range(unsigned above, unsigned to) {
    if (above == 0 && to == 0) {
        return "any size";
    }
    if (to == 0) {
        return "> " + std::to_string(above) + " %";
    }
    return (above == 0 ? "<= " : std::to_string(above) + " to ") + std::to_string(to) + " %";
}

char const* launch_of(reluk::tuning_row::decision const& what) {
    return what.early_trigger ? "trigger" : what.early_launch ? "early" : "ordered";
}

void print(outcome const& found, plan const& p) {
    std::printf("Rows to put before %s; the gain is over it, and its noise half a 95 %% confidence interval.\n",
                p.from_empty ? "the hardware's defaults" : "the built-in ones");
    std::printf("%-9s %-8s %-7s %-13s %-11s %-13s %-7s %8s %5s %4s %-7s  %6s %6s %6s %6s\n", "dataflow", "alias",
                "bytes", "of the L2", "load", "store", "order", "accesses", "block", "kept", "launch", "gain", "noise",
                "most", "points");
    for (found_row const& row : found.rows) {
        std::string const widths =
            std::to_string(row.when.min_element_bytes) + " to " + std::to_string(row.when.max_element_bytes);
        std::string const kept =
            row.what.resident_l2_percent == 0 ? "-" : std::to_string(row.what.resident_l2_percent) + "%";
        std::printf("%-9s %-8s %-7s %-13s %-11s %-13s %-7s %8u %5u %4s %-7s  %6.3f %6.4f %6.3f %6zu\n",
                    to_string(row.when.flow), to_string(row.when.alias), widths.c_str(),
                    range(row.when.min_l2_percent, row.when.max_l2_percent).c_str(), to_string(row.what.load),
                    to_string(row.what.store), to_string(row.what.order), row.what.accesses_per_thread, row.what.block,
                    kept.c_str(), launch_of(row.what), row.gain.gain, row.gain.noise, row.most, row.cells);
    }
    if (found.rows.empty()) {
        std::printf("None: nothing is faster by more than the noise.\n");
    }
    std::printf("Noise: the baseline, measured twice, differs by %.2f %% (median over the points).\n",
                100 * found.noise);
    for (std::string const& note : found.notes) {
        std::printf("Note: %s\n", note.c_str());
    }
}

int sweep(device& d, request const& asked) {
    origin const from{d.name(), d.descriptor(), d.context(), today()};
    std::string const header = asked.output + ".hpp";
    std::string const json = asked.output + ".json";
    auto const save = [&](outcome const& found) {
        write_file(header, to_header(found, asked.what, from, asked.name_space));
        write_file(json, to_json(found, asked.what, from));
    };
    check_writable(header);
    check_writable(json);
    bool has_saved = false;
    outcome found;
    try {
        watcher watch([&](outcome const& so_far) {
            save(so_far);
            has_saved = true;
        });
        found = run_sweep(d, asked.what, watch);
    } catch (too_noisy const& error) {
        std::fprintf(stderr, "reluk_tune: %s %s\n", error.what(),
                     has_saved ? "What was found before that is in the files, marked as incomplete."
                               : "Nothing is written.");
        return 1;
    }
    save(found);
    print(found, asked.what);
    std::printf("Written: %s and %s%s\n", header.c_str(), json.c_str(),
                found.complete ? "" : ", of a run that was not complete");
    return received_signal == 0 ? 0 : 128 + received_signal;
}

struct summary_of_points {
    std::size_t compared = 0;
    std::size_t same = 0;
    std::size_t slower = 0; ///< by more than 1 % and the noise
    double logarithms = 0;
    double worst = 0; ///< regret

    void add(verification const& v) {
        ++compared;
        same += v.is_same;
        logarithms += std::log(v.gain.gain);
        worst = std::max(worst, 1 / v.gain.gain);
        slower += 1 / v.gain.gain - 1 > std::max(0.01, v.gain.noise);
    }
    void print(char const* where) const {
        if (compared != 0) {
            std::printf("%s: %zu points, at %zu of them the same configuration; time of the rows over the built-in's: "
                        "%.4f in the geometric mean, %.3f at worst; slower by more than 1 %% and the noise at %zu.\n",
                        where, compared, same, std::exp(-logarithms / static_cast<double>(compared)), worst, slower);
        }
    }
};

int compare(device& d, request const& asked) {
    saved_rows const saved = rows_of_json(read_file(asked.verify));
    if (saved.descriptor != d.descriptor()) {
        throw std::runtime_error("The rows are for another device, " + saved.device + ", and this one is " + d.name() +
                                 ".");
    }
    std::vector<verification> all;
    {
        watcher watch([](outcome const&) {});
        all = verify(d, asked.what, saved.all, watch);
    }
    std::stable_sort(all.begin(), all.end(), [](verification const& a, verification const& b) {
        auto const key = [](cell const& c) { return std::tuple(c.flow, c.in_place, c.element_bytes, c.l2_percent); };
        return key(a.where) < key(b.where);
    });
    std::printf("Time of the rows of %s over that of the built-in choice; below 1 the rows are faster.\n%-9s %-8s %5s "
                "%9s  %6s %6s\n",
                asked.verify.c_str(), "dataflow", "alias", "bytes", "of the L2", "ratio", "noise");
    summary_of_points swept;
    summary_of_points between;
    for (verification const& v : all) {
        std::printf("%-9s %-8s %5u %7u %%  ", to_string(v.where.flow), v.where.in_place ? "in_place" : "apart",
                    v.where.element_bytes, v.where.l2_percent);
        if (!v.gain.good()) {
            std::printf("not measured\n");
            continue;
        }
        std::printf("%6.3f %6.4f%s\n", 1 / v.gain.gain, v.gain.noise, v.is_same ? "  the same configuration" : "");
        (v.is_swept ? swept : between).add(v);
    }
    swept.print("At the sweep's sizes");
    between.print("Between them");
    if (swept.compared + between.compared == 0) {
        throw std::runtime_error("Nothing could be compared.");
    }
    return received_signal == 0 ? 0 : 128 + received_signal;
}

/// Makes seconds of a text such as "120s" or "2min".
CLI::Validator as_seconds() {
    return CLI::AsNumberWithUnit(std::map<std::string, double>{{"s", 1}, {"min", 60}}, CLI::AsNumberWithUnit::DEFAULT,
                                 "NUMBER [s, min]");
}

std::string check_namespace(std::string const& name) {
    static std::regex const pattern("[A-Za-z_][A-Za-z0-9_]*(::[A-Za-z_][A-Za-z0-9_]*)*");
    return std::regex_match(name, pattern) ? "" : "'" + name + "' is not the name of a namespace";
}

} // namespace

int run(int argc, char const* const* argv, open_device const& open) {
    CLI::App app{"Finds the rows for reluk's table that make it fast on this GPU."};
    request asked;
    plan& what = asked.what;
    std::vector<std::string> flows;
    double tolerance = 100 * what.tolerance;
    double most_noise = 100 * what.most_noise;
    app.add_option("--budget", what.budget_seconds, "how long it may take, 120s if not given; less leaves out sizes")
        ->transform(as_seconds())
        ->check(CLI::PositiveNumber);
    auto* const output =
        app.add_option("--output", asked.output, "writes OUTPUT.hpp and OUTPUT.json; reluk_rows if not given");
    app.add_option("--namespace", asked.name_space, "of the header, reluk_tuned if not given")
        ->check(CLI::Validator(check_namespace, "NAME"));
    auto* const from_empty = app.add_flag("--from-empty", what.from_empty,
                                          "forget the built-in table: start from plain accesses in 256 threads");
    app.add_option("--dataflow", flows, "only these")->check(CLI::IsMember({"pipeline", "repeated", "oneshot"}));
    app.add_option("--element-bytes", what.element_bytes, "only elements of so many bytes")
        ->check(CLI::IsMember(std::vector<unsigned>{1, 2, 4, 8}));
    app.add_option("--tolerance", tolerance, "regret that needs no row, in percent; 0.5 if not given")
        ->check(CLI::Range(0.0, 100.0));
    app.add_option("--max-noise", most_noise, "above it, in percent, the device is too noisy; 5 if not given")
        ->check(CLI::Range(0.0, 100.0));
    app.add_option("--verify", asked.verify, "no search: compares the rows of that JSON with the built-in choice")
        ->excludes(from_empty)
        ->excludes(output);
    try {
        app.parse(argc, argv);
    } catch (CLI::ParseError const& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    what.tolerance = tolerance / 100;
    what.most_noise = most_noise / 100;
    if (!flows.empty()) {
        what.flows.clear();
        for (std::string const& name : flows) {
            what.flows.push_back(find_name<reluk::dataflow>(dataflow_names, name));
        }
    }
    std::string why;
    std::unique_ptr<device> const d = open(why);
    if (d == nullptr) {
        std::fprintf(stderr, "reluk_tune: there is no CUDA device here (%s), so there is nothing to tune.\n",
                     why.c_str());
        return 77;
    }
    received_signal = 0;
    for (int const number : {SIGINT, SIGTERM}) {
        std::signal(number, note_signal);
    }
    try {
        return asked.verify.empty() ? sweep(*d, asked) : compare(*d, asked);
    } catch (std::exception const& error) {
        std::fprintf(stderr, "reluk_tune: %s\n", error.what());
        return 1;
    }
}

} // namespace bench::tune
