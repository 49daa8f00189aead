// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// The table behind choose(): for each architecture family, dataflow and size relative to the L2, how to touch memory.
#pragma once

#include "word.hpp"

RELUK_NAMESPACE_BEGIN

/// How the input is read: the type of the same name in reluk::load.
enum class load_path : unsigned char { cached, streaming, no_allocate, evict_first, resident };

/// How the output is written: the type of the same name in reluk::store.
enum class store_path : unsigned char { cached, streaming, evict_first, write_through };

/// In which order the blocks walk the tensor. Reversed, they begin with what the kernel before has written last.
enum class block_order : unsigned char { forward, reverse };

/// What happens to the tensors before and after the call.
enum class dataflow : unsigned char {
    pipeline, ///< the kernel before has just written the input, and the kernel after reads the output
    repeated, ///< the same input is read again soon: a loop over one buffer, or a backward pass that needs x
    oneshot   ///< the input is in no cache, and nobody reads the output soon
};

/// Whether a row is for tensors apart, for a tensor in place, or for both.
enum class aliasing : unsigned char { either, apart, in_place };

/// One row of the table: when it applies, what to do, why, and how that is known.
struct tuning_row {
    /// To which devices and calls a row applies.
    struct condition {
        unsigned min_compute_capability; ///< 10 * major + minor, inclusive
        unsigned max_compute_capability; ///< inclusive
        dataflow flow;                   ///< what happens around the call
        aliasing alias;                  ///< in place, apart or either
        unsigned max_element_bytes;      ///< elements of at most so many bytes
        unsigned max_l2_percent;         ///< working set of at most so much of the L2; 0: no such bound
        size_t max_working_set;          ///< and of at most so many bytes; 0: no such bound
        // The table below needs no lower bounds, since the first row that applies counts; a few rows of a user's do.
        unsigned min_element_bytes = 0; ///< elements of at least so many bytes
        unsigned min_l2_percent = 0;    ///< working set of more than so much of the L2; 0: no such bound
        /// Tensors at the same offset modulo 16 bytes: elsewhere a thread puts each word together from two loads, and
        /// several words per thread mostly cost more than they gain.
        bool congruent_only = false;
        /// Tensors of as many bytes as the accesses of all threads that a device runs at once, or fewer.
        bool one_wave_only = false;
    } when; ///< when the row applies
    /// What a row decides for them.
    struct decision {
        load_path load;               ///< how the input is read
        store_path store;             ///< how the output is written
        block_order order;            ///< from which end the blocks walk the tensor
        unsigned accesses_per_thread; ///< loads of 16 bytes in flight per thread
        unsigned block;               ///< threads
        /// So much of the L2 is filled with the part of the input that load_path::resident keeps, at most 100; 0: as
        /// tuning::resident_fraction() has it.
        unsigned resident_l2_percent = 0;
        bool early_launch = false;  ///< as in launch_config
        bool early_trigger = false; ///< as in launch_config
        /// With load_path::evict_first: tuning::evict_first_fraction() of the input leaves first, not all of it.
        bool evict_first_partly = false;

        /// Accesses per thread of so many bytes each: those of 32 bytes are half as many.
        constexpr unsigned accesses(unsigned bytes) const {
            return bytes == 32 && accesses_per_thread % 2 == 0 ? accesses_per_thread / 2 : accesses_per_thread;
        }
    } what;             ///< what to do then
    char const* reason; ///< shown to the user
    char const* source; ///< card, date, and what the row gains; or by which analogy it stands here
};

