//===- Attribution.cpp - instructions of a mapped build by region ---------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "build/Attribution.h"

#include "build/RegionIndex.h"
#include "build/Sass.h"

#include <algorithm>
#include <set>

namespace argus {

namespace {

constexpr size_t NoOwner = ~size_t{0};

/// "$kernel$function" is a copy of a function; other names are ptxas's own.
std::string functionName(const std::string &Symbol, const std::string &Kernel) {
  const std::string Prefix = "$" + Kernel + "$";
  if (Symbol.rfind(Prefix, 0) == 0)
    return Symbol.substr(Prefix.size());
  return Symbol.rfind('$', 0) == 0 ? "" : Symbol; // of a linked image: as it is
}

class Mapper {
public:
  Mapper(const CapsuleInfo &Capsule, unsigned Kernel, const CubinKernel &Code,
         const ContextTable &Origins)
      : Capsule(Capsule), Code(Code), Origins(Origins), Sass(Code.Text),
        PaddingAt(Sass.paddingBegin()),
        Owners(Origins, Capsule.Kernels[Kernel].Mangled), Index(Capsule, Kernel),
        KernelPath(Capsule.Kernels[Kernel].Name), Of(Sass.size(), NoOwner),
        OfContext(Origins.Contexts.size(), NoOwner) {}

  KernelMap map() {
    Map.Total = Sass.size();
    Map.Regions.resize(Capsule.Regions.size());
    findFunctions();
    for (uint64_t I = 0; I < Map.Total; ++I)
      Of[I] = ownerAt(I);
    ownHelpers();
    listCallers();
    for (uint64_t I = 0; I < Map.Total; ++I)
      add(I);
    addInclusive();
    return std::move(Map);
  }

private:
  //===- Owners -------------------------------------------------------------===//

  void findFunctions() {
    for (const CubinFunction &F : Code.Functions)
      Map.Functions.push_back(
          {F.Name, nameInTable(F), F.Offset, F.Offset + F.Size, {}});
    std::sort(Map.Functions.begin(), Map.Functions.end(),
              [](const auto &A, const auto &B) { return A.Begin < B.Begin; });
    const uint64_t CodeEnd = PaddingAt * InstructionBytes;
    for (size_t F = 0; F < Map.Functions.size(); ++F) {
      CalledFunction &Function = Map.Functions[F];
      // The last function's symbol may reach over the padding.
      Function.End = std::min(Function.End, CodeEnd);
      ByBegin[Function.Begin] = F;
    }
  }

  /// Units of a linked image may have internal functions of one name. Nvlink leaves it
  /// to both; the table has added a suffix.
  std::string nameInTable(const CubinFunction &F) const {
    std::string Name = functionName(F.Name, Code.Name);
    if (Name.empty())
      return Name;
    const std::string Suffixed = Name + "$u";
    const uint64_t End = (F.Offset + F.Size) / InstructionBytes;
    for (uint64_t I = F.Offset / InstructionBytes; I < End; ++I)
      if (const uint32_t Line = lineAt(I); Line < Origins.Contexts.size())
        if (const std::string &Of = Origins.Contexts[Line].Function;
            Of == Name || Of.rfind(Suffixed, 0) == 0)
          return Of;
    return Name;
  }

  const CalledFunction *functionAt(uint64_t Index) const {
    const uint64_t Offset = Index * InstructionBytes;
    auto At = ByBegin.upper_bound(Offset);
    if (At == ByBegin.begin())
      return nullptr;
    const CalledFunction &F = Map.Functions[std::prev(At)->second];
    return Offset < F.End ? &F : nullptr;
  }

  uint32_t lineAt(uint64_t I) const {
    return I < Code.Lines.size() ? Code.Lines[I] : 0;
  }

  size_t intern(argus::Owner Is) {
    PcOwner O;
    O.Region = Index.find(Is.Stack);
    for (const SiteStack &S : Is.Many)
      O.Sharing.push_back(pathOf(S));
    O.Is = std::move(Is);
    Map.Owners.push_back(std::move(O));
    return Map.Owners.size() - 1;
  }

  std::string pathOf(const SiteStack &Stack) const {
    const auto Region = Index.find(Stack);
    return Region ? Capsule.Regions[*Region].Path : KernelPath;
  }

  /// Helpers of ptxas are left out: it gives them the line of what stands before them.
  size_t ownerAt(uint64_t I) {
    if (I >= PaddingAt)
      return padding();
    const CalledFunction *Function = functionAt(I);
    if (Function && Function->Name.empty())
      return NoOwner;
    const uint32_t Line = lineAt(I);
    const bool Entry = Line < Origins.Contexts.size() &&
                       Origins.Contexts[Line].From == ContextOrigin::Entry;
    if (Function && Entry)
      return entryOf(Function->Name);
    size_t &Slot = Line < OfContext.size() ? OfContext[Line] : Beyond;
    if (Slot == NoOwner)
      Slot = intern(Owners.owner(Line));
    return Slot;
  }

  size_t padding() {
    if (Padding == NoOwner) {
      argus::Owner O;
      O.Class = CodeClass::Padding;
      Padding = intern(std::move(O));
    }
    return Padding;
  }

  size_t entryOf(const std::string &Function) {
    const auto [Slot, New] = Entries.try_emplace(Function, NoOwner);
    if (New)
      Slot->second = intern(Owners.ownerOfEntry(Function));
    return Slot->second;
  }

  //===- Calls --------------------------------------------------------------===//

  /// Machine calls: (function called, instruction that calls).
  std::vector<std::pair<size_t, uint64_t>> machineCalls() const {
    std::vector<std::pair<size_t, uint64_t>> Calls;
    for (uint64_t I = 0; I < Map.Total; ++I)
      for (const uint64_t Target : Sass.callTargets(I))
        if (const auto At = ByBegin.find(Target); At != ByBegin.end()) {
          Calls.emplace_back(At->second, I);
          break;
        }
    return Calls;
  }

