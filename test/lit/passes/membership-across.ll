; A span that begins in one function and ends in another holds what lies between.
; RUN: opt -load-pass-plugin=%passes \
; RUN:   -passes='argus-tag-regions,argus-erase-markers,inline,argus-number-contexts' \
; RUN:   -disable-output %s 2>&1 | FileCheck %s

; Site 0 lies around all of it in the kernel, site 7 goes across.
; CHECK-DAG: k.cu:1:1{{$}}
; CHECK-DAG: k.cu:2:1 /0{{$}}
; CHECK-DAG: k.cu:11:1 /0{{$}}
; CHECK-DAG: k.cu:12:1 /0 /7{{$}}
; CHECK-DAG: k.cu:3:1 /0 /7{{$}}
; CHECK-DAG: k.cu:4:1 /0 /7 /1{{$}}
; The helper ends the span while site 2, begun inside, is open: its path stays.
; CHECK-DAG: k.cu:21:1 /0 /7 /2{{$}}
; CHECK-DAG: k.cu:22:1 /0 /7 /2{{$}}
; CHECK-DAG: k.cu:5:1 /0{{$}}

define internal void @begins(ptr %p) alwaysinline !dbg !5 {
  store i32 11, ptr %p, !dbg !11
  call void asm sideeffect "argus.begin 7 across", ""(), !dbg !11
  store i32 12, ptr %p, !dbg !12
  ret void, !dbg !12
}

define internal void @ends(ptr %p) alwaysinline !dbg !6 {
  call void asm sideeffect "argus.begin 2", ""(), !dbg !21
  store i32 21, ptr %p, !dbg !21
  call void asm sideeffect "argus.end 7 across", ""(), !dbg !21
  store i32 22, ptr %p, !dbg !22
  call void asm sideeffect "argus.end 2", ""(), !dbg !22
  ret void, !dbg !22
}

define void @kernel(ptr %p) !dbg !4 {
  store i32 1, ptr %p, !dbg !31
  call void asm sideeffect "argus.begin 0", ""(), !dbg !32
  store i32 2, ptr %p, !dbg !32
  call void @begins(ptr %p), !dbg !32
  store i32 3, ptr %p, !dbg !33
  call void asm sideeffect "argus.begin 1", ""(), !dbg !34
  store i32 4, ptr %p, !dbg !34
  call void asm sideeffect "argus.end 1", ""(), !dbg !34
  call void @ends(ptr %p), !dbg !34
  store i32 5, ptr %p, !dbg !35
  call void asm sideeffect "argus.end 0", ""(), !dbg !35
  ret void, !dbg !31
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "k.cu", directory: "/")
!2 = !DISubroutineType(types: !{})
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "kernel", scope: !1, file: !1, line: 1, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!5 = distinct !DISubprogram(name: "begins", scope: !1, file: !1, line: 10, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!6 = distinct !DISubprogram(name: "ends", scope: !1, file: !1, line: 20, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!11 = !DILocation(line: 11, column: 1, scope: !5)
!12 = !DILocation(line: 12, column: 1, scope: !5)
!21 = !DILocation(line: 21, column: 1, scope: !6)
!22 = !DILocation(line: 22, column: 1, scope: !6)
!31 = !DILocation(line: 1, column: 1, scope: !4)
!32 = !DILocation(line: 2, column: 1, scope: !4)
!33 = !DILocation(line: 3, column: 1, scope: !4)
!34 = !DILocation(line: 4, column: 1, scope: !4)
!35 = !DILocation(line: 5, column: 1, scope: !4)
