// What nvcc -use_fast_math takes for its intrinsic, and clang's option does not.
__global__ void kernel(float *x) {
  x[0] = tanf(x[0]);
  x[1] = powf(x[1], x[2]);
  x[3] = expf(x[3]);
  x[4] = exp10f(x[4]);
  x[5] = log10f(x[5]);
}
