// `import-sparse-tensor`: what the bodies of `linalg.generic` ask of what is stored.

// RUN: lacuna-opt %s --import-sparse-tensor | FileCheck %s
// RUN: lacuna-opt %s --import-sparse-tensor --convert-linalg-to-sloop | FileCheck %s --check-prefix=SLOOP
// RUN: lacuna-opt %s --import-sparse-tensor --convert-linalg-to-sloop | lacuna-opt --sloop-schedule | FileCheck %s --check-prefix=SLOOP

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
#two = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
#one = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
#sum = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}

// CHECK-LABEL: func.func @binary
// SLOOP-LABEL: func.func @binary
func.func @binary(%A: tensor<8xf64, #SV>, %B: tensor<8xf64, #SV>) -> tensor<8xf64, #SV> {
  %e = tensor.empty() : tensor<8xf64, #SV>
  // CHECK: ^bb0(%[[A:.*]]: f64, %[[B:.*]]: f64, %{{.*}}: f64):
  // CHECK-DAG: %[[MAX:.*]] = arith.maximumf %[[A]], %[[B]]
  // CHECK-DAG: %[[IN_A:.*]] = sloop.stored %[[A]] : f64
  // CHECK-DAG: %[[IN_B:.*]] = sloop.stored %[[B]] : f64
  // CHECK: %[[WITH_A:.*]] = arith.select %[[IN_B]], %[[MAX]], %[[A]]
  // CHECK: %[[NONE:.*]] = sloop.absent : f64
  // CHECK: arith.select %[[IN_A]], %[[WITH_A]], %[[NONE]]
  // SLOOP: %[[X:.*]] = sloop.read
  // SLOOP: sloop.stored %[[X]] : f64
  // SLOOP: sloop.absent : f64
  %0 = linalg.generic #two ins(%A, %B : tensor<8xf64, #SV>, tensor<8xf64, #SV>) outs(%e : tensor<8xf64, #SV>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %r = sparse_tensor.binary %a, %b : f64, f64 to f64
      overlap={
      ^bb0(%x: f64, %y: f64):
        %m = arith.maximumf %x, %y : f64
        sparse_tensor.yield %m : f64
      }
      left=identity
      right={}
    linalg.yield %r : f64
  } -> tensor<8xf64, #SV>
  return %0 : tensor<8xf64, #SV>
}

// A product is stored where both factors are.
// CHECK-LABEL: func.func @unary_of_product
func.func @unary_of_product(%A: tensor<8xf64, #SV>, %B: tensor<8xf64, #SV>) -> tensor<8xf64> {
  // CHECK: linalg.fill
  %e = tensor.empty() : tensor<8xf64>
  // CHECK: ^bb0(%[[A:.*]]: f64, %[[B:.*]]: f64, %{{.*}}: f64):
  // CHECK: %[[IN_A:.*]] = sloop.stored %[[A]]
  // CHECK: %[[IN_B:.*]] = sloop.stored %[[B]]
  // CHECK: %[[IN:.*]] = arith.andi %[[IN_A]], %[[IN_B]]
  // CHECK: arith.select %[[IN]]
  %0 = linalg.generic #two ins(%A, %B : tensor<8xf64, #SV>, tensor<8xf64, #SV>) outs(%e : tensor<8xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %r = sparse_tensor.unary %p : f64 to f64
      present={
      ^bb0(%x: f64):
        %m = math.sqrt %x : f64
        sparse_tensor.yield %m : f64
      }
      absent={}
    linalg.yield %r : f64
  } -> tensor<8xf64>
  return %0 : tensor<8xf64>
}

// A dense result starts from the identity.
// CHECK-LABEL: func.func @reduce
func.func @reduce(%A: tensor<8xf64, #SV>, %y: tensor<f64>) -> tensor<f64> {
  // CHECK: %[[ONE:.*]] = arith.constant 1.0
  %one = arith.constant 1.0 : f64
  // CHECK: linalg.fill ins(%[[ONE]] : f64)
  // CHECK: ^bb0(%[[A:.*]]: f64, %[[OLD:.*]]: f64):
  // CHECK: %[[IN:.*]] = sloop.stored %[[A]]
  // CHECK: %[[NONE:.*]] = sloop.absent
  // CHECK: %[[VALUE:.*]] = arith.select %[[IN]], %[[A]], %[[NONE]]
  // CHECK: arith.mulf %[[OLD]], %[[VALUE]]
  %0 = linalg.generic #sum ins(%A : tensor<8xf64, #SV>) outs(%y : tensor<f64>) {
  ^bb0(%a: f64, %c: f64):
    %r = sparse_tensor.reduce %c, %a, %one : f64 {
      ^bb0(%x: f64, %y2: f64):
        %m = arith.mulf %x, %y2 : f64
        sparse_tensor.yield %m : f64
    }
    linalg.yield %r : f64
  } -> tensor<f64>
  return %0 : tensor<f64>
}

