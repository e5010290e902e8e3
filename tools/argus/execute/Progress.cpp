//===- Progress.cpp - what is being done, for the user --------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "execute/Progress.h"

#include "support/Text.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace argus {

/// Often enough for the eye, seldom enough for thousands of short steps.
static constexpr double DrawSeconds = 0.1;

static constexpr std::string_view ClearLine = "\r\033[K";

static unsigned stderrColumns() {
  const char *Terminal = std::getenv("TERM");
  if (!isatty(STDERR_FILENO) || !Terminal || std::string_view(Terminal) == "dumb")
    return 0;
  winsize Size{};
  ioctl(STDERR_FILENO, TIOCGWINSZ, &Size);
  return Size.ws_col ? Size.ws_col : 80;
}

ProgressOutput progressOnStderr() {
  return {[](std::string_view Text) {
            std::fwrite(Text.data(), 1, Text.size(), stderr);
            std::fflush(stderr);
          },
          [] {
            return std::chrono::duration<double>(
                       std::chrono::steady_clock::now().time_since_epoch())
                .count();
          },
          stderrColumns};
}

/// Names may come from files and must not move the cursor.
static std::string printable(std::string Text) {
  for (char &C : Text)
    if (static_cast<unsigned char>(C) < ' ' || C == '\177')
      C = '?';
  return Text;
}

/// At most so many columns of UTF-8.
static std::string cut(const std::string &Text, size_t Columns) {
  if (displayWidth(Text) <= Columns)
    return Text;
  if (Columns <= 3)
    return std::string(Columns, '.');
  size_t End = 0, Width = 0;
  for (; End < Text.size(); ++End)
    if ((Text[End] & 0xC0) != 0x80 && ++Width > Columns - 3)
      break;
  return Text.substr(0, End) + "...";
}

Progress::Progress(Verbosity Level, unsigned Cores, ProgressOutput Output)
    : Level(Level), Output(std::move(Output)), Begin(this->Output.Now()), Left(Cores) {}

Progress::~Progress() { clear(); }

//===- Steps --------------------------------------------------------------------===//

void Progress::added(StepId Id, const Step &S) {
  const std::lock_guard Lock(Mutex);
  Steps.resize(std::max(Steps.size(), Id + 1));
  Steps[Id].Step = &S;
  Left.added(S);
}

void Progress::started(StepId Id) {
  const std::lock_guard Lock(Mutex);
  Entry &E = Steps[Id];
  E.Start = Output.Now();
  Running.insert(Id);
  if (Level == Verbosity::Verbose)
    verbose("start " + E.Step->Name);
  else if (Level == Verbosity::Normal && !onTerminal() &&
           E.Step->Kind != StepKind::Inline)
    line(E.Step->Name);
  draw(false);
}

void Progress::ended(StepId Id, const Outcome &O) {
  const std::lock_guard Lock(Mutex);
  const Step &S = *Steps[Id].Step;
  Running.erase(Id);
  Left.ended(S, O);
  ++Ended;
  Failed += O.Is == Outcome::Failed;
  if (O.Is == Outcome::Failed)
    line("failed: " + S.Name); // why, the command says in the end
  if (Level == Verbosity::Verbose && O.Is == Outcome::Skipped)
    verbose("skip " + S.Name + ", which needs " + Steps[O.Because].Step->Name);
  else if (Level == Verbosity::Verbose)
    verbose(fmt::format("end {}{}, {:.3f} s", S.Name, O.Reused ? ", reused" : "",
                        O.Seconds));
  else if (Level == Verbosity::Normal && O.Reused && !onTerminal() &&
           S.Kind != StepKind::Inline)
    line(S.Name + ": reused");
  draw(false);
}

void Progress::tick() {
  const std::lock_guard Lock(Mutex);
  draw(true);
}

void Progress::finished() {
  const std::lock_guard Lock(Mutex);
  clear();
}

//===- Lines ---------------------------------------------------------------------===//

void Progress::note(const std::string &Text) {
  const std::lock_guard Lock(Mutex);
  if (Level != Verbosity::Quiet)
    line(Text);
}

void Progress::error(const std::string &Text) {
  const std::lock_guard Lock(Mutex);
  line(Text);
}

void Progress::command(const std::string &Line) {
  const std::lock_guard Lock(Mutex);
  if (Level == Verbosity::Verbose)
    line("  $ " + Line);
}

void Progress::verbose(const std::string &Text) {
  line(fmt::format("{:.3f} s: {}", Output.Now() - Begin, Text));
}

void Progress::line(const std::string &Text) {
  const std::string Line = "argus: " + Text + "\n";
  if (Lent) {
    Held += Line;
    return;
  }
  clear();
  Output.Write(Line);
}

void Progress::clear() {
  if (std::exchange(Drawn, false))
    Output.Write(ClearLine);
}

void Progress::draw(bool Now) {
  if (Lent || !onTerminal())
    return;
  const double Time = Output.Now();
  if (!Now && Drawn && Time - LastDrawn < DrawSeconds)
    return;
  LastDrawn = Time;
  Drawn = true;
  // A line as wide as the terminal would wrap on some.
  Output.Write(std::string(ClearLine) + cut(summary(), Output.Columns() - 1));
}

/// What matters most comes first, since the end may be cut off.
std::string Progress::summary() const {
  std::vector<std::pair<const Step *, double>> Now;
  std::vector<std::string> Names;
  for (const StepId Id : Running) {
    Now.emplace_back(Steps[Id].Step, Output.Now() - Steps[Id].Start);
    Names.push_back(printable(Steps[Id].Step->Name));
  }
  std::string Text = fmt::format("argus: {}/{} done", Ended, Steps.size());
  if (Failed)
    Text += fmt::format(", {} failed", Failed);
  if (const auto Seconds = Left.seconds(Now); Seconds && *Seconds >= 1)
    Text += ", about " + durationText(*Seconds) + " left";
  return Names.empty() ? Text : Text + ": " + join(Names, ", ");
}

Progress::TerminalLent::TerminalLent(Progress &Owner) : Owner(Owner) {
  const std::lock_guard Lock(Owner.Mutex);
  Owner.clear();
  ++Owner.Lent;
}

Progress::TerminalLent::~TerminalLent() {
  const std::lock_guard Lock(Owner.Mutex);
  if (--Owner.Lent > 0)
    return;
  if (!Owner.Held.empty())
    Owner.Output.Write(std::exchange(Owner.Held, {}));
  Owner.draw(true);
}

} // namespace argus
