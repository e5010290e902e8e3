//===- LoadCheck.cpp - refuses a process that the plugin cannot work in -----===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plugin registers itself in tables of the clang that it was built with. Loaded by
// another version, or by a clang that is linked statically, libArgus.so brings its own
// libclang-cpp along and registers there: nothing is reported, and nothing is measured.
// Loaded twice, from two files, it would hook everything twice. Both are found out
// before anything is registered. A library that is being loaded cannot fail, so it ends
// the process.
//
//===----------------------------------------------------------------------===//

#include "clang/Frontend/FrontendPluginRegistry.h"
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

namespace argus {

namespace {

struct LoadedFiles {
  const char *Plugin;         ///< this one
  bool ClangIsNeeded = false; ///< libclang-cpp came after the plugin, for the plugin
  bool PluginSeen = false;
};

/// The loader lists libraries in the order in which they were loaded, and a library
/// before what is loaded on its behalf.
int visit(dl_phdr_info *Info, size_t, void *Data) {
  auto &Files = *static_cast<LoadedFiles *>(Data);
  if (std::strcmp(Info->dlpi_name, Files.Plugin) == 0)
    Files.PluginSeen = true;
  else if (std::strstr(Info->dlpi_name, "/libclang-cpp.so.19"))
    Files.ClangIsNeeded = Files.PluginSeen;
  return 0;
}

[[noreturn]] void refuse(const char *Text, const char *Detail) {
  std::fprintf(stderr, Text, Detail);
  std::fflush(stderr);
  _exit(1);
}

/// Before the static objects of this library, which register it.
__attribute__((constructor(101))) void checkProcess() {
  Dl_info Own = {};
  if (!dladdr(reinterpret_cast<void *>(&checkProcess), &Own) || !Own.dli_fname)
    return;
  LoadedFiles Files = {Own.dli_fname};
  dl_iterate_phdr(visit, &Files);
  if (Files.ClangIsNeeded) {
    char Program[4096] = "this program";
    if (const ssize_t Size = readlink("/proc/self/exe", Program, sizeof(Program) - 1);
        Size > 0)
      Program[Size] = 0;
    refuse(
        "error: argus: libArgus.so is a plugin of clang 19, and %s is not that (or has "
        "LLVM linked in statically); compile with clang++-19 or 'argus clang++'\n",
        Program);
  }
  for (const auto &Entry : clang::FrontendPluginRegistry::entries())
    if (Entry.getName() == "argus")
      refuse("error: argus: the plugin is loaded twice, the second time from %s; name "
             "one libArgus.so\n",
             Own.dli_fname);
}

} // namespace

} // namespace argus
