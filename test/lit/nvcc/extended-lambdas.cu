// Regions in lambdas that a host function gives to kernels are device code: listed and measured
// by both compilers' builds, and the host's warning is about host lambdas only.
// REQUIRES: cuda, nvcc
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %argus nvcc -std=c++17 --extended-lambda -cudart shared %nvcc_arch -o nvcc %s
// RUN: %argus_cxx -std=c++17 -O3 --extended-lambda --cuda-gpu-arch=sm_90a -o clang %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=HOST --implicit-check-not=warning:
// RUN: %argus run --device virtual --region '*' --store store --out n -- ./nvcc
// RUN: %argus run --device virtual --region '*' --store store --out c -- ./clang
// RUN: %python %S/Inputs/counts.py n/report.json | sort > nvcc.counts
// RUN: %python %S/Inputs/counts.py c/report.json | sort > clang.counts
// RUN: diff nvcc.counts clang.counts
// RUN: FileCheck %s < clang.counts
// CHECK-DAG: apply{{.*}}/call/both 0x{{.*}} duration.count=2
// CHECK-DAG: apply{{.*}}/call/named 0x{{.*}} duration.count=2
// CHECK-DAG: apply{{.*}}/call/passed 0x{{.*}} duration.count=2
// CHECK-DAG: apply{{.*}}/call/template 0x{{.*}} duration.count=2
#include "argus_region.h"

template <class F> __global__ void apply(F f, int *p) {
#pragma argus region("call")
  f(p);
}

template <class T> void runTemplate(int *p, T amount) {
  apply<<<1, 64>>>(
      [=] __device__(int *q) {
#pragma argus region("template")
        q[threadIdx.x] += amount;
      },
      p);
}

int main() {
  int *p = nullptr;
  cudaMalloc(&p, 64 * sizeof(int));
  auto named = [=] __device__(int *q) {
#pragma argus region("named")
    q[threadIdx.x] += 3;
  };
  apply<<<1, 64>>>(named, p);
  apply<<<1, 64>>>([] __device__(int *q) { ARGUS_REGION("passed"); q[threadIdx.x] += 1; }, p);
  apply<<<1, 64>>>(
      [] __host__ __device__(int *q) {
#pragma argus region("both")
        q[0] = 7;
      },
      p);
  runTemplate(p, 5);
  // HOST: :[[#@LINE+1]]:{{.*}} warning: argus: 'main' is host code, whose regions are not measured
  const auto host = [](int x) { ARGUS_REGION("host"); return x + 1; };
  return cudaDeviceSynchronize() == cudaSuccess && host(0) == 1 ? 0 : 1;
}
