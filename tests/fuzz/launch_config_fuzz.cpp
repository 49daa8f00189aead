// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Any bits as a device, a workload and a caller's row: choose() is defined for all of them, gives what the device
// accepts unless the row asks for what there is not, and covers the tensor with a grid no larger than needed.
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

reluk::tuning_row any_row(FuzzedDataProvider& bytes) {
    reluk::tuning_row row{};
    row.when.min_compute_capability = bytes.ConsumeIntegral<unsigned>();
    row.when.max_compute_capability = bytes.ConsumeIntegral<unsigned>();
    row.when.flow = static_cast<reluk::dataflow>(bytes.ConsumeIntegral<unsigned char>());
    row.when.alias = static_cast<reluk::aliasing>(bytes.ConsumeIntegral<unsigned char>());
    row.when.min_element_bytes = bytes.ConsumeIntegral<unsigned>();
    row.when.max_element_bytes = bytes.ConsumeIntegral<unsigned>();
    row.when.min_l2_percent = bytes.ConsumeIntegral<unsigned>();
    row.when.max_l2_percent = bytes.ConsumeIntegral<unsigned>();
    row.when.max_working_set = bytes.ConsumeIntegral<std::size_t>();
    row.what.load = static_cast<reluk::load_path>(bytes.ConsumeIntegral<unsigned char>());
    row.what.store = static_cast<reluk::store_path>(bytes.ConsumeIntegral<unsigned char>());
    row.what.order = static_cast<reluk::block_order>(bytes.ConsumeIntegral<unsigned char>());
    row.what.accesses_per_thread = bytes.ConsumeIntegral<unsigned>();
    row.what.block = bytes.ConsumeIntegral<unsigned>();
    row.what.resident_l2_percent = bytes.ConsumeIntegral<unsigned>();
    row.what.early_launch = bytes.ConsumeBool();
    row.what.early_trigger = bytes.ConsumeBool();
    row.what.evict_first_partly = bytes.ConsumeBool();
    row.when.congruent_only = bytes.ConsumeBool();
    row.when.one_wave_only = bytes.ConsumeBool();
    return row;
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
    work.touched_bytes = bytes.ConsumeIntegral<std::size_t>();
    reluk::tuning_row const row = any_row(bytes);
    static_cast<void>(choose(device, work, &row, 1));

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
