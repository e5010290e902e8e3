; Calls through pointers hand the lane's state on, and whatever they may reach takes it,
; whether it records or not: otherwise caller and callee would disagree on the signature.
; RUN: opt -mtriple=nvptx64-nvidia-cuda -mcpu=sm_90 -load-pass-plugin=%passes \
; RUN:   -passes=argus-lower-trace -S %s | %check
target triple = "nvptx64-nvidia-cuda"

; CHECK: @table = global [2 x ptr] [ptr @marked, ptr @plain]
@table = global [2 x ptr] [ptr @marked, ptr @plain]

; CHECK-LABEL: define void @kernel
; CHECK: [[STATE:%.*]] = alloca [4 x i32]
; CHECK: call i32 %f(i32 3, ptr [[STATE]])
define void @kernel(ptr %p) {
  %f = load ptr, ptr @table
  %r = call i32 %f(i32 3)
  store i32 %r, ptr %p
  ret void
}

; CHECK-LABEL: define internal i32 @marked(i32 %0, ptr %1)
; CHECK: activemask
define internal i32 @marked(i32 %x) {
  call void @argus.trace.begin(i32 0)
  %y = mul i32 %x, %x
  call void @argus.trace.end(i32 0)
  ret i32 %y
}

; CHECK-LABEL: define internal i32 @plain(i32 %0, ptr %1)
; CHECK-NOT: activemask
; CHECK: ret i32 %0
define internal i32 @plain(i32 %x) {
  ret i32 %x
}
declare void @argus.trace.begin(i32)
declare void @argus.trace.end(i32)
!nvvm.annotations = !{!0}
!0 = !{ptr @kernel, !"kernel", i32 1}
