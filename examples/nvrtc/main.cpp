// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// ReLU by a kernel that is compiled at run time: choose() says which one and how to launch it, NVRTC compiles it from
// reluk's headers for the device at hand, the driver launches it. This file is plain C++. Without a GPU it compiles for
// an H200 and stops.
#include "../text.hpp"

#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <dlfcn.h>
#include <nvrtc.h>
#include <reluk/catalogue.hpp>
#include <reluk/device.hpp>
#include <reluk/request.hpp>

namespace {

using operation = reluk::op::relu<float>::bitwise;

[[noreturn]] void fail(char const* what, char const* reason) {
    std::fprintf(stderr, "nvrtc: %s: %s\n", what, reason);
    std::exit(1);
}

void check(cudaError_t status, char const* what) {
    if (status != cudaSuccess) {
        fail(what, cudaGetErrorString(status));
    }
}

void check(nvrtcResult status, char const* what) {
    if (status != NVRTC_SUCCESS) {
        fail(what, nvrtcGetErrorString(status));
    }
}

/// The three functions of the driver that are needed, found at run time: a machine without a GPU has no driver.
struct driver {
    decltype(&cuModuleLoadData) load;
    decltype(&cuModuleGetFunction) get_function;
    decltype(&cuLaunchKernel) launch;

    driver() {
        void* const library = dlopen("libcuda.so.1", RTLD_NOW);
        if (library == nullptr) {
            fail("the driver", dlerror());
        }
        load = reinterpret_cast<decltype(load)>(dlsym(library, "cuModuleLoadData"));
        get_function = reinterpret_cast<decltype(get_function)>(dlsym(library, "cuModuleGetFunction"));
        launch = reinterpret_cast<decltype(launch)>(dlsym(library, "cuLaunchKernel"));
        if (load == nullptr || get_function == nullptr || launch == nullptr) {
            fail("the driver", "a function is missing");
        }
    }

    static void check(CUresult status, char const* what) {
        if (status != CUDA_SUCCESS) {
            fail(what, ("CUDA driver error " + std::to_string(status)).c_str());
        }
    }
};

struct compiled_kernel {
    std::string symbol;
    std::string code; ///< machine code for one architecture
};

/// The kernel for this configuration; its template arguments are the configuration's fields.
compiled_kernel compile(reluk::launch_config const& config, reluk::generality generality, unsigned compute_capability) {
    std::string const name = std::string("reluk::relu_kernel<reluk::op::relu<float>::bitwise, reluk::load::") +
                             text::to_text(config.load) + ", reluk::store::" + text::to_text(config.store) + ", " +
                             std::to_string(config.access_bytes) + ", " + std::to_string(config.accesses_per_thread) +
                             ", reluk::generality(" + std::to_string(static_cast<int>(generality)) + ")>";
    nvrtcProgram program{};
    check(nvrtcCreateProgram(&program, "#include <reluk/kernel.cuh>\n", "relu.cu", 0, nullptr, nullptr), "program");
    check(nvrtcAddNameExpression(program, name.c_str()), "the kernel's name");
    std::string const architecture = "-arch=sm_" + std::to_string(compute_capability);
    char const* const options[] = {architecture.c_str(), "-std=c++17", "-I" RELUK_INCLUDE};
    if (nvrtcResult const status = nvrtcCompileProgram(program, 3, options); status != NVRTC_SUCCESS) {
        std::size_t size = 0;
        check(nvrtcGetProgramLogSize(program, &size), "log");
        std::string log(size, '\0');
        check(nvrtcGetProgramLog(program, log.data()), "log");
        fail(nvrtcGetErrorString(status), log.c_str());
    }
    compiled_kernel kernel;
    char const* symbol = nullptr;
    check(nvrtcGetLoweredName(program, name.c_str(), &symbol), "the kernel's symbol");
    kernel.symbol = symbol;
    std::size_t size = 0;
    check(nvrtcGetCUBINSize(program, &size), "machine code");
    kernel.code.resize(size);
    check(nvrtcGetCUBIN(program, kernel.code.data()), "machine code");
    check(nvrtcDestroyProgram(&program), "program");
    std::printf("compiled %s for sm_%u: %zu bytes\n", name.c_str(), compute_capability, size);
    return kernel;
}

reluk::task<operation> prepare(float* x, std::size_t n, reluk::launch_config const& config) {
    reluk::detail::request<operation> const what{x, x, n};
    unsigned const items_per_tile = config.block * config.accesses_per_thread;
    bool const reverse = config.order == reluk::block_order::reverse;
    return config.access_bytes == 32 ? what.prepare<32>(items_per_tile, reverse)
                                     : what.prepare<16>(items_per_tile, reverse);
}

template <class Load>
void launch(compiled_kernel const& kernel, reluk::launch_config const& config, reluk::task<operation> work, Load load) {
    driver const cuda;
    CUmodule module{};
    CUfunction function{};
    driver::check(cuda.load(&module, kernel.code.data()), "loading the kernel");
    driver::check(cuda.get_function(&function, module, kernel.symbol.c_str()), "finding the kernel");
    char store{}; // every store policy is an empty type
    bool early_trigger = false;
    void* arguments[] = {&early_trigger, &work, &load, &store};
    driver::check(cuda.launch(function, config.grid, 1, 1, config.block, 1, 1, 0, nullptr, arguments, nullptr),
                  "the launch");
}

} // namespace

