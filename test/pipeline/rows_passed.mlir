// `--lacuna`, executed: rows of a result that a walk passes over hold its first value, as those do that it comes to:
// before the first row with entries, between two, and after the last.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=fp=strict | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=vector-bytes=0 | %run | FileCheck %s

#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>
#product = {
  indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
  iterator_types = ["parallel", "parallel", "reduction"]
}
#product_of_sum = {
  indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>,
                   affine_map<(i, j, k) -> (i, j)>],
  iterator_types = ["parallel", "parallel", "reduction"]
}

//   A = [ . . . ]  D = [ . . . ]   B[k, j] = k + 1
//       [ 1 . 2 ]      [ . . . ]
//       [ . . . ]      [ . 4 . ]
//       [ . . . ]      [ . . . ]
//       [ . 3 . ]      [ 5 . . ]
//       [ . . . ]      [ . . . ]
memref.global "private" constant @coo_pos : memref<2xi32> = dense<[0, 3]>
memref.global "private" constant @coo_row : memref<3xi32> = dense<[1, 1, 4]>
memref.global "private" constant @coo_col : memref<3xi32> = dense<[0, 2, 1]>
memref.global "private" constant @coo_val : memref<3xf64> = dense<[1.0, 2.0, 3.0]>
memref.global "private" constant @dcsr_pos : memref<2xi32> = dense<[0, 2]>
memref.global "private" constant @dcsr_row : memref<2xi32> = dense<[2, 4]>
memref.global "private" constant @dcsr_pos1 : memref<3xi32> = dense<[0, 1, 2]>
memref.global "private" constant @dcsr_col : memref<2xi32> = dense<[1, 0]>
memref.global "private" constant @dcsr_val : memref<2xf64> = dense<[4.0, 5.0]>

func.func @list(%A: tensor<6x3xf64, #COO>, %B: tensor<?x?xf64>, %E: tensor<?x?xf64>, %start: f64) -> tensor<?x?xf64> {
  %C = linalg.fill ins(%start : f64) outs(%E : tensor<?x?xf64>) -> tensor<?x?xf64>
  %0 = linalg.generic #product ins(%A, %B : tensor<6x3xf64, #COO>, tensor<?x?xf64>) outs(%C : tensor<?x?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  return %0 : tensor<?x?xf64>
}

func.func @zeroed_list(%A: tensor<6x3xf64, #COO>, %B: tensor<3x8xf64>, %E: tensor<6x8xf64>) -> tensor<6x8xf64> {
  %zero = arith.constant 0.0 : f64
  %C = linalg.fill ins(%zero : f64) outs(%E : tensor<6x8xf64>) -> tensor<6x8xf64>
  %0 = linalg.generic #product ins(%A, %B : tensor<6x3xf64, #COO>, tensor<3x8xf64>) outs(%C : tensor<6x8xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<6x8xf64>
  return %0 : tensor<6x8xf64>
}

