// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// unit.cpp is compiled twice: as our_unit() with reluk's headers, as other_unit() with those of another version.
#pragma once

#include <cstddef>
#include <string>

struct unit {
    int version;             ///< RELUK_VERSION
    std::string config_type; ///< the mangled name of reluk::launch_config
    bool (*rectify)(float*, std::size_t);
    void const* relu; ///< the address of reluk::host::relu<float>
};

unit our_unit();
unit other_unit();
