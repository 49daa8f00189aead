// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// ReLU's family on the CPU: the values of every function for every type, and for each shape of work that every element
// is written exactly once and nothing outside the tensors touched, at all offsets, in place and in all launch shapes.
#include <reluk/family.hpp>

#include "catch.hpp"
#include "family.hpp"

#include <algorithm>
#include <type_traits>
#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace {

constexpr std::size_t guard = 128;
constexpr std::size_t room = 8192;

/// A tensor with guard bytes around it, and what happened to its bytes.
struct buffer {
    alignas(128) unsigned char memory[room + 2 * guard];
    unsigned char before[room + 2 * guard];
    unsigned char* begin = memory + guard;
    std::size_t bytes = 0;
    std::vector<unsigned char> writes;

    /// `n` elements of random codes, `offset` elements past a multiple of 128 bytes.
    void fill(std::size_t offset, std::size_t n, unsigned element_bytes, unsigned seed) {
        begin = memory + guard + offset * element_bytes;
        bytes = n * element_bytes;
        writes.assign(bytes, 0);
        std::mt19937 generator(seed);
        for (unsigned char& byte : memory) {
            byte = static_cast<unsigned char>(generator());
        }
        std::copy(std::begin(memory), std::end(memory), before);
    }
    std::uint64_t was(std::size_t i, unsigned element_bytes) const {
        return elements::get(before + (begin - memory), i, element_bytes);
    }
    std::uint64_t is(std::size_t i, unsigned element_bytes) const { return elements::get(begin, i, element_bytes); }
    bool holds(unsigned char const* address, std::size_t n) const {
        return address >= begin && address + n <= begin + bytes;
    }
    /// Bytes that changed outside the tensor.
    int damage() const {
        int count = 0;
        for (std::size_t i = 0; i < sizeof memory; ++i) {
            bool const inside = memory + i >= begin && memory + i < begin + bytes;
            count += !inside && memory[i] != before[i];
        }
        return count;
    }
};

/// The buffers of one case, and accesses that were out of order.
struct watch {
    std::vector<buffer*> readable;
    std::vector<buffer*> writable;
    int faults = 0;
};

struct watched_load {
    watch* by;

    template <class Word>
    Word operator()(Word const* address) const {
        auto const* const begin = reinterpret_cast<unsigned char const*>(address);
        bool const aligned = reinterpret_cast<std::uintptr_t>(address) % sizeof(Word) == 0;
        for (buffer const* from : by->readable) {
            if (aligned && from->holds(begin, sizeof(Word))) {
                return reluk::load::cached{}(address);
            }
        }
        ++by->faults;
        return Word{};
    }
};

struct watched_store {
    watch* by;

    template <class Word>
    void operator()(Word* address, Word const& word) const {
        auto* const begin = reinterpret_cast<unsigned char*>(address);
        bool const aligned = reinterpret_cast<std::uintptr_t>(address) % sizeof(Word) == 0;
        for (buffer* to : by->writable) {
            if (aligned && to->holds(begin, sizeof(Word))) {
                for (std::size_t i = 0; i < sizeof(Word); ++i) {
                    ++to->writes[static_cast<std::size_t>(begin - to->begin) + i];
                }
                reluk::store::cached{}(address, word);
                return;
            }
        }
        ++by->faults;
    }
};

/// Walks requests in many launch shapes; in one access shape only where `Accesses` is 2, to compile less.
template <unsigned Accesses>
struct watched_run {
    watch* by;
    unsigned shape;

    template <unsigned WordBytes, unsigned PerThread, class Op>
    void walk(reluk::detail::request<Op> const& what) const {
        reluk::launch_config config;
        config.block = shape % 3 == 0 ? 32 : shape % 3 == 1 ? 7 : 256;
        config.order = shape % 2 == 0 ? reluk::block_order::forward : reluk::block_order::reverse;
        std::size_t const items_per_tile = config.block * PerThread;
        std::size_t const tiles = (what.items(WordBytes) + items_per_tile - 1) / items_per_tile;
        config.grid = static_cast<unsigned>(shape % 5 == 0 ? (tiles + 1) / 2 : shape % 5 == 1 ? tiles + 3 : tiles);
        reluk::host::walk<WordBytes, PerThread>(what, config, watched_load{by}, watched_store{by});
    }

