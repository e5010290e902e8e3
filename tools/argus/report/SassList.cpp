//===- SassList.cpp - annotated machine code ------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/SassList.h"

#include "support/Text.h"

#include <algorithm>
#include <fmt/format.h>

namespace argus {

/// "gemm/mainloop", "gemm (inferred)", "gemm/a (shared_by_call: gemm/a/b, gemm/a/c)".
static std::string ownerText(const CapsuleInfo &Capsule, const KernelListing &L,
                             const PcOwner &O) {
  const CodeClass Class = O.Is.Class;
  if (Class == CodeClass::Padding)
    return "-";
  if (Class == CodeClass::Unattributed)
    return fmt::format("? ({})", O.Is.Cause);
  std::string Text =
      O.Region ? Capsule.Regions[*O.Region].Path : Capsule.Kernels[L.Kernel].Name;
  if (Class == CodeClass::Region || Class == CodeClass::Outside)
    return Text;
  Text += fmt::format(" ({}", toString(Class));
  if (!O.Sharing.empty())
    Text += ": " + join(O.Sharing, ", ");
  return Text + ")";
}

static std::string placeText(const PcRange &R) {
  const size_t Slash = R.File.rfind('/');
  return R.File.empty()
             ? ""
             : fmt::format("{}:{}",
                           Slash == std::string::npos ? R.File
                                                      : R.File.substr(Slash + 1),
                           R.Line);
}

std::string sassAsText(const CapsuleInfo &Capsule, const KernelListing &Kernel,
                       const std::map<uint64_t, std::string> &Code,
                       const TextStyle &Style) {
  std::string Text = Style.bold("kernel " + Capsule.Kernels[Kernel.Kernel].Name) + "\n";
  if (!Kernel.Map)
    return Text + "  no map: " + Kernel.Identity.Reason + "\n";
  std::map<uint64_t, const CalledFunction *> Begins;
  for (const CalledFunction &F : Kernel.Map->Functions)
    Begins[F.Begin] = &F;
  size_t Width = 40;
  for (const auto &[Offset, Instruction] : Code)
    Width = std::min<size_t>(std::max(Width, Instruction.size()), 72);
  for (const PcRange &R : Kernel.Map->Ranges) {
    if (const auto F = Begins.find(R.Begin); F != Begins.end())
      Text += fmt::format("  function {}\n", F->second->Name.empty() ? F->second->Symbol
                                                                     : F->second->Name);
    const std::string Owner = ownerText(Capsule, Kernel, Kernel.Map->Owners[R.Owner]);
    const std::string Place = placeText(R);
    for (uint64_t At = R.Begin; At < R.End; At += InstructionBytes) {
      const auto Line = Code.find(At);
      Text += fmt::format("  {:04x}  {:<{}}  {}{}{}\n", At,
                          Line == Code.end() ? "" : Line->second, Width, Owner,
                          Place.empty() ? "" : "  ", Place);
    }
  }
  return Text;
}

} // namespace argus
