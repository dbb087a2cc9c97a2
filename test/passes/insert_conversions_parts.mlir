// `sloop-insert-conversions`: results whose points come in parts.

// RUN: lacuna-opt %s --sloop-insert-conversions --verify-diagnostics --split-input-file | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#Table = #stensor.format<(i) -> (i : hashed)>

// The operand is converted, so that each maximum is complete before the next one; a table is built from a list.
// CHECK-LABEL: func.func @maximum_in_a_table
// CHECK:         stensor.convert %arg0
// CHECK:         sloop.nest
// CHECK:           sloop.fold
// CHECK:         stensor.convert %{{.*}} :
func.func @maximum_in_a_table(%A: tensor<8x8xf64, #CSR>) -> tensor<8xf64, #Table> {
  %n = arith.constant 8 : index
  %Y = stensor.empty : tensor<8xf64, #Table>
  // expected-remark@+2 {{operand 0 is converted from}}
  // expected-remark@+1 {{result operand 1 is computed as}}
  %r = sloop.nest ins(%a = %A : tensor<8x8xf64, #CSR>) outs(%c = %Y : tensor<8xf64, #Table>) {
    sloop.forall %j in %n {
      %0 = sloop.fold %i in %n by max -> f64 {
        %1 = sloop.read %a[%i, %j] : tensor<8x8xf64, #CSR>
        sloop.yield %1 : f64
      }
      sloop.write %0, %c[%j] elsewhere(0.0 : f64) : tensor<8xf64, #Table>
    }
  }
  return %r : tensor<8xf64, #Table>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#V = #stensor.format<(i) -> (i : compressed)>

// By columns, each sum is complete before the next one.
// CHECK-LABEL: func.func @sums_of_columns_in_order
// CHECK:         %[[COLUMNS:.*]] = stensor.convert %arg0 :
// CHECK:         sloop.nest ins({{.*}} = %[[COLUMNS]] :
// CHECK-NOT:     stensor.convert
func.func @sums_of_columns_in_order(%A: tensor<8x8xf64, #CSR>) -> tensor<8xf64, #V> {
  %n = arith.constant 8 : index
  %Y = stensor.empty : tensor<8xf64, #V>
  // expected-remark-re@+1 {{operand 0 is converted from {{.*}} to tensor<8x8xf64, #stensor.format<(i, j) -> (j : dense, i : compressed)>>: {{.*}}its points come in parts}}
  %r = sloop.nest ins(%a = %A : tensor<8x8xf64, #CSR>) outs(%c = %Y : tensor<8xf64, #V>) {
    sloop.forall %j in %n {
      %0 = sloop.fold %i in %n by add -> f64 {
        %1 = sloop.read %a[%i, %j] : tensor<8x8xf64, #CSR>
        sloop.yield %1 : f64
      }
      sloop.write %0, %c[%j] elsewhere(0.0 : f64) : tensor<8xf64, #V>
    }
  }
  return %r : tensor<8xf64, #V>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>

// Rows meet columns only where another operand stores something.
// CHECK-LABEL: func.func @sampled_product
// CHECK:         stensor.convert %arg1 :
// CHECK-NOT:     stensor.convert
func.func @sampled_product(%A: tensor<8x8xf64, #CSR>, %B: tensor<8x8xf64, #CSR>, %M: tensor<8x8xf64, #CSR>) -> tensor<8x8xf64, #CSR> {
  %n = arith.constant 8 : index
  %Y = stensor.empty : tensor<8x8xf64, #CSR>
  // expected-remark@+1 {{operand 1 is converted from}}
  %r = sloop.nest ins(%a = %A, %b = %B, %m = %M : tensor<8x8xf64, #CSR>, tensor<8x8xf64, #CSR>, tensor<8x8xf64, #CSR>) outs(%c = %Y : tensor<8x8xf64, #CSR>) {
    sloop.forall %i in %n {
      sloop.forall %j in %n {
        %0 = sloop.fold %k in %n by add -> f64 {
          %1 = sloop.read %a[%i, %k] : tensor<8x8xf64, #CSR>
          %2 = sloop.read %b[%k, %j] : tensor<8x8xf64, #CSR>
          %3 = sloop.read %m[%i, %j] : tensor<8x8xf64, #CSR>
          %4 = arith.mulf %1, %2 : f64
          %5 = arith.mulf %4, %3 : f64
          sloop.yield %5 : f64
        }
        sloop.write %0, %c[%i, %j] elsewhere(0.0 : f64) : tensor<8x8xf64, #CSR>
      }
    }
  }
  return %r : tensor<8x8xf64, #CSR>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#V = #stensor.format<(i) -> (i : compressed)>

// What each column would be merged with is looked up.
// CHECK-LABEL: func.func @columns_with_a_vector
// CHECK:         stensor.convert %arg0 :
// CHECK:         stensor.convert %arg1 for_lookups :
func.func @columns_with_a_vector(%A: tensor<1000x1000xf64, #CSR>, %x: tensor<1000xf64, #V>) -> tensor<1000xf64, #V> {
  %n = arith.constant 1000 : index
  %Y = stensor.empty : tensor<1000xf64, #V>
  // expected-remark@+2 {{operand 0 is converted from}}
  // expected-remark@+1 {{operand 1 is converted from}}
  %r = sloop.nest ins(%a = %A, %b = %x : tensor<1000x1000xf64, #CSR>, tensor<1000xf64, #V>) outs(%c = %Y : tensor<1000xf64, #V>) {
    sloop.forall %j in %n {
      %0 = sloop.fold %i in %n by add -> f64 {
        %1 = sloop.read %a[%i, %j] : tensor<1000x1000xf64, #CSR>
        %2 = sloop.read %b[%i] : tensor<1000xf64, #V>
        %3 = arith.mulf %1, %2 : f64
        sloop.yield %3 : f64
      }
      sloop.write %0, %c[%j] elsewhere(0.0 : f64) : tensor<1000xf64, #V>
    }
  }
  return %r : tensor<1000xf64, #V>
}
