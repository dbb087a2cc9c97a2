// `sloop-sparsify`: results that have room for every coordinate in all levels take points in any order.

// RUN: lacuna-opt %s --sloop-sparsify=ahead=0 | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#Columns = #stensor.format<(i, j) -> (j : dense, i : dense)>

// CHECK-LABEL: func.func @rows_to_columns
// CHECK:       %{{.*}} = sloop.grow insert(%[[R:[a-z0-9_]+]])
// CHECK-NOT:   sloop.insert
// CHECK:         %[[CURSOR:.*]] = sloop.cursor %{{.*}}[1] under
// CHECK-NEXT:         sloop.iterate (%[[J:.*]], %{{.*}}) in %[[CURSOR]]
// CHECK:           %[[COLUMN:.*]] = sloop.insert %[[J]] to %[[R]][0] under(%{{.*}})
// CHECK-NEXT:      %[[AT:.*]] = sloop.insert %{{.*}} to %[[R]][1] under(%[[COLUMN]])
// CHECK-NEXT:      sloop.put %{{.*}} in %[[R]][%[[AT]]]
func.func @rows_to_columns(%A: tensor<4x8xf64, #CSR>) -> tensor<4x8xf64, #Columns> {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %e = stensor.empty : tensor<4x8xf64, #Columns>
  %r = sloop.nest ins(%a = %A : tensor<4x8xf64, #CSR>) outs(%c = %e : tensor<4x8xf64, #Columns>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<4x8xf64, #CSR>
        sloop.write %0, %c[%i, %j] elsewhere(0.0 : f64) : tensor<4x8xf64, #Columns>
      }
    }
  }
  return %r : tensor<4x8xf64, #Columns>
}
