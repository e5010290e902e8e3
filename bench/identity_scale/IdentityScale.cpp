//===- IdentityScale.cpp - identity of modules of up to a million instructions -===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   identity_scale_bench [INSTRUCTIONS...]
//
// Prints as JSON what each step takes, in seconds of the processor (user and system),
// for synthetic modules. Each size runs in a process of its own, so that its peak
// memory is its own. Two shapes: `wide`, a kernel with many small blocks and one region
// for each 64 instructions, nested four deep; `straight`, one block with a region for
// each 1,000.
//
// `total_s` is what Argus adds to a compile and to a mapped build. In the compile: the
// search for regions that are left open, region paths, bitcode and capsule, and the
// check that the marks change nothing. In the mapped build: reading the capsule,
// regions to debug scopes, context numbers, finishing the PTX, reading the cubin's line
// tables, attribution of every instruction.
//
// No part of it is what clang, LLVM and ptxas do in any compile: generating code from
// the AST (Argus has it done two more times), reading the bitcode into the mapped
// build, the optimiser, code generation, assembly. `beside_s` has the one that can be
// measured here, reading the bitcode.
//
//===----------------------------------------------------------------------===//

#include "ContextNumbers.h"
#include "MappedPtx.h"
#include "Membership.h"
#include "argus/passes/CallEffects.h"
#include "argus/passes/Capsule.h"
#include "argus/passes/Markers.h"
#include "argus/passes/RegionFlow.h"
#include "build/Attribution.h"
#include "build/CubinLines.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/LEB128.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;
using namespace argus;

namespace {

struct Shape {
  const char *Name;
  unsigned PerBlock, PerRegion, Depth;
};
constexpr Shape Shapes[] = {{"wide", 16, 64, 4}, {"straight", 1u << 30, 1000, 1}};

/// Writes a kernel of at least `Size` instructions with markers and locations.
class Synthetic {
public:
  Synthetic(LLVMContext &Context, const Shape &S, size_t Size)
      : Context(Context), S(S), M(std::make_unique<Module>("bench", Context)),
        Debug(*M), Builder(Context) {
    File = Debug.createFile("bench.cu", "/");
    Debug.createCompileUnit(dwarf::DW_LANG_C_plus_plus, File, "bench", true, "", 0, "",
                            DICompileUnit::LineTablesOnly);
    // One kernel for each 100,000, as large modules have several.
    for (size_t Left = Size, K = 0; Left > 0; ++K) {
      const size_t Here = std::min<size_t>(Left, 100000);
      kernel("kernel" + std::to_string(K), Here);
      Left -= Here;
    }
    Debug.finalize();
    M->addModuleFlag(Module::Warning, "Debug Info Version", DEBUG_METADATA_VERSION);
  }

  std::unique_ptr<Module> take() { return std::move(M); }
  RegionTable Table;

private:
  void kernel(const std::string &Name, size_t Size) {
    Type *Int = Type::getInt32Ty(Context);
    auto *F = Function::Create(FunctionType::get(Type::getVoidTy(Context),
                                                 {PointerType::get(Context, 1)}, false),
                               GlobalValue::ExternalLinkage, Name, *M);
    DISubprogram *Program =
        Debug.createFunction(File, Name, Name, File, 1, Debug.createSubroutineType({}),
                             1, DINode::FlagZero, DISubprogram::SPFlagDefinition);
    F->setSubprogram(Program);
    Table.Kernels.push_back({Name, Name});
    Builder.SetInsertPoint(BasicBlock::Create(Context, "", F));
    Value *P = F->getArg(0), *V = Builder.getInt32(1);
    std::vector<unsigned> Open;
    size_t InBlock = 0;
    // A load takes two, for its address.
    for (size_t I = 0, Made = 0; Made < Size; ++I, Made += 1 + (I % 4 == 1)) {
      Builder.SetCurrentDebugLocation(placeOf(I, Program));
      if (I % S.PerRegion == 0)
        nextRegion(Open);
      if (++InBlock == S.PerBlock) {
        InBlock = 0;
        auto *Next = BasicBlock::Create(Context, "", F);
        Builder.CreateBr(Next);
        Builder.SetInsertPoint(Next);
      }
      V = I % 4 ? Builder.CreateAdd(V, Builder.getInt32(I))
                : static_cast<Value *>(
                      Builder.CreateLoad(Int, Builder.CreateConstGEP1_32(Int, P, I)));
    }
    while (!Open.empty())
      close(Open);
    Builder.CreateStore(V, P);
    Builder.CreateRetVoid();
  }

