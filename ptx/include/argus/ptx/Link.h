//===- Link.h - several PTX modules become one --------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PTX_LINK_H
#define ARGUS_PTX_LINK_H

#include "argus/ptx/Module.h"

#include <vector>

namespace argus::ptx {

/// Links modules of relocatable code by the names of their symbols: `.extern` finds the
/// definition of another module, of several `.weak`, `.common` or equal `.visible` ones
/// the first stays, and internal symbols that share a name get different ones. Symbols
/// that no module defines stay external. Version and target are the first module's, the
/// version at least the newest.
Module link(std::vector<Module> Modules);

} // namespace argus::ptx

#endif // ARGUS_PTX_LINK_H
