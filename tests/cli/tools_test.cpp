// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// relu_npy and explain as a user runs them: exit status, what they say, and the files they leave.
#include "catch.hpp"
#include "elements.hpp"
#include "npy.hpp"
#include "npy_bytes.hpp"
#include "scratch_folder.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <sys/wait.h>
#include <tuple>
#include <utility>
#include <vector>

namespace {

using arguments = std::vector<std::string>;

struct outcome {
    int status; ///< -1: ended by a signal
    std::string out;
    std::string error;

    bool says(std::string const& text) const { return out.find(text) != std::string::npos; }
    bool complains(std::string const& text) const { return error.find(text) != std::string::npos; }
};

outcome run(std::string command, arguments const& list, std::string const& environment = "") {
    scratch_folder const folder("run");
    command = environment + " '" + command + "'";
    for (std::string const& argument : list) {
        command += " '" + argument + "'";
    }
    command += " >'" + folder.file("out") + "' 2>'" + folder.file("error") + "'";
    int const status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read(folder.file("out")), read(folder.file("error"))};
}

struct tool_type {
    char const* dtype;
    char const* header_type;
    bool by_option; ///< the header does not say all
};

// In the order of elements::formats.
constexpr tool_type tool_types[] = {
    {"fp64", "<f8", false},    {"fp32", "<f4", false},    {"fp16", "<f2", false},  {"bf16", "|V2", true},
    {"fp8_e4m3", "|V1", true}, {"fp8_e5m2", "|u1", true}, {"int8", "|i1", false},  {"int16", "<i2", false},
    {"int32", "<i4", false},   {"int64", "<i8", false},   {"uint8", "|u1", false}, {"uint16", "<u2", false},
    {"uint32", "<u4", false},  {"uint64", "<u8", false},
};

std::string const every_field[] = {"device ",       "grid ",  "block ", "access_bytes ",      "accesses_per_thread ",
                                   "load ",         "store ", "order ", "resident_fraction ", "evict_first_fraction ",
                                   "early_launch ", "reason "};

} // namespace

TEST_CASE("relu_npy computes every type and keeps header and shape") {
    scratch_folder const folder("types");
    for (std::size_t t = 0; t < std::size(tool_types); ++t) {
        tool_type const& type = tool_types[t];
        elements::format const& format = elements::formats[t];
        CAPTURE(type.dtype);
        std::vector<std::uint64_t> const codes = elements::codes(format, 1000);
        std::string in(codes.size() * format.bytes, '\0');
        std::string expected = in;
        for (std::size_t i = 0; i < codes.size(); ++i) {
            elements::put(in.data(), i, format.bytes, codes[i]);
            elements::put(expected.data(), i, format.bytes, elements::relu(format, codes[i]));
        }
        std::string const header = npy_bytes::header(type.header_type, "(1, " + std::to_string(codes.size()) + ")");
        write(folder.file("in.npy"), npy_bytes::file(header, in));
        arguments const named = {folder.file("in.npy"), folder.file("out.npy"), "--dtype", type.dtype};
        arguments const unnamed = {folder.file("in.npy"), folder.file("out.npy")};
        outcome const result = run(RELU_NPY, type.by_option ? named : unnamed);
        CAPTURE(result.error);
        REQUIRE(result.status == 0);
        CHECK(result.error.empty());
        CHECK(result.says(std::string(type.dtype) + " (1, "));
        CHECK(read(folder.file("out.npy")) == npy_bytes::file(header, expected));
    }
}

TEST_CASE("relu_npy keeps 0-d and empty arrays, and each format version") {
    scratch_folder const folder("shapes");
    for (int major = 1; major <= 3; ++major) {
        for (auto const& [shape, in, expected] :
             {std::tuple{"()", std::string("\xff\xff", 2), std::string("\0\0", 2)},
              std::tuple{"(0,)", std::string(), std::string()}, std::tuple{"(3, 0, 5)", std::string(), std::string()},
              std::tuple{"(2,)", std::string("\x01\x80\x01\x7f", 4), std::string("\0\0\x01\x7f", 4)}}) {
            CAPTURE(shape, major);
            std::string const header = npy_bytes::header("<i2", shape);
            write(folder.file("in.npy"), npy_bytes::file(header, in, major));
            outcome const result = run(RELU_NPY, {folder.file("in.npy"), folder.file("out.npy")});
            CHECK(result.status == 0);
            CHECK(result.says(shape));
            CHECK(result.says("GB/s") == !in.empty());
            CHECK(read(folder.file("out.npy")) == npy_bytes::file(header, expected, major));
        }
    }
}

