//===- LinkTimeUnits.cpp - nvlink optimises units as one ------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "build/LinkTimeUnits.h"

#include "argus/passes/LinkTime.h"
#include "execute/Process.h"
#include "support/Failure.h"
#include "support/Files.h"
#include "support/Text.h"

namespace argus {

namespace {

/// nvlink's command for PTX of the objects.
ProcessRequest linkRequest(const std::vector<llvm::StringRef> &Objects,
                           const std::string &Arch, const WorkerRequest &Request) {
  const fs::path Directory = Request.Directory;
  ProcessRequest Link;
  Link.Command = {
      Request.CudaPath + "/bin/nvlink",          "-arch",     Arch,        "-dlto",
      "-nvvmpath=" + Request.CudaPath + "/nvvm", "-lineinfo", "--emit-ptx"};
  if (Request.LinkTimeOptions)
    Link.Command.insert(Link.Command.end(), Request.LinkTimeOptions->begin(),
                        Request.LinkTimeOptions->end());
  for (size_t I = 0; I < Objects.size(); ++I) {
    const fs::path File = Directory / ("unit-" + std::to_string(I) + ".o");
    writeFile(File, {Objects[I].data(), Objects[I].size()});
    Link.Command.push_back(File.string());
  }
  Link.Command.insert(Link.Command.end(),
                      {"-L", Request.CudaPath + "/lib64", "-lcudadevrt", "-o",
                       (Directory / "optimised.ptx").string()});
  Link.Stdin = "/dev/null";
  Link.Stdout = Link.Stderr = (Directory / "nvlink.txt").string();
  return Link;
}

std::string optimise(const std::vector<Capsule> &Units, bool Marked,
                     const WorkerRequest &Request) {
  const ProcessRequest Link =
      linkRequest(linkTimeObjects(Units, Marked), Units.front().Arch, Request);
  const ProcessResult Result = runProcess(Link);
  const fs::path Ptx = Link.Command.back();
  if (!Result.ok() || !fs::exists(Ptx))
    throw Failure(ExitCode::Internal,
                  "nvlink's link time optimisation failed (" + Result.text() + "):\n" +
                      readFile(Link.Stdout),
                  "repeat: " + shellQuote(Link.Command));
  std::string Text = readFile(Ptx);
  for (const std::string &File : Link.Command)
    if (File.rfind(Request.Directory, 0) == 0)
      fs::remove(File);
  fs::remove(Link.Stdout);
  return Text;
}

} // namespace

Capsule linkTimeUnits(std::vector<Capsule> Units, const WorkerRequest &Request) {
  const bool Marked =
      Request.Kind == BuildKind::Trace || Request.Kind == BuildKind::Truth;
  const std::string Ptx = optimise(Units, Marked, Request);
  llvm::Expected<Capsule> All = optimisedAsOne(std::move(Units), Ptx, Marked);
  if (!All)
    throw Failure(ExitCode::Internal, llvm::toString(All.takeError()));
  return std::move(*All);
}

} // namespace argus
