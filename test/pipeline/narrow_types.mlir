// `--lacuna`, executed: narrow element types, and products of narrow numbers that are added up in a wide type. Each kernel
// multiplies a matrix of 2 x 20 by a vector, and adds and multiplies two matrices into a stored one.
//
//   A(0, 0) = 1, A(0, 7) = 2, A(1, 3) = 3, A(1, 19) = 1; B(0, 7) = 3, B(1, 4) = 2

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=fp=strict | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=vector-bytes=0 | %run | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#matvec = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
           iterator_types = ["parallel", "reduction"]}
#matmul = {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
           iterator_types = ["parallel", "parallel", "reduction"]}
#zip = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
        iterator_types = ["parallel", "parallel"]}

memref.global "private" constant @a_pos : memref<3xi32> = dense<[0, 2, 4]>
memref.global "private" constant @a_crd : memref<4xi32> = dense<[0, 7, 3, 19]>
memref.global "private" constant @b_pos : memref<3xi32> = dense<[0, 1, 2]>
memref.global "private" constant @b_crd : memref<2xi32> = dense<[7, 4]>

func.func @show_i32(%array: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %array, %c0 : memref<?xi32>
  vector.print str "["
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %array[%i] : memref<?xi32>
    vector.print str " "
    vector.print %v : i32 punctuation <no_punctuation>
  }
  vector.print str " ]\0A"
  return
}

memref.global "private" constant @a_bf16 : memref<4xbf16> = dense<[1.0, 2.0, 3.0, 1.0]>
memref.global "private" constant @b_bf16 : memref<2xbf16> = dense<[3.0, 2.0]>

func.func @show_bf16(%array: memref<?xbf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %array, %c0 : memref<?xbf16>
  vector.print str "["
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %array[%i] : memref<?xbf16>
    %w = arith.fptosi %v : bf16 to i32
    vector.print str " "
    vector.print %w : i32 punctuation <no_punctuation>
  }
  vector.print str " ]\0A"
  return
}

func.func @matvec_bf16(%A: tensor<2x20xbf16, #CSR>, %x: tensor<20xbf16>, %y: tensor<2xbf16>) -> tensor<2xbf16> {
  %0 = linalg.generic #matvec ins(%A, %x : tensor<2x20xbf16, #CSR>, tensor<20xbf16>) outs(%y : tensor<2xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %c: bf16):
    %p = arith.mulf %a, %b : bf16
    %s = arith.addf %c, %p : bf16
    linalg.yield %s : bf16
  } -> tensor<2xbf16>
  return %0 : tensor<2xbf16>
}

func.func @matmul_bf16(%A: tensor<2x20xbf16, #CSR>, %x: tensor<20x40xbf16>, %y: tensor<2x40xbf16>) -> tensor<2x40xbf16> {
  %0 = linalg.generic #matmul ins(%A, %x : tensor<2x20xbf16, #CSR>, tensor<20x40xbf16>) outs(%y : tensor<2x40xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %c: bf16):
    %p = arith.mulf %a, %b : bf16
    %s = arith.addf %c, %p : bf16
    linalg.yield %s : bf16
  } -> tensor<2x40xbf16>
  return %0 : tensor<2x40xbf16>
}

func.func @product_bf16(%A: tensor<2x20xbf16, #CSR>, %B: tensor<2x20xbf16, #CSR>) -> tensor<2x20xbf16, #CSR> {
  %empty = tensor.empty() : tensor<2x20xbf16, #CSR>
  %0 = linalg.generic #zip ins(%A, %B : tensor<2x20xbf16, #CSR>, tensor<2x20xbf16, #CSR>) outs(%empty : tensor<2x20xbf16, #CSR>) {
  ^bb0(%a: bf16, %b: bf16, %c: bf16):
    %p = arith.mulf %a, %b : bf16
    linalg.yield %p : bf16
  } -> tensor<2x20xbf16, #CSR>
  return %0 : tensor<2x20xbf16, #CSR>
}

func.func @sum_bf16(%A: tensor<2x20xbf16, #CSR>, %B: tensor<2x20xbf16, #CSR>) -> tensor<2x20xbf16, #CSR> {
  %empty = tensor.empty() : tensor<2x20xbf16, #CSR>
  %0 = linalg.generic #zip ins(%A, %B : tensor<2x20xbf16, #CSR>, tensor<2x20xbf16, #CSR>) outs(%empty : tensor<2x20xbf16, #CSR>) {
  ^bb0(%a: bf16, %b: bf16, %c: bf16):
    %p = arith.addf %a, %b : bf16
    linalg.yield %p : bf16
  } -> tensor<2x20xbf16, #CSR>
  return %0 : tensor<2x20xbf16, #CSR>
}

