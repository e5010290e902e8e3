//===- CubinRegisters.h - what ptxas gave a kernel ----------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_VIRTUAL_CUDA_CUBINREGISTERS_H
#define ARGUS_VIRTUAL_CUDA_CUBINREGISTERS_H

#include <map>
#include <string>
#include <string_view>

namespace argus::vcuda {

/// Registers a thread, by kernel (mangled), of machine code for a GPU. Empty where it
/// is none, or damaged.
std::map<std::string, unsigned> cubinRegisters(std::string_view Cubin);

} // namespace argus::vcuda

#endif // ARGUS_VIRTUAL_CUDA_CUBINREGISTERS_H
