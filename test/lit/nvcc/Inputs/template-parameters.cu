// Kernels whose mangled names clang and nvcc make differently.
#include <cstdio>

template <class T>
concept Small = sizeof(T) < 8;
template <class T, class U = int> struct Pair {
  T first;
};
struct Bias {
  int amount;
};

template <class T, T V> __global__ void typed(T *p) {
#pragma argus region("add")
  p[threadIdx.x] += V;
}
template <auto V> __global__ void deduced(int *p) {
#pragma argus region("add")
  p[threadIdx.x] += V;
}
template <Bias V> __global__ void structural(int *p) {
#pragma argus region("add")
  p[threadIdx.x] += V.amount;
}
template <template <class...> class W, class T> __global__ void templates(W<T> *p) {
#pragma argus region("add")
  p[threadIdx.x].first += 3;
}
template <Small T> __global__ void constrained(T *p) {
#pragma argus region("add")
  p[threadIdx.x] += 1;
}
template <class T>
  requires Small<T>
__global__ void required(T *p) {
#pragma argus region("add")
  p[threadIdx.x] += 1;
}
template <class T, T V> static __global__ void internal(T *p) {
#pragma argus region("add")
  p[threadIdx.x] += V;
}

int main() {
  int *p = nullptr;
  cudaMalloc(&p, 32 * sizeof(int));
  cudaMemset(p, 0, 32 * sizeof(int));
  typed<int, 3><<<1, 32>>>(p);
  deduced<5><<<1, 32>>>(p);
  structural<Bias{7}><<<1, 32>>>(p);
  templates<Pair, int><<<1, 32>>>(reinterpret_cast<Pair<int> *>(p));
  constrained<int><<<1, 32>>>(p);
  required<int><<<1, 32>>>(p);
  internal<int, 9><<<1, 32>>>(p);
  int sum = 0;
  cudaMemcpy(&sum, p + 31, sizeof(sum), cudaMemcpyDeviceToHost);
  std::printf("%d\n", sum);
}
