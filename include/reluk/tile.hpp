// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// The loop's body: what one thread does for one tile. The kernel runs it on the device and host.hpp on the CPU.
#pragma once

#include "op.hpp"

RELUK_NAMESPACE_BEGIN

/// Bytes of the widest element that an operation reads or writes as tensors, which fill the words; narrower elements
/// make narrower words.
template <class Op>
constexpr unsigned widest_element = Op::element_bytes > Op::in_bytes ? Op::element_bytes : Op::in_bytes;

/// Elements per word of an operation whose widest tensor is moved in words of `WordBytes`.
template <class Op, unsigned WordBytes>
constexpr unsigned elements_per_word = WordBytes / widest_element<Op>;

/// In which order the blocks take the tiles. Whatever can be computed once is: up to 16 MiB every instruction of a
/// thread shows in the time (at 4 MiB, an H200 spends 8 ns on each).
struct tile_order {
    size_t first_item;   ///< of the first block's tile
    size_t items;        ///< of the whole tensor
    int item_step;       ///< from one block's tile to the next's; negative in reverse order
    unsigned first_full; ///< the first block whose tile has words only, where every tile has a block of its own
    size_t full;         ///< how many such blocks there are, one after the other
    size_t tiles;        ///< of block * accesses items each; the last ones may lack words
};

/// The order for a partition in tiles of so many items, beginning with the last tile if `reverse`.
RELUK_HOST_DEVICE constexpr tile_order make_order(partition const& split, unsigned items_per_tile,
                                                  bool reverse) noexcept {
    size_t const tiles = split.tiles(items_per_tile);
    size_t const begin_full = (split.lead + items_per_tile - 1) / items_per_tile;
    size_t const past_full = (split.lead + split.words) / items_per_tile;
    size_t const full = past_full > begin_full ? past_full - begin_full : 0;
    // Before and after the full tiles come few. Where there is no full one, the number does not matter.
    auto const first_full = static_cast<unsigned>(reverse ? tiles - begin_full - full : begin_full);
    int const step = static_cast<int>(items_per_tile);
    return {reverse ? (tiles - 1) * items_per_tile : 0, split.items(), reverse ? -step : step, first_full, full, tiles};
}

/// Which work a kernel is compiled for. The less it must be ready for, the less code a block has to fetch before its
/// first load, and the fewer instructions it has.
enum class generality : unsigned char {
    words, ///< tensors that are words and nothing else, with a block for each tile
    tiles, ///< any tensors, with a block for each tile
    any    ///< any tensors and any grid: a block walks as many tiles as it must
};

namespace detail {

template <class Op, class Input>
RELUK_HOST_DEVICE auto apply(Op const& op, Input const& input, no_operand) {
    return op(input);
}

template <class Op, class Input, class Second>
RELUK_HOST_DEVICE auto apply(Op const& op, Input const& input, Second const& second) {
    return op(input, second);
}

} // namespace detail

/// One call's work, in the form that a thread needs it: what its items are, and how they are read and written. This is
/// the work on whole tensors, n elements one after the other; other shapes specialise it.
template <class Op>
struct task {
    using element = bits<Op::element_bytes>;            ///< of the output
    using in_element = bits<Op::in_bytes>;              ///< of the input
    using second_operand = typename Op::second_operand; ///< what is read beside it
    /// Words that a thread reads for an item.
    static constexpr unsigned words_per_item = 1 + second_operand::words_per_item;

    // First what a thread needs before its first load: a kernel's parameters come in by cache lines.
    unsigned char* out_words;      ///< item 0 of the output: word 0 less the lead
    unsigned char const* in_words; ///< item 0 of the input's grid
    tile_order order;              ///< which block takes which items
    Op op;                         ///< what is computed
    second_operand second;         ///< the operand itself
    partition split;               ///< what the items are
    element* out;                  ///< n elements
    in_element const* in;          ///< n elements; may equal out

