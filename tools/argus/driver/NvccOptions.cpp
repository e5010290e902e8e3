//===- NvccOptions.cpp - nvcc's command line for clang ----------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NvccOptions.h"
#include "Driver.h"
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string_view>

namespace argus {

using Strings = std::vector<std::string>;

static Strings split(std::string_view Text, std::string_view Separators) {
  Strings Parts(1);
  for (size_t I = 0; I < Text.size(); ++I) {
    if (Text[I] == '\\' && I + 1 < Text.size() && Text[I + 1] == ',')
      Parts.back() += Text[++I]; // a comma that nvcc does not split at
    else if (Separators.find(Text[I]) != std::string_view::npos)
      Parts.emplace_back();
    else
      Parts.back() += Text[I];
  }
  Parts.erase(std::remove(Parts.begin(), Parts.end(), ""), Parts.end());
  return Parts;
}

static bool matchesPattern(std::string_view Value, std::string_view Pattern) {
  if (Pattern == "#")
    return !Value.empty() &&
           std::all_of(Value.begin(), Value.end(),
                       [](unsigned char C) { return std::isdigit(C); });
  if (!Pattern.empty() && Pattern.back() == '*') {
    Pattern.remove_suffix(1);
    return Value.substr(0, Pattern.size()) == Pattern;
  }
  return Value == Pattern;
}

/// Whether `Value`, of a list its first, is what the row is about.
static bool isAbout(const NvccOption &Row, std::string_view Value) {
  const Strings Patterns = split(Row.Values, "|");
  if (Row.Takes == NvccValue::List)
    Value = Value.substr(0, Value.find(','));
  return Patterns.empty() ||
         std::any_of(Patterns.begin(), Patterns.end(), [&](const std::string &Pattern) {
           return matchesPattern(Value, Pattern);
         });
}

namespace {

/// An argument that nvcc would read as an option.
struct Spelling {
  std::string Name; ///< without dashes
  bool TwoDashes;
  std::optional<std::string> Value; ///< behind the "="
};

std::optional<Spelling> spellingOf(std::string_view Arg) {
  const size_t Dashes = Arg.find_first_not_of('-');
  if (Dashes == 0 || Dashes > 2 || Dashes == std::string_view::npos)
    return std::nullopt;
  Arg.remove_prefix(Dashes);
  const size_t Equals = Arg.find('=');
  if (Equals == std::string_view::npos)
    return Spelling{std::string(Arg), Dashes == 2, std::nullopt};
  return Spelling{std::string(Arg.substr(0, Equals)), Dashes == 2,
                  std::string(Arg.substr(Equals + 1))};
}

bool isNamed(const NvccOption &Row, const Spelling &Option) {
  for (const std::string &Name : split(Row.Names, " "))
    if (Name == Option.Name || (Option.TwoDashes && Name == "--" + Option.Name))
      return true;
  return false;
}

class Translator {
public:
  explicit Translator(bool HasGpu) : HasGpu(HasGpu) {}

  NvccTranslation run(const Strings &Args) {
    readAll(Args);
    addArchitectures();
    addOutputDirectory();
    if (DeviceDebug) // behind each -O, which nvcc takes for the host's
      add({"-Xarch_device", "-O0"});
    return std::move(Result);
  }

private:
  void readAll(const Strings &Args) {
    for (size_t I = 0; I < Args.size() && Result.Problem.empty();) {
      if (const size_t Used = readNvcc(Args, I)) {
        I += Used;
        continue;
      }
      if (readResponseFile(Args[I])) {
        ++I;
        continue;
      }
      // A value of clang's own options is no option.
      const size_t Words = takesValue(Args[I]) && I + 1 < Args.size() ? 2 : 1;
      for (size_t End = I + Words; I < End; ++I)
        Result.Args.push_back(Args[I]);
    }
  }

  /// The number of arguments that were an option of nvcc's; 0: clang's.
  size_t readNvcc(const Strings &Args, size_t I) {
    const std::optional<Spelling> Option = spellingOf(Args[I]);
    if (!Option)
      return 0;
    for (const NvccOption &Row : nvccOptions()) {
      if (!isNamed(Row, *Option))
        continue;
      if (Row.Takes == NvccValue::None) {
        if (Option->Value || clangTakesNumber(Args, I))
          continue;
        apply(Row, Args[I], "");
        return 1;
      }
      const bool Separate = !Option->Value;
      if (Separate && (Row.Takes == NvccValue::Joined || I + 1 == Args.size()))
        continue;
      const std::string &Value = Separate ? Args[I + 1] : *Option->Value;
      if (!isAbout(Row, Value))
        continue;
      apply(Row, Separate ? Args[I] + " " + Value : Args[I], Value);
      return Separate ? 2 : 1;
    }
    return 0;
  }

