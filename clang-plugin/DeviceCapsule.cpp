//===- DeviceCapsule.cpp - makes the capsule of a device compile ------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceCapsule.h"
#include "DeviceFunctions.h"
#include "KernelAttributes.h"
#include "MarkerInserter.h"
#include "NvccNames.h"
#include "SpanCheck.h"
#include "ToolkitAttributes.h"
#include "argus/Abi.h"
#include "argus/passes/PlainCode.h"
#include "argus/passes/Variant.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"

using namespace clang;

namespace argus {

//===- What the parser tells -------------------------------------------------===//

/// Finds the marks of statements that stand before declarations outside of functions.
static void collectMisplacedMarks(const Decl *D, std::vector<Mark> &Out) {
  for (const Attr *A : D->attrs())
    if (std::optional<Mark> M = readMark(*A); M && M->Kind != MarkKind::Function)
      Out.push_back(*M);
  if (const auto *Template = dyn_cast<FunctionTemplateDecl>(D))
    collectMisplacedMarks(Template->getTemplatedDecl(), Out);
  if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl, CXXRecordDecl>(D))
    for (const Decl *Child : cast<DeclContext>(D)->decls())
      collectMisplacedMarks(Child, Out);
}

//===- What code generation needs to be told of -----------------------------------===//

/// When a declaration matters to code generation. Of the functions that the toolkit's
/// headers define, a program uses few, and to go through all costs 5 % of a small
/// compile.
enum class Need { Never, OnceUsed, Now };

static Need needOf(const Decl *D, ASTContext &Context) {
  const auto *F = dyn_cast<FunctionDecl>(D);
  if (!F || (F->hasAttrs() && F->hasAttr<AliasAttr>()))
    return Need::Now;
  if (!runsOnDevice(*F))
    return Need::Never;
  if (!F->doesThisDeclarationHaveABody())
    return F->hasAttr<AnnotateAttr>() ? Need::Now : Need::Never;
  // A C function is found by its name, whatever declares it: the compiler itself
  // (__cxa_pure_virtual), or another declaration of the user's.
  if (F->isExternC())
    return Need::Now;
  return F->isUsed() || Context.DeclMustBeEmitted(F) ? Need::Now : Need::OnceUsed;
}

static bool isOfSystem(const FunctionDecl &F) {
  return F.getASTContext().getSourceManager().isInSystemHeader(F.getLocation());
}

/// Whether code is generated for this declaration before the end, which can look for
/// functions.
static bool isEmittedAtOnce(const Decl *D, ASTContext &Context) {
  if (isa<FunctionDecl>(D))
    return Context.DeclMustBeEmitted(D);
  return isa<VarDecl>(D) && D->hasAttrs() && Context.DeclMustBeEmitted(D);
}

/// Appends those of a precompiled header, of which the parser tells nothing.
static void collectPrecompiled(ASTContext &Context, std::vector<FunctionDecl *> &Out) {
  std::vector<FunctionDecl *> All;
  for (Decl *D : Context.getTranslationUnitDecl()->decls())
    if (D->isFromASTFile())
      collectFunctions(D, All);
  const std::set<FunctionDecl *> Known(Out.begin(), Out.end());
  llvm::copy_if(All, std::back_inserter(Out),
                [&](FunctionDecl *F) { return !Known.count(F); });
}

//===- Making the capsule ------------------------------------------------------===//

/// The user's options with line tables, which carry the origin of each instruction.
/// Where the user asked for debug information, it stays what it is: its labels change
/// what ptxas makes, and the mapped build needs them.
static CodeGenOptions markedOptions(const CodeGenOptions &Users) {
  CodeGenOptions Options = Users;
  if (!Options.hasReducedDebugInfo() &&
      Options.getDebugInfo() < llvm::codegenoptions::DebugDirectivesOnly)
    Options.setDebugInfo(llvm::codegenoptions::DebugLineTablesOnly);
  Options.DebugColumnInfo = true;
  if (!Options.DwarfVersion)
    Options.DwarfVersion = 2;
  return Options;
}

