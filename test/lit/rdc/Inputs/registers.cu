// Registers its module and ends.
#include <cuda_runtime.h>
__global__ void kernel(int *p) {
#pragma argus region("work")
  { *p = 1; }
}
extern "C" void launch(int *p) { kernel<<<1, 1>>>(p); }
#ifndef LIBRARY
#include <cstdio>
#include <dlfcn.h>
int main(int Count, char **Arguments) {
  if (Count > 1 && !dlopen(Arguments[1], RTLD_NOW | RTLD_LOCAL))
    std::puts(dlerror());
}
#endif
