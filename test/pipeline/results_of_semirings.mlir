// `--lacuna`, executed: other semirings, and fill values other than zero in operands and results.

// Canonicalization makes copies conversions, and one that changes the fill value leaves out the points that hold the new one.
// REQUIRES: pipeline-alone

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=two-phase=true | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=fp=strict | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=vector-bytes=0 | %run | FileCheck %s

#Near = #stensor.format<(i, j) -> (i : dense, j : compressed), fill = 0x7FF0000000000000 : f64>
#NearColumns = #stensor.format<(i, j) -> (j : dense, i : compressed), fill = 0x7FF0000000000000 : f64>
#NearRows = #stensor.format<(i, j) -> (i : compressed, j : compressed), fill = 0x7FF0000000000000 : f64>
#NearVector = #stensor.format<(i) -> (i : compressed), fill = 0x7FF0000000000000 : f64>
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#Twos = #stensor.format<(i, j) -> (i : dense, j : compressed), fill = 2.0 : f64>
#Threes = #stensor.format<(i, j) -> (i : dense, j : compressed), fill = 3.0 : f64>
#Sixes = #stensor.format<(i, j) -> (i : compressed, j : compressed), fill = 6.0 : f64>
#SV = #stensor.format<(i) -> (i : compressed)>
#ik_kj_ij = {
  indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
  iterator_types = ["parallel", "parallel", "reduction"]
}
#ij_ij_ij = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
  iterator_types = ["parallel", "parallel"]
}
#ij_i = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
  iterator_types = ["parallel", "reduction"]
}
#ij_ij = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
  iterator_types = ["parallel", "parallel"]
}

func.func @show_i32(%array: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %array, %c0 : memref<?xi32>
  vector.print str "["
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %array[%i] : memref<?xi32>
    vector.print str " "
    vector.print %v : i32 punctuation <no_punctuation>
  }
  vector.print str " ]\0A"
  return
}

func.func @show_f64(%array: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %array, %c0 : memref<?xf64>
  vector.print str "["
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %array[%i] : memref<?xf64>
    vector.print str " "
    vector.print %v : f64 punctuation <no_punctuation>
  }
  vector.print str " ]\0A"
  return
}

memref.global "private" constant @D_near_pos1 : memref<5xi32> = dense<[0, 2, 4, 6, 8]>
memref.global "private" constant @D_near_crd1 : memref<8xi32> = dense<[0, 1, 1, 2, 2, 3, 0, 3]>
memref.global "private" constant @D_near_val : memref<8xf64> = dense<[0.0, 3.0, 0.0, 1.0, 0.0, 7.0, 2.0, 0.0]>
memref.global "private" constant @E_nearcolumns_pos1 : memref<5xi32> = dense<[0, 1, 3, 3, 4]>
memref.global "private" constant @E_nearcolumns_crd1 : memref<4xi32> = dense<[2, 0, 3, 0]>
memref.global "private" constant @E_nearcolumns_val : memref<4xf64> = dense<[5.0, 4.0, 2.0, 1.0]>
memref.global "private" constant @E_nearrows_pos0 : memref<2xi32> = dense<[0, 3]>
memref.global "private" constant @E_nearrows_crd0 : memref<3xi32> = dense<[0, 2, 3]>
memref.global "private" constant @E_nearrows_pos1 : memref<4xi32> = dense<[0, 2, 3, 4]>
memref.global "private" constant @E_nearrows_crd1 : memref<4xi32> = dense<[1, 3, 0, 1]>
memref.global "private" constant @E_nearrows_val : memref<4xf64> = dense<[4.0, 1.0, 5.0, 2.0]>
memref.global "private" constant @E_near_pos1 : memref<5xi32> = dense<[0, 2, 2, 3, 4]>
memref.global "private" constant @E_near_crd1 : memref<4xi32> = dense<[1, 3, 0, 1]>
memref.global "private" constant @E_near_val : memref<4xf64> = dense<[4.0, 1.0, 5.0, 2.0]>
memref.global "private" constant @Z_dense_val : memref<4x4xf64> = dense<[[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]]>
memref.global "private" constant @N_csr_pos1 : memref<4xi32> = dense<[0, 1, 2, 4]>
memref.global "private" constant @N_csr_crd1 : memref<4xi32> = dense<[1, 0, 1, 2]>
memref.global "private" constant @N_csr_val : memref<4xf64> = dense<[0.5, 0.25, 0.5, 1.0]>
memref.global "private" constant @M_csc_pos1 : memref<4xi32> = dense<[0, 1, 2, 4]>
memref.global "private" constant @M_csc_crd1 : memref<4xi32> = dense<[1, 2, 0, 2]>
memref.global "private" constant @M_csc_val : memref<4xf64> = dense<[1.0, 0.5, 0.5, 0.25]>
memref.global "private" constant @M_csr_pos1 : memref<4xi32> = dense<[0, 1, 2, 4]>
memref.global "private" constant @M_csr_crd1 : memref<4xi32> = dense<[2, 0, 1, 2]>
memref.global "private" constant @M_csr_val : memref<4xf64> = dense<[0.5, 1.0, 0.5, 0.25]>
memref.global "private" constant @G_twos_pos1 : memref<5xi32> = dense<[0, 1, 1, 3, 5]>
memref.global "private" constant @G_twos_crd1 : memref<5xi32> = dense<[0, 1, 4, 0, 3]>
memref.global "private" constant @G_twos_val : memref<5xf64> = dense<[1.0, 3.0, 4.0, 5.0, 6.0]>
memref.global "private" constant @H_threes_pos1 : memref<5xi32> = dense<[0, 1, 1, 2, 3]>
memref.global "private" constant @H_threes_crd1 : memref<3xi32> = dense<[0, 2, 3]>
memref.global "private" constant @H_threes_val : memref<3xf64> = dense<[1.0, 8.0, 0.0]>
memref.global "private" constant @A_csr_pos1 : memref<5xi32> = dense<[0, 2, 2, 4, 6]>
memref.global "private" constant @A_csr_crd1 : memref<6xi32> = dense<[0, 2, 1, 4, 0, 3]>
memref.global "private" constant @A_csr_val : memref<6xf64> = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]>