    template <class Op>
    bool operator()(reluk::detail::request<Op> const& what) const {
        if constexpr (Accesses == 2) {
            walk<16, 2>(what);
        } else {
            switch (shape % 4) {
            case 0: walk<16, 1>(what); break;
            case 1: walk<16, 2>(what); break;
            case 2: walk<16, 4>(what); break;
            default: walk<32, 2>(what); break;
            }
        }
        return true;
    }
    static bool nothing() { return true; }
    static bool invalid() { return false; }
};

/// One case: `out` is tensor number `aliased` of the inputs, or one of its own. call(run, out, first, second, n) makes
/// the request, expected(first, second, i) gives the code of each element. Returns how many things went wrong.
struct scene {
    buffer out;
    buffer in[2];

    template <class Out, class In, unsigned Accesses, class Call, class Expected>
    int play(std::size_t n, std::size_t out_offset, std::size_t first_offset, std::size_t second_offset, int aliased,
             unsigned shape, Call const& call, Expected const& expected) {
        in[0].fill(first_offset, n, sizeof(In), shape);
        in[1].fill(second_offset, n, sizeof(In), shape + 1);
        out.fill(out_offset, n, sizeof(Out), shape + 2);
        buffer& target = aliased < 0 ? out : in[aliased];
        watch by{{&in[0], &in[1]}, {&target}, 0};
        bool const ran = call(watched_run<Accesses>{&by, shape}, reinterpret_cast<Out*>(target.begin),
                              reinterpret_cast<In const*>(in[0].begin), reinterpret_cast<In const*>(in[1].begin), n);
        int wrong = by.faults + !ran + target.damage();
        for (unsigned char const writes : target.writes) {
            wrong += writes != 1;
        }
        for (std::size_t i = 0; i < n; ++i) {
            wrong += target.is(i, sizeof(Out)) != expected(in[0].was(i, sizeof(In)), in[1].was(i, sizeof(In)), i);
        }
        for (buffer const& source : in) {
            wrong +=
                &source != &target && !std::equal(std::begin(source.memory), std::end(source.memory), source.before);
        }
        return wrong;
    }
};

scene& stage() {
    static scene only;
    return only;
}

constexpr std::size_t sizes[] = {1, 3, 8, 15, 16, 17, 31, 33, 64, 100, 129, 333, 700};

/// Plays a call over sizes, offsets and aliasing, each in another launch shape.
template <class Out, class In, unsigned Accesses = 2, class Call, class Expected>
int play_all(bool binary, Call const& call, Expected const& expected) {
    int wrong = 0;
    unsigned shape = 0;
    for (std::size_t const n : sizes) {
        for (std::size_t const out_offset : {0, 1, 3, 8}) {
            for (std::size_t const first_offset : {0, 1, 5, 8}) {
                for (std::size_t const second_offset : {0, 3, 4}) {
                    if (binary || second_offset == 0) {
                        wrong += stage().play<Out, In, Accesses>(n, out_offset, first_offset, second_offset, -1,
                                                                 shape++, call, expected);
                    }
                }
            }
            if (sizeof(Out) == sizeof(In)) {
                wrong += stage().play<Out, In, Accesses>(n, 0, out_offset, 1, 0, shape++, call, expected);
                wrong += binary ? stage().play<Out, In, Accesses>(n, 0, 1, out_offset, 1, shape++, call, expected) : 0;
            }
        }
    }
    return wrong;
}

template <class T>
T as(double value, elements::format const& f) {
    std::uint64_t const code = family::nearest(f, value);
    T to;
    std::memcpy(static_cast<void*>(&to), &code, sizeof to);
    return to;
}

