; A function that is called through a pointer has no fixed signature to hand the cursor on;
; what is in it is not traced, and that is said.
; RUN: opt -load-pass-plugin=%passes -passes=argus-place-trace -S -o %t.ll %s 2>&1 | %check
; RUN: FileCheck %s --check-prefix=IR --input-file %t.ll
; CHECK: note: regions in helper are not traced: it is called through a pointer
; IR-LABEL: define void @helper
; IR-NEXT: ret void
@table = global ptr @helper
define void @helper() {
  call void asm sideeffect "argus.begin 0", ""()
  call void asm sideeffect "argus.end 0", ""()
  ret void
}
