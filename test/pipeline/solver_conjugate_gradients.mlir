// `--lacuna`, executed: conjugate gradients in tensor style. `scf.while` carries three new vectors each round; what the
// caller gives is copied at most once, and each vector is freed in the round after the one that made it.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna="fp=strict vector-bytes=0" | %run | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#dot = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
#axpy = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}

// A = [ 4 1 0 ]   b = A [ 1 2 3 ]
//     [ 1 3 1 ]
//     [ 0 1 2 ]
memref.global "private" constant @pos : memref<4xi32> = dense<[0, 2, 5, 7]>
memref.global "private" constant @col : memref<7xi32> = dense<[0, 1, 0, 1, 2, 1, 2]>
memref.global "private" constant @val : memref<7xf64> = dense<[4.0, 1.0, 1.0, 3.0, 1.0, 1.0, 2.0]>

func.func private @dot(%x: tensor<?xf64>, %y: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %init = tensor.from_elements %zero : tensor<f64>
  %0 = linalg.generic #dot ins(%x, %y : tensor<?xf64>, tensor<?xf64>) outs(%init : tensor<f64>) {
  ^bb0(%a: f64, %b: f64, %s: f64):
    %p = arith.mulf %a, %b : f64
    %q = arith.addf %s, %p : f64
    linalg.yield %q : f64
  } -> tensor<f64>
  %1 = tensor.extract %0[] : tensor<f64>
  return %1 : f64
}

// y + a x, in a tensor of its own.
func.func private @axpy(%a: f64, %x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %e = tensor.empty(%n) : tensor<?xf64>
  %0 = linalg.generic #axpy ins(%x, %y : tensor<?xf64>, tensor<?xf64>) outs(%e : tensor<?xf64>) {
  ^bb0(%xi: f64, %yi: f64, %o: f64):
    %p = arith.mulf %a, %xi : f64
    %q = arith.addf %yi, %p : f64
    linalg.yield %q : f64
  } -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

func.func @cg(%A: tensor<?x?xf64, #CSR>, %b: tensor<?xf64>, %x0: tensor<?xf64>, %rounds: index)
    -> (tensor<?xf64>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %tolerance = arith.constant 1.0e-20 : f64
  %n = tensor.dim %b, %c0 : tensor<?xf64>
  %rr0 = call @dot(%b, %b) : (tensor<?xf64>, tensor<?xf64>) -> f64
  %x, %r, %p, %rr, %k = scf.while (%xk = %x0, %rk = %b, %pk = %b, %rrk = %rr0, %kk = %c0)
      : (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, f64, index)
      -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, f64, index) {
    %more = arith.cmpi ult, %kk, %rounds : index
    %far = arith.cmpf ogt, %rrk, %tolerance : f64
    %go = arith.andi %more, %far : i1
    scf.condition(%go) %xk, %rk, %pk, %rrk, %kk : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, f64, index
  } do {
  ^bb0(%xk: tensor<?xf64>, %rk: tensor<?xf64>, %pk: tensor<?xf64>, %rrk: f64, %kk: index):
    %e = tensor.empty(%n) : tensor<?xf64>
    %z = linalg.fill ins(%zero : f64) outs(%e : tensor<?xf64>) -> tensor<?xf64>
    %q = linalg.matvec ins(%A, %pk : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%z : tensor<?xf64>) -> tensor<?xf64>
    %pq = func.call @dot(%pk, %q) : (tensor<?xf64>, tensor<?xf64>) -> f64
    %alpha = arith.divf %rrk, %pq : f64
    %minus = arith.negf %alpha : f64
    %x1 = func.call @axpy(%alpha, %pk, %xk) : (f64, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    %r1 = func.call @axpy(%minus, %q, %rk) : (f64, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    %rr1 = func.call @dot(%r1, %r1) : (tensor<?xf64>, tensor<?xf64>) -> f64
    %beta = arith.divf %rr1, %rrk : f64
    %p1 = func.call @axpy(%beta, %pk, %r1) : (f64, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    %k1 = arith.addi %kk, %c1 : index
    scf.yield %x1, %r1, %p1, %rr1, %k1 : tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, f64, index
  }
  return %x, %k : tensor<?xf64>, index
}

func.func @main() {
  %c3 = arith.constant 3 : index
  %c100 = arith.constant 100 : index
  %pos = memref.get_global @pos : memref<4xi32>
  %col = memref.get_global @col : memref<7xi32>
  %val = memref.get_global @val : memref<7xf64>
  %A = stensor.pack(%pos, %col, %val) sizes(%c3, %c3) : (memref<4xi32>, memref<7xi32>, memref<7xf64>) -> tensor<?x?xf64, #CSR>
  %b3 = arith.constant dense<[6.0, 10.0, 8.0]> : tensor<3xf64>
  %x3 = arith.constant dense<0.0> : tensor<3xf64>
  %b = tensor.cast %b3 : tensor<3xf64> to tensor<?xf64>
  %x0 = tensor.cast %x3 : tensor<3xf64> to tensor<?xf64>
  %x, %k = call @cg(%A, %b, %x0, %c100)
      : (tensor<?x?xf64, #CSR>, tensor<?xf64>, tensor<?xf64>, index) -> (tensor<?xf64>, index)
  // CHECK: 3
  vector.print %k : index
  %c0 = arith.constant 0 : index
  %f0 = arith.constant 0.0 : f64
  %half = arith.constant dense<0.5> : vector<3xf64>
  %v = vector.transfer_read %x[%c0], %f0 : tensor<?xf64>, vector<3xf64>
  // Rounded to integers.
  %near = arith.addf %v, %half : vector<3xf64>
  %whole = arith.fptosi %near : vector<3xf64> to vector<3xi64>
  // CHECK: ( 1, 2, 3 )
  vector.print %whole : vector<3xi64>
  return
}