template <class F>
void for_each_floating(F f) {
    elements::for_each([&](auto* type, elements::format const& format) {
        if constexpr (!std::is_integral<std::remove_pointer_t<decltype(type)>>::value) {
            f(type, format);
        }
    });
}

} // namespace

namespace make = reluk::detail::family;

TEST_CASE("gradients pass where the input or the output is positive or NaN") {
    for_each_floating([](auto* type, elements::format const& f) {
        using T = std::remove_pointer_t<decltype(type)>;
        CAPTURE(f.name);
        auto const call = [](auto run, T* out, T const* gradient, T const* y, std::size_t n) {
            return make::relu_backward(run, out, gradient, y, n);
        };
        auto const expected = [&](auto gradient, auto y, std::size_t) { return family::relu_backward(f, gradient, y); };
        CHECK(play_all<T, T>(true, call, expected) == 0);
    });
}

TEST_CASE("a sum is rectified, and rounded once") {
    for_each_floating([](auto* type, elements::format const& f) {
        using T = std::remove_pointer_t<decltype(type)>;
        CAPTURE(f.name);
        auto const call = [](auto run, T* out, T const* a, T const* b, std::size_t n) {
            return make::add_relu(run, out, a, b, n);
        };
        auto const expected = [&](auto a, auto b, std::size_t) { return family::add_relu(f, a, b); };
        CHECK(play_all<T, T, 4>(true, call, expected) == 0);
    });
}

TEST_CASE("a bias goes along the columns or the channels") {
    // inner, channels: whole words per row, of the same channel, and neither.
    constexpr std::size_t extents[][2] = {{1, 16}, {1, 64}, {1, 5},  {16, 3}, {32, 1},
                                          {3, 7},  {1, 1},  {25, 2}, {1, 700}};
    for_each_floating([&](auto* type, elements::format const& f) {
        using T = std::remove_pointer_t<decltype(type)>;
        CAPTURE(f.name);
        std::mt19937 generator(1);
        for (auto const& extent : extents) {
            std::size_t const inner = extent[0];
            std::size_t const channels = extent[1];
            CAPTURE(inner, channels);
            for (std::size_t const bias_offset : {0, 1}) {
                std::vector<unsigned char> memory((channels + 1) * sizeof(T) + 128);
                auto* bias = memory.data();
                bias += (128 - reinterpret_cast<std::uintptr_t>(bias) % 128) % 128 + bias_offset * sizeof(T);
                for (std::size_t i = 0; i < channels * sizeof(T); ++i) {
                    bias[i] = static_cast<unsigned char>(generator());
                }
                int wrong = 0;
                unsigned shape = 0;
                for (std::size_t const outer : {1, 2, 3, 9}) {
                    std::size_t const n = outer * channels * inner;
                    if (n * sizeof(T) > room - 128) {
                        continue;
                    }
                    for (std::size_t const out_offset : {0, 1, 8}) {
                        for (std::size_t const in_offset : {0, 1, 8}) {
                            for (int const aliased : {-1, 0}) {
                                wrong += stage().play<T, T, 2>(
                                    n, out_offset, in_offset, 0, aliased, shape++,
                                    [&](auto run, T* out, T const* in, T const*, std::size_t) {
                                        return make::bias_relu(run, out, in, reinterpret_cast<T const*>(bias), outer,
                                                               channels, inner);
                                    },
                                    [&](auto x, auto, std::size_t i) {
                                        auto const b = elements::get(bias, i / inner % channels, sizeof(T));
                                        return family::add_relu(f, x, b);
                                    });
                            }
                        }
                    }
                }
                CHECK(wrong == 0);
            }
        }
    });
}

