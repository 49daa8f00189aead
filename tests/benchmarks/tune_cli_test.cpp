// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// reluk_tune as a user runs it, on a device that is a formula: exit status, what it says, and the files it leaves.
#include "catch.hpp"
#include "fake_device.hpp"
#include "tune/cli.hpp"
#include "tune/files.hpp"

#include "scratch_folder.hpp"

#include <csignal>
#include <regex>
#include <unistd.h>

using namespace bench::tune;

namespace {

/// What a program writes to a file descriptor while this lives.
class captured {
public:
    captured(int descriptor, std::string path) : descriptor_(descriptor), path_(std::move(path)) {
        std::fflush(nullptr);
        saved_ = dup(descriptor_);
        std::FILE* const file = std::fopen(path_.c_str(), "w");
        dup2(fileno(file), descriptor_);
        std::fclose(file);
    }
    ~captured() { stop(); }
    captured(captured const&) = delete;
    captured& operator=(captured const&) = delete;

    std::string stop() {
        if (saved_ >= 0) {
            std::fflush(nullptr);
            dup2(saved_, descriptor_);
            close(saved_);
            saved_ = -1;
        }
        return read(path_);
    }

private:
    int descriptor_;
    int saved_ = -1;
    std::string path_;
};

struct ended {
    int status;
    std::string out;
    std::string error;

    bool says(std::string const& text) const { return out.find(text) != std::string::npos; }
    bool complains(std::string const& text) const { return error.find(text) != std::string::npos; }
};

using prepare = std::function<void(fake::device&)>;

/// Runs it on a fake device, or without one where `change` is empty.
ended tune(std::vector<std::string> const& arguments, prepare const& change) {
    scratch_folder const folder("tune_streams");
    std::vector<char const*> argv{"reluk_tune"};
    for (std::string const& argument : arguments) {
        argv.push_back(argument.c_str());
    }
    captured out(STDOUT_FILENO, folder.file("out"));
    captured error(STDERR_FILENO, folder.file("error"));
    int const status = run(static_cast<int>(argv.size()), argv.data(), [&](std::string& why) {
        if (!change) {
            why = "no CUDA-capable device is detected";
            return std::unique_ptr<device>();
        }
        auto made = std::make_unique<fake::device>();
        change(*made);
        return std::unique_ptr<device>(std::move(made));
    });
    return {status, out.stop(), error.stop()};
}

void as_it_is(fake::device&) {}

/// The fake's measurements come to a few hundred for the default budget.
prepare raising(int number, std::size_t at) {
    return [=](fake::device& d) {
        d.at_call = [=](std::size_t call) {
            if (call == at) {
                std::raise(number);
            }
        };
    };
}

} // namespace

TEST_CASE("a run prints its rows and leaves a header and a JSON, and nothing else") {
    scratch_folder const folder("tune_run");
    ended const result = tune({"--from-empty", "--output", folder.file("rows")}, as_it_is);
    CAPTURE(result.out, result.error);
    CHECK(result.status == 0);
    CHECK(result.error.empty());
    CHECK(result.says("the hardware's defaults"));
    CHECK(result.says("resident"));
    CHECK(result.says("no_allocate"));
    CHECK(result.says("ordered"));
    CHECK(result.says("early"));
    CHECK(result.says("trigger"));
    CHECK(result.says("Noise: the baseline, measured twice, differs by 0."));
    CHECK(folder.count() == 2);
    std::string const header = read(folder.file("rows.hpp"));
    CHECK(header.find("namespace reluk_tuned {") != std::string::npos);
    CHECK(header.find("a device made up for a test") != std::string::npos);
    CHECK(header.find("not complete") == std::string::npos);
    saved_rows const saved = rows_of_json(read(folder.file("rows.json")));
    CHECK(saved.descriptor == fake::device().descriptor());
    CHECK(saved.all.size() == 19 + 3); // with those that stand for the empty table
}

