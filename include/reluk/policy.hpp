// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// How memory is touched: load and store policies, one memory instruction each.
//
// A policy is a small trivially copyable type, passed to the kernel by value. A load policy has
//     template <class Word> Word operator()(Word const* address) const;
// and a store policy has
//     template <class Word> void operator()(Word* address, Word const& word) const;
// both RELUK_HOST_DEVICE. `Word` is reluk::pack<4, 8, 16 or 32> for the body of a tensor, and reluk::bits<1, 2, 4 or 8>
// for the few single elements before and after it; the address is aligned to it. A type of your own with that operator
// works wherever these do. It must not use the non-coherent path (ld.global.nc, __ldg): the output may be the input,
// and with early launch the producer may still be running when the kernel starts.
//
// The policies here apply their instruction to packs; single elements, and everything on the host, are plain accesses.
#pragma once

#include "word.hpp"

RELUK_NAMESPACE_BEGIN

namespace detail {

// The text of an instruction cannot be a template argument, hence two macros that write out the widths of one. HINT
// puts the L2 cache policy into the text. "volatile" and "memory" keep every access behind the wait for the preceding
// kernel (PTX ISA, griddepcontrol).
#if defined(__CUDA_ARCH__)

// 32 bytes are one instruction from sm_100 on, and two before.
constexpr bool has_32_byte_access = __CUDA_ARCH__ >= 1000 && toolkit_has_32_byte_access;

#define RELUK_LOAD_INSTRUCTION(NAME, TEXT, HINT)                                                                       \
    template <class Word>                                                                                              \
    RELUK_HOST_DEVICE Word NAME(Word const* address, [[maybe_unused]] unsigned long long policy = 0) {                 \
        Word to;                                                                                                       \
        if constexpr (!is_pack<Word>) {                                                                                \
            to = *address;                                                                                             \
        } else if constexpr (sizeof(Word) == 4) {                                                                      \
            asm volatile(TEXT ".b32 %0, [%1]" HINT("%2") ";"                                                           \
                         : "=r"(to.lane[0])                                                                            \
                         : "l"(address), "l"(policy)                                                                   \
                         : "memory");                                                                                  \
        } else if constexpr (sizeof(Word) == 8) {                                                                      \
            asm volatile(TEXT ".v2.b32 {%0,%1}, [%2]" HINT("%3") ";"                                                   \
                         : "=r"(to.lane[0]), "=r"(to.lane[1])                                                          \
                         : "l"(address), "l"(policy)                                                                   \
                         : "memory");                                                                                  \
        } else if constexpr (sizeof(Word) == 16) {                                                                     \
            asm volatile(TEXT ".v4.b32 {%0,%1,%2,%3}, [%4]" HINT("%5") ";"                                             \
                         : "=r"(to.lane[0]), "=r"(to.lane[1]), "=r"(to.lane[2]), "=r"(to.lane[3])                      \
                         : "l"(address), "l"(policy)                                                                   \
                         : "memory");                                                                                  \
        } else if constexpr (has_32_byte_access) {                                                                     \
            asm volatile(TEXT ".v8.b32 {%0,%1,%2,%3,%4,%5,%6,%7}, [%8]" HINT("%9") ";"                                 \
                         : "=r"(to.lane[0]), "=r"(to.lane[1]), "=r"(to.lane[2]), "=r"(to.lane[3]), "=r"(to.lane[4]),   \
                           "=r"(to.lane[5]), "=r"(to.lane[6]), "=r"(to.lane[7])                                        \
                         : "l"(address), "l"(policy)                                                                   \
                         : "memory");                                                                                  \
        } else {                                                                                                       \
            auto const* halves = reinterpret_cast<pack<16> const*>(address);                                           \
            pack<16> const both[2] = {NAME(halves, policy), NAME(halves + 1, policy)};                                 \
            to = bit_cast<Word>(both);                                                                                 \
        }                                                                                                              \
        return to;                                                                                                     \
    }

#define RELUK_STORE_INSTRUCTION(NAME, TEXT, HINT)                                                                      \
    template <class Word>                                                                                              \
    RELUK_HOST_DEVICE void NAME(Word* address, Word const& from, [[maybe_unused]] unsigned long long policy = 0) {     \
        if constexpr (!is_pack<Word>) {                                                                                \
            *address = from;                                                                                           \
        } else if constexpr (sizeof(Word) == 4) {                                                                      \
            asm volatile(TEXT ".b32 [%1], %0" HINT("%2") ";" ::"r"(from.lane[0]), "l"(address), "l"(policy)            \
                         : "memory");                                                                                  \
        } else if constexpr (sizeof(Word) == 8) {                                                                      \
            asm volatile(TEXT ".v2.b32 [%2], {%0,%1}" HINT("%3") ";" ::"r"(from.lane[0]), "r"(from.lane[1]),           \
                         "l"(address), "l"(policy)                                                                     \
                         : "memory");                                                                                  \
        } else if constexpr (sizeof(Word) == 16) {                                                                     \
            asm volatile(TEXT ".v4.b32 [%4], {%0,%1,%2,%3}" HINT("%5") ";" ::"r"(from.lane[0]), "r"(from.lane[1]),     \
                         "r"(from.lane[2]), "r"(from.lane[3]), "l"(address), "l"(policy)                               \
                         : "memory");                                                                                  \
        } else if constexpr (has_32_byte_access) {                                                                     \
            asm volatile(TEXT ".v8.b32 [%8], {%0,%1,%2,%3,%4,%5,%6,%7}" HINT("%9") ";" ::"r"(from.lane[0]),            \
                         "r"(from.lane[1]), "r"(from.lane[2]), "r"(from.lane[3]), "r"(from.lane[4]),                   \
                         "r"(from.lane[5]), "r"(from.lane[6]), "r"(from.lane[7]), "l"(address), "l"(policy)            \
                         : "memory");                                                                                  \
        } else {                                                                                                       \
            auto* halves = reinterpret_cast<pack<16>*>(address);                                                       \
            NAME(halves, pack<16>{{from.lane[0], from.lane[1], from.lane[2], from.lane[3]}}, policy);                  \
            NAME(halves + 1, pack<16>{{from.lane[4], from.lane[5], from.lane[6], from.lane[7]}}, policy);              \
        }                                                                                                              \
    }

#else // the host

#define RELUK_LOAD_INSTRUCTION(NAME, TEXT, HINT)                                                                       \
    template <class Word>                                                                                              \
    RELUK_HOST_DEVICE Word NAME(Word const* address, unsigned long long = 0) {                                         \
        Word to; /* memcpy: the memory holds elements, and no lvalue of type Word may name them */                     \
        memcpy(&to, address, sizeof(Word));                                                                            \
        return to;                                                                                                     \
    }

#define RELUK_STORE_INSTRUCTION(NAME, TEXT, HINT)                                                                      \
    template <class Word>                                                                                              \
    RELUK_HOST_DEVICE void NAME(Word* address, Word const& from, unsigned long long = 0) {                             \
        memcpy(address, &from, sizeof(Word));                                                                          \
    }

#endif

// GCC 12 inlines the walk of a small array and then warns of words that it never reaches.
#if defined(__GNUC__) && !defined(__clang__) && !defined(__CUDACC_RTC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Warray-bounds"
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#pragma GCC diagnostic ignored "-Wstringop-overread"
#endif

#define RELUK_NO_HINT(OPERAND) ""
#define RELUK_HINT(OPERAND) ", " OPERAND

RELUK_LOAD_INSTRUCTION(ld, "ld.global", RELUK_NO_HINT)
RELUK_LOAD_INSTRUCTION(ld_cs, "ld.global.cs", RELUK_NO_HINT)
RELUK_LOAD_INSTRUCTION(ld_no_allocate, "ld.global.L1::no_allocate", RELUK_NO_HINT)
RELUK_STORE_INSTRUCTION(st, "st.global", RELUK_NO_HINT)
RELUK_STORE_INSTRUCTION(st_cs, "st.global.cs", RELUK_NO_HINT)
RELUK_STORE_INSTRUCTION(st_wt, "st.global.wt", RELUK_NO_HINT)

// createpolicy and L2::cache_hint need sm_80 (PTX ISA 7.4); before, a plain access stands in.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800

RELUK_LOAD_INSTRUCTION(ld_hint, "ld.global.L2::cache_hint", RELUK_HINT)
RELUK_STORE_INSTRUCTION(st_hint, "st.global.L2::cache_hint", RELUK_HINT)

RELUK_HOST_DEVICE unsigned long long evict_first(float fraction) {
    unsigned long long policy;
    asm("createpolicy.fractional.L2::evict_first.b64 %0, %1;" : "=l"(policy) : "f"(fraction));
    return policy;
}

RELUK_HOST_DEVICE unsigned long long evict_last_or_first(float fraction) {
    unsigned long long policy;
    asm("createpolicy.fractional.L2::evict_last.L2::evict_first.b64 %0, %1;" : "=l"(policy) : "f"(fraction));
    return policy;
}

#else

RELUK_LOAD_INSTRUCTION(ld_hint, "ld.global", RELUK_NO_HINT)
RELUK_STORE_INSTRUCTION(st_hint, "st.global", RELUK_NO_HINT)

RELUK_HOST_DEVICE unsigned long long evict_first(float) {
    return 0;
}
RELUK_HOST_DEVICE unsigned long long evict_last_or_first(float) {
    return 0;
}

#endif

#if defined(__GNUC__) && !defined(__clang__) && !defined(__CUDACC_RTC__)
#pragma GCC diagnostic pop
#endif

#undef RELUK_LOAD_INSTRUCTION
#undef RELUK_STORE_INSTRUCTION
#undef RELUK_NO_HINT
#undef RELUK_HINT

} // namespace detail

