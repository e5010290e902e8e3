//===- PtxStream.cpp - finishes the PTX that the back end prints ------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where clang prints assembly it asks the target registry for an instruction printer,
// then for a target streamer, which it shows the stream. Both are replaced for NVPTX by
// functions that call the back end's own: from the second on, the text is collected,
// and when the printer is deleted, before the stream, it is finished and handed on. So
// it needs no other ptxas than the toolkit's, and holds for -S, for -save-temps (whose
// last step reads bitcode and runs no plugin action) and for variants alike.
//
//===----------------------------------------------------------------------===//

#include "argus/passes/FinishPtx.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCInstPrinter.h"
#include "llvm/MC/MCRegister.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/FormattedStream.h"
#include <map>
#include <memory>

using namespace llvm;

namespace argus {

namespace {

/// The stream that a formatted stream writes to. LLVM has no name for it outside of the
/// class; an explicit instantiation may name private members ([temp.spec]/6).
template <raw_ostream *formatted_raw_ostream::*Member> struct StreamBehind {
  friend raw_ostream *&streamBehind(formatted_raw_ostream &S) { return S.*Member; }
};
template struct StreamBehind<&formatted_raw_ostream::TheStream>;
raw_ostream *&streamBehind(formatted_raw_ostream &S);

/// Prints as the back end's printer, and finishes the text when it is deleted.
class FinishingPrinter : public MCInstPrinter {
public:
  FinishingPrinter(std::unique_ptr<MCInstPrinter> Printer, const MCAsmInfo &MAI,
                   const MCInstrInfo &MII, const MCRegisterInfo &MRI)
      : MCInstPrinter(MAI, MII, MRI), Printer(std::move(Printer)) {}

  ~FinishingPrinter() override {
    if (!Behind)
      return;
    Stream->flush();
    streamBehind(*Stream) = Behind;
    *Behind << finishPtx(Text);
  }

  void collect(formatted_raw_ostream &Of) {
    Of.flush();
    Stream = &Of;
    Behind = std::exchange(streamBehind(Of), &Collected);
  }

  MCInstPrinter &printer() { return *Printer; }

  std::pair<const char *, uint64_t> getMnemonic(const MCInst *MI) override {
    return Printer->getMnemonic(MI);
  }
  void printInst(const MCInst *MI, uint64_t Address, StringRef Note,
                 const MCSubtargetInfo &STI, raw_ostream &OS) override {
    if (CommentStream)
      Printer->setCommentStream(*CommentStream);
    Printer->printInst(MI, Address, Note, STI, OS);
  }
  void printRegName(raw_ostream &OS, MCRegister Register) const override {
    Printer->printRegName(OS, Register);
  }

private:
  std::unique_ptr<MCInstPrinter> Printer;
  formatted_raw_ostream *Stream = nullptr;
  raw_ostream *Behind = nullptr;
  std::string Text;
  raw_string_ostream Collected{Text};
};

/// The two targets, 32 and 64 bits, as the back end registered them.
std::map<std::string, Target> &originals() {
  static std::map<std::string, Target> Targets;
  return Targets;
}

const Target &originalOf(const Triple &T) {
  return originals().at(T.isArch64Bit() ? "nvptx64" : "nvptx");
}

MCInstPrinter *makePrinter(const Triple &T, unsigned Variant, const MCAsmInfo &MAI,
                           const MCInstrInfo &MII, const MCRegisterInfo &MRI) {
  std::unique_ptr<MCInstPrinter> Own(
      originalOf(T).createMCInstPrinter(T, Variant, MAI, MII, MRI));
  return new FinishingPrinter(std::move(Own), MAI, MII, MRI);
}

MCTargetStreamer *makeStreamer(MCStreamer &S, formatted_raw_ostream &OS,
                               MCInstPrinter *Printer) {
  auto *Ours = static_cast<FinishingPrinter *>(Printer);
  Ours->collect(OS);
  return originalOf(S.getContext().getTargetTriple())
      .createAsmTargetStreamer(S, OS, &Ours->printer());
}

} // namespace

void installPtxFinisher() {
  if (!originals().empty())
    return;
  for (const Target &T : TargetRegistry::targets()) {
    const StringRef Name = T.getName();
    if (Name != "nvptx" && Name != "nvptx64")
      continue;
    originals().emplace(Name, T);
    // The registry's own way to targets is const; registering is meant for them.
    auto &Registered = const_cast<Target &>(T);
    TargetRegistry::RegisterMCInstPrinter(Registered, makePrinter);
    TargetRegistry::RegisterAsmTargetStreamer(Registered, makeStreamer);
  }
}

} // namespace argus
