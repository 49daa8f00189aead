// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// What an operation reads beside its first input: nothing, a second tensor, a bias or a bit mask.
//
// An operand is made from a source, which says where it lies:
//   source::placed(in)             its placement, or that of the first input where any will do
//   source::bytes(n)               the memory that belongs to n elements
//   source::is(tensor)             whether it is that tensor
//   make(source, split, per_word)  the operand, for a partition into words of `per_word` elements
//   shifted                        not 0 where its word grid differs from the output's
//   words_per_item                 how many words of the input's size a thread reads for an item
// It reads whole words for the body of a tensor, and single elements:
//   word<PerWord, MayShift>(load, item, first)  the `PerWord` elements from `first` on, which are item `item`
//   element(load, i)                            element i
#pragma once

#include "partition.hpp"
#include "policy.hpp"

RELUK_NAMESPACE_BEGIN

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

/// The word of an input that belongs to item `item` of the output, read from the input's own grid.
template <bool MayShift, class Word, class Load>
RELUK_HOST_DEVICE Word load_word(Load const& load, Word const* grid, size_t item, unsigned shift) {
    Word word = load(grid + item);
    if (MayShift && shift != 0) {
        // Its second half comes from L1: a shuffle instead of this load is 5-8 % slower at 1 to 16 MiB (H200).
        word = realign(word, load(grid + item + 1), shift);
    }
    return word;
}

/// No second operand.
struct no_operand {
    static constexpr unsigned words_per_item = 0;

    struct source {
        RELUK_HOST_DEVICE static constexpr placement placed(placement const& in) { return in; }
        RELUK_HOST_DEVICE static constexpr size_t bytes(size_t) { return 0; }
        RELUK_HOST_DEVICE static constexpr bool is(void const*) { return false; }
    };
    static constexpr bool shifted = false;

    RELUK_HOST_DEVICE static constexpr no_operand make(source const&, partition const&, unsigned) { return {}; }

    template <unsigned PerWord, bool MayShift, class Load>
    RELUK_HOST_DEVICE no_operand word(Load const&, size_t, size_t) const {
        return {};
    }
    template <class Load>
    RELUK_HOST_DEVICE no_operand element(Load const&, size_t) const {
        return {};
    }
};

/// A second tensor, whose element i goes with element i of the output.
template <unsigned Bytes>
struct tensor_operand {
    static constexpr unsigned words_per_item = 1;

    struct source {
        void const* elements; ///< n of them

        RELUK_HOST_DEVICE placement placed(placement const&) const { return place<Bytes>(elements); }
        RELUK_HOST_DEVICE static constexpr size_t bytes(size_t n) { return n * Bytes; }
        RELUK_HOST_DEVICE bool is(void const* tensor) const { return tensor == elements; }
    };

    bits<Bytes> const* elements;
    unsigned char const* words; ///< item 0 of its own word grid
    unsigned shifted;           ///< bytes by which that grid precedes the output's

    RELUK_HOST_DEVICE static tensor_operand make(source const& from, partition const& split, unsigned per_word) {
        unsigned const shift = split.words == 0 ? 0 : shift_of(place<Bytes>(from.elements), split, per_word);
        return {static_cast<bits<Bytes> const*>(from.elements),
                static_cast<unsigned char const*>(from.elements) + to_item_0(split, per_word, Bytes) - shift, shift};
    }

    template <unsigned PerWord, bool MayShift, class Load>
    RELUK_HOST_DEVICE pack<PerWord * Bytes> word(Load const& load, size_t item, size_t) const {
        return load_word<MayShift>(load, reinterpret_cast<pack<PerWord * Bytes> const*>(words), item, shifted);
    }
    template <class Load>
    RELUK_HOST_DEVICE bits<Bytes> element(Load const& load, size_t i) const {
        return load(elements + i);
    }
};

/// Division by a number known before the launch: one multiplication for what is below 2^31, exact since the error of
/// `factor`, times that, stays below 2^shift.
struct divider {
    size_t divisor;
    unsigned factor;
    unsigned shift;

    /// Of what is below 2^31.
    RELUK_HOST_DEVICE unsigned operator()(unsigned n) const {
        return static_cast<unsigned>(static_cast<unsigned long long>(n) * factor >> shift);
    }
    RELUK_HOST_DEVICE size_t operator()(size_t n) const {
        return n >> 31 != 0 ? n / divisor : (*this)(static_cast<unsigned>(n));
    }
};

RELUK_HOST_DEVICE constexpr divider make_divider(size_t divisor) {
    if (divisor >> 31 != 0) {
        return {divisor, 0, 0}; // all that is below 2^31 is below the divisor
    }
    unsigned log = 0;
    while (size_t{1} << log < divisor) {
        ++log;
    }
    return {divisor, static_cast<unsigned>(((size_t{1} << (31 + log)) + divisor - 1) / divisor), 31 + log};
}

