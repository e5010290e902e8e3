//===- main.cpp - the argus command ---------------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cli.h"
#include "support/Failure.h"
#include "support/Status.h"

#include <exception>
#include <fcntl.h>
#include <unistd.h>

/// Else the first files that are opened would pass for the standard streams.
static void openStandardStreams() {
  for (int Fd = open("/dev/null", O_RDWR); Fd >= 0; Fd = dup(Fd))
    if (Fd > STDERR_FILENO) {
      close(Fd);
      return;
    }
}

int main(int argc, char **argv) {
  openStandardStreams();
  try {
    return argus::runCommandLine(argc, argv);
  } catch (const argus::Failure &Stopped) {
    argus::status("error: " + Stopped.Message);
    if (!Stopped.Remedy.empty())
      argus::status(Stopped.Remedy);
    return static_cast<int>(Stopped.Code);
  } catch (const std::exception &Error) {
    argus::status(std::string("internal error: ") + Error.what());
    return static_cast<int>(argus::ExitCode::Internal);
  }
}
