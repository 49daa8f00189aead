// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Many small calls at once: their tensors lie side by side in one buffer, with guard bytes between them; all are
// launched together, and every byte of both buffers is compared.
#pragma once

#include "device.hpp"

#include <algorithm>

namespace side_by_side {

constexpr std::size_t guard = 256; ///< bytes before, between and behind the tensors, at least

struct shape {
    std::size_t n, in_offset, out_offset; ///< in elements; offsets from a multiple of the guard's size
    bool in_place;                        ///< then the output lies at in_offset too
};

/// Calls launch(out, in, n, s) for each shape s, with code(s, i) as element i of its input, and returns how many bytes
/// are not as they should be: outputs, and whatever must not change.
template <class Code, class Launch>
std::size_t count_wrong(elements::format const& f, std::vector<shape> const& shapes, Code code, Launch launch) {
    std::size_t slot = 0;
    for (shape const& c : shapes) {
        slot = std::max(slot, (c.n + std::max(c.in_offset, c.out_offset)) * f.bytes);
    }
    slot = (slot + 2 * guard - 1) / guard * guard;
    std::size_t const bytes = guard + shapes.size() * slot;

    std::vector<unsigned char> input(bytes), expected_out(bytes, 0x5a);
    std::mt19937_64 random(f.bytes);
    for (std::size_t i = 0; i < bytes / 8; ++i) {
        elements::put(input.data(), i, 8, random());
    }
    auto const in_at = [&](std::size_t s) { return guard + s * slot + shapes[s].in_offset * f.bytes; };
    auto const out_at = [&](std::size_t s) {
        return shapes[s].in_place ? in_at(s) : guard + s * slot + shapes[s].out_offset * f.bytes;
    };
    for (std::size_t s = 0; s < shapes.size(); ++s) {
        for (std::size_t i = 0; i < shapes[s].n; ++i) {
            elements::put(input.data() + in_at(s), i, f.bytes, code(s, i));
        }
    }
    auto expected_in = input;
    for (std::size_t s = 0; s < shapes.size(); ++s) {
        auto& target = shapes[s].in_place ? expected_in : expected_out;
        for (std::size_t i = 0; i < shapes[s].n; ++i) {
            auto const x = elements::get(input.data() + in_at(s), i, f.bytes);
            elements::put(target.data() + out_at(s), i, f.bytes, elements::relu(f, x));
        }
    }

    device::memory const in(bytes), out(bytes);
    in.write(input);
    out.fill(0x5a);
    for (std::size_t s = 0; s < shapes.size(); ++s) {
        unsigned char* const target = (shapes[s].in_place ? in : out).get() + out_at(s);
        device::check(launch(target, in.get() + in_at(s), shapes[s].n, s));
    }
    device::check(cudaDeviceSynchronize());
    auto const got_out = out.read(), got_in = in.read();
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < bytes; ++i) {
        wrong += got_out[i] != expected_out[i];
        wrong += got_in[i] != expected_in[i];
    }
    return wrong;
}

/// The same with random codes.
template <class Launch>
std::size_t count_wrong(elements::format const& f, std::vector<shape> const& shapes, Launch launch) {
    std::mt19937_64 random(f.fraction_bits);
    return count_wrong(f, shapes, [&](std::size_t, std::size_t) { return random(); }, launch);
}

} // namespace side_by_side
