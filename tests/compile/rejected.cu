// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// A call for a TYPE that reluk does not take. The second one is for plain C++.
#if defined(__CUDACC__)
#include <reluk/relu.cuh>
#else
#include <reluk/host.hpp>
#endif

struct structure {
    float value;
};

void call(TYPE* x) {
#if defined(__CUDACC__)
    static_cast<void>(reluk::relu(x, x, 1));
#else
    static_cast<void>(reluk::host::relu(x, x, 1));
#endif
}
