// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// The family's tensors at any offset from each other, in place on either input, of sizes around those of words and
// tiles, in any launch; biases along columns and channels; matrices of any pitch; and what is larger than 2^31.
#include "kernels.hpp"
#include "scene.hpp"

#include <iterator>

namespace {

using calls::operands;

/// Sizes around words, and around one and two tiles of `block` threads with so many bytes each.
std::vector<std::size_t> sizes_around_tiles(unsigned element_bytes, unsigned block, unsigned bytes_per_thread) {
    std::size_t const tile = block * bytes_per_thread / element_bytes;
    return {tile - 1, tile, tile + 1, 2 * tile - 1, 2 * tile, 2 * tile + 3};
}

std::vector<calls::function> all_that_take(operands kind) {
    std::vector<calls::function> all;
    for (auto const* const functions : {&calls::as_published(), &calls::in_one_kernel()}) {
        std::copy_if(functions->begin(), functions->end(), std::back_inserter(all),
                     [&](calls::function const& f) { return f.takes == kind; });
    }
    return all;
}

std::size_t play_offsets(scene& on, calls::function const& f, std::vector<std::size_t> const& sizes,
                         std::vector<unsigned> const& blocks) {
    unsigned variant = 0;
    auto const numbers = numbers_for(f);
    for (std::size_t const n : sizes) {
        for (std::size_t const out : {0, 1, 8}) {
            for (std::size_t const in : {0, 1, 5}) {
                for (std::size_t const second : {0, 3}) {
                    for (int const aliased : {0, 1, 2}) {
                        if (aliased != 0 && out != 0) {
                            continue; // the output's offset is then the input's
                        }
                        calls::launch how;
                        how.flow = static_cast<reluk::dataflow>(variant % 3);
                        how.block = blocks[variant % blocks.size()];
                        how.tiles_per_block = 1 + variant % 4 / 3 * 2;
                        how.order = variant % 2 == 0 ? reluk::block_order::forward : reluk::block_order::reverse;
                        on.add(f, place(on, f, {n, out, in, second, aliased}, numbers[variant % numbers.size()]), how);
                        ++variant;
                    }
                }
            }
        }
    }
    return on.play();
}

} // namespace

TEST_CASE("every function for every type: small and odd sizes, all offsets, in place on either input, any launch") {
    CHECK(in_threads(calls::in_one_kernel(), std::size_t{64} << 20, [](scene& on, calls::function const& f) {
              std::vector<std::size_t> sizes{1, 2, 7, 16, 33, 100, 257};
              for (auto const n : sizes_around_tiles(std::max(f.out->bytes, f.in->bytes), 32, 16)) {
                  sizes.push_back(n);
              }
              return play_offsets(on, f, sizes, {32, 96, 1, 37});
          }) == all_right);
}

TEST_CASE("as published: sizes around the tiles of each dataflow, all offsets, in place on either input") {
    CHECK(in_threads(calls::as_published(), std::size_t{192} << 20, [](scene& on, calls::function const& f) {
              std::vector<std::size_t> sizes{3, 1000};
              for (auto const n : sizes_around_tiles(std::max(f.out->bytes, f.in->bytes), 256, 16)) {
                  sizes.push_back(n);
              }
              return play_offsets(on, f, sizes, {256});
          }) == all_right);
}

TEST_CASE("as published: a few MiB, against the host's bits") {
    CHECK(in_threads(calls::as_published(), std::size_t{64} << 20, [](scene& on, calls::function const& f) {
              auto const numbers = numbers_for(f).back();
              std::size_t const n = (std::size_t{4} << 20) / f.out->bytes;
              on.add(f, place(on, f, {n + 1, 0, 0, 0, 0}, numbers));
              on.add(f, place(on, f, {n - 3, 1, 2, 3, 0}, numbers));
              on.add(f, place(on, f, {n + 77, 0, 1, 0, 1}, numbers));
              on.upload();
              on.launch();
              return on.count_wrong(on.on_host());
          }) == all_right);
}

TEST_CASE("no elements: success, without any tensor") {
    for (auto const* const functions : {&calls::as_published(), &calls::in_one_kernel(), &calls::plain_relu()}) {
        for (auto const& f : *functions) {
            INFO(f.title());
            auto numbers = numbers_for(f)[0];
            numbers.outer = 0;
            CHECK(f.on_device(numbers, {}) == cudaSuccess);
            numbers.outer = 3;
            numbers.channels = 0;
            CHECK(f.on_device(numbers, {}) == cudaSuccess);
        }
    }
    CHECK(cudaPeekAtLastError() == cudaSuccess);
}

