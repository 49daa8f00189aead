/* SPDX-FileCopyrightText: 2026 The reluk authors
 * SPDX-License-Identifier: MIT
 *
 * The C interface from C: all that needs no device. examples/c_abi/relu.py also launches. */
#include "reluk_c.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

static int failures = 0;

static void check(int condition, char const* what) {
    if (!condition) {
        printf("failed: %s\n", what);
        ++failures;
    }
}

/* Four codes of each type, and what becomes of them. */
struct sample {
    int dtype;
    size_t bytes;
    uint64_t from[4];
    uint64_t to[4];
};

static struct sample const samples[] = {
    {RELUK_C_FLOAT64,
     8,
     {0xbff0000000000000, 0x8000000000000000, 0x3ff0000000000000, 0xfff8000000000001},
     {0, 0, 0x3ff0000000000000, 0xfff8000000000001}},
    {RELUK_C_FLOAT32, 4, {0xbf800000, 0x80000000, 0x3f800000, 0xffc00001}, {0, 0, 0x3f800000, 0xffc00001}},
    {RELUK_C_FLOAT16, 2, {0xbc00, 0x8000, 0x3c00, 0xfe01}, {0, 0, 0x3c00, 0xfe01}},
    {RELUK_C_BFLOAT16, 2, {0xbf80, 0x8000, 0x3f80, 0xffc1}, {0, 0, 0x3f80, 0xffc1}},
    {RELUK_C_FLOAT8_E4M3, 1, {0xb8, 0x80, 0x38, 0xff}, {0, 0, 0x38, 0xff}},
    {RELUK_C_FLOAT8_E5M2, 1, {0xfc, 0x80, 0x3c, 0xfd}, {0, 0, 0x3c, 0xfd}},
    {RELUK_C_INT8, 1, {0xff, 0x80, 0x7f, 0}, {0, 0, 0x7f, 0}},
    {RELUK_C_INT16, 2, {0xffff, 0x8000, 0x7fff, 0}, {0, 0, 0x7fff, 0}},
    {RELUK_C_INT32, 4, {0xffffffff, 0x80000000, 0x7fffffff, 0}, {0, 0, 0x7fffffff, 0}},
    {RELUK_C_INT64,
     8,
     {0xffffffffffffffff, 0x8000000000000000, 0x7fffffffffffffff, 0},
     {0, 0, 0x7fffffffffffffff, 0}},
    {RELUK_C_UINT8, 1, {0xff, 0x80, 1, 0}, {0xff, 0x80, 1, 0}},
    {RELUK_C_UINT16, 2, {0xffff, 0x8000, 1, 0}, {0xffff, 0x8000, 1, 0}},
    {RELUK_C_UINT32, 4, {0xffffffff, 0x80000000, 1, 0}, {0xffffffff, 0x80000000, 1, 0}},
    {RELUK_C_UINT64,
     8,
     {0xffffffffffffffff, 0x8000000000000000, 1, 0},
     {0xffffffffffffffff, 0x8000000000000000, 1, 0}},
};
enum { sample_count = sizeof samples / sizeof samples[0], sample_elements = 400 };

/* The sample's codes over and over, as elements; this machine is little-endian, as CUDA's are. */
static void write_codes(unsigned char* to, uint64_t const* codes, size_t bytes) {
    size_t i;
    for (i = 0; i < sample_elements; ++i) {
        memcpy(to + i * bytes, &codes[i % 4], bytes);
    }
}

static void check_host(void) {
    unsigned char in[8 * sample_elements], out[8 * sample_elements], expected[8 * sample_elements];
    size_t i;
    for (i = 0; i < sample_count; ++i) {
        struct sample const* const s = &samples[i];
        write_codes(in, s->from, s->bytes);
        write_codes(expected, s->to, s->bytes);
        check(reluk_c_relu_host(out, in, sample_elements, s->dtype) == 0, "the host form");
        check(memcmp(out, expected, sample_elements * s->bytes) == 0, "values of the host form");
        check(reluk_c_relu_host(in, in, sample_elements, s->dtype) == 0, "the host form in place");
        check(memcmp(in, expected, sample_elements * s->bytes) == 0, "values of the host form in place");
    }
    check(reluk_c_relu_host(NULL, NULL, 0, RELUK_C_FLOAT32) == 0, "no elements");
}

