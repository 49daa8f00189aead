// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// What the compiler makes of the kernels: which memory instructions, how many registers, nothing in local memory. No
// device is needed. ctest gives the architecture in RELUK_ARCHITECTURE (75 to 120), and in RELUK_NVCC a compiler other
// than the one that builds the tests.
#include "catch.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cxxabi.h>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace {

struct kernel {
    std::string name; // demangled
    std::string load, store;
    unsigned element_bytes, word_bytes, accesses;
    bool computes, realigns; // what realigns moves edges too
    std::string code;        // PTX or SASS
};

std::string read(std::string const& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

std::string demangle(std::string const& symbol) {
    char* const text = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, nullptr);
    std::string const name = text != nullptr ? text : "";
    std::free(text);
    return std::regex_replace(name, std::regex("reluk::(v\\w+::)?|^void |\\(bool.*$"), "");
}

/// Splits a listing at what `heading` matches, whose first group is a kernel's symbol.
std::map<std::string, std::string> split_by_symbol(std::string const& listing, std::regex const& heading) {
    std::map<std::string, std::string> parts;
    std::string* part = nullptr;
    std::istringstream lines(listing);
    for (std::string line; std::getline(lines, line);) {
        std::smatch match;
        if (std::regex_search(line, match, heading)) {
            part = &parts[match[1]];
        }
        if (part != nullptr) {
            *part += line + '\n';
        }
    }
    return parts;
}

kernel describe(std::string const& symbol, std::string code) {
    static std::regex const pattern(
        R"(relu_kernel<op::(\w+)<(\d)u.*>, load::(\w+), store::(\w+), (\d+)u, (\d+)u, \(generality\)(\d)>)");
    std::string const name = demangle(symbol);
    INFO(symbol);
    std::smatch match;
    REQUIRE(std::regex_search(name, match, pattern));
    auto const number = [&](size_t group) { return static_cast<unsigned>(std::stoul(match[group])); };
    return {name,           match[3], match[4], number(2), number(5), number(6), match[1] == "rectify", match[7] != "0",
            std::move(code)};
}

std::vector<std::string> find_all(std::string const& text, std::string const& pattern) {
    std::regex const expression(pattern);
    std::vector<std::string> found;
    for (std::sregex_iterator match(text.begin(), text.end(), expression), end; match != end; ++match) {
        found.push_back(match->str());
    }
    return found;
}

/// The compiled kernels, made once.
struct compilation {
    unsigned architecture = 0;
    std::string ptx, sass, report;

    compilation() {
        std::string const name = from_environment("RELUK_ARCHITECTURE", "90");
        std::string const nvcc = from_environment("RELUK_NVCC", RELUK_BUILD_NVCC);
        architecture = static_cast<unsigned>(std::stoul(name));
        std::string const base = "kernels_sm_" + name;
        run(nvcc + " -std=c++17 -I" RELUK_INCLUDE " -arch=compute_" + name + " -ptx " RELUK_KERNELS " -o " + base +
            ".ptx");
        run(nvcc + " -arch=sm_" + name + " -cubin -Xptxas -v " + base + ".ptx -o " + base + ".cubin 2> " + base +
            ".txt");
        ptx = read(base + ".ptx");
        report = read(base + ".txt");
        if (std::string(RELUK_CUOBJDUMP).empty()) {
            return;
        }
        run(RELUK_CUOBJDUMP " -sass " + base + ".cubin > " + base + ".sass");
        sass = read(base + ".sass");
    }

    static std::string from_environment(char const* name, char const* otherwise) {
        char const* const chosen = std::getenv(name);
        return chosen != nullptr ? chosen : otherwise;
    }

    static void run(std::string const& command) {
        INFO(command);
        REQUIRE(std::system(command.c_str()) == 0);
    }
};

compilation const& compiled() {
    static compilation const result;
    return result;
}

