// `--lacuna`, executed: the ways to write what a reduction combines with the old value, y = y . A x on a matrix with an empty
// row: A(0,1) = 1, A(0,3) = 2, A(2,0) = 3, A(2,2) = 4, and x = [0.5 1.5 2.5 3.5].

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=vector-bytes=0 | %run | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#V = #stensor.format<(i) -> (i : compressed)>
#rows = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
  iterator_types = ["parallel", "reduction"]
}
memref.global "private" constant @pos : memref<4xi32> = dense<[0, 2, 2, 4]>
memref.global "private" constant @crd : memref<4xi32> = dense<[1, 3, 0, 2]>
memref.global "private" constant @val_f64 : memref<4xf64> = dense<[1.0, 2.0, 3.0, 4.0]>
memref.global "private" constant @x_f64 : memref<4xf64> = dense<[0.5, 1.5, 2.5, 3.5]>
memref.global "private" constant @val_i32 : memref<4xi32> = dense<[1, -2, 3, 4]>
memref.global "private" constant @x_i32 : memref<4xi32> = dense<[5, 6, 7, -8]>

func.func @subtract(%A: tensor<3x4xf64, #CSR>, %x: tensor<4xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %r = linalg.generic #rows ins(%A, %x : tensor<3x4xf64, #CSR>, tensor<4xf64>) outs(%y : tensor<3xf64>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %1 = arith.subf %old, %a : f64
    linalg.yield %1 : f64
  } -> tensor<3xf64>
  return %r : tensor<3xf64>
}

func.func @subtract_integers(%A: tensor<3x4xi32, #CSR>, %x: tensor<4xi32>, %y: tensor<3xi32>) -> tensor<3xi32> {
  %r = linalg.generic #rows ins(%A, %x : tensor<3x4xi32, #CSR>, tensor<4xi32>) outs(%y : tensor<3xi32>) {
  ^bb0(%a: i32, %b: i32, %old: i32):
    %1 = arith.subi %old, %a : i32
    linalg.yield %1 : i32
  } -> tensor<3xi32>
  return %r : tensor<3xi32>
}

func.func @add_two(%A: tensor<3x4xf64, #CSR>, %x: tensor<4xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %r = linalg.generic #rows ins(%A, %x : tensor<3x4xf64, #CSR>, tensor<4xf64>) outs(%y : tensor<3xf64>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %0 = arith.addf %old, %a : f64
    %1 = arith.subf %0, %b : f64
    linalg.yield %1 : f64
  } -> tensor<3xf64>
  return %r : tensor<3xf64>
}

func.func @fused(%A: tensor<3x4xf64, #CSR>, %x: tensor<4xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %r = linalg.generic #rows ins(%A, %x : tensor<3x4xf64, #CSR>, tensor<4xf64>) outs(%y : tensor<3xf64>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %1 = math.fma %a, %b, %old : f64
    linalg.yield %1 : f64
  } -> tensor<3xf64>
  return %r : tensor<3xf64>
}

func.func @divide(%A: tensor<3x4xf64, #CSR>, %x: tensor<4xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %r = linalg.generic #rows ins(%A, %x : tensor<3x4xf64, #CSR>, tensor<4xf64>) outs(%y : tensor<3xf64>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %1 = arith.divf %old, %b : f64
    linalg.yield %1 : f64
  } -> tensor<3xf64>
  return %r : tensor<3xf64>
}

func.func @where_greater(%A: tensor<3x4xf64, #CSR>, %x: tensor<4xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %r = linalg.generic #rows ins(%A, %x : tensor<3x4xf64, #CSR>, tensor<4xf64>) outs(%y : tensor<3xf64>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %two = arith.constant 2.0 : f64
    %c = arith.cmpf ogt, %a, %two : f64
    %0 = arith.addf %old, %a : f64
    %1 = arith.select %c, %0, %old : f64
    linalg.yield %1 : f64
  } -> tensor<3xf64>
  return %r : tensor<3xf64>
}

