//===- Log.cpp - the files that the runtime writes -------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Log.h"

#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace argus::rt {

//===- JSON ----------------------------------------------------------------===//

/// Length of the UTF-8 sequence at the start of Text; 0: none is there.
static size_t sequenceLength(std::string_view Text) {
  const auto First = static_cast<unsigned char>(Text[0]);
  const size_t Length = First < 0x80         ? 1
                        : First >> 5 == 0x6  ? 2
                        : First >> 4 == 0xe  ? 3
                        : First >> 3 == 0x1e ? 4
                                             : 0;
  if (Length == 0 || Length > Text.size())
    return 0;
  uint32_t Code = Length == 1 ? First : First & (0x7f >> Length);
  for (size_t I = 1; I < Length; ++I) {
    const auto C = static_cast<unsigned char>(Text[I]);
    if (C >> 6 != 0x2)
      return 0;
    Code = Code << 6 | (C & 0x3f);
  }
  static constexpr uint32_t Least[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool Surrogate = Code >= 0xd800 && Code < 0xe000;
  return Code < Least[Length] || Surrogate || Code > 0x10ffff ? 0 : Length;
}

std::string jsonString(std::string_view Text) {
  std::string Result = "\"";
  while (!Text.empty()) {
    const size_t Length = sequenceLength(Text);
    const auto C = static_cast<unsigned char>(Text[0]);
    if (Length == 0) {
      Result += "\\ufffd";
    } else if (C < 0x20 || C == 0x7f) {
      char Escape[8];
      std::snprintf(Escape, sizeof(Escape), "\\u%04x", C);
      Result += Escape;
    } else {
      if (C == '"' || C == '\\')
        Result += '\\';
      Result += Text.substr(0, Length);
    }
    Text.remove_prefix(Length ? Length : 1);
  }
  return Result + '"';
}

JsonLine::JsonLine(std::string_view Type) : Line("{\"type\":" + jsonString(Type)) {}

void JsonLine::key(std::string_view Key) { Line += "," + jsonString(Key) + ":"; }

JsonLine &JsonLine::text(std::string_view Key, std::string_view Value) {
  key(Key);
  Line += jsonString(Value);
  return *this;
}

JsonLine &JsonLine::textOrNull(std::string_view Key, std::string_view Value) {
  key(Key);
  Line += Value.empty() ? "null" : jsonString(Value);
  return *this;
}

JsonLine &JsonLine::number(std::string_view Key, int64_t Value) {
  key(Key);
  Line += std::to_string(Value);
  return *this;
}

JsonLine &JsonLine::real(std::string_view Key, double Value) {
  // Not printf: the program may have set a locale that writes a comma.
  const int64_t Tenths = std::llround(Value * 10);
  key(Key);
  if (Tenths < 0)
    Line += '-';
  Line += std::to_string(std::abs(Tenths) / 10) + "." +
          std::to_string(std::abs(Tenths) % 10);
  return *this;
}

JsonLine &JsonLine::boolean(std::string_view Key, bool Value) {
  key(Key);
  Line += Value ? "true" : "false";
  return *this;
}

JsonLine &JsonLine::numbers(std::string_view Key, const std::vector<uint64_t> &Values) {
  key(Key);
  const char *Separator = "[";
  for (uint64_t Value : Values) {
    Line += Separator + std::to_string(Value);
    Separator = ",";
  }
  Line += Values.empty() ? "[]" : "]";
  return *this;
}

JsonLine &JsonLine::texts(std::string_view Key,
                          const std::vector<std::string> &Values) {
  key(Key);
  const char *Separator = "[";
  for (const std::string &Value : Values) {
    Line += Separator + jsonString(Value);
    Separator = ",";
  }
  Line += Values.empty() ? "[]" : "]";
  return *this;
}

//===- Files ---------------------------------------------------------------===//

Log::Log(std::string Directory, int Pid) : Directory(std::move(Directory)), Pid(Pid) {}

Log::~Log() {
  for (int File : {Lines, Trace})
    if (File >= 0)
      close(File);
}

int Log::open(const std::string &Name) {
  const std::string Path = Directory + "/" + Name;
  const int File =
      ::open(Path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (File < 0 && !Failed) {
    std::fprintf(stderr,
                 "argus: cannot write %s: %s; nothing is recorded. ARGUS_RT_OUT must "
                 "name a directory that the program may write to.\n",
                 Path.c_str(), std::strerror(errno));
    Failed = true;
  }
  return File;
}

static bool writeAll(int File, const char *Bytes, size_t Size) {
  while (Size > 0) {
    const ssize_t Written = ::write(File, Bytes, Size);
    if (Written < 0 && errno == EINTR)
      continue;
    if (Written <= 0)
      return false;
    Bytes += Written;
    Size -= size_t(Written);
  }
  return true;
}

bool Log::write(const JsonLine &Line) {
  if (Failed)
    return false;
  if (Lines < 0)
    Lines = open("runtime-" + std::to_string(Pid) + ".jsonl");
  if (Lines < 0)
    return false;
  const std::string Text = Line.str();
  return writeAll(Lines, Text.data(), Text.size());
}

void Log::message(std::string_view Level, std::string_view Text) {
  write(JsonLine("message").text("level", Level).text("text", Text));
}

int64_t Log::append(const void *Bytes, size_t Size) {
  if (Failed)
    return -1;
  if (Trace < 0) {
    Trace = open("trace-" + std::to_string(Pid) + ".bin");
    if (Trace < 0)
      return -1;
    TraceEnd = lseek(Trace, 0, SEEK_END);
  }
  const int64_t Begin = TraceEnd;
  if (!writeAll(Trace, static_cast<const char *>(Bytes), Size)) {
    // What was written of it stays behind the end that records refer to.
    TraceEnd = lseek(Trace, 0, SEEK_END);
    return -1;
  }
  TraceEnd += int64_t(Size);
  return Begin;
}

} // namespace argus::rt
