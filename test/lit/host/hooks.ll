; The host side of a CUDA translation unit, as clang 19 makes it, with hooks: nothing of
; it changes but the callees and what is registered.
; RUN: opt -load-pass-plugin %passes -passes=argus-host-hooks,verify -S %s | %check
; What the optimiser makes of it is still correct IR.
; RUN: opt -load-pass-plugin %passes -passes='argus-host-hooks,default<O3>,verify' -S %s \
; RUN:   | FileCheck %s --check-prefix=O3
target triple = "x86_64-pc-linux-gnu"

@name = private unnamed_addr constant [8 x i8] c"_Z1kPif\00"
@image = private constant [4 x i8] c"abcd", section ".nv_fatbin", align 8
@__cuda_fatbin_wrapper = internal constant { i32, i32, ptr, ptr } { i32 1180844977, i32 1, ptr @image, ptr null }, section ".nvFatBinSegment", align 8
@__cuda_gpubin_handle = internal global ptr null, align 8
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @__cuda_module_ctor, ptr null }]

; The capsule is neither loaded nor dropped.
; CHECK: module asm ".pushsection .argus_capsule,\22R\22,%progbits"
; CHECK: module asm ".ascii \22capsule bytes\22"
; CHECK: module asm ".popsection"

; CHECK: [[RUNTIME:@[a-z.0-9]+]] = private global ptr null
; CHECK: [[KERNELS:@[a-z.0-9]+]] = private constant [1 x { ptr, ptr }] [{ ptr, ptr } { ptr @_Z16__device_stub__kPif, ptr @name }]
; CHECK: [[MODULE:@[a-z.0-9]+]] = private constant { i32, i32, ptr, ptr, ptr, ptr, ptr, i64 } { i32 1, i32 56, ptr @{{[a-z.0-9]+}}, ptr @{{[a-z.0-9]+}}, ptr @__cuda_fatbin_wrapper, ptr @cudaGetFuncBySymbol, ptr [[KERNELS]], i64 1 }

declare i32 @cudaLaunchKernel(ptr, i64, i32, i64, i32, ptr, i64, ptr)
declare i32 @cudaDeviceReset()

; CHECK-LABEL: define void @_Z16__device_stub__kPif
; CHECK-NEXT: call noundef i32 @[[LAUNCH:__argus_launch[.0-9]*]](ptr noundef @_Z16__device_stub__kPif, i64 1, i32 1, i64 32, i32 1, ptr null, i64 noundef 0, ptr noundef null)
; CHECK-NEXT: ret void
; O3-LABEL: define void @_Z16__device_stub__kPif
; O3: call i32 @cudaLaunchKernel
define void @_Z16__device_stub__kPif() {
  %1 = call noundef i32 @cudaLaunchKernel(ptr noundef @_Z16__device_stub__kPif, i64 1, i32 1, i64 32, i32 1, ptr null, i64 noundef 0, ptr noundef null)
  ret void
}

; CHECK-LABEL: define i32 @main
; CHECK: call i32 @[[RESET:__argus_device_reset]]()
define i32 @main() {
  %1 = call i32 @cudaDeviceReset()
  ret i32 %1
}

; CHECK-LABEL: define internal void @__cuda_register_globals
; CHECK: call i32 @__cudaRegisterFunction(ptr %0, ptr @_Z16__device_stub__kPif
define internal void @__cuda_register_globals(ptr %0) {
  %2 = call i32 @__cudaRegisterFunction(ptr %0, ptr @_Z16__device_stub__kPif, ptr @name, ptr @name, i32 -1, ptr null, ptr null, ptr null, ptr null, ptr null)
  ret void
}

declare i32 @__cudaRegisterFunction(ptr, ptr, ptr, ptr, i32, ptr, ptr, ptr, ptr, ptr)
declare ptr @__cudaRegisterFatBinary(ptr)
declare void @__cudaRegisterFatBinaryEnd(ptr)

; CHECK-LABEL: define internal void @__cuda_module_ctor
; CHECK: [[CHOSEN:%.+]] = call ptr @[[LOAD:__argus_module_load]](ptr @__cuda_fatbin_wrapper)
; CHECK: call ptr @__cudaRegisterFatBinary(ptr [[CHOSEN]])
define internal void @__cuda_module_ctor() {
  %1 = call ptr @__cudaRegisterFatBinary(ptr @__cuda_fatbin_wrapper)
  store ptr %1, ptr @__cuda_gpubin_handle, align 8
  call void @__cuda_register_globals(ptr %1)
  call void @__cudaRegisterFatBinaryEnd(ptr %1)
  %2 = call i32 @atexit(ptr @__cuda_module_dtor)
  ret void
}
declare i32 @atexit(ptr)
declare void @__cudaUnregisterFatBinary(ptr)

; CHECK-LABEL: define internal void @__cuda_module_dtor
; CHECK: call void @[[UNLOAD:__argus_module_unload]]()
; CHECK-NEXT: call void @__cudaUnregisterFatBinary(ptr
define internal void @__cuda_module_dtor() {
  %1 = load ptr, ptr @__cuda_gpubin_handle, align 8
  call void @__cudaUnregisterFatBinary(ptr %1)
  ret void
}

; CHECK: define internal ptr @[[LOAD]](ptr %0)
; CHECK: [[FOUND:%.+]] = call ptr @[[FIND:__argus_find_runtime]]()
; CHECK: store ptr [[FOUND]], ptr [[RUNTIME]]
; CHECK: call ptr %{{.+}}(ptr [[MODULE]])

; CHECK: define internal ptr @[[FIND]]()
; CHECK: call ptr @dlsym(ptr null, ptr @

; CHECK: define internal void @[[UNLOAD]]()
; CHECK: load ptr, ptr [[RUNTIME]]
; CHECK: call void %{{.+}}(ptr [[MODULE]])

; CHECK: define internal i32 @[[LAUNCH]](
; CHECK: load ptr, ptr [[RUNTIME]]
; CHECK: [[BEGUN:%.+]] = call ptr %{{.+}}(ptr [[MODULE]], ptr @name, ptr %0, i64 %1, i32 %2, i64 %3, i32 %4, i64 %6, ptr %7)
; CHECK: [[TOKEN:%.+]] = phi ptr [ [[BEGUN]],
; CHECK: [[ERROR:%.+]] = call i32 @cudaLaunchKernel(ptr %0, i64 %1, i32 %2, i64 %3, i32 %4, ptr %5, i64 %6, ptr %7)
; CHECK: icmp eq ptr [[TOKEN]], null
; CHECK: call void %{{.+}}(ptr [[TOKEN]], i32 [[ERROR]])
; CHECK: ret i32 [[ERROR]]

; CHECK: define internal i32 @[[RESET]]()
; CHECK: call void %
; CHECK: call i32 @cudaDeviceReset()
