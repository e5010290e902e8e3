//===- Progress.h - what is being done, for the user ------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_EXECUTE_PROGRESS_H
#define ARGUS_TOOL_EXECUTE_PROGRESS_H

#include "execute/Step.h"
#include "execute/TimeLeft.h"
#include "support/Status.h"

#include <deque>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

namespace argus {

/// Where progress is shown, and by which clock.
struct ProgressOutput {
  std::function<void(std::string_view)> Write;
  std::function<double()> Now;       ///< seconds
  std::function<unsigned()> Columns; ///< of the terminal; 0: it is none
};

/// Standard error and the steady clock.
ProgressOutput progressOnStderr();

/// On a terminal one line that is rewritten, elsewhere and with Verbose a line for each
/// event. Any thread may call it.
class Progress {
public:
  Progress(Verbosity Level, unsigned Cores, ProgressOutput Output);
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;
  ~Progress(); ///< leaves no unfinished line

  //===- Called by the executor -----------------------------------------------===//

  void added(StepId Id, const Step &S); ///< `S` stays where it is
  void started(StepId Id);
  void ended(StepId Id, const Outcome &O);
  void tick();     ///< time has passed
  void finished(); ///< nothing is left to do; stderr is free for others

  //===- Called by steps --------------------------------------------------------===//

  /// A line, unless quiet.
  void note(const std::string &Text);
  /// A line that is shown in any case.
  void error(const std::string &Text);
  /// A command line, with Verbose.
  void command(const std::string &Line);

  /// For its life the terminal is that of a program: nothing is written, and lines come
  /// when it ends.
  class TerminalLent {
  public:
    explicit TerminalLent(Progress &Owner);
    TerminalLent(const TerminalLent &) = delete;
    TerminalLent &operator=(const TerminalLent &) = delete;
    ~TerminalLent();

  private:
    Progress &Owner;
  };

private:
  struct Entry {
    const argus::Step *Step;
    double Start = 0;
  };

  bool onTerminal() const { return Level == Verbosity::Normal && Output.Columns() > 0; }
  void line(const std::string &Text);
  void verbose(const std::string &Text);
  void clear();
  void draw(bool Now);
  std::string summary() const;

  const Verbosity Level;
  const ProgressOutput Output;
  const double Begin;
  std::mutex Mutex; ///< guards what follows
  std::deque<Entry> Steps;
  std::set<StepId> Running;
  TimeLeft Left;
  size_t Ended = 0, Failed = 0;
  bool Drawn = false;
  double LastDrawn = -1;
  unsigned Lent = 0;
  std::string Held; ///< lines that wait for the terminal
};

} // namespace argus

#endif // ARGUS_TOOL_EXECUTE_PROGRESS_H
