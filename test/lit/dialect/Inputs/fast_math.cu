__global__ void kernel(float *x) {
  x[0] = x[1] / x[2];
  x[3] = sqrtf(x[4]);
  x[5] = x[6] * x[7] + x[8];
#ifdef __CLANG_GPU_APPROX_TRANSCENDENTALS__
  x[9] = sinf(x[10]);
#endif
}
