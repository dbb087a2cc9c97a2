// `convert-sloop-to-scf`: LLVM is told how many copies of the body of a loop it makes.

// RUN: lacuna-opt %s --convert-sloop-to-scf | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-DAG: #[[COPIES:.*]] = #llvm.loop_unroll<disable = false, count = 4 : i32>
// CHECK-DAG: #[[NONE:.*]] = #llvm.loop_unroll<disable = true>
// CHECK-DAG: #[[SCALAR:.*]] = #llvm.loop_vectorize<disable = true>
// CHECK-DAG: #[[FOUR:.*]] = #llvm.loop_annotation<vectorize = #[[SCALAR]], unroll = #[[COPIES]]>
// CHECK-DAG: #[[ONE:.*]] = #llvm.loop_annotation<vectorize = #[[SCALAR]], unroll = #[[NONE]]>

// CHECK-LABEL: @copies
// CHECK:       scf.for
// CHECK:       } {loop_annotation = #[[FOUR]]}
func.func @copies(%A: tensor<?x?xf64, #CSR>, %y: memref<?xf64>, %p: index) {
  %entries = sloop.cursor %A[1] under(%p) : tensor<?x?xf64, #CSR>
  sloop.iterate (%j, %q) in %entries how(<unroll = 4>) : !sloop.cursor {
    %v = sloop.value %A[%q] : tensor<?x?xf64, #CSR> -> f64
    memref.store %v, %y[%j] : memref<?xf64>
    sloop.yield
  }
  return
}

// CHECK-LABEL: @none
// CHECK:       scf.for
// CHECK:       } {loop_annotation = #[[ONE]]}
func.func @none(%A: tensor<?x?xf64, #CSR>, %y: memref<?xf64>, %p: index) {
  %entries = sloop.cursor %A[1] under(%p) : tensor<?x?xf64, #CSR>
  sloop.iterate (%j, %q) in %entries how(<unroll = 1>) : !sloop.cursor {
    %v = sloop.value %A[%q] : tensor<?x?xf64, #CSR> -> f64
    memref.store %v, %y[%j] : memref<?xf64>
    sloop.yield
  }
  return
}
