// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// The values of every function of the family for every type: all codes of the narrow types, special and random ones of
// the wide, every NaN among them, in the words and in the single elements of a tensor.
#include "scene.hpp"

#include <cmath>

namespace {

using calls::operands;

/// Codes at and around the ends of a format's ranges, of both signs.
std::vector<std::uint64_t> special_codes(elements::format const& f) {
    std::uint64_t const sign = std::uint64_t{1} << (8 * f.bytes - 1);
    std::uint64_t const one_step = std::uint64_t{1} << f.fraction_bits;
    std::vector<std::uint64_t> all;
    for (std::uint64_t const magnitude :
         {std::uint64_t{0}, std::uint64_t{1}, one_step - 1, one_step, sign / 2 - 1, sign / 2, sign / 2 + 1,
          sign - one_step - 1, sign - one_step, sign - one_step + 1, sign - 1}) {
        all.push_back(magnitude & (sign - 1));
        all.push_back((magnitude & (sign - 1)) | sign);
    }
    return all;
}

/// Pairs of codes: all of 8-bit formats; of 16-bit ones each code with special and random others, on either side; of
/// wide ones all pairs of special codes, and random ones.
std::vector<std::pair<std::uint64_t, std::uint64_t>> pairs(elements::format const& first,
                                                           elements::format const& second) {
    auto const codes = elements::codes(first, 1 << 14);
    auto const others = elements::codes(second, 1 << 14);
    auto const special = special_codes(first);
    auto const other_special = special_codes(second);
    std::mt19937_64 random(7);
    std::vector<std::pair<std::uint64_t, std::uint64_t>> all;
    if (first.bytes == 1) {
        for (auto const x : codes) {
            for (auto const y : others) {
                all.emplace_back(x, y);
            }
        }
        return all;
    }
    for (auto const x : special) {
        for (auto const y : other_special) {
            all.emplace_back(x, y);
        }
    }
    for (std::size_t i = 0; i < codes.size(); ++i) {
        all.emplace_back(codes[i], other_special[(i + i / 16) % other_special.size()]);
        all.emplace_back(codes[i], others[random() % others.size()]);
        all.emplace_back(special[(i + i / 16) % special.size()], others[i]);
    }
    return all;
}

/// A call that takes all codes, or all pairs.
void add_all_codes(scene& on, calls::function const& f, calls::arguments const& numbers, placing where,
                   calls::launch const& how) {
    if (f.takes == operands::matrix) {
        where.n = elements::codes(*f.in, 1 << 14).size();
        auto const a = place(on, f, where, numbers);
        auto const codes = elements::codes(*f.in, 1 << 14);
        for (std::size_t row = 0; row < a.outer; ++row) {
            for (std::size_t column = 0; column < a.channels; ++column) {
                elements::put(static_cast<unsigned char*>(const_cast<void*>(a.in)) + row * a.in_pitch, column,
                              f.in->bytes, codes[(row * a.channels + column) % codes.size()]);
            }
        }
        on.add(f, a, how);
        return;
    }
    bool const two = f.takes == operands::two || f.takes == operands::bias;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> values;
    if (two) {
        values = pairs(*f.in, *f.out);
    } else {
        for (auto const code : elements::codes(*f.in, 1 << 14)) {
            values.emplace_back(code, 0);
        }
    }
    where.n = values.size();
    auto a = place(on, f, where, numbers);
    if (f.takes == operands::bias) { // one row, with a bias for each element
        a.outer = 1;
        a.channels = a.n = values.size();
        a.inner = 1;
        a.in = on.tensor(a.n * f.in->bytes, where.in * f.in->bytes);
        a.second = on.tensor(a.n * f.out->bytes, where.second * f.out->bytes);
        a.out = on.tensor(a.n * f.out->bytes, where.out * f.out->bytes);
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
        elements::put(const_cast<void*>(a.in), i, f.in->bytes, values[i].first);
        if (two) {
            elements::put(const_cast<void*>(a.second), i, f.out->bytes, values[i].second);
        }
    }
    on.add(f, a, how);
}

std::size_t play_all_codes(scene& on, calls::function const& f) {
    unsigned variant = 0;
    for (auto const& numbers : numbers_for(f)) {
        calls::launch how;
        how.flow = static_cast<reluk::dataflow>(variant % 3);
        how.block = variant % 2 == 0 ? 256 : 96;
        // In turns, since there are many codes: aligned, nearly all are in words; by one apart, they are realigned.
        add_all_codes(on, f, numbers, variant % 2 == 0 ? placing{0, 0, 0, 0, 0} : placing{0, 1, 0, 2, 0}, how);
        ++variant;
    }
    if (variant == 1) {
        add_all_codes(on, f, numbers_for(f)[0], {0, 1, 0, 2, 0}, {});
    }
    return on.play();
}

constexpr std::size_t room = std::size_t{96} << 20;

} // namespace

TEST_CASE("every function for every type has the values of the definition") {
    CHECK(in_threads(calls::in_one_kernel(), room, play_all_codes) == all_right);
}

