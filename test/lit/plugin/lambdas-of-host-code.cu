// Device lambdas are found wherever host code has them.
// RUN: %argus_cxx -std=c++17 -O1 --cuda-gpu-arch=sm_90a --cuda-device-only \
// RUN:   -fplugin-arg-argus-capsule=%t.capsule -S -o %t.ptx %s
// RUN: argus-capsule-dump paths %t.capsule | FileCheck %s
// CHECK-DAG: apply/variable{{$}}
// CHECK-DAG: apply/member initializer{{$}}
// CHECK-DAG: apply/default argument{{$}}
// CHECK-DAG: apply/local class{{$}}
// CHECK-DAG: apply/lambda{{$}}
// CHECK-DAG: apply/generic{{$}}
// CHECK-DAG: apply/inner{{$}}
// CHECK-DAG: apply/member template 4{{$}}
#include <cuda_runtime.h>

template <class F> __global__ void apply(F f, int *p) { f(p); }
template <class F> int launch(F f) { return apply<<<1, 1>>>(f, nullptr), 0; }

auto variable = [] __device__(int *p) {
#pragma argus region("variable")
  *p += 1;
};

struct Member {
  int a;
  Member() : a(launch([] __device__(int *p) {
#pragma argus region("member initializer")
      *p += 2;
    })) {}
  template <int N> void run() {
    launch([] __device__(int *p) {
#pragma argus region("member template 4")
      *p += N;
    });
  }
};

inline void byDefault(int = launch([] __device__(int *p) {
#pragma argus region("default argument")
                        *p += 3;
                      })) {}

void host() {
  launch(variable);
  Member().run<4>();
  byDefault();
  struct Local {
    __device__ void operator()(int *p) const {
#pragma argus region("local class")
      *p += 5;
    }
  };
  launch(Local());
  auto outer = [] {
    launch([] __device__(int *p) {
#pragma argus region("lambda")
      *p += 6;
    });
  };
  outer();
  launch([] __device__(auto *p) {
#pragma argus region("generic")
    *p += 7;
    [&] {
#pragma argus region("inner")
      *p += 8;
    }();
  });
}
