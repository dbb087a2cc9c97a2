// `--lacuna`, executed: y = A x for each element type and width of positions and coordinates. A(200) stands past what a
// signed number of 8 bits reaches.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=fp=strict | %run | FileCheck %s

#dot = {
  indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
  iterator_types = ["reduction"]
}

#Vf32 = #stensor.format<(i) -> (i : compressed)>
memref.global "private" constant @pos_f32 : memref<2xi32> = dense<[0, 2]>
memref.global "private" constant @crd_f32 : memref<2xi32> = dense<[3, 200]>
memref.global "private" constant @val_f32 : memref<2xf32> = dense<[2.0, 3.0]>
func.func @dot_f32(%A: tensor<?xf32, #Vf32>, %x: tensor<?xf32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = linalg.generic #dot ins(%A, %x : tensor<?xf32, #Vf32>, tensor<?xf32>) outs(%y : tensor<f32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}
func.func @run_f32() {
  %c201 = arith.constant 201 : index
  %pos = memref.get_global @pos_f32 : memref<2xi32>
  %crd = memref.get_global @crd_f32 : memref<2xi32>
  %val = memref.get_global @val_f32 : memref<2xf32>
  %A = stensor.pack(%pos, %crd, %val) sizes(%c201) : (memref<2xi32>, memref<2xi32>, memref<2xf32>) -> tensor<?xf32, #Vf32>
  %x = tensor.generate %c201 {
  ^bb0(%i: index):
    %c20 = arith.constant 20 : index
    %d = arith.divui %i, %c20 : index
    %n = arith.index_cast %d : index to i64
    %v = arith.sitofp %n : i64 to f32
    tensor.yield %v : f32
  } : tensor<?xf32>
  %one = arith.constant 1.0 : f32
  %y = tensor.from_elements %one : tensor<f32>
  %0 = call @dot_f32(%A, %x, %y) : (tensor<?xf32, #Vf32>, tensor<?xf32>, tensor<f32>) -> tensor<f32>
  %1 = tensor.extract %0[] : tensor<f32>
  vector.print %1 : f32
  return
}

#Vf64 = #stensor.format<(i) -> (i : compressed), positions = 64, coordinates = 64>
memref.global "private" constant @pos_f64 : memref<2xi64> = dense<[0, 2]>
memref.global "private" constant @crd_f64 : memref<2xi64> = dense<[3, 200]>
memref.global "private" constant @val_f64 : memref<2xf64> = dense<[2.0, 3.0]>
func.func @dot_f64(%A: tensor<?xf64, #Vf64>, %x: tensor<?xf64>, %y: tensor<f64>) -> tensor<f64> {
  %0 = linalg.generic #dot ins(%A, %x : tensor<?xf64, #Vf64>, tensor<?xf64>) outs(%y : tensor<f64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  return %0 : tensor<f64>
}
func.func @run_f64() {
  %c201 = arith.constant 201 : index
  %pos = memref.get_global @pos_f64 : memref<2xi64>
  %crd = memref.get_global @crd_f64 : memref<2xi64>
  %val = memref.get_global @val_f64 : memref<2xf64>
  %A = stensor.pack(%pos, %crd, %val) sizes(%c201) : (memref<2xi64>, memref<2xi64>, memref<2xf64>) -> tensor<?xf64, #Vf64>
  %x = tensor.generate %c201 {
  ^bb0(%i: index):
    %c20 = arith.constant 20 : index
    %d = arith.divui %i, %c20 : index
    %n = arith.index_cast %d : index to i64
    %v = arith.sitofp %n : i64 to f64
    tensor.yield %v : f64
  } : tensor<?xf64>
  %one = arith.constant 1.0 : f64
  %y = tensor.from_elements %one : tensor<f64>
  %0 = call @dot_f64(%A, %x, %y) : (tensor<?xf64, #Vf64>, tensor<?xf64>, tensor<f64>) -> tensor<f64>
  %1 = tensor.extract %0[] : tensor<f64>
  vector.print %1 : f64
  return
}

#Vi32 = #stensor.format<(i) -> (i : compressed), positions = 8, coordinates = 8>
memref.global "private" constant @pos_i32 : memref<2xi8> = dense<[0, 2]>
memref.global "private" constant @crd_i32 : memref<2xi8> = dense<[3, -56]>
memref.global "private" constant @val_i32 : memref<2xi32> = dense<[2, 3]>
func.func @dot_i32(%A: tensor<?xi32, #Vi32>, %x: tensor<?xi32>, %y: tensor<i32>) -> tensor<i32> {
  %0 = linalg.generic #dot ins(%A, %x : tensor<?xi32, #Vi32>, tensor<?xi32>) outs(%y : tensor<i32>) {
  ^bb0(%a: i32, %b: i32, %c: i32):
    %p = arith.muli %a, %b : i32
    %s = arith.addi %c, %p : i32
    linalg.yield %s : i32
  } -> tensor<i32>
  return %0 : tensor<i32>
}
func.func @run_i32() {
  %c201 = arith.constant 201 : index
  %pos = memref.get_global @pos_i32 : memref<2xi8>
  %crd = memref.get_global @crd_i32 : memref<2xi8>
  %val = memref.get_global @val_i32 : memref<2xi32>
  %A = stensor.pack(%pos, %crd, %val) sizes(%c201) : (memref<2xi8>, memref<2xi8>, memref<2xi32>) -> tensor<?xi32, #Vi32>
  %x = tensor.generate %c201 {
  ^bb0(%i: index):
    %c20 = arith.constant 20 : index
    %d = arith.divui %i, %c20 : index
    %n = arith.index_cast %d : index to i32
    %v = arith.addi %n, %n : i32
    tensor.yield %v : i32
  } : tensor<?xi32>
  %one = arith.constant 1 : i32
  %y = tensor.from_elements %one : tensor<i32>
  %0 = call @dot_i32(%A, %x, %y) : (tensor<?xi32, #Vi32>, tensor<?xi32>, tensor<i32>) -> tensor<i32>
  %1 = tensor.extract %0[] : tensor<i32>
  vector.print %1 : i32
  return
}

#Vi64 = #stensor.format<(i) -> (i : compressed), positions = 16, coordinates = 16>
memref.global "private" constant @pos_i64 : memref<2xi16> = dense<[0, 2]>
memref.global "private" constant @crd_i64 : memref<2xi16> = dense<[3, 200]>
memref.global "private" constant @val_i64 : memref<2xi64> = dense<[2, 3]>
func.func @dot_i64(%A: tensor<?xi64, #Vi64>, %x: tensor<?xi64>, %y: tensor<i64>) -> tensor<i64> {
  %0 = linalg.generic #dot ins(%A, %x : tensor<?xi64, #Vi64>, tensor<?xi64>) outs(%y : tensor<i64>) {
  ^bb0(%a: i64, %b: i64, %c: i64):
    %p = arith.muli %a, %b : i64
    %s = arith.addi %c, %p : i64
    linalg.yield %s : i64
  } -> tensor<i64>
  return %0 : tensor<i64>
}
func.func @run_i64() {
  %c201 = arith.constant 201 : index
  %pos = memref.get_global @pos_i64 : memref<2xi16>
  %crd = memref.get_global @crd_i64 : memref<2xi16>
  %val = memref.get_global @val_i64 : memref<2xi64>
  %A = stensor.pack(%pos, %crd, %val) sizes(%c201) : (memref<2xi16>, memref<2xi16>, memref<2xi64>) -> tensor<?xi64, #Vi64>
  %x = tensor.generate %c201 {
  ^bb0(%i: index):
    %c20 = arith.constant 20 : index
    %d = arith.divui %i, %c20 : index
    %n = arith.index_cast %d : index to i64
    %v = arith.addi %n, %n : i64
    tensor.yield %v : i64
  } : tensor<?xi64>
  %one = arith.constant 1 : i64
  %y = tensor.from_elements %one : tensor<i64>
  %0 = call @dot_i64(%A, %x, %y) : (tensor<?xi64, #Vi64>, tensor<?xi64>, tensor<i64>) -> tensor<i64>
  %1 = tensor.extract %0[] : tensor<i64>
  vector.print %1 : i64
  return
}

#Vi8 = #stensor.format<(i) -> (i : compressed), coordinates = 16>
memref.global "private" constant @pos_i8 : memref<2xi32> = dense<[0, 2]>
memref.global "private" constant @crd_i8 : memref<2xi16> = dense<[3, 200]>
memref.global "private" constant @val_i8 : memref<2xi8> = dense<[2, 3]>
func.func @dot_i8(%A: tensor<?xi8, #Vi8>, %x: tensor<?xi8>, %y: tensor<i8>) -> tensor<i8> {
  %0 = linalg.generic #dot ins(%A, %x : tensor<?xi8, #Vi8>, tensor<?xi8>) outs(%y : tensor<i8>) {
  ^bb0(%a: i8, %b: i8, %c: i8):
    %p = arith.muli %a, %b : i8
    %s = arith.addi %c, %p : i8
    linalg.yield %s : i8
  } -> tensor<i8>
  return %0 : tensor<i8>
}
func.func @run_i8() {
  %c201 = arith.constant 201 : index
  %pos = memref.get_global @pos_i8 : memref<2xi32>
  %crd = memref.get_global @crd_i8 : memref<2xi16>
  %val = memref.get_global @val_i8 : memref<2xi8>
  %A = stensor.pack(%pos, %crd, %val) sizes(%c201) : (memref<2xi32>, memref<2xi16>, memref<2xi8>) -> tensor<?xi8, #Vi8>
  %x = tensor.generate %c201 {
  ^bb0(%i: index):
    %c20 = arith.constant 20 : index
    %d = arith.divui %i, %c20 : index
    %n = arith.index_cast %d : index to i8
    %v = arith.addi %n, %n : i8
    tensor.yield %v : i8
  } : tensor<?xi8>
  %one = arith.constant 1 : i8
  %y = tensor.from_elements %one : tensor<i8>
  %0 = call @dot_i8(%A, %x, %y) : (tensor<?xi8, #Vi8>, tensor<?xi8>, tensor<i8>) -> tensor<i8>
  %1 = tensor.extract %0[] : tensor<i8>
  vector.print %1 : i8
  return
}

func.func @main() {
  // CHECK: 31
  call @run_f32() : () -> ()
  // CHECK-NEXT: 31
  call @run_f64() : () -> ()
  // CHECK-NEXT: 61
  call @run_i32() : () -> ()
  // CHECK-NEXT: 61
  call @run_i64() : () -> ()
  // CHECK-NEXT: 61
  call @run_i8() : () -> ()
  return
}
