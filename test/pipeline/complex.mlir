// `--lacuna`, executed: complex numbers. A matrix by a vector, and products and sums with stored results.
//
//   A = [ 1+2i   0   3-i ]   B = [ 2    0   0  ]   x = [ 1+i ]
//       [  0     i    0  ]       [ 1+i  0   0  ]       [  2  ]
//       [  0     0    2  ]       [ 0    0  1-i ]       [  i  ]

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=fp=strict | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=vector-bytes=0 | %run | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>
#matvec = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
           iterator_types = ["parallel", "reduction"]}
#zip = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
        iterator_types = ["parallel", "parallel"]}

memref.global "private" constant @a_pos : memref<4xi32> = dense<[0, 2, 3, 4]>
memref.global "private" constant @a_crd : memref<4xi32> = dense<[0, 2, 1, 2]>
memref.global "private" constant @b_pos : memref<4xi32> = dense<[0, 1, 2, 3]>
memref.global "private" constant @b_crd : memref<3xi32> = dense<[0, 0, 2]>

memref.global "private" constant @a_f64 : memref<4xcomplex<f64>> = dense<[(1.0, 2.0), (3.0, -1.0), (0.0, 1.0), (2.0, 0.0)]>
memref.global "private" constant @b_f64 : memref<3xcomplex<f64>> = dense<[(2.0, 0.0), (1.0, 1.0), (1.0, -1.0)]>

func.func @show_f64(%array: memref<?xcomplex<f64>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %array, %c0 : memref<?xcomplex<f64>>
  vector.print str "["
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %array[%i] : memref<?xcomplex<f64>>
    %re = complex.re %v : complex<f64>
    %im = complex.im %v : complex<f64>
    vector.print str " "
    vector.print %re : f64 punctuation <no_punctuation>
    vector.print str ","
    vector.print %im : f64 punctuation <no_punctuation>
  }
  vector.print str " ]\0A"
  return
}

func.func @matvec_f64(%A: tensor<3x3xcomplex<f64>, #CSR>, %x: tensor<3xcomplex<f64>>, %y: tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>> {
  %0 = linalg.generic #matvec ins(%A, %x : tensor<3x3xcomplex<f64>, #CSR>, tensor<3xcomplex<f64>>) outs(%y : tensor<3xcomplex<f64>>) {
  ^bb0(%a: complex<f64>, %b: complex<f64>, %c: complex<f64>):
    %p = complex.mul %a, %b : complex<f64>
    %s = complex.add %c, %p : complex<f64>
    linalg.yield %s : complex<f64>
  } -> tensor<3xcomplex<f64>>
  return %0 : tensor<3xcomplex<f64>>
}

func.func @product_f64(%A: tensor<3x3xcomplex<f64>, #CSR>, %B: tensor<3x3xcomplex<f64>, #CSR>) -> tensor<3x3xcomplex<f64>, #DCSR> {
  %empty = tensor.empty() : tensor<3x3xcomplex<f64>, #DCSR>
  %0 = linalg.generic #zip ins(%A, %B : tensor<3x3xcomplex<f64>, #CSR>, tensor<3x3xcomplex<f64>, #CSR>) outs(%empty : tensor<3x3xcomplex<f64>, #DCSR>) {
  ^bb0(%a: complex<f64>, %b: complex<f64>, %c: complex<f64>):
    %p = complex.mul %a, %b : complex<f64>
    linalg.yield %p : complex<f64>
  } -> tensor<3x3xcomplex<f64>, #DCSR>
  return %0 : tensor<3x3xcomplex<f64>, #DCSR>
}

func.func @sum_f64(%A: tensor<3x3xcomplex<f64>, #CSR>, %B: tensor<3x3xcomplex<f64>, #CSR>) -> tensor<3x3xcomplex<f64>, #DCSR> {
  %empty = tensor.empty() : tensor<3x3xcomplex<f64>, #DCSR>
  %0 = linalg.generic #zip ins(%A, %B : tensor<3x3xcomplex<f64>, #CSR>, tensor<3x3xcomplex<f64>, #CSR>) outs(%empty : tensor<3x3xcomplex<f64>, #DCSR>) {
  ^bb0(%a: complex<f64>, %b: complex<f64>, %c: complex<f64>):
    %p = complex.add %a, %b : complex<f64>
    linalg.yield %p : complex<f64>
  } -> tensor<3x3xcomplex<f64>, #DCSR>
  return %0 : tensor<3x3xcomplex<f64>, #DCSR>
}

