// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// A FUNCTOR for types that it does not take.
#include <reluk/functor.hpp>

constexpr reluk::size_t size = sizeof(FUNCTOR);
