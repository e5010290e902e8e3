//===- Variant.cpp - device code made from a capsule ------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A variant is what clang makes of the capsule's bitcode with the capsule's own cc1
// command: the same libdevice link, pipeline and code generation as in the user's
// build, with Argus' passes at its two ends.
//
//===----------------------------------------------------------------------===//

#include "argus/passes/Variant.h"
#include "ContextNumbers.h"
#include "MappedPtx.h"
#include "Membership.h"
#include "PtxVariant.h"
#include "RegionPaths.h"
#include "RegisterLimits.h"
#include "TraceLowering.h"
#include "TraceMarkers.h"
#include "UserLines.h"
#include "argus/passes/FinishPtx.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/TextDiagnosticBuffer.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/TargetSelect.h"

using namespace llvm;

namespace argus {

namespace {

template <typename Function>
class ModuleStep : public PassInfoMixin<ModuleStep<Function>> {
public:
  explicit ModuleStep(Function Run) : Run(std::move(Run)) {}
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &Analyses) {
    Run(M, Analyses);
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }

private:
  Function Run;
};

/// The passes of a variant at the begin and the end of the optimisation pipeline.
class VariantPasses {
public:
  VariantPasses(const Capsule &C, const VariantRequest &Request,
                std::vector<std::string> SystemDirectories, Variant &Result)
      : C(C), Request(Request), SystemDirectories(std::move(SystemDirectories)),
        Result(Result) {}

  void registerIn(PassBuilder &PB) {
    PB.registerPipelineStartEPCallback(
        [this](ModulePassManager &Passes, OptimizationLevel) {
          add(Passes, [this](Module &M, ModuleAnalysisManager &) { first(M); });
        });
    PB.registerOptimizerLastEPCallback(
        [this](ModulePassManager &Passes, OptimizationLevel) {
          add(Passes, [this](Module &M, ModuleAnalysisManager &A) { last(M, A); });
        });
  }

private:
  template <typename Function>
  static void add(ModulePassManager &Passes, Function Run) {
    Passes.addPass(ModuleStep<Function>(std::move(Run)));
  }

  void first(Module &M) {
    switch (Request.Kind) {
    case VariantKind::Mapped:
      tagRegionScopes(M);
      eraseMarkers(M);
      break;
    case VariantKind::Trace:
      StripDebugInfo(M);
      // Of an image of several units, one unit cannot tell what encloses a site.
      Result.Sites =
          Request.Unit ? Request.Sites : sitesToRecord(M, Request.Sites, C.Regions);
      placeTraceMarkers(M, Result.Sites);
      break;
    case VariantKind::Lines:
      eraseMarkers(M);
      break;
    case VariantKind::Truth:
      tagRegionScopes(M);
      placeAllMarkers(M);
      break;
    }
  }

  void last(Module &M, ModuleAnalysisManager &Analyses) {
    switch (Request.Kind) {
    case VariantKind::Mapped:
      number(M);
      break;
    case VariantKind::Trace:
      lowerTraceEvents(M, Analyses, C.Regions, Request.Unit, Result.Notes);
      break;
    case VariantKind::Lines:
      keepUserLines(M, SystemDirectories);
      break;
    case VariantKind::Truth:
      number(M);
      lowerToPragmas(M);
      break;
    }
  }

  void number(Module &M) {
    listCalls(M, Result.Calls, Result.AddressTaken);
    Result.Contexts = numberContexts(M);
  }

