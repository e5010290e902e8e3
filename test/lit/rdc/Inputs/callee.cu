// Functions that the kernel of caller.cu calls, itself and through pointers.
__device__ __noinline__ static int step(int x) { return x * 3 + 1; }

[[argus::region("marked")]] __noinline__ __device__ int marked(int x, int n) {
  for (int i = 0; i < n; ++i)
    x = step(x) ^ i;
  return x;
}

[[argus::region("pointed")]] __noinline__ __device__ int pointed(int x, int n) {
  for (int i = 0; i < n; ++i)
    x = x * 7 - i;
  return x;
}

__device__ int (*choices[2])(int, int) = {marked, pointed};
