// Classes with pure virtual functions, and NaNs, on the device.
// REQUIRES: cuda
// RUN: %argus_cxx -std=c++17 --offload-arch=sm_90a -O1 %s -o %t
// RUN: %argus_cxx -std=c++17 --offload-arch=sm_90a -O1 --cuda-device-only -S %s -o - | %check
// RUN: %argus regions --store %t.store %t | FileCheck --check-prefix=MAPPED %s
// CHECK: .func __cxa_pure_virtual
// CHECK: 0f7FC00000
// MAPPED: kernel kernel: reference identical

struct Shape {
  __device__ Shape() { area(); }
  __device__ virtual float sides() const = 0;
  __device__ __noinline__ void area() const { last = sides(); }
  mutable float last;
};

struct Square : Shape {
  __device__ float sides() const override { return 4 + nanf(""); }
};

__global__ void kernel(float *p, bool two) {
  const Square square;
  p[0] = square.last + square.sides();
  p[1] = (float)nan("");
}

int main() {}