static void listKernels(llvm::Module &M, CodeGenerator &Generator, CompilerInstance &CI,
                        RegionTable &Table, std::vector<KernelProperties> &Properties) {
  NvccNames Names(CI.getASTContext(), CI.getLangOpts());
  for (const llvm::Function &F : M) {
    const auto *D = F.isDeclaration()
                        ? nullptr
                        : dyn_cast_or_null<FunctionDecl>(
                              Generator.GetDeclForMangledName(F.getName()));
    if (!D || !D->hasAttr<CUDAGlobalAttr>())
      continue;
    Table.Kernels.push_back({F.getName().str(), D->getQualifiedNameAsString(),
                             Names.differing(*D, F.getName())});
    Properties.push_back(propertiesOf(const_cast<FunctionDecl &>(*D), CI.getSema()));
    Properties.back().Mangled = F.getName().str();
  }
}

/// The toolkit's CUDA_VERSION; 0 where cuda.h was not included.
static unsigned cudaVersion(Preprocessor &PP) {
  const MacroInfo *Macro = PP.getMacroInfo(PP.getIdentifierInfo("CUDA_VERSION"));
  if (!Macro || Macro->getNumTokens() != 1)
    return 0;
  unsigned Version = 0;
  llvm::StringRef(PP.getSpelling(Macro->getReplacementToken(0)))
      .getAsInteger(10, Version);
  return Version;
}

/// Whether the module brings code or data to the device. Relocatable device code does
/// without kernels, too: other translation units' kernels call it.
static bool definesAnything(const llvm::Module &M) {
  const auto Defined = [](const llvm::GlobalValue &V) { return !V.isDeclaration(); };
  return llvm::any_of(M.functions(), Defined) || llvm::any_of(M.globals(), Defined);
}

static void reportMisplaced(const std::vector<Mark> &Marks, const SourceManager &SM,
                            DiagnosticsEngine &Diags) {
  const unsigned Error = Diags.getCustomDiagID(DiagnosticsEngine::Error, "%0");
  for (const Mark &M : Marks)
    Diags.Report(SM.getExpansionLoc(M.Loc), Error)
        << "'#pragma argus' before a declaration marks nothing: put it before a "
           "statement of a function, or '[[argus::region(\"name\")]]' on the function";
}

/// An event names its site in 16 bits.
static void reportTooManySites(const RegionTable &Table, const SiteNumbering &Sites,
                               DiagnosticsEngine &Diags) {
  constexpr unsigned MostSites = (1u << ARGUS_EVENT_SITE_BITS) - 1;
  if (Table.Sites.size() <= MostSites)
    return;
  Diags.Report(Sites.location(MostSites),
               Diags.getCustomDiagID(DiagnosticsEngine::Error, "%0"))
      << "more than " + std::to_string(MostSites) +
             " regions in one translation unit; this is the first beyond";
}

/// Whether deleting the markers gives what ships. Deletes them.
static void reportDifference(llvm::Module &Marked, llvm::Module &Plain,
                             DiagnosticsEngine &Diags) {
  eraseMarkers(Marked);
  const std::string Difference = firstDifference(Marked, Plain);
  if (!Difference.empty())
    Diags.Report(Diags.getCustomDiagID(DiagnosticsEngine::Warning, "argus: %0"))
        << "the marks change the code before optimisation, " + Difference +
               "; kernels whose machine code differs from the shipped code will have "
               "no map";
}

static bool generatesCode(const FrontendOptions &Options) {
  switch (Options.ProgramAction) {
  case frontend::EmitAssembly:
  case frontend::EmitBC:
  case frontend::EmitLLVM:
  case frontend::EmitCodeGenOnly:
  case frontend::EmitObj:
    return true;
  default:
    return false;
  }
}

//===- The further code generations ----------------------------------------------===//

/// A code generator and what it works in.
struct Generation {
  Generation(CodeGenOptions Options) : Options(std::move(Options)) {
    LLVM.setDiscardValueNames(true);
    numberMetadataAlike(LLVM);
  }

