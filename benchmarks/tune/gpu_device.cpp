// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
#include "gpu_device.hpp"

#include "harness/candidates.hpp"
#include "harness/chain.hpp"
#include "harness/check.hpp"
#include "harness/kernels.hpp"
#include "harness/laboratory.hpp"

#include <chrono>
#include <reluk/device.hpp>

namespace bench::tune {
namespace {

dtype type_of(unsigned element_bytes) {
    switch (element_bytes) {
    case 1: return dtype::int8;
    case 2: return dtype::fp16;
    case 4: return dtype::fp32;
    default: return dtype::fp64;
    }
}

std::string version_of(int v) {
    return std::to_string(v / 1000) + "." + std::to_string(v % 1000 / 10);
}

class gpu_device : public device {
public:
    gpu_device() : lab_(settings{}, "events") {
        RELUK_BENCH_CHECK(reluk::query_current_device(descriptor_));
        descriptor_ = as_compiled(descriptor_);
        int current = 0;
        int driver = 0;
        int runtime = 0;
        cudaDeviceProp properties{};
        RELUK_BENCH_CHECK(cudaGetDevice(&current));
        RELUK_BENCH_CHECK(cudaGetDeviceProperties(&properties, current));
        RELUK_BENCH_CHECK(cudaDriverGetVersion(&driver));
        RELUK_BENCH_CHECK(cudaRuntimeGetVersion(&runtime));
        name_ = properties.name;
        context_ = {{"cuda_driver", version_of(driver)}, {"cuda_runtime", version_of(runtime)}};
    }

    std::string name() const override { return name_; }
    std::map<std::string, std::string> context() const override { return context_; }
    reluk::device_descriptor const& descriptor() const override { return descriptor_; }

    double now() override {
        using clock = std::chrono::steady_clock;
        return std::chrono::duration<double>(clock::now().time_since_epoch()).count();
    }

    std::vector<measurement> measure(cell const& c, std::vector<rows> const& ways, effort const& e,
                                     schedule const& when) override {
        reluk::workload const work = workload_of(c, descriptor_);
        point p;
        p.suite = "tune";
        p.type = type_of(c.element_bytes);
        p.regime = to_string(c.flow);
        p.bytes_in = work.elements * c.element_bytes;
        p.in_place = c.in_place;
        p.shared_tensors = e.shared_tensors;
        if (c.flow == reluk::dataflow::oneshot) {
            p.cycle = rotating_sets(work.working_set() / 2, descriptor_.l2_bytes);
        }
        ends const neighbours = elementwise(p.type, "", neighbour_shapes[c.neighbour]);
        bool const is_pipeline = c.flow == reluk::dataflow::pipeline;
        if (is_pipeline) {
            p.producer = neighbours.produce;
        }
        for (rows const& way : ways) {
            candidate const relu = with_rows(p.type, descriptor_, c.flow, "reluk", way);
            p.candidates.push_back(is_pipeline ? in_chain(relu, neighbours) : relu);
        }
        if (is_pipeline) {
            p.candidates.push_back(without_relu(neighbours));
        }
        settings s = lab_.options();
        s.batch_seconds = e.batch_seconds;
        try {
            std::vector<measurement> all = lab_.measure(p, s, when);
            refuse_fault();
            return all;
        } catch (std::runtime_error const&) {
            refuse_fault();
            throw;
        }
    }

private:
    /// A device that has faulted answers no further call.
    static void refuse_fault() {
        if (cudaError_t const status = cudaDeviceSynchronize(); status != cudaSuccess) {
            throw broken_device(std::string("The device has failed: ") + cudaGetErrorString(status));
        }
    }

    reluk::device_descriptor descriptor_;
    std::string name_;
    std::map<std::string, std::string> context_;
    laboratory lab_;
};

} // namespace

std::unique_ptr<device> open_gpu(std::string& why) {
    int devices = 0;
    cudaError_t status = cudaGetDeviceCount(&devices);
    status = status == cudaSuccess && devices == 0 ? cudaErrorNoDevice : status;
    if (status != cudaSuccess) {
        why = cudaGetErrorString(status);
        return nullptr;
    }
    return std::make_unique<gpu_device>();
}

} // namespace bench::tune
