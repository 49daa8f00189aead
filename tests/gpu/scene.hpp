// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Many calls at once on tensors that lie side by side in one piece of memory, with guard bytes between them. All are
// launched together, and then every byte of the memory is compared: outputs, inputs and what lies between.
#pragma once

#include "device.hpp"
#include "family_calls.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>

/// Whether bit i of a mask is set.
inline bool bit_of(void const* mask, std::size_t i) {
    return (elements::get(mask, i / 32, 4) >> i % 32 & 1) != 0;
}

/// Carries a call out on the host, element by element, by the formats' definitions.
inline void carry_out(calls::function const& f, calls::arguments const& a) {
    using calls::operands;
    unsigned const out_bytes = f.out->bytes;
    auto const first = [&](std::size_t i) { return elements::get(a.in, i, f.in->bytes); };
    if (f.takes == operands::matrix) {
        for (std::size_t row = 0; row < a.outer; ++row) {
            for (std::size_t column = 0; column < a.channels; ++column) {
                auto const* const from = static_cast<unsigned char const*>(a.in) + row * a.in_pitch;
                std::uint64_t const x = elements::get(from, column, f.in->bytes);
                elements::put(static_cast<unsigned char*>(a.out) + row * a.out_pitch, column, out_bytes,
                              f.expected(f, a, x, 0));
            }
        }
        return;
    }
    if (f.takes == operands::to_mask) {
        std::fill_n(static_cast<unsigned char*>(a.mask), (a.n + 31) / 32 * 4, static_cast<unsigned char>(0));
    }
    std::size_t const n = f.takes == operands::bias ? a.outer * a.channels * a.inner : a.n;
    for (std::size_t i = 0; i < n; ++i) {
        std::uint64_t second = 0;
        switch (f.takes) {
        case operands::two: second = elements::get(a.second, i, out_bytes); break;
        case operands::bias: second = elements::get(a.second, i / a.inner % a.channels, out_bytes); break;
        case operands::mask: second = bit_of(a.second, i) ? 1 : 0; break;
        default: break;
        }
        std::uint64_t const y = f.expected(f, a, first(i), second);
        if (f.takes == operands::to_mask && y != 0) {
            elements::put(a.mask, i / 32, 4, elements::get(a.mask, i / 32, 4) | std::uint64_t{1} << i % 32);
        }
        elements::put(a.out, i, out_bytes, y);
    }
}

class scene {
public:
    static constexpr std::size_t guard = 256; ///< bytes between tensors, at least; offsets count from a multiple of it

    explicit scene(std::size_t capacity, unsigned seed = 1)
        : input_(capacity / guard + 1), device_(input_.size() * guard), random_(seed) {
        used_ = device_.size();
        shuffle();
        clear();
    }

    std::mt19937_64& random() { return random_; }

    /// A new tensor of so many bytes, `offset` bytes past a multiple of the guard's size, with random bytes in it.
    unsigned char* tensor(std::size_t bytes, std::size_t offset = 0) {
        std::size_t const begin = used_ + offset;
        used_ = (begin + bytes + 2 * guard - 1) / guard * guard;
        if (used_ > device_.size()) {
            throw std::runtime_error("the scene is full: give it more capacity");
        }
        return input_.data()->bytes + begin;
    }
    bool has_room(std::size_t bytes) const { return used_ + bytes <= device_.size(); }

    /// `f` must live as long as the scene.
    void add(calls::function const& f, calls::arguments const& a, calls::launch const& how = {}) {
        calls_.push_back({&f, a, how});
    }
    std::size_t size() const { return calls_.size(); }
    /// The arguments of the first call of this function for these types.
    calls::arguments const& first_of(calls::function const& f) const {
        return std::find_if(calls_.begin(), calls_.end(), [&](one_call const& c) { return c.f == &f; })->a;
    }

    /// What the calls are, for a message.
    std::string titles() const {
        std::string all;
        for (auto const& c : calls_) {
            all += (all.empty() ? "" : ", ") + c.f->title() + " of " + std::to_string(c.a.n);
        }
        return all;
    }

    /// Forgets the calls and their tensors; what was written there stays as input.
    void clear() {
        calls_.clear();
        used_ = guard;
    }

    /// The memory after all calls, by the formats' definitions.
    std::vector<unsigned char> by_definition() const {
        auto image = used_part();
        for (auto const& c : calls_) {
            carry_out(*c.f, moved(c.a, image.data()->bytes));
        }
        return bytes_of(image);
    }

