// `--lacuna`, executed: reductions over what is stored, and over what is not.
//
//   A = [ 1 0 2 0 0 3 ]   B = [ 0 4 5 0 0 -3 ]   N = [ 0 4 0 5 -3 0 ]   E = [ 0 0 0 0 0 0 ]   M = [ -1 0 -2 0 0 -3 ]
//   F = [ -1 -2 -3 ] and G = [ 4 5 -3 ] store every entry, S1 = [ 1 ] too; E0 has size 0

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=fp=strict | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=vector-bytes=0 | %run | FileCheck %s

#SV = #stensor.format<(i) -> (i : compressed)>
#over_one = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
#over_two = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
             iterator_types = ["reduction"]}
#pairs = {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> ()>],
          iterator_types = ["reduction", "reduction"]}

memref.global "private" constant @three : memref<2xi32> = dense<[0, 3]>
memref.global "private" constant @one : memref<2xi32> = dense<[0, 1]>
memref.global "private" constant @none : memref<2xi32> = dense<[0, 0]>
memref.global "private" constant @a_crd : memref<3xi32> = dense<[0, 2, 5]>
memref.global "private" constant @a_val : memref<3xf64> = dense<[1.0, 2.0, 3.0]>
memref.global "private" constant @m_val : memref<3xf64> = dense<[-1.0, -2.0, -3.0]>
memref.global "private" constant @b_crd : memref<3xi32> = dense<[1, 2, 5]>
memref.global "private" constant @b_val : memref<3xf64> = dense<[4.0, 5.0, -3.0]>
memref.global "private" constant @n_crd : memref<3xi32> = dense<[1, 3, 4]>
memref.global "private" constant @f_crd : memref<3xi32> = dense<[0, 1, 2]>

func.func @scalar(%value: f64) -> tensor<f64> {
  %y = tensor.from_elements %value : tensor<f64>
  return %y : tensor<f64>
}

func.func @print(%y: tensor<f64>) {
  %v = tensor.extract %y[] : tensor<f64>
  vector.print %v : f64
  return
}

// An intersection.
func.func @dot(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>) {
  %start = arith.constant 0.0 : f64
  %y = call @scalar(%start) : (f64) -> tensor<f64>
  %0 = linalg.generic #over_two ins(%A, %B : tensor<?xf64, #SV>, tensor<?xf64, #SV>) outs(%y : tensor<f64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %s = arith.mulf %a, %b : f64
    %last = arith.addf %c, %s : f64
    linalg.yield %last : f64
  } -> tensor<f64>
  call @print(%0) : (tensor<f64>) -> ()
  return
}

// A union.
func.func @distance(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>) {
  %start = arith.constant 0.0 : f64
  %y = call @scalar(%start) : (f64) -> tensor<f64>
  %0 = linalg.generic #over_two ins(%A, %B : tensor<?xf64, #SV>, tensor<?xf64, #SV>) outs(%y : tensor<f64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %d = arith.subf %a, %b : f64
    %s = arith.mulf %d, %d : f64
    %last = arith.addf %c, %s : f64
    linalg.yield %last : f64
  } -> tensor<f64>
  call @print(%0) : (tensor<f64>) -> ()
  return
}

// The zeros that are not stored take part.
func.func @maximum_of_entries(%A: tensor<?xf64, #SV>) {
  %start = arith.constant -8.0 : f64
  %y = call @scalar(%start) : (f64) -> tensor<f64>
  %0 = linalg.generic #over_one ins(%A : tensor<?xf64, #SV>) outs(%y : tensor<f64>) {
  ^bb0(%a: f64, %c: f64):
    %last = arith.maximumf %c, %a : f64
    linalg.yield %last : f64
  } -> tensor<f64>
  call @print(%0) : (tensor<f64>) -> ()
  return
}

// Of two operands.
func.func @largest_sum(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>) {
  %start = arith.constant -8.0 : f64
  %y = call @scalar(%start) : (f64) -> tensor<f64>
  %0 = linalg.generic #over_two ins(%A, %B : tensor<?xf64, #SV>, tensor<?xf64, #SV>) outs(%y : tensor<f64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %s = arith.addf %a, %b : f64
    %last = arith.maximumf %c, %s : f64
    linalg.yield %last : f64
  } -> tensor<f64>
  call @print(%0) : (tensor<f64>) -> ()
  return
}

// Zero, unless every entry is stored.
func.func @product_of_entries(%A: tensor<?xf64, #SV>) {
  %start = arith.constant 1.0 : f64
  %y = call @scalar(%start) : (f64) -> tensor<f64>
  %0 = linalg.generic #over_one ins(%A : tensor<?xf64, #SV>) outs(%y : tensor<f64>) {
  ^bb0(%a: f64, %c: f64):
    %last = arith.mulf %c, %a : f64
    linalg.yield %last : f64
  } -> tensor<f64>
  call @print(%0) : (tensor<f64>) -> ()
  return
}

