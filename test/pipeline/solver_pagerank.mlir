// `--lacuna`, executed: PageRank in tensor style, with the links of pages in CSC: each round makes new ranks, and the loop ends
// when they hardly change (`scf.while` with the work in its first region, as do-while).

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s

#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#shift = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
#change = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}

// Pages 0 <-> 1, 2 -> 0, 3 -> 0 and 3 -> 1: column j holds where page j links to, each with its share.
memref.global "private" constant @pos : memref<5xi32> = dense<[0, 1, 2, 3, 5]>
memref.global "private" constant @row : memref<5xi32> = dense<[1, 0, 0, 0, 1]>
memref.global "private" constant @val : memref<5xf64> = dense<[1.0, 1.0, 1.0, 0.5, 0.5]>

func.func @pagerank(%L: tensor<?x?xf64, #CSC>, %r0: tensor<?xf64>, %damping: f64) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %tolerance = arith.constant 1.0e-12 : f64
  %n = tensor.dim %r0, %c0 : tensor<?xf64>
  %n64 = arith.index_cast %n : index to i64
  %nf = arith.sitofp %n64 : i64 to f64
  %rest = arith.subf %one, %damping : f64
  %jump = arith.divf %rest, %nf : f64
  %r = scf.while (%rk = %r0) : (tensor<?xf64>) -> tensor<?xf64> {
    %e = tensor.empty(%n) : tensor<?xf64>
    %z = linalg.fill ins(%zero : f64) outs(%e : tensor<?xf64>) -> tensor<?xf64>
    %y = linalg.matvec ins(%L, %rk : tensor<?x?xf64, #CSC>, tensor<?xf64>) outs(%z : tensor<?xf64>) -> tensor<?xf64>
    %r1 = linalg.generic #shift ins(%y : tensor<?xf64>) outs(%e : tensor<?xf64>) {
    ^bb0(%a: f64, %o: f64):
      %1 = arith.mulf %a, %damping : f64
      %2 = arith.addf %1, %jump : f64
      linalg.yield %2 : f64
    } -> tensor<?xf64>
    %s = tensor.from_elements %zero : tensor<f64>
    %t = linalg.generic #change ins(%r1, %rk : tensor<?xf64>, tensor<?xf64>) outs(%s : tensor<f64>) {
    ^bb0(%a: f64, %b: f64, %acc: f64):
      %1 = arith.subf %a, %b : f64
      %2 = math.absf %1 : f64
      %3 = arith.addf %2, %acc : f64
      linalg.yield %3 : f64
    } -> tensor<f64>
    %d = tensor.extract %t[] : tensor<f64>
    %go = arith.cmpf ogt, %d, %tolerance : f64
    scf.condition(%go) %r1 : tensor<?xf64>
  } do {
  ^bb0(%rk: tensor<?xf64>):
    scf.yield %rk : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}

func.func @main() {
  %c4 = arith.constant 4 : index
  %pos = memref.get_global @pos : memref<5xi32>
  %row = memref.get_global @row : memref<5xi32>
  %val = memref.get_global @val : memref<5xf64>
  %L = stensor.pack(%pos, %row, %val) sizes(%c4, %c4) : (memref<5xi32>, memref<5xi32>, memref<5xf64>) -> tensor<?x?xf64, #CSC>
  %r4 = arith.constant dense<0.25> : tensor<4xf64>
  %r0 = tensor.cast %r4 : tensor<4xf64> to tensor<?xf64>
  %damping = arith.constant 0.5 : f64
  %r = call @pagerank(%L, %r0, %damping) : (tensor<?x?xf64, #CSC>, tensor<?xf64>, f64) -> tensor<?xf64>
  %c0 = arith.constant 0 : index
  %f0 = arith.constant 0.0 : f64
  %v = vector.transfer_read %r[%c0], %f0 : tensor<?xf64>, vector<4xf64>
  // r2 = r3 = 1/8, r0 = 1/8 + 1/2 (r1 + 1/8 + 1/16), r1 = 1/8 + 1/2 (r0 + 1/16)
  // CHECK: ( 0.395833, 0.354167, 0.125, 0.125 )
  vector.print %v : vector<4xf64>
  return
}
