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
         {std::uint64_t{0}, std::uint64_t{1}, one_step - 1, one_step, sign / 2 - one_step, sign / 2,
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

void check_all_codes(std::vector<calls::function> const& functions) {
    scene on(std::size_t{96} << 20);
    for (auto const& f : functions) {
        on.clear();
        unsigned variant = 0;
        for (auto const& numbers : numbers_for(f)) {
            calls::launch how;
            how.flow = static_cast<reluk::dataflow>(variant % 3);
            how.block = variant % 2 == 0 ? 256 : 96;
            // Aligned: nearly all are in words. Out by one against the input: realigned. In turns, since the number of
            // codes is large.
            add_all_codes(on, f, numbers, variant % 2 == 0 ? placing{0, 0, 0, 0, 0} : placing{0, 1, 0, 2, 0}, how);
            ++variant;
        }
        if (variant == 1) {
            add_all_codes(on, f, numbers_for(f)[0], {0, 1, 0, 2, 0}, {});
        }
        INFO(f.title());
        CHECK(on.play() == 0);
    }
}

} // namespace

TEST_CASE("every function for every type has the values of the definition") {
    check_all_codes(calls::in_one_kernel());
}

TEST_CASE("every function as published has the values of the definition, and the host's bits") {
    check_all_codes(calls::as_published());
    scene on(std::size_t{96} << 20);
    for (auto const& f : calls::as_published()) {
        on.clear();
        for (auto const& numbers : numbers_for(f)) {
            add_all_codes(on, f, numbers, {0, 0, 1, 0, 0}, {});
        }
        INFO(f.title());
        on.upload();
        on.launch();
        CHECK(on.count_wrong(on.on_host()) == 0);
    }
}

TEST_CASE("a word's elements and single elements have the same values") {
    // 1 to 40 elements: from none in words to most, by each function for each type.
    scene on(std::size_t{32} << 20);
    for (auto const& f : calls::in_one_kernel()) {
        on.clear();
        for (std::size_t n = 1; n <= 40; ++n) {
            on.add(f, place(on, f, {n, 0, 0, 0, 0}, numbers_for(f).back()));
        }
        INFO(f.title());
        CHECK(on.play() == 0);
    }
}

TEST_CASE("the gradient by the mask is the gradient, where the mask was written by relu_with_mask") {
    auto const find = [](char const* name, elements::format const* format) {
        for (auto const& f : calls::in_one_kernel()) {
            if (std::string(f.name) == name && f.out == format) {
                return f;
            }
        }
        throw std::runtime_error(std::string("there is no ") + name);
    };
    for (std::size_t format = 0; format < 6; ++format) {
        auto const* const f = &elements::formats[format];
        INFO(f->name);
        auto const forward = find("relu_with_mask", f);
        auto const by_mask = find("relu_backward_mask", f);
        auto const by_tensor = find("relu_backward", f);
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
        CHECK(a == b);
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
    for (auto const& f : calls::in_one_kernel()) {
        if (std::string(f.name) == name && f.out == &elements::formats[0]) {
            device::check(f.on_device(a, {}));
        }
    }
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
