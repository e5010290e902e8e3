// A toolkit that consists of compiler and runtime only is enough: clang's wrapper header
// asks for headers of cuRAND and of old toolkits, which the overlay stands in for.
// REQUIRES: cuda
// RUN: rm -rf %t && mkdir -p %t/include
// RUN: ln -s %cuda_home/bin %cuda_home/lib64 %cuda_home/nvvm %t/
// RUN: ln -s %cuda_home/include/* %t/include/
// RUN: rm -f %t/include/curand*.h %t/include/texture_fetch_functions.h
// RUN: %plain_cxx --cuda-path=%t -Wall -Wextra -Werror --offload-arch=sm_80 -c %s -o %t/a.o

// Where there is a file of that name, it is used.
// RUN: mkdir %t/curand
// RUN: echo "#define HAS_CURAND 1" > %t/curand/curand_mtgp32_kernel.h
// RUN: %plain_cxx --cuda-path=%t -isystem %t/curand -DEXPECT_CURAND --offload-arch=sm_80 -c %s -o %t/a.o

#if defined(EXPECT_CURAND) && !defined(HAS_CURAND)
#error "the overlay hides the toolkit's own header"
#endif

__global__ void store(int *p) { *p = 1; }
