//===- Fatbin.cpp - the GPU images inside a binary ------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "build/Fatbin.h"

#include "support/Failure.h"
#include "support/Files.h"
#include "llvm/Object/ELFObjectFile.h"

#include <cstddef>
#include <cstring>
#include <map>

namespace argus {

std::vector<Fatbin> readFatbins(const std::string &Path) {
  auto Binary = llvm::object::createBinary(Path);
  if (!Binary)
    throw badUsage(Path + ": " + llvm::toString(Binary.takeError()));
  std::vector<Fatbin> Result;
  const auto *Object = llvm::dyn_cast<llvm::object::ObjectFile>(Binary->getBinary());
  if (!Object)
    return Result;
  for (const llvm::object::SectionRef &Section : Object->sections()) {
    auto Name = Section.getName();
    if (!Name || *Name != ".nv_fatbin") {
      llvm::consumeError(Name.takeError());
      continue;
    }
    auto Contents = Section.getContents();
    if (!Contents)
      throw badUsage(Path + ": " + llvm::toString(Contents.takeError()));
    for (Fatbin &F : parseFatbins({Contents->data(), Contents->size()}))
      Result.push_back(std::move(F));
  }
  return Result;
}

namespace {

using ElfFile = llvm::object::ELFFile<llvm::object::ELF64LE>;

/// An ELF file's sections by name, and what its loader writes into pointers.
class Pointers {
public:
  explicit Pointers(const ElfFile &File) : File(File) {
    auto Found = File.sections();
    if (!Found) {
      llvm::consumeError(Found.takeError());
      return;
    }
    Sections = *Found;
    for (const auto &Section : Sections)
      readRelocations(Section);
  }

  const ElfFile::Elf_Shdr *section(llvm::StringRef Wanted) const {
    for (const auto &Section : Sections)
      if (auto Name = File.getSectionName(Section); Name && *Name == Wanted)
        return &Section;
      else
        llvm::consumeError(Name.takeError());
    return nullptr;
  }

  /// The pointer at an address of a section, before the binary is moved. Packed
  /// relative relocations and none at all leave the value in place.
  uint64_t at(const ElfFile::Elf_Shdr &Section, uint64_t Address) const {
    if (const auto Addend = Addends.find(Address); Addend != Addends.end())
      return Addend->second;
    auto Bytes = File.getSectionContents(Section);
    const uint64_t Offset = Address - Section.sh_addr;
    uint64_t Value = 0;
    if (!Bytes)
      llvm::consumeError(Bytes.takeError());
    else if (Offset + sizeof(Value) <= Bytes->size())
      std::memcpy(&Value, Bytes->data() + Offset, sizeof(Value));
    return Value;
  }

private:
  void readRelocations(const ElfFile::Elf_Shdr &Section) {
    if (Section.sh_type != llvm::ELF::SHT_RELA)
      return;
    auto Relocations = File.relas(Section);
    if (!Relocations)
      return llvm::consumeError(Relocations.takeError());
    for (const auto &R : *Relocations)
      if (R.getType(false) == llvm::ELF::R_X86_64_RELATIVE)
        Addends[R.r_offset] = R.r_addend;
  }

  const ElfFile &File;
  llvm::ArrayRef<ElfFile::Elf_Shdr> Sections;
  std::map<uint64_t, uint64_t> Addends;
};

} // namespace

std::optional<uint64_t> findWrapper(const std::string &Path, uint64_t FatbinOffset) {
  const MappedFile Mapped(Path);
  auto File = ElfFile::create({Mapped.bytes().data(), Mapped.bytes().size()});
  if (!File) {
    llvm::consumeError(File.takeError());
    return std::nullopt;
  }
  const Pointers Table(*File);
  const auto *Images = Table.section(".nv_fatbin");
  const auto *Wrappers = Table.section(".nvFatBinSegment");
  if (!Images || !Wrappers)
    return std::nullopt;
  const uint64_t Wanted = Images->sh_addr + FatbinOffset;
  for (uint64_t At = Wrappers->sh_addr;
       At + sizeof(FatbinWrapper) <= Wrappers->sh_addr + Wrappers->sh_size;
       At += sizeof(FatbinWrapper))
    if (Table.at(*Wrappers, At + offsetof(FatbinWrapper, Data)) == Wanted)
      return At;
  return std::nullopt;
}

} // namespace argus
