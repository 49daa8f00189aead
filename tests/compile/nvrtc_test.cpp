// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// The headers of device code compile under NVRTC with no include path but reluk's own. No device is needed.
#include "catch.hpp"

#include <algorithm>
#include <nvrtc.h>
#include <string>
#include <vector>

namespace {

void check(nvrtcResult result) {
    INFO(nvrtcGetErrorString(result));
    REQUIRE(result == NVRTC_SUCCESS);
}

/// Compiles `source` and gives the PTX, after asking for the lowered name of each kernel.
std::string compile(std::string const& source, std::vector<std::string> options,
                    std::vector<std::string> const& kernels = {}) {
    nvrtcProgram program{};
    check(nvrtcCreateProgram(&program, source.c_str(), "user.cu", 0, nullptr, nullptr));
    for (auto const& kernel : kernels) {
        check(nvrtcAddNameExpression(program, kernel.c_str()));
    }
    options.emplace_back("-I" RELUK_INCLUDE);
    std::vector<char const*> words;
    for (auto const& option : options) {
        words.push_back(option.c_str());
    }
    nvrtcResult const result = nvrtcCompileProgram(program, static_cast<int>(words.size()), words.data());
    size_t size = 0;
    check(nvrtcGetProgramLogSize(program, &size));
    std::string log(size, '\0');
    check(nvrtcGetProgramLog(program, log.data()));
    INFO(log);
    check(result);
    CHECK(log.find("warning") == std::string::npos);
    check(nvrtcGetPTXSize(program, &size));
    std::string ptx(size, '\0');
    check(nvrtcGetPTX(program, ptx.data()));
    for (auto const& kernel : kernels) {
        char const* lowered = nullptr;
        check(nvrtcGetLoweredName(program, kernel.c_str(), &lowered));
        CHECK(ptx.find(".entry " + std::string(lowered)) != std::string::npos);
    }
    check(nvrtcDestroyProgram(&program));
    return ptx;
}

std::string kernel_of(std::string const& type, std::string const& load, std::string const& store) {
    return "reluk::relu_kernel<reluk::op::relu<" + type + ">::bitwise, reluk::load::" + load +
           ", reluk::store::" + store + ", 16, 1, false>";
}

} // namespace

TEST_CASE("the kernel compiles under NVRTC and is found by name") {
    int count = 0;
    check(nvrtcGetNumSupportedArchs(&count));
    std::vector<int> known(static_cast<size_t>(count));
    check(nvrtcGetSupportedArchs(known.data()));
    for (int const architecture : {75, 80, 90, 100}) {
        if (std::find(known.begin(), known.end(), architecture) == known.end()) {
            std::printf("skipped: this NVRTC has no compute_%d\n", architecture);
            continue;
        }
        INFO(architecture);
        std::string const target = "-arch=compute_" + std::to_string(architecture);
        std::string const ptx = compile(
            "#include <reluk/kernel.cuh>\n", {target},
            {kernel_of("float", "cached", "cached"), kernel_of("signed char", "streaming", "streaming"),
             kernel_of("__half", "no_allocate", "write_through"),
             kernel_of("__nv_bfloat16", "evict_first", "evict_first"), kernel_of("double", "resident", "cached")});
        CHECK(ptx.find("st.global.wt.v4.b32") != std::string::npos);
        CHECK((ptx.find("griddepcontrol.wait") != std::string::npos) == (architecture >= 90));
    }
}

TEST_CASE("each header of device code compiles alone under NVRTC") {
    for (char const* const header :
         {"version.hpp", "word.hpp", "op.hpp", "policy.hpp", "partition.hpp", "tile.hpp", "kernel.cuh"}) {
        for (char const* const standard : {"-std=c++17", "-std=c++20"}) {
            INFO(header << " " << standard);
            compile("#include <reluk/" + std::string(header) + ">\n", {"-arch=compute_90", standard});
        }
    }
}

TEST_CASE("the operation serves a user's own kernel under NVRTC") {
    std::string const ptx = compile(R"(
        #include <reluk/op.hpp>
        extern "C" __global__ void bias_relu(float* out, float const* in, float bias) {
            out[threadIdx.x] = reluk::op::relu<float>{}(in[threadIdx.x] + bias);
        })",
                                    {"-arch=compute_90", "-use_fast_math"});
    CHECK(ptx.find(".entry bias_relu") != std::string::npos);
}
