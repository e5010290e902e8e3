//===- Cubin.cpp - what a GPU image says about its kernels ----------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "build/Cubin.h"
#include "build/LinkTimeNote.h"

#include "build/CubinLines.h"
#include "build/Sass.h"
#include "support/Failure.h"
#include "llvm/Object/ELF.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <map>
#include <set>

namespace argus {

namespace {

using Elf = llvm::object::ELF64LE;
using ElfFile = llvm::object::ELFFile<Elf>;

/// st_other of a kernel's symbol.
constexpr uint8_t KernelSymbol = 0x10;
// Attributes of .nv.info.
constexpr uint8_t FormatSized = 4, InfoFrameSize = 0x11, InfoRegisters = 0x2f;

uint32_t word(llvm::StringRef Bytes, size_t Offset) {
  uint32_t Value = 0;
  if (Offset + sizeof Value <= Bytes.size())
    std::memcpy(&Value, Bytes.data() + Offset, sizeof Value);
  return Value;
}

class Parser {
public:
  Parser(std::string_view Bytes, const std::string &Name)
      : Name(Name), File(check(ElfFile::create({Bytes.data(), Bytes.size()}))),
        Sections(check(File.sections())) {}

  Cubin parse() {
    readSymbols();
    for (size_t I = 0; I < Sections.size(); ++I)
      if (sectionName(I).starts_with(".text."))
        readKernel(I);
    for (size_t I = 0; I < Sections.size(); ++I)
      readSection(I);
    addLines();
    addCalled();
    return std::move(Result);
  }

private:
  template <typename T> T check(llvm::Expected<T> Value) const {
    if (!Value)
      throw Failure(ExitCode::Internal,
                    Name + ": no cubin: " + llvm::toString(Value.takeError()));
    return std::move(*Value);
  }

  llvm::StringRef sectionName(size_t Index) const {
    return check(File.getSectionName(Sections[Index]));
  }
  llvm::StringRef contents(size_t Index) const {
    const auto Bytes = check(File.getSectionContents(Sections[Index]));
    return {reinterpret_cast<const char *>(Bytes.data()), Bytes.size()};
  }

  void readSymbols() {
    for (const auto &Section : Sections)
      if (Section.sh_type == llvm::ELF::SHT_SYMTAB) {
        Symbols = check(File.symbols(&Section));
        Strings = check(File.getStringTableForSymtab(Section));
      }
    for (const Elf::Sym &Symbol : Symbols)
      if (Symbol.getType() == llvm::ELF::STT_OBJECT)
        if (llvm::StringRef Variable = symbolName(Symbol); !Variable.empty())
          Result.Variables.push_back(Variable.str());
  }

  llvm::StringRef symbolName(const Elf::Sym &Symbol) const {
    if (Symbol.getType() == llvm::ELF::STT_SECTION && Symbol.st_shndx < Sections.size())
      return sectionName(Symbol.st_shndx);
    return check(Symbol.getName(Strings));
  }

  void readKernel(size_t Section) {
    CubinKernel Kernel;
    bool Entry = false;
    for (const Elf::Sym &Symbol : Symbols) {
      if (Symbol.st_shndx != Section || Symbol.getType() != llvm::ELF::STT_FUNC)
        continue;
      if (Symbol.st_other & KernelSymbol) {
        Kernel.Name = symbolName(Symbol).str();
        Entry = true;
      } else {
        Kernel.Functions.push_back(
            {symbolName(Symbol).str(), Symbol.st_value, Symbol.st_size});
      }
    }
    Kernel.Text = contents(Section).str();
    Kernel.Lines.resize(Kernel.Text.size() / InstructionBytes);
    if (!Entry) { // of an image that was linked
      if (!Kernel.Functions.empty())
        Kernel.Name = Kernel.Functions.front().Name;
      Linked[Section] = std::move(Kernel);
      return;
    }
    KernelOfSection[Section] = Result.Kernels.size();
    Result.Kernels.push_back(std::move(Kernel));
  }

  CubinKernel *codeIn(uint64_t Section) {
    const auto At = KernelOfSection.find(Section);
    if (At != KernelOfSection.end())
      return &Result.Kernels[At->second];
    const auto Function = Linked.find(Section);
    return Function == Linked.end() ? nullptr : &Function->second;
  }

  /// .nv.callgraph: pairs in groups, each behind a pair of 0 and its negative number.
  /// Group 1: symbols of caller and callee. 2: a function whose address is taken, and
  /// the number of its prototype. 3: a caller through a pointer, and the prototype.
  /// Found by comparing nvlink's output for programs with and without pointers.
  void readCallGraph(llvm::StringRef Pairs) {
    std::map<uint32_t, std::set<uint64_t>> Targets, Callers; // by prototype: sections
    int32_t Group = 0;
    for (size_t At = 0; At + 8 <= Pairs.size(); At += 8) {
      const uint32_t First = word(Pairs, At), Second = word(Pairs, At + 4);
      if (First == 0)
        Group = -static_cast<int32_t>(Second);
      else if (First >= Symbols.size())
        continue;
      else if (Group == 1 && Second < Symbols.size())
        Calls[Symbols[First].st_shndx].insert(Symbols[Second].st_shndx);
      else if (Group == 2)
        Targets[Second].insert(Symbols[First].st_shndx);
      else if (Group == 3)
        Callers[Second].insert(Symbols[First].st_shndx);
    }
    for (const auto &[Prototype, Sections] : Callers)
      for (const uint64_t Caller : Sections)
        Calls[Caller].insert(Targets[Prototype].begin(), Targets[Prototype].end());
  }

