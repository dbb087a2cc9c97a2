// `--lacuna`, executed: merges of integers, booleans and narrow floating point.
//
//   A = [ 1 0 2 0 0 3 ]   B = [ 0 4 5 0 0 -3 ]   P = [ 1 0 1 0 0 1 ]   Q = [ 0 1 1 0 0 0 ]

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=fp=strict | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=vector-bytes=0 | %run | FileCheck %s

#SV = #stensor.format<(i) -> (i : compressed)>
#W = #stensor.format<(i) -> (i : compressed), positions = 64, coordinates = 8>
#zip = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
        iterator_types = ["parallel"]}
#fold = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
         iterator_types = ["reduction"]}

memref.global "private" constant @three : memref<2xi32> = dense<[0, 3]>
memref.global "private" constant @three_wide : memref<2xi64> = dense<[0, 3]>
memref.global "private" constant @two : memref<2xi32> = dense<[0, 2]>
memref.global "private" constant @a_crd : memref<3xi32> = dense<[0, 2, 5]>
memref.global "private" constant @b_crd : memref<3xi32> = dense<[1, 2, 5]>
memref.global "private" constant @b_crd_narrow : memref<3xi8> = dense<[1, 2, 5]>
memref.global "private" constant @a_i8 : memref<3xi8> = dense<[1, 2, 3]>
memref.global "private" constant @b_i8 : memref<3xi8> = dense<[4, 5, -3]>
memref.global "private" constant @a_i32 : memref<3xi32> = dense<[1, 2, 3]>
memref.global "private" constant @b_i32 : memref<3xi32> = dense<[4, 5, -3]>
memref.global "private" constant @a_i64 : memref<3xi64> = dense<[1, 2, 3]>
memref.global "private" constant @b_i64 : memref<3xi64> = dense<[4, 5, -3]>
memref.global "private" constant @a_f32 : memref<3xf32> = dense<[1.0, 2.0, 3.0]>
memref.global "private" constant @b_f32 : memref<3xf32> = dense<[4.0, 5.0, -3.0]>
memref.global "private" constant @a_f16 : memref<3xf16> = dense<[1.0, 2.0, 3.0]>
memref.global "private" constant @b_f16 : memref<3xf16> = dense<[4.0, 5.0, -3.0]>
memref.global "private" constant @p_i1 : memref<3xi1> = dense<[true, true, true]>

func.func @print_i8(%y: tensor<6xi8>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0 : i8
  %n = vector.transfer_read %y[%c0], %pad : tensor<6xi8>, vector<6xi8>
  %v = arith.extsi %n : vector<6xi8> to vector<6xi32>
  vector.print %v : vector<6xi32>
  return
}

func.func @print_i32(%y: tensor<6xi32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0 : i32
  %v = vector.transfer_read %y[%c0], %pad : tensor<6xi32>, vector<6xi32>
  vector.print %v : vector<6xi32>
  return
}

func.func @print_i64(%y: tensor<6xi64>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0 : i64
  %v = vector.transfer_read %y[%c0], %pad : tensor<6xi64>, vector<6xi64>
  vector.print %v : vector<6xi64>
  return
}

func.func @print_f32(%y: tensor<6xf32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %v = vector.transfer_read %y[%c0], %pad : tensor<6xf32>, vector<6xf32>
  vector.print %v : vector<6xf32>
  return
}

func.func @print_f16(%y: tensor<6xf16>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f16
  %n = vector.transfer_read %y[%c0], %pad : tensor<6xf16>, vector<6xf16>
  %v = arith.extf %n : vector<6xf16> to vector<6xf32>
  vector.print %v : vector<6xf32>
  return
}

func.func @print_i1(%y: tensor<6xi1>) {
  %c0 = arith.constant 0 : index
  %w = tensor.empty() : tensor<6xi32>
  %z = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%y : tensor<6xi1>) outs(%w : tensor<6xi32>) {
  ^bb0(%b: i1, %c: i32):
    %e = arith.extui %b : i1 to i32
    linalg.yield %e : i32
  } -> tensor<6xi32>
  call @print_i32(%z) : (tensor<6xi32>) -> ()
  return
}

// A union.
func.func @sum_i8(%A: tensor<6xi8, #SV>, %B: tensor<6xi8, #W>) {
  %y = arith.constant dense<7> : tensor<6xi8>
  %0 = linalg.generic #zip ins(%A, %B : tensor<6xi8, #SV>, tensor<6xi8, #W>) outs(%y : tensor<6xi8>) {
  ^bb0(%a: i8, %b: i8, %c: i8):
    %s = arith.addi %a, %b : i8
    linalg.yield %s : i8
  } -> tensor<6xi8>
  call @print_i8(%0) : (tensor<6xi8>) -> ()
  return
}

