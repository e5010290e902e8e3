//===- CapsuleDump.cpp - shows what a capsule holds, and its variants -------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   argus-capsule-dump table|bitcode|paths|mapped|contexts|trace|lines|truth FILE
//   [SITE...]
//
// FILE is a container (-fplugin-arg-argus-capsule=) or a binary that carries some.
// `bitcode` prints the module as text, `mapped` and `trace` the variant's PTX.
//
//===----------------------------------------------------------------------===//

#include "argus/passes/Variant.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace llvm;
using namespace argus;

static ExitOnError Check("argus-capsule-dump: ");

static std::vector<CapsuleContainer> read(StringRef Path) {
  std::unique_ptr<MemoryBuffer> Buffer =
      Check(errorOrToExpected(MemoryBuffer::getFile(Path)));
  if (Buffer->getBuffer().starts_with("ARGUSCAP"))
    return Check(parseContainers(Buffer->getBuffer()));
  return Check(readContainers(Path));
}

static void printTable(const CapsuleContainer &Container, const Capsule &C) {
  static constexpr StringLiteral Forms[] = {"statement", "function", "scope",
                                            "span",      "role",     "iteration"};
  outs() << "module " << Container.ModuleId << " arch " << C.Arch << '\n';
  for (size_t I = 0; I < C.Regions.Sites.size(); ++I) {
    const RegionSite &S = C.Regions.Sites[I];
    outs() << "site " << I << ' ' << Forms[static_cast<unsigned>(S.Form)] << " \""
           << S.Name << "\" " << S.Line << ':' << S.Column << '\n';
  }
  for (const KernelEntry &K : C.Regions.Kernels)
    outs() << "kernel " << K.Mangled << ' ' << K.Name << '\n';
}

static void printStack(const Capsule &C, ArrayRef<unsigned> Stack) {
  for (unsigned Site : Stack)
    outs() << '/' << C.Regions.Sites[Site].Name;
}

static void printVariant(const Capsule &C, StringRef What, ArrayRef<char *> Sites) {
  VariantRequest Request;
  Request.Kind = StringSwitch<VariantKind>(What)
                     .Case("trace", VariantKind::Trace)
                     .Case("lines", VariantKind::Lines)
                     .Case("truth", VariantKind::Truth)
                     .Default(VariantKind::Mapped);
  for (const char *Word : Sites)
    if (const auto [Kernel, Limit] = StringRef(Word).split('='); !Limit.empty())
      Request.Registers[Kernel.str()] = std::strtoul(Limit.data(), nullptr, 10);
    else
      Request.Sites.push_back(std::strtoul(Word, nullptr, 10));
  if (Request.Sites.empty())
    for (unsigned I = 0; I < C.Regions.Sites.size(); ++I)
      Request.Sites.push_back(I);
  const char *Home = std::getenv("CUDA_HOME");
  Variant V = Check(buildVariant(C, Request, Home ? Home : "/usr/local/cuda"));
  for (const std::string &Note : V.Notes)
    outs() << "// note: " << Note << '\n';
  if (What != "contexts") {
    outs() << V.Ptx;
    return;
  }
  for (size_t I = 1; I < V.Contexts.size(); ++I) {
    const Context &At = V.Contexts[I];
    outs() << I << ' ' << At.Line << ':' << At.Column << ' ';
    printStack(C, At.Stack);
    static constexpr StringLiteral Origins[] = {" unknown", " entry", "", " merged",
                                                " inferred"};
    outs() << Origins[static_cast<unsigned>(At.From)];
    for (const auto &Stack : At.Contributors) {
      outs() << ' ' << (Stack.empty() ? "/" : "");
      printStack(C, Stack);
    }
    outs() << '\n';
  }
}

int main(int argc, char **argv) {
  if (argc < 3) {
    errs()
        << "usage: argus-capsule-dump table|bitcode|paths|mapped|contexts|trace FILE "
           "[SITE... KERNEL=REGISTERS...]\n";
    return 2;
  }
  const StringRef What = argv[1];
  for (const CapsuleContainer &Container : read(argv[2]))
    for (const Capsule &C : Container.Capsules) {
      if (What == "table") {
        printTable(Container, C);
      } else if (What == "paths") {
        for (const RegionPath &P : Check(enumerateRegionPaths(C))) {
          outs() << format_hex(P.Id, 18) << ' ' << P.Path;
          for (const std::string &Role : P.Roles)
            outs() << " role " << Role;
          outs() << (P.Counted ? " counted\n" : "\n");
        }
      } else if (What == "bitcode") {
        LLVMContext Context;
        outs() << *Check(
            parseBitcodeFile(MemoryBufferRef(C.Bitcode, C.Source), Context));
      } else {
        printVariant(C, What, ArrayRef(argv, argc).drop_front(3));
      }
    }
  return 0;
}
