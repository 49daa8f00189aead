/* SPDX-FileCopyrightText: 2026 The reluk authors
 * SPDX-License-Identifier: MIT
 *
 * reluk for C, and for whatever calls C: Python's ctypes, Rust, Go. A shared library, built with -DRELUK_BUILD_C=ON; this
 * header needs no CUDA. What relu.cuh says of values, sizes, alignment, aliasing and streams holds here too.
 *
 * Errors are the CUDA runtime's cudaError_t as an int: 0 is success, and reluk_c_error_string() gives any other in words.
 * On an error nothing is launched and nothing written. Every function may be called from any thread.
 */
#ifndef RELUK_C_H
#define RELUK_C_H

#include <stddef.h>

/* All else in the library is hidden. */
#define RELUK_C_API __attribute__((visibility("default")))

#ifdef __cplusplus
extern "C" {
#endif

/** What an element is. */
enum reluk_c_dtype {
    RELUK_C_FLOAT64,
    RELUK_C_FLOAT32,
    RELUK_C_FLOAT16,
    RELUK_C_BFLOAT16,
    RELUK_C_FLOAT8_E4M3, /**< with NaN and without infinities: "e4m3fn" elsewhere */
    RELUK_C_FLOAT8_E5M2,
    RELUK_C_INT8,
    RELUK_C_INT16,
    RELUK_C_INT32,
    RELUK_C_INT64,
    RELUK_C_UINT8,
    RELUK_C_UINT16,
    RELUK_C_UINT32,
    RELUK_C_UINT64
};

/** What happens to the tensors before and after the call; reluk::dataflow. */
enum reluk_c_dataflow {
    RELUK_C_PIPELINE, /**< the kernel before has just written the input, and the kernel after reads the output */
    RELUK_C_REPEATED, /**< the same input is read again soon: a loop over one buffer, or a backward pass that needs x */
    RELUK_C_ONESHOT   /**< the input is in no cache, and nobody reads the output soon */
};

/** How the input is read; reluk::load_path. */
enum reluk_c_load {
    RELUK_C_LOAD_CACHED,
    RELUK_C_LOAD_STREAMING,
    RELUK_C_LOAD_NO_ALLOCATE,
    RELUK_C_LOAD_EVICT_FIRST,
    RELUK_C_LOAD_RESIDENT
};

/** How the output is written; reluk::store_path. */
enum reluk_c_store {
    RELUK_C_STORE_CACHED,
    RELUK_C_STORE_STREAMING,
    RELUK_C_STORE_EVICT_FIRST,
    RELUK_C_STORE_WRITE_THROUGH
};

/** What reluk_c_choose() needs to know of a device; reluk::device_descriptor. */
typedef struct reluk_c_device {
    unsigned compute_capability; /**< 10 * major + minor: 89 for 8.9 */
    unsigned multiprocessors;
    size_t l2_bytes;           /**< as the CUDA runtime reports it */
    unsigned max_grid;         /**< blocks along x */
    unsigned max_block;        /**< threads */
    unsigned max_access_bytes; /**< widest load or store of one thread: 16, or 32 for code made for sm_100 on */
    int early_launch;          /**< not 0: the driver knows early launch (the card does from 9.0 on) */
} reluk_c_device;

/** How a call is launched; reluk::launch_config. */
typedef struct reluk_c_launch_config {
    unsigned grid;                /**< blocks; 0: nothing to launch */
    unsigned block;               /**< threads per block */
    unsigned access_bytes;        /**< bytes per thread per access */
    unsigned accesses_per_thread; /**< accesses in flight per thread */
    int load;                     /**< enum reluk_c_load */
    int store;                    /**< enum reluk_c_store */
    float resident_fraction;      /**< of the input, in (0, 1]; of a meaning for RELUK_C_LOAD_RESIDENT alone */
    float evict_first_fraction;   /**< of the input, in (0, 1]; of a meaning for RELUK_C_LOAD_EVICT_FIRST alone */
    int reverse;                  /**< not 0: the blocks begin at the tensor's end */
    int early_launch;             /**< not 0: may start while the kernel before drains */
    int early_trigger;            /**< not 0: and lets the one after start in the same way */
    char const* reason;           /**< why, in words; never freed, as the next */
    char const* source;           /**< how that is known: card, date and gain, or an analogy */
} reluk_c_launch_config;

/** The library's version: major * 10000 + minor * 100 + patch. */
RELUK_C_API int reluk_c_version(void);

/** What an error means, in words; never NULL and never freed. */
RELUK_C_API char const* reluk_c_error_string(int error);

/**
 * ReLU of `n` elements of `dtype` (enum reluk_c_dtype) in device-accessible memory, launched for `dataflow` (enum
 * reluk_c_dataflow) on `stream`: a cudaStream_t or CUstream of the current device, NULL for the legacy default stream.
 * Asynchronous. An unknown dtype or dataflow is cudaErrorInvalidValue (1).
 */
RELUK_C_API int reluk_c_relu(void* out, void const* in, size_t n, int dtype, int dataflow, void* stream);

/** The same in host memory, on the calling thread; for machines without a GPU. Done when it returns. */
RELUK_C_API int reluk_c_relu_host(void* out, void const* in, size_t n, int dtype);

/** Fills `device` for the CUDA device of that number. On an error `device` is unchanged. */
RELUK_C_API int reluk_c_query_device(int number, reluk_c_device* device);

/**
 * Fills `config` with how reluk_c_relu() would launch a call with these arguments on `device`; no GPU is needed, and the
 * memory is not looked at. An unknown dtype or dataflow, or a null `device` or `config`, is cudaErrorInvalidValue (1).
 */
RELUK_C_API int reluk_c_choose(reluk_c_device const* device, void const* out, void const* in, size_t n, int dtype,
                               int dataflow, reluk_c_launch_config* config);

/**
 * Writes `config` in words into `text`, at most `size` bytes with the final zero, and returns how many characters the
 * whole text has, as snprintf does; negative for a null `config`.
 */
RELUK_C_API int reluk_c_explain(reluk_c_launch_config const* config, char* text, size_t size);

#ifdef __cplusplus
}
#endif

#endif
