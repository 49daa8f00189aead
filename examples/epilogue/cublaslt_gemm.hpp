// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// The same product by cublasLt, with its own epilogue or with none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cublasLt.h>
#include <cuda_fp16.h>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>

/// d = relu(alpha * a * b + bias), or d = alpha * a * b where the bias is null: shapes as in wmma_gemm.cuh. Throws
/// std::runtime_error where cublasLt fails.
class cublaslt_gemm {
public:
    static constexpr std::size_t workspace_bytes = std::size_t{32} << 20; ///< as cuBLAS has for Hopper

    cublaslt_gemm(float alpha_, __half const* bias, unsigned m, unsigned n, unsigned k) : alpha(alpha_) {
        cublasLtHandle_t new_handle{};
        check(cublasLtCreate(&new_handle));
        handle.reset(new_handle);
        cublasLtMatmulDesc_t new_description{};
        check(cublasLtMatmulDescCreate(&new_description, CUBLAS_COMPUTE_32F, CUDA_R_32F));
        description.reset(new_description);
        if (bias != nullptr) {
            cublasLtEpilogue_t const epilogue = CUBLASLT_EPILOGUE_RELU_BIAS;
            set(CUBLASLT_MATMUL_DESC_EPILOGUE, epilogue);
            set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, bias);
        }
        // cublasLt adds a bias along the columns of a column-major matrix. A row-major matrix is its transpose in that
        // order, and (a * b)^T = b^T * a^T.
        left = layout(n, k);
        right = layout(k, m);
        result = layout(n, m);
        choose_algorithm();
    }

    void run(__half* d, __half const* a, __half const* b, void* workspace, cudaStream_t stream) const {
        float const beta = 0.0f;
        check(cublasLtMatmul(handle.get(), description.get(), &alpha, b, left.get(), a, right.get(), &beta, d,
                             result.get(), d, result.get(), &algorithm, workspace, workspace_bytes, stream));
    }

private:
    /// Owns what `Destroy` frees.
    template <auto Destroy, class Pointer>
    struct destroyer {
        using pointer = Pointer;
        void operator()(Pointer what) const { Destroy(what); }
    };
    template <class Pointer, auto Destroy>
    using owner = std::unique_ptr<std::remove_pointer_t<Pointer>, destroyer<Destroy, Pointer>>;
    using layout_owner = owner<cublasLtMatrixLayout_t, cublasLtMatrixLayoutDestroy>;

    static void check(cublasStatus_t status) {
        if (status != CUBLAS_STATUS_SUCCESS) {
            throw std::runtime_error(std::string("cublasLt: ") + cublasLtGetStatusString(status));
        }
    }

    template <class Value>
    void set(cublasLtMatmulDescAttributes_t attribute, Value const& value) {
        check(cublasLtMatmulDescSetAttribute(description.get(), attribute, &value, sizeof(value)));
    }

    static layout_owner layout(unsigned rows, unsigned columns) {
        cublasLtMatrixLayout_t made{};
        check(cublasLtMatrixLayoutCreate(&made, CUDA_R_16F, rows, columns, rows));
        return layout_owner(made);
    }

    void choose_algorithm() {
        cublasLtMatmulPreference_t made{};
        check(cublasLtMatmulPreferenceCreate(&made));
        owner<cublasLtMatmulPreference_t, cublasLtMatmulPreferenceDestroy> const preference(made);
        auto const prefer = [&](cublasLtMatmulPreferenceAttributes_t attribute, auto const& value) {
            check(cublasLtMatmulPreferenceSetAttribute(preference.get(), attribute, &value, sizeof(value)));
        };
        prefer(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, workspace_bytes);
        // Parts of a sum that is split are added in float, not in half.
        std::uint32_t const reductions = CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE;
        prefer(CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, reductions);
        cublasLtMatmulHeuristicResult_t best{};
        int found = 0;
        check(cublasLtMatmulAlgoGetHeuristic(handle.get(), description.get(), left.get(), right.get(), result.get(),
                                             result.get(), preference.get(), 1, &best, &found));
        if (found == 0) {
            throw std::runtime_error("cublasLt has no algorithm for this product");
        }
        algorithm = best.algo;
    }

    float alpha;
    owner<cublasLtHandle_t, cublasLtDestroy> handle;
    owner<cublasLtMatmulDesc_t, cublasLtMatmulDescDestroy> description;
    layout_owner left;
    layout_owner right;
    layout_owner result;
    cublasLtMatmulAlgo_t algorithm{};
};