TEST_CASE("casts rectify, scale and round once, to fp8 with saturation or without") {
    for_each_floating([](auto* from_type, elements::format const& from) {
        for_each_floating([&](auto* to_type, elements::format const& to) {
            using In = std::remove_pointer_t<decltype(from_type)>;
            using Out = std::remove_pointer_t<decltype(to_type)>;
            if constexpr (sizeof(In) <= 4 && sizeof(Out) <= 4) {
                CAPTURE(from.name, to.name);
                for (float const scale : {1.0f, 0.37f, 1024.0f}) {
                    for (auto const beyond : {reluk::overflow::saturate, reluk::overflow::propagate}) {
                        auto const call = [&](auto run, Out* out, In const* in, In const*, std::size_t n) {
                            return make::relu_cast(run, out, in, n, scale, beyond);
                        };
                        auto const expected = [&](auto x, auto, std::size_t) {
                            bool const saturate = beyond == reluk::overflow::saturate;
                            return family::relu_cast(to, from, x, static_cast<double>(scale), saturate);
                        };
                        CHECK(play_all<Out, In>(false, call, expected) == 0);
                    }
                }
            }
        });
    });
}

TEST_CASE("clipped: between 0 and the bound, NaN unchanged, and its gradient") {
    elements::for_each([](auto* type, elements::format const& f) {
        using T = std::remove_pointer_t<decltype(type)>;
        CAPTURE(f.name);
        bool const floating = f.kind == elements::format::floating;
        std::uint64_t const largest =
            floating ? family::nearest(f, f.has_infinity ? HUGE_VAL : 448)
                     : ~std::uint64_t{0} >> (64 - 8 * f.bytes + (f.kind == elements::format::signed_integer));
        for (std::uint64_t const code :
             {std::uint64_t{0}, std::uint64_t{1}, floating ? family::nearest(f, 6) : 6, largest}) {
            CAPTURE(code);
            T bound;
            std::memcpy(static_cast<void*>(&bound), &code, sizeof bound);
            auto const call = [&](auto run, T* out, T const* in, T const*, std::size_t n) {
                return make::clipped_relu(run, out, in, n, bound);
            };
            auto const expected = [&](auto x, auto, std::size_t) { return family::clipped_relu(f, x, code); };
            CHECK(play_all<T, T>(false, call, expected) == 0);
            if constexpr (!std::is_integral<T>::value) {
                auto const backward = [&](auto run, T* out, T const* gradient, T const* y, std::size_t n) {
                    return make::clipped_relu_backward(run, out, gradient, y, n, bound);
                };
                auto const gradient = [&](auto g, auto y, std::size_t) {
                    return family::clipped_relu_backward(f, g, y, code);
                };
                CHECK(play_all<T, T>(true, backward, gradient) == 0);
            }
        }
    });
}

TEST_CASE("leaky and squared, and their gradients; slope 0 is ReLU, bit for bit") {
    for_each_floating([](auto* type, elements::format const& f) {
        using T = std::remove_pointer_t<decltype(type)>;
        using Slope = typename reluk::format_of<T>::wide;
        CAPTURE(f.name);
        for (double const slope : {0.0, 0.0078125, -1.5}) {
            CAPTURE(slope);
            auto const forward = [&](auto run, T* out, T const* in, T const*, std::size_t n) {
                return make::leaky_relu(run, out, in, n, static_cast<Slope>(slope));
            };
            auto const expected = [&](auto x, auto, std::size_t) {
                return slope == 0 ? elements::relu(f, x) : family::leaky_relu(f, x, slope);
            };
            CHECK(play_all<T, T>(false, forward, expected) == 0);
            auto const backward = [&](auto run, T* out, T const* gradient, T const* x, std::size_t n) {
                return make::leaky_relu_backward(run, out, gradient, x, n, static_cast<Slope>(slope));
            };
            auto const gradient = [&](auto g, auto x, std::size_t) {
                return slope == 0 ? family::relu_backward(f, g, x) : family::leaky_relu_backward(f, g, x, slope);
            };
            CHECK(play_all<T, T>(true, backward, gradient) == 0);
        }
        auto const forward = [&](auto run, T* out, T const* in, T const*, std::size_t n) {
            return make::squared_relu(run, out, in, n);
        };
        CHECK(play_all<T, T>(false, forward, [&](auto x, auto, std::size_t) { return family::squared_relu(f, x); }) ==
              0);
        auto const backward = [&](auto run, T* out, T const* gradient, T const* x, std::size_t n) {
            return make::squared_relu_backward(run, out, gradient, x, n);
        };
        auto const gradient = [&](auto g, auto x, std::size_t) { return family::squared_relu_backward(f, g, x); };
        CHECK(play_all<T, T>(true, backward, gradient) == 0);
    });
}

