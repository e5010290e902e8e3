// A capsule that is damaged, cut off or of another version is refused with the reason.
// RUN: %argus_cxx -std=c++17 --cuda-gpu-arch=sm_90a --cuda-device-only \
// RUN:   -fplugin-arg-argus-capsule=%t.capsule -S -o %t.ptx %s
// RUN: python3 -c "d=bytearray(open(r'%t.capsule','rb').read()); d[60]^=1; open(r'%t.flipped','wb').write(d)"
// RUN: not argus-capsule-dump table %t.flipped 2>&1 | FileCheck %s --check-prefix=FLIPPED
// RUN: python3 -c "d=open(r'%t.capsule','rb').read(); open(r'%t.cut','wb').write(d[:-9])"
// RUN: not argus-capsule-dump table %t.cut 2>&1 | FileCheck %s --check-prefix=CUT
// RUN: python3 -c "d=bytearray(open(r'%t.capsule','rb').read()); d[8]=99; open(r'%t.newer','wb').write(d)"
// RUN: not argus-capsule-dump table %t.newer 2>&1 | FileCheck %s --check-prefix=NEWER
// FLIPPED: damaged capsule at offset 0: its digest does not match
// CUT: damaged capsule at offset 0: [[#]] bytes announced, [[#]] there
// NEWER: the capsule at offset 0 has version 99, this argus reads {{[0-9]+}}:
#include "Inputs/kernel.h"