  const Capsule &C;
  const VariantRequest &Request;
  std::vector<std::string> SystemDirectories; ///< of headers
  Variant &Result;
};

/// The capsule's command, apart from what belongs to the user's build alone: plugins,
/// outputs, dependency files.
std::unique_ptr<clang::CompilerInvocation>
invocationOf(const Capsule &C, clang::DiagnosticsEngine &Diags, StringRef CudaPath) {
  std::vector<const char *> Arguments;
  for (const std::string &Argument : C.Command)
    Arguments.push_back(Argument.c_str());
  auto Invocation = std::make_unique<clang::CompilerInvocation>();
  if (!clang::CompilerInvocation::CreateFromArgs(*Invocation, Arguments, Diags))
    return nullptr;
  clang::FrontendOptions &Frontend = Invocation->getFrontendOpts();
  Frontend.Plugins.clear();
  Frontend.AddPluginActions.clear();
  Frontend.ProgramAction = clang::frontend::EmitAssembly;
  Invocation->getDependencyOutputOpts() = clang::DependencyOutputOptions();
  clang::CodeGenOptions &CodeGen = Invocation->getCodeGenOpts();
  CodeGen.PassPlugins.clear();
  CodeGen.OptRecordFile.clear();
  CodeGen.DisableLLVMPasses = false;
  Invocation->getFileSystemOpts().WorkingDir = C.WorkingDirectory;
  if (!sys::fs::is_directory(C.WorkingDirectory))
    Invocation->getFileSystemOpts().WorkingDir.clear();
  for (auto &Library : CodeGen.LinkBitcodeFiles)
    if (!sys::fs::exists(Library.Filename)) {
      SmallString<128> Here(CudaPath);
      sys::path::append(Here, "nvvm", "libdevice",
                        sys::path::filename(Library.Filename));
      Library.Filename = Here.str().str();
    }
  return Invocation;
}

/// What clang said, errors only, as one text.
std::string errorsOf(const clang::TextDiagnosticBuffer &Buffer) {
  std::string Text;
  for (auto It = Buffer.err_begin(); It != Buffer.err_end(); ++It)
    Text += (Text.empty() ? "" : "; ") + It->second;
  return Text.empty() ? "clang gave no reason" : Text;
}

/// Contexts and calls come with all open sites as regions. Those of roles get a list of
/// their own; those of counted loops say nothing of an instruction and go.
void separateRoles(const RegionTable &Table, Variant &Result) {
  for (Context &At : Result.Contexts) {
    At.Roles = Table.rolesOf(At.Stack);
    At.Stack = Table.regionsOf(At.Stack);
    for (std::vector<unsigned> &Stack : At.Contributors)
      Stack = Table.regionsOf(Stack);
    llvm::sort(At.Contributors);
    At.Contributors.erase(std::unique(At.Contributors.begin(), At.Contributors.end()),
                          At.Contributors.end());
  }
  for (RemainingCall &Call : Result.Calls)
    Call.Stack = Table.regionsOf(Call.Stack);
}

bool isNumbered(VariantKind Kind) {
  return Kind == VariantKind::Mapped || Kind == VariantKind::Truth;
}

void applyLLVMOptions(const std::vector<std::string> &Options, VariantKind Kind) {
  // An instruction without location would pass for its neighbour's within a block.
  const std::string Unknown = std::string("-use-unknown-locations=") +
                              (isNumbered(Kind) ? "Enable" : "Default");
  std::vector<const char *> Arguments{"argus (capsule's -mllvm options)"};
  for (const std::string &Option : Options)
    if (!StringRef(Option).contains("use-unknown-locations"))
      Arguments.push_back(Option.c_str());
  Arguments.push_back(Unknown.c_str());
  // They are global: a second capsule with the same options must not add to them.
  cl::ResetAllOptionOccurrences();
  cl::ParseCommandLineOptions(static_cast<int>(Arguments.size()), Arguments.data());
}

void initializeTarget() {
  InitializeAllTargetInfos();
  InitializeAllTargets();
  InitializeAllTargetMCs();
  InitializeAllAsmPrinters();
  installPtxFinisher();
}

/// One run of clang's own pipeline.
class Generation {
public:
  Generation(const Capsule &C, StringRef CudaPath) : C(C) {
    CI.createDiagnostics(Messages, /*ShouldOwnClient=*/true);
    Invocation = invocationOf(C, CI.getDiagnostics(), CudaPath);
  }

  /// Null where the capsule's command cannot be read.
  clang::CompilerInvocation *invocation() { return Invocation.get(); }

  Error failure(const char *What) const {
    return createStringError(std::errc::invalid_argument, "%s of '%s' for %s: %s", What,
                             C.Source.c_str(), C.Arch.c_str(),
                             errorsOf(*Messages).c_str());
  }