TEST_CASE("the gradient of squared ReLU is rounded once, and infinite only where it is too large") {
    constexpr float least = 1.401298464e-45f;
    struct {
        float gradient, x, expected;
    } const cases[] = {
        {0.0f, 2e38f, 0.0f},      {0.5f, 2e38f, 2e38f},      {1e-30f, 3e38f, 1e-30f * 3e38f * 2},
        {3e38f, 0.25f, 1.5e38f},  {-3e38f, 0.5f, -3e38f},    {3e38f, 3e38f, HUGE_VALF},
        {1.0f, 2e38f, HUGE_VALF}, {least, 0.75f, 2 * least}, {3 * least, 1.25f, 8 * least}, // 1.5 and 7.5 are even
    };
    for (auto const& c : cases) {
        float out = -1;
        REQUIRE(reluk::host::squared_relu_backward(&out, &c.gradient, &c.x, 1));
        CAPTURE(c.gradient, c.x);
        CHECK(out == c.expected);
    }
}

#if defined(__SSE__)
TEST_CASE("subnormals of the narrow types survive where the CPU flushes those of float") {
    unsigned const before = _mm_getcsr();
    _mm_setcsr(before | 0x8040); // denormals are zero, flush to zero
    auto const survive = [](auto const* type, unsigned codes) {
        using T = std::remove_const_t<std::remove_pointer_t<decltype(type)>>;
        for (unsigned code = 0; code < codes; ++code) {
            T x;
            std::memcpy(static_cast<void*>(&x), &code, sizeof x);
            float number = -1;
            T again;
            REQUIRE(reluk::host::relu_cast(&number, &x, 1));
            REQUIRE(reluk::host::relu_cast(&again, &number, 1));
            CHECK(std::memcmp(&again, &x, sizeof x) == 0);
        }
    };
    survive(static_cast<__half*>(nullptr), 1024);
    survive(static_cast<__nv_fp8_e4m3*>(nullptr), 8);
    survive(static_cast<__nv_fp8_e5m2*>(nullptr), 4);
    _mm_setcsr(before);
}
#endif