// An intersection.
func.func @product_i8(%A: tensor<6xi8, #SV>, %B: tensor<6xi8, #W>) {
  %y = arith.constant dense<7> : tensor<6xi8>
  %0 = linalg.generic #zip ins(%A, %B : tensor<6xi8, #SV>, tensor<6xi8, #W>) outs(%y : tensor<6xi8>) {
  ^bb0(%a: i8, %b: i8, %c: i8):
    %s = arith.muli %a, %b : i8
    linalg.yield %s : i8
  } -> tensor<6xi8>
  call @print_i8(%0) : (tensor<6xi8>) -> ()
  return
}

// A alone decides.
func.func @bits_i8(%A: tensor<6xi8, #SV>, %B: tensor<6xi8, #W>) {
  %y = arith.constant dense<7> : tensor<6xi8>
  %0 = linalg.generic #zip ins(%A, %B : tensor<6xi8, #SV>, tensor<6xi8, #W>) outs(%y : tensor<6xi8>) {
  ^bb0(%a: i8, %b: i8, %c: i8):
    %t = arith.andi %a, %b : i8
    %s = arith.xori %t, %a : i8
    linalg.yield %s : i8
  } -> tensor<6xi8>
  call @print_i8(%0) : (tensor<6xi8>) -> ()
  return
}

// What is shifted decides; by how much, where B stores nothing, is zero.
func.func @shift_i8(%A: tensor<6xi8, #SV>, %B: tensor<6xi8, #W>) {
  %y = arith.constant dense<7> : tensor<6xi8>
  %0 = linalg.generic #zip ins(%A, %B : tensor<6xi8, #SV>, tensor<6xi8, #W>) outs(%y : tensor<6xi8>) {
  ^bb0(%a: i8, %b: i8, %c: i8):
    %one = arith.constant 1 : i8
    %t = arith.andi %b, %one : i8
    %s = arith.shli %a, %t : i8
    linalg.yield %s : i8
  } -> tensor<6xi8>
  call @print_i8(%0) : (tensor<6xi8>) -> ()
  return
}

// Of numbers without a sign, -3 is the largest.
func.func @largest_unsigned_i8(%A: tensor<6xi8, #SV>, %B: tensor<6xi8, #W>) {
  %y = arith.constant dense<7> : tensor<6xi8>
  %0 = linalg.generic #zip ins(%A, %B : tensor<6xi8, #SV>, tensor<6xi8, #W>) outs(%y : tensor<6xi8>) {
  ^bb0(%a: i8, %b: i8, %c: i8):
    %s = arith.maxui %a, %b : i8
    linalg.yield %s : i8
  } -> tensor<6xi8>
  call @print_i8(%0) : (tensor<6xi8>) -> ()
  return
}

// A division by what is never zero.
func.func @quotient_i8(%A: tensor<6xi8, #SV>, %B: tensor<6xi8, #W>) {
  %y = arith.constant dense<7> : tensor<6xi8>
  %0 = linalg.generic #zip ins(%A, %B : tensor<6xi8, #SV>, tensor<6xi8, #W>) outs(%y : tensor<6xi8>) {
  ^bb0(%a: i8, %b: i8, %c: i8):
    %k = arith.constant 3 : i8
    %d = arith.ori %b, %k : i8
    %m = arith.muli %a, %k : i8
    %s = arith.divsi %m, %d : i8
    linalg.yield %s : i8
  } -> tensor<6xi8>
  call @print_i8(%0) : (tensor<6xi8>) -> ()
  return
}

// Constants find each other.
func.func @at_least_i8(%A: tensor<6xi8, #SV>, %B: tensor<6xi8, #W>) {
  %y = arith.constant dense<7> : tensor<6xi8>
  %0 = linalg.generic #zip ins(%A, %B : tensor<6xi8, #SV>, tensor<6xi8, #W>) outs(%y : tensor<6xi8>) {
  ^bb0(%a: i8, %b: i8, %c: i8):
    %k = arith.constant -1 : i8
    %t = arith.minsi %a, %b : i8
    %s = arith.maxsi %t, %k : i8
    linalg.yield %s : i8
  } -> tensor<6xi8>
  call @print_i8(%0) : (tensor<6xi8>) -> ()
  return
}

func.func @sum_i32(%A: tensor<6xi32, #SV>, %B: tensor<6xi32, #W>) {
  %y = arith.constant dense<7> : tensor<6xi32>
  %0 = linalg.generic #zip ins(%A, %B : tensor<6xi32, #SV>, tensor<6xi32, #W>) outs(%y : tensor<6xi32>) {
  ^bb0(%a: i32, %b: i32, %c: i32):
    %s = arith.addi %a, %b : i32
    linalg.yield %s : i32
  } -> tensor<6xi32>
  call @print_i32(%0) : (tensor<6xi32>) -> ()
  return
}