TEST_CASE("relu_npy says what it did, and that there is no GPU") {
    scratch_folder const folder("report");
    std::string const hidden = "CUDA_VISIBLE_DEVICES=";
    for (auto const& [result, sentence] :
         {std::pair{run(RELU_NPY, {EDGES, folder.file("out.npy")}, hidden), "CPU, since there is no usable GPU ("},
          std::pair{run(RELU_NPY, {EDGES, folder.file("out.npy"), "--cpu"}), "CPU, as asked"},
          std::pair{run(RELU_NPY, {EDGES, folder.file("out.npy"), "--dataflow", "oneshot"}), "device "}}) {
        CAPTURE(result.out, result.error);
        CHECK(result.status == 0);
        CHECK(result.says(sentence));
        CHECK(result.says("fp32 (254, 254)"));
        CHECK(result.says("GB/s"));
        for (std::string const& field : every_field) {
            CAPTURE(field);
            CHECK(result.says(field));
        }
    }
}

TEST_CASE("relu_npy works in place") {
    scratch_folder const folder("in_place");
    std::string const path = folder.file("edges.npy");
    write(path, read(EDGES));
    REQUIRE(run(RELU_NPY, {EDGES, folder.file("out.npy")}).status == 0);
    REQUIRE(run(RELU_NPY, {path, path}).status == 0);
    CHECK(read(path) == read(folder.file("out.npy")));
    CHECK(read(path) != read(EDGES));
    CHECK(folder.count() == 2);
}

TEST_CASE("relu_npy refuses each faulty file in one sentence and writes nothing") {
    scratch_folder const folder("faults");
    write(folder.file("out.npy"), "as before");
    for (npy_bytes::fault const& fault : npy_bytes::faults()) {
        CAPTURE(fault.name);
        write(folder.file("in.npy"), fault.bytes);
        outcome const result = run(RELU_NPY, {folder.file("in.npy"), folder.file("out.npy")});
        CAPTURE(result.error);
        CHECK(result.status == 1);
        CHECK(result.out.empty());
        CHECK(result.complains(folder.file("in.npy") + ": "));
        CHECK(result.complains(fault.sentence));
        CHECK(std::count(result.error.begin(), result.error.end(), '\n') == 1);
        CHECK(read(folder.file("out.npy")) == "as before");
        CHECK(folder.count() == 2);
    }
}

TEST_CASE("relu_npy refuses what it cannot open") {
    scratch_folder const folder("paths");
    outcome const missing = run(RELU_NPY, {folder.file("none.npy"), folder.file("out.npy")});
    CHECK(missing.status == 1);
    CHECK(missing.complains("none.npy: it cannot be read: No such file"));
    outcome const directory = run(RELU_NPY, {folder.file(""), folder.file("out.npy")});
    CHECK(directory.status == 1);
    CHECK(directory.complains("it cannot be read: "));
    outcome const nowhere = run(RELU_NPY, {EDGES, folder.file("none/out.npy")});
    CHECK(nowhere.status == 1);
    CHECK(nowhere.complains("none/out.npy: it cannot be written: No such file"));
    outcome const device = run(RELU_NPY, {EDGES, "/dev/null"});
    CHECK(device.status == 1);
    CHECK(device.complains("/dev/null: it cannot be written: it is not a regular file"));
    CHECK(folder.count() == 0);
}

