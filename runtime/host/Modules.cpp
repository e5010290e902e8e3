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
#include <climits>
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
}

void ModuleTable::remove(const ArgusModule *Descriptor) {
  forget(Descriptor);
  ByDescriptor.erase(Descriptor);
}

Module &ModuleTable::add(const ArgusModule &Descriptor, std::string &Problem) {
  forget(&Descriptor);
  Module &M = Modules.emplace_back();
  M.Number = unsigned(Modules.size()) - 1;
  M.Id = Descriptor.module_id;
  M.Source = Descriptor.source;
  M.Path = binaryOf(&Descriptor);
  M.GetFunction = Descriptor.get_func_by_symbol;
  for (uint64_t I = 0; I < Descriptor.kernel_count; ++I) {
    const ArgusKernel &K = Descriptor.kernels[I];
    M.Kernels.emplace_back(K.stub, K.name);
    std::vector<Module *> &Owners = ByStub[K.stub];
    Owners.insert(Owners.begin(), &M);
  }
  ByDescriptor[&Descriptor] = &M;
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
