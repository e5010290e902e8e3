; Each instruction between markers gets a debug scope that names its regions.
; RUN: opt -load-pass-plugin=%passes -passes=argus-tag-regions,argus-erase-markers -S %s \
; RUN:   | %check
; RUN: opt -load-pass-plugin=%passes \
; RUN:   -passes=argus-tag-regions,argus-erase-markers,argus-number-contexts \
; RUN:   -disable-output %s 2>&1 | FileCheck %s --check-prefix=CONTEXTS

; CHECK-LABEL: define void @kernel
; CHECK: store i32 1, {{.*}}!dbg [[OUTSIDE:![0-9]+]]
; CHECK: store i32 2, {{.*}}!dbg [[OUTER:![0-9]+]]
; CHECK: store i32 3, {{.*}}!dbg [[INNER:![0-9]+]]
; Where paths meet, what is open on all of them stays open.
; CHECK: store i32 4, {{.*}}!dbg [[AFTER:![0-9]+]]
; CHECK: store i32 5, {{.*}}!dbg [[END:![0-9]+]]
; CHECK-DAG: [[OUTSIDE]] = distinct !DILocation(line: 1, column: 1, scope: [[FUNCTION:![0-9]+]])
; CHECK-DAG: [[OUTER]] = distinct !DILocation(line: 2, column: 1, scope: [[OUTERBLOCK:![0-9]+]])
; CHECK-DAG: [[INNER]] = distinct !DILocation(line: 3, column: 1, scope: [[INNERBLOCK:![0-9]+]])
; CHECK-DAG: [[AFTER]] = distinct !DILocation(line: 4, column: 1, scope: [[OUTERBLOCK]])
; CHECK-DAG: [[END]] = distinct !DILocation(line: 5, column: 1, scope: [[FUNCTION]])
; CHECK-DAG: [[OUTERBLOCK]] = !DILexicalBlock(scope: [[FUNCTION]], file: [[FILE:![0-9]+]], line: 8)
; CHECK-DAG: [[INNERBLOCK]] = !DILexicalBlock(scope: [[OUTERBLOCK]], file: [[FILE]], line: 10)
; CHECK-DAG: [[FILE]] = !DIFile(filename: "<argus region>"

; CONTEXTS: context 1: :0:0
; CONTEXTS-DAG: k.cu:1:1{{$}}
; CONTEXTS-DAG: k.cu:2:1 /7{{$}}
; CONTEXTS-DAG: k.cu:3:1 /7 /9{{$}}
; CONTEXTS-DAG: k.cu:4:1 /7{{$}}
; CONTEXTS-DAG: k.cu:5:1{{$}}

define void @kernel(ptr %p, i1 %c) !dbg !4 {
entry:
  store i32 1, ptr %p, !dbg !6
  call void asm sideeffect "argus.begin 7", ""(), !dbg !7
  store i32 2, ptr %p, !dbg !7
  br i1 %c, label %then, label %join, !dbg !7
then:
  call void asm sideeffect "argus.begin 9", ""(), !dbg !8
  store i32 3, ptr %p, !dbg !8
  br label %join, !dbg !8
join:
  store i32 4, ptr %p, !dbg !9
  call void asm sideeffect "argus.end 7", ""(), !dbg !9
  store i32 5, ptr %p, !dbg !10
  ret void, !dbg !10
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "k.cu", directory: "/")
!2 = !DISubroutineType(types: !{})
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "kernel", scope: !1, file: !1, line: 1, type: !2, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 1, column: 1, scope: !4)
!7 = !DILocation(line: 2, column: 1, scope: !4)
!8 = !DILocation(line: 3, column: 1, scope: !4)
!9 = !DILocation(line: 4, column: 1, scope: !4)
!10 = !DILocation(line: 5, column: 1, scope: !4)
