//===- FatbinTest.cpp - NVIDIA's container of GPU images --------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "argus/fatbin/Fatbin.h"

#include "FatbinBytes.h"

#include <gtest/gtest.h>

using namespace argus;
using namespace argus::test;

namespace {

const std::string Text = "abcabcabcabcabcabcabcabcXYZXY";

/// `Text` as LZ4's block format has it: three literals, a match of 21 bytes at distance
/// 3, five literals.
const std::string Lz4("\x3f"
                      "abc"
                      "\x03\x00\x02"
                      "\x50"
                      "XYZXY",
                      13);

/// As a zstd frame with one raw block.
const std::string Zstd = std::string("\x28\xb5\x2f\xfd\x20\x1d\xe9\x00\x00", 9) + Text;

FatbinImage only(const std::string &Bytes) {
  const std::vector<Fatbin> Found = parseFatbins(Bytes);
  EXPECT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found.at(0).Images.size(), 1u);
  return Found.at(0).Images.at(0);
}

} // namespace

TEST(Fatbin, KindsAndTargets) {
  const std::string Bytes = fatbin(fatbinEntry(2, 80, PlainFlags, "elf") +
                                   fatbinEntry(1, 90, PlainFlags | SpecificFlag, Text) +
                                   fatbinEntry(64, 90, PlainFlags, "something else"));
  const std::vector<Fatbin> Found = parseFatbins(Bytes);
  ASSERT_EQ(Found.size(), 1u);
  ASSERT_EQ(Found[0].Images.size(), 2u);
  EXPECT_TRUE(Found[0].Images[0].IsElf);
  EXPECT_EQ(Found[0].Images[0].Arch, "sm_80");
  EXPECT_FALSE(Found[0].Images[1].IsElf);
  EXPECT_EQ(Found[0].Images[1].Arch, "sm_90a");
  EXPECT_EQ(Found[0].Images[1].Bytes, Text); // without the padding
}

TEST(Fatbin, PackedPtxIsReadBackAsItWas) {
  const std::vector<FatbinImage> Images = {
      {false, "sm_80", "// comment\n.version 8.5", ""},
      {false, "sm_90a", "", ""},
      {false, "sm_100", Text, ""}};
  const std::string Bytes = packPtx(Images);
  EXPECT_EQ(Bytes.size() % 8, 0u);
  EXPECT_EQ(fatbinAt(Bytes.data(), Bytes.size()).Bytes, Bytes);
  const std::vector<Fatbin> Found = parseFatbins(Bytes);
  ASSERT_EQ(Found.size(), 1u);
  ASSERT_EQ(Found[0].Images.size(), 3u);
  for (size_t I = 0; I < 3; ++I) {
    EXPECT_FALSE(Found[0].Images[I].IsElf);
    EXPECT_EQ(Found[0].Images[I].Arch, Images[I].Arch);
    EXPECT_EQ(Found[0].Images[I].Bytes.substr(0, Images[I].Bytes.size()),
              Images[I].Bytes);
  }
}

TEST(Fatbin, Unpacks) {
  for (const auto &[Flags, Packed] :
       {std::pair(Lz4Flags, Lz4), std::pair(ZstdFlags, Zstd)}) {
    const FatbinImage Image =
        only(fatbin(fatbinEntry(1, 90, Flags, Packed, Text.size())));
    EXPECT_EQ(Image.Problem, "") << Flags;
    EXPECT_EQ(Image.Bytes, Text) << Flags;
  }
}

TEST(Fatbin, DamagedImagesAreSaidToBe) {
  for (const auto &[Flags, Packed] :
       {std::pair(Lz4Flags, Lz4), std::pair(ZstdFlags, Zstd)})
    for (const uint64_t Size : {Text.size() - 1, Text.size() + 1, size_t(1) << 40}) {
      const FatbinImage Image = only(fatbin(fatbinEntry(1, 90, Flags, Packed, Size)));
      EXPECT_EQ(Image.Problem, "its compressed image cannot be unpacked");
      EXPECT_EQ(Image.Bytes, "");
    }
}

TEST(Fatbin, SeveralWithPadding) {
  const std::string One = fatbin(fatbinEntry(1, 90, PlainFlags, Text));
  EXPECT_EQ(parseFatbins(One + std::string(8, '\0') + One + One).size(), 3u);
}

TEST(Fatbin, DamageEndsTheListQuietly) {
  const std::string Whole = fatbin(fatbinEntry(1, 90, PlainFlags, Text));
  for (const size_t Size : {size_t{3}, size_t{15}, size_t{40}, Whole.size() - 1})
    EXPECT_TRUE(parseFatbins(std::string_view(Whole).substr(0, Size)).empty()) << Size;
  EXPECT_TRUE(parseFatbins(std::string(100, 'x')).empty());
}

TEST(Fatbin, FoundByItsHeader) {
  const std::string Whole = fatbin(fatbinEntry(1, 90, PlainFlags, Text));
  EXPECT_EQ(fatbinAt((Whole + "more").data(), Whole.size() + 4).Bytes.size(),
            Whole.size());
  const FatbinBytes None = fatbinAt(std::string(16, 'x').data(), 16);
  EXPECT_TRUE(None.Bytes.empty());
  EXPECT_EQ(None.Problem, "");
  EXPECT_TRUE(fatbinAt(Whole.data(), 15).Bytes.empty());
}

TEST(Fatbin, AHeaderMayNotSayMoreThanThereIs) {
  const std::string Whole = fatbin(fatbinEntry(1, 90, PlainFlags, Text));
  for (const uint64_t Size : {Whole.size() - 15, size_t(1) << 62, ~size_t(0)}) {
    std::string Bytes = Whole;
    Bytes.replace(8, 8, littleEndian(Size, 8));
    const FatbinBytes Found = fatbinAt(Bytes.data(), Bytes.size());
    EXPECT_TRUE(Found.Bytes.empty()) << Size;
    EXPECT_EQ(Found.Problem, "a header of version 1 and 16 bytes with " +
                                 std::to_string(Size) + " bytes of images, where " +
                                 std::to_string(Bytes.size()) + " bytes are readable");
  }
  for (const auto &[Offset, Value] : {std::pair(4, 7), std::pair(6, 3)}) {
    std::string Bytes = Whole;
    Bytes.replace(size_t(Offset), 2, littleEndian(uint64_t(Value), 2));
    EXPECT_NE(fatbinAt(Bytes.data(), Bytes.size()).Problem, "");
  }
}

TEST(Fatbin, AnEntryMayNotSayMoreThanThereIs) {
  const std::string First = fatbinEntry(2, 90, PlainFlags, "elf");
  const std::string Whole = fatbin(First + fatbinEntry(1, 90, PlainFlags, Text));
  const size_t Second = 16 + First.size();
  for (const auto &[Offset, Bytes] : {std::pair(4, 4), std::pair(8, 8)}) {
    std::string Damaged = Whole;
    Damaged.replace(Second + size_t(Offset), size_t(Bytes),
                    littleEndian(~uint64_t(0), unsigned(Bytes)));
    const std::vector<Fatbin> Found = parseFatbins(Damaged);
    ASSERT_EQ(Found.size(), 1u);
    EXPECT_EQ(Found[0].Images.size(), 1u);
    EXPECT_NE(Found[0].Problem.find(" bytes are left"), std::string::npos)
        << Found[0].Problem;
  }
  EXPECT_EQ(parseFatbins(Whole).at(0).Problem, "");
}