TEST_CASE("the JSON gives back the rows that the search found") {
    plan p;
    p.from_empty = true;
    outcome found;
    found.rows = {{{90, 90, reluk::dataflow::oneshot, reluk::aliasing::in_place, 8, 0, 0, 2, 45, true, true},
                   {reluk::load_path::resident, reluk::store_path::write_through, reluk::block_order::reverse, 4, 128,
                    35, true, true, true},
                   {1.25, 0.01},
                   1.5,
                   3}};
    origin const from{"a \"quoted\" name", fake::device().descriptor(), {}, "2026-11-29"};
    saved_rows const saved = rows_of_json(to_json(found, p, from));
    CHECK(saved.device == from.device);
    REQUIRE(saved.all.size() == 4);
    reluk::tuning_row const& row = saved.all[0];
    CHECK(row.when.min_compute_capability == 90);
    CHECK(row.when.max_compute_capability == 90);
    CHECK(row.when.flow == reluk::dataflow::oneshot);
    CHECK(row.when.alias == reluk::aliasing::in_place);
    CHECK(row.when.max_element_bytes == 8);
    CHECK(row.when.max_l2_percent == 0);
    CHECK(row.when.min_element_bytes == 2);
    CHECK(row.when.min_l2_percent == 45);
    CHECK(row.when.congruent_only);
    CHECK(row.when.one_wave_only);
    CHECK_FALSE(saved.all[1].when.congruent_only);
    CHECK_FALSE(saved.all[1].when.one_wave_only);
    CHECK(row.what.load == reluk::load_path::resident);
    CHECK(row.what.store == reluk::store_path::write_through);
    CHECK(row.what.order == reluk::block_order::reverse);
    CHECK(row.what.accesses_per_thread == 4);
    CHECK(row.what.block == 128);
    CHECK(row.what.resident_l2_percent == 35);
    CHECK(row.what.early_launch);
    CHECK(row.what.early_trigger);
    CHECK(row.what.evict_first_partly);
    CHECK_FALSE(saved.all[1].what.early_launch);
    CHECK_FALSE(saved.all[1].what.early_trigger);
    CHECK_FALSE(saved.all[1].what.evict_first_partly);
    CHECK(to_header(found, p, from, "mine").find("0, 0, 2, 45, true, true}") != std::string::npos);
    CHECK(to_header(found, p, from, "mine").find("4, 128, 35, true, true, true}") != std::string::npos);
    CHECK(to_header(found, p, from, "mine").find("a \\\"quoted\\\" name, 2026-11-29, reluk_tune: 1.250x") !=
          std::string::npos);
}

TEST_CASE("a file from before early launch was searched has rows without it") {
    plan p;
    p.from_empty = true;
    for (unsigned const capability : {89u, 90u}) {
        reluk::device_descriptor device = fake::device().descriptor();
        device.compute_capability = capability;
        device.early_launch = false;
        std::string const now = to_json({}, p, {"a device", device, {}, "2026-11-29"});
        CHECK(rows_of_json(now).descriptor == device);
        std::string const old = std::regex_replace(now, std::regex(R"(,\s*"early_\w+": false)"), "");
        REQUIRE(old.find("early") == std::string::npos);
        saved_rows const saved = rows_of_json(old);
        device.early_launch = capability >= 90; // what such a card has with a driver of today
        CHECK(saved.descriptor == device);
        REQUIRE(saved.all.size() == 3);
        for (reluk::tuning_row const& row : saved.all) {
            CHECK_FALSE(row.what.early_launch);
            CHECK_FALSE(row.what.early_trigger);
        }
    }
}

TEST_CASE("a value that does not fit is none of a row's") {
    plan p;
    p.from_empty = true;
    std::string const good = to_json({}, p, {"a device", fake::device().descriptor(), {}, "2026-11-29"});
    CHECK_NOTHROW(rows_of_json(good));
    std::string const name = "\"max_block\": ";
    std::size_t const begin = good.find(name) + name.size();
    std::size_t const end = good.find_first_of(",\n", begin);
    for (char const* const number : {"4294967296", "-1", "1.5", "9e99", "true", "\"1024\"", "null"}) {
        CAPTURE(number);
        CHECK_THROWS_AS(rows_of_json(good.substr(0, begin) + number + good.substr(end)), std::runtime_error);
    }
    std::string const flag = "\"early_trigger\": false";
    std::string bad = good;
    bad.replace(bad.find(flag), flag.size(), "\"early_trigger\": 1");
    CHECK_THROWS_AS(rows_of_json(bad), std::runtime_error);
}

TEST_CASE("an interruption leaves a valid partial result and the signal's status") {
    scratch_folder const folder("tune_interrupted");
    for (auto const& [number, status] : {std::pair{SIGINT, 130}, std::pair{SIGTERM, 143}}) {
        for (std::size_t const at : {std::size_t{1}, std::size_t{400}}) {
            CAPTURE(number, at);
            ended const result = tune({"--from-empty", "--output", folder.file("rows")}, raising(number, at));
            CAPTURE(result.out, result.error);
            CHECK(result.status == status);
            CHECK(result.says("Note: interrupted in "));
            CHECK(result.says("of a run that was not complete"));
            CHECK(folder.count() == 2);
            CHECK(read(folder.file("rows.hpp")).find("The run was not complete.") != std::string::npos);
            std::size_t const rows = rows_of_json(read(folder.file("rows.json"))).all.size();
            CHECK((at == 1 ? rows == 3 : rows > 3)); // those that stand for the empty table alone, or more
            CHECK(rows < 10);
        }
    }
}