  /// As in the code of the examples before optimisation: three instructions have two
  /// places, and one in eight has none.
  DebugLoc placeOf(size_t I, DISubprogram *Program) {
    const size_t Place = I * 2 / 3;
    return I % 8 == 7 ? nullptr
                      : DILocation::get(Context, 1 + Place / 3, 1 + Place % 7, Program);
  }

  void nextRegion(std::vector<unsigned> &Open) {
    if (Open.size() == S.Depth)
      while (!Open.empty())
        close(Open);
    // Sites are 16 bits in records; large modules reach the same ones again.
    const unsigned Site = Sites % 60000;
    if (Sites++ < 60000)
      Table.Sites.push_back(
          {"r" + std::to_string(Site), RegionForm::Statement, "bench.cu", Site, 1});
    mark(true, Site);
    Open.push_back(Site);
  }

  void close(std::vector<unsigned> &Open) {
    mark(false, Open.back());
    Open.pop_back();
  }

  void mark(bool Begin, unsigned Site) {
    FunctionType *Type = FunctionType::get(Type::getVoidTy(Context), false);
    Builder.CreateCall(
        Type, InlineAsm::get(
                  Type, markerText(Begin ? MarkerKind::Begin : MarkerKind::End, Site),
                  "", true));
  }

  LLVMContext &Context;
  const Shape &S;
  std::unique_ptr<Module> M;
  DIBuilder Debug;
  IRBuilder<> Builder;
  DIFile *File;
  size_t Sites = 0;
};

class Clock {
public:
  template <typename Step> auto time(const char *Name, Step Run) {
    const double Begin = now();
    auto Result = Run();
    add(Name, Begin);
    return Result;
  }
  template <typename Step> void timeVoid(const char *Name, Step Run) {
    const double Begin = now();
    Run();
    add(Name, Begin);
  }
  double Sum = 0;
  std::string Text;

private:
  /// Of the processor, since the machine may have other work.
  static double now() {
    timespec Now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &Now);
    return double(Now.tv_sec) + double(Now.tv_nsec) * 1e-9;
  }

  void add(const char *Name, double Begin) {
    const double Seconds = now() - Begin;
    Sum += Seconds;
    char Buffer[128];
    std::snprintf(Buffer, sizeof Buffer, "%s\"%s\": %.6f", Text.empty() ? "" : ", ",
                  Name, Seconds);
    Text += Buffer;
  }
};

/// PTX of as many instructions as the module has, with the numbers that it got. One in
/// five has no location.
std::string syntheticPtx(Module &M) {
  std::string Ptx = ".version 8.5\n.target sm_90a\n";
  for (Function &F : M) {
    Ptx += ".visible .entry " + F.getName().str() + "()\n{\n\t.loc\t1 2 0\n";
    unsigned I = 0;
    for (Instruction &At : instructions(F)) {
      const unsigned Line = At.getDebugLoc() ? At.getDebugLoc().getLine() : 0;
      Ptx += "\t.loc\t1 " + std::to_string(I % 5 ? Line : 0) + " 0\n";
      Ptx += "\tadd.s32 \t%r" + std::to_string(I + 1) + ", %r" + std::to_string(I) +
             ", 17;\n";
      ++I;
    }
    Ptx += "}\n";
  }
  return Ptx + "\t.file\t1 \"<argus contexts>\"\n";
}

