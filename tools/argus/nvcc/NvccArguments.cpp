//===- NvccArguments.cpp - nvcc's command line, word by word ------------- ===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "nvcc/NvccArguments.h"
#include "support/Failure.h"
#include "support/Files.h"
#include "support/Text.h"
#include <algorithm>
#include <cctype>
#include <optional>

namespace argus {

namespace {

using Strings = std::vector<std::string>;

/// From `nvcc --help`, and what nvcc says "argument expected after" of without listing
/// it there. The table of driver/NvccOptionTable.cpp is about what becomes clang's: it
/// leaves out what both have, and how nvcc takes a value where clang has its own way.
struct Name {
  const char *Short, *Long; ///< with their dashes; nvcc takes neither with the other's
};

constexpr Name WithValue[] = {
    {"-MF", "--dependency-output"},
    {"-MT", "--dependency-target-name"},
    {"-o", "--output-file"},
    {"-include", "--pre-include"},
    {"-l", "--library"},
    {"-D", "--define-macro"},
    {"-U", "--undefine-macro"},
    {"-I", "--include-path"},
    {"-isystem", "--system-include"},
    {"-L", "--library-path"},
    {"-odir", "--output-directory"},
    {"-ccbin", "--compiler-bindir"},
    {"-arbin", "--archiver-binary"},
    {"-cudart", "--cudart"},
    {"-cudadevrt", "--cudadevrt"},
    {"-ldir", "--libdevice-directory"},
    {"-target-dir", "--target-directory"},
    {"-opt-info", "--optimization-info"},
    {"-O", "--optimize"},
    {"-Ofc", "--Ofast-compile"},
    {"-dopt", "--dopt"},
    {"-ftemplate-backtrace-limit", "--ftemplate-backtrace-limit"},
    {"-ftemplate-depth", "--ftemplate-depth"},
    {"-x", "--x"},
    {"-std", "--std"},
    {"-m", "--machine"},
    {"-Xcompiler", "--compiler-options"},
    {"-Xlinker", "--linker-options"},
    {"-Xarchive", "--archive-options"},
    {"-Xptxas", "--ptxas-options"},
    {"-Xnvlink", "--nvlink-options"},
    {"-Xcudafe", "--cudafe-options"},
    {"-Xcicc", "--cicc-options"},
    {"-Xfatbin", "--fatbin-options"},
    {"-Xnvasm", "--nvasm-options"},
    {"-Xnvdisasm", "--nvdisasm-options"},
    {"-static-global-template-stub", "--static-global-template-stub"},
    {"-device-entity-has-hidden-visibility", "--device-entity-has-hidden-visibility"},
    {"-t", "--threads"},
    {"-split-compile", "--split-compile"},
    {"-split-compile-extended", "--split-compile-extended"},
    {"-fdevice-time-trace", "--fdevice-time-trace"},
    {"-keep-dir", "--keep-dir"},
    {"-time", "--time"},
    {"-run-args", "--run-args"},
    {"-idp", "--input-drive-prefix"},
    {"-ddp", "--dependency-drive-prefix"},
    {"-dp", "--drive-prefix"},
    {"-arch", "--gpu-architecture"},
    {"-code", "--gpu-code"},
    {"-gencode", "--generate-code"},
    {"-rdc", "--relocatable-device-code"},
    {"-e", "--entries"},
    {"-maxrregcount", "--maxrregcount"},
    {"-ftz", "--ftz"},
    {"-prec-div", "--prec-div"},
    {"-prec-sqrt", "--prec-sqrt"},
    {"-fmad", "--fmad"},
    {"-default-stream", "--default-stream"},
    {"-Werror", "--Werror"},
    {"-diag-error", "--diag-error"},
    {"-diag-suppress", "--diag-suppress"},
    {"-diag-warn", "--diag-warn"},
    {"-hls", "--host-linker-script"},
    {"-brief-diag", "--brief-diagnostics"},
    {"-jtd", "--jump-table-density"},
    {"-device-stack-protector", "--device-stack-protector"},
    {"-compress-mode", "--compress-mode"},
    {"-frandom-seed", "--frandom-seed"},
    {"-sanitize", "--sanitize"},
    {"-qpp-config", "--qpp-config"},
    {"-optf", "--options-file"},
    {"-cuda-api-version", "--cuda-api-version"},
    {"-no-libdevice", "--no-libdevice"},
    {"-nvvm-version", "--nvvm-version"},
    {"-tool-name", "--tool-name"},
    {"-dQ", "--dQ"},
    {"-ok", "--ok"},
};

/// Those that Argus asks for.
constexpr Name Alone[] = {
    {"-c", "--compile"},
    {"-dc", "--device-c"},
    {"-dw", "--device-w"},
    {"-MD", "--generate-dependencies-with-compile"},
    {"-MMD", "--generate-nonsystem-dependencies-with-compile"},
    {"-dryrun", "--dryrun"},
    {"-v", "--verbose"},
    {"-h", "--help"},
    {"-V", "--version"},
    {"-E", "--preprocess"},
    {"-ewp", "--extensible-whole-program"},
};

template <size_t N> const Name *find(const Name (&Names)[N], std::string_view Word) {
  const auto Found =
      std::find_if(std::begin(Names), std::end(Names),
                   [&](const Name &N2) { return Word == N2.Short || Word == N2.Long; });
  return Found == std::end(Names) ? nullptr : &*Found;
}

/// Of NVCC_PREPEND_FLAGS in a file: the words; none where it cannot be read.
std::optional<Strings> wordsOfFile(const std::string &Path) {
  try {
    return nvccWordsOf(readFile(Path));
  } catch (const Failure &) {
    return std::nullopt;
  }
}

constexpr unsigned Deepest = 16; // files of options that name each other

void append(std::vector<NvccArgument> &Result, const Strings &Words, unsigned Depth) {
  for (NvccArgument &Argument : readNvccArguments(Words)) {
    if (Argument.Option == "-optf" && Depth < Deepest)
      for (const std::string &Path : split(Argument.Value, ','))
        if (const std::optional<Strings> Inner = wordsOfFile(Path))
          append(Result, *Inner, Depth + 1);
    Result.push_back(std::move(Argument));
  }
}

/// Rewrites a command line for nvcc's -M.
class DependencyWords {
public:
  explicit DependencyWords(std::string Scratch) : Scratch(std::move(Scratch)) {}

