; The ends of two regions in two branches never become one call that a phi tells apart.
; RUN: opt -load-pass-plugin=%passes -passes='argus-place-trace,simplifycfg<sink-common-insts>' -S %s | %check
; CHECK-LABEL: define void @branches
; CHECK-NOT: phi
; CHECK-DAG: call void @argus.trace.end(i32 3)
; CHECK-DAG: call void @argus.trace.end(i32 4)
; CHECK: ret void
define void @branches(i1 %c) {
  br i1 %c, label %a, label %b
a:
  call void asm sideeffect "argus.begin 3", ""()
  call void asm sideeffect "argus.end 3", ""()
  br label %exit
b:
  call void asm sideeffect "argus.begin 4", ""()
  call void asm sideeffect "argus.end 4", ""()
  br label %exit
exit:
  ret void
}