/// A DWARF 4 line table with a row for each instruction of one section.
std::string syntheticLines(const std::vector<unsigned> &Lines) {
  std::string Program;
  raw_string_ostream Out(Program);
  Out << '\0' << '\x09' << '\x02';
  for (int I = 0; I < 8; ++I)
    Out << (I == 4 ? '\x01' : '\0'); // section 1, offset 0
  int64_t Line = 1;
  for (size_t I = 0; I < Lines.size(); ++I) {
    Out << '\x03'; // advance_line
    encodeSLEB128(int64_t(Lines[I]) - Line, Out);
    Line = Lines[I];
    Out << '\x01'; // copy
    Out << '\x02'; // advance_pc
    encodeULEB128(16, Out);
  }
  Out << '\0' << '\x01' << '\x01'; // end_sequence
  const std::string Header("\x01\x01\x01\xfb\x0e\x0a\0\x01\x01\x01\x01\0\0\0\x01"
                           "\0x\0\0\0\0\0",
                           22);
  std::string Table;
  const auto Word = [&](uint32_t V, unsigned Bytes) {
    for (unsigned I = 0; I < Bytes; ++I)
      Table += char(V >> (8 * I) & 0xff);
  };
  Word(2 + 4 + Header.size() + Out.str().size(), 4);
  Word(4, 2);
  Word(Header.size(), 4);
  return Table + Header + Program;
}

CapsuleInfo describe(const RegionTable &Table, const std::vector<RegionPath> &Paths) {
  CapsuleInfo Info;
  for (const RegionSite &S : Table.Sites)
    Info.Sites.push_back({S.Name, SiteForm::Statement, S.File, S.Line, S.Column});
  for (const KernelEntry &K : Table.Kernels)
    Info.Kernels.push_back({K.Mangled, K.Name});
  for (const RegionPath &P : Paths)
    Info.Regions.push_back({P.Kernel, P.Stack, P.Path, P.Id});
  return Info;
}

ContextTable contexts(const std::vector<Context> &Built) {
  ContextTable Result;
  for (const Context &C : Built)
    Result.Contexts.push_back({C.File, C.Line, C.Column, C.Stack,
                               static_cast<ContextOrigin>(C.From), C.Function,
                               C.Contributors});
  return Result;
}

ExitOnError Check("identity_scale_bench: ");

/// What the compile does to see that the marks change nothing. The two modules come
/// from code generation there, so reading them is no part of it.
void checkMarks(StringRef Bitcode, Clock &T, Clock &Beside) {
  LLVMContext Contexts[2];
  std::unique_ptr<Module> M[2];
  for (int I = 0; I < 2; ++I) {
    Contexts[I].setDiscardValueNames(true);
    numberMetadataAlike(Contexts[I]);
    const auto Read = [&] {
      return Check(parseBitcodeFile(MemoryBufferRef(Bitcode, ""), Contexts[I]));
    };
    M[I] = I ? Read() : Beside.time("read_bitcode", Read);
  }
  eraseMarkers(*M[1]);
  StripDebugInfo(*M[1]);
  const std::string Difference = T.time("check_marks", [&] {
    noteFoldedBlocks(*M[0], *M[1]);
    eraseMarkers(*M[0]);
    return firstDifference(*M[0], *M[1]);
  });
  if (!Difference.empty())
    Check(createStringError(std::errc::invalid_argument, Difference.c_str()));
}

/// What the compile does.
std::string makeCapsule(Module &M, Capsule &C, Clock &T, Clock &Beside) {
  size_t Conflicts = 0;
  const auto Flow =
      T.time("region_flow", [&] { return std::make_unique<ModuleFlow>(M); });
  T.timeVoid("span_conflicts", [&] {
    for (const auto &[F, FlowOfF] : Flow->Of)
      Conflicts += FlowOfF->conflicts().size();
  });
  if (Conflicts)
    Check(createStringError(std::errc::invalid_argument, "regions cross"));
  T.timeVoid("region_paths",
             [&] { C.Paths = Check(enumerateRegionPaths(M, C.Regions, *Flow)); });
  T.timeVoid("write_bitcode", [&] {
    raw_string_ostream Out(C.Bitcode);
    WriteBitcodeToFile(M, Out, /*ShouldPreserveUseListOrder=*/true);
  });
  checkMarks(C.Bitcode, T, Beside);
  return T.time("write_capsule", [&] { return serializeCapsule(C); });
}

