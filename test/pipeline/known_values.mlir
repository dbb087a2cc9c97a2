// `--lacuna`, executed: what is not stored is a number, and operations on numbers are computed while compiling. So these
// have one entry each, like their operand, and no loop visits every point: no remark is expected.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=fp=strict | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna --verify-diagnostics -o /dev/null

#SV = #stensor.format<(i) -> (i : compressed)>
#Fill0 = #stensor.format<(i) -> (i : compressed), fill = 2.0 : f64>
#Fill1 = #stensor.format<(i) -> (i : compressed), fill = 5.0 : f64>
#Fill2 = #stensor.format<(i) -> (i : compressed), fill = 6.0 : f64>
#Fill3 = #stensor.format<(i) -> (i : compressed), fill = -2.0 : f64>
#Fill4 = #stensor.format<(i) -> (i : compressed), fill = 4.0 : f64>
#Fill5 = #stensor.format<(i) -> (i : compressed), fill = 2.0 : f32>
#Fill6 = #stensor.format<(i) -> (i : compressed), fill = 1.41421354 : f32>
#Fill7 = #stensor.format<(i) -> (i : compressed), fill = 2.5 : f64>
#Fill8 = #stensor.format<(i) -> (i : compressed), fill = -7 : i8>
#Fill9 = #stensor.format<(i) -> (i : compressed), fill = -4 : i8>
#Fill10 = #stensor.format<(i) -> (i : compressed), fill = -1 : i8>
#Fill11 = #stensor.format<(i) -> (i : compressed), fill = 15 : i8>
#Fill12 = #stensor.format<(i) -> (i : compressed), fill = 7 : i32>
#Fill13 = #stensor.format<(i) -> (i : compressed), fill = 1 : i32>
#Fill14 = #stensor.format<(i) -> (i : compressed), fill = 32 : i32>
#Fill15 = #stensor.format<(i) -> (i : compressed), fill = 0x7FF0000000000000 : f64>
#map = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
memref.global "private" constant @pos : memref<2xi32> = dense<[0, 1]>
memref.global "private" constant @crd : memref<1xi32> = dense<5>

func.func @power(%A: tensor<8xf64, #SV>) -> tensor<8xf64, #SV> {
  %y = tensor.empty() : tensor<8xf64, #SV>
  %0 = linalg.generic #map ins(%A : tensor<8xf64, #SV>) outs(%y : tensor<8xf64, #SV>) {
  ^bb0(%a: f64, %old: f64):
    %n = arith.constant 1.5 : f64
    %r = math.powf %a, %n : f64
    linalg.yield %r : f64
  } -> tensor<8xf64, #SV>
  return %0 : tensor<8xf64, #SV>
}

func.func @whole_power(%A: tensor<8xf64, #SV>) -> tensor<8xf64, #SV> {
  %y = tensor.empty() : tensor<8xf64, #SV>
  %0 = linalg.generic #map ins(%A : tensor<8xf64, #SV>) outs(%y : tensor<8xf64, #SV>) {
  ^bb0(%a: f64, %old: f64):
    %n = arith.constant 3 : i32
    %r = math.fpowi %a, %n : f64, i32
    linalg.yield %r : f64
  } -> tensor<8xf64, #SV>
  return %0 : tensor<8xf64, #SV>
}

func.func @power_of_integers(%A: tensor<8xi32, #SV>) -> tensor<8xi32, #SV> {
  %y = tensor.empty() : tensor<8xi32, #SV>
  %0 = linalg.generic #map ins(%A : tensor<8xi32, #SV>) outs(%y : tensor<8xi32, #SV>) {
  ^bb0(%a: i32, %old: i32):
    %n = arith.constant 3 : i32
    %r = math.ipowi %a, %n : i32
    linalg.yield %r : i32
  } -> tensor<8xi32, #SV>
  return %0 : tensor<8xi32, #SV>
}

func.func @copysign(%A: tensor<8xf64, #SV>) -> tensor<8xf64, #SV> {
  %y = tensor.empty() : tensor<8xf64, #SV>
  %0 = linalg.generic #map ins(%A : tensor<8xf64, #SV>) outs(%y : tensor<8xf64, #SV>) {
  ^bb0(%a: f64, %old: f64):
    %n = arith.constant -1.0 : f64
    %r = math.copysign %a, %n : f64
    linalg.yield %r : f64
  } -> tensor<8xf64, #SV>
  return %0 : tensor<8xf64, #SV>
}

