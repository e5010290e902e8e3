// A unit without marks, whose kernel makes what another unit's kernel reads.
void second(int *p);
__global__ void fill(int *p) { p[threadIdx.x] = 10; }
int main() {
  int *p, first = 0;
  cudaMalloc(&p, 1024);
  cudaMemset(p, 0, 1024);
  fill<<<1, 64>>>(p);
  second(p);
  cudaMemcpy(&first, p, sizeof first, cudaMemcpyDeviceToHost);
  return first == 0;
}