namespace tuning {

/// Which fraction of an input of so many bytes load_path::resident keeps. The best ones measured on an H200 (60 MiB of
/// L2, 2026-11-29, stores evict_first) are 1.00 at 20 MiB, 0.70 at 24, 0.50 at 28, 0.35 at 32, 0.25 at 40 and 0.20 at
/// 48; this line through them stays within 0.5 % of the best time at each size. What is kept, and 0.6 of what passes,
/// fill half the L2: a line that both halves of the chip use lies in each half's part of the L2.
constexpr float resident_fraction(size_t l2_bytes, size_t input_bytes) noexcept {
    float const fraction = 0.52f * static_cast<float>(l2_bytes) / static_cast<float>(input_bytes) - 0.6f;
    return fraction > 1.0f ? 1.0f : fraction < 0.2f ? 0.2f : fraction;
}

/// Which fraction of an input of so many bytes leaves first in a pipeline about the L2's size. A pipeline wants all of
/// it to; but nobody has to say what runs before and after, and a loop over one buffer then takes 1.07 times as long at
/// 22 MiB as with plain loads (H200, 60 MiB of L2, 2026-11-30). With this fraction it is at least as fast as PyTorch's
/// kernel from 22 to 32 MiB: 0.71 at 22, 0.89 at 24, 1 from 26 on.
constexpr float evict_first_fraction(size_t l2_bytes, size_t input_bytes) noexcept {
    float const filled = static_cast<float>(input_bytes) / static_cast<float>(l2_bytes == 0 ? 1 : l2_bytes);
    float const fraction = 5.4f * filled - 1.27f;
    return fraction < 0.2f ? 0.2f : fraction > 1.0f ? 1.0f : fraction;
}

/// Which fraction of an input of so many bytes fills `percent` of the L2: between 0.01 and 1.
constexpr float fraction_filling(unsigned percent, size_t l2_bytes, size_t input_bytes) noexcept {
    float const fraction =
        0.01f * static_cast<float>(percent) * static_cast<float>(l2_bytes) / static_cast<float>(input_bytes);
    return fraction > 1.0f ? 1.0f : fraction < 0.01f ? 0.01f : fraction;
}

constexpr size_t mebibyte = size_t{1} << 20; ///< bytes
/// Threads that a multiprocessor of compute capability 9.0 or 10.x runs at once (CUDA C++ Programming Guide).
constexpr size_t threads_per_multiprocessor = 2048;
constexpr unsigned any = 999; ///< above every compute capability

// Where the figures come from
//   "H200": one NVIDIA H200 (60 MiB of L2), CUDA 13.0; medians of interleaved graph replays, for fp32, by MiB of input.
//     Rows that name early launch: 2026-11-30, gains over a kernel of PyTorch's shape (128 threads, two 16-byte
//     accesses), pipelines between two more of it. The others: 2026-11-29, gains over PyTorch 2.11's kernel, pipelines
//     between its add and mul. All in sweeps made for this table; docs/performance.md has what the published suites
//     give. Rows that name reluk_tune: 2026-11-30, what it found from an empty table in 50 s.
//   "RTX 4090": one RTX 4090 (72 MiB of L2); a public investigation, clock-paired kernel durations, gains over
//     torch.relu, by MB of working set.
// 10.x follows 9.x by analogy; every other architecture the RTX 4090.
//
// Tried on the H200 and rejected; the first four with a prototype of this kernel, before the library
//   two 16-byte accesses side by side per thread   15-20 % slower
//   a persistent grid that strides over the tensor  5-40 % slower below 32 MiB; with early launch 1-15 %
//   bulk copies through shared memory               4-10 % slower
//   all of the input evict_last above 512 MiB       1.2 % faster, but later kernels lose up to 3 %
//   evict_first both ways below 4 MiB               alone 2-5 % faster, with early launch no more
//   streaming loads while the tensors fit the L2     0.70x at 16 MiB in a repeated loop: the cliff of the RTX 4090 too
//   streaming loads, reversed, in pipelines of 36 to 56 MiB  2-5 % faster there, 2-3 % slower in a loop than PyTorch's
//   part of the input evict_first below 21 MiB       1-4 % faster in pipelines, 4-7 % slower in a loop than PyTorch's
//   streaming both ways far above the L2             2 % slower than plain accesses in a repeated loop
//   streaming both ways in oneshot above 17 MiB      1-3 % slower than plain accesses
//   stores alone evict_first in oneshot              4-7 % slower than streaming both ways up to 1 MiB, 1 % above 17
//   one, two or four accesses per thread throughout oneshot  up to 5, 7 and 4 % slower where the table has another
//   an explicit evict_normal hint both ways         up to 12 % slower than the plain instruction at 16 MiB
//   early launch in pipelines above 8 MiB           0.1-0.3 us slower
//   early launch behind blocks of 128 threads with one access each (PyTorch's for 16-bit types)  0.1-0.3 us slower
//   four accesses per thread about the L2's size     1.4 % slower at 22 MiB, 0.7 and 1.8 % faster at 24 and 26; and
//                                                   a tenth more to compile
//   early_trigger in small blocks, repeated and apart, from 4.5 to 21 MiB  the successor's blocks start at 1.3 ns each
//                                                   instead of 0.7: at 16 MiB 5.5 us instead of 5.2 in 256 threads,
//                                                   10.4 in 128
//   early_trigger before the wait, or after the loads  as fast as after the wait; 7 % slower at 64 KiB
//   the wait ahead of the first address             with a trigger 11 % slower at 64 KiB, 18 % at 1 MiB, 4 % at 4
//   the second address ahead of the wait too        2-3 % faster at 5 and 6 MiB, 2-4 % slower at 8 to 16
//   the L2 policy's descriptor from the host, not createpolicy per access  2-5 % faster at 18 to 24 MiB, 0-1 % from 28
//                                                   on; not taken: its bits are documented nowhere
//   8-byte accesses                                 3-5 % faster up to 1 MiB; not taken: a row fits all operations
constexpr bool early = true;     ///< with early_launch: in the table's rows
constexpr bool triggers = true;  ///< with early_trigger: in the table's rows
constexpr bool partly = true;    ///< with evict_first_partly: in the table's rows
constexpr bool congruent = true; ///< congruent_only: in the table's rows
constexpr bool one_wave = true;  ///< one_wave_only: in the table's rows

/// The table: the first row that applies counts.
// clang-format off
constexpr tuning_row rows[] = {
    // 9.0 and 10.x, repeated
    {{90, 109, dataflow::repeated, aliasing::in_place, 8, 7, 0},
     {load_path::cached, store_path::cached, block_order::forward, 1, 256, 0, early, triggers},
     "repeated in place, well inside the L2: may start with the call before, and let the next one start", "H200, reluk_tune: 1.45x over plain accesses of 256 threads at 1, 1.33x at 3; in another sweep 1.24x over untriggered at 0.06, 1.12x at 1, 1.01x at 4"},
    {{90, 109, dataflow::repeated, aliasing::in_place, 8, 14, 0},
     {load_path::cached, store_path::cached, block_order::forward, 2, 128, 0, early},
     "repeated in place, inside the L2: few enough blocks", "H200: 1.16x at 5, 1.06x at 8; 0.92x and 0.94x in 256 threads"},
    {{90, 109, dataflow::repeated, aliasing::in_place, 8, 28, 0, 0, 0, congruent, one_wave},
     {load_path::cached, store_path::cached, block_order::forward, 4, 256, 0, early},
     "repeated in place, inside the L2: as many bytes per thread as let all blocks run at once", "H200, over two accesses in 1024 threads: 1.10x at 10, 1.13x at 12, 1.12x at 14, 1.09x at 16; 0.93x at 17, where the blocks no longer fit, and with edges at 16"},
    {{90, 109, dataflow::repeated, aliasing::in_place, 8, 74, 0},
     {load_path::cached, store_path::cached, block_order::forward, 2, 1024, 0, early, triggers},
     "repeated in place, inside the L2: what is written is what is read next", "H200, over one access in 256 threads: 1.03x at 24 and 32; over loads that leave first in blocks of 128: 1.01x at 40 and 44"},
    {{90, 109, dataflow::repeated, aliasing::in_place, 8, 126, 0},
     {load_path::resident, store_path::evict_first, block_order::reverse, 2, 1024, 70, early, triggers},
     "repeated in place, about the L2's size: a part stays, the rest passes", "H200, reluk_tune: 1.17x over plain accesses of 256 threads from 45 to 75; 0.92x at 39"},
    {{90, 109, dataflow::repeated, aliasing::in_place, 8, 250, 0},
     {load_path::resident, store_path::evict_first, block_order::reverse, 1, 256, 70, early, triggers},
     "repeated in place, above the L2: a part stays, the rest passes", "H200, reluk_tune: 1.13x over plain accesses at 96, 1.04x at 126"},
    {{90, 109, dataflow::repeated, aliasing::in_place, 8, 0, 0},
     {load_path::cached, store_path::cached, block_order::forward, 1, 256, 0, early},
     "repeated in place, far above the L2: nothing survives until the next call", "by analogy with tensors apart"},
    {{90, 109, dataflow::repeated, aliasing::apart, 8, 15, 0},
     {load_path::cached, store_path::cached, block_order::forward, 1, 256, 0, early, triggers},
     "repeated, well inside the L2: may start with the call before, and let the next one start", "H200, over the same in stream order: 1.61x at 0.06, 1.59x at 0.25, 1.45x at 1, 1.37x at 2, 1.27x at 4; untriggered 1.30x, 1.28x, 1.31x, 1.33x, 1.28x"},
    {{90, 109, dataflow::repeated, aliasing::apart, 8, 25, 0, 0, 0, congruent, one_wave},
     {load_path::cached, store_path::cached, block_order::forward, 2, 128, 0, early},
     "repeated, inside the L2: as many bytes per thread as let all blocks run at once", "H200, over one access in 256 threads with a trigger: 1.07x at 5, 1.05x at 6, 1.03x at 7; 0.92x off the alignment"},
    {{90, 109, dataflow::repeated, aliasing::apart, 8, 48, 0},
     {load_path::cached, store_path::cached, block_order::forward, 1, 512, 0, early, triggers},
     "repeated, inside the L2: few enough blocks, and the next call may start", "H200, over two accesses in 128 threads: 1.04x at 8, 1.01x at 10, 1.02x at 12, 1.00x at 14; off the alignment 1.12x at 6, 1.13x at 8, 1.11x at 12"},
    {{90, 109, dataflow::repeated, aliasing::apart, 8, 70, 0},
     {load_path::resident, store_path::evict_first, block_order::forward, 1, 512, 0, early, triggers},
     "repeated, near the L2's size: the output leaves first, the input stays", "H200: 1.26x at 18, 1.42x at 20; 1.02x over plain accesses at 16, 1.03x and 1.02x over 256 threads at 18 and 20"},
    {{90, 109, dataflow::repeated, aliasing::apart, 8, 88, 0, 0, 0, congruent},
     {load_path::resident, store_path::evict_first, block_order::forward, 2, 1024, 0, early},
     "repeated, about the L2's size: part of the input stays, the rest passes", "H200: 1.40x at 22, 1.35x at 24, 1.28x at 26; over 256 threads 1.03x, 1.02x, 1.01x"},
    {{90, 109, dataflow::repeated, aliasing::apart, 8, 265, 0},
     {load_path::resident, store_path::evict_first, block_order::forward, 1, 256, 0, early, triggers},
     "repeated, about the L2's size and above: a part of the input stays, the rest passes", "H200: 1.25x at 28, 1.23x at 32, 1.17x at 36, 1.12x at 40, 1.08x at 48, 1.05x at 64, 1.03x at 72; the trigger 1.00x to 1.01x at 36 to 72"},
    {{90, 109, dataflow::repeated, aliasing::apart, 8, 0, 0},
     {load_path::cached, store_path::cached, block_order::forward, 1, 256, 0, early, triggers},
     "repeated, far above the L2: nothing survives until the next call", "H200: 1.01x at 88 to 512; streaming both ways 0.98x; the trigger 1.01x at 80"},

    // 9.0 and 10.x, pipeline
    {{90, 109, dataflow::pipeline, aliasing::in_place, 2, 7, 0},
     {load_path::cached, store_path::cached, block_order::forward, 1, 128},
     "pipeline in place, small: in the producer's shape", "H200, fp16: 1.06x at 1, 1.03x at 2, 1.24x at 4"},
    {{90, 109, dataflow::pipeline, aliasing::in_place, 8, 1, 0},
     {load_path::cached, store_path::cached, block_order::forward, 1, 256},
     "pipeline in place, very small: the launch is what counts", "H200: 1.04x at 0.25, 1.05x at 0.5; 0.98x and 1.01x with early launch"},
    {{90, 109, dataflow::pipeline, aliasing::apart, 2, 14, 0},
     {load_path::cached, store_path::cached, block_order::forward, 1, 128},
     "pipeline, small: in the producer's shape", "H200, fp16: 1.02x at 1 and 2, 1.23x at 4"},
    {{90, 109, dataflow::pipeline, aliasing::apart, 8, 2, 0},
     {load_path::cached, store_path::cached, block_order::forward, 1, 256},
     "pipeline, very small: the launch is what counts", "H200: 1.03x at 0.25 and 0.5; 0.98x and 1.02x with early launch"},
    {{90, 109, dataflow::pipeline, aliasing::in_place, 2, 48, 0},
     {load_path::cached, store_path::cached, block_order::forward, 2, 128},
     "pipeline in place, inside the L2: in the producer's order and shape", "H200: 0.99x at 8, 1.01x at 24; 0.82x at 8 in 256 threads"},
    {{90, 109, dataflow::pipeline, aliasing::in_place, 8, 14, 0},
     {load_path::cached, store_path::cached, block_order::forward, 2, 128, 0, early},
     "pipeline in place, well inside the L2: in the producer's order and shape, perhaps while it drains", "H200: 1.08x at 1, 1.10x at 2, 1.08x at 4, 1.12x at 6 and 8; in 256 threads 1.01x, 1.02x, 1.04x, 0.82x, 0.83x"},
    {{90, 109, dataflow::pipeline, aliasing::in_place, 8, 48, 0},
     {load_path::cached, store_path::cached, block_order::forward, 2, 128},
     "pipeline in place, inside the L2: in the producer's order and shape", "H200: 1.05x at 16, 1.07x at 20, 1.00x at 24"},
    {{90, 109, dataflow::pipeline, aliasing::in_place, 8, 0, 0},
     {load_path::cached, store_path::cached, block_order::reverse, 2, 128},
     "pipeline in place, above half the L2: begin with the producer's last writes", "H200: 1.02x at 32, 1.26x at 40, 1.36x at 48, 1.27x at 64, 1.13x at 128"},
    {{90, 109, dataflow::pipeline, aliasing::apart, 2, 70, 0},
     {load_path::cached, store_path::cached, block_order::forward, 2, 128},
     "pipeline, inside the L2: in the producer's order and shape", "H200: 1.00x at 8; 0.67x at 8 in 256 threads"},
    {{90, 109, dataflow::pipeline, aliasing::apart, 8, 30, 0, 0, 0, congruent},
     {load_path::cached, store_path::cached, block_order::forward, 2, 128, 0, early},
     "pipeline, well inside the L2: in the producer's order and shape, perhaps while it drains", "H200: 1.06x at 1, 1.10x at 2, 1.07x at 4, 1.12x at 6, 1.11x at 8; in 256 threads 1.00x, 1.02x, 1.03x, 0.79x, 0.81x"},
    {{90, 109, dataflow::pipeline, aliasing::apart, 8, 14, 0},
     {load_path::cached, store_path::cached, block_order::forward, 1, 256, 0, early},
     "pipeline off the alignment, small: may start while the producer drains", "H200, over two accesses in 128 threads: 1.23x at 1, 1.18x at 2, 1.15x at 4; 0.80x at 6"},
    {{90, 109, dataflow::pipeline, aliasing::apart, 8, 30, 0},
     {load_path::cached, store_path::cached, block_order::forward, 2, 128, 0, early},
     "pipeline off the alignment, inside the L2: in the producer's order and shape, perhaps while it drains", "H200, over one access in 256 threads: 1.24x at 6, 1.30x at 8"},
    {{90, 109, dataflow::pipeline, aliasing::apart, 8, 57, 0},
     {load_path::cached, store_path::cached, block_order::forward, 2, 128},
     "pipeline, inside the L2: in the producer's order and shape", "H200: 1.02x at 10, 1.04x at 12, 0.98x at 16; loads that leave first are 1 % faster there, but lose 30 % in a loop"},
    {{90, 109, dataflow::pipeline, aliasing::apart, 8, 70, 0},
     {load_path::cached, store_path::cached, block_order::forward, 2, 128, 0, early},
     "pipeline, inside the L2: in the producer's order and shape, perhaps while it drains", "H200: 1.01x at 18, 0.99x at 20; without early launch 1.06x and 0.99x, but 3-4 % slower in a loop"},
    {{90, 109, dataflow::pipeline, aliasing::apart, 8, 121, 0},
     {load_path::evict_first, store_path::cached, block_order::forward, 2, 128, 0, false, false, partly},
     "pipeline, about the L2's size: input that nobody needs leaves first, the output stays for its reader", "H200: 1.08x at 22, 1.15x at 24, 1.28x at 26, 1.35x at 28, 1.27x at 32, 1.20x at 36"},
    {{90, 109, dataflow::pipeline, aliasing::apart, 2, 190, 0},
     {load_path::cached, store_path::cached, block_order::reverse, 2, 128, 0, early},
     "pipeline, above the L2: begin with the producer's last writes, perhaps while it drains", "H200: 1.19x at 40, 1.20x at 52, 1.17x at 56; without early launch 1.23x, 1.20x, 1.19x, but 1 % slower in a loop"},
    {{90, 109, dataflow::pipeline, aliasing::apart, 8, 190, 0},
     {load_path::cached, store_path::cached, block_order::reverse, 2, 128},
     "pipeline, above the L2: begin with the producer's last writes", "H200: 1.20x at 38, 1.21x at 40, 1.24x at 48, 1.19x at 56; in a loop 1.00x, 1.00x, 1.01x, 1.00x"},
    {{90, 109, dataflow::pipeline, aliasing::apart, 8, 0, 0},
     {load_path::cached, store_path::cached, block_order::reverse, 1, 256},
     "pipeline, far above the L2: begin with the producer's last writes", "H200: 1.17x at 64, 1.08x at 96, 1.07x at 128, 1.03x at 256; in a loop 1.01x at 64"},

    // 9.0 and 10.x, oneshot
    {{90, 109, dataflow::oneshot, aliasing::in_place, 8, 0, 0},
     {load_path::cached, store_path::cached, block_order::forward, 1, 256, 0, early, triggers},
     "oneshot in place: memory alone counts, and the next call may start", "H200, reluk_tune: 1.20x over plain accesses at 1, 1.06x in the mean; 1.04x and 1.00x over streaming both ways"},
    {{90, 109, dataflow::oneshot, aliasing::apart, 8, 15, 0},
     {load_path::cached, store_path::cached, block_order::forward, 1, 256, 0, early, triggers},
     "oneshot, small: few lines are worth keeping, and the next call may start", "H200, rotating, over untriggered: 1.13x at 0.25 and 1, 1.09x at 2, 1.07x at 3, 1.05x at 4"},
    {{90, 109, dataflow::oneshot, aliasing::apart, 8, 25, 0, 0, 0, congruent, one_wave},
     {load_path::cached, store_path::cached, block_order::forward, 4, 256, 0, early},
     "oneshot, well inside the L2's size: as many bytes per thread as let all blocks run at once", "H200, rotating, over one access with a trigger: 1.02x at 5, 1.03x at 6, 1.04x at 7; off the alignment 0.81x at 6"},
    {{90, 109, dataflow::oneshot, aliasing::apart, 8, 57, 0, 0, 0, congruent, one_wave},
     {load_path::streaming, store_path::streaming, block_order::forward, 4, 256, 0, early},
     "oneshot, inside the L2's size: nothing is worth keeping, and all blocks run at once", "H200, rotating, over one plain access with a trigger: 1.05x at 8, 1.05x at 10, 1.05x at 12; over the same with plain accesses 1.04x at 14, 1.05x at 16; off the alignment 0.88x at 8 and 12"},
    {{90, 109, dataflow::oneshot, aliasing::apart, 8, 0, 0},
     {load_path::cached, store_path::cached, block_order::forward, 1, 256, 0, early, triggers},
     "oneshot, of the L2's size and above, or off the alignment: memory alone counts, and the next call may start", "H200, rotating: off the alignment 1.04x over untriggered at 6, 1.02x at 12; 1.03x at 18, 1.02x at 24 and 48, 1.01x at 64 to 1024; the trigger is worth 1 % up to 40"},

    // The others, repeated
    {{0, any, dataflow::repeated, aliasing::in_place, 1, 100, 0},
     {load_path::cached, store_path::cached, block_order::forward, 1, 128},
     "repeated in place, inside the L2: what is written is what is read next; one-byte elements: more, smaller blocks", "by reasoning; not measured"},
    {{0, any, dataflow::repeated, aliasing::in_place, 8, 100, 0},
     {load_path::cached, store_path::cached, block_order::forward, 1, 256},
     "repeated in place, inside the L2: what is written is what is read next", "by reasoning; not measured"},
    {{0, any, dataflow::repeated, aliasing::either, 1, 100, 32 * mebibyte},
     {load_path::cached, store_path::cached, block_order::forward, 1, 128},
     "repeated, well inside the L2: both tensors stay there; one-byte elements: more, smaller blocks", "RTX 4090: 3496 GB/s at 33.5, against 3447 with 512 threads"},
    {{0, any, dataflow::repeated, aliasing::either, 8, 100, 32 * mebibyte},
     {load_path::cached, store_path::cached, block_order::forward, 1, 256},
     "repeated, well inside the L2: both tensors stay there", "RTX 4090: 1.02x at 8"},
    {{0, any, dataflow::repeated, aliasing::either, 1, 100, 0},
     {load_path::cached, store_path::streaming, block_order::forward, 1, 128},
     "repeated, inside the L2: the output leaves first, the input stays; one-byte elements: more, smaller blocks", "RTX 4090: 1.14x at 67"},
    {{0, any, dataflow::repeated, aliasing::either, 8, 100, 0},
     {load_path::cached, store_path::streaming, block_order::forward, 1, 256},
     "repeated, inside the L2: the output leaves first, the input stays", "RTX 4090: 1.00x at 33.6, 1.05x at 52.4 and 75.5; streaming loads 0.40x, 0.54x, 1.13x"},
    {{0, any, dataflow::repeated, aliasing::either, 8, 0, 0},
     {load_path::streaming, store_path::streaming, block_order::forward, 1, 256},
     "repeated, above the L2: nothing survives until the next call", "RTX 4090: 1.13x to 1.30x at 80 to 88, 1.05x from 134 on"},

    // The others, pipeline
    {{0, any, dataflow::pipeline, aliasing::either, 1, 100, 0},
     {load_path::cached, store_path::cached, block_order::forward, 1, 128},
     "pipeline, inside the L2: input and output are both there; one-byte elements: more, smaller blocks", "by analogy with repeated"},
    {{0, any, dataflow::pipeline, aliasing::either, 8, 100, 0},
     {load_path::cached, store_path::cached, block_order::forward, 1, 256},
     "pipeline, inside the L2: input and output are both there", "by analogy with repeated"},
    {{0, any, dataflow::pipeline, aliasing::either, 8, 0, 0},
     {load_path::cached, store_path::cached, block_order::reverse, 1, 256},
     "pipeline, above the L2: begin with the producer's last writes", "by analogy with the H200, far above its L2"},

    // The others, oneshot
    {{0, any, dataflow::oneshot, aliasing::either, 1, 100, 0},
     {load_path::cached, store_path::streaming, block_order::forward, 1, 128},
     "oneshot, of the L2's size: nobody reads the output; one-byte elements: more, smaller blocks", "by analogy with repeated"},
    {{0, any, dataflow::oneshot, aliasing::either, 8, 100, 0},
     {load_path::cached, store_path::streaming, block_order::forward, 1, 256},
     "oneshot, of the L2's size: nobody reads the output", "by analogy with repeated"},
    {{0, any, dataflow::oneshot, aliasing::either, 8, 0, 0},
     {load_path::streaming, store_path::streaming, block_order::forward, 1, 256},
     "oneshot, above the L2: nothing is worth keeping", "by analogy with repeated"},
};
// clang-format on

} // namespace tuning

RELUK_NAMESPACE_END
