//===- PlainCodeTest.cpp - tests of deleting markers without a trace --------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Code.h"

using namespace argus;

namespace {

/// Marked without its markers, with Plain to learn from.
std::string erased(const char *Marked, const char *Plain) {
  Code A(Marked), B(Plain);
  noteFoldedBlocks(*A.M, *B.M);
  eraseMarkers(*A.M);
  return A.text();
}

std::string text(const char *Plain) { return Code(Plain).text(); }

TEST(PlainCode, BlockBeforeReturnBlockBecomesIt) {
  const char *Plain = R"(define void @f(i1 %c, ptr %p) {
entry:
  br i1 %c, label %end, label %work
work:
  store i32 1, ptr %p
  br label %end
end:
  ret void
})";
  EXPECT_EQ(text(Plain), erased(R"(define void @f(i1 %c, ptr %p) {
entry:
  br i1 %c, label %return, label %work
work:
  MARK
  store i32 1, ptr %p
  br label %end
end:
  MARK
  br label %return
return:
  ret void
})",
                                Plain));
}

TEST(PlainCode, LoopHeaderBecomesItsSuccessor) {
  const char *Plain = R"(define void @f(i1 %c, ptr %p) {
entry:
  br label %inner
inner:
  store i32 1, ptr %p
  br i1 %c, label %inner, label %body
body:
  br i1 %c, label %inner, label %end
end:
  ret void
})";
  EXPECT_EQ(text(Plain), erased(R"(define void @f(i1 %c, ptr %p) {
entry:
  br label %header
header:
  MARK
  br label %inner
inner:
  store i32 1, ptr %p
  br i1 %c, label %inner, label %body
body:
  MARK
  br i1 %c, label %header, label %end
end:
  ret void
})",
                                Plain));
}

TEST(PlainCode, EmptyBlockOfPlainCodeStays) {
  const char *Plain = R"(define void @f(i1 %c, ptr %p) {
entry:
  br i1 %c, label %then, label %end
then:
  br label %end
end:
  ret void
})";
  EXPECT_EQ(text(Plain), erased(R"(define void @f(i1 %c, ptr %p) {
entry:
  br i1 %c, label %then, label %end
then:
  MARK
  br label %end
end:
  ret void
})",
                                Plain));
}

// Whether %outer or %inner is the block that %loop of the plain code is can't be told
// from the block alone: both are folded, and %loop stays.
TEST(PlainCode, TellsWhichOfSeveralEmptyBlocksStays) {
  const char *Plain = R"(define void @f(i1 %c, ptr %p) {
entry:
  br label %loop
loop:
  br label %body
body:
  store i32 1, ptr %p
  br i1 %c, label %loop, label %out
out:
  br i1 %c, label %loop, label %end
end:
  ret void
})";
  EXPECT_EQ(text(Plain), erased(R"(define void @f(i1 %c, ptr %p) {
entry:
  br label %outer
outer:
  MARK
  br label %inner
inner:
  MARK
  br label %loop
loop:
  br label %body
body:
  store i32 1, ptr %p
  br i1 %c, label %loop, label %out
out:
  br i1 %c, label %outer, label %end
end:
  ret void
})",
                                Plain));
}

TEST(PlainCode, FoldsInCodeThatNothingReaches) {
  const char *Plain = R"(define void @f(ptr %p) {
entry:
  ret void
dead:
  store i32 1, ptr %p
  br label %end
end:
  ret void
})";
  EXPECT_EQ(text(Plain), erased(R"(define void @f(ptr %p) {
entry:
  ret void
dead:
  store i32 1, ptr %p
  br label %end
end:
  MARK
  br label %return
return:
  ret void
})",
                                Plain));
}

TEST(PlainCode, OtherCodeIsLeftAlone) {
  const char *Marked = R"(define void @f(i1 %c, ptr %p) {
entry:
  br label %end
end:
  MARK
  br label %return
return:
  store i32 1, ptr %p
  ret void
})";
  const char *Other = R"(define void @f(i1 %c, ptr %p) {
entry:
  br label %end
end:
  ret void
})";
  EXPECT_EQ(text(R"(define void @f(i1 %c, ptr %p) {
entry:
  br label %end
end:
  br label %return
return:
  store i32 1, ptr %p
  ret void
})"),
            erased(Marked, Other));
}

} // namespace
