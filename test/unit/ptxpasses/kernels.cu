// Kernels whose regions are marked as nvcc keeps them. What the kernels compute does not
// matter; `out` has one int a thread, `in` 64 of them.

#define BEGIN(n) asm volatile(".pragma \"argus.begin " #n "\";" ::: "memory")
#define END(n) asm volatile(".pragma \"argus.end " #n "\";" ::: "memory")
#define TRIP(n) asm volatile(".pragma \"argus.trip " #n "\";" ::: "memory")
#define KERNEL(name) extern "C" __global__ void name(int *out, const int *in, int n)
#define LINEAR(i, d) (i.x + d.x * (i.y + d.y * i.z))
#define THREAD                                                                         \
  (LINEAR(blockIdx, gridDim) * blockDim.x * blockDim.y * blockDim.z +                  \
   LINEAR(threadIdx, blockDim))

KERNEL(straight) {
  BEGIN(1);
  int v = in[threadIdx.x % 64];
  END(1);
  BEGIN(2);
  out[THREAD] = v * n;
  END(2);
}

KERNEL(nested) {
  BEGIN(1);
  BEGIN(2);
  int v = in[threadIdx.x % 64];
  BEGIN(3);
  END(3);
  END(2);
  out[THREAD] = v;
  END(1);
  BEGIN(4);
  END(4);
}

KERNEL(loops) {
  int s = 0;
  BEGIN(1);
  for (int i = 0; i < n; ++i) {
    TRIP(1);
    BEGIN(2);
    s += in[i % 64] * i;
    END(2);
#pragma unroll
    for (int k = 0; k < 3; ++k) {
      BEGIN(3);
      s ^= in[(i + k) % 64];
      END(3);
    }
  }
  END(1);
  out[THREAD] = s;
}

KERNEL(divergent) {
  int s = in[threadIdx.x % 64];
  BEGIN(1);
  if (threadIdx.x % 3 == 0) {
    BEGIN(2);
    s += n;
    out[THREAD] = s;
    END(2);
  } else if (threadIdx.x % 3 == 1) {
    BEGIN(3);
    BEGIN(4);
    out[THREAD] = s * s;
    END(4);
    END(3);
  }
  END(1);
  BEGIN(5);
  for (unsigned i = 0; i < threadIdx.x % 5; ++i) {
    TRIP(5);
    BEGIN(6);
    out[THREAD] += s;
    END(6);
  }
  END(5);
}

KERNEL(early) {
  BEGIN(1);
  int v = in[threadIdx.x % 64];
  if (threadIdx.x % 7 == 2) {
    out[THREAD] = 1;
    END(1);
    return;
  }
  BEGIN(2);
  if (threadIdx.x < 9) {
    END(2);
    END(1);
    return;
  }
  out[THREAD] = v;
  END(2);
  END(1);
  asm volatile("{.reg .pred p; setp.eq.u32 p, %0, 11; @p exit;}" ::"r"(threadIdx.x));
  BEGIN(3);
  out[THREAD] += n;
  END(3);
  asm volatile("{.reg .pred p; setp.eq.u32 p, %0, 12; @!p exit;}" ::"r"(threadIdx.x));
  BEGIN(4);
  out[THREAD] += n;
  END(4);
}

KERNEL(warps) {
  __shared__ int tile[1024];
  int warp = __shfl_sync(0xffffffff, threadIdx.x / 32, 0);
  BEGIN(1);
  if (warp == 0) {
    BEGIN(2);
    for (int i = 0; i < n; ++i)
      tile[threadIdx.x] = in[i % 64];
    END(2);
  } else {
    BEGIN(3);
    tile[threadIdx.x] = n;
    END(3);
  }
  BEGIN(4);
  __syncthreads();
  END(4);
  out[THREAD] = tile[blockDim.x - 1 - threadIdx.x];
  END(1);
}

KERNEL(cases) {
  int s = 0;
  BEGIN(1);
  switch (in[threadIdx.x % 64] % 6) {
  case 0: BEGIN(2); s = in[1]; END(2); break;
  case 1: BEGIN(3); s = in[2] * n; END(3); break;
  case 2: BEGIN(4); s = in[3] + 4; END(4); // falls through
  case 3: BEGIN(5); s += in[4] ^ 5; END(5); break;
  case 4: BEGIN(6); s = in[5] / (n + 1); END(6); break;
  default: BEGIN(7); s = in[6] - 9; END(7);
  }
  out[THREAD] = s;
  END(1);
}

static __device__ __noinline__ int inner(const int *in, int n) {
  BEGIN(11);
  int s = 0;
  for (int i = 0; i < n; ++i) {
    TRIP(11);
    s += in[i % 64];
  }
  END(11);
  return s;
}

static __device__ __noinline__ int outer(const int *in, int n) {
  BEGIN(10);
  int s = inner(in, n);
  if (s & 1) {
    END(10);
    return s;
  }
  s += inner(in, n + 1);
  END(10);
  return s * 3;
}

static __device__ __noinline__ int plain(const int *in, int n) {
  return in[n % 64] + in[(n + 1) % 64] * n;
}

KERNEL(calls) {
  BEGIN(1);
  int s = plain(in, n) + outer(in, n);
  if (threadIdx.x % 4 == 1) {
    BEGIN(2);
    s += inner(in, threadIdx.x % 3);
    END(2);
  }
  out[THREAD] = s + inner(in, 2);
  END(1);
}

static __device__ __noinline__ int recurse(const int *in, int n) {
  BEGIN(12);
  int s = in[n % 64];
  if (n > 0)
    s += recurse(in, n - 1) * 2;
  END(12);
  return s;
}

KERNEL(recursion) { out[THREAD] = recurse(in, n); }

// Nothing but markers stands between a branch and the label that it leads to.
KERNEL(empties) {
  int s = in[threadIdx.x % 64];
  if (s % 2) {
    BEGIN(1);
    END(1);
  }
  if (n % 2) {
    BEGIN(2);
    END(2);
  }
  for (int i = 0; i < s % 4; ++i) {
    BEGIN(3);
    if (in[i] % 3 == threadIdx.x % 2) {
      BEGIN(4);
      END(4);
    }
    END(3);
  }
  out[THREAD] = s;
}

KERNEL(unmarked) { out[THREAD] = in[threadIdx.x % 64] + n; }