/// The cache operator in PTX of an access through the policy of that name.
std::string load_operator(std::string const& policy) {
    bool const has_hint = compiled().architecture >= 80;
    return policy == "streaming"                             ? ".cs"
           : policy == "no_allocate"                         ? ".L1::no_allocate"
           : policy == "evict_first" || policy == "resident" ? (has_hint ? ".L2::cache_hint" : "")
                                                             : "";
}

std::string store_operator(std::string const& policy) {
    return policy == "write_through" ? ".wt" : policy == "streaming" ? ".cs" : load_operator(policy);
}

/// What prmt.b32 makes of `x` and 0: each nibble of `control` names a byte, or with its upper bit that byte's sign.
unsigned permute(unsigned x, unsigned control) {
    unsigned result = 0;
    for (unsigned i = 0; i < 4; ++i) {
        unsigned const nibble = control >> (4 * i) & 0xf;
        unsigned const byte = (nibble & 7) < 4 ? x >> (8 * (nibble & 7)) & 0xff : 0;
        result |= (nibble < 8 ? byte : (byte & 0x80) != 0 ? 0xffu : 0u) << (8 * i);
    }
    return result;
}

/// All ones in each element of `x` whose sign is set, zeroes in the others.
unsigned spread_signs(unsigned x, unsigned element_bytes) {
    unsigned const mask = (1u << (8 * element_bytes)) - 1;
    unsigned result = 0;
    for (unsigned bit = 0; bit < 32; bit += 8 * element_bytes) {
        result |= (x >> (bit + 8 * element_bytes - 1) & 1) != 0 ? mask << bit : 0;
    }
    return result;
}

/// How many 32-bit lanes one instruction moves.
unsigned lanes_of(kernel const& k) {
    return k.word_bytes == 32 && compiled().architecture < 100 ? 4 : k.word_bytes / 4;
}

/// A cache operator of PTX in SASS. The L2's hints are in an operand there, and show in PTX alone.
std::string sass_operator(std::string const& ptx_operator) {
    return ptx_operator == ".cs" ? ".EF" : ptx_operator == ".L1::no_allocate" ? ".NA" : "";
}

/// What each shape took with nvcc 13.0, the most over all operations, policies and architectures, rounded up to the
/// 8 registers in which a multiprocessor hands them out. 32 leave room for 2048 threads on it, 64 for 1024.
unsigned most_registers(kernel const& k) {
    switch (k.word_bytes * k.accesses) {
    case 8: return 16;
    case 16: return k.realigns ? 32 : 24;
    case 32: return k.realigns ? 40 : 24;
    default: return k.accesses == 4 && !k.realigns ? 64 : 56;
    }
}

} // namespace

