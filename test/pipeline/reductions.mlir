// `--lacuna`, executed: y = combine over j of A * B(j), in lanes with a masked rest, for every combiner: lanes that do not
// count are neutral. A = 2, B = [-1 2 3 1 -4 5 7]; and one of NaN.

// RUN: lacuna-opt %s --lacuna=vector-bytes=32 | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=fp=strict | %run | FileCheck %s

#Dense = #stensor.format<(i) -> (i : dense)>
#rows = {
  indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
  iterator_types = ["parallel", "reduction"]
}
memref.global "private" constant @a_f64 : memref<1xf64> = dense<[2.0]>
memref.global "private" constant @b_f64 : memref<1x7xf64> = dense<[[-1.0, 2.0, 3.0, 1.0, -4.0, 5.0, 7.0]]>
memref.global "private" constant @n_f64 : memref<1x7xf64> = dense<[[-1.0, 2.0, 0x7FF8000000000000, 1.0, -4.0, 5.0, 7.0]]>
memref.global "private" constant @none_f64 : memref<1x7xf64> = dense<0x7FF8000000000000>
memref.global "private" constant @a_i32 : memref<1xi32> = dense<[2]>
memref.global "private" constant @b_i32 : memref<1x7xi32> = dense<[[-1, 2, 3, 1, -4, 5, 7]]>

func.func @add_f64(%A: tensor<1xf64, #Dense>, %B: tensor<1x?xf64>, %y: tensor<1xf64>) -> tensor<1xf64> {
  %0 = linalg.generic #rows ins(%A, %B : tensor<1xf64, #Dense>, tensor<1x?xf64>) outs(%y : tensor<1xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<1xf64>
  return %0 : tensor<1xf64>
}

func.func @mul_f64(%A: tensor<1xf64, #Dense>, %B: tensor<1x?xf64>, %y: tensor<1xf64>) -> tensor<1xf64> {
  %0 = linalg.generic #rows ins(%A, %B : tensor<1xf64, #Dense>, tensor<1x?xf64>) outs(%y : tensor<1xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.mulf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<1xf64>
  return %0 : tensor<1xf64>
}

func.func @min_f64(%A: tensor<1xf64, #Dense>, %B: tensor<1x?xf64>, %y: tensor<1xf64>) -> tensor<1xf64> {
  %0 = linalg.generic #rows ins(%A, %B : tensor<1xf64, #Dense>, tensor<1x?xf64>) outs(%y : tensor<1xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.minimumf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<1xf64>
  return %0 : tensor<1xf64>
}

func.func @max_f64(%A: tensor<1xf64, #Dense>, %B: tensor<1x?xf64>, %y: tensor<1xf64>) -> tensor<1xf64> {
  %0 = linalg.generic #rows ins(%A, %B : tensor<1xf64, #Dense>, tensor<1x?xf64>) outs(%y : tensor<1xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.maximumf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<1xf64>
  return %0 : tensor<1xf64>
}

func.func @min_i32(%A: tensor<1xi32, #Dense>, %B: tensor<1x?xi32>, %y: tensor<1xi32>) -> tensor<1xi32> {
  %0 = linalg.generic #rows ins(%A, %B : tensor<1xi32, #Dense>, tensor<1x?xi32>) outs(%y : tensor<1xi32>) {
  ^bb0(%a: i32, %b: i32, %c: i32):
    %p = arith.muli %a, %b : i32
    %s = arith.minsi %c, %p : i32
    linalg.yield %s : i32
  } -> tensor<1xi32>
  return %0 : tensor<1xi32>
}

func.func @max_i32(%A: tensor<1xi32, #Dense>, %B: tensor<1x?xi32>, %y: tensor<1xi32>) -> tensor<1xi32> {
  %0 = linalg.generic #rows ins(%A, %B : tensor<1xi32, #Dense>, tensor<1x?xi32>) outs(%y : tensor<1xi32>) {
  ^bb0(%a: i32, %b: i32, %c: i32):
    %p = arith.muli %a, %b : i32
    %s = arith.maxsi %c, %p : i32
    linalg.yield %s : i32
  } -> tensor<1xi32>
  return %0 : tensor<1xi32>
}

