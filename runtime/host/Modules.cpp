//===- Modules.cpp - the CUDA modules of the process and their images ------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Modules.h"
#include "Process.h"

#include <algorithm>
#include <cerrno>
#include <cinttypes>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace argus::rt {

namespace {

/// How a fatbinary begins. Size counts what follows the header.
struct FatbinHeader {
  uint32_t Magic;
  uint16_t Version;
  uint16_t HeaderBytes;
  uint64_t Size;
};

constexpr uint32_t FatbinMagic = 0xba55ed50;

/// Why the mapped bytes are no fatbinary; null if they are one.
const char *fatbinProblem(const void *Data, size_t Size) {
  FatbinHeader H;
  if (Size < sizeof(H))
    return "is too short to be a fatbinary";
  std::memcpy(&H, Data, sizeof(H));
  if (H.Magic != FatbinMagic)
    return "is no fatbinary";
  if (H.HeaderBytes < sizeof(H) || H.HeaderBytes > Size ||
      H.Size > Size - H.HeaderBytes)
    return "is a truncated fatbinary";
  return nullptr;
}

} // namespace

MappedImage mapImage(const std::string &Path) {
  const int File = open(Path.c_str(), O_RDONLY | O_CLOEXEC);
  if (File < 0)
    return {nullptr, errno == ENOENT ? "" : Path + ": " + std::strerror(errno)};
  struct stat Status = {};
  const bool Sized = fstat(File, &Status) == 0 && Status.st_size > 0;
  void *Data =
      Sized ? mmap(nullptr, size_t(Status.st_size), PROT_READ, MAP_PRIVATE, File, 0)
            : MAP_FAILED;
  close(File);
  if (Data == MAP_FAILED)
    return {nullptr, Path + (Sized ? " cannot be mapped" : " is empty")};
  if (const char *Problem = fatbinProblem(Data, size_t(Status.st_size))) {
    munmap(Data, size_t(Status.st_size));
    return {nullptr, Path + " " + Problem};
  }
  return {Data, ""};
}

std::string binaryOf(const void *Address) {
  Dl_info Info = {};
  link_map *Map = nullptr;
  if (!dladdr1(Address, &Info, reinterpret_cast<void **>(&Map), RTLD_DL_LINKMAP))
    return "";
  // The executable's entry in the list of loaded objects has no name.
  if (!Map || !Map->l_name[0])
    return executablePath();
  char Path[PATH_MAX];
  return realpath(Map->l_name, Path) ? Path : Map->l_name;
}

void ModuleTable::swapImage(Module &M, std::string &Problem) const {
  if (ImageDirectory.empty())
    return;
  const std::string Path = ImageDirectory + "/" + M.Id + ".fatbin";
  MappedImage Image = mapImage(Path);
  if (!Image.Data) {
    Problem = Image.Error;
    return;
  }
  M.Image = Path;
  M.Wrapper = {FatbinWrapperMagic, 1, Image.Data, nullptr};
}

namespace {

/// The number in a file of one line; 0 where there is none.
uint64_t numberIn(const std::string &Path) {
  uint64_t Number = 0;
  if (std::FILE *File = std::fopen(Path.c_str(), "re")) {
    if (std::fscanf(File, "%" SCNx64, &Number) != 1)
      Number = 0;
    (void)std::fclose(File);
  }
  return Number;
}

/// The wrapper at an address that the binary of Anchor has before it is loaded; null
/// where there is none.
FatbinWrapper *wrapperAt(const void *Anchor, uint64_t Address) {
  Dl_info Info = {};
  link_map *Map = nullptr;
  if (!Address ||
      !dladdr1(Anchor, &Info, reinterpret_cast<void **>(&Map), RTLD_DL_LINKMAP))
    return nullptr;
  auto *Wrapper = reinterpret_cast<FatbinWrapper *>(Map->l_addr + Address);
  Dl_info Other = {};
  if (!dladdr(Wrapper, &Other) || Other.dli_fbase != Info.dli_fbase ||
      Wrapper->Magic != FatbinWrapperMagic)
    return nullptr;
  return Wrapper;
}

/// The wrapper may lie in memory that the loader has made read-only.
bool makeWritable(void *Begin, size_t Size) {
  const auto Page = uintptr_t(sysconf(_SC_PAGESIZE));
  const uintptr_t First = uintptr_t(Begin) & ~(Page - 1);
  const uintptr_t Last = (uintptr_t(Begin) + Size + Page - 1) & ~(Page - 1);
  return mprotect(reinterpret_cast<void *>(First), Last - First,
                  PROT_READ | PROT_WRITE) == 0;
}

} // namespace

