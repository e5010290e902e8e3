//===- Images.cpp - the PTX that a program carries --------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Images.h"

#include "CubinRegisters.h"
#include "CudaTypes.h"
#include "argus/fatbin/Fatbin.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>

namespace argus::vcuda {

namespace {

constexpr unsigned Newest = 90;

/// Orders targets; 0 where the virtual device cannot run code for it. The 'a' of an
/// older target names instructions that 9.0 does not have.
unsigned rankOf(const std::string &Arch) {
  const unsigned Number = unsigned(std::strtoul(Arch.c_str() + 3, nullptr, 10));
  const bool Specific = Arch.back() == 'a';
  if (Number > Newest || (Specific && Number != Newest))
    return 0;
  return 2 * Number + Specific;
}

/// "sm_80 (machine code), sm_100 (PTX)".
std::string listOf(const Fatbin &F) {
  std::string Result;
  for (const FatbinImage &Image : F.Images)
    Result += (Result.empty() ? "" : ", ") + Image.Arch +
              (Image.IsElf ? " (machine code)" : " (PTX)");
  return Result.empty() ? "none" : Result;
}

/// Of the machine code for the newest GPU that is not newer than the virtual one.
std::map<std::string, unsigned> registersOf(const Fatbin &F) {
  const FatbinImage *Best = nullptr;
  for (const FatbinImage &Image : F.Images)
    if (Image.IsElf && rankOf(Image.Arch) > (Best ? rankOf(Best->Arch) : 0))
      Best = &Image;
  return Best ? cubinRegisters(Best->Bytes) : std::map<std::string, unsigned>();
}

PtxImage damaged(const std::string &How) {
  return {ErrorInvalidImage,
          "damaged fatbinary: " + How +
              "; build the program again, or take it from where it is whole",
          "", ""};
}

/// How many bytes from `Data` on may be read. A damaged header may say any size.
size_t readableFrom(const void *Data) {
  const auto At = reinterpret_cast<uintptr_t>(Data);
  std::ifstream Maps("/proc/self/maps");
  uintptr_t End = At;
  for (std::string Line; std::getline(Maps, Line);) {
    char *Rest = nullptr;
    const uintptr_t First = std::strtoull(Line.c_str(), &Rest, 16);
    const uintptr_t Last = *Rest == '-' ? std::strtoull(Rest + 1, &Rest, 16) : 0;
    const bool Readable = *Rest == ' ' && Rest[1] == 'r';
    if (Readable && First <= End && End < Last)
      End = Last;
    else if (First > End)
      break;
  }
  return End - At;
}

} // namespace

PtxImage choosePtxAt(const void *Data) {
  const FatbinBytes Found = fatbinAt(Data, readableFrom(Data));
  return Found.Problem.empty() ? choosePtx(Found.Bytes) : damaged(Found.Problem);
}

PtxImage choosePtx(std::string_view Bytes) {
  const std::vector<Fatbin> Found = parseFatbins(Bytes);
  if (Found.empty())
    return {ErrorInvalidImage, "what was registered is no fatbinary", "", ""};
  if (!Found.front().Problem.empty())
    return damaged(Found.front().Problem);
  const FatbinImage *Best = nullptr;
  for (const FatbinImage &Image : Found.front().Images)
    if (!Image.IsElf && rankOf(Image.Arch) > (Best ? rankOf(Best->Arch) : 0))
      Best = &Image;
  if (!Best)
    return {ErrorNoImageForDevice,
            "this program carries no PTX for compute capability 9.0 (its images: " +
                listOf(Found.front()) +
                "); compile with --cuda-include-ptx=all (clang) or -gencode "
                "arch=compute_90,code=compute_90 (nvcc), or build it with argus "
                "clang++",
            "", ""};
  if (!Best->Problem.empty())
    return damaged("the PTX for " + Best->Arch + ": " + Best->Problem);
  return {Success, "", Best->Arch, Best->Bytes, registersOf(Found.front())};
}

PtxImage imageFrom(const void *Data) {
  const FatbinBytes Found = fatbinAt(Data, readableFrom(Data));
  if (!Found.Problem.empty())
    return damaged(Found.Problem);
  if (!Found.Bytes.empty())
    return choosePtx(Found.Bytes);
  const char *Text = static_cast<const char *>(Data);
  if (std::memcmp(Text, "\x7f", 1) == 0)
    return {ErrorNoImageForDevice,
            "a module of machine code cannot be loaded; the virtual device needs PTX",
            "", ""};
  return {Success, "", "", Text};
}

std::string hashOf(std::string_view Text) {
  uint64_t Hash = 0xcbf29ce484222325;
  for (const char C : Text)
    Hash = (Hash ^ static_cast<unsigned char>(C)) * 0x100000001b3;
  static constexpr char Digits[] = "0123456789abcdef";
  std::string Result;
  for (int Shift = 60; Shift >= 0; Shift -= 4)
    Result += Digits[Hash >> Shift & 15];
  return Result;
}

} // namespace argus::vcuda
