// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// relu_npy: ReLU of an array in a NumPy file, on the GPU or, where there is none, on the CPU.
#include "../text.hpp"
#include "npy.hpp"

#include <CLI/CLI.hpp>
#include <chrono>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <memory>
#include <new>
#include <reluk/host.hpp>
#include <reluk/relu.cuh>

namespace {

using text::dtype;

struct request {
    std::string in;
    std::string out;
    std::string dtype;
    std::string flow = "pipeline";
    bool cpu = false;
};

void check(cudaError_t status, std::string const& what) {
    if (status != cudaSuccess) {
        throw std::runtime_error("the GPU failed at " + what + ": " + cudaGetErrorString(status));
    }
}

struct device_free {
    void operator()(void* memory) const { static_cast<void>(cudaFree(memory)); }
};

template <class T>
std::unique_ptr<T, device_free> allocate(std::size_t n) {
    void* memory = nullptr;
    check(cudaMalloc(&memory, n * sizeof(T)), "allocating " + std::to_string(n * sizeof(T)) + " bytes");
    return std::unique_ptr<T, device_free>(static_cast<T*>(memory));
}

struct event {
    event() { check(cudaEventCreate(&handle), "creating an event"); }
    ~event() { static_cast<void>(cudaEventDestroy(handle)); }
    event(event const&) = delete;
    event& operator=(event const&) = delete;
    cudaEvent_t handle = nullptr;
};

void print_speed(double seconds, std::size_t bytes, std::string const& what_was_timed) {
    std::printf("time                 %.3f us, %.1f GB/s read and written: %s\n", seconds * 1e6,
                static_cast<double>(bytes) / seconds * 1e-9, what_was_timed.c_str());
}

template <class T>
void relu_on_gpu(T* out, T const* in, std::size_t n, reluk::dataflow flow) {
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, 0), "reading the device's name");
    reluk::device_descriptor device;
    check(reluk::query_current_device(device), "querying the device");
    text::print(properties.name, device);

    auto const device_in = allocate<T>(n);
    auto const device_out = allocate<T>(n);
    check(cudaMemcpy(device_in.get(), in, n * sizeof(T), cudaMemcpyHostToDevice), "copying the input");
    auto const run = [&] {
        check(reluk::relu(device_out.get(), device_in.get(), n, device, flow), "launching the ReLU");
    };
    constexpr int calls = 20;
    event const begin;
    event const end;
    run();
    check(cudaEventRecord(begin.handle), "recording an event");
    for (int i = 0; i < calls; ++i) {
        run();
    }
    check(cudaEventRecord(end.handle), "recording an event");
    check(cudaEventSynchronize(end.handle), "running the ReLU");
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, begin.handle, end.handle), "reading the time");
    check(cudaMemcpy(out, device_out.get(), n * sizeof(T), cudaMemcpyDeviceToHost), "copying the output");

    text::print(
        reluk::choose(reluk::as_compiled(device), reluk::make_workload(device_out.get(), device_in.get(), n, flow)));
    if (n != 0) {
        print_speed(milliseconds * 1e-3 / calls, 2 * n * sizeof(T),
                    "mean of " + std::to_string(calls) +
                        " calls back to back on the same tensors after one to warm up, by CUDA events; no copies");
    }
}

template <class T>
void relu_on_cpu(T* out, T const* in, std::size_t n) {
    using clock = std::chrono::steady_clock;
    auto const begin = clock::now();
    if (!reluk::host::relu(out, in, n)) {
        throw std::runtime_error("reluk::host::relu has refused the tensors");
    }
    std::chrono::duration<double> const elapsed = clock::now() - begin;
    text::print(reluk::host::choose(reluk::make_workload(out, in, n, reluk::dataflow::pipeline)));
    if (n != 0) {
        print_speed(elapsed.count(), 2 * n * sizeof(T), "one call on one CPU thread, not warmed up");
    }
}

/// Calls f with a value of the C++ type of `type`.
template <class F>
void with_type(dtype type, F const& f) {
    switch (type) {
    case dtype::fp64: return f(double{});
    case dtype::fp32: return f(float{});
    case dtype::fp16: return f(__half{});
    case dtype::bf16: return f(__nv_bfloat16{});
    case dtype::fp8_e4m3: return f(__nv_fp8_e4m3{});
    case dtype::fp8_e5m2: return f(__nv_fp8_e5m2{});
    case dtype::int8: return f(std::int8_t{});
    case dtype::int16: return f(std::int16_t{});
    case dtype::int32: return f(std::int32_t{});
    case dtype::int64: return f(std::int64_t{});
    case dtype::uint8: return f(std::uint8_t{});
    case dtype::uint16: return f(std::uint16_t{});
    case dtype::uint32: return f(std::uint32_t{});
    case dtype::uint64: return f(std::uint64_t{});
    }
}

