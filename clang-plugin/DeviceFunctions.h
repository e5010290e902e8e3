//===- DeviceFunctions.h - the functions that run on a device -----*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PLUGIN_DEVICEFUNCTIONS_H
#define ARGUS_PLUGIN_DEVICEFUNCTIONS_H

#include "clang/AST/Decl.h"
#include <vector>

namespace argus {

bool runsOnDevice(const clang::FunctionDecl &F);

/// Appends the device functions with bodies among D and what it contains. Host
/// functions and variables outside of system headers contain lambdas that kernels may
/// be given. The lambdas of a device function are not appended.
void collectFunctions(clang::Decl *D, std::vector<clang::FunctionDecl *> &Out);

} // namespace argus

#endif // ARGUS_PLUGIN_DEVICEFUNCTIONS_H
