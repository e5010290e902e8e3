// Who only loads the plugin gets clang's language; who includes the header, nvcc's.
// REQUIRES: cuda
// RUN: not %argus_clang %cuda_flags --offload-arch=sm_90a -fplugin=%plugin -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: %argus_clang %cuda_flags --offload-arch=sm_90a -fplugin=%plugin -include argus_cuda_dialect.h -c %s -o %t.o
// CHECK: error: __shared__ variable 'x' cannot be 'extern'

extern __shared__ int x;

__global__ void kernel(int *p) { *p = x; }
