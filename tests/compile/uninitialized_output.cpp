// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Outputs need no value before a call, and compilers must not warn of it. So many calls that the checks are not
// inlined.
#include <reluk/batch.hpp>
#include <reluk/family.hpp>

template <class T, unsigned N>
int sum(int first) {
    T x[N];
    for (unsigned i = 0; i < N; ++i) {
        x[i] = static_cast<T>(first + static_cast<int>(i));
    }
    T y[N];
    unsigned mask[(N + 31) / 32];
    T* const outputs[1] = {y};
    T const* const inputs[1] = {x};
    reluk::size_t const n[1] = {N};
    bool good = reluk::host::relu(y, x, N);
    good = reluk::host::relu_with_mask(y, mask, x, N) && good;
    good = reluk::host::clipped_relu(y, x, N, T(3)) && good;
    good = reluk::host::relu_2d(y, N / 2 * sizeof(T), x, N / 2 * sizeof(T), 2, N / 2) && good;
    good = reluk::host::relu_batch(outputs, inputs, n, 1) && good;
    int total = good ? static_cast<int>(mask[0] % 2) : 0;
    for (unsigned i = 0; i < N; ++i) {
        total += static_cast<int>(y[i]);
    }
    return total;
}

int main(int count, char**) {
    return sum<float, 4>(count) + sum<double, 8>(count) + sum<int, 16>(count) + sum<signed char, 40>(count) +
           sum<unsigned short, 8>(count) + sum<float, 64>(count);
}
