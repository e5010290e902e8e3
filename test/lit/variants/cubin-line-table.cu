// ptxas carries the context numbers to the cubin's line table.
// REQUIRES: cuda
// RUN: %argus_cxx -std=c++17 -O3 --cuda-gpu-arch=sm_90a --cuda-device-only \
// RUN:   -fplugin-arg-argus-capsule=%t.capsule -S -o %t.ptx %s
// RUN: argus-capsule-dump mapped %t.capsule > %t.mapped.ptx
// RUN: ptxas -O3 --gpu-name sm_90a -o %t.cubin %t.mapped.ptx
// RUN: llvm-dwarfdump --debug-line %t.cubin | %check
// CHECK: name: "<argus contexts>"
// CHECK: Address Line Column File
// CHECK: 0x{{[0-9a-f]+}} {{ *[1-9][0-9]*}} 0 1
#include "Inputs/kernel.h"
