//===- Probe.cpp - a program that the runtime is preloaded into ------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers a module and launches kernels as the host hooks make a program do, on the
// fake driver, and then ends in the way that its argument names.
//
//===----------------------------------------------------------------------===//

#include "FakeGpu.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace argus;

namespace {

const ArgusRuntime *Runtime = nullptr;
rt::CudaModule Loaded = nullptr;
rt::Function Kernel = nullptr;

int getFunction(void **F, const void *) {
  *F = Kernel;
  return 0;
}

const char Stub = 0;
const ArgusKernel Kernels[] = {{&Stub, "kernel"}};
const int Wrapper = 0;
ArgusModule Module = {ARGUS_ABI_VERSION, sizeof(ArgusModule), "aa",    "probe.cu",
                      &Wrapper,          getFunction,         Kernels, 1};

void launch() {
  void *Token = nullptr;
  if (Runtime)
    Token = Runtime->launch_begin(&Module, "kernel", &Stub, uint64_t(1) << 32 | 2, 1,
                                  uint64_t(1) << 32 | 32, 1, 0, nullptr);
  test::gpu().launch({Loaded, 2, 2, 1}, nullptr);
  if (Token)
    Runtime->launch_end(Token, 0);
}

void registerModule() {
  Loaded = test::gpu().addModule();
  Kernel = test::gpu().addFunction(Loaded);
  Runtime =
      static_cast<const ArgusRuntime *>(dlsym(RTLD_DEFAULT, ARGUS_RUNTIME_SYMBOL));
  const void *Chosen = Runtime ? Runtime->module_load(&Module) : &Wrapper;
  std::printf("%s\n", Chosen == &Wrapper ? "own image" : "swapped image");
  std::fflush(stdout);
}

void inChild(bool ToLaunch) {
  const pid_t Child = fork();
  if (Child == 0) {
    if (ToLaunch)
      launch();
    std::exit(0);
  }
  waitpid(Child, nullptr, 0);
}

void inVforkChild() {
  const pid_t Child = vfork();
  if (Child == 0)
    _exit(0);
  waitpid(Child, nullptr, 0);
}

int *volatile Nowhere = nullptr;

/// Returns if the way is to return from main.
void end(const std::string &Way, char *Self) {
  if (Way == "exit")
    std::exit(5);
  if (Way == "_exit")
    _exit(5);
  if (Way == "_Exit")
    std::_Exit(5);
  if (Way == "quick_exit")
    std::quick_exit(5);
  if (Way == "abort")
    std::abort();
  if (Way == "segv")
    *Nowhere = 1;
  if (Way == "term")
    raise(SIGTERM);
  if (Way == "thread")
    std::thread([] { std::exit(5); }).join();
  if (Way == "exec") {
    char Mode[] = "exit";
    char *Arguments[] = {Self, Mode, nullptr};
    execv(Self, Arguments);
  }
}

} // namespace

int main(int Count, char **Arguments) {
  const std::string Way = Count > 1 ? Arguments[1] : "return";
  if (Way == "old")
    Module.version = ARGUS_ABI_VERSION - 1;
  if (Way == "handled")
    std::signal(SIGTERM, [](int) { std::_Exit(6); });
  if (Way == "late")
    std::atexit(launch); // runs after what the runtime registers at the first launch
  registerModule();
  if (Way == "no launch")
    return 0;
  if (Way == "fork first")
    inChild(true);
  if (Way == "crash in driver")
    test::gpu().hold(nullptr);
  launch();
  if (Way == "chdir" && chdir("/") != 0)
    return 1;
  launch();
  if (Way == "unload" && Runtime)
    Runtime->module_unload(&Module);
  if (Way == "fork")
    inChild(false);
  if (Way == "vfork")
    inVforkChild();
  if (Way == "handled")
    raise(SIGTERM);
  end(Way == "crash in driver" ? "segv" : Way, Arguments[0]);
  return 0;
}