/// What registers the image of relocatable device code was made by a linker's helper
/// and asks nobody, but it has not run yet: the wrapper that it will pass is changed.
void ModuleTable::swapLinked(Module &M, const ArgusModule &Descriptor,
                             std::string &Problem) const {
  if (ImageDirectory.empty() || M.swapped())
    return;
  const std::string Unit = ImageDirectory + "/" + Descriptor.module_id;
  MappedImage Image = mapImage(Unit + ".fatbin");
  if (!Image.Data) {
    Problem = Image.Error;
    return;
  }
  FatbinWrapper *Wrapper = wrapperAt(&Descriptor, numberIn(Unit + ".wrapper"));
  if (!Wrapper || !makeWritable(Wrapper, sizeof(*Wrapper))) {
    Problem = M.Path + ": the linked image's registration is not where " + Unit +
              ".wrapper says";
    return;
  }
  *Wrapper = {FatbinWrapperMagic, 1, Image.Data, nullptr};
  M.Image = Unit + ".fatbin";
  M.Wrapper = *Wrapper;
}

/// A new module, or the one that other units of the binary have made.
Module &ModuleTable::moduleFor(const ArgusModule &Descriptor) {
  const bool Linked = Descriptor.fatbin_wrapper == nullptr;
  const std::string Path = binaryOf(&Descriptor);
  if (Linked)
    for (Module &M : Modules)
      if (M.Linked && !M.Closed && M.Path == Path)
        return M;
  Module &M = Modules.emplace_back();
  M.Number = unsigned(Modules.size()) - 1;
  M.Id = Descriptor.module_id;
  M.Source = Descriptor.source;
  M.Path = Path;
  M.GetFunction = Descriptor.get_func_by_symbol;
  M.Linked = Linked;
  return M;
}

/// A library that was closed without its hooks said nothing. When another module
/// appears at the place of its descriptor, it is gone, and its addresses mean nothing
/// any more.
void ModuleTable::forget(const ArgusModule *Descriptor) {
  Module *Old = find(Descriptor);
  if (!Old)
    return;
  for (const auto &[Stub, Name] : Old->Kernels) {
    std::vector<Module *> &Owners = ByStub[Stub];
    Owners.erase(std::remove(Owners.begin(), Owners.end(), Old), Owners.end());
  }
  Old->Closed = true;
}

void ModuleTable::remove(const ArgusModule *Descriptor) {
  forget(Descriptor);
  ByDescriptor.erase(Descriptor);
}

void ModuleTable::enter(Module &M, const void *Stub, const char *Name) {
  M.Kernels.emplace_back(Stub, Name);
  std::vector<Module *> &Owners = ByStub[Stub];
  Owners.insert(Owners.begin(), &M);
}

void ModuleTable::addKernel(const ArgusModule *Descriptor, const void *Stub,
                            const char *Name) {
  if (Module *M = find(Descriptor))
    enter(*M, Stub, Name);
}

Module &ModuleTable::add(const ArgusModule &Descriptor, std::string &Problem) {
  forget(&Descriptor);
  Module &M = moduleFor(Descriptor);
  for (uint64_t I = 0; I < Descriptor.kernel_count; ++I)
    enter(M, Descriptor.kernels[I].stub, Descriptor.kernels[I].name);
  ByDescriptor[&Descriptor] = &M;
  if (M.Linked)
    swapLinked(M, Descriptor, Problem);
  else
    swapImage(M, Problem);
  return M;
}

Module *ModuleTable::find(const ArgusModule *M) const {
  auto At = ByDescriptor.find(M);
  return At == ByDescriptor.end() ? nullptr : At->second;
}

const std::vector<Module *> &ModuleTable::owners(const void *Stub) const {
  static const std::vector<Module *> None;
  auto At = ByStub.find(Stub);
  return At == ByStub.end() ? None : At->second;
}

const std::string *ModuleTable::kernelName(const Module &M, const void *Stub) {
  for (const auto &[Address, Name] : M.Kernels)
    if (Address == Stub)
      return &Name;
  return nullptr;
}

} // namespace argus::rt
