// `sloop-inline-intermediates`: a stored intermediate that one stored result reads is computed there.

// RUN: lacuna-opt %s --sloop-inline-intermediates 2>/dev/null | FileCheck %s
// RUN: lacuna-opt %s --sloop-inline-intermediates 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
// RUN: lacuna-opt %s --sloop-inline-intermediates 2>/dev/null > %t.once
// RUN: lacuna-opt %t.once --sloop-inline-intermediates 2>/dev/null | diff %t.once -

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>
#Hash = #stensor.format<(i, j) -> (i : hashed, j : hashed)>
#V = #stensor.format<(i) -> (i : compressed)>
#Loose = #stensor.format<(i) -> (i : loose_compressed)>
#Ones = #stensor.format<(i) -> (i : compressed), fill = 1.0 : f64>
#MIN = #stensor.format<(i, j) -> (i : dense, j : compressed), fill = 0x7FF0000000000000 : f64>

// The absolute value of a product: the sum over k is a value, and no tensor holds it.
// REMARK: remark: operand T is computed where it is read, and is not stored: this costs {{[0-9]+}} steps, to store it first {{[0-9]+}}
// CHECK-LABEL: @a_sum_in_a_value
// CHECK-NOT: sloop.nest
// CHECK: sloop.nest ins(%[[A:.*]] = %arg0, %[[B:.*]] = %arg1 : {{.*}}) outs(%[[R:.*]] = %{{.*}} :
// CHECK: %[[SUM:.*]] = sloop.fold %{{.*}} by add
// CHECK: arith.mulf
// CHECK: %[[ABS:.*]] = math.absf %[[SUM]]
// CHECK: sloop.write %[[ABS]], %[[R]][%{{.*}}, %{{.*}}] by add
// CHECK-NOT: sloop.nest
// CHECK: return
func.func @a_sum_in_a_value(%A: tensor<100x100xf64, #CSR>, %B: tensor<100x100xf64, #CSR>) -> tensor<100x100xf64, #CSR> {
  %n = arith.constant 100 : index
  %t = stensor.empty : tensor<100x100xf64, #DCSR> loc("T")
  %0 = sloop.nest ins(%a = %A, %b = %B : tensor<100x100xf64, #CSR>, tensor<100x100xf64, #CSR>) outs(%r = %t : tensor<100x100xf64, #DCSR>) {
    sloop.forall %i in %n { sloop.forall %j in %n { sloop.forall %k in %n {
      %1 = sloop.read %a[%i, %k] : tensor<100x100xf64, #CSR>
      %2 = sloop.read %b[%k, %j] : tensor<100x100xf64, #CSR>
      %3 = arith.mulf %1, %2 : f64
      sloop.write %3, %r[%i, %j] by add : tensor<100x100xf64, #DCSR>
    } } }
  }
  %e = stensor.empty : tensor<100x100xf64, #CSR>
  %4 = sloop.nest ins(%v = %0 : tensor<100x100xf64, #DCSR>) outs(%r = %e : tensor<100x100xf64, #CSR>) {
    sloop.forall %i in %n { sloop.forall %j in %n {
      %5 = sloop.read %v[%i, %j] : tensor<100x100xf64, #DCSR>
      %6 = math.absf %5 : f64
      sloop.write %6, %r[%i, %j] by add : tensor<100x100xf64, #CSR>
    } }
  }
  return %4 : tensor<100x100xf64, #CSR>
}

