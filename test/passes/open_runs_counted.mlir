// `sloop-sparsify`: where a stored result is counted first, nothing is summed in that walk, and the ends of open runs are found all the
// same.

// RUN: lacuna-opt %s --lacuna --mlir-print-ir-after=sloop-sparsify -o /dev/null 2>&1 | FileCheck %s

#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>

// CHECK-LABEL: func.func @counted_beside_runs
// In the walk that counts:
// CHECK:       %[[RUNS:.*]] = sloop.runs %{{.*}} open
// CHECK-NEXT:  sloop.iterate (%{{.*}}, %{{.*}}, %{{.*}}) in %[[RUNS]] {{.*}}{
// CHECK:         %[[BELOW:.*]] = sloop.in_run %{{.*}} of(%[[RUNS]])
// CHECK-NEXT:    %[[END:.*]] = sloop.iterate (%{{.*}}, %{{.*}}) in %[[BELOW]] : !sloop.cursor -> index {
// CHECK:         sloop.yield %[[END]]
// In the walk that places:
// CHECK:       %[[RUNS:.*]] = sloop.runs %{{.*}} open
// CHECK:         %[[BELOW:.*]] = sloop.in_run %{{.*}} of(%[[RUNS]])
// CHECK:         sloop.iterate {{.*}} init({{.*}}) : !sloop.cursor -> (index, f64) {
func.func @counted_beside_runs(%A: tensor<4x8xf64, #COO>, %B: tensor<5x6xf64, #CSR>, %x: tensor<8xf64>, %y: tensor<5x4xf64>) -> (tensor<5x4xf64>, tensor<5x6xf64, #CSC>) {
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c8 = arith.constant 8 : index
  %e = stensor.empty : tensor<5x6xf64, #CSC>
  %r:2 = sloop.nest ins(%a = %A, %b = %B, %v = %x : tensor<4x8xf64, #COO>, tensor<5x6xf64, #CSR>, tensor<8xf64>) outs(%o = %y, %c = %e : tensor<5x4xf64>, tensor<5x6xf64, #CSC>) {
    sloop.forall %k in %c5 {
      sloop.forall %i in %c4 {
        %f = sloop.fold %j in %c8 by add -> f64 {
          %0 = sloop.read %a[%i, %j] : tensor<4x8xf64, #COO>
          %1 = sloop.read %v[%j] : tensor<8xf64>
          %2 = arith.mulf %0, %1 : f64
          sloop.yield %2 : f64
        }
        sloop.write %f, %o[%k, %i] by add : tensor<5x4xf64>
      }
      sloop.forall %m in %c6 {
        %0 = sloop.read %b[%k, %m] : tensor<5x6xf64, #CSR>
        sloop.write %0, %c[%k, %m] : tensor<5x6xf64, #CSC>
      }
    }
  }
  return %r#0, %r#1 : tensor<5x4xf64>, tensor<5x6xf64, #CSC>
}