    /// The same by the library's own functions for the host.
    std::vector<unsigned char> on_host() const {
        auto image = used_part();
        for (auto const& c : calls_) {
            if (!c.f->on_host(moved(c.a, image.data()->bytes))) {
                throw std::runtime_error("a call on the host was refused: " + c.f->title());
            }
        }
        return bytes_of(image);
    }

    /// Other random bytes in all tensors and between them.
    void shuffle() {
        for (std::size_t i = 0; i < used_ / 8; ++i) {
            elements::put(input_.data(), i, 8, random_());
        }
    }

    void upload(cudaStream_t stream = nullptr) const {
        device::check(cudaMemcpyAsync(device_.get(), input_.data(), used_, cudaMemcpyHostToDevice, stream));
    }
    /// Each call on its own stream, or on this one.
    void launch(cudaStream_t stream = nullptr) const {
        for (auto const& c : calls_) {
            calls::launch how = c.how;
            how.stream = stream != nullptr ? stream : how.stream;
            cudaError_t const status = c.f->on_device(on_device(c.a), how);
            if (status != cudaSuccess) {
                throw std::runtime_error(c.f->title() + ": " + cudaGetErrorString(status));
            }
        }
    }
    /// Waits for the stream, and counts the bytes that are not as expected.
    std::size_t count_wrong(std::vector<unsigned char> const& expected, cudaStream_t stream = nullptr) const {
        std::vector<unsigned char> got(used_);
        device::check(cudaMemcpyAsync(got.data(), device_.get(), used_, cudaMemcpyDeviceToHost, stream));
        device::check(cudaStreamSynchronize(stream));
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < used_; ++i) {
            wrong += got[i] != expected[i];
        }
        return wrong;
    }

    /// Uploads, launches and compares with the definitions.
    std::size_t play() const {
        upload();
        launch();
        return count_wrong(by_definition());
    }

    /// Where a tensor's bytes are in what by_definition() and the like return.
    std::size_t offset_of(void const* tensor) const {
        return static_cast<std::size_t>(static_cast<unsigned char const*>(tensor) - input_.data()->bytes);
    }

    /// The bytes before any call.
    std::vector<unsigned char> before() const { return bytes_of(input_); }

    /// The arguments with their tensors in device memory.
    calls::arguments on_device(calls::arguments const& a) const { return moved(a, device_.get()); }

private:
    struct alignas(guard) block {
        unsigned char bytes[guard];
    };
    struct one_call {
        calls::function const* f;
        calls::arguments a;
        calls::launch how;
    };

    std::vector<block> used_part() const {
        return {input_.begin(), input_.begin() + static_cast<std::ptrdiff_t>(used_ / guard)};
    }
    std::vector<unsigned char> bytes_of(std::vector<block> const& image) const {
        return {image.data()->bytes, image.data()->bytes + used_};
    }
    calls::arguments moved(calls::arguments a, unsigned char* base) const {
        auto const move = [&](auto& pointer) {
            if (pointer != nullptr) {
                pointer = base + offset_of(pointer);
            }
        };
        move(a.out);
        move(a.in);
        move(a.second);
        move(a.mask);
        return a;
    }

    std::vector<block> input_;
    device::memory device_;
    std::mt19937_64 random_;
    std::size_t used_ = guard;
    std::vector<one_call> calls_;
};

/// What in_threads() returns where all is right.
inline std::vector<std::string> const all_right{};

/// Counts wrong bytes by count(scene, function) for each function, in several threads with a scene each, since it is
/// the host that takes the time. Says which functions have some.
template <class Count>
std::vector<std::string> in_threads(std::vector<calls::function> const& functions, std::size_t capacity,
                                    Count const& count) {
    std::atomic<std::size_t> next{0};
    std::mutex reporting;
    std::vector<std::string> wrong;
    auto const report = [&](std::string const& what) {
        std::lock_guard<std::mutex> const lock(reporting);
        wrong.push_back(what);
    };
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < std::min(8u, std::max(1u, std::thread::hardware_concurrency())); ++i) {
        threads.emplace_back([&] {
            try {
                scene on(capacity);
                for (std::size_t f = next++; f < functions.size(); f = next++) {
                    on.clear();
                    if (std::size_t const bytes = count(on, functions[f]); bytes != 0) {
                        report(functions[f].title() + ": " + std::to_string(bytes) + " bytes");
                    }
                }
            } catch (std::exception const& error) {
                report(error.what());
            }
        });
    }
    for (auto& thread : threads) {
        thread.join();
    }
    return wrong;
}

