; Transitions of two regions that stand at the end of two ways are not sunk into one call,
; whose site would be a variable.
; RUN: opt -load-pass-plugin=%passes -S %s \
; RUN:   -passes='argus-place-trace,function(simplifycfg<sink-common-insts;hoist-common-insts>)' \
; RUN:   | %check

; CHECK-LABEL: define void @ways
; CHECK-NOT: phi
; CHECK: call void @argus.trace.end(i32 0)
; CHECK: call void @argus.trace.end(i32 1)
; CHECK-NOT: select
define void @ways(i1 %c, ptr %p) {
entry:
  br i1 %c, label %left, label %right
left:
  call void asm sideeffect "argus.begin 0", ""()
  store i32 1, ptr %p
  call void asm sideeffect "argus.end 0", ""()
  br label %exit
right:
  call void asm sideeffect "argus.begin 1", ""()
  store i32 1, ptr %p
  call void asm sideeffect "argus.end 1", ""()
  br label %exit
exit:
  ret void
}
