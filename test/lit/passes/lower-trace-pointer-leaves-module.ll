; Where a call through a pointer may leave the module, the functions that such calls reach
; are not traced, and that is said.
; RUN: opt -mtriple=nvptx64-nvidia-cuda -mcpu=sm_90 -load-pass-plugin=%passes \
; RUN:   -passes=argus-lower-trace -S -o %t.ll %s 2>&1 | %check
; RUN: FileCheck %s --check-prefix=IR --input-file %t.ll
; CHECK: note: regions in marked are not traced: it is called through a pointer, which may lead to elsewhere outside of the module
target triple = "nvptx64-nvidia-cuda"

; IR: @table = global [2 x ptr] [ptr @marked, ptr @elsewhere]
@table = global [2 x ptr] [ptr @marked, ptr @elsewhere]
declare i32 @elsewhere(i32)

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
