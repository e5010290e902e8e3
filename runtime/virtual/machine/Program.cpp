//===- Program.cpp - a loaded module --------------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"

#include "Decoder.h"
#include "argus/ptx/Parser.h"

#include <algorithm>
#include <cstring>
#include <set>

namespace argus::vm {

const KernelInfo *Program::kernel(const std::string &Name) const {
  for (const KernelInfo &K : kernels())
    if (K.Name == Name)
      return &K;
  return nullptr;
}

LoadedProgram::~LoadedProgram() {
  for (uint64_t Base : Owned)
    M.release(Base);
}

std::pair<uint64_t, uint64_t> LoadedProgram::variable(const std::string &Name) const {
  auto Found = Variables.find(Name);
  return Found == Variables.end() ? std::pair<uint64_t, uint64_t>() : Found->second;
}

unsigned LoadedProgram::pushed(unsigned Parent, unsigned Site, bool Ended) {
  auto [Found, New] =
      StackIndex.try_emplace({Parent, Site, Ended}, unsigned(Stacks.size()));
  if (New)
    Stacks.push_back({Parent, Site, Ended});
  return Found->second;
}

std::optional<unsigned> LoadedProgram::ended(unsigned Stack, unsigned Site) {
  if (Stack == 0)
    return std::nullopt;
  const RegionStack Top = Stacks[Stack];
  if (Top.Site != Site || Top.Ended) {
    const std::optional<unsigned> Below = endedBelow(Top.Parent, Site);
    return Below ? std::optional(pushed(*Below, Top.Site, Top.Ended)) : std::nullopt;
  }
  unsigned Rest = Top.Parent;
  while (Stacks[Rest].Ended)
    Rest = Stacks[Rest].Parent;
  return Rest;
}

/// As ended, where something that began inside is still open.
std::optional<unsigned> LoadedProgram::endedBelow(unsigned Stack, unsigned Site) {
  if (Stack == 0)
    return std::nullopt;
  const RegionStack Top = Stacks[Stack];
  if (Top.Site == Site && !Top.Ended)
    return pushed(Top.Parent, Site, /*Ended=*/true);
  const std::optional<unsigned> Below = endedBelow(Top.Parent, Site);
  return Below ? std::optional(pushed(*Below, Top.Site, Top.Ended)) : std::nullopt;
}

bool LoadedProgram::isConstant(uint64_t Address) const {
  return std::any_of(Constants.begin(), Constants.end(), [&](const auto &Range) {
    return Address >= Range.first && Address < Range.second;
  });
}

uint64_t LoadedProgram::addVariable(const ptx::Variable &V, bool Named) {
  // References to textures and the like have no size of their own.
  uint64_t Size = std::max<uint64_t>(V.size(), 8);
  Allocation A = M.allocate(Size, MemoryKind::Device, V.alignment());
  if (!A)
    throw std::runtime_error("no room for variable '" + V.Name + "' of " +
                             std::to_string(V.size()) + " bytes");
  Owned.push_back(A.Base);
  if (V.Where == ptx::Space::Const)
    Constants.push_back({A.Base, A.Base + Size});
  if (Named)
    Variables[V.Name] = {A.Base, V.size()};
  Initialized.push_back({&V, A.Base});
  return A.Base;
}

namespace {

class Loader {
public:
  Loader(LoadedProgram &P) : P(P) {}
  void load();

private:
  void variables();
  void functions();
  void initialize(const ptx::Variable &V, uint64_t Base) const;
  uint64_t addressOf(const ptx::Variable &V, const std::string &Symbol) const;
  void addKernel(const Code &C);
  void addShared(const Code &C, Kernel &K) const;

