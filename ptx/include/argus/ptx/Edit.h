//===- Edit.h - changes a function's body -----------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PTX_EDIT_H
#define ARGUS_PTX_EDIT_H

#include "argus/ptx/Module.h"

#include <string_view>
#include <unordered_set>

namespace argus::ptx {

/// Collects changes of a function's body and makes them at once. Places are indices of
/// statements as they are until apply(), which keeps what refers to statements (labels,
/// variables) right. A place may be the body's size: behind its last statement.
class BodyEditor {
public:
  explicit BodyEditor(Function &F) : F(F) {}

  /// Declares a register at the body's beginning, before all that is inserted there.
  /// The same name again: the same register.
  uint32_t addRegister(Type T, const std::string &Name);
  /// A symbol of the module that inserted code may name.
  void addSymbol(const std::string &Name) { Symbols.insert(Name); }

  /// Inserts statements, given as PTX. They may use the added registers and symbols,
  /// the function's parameters, and the labels and variables that they declare.
  /// What is inserted at one place stays in the order of the calls.
  /// Throws ParseError.
  void insert(unsigned Before, std::string_view Ptx);
  /// Inserts one statement that refers to no other statement. A variable may be named
  /// by what is inserted afterwards, which takes it for a symbol of the module; the
  /// printed text says the right thing.
  void insert(unsigned Before, Statement S);
  /// Takes out a statement that none refers to.
  void erase(unsigned At) { Erased.insert(At); }

  void apply();

private:
  struct Insertion {
    unsigned Before;
    std::vector<Statement> Code; ///< Labels and variables: indices in this
  };
  void adopt(Statement &S, uint32_t Own) const;
  std::vector<uint32_t> newPlaces() const;

  Function &F;
  std::vector<uint32_t> Added; ///< registers, in the order of their declaration
  std::unordered_set<std::string> Symbols;
  std::vector<Insertion> Insertions;
  std::unordered_set<unsigned> Erased;
};

} // namespace argus::ptx

#endif // ARGUS_PTX_EDIT_H