TEST_CASE("masks: one bit per element, the rest of the last word zero, and the gradient by them is the gradient") {
    elements::for_each([](auto* type, elements::format const& f) {
        using T = std::remove_pointer_t<decltype(type)>;
        CAPTURE(f.name);
        int wrong = 0;
        unsigned shape = 0;
        static buffer in, out, mask, gradient;
        for (std::size_t const n : sizes) {
            for (std::size_t const out_offset : {0, 1, 2, 16}) {
                for (std::size_t const in_offset : {0, 1, 8}) {
                    for (bool const in_place : {false, true}) {
                        in.fill(in_offset, n, sizeof(T), shape++);
                        out.fill(out_offset, n, sizeof(T), shape++);
                        mask.fill(shape % 5, (n + 31) / 32, 4, shape);
                        buffer& target = in_place ? in : out;
                        watch by{{&in}, {&target, &mask}, 0};
                        bool const ran = make::relu_with_mask(
                            watched_run<4>{&by, shape}, reinterpret_cast<T*>(target.begin),
                            reinterpret_cast<unsigned*>(mask.begin), reinterpret_cast<T const*>(in.begin), n);
                        wrong += by.faults + !ran + target.damage() + mask.damage();
                        wrong += static_cast<int>(
                            std::count_if(target.writes.begin(), target.writes.end(), [](int w) { return w != 1; }));
                        wrong += static_cast<int>(
                            std::count_if(mask.writes.begin(), mask.writes.end(), [](int w) { return w != 1; }));
                        for (std::size_t i = 0; i < mask.bytes * 8; ++i) {
                            bool const expected = i < n && family::passes(f, in.was(i, sizeof(T)));
                            wrong += (mask.is(i / 32, 4) >> i % 32 & 1) != expected;
                            wrong += i < n && target.is(i, sizeof(T)) != elements::relu(f, in.was(i, sizeof(T)));
                        }
                        if constexpr (!std::is_integral<T>::value) {
                            std::copy(mask.begin, mask.begin + mask.bytes, mask.before + (mask.begin - mask.memory));
                            gradient.fill(in_offset, n, sizeof(T), shape + 7);
                            out.fill(out_offset, n, sizeof(T), shape + 8);
                            buffer& to = in_place ? gradient : out;
                            watch watching{{&gradient, &mask}, {&to}, 0};
                            wrong += !make::relu_backward_mask(watched_run<4>{&watching, shape},
                                                               reinterpret_cast<T*>(to.begin),
                                                               reinterpret_cast<T const*>(gradient.begin),
                                                               reinterpret_cast<unsigned const*>(mask.begin), n);
                            wrong += watching.faults + to.damage();
                            for (std::size_t i = 0; i < n; ++i) {
                                bool const passed = (mask.is(i / 32, 4) >> i % 32 & 1) != 0;
                                wrong += to.is(i, sizeof(T)) != (passed ? gradient.was(i, sizeof(T)) : 0);
                            }
                        }
                    }
                }
            }
        }
        CHECK(wrong == 0);
    });
}

