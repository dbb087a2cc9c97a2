// `--lacuna`, executed: loops, branches, blocks and choices hand stored tensors on. A loop that carries a new matrix in each
// round owns it; what a branch does not give away it frees.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lift-cf-to-scf --lacuna="verify=true" | %run | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#mm = {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
       iterator_types = ["parallel", "parallel", "reduction"]}
#each = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}

// A = [ 0 2 0 ]   A A = [ 0 0 6 ]   A A A = [ 6 0 0 ]
//     [ 0 0 3 ]         [ 3 0 0 ]           [ 0 6 0 ]
//     [ 1 0 0 ]         [ 0 2 0 ]           [ 0 0 6 ]
memref.global "private" constant @pos : memref<4xi32> = dense<[0, 1, 2, 3]>
memref.global "private" constant @col : memref<3xi32> = dense<[1, 2, 0]>
memref.global "private" constant @val : memref<3xf64> = dense<[2.0, 3.0, 1.0]>

func.func private @times(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %A, %c0 : tensor<?x?xf64, #CSR>
  %n = tensor.dim %B, %c1 : tensor<?x?xf64, #CSR>
  %e = tensor.empty(%m, %n) : tensor<?x?xf64, #CSR>
  %0 = linalg.generic #mm ins(%A, %B : tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) outs(%e : tensor<?x?xf64, #CSR>) {
  ^bb0(%a: f64, %b: f64, %s: f64):
    %1 = arith.mulf %a, %b : f64
    %2 = arith.addf %s, %1 : f64
    linalg.yield %2 : f64
  } -> tensor<?x?xf64, #CSR>
  return %0 : tensor<?x?xf64, #CSR>
}

func.func @power(%A: tensor<?x?xf64, #CSR>, %n: index) -> tensor<?x?xf64, #CSR> {
  %c1 = arith.constant 1 : index
  %P = scf.for %k = %c1 to %n step %c1 iter_args(%Q = %A) -> (tensor<?x?xf64, #CSR>) {
    %R = func.call @times(%Q, %A) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR>
    scf.yield %R : tensor<?x?xf64, #CSR>
  }
  return %P : tensor<?x?xf64, #CSR>
}