TEST_CASE("relu_npy refuses a file that is not as large as it claims, or larger than memory") {
    std::filesystem::path const short_file = "/sys/devices/system/cpu/online"; // a page, it claims
    std::error_code status;
    if (std::filesystem::file_size(short_file, status) == 4096 && !status) {
        outcome const result = run(RELU_NPY, {short_file, "out.npy"});
        CHECK(result.status == 1);
        CHECK(result.complains(short_file.string() + ": it cannot be read: it ends after "));
        CHECK(result.complains(" of its 4096 bytes"));
    }
    if (std::filesystem::is_directory("/dev/shm")) { // whose files may have any size
        scratch_folder const folder("/dev/shm/reluk_large");
        write(folder.file("in.npy"), "");
        std::filesystem::resize_file(folder.file("in.npy"), 0x7fffffffffffffff, status);
        if (!status) {
            outcome const result = run(RELU_NPY, {folder.file("in.npy"), folder.file("out.npy")});
            CHECK(result.status == 1);
            CHECK(result.complains("in.npy: it cannot be read: its 9223372036854775807 bytes do not fit in memory"));
        }
    }
}

TEST_CASE("relu_npy takes a type that the header leaves open, and no other") {
    scratch_folder const folder("dtype");
    struct example {
        char const* header_type;
        char const* dtype;
        bool fits;
    };
    for (example const& e : {example{"<V2", "bf16", true},
                             {"<u2", "bf16", true},
                             {"|V1", "fp8_e4m3", true},
                             {"|u1", "fp8_e5m2", true},
                             {"<f1", "fp8_e5m2", true},
                             {"|V2", "fp16", true},
                             {"<f2", "fp16", true},
                             {"<f2", "bf16", false},
                             {"<u2", "fp16", false},
                             {"<u2", "fp8_e4m3", false},
                             {"|V2", "fp8_e4m3", false},
                             {"<i2", "bf16", false}}) {
        CAPTURE(e.header_type, e.dtype);
        auto const bytes = static_cast<unsigned>(e.header_type[2] - '0');
        write(folder.file("in.npy"), npy_bytes::file(npy_bytes::header(e.header_type, "()"), std::string(bytes, 'x')));
        outcome const result = run(RELU_NPY, {folder.file("in.npy"), folder.file("out.npy"), "--dtype", e.dtype});
        CHECK(result.status == (e.fits ? 0 : 1));
        CHECK(result.complains("cannot be read as") == !e.fits);
    }
    for (char const* const open : {"|V1", "|V2", "<f1"}) {
        CAPTURE(open);
        write(folder.file("in.npy"), npy_bytes::file(npy_bytes::header(open, "(0,)"), ""));
        outcome const result = run(RELU_NPY, {folder.file("in.npy"), folder.file("out.npy")});
        CHECK(result.status == 1);
        CHECK(result.complains("name the type by --dtype"));
    }
}

TEST_CASE("wrong usage has status 2, help has 0") {
    for (arguments const& list : {arguments{},
                                  {"one.npy"},
                                  {"a", "b", "c"},
                                  {"a", "b", "--dtype", "fp12"},
                                  {"a", "b", "--dataflow", "sideways"},
                                  {"a", "b", "--no-such"}}) {
        outcome const result = run(RELU_NPY, list);
        CHECK(result.status == 2);
        CHECK(!result.error.empty());
    }
    for (arguments const& list : {arguments{},
                                  {"--device", "H200", "--list"},
                                  {"--compare"},
                                  {"--compare", "--list"},
                                  {"--compare", "--device", "H200", "--elements", "1Mi"},
                                  {"--compare", "--elements", "-5"},
                                  {"--device", "H200", "--elements", "-5"},
                                  {"--device", "H200", "--elements", "16Ei"},
                                  {"--device", "H200", "--elements", "6MiB"},
                                  {"--device", "H200", "--elements", "18446744073709551616"},
                                  {"--device", "H200", "--elements", "0x10"},
                                  {"--device", "H200", "--elements", "1.5Ki"},
                                  {"--device", "H200", "--elements", "many"},
                                  {"--device", "H200", "--dtype", "fp64", "--in-offset", "4"},
                                  {"--device", "H200", "--in-offset", "-4"},
                                  {"--device", "H200", "--in-place", "--in-offset", "4"},
                                  {"--device", "H200", "--dataflow", "x"}}) {
        outcome const result = run(EXPLAIN, list);
        CHECK(result.status == 2);
        CHECK(!result.error.empty());
    }
    CHECK(run(RELU_NPY, {"--help"}).status == 0);
    CHECK(run(EXPLAIN, {"--help"}).status == 0);
}

