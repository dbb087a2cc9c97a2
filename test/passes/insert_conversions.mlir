// `sloop-insert-conversions`: as few operands as possible are converted, and each conversion is a remark with its reason.

// RUN: lacuna-opt %s --sloop-insert-conversions --verify-diagnostics --split-input-file | FileCheck %s
// RUN: lacuna-opt %s --sloop-insert-conversions --sloop-insert-conversions --verify-diagnostics --split-input-file | FileCheck %s

// The first of two that contradict one another.
// CHECK-LABEL: func.func @contradicting_orders(
// CHECK:         %[[COLUMNS:.*]] = stensor.convert %arg0 : {{.*}} to
// CHECK-NOT:     stensor.convert
// CHECK:         sloop.nest ins({{.*}}%[[A:[a-z0-9]+]] = %[[COLUMNS]] :
// CHECK:           sloop.read %[[A]][%i, %j]
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
func.func @contradicting_orders(%A: tensor<8x8xf64, #CSR>, %B: tensor<8x8xf64, #CSC>, %Y: tensor<8x8xf64>) -> tensor<8x8xf64> {
  %c8 = arith.constant 8 : index
  // expected-remark-re@+1 {{operand 0 is converted from {{.*}} to tensor<8x8xf64, #stensor.format<(i, j) -> (j : dense, i : compressed)>>: {{.*}}v1 -> v0 -> v1 is a cycle; store operand 0 as {{.*}} to save the conversion}}
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<8x8xf64, #CSR>, tensor<8x8xf64, #CSC>) outs(%c = %Y : tensor<8x8xf64>) {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<8x8xf64, #CSR>
        %1 = sloop.read %b[%i, %j] : tensor<8x8xf64, #CSC>
        %s1 = arith.addf %0, %1 : f64
        sloop.write %s1, %c[%i, %j] : tensor<8x8xf64>
      }
    }
  }
  return %r : tensor<8x8xf64>
}

// -----

// Where either helps, the one with which the result comes in order.
// CHECK-LABEL: func.func @result_in_order(
// CHECK:         %[[ROWS:.*]] = stensor.convert %arg1 : {{.*}} to
// CHECK-NOT:     stensor.convert
// CHECK:         sloop.nest ins({{.*}}, %{{.*}} = %[[ROWS]] :
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
func.func @result_in_order(%A: tensor<8x8xf64, #CSR>, %B: tensor<8x8xf64, #CSC>) -> tensor<8x8xf64, #CSR> {
  %c8 = arith.constant 8 : index
  %Y = stensor.empty : tensor<8x8xf64, #CSR>
  // expected-remark-re@+1 {{operand 1 is converted from {{.*}} to tensor<8x8xf64, #stensor.format<(i, j) -> (i : dense, j : compressed)>>: {{.*}}is a cycle}}
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<8x8xf64, #CSR>, tensor<8x8xf64, #CSC>) outs(%c = %Y : tensor<8x8xf64, #CSR>) {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<8x8xf64, #CSR>
        %1 = sloop.read %b[%i, %j] : tensor<8x8xf64, #CSC>
        %s1 = arith.addf %0, %1 : f64
        sloop.write %s1, %c[%i, %j] : tensor<8x8xf64, #CSR>
      }
    }
  }
  return %r : tensor<8x8xf64, #CSR>
}

// -----