func.func @exponential_less_one(%A: tensor<8xf64, #SV>) -> tensor<8xf64, #SV> {
  %y = tensor.empty() : tensor<8xf64, #SV>
  %0 = linalg.generic #map ins(%A : tensor<8xf64, #SV>) outs(%y : tensor<8xf64, #SV>) {
  ^bb0(%a: f64, %old: f64):
    %n = arith.constant 1.0 : f64
    %e = math.exp2 %a : f64
    %r = arith.subf %e, %n : f64
    linalg.yield %r : f64
  } -> tensor<8xf64, #SV>
  return %0 : tensor<8xf64, #SV>
}

func.func @there_and_back(%A: tensor<8xf32, #SV>) -> tensor<8xf32, #SV> {
  %y = tensor.empty() : tensor<8xf32, #SV>
  %0 = linalg.generic #map ins(%A : tensor<8xf32, #SV>) outs(%y : tensor<8xf32, #SV>) {
  ^bb0(%a: f32, %old: f32):
    %n = arith.constant 0.1 : f32
    %e = arith.addf %a, %n : f32
    %r = arith.subf %e, %n : f32
    linalg.yield %r : f32
  } -> tensor<8xf32, #SV>
  return %0 : tensor<8xf32, #SV>
}

func.func @there_and_back_in_half(%A: tensor<8xf16, #SV>) -> tensor<8xf16, #SV> {
  %y = tensor.empty() : tensor<8xf16, #SV>
  %0 = linalg.generic #map ins(%A : tensor<8xf16, #SV>) outs(%y : tensor<8xf16, #SV>) {
  ^bb0(%a: f16, %old: f16):
    %n = arith.constant 0.1 : f16
    %e = arith.addf %a, %n : f16
    %r = arith.subf %e, %n : f16
    linalg.yield %r : f16
  } -> tensor<8xf16, #SV>
  return %0 : tensor<8xf16, #SV>
}

func.func @sum_with_a_fill(%A: tensor<8xf64, #Fill0>) -> tensor<8xf64, #Fill1> {
  %y = tensor.empty() : tensor<8xf64, #Fill1>
  %0 = linalg.generic #map ins(%A : tensor<8xf64, #Fill0>) outs(%y : tensor<8xf64, #Fill1>) {
  ^bb0(%a: f64, %old: f64):
    %n = arith.constant 3.0 : f64
    %r = arith.addf %a, %n : f64
    linalg.yield %r : f64
  } -> tensor<8xf64, #Fill1>
  return %0 : tensor<8xf64, #Fill1>
}

func.func @quotient_of_a_fill(%A: tensor<8xf64, #Fill2>) -> tensor<8xf64, #Fill0> {
  %y = tensor.empty() : tensor<8xf64, #Fill0>
  %0 = linalg.generic #map ins(%A : tensor<8xf64, #Fill2>) outs(%y : tensor<8xf64, #Fill0>) {
  ^bb0(%a: f64, %old: f64):
    %n = arith.constant 3.0 : f64
    %r = arith.divf %a, %n : f64
    linalg.yield %r : f64
  } -> tensor<8xf64, #Fill0>
  return %0 : tensor<8xf64, #Fill0>
}

func.func @negated_fill(%A: tensor<8xf64, #Fill0>) -> tensor<8xf64, #Fill3> {
  %y = tensor.empty() : tensor<8xf64, #Fill3>
  %0 = linalg.generic #map ins(%A : tensor<8xf64, #Fill0>) outs(%y : tensor<8xf64, #Fill3>) {
  ^bb0(%a: f64, %old: f64):
    %r = arith.negf %a : f64
    linalg.yield %r : f64
  } -> tensor<8xf64, #Fill3>
  return %0 : tensor<8xf64, #Fill3>
}

func.func @square_of_a_fill(%A: tensor<8xf64, #Fill3>) -> tensor<8xf64, #Fill4> {
  %y = tensor.empty() : tensor<8xf64, #Fill4>
  %0 = linalg.generic #map ins(%A : tensor<8xf64, #Fill3>) outs(%y : tensor<8xf64, #Fill4>) {
  ^bb0(%a: f64, %old: f64):
    %r = arith.mulf %a, %a : f64
    linalg.yield %r : f64
  } -> tensor<8xf64, #Fill4>
  return %0 : tensor<8xf64, #Fill4>
}

func.func @root_of_a_fill(%A: tensor<8xf32, #Fill5>) -> tensor<8xf32, #Fill6> {
  %y = tensor.empty() : tensor<8xf32, #Fill6>
  %0 = linalg.generic #map ins(%A : tensor<8xf32, #Fill5>) outs(%y : tensor<8xf32, #Fill6>) {
  ^bb0(%a: f32, %old: f32):
    %r = math.sqrt %a : f32
    linalg.yield %r : f32
  } -> tensor<8xf32, #Fill6>
  return %0 : tensor<8xf32, #Fill6>
}

