// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// The headers of device code compile under NVRTC with no include path but reluk's own. No device is needed.
// RELUK_NVRTC in the environment is the path of another version's library; the toolkit's is the default.
#include "catch.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <nvrtc.h>
#include <string>
#include <vector>

namespace {

/// The functions of an NVRTC library, loaded at run time. Their signatures have not changed since CUDA 11.2.
class nvrtc_library {
public:
    nvrtc_library() {
        char const* const chosen = std::getenv("RELUK_NVRTC");
        path_ = chosen != nullptr ? chosen : RELUK_TOOLKIT_NVRTC;
        handle_ = dlopen(path_.c_str(), RTLD_NOW | RTLD_LOCAL);
        char const* const error = handle_ == nullptr ? dlerror() : "";
        INFO(error);
        REQUIRE(handle_ != nullptr);
        find(error_string, "nvrtcGetErrorString");
        find(version, "nvrtcVersion");
        find(supported_count, "nvrtcGetNumSupportedArchs");
        find(supported, "nvrtcGetSupportedArchs");
        find(create, "nvrtcCreateProgram");
        find(destroy, "nvrtcDestroyProgram");
        find(add_name, "nvrtcAddNameExpression");
        find(lowered_name, "nvrtcGetLoweredName");
        find(compile, "nvrtcCompileProgram");
        find(log_size, "nvrtcGetProgramLogSize");
        find(log, "nvrtcGetProgramLog");
        find(ptx_size, "nvrtcGetPTXSize");
        find(ptx, "nvrtcGetPTX");
        int major = 0;
        int minor = 0;
        REQUIRE(version(&major, &minor) == NVRTC_SUCCESS);
        std::printf("NVRTC %d.%d: %s\n", major, minor, path_.c_str());
    }

    decltype(&nvrtcGetErrorString) error_string;
    decltype(&nvrtcVersion) version;
    decltype(&nvrtcGetNumSupportedArchs) supported_count;
    decltype(&nvrtcGetSupportedArchs) supported;
    decltype(&nvrtcCreateProgram) create;
    decltype(&nvrtcDestroyProgram) destroy;
    decltype(&nvrtcAddNameExpression) add_name;
    decltype(&nvrtcGetLoweredName) lowered_name;
    decltype(&nvrtcCompileProgram) compile;
    decltype(&nvrtcGetProgramLogSize) log_size;
    decltype(&nvrtcGetProgramLog) log;
    decltype(&nvrtcGetPTXSize) ptx_size;
    decltype(&nvrtcGetPTX) ptx;

private:
    template <class Function>
    void find(Function& function, char const* name) {
        function = reinterpret_cast<Function>(dlsym(handle_, name));
        INFO(name);
        REQUIRE(function != nullptr);
    }

    std::string path_;
    void* handle_ = nullptr; // stays loaded
};

nvrtc_library const& nvrtc() {
    static nvrtc_library const library;
    return library;
}

void check(nvrtcResult result) {
    INFO(nvrtc().error_string(result));
    REQUIRE(result == NVRTC_SUCCESS);
}

/// Compiles `source` and gives the PTX, after asking for the lowered name of each kernel.
std::string compile(std::string const& source, std::vector<std::string> options,
                    std::vector<std::string> const& kernels = {}) {
    nvrtcProgram program{};
    check(nvrtc().create(&program, source.c_str(), "user.cu", 0, nullptr, nullptr));
    for (auto const& kernel : kernels) {
        check(nvrtc().add_name(program, kernel.c_str()));
    }
    options.emplace_back("-I" RELUK_INCLUDE);
    std::vector<char const*> words;
    for (auto const& option : options) {
        words.push_back(option.c_str());
    }
    nvrtcResult const result = nvrtc().compile(program, static_cast<int>(words.size()), words.data());
    size_t size = 0;
    check(nvrtc().log_size(program, &size));
    std::string log(size, '\0');
    check(nvrtc().log(program, log.data()));
    INFO(log);
    check(result);
    CHECK(log.find("warning") == std::string::npos);
    check(nvrtc().ptx_size(program, &size));
    std::string ptx(size, '\0');
    check(nvrtc().ptx(program, ptx.data()));
    for (auto const& kernel : kernels) {
        char const* lowered = nullptr;
        check(nvrtc().lowered_name(program, kernel.c_str(), &lowered));
        CHECK(ptx.find(".entry " + std::string(lowered)) != std::string::npos);
    }
    check(nvrtc().destroy(&program));
    return ptx;
}

std::string kernel_of(std::string const& type, std::string const& load, std::string const& store) {
    return "reluk::relu_kernel<reluk::op::relu<" + type + ">::bitwise, reluk::load::" + load +
           ", reluk::store::" + store + ", 16, 1, reluk::generality::words>";
}

} // namespace

TEST_CASE("the kernel compiles under NVRTC and is found by name") {
    int count = 0;
    check(nvrtc().supported_count(&count));
    std::vector<int> known(static_cast<size_t>(count));
    check(nvrtc().supported(known.data()));
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
         {"version.hpp", "word.hpp", "op.hpp", "policy.hpp", "partition.hpp", "operand.hpp", "number.hpp",
          "op_select.hpp", "op_arithmetic.hpp", "functor.hpp", "tile.hpp", "batch.hpp", "kernel.cuh"}) {
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

TEST_CASE("the example's kernel compiles under NVRTC for every load path") {
    for (char const* const load : {"cached", "streaming", "no_allocate", "evict_first", "resident"}) {
        INFO(load);
        bool const has_state = load == std::string("resident") || load == std::string("evict_first");
        std::string const state = has_state ? "0.5f" : "";
        std::string const ptx = compile("#include \"" RELUK_EXAMPLE_KERNEL "\"\n",
                                        {"-arch=compute_90", "-DLOAD=" + std::string(load), "-DLOAD_STATE=" + state,
                                         "-DSTORE=streaming", "-DWORD_BYTES=16", "-DACCESSES=2", "-DREVERSE=1"});
        CHECK(ptx.find(".entry relu(") != std::string::npos);
        CHECK(ptx.find("st.global.cs.v4.b32") != std::string::npos);
    }
}