func.func @add_or_subtract(%A: tensor<3x4xf64, #CSR>, %x: tensor<4xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %r = linalg.generic #rows ins(%A, %x : tensor<3x4xf64, #CSR>, tensor<4xf64>) outs(%y : tensor<3xf64>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %two = arith.constant 2.0 : f64
    %c = arith.cmpf ogt, %a, %two : f64
    %0 = arith.addf %old, %a : f64
    %s = arith.subf %old, %b : f64
    %1 = arith.select %c, %0, %s : f64
    linalg.yield %1 : f64
  } -> tensor<3xf64>
  return %r : tensor<3xf64>
}

func.func @greatest_unsigned(%A: tensor<3x4xi32, #CSR>, %x: tensor<4xi32>, %y: tensor<3xi32>) -> tensor<3xi32> {
  %r = linalg.generic #rows ins(%A, %x : tensor<3x4xi32, #CSR>, tensor<4xi32>) outs(%y : tensor<3xi32>) {
  ^bb0(%a: i32, %b: i32, %old: i32):
    %1 = arith.maxui %old, %a : i32
    linalg.yield %1 : i32
  } -> tensor<3xi32>
  return %r : tensor<3xi32>
}

func.func @least_unsigned(%A: tensor<3x4xi32, #CSR>, %x: tensor<4xi32>, %y: tensor<3xi32>) -> tensor<3xi32> {
  %r = linalg.generic #rows ins(%A, %x : tensor<3x4xi32, #CSR>, tensor<4xi32>) outs(%y : tensor<3xi32>) {
  ^bb0(%a: i32, %b: i32, %old: i32):
    %1 = arith.minui %b, %old : i32
    linalg.yield %1 : i32
  } -> tensor<3xi32>
  return %r : tensor<3xi32>
}

func.func @greatest_unsigned_chosen(%A: tensor<3x4xi32, #CSR>, %x: tensor<4xi32>, %y: tensor<3xi32>) -> tensor<3xi32> {
  %r = linalg.generic #rows ins(%A, %x : tensor<3x4xi32, #CSR>, tensor<4xi32>) outs(%y : tensor<3xi32>) {
  ^bb0(%a: i32, %b: i32, %old: i32):
    %c = arith.cmpi ugt, %b, %old : i32
    %1 = arith.select %c, %b, %old : i32
    linalg.yield %1 : i32
  } -> tensor<3xi32>
  return %r : tensor<3xi32>
}

func.func @least_chosen(%A: tensor<3x4xi32, #CSR>, %x: tensor<4xi32>, %y: tensor<3xi32>) -> tensor<3xi32> {
  %r = linalg.generic #rows ins(%A, %x : tensor<3x4xi32, #CSR>, tensor<4xi32>) outs(%y : tensor<3xi32>) {
  ^bb0(%a: i32, %b: i32, %old: i32):
    %c = arith.cmpi slt, %old, %b : i32
    %1 = arith.select %c, %old, %b : i32
    linalg.yield %1 : i32
  } -> tensor<3xi32>
  return %r : tensor<3xi32>
}

// The value simplifies away.
func.func @nothing(%A: tensor<3x4xf64, #CSR>, %x: tensor<4xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %r = linalg.generic #rows ins(%A, %x : tensor<3x4xf64, #CSR>, tensor<4xf64>) outs(%y : tensor<3xf64>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %zero = arith.constant 0.0 : f64
    %p = arith.mulf %a, %zero : f64
    %1 = arith.addf %old, %p : f64
    linalg.yield %1 : f64
  } -> tensor<3xf64>
  return %r : tensor<3xf64>
}

func.func @never(%A: tensor<3x4xf64, #CSR>, %x: tensor<4xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %r = linalg.generic #rows ins(%A, %x : tensor<3x4xf64, #CSR>, tensor<4xf64>) outs(%y : tensor<3xf64>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %f = arith.constant false
    %0 = arith.addf %old, %a : f64
    %1 = arith.select %f, %0, %old : f64
    linalg.yield %1 : f64
  } -> tensor<3xf64>
  return %r : tensor<3xf64>
}