  void start(CompilerInstance &CI, DiagnosticsEngine &Quiet, StringRef MainFile,
             ASTContext &Context) {
    Generator.reset(CreateLLVMCodeGen(Quiet, MainFile, &CI.getVirtualFileSystem(),
                                      CI.getHeaderSearchOpts(),
                                      CI.getPreprocessorOpts(), Options, LLVM));
    Generator->Initialize(Context);
  }

  llvm::LLVMContext LLVM;
  const CodeGenOptions Options;
  std::unique_ptr<CodeGenerator> Generator;
};

struct DeviceCapsuleConsumer::Second {
  Second(CompilerInstance &CI, StringRef MainFile, ASTContext &Context)
      : Context(Context), Diags(CI.getDiagnostics()),
        Quiet(Diags.getDiagnosticIDs(), &Diags.getDiagnosticOptions(),
              new IgnoringDiagConsumer()),
        Sites(CI.getSourceManager(), C.Regions), Inserter(Context, Sites),
        Marked(markedOptions(CI.getCodeGenOpts())), Plain(CI.getCodeGenOpts()) {
    if (!generatesCode(CI.getFrontendOpts()))
      return;
    Quiet.setSourceManager(&CI.getSourceManager());
    Marked.start(CI, Quiet, MainFile, Context);
    Plain.start(CI, Quiet, MainFile, Context);
  }

  void mark(ArrayRef<FunctionDecl *> Functions) {
    Inserter.putBack();
    for (FunctionDecl *F : Functions)
      Inserter.instrument(*F);
    Inserter.takeOut();
  }

  void generate(const Event &E) {
    if (!Marked.Generator || Diags.hasErrorOccurred())
      return;
    E(*Plain.Generator);
    Inserter.putBack();
    E(*Marked.Generator);
    Inserter.takeOut();
  }

  ASTContext &Context;
  DiagnosticsEngine &Diags;
  /// What the second code generation has to say, the first says too.
  DiagnosticsEngine Quiet;
  Capsule C;
  SiteNumbering Sites;
  MarkerInserter Inserter;
  Generation Marked; ///< without generator: no code is wanted
  Generation Plain;  ///< what the compiler's own generation makes, to compare with
  std::vector<Mark> Misplaced;           ///< marks before declarations
  std::vector<FunctionDecl *> Functions; ///< device functions with bodies
  std::vector<FunctionDecl *> Unused;    ///< not told, since nothing uses them so far
  /// What a translation unit with a precompiled header told: its functions are marked
  /// at the end only, since looking for them earlier would change what the compiler
  /// sees.
  std::vector<Event> Later;
};

DeviceCapsuleConsumer::DeviceCapsuleConsumer(CompilerInstance &CI, StringRef MainFile,
                                             std::shared_ptr<DeviceModuleProperties> P,
                                             bool CheckLost, Sink Done)
    : CI(CI), MainFile(MainFile), Properties(std::move(P)), Done(std::move(Done)) {
  Preprocessor &PP = CI.getPreprocessor();
  PP.addPPCallbacks(std::make_unique<ToolkitAttributes>(PP));
  if (CheckLost)
    PP.addPPCallbacks(
        std::make_unique<CompilerConditions>(PP, Skipped, namesHopperInstruction));
}

DeviceCapsuleConsumer::~DeviceCapsuleConsumer() = default;

void DeviceCapsuleConsumer::Initialize(ASTContext &Context) {
  Other = std::make_unique<Second>(CI, MainFile, Context);
}

/// Notes the device functions in a declaration, and the marks that stand wrong.
void DeviceCapsuleConsumer::found(Decl *D) {
  std::vector<FunctionDecl *> New;
  collectFunctions(D, New);
  Other->Functions.insert(Other->Functions.end(), New.begin(), New.end());
  if (Other->Context.getExternalSource())
    return;
  // Nothing is said of an unused function of a system header, whatever is in it.
  llvm::erase_if(New, [&](FunctionDecl *F) {
    return isOfSystem(*F) && needOf(F, Other->Context) == Need::OnceUsed;
  });
  Other->mark(New);
}

