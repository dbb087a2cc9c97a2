// Nests by hand with several writes at several depths. They keep the loops that they share, as far as all operands can be walked
// there; what is computed stays.

// RUN: lacuna-opt %s --sloop-interpret -o /dev/null 2>&1 | FileCheck %s
// RUN: lacuna-opt %s --sloop-form-results --sloop-interpret -o /dev/null 2>&1 | FileCheck %s
// RUN: lacuna-opt %s --sloop-form-results --sloop-split-variables --sloop-interpret -o /dev/null 2>&1 | FileCheck %s
// RUN: lacuna-opt %s --sloop-form-results --sloop-split-variables --sloop-schedule --sloop-interpret -o /dev/null 2>&1 \
// RUN:   | FileCheck %s
// RUN: lacuna-opt %s --sloop-form-results --sloop-split-variables --sloop-schedule --sloop-vectorize --sloop-form-folds \
// RUN:   --sloop-merge-terms --sloop-sink-initializations --sloop-interpret -o /dev/null 2>&1 | FileCheck %s
// RUN: lacuna-opt %s --sloop-split-variables --sloop-schedule | FileCheck %s --check-prefix=LOOPS
// RUN: lacuna-opt %s --lacuna -o /dev/null

#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#BCSR = #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>
#SV = #stensor.format<(i) -> (i : compressed)>
#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#DIA = #stensor.format<(i, j) -> (j - i : compressed, i : range, j : offset)>
#List = #stensor.format<(i) -> (i : compressed(nonunique, unordered))>

