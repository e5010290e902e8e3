//===- Code.h - modules for tests, from text ----------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TEST_PASSES_CODE_H
#define ARGUS_TEST_PASSES_CODE_H

#include "argus/passes/PlainCode.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

namespace argus {

/// A module in a context of its own. `MARK` in the text is a marker.
struct Code {
  explicit Code(std::string Text) {
    for (size_t At; (At = Text.find("MARK")) != std::string::npos;)
      Text.replace(At, 4, "call void asm sideeffect \"argus.begin 0\", \"\"()");
    numberMetadataAlike(Context);
    llvm::SMDiagnostic Error;
    M = llvm::parseAssemblyString(Text, Error, Context);
    if (!M)
      ADD_FAILURE() << Error.getMessage().str() << ": "
                    << Error.getLineContents().str();
  }

  /// Without the comments that list predecessors: their order is that of the uses,
  /// which here comes from the text.
  std::string text() const {
    std::string Text;
    llvm::raw_string_ostream Out(Text);
    Out << *M;
    for (size_t At; (At = Text.find(" ; preds")) != std::string::npos;)
      Text.erase(At, Text.find('\n', At) - At);
    for (size_t At; (At = Text.find(" \n")) != std::string::npos;)
      Text.erase(At, 1);
    return Text;
  }

  llvm::LLVMContext Context;
  std::unique_ptr<llvm::Module> M;
};

inline std::string difference(const char *A, const char *B) {
  Code First(A), Second(B);
  if (!First.M || !Second.M)
    return "unreadable";
  return firstDifference(*First.M, *Second.M);
}

} // namespace argus

#endif // ARGUS_TEST_PASSES_CODE_H
