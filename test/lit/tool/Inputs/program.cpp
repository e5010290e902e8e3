//===- program.cpp - leaves what a traced program would -------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stands for a CUDA program with the preloaded runtime: writes the records and chunks
// of argus/Abi.h for one launch of kernel.cu's k, 2 CTAs of 2 warps. The kernel takes
// 10 million cycles of half a nanosecond, "outer" 8 million, each of up to seven
// "inner" half a million.
//
//   program BINARY FILE-WITH-MODULE-ID [MODE...]
//
// Modes: inner=N, kernel=NAME (launched instead), no-launch, no-module, exit=N,
// crash-in-variant, hang-in-variant, memory-in-variant, flood-in-variant,
// other-grid-in-variant.
//
//===----------------------------------------------------------------------===//

#include "argus/Abi.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <unistd.h>
#include <vector>

static std::string mode(int Count, char **Words, const std::string &Name,
                        const std::string &Default = "") {
  for (int I = 3; I < Count; ++I) {
    const std::string Word = Words[I];
    if (Word == Name)
      return "yes";
    if (Word.rfind(Name + "=", 0) == 0)
      return Word.substr(Name.size() + 1);
  }
  return Default;
}

static std::string environment(const char *Name, const char *Default = "") {
  const char *Value = std::getenv(Name);
  return Value ? Value : Default;
}

static ArgusEvent event(uint64_t Clock, unsigned Site, ArgusEventKind Kind) {
  return {static_cast<uint32_t>(Clock), Site | Kind << ARGUS_EVENT_KIND_SHIFT |
                                            static_cast<uint32_t>(Clock >> 32 & 0xFF)
                                                << ARGUS_EVENT_CLOCK_SHIFT};
}

/// One warp's chunk with room for so many events.
static std::string chunk(unsigned Cta, unsigned Warp, unsigned Inner, size_t Room) {
  const uint64_t Start = 1000000000 + 1000 * Cta;
  ArgusChunkHeader Header = {};
  Header.state = ARGUS_CHUNK_CLOSED;
  Header.launch = 1;
  Header.cta = Cta;
  Header.warp = static_cast<uint16_t>(Warp);
  Header.sm = Cta;
  Header.begin_clock = Start;
  Header.begin_globaltimer = Start / 2;
  Header.end_clock = Start + 10000000;
  Header.end_globaltimer = Header.end_clock / 2;
  std::vector<ArgusEvent> Events = {event(Start + 1000000, 0, ARGUS_EVENT_BEGIN)};
  const uint64_t Step = Inner > 7 ? 7000000 / Inner : 1000000;
  for (unsigned I = 0; I < Inner; ++I) {
    const uint64_t At = Start + 1500000 + Step * I;
    Events.push_back(event(At, 1, ARGUS_EVENT_BEGIN));
    Events.push_back(event(At + Step / 2, 1, ARGUS_EVENT_END));
  }
  Events.push_back(event(Start + 9000000, 0, ARGUS_EVENT_END));
  Header.events = static_cast<uint32_t>(Events.size());
  std::string Bytes(sizeof Header + Room * sizeof(ArgusEvent), '\0');
  std::memcpy(&Bytes[0], &Header, sizeof Header);
  const size_t Stored = Events.size() < Room ? Events.size() : Room;
  std::memcpy(&Bytes[sizeof Header], Events.data(), Stored * sizeof(ArgusEvent));
  return Bytes;
}

int main(int Count, char **Words) {
  const auto Mode = [&](const char *Name, const char *Default = "") {
    return mode(Count, Words, Name, Default);
  };
  std::string ModuleId;
  std::ifstream(Words[2]) >> ModuleId;
  const std::string Directory = environment(ARGUS_ENV_OUT);
  const std::string Images = environment(ARGUS_ENV_IMAGES);
  const std::string Image = Images + "/" + ModuleId + ".fatbin";
  const bool Swapped = !Images.empty() && access(Image.c_str(), R_OK) == 0;
  std::printf("program output\n");
  if (Directory.empty())
    return 0;
  if (Swapped && !Mode("crash-in-variant").empty())
    abort();
  if (Swapped && !Mode("hang-in-variant").empty())
    sleep(600);
  std::vector<std::string> Memory;
  while (Swapped && !Mode("memory-in-variant").empty())
    Memory.emplace_back(1 << 20, 'x');
  for (int I = 0; Swapped && !Mode("flood-in-variant").empty() && I < 100; ++I)
    std::fputs(std::string(1 << 20, 'x').c_str(), stdout);

  const std::string Pid = std::to_string(getpid());
  std::ofstream Log(Directory + "/runtime-" + Pid + ".jsonl");
  Log << R"({"type":"process","abi":1,"pid":)" << Pid
      << R"(,"exe":"program","argv":["program"],"images":null})" << "\n"
      << R"({"type":"device","device":0,"name":"Test GPU","arch":"sm_90","uuid":"GPU-0",)"
      << R"("sms":2,"clock_khz":2000000,"driver":13000})" << "\n";
  if (Mode("no-module").empty())
    Log << R"({"type":"module","module":0,"module_id":")" << ModuleId << R"(","path":")"
        << Words[1] << R"(","source":"kernel.cu","swapped":)"
        << (Swapped ? "true" : "false") << R"(,"image":null})" << "\n";
  if (Mode("no-module").empty() && Mode("no-launch").empty())
    Log << R"({"type":"launch","launch":1,"module":0,"device":0,"kernel":")"
        << Mode("kernel", "_Z1kPfi") << R"(","grid":[)"
        << (Swapped && !Mode("other-grid-in-variant").empty() ? 3 : 2)
        << R"(,1,1],"block":[64,1,1],"shared_bytes":0,"stream":0,"captured":false,)"
        << R"("concurrent":false,"error":0})" << "\n"
        << R"({"type":"time","launch":1,"gpu_ns":)" << (Swapped ? 5100000 : 5000000)
        << "}\n";
  if (Swapped) {
    const unsigned Inner = static_cast<unsigned>(std::atoi(Mode("inner", "2").c_str()));
    const size_t Room =
        static_cast<size_t>(std::atoi(environment(ARGUS_ENV_EVENTS, "1024").c_str()));
    std::string Bytes;
    for (unsigned Cta = 0; Cta < 2; ++Cta)
      for (unsigned Warp = 0; Warp < 2; ++Warp)
        Bytes += chunk(Cta, Warp, Inner, Room);
    std::ofstream(Directory + "/trace-" + Pid + ".bin", std::ios::binary) << Bytes;
    Log << R"({"type":"drain","module":0,"device":0,"offset":0,"bytes":)"
        << Bytes.size() << R"(,"chunk_bytes":)" << Bytes.size() / 4
        << R"(,"chunks":4,"requested":4,"lost_events":0,"lost_chunks":0})" << "\n";
  }
  Log << R"({"type":"end","reason":"exit","launches":1})" << "\n";
  return std::atoi(Mode("exit", "0").c_str());
}