void DeviceCapsuleConsumer::tell(Event E) {
  if (Other->Context.getExternalSource())
    Other->Later.push_back(std::move(E));
  else
    Other->generate(E);
}

void DeviceCapsuleConsumer::tellNowUsed() {
  std::vector<FunctionDecl *> Candidates;
  Candidates.swap(Other->Unused);
  for (FunctionDecl *F : Candidates) {
    if (!F->isUsed()) {
      Other->Unused.push_back(F);
      continue;
    }
    if (isOfSystem(*F))
      Other->mark(F);
    tell([F](ASTConsumer &C) { C.HandleTopLevelDecl(DeclGroupRef(F)); });
  }
}

void DeviceCapsuleConsumer::tellOf(Decl *D) {
  if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(D)) {
    for (Decl *Child : cast<DeclContext>(D)->decls())
      tellOf(Child);
    return;
  }
  ASTContext &Context = Other->Context;
  switch (needOf(D, Context)) {
  case Need::Never:
    return;
  case Need::OnceUsed:
    Other->Unused.push_back(cast<FunctionDecl>(D));
    return;
  case Need::Now:
    if (isEmittedAtOnce(D, Context))
      tellNowUsed();
    tell([D](ASTConsumer &C) { C.HandleTopLevelDecl(DeclGroupRef(D)); });
  }
}

bool DeviceCapsuleConsumer::HandleTopLevelDecl(DeclGroupRef Group) {
  for (Decl *D : Group) {
    found(D);
    collectMisplacedMarks(D, Other->Misplaced);
    checkKernelAttributes(D, CI.getDiagnostics());
  }
  for (Decl *D : Group)
    tellOf(D);
  return true;
}

void DeviceCapsuleConsumer::HandleInlineFunctionDefinition(FunctionDecl *F) {
  found(F);
  const Need N = needOf(F, Other->Context);
  if (N == Need::Now)
    tell([F](ASTConsumer &C) { C.HandleInlineFunctionDefinition(F); });
  else if (N == Need::OnceUsed)
    Other->Unused.push_back(F);
}

void DeviceCapsuleConsumer::HandleInterestingDecl(DeclGroupRef Group) {
  HandleTopLevelDecl(Group);
}

void DeviceCapsuleConsumer::HandleTagDeclDefinition(TagDecl *Tag) {
  tell([Tag](ASTConsumer &C) { C.HandleTagDeclDefinition(Tag); });
}

void DeviceCapsuleConsumer::HandleTagDeclRequiredDefinition(const TagDecl *Tag) {
  tell([Tag](ASTConsumer &C) { C.HandleTagDeclRequiredDefinition(Tag); });
}

void DeviceCapsuleConsumer::HandleCXXStaticMemberVarInstantiation(VarDecl *Var) {
  if (isEmittedAtOnce(Var, Other->Context))
    tellNowUsed();
  tell([Var](ASTConsumer &C) { C.HandleCXXStaticMemberVarInstantiation(Var); });
}

void DeviceCapsuleConsumer::HandleVTable(CXXRecordDecl *Record) {
  tell([Record](ASTConsumer &C) { C.HandleVTable(Record); });
}

void DeviceCapsuleConsumer::CompleteTentativeDefinition(VarDecl *Var) {
  if (isEmittedAtOnce(Var, Other->Context))
    tellNowUsed();
  tell([Var](ASTConsumer &C) { C.CompleteTentativeDefinition(Var); });
}