/// The arguments of the kinds that matter to a function's values: bounds, slopes, and scales with both overflows.
inline std::vector<calls::arguments> numbers_for(calls::function const& f) {
    std::string const name = f.name;
    std::vector<calls::arguments> all;
    auto const add = [&](double number, std::uint64_t bound, reluk::overflow beyond) {
        calls::arguments a;
        a.number = number;
        a.bound = bound;
        a.beyond = beyond;
        all.push_back(a);
    };
    if (name.rfind("clipped", 0) == 0) {
        unsigned const magnitude_bits = 8 * f.out->bytes - (f.out->kind == elements::format::unsigned_integer ? 0 : 1);
        std::uint64_t const all_ones = ~std::uint64_t{0} >> (64 - magnitude_bits);
        bool const floating = f.out->kind == elements::format::floating;
        std::uint64_t const infinity = all_ones & ~((std::uint64_t{1} << f.out->fraction_bits) - 1);
        std::uint64_t const largest = !floating ? all_ones : f.out->has_infinity ? infinity : all_ones - 1;
        // 1 is the least positive number; the one in the middle is 2 in every floating format.
        for (std::uint64_t const bound : {std::uint64_t{0}, std::uint64_t{1}, all_ones / 2 + 1, largest}) {
            add(1, bound, reluk::overflow::saturate);
        }
    } else if (name.rfind("leaky", 0) == 0) {
        for (float const slope : {0.0f, 0.0078125f, -1.5f, 1e30f}) {
            add(static_cast<double>(slope), 0, reluk::overflow::saturate);
        }
    } else if (name == "relu_cast") {
        for (float const scale : {1.0f, 0.37f, 1024.0f, 1e-40f, 3e38f}) {
            add(static_cast<double>(scale), 0, reluk::overflow::saturate);
            if (f.out->bytes == 1) {
                add(static_cast<double>(scale), 0, reluk::overflow::propagate);
            }
        }
    } else {
        all.emplace_back();
    }
    return all;
}

/// Tensors for one call of n elements: `offsets` of out, in and second in elements past a multiple of the guard's size;
/// the output is `aliased`: 0 for itself, 1 for `in`, 2 for `second`. A matrix gets rows of about the root of n, and a
/// bias as many channels.
struct placing {
    std::size_t n;
    std::size_t out, in, second;
    int aliased;
};

inline calls::arguments place(scene& in_scene, calls::function const& f, placing const& p,
                              calls::arguments const& numbers) {
    using calls::operands;
    calls::arguments a = numbers;
    unsigned const out_bytes = f.out->bytes;
    unsigned const in_bytes = f.in->bytes;
    a.n = p.n;
    if (f.takes == operands::matrix) {
        a.channels = 1;
        while (a.channels * a.channels < p.n) {
            ++a.channels;
        }
        a.outer = p.n / a.channels;
        // Pitches that agree in their alignment, and others.
        a.in_pitch = (a.channels + p.in) * in_bytes;
        a.out_pitch = p.aliased != 0 ? a.in_pitch : (a.channels + p.second) * out_bytes;
        a.in = in_scene.tensor(a.outer * a.in_pitch, p.in * in_bytes);
        a.out = p.aliased != 0 ? const_cast<void*>(a.in) : in_scene.tensor(a.outer * a.out_pitch, p.out * out_bytes);
        return a;
    }
    if (f.takes == operands::bias) {
        a.inner = p.in % 2 == 0 ? 1 : 16;
        a.channels = std::max<std::size_t>(1, p.n / a.inner / 3);
        a.outer = std::max<std::size_t>(1, p.n / (a.inner * a.channels));
        a.n = a.outer * a.channels * a.inner;
    }
    a.in = in_scene.tensor(a.n * in_bytes, p.in * in_bytes);
    switch (f.takes) {
    case operands::two: a.second = in_scene.tensor(a.n * out_bytes, p.second * out_bytes); break;
    case operands::bias: a.second = in_scene.tensor(a.channels * out_bytes, p.second * out_bytes); break;
    case operands::mask: a.second = in_scene.tensor((a.n + 31) / 32 * 4, p.second * 4); break;
    case operands::to_mask: a.mask = in_scene.tensor((a.n + 31) / 32 * 4, p.second * 4); break;
    default: break;
    }
    void const* const aliases[] = {nullptr, a.in, f.takes == operands::two ? a.second : nullptr};
    bool const may_alias = aliases[p.aliased] != nullptr && in_bytes == out_bytes;
    a.out = may_alias ? const_cast<void*>(aliases[p.aliased]) : in_scene.tensor(a.n * out_bytes, p.out * out_bytes);
    return a;
}
