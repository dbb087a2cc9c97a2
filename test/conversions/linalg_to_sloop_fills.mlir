// `convert-linalg-to-sloop`: a fill that conversion did not make dead stays.

// RUN: lacuna-opt %s --convert-linalg-to-sloop | FileCheck %s

// CHECK-LABEL: func.func @without_users(
func.func @without_users(%e: tensor<4xf64>) -> tensor<4xf64> {
  // CHECK: linalg.fill
  %zero = arith.constant 0.0 : f64
  %y = linalg.fill ins(%zero : f64) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  return %e : tensor<4xf64>
}