TEST_CASE("memory instructions in PTX", "[ptx]") {
    auto const parts = split_by_symbol(compiled().ptx, std::regex(R"(\.entry (\w+)\()"));
    REQUIRE(parts.size() > 60);
    for (auto const& [symbol, code] : parts) {
        kernel const k = describe(symbol, code);
        INFO(k.name << "\n" << k.code);
        bool const hopper = compiled().architecture >= 90;

        // Words: all in the one width and by the one operator. The body may be there several times, for full tiles and
        // for others.
        unsigned const lanes = lanes_of(k);
        unsigned const words = k.accesses * (k.word_bytes / (4 * lanes));
        std::string const width = ".v" + std::to_string(lanes) + ".b32";
        auto const loads = find_all(k.code, R"(\bld\.(global)?[^p\s]*\.v\d\.\w+)");
        auto const stores = find_all(k.code, R"(\bst\.[^p\s]*\.v\d\.\w+)");
        CHECK(!stores.empty());
        CHECK(stores.size() % words == 0);
        CHECK(loads.size() == stores.size() * (k.realigns ? 2 : 1));
        for (auto const& instruction : loads) {
            CHECK(instruction == "ld.global" + load_operator(k.load) + width);
        }
        for (auto const& instruction : stores) {
            CHECK(instruction == "st.global" + store_operator(k.store) + width);
        }

        // Single elements: one per access, for the edges, and none in the body.
        unsigned const edges = k.realigns ? k.accesses : 0;
        CHECK(find_all(k.code, R"(\bld\.global\.[usbf]\d+)").size() == edges);
        CHECK(find_all(k.code, R"(\bst\.global\.[usbf]\d+)").size() == edges);

        // What only copies stores the lanes as it has loaded them.
        if (!k.computes && !k.realigns) {
            auto const lists = [&](std::string const& instruction) {
                auto found = find_all(k.code, instruction + R"([^;]*\.v\d\.b32[^;]*\{[^}]*\})");
                for (auto& text : found) {
                    text.erase(0, text.find('{'));
                }
                std::sort(found.begin(), found.end());
                return found;
            };
            CHECK(lists(R"(\bld\.global)") == lists(R"(\bst\.global)"));
        }

        // Elements of a byte or two are computed a lane at a time, each by its own sign.
        if (k.computes && k.element_bytes <= 2 && !k.realigns) {
            CHECK(find_all(k.code, R"(\bprmt\.b32)").size() == stores.size() * lanes);
            for (auto const& selector : find_all(k.code, R"(\bprmt\.b32\s+%r\d+, %r\d+, 0, \d+)")) {
                auto const control = static_cast<unsigned>(std::stoul(selector.substr(selector.rfind(' '))));
                for (unsigned const x : {0x80000000u, 0x7fffffffu, 0x00800080u, 0x80ff017fu, 0x7f80ff00u}) {
                    CHECK(permute(x, control) == spread_signs(x, k.element_bytes));
                }
            }
        }

        bool const has_hint = compiled().architecture >= 80;
        CHECK((k.code.find("createpolicy.fractional.L2::evict_last.L2::evict_first") != std::string::npos) ==
              (has_hint && k.load == "resident"));
        std::smatch fraction;
        for (auto const& [policy, text] : {std::pair("resident", R"(evict_last\.L2::evict_first)"),
                                           std::pair("evict_first", R"(fractional\.L2::evict_first)")}) {
            if (has_hint && k.load == policy) {
                INFO("the fraction is the policy's");
                REQUIRE(
                    std::regex_search(k.code, fraction, std::regex(text + std::string(R"(\.b64 %rd\d+, (%\w+);)"))));
                CHECK(find_all(k.code, R"(\bld\.param\.\w+\s+)" + fraction[1].str() + ",").size() == 1);
            }
        }
        CHECK((k.code.find("createpolicy.fractional.L2::evict_first") != std::string::npos) ==
              (has_hint && (k.load == "evict_first" || k.store == "evict_first")));

        // The wait for the kernel before, ahead of everything; and nothing that may read ahead of it.
        auto const wait = k.code.find("griddepcontrol.wait");
        CHECK((wait != std::string::npos) == hopper);
        if (hopper) {
            auto const waits = find_all(k.code, R"(griddepcontrol\.wait)").size();
            CHECK(waits == (k.name.find("(generality)1") != std::string::npos ? 2 : 1)); // full tiles, and mixed ones
            INFO("each wait comes after the first address, which asks a question that is answered with no");
            CHECK(find_all(k.code, R"(mov\.b64 \{lower, upper\}, %rd\d+;\s+setp\.eq\.u32 never, upper, 0xffffffff;\s+)"
                                   R"(@never griddepcontrol\.launch_dependents;\s+griddepcontrol\.wait)")
                      .size() == waits);
            INFO("the trigger comes after the wait, and is jumped over where it is not asked for");
            CHECK(find_all(k.code,
                           R"(griddepcontrol\.wait;\s+\}\s+// end inline asm\s+(setp[^;]*;\s+)?@%p\d+ bra\s+\S+;\s+)"
                           R"(// begin inline asm\s+griddepcontrol\.launch_dependents)")
                      .size() == waits);
            CHECK(find_all(k.code, "griddepcontrol.launch_dependents").size() == 2 * waits);
            CHECK(wait < k.code.find("ld.global"));
            CHECK(wait < k.code.find("st.global"));
            for (auto at = wait; at != std::string::npos;) { // each path has its own wait, loads and stores
                auto const next = k.code.find("griddepcontrol.wait", at + 1);
                std::string const behind = k.code.substr(at, next == std::string::npos ? next : next - at);
                CHECK(behind.find("ld.global") != std::string::npos);
                CHECK(behind.find("st.global") != std::string::npos);
                at = next;
            }
        }
        CHECK(k.code.find("ld.global.nc") == std::string::npos);
        CHECK(k.code.find(".maxntid 1024") != std::string::npos); // is_valid() lets blocks be so large
        CHECK(k.code.find(".local") == std::string::npos);
    }
}

