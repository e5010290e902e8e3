; All ways out of a scope with something to clean up lead through one block, which switches
; on where they go: a break that stays in a region does not lose it to a return.
; RUN: opt -load-pass-plugin=%passes -passes=argus-place-trace -S %s | %check

; CHECK-LABEL: define void @loop
; CHECK: leave:
; CHECK-NEXT: call void @argus.trace.end(i32 0)
; CHECK-NEXT: store i32 1, ptr %slot
; CHECK: stop:
; CHECK-NEXT: store i32 5, ptr %slot
; CHECK: cleanup:
; CHECK-NEXT: load
; CHECK-NEXT: switch
; CHECK: behind:
; CHECK-NEXT: call void @use()
; CHECK-NEXT: call void @argus.trace.end(i32 0)
; CHECK: exit:
; CHECK-NEXT: ret void
define void @loop(i1 %c) {
entry:
  %slot = alloca i32
  call void asm sideeffect "argus.begin 0", ""()
  br i1 %c, label %leave, label %stop
leave:
  store i32 1, ptr %slot
  br label %cleanup
stop:
  store i32 5, ptr %slot
  br label %cleanup
cleanup:
  %dest = load i32, ptr %slot
  switch i32 %dest, label %exit [ i32 5, label %behind ]
behind:
  call void @use()
  call void asm sideeffect "argus.end 0", ""()
  store i32 0, ptr %slot
  br label %exit
exit:
  ret void
}
declare void @use()
