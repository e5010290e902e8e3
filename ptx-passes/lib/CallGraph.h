//===- CallGraph.h - who calls whom in a module of PTX ----------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PTXPASSES_CALLGRAPH_H
#define ARGUS_PTXPASSES_CALLGRAPH_H

#include "argus/ptx/Module.h"

#include <map>
#include <set>
#include <string>

namespace argus::ptxpasses {

/// Who calls whom, and whose address is taken.
class CallGraph {
public:
  /// Whole: nothing outside of the module calls its functions by their names.
  explicit CallGraph(const ptx::Module &M, bool Whole = false);
  /// These and what they call, directly or not.
  std::set<std::string> withCallees(std::set<std::string> Names) const {
    return closure(std::move(Names), Callees);
  }
  std::set<std::string> withCallers(std::set<std::string> Names) const {
    return closure(std::move(Names), Callers);
  }

  std::set<std::string> Outside;        ///< may be called from another module
  std::set<std::string> Pointed;        ///< may be called through a pointer
  std::set<std::string> Launched;       ///< kernels that kernels may launch
  std::set<std::string> Defined;        ///< have a body
  std::set<std::string> PointerCallers; ///< call through pointers; kernels, too

private:
  using Edges = std::map<std::string, std::set<std::string>>;
  void add(const ptx::Function &F);
  void add(const ptx::Variable &V);
  void take(const std::string &Symbol);
  void take(const ptx::Operand &O);
  static std::set<std::string> closure(std::set<std::string> Names, const Edges &E);

  std::set<std::string> Functions, Kernels;
  Edges Callees, Callers;
};

/// The callee as an operand of a `call`: a symbol, or a register that points to it.
const ptx::Operand *calleeOf(const ptx::Instruction &I);
/// Whether the call goes through a pointer.
bool isIndirectCall(const ptx::Instruction &I);
/// Its name, if it is one function.
const std::string *directCallee(const ptx::Instruction &I);

} // namespace argus::ptxpasses

#endif // ARGUS_PTXPASSES_CALLGRAPH_H
