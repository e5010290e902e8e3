// Surface functions are the instructions that nvcc writes for them.
// REQUIRES: cuda
// RUN: not %argus_cxx --no-dialect --offload-arch=sm_90a -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=CLANG
// CLANG: error: use of undeclared identifier 'surf1Dread'
// RUN: %argus_cxx --offload-arch=sm_90a -O3 --cuda-device-only -S %s -o - | %check
// RUN: %argus_cxx --offload-arch=sm_90a -O0 -c %s -o %t.o

// CHECK-LABEL: .entry reads
extern "C" __global__ void reads(cudaSurfaceObject_t s, float4 *p, uchar2 *q, int x, int y,
                                 int z) {
  // CHECK-DAG: ld.param.u32 [[X:%r[0-9]+]], [reads_param_3];
  // CHECK-DAG: ld.param.u32 [[Y:%r[0-9]+]], [reads_param_4];
  // CHECK-DAG: ld.param.u32 [[Z:%r[0-9]+]], [reads_param_5];
  // CHECK-DAG: suld.b.1d.v4.b32.trap {{{%r[0-9]+, %r[0-9]+, %r[0-9]+, %r[0-9]+}}}, [%rd{{[0-9]+}}, {[[X]]}];
  surf1Dread(p, s, x);
  // CHECK: suld.b.2d.v2.b8.clamp {{{%rs[0-9]+, %rs[0-9]+}}}, [%rd{{[0-9]+}}, {[[X]], [[Y]]}];
  q[0] = surf2Dread<uchar2>(s, x, y, cudaBoundaryModeClamp);
  // CHECK: suld.b.3d.v2.b8.zero {{{%rs[0-9]+, %rs[0-9]+}}}, [%rd{{[0-9]+}}, {[[X]], [[Y]], [[Z]], [[Z]]}];
  surf3Dread(q + 1, s, x, y, z, cudaBoundaryModeZero);
  // CHECK: suld.b.a1d.v2.b8.trap {{{.*}}}, [%rd{{[0-9]+}}, {[[Y]], [[X]]}];
  surf1DLayeredread(q + 2, s, x, y);
  // CHECK: suld.b.a2d.v2.b8.trap {{{.*}}}, [%rd{{[0-9]+}}, {[[Z]], [[X]], [[Y]], [[Y]]}];
  surf2DLayeredread(q + 3, s, x, y, z);
  // CHECK: suld.b.a2d.v2.b8.trap {{{.*}}}, [%rd{{[0-9]+}}, {[[Z]], [[X]], [[Y]], [[Y]]}];
  surfCubemapread(q + 4, s, x, y, z);
}

// CHECK-LABEL: .entry writes
extern "C" __global__ void writes(cudaSurfaceObject_t s, short4 v, float f) {
  // CHECK: sust.b.2d.b32.trap [%rd{{[0-9]+}}, {%r{{[0-9]+}}, %r{{[0-9]+}}}], {%r{{[0-9]+}}};
  surf2Dwrite(f, s, 4, 5);
  // CHECK: sust.b.3d.v4.b16.zero [%rd{{[0-9]+}}, {{{.*}}}], {%rs{{[0-9]+}}, %rs{{[0-9]+}}, %rs{{[0-9]+}}, %rs{{[0-9]+}}};
  surf3Dwrite(v, s, 4, 5, 6, cudaBoundaryModeZero);
  // CHECK: sust.b.a2d.b32.trap
  surfCubemapLayeredwrite(f, s, 4, 5, 6);
}
