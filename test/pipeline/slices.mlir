// `--lacuna`, executed: windows of stored tensors, with bounds that are known and with others (`sloop-fold-slices`).

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=fp=strict | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=vector-bytes=0 | %run | FileCheck %s
// None of them becomes dense, not even every other entry.
// RUN: lacuna-opt %s --lacuna -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK --allow-empty

// REMARK-NOT: is converted from {{.*}} to tensor<{{[0-9?x]*}}f64>

#SV = #stensor.format<(i) -> (i : compressed)>
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#Hash = #stensor.format<(i, j) -> (i : dense, j : hashed)>

func.func @show(%d: tensor<3xf64>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 7.0 : f64
  %v = vector.transfer_read %d[%c0], %pad : tensor<3xf64>, vector<3xf64>
  vector.print %v : vector<3xf64>
  return
}

func.func @known(%A: tensor<5x6xf64, #CSR>, %x: tensor<4xf64>) -> tensor<3xf64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<3xf64>
  %f = linalg.fill ins(%zero : f64) outs(%e : tensor<3xf64>) -> tensor<3xf64>
  %s = tensor.extract_slice %A[1, 2] [3, 4] [1, 1] : tensor<5x6xf64, #CSR> to tensor<3x4xf64, #CSR>
  %r = linalg.matvec ins(%s, %x : tensor<3x4xf64, #CSR>, tensor<4xf64>) outs(%f : tensor<3xf64>) -> tensor<3xf64>
  return %r : tensor<3xf64>
}

func.func @unknown(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #COO>, %C: tensor<?x?xf64, #Hash>, %i: index, %j: index,
                   %m: index, %n: index, %x: tensor<?xf64>) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty(%m) : tensor<?xf64>
  %f = linalg.fill ins(%zero : f64) outs(%e : tensor<?xf64>) -> tensor<?xf64>
  %a = tensor.extract_slice %A[%i, %j] [%m, %n] [1, 1] : tensor<?x?xf64, #CSR> to tensor<?x?xf64, #CSR>
  %b = tensor.extract_slice %B[%i, %j] [%m, %n] [1, 1] : tensor<?x?xf64, #COO> to tensor<?x?xf64, #COO>
  %c = tensor.extract_slice %C[%i, %j] [%m, %n] [1, 1] : tensor<?x?xf64, #Hash> to tensor<?x?xf64, #Hash>
  %0 = linalg.matvec ins(%a, %x : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%f : tensor<?xf64>) -> tensor<?xf64>
  %1 = linalg.matvec ins(%b, %x : tensor<?x?xf64, #COO>, tensor<?xf64>) outs(%0 : tensor<?xf64>) -> tensor<?xf64>
  %2 = linalg.matvec ins(%c, %x : tensor<?x?xf64, #Hash>, tensor<?xf64>) outs(%1 : tensor<?xf64>) -> tensor<?xf64>
  return %2 : tensor<?xf64>
}

// A window of a window, added to another one of the same tensor, into a stored result.
func.func @sums(%A: tensor<?x?xf64, #CSR>, %i: index) -> tensor<2x3xf64, #CSR> {
  %c2 = arith.constant 2 : index
  %e = stensor.empty : tensor<2x3xf64, #CSR>
  %outer = tensor.extract_slice %A[%i, 1] [3, 5] [1, 1] : tensor<?x?xf64, #CSR> to tensor<3x5xf64, #CSR>
  %inner = tensor.extract_slice %outer[1, %c2] [2, 3] [1, 1] : tensor<3x5xf64, #CSR> to tensor<2x3xf64, #CSR>
  %other = tensor.extract_slice %A[0, 0] [2, 3] [1, 1] : tensor<?x?xf64, #CSR> to tensor<2x3xf64, #CSR>
  %r = linalg.add ins(%inner, %other : tensor<2x3xf64, #CSR>, tensor<2x3xf64, #CSR>)
      outs(%e : tensor<2x3xf64, #CSR>) -> tensor<2x3xf64, #CSR>
  return %r : tensor<2x3xf64, #CSR>
}

// A column of a matrix, and every other entry of a vector.
func.func @column_and_steps(%A: tensor<5x6xf64, #CSC>, %x: tensor<6xf64, #SV>, %j: index) -> tensor<3xf64> {
  %e = tensor.empty() : tensor<3xf64>
  %a = tensor.extract_slice %A[1, %j] [3, 1] [1, 1] : tensor<5x6xf64, #CSC> to tensor<3xf64, #SV>
  %b = tensor.extract_slice %x[1] [3] [2] : tensor<6xf64, #SV> to tensor<3xf64, #SV>
  %r = linalg.add ins(%a, %b : tensor<3xf64, #SV>, tensor<3xf64, #SV>) outs(%e : tensor<3xf64>) -> tensor<3xf64>
  return %r : tensor<3xf64>
}

func.func @main() {
  %d = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0, 3.0],
                             [0.0, 4.0, 0.0, 5.0, 0.0, 0.0],
                             [6.0, 0.0, 7.0, 0.0, 8.0, 9.0],
                             [0.0, 0.0, 0.0, 0.0, 0.0, 10.0],
                             [0.0, 11.0, 12.0, 0.0, 13.0, 0.0]]> : tensor<5x6xf64>
  %A = stensor.convert %d : tensor<5x6xf64> to tensor<5x6xf64, #CSR>
  %B = stensor.convert %d : tensor<5x6xf64> to tensor<5x6xf64, #COO>
  %C = stensor.convert %d : tensor<5x6xf64> to tensor<5x6xf64, #Hash>
  %D = stensor.convert %d : tensor<5x6xf64> to tensor<5x6xf64, #CSC>
  %x = arith.constant dense<[1.0, 10.0, 100.0, 1000.0]> : tensor<4xf64>
  // CHECK: ( 50, 9807, 10000 )
  %0 = call @known(%A, %x) : (tensor<5x6xf64, #CSR>, tensor<4xf64>) -> tensor<3xf64>
  call @show(%0) : (tensor<3xf64>) -> ()

  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %uA = tensor.cast %A : tensor<5x6xf64, #CSR> to tensor<?x?xf64, #CSR>
  %uB = tensor.cast %B : tensor<5x6xf64, #COO> to tensor<?x?xf64, #COO>
  %uC = tensor.cast %C : tensor<5x6xf64, #Hash> to tensor<?x?xf64, #Hash>
  %ux = tensor.cast %x : tensor<4xf64> to tensor<?xf64>
  // CHECK: ( 150, 29421, 30000 )
  %1 = call @unknown(%uA, %uB, %uC, %c1, %c2, %c3, %c4, %ux)
      : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #COO>, tensor<?x?xf64, #Hash>, index, index, index, index, tensor<?xf64>)
      -> tensor<?xf64>
  %s1 = tensor.cast %1 : tensor<?xf64> to tensor<3xf64>
  call @show(%s1) : (tensor<3xf64>) -> ()

  // CHECK: ( ( 1, 8, 11 ), ( 0, 4, 10 ) )
  // CHECK: 5
  %2 = call @sums(%uA, %c1) : (tensor<?x?xf64, #CSR>, index) -> tensor<2x3xf64, #CSR>
  %d2 = stensor.convert %2 : tensor<2x3xf64, #CSR> to tensor<2x3xf64>
  %c0 = arith.constant 0 : index
  %pad = arith.constant 7.0 : f64
  %v2 = vector.transfer_read %d2[%c0, %c0], %pad : tensor<2x3xf64>, vector<2x3xf64>
  vector.print %v2 : vector<2x3xf64>
  %values = stensor.values %2 : tensor<2x3xf64, #CSR> -> memref<?xf64>
  %stored = memref.dim %values, %c0 : memref<?xf64>
  vector.print %stored : index

  %dv = arith.constant dense<[1.0, 20.0, 0.0, 0.0, 0.0, 30.0]> : tensor<6xf64>
  %v = stensor.convert %dv : tensor<6xf64> to tensor<6xf64, #SV>
  // CHECK: ( 20, 7, 30 )
  %3 = call @column_and_steps(%D, %v, %c2) : (tensor<5x6xf64, #CSC>, tensor<6xf64, #SV>, index) -> tensor<3xf64>
  call @show(%3) : (tensor<3xf64>) -> ()
  return
}