// What follows computes with the values, and where there is one is kept apart.
// CHECK-LABEL: func.func @chain
func.func @chain(%A: tensor<8xf64, #SV>, %B: tensor<8xf64, #SV>) -> tensor<8xf64, #SV> {
  %e = tensor.empty() : tensor<8xf64, #SV>
  // CHECK: ^bb0(%[[A:.*]]: f64, %[[B:.*]]: f64, %{{.*}}: f64):
  // CHECK: %[[IN_A:.*]] = sloop.stored %[[A]]
  // CHECK: %[[NEG:.*]] = arith.negf %[[A]]
  // CHECK: %[[ABS:.*]] = math.absf %[[NEG]]
  // CHECK: %[[IN_B:.*]] = sloop.stored %[[B]]
  // CHECK: %[[IN:.*]] = arith.ori %[[IN_A]], %[[IN_B]]
  // CHECK: %[[SUM:.*]] = arith.addf %[[ABS]], %[[B]]
  // CHECK: %[[VALUE:.*]] = arith.select %[[IN_A]], %[[SUM]], %[[B]]
  // CHECK: %[[NONE:.*]] = sloop.absent
  // CHECK: arith.select %[[IN]], %[[VALUE]], %[[NONE]]
  %0 = linalg.generic #two ins(%A, %B : tensor<8xf64, #SV>, tensor<8xf64, #SV>) outs(%e : tensor<8xf64, #SV>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %u = sparse_tensor.unary %a : f64 to f64
      present={
      ^bb0(%x: f64):
        %m = arith.negf %x : f64
        sparse_tensor.yield %m : f64
      }
      absent={}
    %v = math.absf %u : f64
    %r = arith.addf %v, %b : f64
    linalg.yield %r : f64
  } -> tensor<8xf64, #SV>
  return %0 : tensor<8xf64, #SV>
}

// Nothing is divided by what is taken out.
// CHECK-LABEL: func.func @guarded
func.func @guarded(%A: tensor<8xi32, #SV>) -> tensor<8xi32, #SV> {
  %zero = arith.constant 0 : i32
  %hundred = arith.constant 100 : i32
  %e = tensor.empty() : tensor<8xi32, #SV>
  // CHECK: ^bb0(%[[A:.*]]: i32, %{{.*}}: i32):
  // CHECK: %[[IN:.*]] = sloop.stored %[[A]]
  // CHECK: %[[KEEPS:.*]] = arith.cmpi ne, %[[A]]
  // CHECK: %[[KEPT:.*]] = arith.andi %[[IN]], %[[KEEPS]]
  // CHECK: %[[DIVISOR:.*]] = arith.select %[[KEPT]], %[[A]], %{{.*}} : i32
  // CHECK: arith.divsi %{{.*}}, %[[DIVISOR]]
  %0 = linalg.generic #one ins(%A : tensor<8xi32, #SV>) outs(%e : tensor<8xi32, #SV>) {
  ^bb0(%a: i32, %c: i32):
    %s = sparse_tensor.select %a : i32 {
    ^bb0(%x: i32):
      %k = arith.cmpi ne, %x, %zero : i32
      sparse_tensor.yield %k : i1
    }
    %r = sparse_tensor.unary %s : i32 to i32
      present={
      ^bb0(%x: i32):
        %d = arith.divsi %hundred, %x : i32
        sparse_tensor.yield %d : i32
      }
      absent={}
    linalg.yield %r : i32
  } -> tensor<8xi32, #SV>
  return %0 : tensor<8xi32, #SV>
}

// What a stored result was is an operand.
// CHECK-LABEL: func.func @in_place
// CHECK-SAME: %[[S:.*]]: tensor<?xf64
func.func @in_place(%S: tensor<?xf64, #SV>) -> tensor<?xf64, #SV> {
  // CHECK: %[[SIZE:.*]] = tensor.dim %[[S]]
  // CHECK: %[[EMPTY:.*]] = tensor.empty(%[[SIZE]])
  // CHECK: linalg.generic {indexing_maps = [#{{.*}}, #{{.*}}]
  // CHECK-SAME: ins(%[[S]]
  // CHECK-SAME: outs(%[[EMPTY]]
  // CHECK: ^bb0(%[[OLD:.*]]: f64, %{{.*}}: f64):
  // CHECK: sloop.stored %[[OLD]]
  // CHECK: arith.negf %[[OLD]]
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%S : tensor<?xf64, #SV>) {
  ^bb0(%c: f64):
    %r = sparse_tensor.unary %c : f64 to f64
      present={
      ^bb0(%x: f64):
        %m = arith.negf %x : f64
        sparse_tensor.yield %m : f64
      }
      absent={}
    linalg.yield %r : f64
  } -> tensor<?xf64, #SV>
  return %0 : tensor<?xf64, #SV>
}

