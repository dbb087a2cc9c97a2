// `sloop-sparsify`: rows of dense operands that are gathered by stored coordinates are fetched ahead, one cache line
// after the other; how far is an option. Not below a level that is not full, whose fibres are short.

// RUN: lacuna-opt %s --sloop-sparsify=ahead=0 | FileCheck %s --check-prefixes=CHECK,FAR,BYTES
// RUN: lacuna-opt %s "--sloop-sparsify=rows-ahead=16 ahead=0 cached-bytes=800" | FileCheck %s --check-prefixes=CHECK,NEAR,SMALL
// RUN: lacuna-opt %s "--sloop-sparsify=rows-ahead=0 ahead=0" | FileCheck %s --check-prefix=NONE

// NONE-NOT: sloop.coordinate
// NONE-NOT: memref.prefetch

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>

// CHECK-LABEL: @rows_of_a_product
// CHECK: %[[CURSOR:.*]] = sloop.cursor %[[A:.*]][1] under
// CHECK-NEXT: sloop.iterate (%{{.*}}, %[[POS:.*]]) in %[[CURSOR]]
// Only of what no cache holds, and of rows that end before the hardware follows them.
// CHECK: %[[ELEMENTS:.*]] = arith.muli
// BYTES: %[[CACHED:.*]] = arith.constant 4194304 : index
// SMALL: %[[CACHED:.*]] = arith.constant 100 : index
// CHECK: %[[EXCEEDS:.*]] = arith.cmpi ult, %{{.*}}, %[[ELEMENTS]]
// CHECK: %[[LINES:.*]] = arith.constant 64 : index
// CHECK: %[[SHORT:.*]] = arith.cmpi ule, %{{.*}}, %[[LINES]]
// CHECK: %[[GAINS:.*]] = arith.andi %[[EXCEEDS]], %[[SHORT]]
// CHECK: scf.if %[[GAINS]]
// FAR: %[[LATER:.*]] = sloop.coordinate %[[A]][1] at(%[[POS]]) ahead(64)
// NEAR: %[[LATER:.*]] = sloop.coordinate %[[A]][1] at(%[[POS]]) ahead(16)
// CHECK-COUNT-2: memref.prefetch %{{.*}}[%[[LATER]], %{{.*}}]
// CHECK-NOT: memref.prefetch
// CHECK: vector.load
func.func @rows_of_a_product(%A: tensor<4x8xf64, #CSR>, %B: memref<8x16xf64>, %C: memref<4x16xf64>) {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  sloop.nest ins(%a = %A, %b = %B : tensor<4x8xf64, #CSR>, memref<8x16xf64>) outs(%c = %C : memref<4x16xf64>) {
    sloop.forall %i in %c4 {
      sloop.forall %k in %c16 how(<lanes = 16>) {
        %0 = sloop.fold %j in %c8 by add -> f64 {
          %1 = sloop.read %a[%i, %j] : tensor<4x8xf64, #CSR>
          %2 = sloop.read %b[%j, %k] : memref<8x16xf64>
          %3 = arith.mulf %1, %2 : f64
          sloop.yield %3 : f64
        }
        sloop.write %0, %c[%i, %k] : memref<4x16xf64>
      }
    }
  }
  return
}

// CHECK-LABEL: @not_below_a_sparse_level
// CHECK-NOT: sloop.coordinate
func.func @not_below_a_sparse_level(%A: tensor<4x8xf64, #DCSR>, %B: memref<8x16xf64>, %C: memref<4x16xf64>) {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  sloop.nest ins(%a = %A, %b = %B : tensor<4x8xf64, #DCSR>, memref<8x16xf64>) outs(%c = %C : memref<4x16xf64>) {
    sloop.forall %i in %c4 {
      sloop.forall %k in %c16 how(<lanes = 16>) {
        %0 = sloop.fold %j in %c8 by add -> f64 {
          %1 = sloop.read %a[%i, %j] : tensor<4x8xf64, #DCSR>
          %2 = sloop.read %b[%j, %k] : memref<8x16xf64>
          %3 = arith.mulf %1, %2 : f64
          sloop.yield %3 : f64
        }
        sloop.write %0, %c[%i, %k] by add : memref<4x16xf64>
      }
    }
  }
  return
}
