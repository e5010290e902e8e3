// What nvcc defines and clang does not, by argus_target().
static_assert(__CUDACC_VER_MAJOR__ * 1000 + __CUDACC_VER_MINOR__ * 10 == CUDA_VERSION);
#if CUDA_VERSION >= 12090 && defined(__CUDA_ARCH__)
static_assert(__CUDA_ARCH_SPECIFIC__ == __CUDA_ARCH__);
static_assert(__CUDA_ARCH_FAMILY_SPECIFIC__ == __CUDA_ARCH__);
#endif
__global__ void kernel() {}
