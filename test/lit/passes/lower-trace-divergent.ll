; Where lanes may differ, the lowest lane that is there records; behind the point where all
; ways meet again, the leader does.
; RUN: opt -mtriple=nvptx64-nvidia-cuda -mcpu=sm_90 -load-pass-plugin=%passes \
; RUN:   -passes=argus-lower-trace -S %s | %check
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define void @kernel
; CHECK: activemask
; CHECK: br i1 %c, label %then, label %join
; CHECK: then:
; CHECK: activemask
; CHECK: "=r,r,r,n"({{.*}}, i32 65536)
; An end's clock comes before the question who records.
; CHECK: %[[CLOCK:.*]] = call i64 asm sideeffect "mov.u64 $0, %clock64;"
; CHECK: activemask
; CHECK: "=r,r,r,n,l"({{.*}}, i32 131072, i64 %[[CLOCK]])
; CHECK: join:
; CHECK-NOT: activemask
; CHECK: select
; CHECK: "=r,r,r,n"({{.*}}, i32 65537)
; CHECK: select
define void @kernel(ptr %p) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %tid, 7
  br i1 %c, label %then, label %join
then:
  call void @argus.trace.begin(i32 0)
  call void @argus.trace.end(i32 0)
  br label %join
join:
  call void @argus.trace.begin(i32 1)
  call void @argus.trace.end(i32 1)
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @argus.trace.begin(i32)
declare void @argus.trace.end(i32)
!nvvm.annotations = !{!0}
!0 = !{ptr @kernel, !"kernel", i32 1}
