// `--lacuna`, executed: shortest paths (Bellman and Ford) over a CSC graph, in the semiring of minimum and sum. Rounds in
// which a branch keeps the distances that it is given: the loop carries what is new or what is old. And in destination style, where
// two buffers of the caller's take turns.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s

#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed), fill = 0x7FF0000000000000 : f64>
#relax = {indexing_maps = [affine_map<(j, i) -> (i, j)>, affine_map<(j, i) -> (i)>, affine_map<(j, i) -> (j)>],
          iterator_types = ["parallel", "reduction"]}
#differ = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}

// W(i,j): 0 -> 1 takes 4, 0 -> 2 takes 1, 2 -> 1 takes 2, 1 -> 3 takes 5
memref.global "private" constant @pos : memref<5xi32> = dense<[0, 0, 2, 3, 4]>
memref.global "private" constant @row : memref<4xi32> = dense<[0, 2, 0, 1]>
memref.global "private" constant @val : memref<4xf64> = dense<[4.0, 2.0, 1.0, 5.0]>

// d(j) = min over i of d(i) + W(i,j), and what d(j) is already.
func.func private @relaxed(%W: tensor<?x?xf64, #CSC>, %d: tensor<?xf64>, %to: tensor<?xf64>) -> tensor<?xf64> {
  %0 = linalg.generic #relax ins(%W, %d : tensor<?x?xf64, #CSC>, tensor<?xf64>) outs(%to : tensor<?xf64>) {
  ^bb0(%w: f64, %a: f64, %o: f64):
    %1 = arith.addf %w, %a : f64
    %2 = arith.minimumf %o, %1 : f64
    linalg.yield %2 : f64
  } -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

func.func @until_nothing_changes(%W: tensor<?x?xf64, #CSC>, %d0: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %false = arith.constant false
  %n = tensor.dim %d0, %c0 : tensor<?xf64>
  %d, %ended = scf.for %k = %c0 to %n step %c1 iter_args(%dk = %d0, %done = %false) -> (tensor<?xf64>, i1) {
    %d1, %is_same = scf.if %done -> (tensor<?xf64>, i1) {
      scf.yield %dk, %done : tensor<?xf64>, i1
    } else {
      %new = func.call @relaxed(%W, %dk, %dk)
          : (tensor<?x?xf64, #CSC>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
      %s = tensor.from_elements %false : tensor<i1>
      %t = linalg.generic #differ ins(%new, %dk : tensor<?xf64>, tensor<?xf64>) outs(%s : tensor<i1>) {
      ^bb0(%a: f64, %b: f64, %acc: i1):
        %1 = arith.cmpf one, %a, %b : f64
        %2 = arith.ori %1, %acc : i1
        linalg.yield %2 : i1
      } -> tensor<i1>
      %differ = tensor.extract %t[] : tensor<i1>
      %true = arith.constant true
      %same = arith.xori %differ, %true : i1
      scf.yield %new, %same : tensor<?xf64>, i1
    }
    scf.yield %d1, %is_same : tensor<?xf64>, i1
  }
  return %d : tensor<?xf64>
}

// The distances after each round stand in one of two buffers, and at last in the first one.
func.func @in_place(%W: tensor<?x?xf64, #CSC>, %d: memref<?xf64>, %rounds: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = bufferization.to_tensor %d restrict writable : memref<?xf64> to tensor<?xf64>
  %last = scf.for %k = %c0 to %rounds step %c1 iter_args(%dk = %d0) -> tensor<?xf64> {
    %new = func.call @relaxed(%W, %dk, %dk)
        : (tensor<?x?xf64, #CSC>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    scf.yield %new : tensor<?xf64>
  }
  bufferization.materialize_in_destination %last in restrict writable %d : (tensor<?xf64>, memref<?xf64>) -> ()
  return
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %f0 = arith.constant 0.0 : f64
  %c4 = arith.constant 4 : index
  %pos = memref.get_global @pos : memref<5xi32>
  %row = memref.get_global @row : memref<4xi32>
  %val = memref.get_global @val : memref<4xf64>
  %W = stensor.pack(%pos, %row, %val) sizes(%c4, %c4) : (memref<5xi32>, memref<4xi32>, memref<4xf64>) -> tensor<?x?xf64, #CSC>
  %d4 = arith.constant dense<[0.0, 0x7FF0000000000000, 0x7FF0000000000000, 0x7FF0000000000000]> : tensor<4xf64>
  %d0 = tensor.cast %d4 : tensor<4xf64> to tensor<?xf64>
  %d = call @until_nothing_changes(%W, %d0) : (tensor<?x?xf64, #CSC>, tensor<?xf64>) -> tensor<?xf64>
  %v = vector.transfer_read %d[%c0], %f0 : tensor<?xf64>, vector<4xf64>
  // CHECK: ( 0, 3, 1, 8 )
  vector.print %v : vector<4xf64>

  %buffer = memref.alloc(%c4) : memref<?xf64>
  %first = vector.transfer_read %d0[%c0], %f0 : tensor<?xf64>, vector<4xf64>
  vector.transfer_write %first, %buffer[%c0] : vector<4xf64>, memref<?xf64>
  call @in_place(%W, %buffer, %c4) : (tensor<?x?xf64, #CSC>, memref<?xf64>, index) -> ()
  %w = vector.transfer_read %buffer[%c0], %f0 : memref<?xf64>, vector<4xf64>
  // CHECK-NEXT: ( 0, 3, 1, 8 )
  vector.print %w : vector<4xf64>
  memref.dealloc %buffer : memref<?xf64>
  return
}
