// What nvcc declares without an include: with each argument type, on both sides.
// REQUIRES: cuda
// RUN: not %argus_cxx --no-dialect -std=c++17 --offload-arch=sm_90a -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=CLANG
// CLANG-DAG: error: no matching function for call to 'isnan'
// CLANG-DAG: error: no matching function for call to 'min'
// RUN: %argus_cxx -std=c++17 --offload-arch=sm_90a %s -o %t
// RUN: %argus exec --device virtual -- %t | %check
// RUN: %argus_cxx -std=c++14 -O2 --offload-arch=sm_90a %s -o %t
// CHECK: on the device: 0
// CHECK: on the host: 0

#define BOTH __host__ __device__

template <class T> BOTH int wrongClasses(T one, T zero) {
  const T infinite = one / zero, none = zero / zero;
  return isnan(one) + !isnan(none) + isinf(one) + !isinf(infinite) + isfinite(infinite) +
         !isfinite(one) + signbit(one) + !signbit(-one) + std::isnan(one) +
         !std::isnan(none) + std::isinf(one) + !std::isinf(-infinite) +
         std::isfinite(none) + std::signbit(one) + ::isnan(infinite) + ::isinf(none) +
         !::isfinite(zero) + ::signbit(zero);
}

template <class S, class U> BOTH int wrongIntegers(S s, U u) {
  // A negative number beside an unsigned one is a large one.
  return (min(s, s) != s) + (max(u, u) != u) + (min(s, u) != u) + (min(u, s) != u) +
         (max(s, u) != (U)s) + (max(u, s) != (U)s);
}

BOTH int wrongFloats(float f, double d) {
  return (min(f, f) != f) + (max(d, d) != d) + (min(f, d) != f) + (max(f, d) != d) +
         (min(d, f) != f) + (max(d, f) != d);
}

BOTH int wrong(float one, float zero, int negative, float f, double d) {
  return wrongClasses<float>(one, zero) + wrongClasses<double>(one, zero) +
         wrongIntegers<int, unsigned>(negative, 3) +
         wrongIntegers<long, unsigned long>(negative, 3) +
         wrongIntegers<long long, unsigned long long>(negative, 3) + wrongFloats(f, d) +
         (umin(3u, 4u) != 3) + (umax(3u, 4u) != 4) + (llmin(-3, 4) != -3) +
         (llmax(-3, 4) != 4) + (ullmin(3, 4) != 3) + (ullmax(3, 4) != 4);
}

__global__ void count(int *p, float one, float zero, int negative, float f, double d) {
  assert(one == 1);
  p[0] = wrong(one, zero, negative, f, d) + (clock() == 0 && clock64() == 0);
}

int hostOnly(double d, unsigned u) { return isnan(d) + (min(1, u) != 1); }

int main(int argc, char **) {
  int *p, result = -1;
  cudaMalloc(&p, sizeof result);
  count<<<1, 1>>>(p, argc, argc - 1, -argc, 1.5f * argc, 2.5 * argc);
  cudaMemcpy(&result, p, sizeof result, cudaMemcpyDeviceToHost);
  printf("on the device: %d\n", result);
  const clock_t now = clock();
  printf("on the host: %d\n", wrong(argc, argc - 1, -argc, 1.5f * argc, 2.5 * argc) +
                                  hostOnly(argc, argc) + (now == (clock_t)-1));
}
