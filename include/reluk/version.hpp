// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// The version of reluk. CMake reads it from here; nothing else states it.
#pragma once

/// major * 10000 + minor * 100 + patch.
#define RELUK_VERSION 100

// Everything lives in an inline namespace named after the version, with hidden symbols: two versions, or two shared
// libraries built for different architectures, can then share a process without picking each other's kernels.
#if defined(__GNUC__) && !defined(__CUDACC_RTC__)
#define RELUK_NAMESPACE_BEGIN                                                                                          \
    namespace reluk {                                                                                                  \
    inline namespace v0_1 __attribute__((visibility("hidden"))) {
#else
#define RELUK_NAMESPACE_BEGIN                                                                                          \
    namespace reluk {                                                                                                  \
    inline namespace v0_1 {
#endif
#define RELUK_NAMESPACE_END                                                                                            \
    }                                                                                                                  \
    }
