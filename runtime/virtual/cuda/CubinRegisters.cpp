//===- CubinRegisters.cpp - what ptxas gave a kernel -----------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The section .nv.info is a list of attributes: a byte each for format and number, two
// for a value or, in format 4, for the size of the value behind them. Number 0x2f holds
// the index of a symbol and its registers (cuobjdump names it EIATTR_REGCOUNT).
//
//===----------------------------------------------------------------------===//

#include "CubinRegisters.h"

#include "Elf.h"

namespace argus::vcuda {

namespace {

struct Attribute {
  uint8_t Format, Number;
  uint16_t Value;
};

struct RegisterCount {
  uint32_t Symbol, Registers;
};

constexpr uint8_t SizedFormat = 4, RegisterCounts = 0x2f;

struct SymbolTable {
  std::string_view Entries, Names;

  std::string name(uint32_t Index) const {
    const auto S =
        ElfSections::at<Elf64_Sym>(Entries, uint64_t(Index) * sizeof(Elf64_Sym));
    return S ? std::string(ElfSections::textAt(Names, S->st_name)) : "";
  }
};

} // namespace

std::map<std::string, unsigned> cubinRegisters(std::string_view Cubin) {
  std::map<std::string, unsigned> Result;
  const ElfSections Elf(Cubin);
  const auto Table = Elf.find(".symtab"), List = Elf.find(".nv.info");
  if (!Table || !List)
    return Result;
  const SymbolTable Symbols = {Elf.contents(*Table),
                               Elf.contents(Elf.header(*Table).sh_link)};
  const std::string_view Info = Elf.contents(*List);
  for (uint64_t Offset = 0; const auto A = ElfSections::at<Attribute>(Info, Offset);) {
    Offset += sizeof(Attribute);
    const auto Of = ElfSections::at<RegisterCount>(Info, Offset);
    if (A->Format == SizedFormat && A->Number == RegisterCounts && Of)
      Result[Symbols.name(Of->Symbol)] = Of->Registers;
    Offset += A->Format == SizedFormat ? A->Value : 0;
  }
  return Result;
}

} // namespace argus::vcuda
