//===- NvccDriver.h - argus nvcc ----------------------------------------- ===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_NVCC_NVCCDRIVER_H
#define ARGUS_NVCC_NVCCDRIVER_H

namespace argus {

/// `argus nvcc ARGUMENTS...`: runs nvcc's own commands, so that what it makes is what
/// nvcc makes, and adds to each object the capsule of its device code. `--no-argus`
/// runs nvcc alone. Returns the exit status of the first command that failed, or 0; 1
/// for a mark that stands wrong. Throws Failure(BadUsage) where there is no nvcc.
int runNvccDriver(int argc, char **argv);

} // namespace argus

#endif // ARGUS_NVCC_NVCCDRIVER_H
