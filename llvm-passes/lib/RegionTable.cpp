//===- RegionTable.cpp - identities of regions ------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "argus/passes/RegionTable.h"
#include "argus/passes/SiteStack.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace argus {

/// Takes nvcc's "__nv_static_24__c2db9063_4_a_cu_main_" off: of relocatable code, the
/// number is that of the characters between it and the last underscore.
static StringRef withoutUnit(StringRef Name) {
  StringRef Rest = Name;
  size_t Length = 0;
  if (Rest.consume_front("__nv_static_") && !Rest.consumeInteger(10, Length) &&
      Rest.consume_front("_") && Length < Rest.size() && Rest[Length] == '_')
    return Rest.drop_front(Length + 1);
  // clang's, behind the name; the hash is that of a file on one machine.
  for (StringRef Mark : {"__intern__", "__static__"})
    if (const size_t At = Name.find(Mark); At != StringRef::npos && At > 0)
      return Name.take_front(At);
  return Name;
}

/// nvcc's anonymous namespace has the unit in its name: 35_GLOBAL__N__c2db9063_[...],
/// where clang's is 12_GLOBAL__N_1.
static std::string withoutNamespaceUnit(StringRef Name) {
  constexpr StringLiteral Mark = "_GLOBAL__N__";
  std::string Out;
  for (size_t At = Name.find(Mark); At != StringRef::npos; At = Name.find(Mark)) {
    const StringRef Before =
        Name.take_front(At).rtrim("0123456789"); // the length stands before it
    size_t Length = 0;
    if (Name.slice(Before.size(), At).getAsInteger(10, Length) ||
        At + Length > Name.size())
      break;
    Out += Before;
    Out += "12_GLOBAL__N_1";
    Name = Name.drop_front(At + Length);
  }
  return Out += Name;
}

std::string sourceKernelName(StringRef Mangled) {
  std::string Name = withoutNamespaceUnit(withoutUnit(Mangled));
  // clang marks internal linkage ("_ZL4axpyPf"), nvcc does not.
  if (StringRef(Name).starts_with("_ZL"))
    Name.erase(2, 1);
  return Name;
}

uint64_t regionId(StringRef KernelIdentity, StringRef Path) {
  // A mangled name holds no NUL, so the pair is unambiguous.
  std::string Key = sourceKernelName(KernelIdentity);
  Key.push_back('\0');
  Key += Path;
  return xxh3_64bits(Key);
}

std::string RegionTable::pathOf(unsigned Kernel,
                                const std::vector<unsigned> &Stack) const {
  std::string Path = Kernels[Kernel].Name;
  for (const unsigned Site : Stack) {
    Path += '/';
    Path += Sites[Site].Name;
  }
  return Path;
}

template <typename Predicate>
static std::vector<unsigned> keepIf(const std::vector<unsigned> &Stack,
                                    Predicate Keep) {
  std::vector<unsigned> Kept;
  llvm::copy_if(Stack, std::back_inserter(Kept), Keep);
  return Kept;
}

std::vector<unsigned> RegionTable::regionsOf(const std::vector<unsigned> &Stack) const {
  return keepIf(Stack,
                [&](unsigned Site) { return Sites[Site & SiteNumber].isRegion(); });
}

std::vector<unsigned> RegionTable::rolesOf(const std::vector<unsigned> &Stack) const {
  return keepIf(Stack, [&](unsigned Site) {
    return Sites[Site & SiteNumber].Form == RegionForm::Role;
  });
}

} // namespace argus
