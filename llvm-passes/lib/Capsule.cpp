//===- Capsule.cpp - writing and reading a capsule -----------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layout, little endian: u64 length of the JSON description, the JSON, the bitcode or
// PTX and objects (zstd where LLVM has it).
//
//===----------------------------------------------------------------------===//

#include "argus/passes/Capsule.h"
#include "CapsuleBytes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/JSON.h"

using namespace llvm;

namespace argus {

namespace {

constexpr StringLiteral FormNames[] = {"statement", "function", "scope",
                                       "span",      "role",     "iteration"};

json::Value describe(const RegionTable &Regions) {
  json::Array Sites, Kernels;
  for (const RegionSite &S : Regions.Sites)
    Sites.push_back(json::Object{{"name", S.Name},
                                 {"form", FormNames[static_cast<unsigned>(S.Form)]},
                                 {"file", S.File},
                                 {"line", S.Line},
                                 {"column", S.Column}});
  for (const KernelEntry &K : Regions.Kernels) {
    json::Object Kernel{{"mangled", K.Mangled}, {"name", K.Name}};
    if (!K.NvccMangled.empty())
      Kernel["nvcc_mangled"] = K.NvccMangled;
    Kernels.push_back(std::move(Kernel));
  }
  return json::Object{{"sites", std::move(Sites)}, {"kernels", std::move(Kernels)}};
}

/// A path is an array, since there may be many: kernel, flags, stack, roles. Its text
/// and its ID follow from the table.
constexpr unsigned CountedFlag = 1, IndirectFlag = 2, FlagsEnd = 4;

json::Value describe(const RegionPaths &Paths) {
  json::Array All, Scopes;
  for (const RegionPath &P : Paths.Paths)
    All.push_back(json::Array{
        P.Kernel, (P.Counted ? CountedFlag : 0) | (P.Indirect ? IndirectFlag : 0),
        json::Array(P.Stack), json::Array(P.Roles)});
  for (const KernelScopes &S : Paths.Scopes)
    Scopes.push_back(json::Array(S.Roles));
  return json::Object{{"all", std::move(All)}, {"roles", std::move(Scopes)}};
}

bool readForm(const json::Value &V, RegionForm &Form) {
  auto Name = V.getAsString();
  const auto *Found = Name ? llvm::find(FormNames, *Name) : std::end(FormNames);
  if (Found == std::end(FormNames))
    return false;
  Form = static_cast<RegionForm>(Found - std::begin(FormNames));
  return true;
}

bool readSite(const json::Value &V, RegionSite &S, json::Path P) {
  json::ObjectMapper Map(V, P);
  const json::Object *O = V.getAsObject();
  const json::Value *Form = O ? O->get("form") : nullptr;
  if (!Form || !readForm(*Form, S.Form)) {
    P.field("form").report("expected a region form");
    return false;
  }
  int64_t Line = 0, Column = 0;
  if (!Map || !Map.map("name", S.Name) || !Map.map("file", S.File) ||
      !Map.map("line", Line) || !Map.map("column", Column))
    return false;
  S.Line = Line;
  S.Column = Column;
  return true;
}

bool readKernel(const json::Value &V, KernelEntry &K, json::Path P) {
  json::ObjectMapper Map(V, P);
  return Map && Map.map("mangled", K.Mangled) && Map.map("name", K.Name) &&
         Map.mapOptional("nvcc_mangled", K.NvccMangled);
}

template <typename T, typename Reader>
bool readArray(const json::Object &O, StringRef Key, std::vector<T> &Out, json::Path P,
               Reader Read) {
  const json::Array *Elements = O.getArray(Key);
  if (!Elements) {
    P.field(Key).report("expected an array");
    return false;
  }
  for (auto [Index, V] : enumerate(*Elements)) {
    Out.emplace_back();
    if (!Read(V, Out.back(), P.field(Key).index(Index)))
      return false;
  }
  return true;
}

bool readNumber(const json::Value &V, size_t End, unsigned &Out) {
  const std::optional<uint64_t> Number = V.getAsUINT64();
  Out = static_cast<unsigned>(Number.value_or(0));
  return Number && *Number < End;
}

bool readStack(const json::Value &V, const RegionTable &Table,
               std::vector<unsigned> &Out) {
  const json::Array *Sites = V.getAsArray();
  Out.resize(Sites ? Sites->size() : 0);
  return Sites && all_of(zip(*Sites, Out), [&](auto Site) {
           return readNumber(std::get<0>(Site), Table.Sites.size(), std::get<1>(Site));
         });
}

bool readPath(const json::Value &V, const RegionTable &Table, RegionPath &Out,
              json::Path P) {
  const json::Array *A = V.getAsArray();
  unsigned Flags = 0;
  if (!A || A->size() != 4 || !readNumber((*A)[0], Table.Kernels.size(), Out.Kernel) ||
      !readNumber((*A)[1], FlagsEnd, Flags) || !readStack((*A)[2], Table, Out.Stack) ||
      !fromJSON((*A)[3], Out.Roles, P)) {
    P.report("expected a path of the table's regions");
    return false;
  }
  Out.Counted = Flags & CountedFlag;
  Out.Indirect = Flags & IndirectFlag;
  Out.Path = Table.pathOf(Out.Kernel, Out.Stack);
  Out.Id = regionId(Table.Kernels[Out.Kernel].identity(), Out.Path);
  return true;
}

bool readPaths(const json::Value &V, Capsule &C, json::Path P) {
  const json::Object *O = V.getAsObject();
  if (!O) {
    P.report("expected an object");
    return false;
  }
  RegionPaths &Paths = C.Paths.emplace();
  const auto ReadPath = [&](const json::Value &V, RegionPath &Out, json::Path P) {
    return readPath(V, C.Regions, Out, P);
  };
  const auto ReadScopes = [](const json::Value &V, KernelScopes &Out, json::Path P) {
    return fromJSON(V, Out.Roles, P);
  };
  if (!readArray(*O, "all", Paths.Paths, P, ReadPath) ||
      !readArray(*O, "roles", Paths.Scopes, P, ReadScopes))
    return false;
  if (Paths.Scopes.size() == C.Regions.Kernels.size())
    return true;
  P.field("roles").report("expected an entry for each kernel");
  return false;
}

/// A line is an array, since there may be many: number, file, line, sites.
json::Value describe(const PtxSource &Ptx) {
  json::Array Lines;
  for (const PtxLine &L : Ptx.Lines)
    Lines.push_back(json::Array{L.Number, L.File, L.Line, json::Array(L.Sites)});
  json::Object Digests;
  for (const auto &[File, Digest] : Ptx.Digests)
    Digests[File] = Digest;
  json::Object Result{{"shipped_size", Ptx.Shipped.size()},
                      {"files", json::Array(Ptx.Files)},
                      {"digests", std::move(Digests)},
                      {"lines", std::move(Lines)}};
  if (Ptx.LinkTime)
    Result["link_time"] = json::Object{{"unit", Ptx.LinkTime->Unit},
                                       {"marked_ptx_size", Ptx.Marked.size()},
                                       {"shipped_size", Ptx.LinkTime->Shipped.size()}};
  return Result;
}

/// Sizes of the parts of a capsule's code: PTX without and with marks, then likewise
/// what nvlink gets; 0 where there is none, and the last part is the rest.
struct CodeSizes {
  uint64_t Shipped = 0, Marked = 0, LinkShipped = 0;
};

bool readLinkTime(const json::Value &V, PtxSource &Ptx, CodeSizes &Sizes,
                  json::Path P) {
  json::ObjectMapper Map(V, P);
  return Map && Map.map("unit", Ptx.LinkTime.emplace().Unit) &&
         Map.map("marked_ptx_size", Sizes.Marked) &&
         Map.map("shipped_size", Sizes.LinkShipped);
}

bool readPtx(const json::Value &V, Capsule &C, CodeSizes &Sizes, json::Path P) {
  PtxSource &Ptx = C.Ptx.emplace();
  json::ObjectMapper Map(V, P);
  if (!Map || !Map.map("shipped_size", Sizes.Shipped) || !Map.map("files", Ptx.Files) ||
      !Map.map("digests", Ptx.Digests))
    return false;
  const json::Value *LinkTime = V.getAsObject()->get("link_time");
  if (LinkTime && !readLinkTime(*LinkTime, Ptx, Sizes, P.field("link_time")))
    return false;
  const auto ReadLine = [&](const json::Value &Line, PtxLine &Out, json::Path At) {
    constexpr size_t Any = size_t(1) << 32;
    const json::Array *A = Line.getAsArray();
    if (A && A->size() == 4 && readNumber((*A)[0], Any, Out.Number) &&
        readNumber((*A)[1], Ptx.Files.size(), Out.File) &&
        readNumber((*A)[2], Any, Out.Line) && readStack((*A)[3], C.Regions, Out.Sites))
      return true;
    At.report("expected a line of the text that was compiled");
    return false;
  };
  return readArray(*V.getAsObject(), "lines", Ptx.Lines, P, ReadLine);
}

bool readDescription(const json::Value &V, Capsule &C, bool &Compressed,
                     uint64_t &BitcodeSize, CodeSizes &Sizes, json::Path P) {
  json::ObjectMapper Map(V, P);
  if (!Map || !Map.map("arch", C.Arch) || !Map.map("source", C.Source) ||
      !Map.map("directory", C.WorkingDirectory) || !Map.map("command", C.Command) ||
      !Map.map("compressed", Compressed) || !Map.map("bitcode_size", BitcodeSize))
    return false;
  const json::Object *Regions = V.getAsObject()->getObject("regions");
  if (!Regions) {
    P.field("regions").report("expected an object");
    return false;
  }
  json::Path Here = P.field("regions");
  if (!readArray(*Regions, "sites", C.Regions.Sites, Here, readSite) ||
      !readArray(*Regions, "kernels", C.Regions.Kernels, Here, readKernel))
    return false;
  const json::Value *Paths = V.getAsObject()->get("paths");
  const json::Value *Ptx = V.getAsObject()->get("ptx");
  return (!Paths || readPaths(*Paths, C, P.field("paths"))) &&
         (!Ptx || readPtx(*Ptx, C, Sizes, P.field("ptx")));
}

} // namespace

std::string serializeCapsule(const Capsule &C) {
  SmallVector<uint8_t, 0> Packed;
  const bool Compress = compression::zstd::isAvailable();
  std::string All = C.Ptx ? C.Ptx->Shipped + C.Ptx->Marked : std::string();
  if (C.Ptx && C.Ptx->LinkTime)
    All += C.Ptx->LinkTime->Shipped + C.Ptx->LinkTime->Marked;
  StringRef Bitcode = C.Ptx ? All : C.Bitcode;
  const size_t Size = Bitcode.size();
  if (Compress) {
    compression::zstd::compress(arrayRefFromStringRef(Bitcode), Packed,
                                compression::zstd::BestSpeedCompression);
    Bitcode = toStringRef(Packed);
  }
  json::Object Description{{"arch", C.Arch},
                           {"source", C.Source},
                           {"directory", C.WorkingDirectory},
                           {"command", C.Command},
                           {"compressed", Compress},
                           {"bitcode_size", Size},
                           {"regions", describe(C.Regions)}};
  if (C.Paths)
    Description["paths"] = describe(*C.Paths);
  if (C.Ptx)
    Description["ptx"] = describe(*C.Ptx);
  std::string Text = formatv("{0}", json::Value(std::move(Description))).str();
  std::string Out;
  append64(Out, Text.size());
  Out += Text;
  Out += Bitcode;
  return Out;
}

/// Gives the code that was stored to where it belongs.
static Error takeCode(Capsule &C, StringRef Code, const CodeSizes &Sizes) {
  if (!C.Ptx) {
    C.Bitcode = Code.str();
    return Error::success();
  }
  const auto Take = [&](uint64_t Size) {
    const std::string Part = Code.take_front(Size).str();
    Code = Code.drop_front(Size);
    return Part;
  };
  uint64_t Needed = 0;
  for (const uint64_t Size : {Sizes.Shipped, Sizes.Marked, Sizes.LinkShipped}) {
    Needed += Size;
    if (Needed > Code.size() || Size > Code.size())
      return malformed(
          "the capsule is truncated: its PTX has %llu bytes, %zu are there",
          static_cast<unsigned long long>(Size), Code.size());
  }
  C.Ptx->Shipped = Take(Sizes.Shipped);
  C.Ptx->Marked = Take(C.Ptx->LinkTime ? Sizes.Marked : Code.size());
  if (C.Ptx->LinkTime) {
    C.Ptx->LinkTime->Shipped = Take(Sizes.LinkShipped);
    C.Ptx->LinkTime->Marked = Code.str();
  }
  return Error::success();
}

Expected<Capsule> parseCapsule(StringRef Bytes) {
  if (Bytes.size() < 8)
    return malformed("the capsule is truncated: %zu bytes", Bytes.size());
  const uint64_t TextSize = support::endian::read64le(Bytes.data());
  Bytes = Bytes.drop_front(8);
  if (TextSize > Bytes.size())
    return malformed("the capsule is truncated: its description has %llu bytes, %zu "
                     "are there",
                     static_cast<unsigned long long>(TextSize), Bytes.size());
  Expected<json::Value> Description = json::parse(Bytes.take_front(TextSize));
  if (!Description)
    return Description.takeError();
  Capsule C;
  bool Compressed = false;
  uint64_t BitcodeSize = 0;
  CodeSizes Sizes;
  json::Path::Root Root("capsule");
  if (!readDescription(*Description, C, Compressed, BitcodeSize, Sizes, Root))
    return Root.getError();
  StringRef Bitcode = Bytes.drop_front(TextSize);
  if (!Compressed) {
    if (Error E = takeCode(C, Bitcode, Sizes))
      return E;
    return C;
  }
  if (!compression::zstd::isAvailable())
    return malformed("the capsule is compressed with zstd, which this LLVM lacks");
  SmallVector<uint8_t, 0> Unpacked;
  if (Error E = compression::zstd::decompress(arrayRefFromStringRef(Bitcode), Unpacked,
                                              BitcodeSize))
    return E;
  if (Error E = takeCode(C, toStringRef(Unpacked), Sizes))
    return E;
  return C;
}

} // namespace argus
