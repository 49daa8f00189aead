// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// A folder for the files of one test, and whole files read and written.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

/// An empty folder in the working directory, removed with all it holds.
class scratch_folder {
public:
    explicit scratch_folder(std::string const& name) : path_(std::filesystem::absolute(name + "_files")) {
        std::filesystem::remove_all(path_);
        std::filesystem::create_directory(path_);
    }
    ~scratch_folder() { std::filesystem::remove_all(path_); }
    scratch_folder(scratch_folder const&) = delete;
    scratch_folder& operator=(scratch_folder const&) = delete;

    std::string file(std::string const& name) const { return (path_ / name).string(); }
    auto count() const { return std::distance(std::filesystem::directory_iterator(path_), {}); }

private:
    std::filesystem::path path_;
};

inline void write(std::string const& path, std::string const& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

inline std::string read(std::string const& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}
