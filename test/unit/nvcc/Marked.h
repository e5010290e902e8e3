//===- Marked.h - reads marks for tests ---------------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TEST_NVCC_MARKED_H
#define ARGUS_TEST_NVCC_MARKED_H

#include "nvcc/SourceMarks.h"
#include <sstream>

namespace argus {

/// The lines of the mapped text that have a token, as "text|open/sites", blanks around
/// the text removed.
inline std::string linesOf(const MarkedText &M) {
  std::istringstream In(M.Mapped);
  std::string Line, All;
  std::getline(In, Line);
  for (size_t N = 1; std::getline(In, Line); ++N) {
    const size_t Begin = Line.find_first_not_of(" \t");
    if (Begin == std::string::npos)
      continue;
    All += Line.substr(Begin, Line.find_last_not_of(" \t") + 1 - Begin);
    const TextLine &Of = M.Lines.at(N);
    for (size_t I = 0; I < Of.Sites.size(); ++I) {
      const RegionSite &S = M.Sites.at(Of.Sites[I]);
      All += (I ? "/" : "|") + (S.Form == RegionForm::Iteration ? "#" : S.Name);
    }
    All += "\n";
  }
  return All;
}

/// "line:column: message", a note with "note: "; one a line.
inline std::string problemsOf(const MarkedText &M) {
  std::string All;
  for (const SourceProblem &P : M.Problems)
    All += std::to_string(P.Line) + ":" + std::to_string(P.Column) + ": " +
           (P.Error ? "" : "note: ") + P.Message + "\n";
  return All;
}

/// Reads `Code` as the body of a function that begins in line 1 and ends in the last.
inline MarkedText readBody(const std::string &Code) {
  return readMarks("void f() {\n" + Code + "\n}\n", "f.cu");
}

/// The lines of such a body, without those of the function around it.
inline std::string bodyLines(const std::string &Code) {
  const std::string All = linesOf(readBody(Code));
  const size_t Begin = All.find('\n') + 1;
  return All.substr(Begin, All.rfind("}\n") - Begin);
}

inline std::string bodyProblems(const std::string &Code) {
  return problemsOf(readBody(Code));
}

} // namespace argus

#endif // ARGUS_TEST_NVCC_MARKED_H
