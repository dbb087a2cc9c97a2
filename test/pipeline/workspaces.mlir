// `--lacuna`, executed: producers that scatter into a workspace, and consumers of what it stores then.
//
//       [ 1 0 2 0 0 ]       [  0 0 7 0 ]
//   A = [ 0 0 0 0 0 ]   B = [  8 0 0 0 ]
//       [ 0 3 0 0 4 ]       [  0 0 0 0 ]
//       [ 5 0 0 6 0 ]       [ -5 0 9 1 ]
//                           [  6 2 0 0 ]

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=two-phase=true | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=fp=strict | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=vector-bytes=0 | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=workspaces=radix:2 | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=workspaces=runs:2 | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=workspaces=buckets:2 | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=workspaces=hash:1 | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=dense-workspaces=0 | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=drop-zeros=true | %run | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>

func.func @A() -> tensor<?x?xf64, #CSR> {
  %0 = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, 0.0, 4.0],
                             [5.0, 0.0, 0.0, 6.0, 0.0]]> : tensor<4x5xf64>
  %1 = tensor.cast %0 : tensor<4x5xf64> to tensor<?x?xf64>
  %2 = stensor.convert %1 : tensor<?x?xf64> to tensor<?x?xf64, #CSR>
  return %2 : tensor<?x?xf64, #CSR>
}

func.func @B() -> tensor<?x?xf64, #CSR> {
  %0 = arith.constant dense<[[0.0, 0.0, 7.0, 0.0], [8.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [-5.0, 0.0, 9.0, 1.0],
                             [6.0, 2.0, 0.0, 0.0]]> : tensor<5x4xf64>
  %1 = tensor.cast %0 : tensor<5x4xf64> to tensor<?x?xf64>
  %2 = stensor.convert %1 : tensor<?x?xf64> to tensor<?x?xf64, #CSR>
  return %2 : tensor<?x?xf64, #CSR>
}

// Gustavson's product: each row of C is collected in order.
func.func @by_rows(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>, %m: index, %n: index, %p: index)
    -> tensor<?x?xf64, #CSR> {
  %e = stensor.empty sizes(%m, %n) : tensor<?x?xf64, #CSR>
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>)
                  outs(%c = %e : tensor<?x?xf64, #CSR>) {
    sloop.forall %i in %m {
      sloop.where tensor<?xf64> sizes(%n) produce(%w) {
        sloop.forall %k in %p {
          sloop.forall %j in %n {
            %0 = sloop.read %a[%i, %k] : tensor<?x?xf64, #CSR>
            %1 = sloop.read %b[%k, %j] : tensor<?x?xf64, #CSR>
            %2 = arith.mulf %0, %1 : f64
            sloop.write %2, %w[%j] by add : tensor<?xf64>
          }
        }
      } consume(%w) {
        sloop.forall %j in %n {
          %0 = sloop.read %w[%j] : tensor<?xf64>
          sloop.write %0, %c[%i, %j] : tensor<?x?xf64, #CSR>
        }
      }
    }
  }
  return %r : tensor<?x?xf64, #CSR>
}

// The sum of outer products: the workspace has two dimensions, and is collected once. Only rows with entries are stored.
func.func @by_columns(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>, %m: index, %n: index, %p: index)
    -> tensor<?x?xf64, #DCSR> {
  %e = stensor.empty sizes(%m, %n) : tensor<?x?xf64, #DCSR>
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>)
                  outs(%c = %e : tensor<?x?xf64, #DCSR>) {
    sloop.where tensor<?x?xf64> sizes(%m, %n) produce(%w) {
      sloop.forall %i in %m {
        sloop.forall %k in %p {
          sloop.forall %j in %n {
            %0 = sloop.read %a[%i, %k] : tensor<?x?xf64, #CSR>
            %1 = sloop.read %b[%k, %j] : tensor<?x?xf64, #CSR>
            %2 = arith.mulf %0, %1 : f64
            sloop.write %2, %w[%i, %j] by add : tensor<?x?xf64>
          }
        }
      }
    } consume(%w) {
      sloop.forall %i in %m {
        sloop.forall %j in %n {
          %0 = sloop.read %w[%i, %j] : tensor<?x?xf64>
          sloop.write %0, %c[%i, %j] : tensor<?x?xf64, #DCSR>
        }
      }
    }
  }
  return %r : tensor<?x?xf64, #DCSR>
}

