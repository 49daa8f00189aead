// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// How a call is launched: a pure function from the device and the work to a plain value. No CUDA header is needed.
#pragma once

#include "partition.hpp"
#include "tuning.hpp"

RELUK_NAMESPACE_BEGIN

/// What choose() needs to know of a device. query_device() fills it from the CUDA runtime, catalogue.hpp holds those of
/// known devices, and anybody can write their own.
struct device_descriptor {
    unsigned compute_capability = 0; ///< 10 * major + minor: 89 for 8.9
    unsigned multiprocessors = 0;    ///< cudaDevAttrMultiProcessorCount; shown by the tools
    size_t l2_bytes = 0;             ///< cudaDevAttrL2CacheSize
    unsigned max_grid = 2147483647;  ///< blocks along x; cudaDevAttrMaxGridDimX
    unsigned max_block = 1024;       ///< threads; cudaDevAttrMaxThreadsPerBlock
    unsigned max_access_bytes = 16;  ///< widest load or store of one thread: 16, or 32 for code made for sm_100 on
    /// Whether a kernel that asks for early launch gets it: the driver's part, compute capability 9.0 being the card's.
    bool early_launch = true;

    friend constexpr bool operator==(device_descriptor const& a, device_descriptor const& b) {
        return a.compute_capability == b.compute_capability && a.multiprocessors == b.multiprocessors &&
               a.l2_bytes == b.l2_bytes && a.max_grid == b.max_grid && a.max_block == b.max_block &&
               a.max_access_bytes == b.max_access_bytes && a.early_launch == b.early_launch;
    }
    friend constexpr bool operator!=(device_descriptor const& a, device_descriptor const& b) { return !(a == b); }
};

/// What choose() needs to know of a call.
struct workload {
    size_t elements = 0;                ///< of the output
    unsigned element_bytes = 4;         ///< 1, 2, 4 or 8
    unsigned out_offset = 0;            ///< the output's address modulo line_bytes
    unsigned in_offset = 0;             ///< the input's; of several inputs, one at another offset than the output
    bool in_place = false;              ///< output and input are the same tensor
    dataflow flow = dataflow::pipeline; ///< what happens to the tensors before and after the call
    size_t touched_bytes = 0; ///< of operations that do not read and write one element each; 0: of those that do

    /// Bytes of the distinct memory touched, inputs and outputs together; the largest size_t where that is exceeded.
    constexpr size_t working_set() const noexcept {
        return touched_bytes != 0 ? touched_bytes : times(size_t{element_bytes} * (in_place ? 1 : 2));
    }

    /// Whether the tensors lie at the same offset modulo so many bytes; words of that size then need no realignment.
    constexpr bool is_congruent(unsigned bytes) const noexcept { return out_offset % bytes == in_offset % bytes; }

    /// Bytes of one tensor, by the same rule.
    constexpr size_t tensor_bytes() const noexcept { return times(element_bytes); }

    /// Bytes of the inputs, by the same rule. Of operations with touched_bytes: those beside one tensor, at least one.
    constexpr size_t input_bytes() const noexcept {
        size_t const one = times(element_bytes);
        return touched_bytes > one && touched_bytes - one > one ? touched_bytes - one : one;
    }

private:
    constexpr size_t times(size_t bytes) const noexcept {
        size_t const most = ~size_t{0};
        return bytes != 0 && elements > most / bytes ? most : elements * bytes;
    }
};

/// The workload of a call on these tensors. It reads the addresses alone, never the memory.
template <class T>
workload make_workload(T const* out, T const* in, size_t n, dataflow flow) noexcept {
    return {n,
            sizeof(T),
            static_cast<unsigned>(reinterpret_cast<size_t>(out) % line_bytes),
            static_cast<unsigned>(reinterpret_cast<size_t>(in) % line_bytes),
            out == in,
            flow};
}

