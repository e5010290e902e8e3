//===- HostHooks.cpp - lets the runtime take part in nvcc's objects ------ ===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The object calls functions of share/nvcc/HostHooks.c in place of cudart's. They are
// local to it, so it is linked by whatever links it, with either cudart.
//
//===----------------------------------------------------------------------===//

#include "nvcc/HostHooks.h"
#include "driver/Layout.h"
#include "execute/Process.h"
#include "support/Failure.h"
#include "support/Status.h"
#include "support/Text.h"
#include "llvm/Object/ELFObjectFile.h"
#include <set>

namespace argus {

namespace {

/// The functions of the CUDA runtime that HostHooks.c stands in for.
constexpr const char *Hooked[] = {"__cudaRegisterFatBinary",
                                  "__cudaUnregisterFatBinary",
                                  "__cudaRegisterFunction",
                                  "__cudaGetKernel",
                                  "__cudaLaunchKernel",
                                  "__cudaLaunchKernel_ptsz",
                                  "cudaLaunchKernel",
                                  "cudaLaunchKernel_ptsz",
                                  "cudaLaunchCooperativeKernel",
                                  "cudaLaunchCooperativeKernel_ptsz",
                                  "cudaLaunchKernelExC",
                                  "cudaLaunchKernelExC_ptsz",
                                  "cudaDeviceReset"};

/// What an object says of itself.
struct HostObject {
  bool Elf = false;
  bool ForLinkTime = false;    ///< its code is the compiler's own: -flto
  bool Relocatable = false;    ///< of relocatable device code
  std::set<std::string> Calls; ///< functions of Hooked
  bool registers() const { return Relocatable || Calls.count(Hooked[0]) != 0; }
};

void readSymbols(const llvm::object::ELFObjectFileBase &File, HostObject &Result) {
  for (const llvm::object::ELFSymbolRef &Symbol : File.symbols()) {
    auto Name = Symbol.getName();
    auto Flags = Symbol.getFlags();
    const bool Undefined =
        Name && Flags && (*Flags & llvm::object::SymbolRef::SF_Undefined);
    if (Undefined) {
      Result.Relocatable |= Name->starts_with("__cudaRegisterLinkedBinary");
      for (const char *Function : Hooked)
        if (*Name == Function)
          Result.Calls.insert(Function);
    }
    llvm::consumeError(Name.takeError());
    llvm::consumeError(Flags.takeError());
  }
}

HostObject inspect(const std::string &Path) {
  HostObject Result;
  auto Binary = llvm::object::createBinary(Path);
  if (!Binary) {
    llvm::consumeError(Binary.takeError());
    return Result;
  }
  const auto *File =
      llvm::dyn_cast<llvm::object::ELFObjectFileBase>(Binary->getBinary());
  if (!File)
    return Result;
  Result.Elf = true;
  readSymbols(*File, Result);
  if (Result.Relocatable) // the link's code registers the image of all units
    for (const char *Function :
         {"__cudaRegisterFatBinary", "__cudaUnregisterFatBinary"})
      Result.Calls.erase(Function);
  for (const llvm::object::SectionRef &Section : File->sections()) {
    auto Name = Section.getName();
    Result.ForLinkTime |= Name && Name->starts_with(".gnu.lto_");
    llvm::consumeError(Name.takeError());
  }
  return Result;
}

/// As a C string in an argument.
std::string quoted(const std::string &Text) {
  std::string Result = "\"";
  for (const char C : Text)
    Result += (C == '"' || C == '\\') ? std::string{'\\', C} : std::string{C};
  return Result + '"';
}

void runTool(std::vector<std::string> Command, const fs::path &Scratch,
             const char *Package) {
  ProcessRequest Request;
  Request.Command = std::move(Command);
  Request.Stdout = Request.Stderr = Scratch / "hooks.txt";
  const ProcessResult Result = runProcess(Request);
  if (Result.ok())
    return;
  std::string Line;
  for (const std::string &Word : Request.Command)
    Line += (Line.empty() ? "" : " ") + Word;
  throw badUsage("the hooks of Argus cannot be put into the object: " + Line + ": " +
                     Result.text() + "\n" + readFile(Request.Stderr),
                 std::string("install the package ") + Package +
                     ", or compile with --no-argus");
}

void compileHooks(const NvccUnit &Unit, const HostObject &Object,
                  const fs::path &Scratch, const std::string &Output) {
  const Layout Own = ownLayout();
  std::vector<std::string> Command = {Unit.Compiler,
                                      "-x",
                                      "c",
                                      "-O2",
                                      "-fPIC",
                                      "-fno-lto",
                                      "-w",
                                      "-c",
                                      "-o",
                                      Output,
                                      "-I",
                                      Own.IncludeDir,
                                      Own.NvccHooks,
                                      "-DARGUS_MODULE_ID=" + quoted(Unit.ModuleId),
                                      "-DARGUS_SOURCE=" + quoted(Unit.Source)};
  if (Object.Relocatable)
    Command.push_back("-DARGUS_RELOCATABLE");
  for (const std::string &Name : Object.Calls)
    Command.push_back("-DARGUS_USES_" + Name);
  runTool(std::move(Command), Scratch, "g++");
}

/// The object with calls of the hooks, beside the hooks, as one.
void linkHooks(const NvccUnit &Unit, const HostObject &Object,
               const fs::path &Scratch) {
  const std::string Hooks = Scratch / "hooks.o", Both = Scratch / "both.o";
  compileHooks(Unit, Object, Scratch, Hooks);
  std::vector<std::string> Rename = {"objcopy"};
  for (const std::string &Name : Object.Calls)
    Rename.push_back("--redefine-sym=" + Name + "=__argus_nvcc_" + Name);
  Rename.push_back(Unit.Object);
  runTool(std::move(Rename), Scratch, "binutils");
  runTool({"ld", "-r", "-o", Both, Unit.Object, Hooks}, Scratch, "binutils");
  fs::copy_file(Both, Unit.Object, fs::copy_options::overwrite_existing);
}

} // namespace

void completeObject(const NvccUnit &Unit, const fs::path &Scratch) {
  const HostObject Object = inspect(Unit.Object);
  if (!Object.Elf || Object.ForLinkTime)
    status("argus nvcc: " + Unit.Source +
           ": host code is left for link time optimisation (-flto); its kernels can't "
           "be measured");
  if (!Object.Elf)
    return;
  const bool Hooks = Object.registers() && !Object.ForLinkTime;
  if (Hooks)
    linkHooks(Unit, Object, Scratch);
  std::vector<std::string> Finish = {
      "objcopy", "--add-section=.argus_capsule=" + Unit.Capsule.string(),
      "--set-section-flags=.argus_capsule=noload,readonly"};
  if (Hooks)
    Finish.insert(Finish.end(), {"--wildcard", "--localize-symbol=__argus_nvcc_*"});
  Finish.push_back(Unit.Object);
  runTool(std::move(Finish), Scratch, "binutils");
}

} // namespace argus
