// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
#include "peers.hpp"

#include "shared_library.hpp"

#include <memory>

#if __has_include(<cudnn.h>)
#include <cudnn.h>
#endif

namespace bench {

torch_peer::torch_peer(std::string const& path) {
    if (path.empty()) {
        why = "no --torch-peer=PATH was given";
        return;
    }
    shared_library const library({path.c_str()});
    decltype(&reluk_torch_version) get_version = nullptr;
    if (!library) {
        why = library.error();
    } else if (!library.find(get_version, "reluk_torch_version") || !library.find(apply_, "reluk_torch_apply")) {
        why = path + " is not the PyTorch peer";
    } else {
        version = get_version();
    }
}

namespace {

cudaError_t to_status(int torch_status) {
    return torch_status == 0 ? cudaSuccess : cudaErrorNotSupported;
}

} // namespace

std::optional<candidate> torch_peer::relu(dtype type) const {
    bool const is_fp8 = type == dtype::e4m3 || type == dtype::e5m2;
    bool const is_wide_unsigned = type == dtype::uint16 || type == dtype::uint32 || type == dtype::uint64;
    if (version.empty() || is_fp8 || is_wide_unsigned) {
        return std::nullopt;
    }
    return candidate{"torch", [apply = apply_, type](tensors const& t, cudaStream_t stream) {
                         return to_status(apply(reluk_torch_relu, info(type).name, t.out, t.in, t.n, 0, stream));
                     }};
}

cudaError_t torch_peer::add(dtype type, void* out, void const* in, std::size_t n, cudaStream_t stream) const {
    return to_status(apply_(reluk_torch_add, info(type).name, out, in, n, 0.125, stream));
}

cudaError_t torch_peer::multiply(dtype type, void* out, void const* in, std::size_t n, cudaStream_t stream) const {
    return to_status(apply_(reluk_torch_multiply, info(type).name, out, in, n, 0.5, stream));
}

#if defined(CUDNN_MAJOR)

namespace {

// cuDNN's activation functions are marked deprecated, yet they are what its users have.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

struct cudnn_functions {
    decltype(&cudnnGetVersion) version;
    decltype(&cudnnCreate) create;
    decltype(&cudnnSetStream) set_stream;
    decltype(&cudnnCreateTensorDescriptor) create_tensor;
    decltype(&cudnnSetTensor4dDescriptor) set_tensor;
    decltype(&cudnnCreateActivationDescriptor) create_activation;
    decltype(&cudnnSetActivationDescriptor) set_activation;
    decltype(&cudnnActivationForward) forward;

    cudnnHandle_t handle = nullptr;
    cudnnTensorDescriptor_t tensor = nullptr;
    cudnnActivationDescriptor_t activation = nullptr;

    bool load(std::string& why) {
        shared_library const library({"libcudnn.so.9", "libcudnn.so"});
        if (!library) {
            why = library.error();
            return false;
        }
        if (!library.find(version, "cudnnGetVersion") || !library.find(create, "cudnnCreate") ||
            !library.find(set_stream, "cudnnSetStream") ||
            !library.find(create_tensor, "cudnnCreateTensorDescriptor") ||
            !library.find(set_tensor, "cudnnSetTensor4dDescriptor") ||
            !library.find(create_activation, "cudnnCreateActivationDescriptor") ||
            !library.find(set_activation, "cudnnSetActivationDescriptor") ||
            !library.find(forward, "cudnnActivationForward")) {
            why = "this cuDNN has no activation functions";
            return false;
        }
        if (create(&handle) != CUDNN_STATUS_SUCCESS || create_tensor(&tensor) != CUDNN_STATUS_SUCCESS ||
            create_activation(&activation) != CUDNN_STATUS_SUCCESS ||
            set_activation(activation, CUDNN_ACTIVATION_RELU, CUDNN_PROPAGATE_NAN, 0.0) != CUDNN_STATUS_SUCCESS) {
            why = "cuDNN does not start";
            return false;
        }
        return true;
    }

    cudaError_t relu(cudnnDataType_t type, tensors const& t, cudaStream_t stream) const {
        float const one = 1.0f;
        float const zero = 0.0f;
        double const wide_one = 1.0;
        double const wide_zero = 0.0;
        bool const wide = type == CUDNN_DATA_DOUBLE;
        void const* const alpha = wide ? static_cast<void const*>(&wide_one) : &one;
        void const* const beta = wide ? static_cast<void const*>(&wide_zero) : &zero;
        // A dimension is an int, and one of them alone may be too small for the tensor.
        int const width = t.n % 1024 == 0 ? 1024 : 1;
        auto const height = static_cast<int>(t.n / static_cast<std::size_t>(width));
        bool const good = set_stream(handle, stream) == CUDNN_STATUS_SUCCESS &&
                          set_tensor(tensor, CUDNN_TENSOR_NCHW, type, 1, 1, height, width) == CUDNN_STATUS_SUCCESS &&
                          forward(handle, activation, alpha, tensor, t.in, beta, tensor, t.out) == CUDNN_STATUS_SUCCESS;
        return good ? cudaSuccess : cudaErrorNotSupported;
    }
};

#pragma GCC diagnostic pop

cudnn_functions cudnn{};

} // namespace

cudnn_peer::cudnn_peer() {
    if (cudnn.load(why)) {
        std::size_t const v = cudnn.version();
        version = std::to_string(v / 10000) + "." + std::to_string(v / 100 % 100) + "." + std::to_string(v % 100);
    }
}

std::optional<candidate> cudnn_peer::relu(dtype type) const {
    cudnnDataType_t element;
    switch (type) {
    case dtype::fp64: element = CUDNN_DATA_DOUBLE; break;
    case dtype::fp32: element = CUDNN_DATA_FLOAT; break;
    case dtype::fp16: element = CUDNN_DATA_HALF; break;
    case dtype::bf16: element = CUDNN_DATA_BFLOAT16; break;
    default: return std::nullopt;
    }
    if (version.empty()) {
        return std::nullopt;
    }
    return candidate{"cudnn",
                     [element](tensors const& t, cudaStream_t stream) { return cudnn.relu(element, t, stream); }};
}

#else

cudnn_peer::cudnn_peer() : why("built without cuDNN's header") {}
std::optional<candidate> cudnn_peer::relu(dtype) const {
    return std::nullopt;
}

#endif

} // namespace bench
