//===- PtxCapsule.cpp - the capsule of a compile by nvcc ----------------- ===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "nvcc/PtxCapsule.h"
#include "argus/passes/Capsule.h"
#include "build/Capsules.h"
#include "nvcc/PtxPaths.h"
#include "support/Files.h"
#include "llvm/Demangle/Demangle.h"
#include <cstdlib>
#include <set>
#include <sstream>

namespace argus {

namespace {

std::string taken(char *Text) {
  std::string Result = Text ? Text : "";
  std::free(Text); // NOLINT: the demangler's interface
  return Result;
}

/// Qualified, without template arguments and parameters.
std::string qualifiedName(const std::string &Mangled) {
  llvm::ItaniumPartialDemangler Demangler;
  const std::string Source = sourceKernelName(Mangled);
  if (Demangler.partialDemangle(Source.c_str()) || !Demangler.isFunction())
    return Source;
  const std::string Context =
      taken(Demangler.getFunctionDeclContextName(nullptr, nullptr));
  const std::string Base = taken(Demangler.getFunctionBaseName(nullptr, nullptr));
  return Context.empty() ? Base : Context + "::" + Base;
}

/// Within its unit a marker needs no unit's name.
std::string withoutUnit(std::string Ptx, const std::string &Unit) {
  const std::string Of = "@" + Unit + "\"";
  for (size_t At = Ptx.find(Of); At != std::string::npos; At = Ptx.find(Of, At))
    Ptx.replace(At, Of.size(), "\"");
  return Ptx;
}

/// The kernels that PTX defines, in its order.
std::vector<KernelEntry> kernelsOf(const std::string &Ptx) {
  std::vector<KernelEntry> Kernels;
  std::istringstream Lines(Ptx);
  for (std::string Line; std::getline(Lines, Line);) {
    const size_t At = Line.find(".entry ");
    if (Line.empty() || Line[0] != '.' || At == std::string::npos)
      continue;
    const size_t Begin = At + 7, End = Line.find_first_of("( \t;", Begin);
    const std::string Mangled = Line.substr(Begin, End - Begin);
    Kernels.push_back({Mangled, qualifiedName(Mangled)});
  }
  return Kernels;
}

/// Adds the number at Text, as in ".loc 1 123 4".
void addLine(const std::string &Text, size_t At, std::set<unsigned> &Lines) {
  unsigned File = 0, Line = 0;
  if (std::sscanf(Text.c_str() + At, " %u %u", &File, &Line) == 2)
    Lines.insert(Line);
}

/// The lines that PTX refers to: of the whole text, few.
void addLines(const std::string &Ptx, std::set<unsigned> &Used) {
  std::istringstream Text(Ptx);
  for (std::string Line; std::getline(Text, Line);) {
    const size_t Loc = Line.find(".loc"), Inlined = Line.find("inlined_at");
    if (Loc != std::string::npos)
      addLine(Line, Loc + 4, Used);
    if (Loc != std::string::npos && Inlined != std::string::npos)
      addLine(Line, Inlined + 10, Used);
  }
}

/// What the lines mean that either PTX refers to.
std::vector<PtxLine> linesOf(const PtxCompile &From) {
  const MarkedText &Marks = From.Marks;
  std::set<unsigned> Used;
  addLines(From.Shipped, Used);
  addLines(From.Marked, Used);
  std::vector<PtxLine> Result;
  for (const unsigned Number : Used)
    if (Number < Marks.Lines.size())
      Result.push_back({Number, Marks.Lines[Number].File, Marks.Lines[Number].Line,
                        Marks.Lines[Number].Sites});
  return Result;
}

/// Of the files that have marks and can still be read: who asks later for regions by
/// line is told where they are no longer those that were compiled.
std::map<std::string, std::string> digestsOf(const std::vector<RegionSite> &Sites) {
  std::map<std::string, std::string> Digests;
  for (const RegionSite &Site : Sites)
    if (fs::is_regular_file(Site.File))
      Digests[Site.File] = digestOf(readFile(Site.File));
  return Digests;
}

Capsule capsuleOf(const PtxCompile &From) {
  Capsule C;
  C.Arch = From.Arch;
  C.Source = From.Source;
  C.WorkingDirectory = From.WorkingDirectory;
  C.Command = From.Command;
  C.Command.insert(C.Command.end(), {"&&", "ptxas"});
  C.Command.insert(C.Command.end(), From.Assembler.begin(), From.Assembler.end());
  C.Regions.Sites = From.Marks.Sites;
  C.Regions.Kernels = kernelsOf(From.Shipped);
  PtxSource &Ptx = C.Ptx.emplace();
  Ptx.Shipped = From.Shipped;
  Ptx.Marked = withoutUnit(From.Marked, From.Marks.Unit);
  Ptx.Files = From.Marks.Files;
  Ptx.Lines = linesOf(From);
  Ptx.Digests = digestsOf(From.Marks.Sites);
  if (!From.LinkShipped.empty())
    Ptx.LinkTime = {From.Marks.Unit, From.LinkShipped, From.LinkMarked};
  C.Paths = pathsOfMarkedPtx(Ptx.Marked.empty() ? Ptx.Shipped : Ptx.Marked, C.Regions);
  return C;
}

CapsuleBytes serialized(CapsuleContainer &Container) {
  CapsuleBytes Result;
  Result.Bytes = serializeContainer(Container);
  Result.ModuleId = Container.ModuleId;
  return Result;
}

} // namespace

std::string unitName(const std::string &Source, const std::string &Text) {
  return digestOf(Source + "\n" + Text).substr(0, 16);
}

CapsuleBytes containerOf(const std::vector<PtxCompile> &Compiles) {
  CapsuleContainer Container;
  for (const PtxCompile &Compile : Compiles)
    Container.Capsules.push_back(capsuleOf(Compile));
  return serialized(Container);
}

CapsuleBytes containerWithout(const std::string &Source, const std::string &Reason) {
  CapsuleContainer Container;
  Container.Source = Source;
  Container.Unmapped = Reason;
  return serialized(Container);
}

} // namespace argus
