// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Any bits as a device and a workload: choose() is defined for all of them, gives what the device accepts, and covers
// the tensor with a grid no larger than needed.
#include <reluk/launch_config.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fuzzer/FuzzedDataProvider.h>

namespace {

void require(bool holds, char const* what) {
    if (!holds) {
        std::fprintf(stderr, "does not hold: %s\n", what);
        std::abort();
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    FuzzedDataProvider bytes(data, size);
    reluk::device_descriptor device;
    device.compute_capability = bytes.ConsumeIntegral<unsigned>();
    device.multiprocessors = bytes.ConsumeIntegral<unsigned>();
    device.l2_bytes = bytes.ConsumeIntegral<std::size_t>();
    device.max_grid = bytes.ConsumeIntegral<unsigned>();
    device.max_block = bytes.ConsumeIntegral<unsigned>();
    device.max_access_bytes = bytes.ConsumeIntegral<unsigned>();
    reluk::workload work;
    work.elements = bytes.ConsumeIntegral<std::size_t>();
    // Half of the inputs have a size that elements can have: few others lead anywhere.
    work.element_bytes =
        bytes.ConsumeBool() ? bytes.ConsumeIntegral<unsigned>() : 1u << bytes.ConsumeIntegralInRange<unsigned>(0, 3);
    work.out_offset = bytes.ConsumeIntegral<unsigned>();
    work.in_offset = bytes.ConsumeIntegral<unsigned>();
    work.in_place = bytes.ConsumeBool();
    work.flow = static_cast<reluk::dataflow>(bytes.ConsumeIntegral<unsigned char>());

    reluk::launch_config const config = choose(device, work);
    require(config == choose(device, work), "the same arguments give the same value");
    require(config.reason[0] != '\0', "there is a reason");

    unsigned const element = work.element_bytes;
    bool const is_element = element == 1 || element == 2 || element == 4 || element == 8;
    if (!is_element || work.elements == 0) {
        require(config.grid == 0, "nothing to do: nothing to launch");
        return 0;
    }
    if (device.max_grid == 0 || device.max_block == 0) {
        require(!is_valid(config, device), "such a device accepts nothing");
        return 0;
    }
    require(is_valid(config, device), "the device accepts the choice");

    std::size_t const most = ~std::size_t{0} / element;
    work.elements = work.elements < most ? work.elements : most;
    std::size_t const tiles =
        make_partition(work, config.access_bytes).tiles(config.block * config.accesses_per_thread);
    require(config.grid == tiles || (config.grid == device.max_grid && config.grid < tiles),
            "a block for each tile, or all the blocks there are");
    return 0;
}