  /// In a linked image a called function has one copy, for all kernels. It is shown
  /// behind each kernel that calls it, as ptxas arranges it elsewhere.
  void addCalled() {
    for (const auto &[Section, Index] : KernelOfSection) {
      CubinKernel &Kernel = Result.Kernels[Index];
      // By name and code, which units may share: images are compared.
      std::multimap<std::pair<std::string, std::string>, const CubinKernel *> Called;
      std::set<uint64_t> Seen = {Section};
      std::vector<uint64_t> Work = {Section};
      while (!Work.empty()) {
        const uint64_t Caller = Work.back();
        Work.pop_back();
        for (const uint64_t Callee : Calls[Caller])
          if (Linked.count(Callee) && Seen.insert(Callee).second) {
            const CubinKernel &Code = Linked[Callee];
            Called.emplace(std::pair(Code.Name, Code.Text), &Code);
            Work.push_back(Callee);
          }
      }
      for (const auto &[FunctionName, Code] : Called)
        append(Kernel, *Code);
    }
  }

  /// Only the padding at the end of all code is told from code.
  static size_t codeSize(const std::string &Text) {
    return SassCode(Text).paddingBegin() * InstructionBytes;
  }

  static void append(CubinKernel &Kernel, const CubinKernel &Function) {
    Kernel.Text.resize(codeSize(Kernel.Text));
    Kernel.Lines.resize(Kernel.Text.size() / InstructionBytes);
    const uint64_t CodeEnd = codeSize(Function.Text);
    for (CubinFunction F : Function.Functions) {
      F.Size = std::min(F.Size, CodeEnd - std::min(F.Offset, CodeEnd));
      F.Offset += Kernel.Text.size();
      Kernel.Functions.push_back(std::move(F));
    }
    Kernel.Text += Function.Text;
    Kernel.Lines.insert(Kernel.Lines.end(), Function.Lines.begin(),
                        Function.Lines.end());
    for (const std::string &R : Function.Relocations)
      Kernel.Relocations.push_back(Function.Name + " " + R);
  }

  CubinKernel *kernelNamed(llvm::StringRef KernelName) {
    for (CubinKernel &K : Result.Kernels)
      if (KernelName == K.Name)
        return &K;
    return nullptr;
  }

  void readSection(size_t Index) {
    llvm::StringRef Section = sectionName(Index);
    if (Section == ".note.nv.tkinfo")
      readToolNotes(contents(Index));
    else if (Section == ".nv.info")
      readInfo(contents(Index));
    else if (Section.consume_front(".nv.shared.")) {
      if (CubinKernel *K = kernelNamed(Section))
        K->SharedBytes = Sections[Index].sh_size;
    } else if (Sections[Index].sh_type == llvm::ELF::SHT_RELA) {
      if (CubinKernel *Code = codeIn(Sections[Index].sh_info))
        readRelocations(Index, *Code);
    } else if (Section == ".nv.callgraph") {
      readCallGraph(contents(Index));
    }
  }

  void readRelocations(size_t Index, CubinKernel &Kernel) {
    for (const Elf::Rela &R : check(File.relas(Sections[Index]))) {
      const uint32_t Symbol = R.getSymbol(false);
      Kernel.Relocations.push_back(
          fmt::format("{:#x} type {} {}+{}", uint64_t(R.r_offset), R.getType(false),
                      Symbol < Symbols.size() ? symbolName(Symbols[Symbol]).str() : "?",
                      int64_t(R.r_addend)));
    }
    std::sort(Kernel.Relocations.begin(), Kernel.Relocations.end());
  }

  /// nvlink's note is the first of an image that it made. Behind it are those of its
  /// parts, the program's before libcudadevrt's. Where nvlink optimised (-dlto), the
  /// program is one part; else the note of one unit says nothing of the others.
  void readToolNotes(llvm::StringRef Notes) {
    for (bool Own = true; Notes.size() >= 12 && Own; Own = isOptimised()) {
      const uint64_t NameSize = (uint64_t{word(Notes, 0)} + 3) & ~uint64_t{3};
      const uint64_t Size = word(Notes, 4);
      readToolNote(Notes.substr(12 + NameSize, Size));
      Notes = Notes.drop_front(std::min<uint64_t>(
          12 + NameSize + ((Size + 3) & ~uint64_t{3}), Notes.size()));
    }
  }

