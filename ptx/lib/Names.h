//===- Names.h - the scopes of a function body -----------------*- C++ -*--===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PTX_LIB_NAMES_H
#define ARGUS_PTX_LIB_NAMES_H

#include "argus/ptx/Module.h"

#include <optional>
#include <string_view>
#include <unordered_map>

namespace argus::ptx {

/// What a name of a function stands for.
struct Entity {
  enum class Kind : uint8_t { Register, Variable, Parameter, Return, Label };
  Kind What = Kind::Register;
  uint32_t Index = 0; ///< as in Operand
};

/// The scopes of one function; scope 0 holds its parameters and its outermost names.
class Names {
public:
  Names();
  void open();
  /// False: only scope 0 is open.
  bool close();
  unsigned depth() const { return Depth; }
  unsigned current() const { return Current; }

  /// False: the open scope has this name already.
  bool declare(const std::string &Name, Entity E);
  /// Declares Base0 to Base<Count-1>, registers from First on. The first of them whose
  /// name the open scope has already; Count: none.
  unsigned declareRange(const std::string &Base, unsigned Count, uint32_t First);
  /// What the innermost of the scope and those around it has by this name.
  std::optional<Entity> find(const std::string &Name, unsigned Scope) const;
  std::optional<Entity> find(const std::string &Name) const {
    return find(Name, Current);
  }

private:
  /// `%r<500>` is one entry, not 500: most of what is looked up is in one of these.
  struct Range {
    std::string Base;
    unsigned Count = 0;
    uint32_t First = 0;
  };
  struct Scope {
    unsigned Parent = 0;
    std::vector<Range> Ranges;
    std::unordered_map<std::string, Entity> Entities;
  };
  static std::optional<Entity> findInRanges(const Scope &S, const std::string &Name);
  // Closed ones stay: a label may be defined after the branch to it, so branches are
  // resolved at the end.
  std::vector<Scope> Scopes;
  unsigned Current = 0, Depth = 0;
};

} // namespace argus::ptx

#endif // ARGUS_PTX_LIB_NAMES_H