func.func @run_bf16() {
  %three = arith.constant 3 : i32
  %one = arith.constant 1 : i32
  %nought = arith.constant 0 : i32
  %a_pos = memref.get_global @a_pos : memref<3xi32>
  %a_crd = memref.get_global @a_crd : memref<4xi32>
  %a_val = memref.get_global @a_bf16 : memref<4xbf16>
  %b_pos = memref.get_global @b_pos : memref<3xi32>
  %b_crd = memref.get_global @b_crd : memref<2xi32>
  %b_val = memref.get_global @b_bf16 : memref<2xbf16>
  %A = stensor.pack(%a_pos, %a_crd, %a_val) : (memref<3xi32>, memref<4xi32>, memref<4xbf16>) -> tensor<2x20xbf16, #CSR>
  %B = stensor.pack(%b_pos, %b_crd, %b_val) : (memref<3xi32>, memref<2xi32>, memref<2xbf16>) -> tensor<2x20xbf16, #CSR>
  %x = tensor.generate {
  ^bb0(%j: index):
    %k = arith.index_cast %j : index to i32
    %m = arith.remui %k, %three : i32
    %w = arith.addi %m, %nought : i32
    %v = arith.sitofp %w : i32 to bf16
    tensor.yield %v : bf16
  } : tensor<20xbf16>
  %zero = arith.constant 0.0 : bf16
  %y = tensor.splat %zero : tensor<2xbf16>
  // CHECK: [ 2 1 ]
  %0 = call @matvec_bf16(%A, %x, %y) : (tensor<2x20xbf16, #CSR>, tensor<20xbf16>, tensor<2xbf16>) -> tensor<2xbf16>
  %1 = bufferization.to_buffer %0 read_only : tensor<2xbf16> to memref<2xbf16>
  %2 = memref.cast %1 : memref<2xbf16> to memref<?xbf16>
  call @show_bf16(%2) : (memref<?xbf16>) -> ()
  %X = tensor.generate {
  ^bb0(%j: index, %n: index):
    %jn = arith.addi %j, %n : index
    %k = arith.index_cast %jn : index to i32
    %m = arith.remui %k, %three : i32
    %w = arith.addi %m, %nought : i32
    %v = arith.sitofp %w : i32 to bf16
    tensor.yield %v : bf16
  } : tensor<20x40xbf16>
  %Y = tensor.splat %zero : tensor<2x40xbf16>
  // CHECK-NEXT: [ 2 5 2 2 5 2 2 5 2 2 5 2 2 5 2 2 5 2 2 5 2 2 5 2 2 5 2 2 5 2 2 5 2 2 5 2 2 5 2 2 1 5 6 1 5 6 1 5 6 1 5 6 1 5 6 1 5 6 1 5 6 1 5 6 1 5 6 1 5 6 1 5 6 1 5 6 1 5 6 1 ]
  %3 = call @matmul_bf16(%A, %X, %Y) : (tensor<2x20xbf16, #CSR>, tensor<20x40xbf16>, tensor<2x40xbf16>) -> tensor<2x40xbf16>
  %4 = bufferization.to_buffer %3 read_only : tensor<2x40xbf16> to memref<2x40xbf16>
  %5 = memref.collapse_shape %4 [[0, 1]] : memref<2x40xbf16> into memref<80xbf16>
  %6 = memref.cast %5 : memref<80xbf16> to memref<?xbf16>
  call @show_bf16(%6) : (memref<?xbf16>) -> ()

  %product = call @product_bf16(%A, %B) : (tensor<2x20xbf16, #CSR>, tensor<2x20xbf16, #CSR>) -> tensor<2x20xbf16, #CSR>
  %product_pos, %product_crd, %product_val = stensor.unpack %product
      : tensor<2x20xbf16, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xbf16>
  // CHECK-NEXT: [ 0 1 1 ]
  call @show_i32(%product_pos) : (memref<?xi32>) -> ()
  // CHECK-NEXT: [ 7 ]
  call @show_i32(%product_crd) : (memref<?xi32>) -> ()
  // CHECK-NEXT: [ 6 ]
  call @show_bf16(%product_val) : (memref<?xbf16>) -> ()

  %sum = call @sum_bf16(%A, %B) : (tensor<2x20xbf16, #CSR>, tensor<2x20xbf16, #CSR>) -> tensor<2x20xbf16, #CSR>
  %sum_pos, %sum_crd, %sum_val = stensor.unpack %sum
      : tensor<2x20xbf16, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xbf16>
  // CHECK-NEXT: [ 0 2 5 ]
  call @show_i32(%sum_pos) : (memref<?xi32>) -> ()
  // CHECK-NEXT: [ 0 7 3 4 19 ]
  call @show_i32(%sum_crd) : (memref<?xi32>) -> ()
  // CHECK-NEXT: [ 1 5 3 2 1 ]
  call @show_bf16(%sum_val) : (memref<?xbf16>) -> ()
  return
}

memref.global "private" constant @a_f16 : memref<4xf16> = dense<[1.0, 2.0, 3.0, 1.0]>
memref.global "private" constant @b_f16 : memref<2xf16> = dense<[3.0, 2.0]>

func.func @show_f16(%array: memref<?xf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %array, %c0 : memref<?xf16>
  vector.print str "["
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %array[%i] : memref<?xf16>
    %w = arith.fptosi %v : f16 to i32
    vector.print str " "
    vector.print %w : i32 punctuation <no_punctuation>
  }
  vector.print str " ]\0A"
  return
}

func.func @matvec_f16(%A: tensor<2x20xf16, #CSR>, %x: tensor<20xf16>, %y: tensor<2xf16>) -> tensor<2xf16> {
  %0 = linalg.generic #matvec ins(%A, %x : tensor<2x20xf16, #CSR>, tensor<20xf16>) outs(%y : tensor<2xf16>) {
  ^bb0(%a: f16, %b: f16, %c: f16):
    %p = arith.mulf %a, %b : f16
    %s = arith.addf %c, %p : f16
    linalg.yield %s : f16
  } -> tensor<2xf16>
  return %0 : tensor<2xf16>
}

func.func @matmul_f16(%A: tensor<2x20xf16, #CSR>, %x: tensor<20x40xf16>, %y: tensor<2x40xf16>) -> tensor<2x40xf16> {
  %0 = linalg.generic #matmul ins(%A, %x : tensor<2x20xf16, #CSR>, tensor<20x40xf16>) outs(%y : tensor<2x40xf16>) {
  ^bb0(%a: f16, %b: f16, %c: f16):
    %p = arith.mulf %a, %b : f16
    %s = arith.addf %c, %p : f16
    linalg.yield %s : f16
  } -> tensor<2x40xf16>
  return %0 : tensor<2x40xf16>
}

func.func @product_f16(%A: tensor<2x20xf16, #CSR>, %B: tensor<2x20xf16, #CSR>) -> tensor<2x20xf16, #CSR> {
  %empty = tensor.empty() : tensor<2x20xf16, #CSR>
  %0 = linalg.generic #zip ins(%A, %B : tensor<2x20xf16, #CSR>, tensor<2x20xf16, #CSR>) outs(%empty : tensor<2x20xf16, #CSR>) {
  ^bb0(%a: f16, %b: f16, %c: f16):
    %p = arith.mulf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<2x20xf16, #CSR>
  return %0 : tensor<2x20xf16, #CSR>
}

func.func @sum_f16(%A: tensor<2x20xf16, #CSR>, %B: tensor<2x20xf16, #CSR>) -> tensor<2x20xf16, #CSR> {
  %empty = tensor.empty() : tensor<2x20xf16, #CSR>
  %0 = linalg.generic #zip ins(%A, %B : tensor<2x20xf16, #CSR>, tensor<2x20xf16, #CSR>) outs(%empty : tensor<2x20xf16, #CSR>) {
  ^bb0(%a: f16, %b: f16, %c: f16):
    %p = arith.addf %a, %b : f16
    linalg.yield %p : f16
  } -> tensor<2x20xf16, #CSR>
  return %0 : tensor<2x20xf16, #CSR>
}