  /// Clang's `-G 8`, a size, is no -G of nvcc's.
  static bool clangTakesNumber(const Strings &Args, size_t I) {
    return Args[I] == "-G" && I + 1 < Args.size() && matchesPattern(Args[I + 1], "#");
  }

  void apply(const NvccOption &Row, const std::string &Given,
             const std::string &Value) {
    if (Row.Fate == NvccFate::Refused) {
      Result.Problem = "'" + Given + "' is an option of nvcc: " + Row.Why;
      return;
    }
    if (Row.Fate == NvccFate::Ignored) {
      Result.Notes.push_back("'" + Given + "' is ignored: " + Row.Why);
      return;
    }
    if (Row.Clang[0] == '@') {
      applyRule(Row.Clang + 1, Given, Value);
      return;
    }
    Strings Values = {Value}, Words;
    if (Row.Takes == NvccValue::List)
      Values = split(Value, ", ");
    for (const std::string &Item : Values)
      for (std::string Word : split(Row.Clang, " ")) {
        if (const size_t At = Word.find('%'); At != std::string::npos)
          Word.replace(At, 1, Item);
        Words.push_back(Word);
      }
    add(Words);
    note(Given, joined(Words));
  }

  /// nvcc takes all its options in each step; clang warns of those that a step has no
  /// use for.
  void add(const Strings &Words) {
    Result.Args.push_back("--start-no-unused-arguments");
    Result.Args.insert(Result.Args.end(), Words.begin(), Words.end());
    Result.Args.push_back("--end-no-unused-arguments");
  }

  static std::string joined(const Strings &Words) {
    std::string Text;
    for (const std::string &Word : Words)
      Text += (Text.empty() ? "" : " ") + Word;
    return Text;
  }

  void note(const std::string &Given, const std::string &Clang) {
    if (Given != Clang)
      Result.Notes.push_back("'" + Given + "' is '" + Clang + "'");
  }

  void applyRule(std::string_view Rule, const std::string &Given,
                 const std::string &Value) {
    if (Rule == "arch")
      addArchitecture(Given, Value);
    else if (Rule == "code")
      addCodes(Given, Value);
    else if (Rule == "gencode")
      addGenerated(Given, Value);
    else if (Rule == "odir")
      OutputDirectory = Value;
    else if (Rule == "file")
      for (const std::string &Path : split(Value, ","))
        expand(Path);
    else if (Rule == "cudart")
      chooseCudart(Given, Value);
    else if (Rule == "debug")
      debugDevice(Given);
  }

  void debugDevice(const std::string &Given) {
    note(Given, "-g --cuda-noopt-device-debug -Xarch_device -O0");
    add({"-g", "--cuda-noopt-device-debug"});
    DeviceDebug = true;
  }

  void chooseCudart(const std::string &Given, const std::string &Value) {
    Result.Cudart = Value == "static" ? CudartChoice::Static
                    : Value == "none" ? CudartChoice::None
                                      : CudartChoice::Default;
    note(Given, Value == "static" ? "-lcudart_static -ldl -lrt -lpthread"
                : Value == "none" ? "no -lcudart"
                                  : "-lcudart");
  }

  // Architectures: clang's --offload-arch makes machine code and PTX of one.

  void addArchitecture(const std::string &Given, const std::string &Value) {
    if (Value == "native") {
      addNative(Given);
      return;
    }
    if (Value == "all" || Value == "all-major") {
      Result.Problem = "'" + Given +
                       "' depends on what nvcc knows: name the architectures, such as "
                       "-arch=sm_90a or several -gencode";
      return;
    }
    if (matchesPattern(Value, "compute_*"))
      Virtual.push_back(Value);
    else
      addReal(Given, Value);
  }

  void addNative(const std::string &Given) {
    if (!HasGpu) {
      Result.Problem = "'" + Given +
                       "' needs a GPU in this machine; name the architecture, such as "
                       "-arch=sm_90a";
      return;
    }
    pushArch(Given, "native");
  }

  void addCodes(const std::string &Given, const std::string &Value) {
    for (const std::string &Code : split(Value, ",[]\"' ")) {
      if (matchesPattern(Code, "lto_*"))
        Result.Problem = "'" + Given +
                         "': clang has no link-time optimisation of CUDA device code; "
                         "name machine code, such as code=sm_90a";
      else if (Code == "native")
        addNative(Given);
      else if (matchesPattern(Code, "compute_*"))
        Virtual.push_back(Code);
      else if (matchesPattern(Code, "sm_*"))
        addReal(Given, Code);
      else
        Result.Problem = "'" + Given + "': '" + Code + "' is no architecture";
    }
  }

