//===- DialectHints.h - what to write where nvcc's dialect ends ---*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_DIALECT_HINTS_H
#define ARGUS_DIALECT_HINTS_H

namespace clang {
class CompilerInstance;
}

namespace argus {

/// Where source in nvcc's dialect fails for something that only an edit can repair, a
/// note behind clang's error says what nvcc does there and what to write.
void addDialectHints(clang::CompilerInstance &CI);

} // namespace argus

#endif // ARGUS_DIALECT_HINTS_H