func.func @product_i32(%A: tensor<6xi32, #SV>, %B: tensor<6xi32, #W>) {
  %y = arith.constant dense<7> : tensor<6xi32>
  %0 = linalg.generic #zip ins(%A, %B : tensor<6xi32, #SV>, tensor<6xi32, #W>) outs(%y : tensor<6xi32>) {
  ^bb0(%a: i32, %b: i32, %c: i32):
    %s = arith.muli %a, %b : i32
    linalg.yield %s : i32
  } -> tensor<6xi32>
  call @print_i32(%0) : (tensor<6xi32>) -> ()
  return
}

func.func @bits_i32(%A: tensor<6xi32, #SV>, %B: tensor<6xi32, #W>) {
  %y = arith.constant dense<7> : tensor<6xi32>
  %0 = linalg.generic #zip ins(%A, %B : tensor<6xi32, #SV>, tensor<6xi32, #W>) outs(%y : tensor<6xi32>) {
  ^bb0(%a: i32, %b: i32, %c: i32):
    %t = arith.andi %a, %b : i32
    %s = arith.xori %t, %a : i32
    linalg.yield %s : i32
  } -> tensor<6xi32>
  call @print_i32(%0) : (tensor<6xi32>) -> ()
  return
}

func.func @shift_i32(%A: tensor<6xi32, #SV>, %B: tensor<6xi32, #W>) {
  %y = arith.constant dense<7> : tensor<6xi32>
  %0 = linalg.generic #zip ins(%A, %B : tensor<6xi32, #SV>, tensor<6xi32, #W>) outs(%y : tensor<6xi32>) {
  ^bb0(%a: i32, %b: i32, %c: i32):
    %one = arith.constant 1 : i32
    %t = arith.andi %b, %one : i32
    %s = arith.shli %a, %t : i32
    linalg.yield %s : i32
  } -> tensor<6xi32>
  call @print_i32(%0) : (tensor<6xi32>) -> ()
  return
}

func.func @largest_unsigned_i32(%A: tensor<6xi32, #SV>, %B: tensor<6xi32, #W>) {
  %y = arith.constant dense<7> : tensor<6xi32>
  %0 = linalg.generic #zip ins(%A, %B : tensor<6xi32, #SV>, tensor<6xi32, #W>) outs(%y : tensor<6xi32>) {
  ^bb0(%a: i32, %b: i32, %c: i32):
    %s = arith.maxui %a, %b : i32
    linalg.yield %s : i32
  } -> tensor<6xi32>
  call @print_i32(%0) : (tensor<6xi32>) -> ()
  return
}

func.func @quotient_i32(%A: tensor<6xi32, #SV>, %B: tensor<6xi32, #W>) {
  %y = arith.constant dense<7> : tensor<6xi32>
  %0 = linalg.generic #zip ins(%A, %B : tensor<6xi32, #SV>, tensor<6xi32, #W>) outs(%y : tensor<6xi32>) {
  ^bb0(%a: i32, %b: i32, %c: i32):
    %k = arith.constant 3 : i32
    %d = arith.ori %b, %k : i32
    %m = arith.muli %a, %k : i32
    %s = arith.divsi %m, %d : i32
    linalg.yield %s : i32
  } -> tensor<6xi32>
  call @print_i32(%0) : (tensor<6xi32>) -> ()
  return
}

func.func @at_least_i32(%A: tensor<6xi32, #SV>, %B: tensor<6xi32, #W>) {
  %y = arith.constant dense<7> : tensor<6xi32>
  %0 = linalg.generic #zip ins(%A, %B : tensor<6xi32, #SV>, tensor<6xi32, #W>) outs(%y : tensor<6xi32>) {
  ^bb0(%a: i32, %b: i32, %c: i32):
    %k = arith.constant -1 : i32
    %t = arith.minsi %a, %b : i32
    %s = arith.maxsi %t, %k : i32
    linalg.yield %s : i32
  } -> tensor<6xi32>
  call @print_i32(%0) : (tensor<6xi32>) -> ()
  return
}

func.func @sum_i64(%A: tensor<6xi64, #SV>, %B: tensor<6xi64, #W>) {
  %y = arith.constant dense<7> : tensor<6xi64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<6xi64, #SV>, tensor<6xi64, #W>) outs(%y : tensor<6xi64>) {
  ^bb0(%a: i64, %b: i64, %c: i64):
    %s = arith.addi %a, %b : i64
    linalg.yield %s : i64
  } -> tensor<6xi64>
  call @print_i64(%0) : (tensor<6xi64>) -> ()
  return
}

func.func @product_i64(%A: tensor<6xi64, #SV>, %B: tensor<6xi64, #W>) {
  %y = arith.constant dense<7> : tensor<6xi64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<6xi64, #SV>, tensor<6xi64, #W>) outs(%y : tensor<6xi64>) {
  ^bb0(%a: i64, %b: i64, %c: i64):
    %s = arith.muli %a, %b : i64
    linalg.yield %s : i64
  } -> tensor<6xi64>
  call @print_i64(%0) : (tensor<6xi64>) -> ()
  return
}

