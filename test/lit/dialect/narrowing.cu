// Narrowing in braces warns: nvcc's compilers do no more.
// REQUIRES: cuda
// RUN: not %argus_cxx --no-dialect --offload-arch=sm_90a -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=CLANG
// CLANG: error: non-constant-expression cannot be narrowed
// RUN: %argus_cxx --offload-arch=sm_90a -c %s -o %t.o 2>&1 | %check
// CHECK: narrowing.cu:[[#@LINE+3]]:{{[0-9]+}}: warning: non-constant-expression cannot be narrowed

__global__ void kernel(int *p, unsigned n) {
  int a[] = {n, 2};
  p[0] = a[0];
}
