// A loop of N trips, where N is in the environment, behind --file=, or on standard input;
// with "later", one launch more in each run.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
__global__ void counted(int n, float *p) {
#pragma argus region("loop")
  for (int i = 0; i < n; ++i)
    p[threadIdx.x] = p[threadIdx.x] * 1.01f + 1.f;
}
static int read(std::FILE *f) {
  int n = 0;
  return f && std::fscanf(f, "%d", &n) == 1 ? n : 1;
}
int main(int argc, char **argv) {
  const char *word = argc > 1 ? argv[1] : "", *variable = std::getenv("SLURM_ARRAY_TASK_ID");
  int n = variable ? std::atoi(variable) : 2, launches = 1;
  if (!std::strncmp(word, "--file=", 7))
    n = read(std::fopen(word + 7, "r"));
  else if (!std::strcmp(word, "stdin"))
    n = read(stdin);
  else if (!std::strcmp(word, "later")) {
    launches = read(std::fopen("launches", "r"));
    std::fprintf(std::fopen("launches", "w"), "%d", launches + 1);
  }
  float *p = nullptr;
  cudaMalloc(&p, 32 * sizeof(float));
  for (int i = 0; i < launches; ++i)
    counted<<<1, 32>>>(n, p);
  return cudaDeviceSynchronize();
}
