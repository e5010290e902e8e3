// The overlay makes CUDA 13 usable with clang 19; the images really reach the program.
// REQUIRES: cuda
// RUN: rm -rf "%t dir" && mkdir "%t dir"
// RUN: %plain_cxx -O2 --offload-arch=sm_80 --offload-arch=sm_90a %s -o "%t dir/a out" 2>&1 | count 0
// RUN: llvm-readelf -S -d "%t dir/a out" | %check

// CHECK-DAG: .nv_fatbin
// CHECK-DAG: (NEEDED){{.*}}libcudart.so
// CHECK-DAG: (RUNPATH)

__global__ void store(int *p) { *p = 1; }

int main() {
  store<<<1, 1>>>(nullptr);
  return cudaGetLastError() == cudaSuccess;
}
