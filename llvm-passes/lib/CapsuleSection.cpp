//===- CapsuleSection.cpp - puts capsules into an object -----------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CapsuleSection.h"
#include "argus/passes/Capsule.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace argus {

/// As assembly, because LLVM has no way to ask for a section that is neither loaded nor
/// dropped by the linker. "R" keeps it under --gc-sections. No alignment: the
/// containers of several objects follow each other without padding.
void embedCapsules(Module &M, StringRef Bytes) {
  static constexpr size_t BytesPerLine = 1024;
  static constexpr char Digits[] = "01234567";
  std::string Asm =
      (Twine(".pushsection ") + CapsuleSection + ",\"R\",%progbits\n").str();
  Asm.reserve(Bytes.size() * 4 + Bytes.size() / 64 + 128);
  for (; !Bytes.empty();
       Bytes = Bytes.drop_front(std::min(BytesPerLine, Bytes.size()))) {
    Asm += ".ascii \"";
    for (unsigned char C : Bytes.take_front(BytesPerLine)) {
      if (C >= ' ' && C < 127 && C != '"' && C != '\\') {
        Asm += char(C);
        continue;
      }
      Asm += {'\\', Digits[C >> 6], Digits[C >> 3 & 7], Digits[C & 7]};
    }
    Asm += "\"\n";
  }
  M.appendModuleInlineAsm(Asm + ".popsection\n");
}

} // namespace argus
