//===- SameCodeTest.cpp - tests of the comparison of two modules ------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Code.h"

using namespace argus;

namespace {

TEST(SameCode, EqualCodeHasNoDifference) {
  EXPECT_EQ("", difference("define i32 @f(i32 %a) { ret i32 %a }",
                           "define i32 @f(i32 %other) { ret i32 %other }"));
}

TEST(SameCode, DebugInformationIsNoDifference) {
  EXPECT_EQ("", difference(R"(define void @f() !dbg !3 { ret void, !dbg !4 }
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!5, !6}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1)
!1 = !DIFile(filename: "a.cu", directory: "/")
!2 = !DISubroutineType(types: !{})
!3 = distinct !DISubprogram(name: "f", file: !1, unit: !0, type: !2)
!4 = !DILocation(line: 1, scope: !3)
!5 = !{i32 2, !"Debug Info Version", i32 3}
!6 = !{i32 1, !"wchar_size", i32 4})",
                           R"(define void @f() { ret void }
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"wchar_size", i32 4})"));
}

TEST(SameCode, DifferenceNamesTheFunction) {
  EXPECT_EQ("in function 'g'",
            difference("define void @f() { ret void } define i32 @g() { ret i32 1 }",
                       "define void @f() { ret void } define i32 @g() { ret i32 2 }"));
}

TEST(SameCode, OrderOfUsesIsADifference) {
  const char *Plain = R"(define i32 @f(i32 %a) {
  %x = add i32 %a, 1
  %y = add i32 %a, 2
  %z = add i32 %a, 3
  ret i32 %z
})";
  const char *Reordered = R"(define i32 @f(i32 %a) {
  %x = add i32 %a, 1
  %y = add i32 %a, 2
  %z = add i32 %a, 3
  ret i32 %z
  uselistorder i32 %a, { 2, 0, 1 }
})";
  EXPECT_EQ("in function 'f'", difference(Plain, Reordered));
}

TEST(SameCode, AttributesAreADifference) {
  EXPECT_EQ("outside of functions' bodies",
            difference("define void @f() #0 { ret void } attributes #0 = { cold }",
                       "define void @f() #0 { ret void } attributes #0 = { hot }"));
}

/// Instructions of each kind, with what each has beside operands.
constexpr const char *EachKind = R"(
%pair = type { i32, i64 }
@data = internal addrspace(1) global i32 7, align 4
@table = internal constant [2 x ptr] [ptr @f,
    ptr addrspacecast (ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @data, i64 4)
                       to ptr)]
declare i32 @callee(ptr byval(%pair), i32) #1
declare void @llvm.assume(i1)
define i32 @f(i32 %a, ptr %p, float %x, <4 x i32> %v, i1 %c) #0 {
entry:
  %slot = alloca %pair, align 8
  %load = load volatile i32, ptr %p, align 4, !tbaa !3
  store i32 %load, ptr addrspace(1) @data, align 4
  %sum = add nsw i32 %load, %a
  %fast = fadd fast float %x, 1.5
  %field = getelementptr inbounds %pair, ptr %slot, i32 0, i32 1
  %greater = icmp sgt i32 %sum, 3
  %less = fcmp olt float %fast, %x
  %old = atomicrmw add ptr %p, i32 1 syncscope("block") monotonic, align 4
  %swap = cmpxchg weak ptr %p, i32 0, i32 1 acq_rel monotonic, align 4
  %first = extractvalue { i32, i1 } %swap, 0
  %second = insertvalue { i32, i1 } %swap, i32 %first, 0
  %mixed = shufflevector <4 x i32> %v, <4 x i32> poison, <2 x i32> <i32 1, i32 0>
  fence seq_cst
  %called = tail call fastcc i32 @callee(ptr byval(%pair) %slot, i32 signext 1) #2
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i32 16) ]
  call void asm sideeffect "bar.sync $0;", "r"(i32 1)
  br i1 %c, label %loop, label %end, !prof !0
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %a
  br i1 %more, label %loop, label %end, !llvm.loop !1
end:
  switch i32 %sum, label %out [ i32 1, label %out
                                i32 2, label %last ]
out:
  ret i32 %old
last:
  ret i32 undef
}
attributes #0 = { cold }
attributes #1 = { nounwind }
attributes #2 = { convergent }
!0 = !{!"branch_weights", i32 1, i32 2}
!1 = distinct !{!1, !2}
!2 = !{!"llvm.loop.unroll.disable"}
!3 = !{!4, !4, i64 0}
!4 = !{!"int", !5}
!5 = !{!"root"}
)";

/// The difference that replacing one text by another makes.
std::string afterReplacing(const std::string &From, const std::string &To) {
  std::string Changed = EachKind;
  const size_t At = Changed.find(From);
  if (At == std::string::npos) {
    ADD_FAILURE() << "not there: " << From;
    return "";
  }
  Changed.replace(At, From.size(), To);
  return difference(EachKind, Changed.c_str());
}

