// `--lacuna`, executed: breadth-first search over a CSR graph. `scf.while` carries the distances and the frontier, two new vectors
// of different types in each round.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#reach = {indexing_maps = [affine_map<(j, i) -> (i, j)>, affine_map<(j, i) -> (i)>, affine_map<(j, i) -> (j)>],
          iterator_types = ["parallel", "reduction"]}
#each = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
#any = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}

// 0 -> 1, 0 -> 2, 1 -> 3, 2 -> 3, 3 -> 4; nothing leads to 5.
memref.global "private" constant @pos : memref<7xi32> = dense<[0, 2, 3, 4, 5, 5, 6]>
memref.global "private" constant @col : memref<6xi32> = dense<[1, 2, 3, 3, 4, 0]>
memref.global "private" constant @val : memref<6xi1> = dense<true>

func.func @distances(%G: tensor<?x?xi1, #CSR>, %start: tensor<?xi1>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %far = arith.constant -1 : i32
  %false = arith.constant false
  %n = tensor.dim %start, %c0 : tensor<?xi1>
  %e = tensor.empty(%n) : tensor<?xi32>
  %all = linalg.fill ins(%far : i32) outs(%e : tensor<?xi32>) -> tensor<?xi32>
  %d, %f, %k = scf.while (%dk = %all, %fk = %start, %level = %i0)
      : (tensor<?xi32>, tensor<?xi1>, i32) -> (tensor<?xi32>, tensor<?xi1>, i32) {
    %s = tensor.from_elements %false : tensor<i1>
    %t = linalg.generic #any ins(%fk : tensor<?xi1>) outs(%s : tensor<i1>) {
    ^bb0(%a: i1, %acc: i1):
      %1 = arith.ori %a, %acc : i1
      linalg.yield %1 : i1
    } -> tensor<i1>
    %go = tensor.extract %t[] : tensor<i1>
    scf.condition(%go) %dk, %fk, %level : tensor<?xi32>, tensor<?xi1>, i32
  } do {
  ^bb0(%dk: tensor<?xi32>, %fk: tensor<?xi1>, %level: i32):
    // The frontier gets its distance.
    %ed = tensor.empty(%n) : tensor<?xi32>
    %d1 = linalg.generic #each ins(%dk, %fk : tensor<?xi32>, tensor<?xi1>) outs(%ed : tensor<?xi32>) {
    ^bb0(%a: i32, %in: i1, %o: i32):
      %1 = arith.select %in, %level, %a : i32
      linalg.yield %1 : i32
    } -> tensor<?xi32>
    // Its successors that have none are the next one.
    %ef = tensor.empty(%n) : tensor<?xi1>
    %z = linalg.fill ins(%false : i1) outs(%ef : tensor<?xi1>) -> tensor<?xi1>
    %next = linalg.generic #reach ins(%G, %fk : tensor<?x?xi1, #CSR>, tensor<?xi1>) outs(%z : tensor<?xi1>) {
    ^bb0(%g: i1, %in: i1, %o: i1):
      %1 = arith.andi %g, %in : i1
      %2 = arith.ori %o, %1 : i1
      linalg.yield %2 : i1
    } -> tensor<?xi1>
    %en = tensor.empty(%n) : tensor<?xi1>
    %f1 = linalg.generic #each ins(%next, %d1 : tensor<?xi1>, tensor<?xi32>) outs(%en : tensor<?xi1>) {
    ^bb0(%in: i1, %a: i32, %o: i1):
      %1 = arith.cmpi eq, %a, %far : i32
      %2 = arith.andi %in, %1 : i1
      linalg.yield %2 : i1
    } -> tensor<?xi1>
    %l1 = arith.addi %level, %i1 : i32
    scf.yield %d1, %f1, %l1 : tensor<?xi32>, tensor<?xi1>, i32
  }
  return %d : tensor<?xi32>
}

func.func @main() {
  %c6 = arith.constant 6 : index
  %pos = memref.get_global @pos : memref<7xi32>
  %col = memref.get_global @col : memref<6xi32>
  %val = memref.get_global @val : memref<6xi1>
  %G = stensor.pack(%pos, %col, %val) sizes(%c6, %c6) : (memref<7xi32>, memref<6xi32>, memref<6xi1>) -> tensor<?x?xi1, #CSR>
  %s6 = arith.constant dense<[true, false, false, false, false, false]> : tensor<6xi1>
  %start = tensor.cast %s6 : tensor<6xi1> to tensor<?xi1>
  %d = call @distances(%G, %start) : (tensor<?x?xi1, #CSR>, tensor<?xi1>) -> tensor<?xi32>
  %c0 = arith.constant 0 : index
  %i0 = arith.constant 0 : i32
  %v = vector.transfer_read %d[%c0], %i0 : tensor<?xi32>, vector<6xi32>
  // CHECK: ( 0, 1, 1, 2, 3, -1 )
  vector.print %v : vector<6xi32>
  return
}
