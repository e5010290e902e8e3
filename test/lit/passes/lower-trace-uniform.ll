; In code that the whole warp reaches, an event is one piece of assembly without a branch,
; and the cursor stays in registers.
; RUN: opt -mtriple=nvptx64-nvidia-cuda -mcpu=sm_90 -load-pass-plugin=%passes \
; RUN:   -passes=argus-lower-trace -S %s | %check
target triple = "nvptx64-nvidia-cuda"

; CHECK: @__argus_trace_control = addrspace(4) externally_initialized global [24 x i8] zeroinitializer, align 8

; CHECK-LABEL: define void @kernel
; CHECK-NOT: alloca
; The leader is elected from the active mask, not taken to be lane 0.
; CHECK: call i32 asm sideeffect "activemask.b32 $0;"
; A chunk reserved for the launch, else the next free one.
; CHECK: icmp ne i32 {{%.*}}, -1
; CHECK: atomicrmw add ptr addrspace(1) {{.*}}, i32 1 monotonic
; The header goes out in pairs of 64 bits.
; CHECK-COUNT-3: store <2 x i64> {{.*}}, align 16
; CHECK: [[OFFSET:%.*]] = call i32 asm sideeffect "{{.*}}%clock64{{.*}}@p st.global.v2.b32{{.*}}", "=r,r,r,n"(i32 {{%.*}}, i32 {{%.*}}, i32 65541)
; CHECK-NOT: activemask
; CHECK: call i32 asm sideeffect "{{.*}}", "=r,r,r,n"(i32 [[OFFSET]], i32 {{%.*}}, i32 131077)
; CHECK-NOT: argus.trace
; CHECK: store i16 2
; CHECK: ret void
define void @kernel(ptr %p) {
  call void @argus.trace.begin(i32 5)
  store i32 1, ptr %p
  call void @argus.trace.end(i32 5)
  ret void
}

; A kernel without events stays as it is.
; CHECK-LABEL: define void @plain
; CHECK-NEXT: ret void
define void @plain() {
  ret void
}

declare void @argus.trace.begin(i32)
declare void @argus.trace.end(i32)
!nvvm.annotations = !{!0, !1}
!0 = !{ptr @kernel, !"kernel", i32 1}
!1 = !{ptr @plain, !"kernel", i32 1}
