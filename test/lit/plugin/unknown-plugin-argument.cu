// RUN: not %argus_cxx --cuda-gpu-arch=sm_90a --cuda-device-only -S -o %t.ptx \
// RUN:   -fplugin-arg-argus-capsul=%t %s 2>&1 | FileCheck %s
// CHECK: error: unknown plugin argument 'capsul={{.*}}'
