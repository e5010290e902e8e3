//===- Meets.h - immediate post-dominators ---------------------*- C++ -*--===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PTX_LIB_MEETS_H
#define ARGUS_PTX_LIB_MEETS_H

#include "argus/ptx/Cfg.h"

namespace argus::ptx {

/// Sets each block's Meet. `Ends`, by block: control may leave the function from it.
void findMeets(Cfg &G, const std::vector<bool> &Ends);

} // namespace argus::ptx

#endif // ARGUS_PTX_LIB_MEETS_H
