//===- Worker.cpp - builds one variant in a process of its own ------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "build/Worker.h"

#include "argus/passes/Linked.h"
#include "argus/passes/Variant.h"
#include "build/LinkTimeUnits.h"
#include "build/LinkedCapsules.h"
#include "support/Failure.h"
#include "support/Files.h"
#include "support/Text.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>

namespace argus {

static constexpr std::pair<const char *, VariantKind> Kinds[] = {
    {"mapped", VariantKind::Mapped}, // by BuildKind
    {"trace", VariantKind::Trace},
    {"lines", VariantKind::Lines},
    {"truth", VariantKind::Truth}};

static_assert(static_cast<int>(Origin::Inferred) == 4,
              "Contexts.h has the same origins");

const char *toString(BuildKind Kind) { return Kinds[static_cast<int>(Kind)].first; }

/// Behind it are nvlink's options.
static constexpr const char LinkTimeWord[] = "link-time";

std::vector<std::string> toArguments(const WorkerRequest &Request) {
  std::vector<std::string> Sites;
  for (const unsigned Site : Request.Sites)
    Sites.push_back(std::to_string(Site));
  std::vector<std::string> Registers;
  for (const auto &[Kernel, Limit] : Request.Registers)
    Registers.push_back(Kernel + "=" + std::to_string(Limit));
  std::vector<std::string> Arguments = {Request.Binary,
                                        Request.ModuleId,
                                        std::to_string(Request.Capsule),
                                        toString(Request.Kind),
                                        join(Sites, ","),
                                        join(Registers, ","),
                                        Request.CudaPath,
                                        Request.Directory,
                                        Request.Unit ? std::to_string(*Request.Unit)
                                                     : ""};
  if (Request.LinkTimeOptions) {
    Arguments.push_back(LinkTimeWord);
    Arguments.insert(Arguments.end(), Request.LinkTimeOptions->begin(),
                     Request.LinkTimeOptions->end());
  }
  return Arguments;
}

WorkerRequest parseWorkerArguments(const std::vector<std::string> &Arguments) {
  const auto Bad = [](const char *What) {
    return badUsage(std::string(WorkerCommand) + " is internal: bad " + What);
  };
  const bool LinkTime = Arguments.size() > 9 && Arguments[9] == LinkTimeWord;
  if (Arguments.size() != 9 && !LinkTime)
    throw Bad("number of arguments");
  WorkerRequest Request;
  if (LinkTime)
    Request.LinkTimeOptions.emplace(Arguments.begin() + 10, Arguments.end());
  Request.Binary = Arguments[0];
  Request.ModuleId = Arguments[1];
  const auto Capsule = parseNumber(Arguments[2]);
  if (!Capsule)
    throw Bad("capsule");
  Request.Capsule = static_cast<unsigned>(*Capsule);
  const auto *Kind = std::find_if(std::begin(Kinds), std::end(Kinds), [&](auto &Known) {
    return Arguments[3] == Known.first;
  });
  if (Kind == std::end(Kinds))
    throw Bad("kind");
  Request.Kind = static_cast<BuildKind>(Kind - std::begin(Kinds));
  if (!Arguments[4].empty())
    for (const std::string &Site : split(Arguments[4], ',')) {
      const auto Number = parseNumber(Site);
      if (!Number)
        throw Bad("site");
      Request.Sites.push_back(static_cast<unsigned>(*Number));
    }
  if (!Arguments[5].empty())
    for (const std::string &Limit : split(Arguments[5], ',')) {
      const std::vector<std::string> Pair = split(Limit, '=');
      const auto Number = Pair.size() == 2 ? parseNumber(Pair[1]) : std::nullopt;
      if (!Number)
        throw Bad("register limit");
      Request.Registers[Pair[0]] = static_cast<unsigned>(*Number);
    }
  Request.CudaPath = Arguments[6];
  Request.Directory = Arguments[7];
  if (!Arguments[8].empty()) {
    const auto Unit = parseNumber(Arguments[8]);
    if (!Unit)
      throw Bad("unit");
    Request.Unit = static_cast<unsigned>(*Unit);
  }
  return Request;
}

/// One unit of the linked image, and what it must agree on with the others.
static Capsule findUnit(const WorkerRequest &Request,
                        const std::vector<CapsuleContainer> &Containers,
                        VariantRequest &Wanted) {
  const std::vector<LinkedImage> Images = linkedImages(Containers, Request.Binary);
  if (Images.empty() || Images.front().ModuleId != Request.ModuleId ||
      Request.Capsule >= Images.front().Capsules.size())
    throw badUsage(Request.Binary + ": has no longer module " + Request.ModuleId,
                   "the file changed while argus ran: run again");
  std::vector<Capsule> Units = Images.front().Capsules[Request.Capsule];
  if (Request.LinkTimeOptions)
    return linkTimeUnits(std::move(Units), Request);
  if (llvm::Error Problem = shareRegionTable(Units))
    throw Failure(ExitCode::Internal, llvm::toString(std::move(Problem)));
  UnitRole &Role = Wanted.Unit.emplace();
  if (Wanted.Kind == VariantKind::Trace) {
    auto Plan = planLinkedTrace(Units, *Request.Unit, Wanted.Sites);
    if (!Plan)
      throw Failure(ExitCode::Internal, llvm::toString(Plan.takeError()));
    Wanted.Sites = Plan->Sites;
    Role = std::move(Plan->Role);
  }
  return std::move(Units.at(*Request.Unit));
}

static Capsule findCapsule(const WorkerRequest &Request, VariantRequest &Wanted) {
  auto Containers = readContainers(Request.Binary);
  if (!Containers)
    throw badUsage(Request.Binary + ": " + llvm::toString(Containers.takeError()));
  if (Request.Unit || Request.LinkTimeOptions)
    return findUnit(Request, *Containers, Wanted);
  for (CapsuleContainer &Container : *Containers)
    if (Container.ModuleId == Request.ModuleId &&
        Request.Capsule < Container.Capsules.size())
      return std::move(Container.Capsules[Request.Capsule]);
  throw badUsage(Request.Binary + ": has no longer module " + Request.ModuleId,
                 "the file changed while argus ran: run again");
}

static llvm::json::Array toJson(const std::vector<unsigned> &Numbers) {
  llvm::json::Array Array;
  for (const unsigned Number : Numbers)
    Array.push_back(Number);
  return Array;
}

namespace {

/// Numbers texts that come up again and again.
class TextNumbers {
public:
  unsigned number(const std::string &Text) {
    const auto [Slot, New] = Numbers.try_emplace(Text, Texts.size());
    if (New)
      Texts.push_back(llvm::json::fixUTF8(Text));
    return Slot->second;
  }
  llvm::json::Array Texts;

private:
  std::unordered_map<std::string, unsigned> Numbers;
};

} // namespace

static llvm::json::Array toJson(const std::vector<std::vector<unsigned>> &Stacks) {
  llvm::json::Array Array;
  for (const std::vector<unsigned> &Stack : Stacks)
    Array.push_back(toJson(Stack));
  return Array;
}

/// A context is an array, since there may be a million: file, line, column, stack,
/// origin, function, contributors, roles. Texts are numbers in tables.
static std::string describe(const Variant &Built) {
  TextNumbers Files, Functions;
  llvm::json::Array Contexts, Calls;
  for (const Context &C : Built.Contexts)
    Contexts.push_back(llvm::json::Array{Files.number(C.File), C.Line, C.Column,
                                         toJson(C.Stack), static_cast<int>(C.From),
                                         Functions.number(C.Function),
                                         toJson(C.Contributors), toJson(C.Roles)});
  for (const RemainingCall &C : Built.Calls)
    Calls.push_back(llvm::json::Object{
        {"caller", C.Caller}, {"callee", C.Callee}, {"stack", toJson(C.Stack)}});
  llvm::json::Value Document =
      llvm::json::Object{{"files", std::move(Files.Texts)},
                         {"functions", std::move(Functions.Texts)},
                         {"contexts", std::move(Contexts)},
                         {"calls", std::move(Calls)},
                         {"address_taken", llvm::json::Array(Built.AddressTaken)},
                         {"sites", toJson(Built.Sites)},
                         {"notes", llvm::json::Array(Built.Notes)}};
  return llvm::formatv("{0}\n", Document).str();
}

void buildInThisProcess(const WorkerRequest &Request) {
  VariantRequest Wanted;
  Wanted.Kind = Kinds[static_cast<int>(Request.Kind)].second;
  Wanted.Sites = Request.Sites;
  Wanted.Registers = Request.Registers;
  const Capsule C = findCapsule(Request, Wanted);
  auto Built = buildVariant(C, Wanted, Request.CudaPath);
  if (!Built)
    throw Failure(ExitCode::Internal, llvm::toString(Built.takeError()));
  writeFile(fs::path(Request.Directory) / VariantPtx, Built->Ptx);
  writeFile(fs::path(Request.Directory) / VariantJson, describe(*Built));
}

} // namespace argus
