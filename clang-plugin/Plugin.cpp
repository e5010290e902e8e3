//===- Plugin.cpp - libArgus.so: what -fplugin adds to a compile ------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a CUDA device compile: a capsule. In the host compile of the same file: the
// capsules of all architectures as a section of the object, and the hooks through which
// a preloaded runtime takes part. In any other compile: nothing.
//
//===----------------------------------------------------------------------===//

#include "CapsuleExchange.h"
#include "DeviceCapsule.h"
#include "DialectHints.h"
#include "HostMarks.h"
#include "argus/passes/FinishPtx.h"
#include "argus/passes/HostHooks.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace argus {

namespace {

void warn(DiagnosticsEngine &Diags, llvm::StringRef Text) {
  Diags.Report(Diags.getCustomDiagID(DiagnosticsEngine::Warning, "argus: %0")) << Text;
}

/// Whether the input was preprocessed by another call: -save-temps, distcc.
bool isPreprocessed(CompilerInstance &CI) {
  const auto &Inputs = CI.getFrontendOpts().Inputs;
  return !Inputs.empty() && Inputs.front().getKind().isPreprocessed();
}

/// The source as the user calls it; -save-temps compiles one temporary file a compile.
std::string sourceName(CompilerInstance &CI, llvm::StringRef MainFile) {
  const std::string &Given = CI.getCodeGenOpts().MainFileName;
  return isPreprocessed(CI) && !Given.empty() ? Given : MainFile.str();
}

/// Puts capsules and hooks into the host module before anything is optimised.
class HostPass : public llvm::PassInfoMixin<HostPass> {
public:
  HostPass(CompilerInstance &CI, TranslationUnitKey Key)
      : CI(CI), Key(std::move(Key)) {}

  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &) {
    HostModuleInfo Info;
    Info.Source = sourceName(CI, Key.MainFile);
    Info.Relocatable = CI.getLangOpts().GPURelocatableDeviceCode;
    llvm::Expected<std::vector<Capsule>> Capsules = takeCapsules(Key);
    if (!Capsules) {
      warn(CI.getDiagnostics(), llvm::toString(Capsules.takeError()));
      return llvm::PreservedAnalyses::all();
    }
    CapsuleContainer Container;
    Container.Capsules = std::move(*Capsules);
    if (Container.Capsules.empty() && registersKernels(M)) {
      const std::string Reason =
          "no device compile of this file left a capsule, so its kernels cannot be "
          "measured; compile host and device in one command";
      warn(CI.getDiagnostics(), Reason);
      Container.Source = Info.Source;
      Container.Unmapped = Reason;
    }
    // Else there are no kernels, but perhaps the program's cudaDeviceReset.
    if (!Container.Capsules.empty() || !Container.Unmapped.empty()) {
      Info.CapsuleSectionBytes = serializeContainer(Container);
      Info.ModuleId = Container.ModuleId;
    }
    const bool Changed = instrumentHostModule(M, Info);
    return Changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
  }

  /// At -O0 too.
  static bool isRequired() { return true; }

private:
  CompilerInstance &CI;
  TranslationUnitKey Key;
};

/// Adds what CUDA's attributes say to the compiler's own module before the first pass
/// runs. A pass at the start of the pipeline comes too late: the back end's own pass
/// there reads launch bounds, and with them keeps all annotations that it finds. It
/// also does not run under -save-temps, where this step only writes the module.
void registerProperties(CodeGenOptions &Options,
                        const std::shared_ptr<DeviceModuleProperties> &Properties) {
  Options.PassBuilderCallbacks.push_back([Properties](llvm::PassBuilder &PB) {
    PB.getPassInstrumentationCallbacks()->registerBeforeNonSkippedPassCallback(
        [Properties, Done = false](llvm::StringRef, const llvm::Any &IR) mutable {
          const auto *const *M = llvm::any_cast<const llvm::Module *>(&IR);
          if (M && !std::exchange(Done, true))
            addProperties(const_cast<llvm::Module &>(**M), *Properties);
        });
  });
}

