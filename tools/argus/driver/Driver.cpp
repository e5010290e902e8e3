//===- Driver.cpp - argus clang++ -------------------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver.h"
#include "ToolkitMacros.h"
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <unistd.h>

namespace argus {

static bool runnable(const std::string &Path) {
  return !Path.empty() && ::access(Path.c_str(), X_OK) == 0;
}

static std::string findOnPath(const std::string &Name, const std::string &Path) {
  std::istringstream Dirs(Path);
  std::string Dir;
  while (std::getline(Dirs, Dir, ':'))
    if (!Dir.empty() && runnable(Dir + "/" + Name))
      return Dir + "/" + Name;
  return "";
}

std::string findClang(const Layout &Files, const Environment &Env,
                      std::string &Problem) {
  std::string Chosen = Env("ARGUS_CLANG");
  if (!Chosen.empty()) {
    if (runnable(Chosen))
      return Chosen;
    Problem = "ARGUS_CLANG names '" + Chosen + "', which cannot be executed";
    return "";
  }
  std::string Bundled = Files.BundledLlvm + "/bin/clang++";
  for (const std::string &Clang : {Bundled, std::string(ARGUS_LLVM_BIN_DIR "/clang++"),
                                   findOnPath("clang++-19", Env("PATH"))})
    if (runnable(Clang))
      return Clang;
  Problem = "no clang 19: neither " + Bundled +
            " nor " ARGUS_LLVM_BIN_DIR
            "/clang++ nor clang++-19 on PATH; install the package clang-19 or name "
            "clang++ 19 in ARGUS_CLANG";
  return "";
}

static int fail(const std::string &Problem) {
  std::fprintf(stderr, "argus clang++: %s\n", Problem.c_str());
  return 1;
}

static int execute(const std::vector<std::string> &Command) {
  std::vector<char *> Raw;
  for (const std::string &Arg : Command)
    Raw.push_back(const_cast<char *>(Arg.c_str()));
  Raw.push_back(nullptr);
  ::execvp(Raw[0], Raw.data());
  return fail("cannot run " + Command[0] + ": " + std::strerror(errno));
}

static bool has(const std::vector<std::string> &Args, const std::string &Arg) {
  return std::find(Args.begin(), Args.end(), Arg) != Args.end();
}

/// Takes nvcc's options out of `Args`, unless the user wants clang's alone.
static NvccTranslation readNvccOptions(const std::vector<std::string> &Args) {
  if (has(Args, "--no-dialect")) {
    NvccTranslation Unchanged;
    Unchanged.Args = Args;
    return Unchanged;
  }
  NvccTranslation Nvcc =
      translateNvccOptions(Args, ::access("/dev/nvidiactl", F_OK) == 0);
  for (const std::string &Warning : Nvcc.Warnings)
    if (Nvcc.Problem.empty())
      std::fprintf(stderr, "argus clang++: warning: %s\n", Warning.c_str());
  if (has(Args, "-v") || has(Args, "--verbose"))
    for (const std::string &Note : Nvcc.Notes)
      std::fprintf(stderr, "argus clang++: nvcc's %s\n", Note.c_str());
  return Nvcc;
}

int runClangDriver(int argc, char **argv) {
  std::vector<std::string> Args(argv + (argc > 0 ? 1 : 0), argv + argc);
  NvccTranslation Nvcc = readNvccOptions(Args);
  if (!Nvcc.Problem.empty())
    return fail(Nvcc.Problem);
  ClangCall Call = parseClangCall(Nvcc.Args);
  Call.Cudart = Nvcc.Cudart;
  Layout Files = ownLayout();
  std::string Problem;
  std::string Clang = findClang(Files, processEnvironment, Problem);
  if (Clang.empty())
    return fail(Problem);
  if (Call.UsePlugin && ::access(Files.Plugin.c_str(), R_OK) != 0)
    return fail("cannot read the plugin " + Files.Plugin + ": " + std::strerror(errno) +
                "; --no-argus compiles without it");
  ToolkitLocation Cuda = findCudaToolkit(Call.CudaPath);
  if (Call.CudaSource && !Cuda)
    return fail(Cuda.Problem);
  if (Cuda && Call.CudaSource)
    Cuda.Build = ptxasBuild(Cuda.Ptxas);
  if (Cuda)
    ::setenv("ARGUS_FATBINARY", Cuda.Fatbinary.c_str(), 1);
  return execute(clangCommand(Clang, Call, Files, Cuda));
}

int runCompilerLauncher(int argc, char **argv) {
  const std::vector<std::string> Args(argv + (argc > 0 ? 1 : 0), argv + argc);
  const auto Options = std::find_if(Args.begin(), Args.end(), [](const std::string &A) {
    return !A.empty() && (A[0] == '-' || A[0] == '@');
  });
  std::vector<std::string> Command(Args.begin(), Options);
  if (Command.empty())
    return fail(std::string(LauncherCommand) + " is internal: no compiler is named");
  const NvccTranslation Nvcc = readNvccOptions({Options, Args.end()});
  if (!Nvcc.Problem.empty())
    return fail(Nvcc.Problem);
  Command.insert(Command.end(), Nvcc.Args.begin(), Nvcc.Args.end());
  return execute(Command);
}

} // namespace argus