/// How one call is launched. Plain data: compare it, print it, write your own and pass it to relu().
struct launch_config {
    unsigned grid = 0;                        ///< blocks; 0: nothing to launch
    unsigned block = 0;                       ///< threads per block
    unsigned access_bytes = 16;               ///< bytes per thread per access: 8, 16 or 32
    unsigned accesses_per_thread = 1;         ///< accesses in flight per thread: 1, 2 or 4, together at most 64 bytes
    load_path load = load_path::cached;       ///< how the input is read
    store_path store = store_path::cached;    ///< how the output is written
    float resident_fraction = 1.0f;           ///< of the input, in (0, 1]; used by load_path::resident alone
    float evict_first_fraction = 1.0f;        ///< of the input, in (0, 1]; used by load_path::evict_first alone
    block_order order = block_order::forward; ///< from which end the blocks walk the tensor
    /// Programmatic dependent launch: the kernel may start once the blocks of its predecessor in the stream have ended
    /// or let it start, and waits for it, all memory included, before it touches any. No effect before sm_90, in code
    /// not compiled for it, or where the descriptor says so.
    bool early_launch = false;
    /// With early_launch: lets the successor start in the same way as soon as all blocks of this kernel run and its
    /// predecessor is done, memory included. A successor that was launched so must itself wait (griddepcontrol.wait,
    /// cudaGridDependencySynchronize) before it reads what this kernel writes or writes what it reads, as behind any
    /// kernel; of earlier kernels it finds all. A successor launched as usual starts when it would.
    bool early_trigger = false;
    char const* reason = ""; ///< why, in words; neither this nor the next is part of the comparison
    char const* source = ""; ///< how that is known: card, date and gain, or an analogy

    friend constexpr bool operator==(launch_config const& a, launch_config const& b) {
        return a.grid == b.grid && a.block == b.block && a.access_bytes == b.access_bytes &&
               a.accesses_per_thread == b.accesses_per_thread && a.load == b.load && a.store == b.store &&
               a.resident_fraction == b.resident_fraction && a.evict_first_fraction == b.evict_first_fraction &&
               a.order == b.order && a.early_launch == b.early_launch && a.early_trigger == b.early_trigger;
    }
    friend constexpr bool operator!=(launch_config const& a, launch_config const& b) { return !(a == b); }
};

/// Whether the device accepts the configuration and reluk has a kernel for it.
constexpr bool is_valid(launch_config const& config, device_descriptor const& device) noexcept {
    return config.grid >= 1 && config.grid <= device.max_grid && config.block >= 1 &&
           config.block <= device.max_block && config.block <= 1024 &&
           (config.access_bytes == 8 || config.access_bytes == 16 || config.access_bytes == 32) &&
           (config.accesses_per_thread == 1 || config.accesses_per_thread == 2 || config.accesses_per_thread == 4) &&
           config.access_bytes * config.accesses_per_thread <= 64 && config.load <= load_path::resident &&
           config.store <= store_path::write_through && config.order <= block_order::reverse &&
           config.resident_fraction > 0.0f && config.resident_fraction <= 1.0f && config.evict_first_fraction > 0.0f &&
           config.evict_first_fraction <= 1.0f;
}

/// The partition of a workload into words of `word_bytes`.
constexpr partition make_partition(workload const& work, unsigned word_bytes) noexcept {
    return make_partition(work.elements, work.element_bytes, work.out_offset, work.in_offset, word_bytes);
}

namespace detail {

constexpr size_t share_of_l2(size_t l2_bytes, size_t percent) noexcept {
    bool const fits = percent == 0 || l2_bytes / 100 < ~size_t{0} / percent;
    return fits ? l2_bytes / 100 * percent + l2_bytes % 100 * percent / 100 : ~size_t{0};
}

constexpr bool applies(tuning_row const& row, device_descriptor const& device, workload const& work) noexcept {
    tuning_row::condition const& when = row.when;
    size_t const working_set = work.working_set();
    size_t const bytes_at_once =
        size_t{16} * row.what.accesses_per_thread * tuning::threads_per_multiprocessor * device.multiprocessors;
    return device.compute_capability >= when.min_compute_capability &&
           device.compute_capability <= when.max_compute_capability && work.flow == when.flow &&
           (when.alias == aliasing::either || (when.alias == aliasing::in_place) == work.in_place) &&
           (!when.congruent_only || work.is_congruent(16)) &&
           (!when.one_wave_only || work.tensor_bytes() <= bytes_at_once) &&
           work.element_bytes >= when.min_element_bytes && work.element_bytes <= when.max_element_bytes &&
           (when.min_l2_percent == 0 || working_set > share_of_l2(device.l2_bytes, when.min_l2_percent)) &&
           (when.max_l2_percent == 0 || working_set <= share_of_l2(device.l2_bytes, when.max_l2_percent)) &&
           (when.max_working_set == 0 || working_set <= when.max_working_set);
}

/// The first of `count` rows that applies, or nullptr.
constexpr tuning_row const* find_row(tuning_row const* rows, size_t count, device_descriptor const& device,
                                     workload const& work) noexcept {
    for (size_t i = 0; i < count; ++i) {
        if (applies(rows[i], device, work)) {
            return rows + i;
        }
    }
    return nullptr;
}

} // namespace detail

