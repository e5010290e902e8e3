//===- ModulesTest.cpp - registered modules and swapped images -------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Modules.h"
#include "Options.h"
#include "Process.h"
#include "TestSession.h"

#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <link.h>

using namespace argus::rt;
using namespace argus::test;

namespace {

TEST(MapImage, GivesTheFilesBytes) {
  TempDir Dir;
  Dir.write("a.fatbin", fatbin());
  const MappedImage Image = mapImage(Dir / "a.fatbin");
  ASSERT_NE(Image.Data, nullptr);
  EXPECT_EQ(std::memcmp(Image.Data, fatbin().data(), fatbin().size()), 0);
  EXPECT_EQ(Image.Error, "");
}

TEST(MapImage, TellsWhatIsWrong) {
  TempDir Dir;
  EXPECT_EQ(mapImage(Dir / "none.fatbin").Error, "") << "absent is no error";
  Dir.write("empty.fatbin", "");
  Dir.write("short.fatbin", fatbin().substr(0, 10));
  Dir.write("cut.fatbin", fatbin().substr(0, 40));
  Dir.write("elf.fatbin", "\x7f"
                          "ELF" +
                              std::string(100, '\0'));
  for (const auto &[Name, Reason] :
       std::map<std::string, std::string>{{"empty", "is empty"},
                                          {"short", "too short"},
                                          {"cut", "truncated"},
                                          {"elf", "is no fatbinary"}}) {
    const MappedImage Image = mapImage(Dir / (Name + ".fatbin"));
    EXPECT_EQ(Image.Data, nullptr) << Name;
    EXPECT_NE(Image.Error.find(Reason), std::string::npos) << Image.Error;
  }
}

TEST(BinaryOf, FindsTheExecutable) {
  static const int Here = 0;
  EXPECT_EQ(binaryOf(&Here), executablePath());
  EXPECT_EQ(binaryOf(nullptr), "");
}

class Table : public testing::Test {
protected:
  Table() { resetGpu(); }
  TempDir Images;
  std::string Problem;
};

TEST_F(Table, SwapsOnlyModulesThatHaveAnImage) {
  Images.write("aa.fatbin", fatbin());
  ModuleTable T(Images.str());
  TestUnit A("aa", {"k"}, true), B("bb", {"k"}, false);
  const Module &First = T.add(A.Descriptor, Problem);
  EXPECT_TRUE(First.swapped());
  EXPECT_EQ(First.Image, Images / "aa.fatbin");
  EXPECT_EQ(First.Wrapper.Magic, 0x466243b1u);
  EXPECT_EQ(First.Wrapper.Version, 1u);
  EXPECT_EQ(std::memcmp(First.Wrapper.Data, fatbin().data(), fatbin().size()), 0);
  EXPECT_FALSE(T.add(B.Descriptor, Problem).swapped());
  EXPECT_EQ(Problem, "");
}

TEST_F(Table, ADamagedImageIsAProblemAndNotUsed) {
  Images.write("aa.fatbin", "garbage");
  ModuleTable T(Images.str());
  TestUnit A("aa", {"k"}, true);
  EXPECT_FALSE(T.add(A.Descriptor, Problem).swapped());
  EXPECT_NE(Problem.find("aa.fatbin"), Problem.npos);
}

TEST_F(Table, KnowsTheOwnersOfAStub) {
  ModuleTable T("");
  TestUnit A("aa", {"shared", "a"}, false), B("bb", {"shared"}, false);
  A.share(B);
  Module &First = T.add(A.Descriptor, Problem);
  Module &Second = T.add(B.Descriptor, Problem);
  EXPECT_EQ(T.owners(A.stub(0)), (std::vector<Module *>{&Second, &First}));
  EXPECT_EQ(T.owners(A.stub(1)), (std::vector<Module *>{&First}));
  EXPECT_TRUE(T.owners(&T).empty());
  EXPECT_EQ(T.find(&A.Descriptor), &First);
  EXPECT_EQ(*ModuleTable::kernelName(First, A.stub(1)), "a");
  EXPECT_EQ(ModuleTable::kernelName(Second, A.stub(1)), nullptr);
}

TEST_F(Table, AModuleAtTheSamePlaceReplacesAClosedLibrarys) {
  ModuleTable T("");
  TestUnit A("aa", {"k"}, false);
  Module &First = T.add(A.Descriptor, Problem);
  Module &Again = T.add(A.Descriptor, Problem);
  EXPECT_NE(&First, &Again);
  EXPECT_EQ(Again.Number, 1u);
  EXPECT_EQ(T.find(&A.Descriptor), &Again);
  EXPECT_EQ(T.owners(A.stub()), (std::vector<Module *>{&Again}));
}

//===- Linked units --------------------------------------------------------===//

// In this binary, as descriptors and wrappers are.
int Stubs[2];
const ArgusKernel LinkedKernels[2] = {{&Stubs[0], "a"}, {&Stubs[1], "b"}};
const ArgusModule UnitA = {
    ARGUS_ABI_VERSION, sizeof(ArgusModule), "aa", "a.cu", nullptr,
    nullptr,           &LinkedKernels[0],   1};
const ArgusModule UnitB = {
    ARGUS_ABI_VERSION, sizeof(ArgusModule), "bb", "b.cu", nullptr,
    nullptr,           &LinkedKernels[1],   1};
FatbinWrapper LinkedWrapper;

/// The wrapper's address as the file has it.
std::string unrelocated(const void *Address) {
  Dl_info Info = {};
  link_map *Map = nullptr;
  dladdr1(Address, &Info, reinterpret_cast<void **>(&Map), RTLD_DL_LINKMAP);
  char Text[32];
  std::snprintf(Text, sizeof(Text), "%#zx\n", size_t(Address) - size_t(Map->l_addr));
  return Text;
}

TEST_F(Table, UnitsOfALinkedImageAreOneModule) {
  ModuleTable T("");
  Module &First = T.add(UnitA, Problem);
  EXPECT_EQ(&First, &T.add(UnitB, Problem));
  EXPECT_EQ(First.Kernels.size(), 2u);
  EXPECT_EQ(T.owners(&Stubs[1]), (std::vector<Module *>{&First}));
  // The library is closed and opened again.
  T.remove(&UnitA);
  T.remove(&UnitB);
  Module &Again = T.add(UnitA, Problem);
  EXPECT_NE(&First, &Again);
  EXPECT_EQ(&Again, &T.add(UnitB, Problem));
  EXPECT_EQ(Problem, "");
}

TEST_F(Table, ALinkedImageIsReplacedInItsWrapper) {
  LinkedWrapper = {FatbinWrapperMagic, 2, &Stubs, &Stubs};
  Images.write("aa.fatbin", fatbin());
  Images.write("aa.wrapper", unrelocated(&LinkedWrapper));
  ModuleTable T(Images.str());
  EXPECT_TRUE(T.add(UnitA, Problem).swapped());
  EXPECT_EQ(Problem, "");
  EXPECT_EQ(LinkedWrapper.Version, 1u);
  EXPECT_EQ(std::memcmp(LinkedWrapper.Data, fatbin().data(), fatbin().size()), 0);
}

TEST_F(Table, AWrongPlaceOfTheWrapperIsToldAndLeftAlone) {
  LinkedWrapper = {0, 1, &Stubs, nullptr};
  Images.write("aa.fatbin", fatbin());
  Images.write("aa.wrapper", unrelocated(&LinkedWrapper));
  ModuleTable T(Images.str());
  EXPECT_FALSE(T.add(UnitA, Problem).swapped());
  EXPECT_NE(Problem.find("aa.wrapper"), std::string::npos) << Problem;
  EXPECT_EQ(LinkedWrapper.Data, &Stubs);
}

//===- Options -------------------------------------------------------------===//

std::map<std::string, std::string> Environment;

const char *get(const char *Name) {
  auto At = Environment.find(Name);
  return At == Environment.end() ? nullptr : At->second.c_str();
}

TEST(Options, DefaultsAndValues) {
  Environment.clear();
  Options O = readOptions(get);
  EXPECT_EQ(O.Out, "");
  EXPECT_EQ(O.EventsPerChunk, 1024u);
  EXPECT_EQ(O.ArenaBytes, uint64_t(2) << 30);
  Environment = {{"ARGUS_RT_OUT", "o"},
                 {"ARGUS_RT_IMAGES", "i"},
                 {"ARGUS_RT_EVENTS_PER_CHUNK", "16"},
                 {"ARGUS_RT_ARENA_MIB", "1"}};
  O = readOptions(get);
  EXPECT_EQ(O.Out, "o");
  EXPECT_EQ(O.Images, "i");
  EXPECT_EQ(O.EventsPerChunk, 16u);
  EXPECT_EQ(O.ArenaBytes, uint64_t(1) << 20);
  EXPECT_TRUE(O.Problems.empty());
}

TEST(Options, NonsenseIsToldAndIgnored) {
  for (const char *Value : {"0", "-1", "12x", "x", "99999999999999999999", "5000"}) {
    Environment = {{"ARGUS_RT_ARENA_MIB", Value}};
    const Options O = readOptions(get);
    EXPECT_EQ(O.ArenaBytes, uint64_t(2) << 30) << Value;
    ASSERT_EQ(O.Problems.size(), 1u) << Value;
    EXPECT_NE(O.Problems[0].find(Value), std::string::npos);
  }
}

} // namespace
