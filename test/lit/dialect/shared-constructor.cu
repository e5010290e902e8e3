// A __shared__ object in a function may have a constructor and a destructor: neither runs.
// REQUIRES: cuda
// RUN: not %argus_cxx --no-dialect -std=c++17 --offload-arch=sm_90a -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=CLANG
// RUN: %argus_cxx -std=c++17 --offload-arch=sm_90a -O0 -c %s -o %t.o
// RUN: %argus_cxx -std=c++17 --offload-arch=sm_90a -O3 -g -c %s -o %t.o
// RUN: %argus_cxx -std=c++17 --offload-arch=sm_90a -O3 --cuda-device-only -S %s -o - | %check
// RUN: %argus_cxx -std=c++17 --offload-arch=sm_90a -v -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=SHOWN
// RUN: not %argus_cxx -DOUTSIDE -std=c++17 --offload-arch=sm_90a -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=OUTSIDE

#include <cuda/barrier>
#include <cuda/pipeline>

struct Counted {
  int n;
  __device__ Counted(int m = 77) : n(m) {}
  __device__ ~Counted() { n = 78; }
};

#ifdef OUTSIDE
// OUTSIDE: shared-constructor.cu:[[#@LINE+2]]:{{[0-9]+}}: error: initialization is not supported for __shared__ variables
// OUTSIDE: note: nvcc, too, takes a '__shared__' object with a constructor in a function only
__shared__ Counted global;
#endif

template <class T> __device__ int instantiated(int m) {
  __shared__ T t;
  t.n = m;
  __syncthreads();
  return t.n;
}

// CHECK-NOT: 77
// CHECK-NOT: 78
extern "C" __global__ void kernel(int *p) {
  // CLANG: shared-constructor.cu:[[#@LINE+2]]:22: error: initialization is not supported for __shared__ variables
  // SHOWN: shared-constructor.cu:[[#@LINE+1]]:22: remark: nvcc's dialect: no constructor or destructor of a '__shared__' object runs
  __shared__ Counted one, several[2];
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  if (threadIdx.x == 0)
    init(&barrier, blockDim.x);
  one.n = several[1].n = p[1];
  barrier.arrive_and_wait();
  p[0] = one.n + several[1].n + instantiated<Counted>(p[2]) + (int)sizeof(state);
}
// CHECK: mbarrier.init