func.func @run_f16() {
  %three = arith.constant 3 : i32
  %one = arith.constant 1 : i32
  %nought = arith.constant 0 : i32
  %a_pos = memref.get_global @a_pos : memref<3xi32>
  %a_crd = memref.get_global @a_crd : memref<4xi32>
  %a_val = memref.get_global @a_f16 : memref<4xf16>
  %b_pos = memref.get_global @b_pos : memref<3xi32>
  %b_crd = memref.get_global @b_crd : memref<2xi32>
  %b_val = memref.get_global @b_f16 : memref<2xf16>
  %A = stensor.pack(%a_pos, %a_crd, %a_val) : (memref<3xi32>, memref<4xi32>, memref<4xf16>) -> tensor<2x20xf16, #CSR>
  %B = stensor.pack(%b_pos, %b_crd, %b_val) : (memref<3xi32>, memref<2xi32>, memref<2xf16>) -> tensor<2x20xf16, #CSR>
  %x = tensor.generate {
  ^bb0(%j: index):
    %k = arith.index_cast %j : index to i32
    %m = arith.remui %k, %three : i32
    %w = arith.addi %m, %nought : i32
    %v = arith.sitofp %w : i32 to f16
    tensor.yield %v : f16
  } : tensor<20xf16>
  %zero = arith.constant 0.0 : f16
  %y = tensor.splat %zero : tensor<2xf16>
  // CHECK: [ 2 1 ]
  %0 = call @matvec_f16(%A, %x, %y) : (tensor<2x20xf16, #CSR>, tensor<20xf16>, tensor<2xf16>) -> tensor<2xf16>
  %1 = bufferization.to_buffer %0 read_only : tensor<2xf16> to memref<2xf16>
  %2 = memref.cast %1 : memref<2xf16> to memref<?xf16>
  call @show_f16(%2) : (memref<?xf16>) -> ()
  %X = tensor.generate {
  ^bb0(%j: index, %n: index):
    %jn = arith.addi %j, %n : index
    %k = arith.index_cast %jn : index to i32
    %m = arith.remui %k, %three : i32
    %w = arith.addi %m, %nought : i32
    %v = arith.sitofp %w : i32 to f16
    tensor.yield %v : f16
  } : tensor<20x40xf16>
  %Y = tensor.splat %zero : tensor<2x40xf16>
  // CHECK-NEXT: [ 2 5 2 2 5 2 2 5 2 2 5 2 2 5 2 2 5 2 2 5 2 2 5 2 2 5 2 2 5 2 2 5 2 2 5 2 2 5 2 2 1 5 6 1 5 6 1 5 6 1 5 6 1 5 6 1 5 6 1 5 6 1 5 6 1 5 6 1 5 6 1 5 6 1 5 6 1 5 6 1 ]
  %3 = call @matmul_f16(%A, %X, %Y) : (tensor<2x20xf16, #CSR>, tensor<20x40xf16>, tensor<2x40xf16>) -> tensor<2x40xf16>
  %4 = bufferization.to_buffer %3 read_only : tensor<2x40xf16> to memref<2x40xf16>
  %5 = memref.collapse_shape %4 [[0, 1]] : memref<2x40xf16> into memref<80xf16>
  %6 = memref.cast %5 : memref<80xf16> to memref<?xf16>
  call @show_f16(%6) : (memref<?xf16>) -> ()

  %product = call @product_f16(%A, %B) : (tensor<2x20xf16, #CSR>, tensor<2x20xf16, #CSR>) -> tensor<2x20xf16, #CSR>
  %product_pos, %product_crd, %product_val = stensor.unpack %product
      : tensor<2x20xf16, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf16>
  // CHECK-NEXT: [ 0 1 1 ]
  call @show_i32(%product_pos) : (memref<?xi32>) -> ()
  // CHECK-NEXT: [ 7 ]
  call @show_i32(%product_crd) : (memref<?xi32>) -> ()
  // CHECK-NEXT: [ 6 ]
  call @show_f16(%product_val) : (memref<?xf16>) -> ()

  %sum = call @sum_f16(%A, %B) : (tensor<2x20xf16, #CSR>, tensor<2x20xf16, #CSR>) -> tensor<2x20xf16, #CSR>
  %sum_pos, %sum_crd, %sum_val = stensor.unpack %sum
      : tensor<2x20xf16, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf16>
  // CHECK-NEXT: [ 0 2 5 ]
  call @show_i32(%sum_pos) : (memref<?xi32>) -> ()
  // CHECK-NEXT: [ 0 7 3 4 19 ]
  call @show_i32(%sum_crd) : (memref<?xi32>) -> ()
  // CHECK-NEXT: [ 1 5 3 2 1 ]
  call @show_f16(%sum_val) : (memref<?xf16>) -> ()
  return
}

memref.global "private" constant @a_i4 : memref<4xi4> = dense<[1, 2, 3, 1]>
memref.global "private" constant @b_i4 : memref<2xi4> = dense<[3, 2]>

func.func @show_i4(%array: memref<?xi4>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %array, %c0 : memref<?xi4>
  vector.print str "["
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %array[%i] : memref<?xi4>
    %w = arith.extsi %v : i4 to i32
    vector.print str " "
    vector.print %w : i32 punctuation <no_punctuation>
  }
  vector.print str " ]\0A"
  return
}

func.func @matvec_i4(%A: tensor<2x20xi4, #CSR>, %x: tensor<20xi4>, %y: tensor<2xi4>) -> tensor<2xi4> {
  %0 = linalg.generic #matvec ins(%A, %x : tensor<2x20xi4, #CSR>, tensor<20xi4>) outs(%y : tensor<2xi4>) {
  ^bb0(%a: i4, %b: i4, %c: i4):
    %p = arith.muli %a, %b : i4
    %s = arith.addi %c, %p : i4
    linalg.yield %s : i4
  } -> tensor<2xi4>
  return %0 : tensor<2xi4>
}

func.func @matmul_i4(%A: tensor<2x20xi4, #CSR>, %x: tensor<20x40xi4>, %y: tensor<2x40xi4>) -> tensor<2x40xi4> {
  %0 = linalg.generic #matmul ins(%A, %x : tensor<2x20xi4, #CSR>, tensor<20x40xi4>) outs(%y : tensor<2x40xi4>) {
  ^bb0(%a: i4, %b: i4, %c: i4):
    %p = arith.muli %a, %b : i4
    %s = arith.addi %c, %p : i4
    linalg.yield %s : i4
  } -> tensor<2x40xi4>
  return %0 : tensor<2x40xi4>
}

func.func @product_i4(%A: tensor<2x20xi4, #CSR>, %B: tensor<2x20xi4, #CSR>) -> tensor<2x20xi4, #CSR> {
  %empty = tensor.empty() : tensor<2x20xi4, #CSR>
  %0 = linalg.generic #zip ins(%A, %B : tensor<2x20xi4, #CSR>, tensor<2x20xi4, #CSR>) outs(%empty : tensor<2x20xi4, #CSR>) {
  ^bb0(%a: i4, %b: i4, %c: i4):
    %p = arith.muli %a, %b : i4
    linalg.yield %p : i4
  } -> tensor<2x20xi4, #CSR>
  return %0 : tensor<2x20xi4, #CSR>
}

