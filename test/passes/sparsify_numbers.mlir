// `sloop-sparsify`: numbers of the program beside what is not stored. They take no entry away, whatever their type; what
// they alone make is stored unless it is the fill value.

// RUN: lacuna-opt %s --sloop-sparsify | FileCheck %s

#V = #stensor.format<(i) -> (i : compressed)>

// CHECK-LABEL: @multiplies_entries_by_zero
// CHECK: sloop.iterate
// CHECK: arith.muli
// CHECK: sloop.append
func.func @multiplies_entries_by_zero(%A: tensor<8xi64, #V>) -> tensor<8xi64, #V> {
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i64
  %r = stensor.empty : tensor<8xi64, #V>
  %0 = sloop.nest ins(%a = %A : tensor<8xi64, #V>) outs(%c = %r : tensor<8xi64, #V>) {
    sloop.forall %i in %c8 {
      %1 = sloop.read %a[%i] : tensor<8xi64, #V>
      %2 = arith.muli %1, %zero : i64
      sloop.write %2, %c[%i] elsewhere(0 : i64) : tensor<8xi64, #V>
    }
  }
  return %0 : tensor<8xi64, #V>
}

// Where A stores nothing, neither does A + 0: the loop is over what both store.
// CHECK-LABEL: @adds_zero_to_what_is_not_stored
// CHECK: sloop.coiterate
// CHECK: arith.muli
// CHECK-NOT: arith.muli
func.func @adds_zero_to_what_is_not_stored(%A: tensor<8xi64, #V>, %B: tensor<8xi64, #V>) -> tensor<8xi64, #V> {
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i64
  %r = stensor.empty : tensor<8xi64, #V>
  %0 = sloop.nest ins(%a = %A, %b = %B : tensor<8xi64, #V>, tensor<8xi64, #V>) outs(%c = %r : tensor<8xi64, #V>) {
    sloop.forall %i in %c8 {
      %1 = sloop.read %a[%i] : tensor<8xi64, #V>
      %2 = sloop.read %b[%i] : tensor<8xi64, #V>
      %3 = arith.addi %1, %zero : i64
      %4 = arith.muli %3, %2 : i64
      sloop.write %4, %c[%i] elsewhere(0 : i64) : tensor<8xi64, #V>
    }
  }
  return %0 : tensor<8xi64, #V>
}

// CHECK-LABEL: @leaves_out_what_is_the_fill_value
// CHECK-NOT: scf.for
// CHECK-NOT: sloop.append
func.func @leaves_out_what_is_the_fill_value() -> tensor<8xi64, #V> {
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i64
  %r = stensor.empty : tensor<8xi64, #V>
  %0 = sloop.nest outs(%c = %r : tensor<8xi64, #V>) {
    sloop.forall %i in %c8 {
      sloop.write %zero, %c[%i] elsewhere(0 : i64) : tensor<8xi64, #V>
    }
  }
  return %0 : tensor<8xi64, #V>
}

// CHECK-LABEL: @stores_other_numbers
// CHECK: scf.for
// CHECK: sloop.append
func.func @stores_other_numbers() -> tensor<8xi64, #V> {
  %c8 = arith.constant 8 : index
  %one = arith.constant 1 : i64
  %r = stensor.empty : tensor<8xi64, #V>
  %0 = sloop.nest outs(%c = %r : tensor<8xi64, #V>) {
    sloop.forall %i in %c8 {
      sloop.write %one, %c[%i] elsewhere(0 : i64) : tensor<8xi64, #V>
    }
  }
  return %0 : tensor<8xi64, #V>
}
