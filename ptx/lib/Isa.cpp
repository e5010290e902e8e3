//===- Isa.cpp - what is known of each instruction ------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "argus/ptx/Isa.h"

#include <algorithm>

namespace argus::ptx {

static constexpr OpcodeInfo Opcodes[] = {
#define ARGUS_PTX_OPCODE(Opcode, Modifier, Major, Minor, Destinations, Flags)          \
  {Opcode, Modifier, Major, Minor, Destinations, Flags},
#include "argus/ptx/Isa.def"
};

namespace {

/// Where the rows of each first letter begin: opcodes are looked up once an
/// instruction.
struct FirstLetters {
  constexpr FirstLetters() {
    unsigned Row = 0;
    for (unsigned Letter = 0; Letter <= 26; ++Letter) {
      while (Row < std::size(Opcodes) && Opcodes[Row].Opcode[0] < char('a' + Letter))
        ++Row;
      Rows[Letter] = Row;
    }
  }
  unsigned Rows[27] = {};
};

} // namespace

/// The table is sorted by opcode, so an opcode's rows are together.
static const OpcodeInfo *firstRow(std::string_view Opcode) {
  static constexpr FirstLetters Letters;
  if (Opcode.empty() || Opcode[0] < 'a' || Opcode[0] > 'z')
    return nullptr;
  const unsigned Letter = unsigned(Opcode[0] - 'a');
  // A look at the last letter spares most calls of memcmp.
  for (unsigned Row = Letters.Rows[Letter]; Row < Letters.Rows[Letter + 1]; ++Row)
    if (const std::string_view Known = Opcodes[Row].Opcode;
        Known.size() == Opcode.size() && Known.back() == Opcode.back() &&
        Known == Opcode)
      return &Opcodes[Row];
  return nullptr;
}

const OpcodeInfo *find(std::string_view Opcode) { return firstRow(Opcode); }

static bool hasModifier(const Instruction &I, std::string_view Modifier) {
  return std::find(I.Modifiers.begin(), I.Modifiers.end(), Modifier) !=
         I.Modifiers.end();
}

const OpcodeInfo *find(const Instruction &I) {
  const OpcodeInfo *Row = firstRow(I.Opcode);
  if (!Row)
    return nullptr;
  for (; Row != std::end(Opcodes) && Row->Opcode == I.Opcode; ++Row)
    if (Row->Modifier.empty() || hasModifier(I, Row->Modifier))
      return Row;
  return nullptr;
}

/// Levenshtein's distance.
static size_t distance(std::string_view A, std::string_view B) {
  std::vector<size_t> Row(B.size() + 1);
  for (size_t J = 0; J <= B.size(); ++J)
    Row[J] = J;
  for (size_t I = 0; I < A.size(); ++I) {
    size_t Diagonal = Row[0];
    Row[0] = I + 1;
    for (size_t J = 0; J < B.size(); ++J) {
      size_t Changed = Diagonal + (A[I] != B[J]);
      Diagonal = Row[J + 1];
      Row[J + 1] = std::min({Changed, Row[J] + 1, Row[J + 1] + 1});
    }
  }
  return Row[B.size()];
}

std::string nearestOpcode(std::string_view Opcode) {
  constexpr size_t Longest = 32;
  if (Opcode.size() > Longest)
    return "";
  std::string Best;
  size_t Least = Opcode.size() / 3 + 2;
  for (const OpcodeInfo &Info : Opcodes)
    if (size_t D = distance(Opcode, Info.Opcode); D < Least) {
      Least = D;
      Best = Info.Opcode;
    }
  return Best;
}

namespace {

struct Special {
  std::string_view Name;
  bool Uniform; ///< the same in all lanes of a warp, whenever they read it
};
/// Sorted by name.
constexpr Special Specials[] = {
    {"%aggr_smem_size", true},
    {"%clock", false},
    {"%clock64", false},
    {"%clock_hi", false},
    {"%cluster_ctaid", true},
    {"%cluster_ctarank", true},
    {"%cluster_nctaid", true},
    {"%cluster_nctarank", true},
    {"%clusterid", true},
    {"%ctaid", true},
    {"%current_graph_exec", true},
    {"%dynamic_smem_size", true},
    {"%globaltimer", false},
    {"%globaltimer_hi", false},
    {"%globaltimer_lo", false},
    {"%gridid", true},
    {"%is_explicit_cluster", true},
    {"%laneid", false},
    {"%lanemask_eq", false},
    {"%lanemask_ge", false},
    {"%lanemask_gt", false},
    {"%lanemask_le", false},
    {"%lanemask_lt", false},
    {"%nclusterid", true},
    {"%nctaid", true},
    {"%nsmid", true},
    {"%ntid", true},
    {"%nwarpid", true},
    {"%reserved_smem_offset_0", false},
    {"%reserved_smem_offset_1", false},
    {"%reserved_smem_offset_begin", false},
    {"%reserved_smem_offset_cap", false},
    {"%reserved_smem_offset_end", false},
    {"%smid", true},
    {"%tid", false},
    {"%total_smem_size", true},
    {"%warpid", true},
    {"WARP_SZ", true},
};

struct Numbered {
  std::string_view Prefix, Suffix;
  unsigned Count;
};
constexpr Numbered EnvironmentRegister = {"%envreg", "", 32};
constexpr Numbered NumberedSpecials[] = {
    {"%pm", "", 8}, {"%pm", "_64", 8}, EnvironmentRegister};

} // namespace

static bool isNumbered(std::string_view Name, const Numbered &N) {
  size_t Affixes = N.Prefix.size() + N.Suffix.size();
  if (Name.size() <= Affixes || Name.size() > Affixes + 2 ||
      Name.substr(0, N.Prefix.size()) != N.Prefix ||
      Name.substr(Name.size() - N.Suffix.size()) != N.Suffix)
    return false;
  unsigned Number = 0;
  for (char C : Name.substr(N.Prefix.size(), Name.size() - Affixes)) {
    if (C < '0' || C > '9')
      return false;
    Number = Number * 10 + unsigned(C - '0');
  }
  return Number < N.Count;
}

/// Null: not one of those that have no number.
static const Special *findSpecial(std::string_view Name) {
  const auto *At = std::lower_bound(
      std::begin(Specials), std::end(Specials), Name,
      [](const Special &S, std::string_view Wanted) { return S.Name < Wanted; });
  return At != std::end(Specials) && At->Name == Name ? At : nullptr;
}

bool isUniformSpecial(std::string_view Name) {
  Name = Name.substr(0, Name.find('.'));
  const Special *Known = findSpecial(Name);
  return Known ? Known->Uniform : isNumbered(Name, EnvironmentRegister);
}

bool isSpecialRegister(std::string_view Name) {
  Name = Name.substr(0, Name.find('.'));
  if (findSpecial(Name))
    return true;
  return std::any_of(std::begin(NumberedSpecials), std::end(NumberedSpecials),
                     [&](const Numbered &N) { return isNumbered(Name, N); });
}

static void addOnce(std::vector<uint32_t> &To, uint32_t Register) {
  if (std::find(To.begin(), To.end(), Register) == To.end())
    To.push_back(Register);
}

static void collect(const Operand &O, std::vector<uint32_t> &To) {
  if (O.What == Operand::Kind::Register)
    addOnce(To, O.Index);
  for (const Operand &Element : O.Elements)
    collect(Element, To);
}

/// How many leading operands are written; an address among them is not.
static size_t destinations(const Instruction &I) {
  if (I.Opcode == "call")
    return !I.Operands.empty() && I.Operands[0].What == Operand::Kind::List;
  const OpcodeInfo *Info = find(I);
  return Info ? std::min<size_t>(Info->Destinations, I.Operands.size()) : 0;
}

std::vector<uint32_t> writtenRegisters(const Instruction &I) {
  std::vector<uint32_t> Written;
  for (size_t D = 0, N = destinations(I); D < N; ++D)
    if (I.Operands[D].What != Operand::Kind::Address)
      collect(I.Operands[D], Written);
  return Written;
}

std::vector<uint32_t> readRegisters(const Instruction &I) {
  std::vector<uint32_t> Read;
  if (I.When)
    addOnce(Read, I.When->Register);
  const OpcodeInfo *Info = find(I);
  bool All = Info && Info->Flags & ReadsDestination;
  size_t Written = destinations(I);
  for (size_t O = 0; O < I.Operands.size(); ++O)
    if (All || O >= Written || I.Operands[O].What == Operand::Kind::Address)
      collect(I.Operands[O], Read);
  return Read;
}

} // namespace argus::ptx
