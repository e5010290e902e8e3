//===- Link.h - several PTX modules become one --------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PTX_LINK_H
#define ARGUS_PTX_LINK_H

#include "argus/ptx/Module.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace argus::ptx {

/// What linking does to the symbols of one of the modules.
struct SymbolChanges {
  std::map<std::string, std::string> Renamed; ///< internal ones
  std::set<std::string> Dropped; ///< defined here, too, but a module before this stays
};

/// By module.
std::vector<SymbolChanges> symbolChanges(const std::vector<Module> &Modules);

/// Links modules of relocatable code by the names of their symbols: `.extern` finds the
/// definition of another module, of several `.weak`, `.common` or equal `.visible` ones
/// the first stays, and internal symbols that share a name get different ones. Symbols
/// that no module defines stay external. Version and target are the first module's, the
/// version at least the newest.
Module link(std::vector<Module> Modules);

/// All definitions of all modules, internal symbols by their names in the linked
/// module: for questions about the image, and no PTX. What several modules define is
/// there as often, since optimisation may have made different code of it, and which one
/// the machine code's linker keeps is its choice.
Module together(std::vector<Module> Modules);

} // namespace argus::ptx

#endif // ARGUS_PTX_LINK_H
