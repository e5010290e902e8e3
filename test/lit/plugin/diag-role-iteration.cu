// Roles and counted loops that would mark nothing, or something else than they seem to.
// RUN: not %argus_cxx -std=c++17 --cuda-gpu-arch=sm_90a --cuda-device-only -fsyntax-only %s 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:
#include <cuda_runtime.h>

template <typename T> __device__ void inTemplate(T *p) {
// One report, however many instantiations.
// CHECK-DAG: :[[#@LINE+1]]:9: error: '#pragma argus iteration' counts the trips of a loop, and no loop follows; put it directly before a for, while or do
#pragma argus iteration
  if (p[0])
    p[1] = 1;
}

__global__ void kernel(int *p, int n, float *q) {
  inTemplate(p);
  inTemplate(q);
// CHECK-DAG: :[[#@LINE+1]]:9: error: '#pragma argus iteration' counts the trips of a loop, and no loop follows
#pragma argus iteration
  {
    for (int i = 0; i < n; ++i)
      p[i] = 1;
  }
// CHECK-DAG: :[[#@LINE+1]]:9: error: '#pragma argus iteration' counts the trips of a loop, and no loop follows
#pragma argus iteration
  ;
// CHECK-DAG: :[[#@LINE+2]]:9: error: the trips of this loop are counted already; remove one of its '#pragma argus iteration'
#pragma argus iteration
#pragma argus iteration
  for (int i = 0; i < n; ++i)
    p[i] = 2;
// CHECK-DAG: :[[#@LINE+1]]:9: error: '#pragma argus role' before an empty statement marks nothing
#pragma argus role("a")
  ;
  switch (n) {
// CHECK-DAG: :[[#@LINE+1]]:9: error: '#pragma argus role' before a label: put it after the label
#pragma argus role("b")
  case 1:
    p[0] = 1;
  }
  int x = ({
// CHECK-DAG: :[[#@LINE+1]]:9: error: a role cannot be marked inside a statement expression
#pragma argus role("c")
    p[2] = 1;
    3;
  });
  p[x] = x;
// The same role twice is no error: it is one role.
#pragma argus role("d")
  p[3] = 1;
#pragma argus role("d")
  p[4] = 1;
// Nor is a region of one name in two roles.
#pragma argus role("d")
#pragma argus region("wait")
  p[5] = 1;
#pragma argus role("e")
#pragma argus region("wait")
  p[6] = 1;
// CHECK-DAG: :[[#@LINE+2]]:9: error: a region named "wait" is already marked at this level
#pragma argus role("e")
#pragma argus region("wait")
  p[7] = 1;
}