/// One number for each of `channels`, repeated over the tensor: element i takes the number of channel
/// i / inner % channels. With inner = 1 the channels are the columns of a matrix; in an NCHW tensor inner is H * W.
template <unsigned Bytes>
struct bias_operand {
    static constexpr unsigned words_per_item = 1;

    struct source {
        void const* bias; ///< `channels` numbers
        size_t inner;
        size_t channels;

        RELUK_HOST_DEVICE static constexpr placement placed(placement const& in) { return in; }
        RELUK_HOST_DEVICE constexpr size_t bytes(size_t) const { return channels * Bytes; }
        RELUK_HOST_DEVICE static constexpr bool is(void const*) { return false; }
    };
    static constexpr bool shifted = false;

    RELUK_HOST_DEVICE static bias_operand make(source const& from, partition const& split, unsigned per_word) {
        bool const whole = split.head % per_word == 0;
        bool const aligned = reinterpret_cast<size_t>(from.bias) % (per_word * Bytes) == 0;
        return {static_cast<bits<Bytes> const*>(from.bias), make_divider(from.inner), make_divider(from.channels),
                whole && aligned && from.inner == 1 && from.channels % per_word == 0,
                whole && from.inner % per_word == 0};
    }

    bits<Bytes> const* bias; ///< `channels` numbers
    divider inner;           ///< elements that follow each other and share a channel
    divider channels;        ///< how many channels
    bool words_of_columns;   ///< each word of the output takes a whole, aligned word of the bias
    bool words_in_channel;   ///< each word of the output lies in one channel

    template <unsigned PerWord, bool MayShift, class Load>
    RELUK_HOST_DEVICE pack<PerWord * Bytes> word(Load const&, size_t, size_t first) const {
        // Cached whatever the policy says: every row reads the same few numbers again.
        load::cached const load{};
        size_t const outer = inner(first);
        size_t channel = outer - channels(outer) * channels.divisor;
        if (words_of_columns) {
            return load(reinterpret_cast<pack<PerWord * Bytes> const*>(bias + channel));
        }
        bits<Bytes> each[PerWord];
        if (words_in_channel) {
            bits<Bytes> const one = load(bias + channel);
            RELUK_UNROLL
            for (unsigned i = 0; i < PerWord; ++i) {
                each[i] = one;
            }
        } else {
            size_t within = first - outer * inner.divisor;
            RELUK_UNROLL
            for (unsigned i = 0; i < PerWord; ++i) {
                each[i] = load(bias + channel);
                if (++within == inner.divisor) {
                    within = 0;
                    channel = channel + 1 == channels.divisor ? 0 : channel + 1;
                }
            }
        }
        return bit_cast<pack<PerWord * Bytes>>(each);
    }
    template <class Load>
    RELUK_HOST_DEVICE bits<Bytes> element(Load const&, size_t i) const {
        size_t const outer = inner(i);
        return load::cached{}(bias + (outer - channels(outer) * channels.divisor));
    }
};

/// One bit per element: that of element i is bit i % 32 of the 32-bit word i / 32, the lowest being bit 0.
struct mask_operand {
    static constexpr unsigned words_per_item = 0;

    struct source {
        void const* mask; ///< (n + 31) / 32 words

        RELUK_HOST_DEVICE static constexpr placement placed(placement const& in) { return in; }
        RELUK_HOST_DEVICE static constexpr size_t bytes(size_t n) { return n / 8; }
        RELUK_HOST_DEVICE static constexpr bool is(void const*) { return false; }
    };
    static constexpr bool shifted = false;

    RELUK_HOST_DEVICE static mask_operand make(source const& from, partition const&, unsigned) {
        return {static_cast<unsigned char const*>(from.mask)};
    }

    unsigned char const* bytes; ///< little-endian: element i is bit i % 8 of byte i / 8

    /// The bits of `PerWord` elements, the first one's lowest.
    template <unsigned PerWord>
    struct bit_word {
        unsigned of;
    };

    template <unsigned PerWord, bool MayShift, class Load>
    RELUK_HOST_DEVICE bit_word<PerWord> word(Load const& load, size_t, size_t first) const {
        unsigned char const* const from = bytes + first / 8;
        unsigned const skipped = first % 8;
        // The bits that are skipped and those that are wanted: more than 32 for 32 elements.
        using wide = bits<(PerWord > 24 ? 8 : 4)>;
        wide of = 0;
        RELUK_UNROLL
        for (unsigned i = 0; i < (PerWord + 14) / 8; ++i) {
            if (8 * i < PerWord + skipped) { // no bit of the byte is needed otherwise, and there may be none
                of |= static_cast<wide>(load(from + i)) << 8 * i;
            }
        }
        return {static_cast<unsigned>(of >> skipped)};
    }
    template <class Load>
    RELUK_HOST_DEVICE bit_word<1> element(Load const& load, size_t i) const {
        return {static_cast<unsigned>(load(bytes + i / 8)) >> i % 8 & 1};
    }
};

} // namespace detail

RELUK_NAMESPACE_END
