// A trip begins with the loop's body, which no `continue` misses; jumps end the roles and
// counted loops that they leave, and only those.
// RUN: %argus_cxx -std=c++17 -O0 --cuda-gpu-arch=sm_90a --cuda-device-only \
// RUN:   -fplugin-arg-argus-capsule=%t.capsule -S -o %t.ptx %s
// RUN: argus-capsule-dump bitcode %t.capsule | %check
#include <cuda_runtime.h>

// CHECK-LABEL: define {{.*}}@_Z4tripPii
__global__ void trip(int *p, int n) {
  // CHECK: "argus.begin [[LOOP:[0-9]+]]"
#pragma argus iteration
  for (int i = 0; i < n; ++i) {
    // CHECK: br i1
    // CHECK: {{^[0-9]+:}}
    // CHECK-NEXT: "argus.trip [[LOOP]]"
    if (p[0])
      // CHECK-NOT: argus
      continue;
    if (p[1])
      break;
    // CHECK: "argus.begin [[ROLE:[0-9]+]]"
#pragma argus role("r")
    {
      if (p[2])
        // CHECK: "argus.end [[ROLE]]"
        // CHECK-NEXT: br
        continue;
      if (p[3])
        // CHECK: "argus.end [[ROLE]]"
        // CHECK-NEXT: "argus.end [[LOOP]]"
        // CHECK-NEXT: br
        goto out;
      // CHECK: "argus.end [[ROLE]]"
    }
  }
  // CHECK: "argus.end [[LOOP]]"
out:
  p[5] = 1;
}

// CHECK-LABEL: define {{.*}}@_Z6singlePii
__global__ void single(int *p, int n) {
  // CHECK: "argus.begin [[LOOP:[0-9]+]]"
  // CHECK: br i1
  // CHECK: {{^[0-9]+:}}
  // CHECK-NEXT: "argus.trip [[LOOP]]"
#pragma argus iteration
  while (n--)
    p[n] = 1;
  // CHECK: "argus.end [[LOOP]]"
  // CHECK: {{^[0-9]+:}}
  // CHECK-NEXT: "argus.trip [[DO:[0-9]+]]"
#pragma argus iteration
  do
    ++n;
  while (p[n]);
  int list[3] = {1, 2, 3};
  // CHECK: {{^[0-9]+:}}
  // CHECK: "argus.trip [[RANGE:[0-9]+]]"
#pragma argus iteration
  for (int value : list)
    p[value] = 1;
}

// A role before an `if` is that of its first branch alone.
// CHECK-LABEL: define {{.*}}@_Z8branchesPi
__global__ void branches(int *p) {
  // CHECK-NOT: argus
#pragma argus role("then")
  if (p[0])
    // CHECK: {{^[0-9]+:}}
    // CHECK-NEXT: "argus.begin [[THEN:[0-9]+]]"
    // CHECK: "argus.end [[THEN]]"
    // CHECK-NEXT: br
    p[1] = 1;
  else
    // CHECK: {{^[0-9]+:}}
    // CHECK-NEXT: "argus.begin [[ELSE:[0-9]+]]"
#pragma argus role("else")
    p[2] = 2;
  // CHECK: "argus.end [[ELSE]]"
  // CHECK-NEXT: br
  // CHECK-NOT: argus
}

// However the pragmas of one loop are ordered, its region holds the loop, and its trips
// what is in it.
// CHECK-LABEL: define {{.*}}@_Z6ordersPii
__global__ void orders(int *p, int n) {
  // CHECK: "argus.begin [[ROLE:[0-9]+]]"
  // CHECK-NEXT: "argus.begin [[REGION:[0-9]+]]"
  // CHECK-NEXT: "argus.begin [[LOOP:[0-9]+]]"
  // CHECK: "argus.trip [[LOOP]]"
#pragma argus iteration
#pragma unroll 4
#pragma argus region("a")
#pragma argus role("r")
  for (int i = 0; i < n; ++i)
    p[i] = 1;
  // CHECK: "argus.end [[LOOP]]"
  // CHECK-NEXT: "argus.end [[REGION]]"
  // CHECK-NEXT: "argus.end [[ROLE]]"
  // CHECK: "argus.begin
  // CHECK-NEXT: "argus.begin [[LOOP2:[0-9]+]]"
  // CHECK: "argus.trip [[LOOP2]]"
#pragma argus region("b")
#pragma argus iteration
#pragma unroll 2
  for (int i = 0; i < n; ++i)
    p[i] = 2;
  // CHECK: ret void
}
// CHECK-DAG: !{!"llvm.loop.unroll.count", i32 4}
// CHECK-DAG: !{!"llvm.loop.unroll.count", i32 2}
