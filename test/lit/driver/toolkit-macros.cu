// argus clang++ defines what nvcc of the same toolkit does, for host and device, and what
// the user defines wins.
// REQUIRES: cuda, nvcc
// RUN: %argus_cxx --cuda-gpu-arch=sm_90a --cuda-device-only -E -dM %s | grep -oE '__CUDACC_VER_[A-Z_]+ [0-9]+' | tr ' ' = | sort > %t.argus
// RUN: nvcc -gencode arch=compute_90a,code=compute_90a --dryrun -ptx -o %t.ptx %s 2>&1 | grep -oE '__CUDACC_VER_[A-Z_]+=[0-9]+' | sort -u > %t.nvcc
// RUN: diff %t.argus %t.nvcc
// RUN: %argus_cxx --cuda-gpu-arch=sm_90a --cuda-host-only -E -dM %s | grep __CUDACC_VER_ | FileCheck %s --check-prefix=HOST
// RUN: %argus_cxx --cuda-gpu-arch=sm_90a --cuda-gpu-arch=sm_80 --cuda-device-only -fsyntax-only -DEXPECT %s 2>&1 | count 0
// RUN: %argus_cxx --cuda-gpu-arch=sm_80 --cuda-device-only -D__CUDACC_VER_MAJOR__=11 -E -dM %s 2>&1 | FileCheck %s --check-prefix=USER
// HOST-DAG: __CUDACC_VER_BUILD__
// HOST-DAG: __CUDACC_VER_MAJOR__
// USER: __CUDACC_VER_MAJOR__ 11
#ifdef EXPECT
#if CUDA_VERSION >= 12090 && __CUDA_ARCH__ == 900
static_assert(__CUDA_ARCH_SPECIFIC__ == 900 && __CUDA_ARCH_FAMILY_SPECIFIC__ == 900 &&
              __CUDA_ARCH_FEAT_SM90_ALL == 1);
#elif defined(__CUDA_ARCH_SPECIFIC__)
#error "defined for another architecture"
#endif
static_assert(__CUDACC_VER_MAJOR__ * 1000 + __CUDACC_VER_MINOR__ * 10 == CUDA_VERSION);
#endif