TEST_CASE("a bias along vector columns, channels and neither, aligned and not, with rows * columns odd") {
    // inner and channels: words within columns, words within one channel, neither, and the extremes.
    constexpr std::size_t extents[][2] = {{1, 16}, {1, 64},  {1, 4096}, {1, 5},  {1, 333}, {1, 1},
                                          {16, 3}, {64, 32}, {32, 1},   {25, 2}, {3, 7},   {49, 65}};
    auto const functions = all_that_take(operands::bias);
    CHECK(in_threads(functions, std::size_t{64} << 20, [&](scene& on, calls::function const& f) {
              unsigned variant = 0;
              for (auto const& extent : extents) {
                  for (std::size_t const outer : {1, 2, 3, 37}) {
                      for (std::size_t const bias_offset : {0, 1, 16}) {
                          for (std::size_t const offset : {0, 1, 16}) {
                              for (bool const in_place : {false, true}) {
                                  calls::arguments a;
                                  a.inner = extent[0];
                                  a.channels = extent[1];
                                  a.outer = outer;
                                  std::size_t const bytes = outer * a.channels * a.inner * f.out->bytes;
                                  if (bytes > 20000 && variant % 9 != 0) {
                                      ++variant;
                                      continue;
                                  }
                                  a.in = on.tensor(bytes, offset * f.out->bytes);
                                  a.out = in_place ? const_cast<void*>(a.in)
                                                   : on.tensor(bytes, variant % 2 * offset * f.out->bytes);
                                  a.second = on.tensor(a.channels * f.out->bytes, bias_offset * f.out->bytes);
                                  calls::launch how;
                                  how.block = variant % 2 == 0 ? 64 : 256;
                                  how.flow = static_cast<reluk::dataflow>(variant % 3);
                                  on.add(f, a, how);
                                  ++variant;
                              }
                          }
                      }
                  }
              }
              return on.play();
          }) == all_right);
}

TEST_CASE(
    "matrices: pitches and offsets, in place, side by side in one, and more rows than a grid's other dimensions") {
    auto const functions = all_that_take(operands::matrix);
    CHECK(in_threads(functions, std::size_t{96} << 20, [&](scene& on, calls::function const& f) {
              unsigned const bytes = f.out->bytes;
              unsigned variant = 0;
              auto const add = [&](std::size_t rows, std::size_t columns, std::size_t in_gap, std::size_t out_gap,
                                   std::size_t offset, int layout) {
                  calls::arguments a;
                  a.outer = rows;
                  a.channels = columns;
                  bool const side_by_side = layout == 2;
                  a.in_pitch = (columns * (side_by_side ? 2 : 1) + in_gap) * bytes;
                  a.out_pitch = layout == 0 ? (columns + out_gap) * bytes : a.in_pitch;
                  unsigned char* const in = on.tensor(rows * a.in_pitch, offset * bytes);
                  a.in = in;
                  a.out = layout == 0    ? on.tensor(rows * a.out_pitch, offset / 2 * bytes)
                          : side_by_side ? in + columns * bytes
                                         : in;
                  calls::launch how;
                  how.block = variant % 2 == 0 ? 32 : 256;
                  how.order = variant % 3 == 0 ? reluk::block_order::reverse : reluk::block_order::forward;
                  how.flow = static_cast<reluk::dataflow>(variant % 3);
                  ++variant;
                  on.add(f, a, how);
              };
              for (std::size_t const columns : {1, 2, 7, 16, 33, 64, 129}) {
                  for (std::size_t const rows : {1, 2, 19}) {
                      for (std::size_t const in_gap : {0, 3, 16}) {
                          for (std::size_t const out_gap : {0, 1, 16}) {
                              for (std::size_t const offset : {0, 1, 5}) {
                                  for (int const layout : {0, 1, 2}) {
                                      add(rows, columns, in_gap, out_gap, offset, layout);
                                  }
                              }
                          }
                      }
                  }
              }
              for (int const layout : {0, 1, 2}) {
                  add(65536 + 3, 1, 1, 1, 1, layout);
                  add(131072 + 1, 3, 0, 1, 0, layout);
              }
              return on.play();
          }) == all_right);
}

namespace {

void need_memory(std::size_t bytes) {
    std::size_t free = 0, total = 0;
    device::check(cudaMemGetInfo(&free, &total));
    if (free < bytes + (std::size_t{256} << 20)) {
        FAIL("needs " << (bytes >> 20) << " MiB of device memory, " << (free >> 20) << " are free");
    }
}

} // namespace

