// Bufferization of a nest: dense operands become buffers, the body still sees a list where the points of a result come in
// groups. Stored results stand before buffers.

// RUN: lacuna-opt %s --one-shot-bufferize=allow-unknown-ops | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton(unordered))>

// CHECK-DAG: #[[CSR:.*]] = #stensor.format<(i, j) -> (i : dense, j : compressed)>
// CHECK-DAG: #[[COO:.*]] = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton(unordered))>
// CHECK:     sloop.nest {{.*}} outs(%[[C:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}} : tensor<4x8xf64, #[[COO]]> to tensor<4x8xf64, #[[CSR]]>, memref<4xf64>) {
// CHECK:       sloop.write %{{.*}}, %[[B]][%i] by add : memref<4xf64>
// CHECK:       sloop.write %{{.*}}, %[[C]][%i, %j] : tensor<4x8xf64, #[[COO]]>
func.func @list_behind_a_dense_result(%x: tensor<4x8xf64>, %y: tensor<4xf64>) -> (tensor<4xf64>, tensor<4x8xf64, #CSR>) {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %e = stensor.empty : tensor<4x8xf64, #CSR>
  %r:2 = sloop.nest ins(%a = %x : tensor<4x8xf64>)
                    outs(%b = %y, %c = %e : tensor<4xf64>, tensor<4x8xf64, #COO> to tensor<4x8xf64, #CSR>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<4x8xf64>
        sloop.write %0, %b[%i] by add : tensor<4xf64>
        sloop.write %0, %c[%i, %j] : tensor<4x8xf64, #COO>
      }
    }
  }
  return %r#0, %r#1 : tensor<4xf64>, tensor<4x8xf64, #CSR>
}
