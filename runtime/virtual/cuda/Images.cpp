//===- Images.cpp - the PTX that a program carries --------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Images.h"

#include "CudaTypes.h"
#include "argus/fatbin/Fatbin.h"

#include <cstdlib>
#include <cstring>

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

} // namespace

PtxImage choosePtx(std::string_view Bytes) {
  const std::vector<Fatbin> Found = parseFatbins(Bytes);
  if (Found.empty())
    return {ErrorInvalidImage, "what was registered is no fatbinary", "", ""};
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
    return {ErrorInvalidImage, "the PTX for " + Best->Arch + ": " + Best->Problem,
            Best->Arch, ""};
  return {Success, "", Best->Arch, Best->Bytes};
}

PtxImage imageFrom(const void *Data) {
  const std::string_view Bytes = fatbinAt(Data);
  if (!Bytes.empty())
    return choosePtx(Bytes);
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
