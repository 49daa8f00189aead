// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// The bytes of .npy files, right and wrong ones, put together by hand.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace npy_bytes {

/// A file of this header text and data. Nothing is padded, so that the data's alignment is arbitrary.
inline std::string file(std::string const& header, std::string const& data, int major = 1, int minor = 0) {
    std::string bytes = "\x93NUMPY";
    bytes += static_cast<char>(major);
    bytes += static_cast<char>(minor);
    for (unsigned i = 0; i < (major == 1 ? 2u : 4u); ++i) {
        bytes += static_cast<char>(header.size() >> 8 * i);
    }
    return bytes + header + data;
}

/// The header text that NumPy writes for a C-ordered array.
inline std::string header(std::string const& type, std::string const& shape) {
    return "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }\n";
}

/// A file that is wrong in one way, and a part of the sentence that says so.
struct fault {
    std::string name;
    std::string bytes;
    std::string sentence;
};

inline std::vector<fault> faults() {
    std::string const good = file(header("<f4", "(2,)"), std::string(8, 'x'));
    auto const typed = [](std::string const& type) { return file(header(type, "(1,)"), std::string(8, 'x')); };
    auto const with_header = [](std::string const& text) { return file(text, std::string(8, 'x')); };
    std::vector<fault> list = {
        {"empty", "", "magic"},
        {"text", "hello, this is not an array", "magic"},
        {"one wrong magic byte", "\x93NUMPX" + good.substr(6), "magic"},
        {"version 0.0", file(header("<f4", "(2,)"), std::string(8, 'x'), 0), "version 0.0 is not supported"},
        {"version 1.1", file(header("<f4", "(2,)"), std::string(8, 'x'), 1, 1), "version 1.1 is not supported"},
        {"version 4.0", file(header("<f4", "(2,)"), std::string(8, 'x'), 4), "version 4.0 is not supported"},
        {"truncated data", good.substr(0, good.size() - 1), "truncated: 7 bytes of data where its shape makes 8"},
        {"no data", good.substr(0, good.size() - 8), "truncated: 0 bytes"},
        {"trailing byte", good + "x", "too long: 9 bytes of data where its shape makes 8"},
        {"big-endian", typed(">f4"), "big-endian"},
        {"big-endian integers", typed(">u2"), "big-endian"},
        {"objects", typed("|O"), "Python objects"},
        {"bool", typed("|b1"), "bool"},
        {"complex", typed("<c8"), "'<c8' is not supported"},
        {"text elements", typed("<U3"), "'<U3' is not supported"},
        {"time", typed("<M8[ns]"), "is not supported"},
        {"long double", typed("<f16"), "'<f16' is not supported"},
        {"four raw bytes", typed("|V4"), "'|V4' is not supported"},
        {"no byte order", typed("f4"), "'f4' is not supported"},
        {"native byte order", typed("=f4"), "'=f4' is not supported"},
        {"empty type", typed(""), "'' is not supported"},
        {"structured", with_header("{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': (2,), }"), "structured"},
        {"sub-array", with_header("{'descr': ('<f4', (2,)), 'fortran_order': False, 'shape': (1,), }"), "structured"},
        {"Fortran order", with_header("{'descr': '<f4', 'fortran_order': True, 'shape': (2, 1), }"), "Fortran order"},
        {"product overflow", file(header("<f4", "(4294967296, 4294967296)"), ""), "more elements than memory"},
        {"bytes overflow", file(header("<f8", "(2305843009213693952,)"), ""), "more elements than memory"},
        {"dimension overflow", file(header("<f4", "(18446744073709551616,)"), ""), "exceeds 64 bits"},
    };
    for (char const* const text : {
             "",
             "{",
             "{}",
             "[]",
             "{'descr': '<f4', 'fortran_order': False}",
             "{'descr': '<f4', 'shape': (2,)}",
             "{'fortran_order': False, 'shape': (2,)}",
             "{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (2,)}",
             "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), 'extra': 1}",
             "{'descr': '<f4', 'fortran_order': False, 'shape': (2,)} x",
             "{'descr': '<f4' 'fortran_order': False, 'shape': (2,)}",
             "{'descr': '<f4",
             "{descr: '<f4', 'fortran_order': False, 'shape': (2,)}",
             "{'descr': 4, 'fortran_order': False, 'shape': (2,)}",
             "{'descr': '<f4', 'fortran_order': 0, 'shape': (2,)}",
             "{'descr': '<f4', 'fortran_order': Tru",
             "{'descr': '<f4', 'fortran_order': False, 'shape': 2}",
             "{'descr': '<f4', 'fortran_order': False, 'shape': (2)}",
             "{'descr': '<f4', 'fortran_order': False, 'shape': (2,,)}",
             "{'descr': '<f4', 'fortran_order': False, 'shape': (,)}",
             "{'descr': '<f4', 'fortran_order': False, 'shape': (-2,)}",
             "{'descr': '<f4', 'fortran_order': False, 'shape': (2.0,)}",
             "{'descr': '<f4', 'fortran_order': False, 'shape': (1 2)}",
             "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2",
         }) {
        list.push_back({std::string("header ") + text, with_header(text), "header cannot be parsed"});
    }
    for (std::size_t length : {7, 9, 11, 30}) {
        list.push_back({"cut at " + std::to_string(length), good.substr(0, length), "ends within its header"});
    }
    return list;
}

} // namespace npy_bytes