func.func @bits_i64(%A: tensor<6xi64, #SV>, %B: tensor<6xi64, #W>) {
  %y = arith.constant dense<7> : tensor<6xi64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<6xi64, #SV>, tensor<6xi64, #W>) outs(%y : tensor<6xi64>) {
  ^bb0(%a: i64, %b: i64, %c: i64):
    %t = arith.andi %a, %b : i64
    %s = arith.xori %t, %a : i64
    linalg.yield %s : i64
  } -> tensor<6xi64>
  call @print_i64(%0) : (tensor<6xi64>) -> ()
  return
}

func.func @shift_i64(%A: tensor<6xi64, #SV>, %B: tensor<6xi64, #W>) {
  %y = arith.constant dense<7> : tensor<6xi64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<6xi64, #SV>, tensor<6xi64, #W>) outs(%y : tensor<6xi64>) {
  ^bb0(%a: i64, %b: i64, %c: i64):
    %one = arith.constant 1 : i64
    %t = arith.andi %b, %one : i64
    %s = arith.shli %a, %t : i64
    linalg.yield %s : i64
  } -> tensor<6xi64>
  call @print_i64(%0) : (tensor<6xi64>) -> ()
  return
}

func.func @largest_unsigned_i64(%A: tensor<6xi64, #SV>, %B: tensor<6xi64, #W>) {
  %y = arith.constant dense<7> : tensor<6xi64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<6xi64, #SV>, tensor<6xi64, #W>) outs(%y : tensor<6xi64>) {
  ^bb0(%a: i64, %b: i64, %c: i64):
    %s = arith.maxui %a, %b : i64
    linalg.yield %s : i64
  } -> tensor<6xi64>
  call @print_i64(%0) : (tensor<6xi64>) -> ()
  return
}

func.func @quotient_i64(%A: tensor<6xi64, #SV>, %B: tensor<6xi64, #W>) {
  %y = arith.constant dense<7> : tensor<6xi64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<6xi64, #SV>, tensor<6xi64, #W>) outs(%y : tensor<6xi64>) {
  ^bb0(%a: i64, %b: i64, %c: i64):
    %k = arith.constant 3 : i64
    %d = arith.ori %b, %k : i64
    %m = arith.muli %a, %k : i64
    %s = arith.divsi %m, %d : i64
    linalg.yield %s : i64
  } -> tensor<6xi64>
  call @print_i64(%0) : (tensor<6xi64>) -> ()
  return
}

func.func @at_least_i64(%A: tensor<6xi64, #SV>, %B: tensor<6xi64, #W>) {
  %y = arith.constant dense<7> : tensor<6xi64>
  %0 = linalg.generic #zip ins(%A, %B : tensor<6xi64, #SV>, tensor<6xi64, #W>) outs(%y : tensor<6xi64>) {
  ^bb0(%a: i64, %b: i64, %c: i64):
    %k = arith.constant -1 : i64
    %t = arith.minsi %a, %b : i64
    %s = arith.maxsi %t, %k : i64
    linalg.yield %s : i64
  } -> tensor<6xi64>
  call @print_i64(%0) : (tensor<6xi64>) -> ()
  return
}

// Floating point.
func.func @sum_f32(%A: tensor<6xf32, #SV>, %B: tensor<6xf32, #W>) {
  %y = arith.constant dense<7.0> : tensor<6xf32>
  %0 = linalg.generic #zip ins(%A, %B : tensor<6xf32, #SV>, tensor<6xf32, #W>) outs(%y : tensor<6xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<6xf32>
  call @print_f32(%0) : (tensor<6xf32>) -> ()
  return
}

func.func @product_f32(%A: tensor<6xf32, #SV>, %B: tensor<6xf32, #W>) {
  %y = arith.constant dense<7.0> : tensor<6xf32>
  %0 = linalg.generic #zip ins(%A, %B : tensor<6xf32, #SV>, tensor<6xf32, #W>) outs(%y : tensor<6xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %s = arith.mulf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<6xf32>
  call @print_f32(%0) : (tensor<6xf32>) -> ()
  return
}

func.func @half_elsewhere_f32(%A: tensor<6xf32, #SV>, %B: tensor<6xf32, #W>) {
  %y = arith.constant dense<7.0> : tensor<6xf32>
  %0 = linalg.generic #zip ins(%A, %B : tensor<6xf32, #SV>, tensor<6xf32, #W>) outs(%y : tensor<6xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %h = arith.constant 0.5 : f32
    %t = arith.maximumf %a, %b : f32
    %s = arith.maximumf %t, %h : f32
    linalg.yield %s : f32
  } -> tensor<6xf32>
  call @print_f32(%0) : (tensor<6xf32>) -> ()
  return
}