TEST_CASE("on a device in use by others nothing is written") {
    scratch_folder const folder("tune_noise");
    ended const result = tune({"--output", folder.file("rows")}, [](fake::device& d) { d.noise = 0.5; });
    CHECK(result.status == 1);
    CHECK(result.complains("reluk_tune: The noise is too high"));
    CHECK(result.complains("Nothing is written."));
    CHECK(folder.count() == 0);
    // What counts as too much is the user's to say.
    CHECK(tune({"--max-noise", "0.01", "--output", folder.file("rows")}, as_it_is).status == 1);
    CHECK(folder.count() == 0);
    // Where it begins later, what was found before stays.
    ended const later = tune({"--from-empty", "--output", folder.file("rows")}, [](fake::device& d) {
        d.at_call = [&d](std::size_t call) { d.noise = call < 400 ? 0.002 : 0.5; };
    });
    CHECK(later.status == 1);
    CHECK(later.complains("marked as incomplete"));
    CHECK(rows_of_json(read(folder.file("rows.json"))).all.size() > 3);
}

TEST_CASE("without a device it says so and exits as the suites do") {
    scratch_folder const folder("tune_no_device");
    ended const result = tune({"--output", folder.file("rows")}, {});
    CHECK(result.status == 77);
    CHECK(result.complains("there is no CUDA device here (no CUDA-capable device is detected)"));
    CHECK(folder.count() == 0);
}

TEST_CASE("wrong arguments are refused before anything is measured") {
    prepare const must_not_run = [](fake::device& d) { d.at_call = [](std::size_t) { FAIL("it measures"); }; };
    for (std::vector<std::string> const& wrong : std::vector<std::vector<std::string>>{
             {"--budget", "0s"},
             {"--budget", "-5"},
             {"--budget", "soon"},
             {"--budget", "5 parsecs"},
             {"--dataflow", "sideways"},
             {"--element-bytes", "3"},
             {"--namespace", "two words"},
             {"--namespace", "a::"},
             {"--tolerance", "-1"},
             {"--verify", "rows.json", "--from-empty"},
             {"--unknown"},
         }) {
        CAPTURE(wrong);
        CHECK(tune(wrong, must_not_run).status == 2);
    }
    ended const nowhere = tune({"--output", "no/such/folder/rows"}, must_not_run);
    CHECK(nowhere.status == 1);
    CHECK(nowhere.complains("'no/such/folder/rows.hpp' cannot be written"));
    CHECK(tune({"--help"}, must_not_run).status == 0);
}

TEST_CASE("budgets may be seconds or minutes, and the namespace is the user's") {
    scratch_folder const folder("tune_options");
    for (char const* const budget : {"20", "20s", "1min"}) {
        ended const result = tune({"--budget", budget, "--namespace", "mine::tuned", "--dataflow", "repeated",
                                   "--element-bytes", "4", "--output", folder.file("rows")},
                                  as_it_is);
        CAPTURE(budget, result.error);
        CHECK(result.status == 0);
        CHECK(read(folder.file("rows.hpp")).find("namespace mine::tuned {") != std::string::npos);
        double const seconds = *budget == '1' ? 60 : 20;
        CHECK(read(folder.file("rows.json")).find("\"budget_seconds\": " + std::to_string(static_cast<int>(seconds))) !=
              std::string::npos);
    }
}

TEST_CASE("rows are verified against the built-in choice") {
    scratch_folder const folder("tune_verify");
    REQUIRE(tune({"--from-empty", "--output", folder.file("rows")}, as_it_is).status == 0);
    ended const result = tune({"--verify", folder.file("rows.json"), "--budget", "10min"}, as_it_is);
    CAPTURE(result.out, result.error);
    CHECK(result.status == 0);
    CHECK(result.says("At the sweep's sizes: "));
    CHECK(result.says("Between them: "));
    CHECK(result.says("slower by more than 1 % and the noise at 0."));
    // On a device that the built-in table is right for, these rows are slower.
    ended const slower = tune({"--verify", folder.file("rows.json"), "--budget", "10min"}, [](fake::device& d) {
        d.best = [&d](cell const& c) { return fake::built_in(c, d.descriptor()); };
    });
    CHECK(slower.status == 0);
    CHECK(slower.out.find("slower by more than 1 % and the noise at 0.") == std::string::npos);

    write(folder.file("broken.json"), "{\"rows\": [1]}");
    CHECK(tune({"--verify", folder.file("broken.json")}, as_it_is).complains("not a JSON that reluk_tune has written"));
    CHECK(tune({"--verify", folder.file("absent.json")}, as_it_is).complains("cannot be read"));
    std::string other = read(folder.file("rows.json"));
    other.replace(other.find("\"multiprocessors\": 132"), 22, "\"multiprocessors\": 114");
    write(folder.file("other.json"), other);
    ended const elsewhere = tune({"--verify", folder.file("other.json")}, as_it_is);
    CHECK(elsewhere.status == 1);
    CHECK(elsewhere.complains("The rows are for another device"));
}
