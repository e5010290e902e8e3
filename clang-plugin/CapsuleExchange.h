//===- CapsuleExchange.h - capsules on their way to the host compile -*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang's driver compiles a CUDA file once for each GPU architecture and then for the
// host, as child processes with one -cuid. The device compiles leave their capsules in
// files named after the driver's process and that cuid; the host compile takes them.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PLUGIN_CAPSULEEXCHANGE_H
#define ARGUS_PLUGIN_CAPSULEEXCHANGE_H

#include "argus/passes/Capsule.h"

namespace argus {

/// Names the translation unit across its compiles.
struct TranslationUnitKey {
  std::string Cuid;
  std::string MainFile;
};

/// Leaves a capsule for the host compile.
llvm::Error leaveCapsule(const TranslationUnitKey &Key, const Capsule &C);

/// Takes (and removes) what the device compiles left, ordered by architecture.
llvm::Expected<std::vector<Capsule>> takeCapsules(const TranslationUnitKey &Key);

} // namespace argus

#endif // ARGUS_PLUGIN_CAPSULEEXCHANGE_H