  /// A helper of ptxas belongs to the regions of the instructions that call it, and of
  /// those that call the helper that calls it.
  void ownHelpers() {
    const auto Calls = machineCalls();
    std::vector<std::set<SiteStack>> Stacks(Map.Functions.size());
    const auto Take = [&](size_t To, uint64_t Caller) {
      const size_t Before = Stacks[To].size();
      if (const CalledFunction *F = functionAt(Caller); F && F->Name.empty()) {
        const std::set<SiteStack> &From = Stacks[size_t(F - Map.Functions.data())];
        Stacks[To].insert(From.begin(), From.end());
      } else {
        const argus::Owner &O = Map.Owners[Of[Caller]].Is;
        if (O.Class != CodeClass::Unattributed && O.Many.empty())
          Stacks[To].insert(O.Stack);
        Stacks[To].insert(O.Many.begin(), O.Many.end());
      }
      return Stacks[To].size() != Before;
    };
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (const auto &[Function, Caller] : Calls)
        if (Map.Functions[Function].Name.empty())
          Changed |= Take(Function, Caller);
    }
    for (size_t F = 0; F < Map.Functions.size(); ++F)
      if (Map.Functions[F].Name.empty())
        ownHelper(Map.Functions[F], Stacks[F]);
  }

  void ownHelper(CalledFunction &F, const std::set<SiteStack> &Stacks) {
    argus::Owner O;
    O.Cause = "unknown_caller";
    if (!Stacks.empty())
      O = ownerOf({Stacks.begin(), Stacks.end()}, CodeClass::Region,
                  CodeClass::SharedByCall, ContextOrigin::Entry);
    const size_t Number = intern(std::move(O));
    for (uint64_t I = F.Begin / InstructionBytes; I < F.End / InstructionBytes; ++I)
      Of[I] = Number;
    setCallers(F, {Stacks.begin(), Stacks.end()});
  }

  void listCallers() {
    for (CalledFunction &F : Map.Functions)
      if (!F.Name.empty())
        setCallers(F, Owners.callersOf(F.Name));
  }

  void setCallers(CalledFunction &F, const std::vector<SiteStack> &Stacks) const {
    std::set<std::string> Paths;
    for (const SiteStack &S : Stacks)
      Paths.insert(pathOf(S));
    F.Callers.assign(Paths.begin(), Paths.end());
  }

  //===- Counts and ranges ----------------------------------------------------===//

  void add(uint64_t I) {
    const PcOwner &O = Map.Owners[Of[I]];
    ++Map.Classes[O.Is.Class];
    if (O.Is.Class == CodeClass::Unattributed)
      ++Map.Causes[O.Is.Cause];
    const uint64_t Offset = I * InstructionBytes;
    if (O.Region && O.Is.Class != CodeClass::Padding)
      addToRegion(O, I);
    const uint32_t Line = lineAt(I);
    const bool Begins = ByBegin.count(Offset) != 0;
    const bool SameOwner = I > 0 && !Begins && Of[I] == Of[I - 1];
    if (SameOwner && Line == lineAt(I - 1)) {
      Map.Ranges.back().End += InstructionBytes;
      return;
    }
    PcRange R{Offset, Offset + InstructionBytes, Of[I], {}, 0};
    const CalledFunction *Function = functionAt(I);
    const bool Helper = Function && Function->Name.empty();
    if (Line < Origins.Contexts.size() && !Helper && O.Is.Class != CodeClass::Padding) {
      R.File = Origins.Contexts[Line].File;
      R.Line = Origins.Contexts[Line].Line;
    }
    if (SameOwner && Map.Ranges.back().Line == R.Line &&
        Map.Ranges.back().File == R.File)
      Map.Ranges.back().End = R.End;
    else
      Map.Ranges.push_back(std::move(R));
  }

  void addToRegion(const PcOwner &O, uint64_t I) {
    RegionInstructions &R = Map.Regions[*O.Region];
    const uint64_t Offset = I * InstructionBytes;
    if (R.Exclusive == 0)
      R.First = Offset;
    if (R.Exclusive == 0 || R.Last + InstructionBytes != Offset)
      ++R.Ranges;
    R.Last = Offset;
    ++R.Exclusive;
    R.Inferred += O.Is.Class == CodeClass::Inferred;
    R.Shared +=
        O.Is.Class == CodeClass::Shared || O.Is.Class == CodeClass::SharedByCall;
  }

  void addInclusive() {
    for (size_t I = 0; I < Map.Regions.size(); ++I)
      if (const uint64_t Own = Map.Regions[I].Exclusive)
        for (std::optional<size_t> At = I; At; At = Index.parent(*At))
          Map.Regions[*At].Inclusive += Own;
  }

  const CapsuleInfo &Capsule;
  const CubinKernel &Code;
  const ContextTable &Origins;
  SassCode Sass;
  uint64_t PaddingAt;
  ContextOwners Owners;
  RegionIndex Index;
  std::string KernelPath;
  std::vector<size_t> Of;        ///< owner of each instruction
  std::vector<size_t> OfContext; ///< owner of each context seen
  size_t Beyond = NoOwner;       ///< owner of lines that are no context
  size_t Padding = NoOwner;
  std::map<std::string, size_t> Entries;
  std::map<uint64_t, size_t> ByBegin; ///< functions by their first byte
  KernelMap Map;
};

} // namespace

KernelMap mapKernel(const CapsuleInfo &Capsule, unsigned Kernel,
                    const CubinKernel &Code, const ContextTable &Origins) {
  return Mapper(Capsule, Kernel, Code, Origins).map();
}

} // namespace argus
