//===- OptPlugin.cpp - Argus' passes for opt --------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   opt -load-pass-plugin=ArgusPasses.so -passes=argus-tag-regions ...
//
// One library cannot serve clang and opt: the option that loads it would be registered
// twice. So the passes are here again, one name each, for tests and for study.
//
//===----------------------------------------------------------------------===//

#include "../lib/ContextNumbers.h"
#include "../lib/Membership.h"
#include "../lib/TraceLowering.h"
#include "../lib/TraceMarkers.h"
#include "argus/passes/HostHooks.h"
#include "argus/passes/Markers.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include <set>

using namespace llvm;

namespace argus {

namespace {

/// The kernels that a module's annotations name.
RegionTable kernelsOf(Module &M) {
  RegionTable Table;
  NamedMDNode *Annotations = M.getNamedMetadata("nvvm.annotations");
  if (!Annotations)
    return Table;
  for (const MDNode *Node : Annotations->operands()) {
    auto *F = mdconst::dyn_extract_or_null<Function>(Node->getOperand(0));
    auto *What = dyn_cast<MDString>(Node->getOperand(1));
    if (F && What && What->getString() == "kernel")
      Table.Kernels.push_back({F->getName().str(), F->getName().str()});
  }
  return Table;
}

std::vector<unsigned> allSites(Module &M) {
  std::set<unsigned> Sites;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (std::optional<Marker> Mark = asMarker(I))
        Sites.insert(Mark->Site);
  return {Sites.begin(), Sites.end()};
}

void printNotes(const std::vector<std::string> &Notes) {
  for (const std::string &Note : Notes)
    errs() << "note: " << Note << '\n';
}

void printContexts(const std::vector<Context> &Contexts) {
  for (size_t I = UnattributedContext; I < Contexts.size(); ++I) {
    errs() << "context " << I << ": " << Contexts[I].File << ':' << Contexts[I].Line
           << ':' << Contexts[I].Column;
    for (unsigned Site : Contexts[I].Stack)
      errs() << " /" << Site;
    if (Contexts[I].From == Origin::Merged)
      errs() << " merged";
    errs() << '\n';
  }
}

using Step = void (*)(Module &, ModuleAnalysisManager &);

class StepPass : public PassInfoMixin<StepPass> {
public:
  explicit StepPass(Step Run) : Run(Run) {}
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &Analyses) {
    Run(M, Analyses);
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }

private:
  Step Run;
};

Step stepNamed(StringRef Name) {
  return StringSwitch<Step>(Name)
      .Case("argus-tag-regions",
            [](Module &M, ModuleAnalysisManager &) { tagRegionScopes(M); })
      .Case("argus-erase-markers",
            [](Module &M, ModuleAnalysisManager &) { eraseMarkers(M); })
      .Case(
          "argus-number-contexts",
          [](Module &M, ModuleAnalysisManager &) { printContexts(numberContexts(M)); })
      .Case(
          "argus-place-trace",
          [](Module &M, ModuleAnalysisManager &) { placeTraceMarkers(M, allSites(M)); })
      .Case("argus-lower-trace",
            [](Module &M, ModuleAnalysisManager &Analyses) {
              std::vector<std::string> Notes;
              lowerTraceEvents(M, Analyses, kernelsOf(M), std::nullopt, Notes);
              printNotes(Notes);
            })
      .Case("argus-host-hooks",
            [](Module &M, ModuleAnalysisManager &) {
              instrumentHostModule(M, {"0123456789abcdef0123456789abcdef",
                                       M.getSourceFileName(), "capsule bytes", false});
            })
      .Default(nullptr);
}

} // namespace

} // namespace argus

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "ArgusPasses", ARGUS_VERSION_STRING,
          [](PassBuilder &PB) {
            PB.registerPipelineParsingCallback(
                [](StringRef Name, ModulePassManager &Passes,
                   ArrayRef<PassBuilder::PipelineElement>) {
                  argus::Step Run = argus::stepNamed(Name);
                  if (Run)
                    Passes.addPass(argus::StepPass(Run));
                  return Run != nullptr;
                });
          }};
}