func.func @merged(%A: tensor<6x3xf64, #COO>, %D: tensor<6x3xf64, #DCSR>, %B: tensor<3x8xf64>, %E: tensor<6x8xf64>)
    -> tensor<6x8xf64> {
  %zero = arith.constant 0.0 : f64
  %C = linalg.fill ins(%zero : f64) outs(%E : tensor<6x8xf64>) -> tensor<6x8xf64>
  %0 = linalg.generic #product_of_sum
      ins(%A, %D, %B : tensor<6x3xf64, #COO>, tensor<6x3xf64, #DCSR>, tensor<3x8xf64>) outs(%C : tensor<6x8xf64>) {
  ^bb0(%a: f64, %d: f64, %b: f64, %c: f64):
    %t = arith.addf %a, %d : f64
    %p = arith.mulf %t, %b : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<6x8xf64>
  return %0 : tensor<6x8xf64>
}

func.func private @print(%C: tensor<6x8xf64>) {
  %c0 = arith.constant 0 : index
  %nothing = arith.constant 0.0 : f64
  %v = vector.transfer_read %C[%c0, %c0], %nothing : tensor<6x8xf64>, vector<6x8xf64>
  %t = vector.transpose %v, [1, 0] : vector<6x8xf64> to vector<8x6xf64>
  // All columns are alike.
  %first = vector.extract %t[0] : vector<6xf64> from vector<8x6xf64>
  %last = vector.extract %t[7] : vector<6xf64> from vector<8x6xf64>
  vector.print %first : vector<6xf64>
  vector.print %last : vector<6xf64>
  return
}

func.func @main() {
  %coo_pos = memref.get_global @coo_pos : memref<2xi32>
  %coo_row = memref.get_global @coo_row : memref<3xi32>
  %coo_col = memref.get_global @coo_col : memref<3xi32>
  %coo_val = memref.get_global @coo_val : memref<3xf64>
  %A = stensor.pack(%coo_pos, %coo_row, %coo_col, %coo_val)
      : (memref<2xi32>, memref<3xi32>, memref<3xi32>, memref<3xf64>) -> tensor<6x3xf64, #COO>
  %dcsr_pos = memref.get_global @dcsr_pos : memref<2xi32>
  %dcsr_row = memref.get_global @dcsr_row : memref<2xi32>
  %dcsr_pos1 = memref.get_global @dcsr_pos1 : memref<3xi32>
  %dcsr_col = memref.get_global @dcsr_col : memref<2xi32>
  %dcsr_val = memref.get_global @dcsr_val : memref<2xf64>
  %D = stensor.pack(%dcsr_pos, %dcsr_row, %dcsr_pos1, %dcsr_col, %dcsr_val)
      : (memref<2xi32>, memref<2xi32>, memref<3xi32>, memref<2xi32>, memref<2xf64>) -> tensor<6x3xf64, #DCSR>
  %B = tensor.generate {
  ^bb0(%k: index, %j: index):
    %c1 = arith.constant 1 : index
    %next = arith.addi %k, %c1 : index
    %i = arith.index_cast %next : index to i32
    %f = arith.sitofp %i : i32 to f64
    tensor.yield %f : f64
  } : tensor<3x8xf64>
  // What stands in the result before is not seen.
  %E = tensor.generate {
  ^bb0(%i: index, %j: index):
    %old = arith.constant 99.0 : f64
    tensor.yield %old : f64
  } : tensor<6x8xf64>

  %r0 = call @zeroed_list(%A, %B, %E) : (tensor<6x3xf64, #COO>, tensor<3x8xf64>, tensor<6x8xf64>) -> tensor<6x8xf64>
  // CHECK: ( 0, 7, 0, 0, 6, 0 )
  // CHECK-NEXT: ( 0, 7, 0, 0, 6, 0 )
  call @print(%r0) : (tensor<6x8xf64>) -> ()

  %Bd = tensor.cast %B : tensor<3x8xf64> to tensor<?x?xf64>
  %Ed = tensor.cast %E : tensor<6x8xf64> to tensor<?x?xf64>
  %start = arith.constant 0.5 : f64
  %r1d = call @list(%A, %Bd, %Ed, %start)
      : (tensor<6x3xf64, #COO>, tensor<?x?xf64>, tensor<?x?xf64>, f64) -> tensor<?x?xf64>
  %r1 = tensor.cast %r1d : tensor<?x?xf64> to tensor<6x8xf64>
  // CHECK-NEXT: ( 0.5, 7.5, 0.5, 0.5, 6.5, 0.5 )
  // CHECK-NEXT: ( 0.5, 7.5, 0.5, 0.5, 6.5, 0.5 )
  call @print(%r1) : (tensor<6x8xf64>) -> ()

  %r2 = call @merged(%A, %D, %B, %E)
      : (tensor<6x3xf64, #COO>, tensor<6x3xf64, #DCSR>, tensor<3x8xf64>, tensor<6x8xf64>) -> tensor<6x8xf64>
  // CHECK-NEXT: ( 0, 7, 8, 0, 11, 0 )
  // CHECK-NEXT: ( 0, 7, 8, 0, 11, 0 )
  call @print(%r2) : (tensor<6x8xf64>) -> ()
  return
}