// One against two is the one that is converted.
// CHECK-LABEL: func.func @one_against_two(
// CHECK:         stensor.convert %arg1 :
// CHECK-NOT:     stensor.convert
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
func.func @one_against_two(%A: tensor<8x8xf64, #CSR>, %B: tensor<8x8xf64, #CSC>, %C: tensor<8x8xf64, #CSR>, %Y: tensor<8x8xf64>) -> tensor<8x8xf64> {
  %c8 = arith.constant 8 : index
  // expected-remark-re@+1 {{operand 1 is converted from {{.*}} to tensor<8x8xf64, #stensor.format<(i, j) -> (i : dense, j : compressed)>>: {{.*}}is a cycle; store operand 1 as {{.*}} to save the conversion}}
  %r = sloop.nest ins(%a = %A, %b = %B, %d = %C : tensor<8x8xf64, #CSR>, tensor<8x8xf64, #CSC>, tensor<8x8xf64, #CSR>) outs(%c = %Y : tensor<8x8xf64>) {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<8x8xf64, #CSR>
        %1 = sloop.read %b[%i, %j] : tensor<8x8xf64, #CSC>
        %2 = sloop.read %d[%i, %j] : tensor<8x8xf64, #CSR>
        %s1 = arith.addf %0, %1 : f64
        %s2 = arith.addf %s1, %2 : f64
        sloop.write %s2, %c[%i, %j] : tensor<8x8xf64>
      }
    }
  }
  return %r : tensor<8x8xf64>
}

// -----

// A tensor and its transpose: one access gets a tensor of its own.
// CHECK-LABEL: func.func @with_its_transpose(
// CHECK:         %[[COLUMNS:.*]] = stensor.convert %arg0 :
// CHECK-NOT:     stensor.convert
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @with_its_transpose(%A: tensor<8x8xf64, #CSR>, %B: tensor<8x8xf64, #CSR>, %Y: tensor<8x8xf64>) -> tensor<8x8xf64> {
  %c8 = arith.constant 8 : index
  // expected-remark-re@+1 {{operand 0 is converted from {{.*}} to tensor<8x8xf64, #stensor.format<(i, j) -> (j : dense, i : compressed)>>: {{.*}}is a cycle; store operand 0 as {{.*}} to save the conversion}}
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<8x8xf64, #CSR>, tensor<8x8xf64, #CSR>) outs(%c = %Y : tensor<8x8xf64>) {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<8x8xf64, #CSR>
        %1 = sloop.read %b[%j, %i] : tensor<8x8xf64, #CSR>
        %s1 = arith.mulf %0, %1 : f64
        sloop.write %s1, %c[%i, %j] : tensor<8x8xf64>
      }
    }
  }
  return %r : tensor<8x8xf64>
}

// -----

// What is unordered is sorted before it is merged again and again.
// CHECK-LABEL: func.func @unordered_and_merged(
// CHECK:         stensor.convert %arg1 :
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#Unordered = #stensor.format<(i, j) -> (i : dense, j : compressed(unordered))>
func.func @unordered_and_merged(%A: tensor<8x8xf64, #CSR>, %B: tensor<8x8xf64, #Unordered>, %Y: tensor<8x8x8xf64>) -> tensor<8x8x8xf64> {
  %c8 = arith.constant 8 : index
  // expected-remark-re@+1 {{operand 1 is converted from {{.*}} to tensor<8x8xf64, #stensor.format<(i, j) -> (i : dense, j : compressed)>>: {{.*}}is unordered, so it cannot be merged with others; store operand 1 as {{.*}} to save the conversion}}
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<8x8xf64, #CSR>, tensor<8x8xf64, #Unordered>) outs(%c = %Y : tensor<8x8x8xf64>) {
    sloop.forall %k in %c8 {
      sloop.forall %i in %c8 {
        sloop.forall %j in %c8 {
          %0 = sloop.read %a[%i, %j] : tensor<8x8xf64, #CSR>
          %1 = sloop.read %b[%i, %j] : tensor<8x8xf64, #Unordered>
          %s1 = arith.addf %0, %1 : f64
          sloop.write %s1, %c[%k, %i, %j] : tensor<8x8x8xf64>
        }
      }
    }
  }
  return %r : tensor<8x8x8xf64>
}

// -----

