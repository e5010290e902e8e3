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
  static constexpr std::string_view Compiler = "--compiler=";
  std::vector<std::string> Words(argv + (argc > 0 ? 1 : 0), argv + argc);
  std::vector<std::string> Own; // of the launcher
  while (!Words.empty() && Words[0].rfind("--", 0) == 0) {
    Own.push_back(Words[0]);
    Words.erase(Words.begin());
  }
  const std::string Last = Own.empty() ? "" : Own.back();
  const auto Clang =
      Last.rfind(Compiler, 0) == 0
          ? std::find(Words.begin(), Words.end(), Last.substr(Compiler.size()))
          : Words.end();
  if (Clang == Words.end())
    return fail(std::string(LauncherCommand) +
                " is for argus_target(): no compiler is named, or it is not called");
  Own.pop_back();
  std::vector<std::string> Command(Words.begin(), Clang + 1);
  std::vector<std::string> Args(Clang + 1, Words.end());
  Args.insert(Args.end(), Own.begin(), Own.end());
  const NvccTranslation Nvcc = readNvccOptions(Args);
  if (!Nvcc.Problem.empty())
    return fail(Nvcc.Problem);
  const ClangCall Call = parseClangCall(Nvcc.Args);
  if (Call.CudaSource && Call.FastCode) {
    Command.push_back("--start-no-unused-arguments");
    addFastCode(Command, Call);
    Command.push_back("--end-no-unused-arguments");
  }
  Command.insert(Command.end(), Call.Args.begin(), Call.Args.end());
  return execute(Command);
}

} // namespace argus
