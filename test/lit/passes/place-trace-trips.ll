; A trip stays where it is, and changes nothing of what is open.
; RUN: opt -load-pass-plugin=%passes -passes=argus-place-trace -S %s | %check
; CHECK-LABEL: define void @trips
; CHECK: body:
; CHECK-NEXT: call void @argus.trace.trip(i32 5)
; CHECK-NEXT: br
; CHECK: exit:
; CHECK-NEXT: call void @argus.trace.end(i32 5)
; CHECK-NEXT: ret void
define void @trips(i1 %c) {
entry:
  call void asm sideeffect "argus.begin 5", ""()
  br label %body
body:
  call void asm sideeffect "argus.trip 5", ""()
  br i1 %c, label %body, label %exit
exit:
  call void asm sideeffect "argus.end 5", ""()
  ret void
}
