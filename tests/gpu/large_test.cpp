// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Sizes around 2^31 and beyond 2^32 elements and bytes. A case that needs more memory than the device has free says so.
#include "device.hpp"
#include "kernels.hpp"
#include "runner.hpp"

namespace {

runner const& int8 = *runners[6];
runner const& fp32 = *runners[1];

/// Runs one size and returns the wrong codes; in place, or into a second tensor.
unsigned long long count_wrong(runner const& run, std::size_t n, std::size_t offset, bool in_place) {
    unsigned const bytes = run.format->bytes;
    std::size_t free = 0, total = 0;
    device::check(cudaMemGetInfo(&free, &total));
    std::size_t const needed = (in_place ? 1 : 2) * (n + offset) * bytes + (std::size_t{256} << 20);
    if (free < needed) {
        FAIL("needs " << (needed >> 20) << " MiB of device memory, " << (free >> 20) << " are free");
    }
    device::memory const in((n + offset) * bytes);
    device::memory const out(in_place ? 1 : (n + offset) * bytes);
    device::memory const wrong(sizeof(unsigned long long));
    unsigned char* const source = in.get() + offset * bytes;
    unsigned char* const target = in_place ? source : out.get();
    wrong.fill(0);
    out.fill(0x5a); // a freed tensor's right results may be there
    device::check(kernels::fill(source, n, bytes, nullptr));
    device::check(run.automatic(target, source, n, nullptr));
    device::check(kernels::count_wrong(target, n, bytes, reinterpret_cast<unsigned long long*>(wrong.get()), nullptr));
    unsigned long long result = 0;
    device::check(cudaMemcpy(&result, wrong.get(), sizeof result, cudaMemcpyDeviceToHost));
    return result;
}

} // namespace

TEST_CASE("2^31 int8 and its neighbours, in place") {
    for (int const delta : {-1, 0, 1, 512}) {
        CAPTURE(delta);
        CHECK(count_wrong(int8, (std::size_t{1} << 31) + static_cast<std::size_t>(delta), 0, true) == 0);
    }
}

TEST_CASE("more than 2^32 int8, in place, out of place and realigned") {
    std::size_t const n = (std::size_t{1} << 32) + 5;
    CHECK(count_wrong(int8, n, 0, true) == 0);
    CHECK(count_wrong(int8, n, 0, false) == 0);
    CHECK(count_wrong(int8, n, 1, false) == 0);
}

TEST_CASE("fp32 across 2^32 bytes and 2^31 elements") {
    CHECK(count_wrong(fp32, (std::size_t{1} << 30) + 3, 0, false) == 0);
    CHECK(count_wrong(fp32, (std::size_t{1} << 31) + 1, 1, true) == 0);
}