func.func @sum_f16(%A: tensor<6xf16, #SV>, %B: tensor<6xf16, #W>) {
  %y = arith.constant dense<7.0> : tensor<6xf16>
  %0 = linalg.generic #zip ins(%A, %B : tensor<6xf16, #SV>, tensor<6xf16, #W>) outs(%y : tensor<6xf16>) {
  ^bb0(%a: f16, %b: f16, %c: f16):
    %s = arith.addf %a, %b : f16
    linalg.yield %s : f16
  } -> tensor<6xf16>
  call @print_f16(%0) : (tensor<6xf16>) -> ()
  return
}

func.func @product_f16(%A: tensor<6xf16, #SV>, %B: tensor<6xf16, #W>) {
  %y = arith.constant dense<7.0> : tensor<6xf16>
  %0 = linalg.generic #zip ins(%A, %B : tensor<6xf16, #SV>, tensor<6xf16, #W>) outs(%y : tensor<6xf16>) {
  ^bb0(%a: f16, %b: f16, %c: f16):
    %s = arith.mulf %a, %b : f16
    linalg.yield %s : f16
  } -> tensor<6xf16>
  call @print_f16(%0) : (tensor<6xf16>) -> ()
  return
}

func.func @half_elsewhere_f16(%A: tensor<6xf16, #SV>, %B: tensor<6xf16, #W>) {
  %y = arith.constant dense<7.0> : tensor<6xf16>
  %0 = linalg.generic #zip ins(%A, %B : tensor<6xf16, #SV>, tensor<6xf16, #W>) outs(%y : tensor<6xf16>) {
  ^bb0(%a: f16, %b: f16, %c: f16):
    %h = arith.constant 0.5 : f16
    %t = arith.maximumf %a, %b : f16
    %s = arith.maximumf %t, %h : f16
    linalg.yield %s : f16
  } -> tensor<6xf16>
  call @print_f16(%0) : (tensor<6xf16>) -> ()
  return
}

// Booleans.
func.func @and_i1(%A: tensor<6xi1, #SV>, %B: tensor<6xi1, #SV>) {
  %y = arith.constant dense<true> : tensor<6xi1>
  %0 = linalg.generic #zip ins(%A, %B : tensor<6xi1, #SV>, tensor<6xi1, #SV>) outs(%y : tensor<6xi1>) {
  ^bb0(%a: i1, %b: i1, %c: i1):
    %s = arith.andi %a, %b : i1
    linalg.yield %s : i1
  } -> tensor<6xi1>
  call @print_i1(%0) : (tensor<6xi1>) -> ()
  return
}

func.func @or_i1(%A: tensor<6xi1, #SV>, %B: tensor<6xi1, #SV>) {
  %y = arith.constant dense<true> : tensor<6xi1>
  %0 = linalg.generic #zip ins(%A, %B : tensor<6xi1, #SV>, tensor<6xi1, #SV>) outs(%y : tensor<6xi1>) {
  ^bb0(%a: i1, %b: i1, %c: i1):
    %s = arith.ori %a, %b : i1
    linalg.yield %s : i1
  } -> tensor<6xi1>
  call @print_i1(%0) : (tensor<6xi1>) -> ()
  return
}

func.func @xor_i1(%A: tensor<6xi1, #SV>, %B: tensor<6xi1, #SV>) {
  %y = arith.constant dense<true> : tensor<6xi1>
  %0 = linalg.generic #zip ins(%A, %B : tensor<6xi1, #SV>, tensor<6xi1, #SV>) outs(%y : tensor<6xi1>) {
  ^bb0(%a: i1, %b: i1, %c: i1):
    %s = arith.xori %a, %b : i1
    linalg.yield %s : i1
  } -> tensor<6xi1>
  call @print_i1(%0) : (tensor<6xi1>) -> ()
  return
}

// True where nothing is stored.
func.func @implication_i1(%A: tensor<6xi1, #SV>, %B: tensor<6xi1, #SV>) {
  %y = arith.constant dense<true> : tensor<6xi1>
  %0 = linalg.generic #zip ins(%A, %B : tensor<6xi1, #SV>, tensor<6xi1, #SV>) outs(%y : tensor<6xi1>) {
  ^bb0(%a: i1, %b: i1, %c: i1):
    %true = arith.constant true
    %n = arith.xori %a, %true : i1
    %s = arith.ori %n, %b : i1
    linalg.yield %s : i1
  } -> tensor<6xi1>
  call @print_i1(%0) : (tensor<6xi1>) -> ()
  return
}