TEST(SameCode, CodeOfEachKindEqualsItself) {
  EXPECT_EQ("", difference(EachKind, EachKind));
}

class EachDifference
    : public testing::TestWithParam<std::pair<const char *, const char *>> {};

TEST_P(EachDifference, IsSeenInTheFunction) {
  const auto &[From, To] = GetParam();
  EXPECT_EQ("in function 'f'", afterReplacing(From, To)) << From << " -> " << To;
}

INSTANTIATE_TEST_SUITE_P(
    SameCode, EachDifference,
    testing::ValuesIn(std::vector<std::pair<const char *, const char *>>{
        {"alloca %pair, align 8", "alloca %pair, align 16"},
        {"alloca %pair, align 8", "alloca i32, align 8"},
        {"load volatile i32", "load i32"},
        {"ptr %p, align 4, !tbaa", "ptr %p, align 8, !tbaa"},
        {"align 4, !tbaa !3", "align 4"},
        {"!5 = !{!\"root\"}", "!5 = !{!\"other\"}"},
        {"store i32 %load", "store i32 %a"},
        {"add nsw", "add"},
        {"add nsw", "sub nsw"},
        {"fadd fast", "fadd nnan"},
        {"1.5", "2.5"},
        {"getelementptr inbounds %pair", "getelementptr %pair"},
        {"i32 0, i32 1\n", "i32 0, i32 0\n"},
        {"icmp sgt", "icmp sge"},
        {"fcmp olt", "fcmp ole"},
        {"atomicrmw add", "atomicrmw sub"},
        {"syncscope(\"block\") monotonic", "monotonic"},
        {"syncscope(\"block\") monotonic", "syncscope(\"block\") acquire"},
        {"cmpxchg weak", "cmpxchg"},
        {"acq_rel monotonic", "acq_rel acquire"},
        {"extractvalue { i32, i1 } %swap, 0\n  %second = insertvalue { i32, i1 } "
         "%swap, i32 %first, 0",
         "extractvalue { i32, i1 } %swap, 0\n  %second = insertvalue { i32, i1 } "
         "%swap, i1 true, 1"},
        {"<i32 1, i32 0>", "<i32 0, i32 1>"},
        {"fence seq_cst", "fence acquire"},
        {"tail call", "call"},
        {"call fastcc", "call"},
        {"signext 1", "1"},
        {"%slot, i32 signext 1) #2", "%slot, i32 signext 1)"},
        {"\"align\"(ptr %p, i32 16)", "\"align\"(ptr %p, i32 32)"},
        {" [ \"align\"(ptr %p, i32 16) ]", ""},
        {"bar.sync $0;", "bar.arrive $0;"},
        {", !prof !0", ""},
        {"i32 1, i32 2}", "i32 2, i32 1}"},
        {"[ 0, %entry ], [ %next, %loop ]", "[ %next, %loop ], [ 0, %entry ]"},
        {"unroll.disable", "unroll.full"},
        {"!1 = distinct !{!1, !2}", "!1 = !{!2}"},
        {"label %out [ i32 1", "label %out [ i32 3"},
        {"ret i32 undef", "ret i32 poison"}}));

TEST(SameCode, OneLoopIsNotTwo) {
  const std::string Loops = R"(define void @f(i1 %c) {
entry:
  br label %a
a:
  br i1 %c, label %a, label %b, !llvm.loop !0
b:
  br i1 %c, label %b, label %end, !llvm.loop !1
end:
  ret void
}
!0 = distinct !{!0}
!1 = distinct !{!1}
)";
  std::string One = Loops;
  One.replace(One.find("!llvm.loop !1"), 13, "!llvm.loop !0");
  EXPECT_EQ("in function 'f'", difference(Loops.c_str(), One.c_str()));
  EXPECT_EQ("in function 'f'", difference(One.c_str(), Loops.c_str()));
}

TEST(SameCode, OrderOfAFunctionsUsesIsADifference) {
  const std::string Calls = R"(define void @f() { ret void }
define void @g() { call void @f() ret void }
define void @h() { call void @f() ret void }
)";
  EXPECT_EQ(
      "in the order of the uses of 'f'",
      difference(Calls.c_str(), (Calls + "uselistorder ptr @f, { 1, 0 }").c_str()));
}

TEST(SameCode, InitialisersAndAttributesAreOutsideOfBodies) {
  for (const auto &[From, To] : {std::pair{"global i32 7", "global i32 8"},
                                 {"{ cold }", "{ hot }"},
                                 {"internal constant [2", "constant [2"}})
    EXPECT_EQ("outside of functions' bodies", afterReplacing(From, To)) << From;
}

} // namespace