// Where the producer writes nothing, the workspace holds two. The consumer merges it with a row of B, so it is in order. It reads
// only the first rows of B, which is said: else a loop over a dimension of what is stored takes all of it.
func.func @from_two(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>, %m: index, %n: index, %p: index)
    -> tensor<?x?xf64, #CSR> {
  %e = stensor.empty sizes(%m, %n) : tensor<?x?xf64, #CSR>
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>)
                  outs(%c = %e : tensor<?x?xf64, #CSR>) attributes {sloop.windows = array<i64: 1>} {
    sloop.forall %i in %m {
      sloop.where tensor<?xf64> sizes(%n) initially(2.0 : f64) produce(%w) {
        sloop.forall %k in %p {
          sloop.forall %j in %n {
            %0 = sloop.read %a[%i, %k] : tensor<?x?xf64, #CSR>
            %1 = sloop.read %b[%k, %j] : tensor<?x?xf64, #CSR>
            %2 = arith.mulf %0, %1 : f64
            sloop.write %2, %w[%j] by add : tensor<?xf64>
          }
        }
      } consume(%w) {
        sloop.forall %j in %n {
          %0 = sloop.read %w[%j] : tensor<?xf64>
          %1 = sloop.read %b[%i, %j] : tensor<?x?xf64, #CSR>
          %2 = arith.mulf %0, %1 : f64
          sloop.write %2, %c[%i, %j] : tensor<?x?xf64, #CSR>
        }
      }
    }
  }
  return %r : tensor<?x?xf64, #CSR>
}

// A dense result takes what is stored in any order: the sums of the squares of the columns of A * B.
func.func @norms(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>, %y: tensor<4xf64>, %m: index, %n: index, %p: index)
    -> tensor<4xf64> {
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) outs(%c = %y : tensor<4xf64>) {
    sloop.forall %i in %m {
      sloop.where tensor<?xf64> sizes(%n) produce(%w) {
        sloop.forall %k in %p {
          sloop.forall %j in %n {
            %0 = sloop.read %a[%i, %k] : tensor<?x?xf64, #CSR>
            %1 = sloop.read %b[%k, %j] : tensor<?x?xf64, #CSR>
            %2 = arith.mulf %0, %1 : f64
            sloop.write %2, %w[%j] by add : tensor<?xf64>
          }
        }
      } consume(%w) {
        sloop.forall %j in %n {
          %0 = sloop.read %w[%j] : tensor<?xf64>
          %1 = arith.mulf %0, %0 : f64
          sloop.write %1, %c[%j] by add : tensor<4xf64>
        }
      }
    }
  }
  return %r : tensor<4xf64>
}

// The producer needs the rows of an operand that is stored by columns: it is converted.
func.func @rows_of_columns(%A: tensor<?x?xf64, #CSC>, %B: tensor<?x?xf64, #CSR>, %m: index, %n: index, %p: index)
    -> tensor<?x?xf64, #CSR> {
  %e = stensor.empty sizes(%m, %n) : tensor<?x?xf64, #CSR>
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<?x?xf64, #CSC>, tensor<?x?xf64, #CSR>)
                  outs(%c = %e : tensor<?x?xf64, #CSR>) {
    sloop.forall %i in %m {
      sloop.where tensor<?xf64> sizes(%n) produce(%w) {
        sloop.forall %k in %p {
          sloop.forall %j in %n {
            %0 = sloop.read %a[%i, %k] : tensor<?x?xf64, #CSC>
            %1 = sloop.read %b[%k, %j] : tensor<?x?xf64, #CSR>
            %2 = arith.mulf %0, %1 : f64
            sloop.write %2, %w[%j] by add : tensor<?xf64>
          }
        }
      } consume(%w) {
        sloop.forall %j in %n {
          %0 = sloop.read %w[%j] : tensor<?xf64>
          sloop.write %0, %c[%i, %j] : tensor<?x?xf64, #CSR>
        }
      }
    }
  }
  return %r : tensor<?x?xf64, #CSR>
}

