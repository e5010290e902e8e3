// Asked for one region, the variant records it and those around it, and no other.
// RUN: %argus_cxx -std=c++17 -O3 --cuda-gpu-arch=sm_90a --cuda-device-only \
// RUN:   -fplugin-arg-argus-capsule=%t.capsule -S -o %t.ptx %s
// RUN: argus-capsule-dump table %t.capsule | FileCheck %s --check-prefix=TABLE
// RUN: argus-capsule-dump trace %t.capsule 3 | %check
// TABLE-DAG: site 0 function "helper"
// TABLE-DAG: site 1 statement "load"
// TABLE-DAG: site 2 statement "loop"
// TABLE-DAG: site 3 scope "body"
// begin is 65536 + site, end 131072 + site
// CHECK-NOT: add.u32 w, hi, 65537;
// CHECK-DAG: add.u32 w, hi, 65538;
// CHECK-DAG: add.u32 w, hi, 65539;
// CHECK-NOT: add.u32 w, hi, 65536;
// CHECK-NOT: add.u32 w, hi, 65537;
#include "Inputs/kernel.h"
