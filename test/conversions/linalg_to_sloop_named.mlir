// `convert-linalg-to-sloop`: named operations are made generic first; `all` converts dense ones too.

// RUN: lacuna-opt %s --generalize-named-ops --convert-linalg-to-sloop | FileCheck %s
// RUN: lacuna-opt %s --generalize-named-ops --convert-linalg-to-sloop=all=true | FileCheck %s --check-prefix=ALL
// A named operation is not touched before.
// RUN: lacuna-opt %s --convert-linalg-to-sloop | FileCheck %s --check-prefix=NAMED

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>

// CHECK-LABEL: func.func @matvec(
// NAMED-LABEL: func.func @matvec(
func.func @matvec(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  // CHECK:      sloop.forall %i in
  // CHECK-NEXT:   sloop.forall %j in
  // CHECK:          sloop.write %{{.*}}, %{{.*}}[%i] by add
  // NAMED:      linalg.matvec
  %0 = linalg.matvec ins(%A, %x : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%y : tensor<?xf64>) -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

// CHECK-LABEL: func.func @matmul(
func.func @matmul(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64>, %C: tensor<?x?xf64>) -> tensor<?x?xf64> {
  // CHECK:      sloop.forall %i in
  // CHECK-NEXT:   sloop.forall %j in
  // CHECK-NEXT:     sloop.forall %k in
  // CHECK-NEXT:       sloop.read %{{.*}}[%i, %k]
  // CHECK-NEXT:       sloop.read %{{.*}}[%k, %j]
  // CHECK:            sloop.write %{{.*}}, %{{.*}}[%i, %j] by add
  %0 = linalg.matmul ins(%A, %B : tensor<?x?xf64, #CSR>, tensor<?x?xf64>) outs(%C : tensor<?x?xf64>) -> tensor<?x?xf64>
  return %0 : tensor<?x?xf64>
}

// The fill that is generalized with the rest still becomes a loop.
// CHECK-LABEL: func.func @filled_matvec(
func.func @filled_matvec(%A: tensor<4x8xf64, #CSR>, %x: tensor<8xf64>, %e: tensor<4xf64>) -> tensor<4xf64> {
  // CHECK-NOT:  linalg
  // CHECK:      sloop.nest
  // CHECK-NEXT:   sloop.forall %i in
  // CHECK-NEXT:     sloop.write %cst, %{{.*}}[%i] : tensor<4xf64>
  // CHECK-NOT:  linalg
  %zero = arith.constant 0.0 : f64
  %y = linalg.fill ins(%zero : f64) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %0 = linalg.matvec ins(%A, %x : tensor<4x8xf64, #CSR>, tensor<8xf64>) outs(%y : tensor<4xf64>) -> tensor<4xf64>
  // CHECK:      return
  return %0 : tensor<4xf64>
}

// CHECK-LABEL: func.func @dense_matvec(
// ALL-LABEL:   func.func @dense_matvec(
func.func @dense_matvec(%A: tensor<?x?xf64>, %x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  // CHECK-NOT: sloop
  // CHECK:     linalg.generic
  // ALL-NOT:   linalg
  // ALL:       sloop.nest
  // ALL:         sloop.write %{{.*}}, %{{.*}}[%i] by add
  // ALL-NOT:   linalg
  %0 = linalg.matvec ins(%A, %x : tensor<?x?xf64>, tensor<?xf64>) outs(%y : tensor<?xf64>) -> tensor<?xf64>
  // ALL:       return
  return %0 : tensor<?xf64>
}

// ALL-LABEL: func.func @buffers(
func.func @buffers(%A: memref<?x?xf64>, %x: memref<?xf64>, %y: memref<?xf64>) {
  // ALL:      memref.dim
  // ALL-NOT:  linalg
  // ALL:      sloop.nest ins(%{{.*}} : memref<?x?xf64>, memref<?xf64>) outs(%{{.*}} : memref<?xf64>) {
  // ALL-NOT:  linalg
  linalg.matvec ins(%A, %x : memref<?x?xf64>, memref<?xf64>) outs(%y : memref<?xf64>)
  // ALL:      return
  return
}

// The fill is absorbed, not converted beside.
// ALL-LABEL: func.func @absorbed(
func.func @absorbed(%A: tensor<4x8xf64>, %x: tensor<8xf64>, %e: tensor<4xf64>) -> tensor<4xf64> {
  // ALL:     sloop.nest
  // ALL-NOT: sloop.nest
  // ALL:     return
  %zero = arith.constant 0.0 : f64
  %y = linalg.fill ins(%zero : f64) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %0 = linalg.matvec ins(%A, %x : tensor<4x8xf64>, tensor<8xf64>) outs(%y : tensor<4xf64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}
