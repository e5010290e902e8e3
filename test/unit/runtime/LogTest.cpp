//===- LogTest.cpp - JSON lines and the files ------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Log.h"
#include "TestSession.h"

#include <sys/stat.h>
#include <unistd.h>

using namespace argus::rt;
using namespace argus::test;

namespace {

std::string roundTrip(const std::string &Text) {
  return Json::parse(jsonString(Text)).get<std::string>();
}

TEST(JsonString, KeepsWhatJsonCanCarry) {
  for (const char *Text :
       {"", "plain", "a \"quoted\" \\ path", "tab\tline\nreturn\r", "\x01\x1f\x7f",
        "gr\xc3\xbc\xc3\x9f", "\xe2\x82\xac", "\xf0\x9f\x9a\x80"})
    EXPECT_EQ(roundTrip(Text), Text);
  EXPECT_EQ(roundTrip(std::string("nul\0inside", 10)), std::string("nul\0inside", 10));
}

TEST(JsonString, ReplacesBytesThatAreNoUtf8) {
  const std::string Replacement = "\xef\xbf\xbd";
  EXPECT_EQ(roundTrip("a\xffz"), "a" + Replacement + "z");
  EXPECT_EQ(roundTrip("cut \xe2\x82"), "cut " + Replacement + Replacement);
  EXPECT_EQ(roundTrip("\xc0\xaf"), Replacement + Replacement); // overlong
  EXPECT_EQ(roundTrip("\xed\xa0\x80"), Replacement + Replacement + Replacement);
  EXPECT_EQ(roundTrip("\xf4\x90\x80\x80").find(Replacement), 0u); // > 0x10ffff
}

TEST(JsonLine, HoldsEachKindOfValue) {
  const Json J = Json::parse(JsonLine("kind")
                                 .text("t", "x\"y")
                                 .textOrNull("none", "")
                                 .textOrNull("some", "s")
                                 .number("n", -5)
                                 .real("r", 1234.56)
                                 .boolean("yes", true)
                                 .boolean("no", false)
                                 .numbers("ns", {1, 2})
                                 .numbers("empty", {})
                                 .texts("ts", {"a", "b\n"})
                                 .str());
  EXPECT_EQ(J, Json::parse(R"({"type":"kind","t":"x\"y","none":null,"some":"s","n":-5,
      "r":1234.6,"yes":true,"no":false,"ns":[1,2],"empty":[],"ts":["a","b\n"]})"));
}

TEST(JsonLine, RoundsToOneDecimal) {
  for (const auto &[Value, Text] : std::map<double, std::string>{
           {0, "0.0"}, {0.06, "0.1"}, {-2.25, "-2.3"}, {123456789.04, "123456789.0"}})
    EXPECT_EQ(JsonLine("x").real("r", Value).str(),
              "{\"type\":\"x\",\"r\":" + Text + "}\n");
}

TEST(Log, OpensNothingBeforeTheFirstLine) {
  TempDir Dir;
  Log L(Dir.str(), 5);
  EXPECT_FALSE(L.isOpen());
  EXPECT_TRUE(std::filesystem::is_empty(Dir.str()));
  L.message("warning", "w");
  EXPECT_TRUE(L.isOpen());
  EXPECT_EQ(Dir.read("runtime-5.jsonl"),
            "{\"type\":\"message\",\"level\":\"warning\",\"text\":\"w\"}\n");
}

TEST(Log, AppendsToWhatAProgramBeforeExecLeft) {
  TempDir Dir;
  Dir.write("runtime-5.jsonl", "{}\n");
  Dir.write("trace-5.bin", "12345678");
  Log L(Dir.str(), 5);
  L.message("warning", "w");
  EXPECT_EQ(L.append("abc", 3), 8);
  EXPECT_EQ(L.append("defg", 4), 11);
  EXPECT_EQ(Dir.read("trace-5.bin"), "12345678abcdefg");
  EXPECT_EQ(parseLines(Dir.read("runtime-5.jsonl")).size(), 2u);
}

TEST(Log, AMissingDirectoryIsToldOnce) {
  Log L("/nonexistent/directory", 5);
  testing::internal::CaptureStderr();
  EXPECT_FALSE(L.write(JsonLine("a")));
  EXPECT_FALSE(L.write(JsonLine("b")));
  EXPECT_EQ(L.append("x", 1), -1);
  const std::string Text = testing::internal::GetCapturedStderr();
  EXPECT_NE(Text.find("/nonexistent/directory/runtime-5.jsonl: No such file"),
            Text.npos);
  EXPECT_EQ(Text.find("cannot write"), Text.rfind("cannot write"));
  EXPECT_FALSE(L.isOpen());
}

} // namespace
