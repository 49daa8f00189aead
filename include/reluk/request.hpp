// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// One call, before it is known how it will be launched: on the device by launch.cuh, on the CPU by host.hpp.
#pragma once

#include "launch_config.hpp"
#include "tile.hpp"

RELUK_NAMESPACE_BEGIN

namespace detail {

constexpr size_t saturating_sum(size_t a, size_t b) {
    return a + b < a ? ~size_t{0} : a + b;
}

/// Of two workloads that differ in the input's place, the one of which more words have to be put together.
constexpr workload const& less_congruent(workload const& a, workload const& b) {
    return a.is_congruent(16) && !b.is_congruent(32) ? b : a;
}

/// `op` for n elements: reads `in` and the second operand, writes `out`. Other shapes of work specialise it, as task.
template <class Op>
struct request {
    void* out;
    void const* in;
    size_t n;
    Op op{};
    typename Op::second_operand::source second{};

    /// What choose() needs to know.
    workload work(dataflow flow) const noexcept {
        bool const in_place = out == in || second.is(out);
        size_t const read = saturating_sum(n * Op::in_bytes, second.bytes(n));
        size_t const written = in_place ? 0 : n * Op::element_bytes;
        placement const from = place<Op::in_bytes>(in);
        workload const first{n,
                             widest_element<Op>,
                             widest_offset(place<Op::element_bytes>(out)),
                             widest_offset(from),
                             in_place,
                             flow,
                             saturating_sum(read, written)};
        workload other = first;
        other.in_offset = widest_offset(second.placed(from));
        return detail::less_congruent(first, other);
    }

    /// The widest access that a kernel of this work has a use for; choose() knows the tensors' places.
    static constexpr unsigned widest_access() noexcept { return 32; }

    partition split(unsigned word_bytes) const noexcept {
        placement const first = place<Op::in_bytes>(in);
        return make_partition(n, word_bytes / widest_element<Op>, place<Op::element_bytes>(out), first,
                              second.placed(first));
    }

    /// A tensor's offset if its elements were the widest: a word has as many elements of each tensor.
    static constexpr unsigned widest_offset(placement const& tensor) noexcept {
        return tensor.offset / tensor.element_bytes * widest_element<Op> % line_bytes;
    }

    /// How many items that makes in words of so many bytes.
    size_t items(unsigned word_bytes) const noexcept { return split(word_bytes).items(); }

    template <unsigned WordBytes>
    task<Op> prepare(unsigned items_per_tile, bool reverse) const noexcept {
        constexpr unsigned per_word = WordBytes / widest_element<Op>;
        partition const parts = split(WordBytes);
        return make_task<Op>(out, in, parts, per_word, make_order(parts, items_per_tile, reverse), op,
                             Op::second_operand::make(second, parts, per_word));
    }
};

} // namespace detail

RELUK_NAMESPACE_END
