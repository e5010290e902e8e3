//===- StaticCudart.h - programs that this device is not asked by -*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_VIRTUAL_CUDA_STATICCUDART_H
#define ARGUS_VIRTUAL_CUDA_STATICCUDART_H

#include <string_view>

namespace argus::vcuda {

/// Whether an executable has device code, but imports no CUDA runtime for it.
bool hasStaticCudart(std::string_view Elf);

} // namespace argus::vcuda

#endif // ARGUS_VIRTUAL_CUDA_STATICCUDART_H
