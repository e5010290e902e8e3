//===- PlainCode.cpp - marked code becomes the code without marks -----------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "argus/passes/PlainCode.h"
#include "argus/passes/Markers.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace argus {

/// At the branch of a block that is folded. Its operand says how, since the order of
/// uses differs: the successor may take the block's uses, as clang does with a loop's
/// header, or the block the successor's, as with the return block.
static constexpr StringLiteral Folded = "argus.folded";
static constexpr StringLiteral IntoSuccessor = "header", TakesSuccessor = "return";

void numberMetadataAlike(LLVMContext &Context) {
  for (const StringRef Kind : {StringRef("srcloc"), StringRef(Folded)})
    Context.getMDKindID(Kind);
}

//===- Finding the blocks ------------------------------------------------------===//

namespace {

/// Pairs the blocks of marked and plain code by walking both from their entries.
class Pairing {
public:
  Pairing(Function &Marked, const Function &Plain) : Marked(Marked), Plain(Plain) {}

  /// The blocks of the marked code to fold; nothing where the functions differ
  /// otherwise.
  std::vector<BasicBlock *> folded() {
    if (Marked.size() == Plain.size() || !walk())
      return {};
    std::vector<BasicBlock *> Blocks;
    for (BasicBlock &BB : Marked)
      if (const auto At = PlainOf.find(&BB);
          At != PlainOf.end() && MarkedOf.lookup(At->second) != &BB)
        Blocks.push_back(&BB);
    return Blocks;
  }

private:
  using Pair = std::pair<BasicBlock *, const BasicBlock *>;

  /// A block that was kept and might be folded: where the walk goes on if it must be.
  struct Choice {
    Pair At;
    size_t Paired, Queued, Next;
  };
  static constexpr unsigned MostRetries = 256;

  static bool matters(const Instruction &I) {
    return !isa<DbgInfoIntrinsic>(I) && !asMarker(I);
  }

  /// Without debug information and markers, a jump and nothing else.
  template <typename Block> static bool isJump(Block &BB) {
    const auto *Br = dyn_cast<BranchInst>(BB.getTerminator());
    return Br && Br->isUnconditional() && Br->getSuccessor(0) != &BB &&
           all_of(BB, [&](const Instruction &I) { return &I == Br || !matters(I); });
  }

  static bool mayFold(BasicBlock &BB) {
    return !BB.isEntryBlock() && isJump(BB) &&
           any_of(BB, [](const Instruction &I) { return asMarker(I).has_value(); }) &&
           !isa<PHINode>(BB.getSingleSuccessor()->front());
  }

  static bool alike(const BasicBlock &A, const BasicBlock &B) {
    const auto Code = [](const BasicBlock &BB) {
      return make_filter_range(BB, matters);
    };
    const auto Same = [](const Instruction &X, const Instruction &Y) {
      return X.getOpcode() == Y.getOpcode() && X.getNumOperands() == Y.getNumOperands();
    };
    auto InA = Code(A), InB = Code(B);
    auto I = InA.begin(), J = InB.begin();
    for (; I != InA.end() && J != InB.end(); ++I, ++J)
      if (!Same(*I, *J))
        return false;
    return I == InA.end() && J == InB.end();
  }

  void note(Pair P, bool Fold) {
    PlainOf[P.first] = P.second;
    Paired.push_back({P, Fold});
    if (!Fold)
      MarkedOf[P.second] = P.first;
  }

  /// Pairs two blocks that correspond; false if they cannot.
  bool pair(Pair P, bool Fold = false) {
    for (;;) {
      const auto Known = PlainOf.find(P.first);
      if (Known != PlainOf.end())
        return Known->second == P.second;
      const bool Taken = MarkedOf.count(P.second);
      const bool Possible = mayFold(*P.first);
      if (Possible && (Fold || Taken || !isJump(*P.second))) {
        Fold = false;
        note(P, /*Fold=*/true);
        P.first = P.first->getSingleSuccessor();
        continue;
      }
      if (Taken || !alike(*P.first, *P.second))
        return false;
      if (Possible)
        Choices.push_back({P, Paired.size(), Queue.size(), Next});
      note(P, /*Fold=*/false);
      for (auto [M, Q] : zip(successors(P.first), successors(P.second)))
        Queue.push_back({M, Q});
      return true;
    }
  }

