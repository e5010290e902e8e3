// The line of an instruction in the mapped PTX is the number of its context; no label and
// no section is there that debug information alone needs.
// RUN: %argus_cxx -std=c++17 -O3 --cuda-gpu-arch=sm_90a --cuda-device-only \
// RUN:   -fplugin-arg-argus-capsule=%t.capsule -S -o %t.ptx %s
// RUN: argus-capsule-dump mapped %t.capsule | %check
// RUN: argus-capsule-dump contexts %t.capsule | FileCheck %s --check-prefix=CONTEXTS
// CHECK: .target sm_90a{{$}}
// CHECK-NOT: $L__func_begin
// CHECK-NOT: $L__tmp
// CHECK: .loc 1 [[#]] 0
// CHECK-NOT: .loc {{.*}} 0 0
// CHECK: .file 1 "<argus contexts>"
// CHECK-NOT: .section
// The helper's instructions belong to the region of their caller, too.
// CONTEXTS-DAG: /load{{$}}
// CONTEXTS-DAG: /loop/body/helper{{$}}
// CONTEXTS-DAG: /tail{{$}}
#include "Inputs/kernel.h"
