// SPDX-FileCopyrightText: 2026 The reluk authors
// SPDX-License-Identifier: MIT
//
// The device code under clang as the CUDA compiler, on the host's and on the device's side. The toolkit's headers are
// replaced by the little that the kernel uses of them, so that any clang will do with any toolkit.
#define __CUDACC__
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __launch_bounds__(THREADS) __attribute__((launch_bounds(THREADS)))

struct coordinates {
    unsigned x, y, z;
};
extern __device__ coordinates const threadIdx, blockIdx, blockDim, gridDim;
__device__ void* memcpy(void* to, void const* from, decltype(sizeof(0)) bytes);
__device__ unsigned __shfl_down_sync(unsigned mask, unsigned value, unsigned delta, int width = 32);

#include "kernels.cu"
