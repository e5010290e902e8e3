//===- Compare.cpp - whether two modules say the same ---------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "argus/ptx/Compare.h"

#include <tuple>

namespace argus::ptx {

// A parts() for each structure names all of its members but the Locations, so that one
// template compares them.

static auto parts(const Guard &G) { return std::tie(G.Register, G.Negated); }

static auto parts(const Operand &O) {
  return std::tie(O.What, O.DeclaredIn, O.Negated, O.Minus, O.FloatBits, O.Index,
                  O.Bits, O.Offset, O.PlusZero, O.Name, O.Component, O.Elements);
}

static auto parts(const Instruction &I) {
  return std::tie(I.When, I.Opcode, I.Modifiers, I.Operands);
}

static auto parts(const InitialValue &I) {
  return std::tie(I.Bits, I.Symbol, I.Generic, I.Mask);
}

static auto parts(const Variable &V) {
  return std::tie(V.Link, V.Where, V.Align, V.Lanes, V.Element, V.Name, V.Dimensions,
                  V.Init, V.Attributes, V.ReferenceInit);
}

static auto parts(const Register &R) { return std::tie(R.Name, R.Element, R.Lanes); }

static auto parts(const RegisterDecl &R) {
  return std::tie(R.First, R.Count, R.Range, R.Base);
}

static auto parts(const Label &L) { return std::tie(L.Name); }

static auto parts(const SourceLine &L) {
  return std::tie(L.File, L.Line, L.Column, L.Rest);
}

static auto parts(const TargetList &L) { return std::tie(L.Name, L.Calls, L.Targets); }

static auto parts(const Scope &S) { return std::tie(S.Opens); }

static auto parts(const Directive &D) { return std::tie(D.Name, D.Text); }

static auto parts(const Prototype &P) {
  return std::tie(P.Name, P.Returns, P.Parameters, P.Directives);
}

static auto parts(const Function &F) {
  return std::tie(F.Link, F.Entry, F.Name, F.Returns, F.Parameters, F.Directives,
                  F.HasBody, F.Registers, F.Body);
}

static auto parts(const SourceFile &F) { return std::tie(F.Index, F.Name, F.Rest); }

static auto parts(const Module &M) {
  return std::tie(M.VersionMajor, M.VersionMinor, M.Targets, M.AddressBits, M.Items);
}

namespace {

/// Overloads for containers find those for their elements, whichever comes first.
struct Same {
  template <typename T>
  static bool same(const std::vector<T> &A, const std::vector<T> &B) {
    if (A.size() != B.size())
      return false;
    for (size_t I = 0; I < A.size(); ++I)
      if (!same(A[I], B[I]))
        return false;
    return true;
  }

  template <typename T>
  static bool same(const std::optional<T> &A, const std::optional<T> &B) {
    return A.has_value() == B.has_value() && (!A || same(*A, *B));
  }

  template <typename... T>
  static bool same(const std::variant<T...> &A, const std::variant<T...> &B) {
    return A.index() == B.index() &&
           std::visit(
               [&](const auto &Left) {
                 return same(Left, std::get<std::decay_t<decltype(Left)>>(B));
               },
               A);
  }

  template <typename... T>
  static bool same(const std::tuple<T...> &A, const std::tuple<T...> &B) {
    return sameMembers(A, B, std::index_sequence_for<T...>());
  }

  static bool same(const std::string &A, const std::string &B) { return A == B; }

  template <typename T> static bool same(const T &A, const T &B) {
    if constexpr (std::is_class_v<T>)
      return same(parts(A), parts(B));
    else
      return A == B;
  }

private:
  template <typename Tuple, size_t... I>
  static bool sameMembers(const Tuple &A, const Tuple &B, std::index_sequence<I...>) {
    return (same(std::get<I>(A), std::get<I>(B)) && ...);
  }
};

} // namespace

bool equal(const Module &A, const Module &B) { return Same::same(A, B); }
bool equal(const Function &A, const Function &B) { return Same::same(A, B); }
bool equal(const Operand &A, const Operand &B) { return Same::same(A, B); }

} // namespace argus::ptx
