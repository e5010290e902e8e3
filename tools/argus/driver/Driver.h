//===- Driver.h - argus clang++ -----------------------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `argus clang++ ARGS` is clang 19 with what the user would otherwise have to add: the
// plugin, the toolkit and its overlay, the CUDA runtime library. Everything the user
// says wins. It also takes what is written for nvcc: options and source.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_DRIVER_DRIVER_H
#define ARGUS_DRIVER_DRIVER_H

#include "Layout.h"
#include "NvccOptions.h"
#include "Toolkit.h"
#include <string>
#include <string_view>
#include <vector>

namespace argus {

/// Replaces the process by clang. `argv[0]` is a name only; the rest are clang's
/// arguments, nvcc's, `--no-argus` (the same without the plugin), `--no-dialect` and
/// `--no-fast-code`.
/// Returns only on failure, with the exit code, after saying what is missing.
int runClangDriver(int argc, char **argv);

/// argus_target() has CMake start clang by this:
/// `argus launch-clang [--no-dialect] [--no-fast-code] --compiler=CLANG WORDS...`,
/// where WORDS are the call as CMake would make it: perhaps another launcher, CLANG,
/// its arguments. Replaces the process by that call, with nvcc's options translated and
/// with what makes code fast.
constexpr const char LauncherCommand[] = "launch-clang";
int runCompilerLauncher(int argc, char **argv);

/// Finds clang++ 19: $ARGUS_CLANG, the bundle's own, the one that Argus was built with,
/// clang++-19 on PATH. Empty where there is none; `Problem` then says what to do.
std::string findClang(const Layout &Files, const Environment &Env,
                      std::string &Problem);

/// What the arguments of a compiler call ask for, as far as the driver must know.
struct ClangCall {
  std::vector<std::string> Args; ///< without the driver's own
  bool Dialect = true;           ///< no `--no-dialect`: takes CUDA written for nvcc
  bool FastCode = true;          ///< no `--no-fast-code`
  std::string Level;             ///< of device code: "3" of -O3; empty: none is named
  std::vector<std::string> LlvmOptions; ///< values of -mllvm
  CudartChoice Cudart = CudartChoice::Default;
  bool FastMath = false;   ///< -ffast-math
  bool UsePlugin = true;   ///< no `--no-argus`, no libArgus.so named by the user
  bool CudaSource = false; ///< has CUDA input to compile
  bool Links = false;      ///< runs the linker
  bool NamesArch = false;
  bool NamesCudart = false;
  bool Relocatable = false; ///< -fgpu-rdc
  bool NamesDriver = false; ///< --offload-new-driver or --no-offload-new-driver
  std::string CudaPath;     ///< value of --cuda-path
};

/// Response files (`@file`) are read for what they ask for, and handed on as they are.
ClangCall parseClangCall(const std::vector<std::string> &Args);

/// Whether the next argument is the value of `Option`, and no input file.
bool takesValue(std::string_view Option);

/// The words of a response file, by the rules of GCC and clang on Unix: separated by
/// white space; quotes of both kinds and backslashes protect what follows.
std::vector<std::string> wordsOfResponseFile(const std::string &Text);

/// Adds what makes device code fast, if it is to be optimised.
void addFastCode(std::vector<std::string> &Command, const ClangCall &Call);

/// The complete command, `Clang` first.
std::vector<std::string> clangCommand(const std::string &Clang, const ClangCall &Call,
                                      const Layout &Files, const ToolkitLocation &Cuda);

} // namespace argus

#endif // ARGUS_DRIVER_DRIVER_H
