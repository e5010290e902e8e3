//===- PtxRoundtrip.cpp - prints PTX as the library understands it --------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
//   argus-ptx-roundtrip FILE
//
// Writes what print() makes of FILE to the standard output. Status 1 and a message
// where FILE cannot be parsed, or the printed text does not parse to an equal module.
//
//===----------------------------------------------------------------------===//

#include "argus/ptx/Cfg.h"
#include "argus/ptx/Compare.h"
#include "argus/ptx/Parser.h"
#include "argus/ptx/Printer.h"

#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>

using namespace argus::ptx;

static std::string contents(const char *Path) {
  std::ifstream In(Path, std::ios::binary);
  std::ostringstream Text;
  if (!In || !(Text << In.rdbuf()))
    throw std::runtime_error(std::string(Path) + ": cannot read it, or it is empty");
  return Text.str();
}

static void roundTrip(const char *Path) {
  Module M = parse(contents(Path), Path);
  std::string Printed = print(M);
  if (!equal(M, parse(Printed, std::string(Path) + " (printed)")))
    throw std::runtime_error(std::string(Path) +
                             ": the printed text differs in meaning");
  for (const Item &I : M.Items)
    if (const auto *F = std::get_if<Function>(&I); F && F->HasBody)
      buildCfg(*F, Path);
  std::cout << Printed;
}

int main(int Count, char **Arguments) {
  if (Count != 2) {
    std::fprintf(stderr, "usage: argus-ptx-roundtrip FILE\n");
    return 2;
  }
  try {
    roundTrip(Arguments[1]);
  } catch (const std::exception &Thrown) {
    std::fprintf(stderr, "%s\n", Thrown.what());
    return 1;
  }
  return std::cout.flush() ? 0 : 1;
}