// It is combined with what is reduced where it has entries.
// CHECK-LABEL: func.func @reduced_in_place
// CHECK-SAME: %[[S:.*]]: tensor<8xf64
// CHECK-SAME: %[[X:.*]]: tensor<8x4xf64>
func.func @reduced_in_place(%S: tensor<8xf64, #SV>, %X: tensor<8x4xf64>) -> tensor<8xf64, #SV> {
  %zero = arith.constant 0.0 : f64
  // CHECK: linalg.generic
  // CHECK-NOT: from_nothing
  // CHECK-SAME: ins(%[[X]], %[[S]]
  // CHECK-SAME: outs(%[[S]]
  // CHECK: ^bb0(%[[A:.*]]: f64, %[[OLD:.*]]: f64, %[[SUM:.*]]: f64):
  // CHECK: %[[IN:.*]] = sloop.stored %[[OLD]]
  // CHECK: %[[VALUE:.*]] = arith.select %[[IN]], %[[A]]
  // CHECK: arith.addf %[[SUM]], %[[VALUE]]
  // SLOOP-LABEL: func.func @reduced_in_place
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%X : tensor<8x4xf64>) outs(%S : tensor<8xf64, #SV>) {
  ^bb0(%a: f64, %c: f64):
    %u = sparse_tensor.unary %c : f64 to f64
      present={
      ^bb0(%x: f64):
        sparse_tensor.yield %a : f64
      }
      absent={}
    %r = sparse_tensor.reduce %c, %u, %zero : f64 {
    ^bb0(%x: f64, %y: f64):
      %m = arith.addf %x, %y : f64
      sparse_tensor.yield %m : f64
    }
    linalg.yield %r : f64
  } -> tensor<8xf64, #SV>
  return %0 : tensor<8xf64, #SV>
}

// A comparison and a selection are a minimum; what they pass over becomes infinity.
// CHECK-LABEL: func.func @selected
func.func @selected(%A: tensor<8xf64, #SV>, %y: tensor<f64>) -> tensor<f64> {
  %inf = arith.constant 0x7FF0000000000000 : f64
  // CHECK: ^bb0(%[[A:.*]]: f64, %[[OLD:.*]]: f64):
  // CHECK: %[[NAN:.*]] = arith.cmpf uno, %[[A]], %[[A]]
  // CHECK: %[[NUMBER:.*]] = arith.select %[[NAN]], %{{.*}}, %[[A]]
  // CHECK: %[[VALUE:.*]] = arith.select %{{.*}}, %[[NUMBER]]
  // CHECK: arith.minimumf %[[OLD]], %[[VALUE]]
  %0 = linalg.generic #sum ins(%A : tensor<8xf64, #SV>) outs(%y : tensor<f64>) {
  ^bb0(%a: f64, %c: f64):
    %r = sparse_tensor.reduce %a, %c, %inf : f64 {
      ^bb0(%x: f64, %y2: f64):
        %k = arith.cmpf olt, %x, %y2 : f64
        %m = arith.select %k, %x, %y2 : f64
        sparse_tensor.yield %m : f64
    }
    linalg.yield %r : f64
  } -> tensor<f64>
  return %0 : tensor<f64>
}

// Where the comparison takes what is no number, the minimum does.
// CHECK-LABEL: func.func @selected_unordered
func.func @selected_unordered(%A: tensor<8xf64, #SV>, %y: tensor<f64>) -> tensor<f64> {
  %low = arith.constant 0xFFF0000000000000 : f64
  // CHECK: ^bb0(%[[A:.*]]: f64, %[[OLD:.*]]: f64):
  // CHECK-NOT: arith.cmpf
  // CHECK: arith.maximumf %[[OLD]]
  %0 = linalg.generic #sum ins(%A : tensor<8xf64, #SV>) outs(%y : tensor<f64>) {
  ^bb0(%a: f64, %c: f64):
    %r = sparse_tensor.reduce %a, %c, %low : f64 {
      ^bb0(%x: f64, %y2: f64):
        %k = arith.cmpf ugt, %x, %y2 : f64
        %m = arith.select %k, %x, %y2 : f64
        sparse_tensor.yield %m : f64
    }
    linalg.yield %r : f64
  } -> tensor<f64>
  return %0 : tensor<f64>
}

// A difference adds what is negated.
// CHECK-LABEL: func.func @taken_away
func.func @taken_away(%A: tensor<8xf64, #SV>, %y: tensor<f64>) -> tensor<f64> {
  %zero = arith.constant 0.0 : f64
  // CHECK: ^bb0(%[[A:.*]]: f64, %[[OLD:.*]]: f64):
  // CHECK: %[[NEGATED:.*]] = arith.subf %{{.*}}, %[[A]]
  // CHECK: arith.addf %[[OLD]]
  %0 = linalg.generic #sum ins(%A : tensor<8xf64, #SV>) outs(%y : tensor<f64>) {
  ^bb0(%a: f64, %c: f64):
    %r = sparse_tensor.reduce %c, %a, %zero : f64 {
      ^bb0(%x: f64, %y2: f64):
        %m = arith.subf %x, %y2 : f64
        sparse_tensor.yield %m : f64
    }
    linalg.yield %r : f64
  } -> tensor<f64>
  return %0 : tensor<f64>
}