func.func @and_i32(%A: tensor<1xi32, #Dense>, %B: tensor<1x?xi32>, %y: tensor<1xi32>) -> tensor<1xi32> {
  %0 = linalg.generic #rows ins(%A, %B : tensor<1xi32, #Dense>, tensor<1x?xi32>) outs(%y : tensor<1xi32>) {
  ^bb0(%a: i32, %b: i32, %c: i32):
    %p = arith.muli %a, %b : i32
    %s = arith.andi %c, %p : i32
    linalg.yield %s : i32
  } -> tensor<1xi32>
  return %0 : tensor<1xi32>
}

func.func @or_i32(%A: tensor<1xi32, #Dense>, %B: tensor<1x?xi32>, %y: tensor<1xi32>) -> tensor<1xi32> {
  %0 = linalg.generic #rows ins(%A, %B : tensor<1xi32, #Dense>, tensor<1x?xi32>) outs(%y : tensor<1xi32>) {
  ^bb0(%a: i32, %b: i32, %c: i32):
    %p = arith.muli %a, %b : i32
    %s = arith.ori %c, %p : i32
    linalg.yield %s : i32
  } -> tensor<1xi32>
  return %0 : tensor<1xi32>
}

func.func @xor_i32(%A: tensor<1xi32, #Dense>, %B: tensor<1x?xi32>, %y: tensor<1xi32>) -> tensor<1xi32> {
  %0 = linalg.generic #rows ins(%A, %B : tensor<1xi32, #Dense>, tensor<1x?xi32>) outs(%y : tensor<1xi32>) {
  ^bb0(%a: i32, %b: i32, %c: i32):
    %p = arith.muli %a, %b : i32
    %s = arith.xori %c, %p : i32
    linalg.yield %s : i32
  } -> tensor<1xi32>
  return %0 : tensor<1xi32>
}

func.func @mul_i32(%A: tensor<1xi32, #Dense>, %B: tensor<1x?xi32>, %y: tensor<1xi32>) -> tensor<1xi32> {
  %0 = linalg.generic #rows ins(%A, %B : tensor<1xi32, #Dense>, tensor<1x?xi32>) outs(%y : tensor<1xi32>) {
  ^bb0(%a: i32, %b: i32, %c: i32):
    %p = arith.muli %a, %b : i32
    %s = arith.muli %c, %p : i32
    linalg.yield %s : i32
  } -> tensor<1xi32>
  return %0 : tensor<1xi32>
}

func.func @min_number_f64(%A: tensor<1xf64, #Dense>, %B: tensor<1x?xf64>, %y: tensor<1xf64>) -> tensor<1xf64> {
  %0 = linalg.generic #rows ins(%A, %B : tensor<1xf64, #Dense>, tensor<1x?xf64>) outs(%y : tensor<1xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.minnumf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<1xf64>
  return %0 : tensor<1xf64>
}

func.func @max_number_f64(%A: tensor<1xf64, #Dense>, %B: tensor<1x?xf64>, %y: tensor<1xf64>) -> tensor<1xf64> {
  %0 = linalg.generic #rows ins(%A, %B : tensor<1xf64, #Dense>, tensor<1x?xf64>) outs(%y : tensor<1xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.maxnumf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<1xf64>
  return %0 : tensor<1xf64>
}

func.func @min_unsigned_i32(%A: tensor<1xi32, #Dense>, %B: tensor<1x?xi32>, %y: tensor<1xi32>) -> tensor<1xi32> {
  %0 = linalg.generic #rows ins(%A, %B : tensor<1xi32, #Dense>, tensor<1x?xi32>) outs(%y : tensor<1xi32>) {
  ^bb0(%a: i32, %b: i32, %c: i32):
    %p = arith.muli %a, %b : i32
    %s = arith.minui %c, %p : i32
    linalg.yield %s : i32
  } -> tensor<1xi32>
  return %0 : tensor<1xi32>
}

