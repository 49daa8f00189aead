// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// The loop's body: what one thread does for one tile. The kernel runs it on the device and host.hpp on the CPU.
#pragma once

#include "op.hpp"
#include "partition.hpp"
#include "policy.hpp"

RELUK_NAMESPACE_BEGIN

/// One call's work, in the form that a thread needs it. Whatever can be computed once is: up to 16 MiB every
/// instruction of a thread shows in the time (at 4 MiB, an H200 spends 8 ns on each).
template <class Op>
struct task {
    using element = bits<Op::element_bytes>;

    element* out;                  ///< n elements
    element const* in;             ///< n elements; may equal out
    unsigned char* out_words;      ///< item 0 of the output: word 0 less the lead
    unsigned char const* in_words; ///< item 0 of the input's grid
    partition split;
    size_t tiles;      ///< of block * accesses items each; the last ones may lack words
    size_t first_item; ///< of the first block's tile
    int item_step;     ///< from one block's tile to the next's; negative in reverse order
    size_t first_full; ///< the first block whose tile has words only, where every tile has a block of its own
    size_t full;       ///< how many such blocks there are, one after the other
};

template <class Op>
RELUK_HOST_DEVICE task<Op> make_task(void* out, void const* in, partition const& split, unsigned word_bytes,
                                     unsigned items_per_tile, bool reverse) noexcept {
    using element = typename task<Op>::element;
    size_t const tiles = split.tiles(items_per_tile);
    size_t const first_full = (split.lead + items_per_tile - 1) / items_per_tile;
    size_t const past_full = (split.lead + split.words) / items_per_tile;
    size_t const full = past_full > first_full ? past_full - first_full : 0;
    int const step = static_cast<int>(items_per_tile);
    long long const to_item_0 =
        static_cast<long long>(split.head * sizeof(element)) - static_cast<long long>(split.lead * word_bytes);
    return {static_cast<element*>(out),
            static_cast<element const*>(in),
            static_cast<unsigned char*>(out) + to_item_0,
            static_cast<unsigned char const*>(in) + to_item_0 - split.shift,
            split,
            tiles,
            reverse ? (tiles - 1) * items_per_tile : 0,
            reverse ? -step : step,
            reverse ? tiles - first_full - full : first_full,
            full};
}

/// A thread's place in the launch.
struct position {
    unsigned block;   ///< blockIdx.x
    unsigned grid;    ///< gridDim.x
    unsigned thread;  ///< threadIdx.x
    unsigned threads; ///< blockDim.x
};

namespace detail {

/// The word that begins `shift` bytes into `low`, followed by `high`.
template <unsigned Bytes>
RELUK_HOST_DEVICE pack<Bytes> realign(pack<Bytes> const& low, pack<Bytes> const& high, unsigned shift) {
    constexpr unsigned lanes = pack<Bytes>::lanes;
    unsigned both[2 * lanes];
    for (unsigned i = 0; i < lanes; ++i) {
        both[i] = low.lane[i];
        both[lanes + i] = high.lane[i];
    }
    // Whole lanes first, by halves: a run-time index would put the array into local memory.
    for (unsigned step = lanes / 2; step != 0; step /= 2) {
        bool const move = (shift & 4 * step) != 0;
        for (unsigned i = 0; i + step < 2 * lanes; ++i) {
            both[i] = move ? both[i + step] : both[i];
        }
    }
    pack<Bytes> word;
    for (unsigned i = 0; i < lanes; ++i) {
        unsigned long long const pair = static_cast<unsigned long long>(both[i + 1]) << 32 | both[i];
        word.lane[i] = static_cast<unsigned>(pair >> (shift % 4 * 8)); // one funnel shift
    }
    return word;
}

} // namespace detail

/// What one thread does for one tile: `Accesses` items, a block's width apart, so that a warp's accesses are
/// contiguous. All words are loaded before the first is stored, to keep their loads in flight together. A tile that is
/// not `Full` may begin with empty places and end with edge elements, each in a thread of its own, or with nothing.
/// `MayShift` says whether the partition may have a shift. `first` is the tile's first item.
template <class Op, class Load, class Store, unsigned WordBytes, unsigned Accesses, bool MayShift, bool Full>
RELUK_HOST_DEVICE void rectify_tile(task<Op> const& work, Load const& load, Store const& store, size_t first,
                                    position const& place) {
    using word = pack<WordBytes>;
    auto const* const in = reinterpret_cast<word const*>(work.in_words);
    auto* const out = reinterpret_cast<word*>(work.out_words);

    word words[Accesses] = {}; // for the host's compiler, which cannot see that none is read unset
    bool is_word[Accesses];
    RELUK_UNROLL
    for (unsigned i = 0; i < Accesses; ++i) {
        size_t const item = first + (place.thread + i * place.threads);
        is_word[i] = Full || item - work.split.lead < work.split.words;
        if (is_word[i]) {
            words[i] = load(in + item);
            if (MayShift && work.split.shift != 0) {
                // Its second half comes from L1: a shuffle instead of this load is 5-8 % slower at 1 to 16 MiB (H200).
                words[i] = detail::realign(words[i], load(in + item + 1), work.split.shift);
            }
        }
    }
    RELUK_UNROLL
    for (unsigned i = 0; i < Accesses; ++i) {
        size_t const item = first + (place.thread + i * place.threads);
        if (is_word[i]) {
            store(out + item, Op{}(words[i]));
            continue;
        }
        // An empty place, or one beyond the last tile, gives an enormous number here.
        size_t const edge = item - work.split.lead - work.split.words;
        if (edge < work.split.edges) {
            size_t const body = work.split.words * (WordBytes / Op::element_bytes);
            size_t const element = edge < work.split.head ? edge : edge + body;
            store(work.out + element, Op{}(load(work.in + element)));
        }
    }
}

/// All that one thread does. The `General` form takes any partition and any grid: a block walks as many tiles as it
/// must. The other one is for tensors without a shift and a grid with a block for each tile; it has half the
/// instructions.
template <class Op, class Load, class Store, unsigned WordBytes, unsigned Accesses, bool General>
RELUK_HOST_DEVICE void rectify(task<Op> const& work, Load const& load, Store const& store, position const& place) {
    // Signed 32-bit factors make each product one instruction. No grid has more than 2^31 - 1 blocks.
    long long const step = work.item_step;
    size_t first = work.first_item + static_cast<size_t>(step * static_cast<int>(place.block));
    if constexpr (General) {
        for (size_t tile = place.block; tile < work.tiles; tile += place.grid) {
            if (tile - work.first_full < work.full) {
                rectify_tile<Op, Load, Store, WordBytes, Accesses, true, true>(work, load, store, first, place);
            } else {
                rectify_tile<Op, Load, Store, WordBytes, Accesses, true, false>(work, load, store, first, place);
            }
            first += static_cast<size_t>(step * static_cast<int>(place.grid));
        }
    } else if (place.block - static_cast<unsigned>(work.first_full) < static_cast<unsigned>(work.full)) {
        rectify_tile<Op, Load, Store, WordBytes, Accesses, false, true>(work, load, store, first, place);
    } else {
        rectify_tile<Op, Load, Store, WordBytes, Accesses, false, false>(work, load, store, first, place);
    }
}

RELUK_NAMESPACE_END