// Minima, and what is not stored is infinite. The size of the intermediate is that of what it started from.
// CHECK-LABEL: @minima_of_unknown_sizes
// CHECK: %[[SIZE:.*]] = tensor.dim %arg0, %c0
// CHECK-COUNT-1: sloop.nest
// CHECK: sloop.fold %{{.*}} by min
// CHECK-NOT: sloop.nest
// CHECK: return
func.func @minima_of_unknown_sizes(%A: tensor<?x100xf64, #MIN>, %B: tensor<100x100xf64, #MIN>) -> tensor<?x100xf64, #MIN> {
  %c0 = arith.constant 0 : index
  %n = arith.constant 100 : index
  %m = tensor.dim %A, %c0 : tensor<?x100xf64, #MIN>
  %t = stensor.empty sizes(%m) : tensor<?x100xf64, #MIN>
  %0 = sloop.nest ins(%a = %A, %b = %B : tensor<?x100xf64, #MIN>, tensor<100x100xf64, #MIN>) outs(%r = %t : tensor<?x100xf64, #MIN>) {
    sloop.forall %i in %m { sloop.forall %j in %n { sloop.forall %k in %n {
      %1 = sloop.read %a[%i, %k] : tensor<?x100xf64, #MIN>
      %2 = sloop.read %b[%k, %j] : tensor<100x100xf64, #MIN>
      %3 = arith.addf %1, %2 : f64
      sloop.write %3, %r[%i, %j] by min : tensor<?x100xf64, #MIN>
    } } }
  }
  %size = tensor.dim %0, %c0 : tensor<?x100xf64, #MIN>
  %e = stensor.empty sizes(%size) : tensor<?x100xf64, #MIN>
  %4 = sloop.nest ins(%v = %0 : tensor<?x100xf64, #MIN>) outs(%r = %e : tensor<?x100xf64, #MIN>) {
    sloop.forall %i in %size { sloop.forall %j in %n {
      %5 = sloop.read %v[%i, %j] : tensor<?x100xf64, #MIN>
      sloop.write %5, %r[%i, %j] by min : tensor<?x100xf64, #MIN>
    } }
  }
  return %4 : tensor<?x100xf64, #MIN>
}

// CHECK-LABEL: @keeps_what_is_read_again_in_each_round
// CHECK-COUNT-2: sloop.nest
func.func @keeps_what_is_read_again_in_each_round(%A: tensor<100x100xf64, #CSR>, %B: tensor<100x100xf64, #CSR>) -> tensor<100x100xf64, #CSR> {
  %n = arith.constant 100 : index
  %t = stensor.empty : tensor<100xf64, #V>
  %0 = sloop.nest ins(%a = %A : tensor<100x100xf64, #CSR>) outs(%r = %t : tensor<100xf64, #V>) {
    sloop.forall %i in %n { sloop.forall %k in %n {
      %1 = sloop.read %a[%i, %k] : tensor<100x100xf64, #CSR>
      sloop.write %1, %r[%i] by add : tensor<100xf64, #V>
    } }
  }
  %e = stensor.empty : tensor<100x100xf64, #CSR>
  %4 = sloop.nest ins(%v = %0, %b = %B : tensor<100xf64, #V>, tensor<100x100xf64, #CSR>) outs(%r = %e : tensor<100x100xf64, #CSR>) {
    sloop.forall %i in %n { sloop.forall %j in %n {
      %5 = sloop.read %v[%i] : tensor<100xf64, #V>
      %6 = sloop.read %b[%i, %j] : tensor<100x100xf64, #CSR>
      %7 = arith.mulf %5, %6 : f64
      sloop.write %7, %r[%i, %j] by add : tensor<100x100xf64, #CSR>
    } }
  }
  return %4 : tensor<100x100xf64, #CSR>
}

// The sum of nothing is zero, and what the intermediate does not store is one.
// CHECK-LABEL: @keeps_what_is_not_nothing_without_terms
// CHECK-COUNT-2: sloop.nest
func.func @keeps_what_is_not_nothing_without_terms(%A: tensor<100xf64, #V>, %B: tensor<100xf64, #V>) -> tensor<100xf64, #V> {
  %n = arith.constant 100 : index
  %t = stensor.empty : tensor<100xf64, #Ones>
  %0 = sloop.nest ins(%a = %A : tensor<100xf64, #V>) outs(%r = %t : tensor<100xf64, #Ones>) {
    sloop.forall %i in %n {
      %1 = sloop.read %a[%i] : tensor<100xf64, #V>
      sloop.write %1, %r[%i] : tensor<100xf64, #Ones>
    }
  }
  %e = stensor.empty : tensor<100xf64, #V>
  %4 = sloop.nest ins(%v = %0, %b = %B : tensor<100xf64, #Ones>, tensor<100xf64, #V>) outs(%r = %e : tensor<100xf64, #V>) {
    sloop.forall %i in %n {
      %5 = sloop.read %v[%i] : tensor<100xf64, #Ones>
      %6 = sloop.read %b[%i] : tensor<100xf64, #V>
      %7 = arith.mulf %5, %6 : f64
      sloop.write %7, %r[%i] by add : tensor<100xf64, #V>
    }
  }
  return %4 : tensor<100xf64, #V>
}

