// `sloop-inline-intermediates`: what stays stored, because its value would be another where it is read, or would cost more.

// RUN: lacuna-opt %s --sloop-fold-slices --sloop-inline-intermediates 2>/dev/null | FileCheck %s

#V = #stensor.format<(i) -> (i : compressed)>
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>
#Hash = #stensor.format<(i, j) -> (i : hashed, j : hashed)>

// A part of the intermediate is read: its coordinates go beyond the loop.
// CHECK-LABEL: @a_window
// CHECK: sloop.nest
// CHECK: sloop.windows
func.func @a_window(%A: tensor<?xf64, #V>, %m: index, %n: index) -> tensor<?xf64, #V> {
  %t = stensor.empty sizes(%n) : tensor<?xf64, #V>
  %0 = sloop.nest ins(%a = %A : tensor<?xf64, #V>) outs(%r = %t : tensor<?xf64, #V>) {
    sloop.forall %i in %n {
      %1 = sloop.read %a[%i] : tensor<?xf64, #V>
      sloop.write %1, %r[%i] by add : tensor<?xf64, #V>
    }
  }
  %s = tensor.extract_slice %0[0] [%m] [1] : tensor<?xf64, #V> to tensor<?xf64, #V>
  %e = stensor.empty sizes(%m) : tensor<?xf64, #V>
  %4 = sloop.nest ins(%v = %s : tensor<?xf64, #V>) outs(%r = %e : tensor<?xf64, #V>) {
    sloop.forall %i in %m {
      %5 = sloop.read %v[%i] : tensor<?xf64, #V>
      %6 = math.absf %5 : f64
      sloop.write %6, %r[%i] by add : tensor<?xf64, #V>
    }
  }
  return %4 : tensor<?xf64, #V>
}

// A bound of the intermediate would hold for the entries of M, too.
// CHECK-LABEL: @a_bound
// CHECK-COUNT-2: sloop.nest
func.func @a_bound(%A: tensor<50xf64, #V>, %M: tensor<100xf64, #V>) -> tensor<100xf64, #V> {
  %n = arith.constant 100 : index
  %h = arith.constant 50 : index
  %t = stensor.empty : tensor<100xf64, #V>
  %0 = sloop.nest ins(%a = %A : tensor<50xf64, #V>) outs(%r = %t : tensor<100xf64, #V>) {
    sloop.forall %x in %n {
      %i = sloop.derive (%x) below %h
      %1 = sloop.read %a[%i] : tensor<50xf64, #V>
      sloop.write %1, %r[%i] by add : tensor<100xf64, #V>
    }
  }
  %e = stensor.empty : tensor<100xf64, #V>
  %4 = sloop.nest ins(%v = %0, %mm = %M : tensor<100xf64, #V>, tensor<100xf64, #V>) outs(%r = %e : tensor<100xf64, #V>) {
    sloop.forall %i in %n {
      %5 = sloop.read %v[%i] : tensor<100xf64, #V>
      %m = sloop.read %mm[%i] : tensor<100xf64, #V>
      %6 = arith.addf %5, %m : f64
      sloop.write %6, %r[%i] by add : tensor<100xf64, #V>
    }
  }
  return %4 : tensor<100xf64, #V>
}

