//===- ClangCall.cpp - reads clang's command line, adds what it lacks -------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver.h"
#include "ToolkitMacros.h"
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>

namespace argus {

static bool startsWith(std::string_view Text, std::string_view Prefix) {
  return Text.substr(0, Prefix.size()) == Prefix;
}

static bool endsWith(std::string_view Text, std::string_view Suffix) {
  return Text.size() >= Suffix.size() &&
         Text.substr(Text.size() - Suffix.size()) == Suffix;
}

template <size_t N>
static bool isOneOf(std::string_view Arg, const std::string_view (&List)[N]) {
  return std::find(std::begin(List), std::end(List), Arg) != std::end(List);
}

bool takesValue(std::string_view Arg) {
  static constexpr std::string_view Options[] = {"-o",
                                                 "-x",
                                                 "-D",
                                                 "-U",
                                                 "-I",
                                                 "-L",
                                                 "-l",
                                                 "-F",
                                                 "-B",
                                                 "-T",
                                                 "-u",
                                                 "-z",
                                                 "-e",
                                                 "-include",
                                                 "-imacros",
                                                 "-isystem",
                                                 "-idirafter",
                                                 "-iquote",
                                                 "-iprefix",
                                                 "-isysroot",
                                                 "-imultilib",
                                                 "-MF",
                                                 "-MT",
                                                 "-MQ",
                                                 "-MJ",
                                                 "-Xclang",
                                                 "-Xlinker",
                                                 "-Xassembler",
                                                 "-mllvm",
                                                 "-target",
                                                 "-arch",
                                                 "-Xcuda-ptxas",
                                                 "-Xcuda-fatbinary",
                                                 "-Xoffload-linker",
                                                 "-Xpreprocessor",
                                                 "-include-pch",
                                                 "--param",
                                                 "-ccc-gcc-name",
                                                 "-dumpdir"};
  return isOneOf(Arg, Options) || startsWith(Arg, "-Xarch_") ||
         startsWith(Arg, "-Xopenmp-target");
}

/// Options after which clang stops before the linker or does not compile at all.
static bool preventsLinking(std::string_view Arg) {
  static constexpr std::string_view Options[] = {"-c",
                                                 "-S",
                                                 "-E",
                                                 "-M",
                                                 "-MM",
                                                 "-r",
                                                 "-fsyntax-only",
                                                 "-emit-ast",
                                                 "--analyze",
                                                 "--precompile",
                                                 "--version",
                                                 "-dumpversion",
                                                 "-dumpmachine",
                                                 "--help",
                                                 "-help",
                                                 "--cuda-device-only",
                                                 "--offload-device-only"};
  return isOneOf(Arg, Options) || startsWith(Arg, "-print-") ||
         startsWith(Arg, "--print-");
}

static bool namesArch(std::string_view Arg) {
  return startsWith(Arg, "--cuda-gpu-arch=") || startsWith(Arg, "--offload-arch=") ||
         startsWith(Arg, "--no-offload-arch=");
}

static bool namesCudart(std::string_view Arg) {
  if (startsWith(Arg, "-l"))
    return startsWith(Arg, "-lcudart") || startsWith(Arg, "-l:libcudart");
  return Arg.find("libcudart") != std::string_view::npos && !startsWith(Arg, "-");
}

namespace {

/// One pass over the arguments, with what the previous one means for the next.
class CallReader {
public:
  ClangCall Call;

  void read(const std::string &Arg) {
    if (Arg == "--no-argus") {
      NoArgus = true;
      return;
    }
    if (Arg == "--no-dialect") {
      Call.Dialect = false;
      return;
    }
    if (Arg == "--no-fast-code") {
      Call.FastCode = false;
      return;
    }
    Call.Args.push_back(Arg);
    interpret(Arg, 0);
  }

  ClangCall finish() {
    Call.UsePlugin = !NoArgus && !NamesPlugin;
    Call.Links = HasInput && !StopsEarly;
    return std::move(Call);
  }

private:
  void interpret(const std::string &Arg, unsigned Depth) {
    if (Arg.size() > 1 && Arg[0] == '@' && readResponseFile(Arg.substr(1), Depth))
      return;
    std::string Option = std::move(Pending);
    Pending.clear();
    if (!Option.empty())
      readValue(Option, Arg);
    else if (takesValue(Arg))
      Pending = Arg;
    else if (Arg == "-" || !startsWith(Arg, "-"))
      readInput(Arg);
    else
      readOption(Arg);
  }

  /// False where it is no file: clang takes the word as it stands, too.
  bool readResponseFile(const std::string &Path, unsigned Depth) {
    constexpr unsigned Deepest = 16; // files that name each other
    std::ifstream File(Path);
    if (!File || Depth == Deepest)
      return false;
    std::stringstream Text;
    Text << File.rdbuf();
    for (const std::string &Word : wordsOfResponseFile(Text.str()))
      interpret(Word, Depth + 1);
    return true;
  }

