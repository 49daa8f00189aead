// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// How good predict() is against what was measured, and which device_speed would fit best. Needs no GPU.
#include "accuracy.hpp"
#include "fit.hpp"

#include <CLI/CLI.hpp>
#include <fstream>
#include <reluk/catalogue.hpp>

namespace {

std::string read_text(std::string const& path) {
    std::ifstream file(path);
    if (!file) {
        throw std::runtime_error(path + ": it cannot be opened");
    }
    return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace

int main(int argc, char** argv) {
    CLI::App app{"Compares predictions with the measurements of the band_sweep suite."};
    std::string folder;
    std::string document;
    bool fitting = false;
    app.add_option("RESULTS", folder, "a folder with band_sweep.json")->required();
    auto* const fit_flag =
        app.add_flag("--fit", fitting, "print the device_speed that fits best, as the catalogue spells it");
    app.add_option("--document", document, "rewrite what lies between this file's markers")->excludes(fit_flag);
    CLI11_PARSE(app, argc, argv);
    try {
        measured::suite const suite = measured::read(folder + "/band_sweep.json");
        reluk::catalogued_device const* const known = reluk::find_device(suite.device_name.c_str());
        bool const has_speed = known != nullptr && known->speed.launch > 0;
        if (!has_speed && !fitting) {
            throw std::runtime_error("the catalogue has no speed of a " + suite.device_name +
                                     "; --fit makes one from these measurements");
        }
        // Of a device that has none, the fit begins with another's.
        reluk::device_speed speed = has_speed ? known->speed : reluk::find_device("H200")->speed;
        if (!document.empty()) {
            std::string const filled = accuracy::fill(read_text(document), folder, speed);
            std::ofstream file(document);
            if (!(file << filled << std::flush)) {
                throw std::runtime_error(document + ": it cannot be written");
            }
            return 0;
        }
        if (fitting) {
            speed = fitting::fit(suite, speed);
            std::printf("{%.3ge-6, %.3ge-6, %.3ge-6, %.3ge12, %.3ge12, %.3g, %.3g, %.3g}\n\n", 1e6 * speed.launch,
                        1e6 * speed.early_launch, 1e6 * speed.miss, 1e-12 * speed.l2_bandwidth,
                        1e-12 * speed.dram_bandwidth, speed.kept_share, speed.lost_share, speed.passing_weight);
        }
        std::printf("%s\n%s", accuracy::table(suite, speed).c_str(), accuracy::misses(suite, speed).c_str());
    } catch (std::exception const& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