// Merged once, it is sorted as it is walked.
// CHECK-LABEL: func.func @unordered_and_merged_once(
// CHECK-NOT:     stensor.convert
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#Unordered = #stensor.format<(i, j) -> (i : dense, j : compressed(unordered))>
func.func @unordered_and_merged_once(%A: tensor<8x8xf64, #CSR>, %B: tensor<8x8xf64, #Unordered>, %Y: tensor<8x8xf64>) -> tensor<8x8xf64> {
  %c8 = arith.constant 8 : index
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<8x8xf64, #CSR>, tensor<8x8xf64, #Unordered>) outs(%c = %Y : tensor<8x8xf64>) {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<8x8xf64, #CSR>
        %1 = sloop.read %b[%i, %j] : tensor<8x8xf64, #Unordered>
        %s1 = arith.addf %0, %1 : f64
        sloop.write %s1, %c[%i, %j] : tensor<8x8xf64>
      }
    }
  }
  return %r : tensor<8x8xf64>
}

// -----

// Rows in several parts cannot, either.
// CHECK-LABEL: func.func @rows_in_parts(
// CHECK:         stensor.convert %arg1 :
#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>
#Parts = #stensor.format<(i, j) -> (i : compressed(nonunique), j : compressed)>
func.func @rows_in_parts(%A: tensor<8x8xf64, #DCSR>, %B: tensor<8x8xf64, #Parts>, %Y: tensor<8x8xf64>) -> tensor<8x8xf64> {
  %c8 = arith.constant 8 : index
  // expected-remark-re@+1 {{operand 1 is converted from {{.*}} to tensor<8x8xf64, #stensor.format<(i, j) -> (i : dense, j : compressed)>>: {{.*}}may hold a coordinate several times, each with children of its own, so it cannot be merged with others; store operand 1 as {{.*}} to save the conversion}}
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<8x8xf64, #DCSR>, tensor<8x8xf64, #Parts>) outs(%c = %Y : tensor<8x8xf64>) {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<8x8xf64, #DCSR>
        %1 = sloop.read %b[%i, %j] : tensor<8x8xf64, #Parts>
        %s1 = arith.mulf %0, %1 : f64
        sloop.write %s1, %c[%i, %j] : tensor<8x8xf64>
      }
    }
  }
  return %r : tensor<8x8xf64>
}

// -----

// Rows are walked inside of blocks, a window for each block.
// CHECK-LABEL: func.func @blocks_meet_rows(
// CHECK-NOT:     stensor.convert
// CHECK:         return
#BCSR = #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @blocks_meet_rows(%A: tensor<8x8xf64, #BCSR>, %B: tensor<8x8xf64, #CSR>, %Y: tensor<8x8xf64>) -> tensor<8x8xf64> {
  %c8 = arith.constant 8 : index
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<8x8xf64, #BCSR>, tensor<8x8xf64, #CSR>) outs(%c = %Y : tensor<8x8xf64>) {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<8x8xf64, #BCSR>
        %1 = sloop.read %b[%i, %j] : tensor<8x8xf64, #CSR>
        %s1 = arith.addf %0, %1 : f64
        sloop.write %s1, %c[%i, %j] : tensor<8x8xf64>
      }
    }
  }
  return %r : tensor<8x8xf64>
}

// -----

// Blocks of two sizes would split one variable in two ways: one of them becomes rows.
// CHECK-LABEL: func.func @blocks_of_two_sizes(
// CHECK:         stensor.convert %arg1 :
// CHECK-NOT:     stensor.convert
#BCSR = #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>
#BCSR4 = #stensor.format<(i, j) -> (i floordiv 4 : dense, j floordiv 4 : compressed, i mod 4 : dense, j mod 4 : dense)>
func.func @blocks_of_two_sizes(%A: tensor<8x8xf64, #BCSR>, %B: tensor<8x8xf64, #BCSR4>, %Y: tensor<8x8xf64>) -> tensor<8x8xf64> {
  %c8 = arith.constant 8 : index
  // expected-remark-re@+1 {{operand 1 is converted from {{.*}} to tensor<8x8xf64, #stensor.format<(i, j) -> (i : dense, j : compressed)>>: {{.*}}; store operand 1 as {{.*}} to save the conversion}}
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<8x8xf64, #BCSR>, tensor<8x8xf64, #BCSR4>) outs(%c = %Y : tensor<8x8xf64>) {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<8x8xf64, #BCSR>
        %1 = sloop.read %b[%i, %j] : tensor<8x8xf64, #BCSR4>
        %s1 = arith.addf %0, %1 : f64
        sloop.write %s1, %c[%i, %j] : tensor<8x8xf64>
      }
    }
  }
  return %r : tensor<8x8xf64>
}

