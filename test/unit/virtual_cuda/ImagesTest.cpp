//===- ImagesTest.cpp - what a program's images and its file tell -===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CubinRegisters.h"
#include "StaticCudart.h"
#include "VirtualTest.h"

#include <cstring>
#include <elf.h>

using namespace argus;
using namespace argus::test;
using testing::internal::CaptureStderr;
using testing::internal::GetCapturedStderr;

namespace {

struct NamedSection {
  std::string Name, Bytes;
  uint32_t Type = SHT_PROGBITS, Link = 0;
};

template <typename T> std::string bytesOf(const T &Value) {
  return {reinterpret_cast<const char *>(&Value), sizeof(T)};
}

/// Header, contents, section table.
std::string elf(std::vector<NamedSection> Sections) {
  Sections.insert(Sections.begin(), NamedSection{"", "", SHT_NULL});
  std::string Names;
  std::vector<uint32_t> NameAt;
  Sections.push_back({".shstrtab", ""});
  for (const NamedSection &S : Sections) {
    NameAt.push_back(uint32_t(Names.size()));
    Names += S.Name + '\0';
  }
  Sections.back().Bytes = Names;
  std::string Contents, Table;
  for (size_t I = 0; I < Sections.size(); ++I) {
    Elf64_Shdr H = {};
    H.sh_name = NameAt[I];
    H.sh_type = Sections[I].Type;
    H.sh_link = Sections[I].Link;
    H.sh_offset = sizeof(Elf64_Ehdr) + Contents.size();
    H.sh_size = Sections[I].Bytes.size();
    Contents += Sections[I].Bytes;
    Table += bytesOf(H);
  }
  Elf64_Ehdr Header = {};
  std::memcpy(Header.e_ident, ELFMAG, SELFMAG);
  Header.e_shoff = sizeof(Header) + Contents.size();
  Header.e_shnum = uint16_t(Sections.size());
  Header.e_shstrndx = uint16_t(Sections.size() - 1);
  return bytesOf(Header) + Contents + Table;
}

/// Machine code of a kernel `empty` with 18 registers, as ptxas notes them.
std::string cubin() {
  Elf64_Sym None = {}, Empty = {};
  Empty.st_name = 1;
  const auto Word = [](uint32_t Value) { return littleEndian(Value, 4); };
  return elf({{".strtab", std::string("\0empty\0", 7)},
              {".symtab", bytesOf(None) + bytesOf(Empty), SHT_SYMTAB, 1},
              {".nv.info", "\x03" // a value in two bytes
                           "\x50" +
                               littleEndian(1, 2) + "\x04\x11" + littleEndian(8, 2) +
                               Word(1) + Word(40) + "\x04\x2f" + littleEndian(8, 2) +
                               Word(1) + Word(18)}});
}

using ImagesTest = VirtualTest;

} // namespace

TEST_F(ImagesTest, RegistersOfMachineCode) {
  const std::string Whole = cubin();
  EXPECT_EQ(cubinRegisters(Whole), (std::map<std::string, unsigned>{{"empty", 18}}));
  for (size_t Size = 0; Size < Whole.size(); ++Size) // none reads beyond the end
    EXPECT_TRUE(cubinRegisters(std::string(Whole, 0, Size)).size() <= 1);
  EXPECT_TRUE(cubinRegisters("no ELF").empty());
}

TEST_F(ImagesTest, RegistersAreThoseOfTheMachineCodeBesideThePtx) {
  const std::string Ptx = fatbinEntry(1, 90, PlainFlags, "kernel empty\n");
  const char With = 0, Without = 0;
  addKernel(registerModule(fatbinEntry(2, 90, PlainFlags, cubin()) + Ptx), &With,
            "empty");
  addKernel(registerModule(fatbinEntry(2, 100, PlainFlags, cubin()) + Ptx), &Without,
            "empty");
  FuncAttributes A = {};
  ASSERT_EQ(cudaFuncGetAttributes(&A, &With), Success);
  EXPECT_EQ(A.Registers, 18);
  ASSERT_EQ(cudaFuncGetAttributes(&A, &Without), Success);
  EXPECT_EQ(A.Registers, int(UsualRegisters));
}

TEST_F(ImagesTest, LinkedDeviceCodeNamesTheOption) {
  void **Module = registerModule(fatbinEntry(2, 90, PlainFlags, cubin()));
  const char Plain = 0, Linked = 0;
  addKernel(Module, &Plain, "empty");
  Images.push_back(std::make_unique<std::string>(*Images.back()));
  Wrappers.push_back(std::make_unique<FatbinWrapper>(
      FatbinWrapper{FatbinWrapperMagic, LinkedFatbin, Images.back()->data(), nullptr}));
  addKernel(__cudaRegisterFatBinary(Wrappers.back().get()), &Linked, "empty");
  const auto Said = [](const char *Stub) {
    CaptureStderr();
    EXPECT_EQ(cudaLaunchKernel(Stub, {1, 1, 1}, {32, 1, 1}, nullptr, 0, nullptr),
              ErrorNoImageForDevice);
    return GetCapturedStderr();
  };
  EXPECT_EQ(Said(&Plain).find("-rdc=true"), std::string::npos);
  const std::string Text = Said(&Linked);
  EXPECT_NE(Text.find("compile without -rdc=true"), std::string::npos) << Text;
  EXPECT_NE(Text.find("sm_90 (machine code)"), std::string::npos) << Text;
}

TEST_F(ImagesTest, AStaticRuntimeIsSeenInTheFile) {
  const NamedSection Code = {".nvFatBinSegment", "x"};
  EXPECT_TRUE(hasStaticCudart(elf({Code})));
  EXPECT_TRUE(hasStaticCudart(elf({Code, {".dynstr", "libc.so.6"}})));
  EXPECT_FALSE(hasStaticCudart(elf({Code, {".dynstr", "__cudaRegisterFatBinary"}})));
  EXPECT_FALSE(hasStaticCudart(elf({{".text", "x"}})));
  EXPECT_FALSE(hasStaticCudart("#!/bin/sh"));
}
