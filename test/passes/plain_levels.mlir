// `sloop-plain-levels`: operands in blocks, diagonals or slots that loops cannot walk at the given subscripts are converted, each
// with a remark.

// RUN: lacuna-opt %s --sloop-plain-levels --verify-diagnostics --split-input-file | FileCheck %s
// RUN: lacuna-opt %s --sloop-plain-levels --split-input-file | lacuna-opt --sloop-plain-levels --split-input-file | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#V = #stensor.format<(i) -> (i : compressed)>

// What loops can follow stays: sums, multiples and reversals. So do diagonals and rows, which sloop-loop-once gives loops.
// CHECK-LABEL: func.func @affine
// CHECK-NOT:   stensor.convert
func.func @affine(%A: tensor<8xf64, #V>, %B: tensor<8x8xf64, #CSR>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %n = arith.constant 3 : index
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<8xf64, #V>, tensor<8x8xf64, #CSR>) outs(%c = %y : tensor<3xf64>) {
    sloop.forall %i in %n {
      sloop.forall %k in %n {
        %0 = sloop.read %a[%i + %k] : tensor<8xf64, #V>
        %1 = sloop.read %a[%i * 2] : tensor<8xf64, #V>
        %2 = sloop.read %a[7 - %k] : tensor<8xf64, #V>
        %3 = sloop.read %b[%i, %i] : tensor<8x8xf64, #CSR>
        %4 = sloop.read %b[2, %k] : tensor<8x8xf64, #CSR>
        %5 = arith.addf %0, %1 : f64
        %6 = arith.addf %5, %2 : f64
        %7 = arith.addf %6, %3 : f64
        %8 = arith.addf %7, %4 : f64
        sloop.write %8, %c[%i] by add : tensor<3xf64>
      }
    }
  }
  return %r : tensor<3xf64>
}

// -----

// Loops over parts of a derived variable become one over it, which the levels can follow.
#SV = #stensor.format<(i) -> (i : compressed)>
// CHECK-LABEL: func.func @parts(
// CHECK-NOT:     stensor.convert
// CHECK:         %[[N:.*]] = arith.constant 5 : index
// CHECK:         sloop.nest
// CHECK-NEXT:      sloop.forall %[[V:.*]] in %{{.*}} {
// CHECK-NEXT:        %[[READ:.*]] = sloop.read %{{.*}}[%[[V]]] : tensor<5xf64, #
// CHECK-NEXT:        sloop.write %[[READ]], %{{.*}}[%[[V]]] : tensor<5xf64, #
func.func @parts(%x: tensor<5xf64, #SV>) -> tensor<5xf64, #SV> {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %e = stensor.empty : tensor<5xf64, #SV>
  %r = sloop.nest ins(%a = %x : tensor<5xf64, #SV>) outs(%c = %e : tensor<5xf64, #SV>) {
    sloop.forall %b in %c3 {
      sloop.forall %i in %c2 {
        %v = sloop.derive(%b * 2 + %i) below %c5
        %0 = sloop.read %a[%v] : tensor<5xf64, #SV>
        sloop.write %0, %c[%v] : tensor<5xf64, #SV>
      }
    }
  }
  return %r : tensor<5xf64, #SV>
}

// -----

// A part has a use of its own: the operand is walked in windows, one for each block.
#SV = #stensor.format<(i) -> (i : compressed)>
// CHECK-LABEL: func.func @parts_with_other_uses(
// CHECK-NOT:     stensor.convert
// CHECK:         sloop.derive
// CHECK-NOT:     stensor.convert
// CHECK:         return
func.func @parts_with_other_uses(%x: tensor<4xf64, #SV>, %y: tensor<2xf64>) -> tensor<2xf64> {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %r = sloop.nest ins(%a = %x : tensor<4xf64, #SV>) outs(%c = %y : tensor<2xf64>) {
    sloop.forall %b in %c2 {
      sloop.forall %i in %c2 {
        %v = sloop.derive(%b * 2 + %i) below %c4
        %0 = sloop.read %a[%v] : tensor<4xf64, #SV>
        sloop.write %0, %c[%b] by add : tensor<2xf64>
      }
    }
  }
  return %r : tensor<2xf64>
}

// -----

// Levels that store no dimension as it is are in the way of windows: dimensions are stored in levels of their own then.
#BCSR = #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>
// CHECK-DAG:   #[[CSR:.*]] = #stensor.format<(i, j) -> (i : dense, j : compressed)>
// CHECK-LABEL: func.func @window_of_blocks(
// CHECK:         %[[ROWS:.*]] = stensor.convert %{{.*}} : tensor<6x4xf64, #{{.*}}> to tensor<6x4xf64, #[[CSR]]>
// CHECK:         sloop.nest ins({{.*}} = %[[ROWS]] : {{.*}}, tensor<6x4xf64, #[[CSR]]>)
// CHECK:             sloop.read %{{.*}}[%{{.*}} + 1, %{{.*}}] : tensor<6x4xf64, #[[CSR]]>
// CHECK:         stensor.release %[[ROWS]]
func.func @window_of_blocks(%A: tensor<6x4xf64, #BCSR> loc("A"), %y: tensor<5x4xf64>) -> tensor<5x4xf64> {
  %c5 = arith.constant 5 : index
  %c4 = arith.constant 4 : index
  // expected-remark@+1 {{operand A is converted from tensor<6x4xf64, #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>> to tensor<6x4xf64, #stensor.format<(i, j) -> (i : dense, j : compressed)>>: level 0 of operand A}}
  %r = sloop.nest ins(%a = %A : tensor<6x4xf64, #BCSR>) outs(%c = %y : tensor<5x4xf64>) {
    sloop.forall %i in %c5 {
      sloop.forall %j in %c4 {
        %0 = sloop.read %a[%i + 1, %j] : tensor<6x4xf64, #BCSR>
        sloop.write %0, %c[%i, %j] by add : tensor<5x4xf64>
      }
    }
  }
  return %r : tensor<5x4xf64>
}
