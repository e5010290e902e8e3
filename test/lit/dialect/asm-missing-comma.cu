// nvcc does without the comma between two operands of an asm.
// REQUIRES: cuda
// RUN: not %argus_cxx --no-dialect --offload-arch=sm_90a -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=CLANG
// RUN: %argus_cxx --offload-arch=sm_90a --cuda-device-only -S %s -o - | %check
// RUN: %argus_cxx --offload-arch=sm_90a --cuda-device-only -E %s -o - | FileCheck %s --check-prefix=TEXT
// RUN: %argus_cxx --offload-arch=sm_90a -v -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=SHOWN

extern "C" __global__ void kernel(unsigned *p) {
  // CHECK: st.global.u32 [%rd{{[0-9]+}}], %r{{[0-9]+}};
  // TEXT: asm volatile("st.global.u32 [%1], %0;" : : "r"(3 + (1)), "l"(p) : "memory");
  // CLANG: asm-missing-comma.cu:[[#@LINE+2]]:59: error: expected ')'
  // SHOWN: asm-missing-comma.cu:[[#@LINE+1]]:59: remark: nvcc's dialect: a comma between two operands is inserted
  asm volatile("st.global.u32 [%1], %0;" : : "r"(3 + (1)) "l"(p) : "memory");
}