// A value that is stored only where a condition holds.
func.func @into_a_stored_result(%A: tensor<3x4xf64, #CSR>, %x: tensor<4xf64>) -> tensor<3xf64, #V> {
  %y = tensor.empty() : tensor<3xf64, #V>
  %r = linalg.generic #rows ins(%A, %x : tensor<3x4xf64, #CSR>, tensor<4xf64>) outs(%y : tensor<3xf64, #V>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %two = arith.constant 2.0 : f64
    %c = arith.cmpf ogt, %a, %two : f64
    %0 = arith.subf %old, %a : f64
    %1 = arith.select %c, %0, %old : f64
    linalg.yield %1 : f64
  } -> tensor<3xf64, #V>
  return %r : tensor<3xf64, #V>
}

func.func @print_f64(%y: tensor<3xf64>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %v = vector.transfer_read %y[%c0], %pad : tensor<3xf64>, vector<3xf64>
  vector.print %v : vector<3xf64>
  return
}

func.func @print_i32(%y: tensor<3xi32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0 : i32
  %v = vector.transfer_read %y[%c0], %pad : tensor<3xi32>, vector<3xi32>
  vector.print %v : vector<3xi32>
  return
}

func.func @main() {
  %pos = memref.get_global @pos : memref<4xi32>
  %crd = memref.get_global @crd : memref<4xi32>
  %val_f64 = memref.get_global @val_f64 : memref<4xf64>
  %A_f64 = stensor.pack(%pos, %crd, %val_f64) : (memref<4xi32>, memref<4xi32>, memref<4xf64>) -> tensor<3x4xf64, #CSR>
  %x_buffer_f64 = memref.get_global @x_f64 : memref<4xf64>
  %x_f64 = bufferization.to_tensor %x_buffer_f64 restrict : memref<4xf64> to tensor<4xf64>
  %ten_f64 = arith.constant 10.0 : f64
  %y_f64 = tensor.splat %ten_f64 : tensor<3xf64>
  %val_i32 = memref.get_global @val_i32 : memref<4xi32>
  %A_i32 = stensor.pack(%pos, %crd, %val_i32) : (memref<4xi32>, memref<4xi32>, memref<4xi32>) -> tensor<3x4xi32, #CSR>
  %x_buffer_i32 = memref.get_global @x_i32 : memref<4xi32>
  %x_i32 = bufferization.to_tensor %x_buffer_i32 restrict : memref<4xi32> to tensor<4xi32>
  %ten_i32 = arith.constant 10 : i32
  %y_i32 = tensor.splat %ten_i32 : tensor<3xi32>

  // CHECK: ( 7, 10, 3 )
  %subtract = call @subtract(%A_f64, %x_f64, %y_f64) : (tensor<3x4xf64, #CSR>, tensor<4xf64>, tensor<3xf64>) -> tensor<3xf64>
  call @print_f64(%subtract) : (tensor<3xf64>) -> ()

  // CHECK-NEXT: ( 11, 10, 3 )
  %subtract_integers = call @subtract_integers(%A_i32, %x_i32, %y_i32) : (tensor<3x4xi32, #CSR>, tensor<4xi32>, tensor<3xi32>) -> tensor<3xi32>
  call @print_i32(%subtract_integers) : (tensor<3xi32>) -> ()

  // CHECK-NEXT: ( 5, 2, 9 )
  %add_two = call @add_two(%A_f64, %x_f64, %y_f64) : (tensor<3x4xf64, #CSR>, tensor<4xf64>, tensor<3xf64>) -> tensor<3xf64>
  call @print_f64(%add_two) : (tensor<3xf64>) -> ()

  // CHECK-NEXT: ( 18.5, 10, 21.5 )
  %fused = call @fused(%A_f64, %x_f64, %y_f64) : (tensor<3x4xf64, #CSR>, tensor<4xf64>, tensor<3xf64>) -> tensor<3xf64>
  call @print_f64(%fused) : (tensor<3xf64>) -> ()

  // CHECK-NEXT: ( 1.52381, 1.52381, 1.52381 )
  %divide = call @divide(%A_f64, %x_f64, %y_f64) : (tensor<3x4xf64, #CSR>, tensor<4xf64>, tensor<3xf64>) -> tensor<3xf64>
  call @print_f64(%divide) : (tensor<3xf64>) -> ()

  // CHECK-NEXT: ( 10, 10, 17 )
  %where_greater = call @where_greater(%A_f64, %x_f64, %y_f64) : (tensor<3x4xf64, #CSR>, tensor<4xf64>, tensor<3xf64>) -> tensor<3xf64>
  call @print_f64(%where_greater) : (tensor<3xf64>) -> ()

  // CHECK-NEXT: ( 2, 2, 12 )
  %add_or_subtract = call @add_or_subtract(%A_f64, %x_f64, %y_f64) : (tensor<3x4xf64, #CSR>, tensor<4xf64>, tensor<3xf64>) -> tensor<3xf64>
  call @print_f64(%add_or_subtract) : (tensor<3xf64>) -> ()

  // CHECK-NEXT: ( -2, 10, 10 )
  %greatest_unsigned = call @greatest_unsigned(%A_i32, %x_i32, %y_i32) : (tensor<3x4xi32, #CSR>, tensor<4xi32>, tensor<3xi32>) -> tensor<3xi32>
  call @print_i32(%greatest_unsigned) : (tensor<3xi32>) -> ()

  // CHECK-NEXT: ( 5, 5, 5 )
  %least_unsigned = call @least_unsigned(%A_i32, %x_i32, %y_i32) : (tensor<3x4xi32, #CSR>, tensor<4xi32>, tensor<3xi32>) -> tensor<3xi32>
  call @print_i32(%least_unsigned) : (tensor<3xi32>) -> ()

  // CHECK-NEXT: ( -8, -8, -8 )
  %greatest_unsigned_chosen = call @greatest_unsigned_chosen(%A_i32, %x_i32, %y_i32) : (tensor<3x4xi32, #CSR>, tensor<4xi32>, tensor<3xi32>) -> tensor<3xi32>
  call @print_i32(%greatest_unsigned_chosen) : (tensor<3xi32>) -> ()

  // CHECK-NEXT: ( -8, -8, -8 )
  %least_chosen = call @least_chosen(%A_i32, %x_i32, %y_i32) : (tensor<3x4xi32, #CSR>, tensor<4xi32>, tensor<3xi32>) -> tensor<3xi32>
  call @print_i32(%least_chosen) : (tensor<3xi32>) -> ()

  // CHECK-NEXT: ( 10, 10, 10 )
  %nothing = call @nothing(%A_f64, %x_f64, %y_f64) : (tensor<3x4xf64, #CSR>, tensor<4xf64>, tensor<3xf64>) -> tensor<3xf64>
  call @print_f64(%nothing) : (tensor<3xf64>) -> ()

  // CHECK-NEXT: ( 10, 10, 10 )
  %never = call @never(%A_f64, %x_f64, %y_f64) : (tensor<3x4xf64, #CSR>, tensor<4xf64>, tensor<3xf64>) -> tensor<3xf64>
  call @print_f64(%never) : (tensor<3xf64>) -> ()

  // CHECK-NEXT: ( 2 )
  // CHECK-NEXT: ( -7 )
  %stored = call @into_a_stored_result(%A_f64, %x_f64) : (tensor<3x4xf64, #CSR>, tensor<4xf64>) -> tensor<3xf64, #V>
  %c0 = arith.constant 0 : index
  %none = arith.constant 0 : i32
  %coordinates = stensor.coordinates %stored[0] : tensor<3xf64, #V> -> memref<?xi32>
  %where = vector.transfer_read %coordinates[%c0], %none : memref<?xi32>, vector<1xi32>
  vector.print %where : vector<1xi32>
  %pad = arith.constant 0.0 : f64
  %values = stensor.values %stored : tensor<3xf64, #V> -> memref<?xf64>
  %what = vector.transfer_read %values[%c0], %pad : memref<?xf64>, vector<1xf64>
  vector.print %what : vector<1xf64>
  return
}
