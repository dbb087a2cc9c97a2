// `sloop-schedule`: loops follow the levels of stored tensors, and otherwise stay as they are.

// RUN: lacuna-opt %s --sloop-schedule | FileCheck %s
// RUN: lacuna-opt %s --sloop-schedule > %t.once
// RUN: lacuna-opt %t.once --sloop-schedule | diff %t.once -

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#CSF = #stensor.format<(i, j, k) -> (k : compressed, i : compressed, j : compressed)>
#Columns = #stensor.format<(i, j) -> (j : dense, i : dense)>

// CHECK-LABEL: func.func @columns_first(
// CHECK-SAME:    %[[M:[a-z0-9]*]]: index, %[[N:[a-z0-9]*]]: index)
func.func @columns_first(%A: tensor<?x?xf64, #CSC>, %x: tensor<?xf64>, %y: tensor<?xf64>, %m: index, %n: index)
    -> tensor<?xf64> {
  // CHECK:      sloop.forall %[[COL:.*]] in %[[N]] {
  // CHECK-NEXT:   sloop.forall %[[ROW:.*]] in %[[M]] {
  // CHECK-NEXT:     sloop.read %{{.*}}[%[[ROW]], %[[COL]]]
  // CHECK-NEXT:     sloop.read %{{.*}}[%[[COL]]]
  // CHECK:          sloop.write %{{.*}}, %{{.*}}[%[[ROW]]] by add
  %r = sloop.nest ins(%a = %A, %b = %x : tensor<?x?xf64, #CSC>, tensor<?xf64>) outs(%c = %y : tensor<?xf64>) {
    sloop.forall %i in %m {
      sloop.forall %j in %n {
        %0 = sloop.read %a[%i, %j] : tensor<?x?xf64, #CSC>
        %1 = sloop.read %b[%j] : tensor<?xf64>
        %2 = arith.mulf %0, %1 : f64
        sloop.write %2, %c[%i] by add : tensor<?xf64>
      }
    }
  }
  return %r : tensor<?xf64>
}

// A row-major matrix on the right of a product, C = A B, asks for k before j; i, which it does not mention, stays first.
// CHECK-LABEL: func.func @only_what_a_level_order_asks_for(
// CHECK-SAME:    %[[M:[a-z0-9]*]]: index, %[[N:[a-z0-9]*]]: index, %[[K:[a-z0-9]*]]: index)
func.func @only_what_a_level_order_asks_for(%A: tensor<?x?xf64>, %B: tensor<?x?xf64, #CSR>, %C: tensor<?x?xf64>,
                                            %m: index, %n: index, %k: index) -> tensor<?x?xf64> {
  // CHECK:      sloop.forall %{{.*}} in %[[M]] {
  // CHECK-NEXT:   sloop.forall %{{.*}} in %[[K]] {
  // CHECK-NEXT:     sloop.forall %{{.*}} in %[[N]] {
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<?x?xf64>, tensor<?x?xf64, #CSR>) outs(%c = %C : tensor<?x?xf64>) {
    sloop.forall %i in %m {
      sloop.forall %j in %n {
        sloop.forall %l in %k {
          %0 = sloop.read %a[%i, %l] : tensor<?x?xf64>
          %1 = sloop.read %b[%l, %j] : tensor<?x?xf64, #CSR>
          %2 = arith.mulf %0, %1 : f64
          sloop.write %2, %c[%i, %j] by add : tensor<?x?xf64>
        }
      }
    }
  }
  return %r : tensor<?x?xf64>
}

// CHECK-LABEL: func.func @three_levels(
func.func @three_levels(%A: tensor<2x3x4xf64, #CSF>, %y: tensor<2xf64>) -> tensor<2xf64> {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  // CHECK:      sloop.forall %{{.*}} in %c4 {
  // CHECK-NEXT:   sloop.forall %{{.*}} in %c2 {
  // CHECK-NEXT:     sloop.forall %{{.*}} in %c3 {
  %r = sloop.nest ins(%a = %A : tensor<2x3x4xf64, #CSF>) outs(%c = %y : tensor<2xf64>) {
    sloop.forall %i in %c2 {
      sloop.forall %j in %c3 {
        sloop.forall %k in %c4 {
          %0 = sloop.read %a[%i, %j, %k] : tensor<2x3x4xf64, #CSF>
          sloop.write %0, %c[%i] by add : tensor<2xf64>
        }
      }
    }
  }
  return %r : tensor<2xf64>
}

// A tensor all of whose levels can be located asks for no order.
// CHECK-LABEL: func.func @keeps_order_for_random_access(
func.func @keeps_order_for_random_access(%A: tensor<2x3xf64, #Columns>, %y: tensor<2xf64>) -> tensor<2xf64> {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  // CHECK:      sloop.forall %{{.*}} in %c2 {
  // CHECK-NEXT:   sloop.forall %{{.*}} in %c3 {
  %r = sloop.nest ins(%a = %A : tensor<2x3xf64, #Columns>) outs(%c = %y : tensor<2xf64>) {
    sloop.forall %i in %c2 {
      sloop.forall %j in %c3 {
        %0 = sloop.read %a[%i, %j] : tensor<2x3xf64, #Columns>
        sloop.write %0, %c[%i] by add : tensor<2xf64>
      }
    }
  }
  return %r : tensor<2xf64>
}

// Lanes stay with their loop, and each statement has an order of its own.
// CHECK-LABEL: func.func @statement_by_statement(
func.func @statement_by_statement(%A: tensor<2x3xf64, #CSC>, %y: tensor<2xf64>, %v: f64) -> tensor<2xf64> {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  // CHECK:      sloop.nest
  // CHECK-NEXT:   sloop.forall %i in %c2 {
  // CHECK-NEXT:     sloop.write
  // CHECK-NEXT:   }
  // CHECK-NEXT:   sloop.forall %i in %c3 {
  // CHECK-NEXT:     sloop.forall %j in %c2 how(<lanes = 2>) {
  %r = sloop.nest ins(%a = %A : tensor<2x3xf64, #CSC>) outs(%c = %y : tensor<2xf64>) {
    sloop.forall %i in %c2 {
      sloop.write %v, %c[%i] : tensor<2xf64>
    }
    sloop.forall %i in %c2 how(<lanes = 2>) {
      sloop.forall %j in %c3 {
        %0 = sloop.read %a[%i, %j] : tensor<2x3xf64, #CSC>
        sloop.write %0, %c[%i] by add : tensor<2xf64>
      }
    }
  }
  return %r : tensor<2xf64>
}