func.func @sum_i4(%A: tensor<2x20xi4, #CSR>, %B: tensor<2x20xi4, #CSR>) -> tensor<2x20xi4, #CSR> {
  %empty = tensor.empty() : tensor<2x20xi4, #CSR>
  %0 = linalg.generic #zip ins(%A, %B : tensor<2x20xi4, #CSR>, tensor<2x20xi4, #CSR>) outs(%empty : tensor<2x20xi4, #CSR>) {
  ^bb0(%a: i4, %b: i4, %c: i4):
    %p = arith.addi %a, %b : i4
    linalg.yield %p : i4
  } -> tensor<2x20xi4, #CSR>
  return %0 : tensor<2x20xi4, #CSR>
}

func.func @run_i4() {
  %three = arith.constant 3 : i32
  %one = arith.constant 1 : i32
  %nought = arith.constant 0 : i32
  %a_pos = memref.get_global @a_pos : memref<3xi32>
  %a_crd = memref.get_global @a_crd : memref<4xi32>
  %a_val = memref.get_global @a_i4 : memref<4xi4>
  %b_pos = memref.get_global @b_pos : memref<3xi32>
  %b_crd = memref.get_global @b_crd : memref<2xi32>
  %b_val = memref.get_global @b_i4 : memref<2xi4>
  %A = stensor.pack(%a_pos, %a_crd, %a_val) : (memref<3xi32>, memref<4xi32>, memref<4xi4>) -> tensor<2x20xi4, #CSR>
  %B = stensor.pack(%b_pos, %b_crd, %b_val) : (memref<3xi32>, memref<2xi32>, memref<2xi4>) -> tensor<2x20xi4, #CSR>
  %x = tensor.generate {
  ^bb0(%j: index):
    %k = arith.index_cast %j : index to i32
    %m = arith.remui %k, %three : i32
    %w = arith.addi %m, %nought : i32
    %v = arith.trunci %w : i32 to i4
    tensor.yield %v : i4
  } : tensor<20xi4>
  %zero = arith.constant 0 : i4
  %y = tensor.splat %zero : tensor<2xi4>
  // CHECK: [ 2 1 ]
  %0 = call @matvec_i4(%A, %x, %y) : (tensor<2x20xi4, #CSR>, tensor<20xi4>, tensor<2xi4>) -> tensor<2xi4>
  %1 = bufferization.to_buffer %0 read_only : tensor<2xi4> to memref<2xi4>
  %2 = memref.cast %1 : memref<2xi4> to memref<?xi4>
  call @show_i4(%2) : (memref<?xi4>) -> ()
  %X = tensor.generate {
  ^bb0(%j: index, %n: index):
    %jn = arith.addi %j, %n : index
    %k = arith.index_cast %jn : index to i32
    %m = arith.remui %k, %three : i32
    %w = arith.addi %m, %nought : i32
    %v = arith.trunci %w : i32 to i4
    tensor.yield %v : i4
  } : tensor<20x40xi4>
  %Y = tensor.splat %zero : tensor<2x40xi4>
  // CHECK-NEXT: [ 2 5 2 2 5 2 2 5 2 2 5 2 2 5 2 2 5 2 2 5 2 2 5 2 2 5 2 2 5 2 2 5 2 2 5 2 2 5 2 2 1 5 6 1 5 6 1 5 6 1 5 6 1 5 6 1 5 6 1 5 6 1 5 6 1 5 6 1 5 6 1 5 6 1 5 6 1 5 6 1 ]
  %3 = call @matmul_i4(%A, %X, %Y) : (tensor<2x20xi4, #CSR>, tensor<20x40xi4>, tensor<2x40xi4>) -> tensor<2x40xi4>
  %4 = bufferization.to_buffer %3 read_only : tensor<2x40xi4> to memref<2x40xi4>
  %5 = memref.collapse_shape %4 [[0, 1]] : memref<2x40xi4> into memref<80xi4>
  %6 = memref.cast %5 : memref<80xi4> to memref<?xi4>
  call @show_i4(%6) : (memref<?xi4>) -> ()

  %product = call @product_i4(%A, %B) : (tensor<2x20xi4, #CSR>, tensor<2x20xi4, #CSR>) -> tensor<2x20xi4, #CSR>
  %product_pos, %product_crd, %product_val = stensor.unpack %product
      : tensor<2x20xi4, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xi4>
  // CHECK-NEXT: [ 0 1 1 ]
  call @show_i32(%product_pos) : (memref<?xi32>) -> ()
  // CHECK-NEXT: [ 7 ]
  call @show_i32(%product_crd) : (memref<?xi32>) -> ()
  // CHECK-NEXT: [ 6 ]
  call @show_i4(%product_val) : (memref<?xi4>) -> ()

  %sum = call @sum_i4(%A, %B) : (tensor<2x20xi4, #CSR>, tensor<2x20xi4, #CSR>) -> tensor<2x20xi4, #CSR>
  %sum_pos, %sum_crd, %sum_val = stensor.unpack %sum
      : tensor<2x20xi4, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xi4>
  // CHECK-NEXT: [ 0 2 5 ]
  call @show_i32(%sum_pos) : (memref<?xi32>) -> ()
  // CHECK-NEXT: [ 0 7 3 4 19 ]
  call @show_i32(%sum_crd) : (memref<?xi32>) -> ()
  // CHECK-NEXT: [ 1 5 3 2 1 ]
  call @show_i4(%sum_val) : (memref<?xi4>) -> ()
  return
}

memref.global "private" constant @a_i1 : memref<4xi1> = dense<[true, true, true, true]>
memref.global "private" constant @b_i1 : memref<2xi1> = dense<[true, true]>

func.func @show_i1(%array: memref<?xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %array, %c0 : memref<?xi1>
  vector.print str "["
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %array[%i] : memref<?xi1>
    %w = arith.extui %v : i1 to i32
    vector.print str " "
    vector.print %w : i32 punctuation <no_punctuation>
  }
  vector.print str " ]\0A"
  return
}

func.func @matvec_i1(%A: tensor<2x20xi1, #CSR>, %x: tensor<20xi1>, %y: tensor<2xi1>) -> tensor<2xi1> {
  %0 = linalg.generic #matvec ins(%A, %x : tensor<2x20xi1, #CSR>, tensor<20xi1>) outs(%y : tensor<2xi1>) {
  ^bb0(%a: i1, %b: i1, %c: i1):
    %p = arith.andi %a, %b : i1
    %s = arith.ori %c, %p : i1
    linalg.yield %s : i1
  } -> tensor<2xi1>
  return %0 : tensor<2xi1>
}

func.func @matmul_i1(%A: tensor<2x20xi1, #CSR>, %x: tensor<20x40xi1>, %y: tensor<2x40xi1>) -> tensor<2x40xi1> {
  %0 = linalg.generic #matmul ins(%A, %x : tensor<2x20xi1, #CSR>, tensor<20x40xi1>) outs(%y : tensor<2x40xi1>) {
  ^bb0(%a: i1, %b: i1, %c: i1):
    %p = arith.andi %a, %b : i1
    %s = arith.ori %c, %p : i1
    linalg.yield %s : i1
  } -> tensor<2x40xi1>
  return %0 : tensor<2x40xi1>
}

func.func @product_i1(%A: tensor<2x20xi1, #CSR>, %B: tensor<2x20xi1, #CSR>) -> tensor<2x20xi1, #CSR> {
  %empty = tensor.empty() : tensor<2x20xi1, #CSR>
  %0 = linalg.generic #zip ins(%A, %B : tensor<2x20xi1, #CSR>, tensor<2x20xi1, #CSR>) outs(%empty : tensor<2x20xi1, #CSR>) {
  ^bb0(%a: i1, %b: i1, %c: i1):
    %p = arith.andi %a, %b : i1
    linalg.yield %p : i1
  } -> tensor<2x20xi1, #CSR>
  return %0 : tensor<2x20xi1, #CSR>
}

