// `--lacuna`: what a function makes, stored or dense, is freed by its caller after its last use, or returned on; what a function
// gives back is the argument still.

// REQUIRES: pipeline-alone
// RUN: lacuna-opt %s --lacuna -o %t --mlir-print-ir-after=free-local-buffers 2>&1 | FileCheck %s

#SV = #stensor.format<(i) -> (i : compressed)>
#one = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
// CHECK-LABEL: func.func private @neg
// CHECK-NOT:     memref.dealloc %arg
// CHECK:         return
func.func private @neg(%x: tensor<4xf64, #SV>) -> tensor<4xf64, #SV> {
  %e = stensor.empty : tensor<4xf64, #SV>
  %0 = linalg.generic #one ins(%x : tensor<4xf64, #SV>) outs(%e : tensor<4xf64, #SV>) {
  ^bb0(%a: f64, %c: f64):
    %r = arith.negf %a : f64
    linalg.yield %r : f64
  } -> tensor<4xf64, #SV>
  return %0 : tensor<4xf64, #SV>
}
func.func private @id(%x: tensor<4xf64, #SV>) -> tensor<4xf64, #SV> { return %x : tensor<4xf64, #SV> }
func.func private @none() -> tensor<4xf64, #SV> {
  %e = stensor.empty : tensor<4xf64, #SV>
  return %e : tensor<4xf64, #SV>
}
func.func private @dense(%n: f64) -> tensor<4xf64> {
  %e = tensor.empty() : tensor<4xf64>
  %0 = linalg.fill ins(%n : f64) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}
func.func private @bump(%t: tensor<4xf64>, %x: tensor<4xf64, #SV>) -> tensor<4xf64> {
  %0 = linalg.generic #one ins(%x : tensor<4xf64, #SV>) outs(%t : tensor<4xf64>) {
  ^bb0(%a: f64, %c: f64):
    %r = arith.addf %a, %c : f64
    linalg.yield %r : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}
// CHECK-LABEL: func.func @caller
// CHECK:         %[[A:.*]]:3 = call @neg(%arg0
// CHECK-NEXT:    %[[B:.*]]:3 = call @id(%[[A]]#0
// CHECK-NEXT:    %[[C:.*]]:3 = call @neg(%[[B]]#0
// CHECK-NEXT:    memref.dealloc %[[A]]#0
// CHECK-NEXT:    memref.dealloc %[[A]]#1
// CHECK-NEXT:    memref.dealloc %[[A]]#2
// CHECK-NEXT:    %[[EMPTY:.*]]:3 = call @none()
// CHECK-NEXT:    %[[D:.*]]:3 = call @neg(%[[EMPTY]]#0
// CHECK-NEXT:    memref.dealloc %[[EMPTY]]#0
// CHECK:         %[[DENSE:.*]] = call @dense
// CHECK:         %[[COPY:.*]] = memref.alloc
// CHECK:         call @bump(%[[COPY]], %[[D]]#0
// CHECK:         memref.dealloc %[[D]]#0
// CHECK:         %[[SUM:.*]] = call @bump(%[[DENSE]], %[[C]]#0
// CHECK:         memref.dealloc %[[COPY]]
// CHECK-NOT:     memref.dealloc
// CHECK:         return %[[SUM]], %[[C]]#0
func.func @caller(%x: tensor<4xf64, #SV>, %n: f64) -> (tensor<4xf64>, tensor<4xf64, #SV>) {
  %0 = call @neg(%x) : (tensor<4xf64, #SV>) -> tensor<4xf64, #SV>
  %1 = call @id(%0) : (tensor<4xf64, #SV>) -> tensor<4xf64, #SV>
  %2 = call @neg(%1) : (tensor<4xf64, #SV>) -> tensor<4xf64, #SV>
  %3 = call @none() : () -> tensor<4xf64, #SV>
  %4 = call @neg(%3) : (tensor<4xf64, #SV>) -> tensor<4xf64, #SV>
  %d = call @dense(%n) : (f64) -> tensor<4xf64>
  %e = call @bump(%d, %4) : (tensor<4xf64>, tensor<4xf64, #SV>) -> tensor<4xf64>
  %f = call @bump(%d, %2) : (tensor<4xf64>, tensor<4xf64, #SV>) -> tensor<4xf64>
  %g = linalg.add ins(%e, %f : tensor<4xf64>, tensor<4xf64>) outs(%f : tensor<4xf64>) -> tensor<4xf64>
  return %g, %2 : tensor<4xf64>, tensor<4xf64, #SV>
}