/// How the input is read. Each is one instruction, named first in its comment.
namespace load {

/// ld.global: the hardware's default; the line stays in L1 and L2 as long as the replacement policy likes.
struct cached {
    /// The word at `address`.
    template <class Word>
    RELUK_HOST_DEVICE Word operator()(Word const* address) const {
        return detail::ld(address);
    }
};

/// ld.global.cs: likely used once, so the first to be evicted, in L1 and in L2.
struct streaming {
    /// The word at `address`.
    template <class Word>
    RELUK_HOST_DEVICE Word operator()(Word const* address) const {
        return detail::ld_cs(address);
    }
};

/// ld.global.L1::no_allocate: leaves L1 alone; the default in L2.
struct no_allocate {
    /// The word at `address`.
    template <class Word>
    RELUK_HOST_DEVICE Word operator()(Word const* address) const {
        return detail::ld_no_allocate(address);
    }
};

/// ld.global.L2::cache_hint, a fraction evict_first and the rest the default: that fraction is the first to be evicted
/// from L2. Which lines belong to it depends on their address alone. The default in L1. Plain before sm_80.
struct evict_first {
    float fraction = 1.0f; ///< of the input's lines, in (0, 1]

    /// The word at `address`.
    template <class Word>
    RELUK_HOST_DEVICE Word operator()(Word const* address) const {
        return detail::ld_hint(address, detail::evict_first(fraction));
    }
};

/// ld.global.L2::cache_hint, a fraction evict_last and the rest evict_first: keeps that fraction of the input in L2 for
/// the next call, where all of it would not fit. Which lines belong to it depends on their address alone, so a later
/// call finds the same ones. Plain before sm_80.
///
/// The lines stay preferred after the kernel has ended, until they are evicted or touched by other policies; on one
/// H200 that costs a later kernel up to 3 % (measured with a fraction of 1).
struct resident {
    float fraction = 1.0f; ///< of the input's lines, in (0, 1]

