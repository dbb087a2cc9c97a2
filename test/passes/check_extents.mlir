// `check-operand-sizes`: the extents that a nest names are compared with the dimensions that its loops run over.

// RUN: lacuna-opt %s --check-operand-sizes | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#SV = #stensor.format<(i) -> (i : compressed)>

// A loop over a dimension of a result, or of a stored operand, takes all of it. A dense operand only has to hold the values.

// CHECK-LABEL: func.func @takes_all
// CHECK-SAME:    %[[A:[^:]*]]: tensor<?x?xf64, #{{.*}}>, %[[X:[^:]*]]: tensor<?xf64>, %[[Y:[^:]*]]: tensor<?xf64>
// CHECK-SAME:    %[[M:[^:]*]]: index, %[[N:[^:]*]]: index
// CHECK:         %[[ROWS:.*]] = arith.cmpi eq, %[[M]], %{{.*}} : index
// CHECK-NEXT:    cf.assert %[[ROWS]], "operand 0, dimension 0 is not as large as the loop over i"
// CHECK:         %[[COLUMNS:.*]] = arith.cmpi eq, %[[N]], %{{.*}} : index
// CHECK-NEXT:    cf.assert %[[COLUMNS]], "operand 0, dimension 1 is not as large as the loop over v1"
// CHECK:         %[[LAST:.*]] = arith.subi %[[N]], %c1
// CHECK:         arith.cmpi slt
// CHECK:         %[[NO_ROWS:.*]] = arith.cmpi eq, %[[M]], %c0{{.*}} : index
// CHECK-NEXT:    %[[IDLE:.*]] = arith.ori %[[NO_ROWS]], %{{.*}} : i1
// CHECK:         %[[NO_COLUMNS:.*]] = arith.cmpi eq, %[[N]], %c0{{.*}} : index
// CHECK-NEXT:    %[[HOLDS:.*]] = arith.ori %[[NO_COLUMNS]], %[[IDLE]] : i1
// CHECK-NEXT:    cf.assert %[[HOLDS]], "operand 1, dimension 0 does not hold all of subscript v1"
// CHECK:         %[[POINTS:.*]] = arith.cmpi eq, %[[M]], %{{.*}} : index
// CHECK-NEXT:    cf.assert %[[POINTS]], "operand 2, dimension 0 is not as large as the loop over i"
// CHECK-NOT:     cf.assert
// CHECK:         sloop.nest
func.func @takes_all(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %y: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> {
  %0 = sloop.nest ins(%a = %A, %b = %x : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%c = %y : tensor<?xf64>) {
    sloop.forall %i in %m named "i" {
      sloop.forall %j in %n {
        %1 = sloop.read %a[%i, %j] : tensor<?x?xf64, #CSR>
        %2 = sloop.read %b[%j] : tensor<?xf64>
        %3 = arith.mulf %1, %2 : f64
        sloop.write %3, %c[%i] by add : tensor<?xf64>
      }
    }
  }
  return %0 : tensor<?xf64>
}

// Extents that are sizes of the tensors need no check.

// CHECK-LABEL: func.func @asks_nothing
// CHECK-NOT:     cf.assert
// CHECK:         return
func.func @asks_nothing(%A: tensor<?x?xf64, #CSR>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %A, %c0 : tensor<?x?xf64, #CSR>
  %n = tensor.dim %A, %c1 : tensor<?x?xf64, #CSR>
  %y = tensor.empty(%m) : tensor<?xf64>
  %0 = sloop.nest ins(%a = %A : tensor<?x?xf64, #CSR>) outs(%c = %y : tensor<?xf64>) {
    sloop.forall %i in %m {
      %1 = sloop.fold %j in %n by add -> f64 {
        %2 = sloop.read %a[%i, %j] : tensor<?x?xf64, #CSR>
        sloop.yield %2 : f64
      }
      sloop.write %1, %c[%i] : tensor<?xf64>
    }
  }
  return %0 : tensor<?xf64>
}

// A window only has to be inside. What a bound is below counts for a derived variable.

// CHECK-LABEL: func.func @windows_and_bounds
// CHECK-SAME:    %{{[^:]*}}: tensor<?xf64, #{{.*}}>, %{{[^:]*}}: tensor<?xf64>, %[[M:[^:]*]]: index, %[[N:[^:]*]]: index
// CHECK:         cf.assert %{{.*}}, "operand 0, dimension 0 does not hold all of subscript v0"
// CHECK:         arith.cmpi eq, %[[N]], %{{.*}} : index
// CHECK-NEXT:    cf.assert %{{.*}}, "operand 1, dimension 0 is not as large as the loop over k"
// CHECK-NOT:     cf.assert
// CHECK:         sloop.nest
func.func @windows_and_bounds(%x: tensor<?xf64, #SV>, %y: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> {
  %0 = sloop.nest ins(%a = %x : tensor<?xf64, #SV>) outs(%c = %y : tensor<?xf64>) attributes {sloop.windows = array<i64: 0>} {
    sloop.forall %i in %m {
      %k = sloop.derive(%i - 1) below %n named "k"
      %1 = sloop.read %a[%i] : tensor<?xf64, #SV>
      sloop.write %1, %c[%k] by add : tensor<?xf64>
    }
  }
  return %0 : tensor<?xf64>
}

// A tensor that lives inside has to hold the values, a value from outside counts, and what is known is not asked.

// CHECK-LABEL: func.func @local_tensors
// CHECK-SAME:    %{{[^:]*}}: tensor<9xf64>, %[[OFFSET:[^:]*]]: index, %[[M:[^:]*]]: index, %[[N:[^:]*]]: index
// CHECK:         cf.assert %{{.*}}, "local tensor tensor<?xf64>, dimension 0 does not hold all of subscript v0"
// CHECK:         arith.muli %[[OFFSET]], %c1
// CHECK:         arith.cmpi slt
// CHECK:         arith.cmpi sle
// CHECK:         cf.assert %{{.*}}, "operand 0, dimension 0 does not hold all of subscript v1 + s{{[0-9]+}}"
// CHECK-NOT:     cf.assert
// CHECK:         sloop.nest
func.func @local_tensors(%y: tensor<9xf64>, %offset: index, %m: index, %n: index) -> tensor<9xf64> {
  %one = arith.constant 1.0 : f64
  %c9 = arith.constant 9 : index
  %0 = sloop.nest outs(%c = %y : tensor<9xf64>) {
    sloop.where tensor<?xf64> sizes(%n) produce(%w) {
      sloop.forall %i in %m {
        sloop.write %one, %w[%i] : tensor<?xf64>
      }
    } consume(%w) {
      sloop.forall %i in %n {
        %1 = sloop.read %w[%i] : tensor<?xf64>
        sloop.write %1, %c[%i + %offset] by add : tensor<9xf64>
      }
      sloop.forall %i in %c9 {
        sloop.write %one, %c[%i] by add : tensor<9xf64>
      }
    }
  }
  return %0 : tensor<9xf64>
}

// A variable has an extent where it is named. The same value written as a sum may reach past the bound, and has to be held.

// CHECK-LABEL: func.func @a_sum_beside_a_bound
// CHECK-SAME:    %{{[^:]*}}: tensor<?xf64, #{{.*}}>, %{{[^:]*}}: tensor<?xf64>, %[[M:[^:]*]]: index, %[[K:[^:]*]]: index
// CHECK-NOT:     is not as large as the loop over v1
// CHECK:         cf.assert %{{.*}}, "operand 0, dimension 0 does not hold all of subscript v0 + 1"
// CHECK:         sloop.nest
func.func @a_sum_beside_a_bound(%x: tensor<?xf64, #SV>, %y: tensor<?xf64>, %m: index, %k: index) -> tensor<?xf64> {
  %0 = sloop.nest ins(%a = %x : tensor<?xf64, #SV>) outs(%c = %y : tensor<?xf64>) attributes {sloop.windows = array<i64: 0>} {
    sloop.forall %i in %m {
      %next = sloop.derive(%i + 1) below %k
      %1 = sloop.read %a[%i + 1] : tensor<?xf64, #SV>
      sloop.write %1, %c[%next] by add : tensor<?xf64>
    }
  }
  return %0 : tensor<?xf64>
}
