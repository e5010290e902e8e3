// Two instantiations are told apart by their arguments, one alone needs none; the ID has
// the plain path.
// REQUIRES: cuda
// RUN: rm -rf %t && mkdir %t
// RUN: %argus_cxx -O3 --cuda-gpu-arch=sm_90a -c %s -o %t/one.o
// RUN: %argus_cxx -O3 --cuda-gpu-arch=sm_90a -DTWO -c %s -o %t/two.o
// RUN: %argus regions --store %t/store %t/one.o > %t/one
// RUN: %argus regions --store %t/store %t/two.o > %t/two
// RUN: %check --check-prefix=ONE --input-file %t/one
// RUN: %check --check-prefix=TWO --input-file %t/two
// The same ID in both.
// RUN: grep -o '0x[0-9a-f]\{16\}' %t/one > %t/id
// RUN: grep -f %t/id %t/two | %check --check-prefix=SAME
#include <cuda_runtime.h>

template <typename T, int N> __global__ void kernel(T *p) {
#pragma argus region("a")
  p[0] = p[1] * N;
}
template __global__ void kernel<float, 3>(float *);
#ifdef TWO
template __global__ void kernel<double, 4>(double *);
#endif
// ONE: kernel kernel: reference identical
// ONE: kernel/a
// TWO: kernel kernel<float, 3>: reference identical
// TWO: kernel<float, 3>/a
// TWO: kernel kernel<double, 4>: reference identical
// TWO: kernel<double, 4>/a
// SAME: kernel<float, 3>/a
