; Deleting the markers leaves what was there without them.
; RUN: opt -load-pass-plugin=%passes -passes=argus-erase-markers -S %s | %check

; CHECK-LABEL: define void @kernel
; CHECK-NEXT: store i32 1
; CHECK-NEXT: call void asm sideeffect "other"
; CHECK-NEXT: ret void
define void @kernel(ptr %p) {
  call void asm sideeffect "argus.begin 0", ""()
  store i32 1, ptr %p
  call void asm sideeffect "other", ""()
  call void asm sideeffect "argus.end 0", ""()
  ret void
}