static void check_errors(void) {
    float x[2] = {-1, -1};
    check(reluk_c_relu_host(x, x, 2, -1) == 1 && reluk_c_relu_host(x, x, 2, RELUK_C_UINT64 + 1) == 1, "unknown dtype");
    check(reluk_c_relu_host(NULL, x, 2, RELUK_C_FLOAT32) == 1, "a null pointer");
    check(reluk_c_relu_host((char*)x + 1, x, 1, RELUK_C_FLOAT32) == 1, "a misaligned pointer");
    check(reluk_c_relu(x, x, 2, RELUK_C_UINT64 + 1, RELUK_C_PIPELINE, NULL) == 1, "unknown dtype on the device");
    check(reluk_c_relu(x, x, 2, RELUK_C_FLOAT32, RELUK_C_ONESHOT + 1, NULL) == 1, "unknown dataflow");
    check(reluk_c_relu(NULL, x, 2, RELUK_C_FLOAT32, RELUK_C_PIPELINE, NULL) == 1, "a null pointer on the device");
    check(reluk_c_relu(NULL, NULL, 0, RELUK_C_FLOAT32, RELUK_C_PIPELINE, NULL) == 0, "no elements on the device");
    check(reluk_c_query_device(0, NULL) == 1, "no place for the device");
    check(strcmp(reluk_c_error_string(1), "invalid argument") == 0, "an error in words");
    check(x[0] == -1 && x[1] == -1, "bad input writes nothing");
}

static void check_choice(void) {
    reluk_c_device const h200 = {90, 132, 62914560, 2147483647, 1024, 16, 1};
    reluk_c_device const older_driver = {90, 132, 62914560, 2147483647, 1024, 16, 0};
    reluk_c_launch_config config;
    char text[1000], start[10];
    void* const in = (void*)(uintptr_t)0x10000000;
    void* const out = (void*)(uintptr_t)0x20000000;
    memset(&config, 0, sizeof config);
    check(reluk_c_choose(&h200, out, in, (size_t)1 << 24, RELUK_C_FLOAT32, RELUK_C_PIPELINE, &config) == 0, "a choice");
    check(config.reverse == 1 && config.load == RELUK_C_LOAD_CACHED && config.access_bytes == 16, "of 64 MiB");
    check((size_t)config.grid * config.block * config.access_bytes * config.accesses_per_thread == (size_t)1 << 26,
          "its grid");
    {
        int const length = reluk_c_explain(&config, text, sizeof text);
        check(length > 0 && strlen(text) == (size_t)length && strstr(text, config.reason) != NULL, "in words");
        check(reluk_c_explain(&config, start, sizeof start) == length && strncmp(start, text, 9) == 0 && start[9] == 0,
              "in words, cut off");
        check(reluk_c_explain(&config, NULL, 0) == length, "the length alone");
    }
    check(reluk_c_choose(&h200, out, in, (size_t)22 << 18, RELUK_C_FLOAT32, RELUK_C_PIPELINE, &config) == 0 &&
              config.load == RELUK_C_LOAD_EVICT_FIRST && config.evict_first_fraction > 0.6f &&
              config.evict_first_fraction < 0.8f && config.resident_fraction == 1,
          "a fraction of 22 MiB");
    check(config.early_launch == 0 && config.early_trigger == 0, "in the stream's order");
    check(reluk_c_choose(&h200, out, in, (size_t)1 << 18, RELUK_C_FLOAT32, RELUK_C_REPEATED, &config) == 0 &&
              config.early_launch == 1 && config.early_trigger == 1,
          "early, with a trigger");
    check(reluk_c_explain(&config, text, sizeof text) > 0 && strstr(text, "starting early, as the kernel after may") != NULL,
          "early, in words");
    check(reluk_c_choose(&older_driver, out, in, (size_t)1 << 18, RELUK_C_FLOAT32, RELUK_C_REPEATED, &config) == 0 &&
              config.early_launch == 0 && config.early_trigger == 0,
          "not early without the driver");
    check(reluk_c_choose(&h200, out, in, 100, RELUK_C_FLOAT32, 3, &config) == 1, "unknown dataflow of a choice");
    check(reluk_c_choose(&h200, out, in, 100, 14, 0, &config) == 1, "unknown dtype of a choice");
    check(reluk_c_choose(NULL, out, in, 100, 0, 0, &config) == 1, "no device");
    check(reluk_c_choose(&h200, out, in, 100, 0, 0, NULL) == 1, "no place for the choice");
    check(reluk_c_explain(NULL, text, sizeof text) < 0, "nothing to explain");
}

int main(void) {
    check(reluk_c_version() == EXPECTED_VERSION, "the version");
    check_host();
    check_errors();
    check_choice();
    return failures;
}
