// `sloop-sparsify`: the arrays of innermost levels, which are the longest, are fetched ahead; how far is an option.

// RUN: lacuna-opt %s --sloop-sparsify="gathers=slow chains=1 several-forms=false" | FileCheck %s --check-prefixes=CHECK,FAR
// RUN: lacuna-opt %s --sloop-sparsify="ahead=16 gathers=slow chains=1 several-forms=false" | FileCheck %s --check-prefixes=CHECK,NEAR
// RUN: lacuna-opt %s --sloop-sparsify="ahead=0 gathers=slow chains=1 several-forms=false" | FileCheck %s --check-prefix=NONE

// NONE-NOT: sloop.prefetch

#CSF = #stensor.format<(i, j, k) -> (i : compressed, j : compressed, k : compressed)>
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>

// No coordinate of the innermost level is read.
// CHECK-LABEL: @innermost_level_of_csf
// CHECK:     %[[I:.*]] = sloop.cursor %arg0[0]
// CHECK:     sloop.iterate {{.*}} in %[[I]] :
// CHECK:     %[[J:.*]] = sloop.cursor %arg0[1]
// CHECK:     sloop.iterate {{.*}} in %[[J]] init
// CHECK:     %[[K:.*]] = sloop.cursor %arg0[2]
// FAR-NEXT:  %[[AHEAD:.*]] = sloop.prefetch %[[K]] ahead(512) values_only : !sloop.cursor
// NEAR-NEXT: %[[AHEAD:.*]] = sloop.prefetch %[[K]] ahead(16) values_only : !sloop.cursor
// CHECK:     sloop.iterate {{.*}} in %[[AHEAD]] how(<chains = 1>) init
func.func @innermost_level_of_csf(%A: tensor<4x4x4xf64, #CSF>, %y: memref<4xf64>) {
  %c4 = arith.constant 4 : index
  sloop.nest ins(%a = %A : tensor<4x4x4xf64, #CSF>) outs(%c = %y : memref<4xf64>) {
    sloop.forall %i in %c4 {
      %0 = sloop.fold %j in %c4 by add -> f64 {
        %1 = sloop.fold %k in %c4 by add -> f64 {
          %2 = sloop.read %a[%i, %j, %k] : tensor<4x4x4xf64, #CSF>
          sloop.yield %2 : f64
        }
        sloop.yield %1 : f64
      }
      sloop.write %0, %c[%i] by add : memref<4xf64>
    }
  }
  return
}

// Both levels of coordinate form have a position an entry. The walk in an open run fetches both.
// CHECK-LABEL: @all_levels_of_coo
// CHECK:      %[[I:.*]] = sloop.cursor %arg0[0]
// CHECK-NEXT: %[[ROWS:.*]] = sloop.runs %[[I]] open
// CHECK-NEXT: sloop.iterate {{.*}} in %[[ROWS]]
// CHECK:      %[[J:.*]] = sloop.cursor %arg0[1]
// CHECK-NEXT: %[[INSIDE:.*]] = sloop.in_run %[[J]] of(%[[ROWS]])
// CHECK-NEXT: %[[AHEAD:.*]] = sloop.prefetch %[[INSIDE]]
func.func @all_levels_of_coo(%A: tensor<4x4xf64, #COO>, %y: memref<4xf64>) {
  %c4 = arith.constant 4 : index
  sloop.nest ins(%a = %A : tensor<4x4xf64, #COO>) outs(%c = %y : memref<4xf64>) {
    sloop.forall %i in %c4 {
      %0 = sloop.fold %j in %c4 by add -> f64 {
        %1 = sloop.read %a[%i, %j] : tensor<4x4xf64, #COO>
        sloop.yield %1 : f64
      }
      sloop.write %0, %c[%i] by add : memref<4xf64>
    }
  }
  return
}

// The coordinates say which elements of x are read; or what is added.
// CHECK-LABEL: @coordinates_are_read
// CHECK:      %[[J:.*]] = sloop.cursor %arg0[1]
// CHECK-NEXT: sloop.prefetch %[[J]] ahead({{[0-9]*}}) : !sloop.cursor
// CHECK:      %[[J:.*]] = sloop.cursor %arg0[1]
// CHECK-NEXT: sloop.prefetch %[[J]] ahead({{[0-9]*}}) : !sloop.cursor
func.func @coordinates_are_read(%A: tensor<4x4xf64, #CSR>, %x: memref<4xf64>, %y: memref<4xf64>, %z: memref<4xf64>) {
  %c4 = arith.constant 4 : index
  sloop.nest ins(%a = %A, %b = %x : tensor<4x4xf64, #CSR>, memref<4xf64>) outs(%c = %y, %d = %z : memref<4xf64>, memref<4xf64>) {
    sloop.forall %i in %c4 {
      %0 = sloop.fold %j in %c4 by add -> f64 {
        %1 = sloop.read %a[%i, %j] : tensor<4x4xf64, #CSR>
        %2 = sloop.read %b[%j] : memref<4xf64>
        %3 = arith.mulf %1, %2 : f64
        sloop.yield %3 : f64
      }
      sloop.write %0, %c[%i] by add : memref<4xf64>
    }
    sloop.forall %i in %c4 {
      %0 = sloop.fold %j in %c4 by add -> f64 {
        %1 = sloop.read %a[%i, %j] : tensor<4x4xf64, #CSR>
        %2 = arith.index_cast %j : index to i64
        %3 = arith.sitofp %2 : i64 to f64
        %4 = arith.mulf %1, %3 : f64
        sloop.yield %4 : f64
      }
      sloop.write %0, %d[%i] by add : memref<4xf64>
    }
  }
  return
}