void DeviceCapsuleConsumer::reportLost(const llvm::Module &M) {
  DiagnosticsEngine &Diags = CI.getDiagnostics();
  const auto DeclOf = [&](const llvm::Function &F) {
    return dyn_cast_or_null<FunctionDecl>(
        Other->Marked.Generator->GetDeclForMangledName(F.getName()));
  };
  const unsigned Error = Diags.getCustomDiagID(
      DiagnosticsEngine::Error, "kernel '%0' has no %1 instruction: for nvcc the "
                                "source asks for it here, for this "
                                "compile the text is skipped, because of '%2'");
  const unsigned Note =
      Diags.getCustomDiagID(DiagnosticsEngine::Note,
                            "'argus clang++' and argus_target() define what nvcc does; "
                            "-fplugin-arg-argus-allow-lost accepts the loss");
  for (const LostInstruction &L : findLostInstructions(
           M, CI.getTargetOpts().CPU, Skipped, CI.getSourceManager(), DeclOf)) {
    Diags.Report(L.Where->Loc, Error)
        << DeclOf(*L.Kernel)->getQualifiedNameAsString() << L.Family << L.Where->Macro;
    Diags.Report(L.Where->Loc, Note);
  }
}

/// The names that the driver gives to what the compile writes are new each time, and
/// the capsule would be, too; no variant has them.
static std::vector<std::string>
withoutOutputs(const std::vector<std::string> &Command) {
  std::vector<std::string> Kept;
  for (size_t I = 0; I < Command.size(); ++I)
    if (Command[I] == "-o" || Command[I] == "-dumpdir")
      ++I;
    else
      Kept.push_back(Command[I]);
  return Kept;
}

void DeviceCapsuleConsumer::HandleTranslationUnit(ASTContext &Context) {
  DiagnosticsEngine &Diags = CI.getDiagnostics();
  Second &S = *Other;
  if (Diags.hasErrorOccurred())
    return;
  if (Context.getExternalSource()) {
    collectPrecompiled(Context, S.Functions);
    S.mark(S.Functions);
  }
  reportMisplaced(S.Misplaced, CI.getSourceManager(), Diags);
  reportTooManySites(S.C.Regions, S.Sites, Diags);
  tellNowUsed();
  for (const Event &E : S.Later)
    S.generate(E);
  S.generate([&](ASTConsumer &C) { C.HandleTranslationUnit(Context); });
  llvm::Module *M = S.Marked.Generator ? S.Marked.Generator->GetModule() : nullptr;
  if (Diags.hasErrorOccurred() || !M)
    return; // The compiler's own code generation fails on the same code and says why.

  reportLost(*M);
  Capsule &C = S.C;
  listKernels(*M, *S.Marked.Generator, CI, C.Regions, Properties->Kernels);
  joinSpansAcrossFunctions(*M, C.Regions);
  const ModuleFlow Flow(*M);
  reportSpanConflicts(Flow, C.Regions, S.Sites, Diags);
  Properties->PtxVersion = ptxVersionOf(cudaVersion(CI.getPreprocessor()));
  addProperties(*M, *Properties);
  const bool Relocatable = CI.getLangOpts().GPURelocatableDeviceCode;
  if (Diags.hasErrorOccurred() ||
      !(Relocatable ? definesAnything(*M) : !C.Regions.Kernels.empty()))
    return;
  C.Arch = CI.getTargetOpts().CPU;
  C.Source = MainFile;
  llvm::SmallString<128> Directory;
  if (llvm::sys::fs::current_path(Directory))
    Directory.clear();
  C.WorkingDirectory = Directory.str().str();
  C.Command = withoutOutputs(CI.getCodeGenOpts().CommandLineArgs);
  if (!Relocatable)
    C.Paths = llvm::cantFail(enumerateRegionPaths(*M, C.Regions, Flow));
  llvm::Module &Plain = *S.Plain.Generator->GetModule();
  addProperties(Plain, *Properties);
  noteFoldedBlocks(*M, Plain);
  llvm::raw_string_ostream Out(C.Bitcode);
  // Optimisations follow the order of uses, and what is read back has another one.
  llvm::WriteBitcodeToFile(*M, Out, /*ShouldPreserveUseListOrder=*/true);
  Out.flush();
  reportDifference(*M, Plain, Diags);
  Done(std::move(C));
}

} // namespace argus
