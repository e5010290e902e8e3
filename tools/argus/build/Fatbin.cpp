//===- Fatbin.cpp - the GPU images inside a binary ------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The container's layout, as fatbinary of CUDA 12.4 to 13.x writes it: a header of 16
// bytes, then entries that each have a header and a payload.
//
//===----------------------------------------------------------------------===//

#include "build/Fatbin.h"

#include "support/Failure.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/Compression.h"

#include <optional>

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

template <typename T> std::optional<T> read(std::string_view Bytes) {
  if (Bytes.size() < sizeof(T))
    return std::nullopt;
  T Value;
  Bytes.copy(reinterpret_cast<char *>(&Value), sizeof(T));
  return Value;
}

bool decompressZstd(std::string_view Input, size_t Size, std::string &Output) {
  llvm::SmallVector<uint8_t, 0> Bytes;
  if (llvm::Error Error = llvm::compression::zstd::decompress(
          llvm::arrayRefFromStringRef({Input.data(), Input.size()}), Bytes, Size)) {
    llvm::consumeError(std::move(Error));
    return false;
  }
  Output.assign(Bytes.begin(), Bytes.end());
  return Output.size() == Size;
}

void unpack(const EntryHeader &Entry, std::string_view Payload, FatbinImage &Image) {
  if (!(Entry.Flags & (FlagLz4 | FlagZstd))) {
    Image.Bytes = Payload;
    return;
  }
  const std::string_view Packed = Payload.substr(0, Entry.CompressedSize);
  if (Entry.Flags & FlagZstd && !llvm::compression::zstd::isAvailable())
    Image.Problem = "compressed with zstd, which this build of LLVM lacks";
  else if (!(Entry.Flags & FlagZstd ? decompressZstd(Packed, Entry.Size, Image.Bytes)
                                    : decompressLz4(Packed, Entry.Size, Image.Bytes)))
    Image.Problem = "its compressed image cannot be unpacked";
  if (!Image.Problem.empty())
    Image.Bytes.clear();
}

Fatbin parseEntries(std::string_view Entries) {
  Fatbin Result;
  while (const auto Entry = read<EntryHeader>(Entries)) {
    if (Entry->HeaderSize < sizeof(EntryHeader) || Entry->HeaderSize > Entries.size() ||
        Entry->PaddedSize > Entries.size() - Entry->HeaderSize)
      break;
    FatbinImage Image;
    Image.IsElf = Entry->Kind == KindElf;
    Image.Arch = "sm_" + std::to_string(Entry->Arch) +
                 (Entry->Flags & FlagArchSpecific ? "a" : "");
    unpack(*Entry, Entries.substr(Entry->HeaderSize, Entry->PaddedSize), Image);
    if (Entry->Kind == KindElf || Entry->Kind == KindPtx)
      Result.Images.push_back(std::move(Image));
    Entries.remove_prefix(Entry->HeaderSize + Entry->PaddedSize);
  }
  return Result;
}

/// A length of LZ4 that started with `Nibble`: 15 goes on in the next bytes.
bool readLength(std::string_view &Input, unsigned Nibble, size_t &Length) {
  Length = Nibble;
  if (Nibble != 15)
    return true;
  uint8_t Byte = 255;
  while (Byte == 255) {
    if (Input.empty())
      return false;
    Byte = static_cast<uint8_t>(Input.front());
    Input.remove_prefix(1);
    Length += Byte;
  }
  return true;
}

} // namespace

bool decompressLz4(std::string_view Input, size_t Size, std::string &Output) {
  Output.clear();
  while (!Input.empty()) {
    const uint8_t Token = static_cast<uint8_t>(Input.front());
    Input.remove_prefix(1);
    size_t Literals = 0, Match = 0;
    if (!readLength(Input, Token >> 4, Literals) || Literals > Input.size() ||
        Literals > Size - Output.size())
      return false;
    Output.append(Input.substr(0, Literals));
    Input.remove_prefix(Literals);
    if (Input.empty()) // the last sequence has no match
      break;
    if (Input.size() < 2)
      return false;
    const size_t Distance = static_cast<uint8_t>(Input[0]) |
                            static_cast<size_t>(static_cast<uint8_t>(Input[1])) << 8;
    Input.remove_prefix(2);
    if (!readLength(Input, Token & 15, Match))
      return false;
    Match += 4;
    if (Distance == 0 || Distance > Output.size() || Match > Size - Output.size())
      return false;
    // Byte by byte: a match may overlap what it produces.
    for (size_t From = Output.size() - Distance; Match > 0; --Match, ++From)
      Output += Output[From];
  }
  return Output.size() == Size;
}

std::vector<Fatbin> parseFatbins(std::string_view Section) {
  std::vector<Fatbin> Result;
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
    Section.remove_prefix(Header->HeaderSize + Header->Size);
  }
  return Result;
}

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

} // namespace argus
