//===- Builtins.cpp - functions that the device brings along --------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Builtins.h"
#include "Access.h"
#include "Launch.h"

#include <algorithm>
#include <cstring>

namespace argus::vm {

Builtin builtinNamed(const std::string &Name) {
  if (Name == "vprintf")
    return Builtin::Vprintf;
  if (Name == "__assertfail")
    return Builtin::AssertFail;
  if (Name == "malloc")
    return Builtin::Malloc;
  return Name == "free" ? Builtin::Free : Builtin::None;
}

static uint8_t *storageOf(Warp &W, const Slot &S, unsigned Lane) {
  return S.InRegister ? rowOf<uint8_t>(W, S.Row) + size_t(Lane) * (S.Wide ? 8 : 4)
                      : W.localOf(Lane) + W.F->LocalBase + S.Offset;
}

static uint64_t argument(Warp &W, const CallSite &Site, size_t N, unsigned Lane) {
  uint64_t Value = 0;
  if (N < Site.Arguments.size()) {
    const Slot &S = Site.Arguments[N];
    std::memcpy(&Value, storageOf(W, S, Lane), std::min<uint32_t>(8, S.Size));
  }
  return Value;
}

static void giveBack(Warp &W, const CallSite &Site, unsigned Lane, uint64_t Value) {
  if (!Site.Returns.empty()) {
    const Slot &S = Site.Returns[0];
    std::memcpy(storageOf(W, S, Lane), &Value, std::min<uint32_t>(8, S.Size));
  }
}

static std::string stringAt(Warp &W, unsigned Lane, uint64_t Address) {
  constexpr size_t Longest = 1 << 16;
  std::string Text;
  while (Address && Text.size() < Longest) {
    char C = *reinterpret_cast<char *>(genericByte(W, Lane, Address++, 1, false));
    if (!C)
      break;
    Text += C;
  }
  return Text;
}

namespace {

/// printf whose arguments lie one after the other, each at a multiple of its size.
class Formatter {
public:
  Formatter(Warp &W, unsigned Lane, uint64_t Arguments)
      : W(W), Lane(Lane), Next(Arguments) {}
  std::string format(const std::string &Text);

private:
  template <class T> T take() {
    Next = (Next + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    T Value;
    std::memcpy(&Value, genericByte(W, Lane, Next, sizeof(T), false), sizeof(T));
    Next += sizeof(T);
    return Value;
  }
  std::string conversion(std::string Spec);
  template <class T> static std::string print(const std::string &Spec, T Value) {
    char Buffer[512];
    int Length = std::snprintf(Buffer, sizeof Buffer, Spec.c_str(), Value);
    return {Buffer, size_t(std::min<int>(std::max(Length, 0), sizeof Buffer - 1))};
  }

  Warp &W;
  unsigned Lane;
  uint64_t Next;
};

} // namespace

/// "%-8.3lld" with its argument. Length modifiers are normalised to "ll" or none.
std::string Formatter::conversion(std::string Spec) {
  char Kind = Spec.back();
  Spec.pop_back();
  bool Long = false;
  while (!Spec.empty() && std::strchr("hlLqjzt", Spec.back())) {
    Long |= Spec.back() != 'h';
    Spec.pop_back();
  }
  switch (Kind) {
  case 'd':
  case 'i':
    return Long ? print(Spec + "lld", (long long)take<int64_t>())
                : print(Spec + "d", take<int32_t>());
  case 'u':
  case 'o':
  case 'x':
  case 'X':
    return Long ? print(Spec + "ll" + Kind, (unsigned long long)take<uint64_t>())
                : print(Spec + Kind, take<uint32_t>());
  case 'c':
    return print(Spec + "c", take<int32_t>());
  case 'p':
    return print(Spec + "p", static_cast<void *>(hostPointer(take<uint64_t>())));
  case 's': {
    std::string Text = stringAt(W, Lane, take<uint64_t>());
    return Spec == "%" ? Text : print(Spec + "s", Text.c_str());
  }
  default:
    return print(Spec + Kind, take<double>());
  }
}

std::string Formatter::format(const std::string &Text) {
  std::string Result;
  for (size_t I = 0; I < Text.size();) {
    if (Text[I] != '%') {
      Result += Text[I++];
      continue;
    }
    size_t End = Text.find_first_of("%diouxXeEfFgGaAcsp", I + 1);
    if (End == std::string::npos)
      return Result + Text.substr(I);
    if (Text[End] == '%') {
      Result += '%';
    } else if (std::string Spec = Text.substr(I, End - I + 1);
               Spec.find('*') == std::string::npos) {
      Result += conversion(Spec);
    } else {
      while (Spec.find('*') != std::string::npos)
        Spec.replace(Spec.find('*'), 1, std::to_string(take<int32_t>()));
      Result += conversion(Spec);
    }
    I = End + 1;
  }
  return Result;
}

static void printFormatted(Warp &W, const CallSite &Site, unsigned Lane) {
  std::string Text = stringAt(W, Lane, argument(W, Site, 0, Lane));
  W.L->Printed += Formatter(W, Lane, argument(W, Site, 1, Lane)).format(Text);
  giveBack(W, Site, Lane, uint64_t(std::count(Text.begin(), Text.end(), '%')));
}

[[noreturn]] static void failAssertion(Warp &W, const CallSite &Site, unsigned Lane) {
  auto Text = [&](size_t N) { return stringAt(W, Lane, argument(W, Site, N, Lane)); };
  uint64_t Line = argument(W, Site, 2, Lane) & 0xffffffff;
  W.L->fault(W, Assert,
             "failed the assertion `" + Text(0) + "' in lane " + std::to_string(Lane) +
                 ", " + Text(1) + ":" + std::to_string(Line) + ": " + Text(3));
}

void runBuiltin(Warp &W, const CallSite &Site) {
  forActive(W.Mask, [&](unsigned Lane) {
    switch (Site.Runs) {
    case Builtin::Vprintf:
      printFormatted(W, Site, Lane);
      break;
    case Builtin::AssertFail:
      failAssertion(W, Site, Lane);
    case Builtin::Malloc:
      giveBack(W, Site, Lane, W.L->M.allocate(argument(W, Site, 0, Lane)).Base);
      break;
    case Builtin::Free:
      if (uint64_t Address = argument(W, Site, 0, Lane))
        if (!W.L->M.release(Address))
          W.L->fault(W, IllegalAddress,
                     "freed " + hexadecimal(Address) + ", which malloc did not give");
      break;
    case Builtin::None:
      break;
    }
  });
}

} // namespace argus::vm
