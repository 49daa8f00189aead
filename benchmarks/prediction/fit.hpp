// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// The device_speed that fits measurements best.
#pragma once

#include "measured.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fitting {

using reluk::device_speed;

/// The mean of |log(predicted / measured)|, of no point more than `most`.
inline double loss(measured::suite const& suite, device_speed const& speed, double most) {
    double sum = 0;
    for (measured::point const& point : suite.points) {
        double const ratio = predict(suite.device, speed, point.work, point.config).seconds / point.seconds;
        sum += std::min(std::abs(std::log(ratio)), most);
    }
    return sum / static_cast<double>(suite.points.size());
}

constexpr double most_of_a_point = 0.3; ///< so that a few bad points do not bend the rest

/// Each number in turn a little up and down as long as that helps, in steps that become smaller.
inline device_speed descend(measured::suite const& suite, device_speed speed, double most) {
    constexpr double device_speed::* numbers[] = {
        &device_speed::launch,       &device_speed::early_launch,   &device_speed::miss,
        &device_speed::l2_bandwidth, &device_speed::dram_bandwidth, &device_speed::kept_share,
        &device_speed::lost_share,   &device_speed::passing_weight,
    };
    double least = loss(suite, speed, most);
    for (double const step : {0.2, 0.05, 0.02, 0.01, 0.005}) {
        for (bool better = true; better;) {
            better = false;
            for (double device_speed::* const number : numbers) {
                for (double const factor : {1 + step, 1 - step}) {
                    device_speed candidate = speed;
                    candidate.*number *= factor;
                    if (double const found = loss(suite, candidate, most); found < least - 1e-7) {
                        least = found;
                        speed = candidate;
                        better = true;
                    }
                }
            }
        }
    }
    return speed;
}

/// Begins with the speed of any device.
inline device_speed fit(measured::suite const& suite, device_speed const& speed) {
    device_speed const near = descend(suite, speed, std::numeric_limits<double>::infinity());
    return descend(suite, near, most_of_a_point);
}

} // namespace fitting