func.func @rounded_fill(%A: tensor<8xf64, #Fill7>) -> tensor<8xf64, #Fill0> {
  %y = tensor.empty() : tensor<8xf64, #Fill0>
  %0 = linalg.generic #map ins(%A : tensor<8xf64, #Fill7>) outs(%y : tensor<8xf64, #Fill0>) {
  ^bb0(%a: f64, %old: f64):
    %r = math.roundeven %a : f64
    linalg.yield %r : f64
  } -> tensor<8xf64, #Fill0>
  return %0 : tensor<8xf64, #Fill0>
}

func.func @fill_as_an_integer(%A: tensor<8xi8, #Fill8>) -> tensor<8xi8, #Fill9> {
  %y = tensor.empty() : tensor<8xi8, #Fill9>
  %0 = linalg.generic #map ins(%A : tensor<8xi8, #Fill8>) outs(%y : tensor<8xi8, #Fill9>) {
  ^bb0(%a: i8, %old: i8):
    %n = arith.constant 2 : i8
    %r = arith.floordivsi %a, %n : i8
    linalg.yield %r : i8
  } -> tensor<8xi8, #Fill9>
  return %0 : tensor<8xi8, #Fill9>
}

func.func @bits_of_a_fill(%A: tensor<8xi8, #Fill10>) -> tensor<8xi8, #Fill11> {
  %y = tensor.empty() : tensor<8xi8, #Fill11>
  %0 = linalg.generic #map ins(%A : tensor<8xi8, #Fill10>) outs(%y : tensor<8xi8, #Fill11>) {
  ^bb0(%a: i8, %old: i8):
    %n = arith.constant 4 : i8
    %r = arith.shrui %a, %n : i8
    linalg.yield %r : i8
  } -> tensor<8xi8, #Fill11>
  return %0 : tensor<8xi8, #Fill11>
}

func.func @least_without_sign(%A: tensor<8xi32, #SV>) -> tensor<8xi32, #SV> {
  %y = tensor.empty() : tensor<8xi32, #SV>
  %0 = linalg.generic #map ins(%A : tensor<8xi32, #SV>) outs(%y : tensor<8xi32, #SV>) {
  ^bb0(%a: i32, %old: i32):
    %n = arith.constant -1 : i32
    %r = arith.minui %a, %n : i32
    linalg.yield %r : i32
  } -> tensor<8xi32, #SV>
  return %0 : tensor<8xi32, #SV>
}

func.func @remainder_of_a_fill(%A: tensor<8xi32, #Fill12>) -> tensor<8xi32, #Fill13> {
  %y = tensor.empty() : tensor<8xi32, #Fill13>
  %0 = linalg.generic #map ins(%A : tensor<8xi32, #Fill12>) outs(%y : tensor<8xi32, #Fill13>) {
  ^bb0(%a: i32, %old: i32):
    %n = arith.constant 3 : i32
    %r = arith.remui %a, %n : i32
    linalg.yield %r : i32
  } -> tensor<8xi32, #Fill13>
  return %0 : tensor<8xi32, #Fill13>
}

func.func @zeros_counted(%A: tensor<8xi32, #SV>) -> tensor<8xi32, #Fill14> {
  %y = tensor.empty() : tensor<8xi32, #Fill14>
  %0 = linalg.generic #map ins(%A : tensor<8xi32, #SV>) outs(%y : tensor<8xi32, #Fill14>) {
  ^bb0(%a: i32, %old: i32):
    %r = math.ctlz %a : i32
    linalg.yield %r : i32
  } -> tensor<8xi32, #Fill14>
  return %0 : tensor<8xi32, #Fill14>
}

func.func @truth_as_a_number(%A: tensor<8xi32, #SV>) -> tensor<8xi32, #Fill13> {
  %y = tensor.empty() : tensor<8xi32, #Fill13>
  %0 = linalg.generic #map ins(%A : tensor<8xi32, #SV>) outs(%y : tensor<8xi32, #Fill13>) {
  ^bb0(%a: i32, %old: i32):
    %n = arith.constant 0 : i32
    %c = arith.cmpi ule, %a, %n : i32
    %r = arith.extui %c : i1 to i32
    linalg.yield %r : i32
  } -> tensor<8xi32, #Fill13>
  return %0 : tensor<8xi32, #Fill13>
}