// A workspace was asked for, and it is there.
// CHECK-LABEL: @a_workspace_that_was_asked_for
// CHECK: sloop.nest
// CHECK-SAME: sloop.schedule
// CHECK: sloop.nest
func.func @a_workspace_that_was_asked_for(%A: tensor<100x100xf64, #CSR>, %B: tensor<100x100xf64, #CSR>) -> tensor<100x100xf64, #CSR> {
  %n = arith.constant 100 : index
  %t = stensor.empty : tensor<100x100xf64, #DCSR>
  %0 = sloop.nest ins(%a = %A, %b = %B : tensor<100x100xf64, #CSR>, tensor<100x100xf64, #CSR>) outs(%r = %t : tensor<100x100xf64, #DCSR>)
      attributes {sloop.schedule = "precompute(j,policy=hash:64)"} {
    sloop.forall %i in %n named "i" { sloop.forall %j in %n named "j" { sloop.forall %k in %n named "k" {
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

// A function may write what the first nest reads.
// CHECK-LABEL: @a_call_in_between
// CHECK-COUNT-2: sloop.nest
func.func private @anything()
func.func @a_call_in_between(%A: tensor<100xf64, #V>) -> tensor<100xf64, #V> {
  %n = arith.constant 100 : index
  %t = stensor.empty : tensor<100xf64, #V>
  %0 = sloop.nest ins(%a = %A : tensor<100xf64, #V>) outs(%r = %t : tensor<100xf64, #V>) {
    sloop.forall %i in %n {
      %1 = sloop.read %a[%i] : tensor<100xf64, #V>
      sloop.write %1, %r[%i] by add : tensor<100xf64, #V>
    }
  }
  func.call @anything() : () -> ()
  %e = stensor.empty : tensor<100xf64, #V>
  %4 = sloop.nest ins(%v = %0 : tensor<100xf64, #V>) outs(%r = %e : tensor<100xf64, #V>) {
    sloop.forall %i in %n {
      %5 = sloop.read %v[%i] : tensor<100xf64, #V>
      %6 = math.absf %5 : f64
      sloop.write %6, %r[%i] by add : tensor<100xf64, #V>
    }
  }
  return %4 : tensor<100xf64, #V>
}

// Cost decides: a large result that is a hash table is built from what is stored; a small one is in `inline_intermediates.mlir`.
// CHECK-LABEL: @a_large_table
// CHECK-COUNT-2: sloop.nest
func.func @a_large_table(%A: tensor<100x100xf64, #CSR>, %B: tensor<100x100xf64, #CSR>) -> tensor<100x100xf64, #Hash> {
  %n = arith.constant 100 : index
  %t = stensor.empty : tensor<100x100xf64, #DCSR>
  %0 = sloop.nest ins(%a = %A, %b = %B : tensor<100x100xf64, #CSR>, tensor<100x100xf64, #CSR>) outs(%r = %t : tensor<100x100xf64, #DCSR>) {
    sloop.forall %i in %n { sloop.forall %j in %n { sloop.forall %k in %n {
      %1 = sloop.read %a[%i, %k] : tensor<100x100xf64, #CSR>
      %2 = sloop.read %b[%k, %j] : tensor<100x100xf64, #CSR>
      %3 = arith.mulf %1, %2 : f64
      sloop.write %3, %r[%i, %j] by add : tensor<100x100xf64, #DCSR>
    } } }
  }
  %e = stensor.empty : tensor<100x100xf64, #Hash>
  %4 = sloop.nest ins(%v = %0 : tensor<100x100xf64, #DCSR>) outs(%r = %e : tensor<100x100xf64, #Hash>) {
    sloop.forall %i in %n { sloop.forall %j in %n {
      %5 = sloop.read %v[%i, %j] : tensor<100x100xf64, #DCSR>
      %6 = math.absf %5 : f64
      sloop.write %6, %r[%i, %j] by add : tensor<100x100xf64, #Hash>
    } }
  }
  return %4 : tensor<100x100xf64, #Hash>
}

// The order that was asked for holds for the loops of the intermediate.
// CHECK-LABEL: @an_order_that_was_asked_for
// CHECK-COUNT-2: sloop.nest
func.func @an_order_that_was_asked_for(%A: tensor<100x100xf64, #CSR>) -> tensor<100xf64, #V> {
  %n = arith.constant 100 : index
  %t = stensor.empty : tensor<100x100xf64, #CSR>
  %0 = sloop.nest ins(%a = %A : tensor<100x100xf64, #CSR>) outs(%r = %t : tensor<100x100xf64, #CSR>)
      attributes {sloop.keep_order} {
    sloop.forall %i in %n { sloop.forall %j in %n {
      %1 = sloop.read %a[%i, %j] : tensor<100x100xf64, #CSR>
      sloop.write %1, %r[%i, %j] by add : tensor<100x100xf64, #CSR>
    } }
  }
  %e = stensor.empty : tensor<100xf64, #V>
  %4 = sloop.nest ins(%v = %0 : tensor<100x100xf64, #CSR>) outs(%r = %e : tensor<100xf64, #V>) {
    sloop.forall %i in %n { sloop.forall %j in %n {
      %5 = sloop.read %v[%i, %j] : tensor<100x100xf64, #CSR>
      %7 = math.absf %5 : f64
      sloop.write %7, %r[%i] by add : tensor<100xf64, #V>
    } }
  }
  return %4 : tensor<100xf64, #V>
}

// Each of two reads would compute the value.
// CHECK-LABEL: @a_tensor_that_is_read_twice
// CHECK-COUNT-2: sloop.nest
func.func @a_tensor_that_is_read_twice(%A: tensor<100x100xf64, #CSR>) -> tensor<100xf64, #V> {
  %n = arith.constant 100 : index
  %t = stensor.empty : tensor<100x100xf64, #CSR>
  %0 = sloop.nest ins(%a = %A : tensor<100x100xf64, #CSR>) outs(%r = %t : tensor<100x100xf64, #CSR>) {
    sloop.forall %i in %n { sloop.forall %j in %n {
      %1 = sloop.read %a[%i, %j] : tensor<100x100xf64, #CSR>
      sloop.write %1, %r[%i, %j] by add : tensor<100x100xf64, #CSR>
    } }
  }
  %e = stensor.empty : tensor<100xf64, #V>
  %4 = sloop.nest ins(%v = %0 : tensor<100x100xf64, #CSR>) outs(%r = %e : tensor<100xf64, #V>) {
    sloop.forall %i in %n { sloop.forall %j in %n {
      %5 = sloop.read %v[%i, %j] : tensor<100x100xf64, #CSR>
      %6 = sloop.read %v[%j, %i] : tensor<100x100xf64, #CSR>
      %7 = arith.mulf %5, %6 : f64
      sloop.write %7, %r[%i] by add : tensor<100xf64, #V>
    } }
  }
  return %4 : tensor<100xf64, #V>
}

// What is stored, a value does not tell.
// CHECK-LABEL: @a_tensor_that_is_asked_what_it_stores
// CHECK-COUNT-2: sloop.nest
func.func @a_tensor_that_is_asked_what_it_stores(%A: tensor<100x100xf64, #CSR>) -> tensor<100xf64, #V> {
  %n = arith.constant 100 : index
  %t = stensor.empty : tensor<100x100xf64, #CSR>
  %0 = sloop.nest ins(%a = %A : tensor<100x100xf64, #CSR>) outs(%r = %t : tensor<100x100xf64, #CSR>) {
    sloop.forall %i in %n { sloop.forall %j in %n {
      %1 = sloop.read %a[%i, %j] : tensor<100x100xf64, #CSR>
      sloop.write %1, %r[%i, %j] by add : tensor<100x100xf64, #CSR>
    } }
  }
  %e = stensor.empty : tensor<100xf64, #V>
  %4 = sloop.nest ins(%v = %0 : tensor<100x100xf64, #CSR>) outs(%r = %e : tensor<100xf64, #V>) {
    sloop.forall %i in %n { sloop.forall %j in %n {
      %5 = sloop.read %v[%i, %j] : tensor<100x100xf64, #CSR>
      %6 = sloop.stored %5 : f64
      %z = arith.constant 2.0 : f64
      %o = arith.constant 0.0 : f64
      %7 = arith.select %6, %z, %o : f64
      sloop.write %7, %r[%i] by add : tensor<100xf64, #V>
    } }
  }
  return %4 : tensor<100xf64, #V>
}
