; A jump that has ended its region and the way on inside it share a cleanup; the switch
; behind it parts them again. No end is missing, and none is added.
; RUN: opt -load-pass-plugin=%passes -passes=argus-place-trace -S %s | %check
; CHECK-LABEL: define void @shared
; CHECK: jump:
; CHECK-NEXT: call void @argus.trace.end(i32 1)
; CHECK-NEXT: store i32 2
; CHECK-NEXT: br label %cleanup
; CHECK: on:
; CHECK-NEXT: store i32 0
; CHECK-NEXT: br label %cleanup
; CHECK: cleanup:
; CHECK-NOT: @argus.trace.end
; CHECK: inside:
; CHECK-NEXT: call void @argus.trace.end(i32 1)
; CHECK-NEXT: br label %out
; CHECK: out:
; CHECK-NEXT: ret void
define void @shared(i1 %c) {
entry:
  %slot = alloca i32
  call void asm sideeffect "argus.begin 1", ""()
  br i1 %c, label %jump, label %on
jump:
  call void asm sideeffect "argus.end 1", ""()
  store i32 2, ptr %slot
  br label %cleanup
on:
  store i32 0, ptr %slot
  br label %cleanup
cleanup:
  %way = load i32, ptr %slot
  switch i32 %way, label %out [ i32 0, label %inside ]
inside:
  call void asm sideeffect "argus.end 1", ""()
  br label %out
out:
  ret void
}

; A return that left its region open gets the end behind the cleanup that it shares.
; CHECK-LABEL: define void @returns
; CHECK: cleanup:
; CHECK-NEXT: load
; CHECK-NEXT: switch i32 %way, label %[[EDGE:.*]] [
; CHECK: [[EDGE]]:
; CHECK-NEXT: call void @argus.trace.end(i32 1)
; CHECK-NEXT: br label %out
; CHECK: inside:
; CHECK-NEXT: call void @argus.trace.end(i32 1)
; CHECK-NEXT: br label %out
define void @returns(i1 %c) {
entry:
  %slot = alloca i32
  call void asm sideeffect "argus.begin 1", ""()
  br i1 %c, label %return, label %on
return:
  store i32 1, ptr %slot
  br label %cleanup
on:
  store i32 0, ptr %slot
  br label %cleanup
cleanup:
  %way = load i32, ptr %slot
  switch i32 %way, label %out [ i32 0, label %inside ]
inside:
  call void asm sideeffect "argus.end 1", ""()
  br label %out
out:
  ret void
}
