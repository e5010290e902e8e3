// A module that leaves the compile before its clusters are in the PTX is refused by ptxas,
// which names what is missing: no launch loses its clusters.
// REQUIRES: cuda
// RUN: %argus_cxx -O3 --cuda-gpu-arch=sm_90a --cuda-device-only -emit-llvm -c -o %t.bc %s
// RUN: llc -mcpu=sm_90a -mattr=+ptx80 -o %t.ptx %t.bc
// RUN: not ptxas --gpu-name sm_90a -o %t.cubin %t.ptx 2>&1 | FileCheck %s
// RUN: %argus_cxx --no-argus -fplugin=%plugin -O3 --cuda-gpu-arch=sm_90a --cuda-device-only -c -o %t.o %s
// CHECK: .argus_cluster_needs_plugin_libArgus_so_here
__global__ void __cluster_dims__(2) kernel(int *p) { *p = 1; }
