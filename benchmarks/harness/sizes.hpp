// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// The sizes that are swept. Pure.
#pragma once

#include <cstddef>
#include <vector>

namespace bench {

constexpr std::size_t KiB = std::size_t{1} << 10;
constexpr std::size_t MiB = std::size_t{1} << 20;
constexpr std::size_t GiB = std::size_t{1} << 30;

/// Sizes from `first` to `last` (powers of two), free of gaps in bytes around the L2: powers of two, and between a
/// quarter and twice the L2 all m/8 of them for m = 8 to 14, whose steps are at most 8/7.
inline std::vector<std::size_t> band_sizes(std::size_t l2_bytes, std::size_t first, std::size_t last) {
    std::vector<std::size_t> sizes;
    for (std::size_t power = first; power <= last; power *= 2) {
        for (std::size_t eighths = 8; eighths < 15; ++eighths) {
            std::size_t const size = power / 8 * eighths;
            bool const near = size >= l2_bytes / 4 / 8 * 7 && size <= 2 * l2_bytes / 7 * 8;
            if (size <= last && (eighths == 8 || near)) {
                sizes.push_back(size);
            }
        }
    }
    return sizes;
}

/// Every third size, and the last.
inline std::vector<std::size_t> thinned(std::vector<std::size_t> const& sizes) {
    std::vector<std::size_t> some;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        if (i % 3 == 0 || i + 1 == sizes.size()) {
            some.push_back(sizes[i]);
        }
    }
    return some;
}

} // namespace bench
