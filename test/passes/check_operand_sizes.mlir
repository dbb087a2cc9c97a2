// `check-operand-sizes`: what the types do not say of sizes is asked when the function starts.

// RUN: lacuna-opt %s --check-operand-sizes | FileCheck %s
// RUN: lacuna-opt %s --check-operand-sizes=all=true | FileCheck %s --check-prefix=ALL

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#SV = #stensor.format<(i) -> (i : compressed)>
#matvec = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
  iterator_types = ["parallel", "reduction"]
}
#convolution = {
  indexing_maps = [affine_map<(i, k) -> (i + k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>],
  iterator_types = ["parallel", "reduction"]
}

// CHECK-LABEL: func.func @compares_what_one_variable_subscripts
// CHECK-SAME:    %[[A:[^:]*]]: tensor<?x?xf64, #{{.*}}>, %[[X:[^:]*]]: tensor<?xf64>, %[[Y:[^:]*]]: tensor<?xf64>
// CHECK-DAG:     %[[M:.*]] = tensor.dim %[[A]], %c0
// CHECK-DAG:     %[[MY:.*]] = tensor.dim %[[Y]], %c0
// CHECK:         %[[ROWS:.*]] = arith.cmpi eq, %[[M]], %[[MY]]
// CHECK-NEXT:    cf.assert %[[ROWS]], "operand 0, dimension 0 and operand 2, dimension 0 disagree"
// CHECK:         %[[N:.*]] = tensor.dim %[[A]], %c1
// CHECK:         %[[NX:.*]] = tensor.dim %[[X]], %c0
// CHECK:         %[[COLUMNS:.*]] = arith.cmpi eq, %[[N]], %[[NX]]
// CHECK-NEXT:    cf.assert %[[COLUMNS]], "operand 0, dimension 1 and operand 1, dimension 0 disagree"
// CHECK-NOT:     cf.assert
// CHECK:         linalg.fill
func.func @compares_what_one_variable_subscripts(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %y: tensor<?xf64>)
    -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %start = linalg.fill ins(%zero : f64) outs(%y : tensor<?xf64>) -> tensor<?xf64>
  %0 = linalg.generic #matvec
      ins(%A, %x : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%start : tensor<?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

// What is static is a matter of the verifier of linalg; what is not is compared with it.

// CHECK-LABEL: func.func @compares_with_what_is_static
// CHECK-SAME:    %{{[^:]*}}: tensor<4x5xf64, #{{.*}}>, %[[X:[^:]*]]: tensor<?xf64>
// CHECK:         %[[N:.*]] = tensor.dim %[[X]]
// CHECK:         %[[SAME:.*]] = arith.cmpi eq, %c5, %[[N]]
// CHECK-NEXT:    cf.assert %[[SAME]], "operand 0, dimension 1 and operand 1, dimension 0 disagree"
// CHECK-NOT:     cf.assert
// CHECK:         return
func.func @compares_with_what_is_static(%A: tensor<4x5xf64, #CSR>, %x: tensor<?xf64>, %y: tensor<4xf64>)
    -> tensor<4xf64> {
  %0 = linalg.generic #matvec
      ins(%A, %x : tensor<4x5xf64, #CSR>, tensor<?xf64>) outs(%y : tensor<4xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// The size of what is made from a size is that size, and what was compared is not compared again.

// CHECK-LABEL: func.func @asks_nothing_twice
// CHECK-COUNT-2: cf.assert
// CHECK-NOT:     cf.assert
// CHECK:         return
func.func @asks_nothing_twice(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %z: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %m = tensor.dim %A, %c0 : tensor<?x?xf64, #CSR>
  %y = tensor.empty(%m) : tensor<?xf64>
  %start = linalg.fill ins(%zero : f64) outs(%y : tensor<?xf64>) -> tensor<?xf64>
  %0 = linalg.generic #matvec
      ins(%A, %x : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%start : tensor<?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<?xf64>
  %1 = linalg.generic #matvec
      ins(%A, %z : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%0 : tensor<?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<?xf64>
  %2 = linalg.generic #matvec
      ins(%A, %x : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%1 : tensor<?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<?xf64>
  return %2 : tensor<?xf64>
}

// A sum of variables has to fit, unless one of them takes no value.

// CHECK-LABEL: func.func @asks_whether_a_sum_fits
// CHECK-SAME:    %[[X:[^:]*]]: tensor<?xf64>, %[[F:[^:]*]]: tensor<?xf64, #{{.*}}>, %[[Y:[^:]*]]: tensor<?xf64>
// CHECK-DAG:     %[[NY:.*]] = tensor.dim %[[Y]], %c0
// CHECK-DAG:     %[[NF:.*]] = tensor.dim %[[F]], %c0
// CHECK:         %[[FITS:.*]] = arith.cmpi slt, %{{.*}}, %{{.*}} : index
// CHECK-NOT:     arith.andi
// CHECK:         %[[EITHER:.*]] = arith.ori %{{.*}}, %[[FITS]]
// CHECK:         %[[RIGHT:.*]] = arith.ori %{{.*}}, %[[EITHER]]
// CHECK-NEXT:    cf.assert %[[RIGHT]], "operand 0, dimension 0 does not hold all of subscript d0 + d1"
// CHECK-NOT:     cf.assert
// CHECK:         return
func.func @asks_whether_a_sum_fits(%x: tensor<?xf64>, %F: tensor<?xf64, #SV>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %0 = linalg.generic #convolution
      ins(%x, %F : tensor<?xf64>, tensor<?xf64, #SV>) outs(%y : tensor<?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

// A difference also has to stay at zero or above.

// CHECK-LABEL: func.func @asks_whether_a_difference_fits
// CHECK:         arith.cmpi slt
// CHECK:         arith.cmpi sle
// CHECK:         arith.andi
// CHECK:         cf.assert %{{.*}}, "operand 0, dimension 0 does not hold all of subscript i - tap + 3"
// CHECK-NOT:     cf.assert
// CHECK:         return
func.func @asks_whether_a_difference_fits(%x: tensor<?xf64>, %F: tensor<?xf64, #SV>, %y: tensor<?xf64>)
    -> tensor<?xf64> {
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, k) -> (i - k + 3)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>],
    iterator_types = ["parallel", "reduction"]
  } ins(%x, %F : tensor<?xf64>, tensor<?xf64, #SV>) outs(%y : tensor<?xf64>)
    attrs = {sloop.variables = ["i", "tap"]} {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

// An operation under a condition may not run: it is checked where it stands. So is what is not there at the start.

// CHECK-LABEL: func.func @checks_where_it_stands
// CHECK-NOT:     cf.assert
// CHECK:         scf.if
// CHECK:           cf.assert
// CHECK:           linalg.generic
// CHECK:         call @other
// CHECK:         cf.assert
// CHECK:         linalg.generic
func.func private @other() -> tensor<?xf64>
func.func @checks_where_it_stands(%A: tensor<4x?xf64, #CSR>, %x: tensor<?xf64>, %y: tensor<4xf64>, %go: i1)
    -> tensor<4xf64> {
  %r = scf.if %go -> tensor<4xf64> {
    %0 = linalg.generic #matvec
        ins(%A, %x : tensor<4x?xf64, #CSR>, tensor<?xf64>) outs(%y : tensor<4xf64>) {
    ^bb0(%a: f64, %b: f64, %c: f64):
      %p = arith.mulf %a, %b : f64
      %s = arith.addf %c, %p : f64
      linalg.yield %s : f64
    } -> tensor<4xf64>
    scf.yield %0 : tensor<4xf64>
  } else {
    scf.yield %y : tensor<4xf64>
  }
  %z = call @other() : () -> tensor<?xf64>
  %1 = linalg.generic #matvec
      ins(%A, %z : tensor<4x?xf64, #CSR>, tensor<?xf64>) outs(%r : tensor<4xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %1 : tensor<4xf64>
}

// CHECK-LABEL: func.func @leaves_dense_operations_alone
// CHECK-NOT:     cf.assert
// CHECK:         return
// ALL-LABEL:   func.func @leaves_dense_operations_alone
// ALL:           cf.assert
func.func @leaves_dense_operations_alone(%x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]
  } ins(%x : tensor<?xf64>) outs(%y : tensor<?xf64>) {
  ^bb0(%a: f64, %b: f64):
    linalg.yield %a : f64
  } -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

// CHECK-LABEL: func.func @names_operands
// CHECK:         "operand v, dimension 0 and operand w, dimension 0 disagree on the size of row"
// CHECK:         "operand v, dimension 0 and operand y, dimension 0 disagree on the size of row"
func.func @names_operands(%v: tensor<?xf64, #SV> loc("v"), %w: tensor<?xf64> loc("w"), %y: tensor<?xf64> loc("y"))
    -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %start = linalg.fill ins(%zero : f64) outs(%y : tensor<?xf64>) -> tensor<?xf64>
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
    iterator_types = ["parallel"]
  } ins(%v, %w : tensor<?xf64, #SV>, tensor<?xf64>) outs(%start : tensor<?xf64>)
    attrs = {sloop.variables = ["row"]} {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    linalg.yield %p : f64
  } -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

// What a cast or a conversion promises of sizes is asked, too.
// CHECK-LABEL: func.func @casts_promise_sizes
// CHECK-DAG:     %[[ROWS:.*]] = tensor.dim %arg0, %c0
// CHECK-DAG:     %[[FOUR:.*]] = arith.constant 4
// CHECK:         %[[SAME:.*]] = arith.cmpi eq, %[[FOUR]], %[[ROWS]]
// CHECK-NEXT:    cf.assert %[[SAME]], "operand 0, dimension 0 is cast to 4, which is not its size"
// CHECK-NOT:     cf.assert
// CHECK:         tensor.cast
func.func @casts_promise_sizes(%A: tensor<?x?xf64, #CSR>) -> (tensor<4x?xf64, #CSR>, tensor<4x?xf64>) {
  %0 = tensor.cast %A : tensor<?x?xf64, #CSR> to tensor<4x?xf64, #CSR>
  %1 = stensor.convert %A : tensor<?x?xf64, #CSR> to tensor<4x?xf64>
  return %0, %1 : tensor<4x?xf64, #CSR>, tensor<4x?xf64>
}

// CHECK-LABEL: func.func @casts_that_promise_nothing
// CHECK-NOT:     cf.assert
// CHECK:         return
func.func @casts_that_promise_nothing(%A: tensor<4x8xf64, #CSR>) -> tensor<4x8xf64, #CSR> {
  %0 = tensor.cast %A : tensor<4x8xf64, #CSR> to tensor<?x?xf64, #CSR>
  %1 = tensor.cast %0 : tensor<?x?xf64, #CSR> to tensor<4x8xf64, #CSR>
  return %1 : tensor<4x8xf64, #CSR>
}

// A size from inside of a nest is refused where the nest is read; a check in front of it could not use it.
// CHECK-LABEL: func.func @sizes_from_inside
// CHECK-NEXT:    sloop.nest
func.func @sizes_from_inside(%A: tensor<?x?xf64, #CSR>, %y: tensor<?xf64>, %m: index) -> tensor<?xf64> {
  %r = sloop.nest ins(%a = %A : tensor<?x?xf64, #CSR>) outs(%o = %y : tensor<?xf64>) {
    sloop.forall %i in %m {
      sloop.forall %j in %i {
        %0 = sloop.read %a[%i, %j] : tensor<?x?xf64, #CSR>
        sloop.write %0, %o[%i] by add : tensor<?xf64>
      }
    }
  }
  return %r : tensor<?xf64>
}

// -----

// Quotients and remainders reach as far as their divisors let them. linalg's verifier looks at the ends of loops alone, where a
// remainder need not be largest: of nine points, the last has remainder 0.
#V = #stensor.format<(i) -> (i : dense)>
#divided = {
  indexing_maps = [affine_map<(i) -> (i floordiv 2)>, affine_map<(i) -> (i mod 4)>, affine_map<(i) -> (i)>],
  iterator_types = ["parallel"]
}
// CHECK-LABEL: func.func @divided(
// CHECK:         %[[LAST:.*]] = arith.subi
// CHECK:         arith.divui %[[LAST]], %c2
// CHECK:         cf.assert %{{.*}}, "operand 0, dimension 0 does not hold all of subscript (d0 floordiv 2)"
// CHECK:         arith.minui %{{.*}}, %c3
// CHECK:         cf.assert %{{.*}}, "operand 1, dimension 0 does not hold all of subscript (d0 mod 4)"
func.func @divided(%A: tensor<?xf64, #V>, %B: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %r = linalg.generic #divided ins(%A, %B : tensor<?xf64, #V>, tensor<?xf64>) outs(%y : tensor<?xf64>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %p = arith.mulf %a, %b : f64
    linalg.yield %p : f64
  } -> tensor<?xf64>
  return %r : tensor<?xf64>
}
// CHECK-LABEL: func.func @divided_of_known_size(
// CHECK-NOT:     (d0 floordiv 2)
// CHECK:         cf.assert %{{.*}}, "operand 1, dimension 0 does not hold all of subscript (d0 mod 4)"
func.func @divided_of_known_size(%A: tensor<5xf64, #V>, %B: tensor<3xf64>, %y: tensor<9xf64>) -> tensor<9xf64> {
  %r = linalg.generic #divided ins(%A, %B : tensor<5xf64, #V>, tensor<3xf64>) outs(%y : tensor<9xf64>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %p = arith.mulf %a, %b : f64
    linalg.yield %p : f64
  } -> tensor<9xf64>
  return %r : tensor<9xf64>
}
