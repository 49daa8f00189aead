// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// ReLU that also writes one bit per element, for a backward pass that then needs neither input nor output.
#pragma once

#include "request.hpp"

RELUK_NAMESPACE_BEGIN

namespace op {

/// `Relu`, an op::rectify or op::identity, with a mask of what it lets through.
template <class Relu>
struct with_mask {
    static constexpr unsigned element_bytes = Relu::element_bytes;
    static constexpr unsigned in_bytes = Relu::in_bytes;
};

} // namespace op

namespace detail {

/// Bit i is set where element i of the pack has a bit set.
template <unsigned Bytes, unsigned PackBytes>
RELUK_HOST_DEVICE unsigned nonzero_elements(pack<PackBytes> const& x) {
    unsigned mask = 0;
    for (unsigned i = 0; i < pack<PackBytes>::lanes; ++i) {
        if constexpr (Bytes == 8) {
            mask |= (x.lane[i] != 0 ? 1u : 0u) << i / 2;
        } else if constexpr (Bytes == 4) {
            mask |= (x.lane[i] != 0 ? 1u : 0u) << i;
        } else {
            using parts = detail::parts<Bytes>;
            mask |= parts::from_signs(parts::greater_unsigned(x.lane[i], 0)) << i * (4 / Bytes);
        }
    }
    return mask;
}

} // namespace detail

/// An item is as many elements as fill a word, and a byte of the mask at least, counted from the tensor's first one.
/// Items are moved as words where the output is aligned to one; where it is not, and at the ends, element by element.
template <class Relu>
struct task<op::with_mask<Relu>> {
    static constexpr unsigned element_bytes = Relu::element_bytes;
    using element = bits<element_bytes>;
    static constexpr unsigned words_per_item = element_bytes > 2 ? element_bytes / 2 : 1; // of 16 bytes

    /// Elements of an item. They fill several words where 8 do not fit into one.
    template <unsigned WordBytes>
    static constexpr unsigned per_item = WordBytes / element_bytes < 8 ? 8 : WordBytes / element_bytes;

    template <unsigned WordBytes>
    struct words {
        static constexpr unsigned count = per_item<WordBytes> * element_bytes / WordBytes;
        pack<WordBytes> at[count];
    };

    element* out;                  ///< n elements
    element const* in;             ///< n elements; may equal out
    unsigned char const* in_words; ///< item 0 of the input's own grid
    unsigned char* mask;           ///< (n + 31) / 32 * 4 bytes
    size_t n;
    partition split; ///< of items: first `lead` ones by elements, then `words` as words, then `edges` by elements
    tile_order order;

    RELUK_HOST_DEVICE bool is_words_only() const { return split.edges == 0; } // a shift leaves some

    template <unsigned WordBytes>
    RELUK_HOST_DEVICE bool is_word(size_t item) const {
        return item - split.lead < split.words;
    }

    template <unsigned WordBytes>
    RELUK_HOST_DEVICE pack<WordBytes> const* source(size_t item) const {
        return reinterpret_cast<pack<WordBytes> const*>(in_words) + item * words<WordBytes>::count;
    }

    template <unsigned WordBytes, bool MayShift, class Load>
    RELUK_HOST_DEVICE words<WordBytes> read(Load const& load, size_t item) const {
        words<WordBytes> to{};
        RELUK_UNROLL
        for (unsigned i = 0; i < to.count; ++i) {
            to.at[i] = detail::load_word<MayShift>(load, source<WordBytes>(item), i, split.shift);
        }
        return to;
    }

    template <unsigned WordBytes, class Store>
    RELUK_HOST_DEVICE void write(Store const& store, size_t item, words<WordBytes> const& from) const {
        unsigned passed = 0;
        RELUK_UNROLL
        for (unsigned i = 0; i < from.count; ++i) {
            pack<WordBytes> const word = Relu{}(from.at[i]);
            store(reinterpret_cast<pack<WordBytes>*>(out) + item * from.count + i, word);
            passed |= detail::nonzero_elements<element_bytes>(word) << i * (WordBytes / element_bytes);
        }
        write_mask<WordBytes>(store, item, passed);
    }

    template <unsigned WordBytes, class Load, class Store>
    RELUK_HOST_DEVICE void edge(Load const& load, Store const& store, size_t item) const {
        if (item >= split.items()) {
            return;
        }
        unsigned passed = 0;
        for (unsigned i = 0; i < per_item<WordBytes>; ++i) {
            size_t const at = item * per_item<WordBytes> + i;
            if (at < n) {
                element const y = Relu{}(load(in + at));
                store(out + at, y);
                passed |= (y != 0 ? 1u : 0u) << i;
            }
        }
        write_mask<WordBytes>(store, item, passed);
    }

private:
    template <unsigned WordBytes, class Store>
    RELUK_HOST_DEVICE void write_mask(Store const& store, size_t item, unsigned passed) const {
        using bits_of_item = bits<per_item<WordBytes> / 8>;
        store(reinterpret_cast<bits_of_item*>(mask) + item, static_cast<bits_of_item>(passed));
    }
};

namespace detail {

template <class Relu>
struct request<op::with_mask<Relu>> {
    void* out;
    void const* in;
    void* mask;
    size_t n;

    workload work(dataflow flow) const noexcept {
        workload work = request<Relu>{out, in, n}.work(flow);
        work.touched_bytes = detail::saturating_sum(work.touched_bytes, n / 8);
        return work;
    }

    /// Wider words would have to be moved by elements.
    unsigned widest_access() const noexcept { return place<Relu::element_bytes>(out).offset % 32 == 0 ? 32 : 16; }

    partition split(unsigned word_bytes) const noexcept {
        constexpr unsigned size = Relu::element_bytes;
        unsigned const per_item = word_bytes / size < 8 ? 8 : word_bytes / size;
        // The mask is written up to the end of its last word.
        size_t const items = (n / 32 + (n % 32 != 0)) * (32 / per_item);
        partition parts;
        parts.edges = items;
        if (place<size>(out).offset % word_bytes == 0) {
            unsigned const shift = place<size>(in).offset % word_bytes;
            // With a shift, the first item's first word begins before the tensor, and the last one's ends behind it.
            size_t const whole = (n - (shift != 0 && n >= word_bytes / size ? word_bytes / size : 0)) / per_item;
            unsigned const lead = shift != 0 ? 1 : 0;
            if (whole > lead) {
                parts.shift = shift;
                parts.lead = lead;
                parts.words = whole - lead;
                parts.edges = items - whole;
            }
        }
        return parts;
    }

    size_t items(unsigned word_bytes) const noexcept { return split(word_bytes).items(); }

    template <unsigned WordBytes>
    task<op::with_mask<Relu>> prepare(unsigned items_per_tile, bool reverse) const noexcept {
        using element = bits<Relu::element_bytes>;
        partition const parts = split(WordBytes);
        return {static_cast<element*>(out),
                static_cast<element const*>(in),
                static_cast<unsigned char const*>(in) - parts.shift,
                static_cast<unsigned char*>(mask),
                n,
                parts,
                make_order(parts, items_per_tile, reverse)};
    }
};

} // namespace detail

RELUK_NAMESPACE_END
