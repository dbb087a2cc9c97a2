// `--lacuna`, executed: tensors without dimensions between producers and consumers.
//
//       [ 1 0 3 0 ]
//   A = [ 0 0 0 0 ]
//       [ 0 3 0 5 ]

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=two-phase=true | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=fp=strict | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=vector-bytes=0 | %run | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#SV = #stensor.format<(i) -> (i : compressed)>

func.func @A() -> tensor<3x4xf64, #CSR> {
  %0 = arith.constant dense<[[1.0, 0.0, 3.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, 5.0]]> : tensor<3x4xf64>
  %1 = stensor.convert %0 : tensor<3x4xf64> to tensor<3x4xf64, #CSR>
  return %1 : tensor<3x4xf64, #CSR>
}

// The sum of each row, added to y.
func.func @sums(%A: tensor<3x4xf64, #CSR>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %r = sloop.nest ins(%a = %A : tensor<3x4xf64, #CSR>) outs(%c = %y : tensor<3xf64>) {
    sloop.forall %i in %c3 {
      sloop.where tensor<f64> produce(%w) {
        sloop.forall %j in %c4 {
          %0 = sloop.read %a[%i, %j] : tensor<3x4xf64, #CSR>
          sloop.write %0, %w[] by add : tensor<f64>
        }
      } consume(%w) {
        %0 = sloop.read %w[] : tensor<f64>
        sloop.write %0, %c[%i] by add : tensor<3xf64>
      }
    }
  }
  return %r : tensor<3xf64>
}

// The same as a stored result: the row without entries stores nothing.
func.func @stored(%A: tensor<3x4xf64, #CSR>) -> tensor<3xf64, #SV> {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %e = stensor.empty : tensor<3xf64, #SV>
  %r = sloop.nest ins(%a = %A : tensor<3x4xf64, #CSR>) outs(%c = %e : tensor<3xf64, #SV>) {
    sloop.forall %i in %c3 {
      sloop.where tensor<f64> produce(%w) {
        sloop.forall %j in %c4 {
          %0 = sloop.read %a[%i, %j] : tensor<3x4xf64, #CSR>
          sloop.write %0, %w[] by add : tensor<f64>
        }
      } consume(%w) {
        %0 = sloop.read %w[] : tensor<f64>
        sloop.write %0, %c[%i] : tensor<3xf64, #SV>
      }
    }
  }
  return %r : tensor<3xf64, #SV>
}

// Each row is divided by its sum.
func.func @normalized(%A: tensor<3x4xf64, #CSR>) -> tensor<3x4xf64, #CSR> {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %e = stensor.empty : tensor<3x4xf64, #CSR>
  %r = sloop.nest ins(%a = %A : tensor<3x4xf64, #CSR>) outs(%c = %e : tensor<3x4xf64, #CSR>) {
    sloop.forall %i in %c3 {
      sloop.where tensor<f64> produce(%w) {
        sloop.forall %j in %c4 {
          %0 = sloop.read %a[%i, %j] : tensor<3x4xf64, #CSR>
          sloop.write %0, %w[] by add : tensor<f64>
        }
      } consume(%w) {
        sloop.forall %j in %c4 {
          %0 = sloop.read %a[%i, %j] : tensor<3x4xf64, #CSR>
          %1 = sloop.read %w[] : tensor<f64>
          %2 = arith.divf %0, %1 : f64
          sloop.write %2, %c[%i, %j] : tensor<3x4xf64, #CSR>
        }
      }
    }
  }
  return %r : tensor<3x4xf64, #CSR>
}

// One inside of another: the largest entry of A, and 1 + 10 * x for each point, less the largest.
func.func @nested(%A: tensor<3x4xf64, #CSR>, %x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %ten = arith.constant 10.0 : f64
  %r = sloop.nest ins(%a = %A, %b = %x : tensor<3x4xf64, #CSR>, tensor<3xf64>) outs(%c = %y : tensor<3xf64>) {
    sloop.where tensor<f64> initially(-1.0 : f64) produce(%w) {
      sloop.forall %i in %c3 {
        sloop.forall %j in %c4 {
          %0 = sloop.read %a[%i, %j] : tensor<3x4xf64, #CSR>
          sloop.write %0, %w[] by max : tensor<f64>
        }
      }
    } consume(%w) {
      sloop.forall %i in %c3 {
        sloop.where tensor<f64> initially(1.0 : f64) produce(%v) {
          %0 = sloop.read %b[%i] : tensor<3xf64>
          %1 = arith.mulf %0, %ten : f64
          sloop.write %1, %v[] by add : tensor<f64>
        } consume(%v) {
          %0 = sloop.read %w[] : tensor<f64>
          %1 = sloop.read %v[] : tensor<f64>
          %2 = arith.subf %1, %0 : f64
          sloop.write %2, %c[%i] : tensor<3xf64>
        }
      }
    }
  }
  return %r : tensor<3xf64>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %A = call @A() : () -> tensor<3x4xf64, #CSR>
  %one = arith.constant 1.0 : f64
  %empty = tensor.empty() : tensor<3xf64>
  %ones = linalg.fill ins(%one : f64) outs(%empty : tensor<3xf64>) -> tensor<3xf64>

  // CHECK: ( 5, 1, 9 )
  %0 = call @sums(%A, %ones) : (tensor<3x4xf64, #CSR>, tensor<3xf64>) -> tensor<3xf64>
  %1 = vector.transfer_read %0[%c0], %zero : tensor<3xf64>, vector<3xf64>
  vector.print %1 : vector<3xf64>

  // CHECK-NEXT: ( 4, 0, 8 )
  // CHECK-NEXT: 2
  %2 = call @stored(%A) : (tensor<3x4xf64, #CSR>) -> tensor<3xf64, #SV>
  %3 = stensor.convert %2 : tensor<3xf64, #SV> to tensor<3xf64>
  %4 = vector.transfer_read %3[%c0], %zero : tensor<3xf64>, vector<3xf64>
  vector.print %4 : vector<3xf64>
  %5 = stensor.values %2 : tensor<3xf64, #SV> -> memref<?xf64>
  %6 = memref.dim %5, %c0 : memref<?xf64>
  vector.print %6 : index

  // CHECK-NEXT: ( ( 0.25, 0, 0.75, 0 ), ( 0, 0, 0, 0 ), ( 0, 0.375, 0, 0.625 ) )
  // CHECK-NEXT: 4
  %7 = call @normalized(%A) : (tensor<3x4xf64, #CSR>) -> tensor<3x4xf64, #CSR>
  %8 = stensor.convert %7 : tensor<3x4xf64, #CSR> to tensor<3x4xf64>
  %9 = vector.transfer_read %8[%c0, %c0], %zero : tensor<3x4xf64>, vector<3x4xf64>
  vector.print %9 : vector<3x4xf64>
  %10 = stensor.values %7 : tensor<3x4xf64, #CSR> -> memref<?xf64>
  %11 = memref.dim %10, %c0 : memref<?xf64>
  vector.print %11 : index

  // CHECK-NEXT: ( 1, -4, 16 )
  %x = arith.constant dense<[0.5, 0.0, 2.0]> : tensor<3xf64>
  %12 = call @nested(%A, %x, %ones) : (tensor<3x4xf64, #CSR>, tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  %13 = vector.transfer_read %12[%c0], %zero : tensor<3xf64>, vector<3xf64>
  vector.print %13 : vector<3xf64>
  return
}
