// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// The family's calls that are measured, with C linkage: library.py calls them by ctypes and names each one's arguments.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <reluk/batch.cuh>
#include <reluk/family.cuh>

#pragma GCC visibility push(default) // the benchmarks hide what they do not say otherwise

extern "C" {

cudaError_t reluk_add_relu_fp32(float* out, float const* a, float const* b, size_t n, cudaStream_t stream,
                                reluk::dataflow flow) {
    return reluk::add_relu(out, a, b, n, stream, flow);
}

cudaError_t reluk_add_relu_fp16(__half* out, __half const* a, __half const* b, size_t n, cudaStream_t stream,
                                reluk::dataflow flow) {
    return reluk::add_relu(out, a, b, n, stream, flow);
}

cudaError_t reluk_add_relu_bf16(__nv_bfloat16* out, __nv_bfloat16 const* a, __nv_bfloat16 const* b, size_t n,
                                cudaStream_t stream, reluk::dataflow flow) {
    return reluk::add_relu(out, a, b, n, stream, flow);
}

cudaError_t reluk_bias_relu_fp16(__half* out, __half const* in, __half const* bias, size_t rows, size_t columns,
                                 cudaStream_t stream, reluk::dataflow flow) {
    return reluk::bias_relu(out, in, bias, rows, columns, stream, flow);
}

cudaError_t reluk_bias_relu_channels_fp16(__half* out, __half const* in, __half const* bias, size_t images,
                                          size_t channels, size_t pixels, cudaStream_t stream, reluk::dataflow flow) {
    return reluk::bias_relu_channels(out, in, bias, images, channels, pixels, stream, flow);
}

cudaError_t reluk_relu_cast_fp32_fp16(__half* out, float const* in, size_t n, cudaStream_t stream,
                                      reluk::dataflow flow) {
    return reluk::relu_cast(out, in, n, 1.0f, reluk::overflow::saturate, stream, flow);
}

cudaError_t reluk_relu_cast_fp16_e4m3(__nv_fp8_e4m3* out, __half const* in, size_t n, cudaStream_t stream,
                                      reluk::dataflow flow) {
    return reluk::relu_cast(out, in, n, 1.0f, reluk::overflow::saturate, stream, flow);
}

cudaError_t reluk_relu_backward_fp16(__half* grad_in, __half const* grad_out, __half const* y, size_t n,
                                     cudaStream_t stream, reluk::dataflow flow) {
    return reluk::relu_backward(grad_in, grad_out, y, n, stream, flow);
}

cudaError_t reluk_relu_with_mask_fp16(__half* out, unsigned* mask, __half const* in, size_t n, cudaStream_t stream,
                                      reluk::dataflow flow) {
    return reluk::relu_with_mask(out, mask, in, n, stream, flow);
}

cudaError_t reluk_relu_backward_mask_fp16(__half* grad_in, __half const* grad_out, unsigned const* mask, size_t n,
                                          cudaStream_t stream, reluk::dataflow flow) {
    return reluk::relu_backward_mask(grad_in, grad_out, mask, n, stream, flow);
}

cudaError_t reluk_clipped_relu_fp16(__half* out, __half const* in, size_t n, float bound, cudaStream_t stream,
                                    reluk::dataflow flow) {
    return reluk::clipped_relu(out, in, n, __float2half(bound), stream, flow);
}

cudaError_t reluk_clipped_relu_backward_fp16(__half* grad_in, __half const* grad_out, __half const* y, size_t n,
                                             float bound, cudaStream_t stream, reluk::dataflow flow) {
    return reluk::clipped_relu_backward(grad_in, grad_out, y, n, __float2half(bound), stream, flow);
}

cudaError_t reluk_leaky_relu_fp16(__half* out, __half const* in, size_t n, float slope, cudaStream_t stream,
                                  reluk::dataflow flow) {
    return reluk::leaky_relu(out, in, n, slope, stream, flow);
}

cudaError_t reluk_leaky_relu_backward_fp16(__half* grad_in, __half const* grad_out, __half const* x, size_t n,
                                           float slope, cudaStream_t stream, reluk::dataflow flow) {
    return reluk::leaky_relu_backward(grad_in, grad_out, x, n, slope, stream, flow);
}

cudaError_t reluk_squared_relu_fp16(__half* out, __half const* in, size_t n, cudaStream_t stream,
                                    reluk::dataflow flow) {
    return reluk::squared_relu(out, in, n, stream, flow);
}

cudaError_t reluk_squared_relu_backward_fp16(__half* grad_in, __half const* grad_out, __half const* x, size_t n,
                                             cudaStream_t stream, reluk::dataflow flow) {
    return reluk::squared_relu_backward(grad_in, grad_out, x, n, stream, flow);
}

cudaError_t reluk_relu_2d_fp16(__half* out, size_t out_pitch, __half const* in, size_t in_pitch, size_t rows,
                               size_t columns, cudaStream_t stream, reluk::dataflow flow) {
    return reluk::relu_2d(out, out_pitch, in, in_pitch, rows, columns, stream, flow);
}

cudaError_t reluk_relu_batch_fp32(float* const* out, float const* const* in, size_t const* n, size_t count,
                                  cudaStream_t stream) {
    return reluk::relu_batch(out, in, n, count, stream);
}

} // extern "C"

#pragma GCC visibility pop
