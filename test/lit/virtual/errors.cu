// What goes wrong on the virtual device: said with the place, never a hang.
// REQUIRES: cuda
// RUN: rm -rf %t && mkdir %t
// RUN: %argus_cxx -std=c++17 -O1 --cuda-gpu-arch=sm_90a %s -o %t/errors
// RUN: not %argus exec --device virtual -- %t/errors deadlock 2>&1 | FileCheck %s --check-prefix=DEADLOCK
// RUN: not %argus exec --device virtual --time-limit 0.5 -- %t/errors endless 2>&1 | FileCheck %s --check-prefix=ENDLESS
// RUN: not %argus exec --device virtual -- %t/errors unsupported 2>&1 | FileCheck %s --check-prefix=NOTABLE
// RUN: not %argus exec --device virtual -- %t/errors configuration 2>&1 | FileCheck %s --check-prefix=CONFIGURATION
// RUN: not %argus exec --device virtual -- %t/errors address 2>&1 | FileCheck %s --check-prefix=ADDRESS
// DEADLOCK: deadlock in kernel 'deadlock'
// DEADLOCK-SAME: barrier 0
// DEADLOCK-SAME: errors.cu:47
// DEADLOCK: error: the program failed
// ENDLESS: ran longer than the limit of 0.5 s
// ENDLESS-SAME: errors.cu:
// NOTABLE: does not support 'tex.1d.v4.f32.s32'
// NOTABLE-SAME: PTX line {{[0-9]+}}
// NOTABLE-SAME: errors.cu:
// CONFIGURATION: invalid configuration argument
// ADDRESS: errors.cu:
// ADDRESS: an illegal memory access was encountered
//
// The same in a measurement, and no more than one run of the program is started.
// RUN: not %argus run --device virtual --store %t/store -- %t/errors deadlock 2>&1 | FileCheck %s --check-prefix=MEASURED
// MEASURED: argus: run reference-1
// MEASURED-NOT: argus: run
// MEASURED: deadlock in kernel 'deadlock'
// MEASURED: the program failed in run reference-1
//
// A static runtime cannot be replaced; the message names the flag.
// RUN: %argus_cxx -std=c++17 --cuda-gpu-arch=sm_90a %s -o %t/static -lcudart_static -ldl -lrt -lpthread
// RUN: not %argus exec --device virtual -- %t/static deadlock 2>&1 | FileCheck %s --check-prefix=STATIC
// RUN: not %argus run --device virtual --store %t/store -- %t/static deadlock 2>&1 | FileCheck %s --check-prefix=STATIC
// STATIC: static CUDA runtime
// STATIC: -lcudart
//
// RUN: not %argus exec -- %t/errors 2>&1 | FileCheck %s --check-prefix=USAGE
// RUN: not %argus exec --device virtual 2>&1 | FileCheck %s --check-prefix=PROGRAM
// USAGE: --device is required
// PROGRAM: no program given
#include <cstdio>
#include <cstring>

extern "C" __global__ void deadlock(int *p) {
#pragma argus region("all")
  if (threadIdx.x < 32)
    asm volatile("bar.sync 0, 96;"); // three warps, of which there are two
  *p = 1;
}

extern "C" __global__ void endless(int *p) {
#pragma argus region("all")
  while (*(volatile int *)p == 0)
    ;
}

extern "C" __global__ void unsupported(float *p) {
#pragma argus region("all")
  asm volatile("{ .reg .f32 a, b, c, d; tex.1d.v4.f32.s32 {a, b, c, d}, [%0, {0}]; }" ::"l"(p));
}

extern "C" __global__ void nothing(int *p) {
#pragma argus region("all")
  *p = 1;
}

static int failed(const char *What) {
  cudaError_t Error = cudaGetLastError();
  if (Error == cudaSuccess)
    Error = cudaDeviceSynchronize();
  std::printf("%s: %s\n", What, cudaGetErrorString(Error));
  return Error == cudaSuccess ? 0 : 1;
}

int main(int argc, char **argv) {
  int *p = nullptr;
  if (argc < 2 || cudaMalloc(&p, 256) != cudaSuccess)
    return 2;
  cudaMemset(p, 0, 256);
  if (!std::strcmp(argv[1], "deadlock"))
    deadlock<<<1, 64>>>(p);
  else if (!std::strcmp(argv[1], "endless"))
    endless<<<1, 64>>>(p);
  else if (!std::strcmp(argv[1], "unsupported"))
    unsupported<<<1, 32>>>(reinterpret_cast<float *>(p));
  else if (!std::strcmp(argv[1], "configuration"))
    nothing<<<1, 2048>>>(p);
  else
    nothing<<<1, 1>>>(p + 1000000);
  return failed(argv[1]);
}
