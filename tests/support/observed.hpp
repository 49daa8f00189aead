// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Policies for a walk on the host that watch every access: inside its tensor, aligned to its width, each byte of the
// output once.
#pragma once

#include <reluk/policy.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

/// What the policies below have seen.
struct observation {
    unsigned char const* in_begin;
    unsigned char const* in_end;
    unsigned char* out_begin;
    std::vector<unsigned char> writes; ///< how often each byte of the output was written
    int faults = 0;                    ///< accesses outside the tensor, or misaligned
    int packs = 0;                     ///< whole words stored
};

template <class Word>
bool is_aligned(Word const* address) {
    return reinterpret_cast<std::uintptr_t>(address) % alignof(Word) == 0;
}

/// Loads through `Policy` what is inside the input, and gives zero for anything else.
template <class Policy = reluk::load::cached>
struct observed_load {
    observation* seen;
    Policy load{};

    template <class Word>
    Word operator()(Word const* address) const {
        auto const* const begin = reinterpret_cast<unsigned char const*>(address);
        if (!is_aligned(address) || begin < seen->in_begin || begin + sizeof(Word) > seen->in_end) {
            ++seen->faults;
            return Word{};
        }
        return load(address);
    }
};

/// Stores through `Policy` what is inside the output, and drops anything else.
template <class Policy = reluk::store::cached>
struct observed_store {
    observation* seen;
    Policy store{};

    template <class Word>
    void operator()(Word* address, Word const& word) const {
        auto* const begin = reinterpret_cast<unsigned char*>(address);
        auto const at = begin - seen->out_begin;
        if (!is_aligned(address) || at < 0 || static_cast<std::size_t>(at) + sizeof(Word) > seen->writes.size()) {
            ++seen->faults;
            return;
        }
        for (std::size_t i = 0; i < sizeof(Word); ++i) {
            ++seen->writes[static_cast<std::size_t>(at) + i];
        }
        seen->packs += sizeof(Word) >= 8 && reluk::is_pack<Word>;
        store(address, word);
    }
};