  Expected<std::string> run(std::function<void(PassBuilder &)> Register) {
    clang::FrontendOptions &Frontend = Invocation->getFrontendOpts();
    Frontend.Inputs = {clang::FrontendInputFile(MemoryBufferRef(C.Bitcode, C.Source),
                                                clang::Language::LLVM_IR)};
    Invocation->getCodeGenOpts().PassBuilderCallbacks.push_back(std::move(Register));
    CI.setInvocation(Invocation);
    // For IR input, clang writes to a file and to nothing else.
    SmallString<128> Output;
    if (std::error_code EC = sys::fs::createTemporaryFile("argus", "ptx", Output))
      return createStringError(EC, "cannot make a temporary file");
    FileRemover Remover(Output);
    Frontend.OutputFile = Output.str().str();
    LLVMContext Context;
    Context.setDiscardValueNames(true);
    clang::EmitAssemblyAction Action(&Context);
    if (!CI.ExecuteAction(Action) || CI.getDiagnostics().hasErrorOccurred())
      return failure("code generation");
    CI.clearOutputFiles(/*EraseFiles=*/false);
    ErrorOr<std::unique_ptr<MemoryBuffer>> Ptx = MemoryBuffer::getFile(Output);
    if (!Ptx)
      return createStringError(Ptx.getError(), "cannot read '%s'", Output.c_str());
    return (*Ptx)->getBuffer().str();
  }

private:
  const Capsule &C;
  clang::TextDiagnosticBuffer *Messages = new clang::TextDiagnosticBuffer;
  clang::CompilerInstance CI;
  std::shared_ptr<clang::CompilerInvocation> Invocation;
};

/// The PTX of the user's own build, debug information included.
Expected<std::string> usersPtx(const Capsule &C, StringRef CudaPath) {
  Generation G(C, CudaPath);
  if (!G.invocation())
    return G.failure("the capsule's command cannot be read again");
  applyLLVMOptions(G.invocation()->getFrontendOpts().LLVMArgs, VariantKind::Lines);
  return G.run([](PassBuilder &PB) {
    PB.registerPipelineStartEPCallback(
        [](ModulePassManager &Passes, OptimizationLevel) {
          auto Erase = [](Module &M, ModuleAnalysisManager &) { eraseMarkers(M); };
          Passes.addPass(ModuleStep<decltype(Erase)>(Erase));
        });
  });
}

/// The mapped build's text. Where the user's debug information can't be carried over,
/// that is noted, and the comparison of the code will tell whether it matters.
Expected<std::string> mappedPtx(const Capsule &C, StringRef Text, StringRef CudaPath,
                                bool HasDebugInfo, Variant &Result) {
  if (!HasDebugInfo)
    return finishMappedPtx(Text, Result.Contexts);
  Expected<std::string> Users = usersPtx(C, CudaPath);
  if (!Users)
    return Users.takeError();
  const std::vector<Context> Before = Result.Contexts;
  Expected<std::string> Ptx = finishMappedPtx(Text, Result.Contexts, *Users);
  if (Ptx)
    return Ptx;
  Result.Notes.push_back(toString(Ptx.takeError()));
  Result.Contexts = Before;
  return finishMappedPtx(Text, Result.Contexts);
}

bool hasDebugInfo(const clang::CompilerInvocation &Invocation) {
  return Invocation.getCodeGenOpts().getDebugInfo() >=
         codegenoptions::DebugDirectivesOnly;
}

} // namespace

Expected<Variant> buildVariant(const Capsule &C, const VariantRequest &Request,
                               StringRef CudaPath) {
  if (C.Ptx) {
    Expected<Variant> Result = buildPtxVariant(C, *C.Ptx, Request);
    if (Result)
      separateRoles(C.Regions, *Result);
    return Result;
  }
  initializeTarget();
  Generation G(C, CudaPath);
  if (!G.invocation())
    return G.failure("the capsule's command cannot be read again");
  applyLLVMOptions(G.invocation()->getFrontendOpts().LLVMArgs, Request.Kind);
  Variant Result;
  VariantPasses Passes(C, Request, systemDirectories(*G.invocation()), Result);
  Expected<std::string> Text = G.run([&](PassBuilder &PB) { Passes.registerIn(PB); });
  if (!Text)
    return Text.takeError();
  if (Request.Kind == VariantKind::Trace)
    Text = limitRegisters(*Text, Request.Registers);
  else if (isNumbered(Request.Kind))
    Text = mappedPtx(
        C, *Text, CudaPath,
        Request.Kind == VariantKind::Mapped && hasDebugInfo(*G.invocation()), Result);
  else
    Text = withoutDebugLabels(*Text);
  if (!Text)
    return Text.takeError();
  Result.Ptx = std::move(*Text);
  // Behind the last step that looks for what contexts have in common.
  separateRoles(C.Regions, Result);
  return Result;
}

} // namespace argus
