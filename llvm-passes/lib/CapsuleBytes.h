//===- CapsuleBytes.h - numbers and errors of the capsule's format -*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PASSES_CAPSULEBYTES_H
#define ARGUS_PASSES_CAPSULEBYTES_H

#include "llvm/Support/Endian.h"
#include "llvm/Support/Error.h"
#include <string>

namespace argus {

inline void append32(std::string &Out, uint32_t Value) {
  char Bytes[4];
  llvm::support::endian::write32le(Bytes, Value);
  Out.append(Bytes, sizeof(Bytes));
}

inline void append64(std::string &Out, uint64_t Value) {
  char Bytes[8];
  llvm::support::endian::write64le(Bytes, Value);
  Out.append(Bytes, sizeof(Bytes));
}

template <typename... Ts> llvm::Error malformed(const char *Format, const Ts &...Args) {
  return llvm::createStringError(std::errc::illegal_byte_sequence, Format, Args...);
}

} // namespace argus

#endif // ARGUS_PASSES_CAPSULEBYTES_H
