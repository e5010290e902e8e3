; Where a call through a pointer may leave the module, what its targets call cannot record
; either: it would need the lane's state from a target that has none.
; RUN: opt -mtriple=nvptx64-nvidia-cuda -mcpu=sm_90 -load-pass-plugin=%passes \
; RUN:   -passes=argus-lower-trace -S -o %t.ll %s 2>&1 | %check
; RUN: FileCheck %s --check-prefix=IR --input-file %t.ll
; CHECK: note: regions in marked are not traced: it is called by one that is called through a pointer, which may lead to elsewhere outside of the module
target triple = "nvptx64-nvidia-cuda"

; IR: @table = global [2 x ptr] [ptr @target, ptr @elsewhere]
@table = global [2 x ptr] [ptr @target, ptr @elsewhere]
declare i32 @elsewhere(i32)

; IR-LABEL: define i32 @target(i32 %x)
; IR-NEXT: call i32 @marked(i32 %x)
define i32 @target(i32 %x) {
  %y = call i32 @marked(i32 %x)
  ret i32 %y
}

; IR-LABEL: define i32 @marked(i32 %x)
; IR-NEXT: mul
define i32 @marked(i32 %x) {
  call void @argus.trace.begin(i32 0)
  %y = mul i32 %x, %x
  call void @argus.trace.end(i32 0)
  ret i32 %y
}
declare void @argus.trace.begin(i32)
declare void @argus.trace.end(i32)
!nvvm.annotations = !{!0}
!0 = distinct !{null, !"kernel", i32 1}
