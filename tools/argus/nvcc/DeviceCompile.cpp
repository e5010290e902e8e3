//===- DeviceCompile.cpp - what argus nvcc does with device code --------- ===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "nvcc/DeviceCompile.h"
#include "nvcc/HostHooks.h"
#include "nvcc/LinkTimeObject.h"
#include "nvcc/PlainText.h"
#include "nvcc/SourceMarks.h"
#include "support/Failure.h"
#include "support/Status.h"
#include "support/Text.h"
#include "llvm/ADT/ScopeExit.h"
#include <algorithm>
#include <cstdio>

namespace argus {

namespace {

std::vector<std::string> replaced(std::vector<std::string> Words,
                                  const std::string &From, const std::string &To) {
  std::replace(Words.begin(), Words.end(), From, To);
  return Words;
}

/// Without what makes errors of warnings (-Werror all-warnings, -diag-error): what nvcc
/// does not say of system headers it would say of the text that is laid out anew.
std::vector<std::string> withoutPromotion(const std::vector<std::string> &Words) {
  std::vector<std::string> Result;
  for (size_t I = 0; I < Words.size(); ++I)
    if (Words[I] == "--diag_error")
      ++I;
    else if (Words[I] != "--promote_warnings")
      Result.push_back(Words[I]);
  return Result;
}

/// What ptxas gets apart from the architecture and the names of files.
std::vector<std::string> assemblerOptions(const NvccStep &Ptxas,
                                          const std::string &Input) {
  std::vector<std::string> Options;
  for (size_t I = 1; I < Ptxas.Words.size(); ++I) {
    const std::string &Word = Ptxas.Words[I];
    if (Word == "-o")
      ++I;
    else if (Word != Input && Word != "-m64" && Word.rfind("-arch=", 0) != 0)
      Options.push_back(Word);
  }
  return Options;
}

void print(const SourceProblem &P) {
  std::fprintf(stderr, "%s(%u): %s: argus: %s\n", P.File.c_str(), P.Line,
               P.Error ? "error" : "warning", P.Message.c_str());
}

} // namespace

void DeviceCompile::assembled(const NvccStep &Step) {
  if (Step.valueOf("-arch").rfind("sm_", 0) == 0) // else it only checks the PTX
    Ptxases.push_back(Step);
}

void DeviceCompile::preprocessed(const NvccStep &Step) {
  const std::string File = Step.valueOf("-o");
  if (!fs::exists(File))
    return;
  std::string Text = readFile(File);
  if (Text.find("argus") != std::string::npos)
    if (const std::string Without = withoutMarks(Text); Without != Text)
      writeFile(File, Without);
  Original[File] = std::move(Text);
}

void DeviceCompile::separated(const NvccStep &Step) {
  UnitOf[Step.valueOf("--gen_c_file_name")] = Step.valueOf("--module_id_file_name");
}

/// The compiles of device code that belong to the host's: both name the unit's file of
/// its module id.
std::vector<NvccStep> DeviceCompile::takeCompiles(const NvccStep &HostCompile) {
  const std::string &Unit = UnitOf[HostCompile.input()];
  const auto Rest =
      std::stable_partition(Ciccs.begin(), Ciccs.end(), [&](const NvccStep &Cicc) {
        return Cicc.valueOf("--module_id_file_name") != Unit;
      });
  std::vector<NvccStep> Own(Rest, Ciccs.end());
  Ciccs.erase(Rest, Ciccs.end());
  return Own;
}

/// Code that is assembled, and code that nvlink is to optimise; both where the compile
/// asks for both.
std::vector<DeviceCompile::CodeTarget>
DeviceCompile::targetsOf(const std::vector<NvccStep> &Own) const {
  std::vector<CodeTarget> Targets;
  for (const NvccStep &Ptxas : Ptxases)
    for (const NvccStep &Cicc : Own)
      if (Ptxas.has(Cicc.valueOf("-o"))) {
        Targets.push_back({Ptxas.valueOf("-arch"), &Cicc,
                           assemblerOptions(Ptxas, Cicc.valueOf("-o")), nullptr});
        break;
      }
  addLinkTimeTargets(Own, Targets);
  return Targets;
}

void DeviceCompile::addLinkTimeTargets(const std::vector<NvccStep> &Own,
                                       std::vector<CodeTarget> &Targets) const {
  for (const NvccStep &Fatbinary : Fatbinaries)
    for (const LinkTimeImage &Image : linkTimeImages(Fatbinary)) {
      const auto Cicc = std::find_if(Own.begin(), Own.end(), [&](const NvccStep &C) {
        return C.valueOf(C.has("-lto") ? "-o" : "-olto") == Image.File;
      });
      if (Cicc == Own.end())
        continue;
      const auto Known =
          std::find_if(Targets.begin(), Targets.end(),
                       [&](const CodeTarget &T) { return T.Arch == Image.Arch; });
      if (Known != Targets.end())
        Known->Fatbinary = &Fatbinary;
      else
        Targets.push_back({Image.Arch, &*Cicc,
                           shellWords(Fatbinary.valueOf("--cmdline"), {}), &Fatbinary});
    }
}

/// cicc's command with other files, so that what the object is made of stays.
static std::vector<std::string> withFiles(const NvccStep &Cicc, const std::string &Base,
                                          bool LinkTime) {
  std::vector<std::string> Words =
      replaced(withoutPromotion(Cicc.Words), Cicc.input(), Base + ".ii");
  Words = replaced(Words, Cicc.valueOf("-o"), Base + ".ptx");
  for (const char *Output :
       {"--gen_c_file_name", "--stub_file_name", "--gen_device_file_name", "-olto"})
    if (const std::string File = Cicc.valueOf(Output); !File.empty())
      Words = replaced(Words, File, Base + Output);
  // "-lto -o FILE" writes what "-olto FILE" writes, and no PTX.
  Words.erase(std::remove(Words.begin(), Words.end(), "-lto"), Words.end());
  if (LinkTime && !Cicc.has("-olto"))
    Words.insert(Words.end(), {"-olto", Base + "-olto"});
  if (!Cicc.has("-generate-line-info"))
    Words.insert(Words.begin() + 1, "-generate-line-info");
  return Words;
}

/// cicc's compile of another text.
DeviceCompile::TextCompile DeviceCompile::prepare(const CodeTarget &Target,
                                                  const std::string &Text) {
  const std::string Base = (Scratch / ("marked-" + std::to_string(Number++))).string();
  writeFile(Base + ".ii", Text);
  TextCompile Result;
  Result.Request.Command = withFiles(*Target.Cicc, Base, Target.Fatbinary != nullptr);
  Result.Request.Stdout = Result.Request.Stderr = Base + ".txt";
  Result.Ptx = Base + ".ptx";
  if (Target.Fatbinary)
    Result.LinkTime = Base + "-olto";
  return Result;
}

/// What cicc says of the marked text, with the places of the source.
static std::string withSourcePlaces(const std::string &Log, const MarkedText &Marks) {
  const std::string Name = textName(Marks.Unit) + "(";
  std::string Out;
  size_t Copied = 0;
  for (size_t At = Log.find(Name); At != std::string::npos;
       At = Log.find(Name, Copied)) {
    const size_t Digits = At + Name.size(), End = Log.find(')', Digits);
    const auto Line = parseNumber(Log.substr(Digits, End - Digits));
    Out += Log.substr(Copied, At - Copied);
    if (End == std::string::npos || !Line || *Line >= Marks.Lines.size()) {
      Out += Name;
      Copied = Digits;
      continue;
    }
    const TextLine &From = Marks.Lines[*Line];
    Out += Marks.Files[From.File] + "(" + std::to_string(From.Line);
    Copied = End;
  }
  return Out + Log.substr(Copied);
}

/// Two texts of one architecture at once; not more, since builds run several nvcc side
/// by side and a compile may take gigabytes. Throws Failure with what cicc said.
void DeviceCompile::compile(const CodeTarget &Target, const std::string &Object,
                            PtxCompile &C) {
  std::vector<TextCompile> Texts = {prepare(Target, C.Marks.Mapped)};
  if (!C.Marks.Sites.empty())
    Texts.push_back(prepare(Target, C.Marks.Traced));
  std::vector<ProcessRequest> Requests;
  for (const TextCompile &Text : Texts)
    Requests.push_back(Text.Request);
  const std::vector<ProcessResult> Done = runProcesses(Requests, 2);
  for (size_t I = 0; I < Texts.size(); ++I)
    if (!Done[I].ok())
      throw badUsage(
          "the code compiles, but not with its marks (cicc: " + Done[I].text() + ")\n" +
              withSourcePlaces(readFile(Requests[I].Stderr), C.Marks),
          "move the marks, or compile with --no-argus");
  const auto Linked = [&](const TextCompile &Text) {
    return Target.Fatbinary ? linkTimeObject(*Target.Fatbinary, {C.Arch, Text.LinkTime},
                                             Object, Scratch)
                            : "";
  };
  C.Shipped = readFile(Texts.front().Ptx);
  C.LinkShipped = Linked(Texts.front());
  if (Texts.size() == 1)
    return;
  C.Marked = readFile(Texts.back().Ptx);
  C.LinkMarked = Linked(Texts.back());
}

static std::string sourceOf(const std::vector<NvccStep> &Compiles) {
  return Compiles.empty() ? "" : Compiles.front().valueOf("--orig_src_file_name");
}

/// False where a mark stands wrong.
bool DeviceCompile::makeContainer(const std::vector<NvccStep> &Own,
                                  const std::string &Object, CapsuleBytes &Result) {
  std::vector<PtxCompile> Compiles;
  const std::string Source = sourceOf(Own);
  for (const CodeTarget &Target : targetsOf(Own)) {
    PtxCompile &C = Compiles.emplace_back();
    C.Arch = Target.Arch;
    C.Source = Source;
    C.WorkingDirectory = fs::current_path().string();
    C.Command = Target.Cicc->Words;
    C.Assembler = Target.Assembler;
    const std::string Text = withOwnPlaces(Original[Target.Cicc->input()]);
    C.Marks = readMarks(Text, Source,
                        Target.Fatbinary ? unitName(Source, Text) : std::string());
    std::for_each(C.Marks.Problems.begin(), C.Marks.Problems.end(), print);
    if (std::any_of(C.Marks.Problems.begin(), C.Marks.Problems.end(),
                    [](const SourceProblem &P) { return P.Error; }))
      return false;
    compile(Target, Object, C);
  }
  if (!Compiles.empty()) {
    Result = containerOf(Compiles);
    return true;
  }
  const char *Reason = "nvcc's compile holds no machine code for any GPU";
  status("argus nvcc: " + Source + ": " + Reason);
  Result = containerWithout(Source, Reason);
  return true;
}

/// An object that is left behind would pass for done: make looks at its time.
bool DeviceCompile::complete(const NvccStep &HostCompile) {
  const std::vector<NvccStep> Own = takeCompiles(HostCompile);
  CapsuleBytes Capsule;
  NvccUnit Unit;
  Unit.Object = HostCompile.valueOf("-o");
  Unit.Compiler = HostCompile.Words.front();
  Unit.Source = sourceOf(Own);
  bool Right = false;
  const auto RemoveUnlessRight = llvm::make_scope_exit([&] {
    if (!Right && fs::is_regular_file(Unit.Object)) // not /dev/null
      fs::remove(Unit.Object);
  });
  if (!makeContainer(Own, Unit.Object, Capsule))
    return false;
  if (!fs::is_regular_file(Unit.Object)) // only compiled to see whether it compiles
    return Right = true;
  Unit.ModuleId = Capsule.ModuleId;
  Unit.Capsule = Scratch / ("capsule-" + std::to_string(Number++));
  writeFile(Unit.Capsule, Capsule.Bytes);
  completeObject(Unit, Scratch);
  return Right = true;
}

} // namespace argus