func.func @D_near() -> tensor<4x4xf64, #Near> {
  %pos1 = memref.get_global @D_near_pos1 : memref<5xi32>
  %crd1 = memref.get_global @D_near_crd1 : memref<8xi32>
  %val = memref.get_global @D_near_val : memref<8xf64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<5xi32>, memref<8xi32>, memref<8xf64>) -> tensor<4x4xf64, #Near>
  return %t : tensor<4x4xf64, #Near>
}

func.func @E_nearcolumns() -> tensor<4x4xf64, #NearColumns> {
  %pos1 = memref.get_global @E_nearcolumns_pos1 : memref<5xi32>
  %crd1 = memref.get_global @E_nearcolumns_crd1 : memref<4xi32>
  %val = memref.get_global @E_nearcolumns_val : memref<4xf64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<5xi32>, memref<4xi32>, memref<4xf64>) -> tensor<4x4xf64, #NearColumns>
  return %t : tensor<4x4xf64, #NearColumns>
}

func.func @E_nearrows() -> tensor<4x4xf64, #NearRows> {
  %pos0 = memref.get_global @E_nearrows_pos0 : memref<2xi32>
  %crd0 = memref.get_global @E_nearrows_crd0 : memref<3xi32>
  %pos1 = memref.get_global @E_nearrows_pos1 : memref<4xi32>
  %crd1 = memref.get_global @E_nearrows_crd1 : memref<4xi32>
  %val = memref.get_global @E_nearrows_val : memref<4xf64>
  %t = stensor.pack(%pos0, %crd0, %pos1, %crd1, %val)
      : (memref<2xi32>, memref<3xi32>, memref<4xi32>, memref<4xi32>, memref<4xf64>) -> tensor<4x4xf64, #NearRows>
  return %t : tensor<4x4xf64, #NearRows>
}

func.func @E_near() -> tensor<4x4xf64, #Near> {
  %pos1 = memref.get_global @E_near_pos1 : memref<5xi32>
  %crd1 = memref.get_global @E_near_crd1 : memref<4xi32>
  %val = memref.get_global @E_near_val : memref<4xf64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<5xi32>, memref<4xi32>, memref<4xf64>) -> tensor<4x4xf64, #Near>
  return %t : tensor<4x4xf64, #Near>
}

func.func @Z_dense() -> tensor<4x4xf64> {
  %val = memref.get_global @Z_dense_val : memref<4x4xf64>
  %t = bufferization.to_tensor %val restrict : memref<4x4xf64> to tensor<4x4xf64>
  return %t : tensor<4x4xf64>
}

