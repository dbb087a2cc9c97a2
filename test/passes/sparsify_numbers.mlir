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

// Where A stores nothing, zero is left beside B: a number, so the loop merges the two.
// CHECK-LABEL: @keeps_zero_beside_entries
// CHECK: sloop.coiterate
// CHECK: arith.muli
// CHECK: arith.muli
func.func @keeps_zero_beside_entries(%A: tensor<8xi64, #V>, %B: tensor<8xi64, #V>) -> tensor<8xi64, #V> {
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
// CHECK: sloop.finish
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
