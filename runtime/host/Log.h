//===- Log.h - the files that the runtime writes ---------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_RUNTIME_LOG_H
#define ARGUS_RUNTIME_LOG_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace argus::rt {

/// One JSON object, built field by field.
class JsonLine {
public:
  explicit JsonLine(std::string_view Type);

  JsonLine &text(std::string_view Key, std::string_view Value);
  /// Null where there is no text.
  JsonLine &textOrNull(std::string_view Key, std::string_view Value);
  JsonLine &number(std::string_view Key, int64_t Value);
  /// With one decimal.
  JsonLine &real(std::string_view Key, double Value);
  JsonLine &boolean(std::string_view Key, bool Value);
  JsonLine &numbers(std::string_view Key, const std::vector<uint64_t> &Values);
  JsonLine &texts(std::string_view Key, const std::vector<std::string> &Values);

  /// The object and a line feed.
  std::string str() const { return Line + "}\n"; }

private:
  void key(std::string_view Key);
  std::string Line;
};

/// A JSON string with quotes. Bytes that are no UTF-8 (paths may hold any) become
/// U+FFFD, so that the line is JSON whatever the program is called.
std::string jsonString(std::string_view Text);

/// `runtime-<pid>.jsonl` and `trace-<pid>.bin` of one process. Opened when first
/// written to, appended to if they exist: a program may have replaced itself by exec.
/// Every call is one write, so a line is whole even if the process dies after it.
class Log {
public:
  Log(std::string Directory, int Pid);
  ~Log();
  Log(const Log &) = delete;
  Log &operator=(const Log &) = delete;

  /// Whether a line was written to the file.
  bool isOpen() const { return Lines >= 0; }
  /// False where the directory cannot be written to; then all lines are dropped and
  /// the reason is on standard error, once.
  bool write(const JsonLine &Line);
  void message(std::string_view Level, std::string_view Text);

  /// Appends to the trace file and returns where the bytes begin, or -1.
  int64_t append(const void *Bytes, size_t Size);

  int pid() const { return Pid; }

private:
  int open(const std::string &Name);

  std::string Directory;
  int Pid;
  int Lines = -1;
  int Trace = -1;
  int64_t TraceEnd = 0;
  bool Failed = false;
};

} // namespace argus::rt

#endif // ARGUS_RUNTIME_LOG_H