    /// A word of the input, and what goes with it.
    template <unsigned WordBytes>
    struct words {
        static constexpr unsigned count = elements_per_word<Op, WordBytes>; ///< elements
        pack<count * Op::in_bytes> first;                                   ///< of the input
        /// of the second operand
        decltype(second_operand{}.template word<count, true>(load::cached{}, 0, 0)) second;
    };

    /// Whether all items are words, none put together from two of an input. (A shift leaves edges.)
    RELUK_HOST_DEVICE bool is_words_only() const { return split.lead == 0 && split.edges == 0; }

    /// Whether the item is a whole word. Before the first one come empty places.
    template <unsigned WordBytes>
    RELUK_HOST_DEVICE bool is_word(size_t item) const {
        return item - split.lead < split.words;
    }

    /// Where the item's word is read.
    template <unsigned WordBytes>
    RELUK_HOST_DEVICE auto const* source(size_t item) const {
        return reinterpret_cast<decltype(words<WordBytes>::first) const*>(in_words) + static_cast<long long>(item);
    }

    /// The item's word, of an item that is one.
    template <unsigned WordBytes, bool MayShift, class Load>
    RELUK_HOST_DEVICE words<WordBytes> read(Load const& load, size_t item) const {
        using word = words<WordBytes>;
        size_t const first = split.head + (item - split.lead) * word::count;
        return {detail::load_word<MayShift>(load, source<WordBytes>(item), 0, split.shift),
                second.template word<word::count, MayShift>(load, item, first)};
    }

    /// Computes the item's word and stores it.
    template <unsigned WordBytes, class Store>
    RELUK_HOST_DEVICE void write(Store const& store, size_t item, words<WordBytes> const& from) const {
        using word = pack<words<WordBytes>::count * Op::element_bytes>;
        store(reinterpret_cast<word*>(out_words) + item, detail::apply(op, from.first, from.second));
    }

    /// Moves an item that is no word: an edge element, or nothing.
    template <unsigned WordBytes, class Load, class Store>
    RELUK_HOST_DEVICE void edge(Load const& load, Store const& store, size_t item) const {
        // An empty place, or one beyond the last tile, gives an enormous number here.
        size_t const edge = item - split.lead - split.words;
        if (edge < split.edges) {
            size_t const i = edge < split.head ? edge : edge + split.words * words<WordBytes>::count;
            store(out + i, detail::apply(op, load(in + i), second.element(load, i)));
        }
    }
};

/// `split` is that of the tensors in words of `per_word` elements.
template <class Op>
RELUK_HOST_DEVICE task<Op> make_task(void* out, void const* in, partition const& split, unsigned per_word,
                                     tile_order const& order, Op const& op = {},
                                     typename Op::second_operand const& second = {}) noexcept {
    return {static_cast<unsigned char*>(out) + to_item_0(split, per_word, Op::element_bytes),
            static_cast<unsigned char const*>(in) + to_item_0(split, per_word, Op::in_bytes) - split.shift,
            order,
            op,
            second,
            split,
            static_cast<typename task<Op>::element*>(out),
            static_cast<typename task<Op>::in_element const*>(in)};
}

/// A thread's place in the launch.
struct position {
    unsigned block;   ///< blockIdx.x
    unsigned grid;    ///< gridDim.x
    unsigned thread;  ///< threadIdx.x
    unsigned threads; ///< blockDim.x
};

/// What a tile consists of.
enum class tile_content : unsigned char {
    full,  ///< words
    words, ///< words, up to the tensor's end
    mixed  ///< words, and before or after them empty places and edge elements, each in a thread of its own
};

/// What one thread does for one tile: `Accesses` items, a block's width apart, so that a warp's accesses are
/// contiguous. All words are loaded before the first is stored, to keep their loads in flight together. `MayShift` says
/// whether an input may have a shift. `first` is the tile's first item, as a number that holds all items' numbers.
template <class Op, class Load, class Store, unsigned WordBytes, unsigned Accesses, bool MayShift, tile_content Content,
          class Item>
