// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Any bytes as a .npy file: parse() either throws npy::error with a sentence, or gives an array that lies in the bytes
// and is as large as its shape says.
#include "npy.hpp"

#include <cstdio>
#include <cstdlib>

namespace {

void require(bool holds, char const* what) {
    if (!holds) {
        std::fprintf(stderr, "does not hold: %s\n", what);
        std::abort();
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    std::string_view const file(reinterpret_cast<char const*>(data), size);
    npy::array array;
    try {
        array = npy::parse(file);
    } catch (npy::error const& error) {
        require(error.what()[0] != '\0', "a refusal says why");
        return 0;
    }
    require(array.preamble.data() == file.data() && array.preamble.size() + array.data.size() == size &&
                array.data.data() == file.data() + array.preamble.size(),
            "preamble and data are the file");
    require(array.element_bytes == 1 || array.element_bytes == 2 || array.element_bytes == 4 ||
                array.element_bytes == 8,
            "an element is 1, 2, 4 or 8 bytes");
    require(array.data.size() == array.elements * array.element_bytes, "the data are the elements");
    std::uint64_t elements = 1; // wraps only where a length is 0 too, or where parse() has let an overflow pass
    for (std::uint64_t const length : array.shape) {
        elements *= length;
    }
    require(elements == array.elements, "the elements are the shape's product");
    return 0;
}