// A condition that is stored, and one that may not be.
func.func @choice_i1(%A: tensor<6xi1, #SV>, %B: tensor<6xi1, #SV>) {
  %y = arith.constant dense<7> : tensor<6xi32>
  %0 = linalg.generic #zip ins(%A, %B : tensor<6xi1, #SV>, tensor<6xi1, #SV>) outs(%y : tensor<6xi32>) {
  ^bb0(%a: i1, %b: i1, %c: i32):
    %k = arith.constant 5 : i32
    %l = arith.constant 6 : i32
    %z = arith.constant 0 : i32
    %t = arith.select %b, %k, %l : i32
    %s = arith.select %a, %t, %z : i32
    linalg.yield %s : i32
  } -> tensor<6xi32>
  call @print_i32(%0) : (tensor<6xi32>) -> ()
  return
}

// A comparison of what is stored.
func.func @order_i32(%A: tensor<6xi32, #SV>, %B: tensor<6xi32, #W>) {
  %y = arith.constant dense<true> : tensor<6xi1>
  %0 = linalg.generic #zip ins(%A, %B : tensor<6xi32, #SV>, tensor<6xi32, #W>) outs(%y : tensor<6xi1>) {
  ^bb0(%a: i32, %b: i32, %c: i1):
    %s = arith.cmpi slt, %a, %b : i32
    linalg.yield %s : i1
  } -> tensor<6xi1>
  call @print_i1(%0) : (tensor<6xi1>) -> ()
  return
}

// Folds of booleans.
func.func @folds(%A: tensor<6xi1, #SV>, %B: tensor<6xi1, #SV>) {
  %false = arith.constant dense<false> : tensor<i1>
  %true = arith.constant dense<true> : tensor<i1>
  %0 = linalg.generic #fold ins(%A, %B : tensor<6xi1, #SV>, tensor<6xi1, #SV>) outs(%false : tensor<i1>) {
  ^bb0(%a: i1, %b: i1, %c: i1):
    %t = arith.andi %a, %b : i1
    %s = arith.ori %c, %t : i1
    linalg.yield %s : i1
  } -> tensor<i1>
  %1 = linalg.generic #fold ins(%A, %B : tensor<6xi1, #SV>, tensor<6xi1, #SV>) outs(%true : tensor<i1>) {
  ^bb0(%a: i1, %b: i1, %c: i1):
    %t = arith.ori %a, %b : i1
    %s = arith.andi %c, %t : i1
    linalg.yield %s : i1
  } -> tensor<i1>
  %2 = linalg.generic #fold ins(%A, %B : tensor<6xi1, #SV>, tensor<6xi1, #SV>) outs(%false : tensor<i1>) {
  ^bb0(%a: i1, %b: i1, %c: i1):
    %t = arith.ori %a, %b : i1
    %s = arith.xori %c, %t : i1
    linalg.yield %s : i1
  } -> tensor<i1>
  %any = tensor.extract %0[] : tensor<i1>
  %all = tensor.extract %1[] : tensor<i1>
  %odd = tensor.extract %2[] : tensor<i1>
  vector.print %any : i1
  vector.print %all : i1
  vector.print %odd : i1
  return
}

