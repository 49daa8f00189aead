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

/// One row of the table: when it applies, what to do, and how that is known.
struct tuning_row {
    // When: the first row applies whose conditions all hold.
    unsigned min_compute_capability; ///< 10 * major + minor, inclusive
    unsigned max_compute_capability; ///< inclusive
    dataflow flow;
    unsigned max_element_bytes; ///< elements of at most so many bytes
    unsigned max_l2_percent;    ///< working set of at most so much of the L2; 0: no such bound
    size_t max_working_set;     ///< and of at most so many bytes; 0: no such bound

    // What.
    load_path load;
    store_path store;
    unsigned resident_l2_percent; ///< load_path::resident keeps so much of the L2's size of the input
    block_order order;
    unsigned accesses_per_thread; ///< loads in flight per thread
    unsigned block;               ///< threads

    // Why: shown to the user.
    char const* reason;
};

namespace tuning {

constexpr size_t mebibyte = size_t{1} << 20;
constexpr unsigned any = 999;

// Sources of the rows
//   RTX 4090: a public investigation of ReLU on one RTX 4090 (72 MiB L2), clock-paired kernel durations against
//     torch.relu. In (32 MiB, L2] streaming loads reach 0.34-0.65x of torch, default loads with streaming stores
//     1.00-1.05x; above the L2 streaming both ways reaches 1.13-1.30x at 76-84 MiB. One-byte types in L2: 128 threads
//     3496 GB/s against 3447 with 512.
//   H200: one NVIDIA H200 (60 MiB L2), 2026-11-29, CUDA 13.0, medians of interleaved graph replays.
// The other architectures follow by analogy: 10.x from 9.x, everything else from the RTX 4090.
constexpr tuning_row rows[] = {
    // 9.0 and 10.x, repeated.
    {90, 109, dataflow::repeated, 8, 60, 0, load_path::cached, store_path::cached, 0, block_order::forward, 1, 256,
     "repeated, well inside the L2: both tensors stay there"},
    {90, 109, dataflow::repeated, 8, 85, 0, load_path::cached, store_path::streaming, 0, block_order::forward, 1, 256,
     "repeated, near the L2's size: the output leaves first, so that the input stays"},
    {90, 109, dataflow::repeated, 8, 180, 0, load_path::resident, store_path::evict_first, 28, block_order::forward, 1,
     256, "repeated, above the L2: a part of the input is kept, the rest passes through"},
    {90, 109, dataflow::repeated, 8, 0, 0, load_path::cached, store_path::streaming, 0, block_order::forward, 1, 256,
     "repeated, far above the L2"},
    // 9.0 and 10.x, pipeline.
    {90, 109, dataflow::pipeline, 8, 60, 0, load_path::cached, store_path::cached, 0, block_order::forward, 1, 256,
     "pipeline, well inside the L2: input and output are both there"},
    {90, 109, dataflow::pipeline, 8, 90, 0, load_path::streaming, store_path::cached, 0, block_order::forward, 1, 256,
     "pipeline, near the L2's size: the input is spent, the output is kept for its reader"},
    {90, 109, dataflow::pipeline, 8, 0, 0, load_path::evict_first, store_path::cached, 0, block_order::reverse, 1, 256,
     "pipeline, above the L2: begin with the producer's last writes, keep the output for its reader"},
    // 9.0 and 10.x, oneshot.
    {90, 109, dataflow::oneshot, 8, 0, 0, load_path::streaming, store_path::streaming, 0, block_order::forward, 1, 256,
     "oneshot: nothing is worth keeping"},

    // The others, repeated.
    {0, any, dataflow::repeated, 1, 100, 32 * mebibyte, load_path::cached, store_path::cached, 0, block_order::forward,
     1, 128, "repeated, inside the L2, one-byte elements: smaller blocks, more of them"},
    {0, any, dataflow::repeated, 8, 100, 32 * mebibyte, load_path::cached, store_path::cached, 0, block_order::forward,
     1, 256, "repeated, well inside the L2: both tensors stay there"},
    {0, any, dataflow::repeated, 1, 100, 0, load_path::cached, store_path::streaming, 0, block_order::forward, 1, 128,
     "repeated, inside the L2, one-byte elements: the input stays; smaller blocks, more of them"},
    {0, any, dataflow::repeated, 8, 100, 0, load_path::cached, store_path::streaming, 0, block_order::forward, 1, 256,
     "repeated, inside the L2: streaming loads would throw the input away, streaming stores make room for it"},
    {0, any, dataflow::repeated, 8, 0, 0, load_path::streaming, store_path::streaming, 0, block_order::forward, 1, 256,
     "repeated, above the L2: nothing survives until the next call"},
    // The others, pipeline.
    {0, any, dataflow::pipeline, 1, 100, 32 * mebibyte, load_path::cached, store_path::cached, 0, block_order::forward,
     1, 128, "pipeline, inside the L2, one-byte elements: smaller blocks, more of them"},
    {0, any, dataflow::pipeline, 8, 100, 32 * mebibyte, load_path::cached, store_path::cached, 0, block_order::forward,
     1, 256, "pipeline, well inside the L2: input and output are both there"},
    {0, any, dataflow::pipeline, 1, 100, 0, load_path::cached, store_path::cached, 0, block_order::reverse, 1, 128,
     "pipeline, inside the L2: begin with the producer's last writes; one-byte elements: smaller blocks, more of them"},
    {0, any, dataflow::pipeline, 8, 100, 0, load_path::cached, store_path::cached, 0, block_order::reverse, 1, 256,
     "pipeline, inside the L2: begin with the producer's last writes, keep the output for its reader"},
    {0, any, dataflow::pipeline, 8, 0, 0, load_path::streaming, store_path::cached, 0, block_order::reverse, 1, 256,
     "pipeline, above the L2: begin with the producer's last writes, keep the output for its reader"},
    // The others, oneshot.
    {0, any, dataflow::oneshot, 1, 100, 0, load_path::cached, store_path::streaming, 0, block_order::forward, 1, 128,
     "oneshot, within the L2's size: nobody reads the output; one-byte elements: smaller blocks, more of them"},
    {0, any, dataflow::oneshot, 8, 100, 0, load_path::cached, store_path::streaming, 0, block_order::forward, 1, 256,
     "oneshot, within the L2's size: nobody reads the output"},
    {0, any, dataflow::oneshot, 8, 0, 0, load_path::streaming, store_path::streaming, 0, block_order::forward, 1, 256,
     "oneshot, above the L2: nothing is worth keeping"},
};

} // namespace tuning

RELUK_NAMESPACE_END
