//===- PtxVariant.h - variants of what nvcc compiled -------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PASSES_PTXVARIANT_H
#define ARGUS_PASSES_PTXVARIANT_H

#include "argus/passes/Linked.h"
#include "argus/passes/Variant.h"

namespace argus {

/// buildVariant for a capsule that holds PTX: Source.
llvm::Expected<Variant> buildPtxVariant(const Capsule &C, const PtxSource &Source,
                                        const VariantRequest &Request);

/// The trace variant of it. Its errors name the source and say what is wrong with the
/// PTX.
llvm::Expected<Variant> tracedPtxVariant(const Capsule &C, const PtxSource &Source,
                                         const VariantRequest &Request);

/// planLinkedTrace for units that hold PTX.
llvm::Expected<LinkedTrace> planLinkedPtxTrace(llvm::ArrayRef<Capsule> Units,
                                               unsigned Unit,
                                               llvm::ArrayRef<unsigned> Sites);

} // namespace argus

#endif // ARGUS_PASSES_PTXVARIANT_H
