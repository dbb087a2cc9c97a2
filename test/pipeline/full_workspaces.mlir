// `sloop.where full`: an array that is filled each time, on the stack where it is small and else in memory of the statement.

// RUN: lacuna-opt %s --one-shot-bufferize="allow-unknown-ops bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" \
// RUN:   --sloop-sparsify | FileCheck %s
// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s --check-prefix=OUT
// RUN: lacuna-opt %s --lacuna=vector-bytes=0 | %run | FileCheck %s --check-prefix=OUT

// CHECK-LABEL: func.func @histogram(
// CHECK:         memref.alloca_scope {
// CHECK-NEXT:      %[[W:.*]] = memref.alloca() : memref<4xi64>
// CHECK:           memref.store %{{.*}}, %[[W]]
// CHECK-NOT:     memref.alloc(
func.func @histogram(%A: tensor<6xi64>, %y: tensor<3x4xi64>) -> tensor<3x4xi64> {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c2 = arith.constant 2 : index
  %r = sloop.nest ins(%a = %A : tensor<6xi64>) outs(%c = %y : tensor<3x4xi64>) {
    sloop.forall %i in %c3 {
      sloop.where full tensor<4xi64> initially(10 : i64) produce(%w) {
        sloop.forall %k in %c2 {
          %0 = sloop.read %a[2 * %i + %k] : tensor<6xi64>
          sloop.write %0, %w[%k] by add : tensor<4xi64>
        }
      } consume(%w) {
        sloop.forall %j in %c4 {
          %0 = sloop.read %w[%j] : tensor<4xi64>
          sloop.write %0, %c[%i, %j] : tensor<3x4xi64>
        }
      }
    }
  }
  return %r : tensor<3x4xi64>
}

// CHECK-LABEL: func.func @of_any_size(
// CHECK:         memref.alloca_scope {
// CHECK:           %[[W:.*]] = memref.alloc(%{{.*}}) : memref<?xi64>
// CHECK:           memref.dealloc %[[W]]
func.func @of_any_size(%A: tensor<?xi64>, %y: tensor<3x?xi64>, %n: index) -> tensor<3x?xi64> {
  %c3 = arith.constant 3 : index
  %r = sloop.nest ins(%a = %A : tensor<?xi64>) outs(%c = %y : tensor<3x?xi64>) {
    sloop.forall %i in %c3 {
      sloop.where full tensor<?xi64> sizes(%n) initially(7 : i64) produce(%w) {
        sloop.forall %k in %n {
          %0 = sloop.read %a[%k] : tensor<?xi64>
          sloop.write %0, %w[%k] by max : tensor<?xi64>
        }
      } consume(%w) {
        sloop.forall %j in %n {
          %0 = sloop.read %w[%j] : tensor<?xi64>
          sloop.write %0, %c[%i, %j] : tensor<3x?xi64>
        }
      }
    }
  }
  return %r : tensor<3x?xi64>
}

func.func private @printMemrefI64(tensor<*xi64>)

func.func @main() {
  %c5 = arith.constant 5 : index
  %A = arith.constant dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi64>
  %y = tensor.empty() : tensor<3x4xi64>
  %0 = call @histogram(%A, %y) : (tensor<6xi64>, tensor<3x4xi64>) -> tensor<3x4xi64>
  %1 = tensor.cast %0 : tensor<3x4xi64> to tensor<*xi64>
  // OUT:      [11,   12,   10,   10],
  // OUT-NEXT: [13,   14,   10,   10],
  // OUT-NEXT: [15,   16,   10,   10]
  call @printMemrefI64(%1) : (tensor<*xi64>) -> ()
  %b = arith.constant dense<[5, 6, 7, 8, 9]> : tensor<5xi64>
  %B = tensor.cast %b : tensor<5xi64> to tensor<?xi64>
  %z = tensor.empty(%c5) : tensor<3x?xi64>
  %2 = call @of_any_size(%B, %z, %c5) : (tensor<?xi64>, tensor<3x?xi64>, index) -> tensor<3x?xi64>
  %3 = tensor.cast %2 : tensor<3x?xi64> to tensor<*xi64>
  // OUT:      [7,   7,   7,   8,   9],
  // OUT-NEXT: [7,   7,   7,   8,   9],
  // OUT-NEXT: [7,   7,   7,   8,   9]
  call @printMemrefI64(%3) : (tensor<*xi64>) -> ()
  return
}