RELUK_HOST_DEVICE void rectify_tile(task<Op> const& work, Load const& load, Store const& store, Item first,
                                    position const& place) {
    // Set for the host's compiler, which cannot see that none is read unset.
    typename task<Op>::template words<WordBytes> words[Accesses] = {};
    bool is_word[Accesses];
    RELUK_UNROLL
    for (unsigned i = 0; i < Accesses; ++i) {
        Item const item = first + (place.thread + i * place.threads);
        if constexpr (Content == tile_content::words) {
            is_word[i] = item < static_cast<Item>(work.order.items);
        } else {
            is_word[i] = Content == tile_content::full || work.template is_word<WordBytes>(item);
        }
        if (is_word[i]) {
            words[i] = work.template read<WordBytes, MayShift>(load, item);
        }
    }
    RELUK_UNROLL
    for (unsigned i = 0; i < Accesses; ++i) {
        Item const item = first + (place.thread + i * place.threads);
        if (is_word[i]) {
            work.template write<WordBytes>(store, item, words[i]);
        } else if constexpr (Content == tile_content::mixed) {
            work.template edge<WordBytes>(load, store, item);
        }
    }
}

/// Where nothing that has to be waited for runs before.
struct no_predecessor {
    RELUK_HOST_DEVICE void wait(void const* /*address*/) const {} ///< returns at once
};

/// All that one thread does, by code of the generality that generality_of() asks for, or of a higher one. It waits for
/// the predecessor once, after all that touches no memory: with the first address that it reads. Threads without work
/// may leave before.
template <class Op, class Load, class Store, unsigned WordBytes, unsigned Accesses, generality Generality,
          class Predecessor = no_predecessor>
RELUK_HOST_DEVICE void rectify(task<Op> const& work, Load const& load, Store const& store, position const& place,
                               Predecessor const& predecessor = {}) {
    tile_order const& order = work.order;
    if constexpr (Generality == generality::any) {
        // Signed 32-bit factors make each product one instruction. No grid has more than 2^31 - 1 blocks.
        long long const step = order.item_step;
        size_t first = order.first_item + static_cast<size_t>(step * static_cast<int>(place.block));
        predecessor.wait(work.template source<WordBytes>(first + place.thread));
        for (size_t tile = place.block; tile < order.tiles; tile += place.grid) {
            if (tile - order.first_full < order.full) {
                rectify_tile<Op, Load, Store, WordBytes, Accesses, true, tile_content::full>(work, load, store, first,
                                                                                             place);
            } else {
                rectify_tile<Op, Load, Store, WordBytes, Accesses, true, tile_content::mixed>(work, load, store, first,
                                                                                              place);
            }
            first += static_cast<size_t>(step * static_cast<int>(place.grid));
        }
    } else {
        unsigned const first =
            static_cast<unsigned>(order.first_item) + static_cast<unsigned>(order.item_step) * place.block;
        unsigned const item = first + place.thread;
        auto const* const address = work.template source<WordBytes>(item);
        if constexpr (Generality == generality::words) {
            if (item < static_cast<unsigned>(order.items)) {
                predecessor.wait(address);
                rectify_tile<Op, Load, Store, WordBytes, Accesses, false, tile_content::words>(work, load, store, first,
                                                                                               place);
            }
        } else if (place.block - order.first_full < static_cast<unsigned>(order.full)) {
            predecessor.wait(address);
            rectify_tile<Op, Load, Store, WordBytes, Accesses, true, tile_content::full>(work, load, store, first,
                                                                                         place);
        } else {
            predecessor.wait(address);
            rectify_tile<Op, Load, Store, WordBytes, Accesses, true, tile_content::mixed>(work, load, store, first,
                                                                                          place);
        }
    }
}

/// The least generality that does the work in a grid of so many blocks. Without a loop over tiles, items are counted in
/// 32 bits, those of idle blocks too.
template <class Op>
RELUK_HOST_DEVICE generality generality_of(task<Op> const& work, unsigned items_per_tile, unsigned grid) noexcept {
    if (grid < work.order.tiles || grid > 0x7fffffff / items_per_tile) {
        return generality::any;
    }
    return work.is_words_only() ? generality::words : generality::tiles;
}

RELUK_NAMESPACE_END
