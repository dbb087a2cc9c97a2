// `--lacuna=fp=strict`, executed: where an operation reads the sign of a zero, points that are not stored have the one that
// is computed there. x is [-, 2, -, -1], y is [-2, -2, 2, 2].

// RUN: lacuna-opt %s --lacuna=fp=strict | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s

#Sparse = #stensor.format<(i) -> (i : compressed)>
#Minus = #stensor.format<(i) -> (i : compressed), fill = -0.0 : f64>
#one = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
#two = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
memref.global "private" constant @pos : memref<2xi32> = dense<[0, 2]>
memref.global "private" constant @crd : memref<2xi32> = dense<[1, 3]>
memref.global "private" constant @val : memref<2xf64> = dense<[2.0, -1.0]>

func.func @sign_of_a_square(%x: tensor<4xf64, #Sparse>, %e: tensor<4xf64>) -> tensor<4xf64> {
  %0 = linalg.generic #one ins(%x : tensor<4xf64, #Sparse>) outs(%e : tensor<4xf64>) {
  ^bb0(%a: f64, %c: f64):
    %three = arith.constant 3.0 : f64
    %square = arith.mulf %a, %a : f64
    %negated = arith.negf %square : f64
    %r = math.copysign %three, %negated : f64
    linalg.yield %r : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

func.func @sign_of_a_product(%x: tensor<4xf64, #Sparse>, %y: tensor<4xf64>, %e: tensor<4xf64>) -> tensor<4xf64> {
  %0 = linalg.generic #two ins(%x, %y : tensor<4xf64, #Sparse>, tensor<4xf64>) outs(%e : tensor<4xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %one = arith.constant 1.0 : f64
    %product = arith.mulf %a, %b : f64
    %r = math.copysign %one, %product : f64
    linalg.yield %r : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

func.func @bits_of_fill(%x: tensor<4xf64, #Minus>, %e: tensor<4xi64>) -> tensor<4xi64> {
  %0 = linalg.generic #one ins(%x : tensor<4xf64, #Minus>) outs(%e : tensor<4xi64>) {
  ^bb0(%a: f64, %c: i64):
    %r = arith.bitcast %a : f64 to i64
    linalg.yield %r : i64
  } -> tensor<4xi64>
  return %0 : tensor<4xi64>
}

func.func @bits_of_negated(%x: tensor<4xf64, #Sparse>, %e: tensor<4xi64>) -> tensor<4xi64> {
  %0 = linalg.generic #one ins(%x : tensor<4xf64, #Sparse>) outs(%e : tensor<4xi64>) {
  ^bb0(%a: f64, %c: i64):
    %negated = arith.negf %a : f64
    %r = arith.bitcast %negated : f64 to i64
    linalg.yield %r : i64
  } -> tensor<4xi64>
  return %0 : tensor<4xi64>
}

// Bits of zeros that are left out are zeros again.
func.func @magnitude(%x: tensor<4xf64, #Sparse>, %y: tensor<4xf64>) -> tensor<?xf64> {
  %e = stensor.empty : tensor<4xf64, #Sparse>
  %0 = linalg.generic #two ins(%x, %y : tensor<4xf64, #Sparse>, tensor<4xf64>) outs(%e : tensor<4xf64, #Sparse>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %mask = arith.constant 0x7FFFFFFFFFFFFFFF : i64
    %bits = arith.bitcast %a : f64 to i64
    %masked = arith.andi %bits, %mask : i64
    %absolute = arith.bitcast %masked : i64 to f64
    %r = arith.mulf %absolute, %b : f64
    linalg.yield %r : f64
  } -> tensor<4xf64, #Sparse>
  // Who takes one array of a tensor frees the others.
  %positions, %coordinates, %values = stensor.unpack %0 : tensor<4xf64, #Sparse> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  memref.dealloc %positions : memref<?xi32>
  memref.dealloc %coordinates : memref<?xi32>
  %r = bufferization.to_tensor %values restrict : memref<?xf64> to tensor<?xf64>
  return %r : tensor<?xf64>
}

