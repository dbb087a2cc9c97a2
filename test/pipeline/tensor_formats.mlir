// `--lacuna`, executed: MTTKRP, D(i,j) = sum over k, l of A(i,k,l) B(k,j) C(l,j), for one tensor of order 3 in several
// formats.
//
//   A(0,1,0) = 1   A(0,1,2) = 2   A(2,0,1) = 3

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=fp=strict | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=vector-bytes=0 | %run | FileCheck %s

#CSF = #stensor.format<(i, j, k) -> (i : compressed, j : compressed, k : compressed)>
#COO = #stensor.format<(i, j, k) -> (i : compressed(nonunique), j : singleton(nonunique), k : singleton)>
#DCC = #stensor.format<(i, j, k) -> (i : dense, j : compressed, k : compressed)>
#KIJ = #stensor.format<(i, j, k) -> (k : dense, i : dense, j : compressed)>

#mttkrp = {
  indexing_maps = [affine_map<(i, j, k, l) -> (i, k, l)>, affine_map<(i, j, k, l) -> (k, j)>,
                   affine_map<(i, j, k, l) -> (l, j)>, affine_map<(i, j, k, l) -> (i, j)>],
  iterator_types = ["parallel", "parallel", "reduction", "reduction"]
}

memref.global "private" constant @csf_pos0 : memref<2xi32> = dense<[0, 2]>
memref.global "private" constant @csf_i : memref<2xi32> = dense<[0, 2]>
memref.global "private" constant @csf_pos1 : memref<3xi32> = dense<[0, 1, 2]>
memref.global "private" constant @csf_k : memref<2xi32> = dense<[1, 0]>
memref.global "private" constant @csf_pos2 : memref<3xi32> = dense<[0, 2, 3]>
memref.global "private" constant @l : memref<3xi32> = dense<[0, 2, 1]>
memref.global "private" constant @val : memref<3xf32> = dense<[1.0, 2.0, 3.0]>
func.func @csf(%A: tensor<?x?x?xf32, #CSF>, %B: tensor<?x?xf32>, %C: tensor<?x?xf32>, %D: tensor<?x?xf32>)
    -> tensor<?x?xf32> {
  %0 = linalg.generic #mttkrp ins(%A, %B, %C : tensor<?x?x?xf32, #CSF>, tensor<?x?xf32>, tensor<?x?xf32>)
                              outs(%D : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    %p = arith.mulf %a, %b : f32
    %q = arith.mulf %p, %c : f32
    %s = arith.addf %d, %q : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

memref.global "private" constant @coo_pos : memref<2xi32> = dense<[0, 3]>
memref.global "private" constant @coo_i : memref<3xi32> = dense<[0, 0, 2]>
memref.global "private" constant @coo_k : memref<3xi32> = dense<[1, 1, 0]>
func.func @coo(%A: tensor<?x?x?xf32, #COO>, %B: tensor<?x?xf32>, %C: tensor<?x?xf32>, %D: tensor<?x?xf32>)
    -> tensor<?x?xf32> {
  %0 = linalg.generic #mttkrp ins(%A, %B, %C : tensor<?x?x?xf32, #COO>, tensor<?x?xf32>, tensor<?x?xf32>)
                              outs(%D : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    %p = arith.mulf %a, %b : f32
    %q = arith.mulf %p, %c : f32
    %s = arith.addf %d, %q : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

memref.global "private" constant @dcc_pos1 : memref<4xi32> = dense<[0, 1, 1, 2]>
func.func @dcc(%A: tensor<3x2x3xf32, #DCC>, %B: tensor<2x5xf32>, %C: tensor<3x5xf32>, %D: tensor<3x5xf32>)
    -> tensor<3x5xf32> {
  %0 = linalg.generic #mttkrp ins(%A, %B, %C : tensor<3x2x3xf32, #DCC>, tensor<2x5xf32>, tensor<3x5xf32>)
                              outs(%D : tensor<3x5xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    %p = arith.mulf %a, %b : f32
    %q = arith.mulf %p, %c : f32
    %s = arith.addf %d, %q : f32
    linalg.yield %s : f32
  } -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// The levels are l, i, k here: entries (0,0,1), (1,2,0), (2,0,1).
memref.global "private" constant @kij_pos : memref<10xi32> = dense<[0, 1, 1, 1, 1, 1, 2, 3, 3, 3]>
memref.global "private" constant @kij_k : memref<3xi32> = dense<[1, 0, 1]>
memref.global "private" constant @kij_val : memref<3xf32> = dense<[1.0, 3.0, 2.0]>
func.func @kij(%A: tensor<?x?x?xf32, #KIJ>, %B: tensor<?x?xf32>, %C: tensor<?x?xf32>, %D: tensor<?x?xf32>)
    -> tensor<?x?xf32> {
  %0 = linalg.generic #mttkrp ins(%A, %B, %C : tensor<?x?x?xf32, #KIJ>, tensor<?x?xf32>, tensor<?x?xf32>)
                              outs(%D : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    %p = arith.mulf %a, %b : f32
    %q = arith.mulf %p, %c : f32
    %s = arith.addf %d, %q : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// M(i,j) = 10 i + j + 1
func.func @iota(%m: index, %n: index) -> tensor<?x?xf32> {
  %0 = tensor.generate %m, %n {
  ^bb0(%i: index, %j: index):
    %c10 = arith.constant 10 : index
    %c1 = arith.constant 1 : index
    %1 = arith.muli %i, %c10 : index
    %2 = arith.addi %1, %j : index
    %3 = arith.addi %2, %c1 : index
    %4 = arith.index_cast %3 : index to i64
    %5 = arith.sitofp %4 : i64 to f32
    tensor.yield %5 : f32
  } : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
func.func @print(%t: tensor<?x?xf32>) {
  %0 = bufferization.to_buffer %t read_only : tensor<?x?xf32> to memref<?x?xf32>
  %1 = memref.cast %0 : memref<?x?xf32> to memref<*xf32>
  call @printMemrefF32(%1) : (memref<*xf32>) -> ()
  return
}

func.func @main() {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %B = call @iota(%c2, %c5) : (index, index) -> tensor<?x?xf32>
  %C = call @iota(%c3, %c5) : (index, index) -> tensor<?x?xf32>
  %zero = arith.constant 0.0 : f32
  %D = tensor.generate %c3, %c5 {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<?x?xf32>
  %l = memref.get_global @l : memref<3xi32>
  %val = memref.get_global @val : memref<3xf32>

  %csf_pos0 = memref.get_global @csf_pos0 : memref<2xi32>
  %csf_i = memref.get_global @csf_i : memref<2xi32>
  %csf_pos1 = memref.get_global @csf_pos1 : memref<3xi32>
  %csf_k = memref.get_global @csf_k : memref<2xi32>
  %csf_pos2 = memref.get_global @csf_pos2 : memref<3xi32>
  %csf = stensor.pack(%csf_pos0, %csf_i, %csf_pos1, %csf_k, %csf_pos2, %l, %val) sizes(%c3, %c2, %c3)
      : (memref<2xi32>, memref<2xi32>, memref<3xi32>, memref<2xi32>, memref<3xi32>, memref<3xi32>, memref<3xf32>)
      -> tensor<?x?x?xf32, #CSF>
  %r0 = call @csf(%csf, %B, %C, %D)
      : (tensor<?x?x?xf32, #CSF>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK:      {{\[\[}}473, 552, 637, 728, 825]
  // CHECK-NEXT:  [0, 0, 0, 0, 0]
  // CHECK-NEXT:  [33, 72, 117, 168, 225]]
  call @print(%r0) : (tensor<?x?xf32>) -> ()

  %coo_pos = memref.get_global @coo_pos : memref<2xi32>
  %coo_i = memref.get_global @coo_i : memref<3xi32>
  %coo_k = memref.get_global @coo_k : memref<3xi32>
  %coo = stensor.pack(%coo_pos, %coo_i, %coo_k, %l, %val) sizes(%c3, %c2, %c3)
      : (memref<2xi32>, memref<3xi32>, memref<3xi32>, memref<3xi32>, memref<3xf32>) -> tensor<?x?x?xf32, #COO>
  %r1 = call @coo(%coo, %B, %C, %D)
      : (tensor<?x?x?xf32, #COO>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK:      {{\[\[}}473, 552, 637, 728, 825]
  // CHECK-NEXT:  [0, 0, 0, 0, 0]
  // CHECK-NEXT:  [33, 72, 117, 168, 225]]
  call @print(%r1) : (tensor<?x?xf32>) -> ()

  %dcc_pos1 = memref.get_global @dcc_pos1 : memref<4xi32>
  %dcc = stensor.pack(%dcc_pos1, %csf_k, %csf_pos2, %l, %val)
      : (memref<4xi32>, memref<2xi32>, memref<3xi32>, memref<3xi32>, memref<3xf32>) -> tensor<3x2x3xf32, #DCC>
  %Bs = tensor.cast %B : tensor<?x?xf32> to tensor<2x5xf32>
  %Cs = tensor.cast %C : tensor<?x?xf32> to tensor<3x5xf32>
  %Ds = tensor.cast %D : tensor<?x?xf32> to tensor<3x5xf32>
  %r2s = call @dcc(%dcc, %Bs, %Cs, %Ds)
      : (tensor<3x2x3xf32, #DCC>, tensor<2x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
  %r2 = tensor.cast %r2s : tensor<3x5xf32> to tensor<?x?xf32>
  // CHECK:      {{\[\[}}473, 552, 637, 728, 825]
  // CHECK-NEXT:  [0, 0, 0, 0, 0]
  // CHECK-NEXT:  [33, 72, 117, 168, 225]]
  call @print(%r2) : (tensor<?x?xf32>) -> ()

  %kij_pos = memref.get_global @kij_pos : memref<10xi32>
  %kij_k = memref.get_global @kij_k : memref<3xi32>
  %kij_val = memref.get_global @kij_val : memref<3xf32>
  %kij = stensor.pack(%kij_pos, %kij_k, %kij_val) sizes(%c3, %c2, %c3)
      : (memref<10xi32>, memref<3xi32>, memref<3xf32>) -> tensor<?x?x?xf32, #KIJ>
  %r3 = call @kij(%kij, %B, %C, %D)
      : (tensor<?x?x?xf32, #KIJ>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  // CHECK:      {{\[\[}}473, 552, 637, 728, 825]
  // CHECK-NEXT:  [0, 0, 0, 0, 0]
  // CHECK-NEXT:  [33, 72, 117, 168, 225]]
  call @print(%r3) : (tensor<?x?xf32>) -> ()
  return
}
