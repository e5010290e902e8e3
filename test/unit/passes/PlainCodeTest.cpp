//===- PlainCodeTest.cpp - tests of deleting markers without a trace --------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "argus/passes/PlainCode.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace argus;

namespace {

/// A module in a context of its own. `MARK` in the text is a marker.
struct Code {
  explicit Code(std::string Text) {
    for (size_t At; (At = Text.find("MARK")) != std::string::npos;)
      Text.replace(At, 4, "call void asm sideeffect \"argus.begin 0\", \"\"()");
    numberMetadataAlike(Context);
    llvm::SMDiagnostic Error;
    M = llvm::parseAssemblyString(Text, Error, Context);
    if (!M)
      ADD_FAILURE() << Error.getMessage().str() << ": "
                    << Error.getLineContents().str();
  }

  /// Without the comments that list predecessors: their order is that of the uses,
  /// which here comes from the text.
  std::string text() const {
    std::string Text;
    llvm::raw_string_ostream Out(Text);
    Out << *M;
    for (size_t At; (At = Text.find(" ; preds")) != std::string::npos;)
      Text.erase(At, Text.find('\n', At) - At);
    for (size_t At; (At = Text.find(" \n")) != std::string::npos;)
      Text.erase(At, 1);
    return Text;
  }

  llvm::LLVMContext Context;
  std::unique_ptr<llvm::Module> M;
};

/// Marked without its markers, with Plain to learn from.
std::string erased(const char *Marked, const char *Plain) {
  Code A(Marked), B(Plain);
  noteFoldedBlocks(*A.M, *B.M);
  eraseMarkers(*A.M);
  return A.text();
}

std::string text(const char *Plain) { return Code(Plain).text(); }

std::string difference(const char *A, const char *B) {
  Code First(A), Second(B);
  return firstDifference(*First.M, *Second.M);
}

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

TEST(PlainCode, EqualCodeHasNoDifference) {
  EXPECT_EQ("", difference("define i32 @f(i32 %a) { ret i32 %a }",
                           "define i32 @f(i32 %other) { ret i32 %other }"));
}

TEST(PlainCode, DebugInformationIsNoDifference) {
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

TEST(PlainCode, DifferenceNamesTheFunction) {
  EXPECT_EQ("in function 'g'",
            difference("define void @f() { ret void } define i32 @g() { ret i32 1 }",
                       "define void @f() { ret void } define i32 @g() { ret i32 2 }"));
}

TEST(PlainCode, OrderOfUsesIsADifference) {
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

TEST(PlainCode, AttributesAreADifference) {
  EXPECT_EQ("outside of functions' bodies",
            difference("define void @f() #0 { ret void } attributes #0 = { cold }",
                       "define void @f() #0 { ret void } attributes #0 = { hot }"));
}

} // namespace
