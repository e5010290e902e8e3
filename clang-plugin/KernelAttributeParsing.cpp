//===- KernelAttributeParsing.cpp - CUDA's attributes that clang lacks ------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The toolkit's headers spell them `__attribute__((grid_constant))`,
// `__attribute__((cluster_dims(2, 1, 1)))`. In host compiles they are parsed and
// checked as well, and mean nothing.
//
//===----------------------------------------------------------------------===//

#include "KernelAttributes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Sema/DeclSpec.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace argus {

namespace {

void report(Sema &S, SourceLocation Loc, llvm::StringRef Text) {
  DiagnosticsEngine &Diags = S.getDiagnostics();
  Diags.Report(Loc, Diags.getCustomDiagID(DiagnosticsEngine::Error, "%0")) << Text;
}

void keep(Sema &S, Decl &D, const ParsedAttr &Attr, llvm::StringRef Text) {
  // The constructor copies the text into the ASTContext.
  D.addAttr(SuppressAttr::Create(S.Context, &Text, 1, Attr));
}

/// Positive integer constants; reports what is none.
bool evaluate(Sema &S, llvm::ArrayRef<Expr *> Arguments, llvm::StringRef Spelling,
              llvm::SmallVectorImpl<unsigned> &Values) {
  for (const Expr *E : Arguments) {
    const auto Value = E->getIntegerConstantExpr(S.Context);
    if (!Value) {
      report(S, E->getExprLoc(),
             (Spelling + " arguments must be integer constants").str());
      return false;
    }
    if (!Value->isStrictlyPositive() || Value->getActiveBits() > 31) {
      report(S, E->getExprLoc(),
             (Spelling + " arguments must be positive integers").str());
      return false;
    }
    Values.push_back(Value->getZExtValue());
  }
  return true;
}

void keepValues(Sema &S, Decl &D, const ParsedAttr &Attr, llvm::StringRef Name,
                llvm::ArrayRef<unsigned> Values) {
  std::string Text = ("argus:" + Name + ":").str();
  for (const unsigned Value : Values)
    Text += (Text.back() == ':' ? "" : ",") + std::to_string(Value);
  keep(S, D, Attr, Text);
}

bool isDependent(llvm::ArrayRef<Expr *> Arguments) {
  return llvm::any_of(Arguments, [](const Expr *E) { return E->isValueDependent(); });
}

/// The parser takes a lone name in an attribute of a plugin for a name that means
/// something to the attribute; here it is a constant or a template parameter.
Expr *resolve(Sema &S, const IdentifierLoc &Name) {
  UnqualifiedId Id;
  Id.setIdentifier(Name.Ident, Name.Loc);
  CXXScopeSpec NoScope;
  const ExprResult Result =
      S.ActOnIdExpression(S.getCurScope(), NoScope, SourceLocation(), Id,
                          /*HasTrailingLParen=*/false, /*IsAddressOfOperand=*/false);
  return Result.isUsable() ? Result.get() : nullptr;
}

/// Empty where a name was not found, which has been reported.
std::vector<Expr *> argumentsOf(Sema &S, const ParsedAttr &Attr) {
  std::vector<Expr *> Arguments;
  for (unsigned I = 0; I < Attr.getNumArgs(); ++I) {
    Expr *E =
        Attr.isArgExpr(I) ? Attr.getArgAsExpr(I) : resolve(S, *Attr.getArgAsIdent(I));
    if (!E)
      return {};
    Arguments.push_back(E);
  }
  return Arguments;
}

struct GridConstant : public ParsedAttrInfo {
  GridConstant() {
    static constexpr Spelling Spellings[] = {{ParsedAttr::AS_GNU, "grid_constant"}};
    this->Spellings = Spellings;
  }

  bool diagAppertainsToDecl(Sema &S, const ParsedAttr &Attr,
                            const Decl *D) const override {
    if (isa<ParmVarDecl>(D))
      return true;
    report(
        S, Attr.getLoc(),
        "__grid_constant__ annotation is only allowed on a parameter of a __global__ "
        "function");
    return false;
  }

  AttrHandling handleDeclAttribute(Sema &S, Decl *D,
                                   const ParsedAttr &Attr) const override {
    keep(S, *D, Attr, "argus:grid_constant");
    return AttributeApplied;
  }
};

using Values = llvm::SmallVector<unsigned, 6>;

/// An attribute of functions with positive integer constants; whether they are kernels
/// is known when all attributes have been read.
struct KernelAttribute : public ParsedAttrInfo {
  explicit KernelAttribute(const char *Name) : Name(Name) {}

  bool diagAppertainsToDecl(Sema &S, const ParsedAttr &Attr,
                            const Decl *D) const override {
    if (isa<FunctionDecl, FunctionTemplateDecl>(D))
      return true;
    report(S, Attr.getLoc(), spelling() + " is only allowed on a __global__ function");
    return false;
  }

  AttrHandling handleDeclAttribute(Sema &S, Decl *D,
                                   const ParsedAttr &Attr) const override {
    const std::vector<Expr *> Arguments = argumentsOf(S, Attr);
    Values Constants;
    if (Arguments.empty())
      return AttributeNotApplied;
    if (isDependent(Arguments))
      return handleDependent(S, *D, Attr, Arguments);
    if (!evaluateAll(S, Arguments, Constants))
      return AttributeNotApplied;
    keepValues(S, *D, Attr, Name, Constants);
    return AttributeApplied;
  }

