// `mark-parallel-accesses`: the loads and stores of a loop are put into the group that its annotation names; others are not.

// RUN: lacuna-opt %s --mark-parallel-accesses | FileCheck %s

#group = #llvm.access_group<id = distinct[0]<>>
#side_by_side = #llvm.loop_annotation<parallelAccesses = #group>
#alone = #llvm.loop_annotation<unroll = <disable = true>>

// CHECK: #[[GROUP:.*]] = #llvm.access_group<id = distinct[0]<>>
// CHECK-LABEL: llvm.func @loops
llvm.func @loops(%a: !llvm.ptr, %n: i64) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  // CHECK: llvm.load %{{[a-z0-9]+}} : !llvm.ptr -> i64
  %first = llvm.load %a : !llvm.ptr -> i64
  llvm.br ^header(%zero : i64)
^header(%i: i64):
  %more = llvm.icmp "slt" %i, %n : i64
  llvm.cond_br %more, ^body, ^between
^body:
  %at = llvm.getelementptr %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  // CHECK: llvm.load %{{.*}} {access_groups = [#[[GROUP]]]} : !llvm.ptr -> i64
  %old = llvm.load %at : !llvm.ptr -> i64
  %is_odd = llvm.trunc %old : i64 to i1
  llvm.cond_br %is_odd, ^then, ^latch
^then:
  // CHECK: llvm.store %{{.*}} {access_groups = [#[[GROUP]]]} : i64, !llvm.ptr
  llvm.store %first, %at : i64, !llvm.ptr
  llvm.br ^latch
^latch:
  %next = llvm.add %i, %one : i64
  llvm.br ^header(%next : i64) {loop_annotation = #side_by_side}
^between:
  llvm.br ^other(%zero : i64)
^other(%j: i64):
  %still = llvm.icmp "slt" %j, %n : i64
  llvm.cond_br %still, ^inside, ^end
^inside:
  // CHECK: llvm.store %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : i64, !llvm.ptr
  llvm.store %j, %a : i64, !llvm.ptr
  %after = llvm.add %j, %one : i64
  llvm.br ^other(%after : i64) {loop_annotation = #alone}
^end:
  llvm.return
}
