//===- Cli.cpp - the command line -----------------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cli.h"

#include "build/Worker.h"
#include "commands/Commands.h"
#include "doctor/Doctor.h"
#include "driver/Driver.h"
#include "execute/Isolated.h"
#include "nvcc/NvccDriver.h"
#include "support/Files.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstring>

namespace argus {

namespace {

/// What the options of all subcommands are read into.
struct Arguments {
  QueryOptions Query;
  std::string QueryFile;
  std::string Binary;
  std::string Store = ".argus";
  std::string Format = "text";
  std::string ExecDevice;
  std::optional<std::string> ExecTimeLimit;

  bool Explain = false;
  bool Sass = false;
  bool AgainstNvcc = false;

  PlanFormat planFormat() const {
    return Format == "dot" ? PlanFormat::Dot
           : json()        ? PlanFormat::Json
                           : PlanFormat::Text;
  }
  std::string KeyPrefix;
  std::optional<std::string> KeepRuns;
  bool Repair = false;
  bool DryRun = false;

  bool json() const { return Format == "json"; }
  RegionFormat regionFormat() const {
    return Sass ? RegionFormat::Sass : json() ? RegionFormat::Json : RegionFormat::Text;
  }
};

void addFormat(CLI::App &Command, Arguments &A) {
  Command.add_option("--format", A.Format, "text or json")
      ->check(CLI::IsMember({"text", "json"}));
}

/// The options of a query.
CLI::App *addQuery(CLI::App &App, Arguments &A, const char *Name, const char *Help) {
  CLI::App *Run = App.add_subcommand(Name, Help);
  QueryOptions &Q = A.Query;
  Run->add_option("--region", Q.Regions, "name, path or glob; repeatable; default all")
      ->allow_extra_args(false);
  Run->add_option("--signal", Q.Signals, "signals, comma-separated; default duration")
      ->allow_extra_args(false);
  Run->add_option(
      "--scope", Q.Scope,
      "rank=A:B,kernel=NAME,launch=A:B,cta=A:B,warp=A:B,role=NAME,iter=A:B");
  Run->add_option("--device", Q.Device, "auto, cuda:N or virtual; default auto, a GPU");
  Run->add_option("--repeat", Q.Repeat,
                  "groups of reference, trace, trace, reference runs; default as many "
                  "as the precision takes");
  Run->add_option("--precision", Q.Precision,
                  "half-width of the 95 % confidence intervals; default 2%");
  Run->add_option("--max-repeat", Q.MaxRepeat,
                  "most groups for the precision; default 10");
  Run->add_option("--max-seconds", Q.MaxSeconds,
                  "most seconds for groups behind the first; default 60");
  Run->add_option("--warmup", Q.Warmup,
                  "reference runs that are not used; default 1, virtual 0");
  Run->add_option("--launcher", Q.Launcher,
                  "what starts each run, for example 'srun --gres=gpu:1'");
  Run->add_option("--store", Q.Store, "directory of built variants; default .argus");
  Run->add_option("--out", Q.Out, "directory of the report; default new in the store");
  Run->add_option("--budget", Q.Budget, "tolerated slow-down of a trace; default 5%");
  Run->add_option("--events", Q.Events, "events that a warp can record; default sized");
  Run->add_option("--timeout", Q.Timeout, "seconds for each run; default none");
  Run->add_option("--memory-limit", Q.MemoryLimit,
                  "memory of a run, for example 8G; one that takes more is killed; "
                  "default none");
  Run->add_option("--time-limit", Q.TimeLimit,
                  "seconds of a launch on the virtual device; default 600");
  Run->add_flag("--no-replay", Q.NoReplay,
                "kernels wait for others: neither replay them nor run them alone");
  Run->add_option("--query", A.QueryFile, "read the query from a JSON file");
  CLI::Option *Quiet =
      Run->add_flag("--quiet", Q.Quiet, "say nothing but errors and the report");
  Run->add_flag("--verbose", Q.Verbose, "tell each step with its time and command")
      ->excludes(Quiet);
  return Run;
}

CLI::App *addPlan(CLI::App &App, Arguments &A) {
  CLI::App *Plan = addQuery(App, A, "plan",
                            "Show what a query would build and run: argus plan [query] "
                            "-- PROGRAM ARGUMENTS...");
  Plan->add_flag("--explain", A.Explain, "also what keeps runs apart");
  Plan->add_option("--format", A.Format, "text, json or dot")
      ->check(CLI::IsMember({"text", "json", "dot"}));
  return Plan;
}

CLI::App *addExec(CLI::App &App, Arguments &A) {
  CLI::App *Exec = App.add_subcommand(
      "exec", "Run a CUDA program on the virtual device, without measuring: argus exec "
              "--device virtual -- PROGRAM ARGUMENTS...");
  Exec->add_option("--device", A.ExecDevice, "virtual")
      ->required()
      ->check(CLI::IsMember({"virtual"}));
  Exec->add_option("--time-limit", A.ExecTimeLimit, "seconds of a launch; default 600");
  return Exec;
}

CLI::App *addRegions(CLI::App &App, Arguments &A) {
  CLI::App *Regions = App.add_subcommand(
      "regions", "List the regions of a binary and the instructions in each");
  Regions->add_option("BINARY", A.Binary, "executable, library or object")->required();
  addFormat(*Regions, A);
  Regions->add_option("--store", A.Store, "directory of built variants");
  Regions
      ->add_flag("--sass", A.Sass,
                 "annotated machine code, by nvdisasm: $ARGUS_NVDISASM, the toolkit's "
                 "or the one in PATH")
      ->excludes("--format");
  Regions->add_flag("--against-nvcc", A.AgainstNvcc,
                    "also what nvcc's build of the same source takes; what follows -- "
                    "is added to nvcc's command");
  return Regions;
}

/// For --help; they take their arguments themselves.
void addCompilers(CLI::App &App) {
  App.add_subcommand(
      "clang++",
      "Clang 19 with the plugin and the CUDA toolkit: argus clang++ "
      "[--no-argus] [--no-dialect] [--no-fast-code] ARGUMENTS..., clang's or "
      "nvcc's");
  App.add_subcommand("nvcc",
                     "The toolkit's nvcc, with regions: argus nvcc [--no-argus] "
                     "ARGUMENTS..., all of nvcc's; argus-nvcc is the same");
}

constexpr const char StoreUsage[] =
    "argus store ls|show|verify|gc; argus store --help; argus store gc --help";

CLI::App *addStoreCommand(CLI::App &Of, Arguments &A, const char *Name,
                          const char *Help) {
  CLI::App *Command = Of.add_subcommand(Name, Help);
  Command->add_option("--store", A.Store, "directory of the store; default .argus");
  return Command;
}

CLI::App *addStore(CLI::App &App, Arguments &A) {
  CLI::App *Store =
      App.add_subcommand("store", "What was built and measured, kept to be used again");
  addFormat(*addStoreCommand(*Store, A, "ls", "List the artifacts"), A);
  CLI::App *Show =
      addStoreCommand(*Store, A, "show", "All that is recorded of an artifact");
  Show->add_option("KEY", A.KeyPrefix, "key, or how it begins")->required();
  addFormat(*Show, A);
  addStoreCommand(*Store, A, "verify",
                  "Read everything; exit code 1 if something is damaged or missing")
      ->add_flag("--repair", A.Repair, "forget damaged artifacts: they are made again");
  CLI::App *Gc = addStoreCommand(
      *Store, A, "gc", "Remove what no run needs that has a directory in STORE/runs");
  Gc->add_flag("--dry-run", A.DryRun, "only say what would be removed");
  Gc->add_option("--keep", A.KeepRuns, "first remove all but the N latest runs");
  return Store;
}

ExitCode executeStore(const CLI::App &Store, const Arguments &A) {
  if (Store.got_subcommand("ls"))
    return listStore(A.Store, A.json());
  if (Store.got_subcommand("show"))
    return showArtifact(A.Store, A.KeyPrefix, A.json());
  if (Store.got_subcommand("verify"))
    return verifyStore(A.Store, A.Repair);
  if (Store.got_subcommand("gc"))
    return collectStore(A.Store, A.DryRun, A.KeepRuns);
  throw badUsage("argus store does nothing by itself", StoreUsage);
}

Query queryOf(Arguments &A, std::vector<std::string> Command) {
  A.Query.Command = std::move(Command);
  if (A.QueryFile.empty())
    return makeQuery(A.Query);
  return makeQuery(
      overlay(parseQueryFile(readFile(A.QueryFile), A.QueryFile), A.Query));
}

ExitCode execute(const Arguments &A, const std::vector<std::string> &Command) {
  if (Command.empty() || Command.front().empty())
    throw badUsage("no program given",
                   "argus exec --device virtual -- PROGRAM ARGUMENTS...");
  return execProgram(Command, A.ExecTimeLimit ? timeLimitOption(*A.ExecTimeLimit)
                                              : DefaultTimeLimit);
}

/// The words behind "--", which are the user's program, taken off.
std::vector<std::string> takeProgram(std::vector<std::string> &Words) {
  const auto Dashes = std::find(Words.begin(), Words.end(), "--");
  if (Dashes == Words.end())
    return {};
  std::vector<std::string> Program(Dashes + 1, Words.end());
  Words.erase(Dashes, Words.end());
  return Program;
}

} // namespace

int runCommandLine(int argc, char **argv) {
  std::vector<std::string> Words(argv + 1, argv + argc);
  if (!Words.empty() && Words[0] == "clang++")
    return runClangDriver(argc - 1, argv + 1);
  if (fs::path(argv[0]).filename() == "argus-nvcc")
    return runNvccDriver(argc, argv);
  if (!Words.empty() && Words[0] == "nvcc")
    return runNvccDriver(argc - 1, argv + 1);
  if (!Words.empty() && Words[0] == LauncherCommand)
    return runCompilerLauncher(argc - 1, argv + 1);
  if (!Words.empty() && Words[0] == WorkerCommand) {
    buildInThisProcess(parseWorkerArguments({Words.begin() + 1, Words.end()}));
    return static_cast<int>(ExitCode::Done);
  }
  if (!Words.empty() && Words[0] == IsolatedCommand)
    return runIsolatedWorker({Words.begin() + 1, Words.end()});

  Arguments A;
  CLI::App App("Argus measures what the regions of your GPU kernels cost.", "argus");
  App.set_version_flag("--version", "argus " ARGUS_VERSION_STRING);
  App.require_subcommand(1);
  const CLI::App *Run = addQuery(
      App, A, "run",
      "Measure regions of a program: argus run [query] -- PROGRAM ARGUMENTS...");
  const CLI::App *Plan = addPlan(App, A);
  const CLI::App *Exec = addExec(App, A);
  const CLI::App *Regions = addRegions(App, A);
  CLI::App *Signals = App.add_subcommand("signals", "List what can be measured");
  addFormat(*Signals, A);
  const CLI::App *Store = addStore(App, A);
  CLI::App *Doctor = App.add_subcommand(
      "doctor", "Check what compiling and measuring need, with the remedy for each");
  addFormat(*Doctor, A);
  addCompilers(App);

  std::vector<std::string> Program = takeProgram(Words);
  const std::string Command = Words.empty() ? "" : Words.front();
  std::reverse(Words.begin(), Words.end()); // the order that CLI11 takes
  try {
    App.parse(Words);
  } catch (const CLI::Success &Asked) { // --help, --version
    return App.exit(Asked);
  } catch (const CLI::ParseError &Bad) {
    const bool Unknown = App.get_subcommands().empty() && !Command.empty();
    throw badUsage(Unknown ? "there is no command '" + Command + "'" : Bad.what(),
                   Unknown ? "argus --help lists the commands"
                   : Command == "store"
                       ? StoreUsage
                       : "argus --help; argus run --help; the program that argus runs "
                         "comes after --");
  }
  if (Run->parsed())
    return static_cast<int>(runQuery(queryOf(A, std::move(Program))));
  if (Plan->parsed())
    return static_cast<int>(
        explainQuery(queryOf(A, std::move(Program)), A.planFormat(), A.Explain));
  if (Exec->parsed())
    return static_cast<int>(execute(A, Program));
  if (Regions->parsed())
    return static_cast<int>(
        listRegions(A.Binary, A.regionFormat(), A.Store, A.AgainstNvcc, Program));
  if (Store->parsed())
    return static_cast<int>(executeStore(*Store, A));
  if (Doctor->parsed())
    return runDoctor(A.json());
  return static_cast<int>(listSignals(A.json()));
}

} // namespace argus
