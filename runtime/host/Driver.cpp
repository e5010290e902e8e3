//===- Driver.cpp - the part of the CUDA driver that the runtime calls -----===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver.h"

#include <dlfcn.h>

namespace argus::rt {

std::string Driver::errorText(Result R) const {
  const char *Name = nullptr;
  if (!getErrorName || getErrorName(R, &Name) != Success || !Name)
    Name = "CUDA error";
  return std::string(Name) + " (" + std::to_string(R) + ")";
}

std::string loadDriver(Driver &D) {
  // The CUDA runtime has loaded it before; it stays loaded, so there is no dlclose.
  void *Library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!Library)
    return std::string("cannot load the CUDA driver: ") + dlerror();
  std::string Missing;
  auto Find = [&](const char *Symbol) {
    void *Address = dlsym(Library, Symbol);
    if (!Address)
      Missing += std::string(Missing.empty() ? "" : ", ") + Symbol;
    return Address;
  };
#define ARGUS_FIND(Member, Symbol, Parameters)                                         \
  D.Member = reinterpret_cast<Result(*) Parameters>(Find(#Symbol));
  ARGUS_DRIVER_FUNCTIONS(ARGUS_FIND)
#undef ARGUS_FIND
  if (Missing.empty())
    return "";
  return "the CUDA driver is too old (it has no " + Missing +
         "); Argus needs one that supports CUDA 12.4";
}

} // namespace argus::rt
