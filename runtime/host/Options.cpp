//===- Options.cpp - what the environment asks of the runtime --------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "Rank.h"
#include "argus/Abi.h"

#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>

namespace argus::rt {

/// Sets Value from an environment variable that holds a number in [1, Most].
static void readNumber(Options &O, const char *Name, const char *Text, uint64_t Most,
                       uint64_t &Value) {
  if (!Text || !*Text)
    return;
  char *End = nullptr;
  errno = 0;
  const unsigned long long Number = std::strtoull(Text, &End, 10);
  if (errno == 0 && *End == 0 && Text[0] != '-' && Number >= 1 && Number <= Most) {
    Value = Number;
    return;
  }
  O.Problems.push_back(std::string(Name) + "='" + Text +
                       "' is no whole number from 1 to " + std::to_string(Most) +
                       "; using " + std::to_string(Value));
}

/// "A:B" into two numbers.
static void readLaunches(Options &O, const char *Text) {
  if (!Text || !*Text)
    return;
  uint64_t First = 0, End = 0;
  int Read = 0;
  if (std::sscanf(Text, "%" SCNu64 ":%" SCNu64 "%n", &First, &End, &Read) == 2 &&
      Text[Read] == 0) {
    O.FirstLaunch = First;
    O.EndLaunch = End;
    return;
  }
  O.Problems.push_back(std::string(ARGUS_ENV_LAUNCHES "='") + Text +
                       "' is no range A:B of launches; all are kept");
}

Options readOptions(const char *(*Get)(const char *)) {
  Options O;
  if (const char *Out = Get(ARGUS_ENV_OUT))
    O.Out = Out;
  if (const char *Images = Get(ARGUS_ENV_IMAGES))
    O.Images = Images;
  if (const char *Records = Get(ARGUS_ENV_RECORDS))
    O.ImagesRecord = std::string(Records) != "0";
  readLaunches(O, Get(ARGUS_ENV_LAUNCHES));
  // A chunk has at most 1 GiB, so that several fit into an arena.
  readNumber(O, ARGUS_ENV_EVENTS, Get(ARGUS_ENV_EVENTS), uint64_t(1) << 27,
             O.EventsPerChunk);
  uint64_t MiB = O.ArenaBytes >> 20;
  readNumber(O, ARGUS_ENV_ARENA_MIB, Get(ARGUS_ENV_ARENA_MIB), 4096, MiB);
  O.ArenaBytes = MiB << 20;
  O.Rank = readRank(Get, O.Problems);
  return O;
}

} // namespace argus::rt