// -----

// Diagonals would have the columns of a row in an order that rows have not.
// CHECK-LABEL: func.func @diagonals_meet_rows(
// CHECK:         stensor.convert %arg0 :
// CHECK-NOT:     stensor.convert
#DIA = #stensor.format<(i, j) -> (j - i : compressed, i : range, j : offset)>
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @diagonals_meet_rows(%A: tensor<8x8xf64, #DIA>, %B: tensor<8x8xf64, #CSR>, %Y: tensor<8x8xf64>) -> tensor<8x8xf64> {
  %c8 = arith.constant 8 : index
  // expected-remark-re@+1 {{operand 0 is converted from {{.*}} to tensor<8x8xf64, #stensor.format<(i, j) -> (i : dense, j : compressed)>>: level 1 of operand 1 {{.*}} wants a loop over v1, but the levels of operand 0 want loops over v0 and v1 - v0; store operand 0 as {{.*}} to save the conversion}}
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<8x8xf64, #DIA>, tensor<8x8xf64, #CSR>) outs(%c = %Y : tensor<8x8xf64>) {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<8x8xf64, #DIA>
        %1 = sloop.read %b[%i, %j] : tensor<8x8xf64, #CSR>
        %s1 = arith.addf %0, %1 : f64
        sloop.write %s1, %c[%i, %j] : tensor<8x8xf64>
      }
    }
  }
  return %r : tensor<8x8xf64>
}

// -----

// Slots are taken one by one where they are summed up, and only there.
// CHECK-LABEL: func.func @slots_that_are_not_summed_up(
// CHECK:         stensor.convert %arg0 :
#ELL = #stensor.format<(i, j) -> (_ : dense, i : dense, j : singleton)>
func.func @slots_that_are_not_summed_up(%A: tensor<8x8xf64, #ELL>, %Y: tensor<8xf64>) -> tensor<8xf64> {
  %c8 = arith.constant 8 : index
  // expected-remark-re@+1 {{operand 0 is converted from {{.*}} to tensor<8x8xf64, #stensor.format<(i, j) -> (i : dense, j : compressed)>>: {{.*}}keeps its entries in slots, which only sums can take one by one; store operand 0 as {{.*}} to save the conversion}}
  %r = sloop.nest ins(%a = %A : tensor<8x8xf64, #ELL>) outs(%c = %Y : tensor<8xf64>) {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<8x8xf64, #ELL>
        sloop.write %0, %c[%i] by max : tensor<8xf64>
      }
    }
  }
  return %r : tensor<8xf64>
}

// -----

// Diagonals replace points of a dense result, which is filled before.
// CHECK-LABEL: func.func @diagonals_into_a_dense_result(
// CHECK-NOT:     stensor.convert
// CHECK:         return
#DIA = #stensor.format<(i, j) -> (j - i : compressed, i : range, j : offset)>
func.func @diagonals_into_a_dense_result(%A: tensor<8x8xf64, #DIA>, %Y: tensor<8x8xf64>) -> tensor<8x8xf64> {
  %c8 = arith.constant 8 : index
  %r = sloop.nest ins(%a = %A : tensor<8x8xf64, #DIA>) outs(%c = %Y : tensor<8x8xf64>) {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<8x8xf64, #DIA>
        sloop.write %0, %c[%i, %j] : tensor<8x8xf64>
      }
    }
  }
  return %r : tensor<8x8xf64>
}

// -----