func.func @show(%C: tensor<?x?xf64>, %values: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %n = memref.dim %values, %c0 : memref<?xf64>
  %v = vector.transfer_read %C[%c0, %c0], %zero : tensor<?x?xf64>, vector<4x4xf64>
  vector.print %v : vector<4x4xf64>
  vector.print %n : index
  return
}

func.func @main() {
  %m = arith.constant 4 : index
  %p = arith.constant 5 : index
  %zero = arith.constant 0.0 : f64
  %A = call @A() : () -> tensor<?x?xf64, #CSR>
  %B = call @B() : () -> tensor<?x?xf64, #CSR>

  // CHECK:      ( ( 0, 0, 7, 0 ), ( 0, 0, 0, 0 ), ( 48, 8, 0, 0 ), ( -30, 0, 89, 6 ) )
  // CHECK-NEXT: 6
  %0 = call @by_rows(%A, %B, %m, %m, %p)
    : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>, index, index, index) -> tensor<?x?xf64, #CSR>
  %1 = stensor.convert %0 : tensor<?x?xf64, #CSR> to tensor<?x?xf64>
  %2 = stensor.values %0 : tensor<?x?xf64, #CSR> -> memref<?xf64>
  call @show(%1, %2) : (tensor<?x?xf64>, memref<?xf64>) -> ()

  // CHECK-NEXT: ( ( 0, 0, 7, 0 ), ( 0, 0, 0, 0 ), ( 48, 8, 0, 0 ), ( -30, 0, 89, 6 ) )
  // CHECK-NEXT: 6
  %3 = call @by_columns(%A, %B, %m, %m, %p)
    : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>, index, index, index) -> tensor<?x?xf64, #DCSR>
  %4 = stensor.convert %3 : tensor<?x?xf64, #DCSR> to tensor<?x?xf64>
  %5 = stensor.values %3 : tensor<?x?xf64, #DCSR> -> memref<?xf64>
  call @show(%4, %5) : (tensor<?x?xf64>, memref<?xf64>) -> ()

  // CHECK-NEXT: ( ( 0, 0, 63, 0 ), ( 16, 0, 0, 0 ), ( 0, 0, 0, 0 ), ( 140, 0, 819, 8 ) )
  // CHECK-NEXT: 5
  %6 = call @from_two(%A, %B, %m, %m, %p)
    : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>, index, index, index) -> tensor<?x?xf64, #CSR>
  %7 = stensor.convert %6 : tensor<?x?xf64, #CSR> to tensor<?x?xf64>
  %8 = stensor.values %6 : tensor<?x?xf64, #CSR> -> memref<?xf64>
  call @show(%7, %8) : (tensor<?x?xf64>, memref<?xf64>) -> ()

  // CHECK-NEXT: ( 3204, 64, 7970, 36 )
  %c0 = arith.constant 0 : index
  %empty = tensor.empty() : tensor<4xf64>
  %start = linalg.fill ins(%zero : f64) outs(%empty : tensor<4xf64>) -> tensor<4xf64>
  %9 = call @norms(%A, %B, %start, %m, %m, %p)
    : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>, tensor<4xf64>, index, index, index) -> tensor<4xf64>
  %10 = vector.transfer_read %9[%c0], %zero : tensor<4xf64>, vector<4xf64>
  vector.print %10 : vector<4xf64>

  // CHECK-NEXT: ( ( 0, 0, 7, 0 ), ( 0, 0, 0, 0 ), ( 48, 8, 0, 0 ), ( -30, 0, 89, 6 ) )
  // CHECK-NEXT: 6
  %11 = stensor.convert %A : tensor<?x?xf64, #CSR> to tensor<?x?xf64, #CSC>
  %12 = call @rows_of_columns(%11, %B, %m, %m, %p)
    : (tensor<?x?xf64, #CSC>, tensor<?x?xf64, #CSR>, index, index, index) -> tensor<?x?xf64, #CSR>
  %13 = stensor.convert %12 : tensor<?x?xf64, #CSR> to tensor<?x?xf64>
  %14 = stensor.values %12 : tensor<?x?xf64, #CSR> -> memref<?xf64>
  call @show(%13, %14) : (tensor<?x?xf64>, memref<?xf64>) -> ()
  return
}