func.func @N_csr() -> tensor<3x3xf64, #CSR> {
  %pos1 = memref.get_global @N_csr_pos1 : memref<4xi32>
  %crd1 = memref.get_global @N_csr_crd1 : memref<4xi32>
  %val = memref.get_global @N_csr_val : memref<4xf64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<4xi32>, memref<4xi32>, memref<4xf64>) -> tensor<3x3xf64, #CSR>
  return %t : tensor<3x3xf64, #CSR>
}

func.func @M_csc() -> tensor<3x3xf64, #CSC> {
  %pos1 = memref.get_global @M_csc_pos1 : memref<4xi32>
  %crd1 = memref.get_global @M_csc_crd1 : memref<4xi32>
  %val = memref.get_global @M_csc_val : memref<4xf64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<4xi32>, memref<4xi32>, memref<4xf64>) -> tensor<3x3xf64, #CSC>
  return %t : tensor<3x3xf64, #CSC>
}

func.func @M_csr() -> tensor<3x3xf64, #CSR> {
  %pos1 = memref.get_global @M_csr_pos1 : memref<4xi32>
  %crd1 = memref.get_global @M_csr_crd1 : memref<4xi32>
  %val = memref.get_global @M_csr_val : memref<4xf64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<4xi32>, memref<4xi32>, memref<4xf64>) -> tensor<3x3xf64, #CSR>
  return %t : tensor<3x3xf64, #CSR>
}

func.func @G_twos() -> tensor<4x5xf64, #Twos> {
  %pos1 = memref.get_global @G_twos_pos1 : memref<5xi32>
  %crd1 = memref.get_global @G_twos_crd1 : memref<5xi32>
  %val = memref.get_global @G_twos_val : memref<5xf64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<5xi32>, memref<5xi32>, memref<5xf64>) -> tensor<4x5xf64, #Twos>
  return %t : tensor<4x5xf64, #Twos>
}

func.func @H_threes() -> tensor<4x5xf64, #Threes> {
  %pos1 = memref.get_global @H_threes_pos1 : memref<5xi32>
  %crd1 = memref.get_global @H_threes_crd1 : memref<3xi32>
  %val = memref.get_global @H_threes_val : memref<3xf64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<5xi32>, memref<3xi32>, memref<3xf64>) -> tensor<4x5xf64, #Threes>
  return %t : tensor<4x5xf64, #Threes>
}

func.func @A_csr() -> tensor<4x5xf64, #CSR> {
  %pos1 = memref.get_global @A_csr_pos1 : memref<5xi32>
  %crd1 = memref.get_global @A_csr_crd1 : memref<6xi32>
  %val = memref.get_global @A_csr_val : memref<6xf64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<5xi32>, memref<6xi32>, memref<6xf64>) -> tensor<4x5xf64, #CSR>
  return %t : tensor<4x5xf64, #CSR>
}

// (min, +): what is not stored is infinitely far.
func.func @shortest_of_two_steps(%D: tensor<4x4xf64, #Near>, %E: tensor<4x4xf64, #NearColumns>) -> tensor<4x4xf64, #Near> {
  %empty = stensor.empty : tensor<4x4xf64, #Near>
  %r = linalg.generic #ik_kj_ij ins(%D, %E : tensor<4x4xf64, #Near>, tensor<4x4xf64, #NearColumns>) outs(%empty : tensor<4x4xf64, #Near>) {
  ^bb0(%d: f64, %e: f64, %old: f64):
    %v1 = arith.addf %d, %e : f64
    %new = arith.minimumf %old, %v1 : f64
    linalg.yield %new : f64
  } -> tensor<4x4xf64, #Near>
  return %r : tensor<4x4xf64, #Near>
}

func.func @shorter_of_two(%D: tensor<4x4xf64, #Near>, %E: tensor<4x4xf64, #NearRows>) -> tensor<4x4xf64, #NearRows> {
  %empty = stensor.empty : tensor<4x4xf64, #NearRows>
  %r = linalg.generic #ij_ij_ij ins(%D, %E : tensor<4x4xf64, #Near>, tensor<4x4xf64, #NearRows>) outs(%empty : tensor<4x4xf64, #NearRows>) {
  ^bb0(%d: f64, %e: f64, %old: f64):
    %v1 = arith.minimumf %d, %e : f64
    linalg.yield %v1 : f64
  } -> tensor<4x4xf64, #NearRows>
  return %r : tensor<4x4xf64, #NearRows>
}

