// The mapped build's code equals the shipped code, byte by byte, at -O3.
// REQUIRES: cuda
// RUN: %argus_cxx -std=c++17 -O3 --cuda-gpu-arch=sm_90a --cuda-device-only \
// RUN:   -fplugin-arg-argus-capsule=%t.capsule -S -o %t.ptx %s
// RUN: argus-capsule-dump mapped %t.capsule > %t.mapped.ptx
// RUN: ptxas -O3 --gpu-name sm_90a -o %t.cubin %t.ptx
// RUN: ptxas -O3 --gpu-name sm_90a -o %t.mapped.cubin %t.mapped.ptx
// RUN: llvm-objcopy --dump-section=.text._Z6kernelPfi=%t.text %t.cubin
// RUN: llvm-objcopy --dump-section=.text._Z6kernelPfi=%t.mapped.text %t.mapped.cubin
// RUN: cmp %t.text %t.mapped.text
// And it carries what the shipped one does not.
// RUN: llvm-readelf -S %t.mapped.cubin | FileCheck %s
// RUN: llvm-readelf -S %t.cubin | FileCheck %s --check-prefix=SHIPPED
// CHECK: .debug_line
// SHIPPED-NOT: .debug_line
#include "Inputs/kernel.h"