func.func @max_unsigned_i32(%A: tensor<1xi32, #Dense>, %B: tensor<1x?xi32>, %y: tensor<1xi32>) -> tensor<1xi32> {
  %0 = linalg.generic #rows ins(%A, %B : tensor<1xi32, #Dense>, tensor<1x?xi32>) outs(%y : tensor<1xi32>) {
  ^bb0(%a: i32, %b: i32, %c: i32):
    %p = arith.muli %a, %b : i32
    %s = arith.maxui %c, %p : i32
    linalg.yield %s : i32
  } -> tensor<1xi32>
  return %0 : tensor<1xi32>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %a_f64 = memref.get_global @a_f64 : memref<1xf64>
  %A_f64 = stensor.pack(%a_f64) : (memref<1xf64>) -> tensor<1xf64, #Dense>
  %b_f64 = memref.get_global @b_f64 : memref<1x7xf64>
  %s_f64 = bufferization.to_tensor %b_f64 restrict : memref<1x7xf64> to tensor<1x7xf64>
  %B_f64 = tensor.cast %s_f64 : tensor<1x7xf64> to tensor<1x?xf64>
  %n_f64 = memref.get_global @n_f64 : memref<1x7xf64>
  %sn_f64 = bufferization.to_tensor %n_f64 restrict : memref<1x7xf64> to tensor<1x7xf64>
  %N_f64 = tensor.cast %sn_f64 : tensor<1x7xf64> to tensor<1x?xf64>
  %none_f64 = memref.get_global @none_f64 : memref<1x7xf64>
  %snone_f64 = bufferization.to_tensor %none_f64 restrict : memref<1x7xf64> to tensor<1x7xf64>
  %None_f64 = tensor.cast %snone_f64 : tensor<1x7xf64> to tensor<1x?xf64>
  %a_i32 = memref.get_global @a_i32 : memref<1xi32>
  %A_i32 = stensor.pack(%a_i32) : (memref<1xi32>) -> tensor<1xi32, #Dense>
  %b_i32 = memref.get_global @b_i32 : memref<1x7xi32>
  %s_i32 = bufferization.to_tensor %b_i32 restrict : memref<1x7xi32> to tensor<1x7xi32>
  %B_i32 = tensor.cast %s_i32 : tensor<1x7xi32> to tensor<1x?xi32>

  %i_add_f64 = arith.constant 1.0 : f64
  %y_add_f64 = tensor.from_elements %i_add_f64 : tensor<1xf64>
  %r_add_f64 = call @add_f64(%A_f64, %B_f64, %y_add_f64) : (tensor<1xf64, #Dense>, tensor<1x?xf64>, tensor<1xf64>) -> tensor<1xf64>
  %v_add_f64 = tensor.extract %r_add_f64[%c0] : tensor<1xf64>
  // CHECK: {{^}}27{{$}}
  vector.print %v_add_f64 : f64

  %i_mul_f64 = arith.constant 1.0 : f64
  %y_mul_f64 = tensor.from_elements %i_mul_f64 : tensor<1xf64>
  %r_mul_f64 = call @mul_f64(%A_f64, %B_f64, %y_mul_f64) : (tensor<1xf64, #Dense>, tensor<1x?xf64>, tensor<1xf64>) -> tensor<1xf64>
  %v_mul_f64 = tensor.extract %r_mul_f64[%c0] : tensor<1xf64>
  // CHECK-NEXT: {{^}}107520{{$}}
  vector.print %v_mul_f64 : f64

  %i_min_f64 = arith.constant 100.0 : f64
  %y_min_f64 = tensor.from_elements %i_min_f64 : tensor<1xf64>
  %r_min_f64 = call @min_f64(%A_f64, %B_f64, %y_min_f64) : (tensor<1xf64, #Dense>, tensor<1x?xf64>, tensor<1xf64>) -> tensor<1xf64>
  %v_min_f64 = tensor.extract %r_min_f64[%c0] : tensor<1xf64>
  // CHECK-NEXT: {{^}}-8{{$}}
  vector.print %v_min_f64 : f64

  %i_max_f64 = arith.constant -100.0 : f64
  %y_max_f64 = tensor.from_elements %i_max_f64 : tensor<1xf64>
  %r_max_f64 = call @max_f64(%A_f64, %B_f64, %y_max_f64) : (tensor<1xf64, #Dense>, tensor<1x?xf64>, tensor<1xf64>) -> tensor<1xf64>
  %v_max_f64 = tensor.extract %r_max_f64[%c0] : tensor<1xf64>
  // CHECK-NEXT: {{^}}14{{$}}
  vector.print %v_max_f64 : f64

  %i_min_i32 = arith.constant 100 : i32
  %y_min_i32 = tensor.from_elements %i_min_i32 : tensor<1xi32>
  %r_min_i32 = call @min_i32(%A_i32, %B_i32, %y_min_i32) : (tensor<1xi32, #Dense>, tensor<1x?xi32>, tensor<1xi32>) -> tensor<1xi32>
  %v_min_i32 = tensor.extract %r_min_i32[%c0] : tensor<1xi32>
  // CHECK-NEXT: {{^}}-8{{$}}
  vector.print %v_min_i32 : i32

  %i_max_i32 = arith.constant -100 : i32
  %y_max_i32 = tensor.from_elements %i_max_i32 : tensor<1xi32>
  %r_max_i32 = call @max_i32(%A_i32, %B_i32, %y_max_i32) : (tensor<1xi32, #Dense>, tensor<1x?xi32>, tensor<1xi32>) -> tensor<1xi32>
  %v_max_i32 = tensor.extract %r_max_i32[%c0] : tensor<1xi32>
  // CHECK-NEXT: {{^}}14{{$}}
  vector.print %v_max_i32 : i32

  %i_and_i32 = arith.constant -1 : i32
  %y_and_i32 = tensor.from_elements %i_and_i32 : tensor<1xi32>
  %r_and_i32 = call @and_i32(%A_i32, %B_i32, %y_and_i32) : (tensor<1xi32, #Dense>, tensor<1x?xi32>, tensor<1xi32>) -> tensor<1xi32>
  %v_and_i32 = tensor.extract %r_and_i32[%c0] : tensor<1xi32>
  // CHECK-NEXT: {{^}}0{{$}}
  vector.print %v_and_i32 : i32

  %i_or_i32 = arith.constant 0 : i32
  %y_or_i32 = tensor.from_elements %i_or_i32 : tensor<1xi32>
  %r_or_i32 = call @or_i32(%A_i32, %B_i32, %y_or_i32) : (tensor<1xi32, #Dense>, tensor<1x?xi32>, tensor<1xi32>) -> tensor<1xi32>
  %v_or_i32 = tensor.extract %r_or_i32[%c0] : tensor<1xi32>
  // CHECK-NEXT: {{^}}-2{{$}}
  vector.print %v_or_i32 : i32

  %i_xor_i32 = arith.constant 0 : i32
  %y_xor_i32 = tensor.from_elements %i_xor_i32 : tensor<1xi32>
  %r_xor_i32 = call @xor_i32(%A_i32, %B_i32, %y_xor_i32) : (tensor<1xi32, #Dense>, tensor<1x?xi32>, tensor<1xi32>) -> tensor<1xi32>
  %v_xor_i32 = tensor.extract %r_xor_i32[%c0] : tensor<1xi32>
  // CHECK-NEXT: {{^}}2{{$}}
  vector.print %v_xor_i32 : i32

  %i_mul_i32 = arith.constant 1 : i32
  %y_mul_i32 = tensor.from_elements %i_mul_i32 : tensor<1xi32>
  %r_mul_i32 = call @mul_i32(%A_i32, %B_i32, %y_mul_i32) : (tensor<1xi32, #Dense>, tensor<1x?xi32>, tensor<1xi32>) -> tensor<1xi32>
  %v_mul_i32 = tensor.extract %r_mul_i32[%c0] : tensor<1xi32>
  // CHECK-NEXT: {{^}}107520{{$}}
  vector.print %v_mul_i32 : i32

  %i_less = arith.constant 100.0 : f64
  %y_less = tensor.from_elements %i_less : tensor<1xf64>
  %r_less = call @min_number_f64(%A_f64, %N_f64, %y_less) : (tensor<1xf64, #Dense>, tensor<1x?xf64>, tensor<1xf64>) -> tensor<1xf64>
  %v_less = tensor.extract %r_less[%c0] : tensor<1xf64>
  // NaN is passed over, unless there is nothing else.
  // CHECK-NEXT: {{^}}-8{{$}}
  vector.print %v_less : f64

  %i_more = arith.constant -100.0 : f64
  %y_more = tensor.from_elements %i_more : tensor<1xf64>
  %r_more = call @max_number_f64(%A_f64, %N_f64, %y_more) : (tensor<1xf64, #Dense>, tensor<1x?xf64>, tensor<1xf64>) -> tensor<1xf64>
  %v_more = tensor.extract %r_more[%c0] : tensor<1xf64>
  // CHECK-NEXT: {{^}}14{{$}}
  vector.print %v_more : f64

  %i_more_than_nan = arith.constant 0x7FF8000000000000 : f64
  %y_more_than_nan = tensor.from_elements %i_more_than_nan : tensor<1xf64>
  %r_more_than_nan = call @max_number_f64(%A_f64, %N_f64, %y_more_than_nan) : (tensor<1xf64, #Dense>, tensor<1x?xf64>, tensor<1xf64>) -> tensor<1xf64>
  %v_more_than_nan = tensor.extract %r_more_than_nan[%c0] : tensor<1xf64>
  // CHECK-NEXT: {{^}}14{{$}}
  vector.print %v_more_than_nan : f64

  %i_nothing = arith.constant 0x7FF8000000000000 : f64
  %y_nothing = tensor.from_elements %i_nothing : tensor<1xf64>
  %r_nothing = call @max_number_f64(%A_f64, %None_f64, %y_nothing) : (tensor<1xf64, #Dense>, tensor<1x?xf64>, tensor<1xf64>) -> tensor<1xf64>
  %v_nothing = tensor.extract %r_nothing[%c0] : tensor<1xf64>
  // CHECK-NEXT: {{^}}nan{{$}}
  vector.print %v_nothing : f64

  %i_old = arith.constant 3.0 : f64
  %y_old = tensor.from_elements %i_old : tensor<1xf64>
  %r_old = call @min_number_f64(%A_f64, %None_f64, %y_old) : (tensor<1xf64, #Dense>, tensor<1x?xf64>, tensor<1xf64>) -> tensor<1xf64>
  %v_old = tensor.extract %r_old[%c0] : tensor<1xf64>
  // CHECK-NEXT: {{^}}3{{$}}
  vector.print %v_old : f64

  %i_least = arith.constant 100 : i32
  %y_least = tensor.from_elements %i_least : tensor<1xi32>
  %r_least = call @min_unsigned_i32(%A_i32, %B_i32, %y_least) : (tensor<1xi32, #Dense>, tensor<1x?xi32>, tensor<1xi32>) -> tensor<1xi32>
  %v_least = tensor.extract %r_least[%c0] : tensor<1xi32>
  // CHECK-NEXT: {{^}}2{{$}}
  vector.print %v_least : i32

  %i_most = arith.constant 100 : i32
  %y_most = tensor.from_elements %i_most : tensor<1xi32>
  %r_most = call @max_unsigned_i32(%A_i32, %B_i32, %y_most) : (tensor<1xi32, #Dense>, tensor<1x?xi32>, tensor<1xi32>) -> tensor<1xi32>
  %v_most = tensor.extract %r_most[%c0] : tensor<1xi32>
  // CHECK-NEXT: {{^}}-2{{$}}
  vector.print %v_most : i32
  return
}