    /// The word at `address`.
    template <class Word>
    RELUK_HOST_DEVICE Word operator()(Word const* address) const {
        return detail::ld_hint(address, detail::evict_last_or_first(fraction));
    }
};

} // namespace load

/// How the output is written. Each is one instruction, named first in its comment.
namespace store {

/// st.global: the hardware's default, write-back; the output stays in L2 for whoever reads it next.
struct cached {
    /// Puts `word` at `address`.
    template <class Word>
    RELUK_HOST_DEVICE void operator()(Word* address, Word const& word) const {
        detail::st(address, word);
    }
};

/// st.global.cs: likely not read soon, so the first to be evicted; leaves the L2 to the input.
struct streaming {
    /// Puts `word` at `address`.
    template <class Word>
    RELUK_HOST_DEVICE void operator()(Word* address, Word const& word) const {
        detail::st_cs(address, word);
    }
};

/// st.global.L2::cache_hint, evict_first. Plain before sm_80.
struct evict_first {
    /// Puts `word` at `address`.
    template <class Word>
    RELUK_HOST_DEVICE void operator()(Word* address, Word const& word) const {
        detail::st_hint(address, word, detail::evict_first(1.0f));
    }
};

/// st.global.wt: write-through, past the L2.
struct write_through {
    /// Puts `word` at `address`.
    template <class Word>
    RELUK_HOST_DEVICE void operator()(Word* address, Word const& word) const {
        detail::st_wt(address, word);
    }
};

} // namespace store

RELUK_NAMESPACE_END
