//===- NvccOptionTable.cpp - what becomes of nvcc's options -----------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/compatibility.md has this table for users.
//
//===----------------------------------------------------------------------===//

#include "NvccOptions.h"
#include <iterator>

namespace argus {

static constexpr NvccValue None = NvccValue::None;
static constexpr NvccValue One = NvccValue::One;
static constexpr NvccValue List = NvccValue::List;
static constexpr NvccValue Joined = NvccValue::Joined;
static constexpr NvccFate Translated = NvccFate::Translated;
static constexpr NvccFate Ignored = NvccFate::Ignored;
static constexpr NvccFate Refused = NvccFate::Refused;

static const char HostCompilerIsClang[] = "clang compiles the host code, too";
static const char OfFrontEnd[] = "it is about nvcc's own front end";
static const char OfNvccsMessages[] = "clang's warnings have names of their own";

static constexpr NvccOption Table[] = {
    // Languages and phases.
    {"x", One, "cu", Translated, "-x cuda", ""},
    {"xcu", None, "", Translated, "-x cuda", ""},
    {"std", One, "c++*|gnu++*", Translated, "-std=%", ""},
    {"dc device-c", None, "", Translated, "-fgpu-rdc -c", ""},
    {"dw device-w", None, "", Translated, "-c", ""},
    {"ptx", None, "", Translated, "--cuda-device-only -S", ""},
    {"cubin", None, "", Translated, "--cuda-device-only -c", ""},
    {"dryrun", None, "", Translated, "-###", ""},
    {"keep", None, "", Translated, "-save-temps", ""},
    {"odir output-directory", One, "", Translated, "@odir", ""},
    {"--output-file", One, "", Translated, "-o %", ""},
    {"optf options-file", List, "", Translated, "@file", ""},
    {"keep-dir", One, "", Ignored, "",
     "clang's -save-temps writes to the working directory"},
    {"dlink device-link", None, "", Refused, "",
     "clang links device code together with the host's: leave this step out and link "
     "the objects by 'argus clang++ -fgpu-rdc'"},
    {"fatbin", None, "", Refused, "",
     "compile with --cuda-device-only -c for each architecture and join the files by "
     "the toolkit's fatbinary"},
    {"cuda", None, "", Refused, "",
     "clang has no C++ output of its own; -E shows the preprocessed source"},
    {"--lib", None, "", Refused, "", "compile with -c and make the archive by ar"},
    {"run", None, "", Refused, "", "start the program yourself"},
    {"optix-ir dlto --lto --ltoir", None, "", Refused, "",
     "clang has no link-time optimisation of CUDA device code: leave it out"},

    // Architectures.
    {"arch gpu-architecture", One, "sm_*|compute_*|native|all|all-major", Translated,
     "@arch", ""},
    {"code gpu-code", List, "sm_*|compute_*|lto_*|native", Translated, "@code", ""},
    {"gencode generate-code", One, "arch=*|code=*", Translated, "@gencode", ""},

    // Device code.
    {"rdc relocatable-device-code", One, "true", Translated, "-fgpu-rdc", ""},
    {"rdc relocatable-device-code", One, "false", Translated, "-fno-gpu-rdc", ""},
    {"maxrregcount", One, "#", Translated, "-Xcuda-ptxas --maxrregcount=%", ""},
    {"use_fast_math", None, "", Translated,
     "-fgpu-approx-transcendentals -fgpu-flush-denormals-to-zero -mllvm "
     "-nvptx-prec-divf32=0 -mllvm -nvptx-prec-sqrtf32=0 -U__nv_sqrtf "
     // Clang's -fgpu-approx-transcendentals knows five functions, nvcc these, too.
     "-D__nv_expf=__nv_fast_expf -D__nv_exp10f=__nv_fast_exp10f "
     "-D__nv_log10f=__nv_fast_log10f -D__nv_powf=__nv_fast_powf "
     "-D__nv_tanf=__nv_fast_tanf",
     ""},
    {"ftz", One, "true", Translated, "-fgpu-flush-denormals-to-zero", ""},
    {"ftz", One, "false", Translated, "-fno-gpu-flush-denormals-to-zero", ""},
    {"prec-div", One, "true", Translated, "-mllvm -nvptx-prec-divf32=2", ""},
    {"prec-div", One, "false", Translated, "-mllvm -nvptx-prec-divf32=1", ""},
    {"prec-sqrt", One, "true", Translated,
     "-mllvm -nvptx-prec-sqrtf32=1 -D__nv_sqrtf=__nv_fsqrt_rn", ""},
    {"prec-sqrt", One, "false", Translated, "-mllvm -nvptx-prec-sqrtf32=0 -U__nv_sqrtf",
     ""},
    {"fmad", One, "true", Translated, "-Xarch_device -ffp-contract=fast", ""},
    {"fmad", One, "false", Translated, "-Xarch_device -ffp-contract=off", ""},
    {"lineinfo generate-line-info", None, "", Translated,
     "-Xarch_device -gline-directives-only", ""},
    {"G device-debug", None, "", Translated, "@debug", ""},
    {"res-usage resource-usage", None, "", Translated, "-Xcuda-ptxas -v", ""},
    {"default-stream", One, "per-thread", Translated, "-fgpu-default-stream=per-thread",
     ""},
    {"default-stream", One, "legacy", Translated, "-fgpu-default-stream=legacy", ""},
    {"expt-relaxed-constexpr", None, "", Translated, "-D__CUDACC_RELAXED_CONSTEXPR__",
     ""},
    {"extended-lambda expt-extended-lambda", None, "", Translated,
     "-DARGUS_EXTENDED_LAMBDA", ""},
    {"restrict", None, "", Ignored, "", "clang has no such promise for all kernels"},
    {"extra-device-vectorization", None, "", Ignored, "",
     "clang optimises by -O alone"},
    {"Ofc --ofast-compile", One, "0|min|mid|max", Ignored, "",
     "clang optimises by -O alone"},
    {"dopt", One, "on|off", Ignored, "", "clang optimises by -O alone"},
    {"device-int128 device-float128", None, "", Ignored, "", "it is about types only"},

    // To the programs behind.
    {"Xcompiler compiler-options", List, "", Translated, "-Xarch_host %", ""},
    {"Xptxas ptxas-options", List, "", Translated, "-Xcuda-ptxas %", ""},
    {"Xfatbin fatbin-options", List, "", Translated, "-Xcuda-fatbinary %", ""},
    {"Xnvlink nvlink-options", List, "", Translated, "-Xoffload-linker %", ""},
    {"Xlinker", Joined, "", Translated, "-Wl,%", ""},
    {"--linker-options", One, "", Translated, "-Wl,%", ""},
    {"Xcudafe", List, "", Ignored, "", OfFrontEnd},
    {"Xarchive archive-options", List, "", Ignored, "", "no archive is made"},

    // The CUDA runtime library.
    {"cudart", One, "shared|static|none", Translated, "@cudart", ""},
    {"cudadevrt", One, "static|none", Ignored, "",
     "clang does not compile kernel launches in device code"},

    // The host compiler.
    {"ccbin compiler-bindir", One, "", Ignored, "", HostCompilerIsClang},
    {"allow-unsupported-compiler", None, "", Ignored, "", HostCompilerIsClang},
    {"forward-unknown-to-host-compiler forward-unknown-to-host-linker "
     "forward-unknown-opts forward-slash-prefix-opts",
     None, "", Ignored, "", HostCompilerIsClang},
    {"no-host-device-initializer-list nohdinitlist no-host-device-move-forward "
     "nohdmoveforward",
     None, "", Ignored, "",
     "it is about constexpr functions, which clang takes as both"},
    {"static-global-template-stub", One, "true|false", Ignored, "", OfFrontEnd},
    {"use-local-env", None, "", Ignored, "", OfFrontEnd},

    // Messages.
    {"Wno-deprecated-gpu-targets Wdefault-stream-launch "
     "Wmissing-launch-bounds Wext-lambda-captures-this",
     None, "", Ignored, "", OfNvccsMessages},
    {"Werror", One, "all-warnings", Translated, "-Werror", ""},
    {"Werror", List,
     "cross-execution-space-call|default-stream-launch|missing-launch-bounds|"
     "ext-lambda-captures-this",
     Ignored, "", OfNvccsMessages},
    {"diag-suppress diag-error diag-warn diag_suppress diag_error diag_warning", List,
     "", Ignored, "", OfNvccsMessages},
    {"disable-warnings", None, "", Translated, "-w", ""},
    {"display-error-number no-display-error-number", None, "", Ignored, "",
     OfNvccsMessages},
    {"brief-diag brief-diagnostics", One, "true|false", Ignored, "", OfNvccsMessages},

    // How nvcc works.
    {"t threads split-compile split-compile-extended", One, "#", Ignored, "",
     "clang compiles the architectures one after the other; build systems run more "
     "compiles"},
    {"time fdevice-time-trace", Joined, "", Ignored, "", "-ftime-report is clang's"},
    {"compress-mode", One, "", Ignored, "", "it is about the size of the file"},
    {"no-compress", None, "", Ignored, "", "it is about the size of the file"},
    {"clean-targets no-device-link nodlink dont-use-profile noprof", None, "", Ignored,
     "", "it is about nvcc's own steps"},

    // Long names.
    {"define-macro", One, "", Translated, "-D%", ""},
    {"--undefine-macro", One, "", Translated, "-U%", ""},
    {"--include-path", List, "", Translated, "-I%", ""},
    {"system-include", List, "", Translated, "-isystem %", ""},
    {"pre-include", List, "", Translated, "-include %", ""},
    {"--library-path", List, "", Translated, "-L%", ""},
    {"--library", List, "", Translated, "-l%", ""},
    {"optimize", One, "#", Translated, "-O%", ""},
    {"machine m", One, "64", Translated, "-m64", ""},
    {"debug", None, "", Translated, "-g", ""},
    {"compile", None, "", Translated, "-c", ""},
};

const std::vector<NvccOption> &nvccOptions() {
  static const std::vector<NvccOption> Options(std::begin(Table), std::end(Table));
  return Options;
}

} // namespace argus
