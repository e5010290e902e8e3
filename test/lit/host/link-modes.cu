// In each kind of program the runtime is found, told of every module, and registers the
// image it has for it; the capsules come through the linker. Needs no device: the
// programs register their modules and end.
// REQUIRES: cuda
// RUN: rm -rf %t && mkdir -p %t/images
// RUN: printf '.version 8.0\n.target sm_90\n.address_size 64\n' > %t/image.ptx
// RUN: %argus_cxx -O0 -fno-PIE --cuda-gpu-arch=sm_90a -c %s -o %t/nopie.o
// RUN: %argus_cxx -O2 -fPIC -ffunction-sections --cuda-gpu-arch=sm_80 --cuda-gpu-arch=sm_90a -c %s -o %t/pic.o
// RUN: %argus_cxx -O3 -fPIC -shared --cuda-gpu-arch=sm_90a -DLIBRARY %s -o %t/library.so
// RUN: %argus_cxx -O1 -fPIC -shared --cuda-gpu-arch=sm_90a -DLIBRARY %s -o %t/static.so -lcudart_static -ldl -lrt -lpthread
//
// RUN: %argus_cxx -no-pie %t/nopie.o -o %t/nopie
// RUN: %argus_cxx -no-pie %t/nopie.o -o %t/nopie-static -lcudart_static -ldl -lrt -lpthread
// RUN: %argus_cxx -pie %t/pic.o -Wl,--gc-sections -s -o %t/pie
// RUN: %argus_cxx -pie %t/pic.o -o %t/pie-static -lcudart_static -ldl -lrt -lpthread
// RUN: %argus_cxx -pie %t/pic.o %t/library.so -Wl,-rpath,%t -o %t/linked
//
// Nothing happens without the runtime, and nothing but the records with it.
// RUN: %t/nopie && %t/nopie-static && %t/pie && %t/pie-static && %t/linked
// RUN: %t/pie %t/library.so && %t/pie-static %t/static.so
// RUN: env LD_PRELOAD=%runtime %t/pie %t/library.so
// RUN: mkdir %t/a && env LD_PRELOAD=%runtime ARGUS_RT_OUT=%t/a %t/nopie
// RUN: cat %t/a/runtime-*.jsonl | FileCheck %s
// RUN: mkdir %t/b && env LD_PRELOAD=%runtime ARGUS_RT_OUT=%t/b %t/nopie-static
// RUN: cat %t/b/runtime-*.jsonl | FileCheck %s
// RUN: mkdir %t/c && env LD_PRELOAD=%runtime ARGUS_RT_OUT=%t/c %t/pie
// RUN: cat %t/c/runtime-*.jsonl | FileCheck %s
// RUN: mkdir %t/d && env LD_PRELOAD=%runtime ARGUS_RT_OUT=%t/d %t/pie-static %t/static.so
// RUN: cat %t/d/runtime-*.jsonl | FileCheck %s --check-prefixes=CHECK,SECOND
// RUN: mkdir %t/e && env LD_PRELOAD=%runtime ARGUS_RT_OUT=%t/e %t/linked
// RUN: cat %t/e/runtime-*.jsonl | FileCheck %s --check-prefix=LINKED
// CHECK: {"type":"process","abi":1,
// CHECK: {"type":"module","module":0,"module_id":"{{[0-9a-f]+}}","path":"{{.*}}/{{nopie|nopie-static|pie|pie-static}}","source":"{{.*}}link-modes.cu","swapped":false,"image":null}
// SECOND: {"type":"module","module":1,"module_id":"{{[0-9a-f]+}}","path":"{{.*}}/static.so"
// CHECK: {"type":"end","reason":"exit","launches":0}
// LINKED: "path":"{{.*}}/library.so"
// LINKED: "path":"{{.*}}/linked"
//
// RUN: llvm-readelf -S %t/nopie %t/nopie-static %t/pie %t/pie-static %t/library.so | FileCheck %s --check-prefix=SECTION
// SECTION-COUNT-5: .argus_capsule PROGBITS 0000000000000000
//
// With images in the directory for the program's module, but not for the library's.
// RUN: fatbinary --64 --create=%t/image.fatbin --image3=kind=ptx,sm=90,file=%t/image.ptx
// RUN: sed -n 's/.*"module_id":"\([0-9a-f]*\)".*/\1/p' %t/c/runtime-*.jsonl | xargs -I ID cp %t/image.fatbin %t/images/ID.fatbin
// RUN: mkdir %t/f && env LD_PRELOAD=%runtime ARGUS_RT_OUT=%t/f ARGUS_RT_IMAGES=%t/images %t/pie %t/library.so
// RUN: cat %t/f/runtime-*.jsonl | FileCheck %s --check-prefix=SWAPPED
// SWAPPED: "images":"{{.*}}/images"
// SWAPPED: "path":"{{.*}}/pie",{{.*}}"swapped":true,"image":"{{.*}}.fatbin"
// SWAPPED: "path":"{{.*}}/library.so",{{.*}}"swapped":false,"image":null
// SWAPPED-NOT: "type":"message"
#include <cstdio>
#include <cuda_runtime.h>
#include <dlfcn.h>

__global__ void kernel(int *p) {
#pragma argus region("work")
  { *p = 1; }
}

extern "C" void launch(int *p) { kernel<<<1, 1>>>(p); }

#ifndef LIBRARY
int main(int Count, char **Arguments) {
  if (Count > 1 && !dlopen(Arguments[1], RTLD_NOW | RTLD_LOCAL)) {
    std::puts(dlerror());
    return 1;
  }
  return 0;
}
#endif