// A result in another order than its operand is a list, which is sorted: the operand would first be copied to one.
// CHECK-LABEL: func.func @rows_to_columns(
// CHECK-NOT:     stensor.convert
// CHECK:         %[[LIST:.*]] = sloop.nest
// CHECK:         %[[COLUMNS:.*]] = stensor.convert %[[LIST]] :
// CHECK:         return %[[COLUMNS]]
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#DCSC = #stensor.format<(i, j) -> (j : compressed, i : compressed)>
func.func @rows_to_columns(%A: tensor<?x?xf64, #CSR>, %m: index, %n: index) -> tensor<?x?xf64, #DCSC> {
  %Y = stensor.empty sizes(%m, %n) : tensor<?x?xf64, #DCSC>
  // expected-remark-re@+1 {{operand 1 is computed as tensor<?x?xf64, #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton), positions = 64>> and converted to {{.*}}is a cycle; store operand 1 as {{.*}} to save the conversion}}
  %r = sloop.nest ins(%a = %A : tensor<?x?xf64, #CSR>) outs(%c = %Y : tensor<?x?xf64, #DCSC>) {
    sloop.forall %i in %m {
      sloop.forall %j in %n {
        %0 = sloop.read %a[%i, %j] : tensor<?x?xf64, #CSR>
        sloop.write %0, %c[%i, %j] elsewhere(0.0 : f64) : tensor<?x?xf64, #DCSC>
      }
    }
  }
  return %r : tensor<?x?xf64, #DCSC>
}

// -----

// So it is of several operands.
// CHECK-LABEL: func.func @rows_of_columns(
// CHECK:         stensor.empty
// CHECK:         %[[LIST:.*]] = stensor.empty : tensor<8x8xf64, #[[FORMAT:.*]]>
// CHECK:         %[[SUM:.*]] = sloop.nest {{.*}} outs(%{{.*}} = %[[LIST]] : tensor<8x8xf64, #[[FORMAT]]>)
// CHECK:         %[[ROWS:.*]] = stensor.convert %[[SUM]] :
// CHECK:         return %[[ROWS]]
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>
func.func @rows_of_columns(%A: tensor<8x8xf64, #CSC>, %B: tensor<8x8xf64, #CSC>) -> tensor<8x8xf64, #DCSR> {
  %c8 = arith.constant 8 : index
  %Y = stensor.empty : tensor<8x8xf64, #DCSR>
  // expected-remark-re@+1 {{operand 2 is computed as tensor<8x8xf64, #stensor.format<(i, j) -> (j : compressed(nonunique), i : singleton), positions = 64>> and converted to tensor<8x8xf64, #stensor.format<(i, j) -> (i : compressed, j : compressed)>>: no loop order}}
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<8x8xf64, #CSC>, tensor<8x8xf64, #CSC>) outs(%c = %Y : tensor<8x8xf64, #DCSR>) {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<8x8xf64, #CSC>
        %1 = sloop.read %b[%i, %j] : tensor<8x8xf64, #CSC>
        %s1 = arith.addf %0, %1 : f64
        sloop.write %s1, %c[%i, %j] elsewhere(0.0 : f64) : tensor<8x8xf64, #DCSR>
      }
    }
  }
  return %r : tensor<8x8xf64, #DCSR>
}

// -----

// Nothing where the result has room for every parent: they may come in any order.
// CHECK-LABEL: func.func @rows_to_columns_with_room(
// CHECK-NOT:     stensor.convert
// CHECK:         sloop.nest
// CHECK-NOT:     stensor.convert
// CHECK:         return
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
func.func @rows_to_columns_with_room(%A: tensor<8x8xf64, #CSR>) -> tensor<8x8xf64, #CSC> {
  %c8 = arith.constant 8 : index
  %Y = stensor.empty : tensor<8x8xf64, #CSC>
  %r = sloop.nest ins(%a = %A : tensor<8x8xf64, #CSR>) outs(%c = %Y : tensor<8x8xf64, #CSC>) {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<8x8xf64, #CSR>
        sloop.write %0, %c[%i, %j] elsewhere(0.0 : f64) : tensor<8x8xf64, #CSC>
      }
    }
  }
  return %r : tensor<8x8xf64, #CSC>
}

// -----