// One where nothing is stored changes no product.
func.func @product_of_one_plus(%A: tensor<?xf64, #SV>) {
  %start = arith.constant 1.0 : f64
  %one = arith.constant 1.0 : f64
  %y = call @scalar(%start) : (f64) -> tensor<f64>
  %0 = linalg.generic #over_one ins(%A : tensor<?xf64, #SV>) outs(%y : tensor<f64>) {
  ^bb0(%a: f64, %c: f64):
    %s = arith.addf %a, %one : f64
    %last = arith.mulf %c, %s : f64
    linalg.yield %last : f64
  } -> tensor<f64>
  call @print(%0) : (tensor<f64>) -> ()
  return
}

// Not zero where nothing is stored.
func.func @two_to_nothing_is_one(%A: tensor<?xf64, #SV>) {
  %start = arith.constant 0.0 : f64
  %y = call @scalar(%start) : (f64) -> tensor<f64>
  %0 = linalg.generic #over_one ins(%A : tensor<?xf64, #SV>) outs(%y : tensor<f64>) {
  ^bb0(%a: f64, %c: f64):
    %s = math.exp2 %a : f64
    %last = arith.addf %c, %s : f64
    linalg.yield %last : f64
  } -> tensor<f64>
  call @print(%0) : (tensor<f64>) -> ()
  return
}

// Two walks over one tensor.
func.func @products_of_pairs(%A: tensor<?xf64, #SV>) {
  %start = arith.constant 0.0 : f64
  %y = call @scalar(%start) : (f64) -> tensor<f64>
  %0 = linalg.generic #pairs ins(%A, %A : tensor<?xf64, #SV>, tensor<?xf64, #SV>) outs(%y : tensor<f64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %s = arith.mulf %a, %b : f64
    %last = arith.addf %c, %s : f64
    linalg.yield %last : f64
  } -> tensor<f64>
  call @print(%0) : (tensor<f64>) -> ()
  return
}

// The same, where each may be absent.
func.func @sums_of_pairs(%A: tensor<?xf64, #SV>) {
  %start = arith.constant 0.0 : f64
  %y = call @scalar(%start) : (f64) -> tensor<f64>
  %0 = linalg.generic #pairs ins(%A, %A : tensor<?xf64, #SV>, tensor<?xf64, #SV>) outs(%y : tensor<f64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %s = arith.addf %a, %b : f64
    %last = arith.addf %c, %s : f64
    linalg.yield %last : f64
  } -> tensor<f64>
  call @print(%0) : (tensor<f64>) -> ()
  return
}