func.func @least_number_of_distances(%A: tensor<8xf64, #Fill15>) -> tensor<8xf64, #Fill15> {
  %y = tensor.empty() : tensor<8xf64, #Fill15>
  %0 = linalg.generic #map ins(%A : tensor<8xf64, #Fill15>) outs(%y : tensor<8xf64, #Fill15>) {
  ^bb0(%a: f64, %old: f64):
    %n = arith.constant 0x7FF0000000000000 : f64
    %r = arith.minnumf %a, %n : f64
    linalg.yield %r : f64
  } -> tensor<8xf64, #Fill15>
  return %0 : tensor<8xf64, #Fill15>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %pos = memref.get_global @pos : memref<2xi32>
  %crd = memref.get_global @crd : memref<1xi32>

  // CHECK: {{^}}1{{$}}
  // CHECK-NEXT: {{^}}8{{$}}
  %power_stored = memref.alloc() : memref<1xf64>
  %power_input = arith.constant 4.0 : f64
  memref.store %power_input, %power_stored[%c0] : memref<1xf64>
  %power_operand = stensor.pack(%pos, %crd, %power_stored) : (memref<2xi32>, memref<1xi32>, memref<1xf64>) -> tensor<8xf64, #SV>
  %power = call @power(%power_operand) : (tensor<8xf64, #SV>) -> tensor<8xf64, #SV>
  %power_values = stensor.values %power : tensor<8xf64, #SV> -> memref<?xf64>
  %power_count = memref.dim %power_values, %c0 : memref<?xf64>
  vector.print %power_count : index
  %power_value = memref.load %power_values[%c0] : memref<?xf64>
  vector.print %power_value : f64

  // CHECK-NEXT: {{^}}1{{$}}
  // CHECK-NEXT: {{^}}8{{$}}
  %whole_power_stored = memref.alloc() : memref<1xf64>
  %whole_power_input = arith.constant 2.0 : f64
  memref.store %whole_power_input, %whole_power_stored[%c0] : memref<1xf64>
  %whole_power_operand = stensor.pack(%pos, %crd, %whole_power_stored) : (memref<2xi32>, memref<1xi32>, memref<1xf64>) -> tensor<8xf64, #SV>
  %whole_power = call @whole_power(%whole_power_operand) : (tensor<8xf64, #SV>) -> tensor<8xf64, #SV>
  %whole_power_values = stensor.values %whole_power : tensor<8xf64, #SV> -> memref<?xf64>
  %whole_power_count = memref.dim %whole_power_values, %c0 : memref<?xf64>
  vector.print %whole_power_count : index
  %whole_power_value = memref.load %whole_power_values[%c0] : memref<?xf64>
  vector.print %whole_power_value : f64

  // CHECK-NEXT: {{^}}1{{$}}
  // CHECK-NEXT: {{^}}8{{$}}
  %power_of_integers_stored = memref.alloc() : memref<1xi32>
  %power_of_integers_input = arith.constant 2 : i32
  memref.store %power_of_integers_input, %power_of_integers_stored[%c0] : memref<1xi32>
  %power_of_integers_operand = stensor.pack(%pos, %crd, %power_of_integers_stored) : (memref<2xi32>, memref<1xi32>, memref<1xi32>) -> tensor<8xi32, #SV>
  %power_of_integers = call @power_of_integers(%power_of_integers_operand) : (tensor<8xi32, #SV>) -> tensor<8xi32, #SV>
  %power_of_integers_values = stensor.values %power_of_integers : tensor<8xi32, #SV> -> memref<?xi32>
  %power_of_integers_count = memref.dim %power_of_integers_values, %c0 : memref<?xi32>
  vector.print %power_of_integers_count : index
  %power_of_integers_value = memref.load %power_of_integers_values[%c0] : memref<?xi32>
  vector.print %power_of_integers_value : i32

  // CHECK-NEXT: {{^}}1{{$}}
  // CHECK-NEXT: {{^}}-4{{$}}
  %copysign_stored = memref.alloc() : memref<1xf64>
  %copysign_input = arith.constant 4.0 : f64
  memref.store %copysign_input, %copysign_stored[%c0] : memref<1xf64>
  %copysign_operand = stensor.pack(%pos, %crd, %copysign_stored) : (memref<2xi32>, memref<1xi32>, memref<1xf64>) -> tensor<8xf64, #SV>
  %copysign = call @copysign(%copysign_operand) : (tensor<8xf64, #SV>) -> tensor<8xf64, #SV>
  %copysign_values = stensor.values %copysign : tensor<8xf64, #SV> -> memref<?xf64>
  %copysign_count = memref.dim %copysign_values, %c0 : memref<?xf64>
  vector.print %copysign_count : index
  %copysign_value = memref.load %copysign_values[%c0] : memref<?xf64>
  vector.print %copysign_value : f64

  // CHECK-NEXT: {{^}}1{{$}}
  // CHECK-NEXT: {{^}}7{{$}}
  %exponential_less_one_stored = memref.alloc() : memref<1xf64>
  %exponential_less_one_input = arith.constant 3.0 : f64
  memref.store %exponential_less_one_input, %exponential_less_one_stored[%c0] : memref<1xf64>
  %exponential_less_one_operand = stensor.pack(%pos, %crd, %exponential_less_one_stored) : (memref<2xi32>, memref<1xi32>, memref<1xf64>) -> tensor<8xf64, #SV>
  %exponential_less_one = call @exponential_less_one(%exponential_less_one_operand) : (tensor<8xf64, #SV>) -> tensor<8xf64, #SV>
  %exponential_less_one_values = stensor.values %exponential_less_one : tensor<8xf64, #SV> -> memref<?xf64>
  %exponential_less_one_count = memref.dim %exponential_less_one_values, %c0 : memref<?xf64>
  vector.print %exponential_less_one_count : index
  %exponential_less_one_value = memref.load %exponential_less_one_values[%c0] : memref<?xf64>
  vector.print %exponential_less_one_value : f64

  // CHECK-NEXT: {{^}}1{{$}}
  // CHECK-NEXT: {{^}}4{{$}}
  %there_and_back_stored = memref.alloc() : memref<1xf32>
  %there_and_back_input = arith.constant 4.0 : f32
  memref.store %there_and_back_input, %there_and_back_stored[%c0] : memref<1xf32>
  %there_and_back_operand = stensor.pack(%pos, %crd, %there_and_back_stored) : (memref<2xi32>, memref<1xi32>, memref<1xf32>) -> tensor<8xf32, #SV>
  %there_and_back = call @there_and_back(%there_and_back_operand) : (tensor<8xf32, #SV>) -> tensor<8xf32, #SV>
  %there_and_back_values = stensor.values %there_and_back : tensor<8xf32, #SV> -> memref<?xf32>
  %there_and_back_count = memref.dim %there_and_back_values, %c0 : memref<?xf32>
  vector.print %there_and_back_count : index
  %there_and_back_value = memref.load %there_and_back_values[%c0] : memref<?xf32>
  vector.print %there_and_back_value : f32

  // CHECK-NEXT: {{^}}1{{$}}
  // CHECK-NEXT: {{^}}4{{$}}
  %there_and_back_in_half_stored = memref.alloc() : memref<1xf16>
  %there_and_back_in_half_input = arith.constant 4.0 : f16
  memref.store %there_and_back_in_half_input, %there_and_back_in_half_stored[%c0] : memref<1xf16>
  %there_and_back_in_half_operand = stensor.pack(%pos, %crd, %there_and_back_in_half_stored) : (memref<2xi32>, memref<1xi32>, memref<1xf16>) -> tensor<8xf16, #SV>
  %there_and_back_in_half = call @there_and_back_in_half(%there_and_back_in_half_operand) : (tensor<8xf16, #SV>) -> tensor<8xf16, #SV>
  %there_and_back_in_half_values = stensor.values %there_and_back_in_half : tensor<8xf16, #SV> -> memref<?xf16>
  %there_and_back_in_half_count = memref.dim %there_and_back_in_half_values, %c0 : memref<?xf16>
  vector.print %there_and_back_in_half_count : index
  %there_and_back_in_half_value = memref.load %there_and_back_in_half_values[%c0] : memref<?xf16>
  %there_and_back_in_half_wide = arith.extf %there_and_back_in_half_value : f16 to f32
  vector.print %there_and_back_in_half_wide : f32

  // CHECK-NEXT: {{^}}1{{$}}
  // CHECK-NEXT: {{^}}7{{$}}
  %sum_with_a_fill_stored = memref.alloc() : memref<1xf64>
  %sum_with_a_fill_input = arith.constant 4.0 : f64
  memref.store %sum_with_a_fill_input, %sum_with_a_fill_stored[%c0] : memref<1xf64>
  %sum_with_a_fill_operand = stensor.pack(%pos, %crd, %sum_with_a_fill_stored) : (memref<2xi32>, memref<1xi32>, memref<1xf64>) -> tensor<8xf64, #Fill0>
  %sum_with_a_fill = call @sum_with_a_fill(%sum_with_a_fill_operand) : (tensor<8xf64, #Fill0>) -> tensor<8xf64, #Fill1>
  %sum_with_a_fill_values = stensor.values %sum_with_a_fill : tensor<8xf64, #Fill1> -> memref<?xf64>
  %sum_with_a_fill_count = memref.dim %sum_with_a_fill_values, %c0 : memref<?xf64>
  vector.print %sum_with_a_fill_count : index
  %sum_with_a_fill_value = memref.load %sum_with_a_fill_values[%c0] : memref<?xf64>
  vector.print %sum_with_a_fill_value : f64

  // CHECK-NEXT: {{^}}1{{$}}
  // CHECK-NEXT: {{^}}4{{$}}
  %quotient_of_a_fill_stored = memref.alloc() : memref<1xf64>
  %quotient_of_a_fill_input = arith.constant 12.0 : f64
  memref.store %quotient_of_a_fill_input, %quotient_of_a_fill_stored[%c0] : memref<1xf64>
  %quotient_of_a_fill_operand = stensor.pack(%pos, %crd, %quotient_of_a_fill_stored) : (memref<2xi32>, memref<1xi32>, memref<1xf64>) -> tensor<8xf64, #Fill2>
  %quotient_of_a_fill = call @quotient_of_a_fill(%quotient_of_a_fill_operand) : (tensor<8xf64, #Fill2>) -> tensor<8xf64, #Fill0>
  %quotient_of_a_fill_values = stensor.values %quotient_of_a_fill : tensor<8xf64, #Fill0> -> memref<?xf64>
  %quotient_of_a_fill_count = memref.dim %quotient_of_a_fill_values, %c0 : memref<?xf64>
  vector.print %quotient_of_a_fill_count : index
  %quotient_of_a_fill_value = memref.load %quotient_of_a_fill_values[%c0] : memref<?xf64>
  vector.print %quotient_of_a_fill_value : f64

  // CHECK-NEXT: {{^}}1{{$}}
  // CHECK-NEXT: {{^}}-4{{$}}
  %negated_fill_stored = memref.alloc() : memref<1xf64>
  %negated_fill_input = arith.constant 4.0 : f64
  memref.store %negated_fill_input, %negated_fill_stored[%c0] : memref<1xf64>
  %negated_fill_operand = stensor.pack(%pos, %crd, %negated_fill_stored) : (memref<2xi32>, memref<1xi32>, memref<1xf64>) -> tensor<8xf64, #Fill0>
  %negated_fill = call @negated_fill(%negated_fill_operand) : (tensor<8xf64, #Fill0>) -> tensor<8xf64, #Fill3>
  %negated_fill_values = stensor.values %negated_fill : tensor<8xf64, #Fill3> -> memref<?xf64>
  %negated_fill_count = memref.dim %negated_fill_values, %c0 : memref<?xf64>
  vector.print %negated_fill_count : index
  %negated_fill_value = memref.load %negated_fill_values[%c0] : memref<?xf64>
  vector.print %negated_fill_value : f64

  // CHECK-NEXT: {{^}}1{{$}}
  // CHECK-NEXT: {{^}}9{{$}}
  %square_of_a_fill_stored = memref.alloc() : memref<1xf64>
  %square_of_a_fill_input = arith.constant 3.0 : f64
  memref.store %square_of_a_fill_input, %square_of_a_fill_stored[%c0] : memref<1xf64>
  %square_of_a_fill_operand = stensor.pack(%pos, %crd, %square_of_a_fill_stored) : (memref<2xi32>, memref<1xi32>, memref<1xf64>) -> tensor<8xf64, #Fill3>
  %square_of_a_fill = call @square_of_a_fill(%square_of_a_fill_operand) : (tensor<8xf64, #Fill3>) -> tensor<8xf64, #Fill4>
  %square_of_a_fill_values = stensor.values %square_of_a_fill : tensor<8xf64, #Fill4> -> memref<?xf64>
  %square_of_a_fill_count = memref.dim %square_of_a_fill_values, %c0 : memref<?xf64>
  vector.print %square_of_a_fill_count : index
  %square_of_a_fill_value = memref.load %square_of_a_fill_values[%c0] : memref<?xf64>
  vector.print %square_of_a_fill_value : f64

  // CHECK-NEXT: {{^}}1{{$}}
  // CHECK-NEXT: {{^}}2{{$}}
  %root_of_a_fill_stored = memref.alloc() : memref<1xf32>
  %root_of_a_fill_input = arith.constant 4.0 : f32
  memref.store %root_of_a_fill_input, %root_of_a_fill_stored[%c0] : memref<1xf32>
  %root_of_a_fill_operand = stensor.pack(%pos, %crd, %root_of_a_fill_stored) : (memref<2xi32>, memref<1xi32>, memref<1xf32>) -> tensor<8xf32, #Fill5>
  %root_of_a_fill = call @root_of_a_fill(%root_of_a_fill_operand) : (tensor<8xf32, #Fill5>) -> tensor<8xf32, #Fill6>
  %root_of_a_fill_values = stensor.values %root_of_a_fill : tensor<8xf32, #Fill6> -> memref<?xf32>
  %root_of_a_fill_count = memref.dim %root_of_a_fill_values, %c0 : memref<?xf32>
  vector.print %root_of_a_fill_count : index
  %root_of_a_fill_value = memref.load %root_of_a_fill_values[%c0] : memref<?xf32>
  vector.print %root_of_a_fill_value : f32

  // CHECK-NEXT: {{^}}1{{$}}
  // CHECK-NEXT: {{^}}4{{$}}
  %rounded_fill_stored = memref.alloc() : memref<1xf64>
  %rounded_fill_input = arith.constant 4.0 : f64
  memref.store %rounded_fill_input, %rounded_fill_stored[%c0] : memref<1xf64>
  %rounded_fill_operand = stensor.pack(%pos, %crd, %rounded_fill_stored) : (memref<2xi32>, memref<1xi32>, memref<1xf64>) -> tensor<8xf64, #Fill7>
  %rounded_fill = call @rounded_fill(%rounded_fill_operand) : (tensor<8xf64, #Fill7>) -> tensor<8xf64, #Fill0>
  %rounded_fill_values = stensor.values %rounded_fill : tensor<8xf64, #Fill0> -> memref<?xf64>
  %rounded_fill_count = memref.dim %rounded_fill_values, %c0 : memref<?xf64>
  vector.print %rounded_fill_count : index
  %rounded_fill_value = memref.load %rounded_fill_values[%c0] : memref<?xf64>
  vector.print %rounded_fill_value : f64

  // CHECK-NEXT: {{^}}1{{$}}
  // CHECK-NEXT: {{^}}4{{$}}
  %fill_as_an_integer_stored = memref.alloc() : memref<1xi8>
  %fill_as_an_integer_input = arith.constant 9 : i8
  memref.store %fill_as_an_integer_input, %fill_as_an_integer_stored[%c0] : memref<1xi8>
  %fill_as_an_integer_operand = stensor.pack(%pos, %crd, %fill_as_an_integer_stored) : (memref<2xi32>, memref<1xi32>, memref<1xi8>) -> tensor<8xi8, #Fill8>
  %fill_as_an_integer = call @fill_as_an_integer(%fill_as_an_integer_operand) : (tensor<8xi8, #Fill8>) -> tensor<8xi8, #Fill9>
  %fill_as_an_integer_values = stensor.values %fill_as_an_integer : tensor<8xi8, #Fill9> -> memref<?xi8>
  %fill_as_an_integer_count = memref.dim %fill_as_an_integer_values, %c0 : memref<?xi8>
  vector.print %fill_as_an_integer_count : index
  %fill_as_an_integer_value = memref.load %fill_as_an_integer_values[%c0] : memref<?xi8>
  vector.print %fill_as_an_integer_value : i8

  // CHECK-NEXT: {{^}}1{{$}}
  // CHECK-NEXT: {{^}}1{{$}}
  %bits_of_a_fill_stored = memref.alloc() : memref<1xi8>
  %bits_of_a_fill_input = arith.constant 16 : i8
  memref.store %bits_of_a_fill_input, %bits_of_a_fill_stored[%c0] : memref<1xi8>
  %bits_of_a_fill_operand = stensor.pack(%pos, %crd, %bits_of_a_fill_stored) : (memref<2xi32>, memref<1xi32>, memref<1xi8>) -> tensor<8xi8, #Fill10>
  %bits_of_a_fill = call @bits_of_a_fill(%bits_of_a_fill_operand) : (tensor<8xi8, #Fill10>) -> tensor<8xi8, #Fill11>
  %bits_of_a_fill_values = stensor.values %bits_of_a_fill : tensor<8xi8, #Fill11> -> memref<?xi8>
  %bits_of_a_fill_count = memref.dim %bits_of_a_fill_values, %c0 : memref<?xi8>
  vector.print %bits_of_a_fill_count : index
  %bits_of_a_fill_value = memref.load %bits_of_a_fill_values[%c0] : memref<?xi8>
  vector.print %bits_of_a_fill_value : i8

  // CHECK-NEXT: {{^}}1{{$}}
  // CHECK-NEXT: {{^}}7{{$}}
  %least_without_sign_stored = memref.alloc() : memref<1xi32>
  %least_without_sign_input = arith.constant 7 : i32
  memref.store %least_without_sign_input, %least_without_sign_stored[%c0] : memref<1xi32>
  %least_without_sign_operand = stensor.pack(%pos, %crd, %least_without_sign_stored) : (memref<2xi32>, memref<1xi32>, memref<1xi32>) -> tensor<8xi32, #SV>
  %least_without_sign = call @least_without_sign(%least_without_sign_operand) : (tensor<8xi32, #SV>) -> tensor<8xi32, #SV>
  %least_without_sign_values = stensor.values %least_without_sign : tensor<8xi32, #SV> -> memref<?xi32>
  %least_without_sign_count = memref.dim %least_without_sign_values, %c0 : memref<?xi32>
  vector.print %least_without_sign_count : index
  %least_without_sign_value = memref.load %least_without_sign_values[%c0] : memref<?xi32>
  vector.print %least_without_sign_value : i32

  // CHECK-NEXT: {{^}}1{{$}}
  // CHECK-NEXT: {{^}}2{{$}}
  %remainder_of_a_fill_stored = memref.alloc() : memref<1xi32>
  %remainder_of_a_fill_input = arith.constant 8 : i32
  memref.store %remainder_of_a_fill_input, %remainder_of_a_fill_stored[%c0] : memref<1xi32>
  %remainder_of_a_fill_operand = stensor.pack(%pos, %crd, %remainder_of_a_fill_stored) : (memref<2xi32>, memref<1xi32>, memref<1xi32>) -> tensor<8xi32, #Fill12>
  %remainder_of_a_fill = call @remainder_of_a_fill(%remainder_of_a_fill_operand) : (tensor<8xi32, #Fill12>) -> tensor<8xi32, #Fill13>
  %remainder_of_a_fill_values = stensor.values %remainder_of_a_fill : tensor<8xi32, #Fill13> -> memref<?xi32>
  %remainder_of_a_fill_count = memref.dim %remainder_of_a_fill_values, %c0 : memref<?xi32>
  vector.print %remainder_of_a_fill_count : index
  %remainder_of_a_fill_value = memref.load %remainder_of_a_fill_values[%c0] : memref<?xi32>
  vector.print %remainder_of_a_fill_value : i32

  // CHECK-NEXT: {{^}}1{{$}}
  // CHECK-NEXT: {{^}}31{{$}}
  %zeros_counted_stored = memref.alloc() : memref<1xi32>
  %zeros_counted_input = arith.constant 1 : i32
  memref.store %zeros_counted_input, %zeros_counted_stored[%c0] : memref<1xi32>
  %zeros_counted_operand = stensor.pack(%pos, %crd, %zeros_counted_stored) : (memref<2xi32>, memref<1xi32>, memref<1xi32>) -> tensor<8xi32, #SV>
  %zeros_counted = call @zeros_counted(%zeros_counted_operand) : (tensor<8xi32, #SV>) -> tensor<8xi32, #Fill14>
  %zeros_counted_values = stensor.values %zeros_counted : tensor<8xi32, #Fill14> -> memref<?xi32>
  %zeros_counted_count = memref.dim %zeros_counted_values, %c0 : memref<?xi32>
  vector.print %zeros_counted_count : index
  %zeros_counted_value = memref.load %zeros_counted_values[%c0] : memref<?xi32>
  vector.print %zeros_counted_value : i32

  // CHECK-NEXT: {{^}}1{{$}}
  // CHECK-NEXT: {{^}}0{{$}}
  %truth_as_a_number_stored = memref.alloc() : memref<1xi32>
  %truth_as_a_number_input = arith.constant 5 : i32
  memref.store %truth_as_a_number_input, %truth_as_a_number_stored[%c0] : memref<1xi32>
  %truth_as_a_number_operand = stensor.pack(%pos, %crd, %truth_as_a_number_stored) : (memref<2xi32>, memref<1xi32>, memref<1xi32>) -> tensor<8xi32, #SV>
  %truth_as_a_number = call @truth_as_a_number(%truth_as_a_number_operand) : (tensor<8xi32, #SV>) -> tensor<8xi32, #Fill13>
  %truth_as_a_number_values = stensor.values %truth_as_a_number : tensor<8xi32, #Fill13> -> memref<?xi32>
  %truth_as_a_number_count = memref.dim %truth_as_a_number_values, %c0 : memref<?xi32>
  vector.print %truth_as_a_number_count : index
  %truth_as_a_number_value = memref.load %truth_as_a_number_values[%c0] : memref<?xi32>
  vector.print %truth_as_a_number_value : i32

  // CHECK-NEXT: {{^}}1{{$}}
  // CHECK-NEXT: {{^}}5{{$}}
  %least_number_of_distances_stored = memref.alloc() : memref<1xf64>
  %least_number_of_distances_input = arith.constant 5.0 : f64
  memref.store %least_number_of_distances_input, %least_number_of_distances_stored[%c0] : memref<1xf64>
  %least_number_of_distances_operand = stensor.pack(%pos, %crd, %least_number_of_distances_stored) : (memref<2xi32>, memref<1xi32>, memref<1xf64>) -> tensor<8xf64, #Fill15>
  %least_number_of_distances = call @least_number_of_distances(%least_number_of_distances_operand) : (tensor<8xf64, #Fill15>) -> tensor<8xf64, #Fill15>
  %least_number_of_distances_values = stensor.values %least_number_of_distances : tensor<8xf64, #Fill15> -> memref<?xf64>
  %least_number_of_distances_count = memref.dim %least_number_of_distances_values, %c0 : memref<?xf64>
  vector.print %least_number_of_distances_count : index
  %least_number_of_distances_value = memref.load %least_number_of_distances_values[%c0] : memref<?xf64>
  vector.print %least_number_of_distances_value : f64
  return
}