// CHECK-LABEL: func.func @rows_of_columns_with_room(
// CHECK-NOT:     stensor.convert
// CHECK:         %[[SUM:.*]] = sloop.nest
// CHECK-NOT:     stensor.convert
// CHECK:         return %[[SUM]]
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @rows_of_columns_with_room(%A: tensor<8x8xf64, #CSC>, %B: tensor<8x8xf64, #CSC>) -> tensor<8x8xf64, #CSR> {
  %c8 = arith.constant 8 : index
  %Y = stensor.empty : tensor<8x8xf64, #CSR>
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<8x8xf64, #CSC>, tensor<8x8xf64, #CSC>) outs(%c = %Y : tensor<8x8xf64, #CSR>) {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<8x8xf64, #CSC>
        %1 = sloop.read %b[%i, %j] : tensor<8x8xf64, #CSC>
        %s1 = arith.addf %0, %1 : f64
        sloop.write %s1, %c[%i, %j] elsewhere(0.0 : f64) : tensor<8x8xf64, #CSR>
      }
    }
  }
  return %r : tensor<8x8xf64, #CSR>
}

// -----

// A result in blocks takes the points of rows as a list has them, without the list.
// CHECK-LABEL: func.func @rows_to_blocks(
// CHECK-NOT:     stensor.convert
// CHECK:         sloop.nest ins(%{{.*}} = %{{.*}} : tensor<8x8xf64, #[[CSR:.*]]>) outs(%[[C:.*]] = %{{.*}} : tensor<8x8xf64, #[[BLOCKS:.*]]>)
// CHECK:         sloop.write %{{.*}}, %[[C]][%{{.*}}, %{{.*}}] elsewhere(0.000000e+00 : f64) : tensor<8x8xf64, #[[LIST:.*]]>
// CHECK-NOT:     stensor.convert
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#BCSR = #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>
func.func @rows_to_blocks(%A: tensor<8x8xf64, #CSR>) -> tensor<8x8xf64, #BCSR> {
  %c8 = arith.constant 8 : index
  %Y = stensor.empty : tensor<8x8xf64, #BCSR>
  // expected-remark-re@+1 {{operand 1 takes points as tensor<8x8xf64, #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton), positions = 64>> lists them, parent by parent, in two walks: level 0 of operand 0}}
  %r = sloop.nest ins(%a = %A : tensor<8x8xf64, #CSR>) outs(%c = %Y : tensor<8x8xf64, #BCSR>) {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<8x8xf64, #CSR>
        sloop.write %0, %c[%i, %j] elsewhere(0.0 : f64) : tensor<8x8xf64, #BCSR>
      }
    }
  }
  return %r : tensor<8x8xf64, #BCSR>
}

// -----

// One conversion serves two statements, and is reported once.
// CHECK-LABEL: func.func @shared(
// CHECK:         %[[COLUMNS:.*]] = stensor.convert %arg0 :
// CHECK-NOT:     stensor.convert
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
func.func @shared(%A: tensor<8x8xf64, #CSR>, %B: tensor<8x8xf64, #CSC>, %Y: tensor<8x8xf64>, %Z: tensor<8x8xf64>) -> (tensor<8x8xf64>, tensor<8x8xf64>) {
  %c8 = arith.constant 8 : index
  // expected-remark-re@+1 {{operand 0 is converted from {{.*}}: no loop order follows the levels of every operand}}
  %r:2 = sloop.nest ins(%a = %A, %b = %B : tensor<8x8xf64, #CSR>, tensor<8x8xf64, #CSC>) outs(%c = %Y, %d = %Z : tensor<8x8xf64>, tensor<8x8xf64>) {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<8x8xf64, #CSR>
        %1 = sloop.read %b[%i, %j] : tensor<8x8xf64, #CSC>
        %s1 = arith.addf %0, %1 : f64
        sloop.write %s1, %c[%i, %j] : tensor<8x8xf64>
      }
    }
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<8x8xf64, #CSR>
        %1 = sloop.read %b[%i, %j] : tensor<8x8xf64, #CSC>
        %s1 = arith.mulf %0, %1 : f64
        sloop.write %s1, %d[%i, %j] : tensor<8x8xf64>
      }
    }
  }
  return %r#0, %r#1 : tensor<8x8xf64>, tensor<8x8xf64>
}