// Min-plus: what is not stored is no edge.
func.func @shortest_of_two_steps(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>) {
  %start = arith.constant 100.0 : f64
  %zero = arith.constant 0.0 : f64
  %inf = arith.constant 0x7FF0000000000000 : f64
  %y = call @scalar(%start) : (f64) -> tensor<f64>
  %0 = linalg.generic #over_two ins(%A, %B : tensor<?xf64, #SV>, tensor<?xf64, #SV>) outs(%y : tensor<f64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.cmpf oeq, %a, %zero : f64
    %q = arith.cmpf oeq, %b, %zero : f64
    %t = arith.addf %a, %b : f64
    %u = arith.select %p, %inf, %t : f64
    %s = arith.select %q, %inf, %u : f64
    %last = arith.minimumf %c, %s : f64
    linalg.yield %last : f64
  } -> tensor<f64>
  call @print(%0) : (tensor<f64>) -> ()
  return
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  %three = memref.get_global @three : memref<2xi32>
  %one = memref.get_global @one : memref<2xi32>
  %none = memref.get_global @none : memref<2xi32>
  %a_crd = memref.get_global @a_crd : memref<3xi32>
  %a_val = memref.get_global @a_val : memref<3xf64>
  %m_val = memref.get_global @m_val : memref<3xf64>
  %b_crd = memref.get_global @b_crd : memref<3xi32>
  %b_val = memref.get_global @b_val : memref<3xf64>
  %n_crd = memref.get_global @n_crd : memref<3xi32>
  %f_crd = memref.get_global @f_crd : memref<3xi32>
  %A = stensor.pack(%three, %a_crd, %a_val) sizes(%c6)
      : (memref<2xi32>, memref<3xi32>, memref<3xf64>) -> tensor<?xf64, #SV>
  %B = stensor.pack(%three, %b_crd, %b_val) sizes(%c6)
      : (memref<2xi32>, memref<3xi32>, memref<3xf64>) -> tensor<?xf64, #SV>
  %N = stensor.pack(%three, %n_crd, %b_val) sizes(%c6)
      : (memref<2xi32>, memref<3xi32>, memref<3xf64>) -> tensor<?xf64, #SV>
  %E = stensor.pack(%none, %a_crd, %a_val) sizes(%c6)
      : (memref<2xi32>, memref<3xi32>, memref<3xf64>) -> tensor<?xf64, #SV>
  %M = stensor.pack(%three, %a_crd, %m_val) sizes(%c6)
      : (memref<2xi32>, memref<3xi32>, memref<3xf64>) -> tensor<?xf64, #SV>
  %F = stensor.pack(%three, %f_crd, %m_val) sizes(%c3)
      : (memref<2xi32>, memref<3xi32>, memref<3xf64>) -> tensor<?xf64, #SV>
  %G = stensor.pack(%three, %f_crd, %b_val) sizes(%c3)
      : (memref<2xi32>, memref<3xi32>, memref<3xf64>) -> tensor<?xf64, #SV>
  %S1 = stensor.pack(%one, %a_crd, %a_val) sizes(%c1)
      : (memref<2xi32>, memref<3xi32>, memref<3xf64>) -> tensor<?xf64, #SV>
  %E0 = stensor.pack(%none, %a_crd, %a_val) sizes(%c0)
      : (memref<2xi32>, memref<3xi32>, memref<3xf64>) -> tensor<?xf64, #SV>
  // CHECK:      {{^}}1{{$}}
  call @dot(%A, %B) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}0{{$}}
  call @dot(%A, %N) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}0{{$}}
  call @dot(%A, %E) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}0{{$}}
  call @dot(%E, %E) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}-5{{$}}
  call @dot(%F, %G) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}1{{$}}
  call @dot(%S1, %S1) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}0{{$}}
  call @dot(%E0, %E0) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}62{{$}}
  call @distance(%A, %B) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}64{{$}}
  call @distance(%A, %N) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}14{{$}}
  call @distance(%A, %E) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}0{{$}}
  call @distance(%E, %E) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}74{{$}}
  call @distance(%F, %G) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}0{{$}}
  call @distance(%S1, %S1) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}0{{$}}
  call @distance(%E0, %E0) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}3{{$}}
  call @maximum_of_entries(%A) : (tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}0{{$}}
  call @maximum_of_entries(%M) : (tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}0{{$}}
  call @maximum_of_entries(%E) : (tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}-1{{$}}
  call @maximum_of_entries(%F) : (tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}1{{$}}
  call @maximum_of_entries(%S1) : (tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}-8{{$}}
  call @maximum_of_entries(%E0) : (tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}7{{$}}
  call @largest_sum(%A, %B) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}5{{$}}
  call @largest_sum(%A, %N) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}3{{$}}
  call @largest_sum(%A, %E) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}0{{$}}
  call @largest_sum(%E, %E) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}3{{$}}
  call @largest_sum(%F, %G) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}2{{$}}
  call @largest_sum(%S1, %S1) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}-8{{$}}
  call @largest_sum(%E0, %E0) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}0{{$}}
  call @largest_sum(%M, %M) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^-?0$}}
  call @product_of_entries(%A) : (tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^-?0$}}
  call @product_of_entries(%M) : (tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^-?0$}}
  call @product_of_entries(%E) : (tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}-6{{$}}
  call @product_of_entries(%F) : (tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}1{{$}}
  call @product_of_entries(%S1) : (tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}1{{$}}
  call @product_of_entries(%E0) : (tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}24{{$}}
  call @product_of_one_plus(%A) : (tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^-?0$}}
  call @product_of_one_plus(%M) : (tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}1{{$}}
  call @product_of_one_plus(%E) : (tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^-?0$}}
  call @product_of_one_plus(%F) : (tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}2{{$}}
  call @product_of_one_plus(%S1) : (tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}1{{$}}
  call @product_of_one_plus(%E0) : (tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}-60{{$}}
  call @product_of_one_plus(%N) : (tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}17{{$}}
  call @two_to_nothing_is_one(%A) : (tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}3.875{{$}}
  call @two_to_nothing_is_one(%M) : (tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}6{{$}}
  call @two_to_nothing_is_one(%E) : (tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}0.875{{$}}
  call @two_to_nothing_is_one(%F) : (tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}2{{$}}
  call @two_to_nothing_is_one(%S1) : (tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}0{{$}}
  call @two_to_nothing_is_one(%E0) : (tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}36{{$}}
  call @products_of_pairs(%A) : (tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}36{{$}}
  call @products_of_pairs(%M) : (tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}0{{$}}
  call @products_of_pairs(%E) : (tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}36{{$}}
  call @products_of_pairs(%F) : (tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}1{{$}}
  call @products_of_pairs(%S1) : (tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}0{{$}}
  call @products_of_pairs(%E0) : (tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}72{{$}}
  call @sums_of_pairs(%A) : (tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}-72{{$}}
  call @sums_of_pairs(%M) : (tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}0{{$}}
  call @sums_of_pairs(%E) : (tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}-36{{$}}
  call @sums_of_pairs(%F) : (tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}2{{$}}
  call @sums_of_pairs(%S1) : (tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}0{{$}}
  call @sums_of_pairs(%E0) : (tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}0{{$}}
  call @shortest_of_two_steps(%A, %B) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}100{{$}}
  call @shortest_of_two_steps(%A, %N) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}100{{$}}
  call @shortest_of_two_steps(%A, %E) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}100{{$}}
  call @shortest_of_two_steps(%E, %E) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}-6{{$}}
  call @shortest_of_two_steps(%F, %G) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}2{{$}}
  call @shortest_of_two_steps(%S1, %S1) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>) -> ()
  // CHECK-NEXT: {{^}}100{{$}}
  call @shortest_of_two_steps(%E0, %E0) : (tensor<?xf64, #SV>, tensor<?xf64, #SV>) -> ()
  return
}
