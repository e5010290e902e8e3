//===- Disassembly.cpp - machine code as nvdisasm prints it ---------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "build/Disassembly.h"

#include "execute/Process.h"
#include "support/Failure.h"
#include "support/Text.h"

#include <cstdlib>
#include <fmt/format.h>
#include <unistd.h>

namespace argus {

std::string findNvdisasm(const std::string &CudaPath) {
  const char *Remedy =
      "it is part of the CUDA toolkit (package cuda-nvdisasm, or pip install "
      "nvidia-cuda-nvdisasm); set ARGUS_NVDISASM to its path, or leave --sass out";
  const auto Usable = [](const std::string &Path) {
    return access(Path.c_str(), X_OK) == 0;
  };
  if (const char *Given = std::getenv("ARGUS_NVDISASM"); Given && *Given) {
    if (!Usable(Given))
      throw Failure(ExitCode::Unmeasured,
                    fmt::format("ARGUS_NVDISASM: cannot run '{}'", Given), Remedy);
    return Given;
  }
  if (const std::string Own = CudaPath + "/bin/nvdisasm"; Usable(Own))
    return Own;
  const char *Path = std::getenv("PATH");
  for (const std::string &Directory : split(Path ? Path : "", ':'))
    if (const std::string There = Directory + "/nvdisasm"; Usable(There))
      return There;
  throw Failure(ExitCode::Unmeasured, "--sass: nvdisasm is not found", Remedy);
}

Disassembly disassemble(const std::string &Nvdisasm, const fs::path &Cubin) {
  const TemporaryDirectory Scratch(
      makeUniqueDirectory(temporaryDirectory(), "argus-"));
  ProcessRequest Request;
  Request.Command = {Nvdisasm, "-c", Cubin.string()};
  Request.Stdin = "/dev/null";
  Request.Stdout = (Scratch.path() / "out").string();
  Request.Stderr = (Scratch.path() / "err").string();
  const ProcessResult Result = runProcess(Request);
  if (!Result.ok())
    throw Failure(ExitCode::Unmeasured,
                  fmt::format("--sass: nvdisasm failed ({}): {}", Result.text(),
                              readFile(Request.Stderr)),
                  "repeat: " + shellQuote(Request.Command) +
                      "; it must be as new as ptxas");
  Disassembly Code = parseDisassembly(readFile(Request.Stdout));
  if (Code.empty())
    throw Failure(ExitCode::Unmeasured, "--sass: nvdisasm printed no instruction",
                  "repeat: " + shellQuote(Request.Command));
  return Code;
}

/// Of "        /*0010*/                   S2R R0, SR_TID.X ;".
static bool parseInstruction(const std::string &Line, uint64_t &Offset,
                             std::string &Text) {
  const size_t Begin = Line.find("/*"), End = Line.find("*/");
  if (Begin == std::string::npos || End == std::string::npos || End < Begin + 3 ||
      Line.find_first_not_of(" \t") != Begin)
    return false;
  const std::string Digits = Line.substr(Begin + 2, End - Begin - 2);
  if (Digits.find_first_not_of("0123456789abcdef") != std::string::npos)
    return false;
  Offset = std::stoull(Digits, nullptr, 16);
  const size_t First = Line.find_first_not_of(" \t", End + 2);
  Text = First == std::string::npos ? "" : Line.substr(First, Line.find(';') - First);
  while (!Text.empty() && Text.back() == ' ')
    Text.pop_back();
  return !Text.empty();
}

Disassembly parseDisassembly(const std::string &Text) {
  Disassembly Code;
  std::map<uint64_t, std::string> *Kernel = nullptr;
  for (const std::string &Line : split(Text, '\n')) {
    // .section .text.NAME,"ax",@progbits
    if (const size_t At = Line.find(".section"); At != std::string::npos) {
      const size_t Name = Line.find(".text.", At);
      Kernel = Name == std::string::npos
                   ? nullptr
                   : &Code[Line.substr(Name + 6, Line.find(',', Name) - Name - 6)];
      continue;
    }
    uint64_t Offset = 0;
    std::string Instruction;
    if (Kernel && parseInstruction(Line, Offset, Instruction))
      (*Kernel)[Offset] = std::move(Instruction);
  }
  return Code;
}

} // namespace argus
