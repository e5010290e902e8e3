// Code that a macro of nvcc's would have compiled in: the kernel that needs it is an
// error, with the argus driver there is nothing to lose.
// REQUIRES: cuda
// RUN: not %plain_cxx -fplugin=%plugin -U__CUDACC_VER_MAJOR__ -O3 --cuda-gpu-arch=sm_90a \
// RUN:   --cuda-device-only -S -o %t.ptx %s 2>&1 | FileCheck %s
// RUN: %plain_cxx -fplugin=%plugin -U__CUDACC_VER_MAJOR__ -fplugin-arg-argus-allow-lost -O3 \
// RUN:   --cuda-gpu-arch=sm_90a --cuda-device-only -S -o %t.ptx %s
// RUN: %plain_cxx -fplugin=%plugin -U__CUDACC_VER_MAJOR__ -O3 --cuda-gpu-arch=sm_80 \
// RUN:   --cuda-device-only -S -o %t.ptx %s
// RUN: %argus_cxx -O3 --cuda-gpu-arch=sm_90a --cuda-device-only -S -o - %s \
// RUN:   | FileCheck %s --check-prefix=PTX
// PTX: cp.async.bulk.shared

// CHECK: [[@LINE+1]]:2: warning: code depends on '__CUDACC_VER_MAJOR__', which nvcc defines
#if defined(__CUDACC_VER_MAJOR__) && __CUDACC_VER_MAJOR__ >= 12
#define LIBRARY_SUPPORTS_SM90
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
#define LIBRARY_TMA
#endif
#endif

__device__ void bulk(unsigned to, const void *from, unsigned barrier) {
#if defined(LIBRARY_TMA)
  // CHECK: [[@LINE+2]]:7: error: kernel 'kernel' has no cp.async.bulk instruction: for nvcc the source asks for it here, for this compile the text is skipped, because of '__CUDACC_VER_MAJOR__'
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 16, [%2];"
      :: "r"(to), "l"(from), "r"(barrier));
  // CHECK: note: 'argus clang++' and argus_target() define what nvcc does
#else
  __trap();
#endif
}

// Not called, so nothing is lost.
inline __device__ void unused() {
#ifdef LIBRARY_SUPPORTS_SM90
  asm volatile("wgmma.fence.sync.aligned;");
#endif
}

// The user's choice is the same for nvcc.
__device__ void choice() {
#ifdef USE_MULTIMEM
  asm volatile("multimem.red.add.u32 [%0], 1;" :: "l"(0));
#endif
}

// Another way to the same instruction.
__device__ void fence() {
#ifdef LIBRARY_TMA
  asm volatile("fence.proxy.async;");
#else
  asm volatile("fence.proxy.async ;");
#endif
}

__global__ void kernel(const char *p) {
  bulk(0, p, 0);
  choice();
  fence();
}
// CHECK-NOT: error:
// CHECK: 1 error generated
__global__ void other(int *p) { *p = 1; }