TEST_CASE("a matrix of 2^31 + 4101 rows of one int8: its even bytes, then its odd ones") {
    // Not just above 2^31: out of 2^32 + 10 bytes a driver (580) refused to copy 64, as "larger than memobj size".
    std::size_t const rows = (std::size_t{1} << 31) + 4101;
    need_memory(2 * rows);
    device::memory const data(2 * rows), wrong(sizeof(unsigned long long));
    device::check(kernels::fill(data.get(), 2 * rows, 1, nullptr));
    auto const window = [&](std::size_t row) {
        std::vector<unsigned char> bytes(64);
        device::check(cudaMemcpy(bytes.data(), data.get() + 2 * row, bytes.size(), cudaMemcpyDeviceToHost));
        return bytes;
    };
    std::vector<std::size_t> const places{0, std::size_t{1} << 16, (std::size_t{1} << 31) - 16, rows - 32};
    std::vector<std::vector<unsigned char>> before;
    for (std::size_t const row : places) {
        before.push_back(window(row));
    }
    auto const& f = calls::find(calls::as_published(), "relu_2d", "int8");
    calls::arguments a;
    a.out = data.get();
    a.in = data.get();
    a.out_pitch = a.in_pitch = 2;
    a.outer = rows;
    a.channels = 1;
    REQUIRE(f.on_device(a, {}) == cudaSuccess);
    for (std::size_t i = 0; i < places.size(); ++i) {
        auto const after = window(places[i]);
        for (std::size_t byte = 0; byte < after.size(); ++byte) {
            auto const x = before[i][byte];
            CHECK(after[byte] == (byte % 2 == 0 ? elements::relu(*f.in, x) : x));
        }
    }
    a.out = data.get() + 1;
    a.in = data.get() + 1;
    REQUIRE(f.on_device(a, {}) == cudaSuccess);
    wrong.fill(0);
    auto* const count = reinterpret_cast<unsigned long long*>(wrong.get());
    device::check(kernels::count_wrong(data.get(), 2 * rows, 1, count, nullptr));
    unsigned long long result = 1;
    device::check(cudaMemcpy(&result, wrong.get(), sizeof result, cudaMemcpyDeviceToHost));
    CHECK(result == 0);
}

TEST_CASE("case_18: a bias of a matrix of more than 2^31 elements, along columns and channels") {
    auto const& f = calls::find(calls::as_published(), "bias_relu", "bf16");
    constexpr std::size_t rows = 65537, columns = 32771; // their product is odd and above 2^31
    std::size_t const n = rows * columns;
    need_memory(2 * n);
    device::memory const data(2 * n), bias(2 * rows);
    std::vector<unsigned char> biases(2 * rows);
    std::mt19937_64 random(5);
    for (std::size_t i = 0; i < rows; ++i) {
        elements::put(biases.data(), i, 2, random());
    }
    bias.write(biases);
    for (bool const along_columns : {true, false}) {
        CAPTURE(along_columns);
        calls::arguments a;
        a.out = data.get();
        a.in = data.get();
        a.second = bias.get();
        a.outer = along_columns ? rows : 1;
        a.channels = along_columns ? columns : rows;
        a.inner = along_columns ? 1 : columns;
        device::check(kernels::fill(data.get(), 2 * n, 1, nullptr));
        constexpr std::size_t size = 4096;
        std::vector<std::size_t> const places{0, (std::size_t{1} << 30) - size / 2, (std::size_t{1} << 31) - size / 2,
                                              n - size};
        auto const window = [&](std::size_t first) {
            std::vector<unsigned char> codes(2 * size);
            device::check(cudaMemcpy(codes.data(), data.get() + 2 * first, codes.size(), cudaMemcpyDeviceToHost));
            return codes;
        };
        std::vector<std::vector<unsigned char>> before;
        for (std::size_t const first : places) {
            before.push_back(window(first));
        }
        REQUIRE(f.on_device(a, {}) == cudaSuccess);
        for (std::size_t p = 0; p < places.size(); ++p) {
            auto const after = window(places[p]);
            std::size_t wrong = 0;
            for (std::size_t i = 0; i < size; ++i) {
                std::size_t const channel = (places[p] + i) / a.inner % a.channels;
                wrong += elements::get(after.data(), i, 2) != f.expected(f, a, elements::get(before[p].data(), i, 2),
                                                                         elements::get(biases.data(), channel, 2));
            }
            CHECK(wrong == 0);
        }
    }
}