TEST_CASE("registers and local memory", "[ptx]") {
    auto const parts = split_by_symbol(compiled().report, std::regex(R"(Compiling entry function '(\w+)')"));
    REQUIRE(parts.size() > 60);
    for (auto const& [symbol, report] : parts) {
        kernel const k = describe(symbol, report);
        INFO(k.name << "\n" << report);
        CHECK(find_all(report, R"(\b0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads)").size() == 1);
        std::smatch match;
        REQUIRE(std::regex_search(report, match, std::regex(R"(Used (\d+) registers)")));
        auto const registers = static_cast<unsigned>(std::stoul(match[1]));
        CHECK(registers <= most_registers(k));
        std::printf("%3u registers: %s\n", registers, k.name.c_str());
    }
}

TEST_CASE("memory instructions in SASS", "[sass]") {
    if (compiled().sass.empty()) {
        std::printf("skipped: there is no cuobjdump\n");
        return;
    }
    auto const parts = split_by_symbol(compiled().sass, std::regex(R"(Function : (\w+))"));
    REQUIRE(parts.size() > 60);
    for (auto const& [symbol, code] : parts) {
        kernel const k = describe(symbol, code);
        INFO(k.name << "\n" << k.code);
        unsigned const lanes = lanes_of(k);
        unsigned const words = k.accesses * (k.word_bytes / (4 * lanes));
        std::string const width = lanes == 8 ? "ENL2.256" : lanes == 4 ? "128" : "64";
        std::string const any_wide = R"(\.E(\.\w+)*\.(64|128|256)\b[.\w]*)";
        std::string const suffix = compiled().architecture < 80 ? ".SYS" : "";
        auto const check_all = [&](std::vector<std::string> const& instructions, std::string const& expected) {
            CHECK(instructions.size() >= words);
            for (auto const& instruction : instructions) {
                // An element of 8 bytes is an access of 64 bits too.
                CHECK(
                    (instruction == expected || (k.element_bytes == 8 && instruction.find(".64") != instruction.npos)));
            }
        };
        auto const loads = find_all(k.code, R"(\bLDG)" + any_wide);
        auto const stores = find_all(k.code, R"(\bSTG)" + any_wide);
        check_all(loads, "LDG.E" + sass_operator(load_operator(k.load)) + "." + width + suffix);
        check_all(stores, "STG.E" + sass_operator(store_operator(k.store)) + "." + width +
                              (k.store == "write_through" ? ".STRONG.SYS" : suffix));
        if (k.element_bytes < 8) { // else the elements are among the wide ones
            CHECK(find_all(k.code, R"(\bLDG\.E)").size() - loads.size() <= k.accesses);
            CHECK(find_all(k.code, R"(\bSTG\.E)").size() - stores.size() <= k.accesses);
        }
        if (compiled().architecture >= 90) {
            INFO("the assembler keeps ahead of the wait what stands there");
            auto const wait = k.code.find("ACQBULK");
            REQUIRE(wait != std::string::npos);
            CHECK(k.code.find("PREEXIT") < wait);
            CHECK(wait < k.code.find("LDG"));
            CHECK(wait < k.code.find("STG"));
            CHECK(k.code.rfind("ACQBULK") < k.code.rfind("LDG"));
            CHECK((k.realigns || k.code.find(" EXIT") < wait));
        }
        CHECK(find_all(k.code, R"(\b(LDL|STL)\b)").empty());
        CHECK(find_all(k.code, R"(\bLDG\.E[.\w]*\.CONSTANT)").empty());
    }
}
