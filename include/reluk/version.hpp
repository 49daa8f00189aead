// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// The version of reluk. CMake reads it from here; nothing else states it.
#pragma once

/// major * 10000 + minor * 100 + patch.
#define RELUK_VERSION 100

/// Opens reluk's namespace, with the inline one named after the version, so that two versions can share a process.
#define RELUK_NAMESPACE_BEGIN                                                                                          \
    namespace reluk {                                                                                                  \
    inline namespace v0_1_0 {
/// Closes both.
#define RELUK_NAMESPACE_END                                                                                            \
    }                                                                                                                  \
    }
