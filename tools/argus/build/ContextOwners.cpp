//===- ContextOwners.cpp - whose code a context is, in a kernel -----------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "build/ContextOwners.h"

#include "build/RegionIndex.h"

#include <algorithm>
#include <set>

namespace argus {

const char *toString(CodeClass Class) {
  switch (Class) {
  case CodeClass::Region:
    return "exclusive";
  case CodeClass::Outside:
    return "outside";
  case CodeClass::Inferred:
    return "inferred";
  case CodeClass::Shared:
    return "shared";
  case CodeClass::SharedByCall:
    return "shared_by_call";
  case CodeClass::Unattributed:
    return "unattributed";
  case CodeClass::Padding:
    return "padding";
  }
  return "unattributed";
}

const char *toString(ContextOrigin Origin) {
  switch (Origin) {
  case ContextOrigin::Unknown:
    return "unknown";
  case ContextOrigin::Entry:
    return "entry";
  case ContextOrigin::Known:
    return "known";
  case ContextOrigin::Merged:
    return "merged";
  case ContextOrigin::Inferred:
    return "inferred";
  }
  return "unknown";
}

static void makeSet(std::vector<SiteStack> &Stacks) {
  std::sort(Stacks.begin(), Stacks.end());
  Stacks.erase(std::unique(Stacks.begin(), Stacks.end()), Stacks.end());
}

/// The regions around code whose function knows Inner, called inside Outer, which is
/// whole: a span that it does not hold cannot end.
static SiteStack inside(const SiteStack &Outer, const SiteStack &Inner) {
  const auto IsPlain = [](unsigned Site) { return Site <= SiteNumber; };
  if (std::all_of(Outer.begin(), Outer.end(), IsPlain) &&
      std::all_of(Inner.begin(), Inner.end(), IsPlain)) {
    SiteStack Whole; // nothing ends: most code
    Whole.reserve(Outer.size() + Inner.size());
    Whole.insert(Whole.end(), Outer.begin(), Outer.end());
    Whole.insert(Whole.end(), Inner.begin(), Inner.end());
    return Whole;
  }
  SiteStack Whole = pathOf(joined(Outer, Inner));
  Whole.erase(std::remove_if(Whole.begin(), Whole.end(),
                             [](unsigned Site) { return Site & EndOfCallersSite; }),
              Whole.end());
  return Whole;
}

Owner ownerOf(std::vector<SiteStack> Stacks, CodeClass One, CodeClass Several,
              ContextOrigin From) {
  makeSet(Stacks);
  Owner O;
  O.From = From;
  O.Class = One;
  if (Stacks.size() == 1) {
    O.Stack = std::move(Stacks.front());
  } else {
    O.Class = Several;
    O.Stack = Stacks.front();
    for (const SiteStack &S : Stacks)
      O.Stack = commonStack(O.Stack, S);
    O.Many = std::move(Stacks);
  }
  if (O.Class == CodeClass::Region && O.Stack.empty())
    O.Class = CodeClass::Outside;
  return O;
}

ContextOwners::ContextOwners(const ContextTable &Table, std::string Kernel)
    : Table(Table), Kernel(std::move(Kernel)) {
  walk();
}

/// Follows the calls from the kernel. A stack grows with each call, so recursion could
/// go on for ever: no stack gets longer than the calls are many, nor a function more
/// than MostCallers of them; their nearest common region stays right.
void ContextOwners::walk() {
  constexpr size_t MostCallers = 256;
  std::multimap<std::string, std::pair<std::string, const SiteStack *>> Calls;
  for (const CallInfo &C : Table.Calls) {
    if (!C.Callee.empty())
      Calls.emplace(C.Caller, std::pair(C.Callee, &C.Stack));
    else
      for (const std::string &Any : Table.AddressTaken)
        Calls.emplace(C.Caller, std::pair(Any, &C.Stack));
  }
  std::map<std::string, std::set<SiteStack>> Found;
  std::vector<std::pair<std::string, SiteStack>> Work = {{Kernel, {}}};
  while (!Work.empty()) {
    const auto [Function, Around] = std::move(Work.back());
    Work.pop_back();
    const auto [Begin, End] = Calls.equal_range(Function);
    for (auto At = Begin; At != End; ++At) {
      SiteStack Stack = inside(Around, *At->second.second);
      std::set<SiteStack> &Known = Found[At->second.first];
      if (Known.size() >= MostCallers || Stack.size() > Table.Calls.size() + 64)
        continue;
      if (Known.insert(Stack).second)
        Work.emplace_back(At->second.first, std::move(Stack));
    }
  }
  for (auto &[Function, Stacks] : Found)
    Callers[Function].assign(Stacks.begin(), Stacks.end());
}

const std::vector<SiteStack> &
ContextOwners::callersOf(const std::string &Function) const {
  static const std::vector<SiteStack> TheKernel = {{}}, None;
  if (isKernel(Function))
    return TheKernel;
  const auto At = Callers.find(Function);
  return At == Callers.end() ? None : At->second;
}

static Owner unattributed(const char *Cause) {
  Owner O;
  O.Cause = Cause;
  return O;
}

Owner ContextOwners::ownerOfEntry(const std::string &Function) const {
  const std::vector<SiteStack> &Around = callersOf(Function);
  if (Around.empty())
    return unattributed("unknown_caller");
  return ownerOf(Around, CodeClass::Region, CodeClass::SharedByCall,
                 ContextOrigin::Entry);
}

Owner ContextOwners::owner(unsigned Line) const {
  if (Line == 0)
    return unattributed("no_row");
  if (Line >= Table.Contexts.size())
    return unattributed("unknown_context");
  const ContextInfo &C = Table.Contexts[Line];
  if (C.From == ContextOrigin::Unknown)
    return unattributed("no_origin");
  if (C.From == ContextOrigin::Entry) // of the kernel: its functions ask otherwise
    return ownerOfEntry(Kernel);
  const std::vector<SiteStack> &Around = callersOf(C.Function);
  if (Around.empty())
    return unattributed("unknown_caller");
  std::vector<SiteStack> Stacks;
  Stacks.reserve(Around.size());
  for (const SiteStack &Outer : Around)
    Stacks.push_back(inside(Outer, C.Stack));
  if (Around.size() > 1)
    return ownerOf(std::move(Stacks), CodeClass::SharedByCall, CodeClass::SharedByCall,
                   C.From);
  const bool Inferred = C.From == ContextOrigin::Inferred;
  if (Inferred && C.Contributors.size() > 1) {
    Stacks.clear();
    for (const SiteStack &Inner : C.Contributors)
      Stacks.push_back(inside(Around.front(), Inner));
  }
  const CodeClass One = Inferred                          ? CodeClass::Inferred
                        : C.From == ContextOrigin::Merged ? CodeClass::Shared
                                                          : CodeClass::Region;
  return ownerOf(std::move(Stacks), One, Inferred ? One : CodeClass::Shared, C.From);
}

} // namespace argus
