//===- LinkTimeObject.cpp - an object for nvlink's optimiser -------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "nvcc/LinkTimeObject.h"
#include "execute/Process.h"
#include "support/Failure.h"
#include "support/Text.h"

namespace argus {

namespace {

bool startsWith(const std::string &Text, std::string_view Prefix) {
  return Text.compare(0, Prefix.size(), Prefix) == 0;
}

ProcessResult runTool(const std::vector<std::string> &Command, const fs::path &Log) {
  ProcessRequest Request;
  Request.Command = Command;
  Request.Stdout = Request.Stderr = Log.string();
  return runProcess(Request);
}

/// The value of `Name` in "kind=nvvm,sm=90a,file=x".
std::string fieldOf(const std::string &Image, const std::string &Name) {
  const size_t At = Image.find(Name + "=");
  if (At == std::string::npos || (At > 0 && Image[At - 1] != ','))
    return "";
  const size_t Begin = At + Name.size() + 1;
  return Image.substr(Begin, Image.find(',', Begin) - Begin);
}

constexpr std::string_view ImageOption = "--image3=";

/// fatbinary's call with one image of ours, and a file for output.
std::vector<std::string> packing(const NvccStep &Fatbinary, const LinkTimeImage &Image,
                                 const std::string &Output) {
  std::vector<std::string> Words;
  for (const std::string &Word : Fatbinary.Words)
    if (!startsWith(Word, ImageOption) && !startsWith(Word, "--embedded-fatbin=") &&
        !startsWith(Word, "--create"))
      Words.push_back(Word);
  Words.push_back(std::string(ImageOption) + "kind=nvvm,sm=" + Image.Arch.substr(3) +
                  ",file=" + Image.File);
  Words.push_back("--create=" + Output);
  return Words;
}

} // namespace

std::vector<LinkTimeImage> linkTimeImages(const NvccStep &Fatbinary) {
  std::vector<LinkTimeImage> Images;
  for (const std::string &Word : Fatbinary.Words) {
    if (!startsWith(Word, ImageOption))
      continue;
    const std::string Image = Word.substr(ImageOption.size());
    if (fieldOf(Image, "kind") == "nvvm")
      Images.push_back({"sm_" + fieldOf(Image, "sm"), fieldOf(Image, "file")});
  }
  return Images;
}

std::string linkTimeObject(const NvccStep &Fatbinary, const LinkTimeImage &Image,
                           const std::string &Object, const fs::path &Scratch) {
  const std::string Packed = Image.File + ".fatbin", Result = Image.File + ".o";
  const fs::path Log = Scratch / "link-time.txt";
  const std::vector<std::string> Pack = packing(Fatbinary, Image, Packed);
  if (const ProcessResult Done = runTool(Pack, Log); !Done.ok())
    throw Failure(ExitCode::Internal, "fatbinary failed on the text with marks (" +
                                          Done.text() + "): " + shellQuote(Pack) +
                                          "\n" + readFile(Log));
  // Names of what host code refers to are in ".nvHRKE", ".nvHRCI" and so on.
  const ProcessResult Copied =
      runTool({"objcopy", "-S", "-j", "__nv_relfatbin", "-j", ".nvFatBinSegment", "-j",
               "__nv_module_id", "--wildcard", "-j", ".nvHR*", "--update-section",
               "__nv_relfatbin=" + Packed, Object, Result},
              Log);
  return Copied.ok() && fs::exists(Result) ? readFile(Result) : "";
}

} // namespace argus