// A sum is finite where both are.
func.func @both_legs(%D: tensor<4x4xf64, #Near>, %E: tensor<4x4xf64, #NearRows>) -> tensor<4x4xf64, #Near> {
  %empty = stensor.empty : tensor<4x4xf64, #Near>
  %r = linalg.generic #ij_ij_ij ins(%D, %E : tensor<4x4xf64, #Near>, tensor<4x4xf64, #NearRows>) outs(%empty : tensor<4x4xf64, #Near>) {
  ^bb0(%d: f64, %e: f64, %old: f64):
    %v1 = arith.addf %d, %e : f64
    linalg.yield %v1 : f64
  } -> tensor<4x4xf64, #Near>
  return %r : tensor<4x4xf64, #Near>
}

func.func @nearest_of_each_row(%E: tensor<4x4xf64, #Near>) -> tensor<4xf64, #NearVector> {
  %empty = stensor.empty : tensor<4xf64, #NearVector>
  %r = linalg.generic #ij_i ins(%E : tensor<4x4xf64, #Near>) outs(%empty : tensor<4xf64, #NearVector>) {
  ^bb0(%e: f64, %old: f64):
    %new = arith.minimumf %old, %e : f64
    linalg.yield %new : f64
  } -> tensor<4xf64, #NearVector>
  return %r : tensor<4xf64, #NearVector>
}

// Everywhere something is stored: the minimum with a dense zero.
func.func @capped(%E: tensor<4x4xf64, #Near>, %Z: tensor<4x4xf64>) -> tensor<4x4xf64, #CSR> {
  %empty = stensor.empty : tensor<4x4xf64, #CSR>
  %r = linalg.generic #ij_ij_ij ins(%E, %Z : tensor<4x4xf64, #Near>, tensor<4x4xf64>) outs(%empty : tensor<4x4xf64, #CSR>) {
  ^bb0(%e: f64, %z: f64, %old: f64):
    %v1 = arith.minimumf %e, %z : f64
    linalg.yield %v1 : f64
  } -> tensor<4x4xf64, #CSR>
  return %r : tensor<4x4xf64, #CSR>
}

// (max, *): values are not negative, but max does not know.
func.func @likeliest_of_two_steps(%N: tensor<3x3xf64, #CSR>, %M: tensor<3x3xf64, #CSC>) -> tensor<3x3xf64, #CSR> {
  %empty = stensor.empty : tensor<3x3xf64, #CSR>
  %r = linalg.generic #ik_kj_ij ins(%N, %M : tensor<3x3xf64, #CSR>, tensor<3x3xf64, #CSC>) outs(%empty : tensor<3x3xf64, #CSR>) {
  ^bb0(%n: f64, %m: f64, %old: f64):
    %v1 = arith.mulf %n, %m : f64
    %new = arith.maximumf %old, %v1 : f64
    linalg.yield %new : f64
  } -> tensor<3x3xf64, #CSR>
  return %r : tensor<3x3xf64, #CSR>
}

func.func @larger_of_two(%N: tensor<3x3xf64, #CSR>, %M: tensor<3x3xf64, #CSR>) -> tensor<3x3xf64, #CSR> {
  %empty = stensor.empty : tensor<3x3xf64, #CSR>
  %r = linalg.generic #ij_ij_ij ins(%N, %M : tensor<3x3xf64, #CSR>, tensor<3x3xf64, #CSR>) outs(%empty : tensor<3x3xf64, #CSR>) {
  ^bb0(%n: f64, %m: f64, %old: f64):
    %v1 = arith.maximumf %n, %m : f64
    linalg.yield %v1 : f64
  } -> tensor<3x3xf64, #CSR>
  return %r : tensor<3x3xf64, #CSR>
}

// Points that nobody stores are six, and stay so.
func.func @product_of_twos_and_threes(%G: tensor<4x5xf64, #Twos>, %H: tensor<4x5xf64, #Threes>) -> tensor<4x5xf64, #Sixes> {
  %empty = stensor.empty : tensor<4x5xf64, #Sixes>
  %r = linalg.generic #ij_ij_ij ins(%G, %H : tensor<4x5xf64, #Twos>, tensor<4x5xf64, #Threes>) outs(%empty : tensor<4x5xf64, #Sixes>) {
  ^bb0(%g: f64, %h: f64, %old: f64):
    %v1 = arith.mulf %g, %h : f64
    linalg.yield %v1 : f64
  } -> tensor<4x5xf64, #Sixes>
  return %r : tensor<4x5xf64, #Sixes>
}

