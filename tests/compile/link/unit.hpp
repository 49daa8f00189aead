// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// What the translation units of this program know of each other.
#pragma once

#include <cstddef>

// first.cu and second.cu: the same, of the same templates.
int launch_in_first(float* x, size_t n);
int launch_in_second(float* x, size_t n);
void const* kernel_of_first();
void const* kernel_of_second();
int launch_by_address_in_first(void const* kernel, float* x, size_t n);
void const* descriptors_of_first();
void const* descriptors_of_second();

// main.cpp and host.cpp: the same on the host.
bool rectify_in_host_unit(float* x, size_t n);
