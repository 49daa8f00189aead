// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// Optional peers come from shared libraries that are looked for at run time, so that a missing one stops nothing.
#pragma once

#include <dlfcn.h>
#include <initializer_list>
#include <string>

namespace bench {

class shared_library {
public:
    shared_library() = default;
    /// The first of `names` that can be loaded. It stays loaded until the process ends: peers keep global state.
    explicit shared_library(std::initializer_list<char const*> names) {
        for (char const* name : names) {
            handle_ = dlopen(name, RTLD_NOW | RTLD_LOCAL);
            if (handle_ != nullptr) {
                return;
            }
            error_ = dlerror();
        }
    }

    explicit operator bool() const { return handle_ != nullptr; }
    std::string const& error() const { return error_; }

    template <class Function>
    bool find(Function& function, char const* name) const {
        function = reinterpret_cast<Function>(dlsym(handle_, name));
        return function != nullptr;
    }

private:
    void* handle_ = nullptr;
    std::string error_;
};

} // namespace bench