// A result with another fill value than its operand stores every point.
func.func @twos_among_zeros(%G: tensor<4x5xf64, #Twos>) -> tensor<4x5xf64, #CSR> {
  %empty = stensor.empty : tensor<4x5xf64, #CSR>
  %r = linalg.generic #ij_ij ins(%G : tensor<4x5xf64, #Twos>) outs(%empty : tensor<4x5xf64, #CSR>) {
  ^bb0(%g: f64, %old: f64):
    linalg.yield %g : f64
  } -> tensor<4x5xf64, #CSR>
  return %r : tensor<4x5xf64, #CSR>
}

// Stored and not stored points of a row are summed up.
func.func @sum_of_twos(%G: tensor<4x5xf64, #Twos>) -> tensor<4xf64, #SV> {
  %empty = stensor.empty : tensor<4xf64, #SV>
  %r = linalg.generic #ij_i ins(%G : tensor<4x5xf64, #Twos>) outs(%empty : tensor<4xf64, #SV>) {
  ^bb0(%g: f64, %old: f64):
    %new = arith.addf %old, %g : f64
    linalg.yield %new : f64
  } -> tensor<4xf64, #SV>
  return %r : tensor<4xf64, #SV>
}

func.func @zeros_among_twos(%A: tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #Twos> {
  %empty = stensor.empty : tensor<4x5xf64, #Twos>
  %r = linalg.generic #ij_ij ins(%A : tensor<4x5xf64, #CSR>) outs(%empty : tensor<4x5xf64, #Twos>) {
  ^bb0(%a: f64, %old: f64):
    linalg.yield %a : f64
  } -> tensor<4x5xf64, #Twos>
  return %r : tensor<4x5xf64, #Twos>
}

