// `limit-unrolling`: the loops of a function with many are not unrolled.

// RUN: lacuna-opt %s --limit-unrolling=loops=2 | FileCheck %s
// RUN: lacuna-opt %s --limit-unrolling=loops=2 --limit-unrolling=loops=2 | FileCheck %s
// RUN: lacuna-opt %s --limit-unrolling=loops=2 --convert-scf-to-cf --convert-cf-to-llvm | FileCheck %s --check-prefix=BRANCHES
// RUN: lacuna-opt %s --limit-unrolling=conversion-loops=1 | FileCheck %s --check-prefix=FEW

// With limits that none reaches, only what is there before is there.
// FEW-NOT:       disable = true

// CHECK-DAG:     #[[DISABLE:.*]] = #llvm.loop_unroll<disable = true>
// CHECK-DAG:     #[[COUNT:.*]] = #llvm.loop_unroll<count = 2 : i32>
// CHECK-DAG:     #[[NEVER:.*]] = #llvm.loop_annotation<unroll = #[[DISABLE]]>
// CHECK-DAG:     #[[TWICE:.*]] = #llvm.loop_annotation<unroll = #[[COUNT]]>

// One is too many in a function that converts a tensor for others: it runs once.
// CHECK-LABEL: func.func @converts
// CHECK:         } {loop_annotation = #[[NEVER]]}
func.func @converts(%n: index, %y: memref<?xf64>) attributes {stensor.conversion = {}} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 1.0 : f64
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %y[%i] : memref<?xf64>
  }
  return
}

// CHECK-LABEL: func.func @has_few_loops
// CHECK-NOT:     loop_annotation
// CHECK:         return
func.func @has_few_loops(%n: index, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 1.0 : f64
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %y[%i] : memref<?xf64>
  }
  return
}

// Three, of which LLVM cannot count the rounds of one, and of which another says how it is unrolled.
// CHECK-LABEL: func.func @has_many_loops
// CHECK:         scf.for
// CHECK:           scf.while
// CHECK-NOT:       loop_annotation
// CHECK:         } {loop_annotation = #[[NEVER]]}
// CHECK:         scf.for
// CHECK:         } {loop_annotation = #[[TWICE]]}
// The conversions hand the marks on to where LLVM looks for them.
// BRANCHES-LABEL: func.func @has_many_loops
// BRANCHES-COUNT-2: llvm.br {{.*}} {loop_annotation = #{{.*}}}
func.func @has_many_loops(%n: index, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 1.0 : f64
  scf.for %i = %c0 to %n step %c1 {
    %end = scf.while (%j = %i) : (index) -> index {
      %goes_on = arith.cmpi ult, %j, %n : index
      scf.condition(%goes_on) %j : index
    } do {
    ^bb0(%j: index):
      %next = arith.addi %j, %c1 : index
      scf.yield %next : index
    }
    memref.store %x, %y[%end] : memref<?xf64>
  }
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %y[%i] : memref<?xf64>
  } {loop_annotation = #llvm.loop_annotation<unroll = <count = 2 : i32>>}
  return
}