  void readValue(std::string_view Option, std::string_view Value) {
    if (Option == "-x")
      Language = Value;
    if (Option == "-l" && startsWith(Value, "cudart"))
      Call.NamesCudart = true;
    if (Option == "-mllvm")
      Call.LlvmOptions.emplace_back(Value);
    if (startsWith(Option, "-Xarch_") && Option != "-Xarch_host")
      readDeviceOption(Value);
    if (Option == "-Xclang") { // its two words come by one -Xclang each
      if (OfCc1 == "-mllvm")
        Call.LlvmOptions.emplace_back(Value);
      OfCc1 = Value;
    }
  }

  void readInput(std::string_view Arg) {
    HasInput = true;
    bool ByLanguage = Language == "cuda" || Language == "cuda-cpp-output";
    bool ByName = Language.empty() || Language == "none";
    Call.CudaSource |=
        ByLanguage || (ByName && (endsWith(Arg, ".cu") || endsWith(Arg, ".cui")));
    Call.NamesCudart |= namesCudart(Arg);
  }

  void readOption(const std::string &Arg) {
    static constexpr std::string_view Path = "--cuda-path=";
    static constexpr std::string_view Plugin = "-fplugin=";
    if (startsWith(Arg, "-x"))
      Language = Arg.substr(2);
    if (startsWith(Arg, Path))
      Call.CudaPath = Arg.substr(Path.size());
    if (startsWith(Arg, Plugin))
      NamesPlugin |= std::filesystem::path(Arg).filename() == "libArgus.so";
    StopsEarly |= preventsLinking(Arg);
    if (Arg == "-ffast-math" || Arg == "-fno-fast-math")
      Call.FastMath = Arg == "-ffast-math";
    readDeviceOption(Arg);
    if (Arg == "-fgpu-rdc" || Arg == "-fno-gpu-rdc")
      Call.Relocatable = Arg == "-fgpu-rdc";
    Call.NamesDriver |=
        Arg == "--offload-new-driver" || Arg == "--no-offload-new-driver";
    Call.NamesArch |= namesArch(Arg);
    Call.NamesCudart |= namesCudart(Arg);
  }

  /// What may be for the device alone, behind -Xarch_device, or for all. The last -O
  /// wins.
  void readDeviceOption(std::string_view Arg) {
    static constexpr std::string_view Llvm = "-mllvm=";
    if (Arg == "-O")
      Call.Level = "1";
    else if (startsWith(Arg, "-O"))
      Call.Level = Arg.substr(2);
    else if (startsWith(Arg, Llvm))
      Call.LlvmOptions.emplace_back(Arg.substr(Llvm.size()));
  }

  std::string Pending, Language;
  std::string OfCc1; ///< the last value of -Xclang
  bool NoArgus = false, NamesPlugin = false, HasInput = false, StopsEarly = false;
};

} // namespace

std::vector<std::string> wordsOfResponseFile(const std::string &Text) {
  std::vector<std::string> Words;
  bool InWord = false;
  char Quote = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    const char C = Text[I];
    if (!Quote && (C == ' ' || C == '\t' || C == '\n' || C == '\r')) {
      InWord = false;
      continue;
    }
    if (!InWord)
      Words.emplace_back();
    InWord = true;
    if (C == '\\' && I + 1 < Text.size())
      Words.back() += Text[++I];
    else if (Quote ? C == Quote : C == '"' || C == '\'')
      Quote = Quote ? '\0' : C;
    else
      Words.back() += C;
  }
  return Words;
}

ClangCall parseClangCall(const std::vector<std::string> &Args) {
  CallReader Reader;
  for (const std::string &Arg : Args)
    Reader.read(Arg);
  return Reader.finish();
}

static bool definesToolkitVersion(const std::vector<std::string> &Args) {
  return std::any_of(Args.begin(), Args.end(), [](const std::string &Arg) {
    return startsWith(Arg, "-D__CUDACC_VER_");
  });
}

static void addToolkit(std::vector<std::string> &Command, const ClangCall &Call,
                       const Layout &Files, const ToolkitLocation &Cuda) {
  if (Call.CudaPath.empty())
    Command.push_back("--cuda-path=" + Cuda.Path);
  // Clang 19 knows CUDA up to 12.5 and says so on each call; newer ones work.
  Command.push_back("-Wno-unknown-cuda-version");
  // Headers that clang's own include unconditionally and not every toolkit has.
  Command.insert(Command.end(), {"-isystem", Files.OverlayDir + "/include"});
  // CUDA 13 keeps libcu++, which cooperative groups include, in a folder that nvcc
  // adds.
  if (!Cuda.CcclDir.empty())
    Command.insert(Command.end(), {"-isystem", Cuda.CcclDir});
  // CUDA sources find it by themselves; nvcc adds it for C++ sources, too.
  const std::string Headers =
      (Call.CudaPath.empty() ? Cuda.Path : Call.CudaPath) + "/include";
  Command.insert(Command.end(), {"-idirafter", Headers});
  if (Call.CudaSource && !definesToolkitVersion(Call.Args))
    for (std::string &Option : toolkitMacros(Cuda))
      Command.push_back(std::move(Option));
  if (Cuda.Version.Major < 13)
    return;
  // -B makes clang run the overlay's fatbinary; no other program lies there.
  Command.push_back("-B" + Files.OverlayDir + "/bin");
  // Clang's default, sm_52, is gone in CUDA 13. Like nvcc 13: the oldest there is.
  if (Call.CudaSource && !Call.NamesArch)
    Command.push_back("--offload-arch=sm_75");
}

