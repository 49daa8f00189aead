// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// tune_on_fake FOLDER: runs reluk_tune on a device that is a formula, and leaves the headers for tune_header_test.cpp.
#include "fake_device.hpp"
#include "tune/cli.hpp"

#include <csignal>

namespace {

int tune(std::string const& folder, std::string const& name, bool from_empty,
         std::function<void(fake::device&)> const& change) {
    std::string const output = folder + "/" + name + "_rows";
    std::vector<char const*> argv{"reluk_tune", "--output", output.c_str(), "--namespace", name.c_str()};
    if (from_empty) {
        argv.push_back("--from-empty");
    }
    return bench::tune::run(static_cast<int>(argv.size()), argv.data(), [&](std::string&) {
        auto made = std::make_unique<fake::device>();
        change(*made);
        return made;
    });
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        return 2;
    }
    bool const good = tune(argv[1], "found", true, [](fake::device&) {}) == 0 &&
                      tune(argv[1], "none", false,
                           [](fake::device& d) {
                               d.best = [&d](bench::tune::cell const& c) { return fake::built_in(c, d.descriptor()); };
                           }) == 0 &&
                      tune(argv[1], "interrupted", true, [](fake::device& d) {
                          d.at_call = [](std::size_t call) { static_cast<void>(call == 400 && std::raise(SIGINT)); };
                      }) == 128 + SIGINT;
    return good ? 0 : 1;
}
