; A helper that is called, not inlined, gets the lane's state by pointer.
; RUN: opt -mtriple=nvptx64-nvidia-cuda -mcpu=sm_90 -load-pass-plugin=%passes \
; RUN:   -passes=argus-lower-trace -S %s | %check
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define void @kernel
; CHECK: [[STATE:%.*]] = alloca [4 x i32]
; CHECK: call i32 @helper(i32 3, ptr [[STATE]])
define void @kernel(ptr %p) {
  %r = call i32 @helper(i32 3)
  store i32 %r, ptr %p
  ret void
}

; CHECK-LABEL: define internal i32 @helper(i32 %0, ptr %1)
; CHECK: activemask
; CHECK: "=r,r,r,n"({{.*}}, i32 65536)
; CHECK: ret i32
define internal i32 @helper(i32 %x) noinline {
  call void @argus.trace.begin(i32 0)
  %y = mul i32 %x, %x
  call void @argus.trace.end(i32 0)
  ret i32 %y
}
declare void @argus.trace.begin(i32)
declare void @argus.trace.end(i32)
!nvvm.annotations = !{!0}
!0 = !{ptr @kernel, !"kernel", i32 1}