TEST_CASE("every function as published has the values of the definition, and the host's bits") {
    CHECK(in_threads(calls::as_published(), room, play_all_codes) == all_right);
    CHECK(in_threads(calls::as_published(), room, [](scene& on, calls::function const& f) {
              for (auto const& numbers : numbers_for(f)) {
                  add_all_codes(on, f, numbers, {0, 0, 1, 0, 0}, {});
              }
              on.upload();
              on.launch();
              return on.count_wrong(on.on_host());
          }) == all_right);
}

TEST_CASE("a word's elements and single elements have the same values") {
    // 1 to 40 elements: from none in words to most.
    CHECK(in_threads(calls::in_one_kernel(), std::size_t{1} << 20, [](scene& on, calls::function const& f) {
              for (std::size_t n = 1; n <= 40; ++n) {
                  on.add(f, place(on, f, {n, 0, 0, 0, 0}, numbers_for(f).back()));
              }
              return on.play();
          }) == all_right);
}

TEST_CASE("the gradient by the mask is the gradient, where the mask was written by relu_with_mask") {
    for (std::size_t format = 0; format < 6; ++format) {
        auto const* const f = &elements::formats[format];
        INFO(f->name);
        auto const& forward = calls::find(calls::in_one_kernel(), "relu_with_mask", f->name);
        auto const& by_mask = calls::find(calls::in_one_kernel(), "relu_backward_mask", f->name);
        auto const& by_tensor = calls::find(calls::in_one_kernel(), "relu_backward", f->name);
        scene on(std::size_t{8} << 20);
        std::size_t const n = 70001;
        auto const with_mask = place(on, forward, {n, 1, 3, 1, 0}, {});
        calls::arguments masked;
        masked.n = n;
        masked.in = on.tensor(n * f->bytes, 2 * f->bytes);
        masked.out = on.tensor(n * f->bytes);
        masked.second = with_mask.mask;
        calls::arguments direct = masked;
        direct.second = with_mask.in;
        direct.out = on.tensor(n * f->bytes);
        on.add(forward, with_mask);
        on.add(by_mask, masked);
        on.add(by_tensor, direct);
        CHECK(on.play() == 0);
        std::vector<unsigned char> a(n * f->bytes), b(n * f->bytes);
        device::check(cudaMemcpy(a.data(), on.on_device(masked).out, a.size(), cudaMemcpyDeviceToHost));
        device::check(cudaMemcpy(b.data(), on.on_device(direct).out, b.size(), cudaMemcpyDeviceToHost));
        CHECK((a == b)); // in brackets: what differs is too much to print
    }
}

namespace {

/// What a function of one or two inputs gives for fp64 numbers, on the device.
std::vector<double> computed(char const* name, std::vector<double> const& in, std::vector<double> const& second,
                             calls::arguments a) {
    std::size_t const bytes = in.size() * sizeof(double);
    device::memory const from(bytes), other(bytes), to(bytes);
    device::check(cudaMemcpy(from.get(), in.data(), bytes, cudaMemcpyHostToDevice));
    device::check(cudaMemcpy(other.get(), second.data(), second.size() * sizeof(double), cudaMemcpyHostToDevice));
    a.out = to.get();
    a.in = from.get();
    a.second = other.get();
    a.n = in.size();
    device::check(calls::find(calls::in_one_kernel(), name, "fp64").on_device(a, {}));
    std::vector<double> result(in.size());
    device::check(cudaMemcpy(result.data(), to.get(), bytes, cudaMemcpyDeviceToHost));
    return result;
}

} // namespace

TEST_CASE("gradients are the differences of the functions, in double") {
    struct {
        char const* forward;
        char const* backward;
        double number;
        double bound;
    } const functions[] = {{"clipped_relu", "relu_backward", 1, HUGE_VAL},
                           {"clipped_relu", "clipped_relu_backward", 1, 6},
                           {"leaky_relu", "leaky_relu_backward", 0.01, 0},
                           {"leaky_relu", "leaky_relu_backward", -1.5, 0},
                           {"squared_relu", "squared_relu_backward", 1, 0}};
    constexpr double step = 1e-4;
    std::mt19937_64 random(11);
    std::uniform_real_distribution<double> numbers(-9, 9);
    std::vector<double> x, gradient;
    while (x.size() < 100000) {
        double const candidate = numbers(random);
        // The difference across a corner is no gradient.
        if (std::fabs(candidate) > 2 * step && std::fabs(candidate - 6) > 2 * step) {
            x.push_back(candidate);
            gradient.push_back(numbers(random));
        }
    }
    for (auto const& f : functions) {
        CAPTURE(f.backward, f.number);
        calls::arguments a;
        a.number = f.number;
        std::memcpy(&a.bound, &f.bound, sizeof a.bound);
        auto above = x, below = x;
        for (std::size_t i = 0; i < x.size(); ++i) {
            above[i] += step;
            below[i] -= step;
        }
        auto const high = computed(f.forward, above, {}, a);
        auto const low = computed(f.forward, below, {}, a);
        auto const back = computed(f.backward, gradient, x, a);
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < x.size(); ++i) {
            double const difference = gradient[i] * (high[i] - low[i]) / (above[i] - below[i]);
            wrong += !(std::fabs(back[i] - difference) <= 1e-8 * (1 + std::fabs(difference)));
        }
        CHECK(wrong == 0);
    }
}
