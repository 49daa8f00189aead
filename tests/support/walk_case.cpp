// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
#include "walk_case.hpp"

#include "elements.hpp"
#include "observed.hpp"

#include <reluk/host.hpp>

#include <algorithm>
#include <memory>
#include <new>
#include <sstream>
#include <type_traits>

namespace {

/// The policy that a load_path names, found at run time: one kernel per path would be too many to compile.
struct load_by_path {
    reluk::load_path path;
    float fraction;

    template <class Word>
    Word operator()(Word const* address) const {
        switch (path) {
        case reluk::load_path::streaming: return reluk::load::streaming{}(address);
        case reluk::load_path::no_allocate: return reluk::load::no_allocate{}(address);
        case reluk::load_path::evict_first: return reluk::load::evict_first{fraction}(address);
        case reluk::load_path::resident: return reluk::load::resident{fraction}(address);
        default: return reluk::load::cached{}(address);
        }
    }
};

struct store_by_path {
    reluk::store_path path;

    template <class Word>
    void operator()(Word* address, Word const& word) const {
        switch (path) {
        case reluk::store_path::streaming: return reluk::store::streaming{}(address, word);
        case reluk::store_path::evict_first: return reluk::store::evict_first{}(address, word);
        case reluk::store_path::write_through: return reluk::store::write_through{}(address, word);
        default: return reluk::store::cached{}(address, word);
        }
    }
};

std::string describe(walk_case const& c) {
    static char const* const placements[] = {"apart", "in place", "output behind input", "output before input"};
    reluk::launch_config const& config = c.config;
    std::ostringstream text;
    text << c.n << " " << elements::formats[c.type].name << ", " << placements[c.placement] << ", offsets "
         << c.in_offset << " in and " << c.out_offset << " out, grid " << config.grid << ", block " << config.block
         << ", " << config.accesses_per_thread << " accesses of " << config.access_bytes << " bytes, load "
         << static_cast<int>(config.load) << ", store " << static_cast<int>(config.store)
         << (config.order == reluk::block_order::reverse ? ", reverse" : ", forward") << ", seed " << c.seed;
    return text.str();
}

/// Codes worth meeting: all, or the special ones and random others.
std::vector<std::uint64_t> const& codes_of(unsigned type) {
    static std::vector<std::uint64_t> known[std::size(elements::formats)];
    if (known[type].empty()) {
        known[type] = elements::codes(elements::formats[type], 1000);
    }
    return known[type];
}

template <class T, unsigned WordBytes, unsigned Accesses>
void walk_shape(T* out, T const* in, walk_case const& c, observation& seen) {
    reluk::host::walk<T, WordBytes, Accesses>(
        out, in, c.n, c.config, observed_load<load_by_path>{&seen, {c.config.load, c.config.resident_fraction}},
        observed_store<store_by_path>{&seen, {c.config.store}});
}

/// False where reluk has no such shape.
template <class T>
bool walk(T* out, T const* in, walk_case const& c, observation& seen) {
    switch (c.config.access_bytes * 10 + c.config.accesses_per_thread) {
    case 81: return walk_shape<T, 8, 1>(out, in, c, seen), true;
    case 82: return walk_shape<T, 8, 2>(out, in, c, seen), true;
    case 84: return walk_shape<T, 8, 4>(out, in, c, seen), true;
    case 161: return walk_shape<T, 16, 1>(out, in, c, seen), true;
    case 162: return walk_shape<T, 16, 2>(out, in, c, seen), true;
    case 164: return walk_shape<T, 16, 4>(out, in, c, seen), true;
    case 321: return walk_shape<T, 32, 1>(out, in, c, seen), true;
    case 322: return walk_shape<T, 32, 2>(out, in, c, seen), true;
    default: return false;
    }
}

struct line_aligned_delete {
    void operator()(unsigned char* memory) const { ::operator delete[](memory, std::align_val_t{reluk::line_bytes}); }
};

} // namespace

std::string fault_of(walk_case const& c) {
    elements::format const& f = elements::formats[c.type];
    constexpr std::size_t guard = reluk::line_bytes;
    std::size_t const bytes = c.n * f.bytes;

    // guard, first tensor, second tensor, guard; apart, with a guard between them too.
    std::size_t const first = guard + std::size_t{c.in_offset} * f.bytes;
    std::size_t second = first;
    if (c.placement == walk_case::apart) {
        second = (first + bytes + 2 * guard) / guard * guard + std::size_t{c.out_offset} * f.bytes;
    } else if (c.placement != walk_case::in_place) {
        second = first + bytes;
    }
    std::size_t const in_at = c.placement == walk_case::before_input ? second : first;
    std::size_t const out_at = c.placement == walk_case::before_input ? first : second;

    std::size_t const size = second + bytes + guard;
    std::unique_ptr<unsigned char[], line_aligned_delete> const memory(
        static_cast<unsigned char*>(::operator new[](size, std::align_val_t{reluk::line_bytes})));
    std::minstd_rand random(c.seed);
    std::generate_n(memory.get(), size, [&] { return static_cast<unsigned char>(random() >> 8); });
    auto const& codes = codes_of(c.type);
    for (std::size_t i = 0; i < c.n; ++i) {
        elements::put(memory.get() + in_at, i, f.bytes, codes[random() % codes.size()]);
    }
    std::vector<unsigned char> expected(memory.get(), memory.get() + size);
    for (std::size_t i = 0; i < c.n; ++i) {
        elements::put(expected.data() + out_at, i, f.bytes,
                      elements::relu(f, elements::get(memory.get() + in_at, i, f.bytes)));
    }

    unsigned char* const in = memory.get() + in_at;
    unsigned char* const out = memory.get() + out_at;
    observation seen{in, in + bytes, out, std::vector<unsigned char>(bytes)};
    bool walked = false;
    elements::for_each([&](auto* null, elements::format const& format) {
        using T = std::remove_pointer_t<decltype(null)>;
        if (&format == &f) {
            walked = walk(reinterpret_cast<T*>(out), reinterpret_cast<T const*>(in), c, seen);
        }
    });

    std::string what;
    if (!walked) {
        what += "there is no such shape; ";
    }
    if (seen.faults != 0) {
        what += std::to_string(seen.faults) + " accesses outside or misaligned; ";
    }
    if (!std::all_of(seen.writes.begin(), seen.writes.end(), [](unsigned char writes) { return writes == 1; })) {
        what += "not every byte is written once; ";
    }
    auto const [wrong, right] = std::mismatch(expected.begin(), expected.end(), memory.get());
    if (wrong != expected.end()) {
        what += "byte " + std::to_string(right - out) + " from the output's first is " + std::to_string(*right) +
                " instead of " + std::to_string(*wrong) + "; ";
    }
    if (static_cast<std::size_t>(seen.packs) * c.config.access_bytes + 4 * c.config.access_bytes < bytes) {
        what += "only " + std::to_string(seen.packs) + " words; ";
    }
    return what.empty() ? what : what + describe(c);
}