func.func @difference_f64(%A: tensor<3x3xcomplex<f64>, #CSR>, %B: tensor<3x3xcomplex<f64>, #CSR>) -> tensor<3x3xcomplex<f64>, #DCSR> {
  %empty = tensor.empty() : tensor<3x3xcomplex<f64>, #DCSR>
  %0 = linalg.generic #zip ins(%A, %B : tensor<3x3xcomplex<f64>, #CSR>, tensor<3x3xcomplex<f64>, #CSR>) outs(%empty : tensor<3x3xcomplex<f64>, #DCSR>) {
  ^bb0(%a: complex<f64>, %b: complex<f64>, %c: complex<f64>):
    %p = complex.sub %a, %b : complex<f64>
    linalg.yield %p : complex<f64>
  } -> tensor<3x3xcomplex<f64>, #DCSR>
  return %0 : tensor<3x3xcomplex<f64>, #DCSR>
}

func.func @run_f64() {
  %a_pos = memref.get_global @a_pos : memref<4xi32>
  %a_crd = memref.get_global @a_crd : memref<4xi32>
  %a_val = memref.get_global @a_f64 : memref<4xcomplex<f64>>
  %b_pos = memref.get_global @b_pos : memref<4xi32>
  %b_crd = memref.get_global @b_crd : memref<3xi32>
  %b_val = memref.get_global @b_f64 : memref<3xcomplex<f64>>
  %A = stensor.pack(%a_pos, %a_crd, %a_val) : (memref<4xi32>, memref<4xi32>, memref<4xcomplex<f64>>) -> tensor<3x3xcomplex<f64>, #CSR>
  %B = stensor.pack(%b_pos, %b_crd, %b_val) : (memref<4xi32>, memref<3xi32>, memref<3xcomplex<f64>>) -> tensor<3x3xcomplex<f64>, #CSR>
  %x0 = complex.constant [1.0 : f64, 1.0 : f64] : complex<f64>
  %x1 = complex.constant [2.0 : f64, 0.0 : f64] : complex<f64>
  %x2 = complex.constant [0.0 : f64, 1.0 : f64] : complex<f64>
  %one = complex.constant [1.0 : f64, 0.0 : f64] : complex<f64>
  %x = tensor.from_elements %x0, %x1, %x2 : tensor<3xcomplex<f64>>
  %y = tensor.from_elements %one, %one, %one : tensor<3xcomplex<f64>>
  // CHECK: [ 1,6 1,2 1,2 ]
  %0 = call @matvec_f64(%A, %x, %y) : (tensor<3x3xcomplex<f64>, #CSR>, tensor<3xcomplex<f64>>, tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
  %1 = bufferization.to_buffer %0 read_only : tensor<3xcomplex<f64>> to memref<3xcomplex<f64>>
  %2 = memref.cast %1 : memref<3xcomplex<f64>> to memref<?xcomplex<f64>>
  call @show_f64(%2) : (memref<?xcomplex<f64>>) -> ()

  %product = call @product_f64(%A, %B) : (tensor<3x3xcomplex<f64>, #CSR>, tensor<3x3xcomplex<f64>, #CSR>) -> tensor<3x3xcomplex<f64>, #DCSR>
  %product_n, %product_rows, %product_pos, %product_crd, %product_val = stensor.unpack %product
      : tensor<3x3xcomplex<f64>, #DCSR> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xcomplex<f64>>
  // CHECK-NEXT: [ 0 2 ]
  call @show_i32(%product_rows) : (memref<?xi32>) -> ()
  // CHECK-NEXT: [ 0 1 2 ]
  call @show_i32(%product_pos) : (memref<?xi32>) -> ()
  // CHECK-NEXT: [ 0 2 ]
  call @show_i32(%product_crd) : (memref<?xi32>) -> ()
  // CHECK-NEXT: [ 2,4 2,-2 ]
  call @show_f64(%product_val) : (memref<?xcomplex<f64>>) -> ()

  %sum = call @sum_f64(%A, %B) : (tensor<3x3xcomplex<f64>, #CSR>, tensor<3x3xcomplex<f64>, #CSR>) -> tensor<3x3xcomplex<f64>, #DCSR>
  %sum_n, %sum_rows, %sum_pos, %sum_crd, %sum_val = stensor.unpack %sum
      : tensor<3x3xcomplex<f64>, #DCSR> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xcomplex<f64>>
  // CHECK-NEXT: [ 0 1 2 ]
  call @show_i32(%sum_rows) : (memref<?xi32>) -> ()
  // CHECK-NEXT: [ 0 2 4 5 ]
  call @show_i32(%sum_pos) : (memref<?xi32>) -> ()
  // CHECK-NEXT: [ 0 2 0 1 2 ]
  call @show_i32(%sum_crd) : (memref<?xi32>) -> ()
  // CHECK-NEXT: [ 3,2 3,-1 1,1 0,1 3,-1 ]
  call @show_f64(%sum_val) : (memref<?xcomplex<f64>>) -> ()

  %difference = call @difference_f64(%A, %B) : (tensor<3x3xcomplex<f64>, #CSR>, tensor<3x3xcomplex<f64>, #CSR>) -> tensor<3x3xcomplex<f64>, #DCSR>
  %difference_n, %difference_rows, %difference_pos, %difference_crd, %difference_val = stensor.unpack %difference
      : tensor<3x3xcomplex<f64>, #DCSR> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xcomplex<f64>>
  // CHECK-NEXT: [ 0 1 2 ]
  call @show_i32(%difference_rows) : (memref<?xi32>) -> ()
  // CHECK-NEXT: [ 0 2 4 5 ]
  call @show_i32(%difference_pos) : (memref<?xi32>) -> ()
  // CHECK-NEXT: [ 0 2 0 1 2 ]
  call @show_i32(%difference_crd) : (memref<?xi32>) -> ()
  // CHECK-NEXT: [ -1,2 3,-1 -1,-1 0,1 1,1 ]
  call @show_f64(%difference_val) : (memref<?xcomplex<f64>>) -> ()
  return
}

memref.global "private" constant @a_f32 : memref<4xcomplex<f32>> = dense<[(1.0, 2.0), (3.0, -1.0), (0.0, 1.0), (2.0, 0.0)]>
memref.global "private" constant @b_f32 : memref<3xcomplex<f32>> = dense<[(2.0, 0.0), (1.0, 1.0), (1.0, -1.0)]>

func.func @show_f32(%array: memref<?xcomplex<f32>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %array, %c0 : memref<?xcomplex<f32>>
  vector.print str "["
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %array[%i] : memref<?xcomplex<f32>>
    %re = complex.re %v : complex<f32>
    %im = complex.im %v : complex<f32>
    vector.print str " "
    vector.print %re : f32 punctuation <no_punctuation>
    vector.print str ","
    vector.print %im : f32 punctuation <no_punctuation>
  }
  vector.print str " ]\0A"
  return
}

func.func @matvec_f32(%A: tensor<3x3xcomplex<f32>, #CSR>, %x: tensor<3xcomplex<f32>>, %y: tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>> {
  %0 = linalg.generic #matvec ins(%A, %x : tensor<3x3xcomplex<f32>, #CSR>, tensor<3xcomplex<f32>>) outs(%y : tensor<3xcomplex<f32>>) {
  ^bb0(%a: complex<f32>, %b: complex<f32>, %c: complex<f32>):
    %p = complex.mul %a, %b : complex<f32>
    %s = complex.add %c, %p : complex<f32>
    linalg.yield %s : complex<f32>
  } -> tensor<3xcomplex<f32>>
  return %0 : tensor<3xcomplex<f32>>
}

func.func @product_f32(%A: tensor<3x3xcomplex<f32>, #CSR>, %B: tensor<3x3xcomplex<f32>, #CSR>) -> tensor<3x3xcomplex<f32>, #DCSR> {
  %empty = tensor.empty() : tensor<3x3xcomplex<f32>, #DCSR>
  %0 = linalg.generic #zip ins(%A, %B : tensor<3x3xcomplex<f32>, #CSR>, tensor<3x3xcomplex<f32>, #CSR>) outs(%empty : tensor<3x3xcomplex<f32>, #DCSR>) {
  ^bb0(%a: complex<f32>, %b: complex<f32>, %c: complex<f32>):
    %p = complex.mul %a, %b : complex<f32>
    linalg.yield %p : complex<f32>
  } -> tensor<3x3xcomplex<f32>, #DCSR>
  return %0 : tensor<3x3xcomplex<f32>, #DCSR>
}

func.func @sum_f32(%A: tensor<3x3xcomplex<f32>, #CSR>, %B: tensor<3x3xcomplex<f32>, #CSR>) -> tensor<3x3xcomplex<f32>, #DCSR> {
  %empty = tensor.empty() : tensor<3x3xcomplex<f32>, #DCSR>
  %0 = linalg.generic #zip ins(%A, %B : tensor<3x3xcomplex<f32>, #CSR>, tensor<3x3xcomplex<f32>, #CSR>) outs(%empty : tensor<3x3xcomplex<f32>, #DCSR>) {
  ^bb0(%a: complex<f32>, %b: complex<f32>, %c: complex<f32>):
    %p = complex.add %a, %b : complex<f32>
    linalg.yield %p : complex<f32>
  } -> tensor<3x3xcomplex<f32>, #DCSR>
  return %0 : tensor<3x3xcomplex<f32>, #DCSR>
}

