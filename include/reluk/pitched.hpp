// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// ReLU of a matrix whose rows lie a pitch apart.
#pragma once

#include "request.hpp"

RELUK_NAMESPACE_BEGIN

namespace op {

/// `Op`, which has one input, on the rows of a matrix.
template <class Op>
struct pitched {
    static constexpr unsigned element_bytes = Op::element_bytes;
    static constexpr unsigned in_bytes = Op::in_bytes;
};

} // namespace op

/// An item is what a row has of one aligned word of the output: the whole word where the row and what is read for it
/// lie in the matrix, else element by element. Every row has as many items as the one that needs most.
template <class Op>
struct task<op::pitched<Op>> {
    static_assert(Op::element_bytes == Op::in_bytes, "a matrix is rewritten in the type it has");
    static constexpr unsigned element_bytes = Op::element_bytes;
    using element = bits<element_bytes>;
    static constexpr unsigned words_per_item = 2; // with a shift; four items at a time would not fit the registers

    template <unsigned WordBytes>
    using words = pack<WordBytes>;

    unsigned char* out;
    unsigned char const* in; ///< may equal out, with the same pitch
    size_t out_pitch;        ///< bytes from one row to the next
    size_t in_pitch;
    size_t row_bytes;
    size_t items;
    detail::divider per_row; ///< items
    tile_order order;

    RELUK_HOST_DEVICE static constexpr bool is_words_only() { return false; }

    template <unsigned WordBytes, class Item>
    RELUK_HOST_DEVICE bool is_word(Item item) const {
        bool const is_word = locate<WordBytes>(item).is_word;
        return item < items && is_word;
    }

    template <unsigned WordBytes, class Item>
    RELUK_HOST_DEVICE pack<WordBytes> const* source(Item item) const {
        place_in_row const at = locate<WordBytes>(item);
        return reinterpret_cast<pack<WordBytes> const*>(
            in + static_cast<long long>(at.row * in_pitch + at.begin - at.shift));
    }

    template <unsigned WordBytes, bool MayShift, class Load, class Item>
    RELUK_HOST_DEVICE pack<WordBytes> read(Load const& load, Item item) const {
        return detail::load_word<MayShift>(load, source<WordBytes>(item), 0, locate<WordBytes>(item).shift);
    }

    template <unsigned WordBytes, class Store, class Item>
    RELUK_HOST_DEVICE void write(Store const& store, Item item, pack<WordBytes> const& from) const {
        place_in_row const at = locate<WordBytes>(item);
        store(reinterpret_cast<pack<WordBytes>*>(out + at.row * out_pitch + at.begin), Op{}(from));
    }

    template <unsigned WordBytes, class Load, class Store, class Item>
    RELUK_HOST_DEVICE void edge(Load const& load, Store const& store, Item item) const {
        if (item >= items) {
            return;
        }
        place_in_row const at = locate<WordBytes>(item);
        for (unsigned i = 0; i < WordBytes; i += element_bytes) {
            size_t const byte = at.begin + i; // enormous before the row
            if (byte < row_bytes) {
                auto const* const from = reinterpret_cast<element const*>(in + at.row * in_pitch + byte);
                store(reinterpret_cast<element*>(out + at.row * out_pitch + byte), Op{}(load(from)));
            }
        }
    }

private:
    struct place_in_row {
        size_t row;
        size_t begin;   ///< bytes from the row's first element to the word; wraps where the word begins before it
        unsigned shift; ///< bytes by which the input is past its own word grid there
        bool is_word;
    };

    // Asked for an item's word, what it reads and where it goes, and computed once by the compiler, since is_word()
    // asks whatever the item, and since items of 32 bits are divided without a branch.
    template <unsigned WordBytes, class Item>
    RELUK_HOST_DEVICE place_in_row locate(Item item) const {
        size_t const row = per_row(item);
        size_t const lead = reinterpret_cast<size_t>(out + row * out_pitch) % WordBytes;
        size_t const begin = (item - row * per_row.divisor) * WordBytes - lead;
        unsigned const shift =
            static_cast<unsigned>((reinterpret_cast<size_t>(in + row * in_pitch) + begin) % WordBytes);
        size_t const first_read = begin - shift;
        size_t const read = shift == 0 ? WordBytes : 2 * WordBytes;
        return {row, begin, shift, row_bytes >= read && first_read <= row_bytes - read};
    }
};

namespace detail {

template <class Op>
struct request<op::pitched<Op>> {
    void* out;
    void const* in;
    size_t out_pitch;
    size_t in_pitch;
    size_t rows;
    size_t columns;

    workload work(dataflow flow) const noexcept {
        return detail::less_congruent(row(0).work(flow), row(1).work(flow)); // the pitches may differ
    }

    /// A tensor of all elements, where that row begins.
    request<Op> row(size_t i) const noexcept {
        return {static_cast<unsigned char*>(out) + i * out_pitch, static_cast<unsigned char const*>(in) + i * in_pitch,
                rows * columns};
    }

    static constexpr unsigned widest_access() noexcept { return 32; }

    size_t items_per_row(unsigned word_bytes) const noexcept {
        size_t const row_bytes = columns * Op::element_bytes;
        // The last byte's distance from the first word's beginning, in the row that begins latest in its word.
        size_t const lead =
            out_pitch % word_bytes == 0 ? reinterpret_cast<size_t>(out) % word_bytes : word_bytes - Op::element_bytes;
        return row_bytes / word_bytes + (row_bytes % word_bytes + lead + word_bytes - 1) / word_bytes;
    }

    size_t items(unsigned word_bytes) const noexcept { return rows * items_per_row(word_bytes); }

    template <unsigned WordBytes>
    task<op::pitched<Op>> prepare(unsigned items_per_tile, bool reverse) const noexcept {
        partition parts; // of items that are looked at one by one
        parts.edges = items(WordBytes);
        return {static_cast<unsigned char*>(out),
                static_cast<unsigned char const*>(in),
                out_pitch,
                in_pitch,
                columns * Op::element_bytes,
                parts.edges,
                detail::make_divider(items_per_row(WordBytes)),
                make_order(parts, items_per_tile, reverse)};
    }
};

} // namespace detail

RELUK_NAMESPACE_END