// The same in blocks.
func.func @power_in_blocks(%A: tensor<?x?xf64, #CSR>, %n: index) -> tensor<?x?xf64, #CSR> {
  %c1 = arith.constant 1 : index
  cf.br ^head(%A, %c1 : tensor<?x?xf64, #CSR>, index)
^head(%Q: tensor<?x?xf64, #CSR>, %k: index):
  %go = arith.cmpi ult, %k, %n : index
  cf.cond_br %go, ^round, ^end(%Q : tensor<?x?xf64, #CSR>)
^round:
  %R = func.call @times(%Q, %A) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR>
  %k1 = arith.addi %k, %c1 : index
  cf.br ^head(%R, %k1 : tensor<?x?xf64, #CSR>, index)
^end(%P: tensor<?x?xf64, #CSR>):
  return %P : tensor<?x?xf64, #CSR>
}

// By squares: the branch keeps what it is given, or makes a new one.
func.func @power_by_squares(%A: tensor<?x?xf64, #CSR>, %n: index) -> tensor<?x?xf64, #CSR> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %less = arith.subi %n, %c1 : index
  %P, %S, %left = scf.while (%p = %A, %s = %A, %k = %less)
      : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>, index) -> (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>, index) {
    %go = arith.cmpi uge, %k, %c1 : index
    scf.condition(%go) %p, %s, %k : tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>, index
  } do {
  ^bb0(%p: tensor<?x?xf64, #CSR>, %s: tensor<?x?xf64, #CSR>, %k: index):
    %bit = arith.remui %k, %c2 : index
    %odd = arith.cmpi eq, %bit, %c1 : index
    %p1 = scf.if %odd -> tensor<?x?xf64, #CSR> {
      %0 = func.call @times(%p, %s) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR>
      scf.yield %0 : tensor<?x?xf64, #CSR>
    } else {
      scf.yield %p : tensor<?x?xf64, #CSR>
    }
    %s1 = func.call @times(%s, %s) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR>
    %k1 = arith.divui %k, %c2 : index
    scf.yield %p1, %s1, %k1 : tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>, index
  }
  return %P : tensor<?x?xf64, #CSR>
}

// One of two: of both that are given, or of one that is made.
func.func @apply(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64, #CSR>, %x: tensor<3xf64>, %first: i1, %square: i1) -> tensor<3xf64> {
  %z = arith.constant dense<0.0> : tensor<3xf64>
  %C = arith.select %first, %A, %B : tensor<?x?xf64, #CSR>
  %D = scf.if %square -> (tensor<?x?xf64, #CSR>) {
    %S = func.call @times(%C, %C) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>) -> tensor<?x?xf64, #CSR>
    scf.yield %S : tensor<?x?xf64, #CSR>
  } else {
    scf.yield %C : tensor<?x?xf64, #CSR>
  }
  %E = tensor.cast %D : tensor<?x?xf64, #CSR> to tensor<3x3xf64, #CSR>
  %y = linalg.matvec ins(%E, %x : tensor<3x3xf64, #CSR>, tensor<3xf64>) outs(%z : tensor<3xf64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
}

func.func private @show(%y: tensor<3xf64>) {
  %c0 = arith.constant 0 : index
  %f0 = arith.constant 0.0 : f64
  %v = vector.transfer_read %y[%c0], %f0 : tensor<3xf64>, vector<3xf64>
  vector.print %v : vector<3xf64>
  return
}

func.func @main() {
  %true = arith.constant true
  %false = arith.constant false
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %pos = memref.get_global @pos : memref<4xi32>
  %col = memref.get_global @col : memref<3xi32>
  %val = memref.get_global @val : memref<3xf64>
  %A = stensor.pack(%pos, %col, %val) sizes(%c3, %c3) : (memref<4xi32>, memref<3xi32>, memref<3xf64>) -> tensor<?x?xf64, #CSR>
  %x = arith.constant dense<[1.0, 10.0, 100.0]> : tensor<3xf64>
  // A A A A = 6 A
  %B = call @power(%A, %c4) : (tensor<?x?xf64, #CSR>, index) -> tensor<?x?xf64, #CSR>
  // CHECK: ( 120, 1800, 6 )
  %0 = call @apply(%A, %B, %x, %false, %false) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>, tensor<3xf64>, i1, i1) -> tensor<3xf64>
  call @show(%0) : (tensor<3xf64>) -> ()
  // CHECK: ( 20, 300, 1 )
  %1 = call @apply(%A, %B, %x, %true, %false) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>, tensor<3xf64>, i1, i1) -> tensor<3xf64>
  call @show(%1) : (tensor<3xf64>) -> ()
  // CHECK: ( 600, 3, 20 )
  %2 = call @apply(%A, %B, %x, %true, %true) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>, tensor<3xf64>, i1, i1) -> tensor<3xf64>
  call @show(%2) : (tensor<3xf64>) -> ()
  // No round: A itself, which is still there.
  %C = call @power_in_blocks(%A, %c1) : (tensor<?x?xf64, #CSR>, index) -> tensor<?x?xf64, #CSR>
  %D = call @power_in_blocks(%A, %c4) : (tensor<?x?xf64, #CSR>, index) -> tensor<?x?xf64, #CSR>
  // CHECK: ( 20, 300, 1 )
  %3 = call @apply(%C, %D, %x, %true, %false) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>, tensor<3xf64>, i1, i1) -> tensor<3xf64>
  call @show(%3) : (tensor<3xf64>) -> ()
  // CHECK: ( 120, 1800, 6 )
  %4 = call @apply(%C, %D, %x, %false, %false) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>, tensor<3xf64>, i1, i1) -> tensor<3xf64>
  call @show(%4) : (tensor<3xf64>) -> ()
  // The fifth power is 6 A A.
  %E = call @power_by_squares(%A, %c5) : (tensor<?x?xf64, #CSR>, index) -> tensor<?x?xf64, #CSR>
  // CHECK: ( 3600, 18, 120 )
  %5 = call @apply(%E, %A, %x, %true, %false) : (tensor<?x?xf64, #CSR>, tensor<?x?xf64, #CSR>, tensor<3xf64>, i1, i1) -> tensor<3xf64>
  call @show(%5) : (tensor<3xf64>) -> ()
  return
}
