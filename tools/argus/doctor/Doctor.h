//===- Doctor.h - argus doctor ------------------------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_DOCTOR_DOCTOR_H
#define ARGUS_DOCTOR_DOCTOR_H

namespace argus {

/// Checks all that compiling, building variants and tracing need and prints one line
/// for each with the remedy. 0 when a program can be traced here, otherwise 1.
int runDoctor(bool json);

} // namespace argus

#endif // ARGUS_DOCTOR_DOCTOR_H
