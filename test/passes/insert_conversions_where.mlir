// `sloop-insert-conversions`: what a producer or a consumer of a `sloop.where` reads.

// RUN: lacuna-opt %s --sloop-interpret -o /dev/null 2>&1 | FileCheck %s
// RUN: lacuna-opt %s --sloop-insert-conversions --sloop-interpret 2> %t.says | FileCheck %s --check-prefix=CONVERTED
// RUN: FileCheck %s < %t.says
// RUN: FileCheck %s --check-prefix=WHY < %t.says
// RUN: lacuna-opt %s --sloop-insert-conversions --stensor-expand-conversions --sloop-schedule --sloop-vectorize \
// RUN:   --sloop-form-folds --sloop-merge-terms --sloop-sink-initializations --verify-sloop -o /dev/null

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#SV = #stensor.format<(i) -> (i : compressed)>

// The loop over rows is around both sides, so the producer cannot walk columns.
// CHECK: remark: gives [23, 2, 33, 50, 5, 72, 77, 8, 111]
// WHY: remark: operand 0 is converted from {{.*}}: sloop.where: the levels of stored operands ask for another order
// CONVERTED-LABEL: func.func @producer(
// CONVERTED:       %[[ROWS:.*]] = stensor.convert %arg0 :
// CONVERTED:       sloop.nest ins(%{{.*}} = %arg0, %[[B:.*]] = %arg1, %[[A:.*]] = %[[ROWS]] :
// CONVERTED:       produce(
// CONVERTED:         sloop.read %[[A]][
// CONVERTED-NEXT:    sloop.read %[[B]][
// CONVERTED:       consume(
// CONVERTED:       stensor.release %[[ROWS]]
func.func @producer(%A: tensor<3x3xf64, #CSC>, %B: tensor<3x3xf64, #CSR>, %y: tensor<3x3xf64>) -> tensor<3x3xf64> {
  %c3 = arith.constant 3 : index
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<3x3xf64, #CSC>, tensor<3x3xf64, #CSR>)
                  outs(%c = %y : tensor<3x3xf64>) {
    sloop.forall %i in %c3 {
      sloop.where tensor<3xf64> produce(%w) {
        sloop.forall %k in %c3 {
          sloop.forall %j in %c3 {
            %0 = sloop.read %a[%i, %k] : tensor<3x3xf64, #CSC>
            %1 = sloop.read %b[%k, %j] : tensor<3x3xf64, #CSR>
            %2 = arith.mulf %0, %1 : f64
            sloop.write %2, %w[%j] by add : tensor<3xf64>
          }
        }
      } consume(%w) {
        sloop.forall %j in %c3 {
          %0 = sloop.read %w[%j] : tensor<3xf64>
          sloop.write %0, %c[%i, %j] by add : tensor<3x3xf64>
        }
      }
    }
  }
  return %r : tensor<3x3xf64>
}

// The consumer cannot walk columns, either. It merges what the workspace stores with each row.
// CHECK: remark: gives [11, 54, 133]
// WHY: remark: operand 1 is converted from {{.*}}: sloop.where: the levels of stored operands ask for another order
// CONVERTED-LABEL: func.func @consumer(
// CONVERTED:       %[[ROWS:.*]] = stensor.convert %arg1 :
// CONVERTED:       sloop.nest ins(%[[A:.*]] = %arg0, %{{.*}} = %arg1, %[[B:.*]] = %[[ROWS]] :
// CONVERTED:       produce(
// CONVERTED:         sloop.read %[[A]][
// CONVERTED:       consume(
// CONVERTED:         sloop.read %[[B]][
func.func @consumer(%A: tensor<3x3xf64, #CSR>, %B: tensor<3x3xf64, #CSC>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %c3 = arith.constant 3 : index
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<3x3xf64, #CSR>, tensor<3x3xf64, #CSC>) outs(%c = %y : tensor<3xf64>) {
    sloop.forall %i in %c3 {
      sloop.where tensor<3xf64> produce(%w) {
        sloop.forall %j in %c3 {
          %0 = sloop.read %a[%i, %j] : tensor<3x3xf64, #CSR>
          sloop.write %0, %w[%j] by add : tensor<3xf64>
        }
      } consume(%w) {
        sloop.forall %j in %c3 {
          %0 = sloop.read %w[%j] : tensor<3xf64>
          %1 = sloop.read %b[%i, %j] : tensor<3x3xf64, #CSC>
          %2 = arith.mulf %0, %1 : f64
          sloop.write %2, %c[%i] by add : tensor<3xf64>
        }
      }
    }
  }
  return %r : tensor<3xf64>
}

// Nothing where a loop order follows all operands.
// CHECK: remark: gives [2, 2, 6]
// WHY-NOT: remark: {{.*}}converted
// CONVERTED-LABEL: func.func @in_order(
// CONVERTED-NOT:   stensor.convert
// CONVERTED:       sloop.where
func.func @in_order(%x: tensor<3xf64, #SV>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %c3 = arith.constant 3 : index
  %r = sloop.nest ins(%a = %x : tensor<3xf64, #SV>) outs(%c = %y : tensor<3xf64>) {
    sloop.where tensor<3xf64> produce(%w) {
      sloop.forall %i in %c3 {
        %0 = sloop.read %a[%i] : tensor<3xf64, #SV>
        sloop.write %0, %w[%i] : tensor<3xf64>
      }
    } consume(%w) {
      sloop.forall %i in %c3 {
        %0 = sloop.read %w[%i] : tensor<3xf64>
        sloop.write %0, %c[%i] by add : tensor<3xf64>
      }
    }
  }
  return %r : tensor<3xf64>
}
