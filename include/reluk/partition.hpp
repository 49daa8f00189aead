// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// How a tensor splits into words that are moved whole and the single elements before and after them.
#pragma once

#include "word.hpp"

RELUK_NAMESPACE_BEGIN

/// The bytes of a cache line, to which the accesses of a warp are aligned.
constexpr unsigned line_bytes = 128;

/// The split of n elements at two addresses. Element i of the input belongs to element i of the output, and words are
/// aligned in the output, so
///   elements [0, head)                  are moved singly,
///   words    [0, words)                 follow, `word_bytes` each,
///   the rest of the elements            are moved singly again.
/// Where the input is misaligned by another amount than the output, each word of the output is put together from two
/// aligned words of the input, `shift` bytes apart from its grid; head and rest then take in whatever keeps both of
/// them inside the tensor.
struct partition {
    size_t words = 0;   ///< whole words
    size_t edges = 0;   ///< elements moved singly: fewer than 4 * word_bytes / element size
    unsigned head = 0;  ///< how many of the edges come before the words
    unsigned shift = 0; ///< bytes by which the input's word grid precedes the output's; 0 where both agree
    unsigned lead = 0;  ///< words that the output lacks at the beginning of its first cache line

    /// What is distributed over the threads: first `lead` places left empty, so that each warp begins with a line of
    /// the output; then the words; then the edge elements. (Without the lead, tensors one element off ran at 0.90 of
    /// the aligned speed at 16 MiB on an H200.)
    RELUK_HOST_DEVICE constexpr size_t items() const { return lead + words + edges; }

    /// How many tiles of so many items that makes; the last may have fewer.
    RELUK_HOST_DEVICE constexpr size_t tiles(unsigned items_per_tile) const {
        return items() / items_per_tile + (items() % items_per_tile != 0);
    }
};

/// Where a tensor lies: the bytes of an element (a power of two), and of its address past a multiple of line_bytes.
struct placement {
    unsigned element_bytes; ///< 1, 2, 4 or 8
    unsigned offset;        ///< bytes
};

namespace detail {

/// How many words of `per_word` elements can be read from as many that follow an input's first `shift` elements. A word
/// with a shift is put together from two of the input, the last one too.
RELUK_HOST_DEVICE constexpr size_t words_within(size_t elements, unsigned per_word, unsigned shift) {
    size_t const words = (elements + shift) / per_word;
    return shift != 0 && words != 0 ? words - 1 : words;
}

} // namespace detail

/// The partition for tensors of `elements` each (their bytes must not overflow) in words of `per_word` elements, a
/// power of two. An operation with two inputs names both; its second input has the shift of shift_of().
RELUK_HOST_DEVICE constexpr partition make_partition(size_t elements, unsigned per_word, placement const& out,
                                                     placement const& in, placement const& second) noexcept {
    unsigned const out_place = out.offset / out.element_bytes;
    unsigned head = (per_word - out_place % per_word) % per_word;
    unsigned const shift = (in.offset / in.element_bytes + head) % per_word;
    unsigned const second_shift = (second.offset / second.element_bytes + head) % per_word;
    if (head < shift || head < second_shift) {
        head += per_word; // the first aligned word of an input would begin before the tensor
    }
    partition split;
    if (elements >= head) {
        size_t const first_words = detail::words_within(elements - head, per_word, shift);
        size_t const second_words = detail::words_within(elements - head, per_word, second_shift);
        split.words = first_words < second_words ? first_words : second_words;
    }
    if (split.words != 0) {
        split.head = head;
        split.shift = shift * in.element_bytes;
        split.lead = (out_place + head) % (line_bytes / out.element_bytes) / per_word;
    }
    split.edges = elements - split.words * per_word;
    return split;
}

/// The same for one tensor of `elements` of `element_bytes` each, in words of 8, 16 or 32 bytes.
RELUK_HOST_DEVICE constexpr partition make_partition(size_t elements, unsigned element_bytes, unsigned out_offset,
                                                     unsigned in_offset, unsigned word_bytes) noexcept {
    placement const in{element_bytes, in_offset};
    return make_partition(elements, word_bytes / element_bytes, {element_bytes, out_offset}, in, in);
}

/// Where a tensor of elements of `Bytes` lies. It reads the address alone.
template <unsigned Bytes>
RELUK_HOST_DEVICE placement place(void const* tensor) noexcept {
    return {Bytes, static_cast<unsigned>(reinterpret_cast<size_t>(tensor) % line_bytes)};
}

/// Item 0's place in a tensor of elements of `element_bytes`, in bytes: negative where there is a lead.
RELUK_HOST_DEVICE constexpr long long to_item_0(partition const& split, unsigned per_word,
                                                unsigned element_bytes) noexcept {
    return (static_cast<long long>(split.head) - static_cast<long long>(split.lead) * per_word) * element_bytes;
}

/// Bytes by which the word grid of an input precedes the output's, in a partition with words.
RELUK_HOST_DEVICE constexpr unsigned shift_of(placement const& in, partition const& split, unsigned per_word) noexcept {
    return (in.offset / in.element_bytes + split.head) % per_word * in.element_bytes;
}

#if !defined(__CUDACC_RTC__)
/// Whether [tensor, tensor + n) is one to work on: non-null, aligned to its element, and within the address space.
inline bool is_tensor(void const* tensor, size_t elements, unsigned element_bytes) noexcept {
    auto const address = reinterpret_cast<size_t>(tensor);
    size_t const last = ~size_t{0};
    return tensor != nullptr && address % element_bytes == 0 && elements <= last / element_bytes &&
           elements * element_bytes <= last - address;
}

/// Whether two stretches of memory, each within the address space, have no byte in common.
inline bool are_apart(void const* a, size_t a_bytes, void const* b, size_t b_bytes) noexcept {
    auto const a_address = reinterpret_cast<size_t>(a);
    auto const b_address = reinterpret_cast<size_t>(b);
    return a_address + a_bytes <= b_address || b_address + b_bytes <= a_address;
}

/// Whether [out, out + n) and [in, in + n) are tensors to work on, and the same or apart. What a call checks before
/// anything else.
inline bool are_tensors(void* out, void const* in, size_t elements, unsigned element_bytes) noexcept {
    return is_tensor(out, elements, element_bytes) && is_tensor(in, elements, element_bytes) &&
           (out == in || are_apart(out, elements * element_bytes, in, elements * element_bytes));
}
#endif

RELUK_NAMESPACE_END