func.func @main() {
  %three = memref.get_global @three : memref<2xi32>
  %three_wide = memref.get_global @three_wide : memref<2xi64>
  %two = memref.get_global @two : memref<2xi32>
  %a_crd = memref.get_global @a_crd : memref<3xi32>
  %b_crd = memref.get_global @b_crd : memref<3xi32>
  %b_crd_narrow = memref.get_global @b_crd_narrow : memref<3xi8>
  %a_i8 = memref.get_global @a_i8 : memref<3xi8>
  %b_i8 = memref.get_global @b_i8 : memref<3xi8>
  %A_i8 = stensor.pack(%three, %a_crd, %a_i8)
      : (memref<2xi32>, memref<3xi32>, memref<3xi8>) -> tensor<6xi8, #SV>
  %B_i8 = stensor.pack(%three_wide, %b_crd_narrow, %b_i8)
      : (memref<2xi64>, memref<3xi8>, memref<3xi8>) -> tensor<6xi8, #W>
  %a_i32 = memref.get_global @a_i32 : memref<3xi32>
  %b_i32 = memref.get_global @b_i32 : memref<3xi32>
  %A_i32 = stensor.pack(%three, %a_crd, %a_i32)
      : (memref<2xi32>, memref<3xi32>, memref<3xi32>) -> tensor<6xi32, #SV>
  %B_i32 = stensor.pack(%three_wide, %b_crd_narrow, %b_i32)
      : (memref<2xi64>, memref<3xi8>, memref<3xi32>) -> tensor<6xi32, #W>
  %a_i64 = memref.get_global @a_i64 : memref<3xi64>
  %b_i64 = memref.get_global @b_i64 : memref<3xi64>
  %A_i64 = stensor.pack(%three, %a_crd, %a_i64)
      : (memref<2xi32>, memref<3xi32>, memref<3xi64>) -> tensor<6xi64, #SV>
  %B_i64 = stensor.pack(%three_wide, %b_crd_narrow, %b_i64)
      : (memref<2xi64>, memref<3xi8>, memref<3xi64>) -> tensor<6xi64, #W>
  %a_f32 = memref.get_global @a_f32 : memref<3xf32>
  %b_f32 = memref.get_global @b_f32 : memref<3xf32>
  %A_f32 = stensor.pack(%three, %a_crd, %a_f32)
      : (memref<2xi32>, memref<3xi32>, memref<3xf32>) -> tensor<6xf32, #SV>
  %B_f32 = stensor.pack(%three_wide, %b_crd_narrow, %b_f32)
      : (memref<2xi64>, memref<3xi8>, memref<3xf32>) -> tensor<6xf32, #W>
  %a_f16 = memref.get_global @a_f16 : memref<3xf16>
  %b_f16 = memref.get_global @b_f16 : memref<3xf16>
  %A_f16 = stensor.pack(%three, %a_crd, %a_f16)
      : (memref<2xi32>, memref<3xi32>, memref<3xf16>) -> tensor<6xf16, #SV>
  %B_f16 = stensor.pack(%three_wide, %b_crd_narrow, %b_f16)
      : (memref<2xi64>, memref<3xi8>, memref<3xf16>) -> tensor<6xf16, #W>
  %p_i1 = memref.get_global @p_i1 : memref<3xi1>
  %P = stensor.pack(%three, %a_crd, %p_i1) : (memref<2xi32>, memref<3xi32>, memref<3xi1>) -> tensor<6xi1, #SV>
  %Q = stensor.pack(%two, %b_crd, %p_i1) : (memref<2xi32>, memref<3xi32>, memref<3xi1>) -> tensor<6xi1, #SV>

  // CHECK:      ( 1, 4, 7, 0, 0, 0 )
  call @sum_i8(%A_i8, %B_i8) : (tensor<6xi8, #SV>, tensor<6xi8, #W>) -> ()
  // CHECK-NEXT: ( 0, 0, 10, 0, 0, -9 )
  call @product_i8(%A_i8, %B_i8) : (tensor<6xi8, #SV>, tensor<6xi8, #W>) -> ()
  // CHECK-NEXT: ( 1, 0, 2, 0, 0, 2 )
  call @bits_i8(%A_i8, %B_i8) : (tensor<6xi8, #SV>, tensor<6xi8, #W>) -> ()
  // CHECK-NEXT: ( 1, 0, 4, 0, 0, 6 )
  call @shift_i8(%A_i8, %B_i8) : (tensor<6xi8, #SV>, tensor<6xi8, #W>) -> ()
  // CHECK-NEXT: ( 1, 4, 5, 0, 0, -3 )
  call @largest_unsigned_i8(%A_i8, %B_i8) : (tensor<6xi8, #SV>, tensor<6xi8, #W>) -> ()
  // CHECK-NEXT: ( 1, 0, 0, 0, 0, -9 )
  call @quotient_i8(%A_i8, %B_i8) : (tensor<6xi8, #SV>, tensor<6xi8, #W>) -> ()
  // CHECK-NEXT: ( 0, 0, 2, 0, 0, -1 )
  call @at_least_i8(%A_i8, %B_i8) : (tensor<6xi8, #SV>, tensor<6xi8, #W>) -> ()
  // CHECK-NEXT: ( 1, 4, 7, 0, 0, 0 )
  call @sum_i32(%A_i32, %B_i32) : (tensor<6xi32, #SV>, tensor<6xi32, #W>) -> ()
  // CHECK-NEXT: ( 0, 0, 10, 0, 0, -9 )
  call @product_i32(%A_i32, %B_i32) : (tensor<6xi32, #SV>, tensor<6xi32, #W>) -> ()
  // CHECK-NEXT: ( 1, 0, 2, 0, 0, 2 )
  call @bits_i32(%A_i32, %B_i32) : (tensor<6xi32, #SV>, tensor<6xi32, #W>) -> ()
  // CHECK-NEXT: ( 1, 0, 4, 0, 0, 6 )
  call @shift_i32(%A_i32, %B_i32) : (tensor<6xi32, #SV>, tensor<6xi32, #W>) -> ()
  // CHECK-NEXT: ( 1, 4, 5, 0, 0, -3 )
  call @largest_unsigned_i32(%A_i32, %B_i32) : (tensor<6xi32, #SV>, tensor<6xi32, #W>) -> ()
  // CHECK-NEXT: ( 1, 0, 0, 0, 0, -9 )
  call @quotient_i32(%A_i32, %B_i32) : (tensor<6xi32, #SV>, tensor<6xi32, #W>) -> ()
  // CHECK-NEXT: ( 0, 0, 2, 0, 0, -1 )
  call @at_least_i32(%A_i32, %B_i32) : (tensor<6xi32, #SV>, tensor<6xi32, #W>) -> ()
  // CHECK-NEXT: ( 1, 4, 7, 0, 0, 0 )
  call @sum_i64(%A_i64, %B_i64) : (tensor<6xi64, #SV>, tensor<6xi64, #W>) -> ()
  // CHECK-NEXT: ( 0, 0, 10, 0, 0, -9 )
  call @product_i64(%A_i64, %B_i64) : (tensor<6xi64, #SV>, tensor<6xi64, #W>) -> ()
  // CHECK-NEXT: ( 1, 0, 2, 0, 0, 2 )
  call @bits_i64(%A_i64, %B_i64) : (tensor<6xi64, #SV>, tensor<6xi64, #W>) -> ()
  // CHECK-NEXT: ( 1, 0, 4, 0, 0, 6 )
  call @shift_i64(%A_i64, %B_i64) : (tensor<6xi64, #SV>, tensor<6xi64, #W>) -> ()
  // CHECK-NEXT: ( 1, 4, 5, 0, 0, -3 )
  call @largest_unsigned_i64(%A_i64, %B_i64) : (tensor<6xi64, #SV>, tensor<6xi64, #W>) -> ()
  // CHECK-NEXT: ( 1, 0, 0, 0, 0, -9 )
  call @quotient_i64(%A_i64, %B_i64) : (tensor<6xi64, #SV>, tensor<6xi64, #W>) -> ()
  // CHECK-NEXT: ( 0, 0, 2, 0, 0, -1 )
  call @at_least_i64(%A_i64, %B_i64) : (tensor<6xi64, #SV>, tensor<6xi64, #W>) -> ()
  // CHECK-NEXT: ( 1, 4, 7, 0, 0, 0 )
  call @sum_f32(%A_f32, %B_f32) : (tensor<6xf32, #SV>, tensor<6xf32, #W>) -> ()
  // CHECK-NEXT: ( 0, 0, 10, 0, 0, -9 )
  call @product_f32(%A_f32, %B_f32) : (tensor<6xf32, #SV>, tensor<6xf32, #W>) -> ()
  // CHECK-NEXT: ( 1, 4, 5, 0.5, 0.5, 3 )
  call @half_elsewhere_f32(%A_f32, %B_f32) : (tensor<6xf32, #SV>, tensor<6xf32, #W>) -> ()
  // CHECK-NEXT: ( 1, 4, 7, 0, 0, 0 )
  call @sum_f16(%A_f16, %B_f16) : (tensor<6xf16, #SV>, tensor<6xf16, #W>) -> ()
  // CHECK-NEXT: ( 0, 0, 10, 0, 0, -9 )
  call @product_f16(%A_f16, %B_f16) : (tensor<6xf16, #SV>, tensor<6xf16, #W>) -> ()
  // CHECK-NEXT: ( 1, 4, 5, 0.5, 0.5, 3 )
  call @half_elsewhere_f16(%A_f16, %B_f16) : (tensor<6xf16, #SV>, tensor<6xf16, #W>) -> ()
  // CHECK-NEXT: ( 0, 0, 1, 0, 0, 0 )
  call @and_i1(%P, %Q) : (tensor<6xi1, #SV>, tensor<6xi1, #SV>) -> ()
  // CHECK-NEXT: ( 1, 1, 1, 0, 0, 1 )
  call @or_i1(%P, %Q) : (tensor<6xi1, #SV>, tensor<6xi1, #SV>) -> ()
  // CHECK-NEXT: ( 1, 1, 0, 0, 0, 1 )
  call @xor_i1(%P, %Q) : (tensor<6xi1, #SV>, tensor<6xi1, #SV>) -> ()
  // CHECK-NEXT: ( 0, 1, 1, 1, 1, 0 )
  call @implication_i1(%P, %Q) : (tensor<6xi1, #SV>, tensor<6xi1, #SV>) -> ()
  // CHECK-NEXT: ( 6, 0, 5, 0, 0, 6 )
  call @choice_i1(%P, %Q) : (tensor<6xi1, #SV>, tensor<6xi1, #SV>) -> ()
  // CHECK-NEXT: ( 0, 1, 1, 0, 0, 0 )
  call @order_i32(%A_i32, %B_i32) : (tensor<6xi32, #SV>, tensor<6xi32, #W>) -> ()
  // CHECK-NEXT: 1
  // CHECK-NEXT: 0
  // CHECK-NEXT: 0
  call @folds(%P, %Q) : (tensor<6xi1, #SV>, tensor<6xi1, #SV>) -> ()
  // CHECK-NEXT: 1
  // CHECK-NEXT: 0
  // CHECK-NEXT: 1
  call @folds(%P, %P) : (tensor<6xi1, #SV>, tensor<6xi1, #SV>) -> ()
  // CHECK-NEXT: 1
  // CHECK-NEXT: 0
  // CHECK-NEXT: 0
  call @folds(%Q, %Q) : (tensor<6xi1, #SV>, tensor<6xi1, #SV>) -> ()
  return
}