  std::string spelling() const { return std::string("__") + Name + "__"; }

  const char *Name;

private:
  /// Arguments that depend on template parameters.
  virtual AttrHandling handleDependent(Sema &S, Decl &, const ParsedAttr &Attr,
                                       llvm::ArrayRef<Expr *>) const {
    report(S, Attr.getLoc(),
           spelling() + " with an argument that depends on a template parameter is not "
                        "supported by Argus");
    return AttributeNotApplied;
  }

  /// False where it has reported what is no such constant.
  virtual bool evaluateAll(Sema &S, llvm::ArrayRef<Expr *> Arguments,
                           Values &Out) const {
    return evaluate(S, Arguments, spelling(), Out);
  }
};

struct ClusterDims : public KernelAttribute {
  ClusterDims() : KernelAttribute("cluster_dims") {
    static constexpr Spelling Spellings[] = {{ParsedAttr::AS_GNU, "cluster_dims"}};
    this->Spellings = Spellings;
    NumArgs = 1;
    OptArgs = 2;
  }

private:
  /// They stay expressions until the template is instantiated.
  AttrHandling handleDependent(Sema &S, Decl &D, const ParsedAttr &Attr,
                               llvm::ArrayRef<Expr *> Arguments) const override {
    std::vector<Expr *> Three = Arguments.vec();
    Three.resize(3);
    D.addAttr(AMDGPUMaxNumWorkGroupsAttr::Create(S.Context, Three[0], Three[1],
                                                 Three[2], Attr));
    return AttributeApplied;
  }
};

/// `__block_size__((128, 1, 1), (2, 1, 1))`: each tuple is parsed as an expression with
/// comma operators.
struct BlockSize : public KernelAttribute {
  BlockSize() : KernelAttribute("block_size") {
    static constexpr Spelling Spellings[] = {{ParsedAttr::AS_GNU, "block_size"}};
    this->Spellings = Spellings;
    NumArgs = 1;
    OptArgs = 1;
  }

private:
  bool evaluateAll(Sema &S, llvm::ArrayRef<Expr *> Tuples, Values &Out) const override {
    for (Expr *Tuple : Tuples) {
      std::vector<Expr *> Elements;
      split(Tuple->IgnoreParens(), Elements);
      if (Elements.size() > 3) {
        report(S, Elements[3]->getExprLoc(),
               spelling() + " takes at most three numbers in a tuple");
        return false;
      }
      if (!evaluate(S, Elements, spelling(), Out))
        return false;
      Out.resize(Out.size() <= 3 ? 3 : 6, 1);
    }
    return true;
  }

  static void split(Expr *E, std::vector<Expr *> &Out) {
    const auto *Comma = dyn_cast<BinaryOperator>(E);
    if (!Comma || Comma->getOpcode() != BO_Comma)
      return Out.push_back(E);
    split(Comma->getLHS(), Out);
    Out.push_back(Comma->getRHS());
  }
};

struct MaxNReg : public KernelAttribute {
  MaxNReg() : KernelAttribute("maxnreg") {
    static constexpr Spelling Spellings[] = {{ParsedAttr::AS_GNU, "maxnreg"}};
    this->Spellings = Spellings;
    NumArgs = 1;
  }
};

/// Hints to nvcc's optimiser: without them the code is right.
struct Hint : public ParsedAttrInfo {
  Hint() {
    static constexpr Spelling Spellings[] = {{ParsedAttr::AS_GNU, "nv_pure"},
                                             {ParsedAttr::AS_GNU, "nv_inline_hint"}};
    this->Spellings = Spellings;
  }
  AttrHandling handleDeclAttribute(Sema &, Decl *, const ParsedAttr &) const override {
    return AttributeApplied;
  }
};

/// What nvcc gives a meaning that neither clang 19 nor Argus has. Ignored with a
/// warning, as clang would, the kernel would lose it.
struct Unsupported : public ParsedAttrInfo {
  Unsupported() {
    static constexpr Spelling Spellings[] = {{ParsedAttr::AS_GNU, "local_maxnreg"},
                                             {ParsedAttr::AS_GNU, "tile_global"},
                                             {ParsedAttr::AS_GNU, "tile"},
                                             {ParsedAttr::AS_GNU, "tile_builtin"}};
    this->Spellings = Spellings;
    OptArgs = 15;
  }
  AttrHandling handleDeclAttribute(Sema &S, Decl *,
                                   const ParsedAttr &Attr) const override {
    report(S, Attr.getLoc(),
           "__" + Attr.getAttrName()->getName().str() +
               "__ is supported neither by clang 19 nor by Argus; compile this file "
               "with nvcc");
    return AttributeNotApplied;
  }
};

using Registry = ParsedAttrInfoRegistry;
Registry::Add<GridConstant> A1("argus_grid_constant", "__grid_constant__");
Registry::Add<ClusterDims> A2("argus_cluster_dims", "__cluster_dims__");
Registry::Add<BlockSize> A3("argus_block_size", "__block_size__");
Registry::Add<MaxNReg> A4("argus_maxnreg", "__maxnreg__");
Registry::Add<Hint> A5("argus_nv_hints", "hints to nvcc's optimiser");
Registry::Add<Unsupported> A6("argus_unsupported", "what no one but nvcc knows");

} // namespace

} // namespace argus
