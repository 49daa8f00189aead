// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
#include <reluk/host.hpp>

int main() {
    float x[] = {-1.0f, 2.0f};
    return reluk::host::relu(x, x, 2) && x[0] == 0.0f && x[1] == 2.0f ? 0 : 1;
}
