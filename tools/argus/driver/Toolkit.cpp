//===- Toolkit.cpp - finds the CUDA toolkit ---------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Toolkit.h"
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace fs = std::filesystem;

namespace argus {

std::string processEnvironment(const char *Name) {
  const char *Value = std::getenv(Name);
  return Value ? Value : "";
}

static bool isExecutable(const fs::path &P) {
  std::error_code Error;
  return fs::is_regular_file(P, Error) && ::access(P.c_str(), X_OK) == 0;
}

/// Clang takes the version from cuda.h as well; version.json is missing in wheels.
static bool readCudaVersion(const fs::path &Header, CudaVersion &Version) {
  std::ifstream In(Header);
  std::string Line;
  while (std::getline(In, Line)) {
    std::istringstream Words(Line);
    std::string Define, Name;
    int Value = 0;
    if (Words >> Define >> Name >> Value && Define == "#define" &&
        Name == "CUDA_VERSION") {
      Version = {Value / 1000, Value % 1000 / 10};
      return true;
    }
  }
  return false;
}

static std::string toolIn(const fs::path &Root, const char *Name) {
  fs::path Tool = Root / "bin" / Name;
  return isExecutable(Tool) ? Tool.string() : "";
}

static std::string libraryDir(const fs::path &Root) {
  for (const char *Dir : {"lib64", "lib", "targets/x86_64-linux/lib"}) {
    std::error_code Error;
    if (fs::exists(Root / Dir / "libcudart.so", Error))
      return (Root / Dir).string();
  }
  return "";
}

/// What makes `Root` unusable, or empty.
static std::string inspect(const std::string &Root, ToolkitLocation &Found) {
  std::error_code Error;
  if (!fs::is_directory(Root, Error))
    return "no such directory";
  if (!readCudaVersion(fs::path(Root) / "include/cuda.h", Found.Version))
    return "no include/cuda.h that defines CUDA_VERSION";
  if (Found.Version < OldestCuda || Found.Version.Major > NewestCudaMajor)
    return "CUDA " + Found.Version.str() + "; Argus supports " + OldestCuda.str() +
           " to " + std::to_string(NewestCudaMajor) + ".x";
  Found.Ptxas = toolIn(Root, "ptxas");
  Found.Fatbinary = toolIn(Root, "fatbinary");
  if (Found.Ptxas.empty() || Found.Fatbinary.empty())
    return std::string("no executable bin/") +
           (Found.Ptxas.empty() ? "ptxas" : "fatbinary");
  Found.Path = Root;
  Found.Nvdisasm = toolIn(Root, "nvdisasm");
  Found.Cuobjdump = toolIn(Root, "cuobjdump");
  Found.LibDir = libraryDir(Root);
  if (fs::path Cccl = fs::path(Root) / "include/cccl"; fs::is_directory(Cccl, Error))
    Found.CcclDir = Cccl.string();
  return "";
}

ToolkitLocation findCudaToolkitIn(const std::vector<std::string> &Roots) {
  std::string Problem = "no usable CUDA toolkit";
  for (const std::string &Root : Roots) {
    ToolkitLocation Found;
    std::string Reason = inspect(Root, Found);
    if (Reason.empty())
      return Found;
    Problem += "\n  " + Root + ": " + Reason;
  }
  ToolkitLocation None;
  None.Problem = Problem + "\nInstall CUDA " + OldestCuda.str() + " to " +
                 std::to_string(NewestCudaMajor) +
                 ".x and name its directory in CUDA_HOME or by --cuda-path=DIR.";
  return None;
}

/// The toolkit whose ptxas a shell would run: modules often set PATH only.
static std::string toolkitOnPath(const std::string &Path) {
  std::istringstream Dirs(Path);
  std::string Dir;
  while (std::getline(Dirs, Dir, ':')) {
    fs::path Ptxas = fs::path(Dir) / "ptxas";
    std::error_code Error;
    if (!Dir.empty() && isExecutable(Ptxas))
      return fs::canonical(Ptxas, Error).parent_path().parent_path().string();
  }
  return "";
}

std::vector<std::string> toolkitCandidates(const Environment &Env) {
  std::string Cache = Env("XDG_CACHE_HOME");
  if (Cache.empty() && !Env("HOME").empty())
    Cache = Env("HOME") + "/.cache";
  std::vector<std::string> Roots;
  auto Add = [&](std::string Root) {
    while (Root.size() > 1 && Root.back() == '/')
      Root.pop_back();
    if (!Root.empty() && std::find(Roots.begin(), Roots.end(), Root) == Roots.end())
      Roots.push_back(std::move(Root));
  };
  Add(Env("CUDA_HOME"));
  Add(Env("CUDA_PATH"));
  Add("/usr/local/cuda");
  Add(Cache.empty() ? "" : Cache + "/argus/cuda");
  Add(toolkitOnPath(Env("PATH")));
  return Roots;
}

ToolkitLocation findCudaToolkit(const std::string &Explicit, const Environment &Env) {
  if (!Explicit.empty())
    return findCudaToolkitIn({Explicit});
  return findCudaToolkitIn(toolkitCandidates(Env));
}

} // namespace argus