func.func @sum_i1(%A: tensor<2x20xi1, #CSR>, %B: tensor<2x20xi1, #CSR>) -> tensor<2x20xi1, #CSR> {
  %empty = tensor.empty() : tensor<2x20xi1, #CSR>
  %0 = linalg.generic #zip ins(%A, %B : tensor<2x20xi1, #CSR>, tensor<2x20xi1, #CSR>) outs(%empty : tensor<2x20xi1, #CSR>) {
  ^bb0(%a: i1, %b: i1, %c: i1):
    %p = arith.ori %a, %b : i1
    linalg.yield %p : i1
  } -> tensor<2x20xi1, #CSR>
  return %0 : tensor<2x20xi1, #CSR>
}

func.func @run_i1() {
  %three = arith.constant 3 : i32
  %one = arith.constant 1 : i32
  %nought = arith.constant 0 : i32
  %a_pos = memref.get_global @a_pos : memref<3xi32>
  %a_crd = memref.get_global @a_crd : memref<4xi32>
  %a_val = memref.get_global @a_i1 : memref<4xi1>
  %b_pos = memref.get_global @b_pos : memref<3xi32>
  %b_crd = memref.get_global @b_crd : memref<2xi32>
  %b_val = memref.get_global @b_i1 : memref<2xi1>
  %A = stensor.pack(%a_pos, %a_crd, %a_val) : (memref<3xi32>, memref<4xi32>, memref<4xi1>) -> tensor<2x20xi1, #CSR>
  %B = stensor.pack(%b_pos, %b_crd, %b_val) : (memref<3xi32>, memref<2xi32>, memref<2xi1>) -> tensor<2x20xi1, #CSR>
  %x = tensor.generate {
  ^bb0(%j: index):
    %k = arith.index_cast %j : index to i32
    %m = arith.remui %k, %three : i32
    %is = arith.cmpi eq, %m, %one : i32
    %w = arith.extui %is : i1 to i32
    %v = arith.trunci %w : i32 to i1
    tensor.yield %v : i1
  } : tensor<20xi1>
  %zero = arith.constant false
  %y = tensor.splat %zero : tensor<2xi1>
  // CHECK: [ 1 1 ]
  %0 = call @matvec_i1(%A, %x, %y) : (tensor<2x20xi1, #CSR>, tensor<20xi1>, tensor<2xi1>) -> tensor<2xi1>
  %1 = bufferization.to_buffer %0 read_only : tensor<2xi1> to memref<2xi1>
  %2 = memref.cast %1 : memref<2xi1> to memref<?xi1>
  call @show_i1(%2) : (memref<?xi1>) -> ()
  %X = tensor.generate {
  ^bb0(%j: index, %n: index):
    %jn = arith.addi %j, %n : index
    %k = arith.index_cast %jn : index to i32
    %m = arith.remui %k, %three : i32
    %is = arith.cmpi eq, %m, %one : i32
    %w = arith.extui %is : i1 to i32
    %v = arith.trunci %w : i32 to i1
    tensor.yield %v : i1
  } : tensor<20x40xi1>
  %Y = tensor.splat %zero : tensor<2x40xi1>
  // CHECK-NEXT: [ 1 1 0 1 1 0 1 1 0 1 1 0 1 1 0 1 1 0 1 1 0 1 1 0 1 1 0 1 1 0 1 1 0 1 1 0 1 1 0 1 1 1 0 1 1 0 1 1 0 1 1 0 1 1 0 1 1 0 1 1 0 1 1 0 1 1 0 1 1 0 1 1 0 1 1 0 1 1 0 1 ]
  %3 = call @matmul_i1(%A, %X, %Y) : (tensor<2x20xi1, #CSR>, tensor<20x40xi1>, tensor<2x40xi1>) -> tensor<2x40xi1>
  %4 = bufferization.to_buffer %3 read_only : tensor<2x40xi1> to memref<2x40xi1>
  %5 = memref.collapse_shape %4 [[0, 1]] : memref<2x40xi1> into memref<80xi1>
  %6 = memref.cast %5 : memref<80xi1> to memref<?xi1>
  call @show_i1(%6) : (memref<?xi1>) -> ()

  %product = call @product_i1(%A, %B) : (tensor<2x20xi1, #CSR>, tensor<2x20xi1, #CSR>) -> tensor<2x20xi1, #CSR>
  %product_pos, %product_crd, %product_val = stensor.unpack %product
      : tensor<2x20xi1, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xi1>
  // CHECK-NEXT: [ 0 1 1 ]
  call @show_i32(%product_pos) : (memref<?xi32>) -> ()
  // CHECK-NEXT: [ 7 ]
  call @show_i32(%product_crd) : (memref<?xi32>) -> ()
  // CHECK-NEXT: [ 1 ]
  call @show_i1(%product_val) : (memref<?xi1>) -> ()

  %sum = call @sum_i1(%A, %B) : (tensor<2x20xi1, #CSR>, tensor<2x20xi1, #CSR>) -> tensor<2x20xi1, #CSR>
  %sum_pos, %sum_crd, %sum_val = stensor.unpack %sum
      : tensor<2x20xi1, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xi1>
  // CHECK-NEXT: [ 0 2 5 ]
  call @show_i32(%sum_pos) : (memref<?xi32>) -> ()
  // CHECK-NEXT: [ 0 7 3 4 19 ]
  call @show_i32(%sum_crd) : (memref<?xi32>) -> ()
  // CHECK-NEXT: [ 1 1 1 1 1 ]
  call @show_i1(%sum_val) : (memref<?xi1>) -> ()
  return
}

// Bytes that are multiplied and added up in 32 bits.
memref.global "private" constant @a_i8 : memref<4xi8> = dense<[100, -128, 127, 1]>
func.func @matvec_wide(%A: tensor<2x20xi8, #CSR>, %x: tensor<20xi8>, %y: tensor<2xi32>) -> tensor<2xi32> {
  %0 = linalg.generic #matvec ins(%A, %x : tensor<2x20xi8, #CSR>, tensor<20xi8>) outs(%y : tensor<2xi32>) {
  ^bb0(%a: i8, %b: i8, %c: i32):
    %l = arith.extsi %a : i8 to i32
    %r = arith.extsi %b : i8 to i32
    %p = arith.muli %l, %r : i32
    %s = arith.addi %c, %p : i32
    linalg.yield %s : i32
  } -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
func.func @run_wide() {
  %a_pos = memref.get_global @a_pos : memref<3xi32>
  %a_crd = memref.get_global @a_crd : memref<4xi32>
  %a_val = memref.get_global @a_i8 : memref<4xi8>
  %A = stensor.pack(%a_pos, %a_crd, %a_val) : (memref<3xi32>, memref<4xi32>, memref<4xi8>) -> tensor<2x20xi8, #CSR>
  %c100 = arith.constant 100 : i8
  %x = tensor.splat %c100 : tensor<20xi8>
  %zero = arith.constant 0 : i32
  %y = tensor.splat %zero : tensor<2xi32>
  // CHECK: [ -2800 12800 ]
  %0 = call @matvec_wide(%A, %x, %y) : (tensor<2x20xi8, #CSR>, tensor<20xi8>, tensor<2xi32>) -> tensor<2xi32>
  %1 = bufferization.to_buffer %0 read_only : tensor<2xi32> to memref<2xi32>
  %2 = memref.cast %1 : memref<2xi32> to memref<?xi32>
  call @show_i32(%2) : (memref<?xi32>) -> ()
  return
}

func.func @main() {
  call @run_bf16() : () -> ()
  call @run_f16() : () -> ()
  call @run_i4() : () -> ()
  call @run_i1() : () -> ()
  call @run_wide() : () -> ()
  return
}
