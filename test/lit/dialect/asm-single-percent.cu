// A '%' that names no operand reaches ptxas as nvcc hands it on: in headers, macros and
// their arguments, in each piece of a text, after -E, and without moving anything.
// REQUIRES: cuda
// RUN: rm -rf %t && mkdir %t
// RUN: not %argus_cxx --no-dialect --offload-arch=sm_90a -c %s -o %t/a.o 2>&1 | FileCheck %s --check-prefix=CLANG
// RUN: %argus_cxx --offload-arch=sm_90a --cuda-device-only -S %s -o - | %check
// RUN: %argus_cxx --offload-arch=sm_90a -v -c %s -o %t/a.o 2>&1 | FileCheck %s --check-prefix=SHOWN
// RUN: %argus_cxx --offload-arch=sm_90a -save-temps=obj -c %s -o %t/b.o
// RUN: %argus_cxx --offload-arch=sm_90a --cuda-device-only -E %s -o - | FileCheck %s --check-prefix=TEXT

#define WRAP(x) x
#define LANE(r) asm volatile("mov.u32 %0, %laneid;" : "=r"(r))

// CHECK-LABEL: .entry kernel
extern "C" __global__ void kernel(unsigned *p) {
  unsigned r, s, t = 0;
  // CHECK: mov.u32 %r{{[0-9]+}}, %laneid;
  // CLANG: asm-single-percent.cu:[[#@LINE+1]]:3: error: invalid % escape in inline assembly string
  LANE(r);
  // CHECK: { .reg .b32 %t; mov.u32 %t, %smid; mov.u32 %r{{[0-9]+}}, %t; }
  // TEXT: asm volatile("{ .reg .b32 %%t; mov.u32 %%t, %%smid; mov.u32 %0, %%t; }" : "=r"(s) : "r"(r));
  WRAP(asm volatile("{ .reg .b32 %t; mov.u32 %t, %smid; mov.u32 %0, %t; }" : "=r"(s) : "r"(r)));
  // CHECK: { .reg .u32 t; mov.u32 t, %laneid; mov.u32 t, %tid.x; }
  // SHOWN: asm-single-percent.cu:[[#@LINE+1]]:18: remark: nvcc's dialect: a '%' that names no operand is doubled: "{ .reg .u32 t; mov.u32 t, %%laneid; "
  __asm volatile("{ .reg .u32 t; mov.u32 t, %laneid; "
                 "mov.u32 t, %tid.x; }" ::
                     : "memory");
  // What clang reads as well stays: with "%%", with names, without a colon.
  // CHECK: { .reg .u32 u; mov.u32 u, %laneid; add.u32 %r{{[0-9]+}}, u, %r{{[0-9]+}}; }

  __asm__("{ .reg .u32 u; mov.u32 u, %%laneid; add.u32 %[t], u, %1; }"
          : [t] "=r"(t)
          : "r"(r));
  // CHECK: // plain %laneid
  asm volatile("// plain %laneid");
  *p = r + s + t;
}

// A template that nobody instantiates may name an operand that is not there.
template <typename T> __device__ void wrong(T *p, unsigned r) {
  // SHOWN: remark: nvcc's dialect: a '%' that names no operand is doubled: "st.u32 [%0], %%2;"
  asm volatile("st.u32 [%0], %2;" ::"l"(p), "r"(r));
}