/// To the given file, else to where the host compile finds it.
llvm::Error storeCapsule(const TranslationUnitKey &Key, const Capsule &C,
                         llvm::StringRef File) {
  if (File.empty())
    return leaveCapsule(Key, C);
  return llvm::writeToOutput(File, [&](llvm::raw_ostream &Out) {
    CapsuleContainer Container;
    Container.Capsules = {C};
    Out << serializeContainer(Container);
    return llvm::Error::success();
  });
}

class ArgusAction : public PluginASTAction {
protected:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 llvm::StringRef MainFile) override {
    const LangOptions &Lang = CI.getLangOpts();
    if (!Lang.CUDA)
      return std::make_unique<ASTConsumer>();
    addDialectHints(CI);
    // Under -save-temps each compile reads a temporary file of its own.
    const TranslationUnitKey Key{
        Lang.CUID, isPreprocessed(CI) ? sourceName(CI, MainFile) : MainFile.str()};
    if (Lang.CUDAIsDevice) {
      auto Properties = std::make_shared<DeviceModuleProperties>();
      registerProperties(CI.getCodeGenOpts(), Properties);
      return std::make_unique<DeviceCapsuleConsumer>(
          // By value: the compiler destroys the action before the compile ends.
          CI, sourceName(CI, MainFile), std::move(Properties), !AllowLost,
          [&CI, Key, File = CapsuleFile](const Capsule &C) {
            if (llvm::Error E = storeCapsule(Key, C, File))
              warn(CI.getDiagnostics(), llvm::toString(std::move(E)));
          });
    }
    // The third launch bound is about the device; there it is checked.
    CI.getDiagnostics().setSeverity(diag::warn_cuda_maxclusterrank_sm_90,
                                    diag::Severity::Ignored, SourceLocation());
    CodeGenOptions &Options = CI.getCodeGenOpts();
    if (Options.DisableLLVMPasses) {
      // -save-temps optimises in a later step, which has no AST and no capsules. At -O0
      // the pipeline is this pass and little more. What the later step does by the
      // level is in the module by now: code generation has a copy of the options.
      Options.DisableLLVMPasses = false;
      Options.OptimizationLevel = 0;
    }
    Options.PassBuilderCallbacks.push_back([&CI, Key](llvm::PassBuilder &PB) {
      PB.registerPipelineStartEPCallback(
          [&CI, Key](llvm::ModulePassManager &MPM, llvm::OptimizationLevel) {
            MPM.addPass(HostPass(CI, Key));
          });
    });
    return std::make_unique<HostMarksConsumer>();
  }

  bool ParseArgs(const CompilerInstance &CI,
                 const std::vector<std::string> &Args) override {
    for (llvm::StringRef Arg : Args) {
      if (Arg.consume_front("capsule=")) {
        CapsuleFile = Arg.str();
        continue;
      }
      if (Arg == "allow-lost") {
        AllowLost = true;
        continue;
      }
      DiagnosticsEngine &Diags = CI.getDiagnostics();
      Diags.Report(Diags.getCustomDiagID(
          DiagnosticsEngine::Error,
          "unknown plugin argument '%0'; known are -fplugin-arg-argus-capsule= and "
          "-fplugin-arg-argus-allow-lost"))
          << Arg;
      return false;
    }
    return true;
  }

  ActionType getActionType() override { return AddBeforeMainAction; }

private:
  std::string CapsuleFile;
  bool AllowLost = false;
};

/// When the plugin is loaded, since the last step of -save-temps runs no action. Clang
/// has initialised its targets by then.
[[maybe_unused]] const bool PtxIsFinished = (installPtxFinisher(), true);

FrontendPluginRegistry::Add<ArgusAction> Entry("argus", "semantic regions for Argus");

} // namespace

} // namespace argus