  Strings of(const Strings &Words, unsigned Depth = 0) {
    Strings Result;
    for (const NvccArgument &Argument : readNvccArguments(Words))
      add(Result, Argument, Depth);
    return Result;
  }

private:
  void add(Strings &Result, const NvccArgument &Argument, unsigned Depth) {
    static constexpr std::string_view Left[] = {"-MF", "-o", "-c", "-dc", "-dw"};
    const std::string &Option = Argument.Option;
    if (std::find(std::begin(Left), std::end(Left), Option) != std::end(Left))
      return;
    if (Option == "-MD" || Option == "-MMD")
      Result.push_back(Option == "-MD" ? "-M" : "-MM");
    else if (Option == "-optf" && Depth < Deepest)
      for (const std::string &Path : split(Argument.Value, ','))
        addFile(Result, Path, Depth);
    else
      Result.insert(Result.end(), Argument.Words.begin(), Argument.Words.end());
  }

  void addFile(Strings &Result, const std::string &Path, unsigned Depth) {
    std::string File = Path;
    if (const std::optional<Strings> Words = wordsOfFile(Path)) {
      File = Scratch + "/options-" + std::to_string(number()) + ".txt";
      const std::string Text = join(of(*Words, Depth + 1), "\n") + "\n";
      writeFile(File, Text);
    }
    Result.insert(Result.end(), {"-optf", File});
  }

  static unsigned number() { // the files of one process
    static unsigned Last = 0;
    return Last++;
  }

  std::string Scratch;
};

} // namespace

std::vector<NvccArgument> readNvccArguments(const Strings &Words) {
  std::vector<NvccArgument> Result;
  for (size_t I = 0; I < Words.size(); ++I) {
    const std::string &Word = Words[I];
    NvccArgument &Argument = Result.emplace_back();
    Argument.Words = {Word};
    if (Word.size() < 2 || Word[0] != '-') {
      Argument.Value = Word;
      continue;
    }
    const size_t Equals = Word.find('=');
    Argument.Option = Word.substr(0, Equals);
    const Name *Valued = find(WithValue, Argument.Option);
    if (const Name *Known = Valued ? Valued : find(Alone, Argument.Option))
      Argument.Option = Known->Short;
    Argument.Cut = Valued && Equals == std::string::npos && I + 1 == Words.size();
    if (Equals != std::string::npos)
      Argument.Value = Word.substr(Equals + 1);
    else if (Valued && !Argument.Cut)
      Argument.Words.push_back(Argument.Value = Words[++I]);
  }
  return Result;
}

Strings nvccWordsOf(std::string_view Text) {
  Strings Words;
  bool Quoted = false, Open = false;
  for (const char C : Text) {
    if (!Quoted && std::isspace(static_cast<unsigned char>(C))) {
      Open = false;
      continue;
    }
    if (!Open)
      Words.emplace_back();
    Open = true;
    Quoted ^= C == '"';
    Words.back() += C;
  }
  return Words;
}

std::vector<NvccArgument> allNvccArguments(const Strings &Words,
                                           const Environment &Env) {
  std::vector<NvccArgument> Result;
  append(Result, nvccWordsOf(Env("NVCC_PREPEND_FLAGS")), 0);
  append(Result, Words, 0);
  append(Result, nvccWordsOf(Env("NVCC_APPEND_FLAGS")), 0);
  return Result;
}

bool hasOption(const std::vector<NvccArgument> &Arguments,
               std::initializer_list<std::string_view> Options) {
  return std::any_of(
      Arguments.begin(), Arguments.end(), [&](const NvccArgument &Argument) {
        return !Argument.Option.empty() && std::find(Options.begin(), Options.end(),
                                                     Argument.Option) != Options.end();
      });
}

Strings dependencyWords(const Strings &Words, const std::string &Scratch) {
  return DependencyWords(Scratch).of(Words);
}

} // namespace argus