/// Clang's first offload driver leaves device linking to others. The second does it
/// itself, through its linker wrapper.
static void addDeviceLinking(std::vector<std::string> &Command, const ClangCall &Call,
                             const Layout &Files, const ToolkitLocation &Cuda) {
  if (!Call.NamesDriver)
    Command.push_back("--offload-new-driver");
  if (!Call.Links || Call.NamesDriver)
    return;
  Command.push_back("--offload-link"); // of objects, too
  // The wrapper, too, writes a command line that CUDA 13's fatbinary does not know.
  if (Cuda.Version.Major >= 13)
    Command.insert(Command.end(), {"-Xlinker", "--cuda-path=" + Files.OverlayDir});
}

/// The header, and what clang takes as errors and nvcc's compilers at most warn of.
static void addDialect(std::vector<std::string> &Command, const ClangCall &Call) {
  // Clang has libdevice's sqrtf in its approximate form; nvcc's is exact unless asked.
  if (!Call.FastMath)
    Command.push_back("-D__nv_sqrtf=__nv_fsqrt_rn");
  Command.insert(Command.end(),
                 {"-include", "argus_cuda_dialect.h", "-Wno-error=c++11-narrowing",
                  "-Wno-error=register", "-Wno-error=reserved-user-defined-literal",
                  "-Wno-error=missing-template-arg-list-after-template-kw"});
}

/// For device code, thresholds under which LLVM's passes come near to what nvcc unrolls
/// and inlines; docs/compatibility.md has the figures behind them. Nobody's own is
/// replaced: of an option that is given twice, LLVM takes the last.
void addFastCode(std::vector<std::string> &Command, const ClangCall &Call) {
  std::string Level = Call.Level;
  if (Level.empty() && Call.Dialect) { // nvcc's default
    Level = "3";
    Command.insert(Command.end(), {"-Xarch_device", "-O3"});
  }
  if (Level != "fast" && (Level < "2" || Level > "9"))
    return;
  static constexpr std::string_view Thresholds[][2] = {
      {"unroll-threshold", "2000"},
      {"inline-threshold", "5000"},
      {"locally-hot-callsite-threshold", "5000"}};
  for (const auto &[Name, Value] : Thresholds) {
    const auto Names = [Name = Name](std::string_view Option) {
      const size_t Begin = Option.find_first_not_of('-');
      return Begin != std::string_view::npos &&
             Option.substr(Begin, Option.find('=') - Begin) == Name;
    };
    if (std::any_of(Call.LlvmOptions.begin(), Call.LlvmOptions.end(), Names))
      continue;
    Command.push_back("-Xarch_device");
    Command.push_back("-mllvm=-" + std::string(Name) + "=" + std::string(Value));
  }
}

static void addCudart(std::vector<std::string> &Command, const ClangCall &Call,
                      const ToolkitLocation &Cuda) {
  if (Cuda.LibDir.empty())
    return;
  Command.push_back("-L" + Cuda.LibDir);
  if (Call.NamesCudart || Call.Cudart == CudartChoice::None)
    return;
  if (Call.Cudart == CudartChoice::Static) {
    Command.insert(Command.end(), {"-lcudart_static", "-ldl", "-lrt", "-lpthread"});
    return;
  }
  // As needed: a program without CUDA code must not get a dependency on it.
  Command.insert(Command.end(), {"-Wl,--push-state,--as-needed", "-lcudart",
                                 "-Wl,--pop-state", "-Wl,-rpath," + Cuda.LibDir});
}

std::vector<std::string> clangCommand(const std::string &Clang, const ClangCall &Call,
                                      const Layout &Files,
                                      const ToolkitLocation &Cuda) {
  std::vector<std::string> Command = {Clang, "--start-no-unused-arguments"};
  if (Call.UsePlugin)
    Command.push_back("-fplugin=" + Files.Plugin);
  // Last in the search order: with the prefix /usr, -isystem would reorder libstdc++.
  Command.insert(Command.end(), {"-idirafter", Files.IncludeDir});
  if (Cuda)
    addToolkit(Command, Call, Files, Cuda);
  if (Cuda && Call.CudaSource && Call.Dialect)
    addDialect(Command, Call);
  if (Cuda && Call.CudaSource && Call.FastCode)
    addFastCode(Command, Call);
  if (Cuda && Call.Relocatable)
    addDeviceLinking(Command, Call, Files, Cuda);
  Command.push_back("--end-no-unused-arguments");
  Command.insert(Command.end(), Call.Args.begin(), Call.Args.end());
  if (Call.Links && Cuda)
    addCudart(Command, Call, Cuda);
  return Command;
}

} // namespace argus