func.func @main() {
  %D_near = call @D_near() : () -> tensor<4x4xf64, #Near>
  %E_nearcolumns = call @E_nearcolumns() : () -> tensor<4x4xf64, #NearColumns>

  %shortest_of_two_steps = call @shortest_of_two_steps(%D_near, %E_nearcolumns)
      : (tensor<4x4xf64, #Near>, tensor<4x4xf64, #NearColumns>) -> tensor<4x4xf64, #Near>
  // CHECK: shortest_of_two_steps
  vector.print str "shortest_of_two_steps\0A"
  // CHECK-NEXT: [ 0 2 3 5 7 ]
  // CHECK-NEXT: [ 1 3 0 0 1 1 3 ]
  // CHECK-NEXT: [ 4 1 6 5 9 2 3 ]
  %shortest_of_two_steps_pos1, %shortest_of_two_steps_crd1, %shortest_of_two_steps_val = stensor.unpack %shortest_of_two_steps
      : tensor<4x4xf64, #Near> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%shortest_of_two_steps_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%shortest_of_two_steps_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%shortest_of_two_steps_val) : (memref<?xf64>) -> ()
  %E_nearrows = call @E_nearrows() : () -> tensor<4x4xf64, #NearRows>

  %shorter_of_two = call @shorter_of_two(%D_near, %E_nearrows)
      : (tensor<4x4xf64, #Near>, tensor<4x4xf64, #NearRows>) -> tensor<4x4xf64, #NearRows>
  // CHECK: shorter_of_two
  vector.print str "shorter_of_two\0A"
  // CHECK-NEXT: [ 0 4 ]
  // CHECK-NEXT: [ 0 1 2 3 ]
  // CHECK-NEXT: [ 0 3 5 8 11 ]
  // CHECK-NEXT: [ 0 1 3 1 2 0 2 3 0 1 3 ]
  // CHECK-NEXT: [ 0 3 1 0 1 5 0 7 2 2 0 ]
  %shorter_of_two_pos0, %shorter_of_two_crd0, %shorter_of_two_pos1, %shorter_of_two_crd1, %shorter_of_two_val = stensor.unpack %shorter_of_two
      : tensor<4x4xf64, #NearRows> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%shorter_of_two_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%shorter_of_two_crd0) : (memref<?xi32>) -> ()
  call @show_i32(%shorter_of_two_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%shorter_of_two_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%shorter_of_two_val) : (memref<?xf64>) -> ()

  %both_legs = call @both_legs(%D_near, %E_nearrows)
      : (tensor<4x4xf64, #Near>, tensor<4x4xf64, #NearRows>) -> tensor<4x4xf64, #Near>
  // CHECK: both_legs
  vector.print str "both_legs\0A"
  // CHECK-NEXT: [ 0 1 1 1 1 ]
  // CHECK-NEXT: [ 1 ]
  // CHECK-NEXT: [ 7 ]
  %both_legs_pos1, %both_legs_crd1, %both_legs_val = stensor.unpack %both_legs
      : tensor<4x4xf64, #Near> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%both_legs_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%both_legs_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%both_legs_val) : (memref<?xf64>) -> ()
  %E_near = call @E_near() : () -> tensor<4x4xf64, #Near>

  %nearest_of_each_row = call @nearest_of_each_row(%E_near)
      : (tensor<4x4xf64, #Near>) -> tensor<4xf64, #NearVector>
  // CHECK: nearest_of_each_row
  vector.print str "nearest_of_each_row\0A"
  // CHECK-NEXT: [ 0 3 ]
  // CHECK-NEXT: [ 0 2 3 ]
  // CHECK-NEXT: [ 1 5 2 ]
  %nearest_of_each_row_pos0, %nearest_of_each_row_crd0, %nearest_of_each_row_val = stensor.unpack %nearest_of_each_row
      : tensor<4xf64, #NearVector> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%nearest_of_each_row_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%nearest_of_each_row_crd0) : (memref<?xi32>) -> ()
  call @show_f64(%nearest_of_each_row_val) : (memref<?xf64>) -> ()
  %Z_dense = call @Z_dense() : () -> tensor<4x4xf64>

  %capped = call @capped(%E_near, %Z_dense)
      : (tensor<4x4xf64, #Near>, tensor<4x4xf64>) -> tensor<4x4xf64, #CSR>
  // CHECK: capped
  vector.print str "capped\0A"
  // CHECK-NEXT: [ 0 4 8 12 16 ]
  // CHECK-NEXT: [ 0 1 2 3 0 1 2 3 0 1 2 3 0 1 2 3 ]
  // CHECK-NEXT: [ 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 ]
  %capped_pos1, %capped_crd1, %capped_val = stensor.unpack %capped
      : tensor<4x4xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%capped_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%capped_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%capped_val) : (memref<?xf64>) -> ()
  %N_csr = call @N_csr() : () -> tensor<3x3xf64, #CSR>
  %M_csc = call @M_csc() : () -> tensor<3x3xf64, #CSC>

  %likeliest_of_two_steps = call @likeliest_of_two_steps(%N_csr, %M_csc)
      : (tensor<3x3xf64, #CSR>, tensor<3x3xf64, #CSC>) -> tensor<3x3xf64, #CSR>
  // CHECK: likeliest_of_two_steps
  vector.print str "likeliest_of_two_steps\0A"
  // CHECK-NEXT: [ 0 3 6 9 ]
  // CHECK-NEXT: [ 0 1 2 0 1 2 0 1 2 ]
  // CHECK-NEXT: [ 0.5 0 0 0 0 0.125 0.5 0.5 0.25 ]
  %likeliest_of_two_steps_pos1, %likeliest_of_two_steps_crd1, %likeliest_of_two_steps_val = stensor.unpack %likeliest_of_two_steps
      : tensor<3x3xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%likeliest_of_two_steps_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%likeliest_of_two_steps_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%likeliest_of_two_steps_val) : (memref<?xf64>) -> ()
  %M_csr = call @M_csr() : () -> tensor<3x3xf64, #CSR>

  %larger_of_two = call @larger_of_two(%N_csr, %M_csr)
      : (tensor<3x3xf64, #CSR>, tensor<3x3xf64, #CSR>) -> tensor<3x3xf64, #CSR>
  // CHECK: larger_of_two
  vector.print str "larger_of_two\0A"
  // CHECK-NEXT: [ 0 2 3 5 ]
  // CHECK-NEXT: [ 1 2 0 1 2 ]
  // CHECK-NEXT: [ 0.5 0.5 1 0.5 1 ]
  %larger_of_two_pos1, %larger_of_two_crd1, %larger_of_two_val = stensor.unpack %larger_of_two
      : tensor<3x3xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%larger_of_two_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%larger_of_two_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%larger_of_two_val) : (memref<?xf64>) -> ()
  %G_twos = call @G_twos() : () -> tensor<4x5xf64, #Twos>
  %H_threes = call @H_threes() : () -> tensor<4x5xf64, #Threes>

  %product_of_twos_and_threes = call @product_of_twos_and_threes(%G_twos, %H_threes)
      : (tensor<4x5xf64, #Twos>, tensor<4x5xf64, #Threes>) -> tensor<4x5xf64, #Sixes>
  // CHECK: product_of_twos_and_threes
  vector.print str "product_of_twos_and_threes\0A"
  // CHECK-NEXT: [ 0 3 ]
  // CHECK-NEXT: [ 0 2 3 ]
  // CHECK-NEXT: [ 0 1 4 6 ]
  // CHECK-NEXT: [ 0 1 2 4 0 3 ]
  // CHECK-NEXT: [ 1 9 16 12 15 0 ]
  %product_of_twos_and_threes_pos0, %product_of_twos_and_threes_crd0, %product_of_twos_and_threes_pos1, %product_of_twos_and_threes_crd1, %product_of_twos_and_threes_val = stensor.unpack %product_of_twos_and_threes
      : tensor<4x5xf64, #Sixes> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%product_of_twos_and_threes_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%product_of_twos_and_threes_crd0) : (memref<?xi32>) -> ()
  call @show_i32(%product_of_twos_and_threes_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%product_of_twos_and_threes_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%product_of_twos_and_threes_val) : (memref<?xf64>) -> ()

  %twos_among_zeros = call @twos_among_zeros(%G_twos)
      : (tensor<4x5xf64, #Twos>) -> tensor<4x5xf64, #CSR>
  // CHECK: twos_among_zeros
  vector.print str "twos_among_zeros\0A"
  // CHECK-NEXT: [ 0 5 10 15 20 ]
  // CHECK-NEXT: [ 0 1 2 3 4 0 1 2 3 4 0 1 2 3 4 0 1 2 3 4 ]
  // CHECK-NEXT: [ 1 2 2 2 2 2 2 2 2 2 2 3 2 2 4 5 2 2 6 2 ]
  %twos_among_zeros_pos1, %twos_among_zeros_crd1, %twos_among_zeros_val = stensor.unpack %twos_among_zeros
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%twos_among_zeros_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%twos_among_zeros_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%twos_among_zeros_val) : (memref<?xf64>) -> ()

  %sum_of_twos = call @sum_of_twos(%G_twos)
      : (tensor<4x5xf64, #Twos>) -> tensor<4xf64, #SV>
  // CHECK: sum_of_twos
  vector.print str "sum_of_twos\0A"
  // CHECK-NEXT: [ 0 4 ]
  // CHECK-NEXT: [ 0 1 2 3 ]
  // CHECK-NEXT: [ 9 10 13 17 ]
  %sum_of_twos_pos0, %sum_of_twos_crd0, %sum_of_twos_val = stensor.unpack %sum_of_twos
      : tensor<4xf64, #SV> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%sum_of_twos_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%sum_of_twos_crd0) : (memref<?xi32>) -> ()
  call @show_f64(%sum_of_twos_val) : (memref<?xf64>) -> ()
  %A_csr = call @A_csr() : () -> tensor<4x5xf64, #CSR>

  %zeros_among_twos = call @zeros_among_twos(%A_csr)
      : (tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #Twos>
  // CHECK: zeros_among_twos
  vector.print str "zeros_among_twos\0A"
  // CHECK-NEXT: [ 0 5 10 15 20 ]
  // CHECK-NEXT: [ 0 1 2 3 4 0 1 2 3 4 0 1 2 3 4 0 1 2 3 4 ]
  // CHECK-NEXT: [ 1 0 2 0 0 0 0 0 0 0 0 3 0 0 4 5 0 0 6 0 ]
  %zeros_among_twos_pos1, %zeros_among_twos_crd1, %zeros_among_twos_val = stensor.unpack %zeros_among_twos
      : tensor<4x5xf64, #Twos> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%zeros_among_twos_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%zeros_among_twos_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%zeros_among_twos_val) : (memref<?xf64>) -> ()
  return
}