TEST_CASE("matrices: any pitches, in place and side by side in one, nothing between the rows touched") {
    elements::for_each([](auto* type, elements::format const& f) {
        using T = std::remove_pointer_t<decltype(type)>;
        CAPTURE(f.name);
        int wrong = 0;
        unsigned shape = 0;
        static buffer in, out;
        for (std::size_t const columns : {1, 2, 7, 16, 33, 64}) {
            for (std::size_t const rows : {1, 2, 5}) {
                for (std::size_t const out_gap : {0, 1, 16}) {
                    for (std::size_t const in_gap : {0, 3, 16}) {
                        for (std::size_t const offset : {0, 1, 5}) {
                            for (int const layout : {0, 1, 2}) { // apart, in place, side by side
                                std::size_t const in_pitch = (columns * (layout == 2 ? 2 : 1) + in_gap) * sizeof(T);
                                std::size_t const out_pitch = layout == 0 ? (columns + out_gap) * sizeof(T) : in_pitch;
                                // The watched tensors are whole pitches; only the rows may change.
                                in.fill(offset, (rows - 1) * in_pitch / sizeof(T) + columns * (layout == 2 ? 2 : 1),
                                        sizeof(T), shape++);
                                out.fill(offset / 2, (rows - 1) * out_pitch / sizeof(T) + columns, sizeof(T), shape++);
                                buffer& target = layout == 0 ? out : in;
                                unsigned char* const to = target.begin + (layout == 2 ? columns * sizeof(T) : 0);
                                watch by{{&in}, {&target}, 0};
                                wrong += !make::relu_2d(watched_run<4>{&by, shape}, reinterpret_cast<T*>(to), out_pitch,
                                                        reinterpret_cast<T const*>(in.begin), in_pitch, rows, columns);
                                wrong += by.faults + target.damage();
                                for (std::size_t byte = 0; byte < target.bytes; ++byte) {
                                    auto const from_to = static_cast<std::size_t>(target.begin + byte - to);
                                    bool const in_row =
                                        target.begin + byte >= to && from_to % out_pitch < columns * sizeof(T);
                                    wrong += target.writes[byte] != in_row;
                                }
                                for (std::size_t row = 0; row < rows; ++row) {
                                    for (std::size_t column = 0; column < columns; ++column) {
                                        auto const x = in.was(row * in_pitch / sizeof(T) + column, sizeof(T));
                                        wrong += elements::get(to + row * out_pitch, column, sizeof(T)) !=
                                                 elements::relu(f, x);
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
        CHECK(wrong == 0);
    });
}

TEST_CASE("the gradient by a mask, in words of 32 bytes, at every common offset") {
    elements::for_each([](auto* type, elements::format const& f) {
        using T = std::remove_pointer_t<decltype(type)>;
        if constexpr (!std::is_integral<T>::value) {
            CAPTURE(f.name);
            static buffer gradient, out, mask;
            constexpr std::size_t n = 300;
            constexpr unsigned words_of_32_bytes = 3; // of watched_run's shapes
            int wrong = 0;
            for (std::size_t offset = 0; offset < 32; ++offset) {
                gradient.fill(offset, n, sizeof(T), 1);
                out.fill(offset, n, sizeof(T), 2);
                mask.fill(0, (n + 31) / 32, 4, 3);
                watch by{{&gradient, &mask}, {&out}, 0};
                wrong += !make::relu_backward_mask(
                    watched_run<4>{&by, words_of_32_bytes}, reinterpret_cast<T*>(out.begin),
                    reinterpret_cast<T const*>(gradient.begin), reinterpret_cast<unsigned const*>(mask.begin), n);
                wrong += by.faults + out.damage();
                for (std::size_t i = 0; i < n; ++i) {
                    bool const passed = (mask.is(i / 32, 4) >> i % 32 & 1) != 0;
                    wrong += out.is(i, sizeof(T)) != (passed ? gradient.was(i, sizeof(T)) : 0);
                }
            }
            CHECK(wrong == 0);
        }
    });
}

namespace {

/// Does nothing but say whether choose() takes the tensors for ones at the same offset modulo so many bytes.
struct congruence {
    unsigned bytes;

    template <class Op>
    bool operator()(reluk::detail::request<Op> const& what) const {
        return what.work(reluk::dataflow::pipeline).is_congruent(bytes);
    }
    static bool nothing() { return false; }
    static bool invalid() { return false; }
};

} // namespace

TEST_CASE("tensors are congruent where no word has to be put together, whatever their elements and their number") {
    alignas(128) static unsigned char memory[3][4096];
    auto const at = [](int which, auto const* type, unsigned offset) {
        return reinterpret_cast<std::remove_const_t<std::remove_pointer_t<decltype(type)>>*>(memory[which]) + offset;
    };
    constexpr float const* floats = nullptr;
    constexpr __half const* halves = nullptr;
    constexpr auto beyond = reluk::overflow::saturate;
    for (unsigned const bytes : {16u, 32u}) {
        congruence const is_congruent{bytes};
        unsigned const period = bytes / 4; // in elements of the widest type
        for (unsigned i = 0; i < 32; ++i) {
            for (unsigned k = 0; k < 32; ++k) {
                CAPTURE(bytes, i, k);
                bool const first = i % period == k % period;
                float* const out = at(0, floats, i);
                float const* const in = at(1, floats, k);
                CHECK(make::relu_cast(is_congruent, out, at(1, halves, k), 100, 1.0f, beyond) == first);
                CHECK(make::relu_cast(is_congruent, at(0, halves, i), in, 100, 1.0f, beyond) == first);
                CHECK(make::add_relu(is_congruent, out, in, out, 100) == first);
                for (unsigned second = 0; second < period; ++second) {
                    CHECK(make::add_relu(is_congruent, out, in, at(2, floats, second), 100) ==
                          (first && i % period == second));
                }
                for (std::size_t const pitch : {100u, 104u, 112u, 116u, 132u}) {
                    CHECK(make::relu_2d(is_congruent, out, 100, in, pitch, 3, 20) ==
                          (first && pitch % bytes == 100 % bytes));
                }
            }
        }
    }
}
