//===- ops/Rows.h - the table of instructions, for each ISA -------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_VIRTUAL_OPS_ROWS_H
#define ARGUS_VIRTUAL_OPS_ROWS_H

#include "../Variant.h"

namespace argus::vm {

namespace ops_baseline {
InstructionTable rows();
} // namespace ops_baseline

namespace ops_avx2 {
InstructionTable rows();
} // namespace ops_avx2

} // namespace argus::vm

#endif // ARGUS_VIRTUAL_OPS_ROWS_H
