//===- Registry.cpp - what the program registered ---------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Registry.h"

#include <algorithm>
#include <cstring>
#include <dlfcn.h>

namespace argus::vcuda {

Binary *Registry::add(const void *Wrapper) {
  FatbinWrapper W;
  std::memcpy(&W, Wrapper, sizeof(W));
  if (W.Magic != FatbinWrapperMagic || !W.Data)
    return nullptr;
  Dl_info Info = {};
  const bool Known = dladdr(Wrapper, &Info) && Info.dli_fname;
  Binaries.push_back(
      std::make_unique<Binary>(Binary{W, Known ? Info.dli_fname : "the program", {}}));
  return Binaries.back().get();
}

bool Registry::contains(const Binary *B) const {
  return std::any_of(Binaries.begin(), Binaries.end(),
                     [&](const auto &Known) { return Known.get() == B; });
}

bool Registry::remove(Binary *B) {
  if (!contains(B))
    return false;
  for (Table *T : {&Kernels, &Variables})
    for (auto At = T->begin(); At != T->end();) {
      std::vector<Symbol> &S = At->second;
      S.erase(std::remove_if(S.begin(), S.end(), [&](auto &X) { return X.Owner == B; }),
              S.end());
      At = S.empty() ? T->erase(At) : std::next(At);
    }
  Binaries.erase(std::find_if(Binaries.begin(), Binaries.end(),
                              [&](const auto &Known) { return Known.get() == B; }));
  return true;
}

const Symbol *Registry::find(const Table &T, const void *Address) {
  auto At = T.find(Address);
  return At == T.end() ? nullptr : &At->second.front();
}

} // namespace argus::vcuda