  /// Goes back to the last choice, and folds there.
  bool retry() {
    while (!Choices.empty() && Retries++ < MostRetries) {
      const Choice C = Choices.back();
      Choices.pop_back();
      for (; Paired.size() > C.Paired; Paired.pop_back()) {
        const auto &[P, Fold] = Paired.back();
        PlainOf.erase(P.first);
        if (!Fold)
          MarkedOf.erase(P.second);
      }
      Queue.resize(C.Queued);
      Next = C.Next;
      if (pair(C.At, /*Fold=*/true))
        return true;
    }
    return false;
  }

  /// The next blocks that nothing leads to.
  bool queueUnreachable() {
    const auto M = find_if(Marked, [&](BasicBlock &BB) { return !PlainOf.count(&BB); });
    const auto P =
        find_if(Plain, [&](const BasicBlock &BB) { return !MarkedOf.count(&BB); });
    if (M == Marked.end() || P == Plain.end())
      return false;
    Queue.push_back({&*M, &*P});
    return true;
  }

  bool isComplete() const {
    return PlainOf.size() == Marked.size() && MarkedOf.size() == Plain.size();
  }

  bool walk() {
    Queue.push_back({&Marked.getEntryBlock(), &Plain.getEntryBlock()});
    for (;;) {
      while (Next < Queue.size()) {
        const Pair P = Queue[Next++];
        if (!pair(P) && !retry())
          return false;
      }
      if (isComplete())
        return true;
      if (!queueUnreachable() && !retry())
        return false;
    }
  }

  Function &Marked;
  const Function &Plain;
  DenseMap<const BasicBlock *, const BasicBlock *> PlainOf, MarkedOf;
  std::vector<std::pair<Pair, bool>> Paired; ///< in order; whether folded
  std::vector<Pair> Queue;                   ///< that correspond; from Next on, unseen
  size_t Next = 0;
  std::vector<Choice> Choices;
  unsigned Retries = 0;
};

} // namespace

void noteFoldedBlocks(Module &Marked, const Module &Plain) {
  LLVMContext &Context = Marked.getContext();
  for (Function &F : Marked) {
    const Function *P = Plain.getFunction(F.getName());
    if (F.isDeclaration() || !P || P->isDeclaration())
      continue;
    for (BasicBlock *BB : Pairing(F, *P).folded()) {
      const bool Return =
          isa<ReturnInst, UnreachableInst>(BB->getSingleSuccessor()->getTerminator());
      BB->getTerminator()->setMetadata(
          Folded, MDNode::get(Context, MDString::get(Context, Return ? TakesSuccessor
                                                                     : IntoSuccessor)));
    }
  }
}

//===- Folding them ------------------------------------------------------------===//

static void fold(BasicBlock &BB, const MDNode &How) {
  BasicBlock *To = BB.getSingleSuccessor();
  BB.getTerminator()->eraseFromParent();
  if (cast<MDString>(How.getOperand(0))->getString() == IntoSuccessor) {
    BB.replaceAllUsesWith(To);
    BB.eraseFromParent();
    return;
  }
  To->replaceAllUsesWith(&BB);
  BB.splice(BB.end(), To);
  To->eraseFromParent();
}

void eraseMarkers(Module &M) {
  const unsigned Kind = M.getMDKindID(Folded);
  for (Function &F : M) {
    SmallVector<BasicBlock *, 8> Blocks;
    for (BasicBlock &BB : F) {
      for (Instruction &I : make_early_inc_range(BB))
        if (asMarker(I))
          I.eraseFromParent();
      if (BB.getTerminator()->getMetadata(Kind))
        Blocks.push_back(&BB);
    }
    // Inner loops first, as clang does.
    for (BasicBlock *BB : reverse(Blocks))
      fold(*BB, *BB->getTerminator()->getMetadata(Kind));
  }
}

} // namespace argus