  LoadedProgram &P;
};

} // namespace

void Loader::variables() {
  for (const ptx::Item &I : P.Module.Items) {
    const auto *V = std::get_if<ptx::Variable>(&I);
    if (!V)
      continue;
    bool Extern = V->Link == ptx::Linkage::Extern;
    if (V->Where == ptx::Space::Shared) {
      bool Known =
          std::any_of(P.Shared.begin(), P.Shared.end(),
                      [&](const SharedVariable &S) { return S.Name == V->Name; });
      if (!Known)
        P.Shared.push_back({V->Name, V->size(), std::max(V->alignment(), 1u), Extern});
    } else if (!Extern && !P.Variables.count(V->Name)) {
      P.addVariable(*V, true);
    }
  }
  P.ModuleShared = P.Shared.size();
}

uint64_t Loader::addressOf(const ptx::Variable &V, const std::string &Symbol) const {
  if (auto Found = P.Variables.find(Symbol); Found != P.Variables.end())
    return Found->second.first;
  if (auto F = P.FunctionIndex.find(Symbol); F != P.FunctionIndex.end())
    return LoadedProgram::addressOfFunction(F->second);
  // What is declared only has no address; a virtual table may name it all the same.
  (void)V;
  return 0;
}

/// What the initial value is written as: a byte of an address where a mask says so.
void Loader::initialize(const ptx::Variable &V, uint64_t Base) const {
  const unsigned Bytes = ptx::sizeOf(V.Element);
  uint64_t At = Base;
  for (const ptx::InitialValue &I : V.Init) {
    uint64_t Value = I.Bits;
    if (!I.Symbol.empty())
      Value += addressOf(V, I.Symbol);
    if (I.Mask)
      Value = (Value & I.Mask) >> __builtin_ctzll(I.Mask);
    if (At + Bytes > Base + std::max<uint64_t>(V.size(), 8))
      break;
    std::memcpy(hostPointer(At), &Value, std::min(Bytes, 8u));
    At += Bytes;
  }
}

void Loader::functions() {
  for (const ptx::Item &I : P.Module.Items) {
    const auto *F = std::get_if<ptx::Function>(&I);
    if (!F || !F->HasBody || P.FunctionIndex.count(F->Name))
      continue;
    auto C = std::make_unique<Code>();
    C->F = F;
    C->Name = F->Name;
    C->Index = unsigned(P.Functions.size());
    C->Entry = F->Entry;
    P.FunctionIndex[F->Name] = C->Index;
    P.Functions.push_back(std::move(C));
  }
  std::vector<std::unique_ptr<Decoder>> Decoders;
  for (const auto &C : P.Functions) {
    Decoders.push_back(std::make_unique<Decoder>(P, *C->F, *C));
    Decoders.back()->prepare();
  }
  for (auto &D : Decoders)
    D->decode();
}

/// Up to three numbers of ".maxntid 256, 1, 1"; the others are 1.
static Dim3 numbersOf(const std::string &Text) {
  uint32_t N[3] = {1, 1, 1};
  std::sscanf(Text.c_str(), "%u , %u , %u", &N[0], &N[1], &N[2]);
  return {N[0], N[1], N[2]};
}

static uint64_t alignUp(uint64_t Value, uint64_t To) {
  return (Value + To - 1) / To * To;
}

/// The variables that the kernel and what it may call name, one after the other.
void Loader::addShared(const Code &Entry, Kernel &K) const {
  std::set<unsigned> Reached, Names;
  std::vector<unsigned> Work = {Entry.Index};
  while (!Work.empty()) {
    unsigned Index = Work.back();
    Work.pop_back();
    if (!Reached.insert(Index).second)
      continue;
    const Code &C = *P.Functions[Index];
    Names.insert(C.Shared.begin(), C.Shared.end());
    Work.insert(Work.end(), C.Callees.begin(), C.Callees.end());
    if (C.CallsPointers)
      for (const auto &F : P.Functions)
        if (!F->Entry)
          Work.push_back(F->Index);
  }
  uint64_t DynamicAlign = 16;
  K.Shared.Offset.resize(P.Shared.size());
  for (unsigned Index : Names) {
    const SharedVariable &V = P.Shared[Index];
    if (V.Dynamic) {
      DynamicAlign = std::max<uint64_t>(DynamicAlign, V.Align);
      continue;
    }
    K.Shared.Static = alignUp(K.Shared.Static, V.Align);
    K.Shared.Offset[Index] = uint32_t(K.Shared.Static);
    K.Shared.Static += V.Size;
  }
  K.Shared.Dynamic = alignUp(K.Shared.Static, DynamicAlign);
  for (unsigned Index : Names)
    if (P.Shared[Index].Dynamic)
      K.Shared.Offset[Index] = uint32_t(K.Shared.Dynamic);
}

void Loader::addKernel(const Code &C) {
  KernelInfo Info;
  Kernel K;
  K.Entry = &C;
  Info.Name = C.Name;
  for (const ptx::Variable &V : C.F->Parameters) {
    K.ParameterBytes = alignUp(K.ParameterBytes, std::max(V.alignment(), 1u));
    Info.ParameterOffsets.push_back(K.ParameterBytes);
    Info.ParameterSizes.push_back(V.size());
    K.ParameterBytes += V.size();
  }
  for (const ptx::Directive &D : C.F->Directives) {
    Dim3 N = numbersOf(D.Text);
    if (D.Name == ".maxntid" || D.Name == ".reqntid")
      Info.MaxThreads = N.X * N.Y * N.Z;
    if (D.Name == ".reqntid")
      K.RequiredBlock = N;
    if (D.Name == ".reqnctapercluster")
      Info.RequiredCluster = N;
  }
  addShared(C, K);
  Info.StaticShared = K.Shared.Static;
  Info.Local = C.LocalBytes;
  P.Infos.push_back(std::move(Info));
  P.Kernels.push_back(std::move(K));
}

void Loader::load() {
  variables();
  functions();
  for (const auto &[V, Base] : P.Initialized)
    initialize(*V, Base);
  for (const auto &C : P.Functions)
    if (C->Entry)
      addKernel(*C);
}

std::shared_ptr<LoadedProgram> loadProgram(Memory &M, std::string_view Ptx,
                                           const std::string &Name, Fault &Error) {
  auto P = std::make_shared<LoadedProgram>(M);
  P->Name = Name;
  try {
    P->Module = ptx::parse(Ptx, Name);
    Loader(*P).load();
    return P;
  } catch (const std::exception &E) {
    Error = {InvalidPtx, E.what()};
    return nullptr;
  }
}

} // namespace argus::vm
