//===- CapsuleContainer.cpp - writing and reading containers of capsules ----===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layout, little endian: magic "ARGUSCAP", u32 version, u32 capsule count, u64 size of
// the rest, 16 bytes of digest (the head of the SHA-256 of the rest); then for each
// capsule its u64 size and its bytes. Without capsules the rest is JSON: the source and
// why there are none.
//
//===----------------------------------------------------------------------===//

#include "CapsuleBytes.h"
#include "argus/passes/Capsule.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SHA256.h"

using namespace llvm;

namespace argus {

static constexpr StringLiteral Magic = "ARGUSCAP";
static constexpr size_t DigestSize = 16;
static constexpr size_t HeaderSize = 8 + 4 + 4 + 8 + DigestSize;

static std::string digestOf(StringRef Payload) {
  std::array<uint8_t, 32> Hash = SHA256::hash(arrayRefFromStringRef(Payload));
  return std::string(reinterpret_cast<const char *>(Hash.data()), DigestSize);
}

std::string serializeContainer(CapsuleContainer &Container) {
  std::string Payload;
  for (const Capsule &C : Container.Capsules) {
    std::string Bytes = serializeCapsule(C);
    append64(Payload, Bytes.size());
    Payload += Bytes;
  }
  if (Container.Capsules.empty())
    Payload =
        formatv("{0}", json::Value(json::Object{{"source", Container.Source},
                                                {"unmapped", Container.Unmapped}}))
            .str();
  const std::string Digest = digestOf(Payload);
  Container.ModuleId = toHex(Digest, /*LowerCase=*/true);
  std::string Out = Magic.str();
  append32(Out, CapsuleVersion);
  append32(Out, Container.Capsules.size());
  append64(Out, Payload.size());
  return Out + Digest + Payload;
}

static Expected<CapsuleContainer> parseUnmapped(StringRef Payload) {
  Expected<json::Value> Description = json::parse(Payload);
  if (!Description)
    return Description.takeError();
  CapsuleContainer Container;
  json::Path::Root Root("container");
  json::ObjectMapper Map(*Description, Root);
  if (!Map || !Map.map("source", Container.Source) ||
      !Map.map("unmapped", Container.Unmapped))
    return Root.getError();
  return Container;
}

static Expected<CapsuleContainer> parseContainer(StringRef Payload, uint32_t Count) {
  if (Count == 0)
    return parseUnmapped(Payload);
  CapsuleContainer Container;
  for (uint32_t I = 0; I < Count; ++I) {
    if (Payload.size() < 8)
      return malformed("capsule %u of %u is truncated", I + 1, Count);
    const uint64_t Size = support::endian::read64le(Payload.data());
    Payload = Payload.drop_front(8);
    if (Size > Payload.size())
      return malformed("capsule %u of %u is truncated", I + 1, Count);
    Expected<Capsule> C = parseCapsule(Payload.take_front(Size));
    if (!C)
      return C.takeError();
    Container.Capsules.push_back(std::move(*C));
    Payload = Payload.drop_front(Size);
  }
  return Container;
}

/// The linker pads between containers; nothing else may stand there.
static StringRef skipPadding(StringRef Section) {
  return Section.drop_while([](char C) { return C == 0; });
}

Expected<std::vector<CapsuleContainer>> parseContainers(StringRef Section) {
  std::vector<CapsuleContainer> Containers;
  const size_t Total = Section.size();
  while (!(Section = skipPadding(Section)).empty()) {
    const unsigned long long At = Total - Section.size();
    if (!Section.starts_with(Magic) || Section.size() < HeaderSize)
      return malformed("damaged capsule at offset %llu of the section: no header", At);
    const char *Field = Section.data() + Magic.size();
    const uint32_t Version = support::endian::read32le(Field);
    if (Version != CapsuleVersion)
      return malformed(
          "the capsule at offset %llu has version %u, this argus reads %u: "
          "compile the program with this version's plugin",
          At, Version, CapsuleVersion);
    const uint32_t Count = support::endian::read32le(Field + 4);
    const uint64_t Size = support::endian::read64le(Field + 8);
    StringRef Digest = Section.substr(HeaderSize - DigestSize, DigestSize);
    StringRef Payload = Section.drop_front(HeaderSize);
    if (Size > Payload.size())
      return malformed(
          "damaged capsule at offset %llu: %llu bytes announced, %zu there", At,
          static_cast<unsigned long long>(Size), Payload.size());
    Payload = Payload.take_front(Size);
    if (digestOf(Payload) != Digest)
      return malformed("damaged capsule at offset %llu: its digest does not match", At);
    Expected<CapsuleContainer> Container = parseContainer(Payload, Count);
    if (!Container)
      return Container.takeError();
    Container->ModuleId = toHex(Digest, /*LowerCase=*/true);
    Containers.push_back(std::move(*Container));
    Section = Section.drop_front(HeaderSize + Size);
  }
  return Containers;
}

Expected<std::vector<CapsuleContainer>> readContainers(StringRef Path) {
  Expected<object::OwningBinary<object::ObjectFile>> File =
      object::ObjectFile::createObjectFile(Path);
  if (!File)
    return File.takeError();
  for (const object::SectionRef &Section : File->getBinary()->sections()) {
    Expected<StringRef> Name = Section.getName();
    if (!Name)
      return Name.takeError();
    if (*Name != CapsuleSection)
      continue;
    Expected<StringRef> Content = Section.getContents();
    if (!Content)
      return Content.takeError();
    return parseContainers(*Content);
  }
  return std::vector<CapsuleContainer>();
}

} // namespace argus
