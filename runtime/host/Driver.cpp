//===- Driver.cpp - the part of the CUDA driver that the runtime calls -----===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver.h"
#include "argus/VirtualCounts.h"

#include <dlfcn.h>

namespace argus::rt {

std::string Driver::errorText(Result R) const {
  const char *Name = nullptr;
  if (!getErrorName || getErrorName(R, &Name) != Success || !Name)
    Name = "CUDA error";
  return std::string(Name) + " (" + std::to_string(R) + ")";
}

namespace {

using Lookup = void *(*)(const char *);

/// Fills the table; returns the names of what was not found, or nothing.
template <typename Callable> std::string fill(Driver &D, Callable Address) {
  std::string Missing;
  auto Find = [&](const char *Symbol) {
    void *Found = Address(Symbol);
    if (!Found)
      Missing += std::string(Missing.empty() ? "" : ", ") + Symbol;
    return Found;
  };
#define ARGUS_FIND(Member, Symbol, Parameters)                                         \
  D.Member = reinterpret_cast<Result(*) Parameters>(Find(#Symbol));
  ARGUS_DRIVER_FUNCTIONS(ARGUS_FIND)
#undef ARGUS_FIND
  return Missing;
}

} // namespace

std::string loadDriver(Driver &D) {
  // On the virtual device CUDA's driver, if there is one, knows nothing of the program.
  if (void *Virtual = dlsym(RTLD_DEFAULT, ARGUS_VIRTUAL_DRIVER_NAME)) {
    const std::string Missing = fill(D, reinterpret_cast<Lookup>(Virtual));
    return Missing.empty()
               ? ""
               : "the virtual device is of another version of Argus: it has "
                 "no " +
                     Missing;
  }
  // The CUDA runtime has loaded it before; it stays loaded, so there is no dlclose.
  void *Library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!Library)
    return std::string("cannot load the CUDA driver: ") + dlerror();
  const std::string Missing =
      fill(D, [&](const char *Symbol) { return dlsym(Library, Symbol); });
  if (Missing.empty())
    return "";
  return "the CUDA driver is too old (it has no " + Missing +
         "); Argus needs one that supports CUDA 12.4";
}

} // namespace argus::rt
