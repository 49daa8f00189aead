// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// The split of a tensor into words and edges: everything once, nothing outside, words aligned, up to the largest sizes.
#include <reluk/partition.hpp>

#include "catch.hpp"

#include <cstdint>

namespace {

/// How many of the partition's promises do not hold.
int broken_promises(std::size_t n, unsigned element, unsigned out_offset, unsigned in_offset, unsigned word) {
    reluk::partition const split = reluk::make_partition(n, element, out_offset, in_offset, word);
    std::size_t const bytes = n * element;
    std::size_t const head_bytes = std::size_t{split.head} * element;
    std::size_t const body_bytes = split.words * word;
    int broken = 0;
    broken += split.edges + body_bytes / element != n;        // every element once
    broken += split.head > split.edges;                       // the head is part of the edges
    broken += split.edges >= 4 * std::size_t{word} / element; // and there are few
    broken += split.shift >= word;
    broken += split.items() != split.lead + split.words + split.edges;
    if (split.words != 0) {
        broken += (out_offset + head_bytes) % word != 0;              // output words are aligned
        broken += (in_offset + head_bytes - split.shift) % word != 0; // and so are those read
        broken += head_bytes < split.shift;                           // nothing before the input is read
        std::size_t const read_end = head_bytes - split.shift + body_bytes + (split.shift != 0 ? word : 0);
        broken += read_end > bytes; // nor behind it
        broken += (split.shift == 0) != (out_offset % word == in_offset % word);
        broken += (out_offset + head_bytes - split.lead * word) % 128 != 0; // item 0 begins a line of the output
        broken += split.lead >= 128 / word;
        // Nothing more could be words: not one word earlier, nor one later.
        broken += head_bytes >= word + std::size_t{split.shift};
        broken += bytes - read_end >= word;
    } else {
        broken += split.head != 0 || split.lead != 0 || split.shift != 0;
    }
    return broken;
}

} // namespace

TEST_CASE("a partition covers every element once and stays inside, for all small sizes and offsets") {
    int broken = 0;
    for (unsigned const word : {8u, 16u, 32u}) {
        for (unsigned element = 1; element <= 8; element *= 2) {
            for (std::size_t n = 0; n <= 300; ++n) {
                for (unsigned out_offset = 0; out_offset < 128; out_offset += element) {
                    for (unsigned in_offset = 0; in_offset < 32; in_offset += element) {
                        broken += broken_promises(n, element, out_offset, in_offset, word);
                    }
                }
            }
        }
    }
    CHECK(broken == 0);
}

TEST_CASE("a partition does not wrap, up to the end of the address space") {
    int broken = 0;
    for (unsigned const word : {8u, 16u, 32u}) {
        for (unsigned element = 1; element <= 8; element *= 2) {
            std::size_t const most = ~std::size_t{0} / element;
            for (std::size_t const n : {std::size_t{1} << 31, (std::size_t{1} << 32) + 5, std::size_t{1} << 40,
                                        most / 2, most - 100, most - 1, most}) {
                for (std::size_t below = 0; below < 40; ++below) {
                    for (unsigned out_offset = 0; out_offset < 32; out_offset += element) {
                        for (unsigned in_offset = 0; in_offset < 32; in_offset += element) {
                            broken += broken_promises(n - below, element, out_offset, in_offset, word);
                        }
                    }
                }
            }
        }
    }
    CHECK(broken == 0);
}

TEST_CASE("aligned tensors are all words but for the tail") {
    reluk::partition const split = reluk::make_partition(1003, 4, 0, 0, 16);
    CHECK(split.words == 250);
    CHECK(split.edges == 3);
    CHECK(split.head == 0);
    CHECK(split.shift == 0);
}

TEST_CASE("tensors: null, misaligned, overlapping and endless ones are refused") {
    alignas(32) static unsigned char memory[256];
    CHECK(reluk::are_tensors(memory, memory, 64, 4));
    CHECK(reluk::are_tensors(memory + 128, memory, 32, 4));
    CHECK(reluk::are_tensors(memory, memory + 128, 32, 4));
    CHECK_FALSE(reluk::are_tensors(memory + 124, memory, 32, 4));
    CHECK_FALSE(reluk::are_tensors(memory, memory + 124, 32, 4));
    CHECK_FALSE(reluk::are_tensors(memory + 4, memory, 2, 4));
    CHECK_FALSE(reluk::are_tensors(memory, memory + 63, 64, 1));
    CHECK_FALSE(reluk::are_tensors(memory + 63, memory, 64, 1));
    CHECK(reluk::are_tensors(memory + 4, memory, 1, 4));
    CHECK_FALSE(reluk::are_tensors(nullptr, memory, 1, 4));
    CHECK_FALSE(reluk::are_tensors(memory, nullptr, 1, 4));
    CHECK_FALSE(reluk::are_tensors(nullptr, nullptr, 5, 4));
    CHECK_FALSE(reluk::are_tensors(memory + 1, memory + 128, 1, 2));
    CHECK_FALSE(reluk::are_tensors(memory + 128, memory + 1, 1, 2));
    CHECK_FALSE(reluk::are_tensors(memory + 2, memory + 130, 1, 4));
    CHECK_FALSE(reluk::are_tensors(memory + 4, memory + 132, 1, 8));
    CHECK_FALSE(reluk::are_tensors(memory, memory, ~std::size_t{0}, 1));
    CHECK_FALSE(reluk::are_tensors(memory, memory, ~std::size_t{0} / 4 + 1, 4));
    CHECK_FALSE(reluk::are_tensors(memory, memory, ~std::size_t{0}, 8));
}

TEST_CASE("tensors that would wrap around the end of the address space are refused, whichever of the two it is") {
    alignas(32) static unsigned char memory[256];
    auto* const last_line = reinterpret_cast<unsigned char*>(~std::uintptr_t{0} - 127); // never touched
    CHECK(reluk::are_tensors(last_line, memory, 16, 4));
    CHECK(reluk::are_tensors(memory, last_line, 16, 4));
    CHECK_FALSE(reluk::are_tensors(last_line, memory, 33, 4));
    CHECK_FALSE(reluk::are_tensors(memory, last_line, 33, 4));
    CHECK_FALSE(reluk::are_tensors(last_line, last_line, 33, 4));
}