func.func @inverse_of_negated(%x: tensor<4xf64, #Sparse>, %e: tensor<4xf64>) -> tensor<4xf64> {
  %0 = linalg.generic #one ins(%x : tensor<4xf64, #Sparse>) outs(%e : tensor<4xf64>) {
  ^bb0(%a: f64, %c: f64):
    %one = arith.constant 1.0 : f64
    %negated = arith.negf %a : f64
    %r = arith.divf %one, %negated : f64
    linalg.yield %r : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

func.func @main() {
  %pos = memref.get_global @pos : memref<2xi32>
  %crd = memref.get_global @crd : memref<2xi32>
  %val = memref.get_global @val : memref<2xf64>
  %dpos = memref.cast %pos : memref<2xi32> to memref<?xi32>
  %dcrd = memref.cast %crd : memref<2xi32> to memref<?xi32>
  %dval = memref.cast %val : memref<2xf64> to memref<?xf64>
  %x = stensor.pack(%dpos, %dcrd, %dval) : (memref<?xi32>, memref<?xi32>, memref<?xf64>) -> tensor<4xf64, #Sparse>
  %m = stensor.pack(%dpos, %dcrd, %dval) : (memref<?xi32>, memref<?xi32>, memref<?xf64>) -> tensor<4xf64, #Minus>
  %y = arith.constant dense<[-2.0, -2.0, 2.0, 2.0]> : tensor<4xf64>
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %none = arith.constant 0 : i64
  %e = tensor.generate {
  ^bb0(%i: index):
    tensor.yield %zero : f64
  } : tensor<4xf64>
  %k = tensor.generate {
  ^bb0(%i: index):
    tensor.yield %none : i64
  } : tensor<4xi64>

  // CHECK: ( -3, -3, -3, -3 )
  %0 = call @sign_of_a_square(%x, %e) : (tensor<4xf64, #Sparse>, tensor<4xf64>) -> tensor<4xf64>
  %v0 = vector.transfer_read %0[%c0], %zero : tensor<4xf64>, vector<4xf64>
  vector.print %v0 : vector<4xf64>
  // CHECK: ( -1, -1, 1, -1 )
  %1 = call @sign_of_a_product(%x, %y, %e) : (tensor<4xf64, #Sparse>, tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  %v1 = vector.transfer_read %1[%c0], %zero : tensor<4xf64>, vector<4xf64>
  vector.print %v1 : vector<4xf64>
  // CHECK: ( -9223372036854775808, 4611686018427387904, -9223372036854775808, -4616189618054758400 )
  %2 = call @bits_of_fill(%m, %k) : (tensor<4xf64, #Minus>, tensor<4xi64>) -> tensor<4xi64>
  %v2 = vector.transfer_read %2[%c0], %none : tensor<4xi64>, vector<4xi64>
  vector.print %v2 : vector<4xi64>
  // CHECK: ( -9223372036854775808, -4611686018427387904, -9223372036854775808, 4607182418800017408 )
  %3 = call @bits_of_negated(%x, %k) : (tensor<4xf64, #Sparse>, tensor<4xi64>) -> tensor<4xi64>
  %v3 = vector.transfer_read %3[%c0], %none : tensor<4xi64>, vector<4xi64>
  vector.print %v3 : vector<4xi64>
  // CHECK: 2
  // CHECK: ( -4, 2 )
  %4 = call @magnitude(%x, %y) : (tensor<4xf64, #Sparse>, tensor<4xf64>) -> tensor<?xf64>
  %stored = tensor.dim %4, %c0 : tensor<?xf64>
  vector.print %stored : index
  %v4 = vector.transfer_read %4[%c0], %zero : tensor<?xf64>, vector<2xf64>
  vector.print %v4 : vector<2xf64>
  // CHECK: ( -inf, -0.5, -inf, 1 )
  %5 = call @inverse_of_negated(%x, %e) : (tensor<4xf64, #Sparse>, tensor<4xf64>) -> tensor<4xf64>
  %v5 = vector.transfer_read %5[%c0], %zero : tensor<4xf64>, vector<4xf64>
  vector.print %v5 : vector<4xf64>
  return
}
