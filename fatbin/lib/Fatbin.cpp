//===- Fatbin.cpp - NVIDIA's container of GPU images -----------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The layout as fatbinary of CUDA 12.4 to 13.x writes it: a header of 16 bytes, then
// entries that each have a header and a payload. No LLVM: the virtual device reads
// fatbinaries inside the user's program.
//
//===----------------------------------------------------------------------===//

#include "argus/fatbin/Fatbin.h"

#include <climits>
#include <cstdlib>
#include <cstring>
#include <lz4.h>
#include <optional>
#include <zstd.h>

namespace argus {

namespace {

struct FatbinHeader {
  uint32_t Magic;
  uint16_t Version;
  uint16_t HeaderSize;
  uint64_t Size; ///< of the entries
};
static_assert(sizeof(FatbinHeader) == 16);

struct EntryHeader {
  uint16_t Kind;
  uint16_t Version;
  uint32_t HeaderSize;
  uint64_t PaddedSize;
  uint32_t CompressedSize; ///< without padding; 0 where not compressed
  uint32_t OptionsOffset;
  uint16_t Minor;
  uint16_t Major;
  uint32_t Arch;
  uint32_t NameOffset;
  uint32_t NameSize;
  uint64_t Flags;
  uint64_t Reserved;
  uint64_t Size; ///< decompressed
};
static_assert(sizeof(EntryHeader) == 64);

constexpr uint32_t FatbinMagic = 0xBA55ED50;
constexpr uint16_t KindPtx = 1, KindElf = 2;
constexpr uint64_t FlagLz4 = 0x2000, FlagZstd = 0x8000;
constexpr uint64_t FlagArchSpecific = 0x100000; ///< the 'a' of sm_90a

/// A damaged header must not make us ask for any amount of memory.
constexpr uint64_t LargestImage = uint64_t(1) << 30;

template <typename T> std::optional<T> read(std::string_view Bytes) {
  if (Bytes.size() < sizeof(T))
    return std::nullopt;
  T Value;
  Bytes.copy(reinterpret_cast<char *>(&Value), sizeof(T));
  return Value;
}

bool decompress(bool Zstd, std::string_view Input, size_t Size, std::string &Output) {
  if (Size > LargestImage || Input.size() > INT_MAX)
    return false;
  Output.resize(Size);
  if (Zstd)
    return ZSTD_decompress(Output.data(), Size, Input.data(), Input.size()) == Size;
  return LZ4_decompress_safe(Input.data(), Output.data(), int(Input.size()),
                             int(Size)) == int(Size);
}

void unpack(const EntryHeader &Entry, std::string_view Payload, FatbinImage &Image) {
  if (!(Entry.Flags & (FlagLz4 | FlagZstd))) {
    Image.Bytes = Payload;
    return;
  }
  const std::string_view Packed = Payload.substr(0, Entry.CompressedSize);
  if (decompress(Entry.Flags & FlagZstd, Packed, Entry.Size, Image.Bytes))
    return;
  Image.Problem = "its compressed image cannot be unpacked";
  Image.Bytes.clear();
}

Fatbin parseEntries(std::string_view Entries) {
  Fatbin Result;
  while (const auto Entry = read<EntryHeader>(Entries)) {
    if (Entry->HeaderSize < sizeof(EntryHeader) || Entry->HeaderSize > Entries.size() ||
        Entry->PaddedSize > Entries.size() - Entry->HeaderSize) {
      Result.Problem = "an image of " + std::to_string(Entry->PaddedSize) +
                       " bytes behind a header of " +
                       std::to_string(Entry->HeaderSize) + ", where " +
                       std::to_string(Entries.size()) + " bytes are left";
      break;
    }
    if (Entry->Kind == KindElf || Entry->Kind == KindPtx) {
      FatbinImage &Image = Result.Images.emplace_back();
      Image.IsElf = Entry->Kind == KindElf;
      Image.Arch = "sm_" + std::to_string(Entry->Arch) +
                   (Entry->Flags & FlagArchSpecific ? "a" : "");
      unpack(*Entry, Entries.substr(Entry->HeaderSize, Entry->PaddedSize), Image);
      if (!Image.IsElf)
        Image.Bytes.resize(Image.Bytes.find_last_not_of('\0') + 1);
    }
    Entries.remove_prefix(Entry->HeaderSize + Entry->PaddedSize);
  }
  return Result;
}

} // namespace

std::vector<Fatbin> parseFatbins(std::string_view Section) {
  std::vector<Fatbin> Result;
  const size_t Total = Section.size();
  while (const auto Header = read<FatbinHeader>(Section)) {
    if (Header->Magic != FatbinMagic) { // padding between objects
      Section.remove_prefix(sizeof(uint32_t));
      continue;
    }
    if (Header->Version != 1 || Header->HeaderSize < sizeof(FatbinHeader) ||
        Header->HeaderSize > Section.size() ||
        Header->Size > Section.size() - Header->HeaderSize)
      break;
    Result.push_back(parseEntries(Section.substr(Header->HeaderSize, Header->Size)));
    Result.back().Offset = Total - Section.size();
    Section.remove_prefix(Header->HeaderSize + Header->Size);
  }
  return Result;
}

FatbinBytes fatbinAt(const void *Data, size_t Readable) {
  const std::string_view All(static_cast<const char *>(Data), Readable);
  const auto Header = read<FatbinHeader>(All);
  if (!Header || Header->Magic != FatbinMagic)
    return {};
  const std::string Of = "a header of version " + std::to_string(Header->Version) +
                         " and " + std::to_string(Header->HeaderSize) + " bytes with " +
                         std::to_string(Header->Size) + " bytes of images";
  if (Header->Version != 1 || Header->HeaderSize < sizeof(FatbinHeader))
    return {{}, Of};
  if (Header->HeaderSize > Readable || Header->Size > Readable - Header->HeaderSize)
    return {{}, Of + ", where " + std::to_string(Readable) + " bytes are readable"};
  return {All.substr(0, Header->HeaderSize + size_t(Header->Size)), ""};
}

template <typename T> static void append(std::string &Out, const T &Value) {
  Out.append(reinterpret_cast<const char *>(&Value), sizeof(T));
}

/// One entry, padded to 8 bytes behind the text's NUL.
static std::string packEntry(const FatbinImage &Image) {
  EntryHeader Header = {};
  Header.Kind = KindPtx;
  Header.Version = 0x101;
  Header.HeaderSize = sizeof(EntryHeader);
  Header.Arch =
      uint32_t(std::strtoul(Image.Arch.c_str() + std::strlen("sm_"), nullptr, 10));
  Header.Flags = Image.Arch.back() == 'a' ? FlagArchSpecific : 0;
  std::string Text = Image.Bytes + '\0';
  Text.resize((Text.size() + 7) / 8 * 8);
  Header.PaddedSize = Text.size();
  std::string Entry;
  append(Entry, Header);
  return Entry + Text;
}

std::string packPtx(const std::vector<FatbinImage> &Images) {
  std::string Entries, Out;
  for (const FatbinImage &Image : Images)
    Entries += packEntry(Image);
  append(Out, FatbinHeader{FatbinMagic, 1, sizeof(FatbinHeader), Entries.size()});
  return Out + Entries;
}

} // namespace argus
