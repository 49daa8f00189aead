// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Reads and writes NumPy's .npy files, format versions 1.0, 2.0 and 3.0. Hand-written since no packaged reader (cnpy,
// libnpy, xtensor-io) refuses trailing bytes and overflowing shapes and replaces the output in one step.
#pragma once

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace npy {

/// A file that cannot be read, understood or written. what() is a sentence about the file, without its name.
class error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// An array as it lies in the bytes given to parse(), in C order and little-endian.
struct array {
    std::string_view preamble; ///< everything before the data: fits any data of the same type and shape
    std::string_view data;     ///< elements * element_bytes bytes, of any alignment
    std::string type;          ///< kind and element size: "f4", "u2", or "V2" for raw bytes
    unsigned element_bytes = 0;
    std::vector<std::uint64_t> shape;
    std::uint64_t elements = 0;
};

namespace detail {

/// The header's text, a Python dictionary of three entries, consumed from the front.
class header_text {
public:
    explicit header_text(std::string_view text) : whole_(text), rest_(text) {}

    [[noreturn]] void fail() const {
        throw error("the header cannot be parsed: byte " + std::to_string(whole_.size() - rest_.size()) +
                    " is not as NumPy writes it");
    }
    bool is_at_end() {
        skip_space();
        return rest_.empty();
    }
    bool next_is(char c) {
        skip_space();
        return !rest_.empty() && rest_.front() == c;
    }
    bool accept(char c) {
        bool const accepted = next_is(c);
        rest_.remove_prefix(accepted ? 1 : 0);
        return accepted;
    }
    void expect(char c) {
        if (!accept(c)) {
            fail();
        }
    }
    std::string_view string() {
        char const quote = next_is('"') ? '"' : '\'';
        expect(quote);
        auto const length = rest_.find(quote);
        if (length == std::string_view::npos) {
            fail();
        }
        auto const content = take(length);
        rest_.remove_prefix(1);
        return content;
    }
    bool boolean() {
        skip_space();
        for (auto const& [word, value] : {std::pair{"True", true}, std::pair{"False", false}}) {
            if (rest_.substr(0, std::strlen(word)) == word) {
                rest_.remove_prefix(std::strlen(word));
                return value;
            }
        }
        fail();
    }
    std::uint64_t integer() {
        skip_space();
        auto const digits = rest_.substr(0, rest_.find_first_not_of("0123456789"));
        if (digits.empty()) {
            fail();
        }
        std::uint64_t value = 0;
        for (char const c : take(digits.size())) {
            auto const digit = static_cast<std::uint64_t>(c - '0');
            if (value > (std::numeric_limits<std::uint64_t>::max() - digit) / 10) {
                throw error("a dimension of the shape exceeds 64 bits");
            }
            value = 10 * value + digit;
        }
        return value;
    }
    std::vector<std::uint64_t> tuple() {
        std::vector<std::uint64_t> values;
        expect('(');
        while (!accept(')')) {
            values.push_back(integer());
            // One dimension needs its comma, without which Python takes the parentheses for an expression.
            if (!accept(',') && (values.size() == 1 || !next_is(')'))) {
                fail();
            }
        }
        return values;
    }

private:
    void skip_space() { take(std::min(rest_.find_first_not_of(" \t\n"), rest_.size())); }
    std::string_view take(std::size_t length) {
        auto const taken = rest_.substr(0, length);
        rest_.remove_prefix(length);
        return taken;
    }

    std::string_view whole_;
    std::string_view rest_;
};

/// Checks the type that a header names, byte order and all, and returns it without the byte order.
inline std::string check_type(std::string_view type) {
    auto const quoted = "'" + std::string(type) + "'";
    char const order = type.empty() ? ' ' : type[0];
    std::string const code(type.substr(type.empty() ? 0 : 1));
    if (code[0] == 'O') {
        throw error("it holds Python objects, not numbers");
    }
    if (code == "b1") {
        throw error("it holds bool, for which ReLU has no meaning");
    }
    bool supported = false;
    // f1 is how the ml_dtypes package saves float8_e5m2.
    for (char const* const known :
         {"f2", "f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f1", "V1", "V2"}) {
        supported = supported || code == known;
    }
    if (!supported || (order != '<' && order != '>' && order != '|')) {
        throw error("the type " + quoted + " is not supported; f2, f4, f8, i1 to i8, u1 to u8, V1 and V2 are");
    }
    if (order == '>' && code[1] != '1') {
        throw error("the type " + quoted + " is big-endian; only little-endian files are supported");
    }
    return code;
}

/// Fills type, shape and elements from the header's text.
inline void parse_header(std::string_view text, array& result) {
    header_text header(text);
    bool has_type = false;
    bool has_order = false;
    bool has_shape = false;
    bool fortran_order = false;
    header.expect('{');
    while (!header.accept('}')) {
        auto const key = header.string();
        header.expect(':');
        if (key == "descr" && !std::exchange(has_type, true)) {
            if (header.next_is('[') || header.next_is('(')) {
                throw error("it holds structured elements, not plain numbers");
            }
            result.type = check_type(header.string());
        } else if (key == "fortran_order" && !std::exchange(has_order, true)) {
            fortran_order = header.boolean();
        } else if (key == "shape" && !std::exchange(has_shape, true)) {
            result.shape = header.tuple();
        } else {
            header.fail();
        }
        if (!header.accept(',') && !header.next_is('}')) {
            header.fail();
        }
    }
    if (!has_type || !has_order || !has_shape || !header.is_at_end()) {
        header.fail();
    }
    if (fortran_order && result.shape.size() > 1) {
        throw error("it is in Fortran order; only C order is supported for more than one dimension");
    }
    result.element_bytes = static_cast<unsigned>(result.type[1] - '0');
}

/// Elements of a shape, such that their bytes can be counted.
inline std::uint64_t count_elements(std::vector<std::uint64_t> const& shape, unsigned element_bytes) {
    for (auto const length : shape) {
        if (length == 0) {
            return 0; // however large the other dimensions are
        }
    }
    std::uint64_t most = std::numeric_limits<std::size_t>::max() / element_bytes;
    std::uint64_t elements = 1;
    for (auto const length : shape) {
        if (length > most / elements) {
            throw error("the shape has more elements than memory can hold");
        }
        elements *= length;
    }
    return elements;
}

inline std::string describe_errno(int code) {
    return std::generic_category().message(code);
}

} // namespace detail

/// The array in a .npy file's bytes, which it refers to. Throws npy::error; reads nothing outside `file`, whatever it
/// holds.
inline array parse(std::string_view file) {
    constexpr std::string_view magic = "\x93NUMPY";
    constexpr std::size_t version_end = 8;
    if (file.substr(0, magic.size()) != magic) {
        throw error("it is not a .npy file: it does not begin with NumPy's magic bytes");
    }
    auto const byte = [&](std::size_t i) { return static_cast<unsigned char>(file[i]); };
    auto const require = [&](std::size_t bytes) {
        if (file.size() < bytes) {
            throw error("it is truncated: it ends within its header");
        }
    };
    require(version_end);
    if (byte(6) < 1 || byte(6) > 3 || byte(7) != 0) {
        throw error("its format version " + std::to_string(byte(6)) + "." + std::to_string(byte(7)) +
                    " is not supported; 1.0, 2.0 and 3.0 are");
    }
    std::size_t const length_bytes = byte(6) == 1 ? 2 : 4;
    std::size_t const header_begin = version_end + length_bytes;
    require(header_begin);
    std::size_t header_length = 0;
    for (std::size_t i = 0; i < length_bytes; ++i) {
        header_length |= std::size_t{byte(version_end + i)} << 8 * i;
    }
    require(header_begin + header_length);

    array result;
    detail::parse_header(file.substr(header_begin, header_length), result);
    result.elements = detail::count_elements(result.shape, result.element_bytes);
    result.preamble = file.substr(0, header_begin + header_length);
    result.data = file.substr(header_begin + header_length);
    auto const expected = result.elements * result.element_bytes;
    if (result.data.size() != expected) {
        throw error((result.data.size() < expected ? "it is truncated: " : "it is too long: ") +
                    std::to_string(result.data.size()) + " bytes of data where its shape makes " +
                    std::to_string(expected));
    }
    return result;
}

/// All bytes of a regular file.
inline std::string read_file(std::filesystem::path const& path) {
    std::error_code status;
    auto const size = std::filesystem::file_size(path, status);
    if (status) {
        throw error("it cannot be read: " + status.message());
    }
    std::string bytes;
    try {
        bytes.resize(size);
    } catch (std::exception const&) { // bad_alloc or length_error
        throw error("it cannot be read: its " + std::to_string(size) + " bytes do not fit in memory");
    }
    std::ifstream stream(path, std::ios::binary);
    if (!stream.read(bytes.data(), static_cast<std::streamsize>(size))) {
        throw error("it cannot be read: " + (stream.eof() ? "it ends after " + std::to_string(stream.gcount()) +
                                                                " of its " + std::to_string(size) + " bytes"
                                                          : detail::describe_errno(errno)));
    }
    return bytes;
}

/// Writes an array to a new file beside `path` and renames it to `path`, so that `path` holds what it held before or
/// the whole array, never a part of it. `path` may be the file that the array was read from. Permissions are kept.
inline void write_file(std::filesystem::path path, std::string_view preamble, std::string_view data) {
    auto const fail = [](std::string const& why) { throw error("it cannot be written: " + why); };
    std::error_code status;
    bool const replaces = std::filesystem::exists(std::filesystem::symlink_status(path, status));
    std::filesystem::file_status before;
    if (replaces) {
        path = std::filesystem::canonical(path, status); // renaming would replace a symbolic link
        if (status) {
            fail("its symbolic link leads nowhere: " + status.message());
        }
        before = std::filesystem::status(path, status);
        if (!std::filesystem::is_regular_file(before)) {
            fail("it is not a regular file"); // renaming would replace a device
        }
    }
    std::filesystem::path temporary;
    int descriptor = -1;
    for (unsigned i = 0; descriptor < 0; ++i) {
        temporary = path;
        temporary += "." + std::to_string(i) + ".tmp";
        // Ours alone until it has the permissions of the file that it replaces.
        descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, replaces ? 0600 : 0666);
        if (descriptor < 0 && errno != EEXIST) {
            fail(detail::describe_errno(errno));
        }
    }
    auto const write = [&](std::string_view bytes) {
        while (!bytes.empty()) {
            auto const count = ::write(descriptor, bytes.data(), bytes.size());
            if (count < 0) {
                return false;
            }
            bytes.remove_prefix(static_cast<std::size_t>(count));
        }
        return true;
    };
    auto const mode = static_cast<mode_t>(before.permissions() & std::filesystem::perms::all);
    bool const written = (!replaces || ::fchmod(descriptor, mode) == 0) && write(preamble) && write(data);
    int const write_error = errno;
    if (bool const closed = ::close(descriptor) == 0; !written || !closed) {
        int const code = written ? errno : write_error;
        std::filesystem::remove(temporary, status);
        fail(detail::describe_errno(code));
    }
    std::filesystem::rename(temporary, path, status);
    if (status) {
        auto const why = status.message();
        std::filesystem::remove(temporary, status);
        fail(why);
    }
}

} // namespace npy
