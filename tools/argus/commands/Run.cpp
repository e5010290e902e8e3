//===- Run.cpp - argus run ------------------------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "answer/Answer.h"
#include "commands/Commands.h"
#include "report/Terminal.h"
#include "support/Failure.h"
#include "support/Status.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <unistd.h>

namespace argus {

static void writeReport(const Answer &A, const fs::path &Directory) {
  const Report &R = A.Content;
  if (R.Timeline)
    writeFile(R.Timeline->File, A.Drawn.text());
  const fs::path File = Directory / "report.json";
  writeFile(File, reportAsJson(R));
  std::fputs(reportAsText(R, styleOf(STDOUT_FILENO)).c_str(), stdout);
  std::printf("report: %s\n", File.c_str());
  if (std::fflush(stdout) != 0)
    throw badUsage("cannot write the tables to standard output: " +
                       std::string(std::strerror(errno)),
                   "the report is complete: " + File.string());
  for (const Unmeasured &U : R.Missing)
    if (U.Region.empty())
      status(fmt::format("not measured: {}: {}", U.Signal, U.Reason));
}

/// A failure ends the command when all else is in the report.
ExitCode runQuery(const Query &Q) {
  Session S(Q);
  const Answer A = answerQuery(S);
  writeReport(A, S.Out);
  if (A.Failed)
    throw *A.Failed;
  return A.Content.Missing.empty() ? ExitCode::Done : ExitCode::Unmeasured;
}

} // namespace argus