int main(int argc, char** argv) {
    bool const needs_device = argc > 1 && std::strcmp(argv[1], "--device") == 0;
    int devices = 0;
    bool const has_device = cudaGetDeviceCount(&devices) == cudaSuccess && devices != 0;
    if (needs_device && !has_device) {
        std::printf("skipped: no CUDA device\n");
        return 77;
    }

    constexpr std::size_t n = 1000003;
    float* x = nullptr;
    reluk::device_descriptor device = reluk::find_device("H200")->descriptor;
    if (has_device) {
        check(reluk::query_current_device(device), "the device's properties");
        check(cudaMalloc(reinterpret_cast<void**>(&x), n * sizeof(float)), "allocation");
    }
    device.early_launch = false; // which this launch does not ask for
    auto const work = reluk::make_workload(x, x, n, reluk::dataflow::pipeline);
    auto const config = reluk::choose(device, work);
    text::print(config);
    auto const task = prepare(x, n, config);
    auto const needed = reluk::generality_of(task, config.block * config.accesses_per_thread, config.grid);
    auto const kernel = compile(config, needed, device.compute_capability);
    if (!has_device) {
        std::printf("no GPU here: compiled, not launched\n");
        return 0;
    }

    std::vector<float> values(n);
    for (std::size_t i = 0; i < n; ++i) {
        values[i] = i % 2 == 0 ? -1.0f : static_cast<float>(i);
    }
    check(cudaMemcpy(x, values.data(), n * sizeof(float), cudaMemcpyHostToDevice), "copy to the device");
    if (config.load == reluk::load_path::resident) {
        launch(kernel, config, task, reluk::load::resident{config.resident_fraction});
    } else if (config.load == reluk::load_path::evict_first) {
        launch(kernel, config, task, reluk::load::evict_first{config.evict_first_fraction});
    } else {
        launch(kernel, config, task, char{}); // the other load policies are empty types
    }
    std::vector<float> result(n);
    check(cudaMemcpy(result.data(), x, n * sizeof(float), cudaMemcpyDeviceToHost), "copy from the device");
    check(cudaFree(x), "release");
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < n; ++i) {
        wrong += result[i] != (values[i] > 0 ? values[i] : 0.0f);
    }
    std::printf("%zu of %zu elements are right\n", n - wrong, n);
    return wrong == 0 ? 0 : 1;
}
