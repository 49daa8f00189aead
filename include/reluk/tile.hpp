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

    element* out;      ///< n elements
    element const* in; ///< n elements; may equal out
    partition split;
    size_t tiles;                 ///< of block * accesses items each; the last ones may lack words
    unsigned char* out_tile;      ///< the first block's tile in the output
    unsigned char const* in_tile; ///< and in the input's word grid
    size_t first_item;            ///< the first item of that tile
    int step;                     ///< items from one block's tile to the next's; negative in reverse order
    int step_bytes;               ///< the same in bytes
    unsigned first_full; ///< the first block whose tile has words only, where every tile has a block of its own
    unsigned full;       ///< how many such blocks there are, one after the other
};

template <class Op>
RELUK_HOST_DEVICE task<Op> make_task(void* out, void const* in, partition const& split, unsigned word_bytes,
                                     unsigned items_per_tile, bool reverse) noexcept {
    task<Op> work{};
    work.out = static_cast<bits<Op::element_bytes>*>(out);
    work.in = static_cast<bits<Op::element_bytes> const*>(in);
    work.split = split;
    work.tiles = split.tiles(items_per_tile);
    work.first_item = reverse ? (work.tiles - 1) * items_per_tile : 0;
    work.step = reverse ? -static_cast<int>(items_per_tile) : static_cast<int>(items_per_tile);
    work.step_bytes = work.step * static_cast<int>(word_bytes);
    size_t const head_bytes = size_t{split.head} * Op::element_bytes;
    work.out_tile = static_cast<unsigned char*>(out) + head_bytes + work.first_item * word_bytes;
    work.in_tile = static_cast<unsigned char const*>(in) + head_bytes + work.first_item * word_bytes -
                   (split.words == 0 ? 0 : split.shift);
    size_t const full = split.words / items_per_tile;
    work.first_full = static_cast<unsigned>(reverse ? work.tiles - full : 0);
    work.full = static_cast<unsigned>(full);
    return work;
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
/// not `Full` may end with edge elements, each in a thread of its own, or with nothing. `MayShift` says whether the
/// partition may have a shift. `first` is the tile's first item, `in` and `out` are its first words.
template <class Op, class Load, class Store, unsigned WordBytes, unsigned Accesses, bool MayShift, bool Full>
RELUK_HOST_DEVICE void rectify_tile(task<Op> const& work, Load const& load, Store const& store, unsigned char const* in,
                                    unsigned char* out, size_t first, position const& place) {
    using word = pack<WordBytes>;
    // 32-bit offsets into the tile: it has at most 64 KiB.
    auto const in_word = [&](unsigned item) { return reinterpret_cast<word const*>(in + item * WordBytes); };
    auto const out_word = [&](unsigned item) { return reinterpret_cast<word*>(out + item * WordBytes); };

    word words[Accesses];
    bool is_word[Accesses];
    for (unsigned i = 0; i < Accesses; ++i) {
        unsigned const item = place.thread + i * place.threads;
        is_word[i] = Full || first + item < work.split.words;
        if (is_word[i]) {
            words[i] = load(in_word(item));
            if (MayShift && work.split.shift != 0) {
                words[i] = detail::realign(words[i], load(in_word(item + 1)), work.split.shift);
            }
        }
    }
    for (unsigned i = 0; i < Accesses; ++i) {
        unsigned const item = place.thread + i * place.threads;
        if (is_word[i]) {
            store(out_word(item), Op{}(words[i]));
        } else if (first + item < work.split.items()) {
            size_t const edge = first + item - work.split.words;
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
    auto const from_first_block = [&](int step) {
        return static_cast<long long>(step) * static_cast<int>(place.block);
    };
    unsigned char const* in = work.in_tile + from_first_block(work.step_bytes);
    unsigned char* out = work.out_tile + from_first_block(work.step_bytes);
    size_t first = work.first_item + static_cast<size_t>(from_first_block(work.step));
    if constexpr (General) {
        long long const round = static_cast<long long>(work.step) * static_cast<int>(place.grid);
        for (size_t tile = place.block; tile < work.tiles; tile += place.grid) {
            rectify_tile<Op, Load, Store, WordBytes, Accesses, true, false>(work, load, store, in, out, first, place);
            in += round * WordBytes;
            out += round * WordBytes;
            first += static_cast<size_t>(round);
        }
    } else if (place.block - work.first_full < work.full) {
        rectify_tile<Op, Load, Store, WordBytes, Accesses, false, true>(work, load, store, in, out, first, place);
    } else {
        // A block beyond the last tile finds no items: its first one lies beyond the end or, wrapped, far beyond.
        rectify_tile<Op, Load, Store, WordBytes, Accesses, false, false>(work, load, store, in, out, first, place);
    }
}

RELUK_NAMESPACE_END
