// `scf.if` in the bodies of computations on stored tensors.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=fp=strict | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=dense=true | %run | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#rows = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
         iterator_types = ["parallel", "reduction"]}
#points = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
           iterator_types = ["parallel", "parallel"]}
#all = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}

// The sum of what is above the diagonal.
func.func @upper(%A: tensor<3x3xf64, #CSR>, %x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %0 = linalg.generic #rows ins(%A, %x : tensor<3x3xf64, #CSR>, tensor<3xf64>) outs(%y : tensor<3xf64>) {
  ^bb0(%a: f64, %b: f64, %s: f64):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %p = arith.cmpi ugt, %j, %i : index
    %r = scf.if %p -> f64 {
      %1 = arith.mulf %a, %b : f64
      %2 = arith.addf %s, %1 : f64
      scf.yield %2 : f64
    } else {
      scf.yield %s : f64
    }
    linalg.yield %r : f64
  } -> tensor<3xf64>
  return %0 : tensor<3xf64>
}

// A stored result, of one sign.
func.func @positive(%A: tensor<3x3xf64, #CSR>) -> tensor<3x3xf64, #CSR> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<3x3xf64, #CSR>
  %0 = linalg.generic #points ins(%A : tensor<3x3xf64, #CSR>) outs(%e : tensor<3x3xf64, #CSR>) {
  ^bb0(%a: f64, %o: f64):
    %p = arith.cmpf olt, %a, %zero : f64
    %r = scf.if %p -> f64 {
      %1 = arith.negf %a : f64
      scf.yield %1 : f64
    } else {
      scf.yield %a : f64
    }
    linalg.yield %r : f64
  } -> tensor<3x3xf64, #CSR>
  return %0 : tensor<3x3xf64, #CSR>
}

// Integers that are divided where that can be done.
func.func @quotients(%A: tensor<3x3xi32, #CSR>) -> tensor<3x3xi32> {
  %zero = arith.constant 0 : i32
  %twelve = arith.constant 12 : i32
  %none = arith.constant -1 : i32
  %e = tensor.empty() : tensor<3x3xi32>
  %0 = linalg.generic #points ins(%A : tensor<3x3xi32, #CSR>) outs(%e : tensor<3x3xi32>) {
  ^bb0(%a: i32, %o: i32):
    %p = arith.cmpi eq, %a, %zero : i32
    %r = scf.if %p -> i32 {
      scf.yield %none : i32
    } else {
      %1 = arith.divsi %twelve, %a : i32
      scf.yield %1 : i32
    }
    linalg.yield %r : i32
  } -> tensor<3x3xi32>
  return %0 : tensor<3x3xi32>
}

// Of dense tensors alone.
func.func @dense(%x: tensor<3xf64>) -> tensor<3xf64> {
  %two = arith.constant 2.0 : f64
  %e = tensor.empty() : tensor<3xf64>
  %0 = linalg.generic #all ins(%x : tensor<3xf64>) outs(%e : tensor<3xf64>) {
  ^bb0(%a: f64, %o: f64):
    %p = arith.cmpf oeq, %a, %two : f64
    %r = scf.if %p -> f64 {
      %1 = arith.mulf %a, %a : f64
      scf.yield %1 : f64
    } else {
      scf.yield %a : f64
    }
    linalg.yield %r : f64
  } -> tensor<3xf64>
  return %0 : tensor<3xf64>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %none = arith.constant 0 : i32
  %d = arith.constant dense<[[1.0, -2.0, 3.0], [4.0, 0.0, -5.0], [6.0, 0.0, 7.0]]> : tensor<3x3xf64>
  %A = stensor.convert %d : tensor<3x3xf64> to tensor<3x3xf64, #CSR>
  %x = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf64>
  %e = tensor.empty() : tensor<3xf64>
  %y = linalg.fill ins(%zero : f64) outs(%e : tensor<3xf64>) -> tensor<3xf64>
  %0 = call @upper(%A, %x, %y) : (tensor<3x3xf64, #CSR>, tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  %1 = vector.transfer_read %0[%c0], %zero : tensor<3xf64>, vector<3xf64>
  // CHECK:      ( 5, -15, 0 )
  vector.print %1 : vector<3xf64>
  %P = call @positive(%A) : (tensor<3x3xf64, #CSR>) -> tensor<3x3xf64, #CSR>
  // Seven entries, as before.
  %val = stensor.values %P : tensor<3x3xf64, #CSR> -> memref<?xf64>
  %n = memref.dim %val, %c0 : memref<?xf64>
  // CHECK-NEXT: 7
  vector.print %n : index
  %2 = stensor.convert %P : tensor<3x3xf64, #CSR> to tensor<3x3xf64>
  %3 = vector.transfer_read %2[%c0, %c0], %zero : tensor<3x3xf64>, vector<3x3xf64>
  // CHECK-NEXT: ( ( 1, 2, 3 ), ( 4, 0, 5 ), ( 6, 0, 7 ) )
  vector.print %3 : vector<3x3xf64>
  %k = arith.constant dense<[[1, 0, 3], [-4, 0, 5], [6, 0, 0]]> : tensor<3x3xi32>
  %K = stensor.convert %k : tensor<3x3xi32> to tensor<3x3xi32, #CSR>
  %4 = call @quotients(%K) : (tensor<3x3xi32, #CSR>) -> tensor<3x3xi32>
  %5 = vector.transfer_read %4[%c0, %c0], %none : tensor<3x3xi32>, vector<3x3xi32>
  // CHECK-NEXT: ( ( 12, -1, 4 ), ( -3, -1, 2 ), ( 2, -1, -1 ) )
  vector.print %5 : vector<3x3xi32>
  %6 = call @dense(%x) : (tensor<3xf64>) -> tensor<3xf64>
  %7 = vector.transfer_read %6[%c0], %zero : tensor<3xf64>, vector<3xf64>
  // CHECK-NEXT: ( 1, 4, 3 )
  vector.print %7 : vector<3xf64>
  return
}
