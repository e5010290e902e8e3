// Cluster dimensions are in the PTX as nvcc writes them, also where they depend on
// template parameters or stand on a declaration alone.
// REQUIRES: cuda
// RUN: %argus_cxx -O3 --cuda-gpu-arch=sm_90a --cuda-device-only -S -o %t.ptx %s
// RUN: FileCheck %s --implicit-check-not=argus < %t.ptx
// RUN: ptxas --gpu-name sm_90a -o %t.cubin %t.ptx

// CHECK: .entry bounded(
// CHECK: .maxntid 128, 1, 1
// CHECK-NEXT: .explicitcluster
// CHECK-NEXT: .reqnctapercluster 4, 1, 1
// CHECK-NEXT: {
extern "C" __global__ void __launch_bounds__(128) __cluster_dims__(4) bounded(int *p) {
  *p = 1;
}
// CHECK: .entry declared(
// CHECK: .explicitcluster
// CHECK-NEXT: .reqnctapercluster 1, 2, 3
extern "C" __global__ void __cluster_dims__(1, 2, 3) declared(int *p);
extern "C" __global__ void declared(int *p) { *p = 1; }
// CHECK: .entry none()
// CHECK-NOT: cluster
// CHECK: {
extern "C" __global__ void none() {}
// CHECK: .entry _Z9template_ILi2EEvPi(
// CHECK: .reqnctapercluster 2, 3, 1
template <int N> __global__ void __cluster_dims__(N, N + 1) template_(int *p) { *p = N; }
template __global__ void template_<2>(int *);
