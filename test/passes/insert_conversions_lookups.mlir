// `sloop-insert-conversions`: a sparse vector that would be merged in each round of another loop becomes a hash table.

// RUN: lacuna-opt %s --sloop-insert-conversions -verify-diagnostics | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#V = #stensor.format<(i) -> (i : compressed)>

// CHECK-LABEL: func.func @looks_up_a_vector_in_each_row(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<1000x1000xf64, #{{.*}}>, %[[X:[a-z0-9]+]]: tensor<1000xf64, #
// CHECK:         %[[TABLE:.*]] = stensor.convert %[[X]] for_lookups : tensor<1000xf64, #{{.*}}> to tensor<1000xf64, #[[HASH:.*]]>
// CHECK:         sloop.nest ins({{.*}} = %[[TABLE]]
// CHECK:         stensor.release %[[TABLE]]
func.func @looks_up_a_vector_in_each_row(%A: tensor<1000x1000xf64, #CSR>, %x: tensor<1000xf64, #V>, %y: tensor<1000xf64>) -> tensor<1000xf64> {
  %n = arith.constant 1000 : index
  // expected-remark@+1 {{it would be merged again in each round of another loop, and is looked up instead}}
  %r = sloop.nest ins(%a = %A, %b = %x : tensor<1000x1000xf64, #CSR>, tensor<1000xf64, #V>) outs(%c = %y : tensor<1000xf64>) {
    sloop.forall %i in %n {
      sloop.forall %j in %n {
        %0 = sloop.read %a[%i, %j] : tensor<1000x1000xf64, #CSR>
        %1 = sloop.read %b[%j] : tensor<1000xf64, #V>
        %2 = arith.mulf %0, %1 : f64
        sloop.write %2, %c[%i] by add : tensor<1000xf64>
      }
    }
  }
  return %r : tensor<1000xf64>
}

// A small one is merged faster than a table is made.
// CHECK-LABEL: func.func @merges_a_small_vector_with_each_row(
// CHECK-NOT:     stensor.convert
func.func @merges_a_small_vector_with_each_row(%A: tensor<8x8xf64, #CSR>, %x: tensor<8xf64, #V>, %y: tensor<8xf64>) -> tensor<8xf64> {
  %n = arith.constant 8 : index
  %r = sloop.nest ins(%a = %A, %b = %x : tensor<8x8xf64, #CSR>, tensor<8xf64, #V>) outs(%c = %y : tensor<8xf64>) {
    sloop.forall %i in %n {
      sloop.forall %j in %n {
        %0 = sloop.read %a[%i, %j] : tensor<8x8xf64, #CSR>
        %1 = sloop.read %b[%j] : tensor<8xf64, #V>
        %2 = arith.mulf %0, %1 : f64
        sloop.write %2, %c[%i] by add : tensor<8xf64>
      }
    }
  }
  return %r : tensor<8xf64>
}

// Merged once, there is nothing to gain.
// CHECK-LABEL: func.func @merges_columns_and_a_vector_once(
// CHECK-NOT:     stensor.convert
func.func @merges_columns_and_a_vector_once(%A: tensor<8x8xf64, #CSC>, %x: tensor<8xf64, #V>, %y: tensor<8xf64>) -> tensor<8xf64> {
  %n = arith.constant 8 : index
  %r = sloop.nest ins(%a = %A, %b = %x : tensor<8x8xf64, #CSC>, tensor<8xf64, #V>) outs(%c = %y : tensor<8xf64>) {
    sloop.forall %j in %n {
      sloop.forall %i in %n {
        %0 = sloop.read %a[%i, %j] : tensor<8x8xf64, #CSC>
        %1 = sloop.read %b[%j] : tensor<8xf64, #V>
        %2 = arith.mulf %0, %1 : f64
        sloop.write %2, %c[%i] by add : tensor<8xf64>
      }
    }
  }
  return %r : tensor<8xf64>
}

// A sum wants every entry of the vector in each row.
// CHECK-LABEL: func.func @adds_a_vector_to_each_row(
// CHECK-NOT:     stensor.convert
func.func @adds_a_vector_to_each_row(%A: tensor<8x8xf64, #CSR>, %x: tensor<8xf64, #V>, %y: tensor<8xf64>) -> tensor<8xf64> {
  %n = arith.constant 8 : index
  %r = sloop.nest ins(%a = %A, %b = %x : tensor<8x8xf64, #CSR>, tensor<8xf64, #V>) outs(%c = %y : tensor<8xf64>) {
    sloop.forall %i in %n {
      sloop.forall %j in %n {
        %0 = sloop.read %a[%i, %j] : tensor<8x8xf64, #CSR>
        %1 = sloop.read %b[%j] : tensor<8xf64, #V>
        %2 = arith.addf %0, %1 : f64
        sloop.write %2, %c[%i] by add : tensor<8xf64>
      }
    }
  }
  return %r : tensor<8xf64>
}

// The loop order that was asked for stays as it is, and so do its operands.
// CHECK-LABEL: func.func @keeps_what_was_asked_for(
// CHECK-NOT:     stensor.convert
func.func @keeps_what_was_asked_for(%A: tensor<8x8xf64, #CSR>, %x: tensor<8xf64, #V>, %y: tensor<8xf64>) -> tensor<8xf64> {
  %n = arith.constant 8 : index
  %r = sloop.nest ins(%a = %A, %b = %x : tensor<8x8xf64, #CSR>, tensor<8xf64, #V>) outs(%c = %y : tensor<8xf64>) attributes {sloop.keep_order} {
    sloop.forall %i in %n {
      sloop.forall %j in %n {
        %0 = sloop.read %a[%i, %j] : tensor<8x8xf64, #CSR>
        %1 = sloop.read %b[%j] : tensor<8xf64, #V>
        %2 = arith.mulf %0, %1 : f64
        sloop.write %2, %c[%i] by add : tensor<8xf64>
      }
    }
  }
  return %r : tensor<8xf64>
}
