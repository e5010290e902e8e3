; A function that only begins a span leaves it open when it returns; its own region ends.
; RUN: opt -load-pass-plugin=%passes -passes=argus-place-trace -S %s | %check

; CHECK-LABEL: define void @begins
; CHECK: call void @argus.trace.begin(i32 0)
; CHECK-NEXT: call void @argus.trace.begin(i32 7)
; CHECK-NEXT: call void @argus.trace.end(i32 0)
; CHECK-NEXT: ret void
define void @begins() {
  call void asm sideeffect "argus.begin 0", ""()
  call void asm sideeffect "argus.begin 7 across", ""()
  ret void
}

; What the callee left open is the caller's to leave open, too.
; CHECK-LABEL: define void @passesOn
; CHECK-NEXT: call void @begins()
; CHECK-NEXT: ret void
define void @passesOn() {
  call void @begins()
  ret void
}

; CHECK-LABEL: define void @kernel
; CHECK-NEXT: call void @passesOn()
; CHECK-NEXT: call void @argus.trace.begin(i32 1)
; CHECK-NEXT: call void @argus.trace.end(i32 1)
; CHECK-NEXT: call void @argus.trace.end(i32 7)
; CHECK-NEXT: ret void
define void @kernel() {
  call void @passesOn()
  call void asm sideeffect "argus.begin 1", ""()
  call void asm sideeffect "argus.end 1", ""()
  call void asm sideeffect "argus.end 7 across", ""()
  ret void
}
