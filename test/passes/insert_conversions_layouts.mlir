// `sloop-insert-conversions`: dense operands that loops read with strides again and again are stored in another order.

// RUN: lacuna-opt %s --sloop-insert-conversions --verify-diagnostics --mlir-print-local-scope | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>

// C(i,j) = A(i,j) * B(i,k) * D(k,j): each entry of A reads a column of D, whose elements are a row apart.
// CHECK-LABEL: func.func @columns_of_a_dense_operand(
// CHECK-SAME:    %{{[a-zA-Z0-9]*}}: {{.*}}, %{{[a-zA-Z0-9]*}}: {{.*}}, %[[D:[a-zA-Z0-9]*]]: tensor<32x200xf64>
// CHECK:         %[[COLUMNS:.*]] = stensor.convert %[[D]] : tensor<32x200xf64> to tensor<32x200xf64, #stensor.format<(i, j) -> (j : dense, i : dense)>>
// CHECK:         sloop.nest ins({{.*}}, %[[B:.*]] = %{{.*}}, %[[Q:.*]] = %[[COLUMNS]] :
// CHECK:         stensor.release %[[COLUMNS]]
func.func @columns_of_a_dense_operand(%A: tensor<200x200xf64, #CSR>, %B: tensor<200x32xf64>, %D: tensor<32x200xf64>, %C: tensor<200x200xf64>) -> tensor<200x200xf64> {
  %m = arith.constant 200 : index
  %k = arith.constant 32 : index
  // expected-remark@+1 {{operand 2 is converted from tensor<32x200xf64> to tensor<32x200xf64, #stensor.format<(i, j) -> (j : dense, i : dense)>>: each element is read about 10 times, with strides in the loop over k, and neighbours are read at once then}}
  %r = sloop.nest ins(%a = %A, %b = %B, %d = %D : tensor<200x200xf64, #CSR>, tensor<200x32xf64>, tensor<32x200xf64>) outs(%c = %C : tensor<200x200xf64>) {
    sloop.forall %i in %m named "i" {
      sloop.forall %j in %m named "j" {
        sloop.forall %l in %k named "k" {
          %0 = sloop.read %a[%i, %j] : tensor<200x200xf64, #CSR>
          %1 = sloop.read %b[%i, %l] : tensor<200x32xf64>
          %2 = sloop.read %d[%l, %j] : tensor<32x200xf64>
          %3 = arith.mulf %0, %1 : f64
          %4 = arith.mulf %3, %2 : f64
          sloop.write %4, %c[%i, %j] by add : tensor<200x200xf64>
        }
      }
    }
  }
  return %r : tensor<200x200xf64>
}

// The product of A with D can run in lanes along the rows of D and of the result: nothing is read with strides then.
// CHECK-LABEL: func.func @rows_in_lanes(
// CHECK-NOT:     stensor.convert
func.func @rows_in_lanes(%A: tensor<200x200xf64, #CSR>, %D: tensor<200x32xf64>, %C: tensor<200x32xf64>) -> tensor<200x32xf64> {
  %m = arith.constant 200 : index
  %k = arith.constant 32 : index
  %r = sloop.nest ins(%a = %A, %d = %D : tensor<200x200xf64, #CSR>, tensor<200x32xf64>) outs(%c = %C : tensor<200x32xf64>) {
    sloop.forall %i in %m {
      sloop.forall %j in %m {
        sloop.forall %l in %k {
          %0 = sloop.read %a[%i, %j] : tensor<200x200xf64, #CSR>
          %1 = sloop.read %d[%j, %l] : tensor<200x32xf64>
          %2 = arith.mulf %0, %1 : f64
          sloop.write %2, %c[%i, %l] by add : tensor<200x32xf64>
        }
      }
    }
  }
  return %r : tensor<200x32xf64>
}

// A column-major matrix times a vector reads each element once.
// CHECK-LABEL: func.func @reads_each_element_once(
// CHECK-NOT:     stensor.convert
func.func @reads_each_element_once(%A: tensor<200x300xf64>, %x: tensor<200xf64>, %s: tensor<f64>, %v: tensor<300xf64, #stensor.format<(i) -> (i : compressed)>>) -> tensor<f64> {
  %m = arith.constant 200 : index
  %n = arith.constant 300 : index
  %r = sloop.nest ins(%a = %A, %b = %x, %w = %v : tensor<200x300xf64>, tensor<200xf64>, tensor<300xf64, #stensor.format<(i) -> (i : compressed)>>) outs(%c = %s : tensor<f64>) {
    sloop.forall %j in %n {
      sloop.forall %i in %m {
        %0 = sloop.read %a[%i, %j] : tensor<200x300xf64>
        %1 = sloop.read %b[%i] : tensor<200xf64>
        %2 = sloop.read %w[%j] : tensor<300xf64, #stensor.format<(i) -> (i : compressed)>>
        %3 = arith.mulf %0, %1 : f64
        %4 = arith.mulf %3, %2 : f64
        sloop.write %4, %c[] by add : tensor<f64>
      }
    }
  }
  return %r : tensor<f64>
}
