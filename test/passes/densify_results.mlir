// `sloop-densify-results`: results with a place for every point are computed in place where a point at a time will not do.

// RUN: lacuna-opt %s --sloop-densify-results --verify-diagnostics --split-input-file | FileCheck %s
// RUN: lacuna-opt %s --sloop-densify-results --split-input-file | lacuna-opt --sloop-densify-results --split-input-file | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#Grid = #stensor.format<(i, j) -> (j : dense, i : dense)>

// Row times row, the points of a row of the result come in parts. It starts from the fill value.
// CHECK-LABEL: func.func @product_by_rows
// CHECK:       %[[EMPTY:.*]] = bufferization.alloc_tensor() : tensor<4x8xf64>
// CHECK:       %[[R:.*]] = sloop.nest ins(%{{.*}}, %{{.*}} : {{.*}}) outs(%[[C:.*]] = %[[EMPTY]] : tensor<4x8xf64>) {
// CHECK-NEXT:    sloop.forall %[[I:.*]] in
// CHECK-NEXT:      sloop.forall %[[J:.*]] in
// CHECK:               sloop.write %{{.*}}, %[[C]][%[[I]], %[[J]]] : tensor<4x8xf64>
// CHECK:         sloop.forall
// CHECK-NEXT:      sloop.forall
// CHECK-NEXT:        sloop.forall
// CHECK:               sloop.write %{{.*}}, %[[C]][%{{.*}}, %{{.*}}] by add : tensor<4x8xf64>
// CHECK:       %[[STORED:.*]] = stensor.convert %[[R]] : tensor<4x8xf64> to tensor<4x8xf64, #
// CHECK-NEXT:  bufferization.dealloc_tensor %[[R]]
// CHECK-NEXT:  return %[[STORED]]
func.func @product_by_rows(%A: tensor<4x6xf64, #CSR>, %B: tensor<6x8xf64, #CSR>) -> tensor<4x8xf64, #Grid> {
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %c8 = arith.constant 8 : index
  %e = stensor.empty : tensor<4x8xf64, #Grid>
  // expected-remark-re@+1 {{result operand 2 is computed as tensor<4x8xf64> and converted to tensor<4x8xf64, #stensor.format<(i, j) -> (j : dense, i : dense)>>: result operand 2 (tensor<4x8xf64, #stensor.format<(i, j) -> (j : dense, i : dense)>>) cannot be assembled in order: its points come in parts, because the levels of the operands ask for the loop order v{{[0-9]+}} -> v{{[0-9]+}}; make operand 2 dense to save the conversion}}
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<4x6xf64, #CSR>, tensor<6x8xf64, #CSR>) outs(%c = %e : tensor<4x8xf64, #Grid>) {
    sloop.forall %i in %c4 {
      sloop.forall %k in %c6 {
        sloop.forall %j in %c8 {
          %0 = sloop.read %a[%i, %k] : tensor<4x6xf64, #CSR>
          %1 = sloop.read %b[%k, %j] : tensor<6x8xf64, #CSR>
          %2 = arith.mulf %0, %1 : f64
          sloop.write %2, %c[%i, %j] by add : tensor<4x8xf64, #Grid>
        }
      }
    }
  }
  return %r : tensor<4x8xf64, #Grid>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#Tiles = #stensor.format<(i, j) -> (i floordiv 4 : dense, j floordiv 4 : dense, i mod 4 : dense, j mod 4 : structured[4, 4])>