func.func @difference_f32(%A: tensor<3x3xcomplex<f32>, #CSR>, %B: tensor<3x3xcomplex<f32>, #CSR>) -> tensor<3x3xcomplex<f32>, #DCSR> {
  %empty = tensor.empty() : tensor<3x3xcomplex<f32>, #DCSR>
  %0 = linalg.generic #zip ins(%A, %B : tensor<3x3xcomplex<f32>, #CSR>, tensor<3x3xcomplex<f32>, #CSR>) outs(%empty : tensor<3x3xcomplex<f32>, #DCSR>) {
  ^bb0(%a: complex<f32>, %b: complex<f32>, %c: complex<f32>):
    %p = complex.sub %a, %b : complex<f32>
    linalg.yield %p : complex<f32>
  } -> tensor<3x3xcomplex<f32>, #DCSR>
  return %0 : tensor<3x3xcomplex<f32>, #DCSR>
}

func.func @run_f32() {
  %a_pos = memref.get_global @a_pos : memref<4xi32>
  %a_crd = memref.get_global @a_crd : memref<4xi32>
  %a_val = memref.get_global @a_f32 : memref<4xcomplex<f32>>
  %b_pos = memref.get_global @b_pos : memref<4xi32>
  %b_crd = memref.get_global @b_crd : memref<3xi32>
  %b_val = memref.get_global @b_f32 : memref<3xcomplex<f32>>
  %A = stensor.pack(%a_pos, %a_crd, %a_val) : (memref<4xi32>, memref<4xi32>, memref<4xcomplex<f32>>) -> tensor<3x3xcomplex<f32>, #CSR>
  %B = stensor.pack(%b_pos, %b_crd, %b_val) : (memref<4xi32>, memref<3xi32>, memref<3xcomplex<f32>>) -> tensor<3x3xcomplex<f32>, #CSR>
  %x0 = complex.constant [1.0 : f32, 1.0 : f32] : complex<f32>
  %x1 = complex.constant [2.0 : f32, 0.0 : f32] : complex<f32>
  %x2 = complex.constant [0.0 : f32, 1.0 : f32] : complex<f32>
  %one = complex.constant [1.0 : f32, 0.0 : f32] : complex<f32>
  %x = tensor.from_elements %x0, %x1, %x2 : tensor<3xcomplex<f32>>
  %y = tensor.from_elements %one, %one, %one : tensor<3xcomplex<f32>>
  // CHECK: [ 1,6 1,2 1,2 ]
  %0 = call @matvec_f32(%A, %x, %y) : (tensor<3x3xcomplex<f32>, #CSR>, tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>>
  %1 = bufferization.to_buffer %0 read_only : tensor<3xcomplex<f32>> to memref<3xcomplex<f32>>
  %2 = memref.cast %1 : memref<3xcomplex<f32>> to memref<?xcomplex<f32>>
  call @show_f32(%2) : (memref<?xcomplex<f32>>) -> ()

  %product = call @product_f32(%A, %B) : (tensor<3x3xcomplex<f32>, #CSR>, tensor<3x3xcomplex<f32>, #CSR>) -> tensor<3x3xcomplex<f32>, #DCSR>
  %product_n, %product_rows, %product_pos, %product_crd, %product_val = stensor.unpack %product
      : tensor<3x3xcomplex<f32>, #DCSR> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xcomplex<f32>>
  // CHECK-NEXT: [ 0 2 ]
  call @show_i32(%product_rows) : (memref<?xi32>) -> ()
  // CHECK-NEXT: [ 0 1 2 ]
  call @show_i32(%product_pos) : (memref<?xi32>) -> ()
  // CHECK-NEXT: [ 0 2 ]
  call @show_i32(%product_crd) : (memref<?xi32>) -> ()
  // CHECK-NEXT: [ 2,4 2,-2 ]
  call @show_f32(%product_val) : (memref<?xcomplex<f32>>) -> ()

  %sum = call @sum_f32(%A, %B) : (tensor<3x3xcomplex<f32>, #CSR>, tensor<3x3xcomplex<f32>, #CSR>) -> tensor<3x3xcomplex<f32>, #DCSR>
  %sum_n, %sum_rows, %sum_pos, %sum_crd, %sum_val = stensor.unpack %sum
      : tensor<3x3xcomplex<f32>, #DCSR> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xcomplex<f32>>
  // CHECK-NEXT: [ 0 1 2 ]
  call @show_i32(%sum_rows) : (memref<?xi32>) -> ()
  // CHECK-NEXT: [ 0 2 4 5 ]
  call @show_i32(%sum_pos) : (memref<?xi32>) -> ()
  // CHECK-NEXT: [ 0 2 0 1 2 ]
  call @show_i32(%sum_crd) : (memref<?xi32>) -> ()
  // CHECK-NEXT: [ 3,2 3,-1 1,1 0,1 3,-1 ]
  call @show_f32(%sum_val) : (memref<?xcomplex<f32>>) -> ()

  %difference = call @difference_f32(%A, %B) : (tensor<3x3xcomplex<f32>, #CSR>, tensor<3x3xcomplex<f32>, #CSR>) -> tensor<3x3xcomplex<f32>, #DCSR>
  %difference_n, %difference_rows, %difference_pos, %difference_crd, %difference_val = stensor.unpack %difference
      : tensor<3x3xcomplex<f32>, #DCSR> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xcomplex<f32>>
  // CHECK-NEXT: [ 0 1 2 ]
  call @show_i32(%difference_rows) : (memref<?xi32>) -> ()
  // CHECK-NEXT: [ 0 2 4 5 ]
  call @show_i32(%difference_pos) : (memref<?xi32>) -> ()
  // CHECK-NEXT: [ 0 2 0 1 2 ]
  call @show_i32(%difference_crd) : (memref<?xi32>) -> ()
  // CHECK-NEXT: [ -1,2 3,-1 -1,-1 0,1 1,1 ]
  call @show_f32(%difference_val) : (memref<?xcomplex<f32>>) -> ()
  return
}

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

func.func @main() {
  call @run_f64() : () -> ()
  call @run_f32() : () -> ()
  return
}