/// The machine code of a module, one instruction each, and its line tables.
std::vector<CubinKernel> assemble(Module &M, std::vector<std::string> &Tables) {
  std::vector<CubinKernel> Kernels;
  for (Function &F : M) {
    std::vector<unsigned> Lines;
    // Those without a place get one by inference.
    for (Instruction &I : instructions(F)) {
      const unsigned Line = I.getDebugLoc() ? I.getDebugLoc().getLine() : 0;
      Lines.push_back(Line > UnattributedContext || Lines.empty() ? Line
                                                                  : Lines.back());
    }
    Tables.push_back(syntheticLines(Lines));
    CubinKernel &K = Kernels.emplace_back();
    K.Name = F.getName().str();
    K.Text.assign(Lines.size() * InstructionBytes, '\x4d');
  }
  return Kernels;
}

/// All of one size; returns what could not be right, so that nothing is optimised away.
size_t measure(const Shape &S, size_t Size, Clock &T, Clock &Beside) {
  LLVMContext Context;
  Context.setDiscardValueNames(true);
  Synthetic Made(Context, S, Size);
  std::unique_ptr<Module> M = Made.take();
  Capsule C;
  C.Arch = "sm_90a";
  C.Source = "bench.cu";
  C.Regions = std::move(Made.Table);
  const std::string Bytes = makeCapsule(*M, C, T, Beside);

  const Capsule Read =
      T.time("read_capsule", [&] { return Check(parseCapsule(Bytes)); });
  const auto Paths = Check(enumerateRegionPaths(Read));
  T.timeVoid("tag_region_scopes", [&] {
    tagRegionScopes(*M);
    eraseMarkers(*M);
  });
  auto Contexts = T.time("number_contexts", [&] { return numberContexts(*M); });
  const std::string Ptx = syntheticPtx(*M);
  const std::string Clean =
      T.time("finish_ptx", [&] { return cantFail(finishMappedPtx(Ptx, Contexts)); });

  std::vector<std::string> Tables;
  std::vector<CubinKernel> Kernels = assemble(*M, Tables);
  const ContextTable Origins = contexts(Contexts);
  const CapsuleInfo Info = describe(C.Regions, Paths);
  T.timeVoid("line_tables", [&] {
    for (size_t K = 0; K < Kernels.size(); ++K) {
      Kernels[K].Lines.resize(Kernels[K].Text.size() / InstructionBytes);
      for (const LineRange &R : readLineTable(Tables[K]))
        for (uint64_t At = uint32_t(R.Begin); At < uint32_t(R.End);
             At += InstructionBytes)
          Kernels[K].Lines.at(At / InstructionBytes) = R.Line;
    }
  });
  size_t Wrong = Clean.empty();
  T.timeVoid("attribution", [&] {
    for (size_t K = 0; K < Kernels.size(); ++K)
      Wrong += mapKernel(Info, K, Kernels[K], Origins).count(CodeClass::Unattributed);
  });
  return Wrong;
}

int measureAlone(const Shape &S, size_t Size) {
  Clock T, Beside;
  const size_t Wrong = measure(S, Size, T, Beside);
  rusage Usage{};
  getrusage(RUSAGE_SELF, &Usage);
  std::printf("  {\"shape\": \"%s\", \"instructions\": %zu, \"unattributed\": %zu, "
              "\"peak_mib\": %ld, \"total_s\": %.6f, \"steps_s\": {%s}, "
              "\"beside_s\": {%s}}",
              S.Name, Size, Wrong, Usage.ru_maxrss / 1024, T.Sum, T.Text.c_str(),
              Beside.Text.c_str());
  std::fflush(stdout);
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  std::vector<size_t> Sizes;
  for (int I = 1; I < argc; ++I)
    Sizes.push_back(std::strtoul(argv[I], nullptr, 10));
  if (Sizes.empty())
    Sizes = {10000, 100000, 1000000};
  std::printf("[\n");
  bool First = true;
  for (const Shape &S : Shapes)
    for (const size_t Size : Sizes) {
      std::printf("%s", First ? "" : ",\n");
      std::fflush(stdout);
      First = false;
      const pid_t Child = fork();
      if (Child == 0)
        _exit(measureAlone(S, Size));
      int Status = 0;
      if (Child < 0 || waitpid(Child, &Status, 0) < 0 || Status != 0)
        return 1;
    }
  std::printf("\n]\n");
  return 0;
}