/// The configuration for a workload on a device: the first row that applies, of `count` rows of the caller's and then
/// of the table, fitted to the device's limits. Pure: the same arguments give the same value, at compile time if need
/// be. With no elements, or an element size other than 1, 2, 4 or 8, grid is 0. Otherwise the device accepts the result
/// whatever the device and the work; sizes saturate instead of wrapping. A caller's row that asks for what reluk has
/// no kernel for gives a configuration that is_valid() and relu() reject. relu() takes the result as `config`:
///     reluk::relu(out, in, n, reluk::choose(device, work, rows, count), stream)
/// benchmarks/README.md says how to get such rows for a card. `rows` may be nullptr where `count` is 0.
constexpr launch_config choose(device_descriptor const& device, workload work, tuning_row const* rows,
                               size_t count) noexcept {
    launch_config config;
    unsigned const size = work.element_bytes;
    if (size != 1 && size != 2 && size != 4 && size != 8) {
        config.reason = "no element has this size: nothing to launch";
        return config;
    }
    if (work.elements == 0) {
        config.reason = "no elements: nothing to launch";
        return config;
    }
    size_t const most_elements = ~size_t{0} / size;
    work.elements = work.elements < most_elements ? work.elements : most_elements;

    // 32-byte words only where both tensors allow them without realignment.
    config.access_bytes = device.max_access_bytes >= 32 && work.is_congruent(32) ? 32 : 16;

    unsigned block = 256;
    config.reason = "no row of the table applies: the hardware's defaults";
    tuning_row const* row = detail::find_row(rows, count, device, work);
    if (row == nullptr) {
        row = detail::find_row(tuning::rows, sizeof(tuning::rows) / sizeof(tuning::rows[0]), device, work);
    }
    if (row != nullptr) {
        block = row->what.block;
        config.accesses_per_thread = row->what.accesses(config.access_bytes);
        config.load = row->what.load;
        config.store = row->what.store;
        config.order = row->what.order;
        config.early_launch = row->what.early_launch && device.early_launch && device.compute_capability >= 90;
        config.early_trigger = row->what.early_trigger && config.early_launch;
        config.reason = row->reason;
        config.source = row->source;
        if (row->what.load == load_path::resident) {
            unsigned const percent = row->what.resident_l2_percent;
            size_t const read = work.input_bytes();
            config.resident_fraction = percent == 0 ? tuning::resident_fraction(device.l2_bytes, read)
                                                    : tuning::fraction_filling(percent, device.l2_bytes, read);
        }
        if (row->what.load == load_path::evict_first && row->what.evict_first_partly) {
            config.evict_first_fraction = tuning::evict_first_fraction(device.l2_bytes, work.input_bytes());
        }
    }
    config.block = block < device.max_block || device.max_block == 0 ? block : device.max_block;
    unsigned const words_per_tile = config.block * config.accesses_per_thread;
    if (words_per_tile != 0) { // a caller's row may say anything
        size_t const tiles = make_partition(work, config.access_bytes).tiles(words_per_tile);
        config.grid = static_cast<unsigned>(tiles < device.max_grid ? tiles : device.max_grid);
    }
    return config;
}

/// The same with the table alone.
constexpr launch_config choose(device_descriptor const& device, workload const& work) noexcept {
    return reluk::choose(device, work, nullptr, 0);
}

RELUK_NAMESPACE_END
