//===- HostMarks.h - region marks where no device code is ---------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PLUGIN_HOSTMARKS_H
#define ARGUS_PLUGIN_HOSTMARKS_H

#include "clang/AST/ASTConsumer.h"

namespace argus {

/// In a host compile: warns of marks in functions that never run on a device, since
/// this version measures device regions only. System headers are not searched.
class HostMarksConsumer : public clang::ASTConsumer {
public:
  bool HandleTopLevelDecl(clang::DeclGroupRef Group) override;
  void HandleInlineFunctionDefinition(clang::FunctionDecl *F) override;

private:
  void search(clang::Decl *D);
};

} // namespace argus

#endif // ARGUS_PLUGIN_HOSTMARKS_H
