// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
#include <cstdio>
#include <reluk/host.hpp>
#include <reluk/launch_config.hpp>

int main() {
    constexpr reluk::device_descriptor device{89, 128, 72u << 20};
    constexpr reluk::launch_config config = reluk::choose(device, {1u << 20, 4, 0, 0, false});
    static_assert(config.grid != 0);
    std::printf("%u blocks of %u threads: %s\n", config.grid, config.block, config.reason);

    float x[] = {-1.0f, 2.0f};
    return reluk::host::relu(x, x, 2) && x[0] == 0.0f && x[1] == 2.0f ? 0 : 1;
}
