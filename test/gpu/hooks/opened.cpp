//===- opened.cpp - a program without CUDA that opens a library ------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <cstdio>
#include <dlfcn.h>

int main(int Count, char **Arguments) {
  // Twice: closed in between, it registers its module anew.
  for (int I = 0; I < 2; ++I) {
    void *Library = dlopen(Count > 1 ? Arguments[1] : "", RTLD_NOW | RTLD_LOCAL);
    if (!Library) {
      std::printf("%s\n", dlerror());
      return 1;
    }
    reinterpret_cast<void (*)()>(dlsym(Library, "runLibrary"))();
    dlclose(Library);
  }
  std::puts("ok");
  return 0;
}