// What the result starts from is converted, not filled.
// CHECK-LABEL: func.func @starts_from_a_value
// CHECK:       %[[OLD:.*]] = stensor.convert %arg2 : {{.*}} to tensor<4x8xf64>
// CHECK:       sloop.nest ins({{.*}}) outs(%{{.*}} = %[[OLD]] : tensor<4x8xf64>) {
// CHECK-COUNT-3: sloop.forall
// CHECK-NOT:   sloop.forall
// CHECK:       stensor.convert %{{.*}} : tensor<4x8xf64> to
func.func @starts_from_a_value(%A: tensor<4x6xf64, #CSR>, %B: tensor<6x8xf64, #CSR>, %C: tensor<4x8xf64, #Tiles>) -> tensor<4x8xf64, #Tiles> {
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %c8 = arith.constant 8 : index
  // expected-remark@+1 {{result operand 2 is computed as tensor<4x8xf64> and converted to}}
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<4x6xf64, #CSR>, tensor<6x8xf64, #CSR>) outs(%c = %C : tensor<4x8xf64, #Tiles>) {
    sloop.forall %i in %c4 {
      sloop.forall %k in %c6 {
        sloop.forall %j in %c8 {
          %0 = sloop.read %a[%i, %k] : tensor<4x6xf64, #CSR>
          %1 = sloop.read %b[%k, %j] : tensor<6x8xf64, #CSR>
          %2 = arith.mulf %0, %1 : f64
          sloop.write %2, %c[%i, %j] by add : tensor<4x8xf64, #Tiles>
        }
      }
    }
  }
  return %r : tensor<4x8xf64, #Tiles>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#FromOne = #stensor.format<(i, j) -> (i : dense, j : dense), fill = 1.000000e+00 : f64>

// Each point starts from the fill value, whatever is added to it.
// CHECK-LABEL: func.func @fill_is_not_neutral
// CHECK:         arith.constant 1.000000e+00 : f64
// CHECK:         sloop.write %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] : tensor<4x8xf64>
// CHECK:         sloop.write %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] by add : tensor<4x8xf64>
// CHECK:         stensor.convert
func.func @fill_is_not_neutral(%A: tensor<4x6xf64, #CSR>, %B: tensor<6x8xf64, #CSR>) -> tensor<4x8xf64, #FromOne> {
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %c8 = arith.constant 8 : index
  %e = stensor.empty : tensor<4x8xf64, #FromOne>
  // expected-remark@+1 {{result operand 2 is computed as tensor<4x8xf64> and converted to}}
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<4x6xf64, #CSR>, tensor<6x8xf64, #CSR>) outs(%c = %e : tensor<4x8xf64, #FromOne>) {
    sloop.forall %i in %c4 {
      sloop.forall %k in %c6 {
        sloop.forall %j in %c8 {
          %0 = sloop.read %a[%i, %k] : tensor<4x6xf64, #CSR>
          %1 = sloop.read %b[%k, %j] : tensor<6x8xf64, #CSR>
          %2 = arith.mulf %0, %1 : f64
          sloop.write %2, %c[%i, %j] by add : tensor<4x8xf64, #FromOne>
        }
      }
    }
  }
  return %r : tensor<4x8xf64, #FromOne>
}

// -----

#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#Full = #stensor.format<(i) -> (i : dense)>

// So it is with a maximum.
// CHECK-LABEL: func.func @maxima_of_rows
// CHECK:         sloop.write %{{.*}}, %{{.*}}[%{{.*}}] : tensor<4xf64>
// CHECK:         sloop.write %{{.*}}, %{{.*}}[%{{.*}}] by max : tensor<4xf64>
// CHECK:         stensor.convert
func.func @maxima_of_rows(%A: tensor<4x6xf64, #CSC>) -> tensor<4xf64, #Full> {
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %e = stensor.empty : tensor<4xf64, #Full>
  // expected-remark@+1 {{result operand 1 is computed as tensor<4xf64> and converted to}}
  %r = sloop.nest ins(%a = %A : tensor<4x6xf64, #CSC>) outs(%c = %e : tensor<4xf64, #Full>) {
    sloop.forall %j in %c6 {
      sloop.forall %i in %c4 {
        %0 = sloop.read %a[%i, %j] : tensor<4x6xf64, #CSC>
        sloop.write %0, %c[%i] by max : tensor<4xf64, #Full>
      }
    }
  }
  return %r : tensor<4xf64, #Full>
}
