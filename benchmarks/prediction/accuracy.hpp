// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// How far predictions are from what was measured.
#pragma once

#include "measured.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace accuracy {

constexpr double tolerance = 0.1;

/// The prediction over the measurement, less one.
inline double error(measured::suite const& suite, reluk::device_speed const& speed, measured::point const& point) {
    return predict(suite.device, speed, point.work, point.config).seconds / point.seconds - 1;
}

struct tally {
    std::size_t points = 0;
    std::size_t within = 0;
    std::vector<double> magnitudes{};
    double worst = 0;
    measured::point const* worst_point = nullptr;

    void add(measured::point const& point, double error) {
        ++points;
        within += std::abs(error) <= tolerance;
        magnitudes.push_back(std::abs(error));
        if (worst_point == nullptr || std::abs(error) > std::abs(worst)) {
            worst = error;
            worst_point = &point;
        }
    }
    double share() const { return static_cast<double>(within) / static_cast<double>(points); }
    double median() const {
        std::vector<double> sorted = magnitudes;
        auto const middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
        std::nth_element(sorted.begin(), middle, sorted.end());
        return *middle;
    }
};

inline tally count(measured::suite const& suite, reluk::device_speed const& speed) {
    tally all;
    for (measured::point const& point : suite.points) {
        all.add(point, error(suite, speed, point));
    }
    return all;
}

inline std::string size_name(std::size_t bytes) {
    char text[32];
    bool const large = bytes >= std::size_t{1} << 20;
    std::snprintf(text, sizeof text, "%g %s", static_cast<double>(bytes) / (large ? 1 << 20 : 1 << 10),
                  large ? "MiB" : "KiB");
    return text;
}

namespace detail {

template <class... Values>
std::string format(char const* pattern, Values... values) {
    char text[256];
    std::snprintf(text, sizeof text, pattern, values...);
    return text;
}

inline std::string row(std::string const& regime, std::string const& candidate, tally const& t) {
    return format("| %s | %s | %zu | %zu | %.1f %% | %+.0f %% at %s of %s |\n", regime.c_str(), candidate.c_str(),
                  t.points, t.within, 100 * t.median(), 100 * t.worst, size_name(t.worst_point->bytes_in).c_str(),
                  t.worst_point->dtype.c_str());
}

} // namespace detail

/// A Markdown table: by regime and candidate, those of fixed policies taken together.
inline std::string table(measured::suite const& suite, reluk::device_speed const& speed) {
    std::map<std::pair<std::string, std::string>, tally> groups;
    for (measured::point const& point : suite.points) {
        bool const fixed = point.candidate.find('/') != std::string::npos;
        groups[{point.regime, fixed ? "reluk:LOAD/STORE" : point.candidate}].add(point, error(suite, speed, point));
    }
    std::string text = "| regime | candidate | points | within 10 % | median error | worst |\n"
                       "| --- | --- | --- | --- | --- | --- |\n";
    for (auto const& [key, group] : groups) {
        text += detail::row(key.first, key.second, group);
    }
    return text + detail::row("all", "all", count(suite, speed));
}

/// A Markdown table of the sizes where a candidate misses, over all element types.
inline std::string misses(measured::suite const& suite, reluk::device_speed const& speed) {
    std::map<std::pair<std::string, std::string>, std::map<std::size_t, tally>> groups;
    for (measured::point const& point : suite.points) {
        double const miss = error(suite, speed, point);
        if (std::abs(miss) > tolerance) {
            groups[{point.regime, point.candidate}][point.bytes_in].add(point, miss);
        }
    }
    std::string text = "| regime | candidate | bytes in: points missed, the worst |\n| --- | --- | --- |\n";
    for (auto const& [key, sizes] : groups) {
        text += "| " + key.first + " | " + key.second + " | ";
        char const* separator = "";
        for (auto const& [size, missed] : sizes) {
            text += separator +
                    detail::format("%s: %zu, %+.0f %%", size_name(size).c_str(), missed.points, 100 * missed.worst);
            separator = "; ";
        }
        text += " |\n";
    }
    return text;
}

/// The document with everything between markers made anew, from the suites of a folder of results:
///     <!-- prediction: SUITE table -->
///     <!-- end of prediction -->
/// or `misses` instead of `table`. Throws std::exception with a sentence if a marker asks for anything else.
inline std::string fill(std::string const& text, std::string const& folder, reluk::device_speed const& speed) {
    std::string const opening = "<!-- prediction: ";
    std::string const closing = "<!-- end of prediction -->";
    std::string filled;
    std::size_t rest = 0;
    for (std::size_t begin; (begin = text.find(opening, rest)) != std::string::npos;) {
        std::size_t const table_begin = text.find('\n', begin);
        std::size_t const end = text.find(closing, begin);
        if (end == std::string::npos || table_begin > end) {
            throw std::runtime_error("no line '" + closing + "' follows one that begins with '" + opening + "'");
        }
        std::istringstream words(text.substr(begin + opening.size(), table_begin - begin - opening.size()));
        std::string suite_name;
        std::string kind;
        words >> suite_name >> kind;
        if (kind != "table" && kind != "misses") {
            throw std::runtime_error("there is no table " + kind + "; there are table and misses");
        }
        measured::suite const suite = measured::read(folder + "/" + suite_name + ".json");
        filled += text.substr(rest, table_begin + 1 - rest);
        filled += kind == "table" ? table(suite, speed) : misses(suite, speed);
        rest = end;
    }
    return filled + text.substr(rest);
}

} // namespace accuracy