// CHECK-LABEL: @keeps_what_is_freed_before_it_would_be_read
// CHECK-COUNT-2: sloop.nest
func.func @keeps_what_is_freed_before_it_would_be_read(%A: tensor<100xf64, #V>, %B: tensor<100xf64, #V>) -> tensor<100xf64, #V> {
  %n = arith.constant 100 : index
  %copy = stensor.convert %A : tensor<100xf64, #V> to tensor<100xf64, #Loose>
  %t = stensor.empty : tensor<100xf64, #V>
  %0 = sloop.nest ins(%a = %copy : tensor<100xf64, #Loose>) outs(%r = %t : tensor<100xf64, #V>) {
    sloop.forall %i in %n {
      %1 = sloop.read %a[%i] : tensor<100xf64, #Loose>
      sloop.write %1, %r[%i] by add : tensor<100xf64, #V>
    }
  }
  stensor.release %copy : tensor<100xf64, #Loose>
  %e = stensor.empty : tensor<100xf64, #V>
  %4 = sloop.nest ins(%v = %0, %b = %B : tensor<100xf64, #V>, tensor<100xf64, #V>) outs(%r = %e : tensor<100xf64, #V>) {
    sloop.forall %i in %n {
      %5 = sloop.read %v[%i] : tensor<100xf64, #V>
      %6 = sloop.read %b[%i] : tensor<100xf64, #V>
      %7 = arith.mulf %5, %6 : f64
      sloop.write %7, %r[%i] by add : tensor<100xf64, #V>
    }
  }
  return %4 : tensor<100xf64, #V>
}

// A small table is built from values that nothing stores; for a large one that would cost more.
// CHECK-LABEL: @a_small_table
// CHECK: sloop.nest
// CHECK: sloop.fold
// CHECK-NOT: sloop.nest
// CHECK: return
func.func @a_small_table(%A: tensor<10x10xf64, #CSR>, %B: tensor<10x10xf64, #CSR>) -> tensor<10x10xf64, #Hash> {
  %n = arith.constant 10 : index
  %t = stensor.empty : tensor<10x10xf64, #DCSR>
  %0 = sloop.nest ins(%a = %A, %b = %B : tensor<10x10xf64, #CSR>, tensor<10x10xf64, #CSR>) outs(%r = %t : tensor<10x10xf64, #DCSR>) {
    sloop.forall %i in %n { sloop.forall %j in %n { sloop.forall %k in %n {
      %1 = sloop.read %a[%i, %k] : tensor<10x10xf64, #CSR>
      %2 = sloop.read %b[%k, %j] : tensor<10x10xf64, #CSR>
      %3 = arith.mulf %1, %2 : f64
      sloop.write %3, %r[%i, %j] by add : tensor<10x10xf64, #DCSR>
    } } }
  }
  %e = stensor.empty : tensor<10x10xf64, #Hash>
  %4 = sloop.nest ins(%v = %0 : tensor<10x10xf64, #DCSR>) outs(%r = %e : tensor<10x10xf64, #Hash>) {
    sloop.forall %i in %n { sloop.forall %j in %n {
      %5 = sloop.read %v[%i, %j] : tensor<10x10xf64, #DCSR>
      %6 = math.absf %5 : f64
      sloop.write %6, %r[%i, %j] by add : tensor<10x10xf64, #Hash>
    } }
  }
  return %4 : tensor<10x10xf64, #Hash>
}
