// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// A call with the policies LOAD and STORE.
#include <reluk/relu.cuh>

struct not_const {
    template <class Word>
    RELUK_HOST_DEVICE Word operator()(Word const* address) {
        return *address;
    }
};

cudaError_t call(float* x) {
    return reluk::relu<float, LOAD, STORE>(x, x, 1);
}
