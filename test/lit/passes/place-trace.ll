; Trace markers stand where the source's regions begin and end; a region that a return or
; a jump leaves gets its end there, innermost first.
; RUN: opt -load-pass-plugin=%passes -passes=argus-place-trace -S %s | %check

; CHECK-LABEL: define void @returns
; CHECK: call void @argus.trace.begin(i32 0)
; CHECK-NEXT: call void @argus.trace.begin(i32 1)
; CHECK: early:
; CHECK-NEXT: call void @argus.trace.end(i32 1)
; CHECK-NEXT: call void @argus.trace.end(i32 0)
; CHECK-NEXT: br label %exit
; CHECK: late:
; CHECK-NEXT: call void @argus.trace.end(i32 1)
; CHECK-NEXT: call void @argus.trace.end(i32 0)
; CHECK-NEXT: br label %exit
; CHECK: exit:
; CHECK-NEXT: ret void
define void @returns(i1 %c) {
entry:
  call void asm sideeffect "argus.begin 0", ""()
  call void asm sideeffect "argus.begin 1", ""()
  br i1 %c, label %early, label %late
early:
  br label %exit
late:
  call void asm sideeffect "argus.end 1", ""()
  call void asm sideeffect "argus.end 0", ""()
  br label %exit
exit:
  ret void
}

; A function's end ends what is open.
; CHECK-LABEL: define void @wholeBody
; CHECK: call void @argus.trace.end(i32 2)
; CHECK-NEXT: ret void
define void @wholeBody() {
  call void asm sideeffect "argus.begin 2", ""()
  ret void
}

; A conditional jump out of a region: the end is on the edge.
; CHECK-LABEL: define void @edge
; CHECK: br i1 %c, label %[[EDGE:.*]], label %stay
; CHECK: [[EDGE]]:
; CHECK-NEXT: call void @argus.trace.end(i32 3)
; CHECK-NEXT: br label %out
define void @edge(i1 %d, i1 %c) {
entry:
  br i1 %d, label %in, label %out
in:
  call void asm sideeffect "argus.begin 3", ""()
  br i1 %c, label %out, label %stay
stay:
  call void asm sideeffect "argus.end 3", ""()
  br label %out
out:
  ret void
}

; The optimiser may copy these calls but sees no memory that they touch.
; CHECK: declare void @argus.trace.begin(i32) [[ATTRIBUTES:#[0-9]+]]
; CHECK: attributes [[ATTRIBUTES]] = { {{.*}}nounwind willreturn memory(inaccessiblemem: readwrite) }
