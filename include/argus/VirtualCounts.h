//===- argus/VirtualCounts.h - what the virtual device counted ----*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The contract between libargus_virtual.so and who reads its counts. With
// ARGUS_VIRTUAL_COUNTS=DIR each process appends to `DIR/virtual-<pid>.jsonl`, one JSON
// object a line, each line whole. A launch's lines are written when it has ended:
//
//   {"type":"stack","ptx":HEX16,"stack":ID,"parent":ID,"site":N}
//       A region stack, once a load of the PTX, before the first line that names it.
//       Stack 0 is the empty one and has no line. `site`: as the begin marker gave it.
//   {"type":"kernel","ptx":HEX16,"kernel":NAME,"launch":N,"cycles":N,
//    "warp_instructions":N,"thread_instructions":N}
//   {"type":"entered","ptx":HEX16,"kernel":NAME,"launch":N,"stack":ID,
//    "warps":N,"threads":N}
//       Begin markers that made `stack` the current one.
//   {"type":"trips","ptx":HEX16,"kernel":NAME,"launch":N,"stack":ID,
//    "warps":N,"threads":N}
//       Trip markers executed under `stack`, whose last site is the loop.
//   {"type":"executed","ptx":HEX16,"kernel":NAME,"launch":N,"line":N,"source_file":N,
//    "source_line":N,"stack":ID,"warps":N,"threads":N}
//       An instruction: its line in the PTX (from 1), the `.loc` above it (the number
//       of a `.file` and a line; 0, 0 without one), how often warps executed it under
//       `stack` and how many lanes were active then, summed.
//
// With ARGUS_VIRTUAL_FAULTS=DIR, or where counts are written, a kernel that does not
// reach its end leaves a line as well, and its launch has no others:
//
//   {"type":"fault","kernel":NAME,"launch":N,"code":N,"text":TEXT}
//       `code`: the CUDA error. `text`: what standard error is told, with the place.
//
// HEX16 is the FNV-1a (64 bits) of the PTX text as the fatbinary carries it, without
// NULs at its end, as 16 hex digits. That is not the compiler's text: the fatbinary
// tool drops comments and blanks and keeps the lines. parseFatbins() gives it. NAME is
// mangled. `launch` counts the process's launches through the CUDA runtime from 1, as
// the measuring runtime does; those that fail are counted, too, and have no lines.
// Kernels launched through the driver's interface are the measuring runtime's own: they
// are neither counted nor written.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_VIRTUAL_COUNTS_H
#define ARGUS_VIRTUAL_COUNTS_H

/// Directory for the counts. Unset: nothing is counted.
#define ARGUS_ENV_VIRTUAL_COUNTS "ARGUS_VIRTUAL_COUNTS"
/// Directory for the faults where nothing is counted: a program that does not look at
/// errors ends with status 0 all the same.
#define ARGUS_ENV_VIRTUAL_FAULTS "ARGUS_VIRTUAL_FAULTS"
/// Seconds of the host that a launch may take; a longer one is ended with an error that
/// says where its warps are. Unset: no limit.
#define ARGUS_ENV_VIRTUAL_TIME_LIMIT "ARGUS_VIRTUAL_TIME_LIMIT"

/// The file is DIR/PREFIX<pid>SUFFIX.
#define ARGUS_VIRTUAL_COUNTS_PREFIX "virtual-"
#define ARGUS_VIRTUAL_COUNTS_SUFFIX ".jsonl"

/// libargus_virtual.so exports `void *argus_virtual_driver(const char *symbol)`: the
/// virtual device's function of that name in libcuda, or null.
#define ARGUS_VIRTUAL_DRIVER_NAME "argus_virtual_driver"

#endif // ARGUS_VIRTUAL_COUNTS_H
