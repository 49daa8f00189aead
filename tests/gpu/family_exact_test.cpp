// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// The family on tensors that fill allocations of their own exactly, so that compute-sanitizer sees any access outside
// of them; and few enough launches for it. The tests gpu_sanitize.* run this program under its tools.
#include "scene.hpp"

namespace {

using calls::operands;

/// One call whose tensors end where their allocations do. Returns the number of wrong bytes of what it has written.
std::size_t count_wrong(calls::function const& f, std::size_t n, placing const& where) {
    scene on(std::size_t{1} << 19);
    auto const numbers = numbers_for(f);
    auto const a = place(on, f, {n, where.out, where.in, where.second, where.aliased}, numbers.back());
    on.add(f, a);
    auto const before = on.before();
    auto const expected = on.by_definition();

    std::size_t const elements = f.takes == operands::bias     ? a.outer * a.channels * a.inner
                                 : f.takes == operands::matrix ? 0
                                                               : a.n;
    bool const matrix = f.takes == operands::matrix;
    std::size_t const out_bytes =
        matrix ? (a.outer - 1) * a.out_pitch + a.channels * f.out->bytes : elements * f.out->bytes;
    std::size_t const in_bytes =
        matrix ? (a.outer - 1) * a.in_pitch + a.channels * f.in->bytes : elements * f.in->bytes;
    std::size_t const mask_bytes = (elements + 31) / 32 * 4;
    std::size_t const second_bytes = f.takes == operands::two    ? out_bytes
                                     : f.takes == operands::bias ? a.channels * f.out->bytes
                                     : f.takes == operands::mask ? mask_bytes
                                                                 : 0;
    // Allocations begin at a multiple of 256 bytes: each tensor lies behind as many bytes as in the scene.
    struct own {
        void const* from;
        std::size_t bytes;
        std::size_t lead;
        device::memory memory;

        own(void const* tensor, std::size_t size)
            : from(tensor), bytes(size), lead(reinterpret_cast<std::uintptr_t>(tensor) % scene::guard),
              memory(lead + size) {}
        unsigned char* begin() const { return memory.get() + lead; }
    };
    auto const in_image = [&](std::vector<unsigned char> const& image, void const* tensor) {
        return image.data() + on.offset_of(tensor);
    };
    auto const upload = [&](own const& to) {
        device::check(cudaMemset(to.memory.get(), 0x5a, to.memory.size()));
        if (to.bytes != 0) {
            device::check(cudaMemcpy(to.begin(), in_image(before, to.from), to.bytes, cudaMemcpyHostToDevice));
        }
    };
    own const in(a.in, in_bytes);
    own const second(a.second, a.second == nullptr ? 0 : second_bytes);
    own const mask(a.mask, a.mask == nullptr ? 0 : mask_bytes);
    own const out(a.out, out_bytes);
    upload(in);
    if (a.second != nullptr) {
        upload(second);
    }
    if (a.mask != nullptr) {
        upload(mask);
    }
    upload(out);
    calls::arguments on_device = a;
    own const& target = a.out == a.in ? in : a.out == a.second ? second : out;
    on_device.in = in.begin();
    on_device.second = a.second == nullptr ? nullptr : second.begin();
    on_device.mask = a.mask == nullptr ? nullptr : mask.begin();
    on_device.out = target.begin();
    device::check(f.on_device(on_device, {}));
    std::size_t wrong = 0;
    auto const compare = [&](own const& got) {
        std::vector<unsigned char> bytes(got.bytes);
        device::check(cudaMemcpy(bytes.data(), got.begin(), got.bytes, cudaMemcpyDeviceToHost));
        auto const* const right = in_image(expected, got.from);
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            wrong += bytes[i] != right[i];
        }
    };
    compare(target);
    if (a.mask != nullptr) {
        compare(mask);
    }
    return wrong;
}

} // namespace

TEST_CASE("the family on tensors that fill their allocations, as published") {
    for (auto const& f : calls::as_published()) {
        INFO(f.title());
        for (std::size_t const n : {1, 37, 9001}) {
            for (placing const& where : {placing{0, 0, 0, 0, 0}, placing{0, 1, 1, 1, 0}, placing{0, 0, 1, 3, 0},
                                         placing{0, 0, 5, 0, 1}, placing{0, 0, 0, 7, 2}}) {
                CAPTURE(n, where.out, where.in, where.second, where.aliased);
                CHECK(count_wrong(f, n, where) == 0);
            }
        }
    }
}

TEST_CASE("the family on tensors that fill their allocations, every type") {
    for (auto const& f : calls::in_one_kernel()) {
        INFO(f.title());
        CHECK(count_wrong(f, 777, {0, 0, 1, 3, 0}) == 0);
        CHECK(count_wrong(f, 1030, {0, 0, 0, 0, 1}) == 0);
    }
}
