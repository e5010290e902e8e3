//===- Api.cpp - the state behind the API -----------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Api.h"

#include "../../host/Process.h"
#include "argus/VirtualCounts.h"

#include <cstdlib>

namespace argus::vcuda {

static thread_local int LastError = Success;

/// Seconds from the environment; 0 where there are none.
static double timeLimit() {
  const char *Text = std::getenv(ARGUS_ENV_VIRTUAL_TIME_LIMIT);
  if (!Text || !*Text)
    return 0;
  char *End = nullptr;
  const double Seconds = std::strtod(Text, &End);
  if (*End == '\0' && Seconds > 0)
    return Seconds;
  report(ARGUS_ENV_VIRTUAL_TIME_LIMIT " must be a number of seconds above 0, not '" +
         std::string(Text) + "'; there is no limit");
  return 0;
}

static std::string directoryFrom(const char *Variable) {
  const char *Directory = std::getenv(Variable);
  return Directory && *Directory ? rt::absolutePath(Directory) : "";
}

Api::Api() {
  const std::string Directory = directoryFrom(ARGUS_ENV_VIRTUAL_COUNTS);
  Counts = Directory.empty()
               ? std::make_unique<CountsFile>(directoryFrom(ARGUS_ENV_VIRTUAL_FAULTS),
                                              /*Counting=*/false)
               : std::make_unique<CountsFile>(Directory);
  Make = [] { return makeMachine(timeLimit()); };
  pthread_atfork([] { Api::get().beforeFork(); }, [] { Api::get().afterFork(false); },
                 [] { Api::get().afterFork(true); });
}

Api &Api::get() {
  static Api *const Only = new Api;
  return *Only;
}

Context *Api::context() {
  if (Forked)
    return nullptr;
  if (!Current)
    Current = std::make_unique<Context>(Make(), NextContext++);
  return Current.get();
}

void Api::afterFork(bool Child) {
  if (Child)
    Forked = Forked || Current;
  Mutex.unlock();
}

void Api::resetDevice() { Current = nullptr; }

void Api::removeBinary(Binary *B) {
  if (!Registered.contains(B))
    return;
  if (Current)
    Current->Modules.forget(*B);
  Registered.remove(B);
}

void Api::restart(ExecutorFactory Machine, std::string CountsDirectory) {
  Current = nullptr;
  Registered = Registry();
  Counts = std::make_unique<CountsFile>(std::move(CountsDirectory));
  Make = std::move(Machine);
  Launches = 0;
  Forked = false;
  LastError = Success;
}

int lastError(bool Take) {
  const int Error = LastError;
  if (Take)
    guarded([&](Api &A) -> int {
      const Context *C = A.current();
      if (!C || C->Sticky != Error)
        LastError = Success;
      return Success;
    });
  return Error;
}

void setLastError(int Error) { LastError = Error; }

int notSupported(const char *Name) noexcept {
  return guarded([&](Api &A) -> int {
    if (A.SaidUnsupported.insert(Name).second)
      report(std::string(Name) + " is not supported");
    return ErrorNotSupported;
  });
}

} // namespace argus::vcuda