TEST_CASE("explain prints a decision whole") {
    outcome const result =
        run(EXPLAIN, {"--device", "rtx_4090", "--dtype", "fp16", "--elements", "16Mi", "--dataflow", "repeated"});
    CAPTURE(result.out, result.error);
    CHECK(result.status == 0);
    CHECK(result.says("RTX 4090"));
    CHECK(result.says("64 MiB, 88.9 % of the L2"));
    CHECK(result.says("store                streaming"));
    for (std::string const& field : every_field) {
        CAPTURE(field);
        CHECK(result.says(field));
    }
    CHECK(result.says("predicted            17.58 us, 3818 GB/s; 0 of 67.11 MB from or to DRAM"));
    CHECK(result.says("speed                launch 1.6 us, L2 4.2 TB/s, DRAM 0.945 TB/s (public investigations"));
    CHECK(run(EXPLAIN, {"--device", "T4", "--elements", "1Mi"}).says("predicted            nothing: "));
    CHECK(run(EXPLAIN, {"--device", "rtx 4090", "--dtype", "fp16", "--elements", "16777216", "--dataflow", "repeated"})
              .out == result.out);
    CHECK(run(EXPLAIN, {"--device", "H200", "--elements", "1Ki", "--in-place"})
              .says("working set          0.00390625 MiB"));
    CHECK(run(EXPLAIN, {"--device", "H200", "--elements", "0"}).says("nothing to launch"));
    CHECK(run(EXPLAIN, {"--device", "H200", "--elements", "18446744073709551615"}).status == 0);
    CHECK(run(EXPLAIN, {"--device", "H200", "--elements", "010"}).out ==
          run(EXPLAIN, {"--device", "H200", "--elements", "10"}).out);
    CHECK(run(EXPLAIN, {"--device", "H200", "--in-offset", "012"}).says("offsets 12 in"));
}

TEST_CASE("explain lists devices and sizes") {
    outcome const list = run(EXPLAIN, {"--list"});
    outcome const unknown = run(EXPLAIN, {"--device", "Voodoo 2"});
    CHECK(list.status == 0);
    CHECK(unknown.status == 2);
    CHECK(run(EXPLAIN, {"--device", "H20"}).status == 2);
    CHECK(run(EXPLAIN, {"--device", "H2000"}).status == 2);
    for (char const* const name : {"T4", "A100 40 GB", "A100 80 GB", "RTX 3090", "RTX 4090", "L40S", "H100 PCIe",
                                   "H100 SXM", "H200", "B200", "RTX 5090"}) {
        CAPTURE(name);
        CHECK(list.says(name));
        CHECK(unknown.complains(name));
        outcome const table = run(EXPLAIN, {"--device", name});
        CHECK(table.status == 0);
        CHECK(table.says("64Ki"));
        CHECK(table.says("1Gi"));
    }
}

TEST_CASE("explain compares all devices for one workload, as it explains each alone") {
    arguments const work = {"--dtype", "fp16", "--elements", "6Mi", "--dataflow", "repeated"};
    auto const with = [&](arguments list) {
        list.insert(list.end(), work.begin(), work.end());
        return run(EXPLAIN, list);
    };
    outcome const table = with({"--compare"});
    CAPTURE(table.out, table.error);
    CHECK(table.status == 0);
    CHECK(table.says("working set          24 MiB"));
    for (auto const& [name, time] : {std::pair{"RTX 4090", "7.592 us, 3315 GB/s"}, {"T4", "nothing: "}}) {
        CAPTURE(name);
        CHECK(with({"--device", name}).says("predicted            " + std::string(time)));
    }
    CHECK(table.says(
        "       -  forward  ordered      7.592   3315  repeated, well inside the L2: both tensors stay there\n"));
    CHECK(table.says("        -      -  repeated, above the L2: nothing survives until the next call\n"));
    std::string const devices = run(EXPLAIN, {"--list"}).out;
    CHECK(std::count(table.out.begin(), table.out.end(), '\n') ==
          std::count(devices.begin(), devices.end(), '\n') + 5); // work, working set, a blank line, the footer's two
}
