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

; The ends of two regions in two branches never become one call that a phi tells apart.
; RUN: opt -load-pass-plugin=%passes -passes='argus-place-trace,simplifycfg<sink-common-insts>' -S %s | FileCheck %s --check-prefix=SINK
; SINK-LABEL: define void @branches
; SINK-DAG: call void @argus.trace.end(i32 3)
; SINK-DAG: call void @argus.trace.end(i32 4)
; SINK-NOT: phi
; SINK: ret void
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

; A trip stays where it is, and changes nothing of what is open.
; CHECK-LABEL: define void @trips
; CHECK: body:
; CHECK-NEXT: call void @argus.trace.trip(i32 5)
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
