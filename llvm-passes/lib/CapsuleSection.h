//===- CapsuleSection.h - puts capsules into an object -*- C++ -*- -------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PASSES_CAPSULESECTION_H
#define ARGUS_PASSES_CAPSULESECTION_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Module;
}

namespace argus {

/// Puts the bytes into the section of capsules of M's object.
void embedCapsules(llvm::Module &M, llvm::StringRef Bytes);

} // namespace argus

#endif // ARGUS_PASSES_CAPSULESECTION_H
