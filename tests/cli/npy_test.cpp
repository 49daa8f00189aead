// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
#include "catch.hpp"
#include "npy.hpp"
#include "npy_bytes.hpp"
#include "scratch_folder.hpp"

#include <csignal>
#include <random>
#include <sys/resource.h>
#include <sys/stat.h>

namespace {

std::string message_of(std::string const& bytes) {
    try {
        static_cast<void>(npy::parse(bytes));
    } catch (npy::error const& error) {
        return error.what();
    }
    return "no error";
}

} // namespace

TEST_CASE("parse reads every type, in each format version") {
    for (int major = 1; major <= 3; ++major) {
        for (std::string const type : {"<f2", "<f4", "<f8", "|i1", "<i2", "<i4", "<i8", "|u1", "<u2", "<u4", "<u8",
                                       "|V1", "|V2", "<V1", "<V2", "<f1", ">u1"}) {
            CAPTURE(type, major);
            auto const bytes = static_cast<unsigned>(type[2] - '0');
            std::string const data(6 * bytes, 'x');
            std::string const file = npy_bytes::file(npy_bytes::header(type, "(2, 3)"), data, major);
            npy::array const array = npy::parse(file);
            CHECK(array.type == type.substr(1));
            CHECK(array.element_bytes == bytes);
            CHECK(array.elements == 6);
            CHECK(array.shape == std::vector<std::uint64_t>{2, 3});
            CHECK(array.data == data);
            CHECK(std::string(array.preamble) + data == file);
        }
    }
}

TEST_CASE("parse reads every shape") {
    struct example {
        char const* text;
        std::vector<std::uint64_t> shape;
        std::uint64_t elements;
    };
    for (example const& e : {example{"()", {}, 1},
                             {"(5,)", {5}, 5},
                             {"(0,)", {0}, 0},
                             {"(2, 3)", {2, 3}, 6},
                             {"(2,3,)", {2, 3}, 6},
                             {"( 1 , 1 , 1 , 1 , 4 )", {1, 1, 1, 1, 4}, 4},
                             {"(18446744073709551615, 18446744073709551615, 0)", {~0ull, ~0ull, 0}, 0}}) {
        CAPTURE(e.text);
        std::string const file = npy_bytes::file(npy_bytes::header("<f4", e.text), std::string(4 * e.elements, 'x'));
        npy::array const array = npy::parse(file);
        CHECK(array.shape == e.shape);
        CHECK(array.elements == e.elements);
    }
}

TEST_CASE("parse takes a header as Python may write it") {
    for (char const* const header : {
             "{\"descr\": \"<f4\", \"fortran_order\": False, \"shape\": (2,)}",
             "{'shape':(2,),'fortran_order':False,'descr':'<f4'}",
             "  {'descr' : '<f4' ,\n 'fortran_order' : False , 'shape' : ( 2 , ) , } \n",
             "{'descr': '<f4', 'fortran_order': True, 'shape': (2,), }",
         }) {
        CAPTURE(header);
        std::string const file = npy_bytes::file(header, std::string(8, 'x'));
        CHECK(npy::parse(file).elements == 2);
    }
}

TEST_CASE("parse names each fault of a file") {
    for (npy_bytes::fault const& fault : npy_bytes::faults()) {
        CAPTURE(fault.name, fault.sentence);
        std::string const message = message_of(fault.bytes);
        CAPTURE(message);
        CHECK(message.find(fault.sentence) != std::string::npos);
    }
}

TEST_CASE("parse survives every cut and random damage") {
    std::string const good = npy_bytes::file(npy_bytes::header("<f4", "(2, 3)"), std::string(24, 'x'));
    for (std::size_t length = 0; length < good.size(); ++length) {
        CHECK(message_of(good.substr(0, length)) != "no error");
    }
    std::mt19937 random(1);
    for (int i = 0; i < 20000; ++i) {
        std::string bytes = good;
        for (unsigned n = random() % 4; n != ~0u; --n) {
            bytes[random() % bytes.size()] = static_cast<char>(random());
        }
        static_cast<void>(message_of(bytes)); // any answer will do, but it must be one
    }
}

TEST_CASE("write_file replaces a file, or leaves it and nothing else") {
    scratch_folder const folder("write_file");
    std::string const path = folder.file("a.npy");
    npy::write_file(path, "head", "first");
    CHECK(read(path) == "headfirst");
    npy::write_file(path, "head", "second");
    CHECK(read(path) == "headsecond");
    CHECK(folder.count() == 1);

    SECTION("through a symbolic link") {
        std::filesystem::create_symlink(path, folder.file("link.npy"));
        npy::write_file(folder.file("link.npy"), "head", "third");
        CHECK(std::filesystem::is_symlink(folder.file("link.npy")));
        CHECK(read(path) == "headthird");
    }
    SECTION("with the permissions that it had") {
        using std::filesystem::perms;
        for (perms const before : {perms{0600}, perms{0640}, perms{0666}}) {
            std::filesystem::permissions(path, before);
            npy::write_file(path, "head", "third");
            CHECK(std::filesystem::status(path).permissions() == before);
        }
        CHECK(read(path) == "headthird");
    }
    SECTION("a new one with those that the user's mask leaves") {
        mode_t const before = umask(027);
        npy::write_file(folder.file("new.npy"), "head", "third");
        umask(before);
        CHECK(std::filesystem::status(folder.file("new.npy")).permissions() == std::filesystem::perms{0640});
    }
    SECTION("not where a symbolic link leads nowhere") {
        std::string const link = folder.file("link.npy");
        for (std::string const& target : {folder.file("none.npy"), link}) {
            std::filesystem::create_symlink(target, link);
            CHECK_THROWS_AS(npy::write_file(link, "head", "third"), npy::error);
            CHECK(std::filesystem::read_symlink(link) == target);
            CHECK(folder.count() == 2);
            std::filesystem::remove(link);
        }
    }
    SECTION("beside the temporary file of somebody else") {
        write(path + ".0.tmp", "not ours");
        npy::write_file(path, "head", "third");
        CHECK(read(path) == "headthird");
        CHECK(read(path + ".0.tmp") == "not ours");
    }
    SECTION("not where the disk is full") {
        rlimit before{};
        REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0);
        rlimit const small{1000, before.rlim_max};
        auto const handler = std::signal(SIGXFSZ, SIG_IGN);
        REQUIRE(setrlimit(RLIMIT_FSIZE, &small) == 0);
        std::string message = "no error";
        try {
            npy::write_file(path, "head", std::string(100000, 'x'));
        } catch (npy::error const& error) {
            message = error.what();
        }
        REQUIRE(setrlimit(RLIMIT_FSIZE, &before) == 0);
        std::signal(SIGXFSZ, handler);
        CHECK(message.find("cannot be written: ") != std::string::npos);
        CHECK(read(path) == "headsecond");
        CHECK(folder.count() == 1);
    }
    SECTION("not onto a folder, a device or into nowhere") {
        CHECK_THROWS_AS(npy::write_file(folder.file(""), "head", "x"), npy::error);
        CHECK_THROWS_AS(npy::write_file("/dev/null", "head", "x"), npy::error);
        CHECK_THROWS_AS(npy::write_file(folder.file("none/a.npy"), "head", "x"), npy::error);
        CHECK(std::filesystem::is_character_file("/dev/null"));
        CHECK(folder.count() == 1);
    }
}
