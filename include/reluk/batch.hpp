// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Many tensors in one launch: what its blocks do, and the same on the CPU.
#pragma once

#include "tile.hpp"

#if !defined(__CUDACC_RTC__)
#include "request.hpp"
#endif

RELUK_NAMESPACE_BEGIN

/// Up to `Capacity` tensors for one launch. All of it is passed as a kernel's parameter, so that nothing is allocated
/// or copied.
template <unsigned Capacity>
struct batch {
    void* out[Capacity];           ///< n elements each
    void const* in[Capacity];      ///< n elements each; may equal out
    size_t n[Capacity];            ///< elements, at least 1
    unsigned first_tile[Capacity]; ///< the number of tiles before the tensor's own; ascending, from 0
    unsigned count;                ///< tensors
    unsigned tiles;                ///< of all tensors together: the grid

    /// The tensor to which a tile belongs.
    RELUK_HOST_DEVICE unsigned find(unsigned tile) const {
        unsigned low = 0;
        unsigned high = count - 1;
        while (low < high) {
            unsigned const middle = low + (high - low + 1) / 2;
            if (first_tile[middle] <= tile) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }
};

/// All that one thread does for a batch. Block i takes tile i; a tile lies in one tensor.
template <class Op, class Load, class Store, unsigned WordBytes, unsigned Accesses, unsigned Capacity>
RELUK_HOST_DEVICE void rectify_batch(batch<Capacity> const& work, Load const& load, Store const& store,
                                     position const& place) {
    constexpr unsigned per_word = elements_per_word<Op, WordBytes>;
    unsigned const items_per_tile = place.threads * Accesses;
    unsigned const i = work.find(place.block);
    placement const in = reluk::place<Op::in_bytes>(work.in[i]);
    partition const split = make_partition(work.n[i], per_word, reluk::place<Op::element_bytes>(work.out[i]), in, in);
    tile_order const order = make_order(split, items_per_tile, false);
    task<Op> const one = make_task<Op>(work.out[i], work.in[i], split, per_word, order);
    size_t const tile = place.block - work.first_tile[i];
    if (tile - order.first_full < order.full) {
        rectify_tile<Op, Load, Store, WordBytes, Accesses, true, tile_content::full>(one, load, store,
                                                                                     tile * items_per_tile, place);
    } else {
        rectify_tile<Op, Load, Store, WordBytes, Accesses, true, tile_content::mixed>(one, load, store,
                                                                                      tile * items_per_tile, place);
    }
}

#if !defined(__CUDACC_RTC__)

namespace detail {

/// The launch shape of a batch, for small tensors or for others. On an H200 (2026-11-30, in place) the first takes 4.0
/// us for 1000 tensors of 64 floats and 60 us for 200 of 1 KiB to 4 MiB, the second 9.1 us and 52 us; blocks of 128
/// threads with two accesses 8.7 us and 57 us.
template <bool Small>
struct batch_shape {
    static constexpr unsigned word_bytes = 16;
    static constexpr unsigned accesses = Small ? 1 : 2;
    static constexpr unsigned block = Small ? 256 : 512;
};

/// Whether the tensors are small: on average no more than two blocks' work in that shape.
inline bool is_small_batch(size_t const* n, size_t count, unsigned element_bytes) noexcept {
    using small = batch_shape<true>;
    size_t const most = 2 * size_t{small::block} * small::accesses * small::word_bytes / element_bytes;
    size_t elements = 0;
    size_t tensors = 0;
    for (size_t i = 0; i < count; ++i) {
        elements = detail::saturating_sum(elements, n[i]);
        tensors += n[i] != 0;
    }
    return elements / most + (elements % most != 0) <= tensors;
}

/// Fills a batch with tensors from number `next` on, as many as fit, and moves `next` behind them. Those without
/// elements are left out.
template <class Shape, class Op, unsigned Capacity, class T>
void fill(batch<Capacity>& work, T* const* out, T const* const* in, size_t const* n, size_t count, size_t& next) {
    work.count = 0;
    work.tiles = 0;
    for (; next < count && work.count < Capacity; ++next) {
        if (n[next] == 0) {
            continue;
        }
        size_t const items = request<Op>{out[next], in[next], n[next]}.items(Shape::word_bytes);
        constexpr size_t per_tile = size_t{Shape::block} * Shape::accesses;
        size_t const tiles = items / per_tile + (items % per_tile != 0);
        if (tiles > 2147483647 - work.tiles) {
            return;
        }
        work.out[work.count] = out[next];
        work.in[work.count] = in[next];
        work.n[work.count] = n[next];
        work.first_tile[work.count] = work.tiles;
        work.tiles += static_cast<unsigned>(tiles);
        ++work.count;
    }
}

/// Whether every tensor that has elements is one to work on.
template <class T>
bool are_batches(T* const* out, T const* const* in, size_t const* n, size_t count) {
    if (count != 0 && (out == nullptr || in == nullptr || n == nullptr)) {
        return false;
    }
    // 2^31 - 1 tiles of one tensor are 8 TiB, more than any device has: such a one would never fit into a batch.
    using small = batch_shape<true>;
    constexpr size_t most = size_t{2147483646} * small::block * small::accesses * small::word_bytes / sizeof(T);
    for (size_t i = 0; i < count; ++i) {
        if (n[i] != 0 && (n[i] > most || !reluk::are_tensors(out[i], in[i], n[i], sizeof(T)))) {
            return false;
        }
    }
    return true;
}

/// Splits the tensors into batches, hands each to `launch`, and returns the first status other than `good`.
template <class Shape, unsigned Capacity, class Op, class T, class Status, class Launch>
Status for_each_batch(T* const* out, T const* const* in, size_t const* n, size_t count, Status good,
                      Launch const& launch) {
    size_t next = 0;
    Status status = good;
    while (next < count && status == good) {
        batch<Capacity> work;
        detail::fill<Shape, Op>(work, out, in, n, count, next);
        if (work.count != 0) {
            status = launch(work);
        }
    }
    return status;
}

/// What relu_batch() of these tensors does on the CPU.
template <class Shape, unsigned Capacity, class T>
void walk_batches(T* const* out, T const* const* in, size_t const* n, size_t count) noexcept {
    using operation = typename op::relu<T>::bitwise;
    detail::for_each_batch<Shape, Capacity, operation>(out, in, n, count, true, [](batch<Capacity> const& work) {
        position place{0, work.tiles, 0, Shape::block};
        for (place.block = 0; place.block < place.grid; ++place.block) {
            for (place.thread = 0; place.thread < place.threads; ++place.thread) {
                rectify_batch<operation, load::cached, store::cached, Shape::word_bytes, Shape::accesses>(work, {}, {},
                                                                                                          place);
            }
        }
        return true;
    });
}

} // namespace detail

namespace host {

/// What reluk::relu_batch() does on the device, in host memory, in batches of up to `Capacity`. False, with nothing
/// written, for a tensor out of contract.
template <class T, unsigned Capacity = 64>
[[nodiscard]] bool relu_batch(T* const* out, T const* const* in, size_t const* n, size_t count) noexcept {
    if (!detail::are_batches(out, in, n, count)) {
        return false;
    }
    if (detail::is_small_batch(n, count, sizeof(T))) {
        detail::walk_batches<detail::batch_shape<true>, Capacity>(out, in, n, count);
    } else {
        detail::walk_batches<detail::batch_shape<false>, Capacity>(out, in, n, count);
    }
    return true;
}

} // namespace host

#endif

RELUK_NAMESPACE_END
