// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Any bytes as a matrix of any pitches and offsets: each element of its rows gets its value, and what lies between and
// around them stays as it was.
#include <reluk/family.hpp>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fuzzer/FuzzedDataProvider.h>
#include <vector>

namespace {

void fail(char const* what) {
    std::fprintf(stderr, "%s\n", what);
    std::abort();
}

template <class T>
void check(FuzzedDataProvider& bytes) {
    std::size_t const columns = bytes.ConsumeIntegralInRange<std::size_t>(1, 200);
    std::size_t const rows = bytes.ConsumeIntegralInRange<std::size_t>(1, 20);
    std::size_t const in_pitch = columns + bytes.ConsumeIntegralInRange<std::size_t>(0, 40);
    bool const in_place = bytes.ConsumeBool();
    std::size_t const out_pitch = in_place ? in_pitch : columns + bytes.ConsumeIntegralInRange<std::size_t>(0, 40);
    std::size_t const in_offset = bytes.ConsumeIntegralInRange<std::size_t>(0, 40);
    std::size_t const out_offset = bytes.ConsumeIntegralInRange<std::size_t>(0, 40);
    std::vector<T> in(in_offset + rows * in_pitch + 40);
    unsigned seed = bytes.ConsumeIntegral<unsigned>();
    for (T& x : in) {
        seed = seed * 1664525 + 1013904223;
        x = static_cast<T>(static_cast<int>(seed >> 24) - 128);
    }
    std::vector<T> const before = in;
    std::vector<T> apart(out_offset + rows * out_pitch + 40, T{7});
    std::vector<T>& out = in_place ? in : apart;
    std::size_t const first = in_place ? in_offset : out_offset;
    std::vector<T> expected = out;
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t column = 0; column < columns; ++column) {
            T const x = before[in_offset + row * in_pitch + column];
            expected[first + row * out_pitch + column] = x > 0 ? x : T{0};
        }
    }
    if (!reluk::host::relu_2d(out.data() + first, out_pitch * sizeof(T), in.data() + in_offset, in_pitch * sizeof(T),
                              rows, columns)) {
        fail("a matrix is refused");
    }
    if (std::memcmp(out.data(), expected.data(), out.size() * sizeof(T)) != 0 || (!in_place && in != before)) {
        fail("an element is not what it should be");
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    FuzzedDataProvider bytes(data, size);
    switch (bytes.ConsumeIntegralInRange<int>(0, 3)) {
    case 0: check<double>(bytes); break;
    case 1: check<float>(bytes); break;
    case 2: check<short>(bytes); break;
    default: check<signed char>(bytes);
    }
    return 0;
}
