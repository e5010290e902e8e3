// Without its markers, the capsule's code is the code without marks, whatever clang does
// with empty blocks, cleanups and constant conditions; the compile says if it is not.
// RUN: %argus_cxx -std=c++20 -Wno-return-type -O0 --cuda-gpu-arch=sm_90a \
// RUN:   --cuda-device-only -S -o /dev/null %s 2>&1 | %check --allow-empty
// RUN: %argus_cxx -std=c++20 -Wno-return-type -O3 --cuda-gpu-arch=sm_90a \
// RUN:   --cuda-device-only -S -o /dev/null %s 2>&1 | %check --allow-empty
// RUN: %argus_cxx -std=c++20 -Wno-return-type -O2 -g --cuda-gpu-arch=sm_90a \
// RUN:   --cuda-device-only -S -o /dev/null %s 2>&1 | %check --allow-empty
// CHECK-NOT: warning
#include "argus_region.h"
#include <cuda_runtime.h>

struct Guard {
  int *p;
  __device__ Guard(int *p) : p(p) { atomicAdd(p, 1); }
  __device__ ~Guard() { atomicSub(p, 1); }
};
struct __attribute__((trivial_abi)) Owner {
  int *p;
  __device__ ~Owner() { atomicSub(p, 1); }
};

// The block before the return block is empty but for the end of a region.
__device__ void blockBeforeReturn(int *p, int n) {
  if (n == 2)
    return;
#pragma argus region("a")
  {
    if (n > 3)
      p[n] = 1;
  }
}
[[argus::region("whole")]] __device__ void wholeFunction(int *p, int n) {
  if (n == 2)
    return;
  for (int i = 0; i < n; ++i)
    p[i] = 1;
}
[[argus::region("cleanups")]] __device__ int cleanups(int *p, int n) {
  Guard g(p);
  if (n == 2)
    return 3;
  for (int i = 0; i < n; ++i) {
    Guard h(p + 1);
    if (p[i] == 4)
      return i;
    p[i] = 1;
  }
  return 8;
}
[[argus::region("parameter")]] __device__ int parameterCleanup(Owner o, int n) {
  Guard g(o.p);
  if (n == 2)
    return 3;
  return 8;
}

// Headers of endless loops are empty but for what begins in them.
__device__ void header(int *p, int n) {
  while (true) {
#pragma argus region("a")
    while (p[0] < n) {
      p[0]++;
      if (p[3])
        return;
    }
  }
}
__device__ void nestedHeaders(int *p, int n) {
#pragma argus iteration
  while (true) {
#pragma argus region("a")
#pragma argus iteration
    while (true) {
#pragma argus region("b")
      for (;;) {
        p[0]++;
        if (p[3])
          return;
        if (p[4])
          break;
      }
      if (p[5])
        break;
    }
  }
}
__device__ void loopsOnce(int *p, int n) {
  Guard g(p);
  while (true) {
#pragma argus region("a")
    do {
      if (p[2])
        break;
    } while (0);
#pragma argus region("b")
    do {
      if (p[2])
        continue;
      p[2]++;
    } while (0);
    if (n)
      return;
  }
}

__device__ void jumps(int *p) {
again:
#pragma argus region("a")
  {
    Guard g(p);
    if (p[1])
      goto out;
    if (p[2])
      goto again;
    {
#pragma argus region("b")
      {
        Guard h(p);
        if (p[3])
          goto again;
      }
    }
  }
out:
#pragma argus region("c")
  {
  }
}

// A marked branch is as likely as it was.
__device__ void likelihood(int *p, int n) {
#pragma argus region("a")
  if (n > 3) [[likely]] {
    p[0] = 1;
  }
  if (n > 4)
#pragma argus region("b")
    [[unlikely]] {
      p[3] = 1;
    }
  else
#pragma argus region("c")
  {
    p[2] = 3;
  }
#pragma argus role("x")
  if (threadIdx.x < 32) [[unlikely]] {
    p[8] = 1;
  }
#pragma argus iteration
  for (int i = 0; i < n; ++i) [[likely]]
    p[i] = 3;
  switch (n) {
  [[unlikely]] case 2: {
    ARGUS_REGION("e");
    p[4] = 4;
    break;
  }
  }
}

template <int N> __device__ void constants(int *p) {
  switch (N) {
  case 0: {
    ARGUS_REGION("a");
    p[1] = 1;
    break;
  }
  case 1:
#pragma argus region("b")
  {
    p[2] = 2;
  }
#pragma argus region("c")
    p[3] = 2;
  case 2:
    p[4] = 3;
    break;
  default:
#pragma argus region("d")
    p[5] = 1;
  }
  if (N == 3)
#pragma argus region("e")
  {
    p[6] = 1;
  }
}

__device__ int noReturn(int *p, int n) {
#pragma argus region("a")
  if (n)
    return 3;
  if (p[0]) {
#pragma argus region("b")
    p[3] = 1;
  }
}

struct Members {
  int a, b;
  __device__ Members(int *p) : a(p[0]) {
#pragma argus region("constructor")
    if (a) {
      b = 1;
      return;
    }
    b = 2;
  }
  [[argus::region("destructor")]] __device__ ~Members() {
    if (a)
      return;
    b = 3;
  }
};

[[argus::region("kernel")]] __global__ void kernel(int *p, int n) {
  if (n == 7)
    return;
  Guard g(p);
  Members c(p);
  blockBeforeReturn(p, n);
  wholeFunction(p, n);
  p[1] = cleanups(p, n) + parameterCleanup(Owner{p}, n);
  header(p, n);
  nestedHeaders(p, n);
  loopsOnce(p, n);
  jumps(p);
  likelihood(p, n);
  constants<0>(p), constants<1>(p), constants<2>(p), constants<3>(p);
  p[7] = noReturn(p, n);
#pragma argus region("a")
  if (int y = p[n]; y) {
    Guard h(p);
    if (y == 4)
      return;
    p[4] = y + c.b;
  }
  auto f = [=](int x) {
#pragma argus region("lambda")
    for (int i = 0; i < x; ++i)
      if (p[i])
        return i;
    return x;
  };
  p[5] = f(n);
}
