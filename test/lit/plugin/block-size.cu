// __block_size__: required block and cluster dimensions; the grid then counts clusters.
// REQUIRES: cuda
// RUN: %argus_cxx -O3 -Wno-unused-value --cuda-gpu-arch=sm_90a --cuda-device-only -S -o %t.ptx %s
// RUN: FileCheck %s < %t.ptx
// RUN: ptxas --gpu-name sm_90a -o %t.cubin %t.ptx
// CHECK: .entry with_clusters(
// CHECK: .reqntid 128, 1, 1
// CHECK-NEXT: .blocksareclusters
// CHECK-NEXT: .reqnctapercluster 2, 2, 1
extern "C" __global__ void __block_size__((128, 1, 1), (2, 2)) with_clusters(int *p) {
  *p = 1;
}
// CHECK: .entry alone(
// CHECK: .reqntid 64, 2, 1
// CHECK-NEXT: .blocksareclusters
// CHECK-NEXT: .reqnctapercluster 1, 1, 1
extern "C" __global__ void __block_size__((64, 2)) alone(int *p) { *p = 1; }