/// The element type of an array: what its header says, or what the caller says where the header cannot.
text::element_type const& find_type(npy::array const& array, std::string const& wanted) {
    if (wanted.empty()) {
        for (text::element_type const& type : text::element_types) {
            if (array.type == type.npy_code) {
                return type;
            }
        }
        throw npy::error("its type '" + array.type + "' says only how large an element is: name the type by --dtype");
    }
    text::element_type const& type = text::find_element_type(wanted);
    bool const is_raw = array.type[0] == 'V' || array.type == "f1";
    bool const is_plain_bits = array.type[0] == 'u' && type.npy_code[0] == '\0';
    if (array.type != type.npy_code && !((is_raw || is_plain_bits) && array.element_bytes == type.bytes)) {
        throw npy::error("its type '" + array.type + "' cannot be read as " + wanted);
    }
    return type;
}

std::string to_text(std::vector<std::uint64_t> const& shape) {
    std::string text;
    for (auto const length : shape) {
        text += (text.empty() ? "" : ", ") + std::to_string(length);
    }
    return "(" + text + (shape.size() == 1 ? ",)" : ")");
}

/// Reads, computes, writes. An npy::error from the file `asked.in` or `asked.out` is rethrown with its name.
void convert(request const& asked) {
    std::string const* name = &asked.in;
    try {
        std::string const file = npy::read_file(asked.in);
        npy::array const array = npy::parse(file);
        text::element_type const& type = find_type(array, asked.dtype);
        std::printf("input                %s: %s %s\n", asked.in.c_str(), type.name, to_text(array.shape).c_str());

        int devices = 0;
        cudaError_t const status = asked.cpu ? cudaSuccess : cudaGetDeviceCount(&devices);
        bool const gpu = !asked.cpu && status == cudaSuccess && devices > 0;
        if (asked.cpu) {
            std::printf("device               CPU, as asked\n");
        } else if (!gpu) {
            std::printf("device               CPU, since there is no usable GPU (%s)\n",
                        status == cudaSuccess ? "none found" : cudaGetErrorString(status));
        }
        name = &asked.out;
        with_type(type.type, [&](auto zero) {
            using T = decltype(zero);
            std::size_t const n = array.elements;
            std::vector<T> in(n); // aligned, which the data in the file need not be
            std::vector<T> out(n);
            if (n != 0) {
                std::memcpy(static_cast<void*>(in.data()), array.data.data(), array.data.size());
            }
            gpu ? relu_on_gpu(out.data(), in.data(), n, text::find_dataflow(asked.flow))
                : relu_on_cpu(out.data(), in.data(), n);
            npy::write_file(asked.out, array.preamble, {reinterpret_cast<char const*>(out.data()), array.data.size()});
        });
        std::printf("output               %s\n", asked.out.c_str());
    } catch (npy::error const& error) {
        throw std::runtime_error(*name + ": " + error.what());
    } catch (std::bad_alloc const&) {
        throw std::runtime_error(asked.in + ": there is not enough memory for the array");
    }
}

} // namespace

int main(int argc, char** argv) {
    CLI::App app{"ReLU of the array in a NumPy .npy file, on the GPU or, where there is none, on the CPU."};
    request asked;
    app.add_option("in", asked.in, "input, a .npy file")->required();
    app.add_option("out", asked.out, "output, with the same header; may be the input")->required();
    app.add_option("--dtype", asked.dtype, "element type; needed where NumPy has no name for it")
        ->check(CLI::IsMember(text::element_type_names()));
    app.add_option("--dataflow", asked.flow, "what reluk assumes to run before and after, pipeline if not given")
        ->check(CLI::IsMember(text::dataflow_names()));
    app.add_flag("--cpu", asked.cpu, "do not use a GPU");
    try {
        app.parse(argc, argv);
    } catch (CLI::ParseError const& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    try {
        convert(asked);
    } catch (std::exception const& error) {
        std::fprintf(stderr, "relu_npy: %s\n", error.what());
        return 1;
    }
    return 0;
}