// A is [[1, 0, 3], [4, 0, 6], [7, 0, 9]] by columns, x and b are [1, 2, 3]. The loops of the product are interchanged, and the
// others are not.
// CHECK: remark: gives [10, 23, 36]
// LOOPS-LABEL: func.func @by_columns(
// LOOPS:         sloop.forall %[[I:.*]] in %c3 {
// LOOPS:           sloop.write %{{.*}}, %{{.*}}[%[[I]]] : tensor<3xf64>
// LOOPS:         sloop.forall %[[J:.*]] in %c3 {
// LOOPS-NEXT:      sloop.forall %[[I:.*]] in %c3 {
// LOOPS-NEXT:        sloop.read %{{.*}}[%[[I]], %[[J]]]
// LOOPS:             sloop.write %{{.*}}, %{{.*}}[%[[I]]] by add : tensor<3xf64>
// LOOPS:         sloop.forall %[[I:.*]] in %c3 {
// LOOPS-NEXT:      sloop.read %{{.*}}[%[[I]]] : tensor<3xf64>
// LOOPS:           sloop.write %{{.*}}, %{{.*}}[%[[I]]] by mul : tensor<3xf64>
func.func @by_columns(%A: tensor<3x3xf64, #CSC>, %x: tensor<3xf64>, %b: tensor<3xf64>, %y: tensor<3xf64>)
    -> tensor<3xf64> {
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %r = sloop.nest ins(%a = %A, %v = %x, %w = %b : tensor<3x3xf64, #CSC>, tensor<3xf64>, tensor<3xf64>)
      outs(%c = %y : tensor<3xf64>) {
    sloop.forall %i in %c3 {
      sloop.write %zero, %c[%i] : tensor<3xf64>
      sloop.forall %j in %c3 {
        %0 = sloop.read %a[%i, %j] : tensor<3x3xf64, #CSC>
        %1 = sloop.read %v[%j] : tensor<3xf64>
        %2 = arith.mulf %0, %1 : f64
        sloop.write %2, %c[%i] by add : tensor<3xf64>
      }
      %3 = sloop.read %w[%i] : tensor<3xf64>
      %4 = arith.divf %3, %3 : f64
      sloop.write %4, %c[%i] by mul : tensor<3xf64>
      %5 = arith.subf %3, %one : f64
      sloop.write %5, %c[%i] by add : tensor<3xf64>
    }
  }
  return %r : tensor<3xf64>
}

// Blocks that reach over the edge, and a product by rows that starts from b. The loop over rows of blocks is shared.
// CHECK: remark: gives [11, 24, 37]
// LOOPS-LABEL: func.func @blocks(
// LOOPS:         sloop.forall %[[IB:.*]] in %c2 {
// LOOPS-NEXT:      sloop.forall %[[II:.*]] in %c2 {
// LOOPS-NEXT:        %[[I:.*]] = sloop.derive(%[[IB]] * 2 + %[[II]]) below %c3
// LOOPS:             sloop.write %{{.*}}, %{{.*}}[%[[I]]] : tensor<3xf64>
// LOOPS-NEXT:      }
// LOOPS-NEXT:      sloop.forall %[[JB:.*]] in %c2 {
// LOOPS-NEXT:        sloop.forall %[[II:.*]] in %c2 {
func.func @blocks(%A: tensor<3x3xf64, #BCSR>, %x: tensor<3xf64>, %b: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %c3 = arith.constant 3 : index
  %r = sloop.nest ins(%a = %A, %v = %x, %w = %b : tensor<3x3xf64, #BCSR>, tensor<3xf64>, tensor<3xf64>)
      outs(%c = %y : tensor<3xf64>) {
    sloop.forall %i in %c3 {
      %0 = sloop.read %w[%i] : tensor<3xf64>
      sloop.write %0, %c[%i] : tensor<3xf64>
      sloop.forall %j in %c3 {
        %1 = sloop.read %a[%i, %j] : tensor<3x3xf64, #BCSR>
        %2 = sloop.read %v[%j] : tensor<3xf64>
        %3 = arith.mulf %1, %2 : f64
        sloop.write %3, %c[%i] by add : tensor<3xf64>
      }
    }
  }
  return %r : tensor<3xf64>
}

// A stored result, and a dense one beside it.
// CHECK: remark: gives [10, 22, 34], 3 stored
// CHECK: remark: gives [2, 4, 6]
func.func @two_results(%A: tensor<3x3xf64, #CSR>, %x: tensor<3xf64>, %y: tensor<3xf64>)
    -> (tensor<3xf64, #SV>, tensor<3xf64>) {
  %c3 = arith.constant 3 : index
  %e = stensor.empty : tensor<3xf64, #SV>
  %r:2 = sloop.nest ins(%a = %A, %v = %x : tensor<3x3xf64, #CSR>, tensor<3xf64>)
      outs(%c = %e, %d = %y : tensor<3xf64, #SV>, tensor<3xf64>) {
    sloop.forall %i in %c3 {
      sloop.forall %j in %c3 {
        %0 = sloop.read %a[%i, %j] : tensor<3x3xf64, #CSR>
        %1 = sloop.read %v[%j] : tensor<3xf64>
        %2 = arith.mulf %0, %1 : f64
        sloop.write %2, %c[%i] by add : tensor<3xf64, #SV>
      }
      %3 = sloop.read %v[%i] : tensor<3xf64>
      sloop.write %3, %d[%i] by add : tensor<3xf64>
    }
  }
  return %r#0, %r#1 : tensor<3xf64, #SV>, tensor<3xf64>
}

// All share the loop over rows.
// CHECK: remark: gives [10, 22, 34]
// CHECK: remark: gives [20, 44, 68]
// LOOPS-LABEL: func.func @rows(
// LOOPS:         sloop.forall %[[I:.*]] in %c3 {
// LOOPS-NEXT:      sloop.write %{{.*}}, %[[C:.*]][%[[I]]] : tensor<3xf64>
// LOOPS-NEXT:      sloop.forall %[[J:.*]] in %c3 {
// LOOPS:             sloop.write %{{.*}}, %[[C]][%[[I]]] by add : tensor<3xf64>
// LOOPS-NEXT:      }
// LOOPS-NEXT:      %[[V:.*]] = sloop.read %[[C]][%[[I]]] : tensor<3xf64>
func.func @rows(%A: tensor<3x3xf64, #CSR>, %x: tensor<3xf64>, %y: tensor<3xf64>, %z: tensor<3xf64>)
    -> (tensor<3xf64>, tensor<3xf64>) {
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %two = arith.constant 2.0 : f64
  %r:2 = sloop.nest ins(%a = %A, %v = %x : tensor<3x3xf64, #CSR>, tensor<3xf64>)
      outs(%c = %y, %d = %z : tensor<3xf64>, tensor<3xf64>) {
    sloop.forall %i in %c3 {
      sloop.write %zero, %c[%i] : tensor<3xf64>
      sloop.forall %j in %c3 {
        %0 = sloop.read %a[%i, %j] : tensor<3x3xf64, #CSR>
        %1 = sloop.read %v[%j] : tensor<3xf64>
        %2 = arith.mulf %0, %1 : f64
        sloop.write %2, %c[%i] by add : tensor<3xf64>
      }
      %3 = sloop.read %c[%i] : tensor<3xf64>
      %4 = arith.mulf %3, %two : f64
      sloop.write %4, %d[%i] : tensor<3xf64>
    }
  }
  return %r#0, %r#1 : tensor<3xf64>, tensor<3xf64>
}

// One matrix by rows, one by columns: they share no loop.
// CHECK: remark: gives [11, 24, 37]
// CHECK: remark: gives [5, 12, 19]
// LOOPS-LABEL: func.func @two_orders(
// LOOPS:         sloop.forall %[[I:.*]] in %c3 {
// LOOPS-NEXT:      sloop.forall %[[J:.*]] in %c3 {
// LOOPS:             sloop.write %{{.*}}, %{{.*}}[%[[I]]] by add : tensor<3xf64>
// LOOPS-NEXT:      }
// LOOPS-NEXT:    }
// LOOPS-NEXT:    sloop.forall %[[J:.*]] in %c3 {
// LOOPS-NEXT:      sloop.forall %[[I:.*]] in %c3 {
// LOOPS-NEXT:        sloop.read %{{.*}}[%[[I]], %[[J]]]
func.func @two_orders(%A: tensor<3x3xf64, #CSR>, %B: tensor<3x3xf64, #CSC>, %x: tensor<3xf64>, %y: tensor<3xf64>, %z: tensor<3xf64>)
    -> (tensor<3xf64>, tensor<3xf64>) {
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %two = arith.constant 2.0 : f64
  %r:2 = sloop.nest ins(%a = %A, %b = %B, %v = %x : tensor<3x3xf64, #CSR>, tensor<3x3xf64, #CSC>, tensor<3xf64>)
      outs(%c = %y, %d = %z : tensor<3xf64>, tensor<3xf64>) {
    sloop.forall %i in %c3 {
      sloop.forall %j in %c3 {
        %0 = sloop.read %a[%i, %j] : tensor<3x3xf64, #CSR>
        %1 = sloop.read %v[%j] : tensor<3xf64>
        %2 = arith.mulf %0, %1 : f64
        sloop.write %2, %c[%i] by add : tensor<3xf64>
        %3 = sloop.read %b[%i, %j] : tensor<3x3xf64, #CSC>
        sloop.write %3, %d[%i] by add : tensor<3xf64>
      }
    }
  }
  return %r#0, %r#1 : tensor<3xf64>, tensor<3xf64>
}

// Rows of a list are taken together, so that they can share a loop.
// CHECK: remark: gives [5, 12, 19]
// CHECK: remark: gives [1, 2, 3]
// LOOPS-LABEL: func.func @list(
// LOOPS:         sloop.forall %[[I:.*]] in %c3 {
// LOOPS:           sloop.write %{{.*}}, %{{.*}}[%[[I]]] : tensor<3xf64>
// LOOPS-NEXT:      sloop.write %{{.*}}, %{{.*}}[%[[I]]] : tensor<3xf64>
// LOOPS-NEXT:      sloop.forall
func.func @list(%A: tensor<3x3xf64, #COO>, %x: tensor<3xf64>, %y: tensor<3xf64>, %z: tensor<3xf64>)
    -> (tensor<3xf64>, tensor<3xf64>) {
  %c3 = arith.constant 3 : index
  %r:2 = sloop.nest ins(%a = %A, %v = %x : tensor<3x3xf64, #COO>, tensor<3xf64>)
      outs(%c = %y, %d = %z : tensor<3xf64>, tensor<3xf64>) {
    sloop.forall %i in %c3 {
      %3 = sloop.read %v[%i] : tensor<3xf64>
      sloop.write %3, %d[%i] : tensor<3xf64>
      sloop.write %3, %c[%i] : tensor<3xf64>
      sloop.forall %j in %c3 {
        %0 = sloop.read %a[%i, %j] : tensor<3x3xf64, #COO>
        sloop.write %0, %c[%i] by add : tensor<3xf64>
      }
    }
  }
  return %r#0, %r#1 : tensor<3xf64>, tensor<3xf64>
}

// The loop over columns becomes one over diagonals, which is no loop for the other statement.
// CHECK: remark: gives [11, 24, 37]
// CHECK: remark: gives [1, 2, 3]
// LOOPS-LABEL: func.func @diagonals(
// LOOPS:         sloop.forall %[[J:.*]] in %c3 {
// LOOPS:           sloop.write %{{.*}}, %{{.*}}[%[[J]]] : tensor<3xf64>
// LOOPS-NEXT:    }
// LOOPS-NEXT:    sloop.forall %[[D:.*]] {
// LOOPS-NEXT:      sloop.forall %[[I:.*]] in %c3 {
func.func @diagonals(%A: tensor<3x3xf64, #DIA>, %x: tensor<3xf64>, %y: tensor<3xf64>, %z: tensor<3xf64>)
    -> (tensor<3xf64>, tensor<3xf64>) {
  %c3 = arith.constant 3 : index
  %r:2 = sloop.nest ins(%a = %A, %v = %x : tensor<3x3xf64, #DIA>, tensor<3xf64>)
      outs(%c = %y, %d = %z : tensor<3xf64>, tensor<3xf64>) {
    sloop.forall %j in %c3 {
      %1 = sloop.read %v[%j] : tensor<3xf64>
      sloop.write %1, %d[%j] : tensor<3xf64>
      sloop.forall %i in %c3 {
        %0 = sloop.read %a[%i, %j] : tensor<3x3xf64, #DIA>
        %2 = arith.mulf %0, %1 : f64
        sloop.write %2, %c[%i] by add : tensor<3xf64>
      }
    }
  }
  return %r#0, %r#1 : tensor<3xf64>, tensor<3xf64>
}

// Points that s does not store: c gets its zeros before the loop, since nothing touches it before. d was written before.
// CHECK: remark: gives [2, 0, 6]
// CHECK: remark: gives [1, 0, 3]
// CHECK: remark: gives [3, 2, 9]
// LOOPS-LABEL: func.func @points(
// LOOPS:         sloop.nest {{.*}} outs(%[[C:.*]] = %{{.*}}, %[[D:.*]] = %{{.*}}, %[[E:.*]] = %{{.*}} :
// LOOPS-NEXT:    sloop.forall %[[I:.*]] in %c3 {
// LOOPS-NEXT:      sloop.write %{{.*}}, %[[C]][%[[I]]] : tensor<3xf64>
// LOOPS-NEXT:    }
// LOOPS-NEXT:    sloop.forall %[[I:.*]] in %c3 {
// LOOPS:           sloop.write %{{.*}}, %[[D]][%[[I]]] : tensor<3xf64>
// LOOPS:           sloop.write %{{.*}}, %[[C]][%[[I]]] by add : tensor<3xf64>
// LOOPS:           sloop.write %{{.*}}, %[[E]][%[[I]]] by add : tensor<3xf64>
// LOOPS:           sloop.write %{{.*}}, %[[D]][%[[I]]] : tensor<3xf64>
func.func @points(%s: tensor<3xf64, #SV>, %y: tensor<3xf64>, %z: tensor<3xf64>, %u: tensor<3xf64>)
    -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) {
  %c3 = arith.constant 3 : index
  %two = arith.constant 2.0 : f64
  %r:3 = sloop.nest ins(%b = %s : tensor<3xf64, #SV>)
      outs(%c = %y, %d = %z, %e = %u : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) {
    sloop.forall %i in %c3 {
      %3 = sloop.read %e[%i] : tensor<3xf64>
      sloop.write %3, %d[%i] : tensor<3xf64>
      %0 = sloop.read %b[%i] : tensor<3xf64, #SV>
      %1 = arith.mulf %0, %two : f64
      sloop.write %1, %c[%i] : tensor<3xf64>
      %2 = sloop.read %c[%i] : tensor<3xf64>
      sloop.write %2, %e[%i] by add : tensor<3xf64>
      sloop.write %0, %d[%i] : tensor<3xf64>
    }
  }
  return %r#0, %r#1, %r#2 : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
}

// The points of s come in no order, so they cannot be merged with all values of i: there is an order, but no walk.
// CHECK: remark: gives [1, 2, 3]
// CHECK: remark: gives [2, 2, 6]
// LOOPS-LABEL: func.func @no_walk(
// LOOPS:         sloop.forall %[[I:.*]] in %c3 {
// LOOPS:           sloop.write %{{.*}}, %{{.*}}[%[[I]]] : tensor<3xf64>
// LOOPS-NEXT:    }
// LOOPS-NEXT:    sloop.forall %[[I:.*]] in %c3 {
func.func @no_walk(%s: tensor<3xf64, #List>, %x: tensor<3xf64>, %y: tensor<3xf64>, %z: tensor<3xf64>)
    -> (tensor<3xf64>, tensor<3xf64>) {
  %c3 = arith.constant 3 : index
  %r:2 = sloop.nest ins(%a = %s, %v = %x : tensor<3xf64, #List>, tensor<3xf64>)
      outs(%c = %y, %d = %z : tensor<3xf64>, tensor<3xf64>) {
    sloop.forall %i in %c3 {
      %0 = sloop.read %v[%i] : tensor<3xf64>
      sloop.write %0, %c[%i] : tensor<3xf64>
      %1 = sloop.read %a[%i] : tensor<3xf64, #List>
      sloop.write %1, %d[%i] by add : tensor<3xf64>
    }
  }
  return %r#0, %r#1 : tensor<3xf64>, tensor<3xf64>
}

// The rows of A and s are walked by parts, in the loops over blocks of rows.
// CHECK: remark: gives [14, 32, 50]
// CHECK: remark: gives [15, 32, 53]
// LOOPS-LABEL: func.func @mixed(
// LOOPS:         sloop.forall %[[IB:.*]] in %c2 {
// LOOPS-NEXT:      sloop.forall %[[II:.*]] in %c2 {
// LOOPS-NEXT:        %[[I:.*]] = sloop.derive(%[[IB]] * 2 + %[[II]]) below %c3
// LOOPS-NEXT:        sloop.write %{{.*}}, %[[C:.*]][%[[I]]] : tensor<3xf64>
// LOOPS-NEXT:        sloop.forall %[[J:.*]] in %c3 {
// LOOPS:               sloop.write %{{.*}}, %[[C]][%[[I]]] by add : tensor<3xf64>
// LOOPS:           sloop.forall %[[JB:.*]] in %c2 {
// LOOPS:             sloop.write %{{.*}}, %[[C]][%{{.*}}] by add : tensor<3xf64>
// LOOPS:           sloop.forall %[[II:.*]] in %c2 {
// LOOPS-NEXT:        %[[I:.*]] = sloop.derive(%[[IB]] * 2 + %[[II]]) below %c3
// LOOPS-NEXT:        sloop.read %[[C]][%[[I]]] : tensor<3xf64>
func.func @mixed(%A: tensor<3x3xf64, #CSR>, %B: tensor<3x3xf64, #BCSR>, %s: tensor<3xf64, #SV>, %y: tensor<3xf64>, %z: tensor<3xf64>)
    -> (tensor<3xf64>, tensor<3xf64>) {
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %r:2 = sloop.nest ins(%a = %A, %b = %B, %v = %s : tensor<3x3xf64, #CSR>, tensor<3x3xf64, #BCSR>, tensor<3xf64, #SV>)
      outs(%c = %y, %d = %z : tensor<3xf64>, tensor<3xf64>) {
    sloop.forall %i in %c3 {
      sloop.write %zero, %c[%i] : tensor<3xf64>
      sloop.forall %j in %c3 {
        %0 = sloop.read %a[%i, %j] : tensor<3x3xf64, #CSR>
        %1 = sloop.read %v[%j] : tensor<3xf64, #SV>
        %2 = arith.mulf %0, %1 : f64
        sloop.write %2, %c[%i] by add : tensor<3xf64>
      }
      sloop.forall %j in %c3 {
        %2 = sloop.read %b[%i, %j] : tensor<3x3xf64, #BCSR>
        sloop.write %2, %c[%i] by add : tensor<3xf64>
      }
      %3 = sloop.read %c[%i] : tensor<3xf64>
      %4 = sloop.read %v[%i] : tensor<3xf64, #SV>
      %5 = arith.addf %3, %4 : f64
      sloop.write %5, %d[%i] : tensor<3xf64>
    }
  }
  return %r#0, %r#1 : tensor<3xf64>, tensor<3xf64>
}