  bool isOptimised() const {
    return readLinkTimeNote(Result.NvlinkOptions).has_value() &&
           Result.PtxasVersion.empty();
  }

  /// The note's description: six words, of which 2 to 5 are offsets of strings (tool,
  /// version, build, command line) in what follows.
  void readToolNote(llvm::StringRef Description) {
    const llvm::StringRef Texts = Description.substr(24);
    const auto Text = [&](unsigned Field) {
      return Texts.substr(word(Description, size_t{4} * Field)).split('\0').first;
    };
    if (Text(2) == "nvlink")
      Result.NvlinkOptions = Text(5).trim().str();
    if (Text(2) != "ptxas")
      return;
    Result.PtxasVersion = Text(3).str();
    Result.PtxasOptions = Text(5).trim().str();
  }

  /// Records of a format byte, an attribute byte, a size and a value; here those whose
  /// value is a symbol and a number.
  void readInfo(llvm::StringRef Info) {
    for (size_t At = 0; At + 4 <= Info.size();) {
      const uint8_t Format = Info[At], Attribute = Info[At + 1];
      const uint32_t Size = Format == FormatSized ? word(Info, At) >> 16 : 0;
      const uint32_t Symbol = word(Info, At + 4), Value = word(Info, At + 8);
      At += 4 + Size;
      if (Size != 8 || Symbol >= Symbols.size())
        continue;
      CubinKernel *Kernel = kernelNamed(symbolName(Symbols[Symbol]));
      if (Kernel && Attribute == InfoRegisters)
        Kernel->Registers = Value;
      if (Kernel && Attribute == InfoFrameSize)
        Kernel->StackBytes = Value;
    }
  }

  /// Points each address in the line table at a section: its relocation is replaced by
  /// the section's number in the upper half.
  void addLines() {
    std::string Table;
    for (size_t I = 0; I < Sections.size(); ++I)
      if (sectionName(I) == ".debug_line")
        Table = contents(I).str();
    for (size_t I = 0; I < Sections.size(); ++I) {
      const llvm::StringRef Section = sectionName(I);
      if (Section != ".rela.debug_line" && Section != ".rel.debug_line")
        continue;
      if (Sections[I].sh_type == llvm::ELF::SHT_RELA)
        for (const Elf::Rela &R : check(File.relas(Sections[I])))
          relocate(Table, R.r_offset, R.getSymbol(false), R.r_addend);
      else
        for (const Elf::Rel &R : check(File.rels(Sections[I])))
          relocate(Table, R.r_offset, R.getSymbol(false), 0);
    }
    for (const LineRange &Range : readLineTable(Table)) {
      CubinKernel *Code = codeIn(Range.Begin >> 32);
      if (!Code)
        continue;
      std::vector<uint32_t> &Lines = Code->Lines;
      const size_t Begin = uint32_t(Range.Begin) / InstructionBytes;
      const size_t End = uint32_t(Range.End) / InstructionBytes;
      for (size_t I = Begin; I < End && I < Lines.size(); ++I)
        Lines[I] = Range.Line;
    }
  }

  void relocate(std::string &Table, uint64_t Offset, uint32_t Symbol, int64_t Addend) {
    if (Symbol >= Symbols.size() || Offset + 8 > Table.size())
      return;
    const Elf::Sym &Target = Symbols[Symbol];
    const uint64_t Address =
        uint64_t(Target.st_shndx) << 32 | uint32_t(Target.st_value + Addend);
    std::memcpy(&Table[Offset], &Address, sizeof Address);
  }

  const std::string &Name;
  ElfFile File;
  Elf::ShdrRange Sections;
  Elf::SymRange Symbols;
  llvm::StringRef Strings;
  std::map<uint64_t, size_t> KernelOfSection;
  std::map<uint64_t, CubinKernel> Linked; ///< functions with sections of their own
  std::map<uint64_t, std::set<uint64_t>> Calls; ///< by section
  Cubin Result;
};

} // namespace

const CubinKernel *Cubin::kernel(std::string_view Name) const {
  for (const CubinKernel &K : Kernels)
    if (K.Name == Name)
      return &K;
  return nullptr;
}

Cubin parseCubin(std::string_view Bytes, const std::string &Name) {
  return Parser(Bytes, Name).parse();
}

std::string codeDifference(const CubinKernel &Shipped, const CubinKernel &Made) {
  if (Shipped.Text.size() != Made.Text.size())
    return fmt::format("{} bytes of code where the program has {}", Made.Text.size(),
                       Shipped.Text.size());
  const auto At =
      std::mismatch(Shipped.Text.begin(), Shipped.Text.end(), Made.Text.begin());
  if (At.first != Shipped.Text.end()) {
    const auto Offset = static_cast<uint64_t>(At.first - Shipped.Text.begin()) &
                        ~(InstructionBytes - 1);
    return fmt::format("the instruction at {:#x} differs", Offset);
  }
  if (Shipped.Relocations != Made.Relocations)
    return "the code is equal but refers to other symbols";
  return {};
}

} // namespace argus