  void addGenerated(const std::string &Given, const std::string &Value) {
    std::string Arch, Codes = Value;
    if (matchesPattern(Value, "arch=*")) {
      const size_t Comma = Value.find(',');
      Arch = Value.substr(5, Comma == std::string::npos ? Comma : Comma - 5);
      Codes = Comma == std::string::npos ? "" : Value.substr(Comma + 1);
    }
    if (matchesPattern(Codes, "code=*"))
      addCodes(Given, Codes.substr(5));
    else if (Codes.empty() && !Arch.empty())
      Virtual.push_back(Arch);
    else
      Result.Problem = "'" + Given + "' is not arch=compute_NN,code=sm_NN";
  }

  void addReal(const std::string &Given, const std::string &Arch) {
    // The newest that clang 19 compiles for is Hopper.
    const int Number = std::atoi(Arch.c_str() + 3);
    if (Number > 90) {
      TooNew.push_back(Arch);
      return;
    }
    pushArch(Given, Arch);
  }

  void pushArch(const std::string &Given, const std::string &Arch) {
    const std::string Option = "--offload-arch=" + Arch;
    note(Given, Option);
    if (std::find(Archs.begin(), Archs.end(), Option) == Archs.end())
      Archs.push_back(Option);
  }

  /// PTX alone is not to be had: where no machine code is named for it, its own.
  void addArchitectures() {
    const bool OnlyVirtual = Archs.empty() && TooNew.empty();
    for (const std::string &Arch : Virtual)
      if (OnlyVirtual && Arch.size() > 8)
        addReal(Arch, "sm_" + Arch.substr(8));
    if (Archs.empty() && !TooNew.empty() && Result.Problem.empty())
      Result.Problem =
          "clang 19 compiles for architectures up to sm_90a, not for " + TooNew.front();
    for (const std::string &Arch : TooNew)
      Result.Warnings.push_back(
          Arch + " is left out: clang 19 compiles for architectures up to sm_90a");
    if (!Archs.empty())
      add(Archs);
  }

  void addOutputDirectory() {
    if (OutputDirectory.empty() || !Result.Problem.empty())
      return;
    Strings Sources;
    bool Compiles = false, NamesOutput = false;
    for (const std::string &Arg : Result.Args) {
      const std::string Extension = std::filesystem::path(Arg).extension();
      Compiles |= Arg == "-c";
      NamesOutput |= Arg == "-o";
      if (Arg[0] != '-' && (Extension == ".cu" || Extension == ".cpp" ||
                            Extension == ".cc" || Extension == ".cxx"))
        Sources.push_back(Arg);
    }
    if (NamesOutput)
      return;
    if (!Compiles || Sources.size() != 1) {
      Result.Problem = "-odir serves one source file with -c; name the output by -o";
      return;
    }
    const std::string Object = OutputDirectory + "/" +
                               std::filesystem::path(Sources[0]).stem().string() + ".o";
    Result.Args.insert(Result.Args.end(), {"-o", Object});
    note("-odir " + OutputDirectory, "-o " + Object);
  }

  // Response files.

  bool readResponseFile(const std::string &Arg) {
    if (Arg.size() < 2 || Arg[0] != '@' || Depth == 16)
      return false;
    std::ifstream File(Arg.substr(1));
    if (!File)
      return false;
    std::stringstream Text;
    Text << File.rdbuf();
    const Strings Words = wordsOfResponseFile(Text.str());
    bool HasNvcc = false;
    {
      Translator Trial(HasGpu);
      Trial.Depth = Depth + 1;
      Trial.readAll(Words);
      HasNvcc = Trial.Result.Args != Words || !Trial.Archs.empty() ||
                !Trial.Virtual.empty() || !Trial.Result.Problem.empty();
    }
    if (!HasNvcc)
      return false;
    ++Depth;
    readAll(Words);
    --Depth;
    return true;
  }

  void expand(const std::string &Path) {
    std::ifstream File(Path);
    if (!File || Depth == 16) {
      Result.Problem = "cannot read the file of options " + Path;
      return;
    }
    std::stringstream Text;
    Text << File.rdbuf();
    ++Depth;
    readAll(wordsOfResponseFile(Text.str()));
    --Depth;
  }

  bool HasGpu;
  unsigned Depth = 0; // of response files
  NvccTranslation Result;
  Strings Archs, Virtual, TooNew;
  std::string OutputDirectory;
  bool DeviceDebug = false;
};

} // namespace

NvccTranslation translateNvccOptions(const std::vector<std::string> &Args,
                                     bool HasGpu) {
  return Translator(HasGpu).run(Args);
}

} // namespace argus
