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

/// The partition for `elements` of `element_bytes` each (a power of two; the product must not overflow), with the
/// output `out_offset` bytes and the input `in_offset` bytes past a multiple of line_bytes, in words of 8, 16 or 32
/// bytes.
RELUK_HOST_DEVICE constexpr partition make_partition(size_t elements, unsigned element_bytes, unsigned out_offset,
                                                     unsigned in_offset, unsigned word_bytes) noexcept {
    size_t const bytes = elements * element_bytes;
    unsigned head_bytes = (word_bytes - out_offset % word_bytes) % word_bytes;
    unsigned const shift = (in_offset + head_bytes) % word_bytes;
    if (head_bytes < shift) {
        head_bytes += word_bytes; // the first aligned word of the input would begin before the tensor
    }
    partition split;
    if (bytes >= head_bytes) {
        split.words = (bytes - head_bytes + shift) / word_bytes;
        if (shift != 0 && split.words != 0) {
            --split.words; // the last word of the output needs one more of the input
        }
    }
    if (split.words != 0) {
        split.head = head_bytes / element_bytes;
        split.shift = shift;
        split.lead = (out_offset + head_bytes) % line_bytes / word_bytes;
    }
    split.edges = elements - split.words * (word_bytes / element_bytes);
    return split;
}

#if !defined(__CUDACC_RTC__)
/// Whether [out, out + n) and [in, in + n) are tensors to work on: both non-null, aligned to their element, within the
/// address space, and the same or apart. What a call checks before anything else.
inline bool are_tensors(void const* out, void const* in, size_t elements, unsigned element_bytes) noexcept {
    auto const out_address = reinterpret_cast<size_t>(out);
    auto const in_address = reinterpret_cast<size_t>(in);
    size_t const last = ~size_t{0};
    if (out == nullptr || in == nullptr || (out_address | in_address) % element_bytes != 0 ||
        elements > last / element_bytes) {
        return false;
    }
    size_t const bytes = elements * element_bytes;
    if (bytes > last - out_address || bytes > last - in_address) {
        return false;
    }
    return out_address == in_address || out_address + bytes <= in_address || in_address + bytes <= out_address;
}
#endif

RELUK_NAMESPACE_END
