; A block that exists only because of its marker goes with it: a loop's header gives its
; uses to its successor, a block before the return block takes the return block's.
; RUN: opt -load-pass-plugin=%passes -passes=argus-erase-markers -S %s | %check

; CHECK-LABEL: define void @kernel
; CHECK-NEXT: entry:
; CHECK-NEXT: br label %loop
; CHECK-EMPTY:
; CHECK-NEXT: loop:
; CHECK-NEXT: store i32 1
; CHECK-NEXT: br i1 %c, label %loop, label %last
; CHECK-EMPTY:
; CHECK-NEXT: last:
; CHECK-NEXT: ret void
; CHECK-NEXT: }
define void @kernel(i1 %c, ptr %p) {
entry:
  br label %header
header:
  call void asm sideeffect "argus.begin 0", ""()
  br label %loop, !argus.folded !0
loop:
  store i32 1, ptr %p
  br i1 %c, label %header, label %last
last:
  call void asm sideeffect "argus.end 0", ""()
  br label %return, !argus.folded !1
return:
  ret void
}
!0 = !{!"header"}
!1 = !{!"return"}
