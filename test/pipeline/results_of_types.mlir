// `--lacuna`, executed: (or, and) on booleans, and integers of several widths, with stored results.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=two-phase=true | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=fp=strict | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=vector-bytes=0 | %run | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>
#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#Narrow = #stensor.format<(i, j) -> (i : dense, j : compressed), positions = 64, coordinates = 8>
#ik_kj_ij = {
  indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
  iterator_types = ["parallel", "parallel", "reduction"]
}
#ij_ij_ij = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
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

func.func @show_i1(%array: memref<?xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %array, %c0 : memref<?xi1>
  vector.print str "["
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %array[%i] : memref<?xi1>
    vector.print str " "
    vector.print %v : i1 punctuation <no_punctuation>
  }
  vector.print str " ]\0A"
  return
}

func.func @show_i8(%array: memref<?xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %array, %c0 : memref<?xi8>
  vector.print str "["
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %array[%i] : memref<?xi8>
    vector.print str " "
    vector.print %v : i8 punctuation <no_punctuation>
  }
  vector.print str " ]\0A"
  return
}

func.func @show_i64(%array: memref<?xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %array, %c0 : memref<?xi64>
  vector.print str "["
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %array[%i] : memref<?xi64>
    vector.print str " "
    vector.print %v : i64 punctuation <no_punctuation>
  }
  vector.print str " ]\0A"
  return
}

func.func @show_f32(%array: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %array, %c0 : memref<?xf32>
  vector.print str "["
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %array[%i] : memref<?xf32>
    vector.print str " "
    vector.print %v : f32 punctuation <no_punctuation>
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

memref.global "private" constant @P_csr_pos1 : memref<4xi32> = dense<[0, 1, 2, 3]>
memref.global "private" constant @P_csr_crd1 : memref<3xi32> = dense<[0, 2, 1]>
memref.global "private" constant @P_csr_val : memref<3xi1> = dense<[true, true, true]>
memref.global "private" constant @Q_csc_pos1 : memref<4xi32> = dense<[0, 1, 2, 3]>
memref.global "private" constant @Q_csc_crd1 : memref<3xi32> = dense<[2, 0, 2]>
memref.global "private" constant @Q_csc_val : memref<3xi1> = dense<[true, true, true]>
memref.global "private" constant @Q_csr_pos1 : memref<4xi32> = dense<[0, 1, 1, 3]>
memref.global "private" constant @Q_csr_crd1 : memref<3xi32> = dense<[1, 0, 2]>
memref.global "private" constant @Q_csr_val : memref<3xi1> = dense<[true, true, true]>
memref.global "private" constant @Ai8_csr_pos1 : memref<4xi32> = dense<[0, 2, 2, 3]>
memref.global "private" constant @Ai8_csr_crd1 : memref<3xi32> = dense<[0, 2, 1]>
memref.global "private" constant @Ai8_csr_val : memref<3xi8> = dense<[1, -3, 4]>
memref.global "private" constant @Bi8_csr_pos1 : memref<4xi32> = dense<[0, 2, 3, 4]>
memref.global "private" constant @Bi8_csr_crd1 : memref<4xi32> = dense<[1, 2, 1, 1]>
memref.global "private" constant @Bi8_csr_val : memref<4xi8> = dense<[2, 3, 5, 6]>
memref.global "private" constant @Ai32_csr_pos1 : memref<4xi32> = dense<[0, 2, 2, 3]>
memref.global "private" constant @Ai32_csr_crd1 : memref<3xi32> = dense<[0, 2, 1]>
memref.global "private" constant @Ai32_csr_val : memref<3xi32> = dense<[1, -3, 4]>
memref.global "private" constant @Bi32_csr_pos1 : memref<4xi32> = dense<[0, 2, 3, 4]>
memref.global "private" constant @Bi32_csr_crd1 : memref<4xi32> = dense<[1, 2, 1, 1]>
memref.global "private" constant @Bi32_csr_val : memref<4xi32> = dense<[2, 3, 5, 6]>
memref.global "private" constant @Ai64_csr_pos1 : memref<4xi32> = dense<[0, 2, 2, 3]>
memref.global "private" constant @Ai64_csr_crd1 : memref<3xi32> = dense<[0, 2, 1]>
memref.global "private" constant @Ai64_csr_val : memref<3xi64> = dense<[1, -3, 4]>
memref.global "private" constant @Bi64_csr_pos1 : memref<4xi32> = dense<[0, 2, 3, 4]>
memref.global "private" constant @Bi64_csr_crd1 : memref<4xi32> = dense<[1, 2, 1, 1]>
memref.global "private" constant @Bi64_csr_val : memref<4xi64> = dense<[2, 3, 5, 6]>
memref.global "private" constant @Af32_csr_pos1 : memref<4xi32> = dense<[0, 2, 2, 3]>
memref.global "private" constant @Af32_csr_crd1 : memref<3xi32> = dense<[0, 2, 1]>
memref.global "private" constant @Af32_csr_val : memref<3xf32> = dense<[1.0, -3.0, 4.0]>
memref.global "private" constant @Bf32_csr_pos1 : memref<4xi32> = dense<[0, 2, 3, 4]>
memref.global "private" constant @Bf32_csr_crd1 : memref<4xi32> = dense<[1, 2, 1, 1]>
memref.global "private" constant @Bf32_csr_val : memref<4xf32> = dense<[2.0, 3.0, 5.0, 6.0]>
memref.global "private" constant @A_narrow_pos1 : memref<5xi64> = dense<[0, 2, 2, 4, 6]>
memref.global "private" constant @A_narrow_crd1 : memref<6xi8> = dense<[0, 2, 1, 4, 0, 3]>
memref.global "private" constant @A_narrow_val : memref<6xf64> = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]>
memref.global "private" constant @B_csr_pos1 : memref<5xi32> = dense<[0, 2, 2, 4, 6]>
memref.global "private" constant @B_csr_crd1 : memref<6xi32> = dense<[2, 4, 0, 3, 1, 4]>
memref.global "private" constant @B_csr_val : memref<6xf64> = dense<[2.0, 1.0, 4.0, 3.0, 6.0, 5.0]>

func.func @P_csr() -> tensor<3x3xi1, #CSR> {
  %pos1 = memref.get_global @P_csr_pos1 : memref<4xi32>
  %crd1 = memref.get_global @P_csr_crd1 : memref<3xi32>
  %val = memref.get_global @P_csr_val : memref<3xi1>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<4xi32>, memref<3xi32>, memref<3xi1>) -> tensor<3x3xi1, #CSR>
  return %t : tensor<3x3xi1, #CSR>
}

func.func @Q_csc() -> tensor<3x3xi1, #CSC> {
  %pos1 = memref.get_global @Q_csc_pos1 : memref<4xi32>
  %crd1 = memref.get_global @Q_csc_crd1 : memref<3xi32>
  %val = memref.get_global @Q_csc_val : memref<3xi1>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<4xi32>, memref<3xi32>, memref<3xi1>) -> tensor<3x3xi1, #CSC>
  return %t : tensor<3x3xi1, #CSC>
}

func.func @Q_csr() -> tensor<3x3xi1, #CSR> {
  %pos1 = memref.get_global @Q_csr_pos1 : memref<4xi32>
  %crd1 = memref.get_global @Q_csr_crd1 : memref<3xi32>
  %val = memref.get_global @Q_csr_val : memref<3xi1>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<4xi32>, memref<3xi32>, memref<3xi1>) -> tensor<3x3xi1, #CSR>
  return %t : tensor<3x3xi1, #CSR>
}

func.func @Ai8_csr() -> tensor<3x3xi8, #CSR> {
  %pos1 = memref.get_global @Ai8_csr_pos1 : memref<4xi32>
  %crd1 = memref.get_global @Ai8_csr_crd1 : memref<3xi32>
  %val = memref.get_global @Ai8_csr_val : memref<3xi8>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<4xi32>, memref<3xi32>, memref<3xi8>) -> tensor<3x3xi8, #CSR>
  return %t : tensor<3x3xi8, #CSR>
}

func.func @Bi8_csr() -> tensor<3x3xi8, #CSR> {
  %pos1 = memref.get_global @Bi8_csr_pos1 : memref<4xi32>
  %crd1 = memref.get_global @Bi8_csr_crd1 : memref<4xi32>
  %val = memref.get_global @Bi8_csr_val : memref<4xi8>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<4xi32>, memref<4xi32>, memref<4xi8>) -> tensor<3x3xi8, #CSR>
  return %t : tensor<3x3xi8, #CSR>
}

func.func @Ai32_csr() -> tensor<3x3xi32, #CSR> {
  %pos1 = memref.get_global @Ai32_csr_pos1 : memref<4xi32>
  %crd1 = memref.get_global @Ai32_csr_crd1 : memref<3xi32>
  %val = memref.get_global @Ai32_csr_val : memref<3xi32>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<4xi32>, memref<3xi32>, memref<3xi32>) -> tensor<3x3xi32, #CSR>
  return %t : tensor<3x3xi32, #CSR>
}

func.func @Bi32_csr() -> tensor<3x3xi32, #CSR> {
  %pos1 = memref.get_global @Bi32_csr_pos1 : memref<4xi32>
  %crd1 = memref.get_global @Bi32_csr_crd1 : memref<4xi32>
  %val = memref.get_global @Bi32_csr_val : memref<4xi32>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<4xi32>, memref<4xi32>, memref<4xi32>) -> tensor<3x3xi32, #CSR>
  return %t : tensor<3x3xi32, #CSR>
}

func.func @Ai64_csr() -> tensor<3x3xi64, #CSR> {
  %pos1 = memref.get_global @Ai64_csr_pos1 : memref<4xi32>
  %crd1 = memref.get_global @Ai64_csr_crd1 : memref<3xi32>
  %val = memref.get_global @Ai64_csr_val : memref<3xi64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<4xi32>, memref<3xi32>, memref<3xi64>) -> tensor<3x3xi64, #CSR>
  return %t : tensor<3x3xi64, #CSR>
}

func.func @Bi64_csr() -> tensor<3x3xi64, #CSR> {
  %pos1 = memref.get_global @Bi64_csr_pos1 : memref<4xi32>
  %crd1 = memref.get_global @Bi64_csr_crd1 : memref<4xi32>
  %val = memref.get_global @Bi64_csr_val : memref<4xi64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<4xi32>, memref<4xi32>, memref<4xi64>) -> tensor<3x3xi64, #CSR>
  return %t : tensor<3x3xi64, #CSR>
}

func.func @Af32_csr() -> tensor<3x3xf32, #CSR> {
  %pos1 = memref.get_global @Af32_csr_pos1 : memref<4xi32>
  %crd1 = memref.get_global @Af32_csr_crd1 : memref<3xi32>
  %val = memref.get_global @Af32_csr_val : memref<3xf32>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<4xi32>, memref<3xi32>, memref<3xf32>) -> tensor<3x3xf32, #CSR>
  return %t : tensor<3x3xf32, #CSR>
}

func.func @Bf32_csr() -> tensor<3x3xf32, #CSR> {
  %pos1 = memref.get_global @Bf32_csr_pos1 : memref<4xi32>
  %crd1 = memref.get_global @Bf32_csr_crd1 : memref<4xi32>
  %val = memref.get_global @Bf32_csr_val : memref<4xf32>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<4xi32>, memref<4xi32>, memref<4xf32>) -> tensor<3x3xf32, #CSR>
  return %t : tensor<3x3xf32, #CSR>
}

func.func @A_narrow() -> tensor<4x5xf64, #Narrow> {
  %pos1 = memref.get_global @A_narrow_pos1 : memref<5xi64>
  %crd1 = memref.get_global @A_narrow_crd1 : memref<6xi8>
  %val = memref.get_global @A_narrow_val : memref<6xf64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<5xi64>, memref<6xi8>, memref<6xf64>) -> tensor<4x5xf64, #Narrow>
  return %t : tensor<4x5xf64, #Narrow>
}

func.func @B_csr() -> tensor<4x5xf64, #CSR> {
  %pos1 = memref.get_global @B_csr_pos1 : memref<5xi32>
  %crd1 = memref.get_global @B_csr_crd1 : memref<6xi32>
  %val = memref.get_global @B_csr_val : memref<6xf64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<5xi32>, memref<6xi32>, memref<6xf64>) -> tensor<4x5xf64, #CSR>
  return %t : tensor<4x5xf64, #CSR>
}

func.func @reachable_in_two_steps(%P: tensor<3x3xi1, #CSR>, %Q: tensor<3x3xi1, #CSC>) -> tensor<3x3xi1, #CSR> {
  %empty = stensor.empty : tensor<3x3xi1, #CSR>
  %r = linalg.generic #ik_kj_ij ins(%P, %Q : tensor<3x3xi1, #CSR>, tensor<3x3xi1, #CSC>) outs(%empty : tensor<3x3xi1, #CSR>) {
  ^bb0(%p: i1, %q: i1, %old: i1):
    %v1 = arith.andi %p, %q : i1
    %new = arith.ori %old, %v1 : i1
    linalg.yield %new : i1
  } -> tensor<3x3xi1, #CSR>
  return %r : tensor<3x3xi1, #CSR>
}

func.func @either(%P: tensor<3x3xi1, #CSR>, %Q: tensor<3x3xi1, #CSR>) -> tensor<3x3xi1, #DCSR> {
  %empty = stensor.empty : tensor<3x3xi1, #DCSR>
  %r = linalg.generic #ij_ij_ij ins(%P, %Q : tensor<3x3xi1, #CSR>, tensor<3x3xi1, #CSR>) outs(%empty : tensor<3x3xi1, #DCSR>) {
  ^bb0(%p: i1, %q: i1, %old: i1):
    %v1 = arith.ori %p, %q : i1
    linalg.yield %v1 : i1
  } -> tensor<3x3xi1, #DCSR>
  return %r : tensor<3x3xi1, #DCSR>
}

func.func @both(%P: tensor<3x3xi1, #CSR>, %Q: tensor<3x3xi1, #CSR>) -> tensor<3x3xi1, #COO> {
  %empty = stensor.empty : tensor<3x3xi1, #COO>
  %r = linalg.generic #ij_ij_ij ins(%P, %Q : tensor<3x3xi1, #CSR>, tensor<3x3xi1, #CSR>) outs(%empty : tensor<3x3xi1, #COO>) {
  ^bb0(%p: i1, %q: i1, %old: i1):
    %v1 = arith.andi %p, %q : i1
    linalg.yield %v1 : i1
  } -> tensor<3x3xi1, #COO>
  return %r : tensor<3x3xi1, #COO>
}

func.func @sum_of_i8(%Ai8: tensor<3x3xi8, #CSR>, %Bi8: tensor<3x3xi8, #CSR>) -> tensor<3x3xi8, #CSR> {
  %empty = stensor.empty : tensor<3x3xi8, #CSR>
  %r = linalg.generic #ij_ij_ij ins(%Ai8, %Bi8 : tensor<3x3xi8, #CSR>, tensor<3x3xi8, #CSR>) outs(%empty : tensor<3x3xi8, #CSR>) {
  ^bb0(%ai8: i8, %bi8: i8, %old: i8):
    %v1 = arith.addi %ai8, %bi8 : i8
    linalg.yield %v1 : i8
  } -> tensor<3x3xi8, #CSR>
  return %r : tensor<3x3xi8, #CSR>
}

func.func @sum_of_i32(%Ai32: tensor<3x3xi32, #CSR>, %Bi32: tensor<3x3xi32, #CSR>) -> tensor<3x3xi32, #CSR> {
  %empty = stensor.empty : tensor<3x3xi32, #CSR>
  %r = linalg.generic #ij_ij_ij ins(%Ai32, %Bi32 : tensor<3x3xi32, #CSR>, tensor<3x3xi32, #CSR>) outs(%empty : tensor<3x3xi32, #CSR>) {
  ^bb0(%ai32: i32, %bi32: i32, %old: i32):
    %v1 = arith.addi %ai32, %bi32 : i32
    linalg.yield %v1 : i32
  } -> tensor<3x3xi32, #CSR>
  return %r : tensor<3x3xi32, #CSR>
}

func.func @sum_of_i64(%Ai64: tensor<3x3xi64, #CSR>, %Bi64: tensor<3x3xi64, #CSR>) -> tensor<3x3xi64, #CSR> {
  %empty = stensor.empty : tensor<3x3xi64, #CSR>
  %r = linalg.generic #ij_ij_ij ins(%Ai64, %Bi64 : tensor<3x3xi64, #CSR>, tensor<3x3xi64, #CSR>) outs(%empty : tensor<3x3xi64, #CSR>) {
  ^bb0(%ai64: i64, %bi64: i64, %old: i64):
    %v1 = arith.addi %ai64, %bi64 : i64
    linalg.yield %v1 : i64
  } -> tensor<3x3xi64, #CSR>
  return %r : tensor<3x3xi64, #CSR>
}

func.func @sum_of_f32(%Af32: tensor<3x3xf32, #CSR>, %Bf32: tensor<3x3xf32, #CSR>) -> tensor<3x3xf32, #CSR> {
  %empty = stensor.empty : tensor<3x3xf32, #CSR>
  %r = linalg.generic #ij_ij_ij ins(%Af32, %Bf32 : tensor<3x3xf32, #CSR>, tensor<3x3xf32, #CSR>) outs(%empty : tensor<3x3xf32, #CSR>) {
  ^bb0(%af32: f32, %bf32: f32, %old: f32):
    %v1 = arith.addf %af32, %bf32 : f32
    linalg.yield %v1 : f32
  } -> tensor<3x3xf32, #CSR>
  return %r : tensor<3x3xf32, #CSR>
}

func.func @narrow_coordinates_and_wide_positions(%A: tensor<4x5xf64, #Narrow>, %B: tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #Narrow> {
  %empty = stensor.empty : tensor<4x5xf64, #Narrow>
  %r = linalg.generic #ij_ij_ij ins(%A, %B : tensor<4x5xf64, #Narrow>, tensor<4x5xf64, #CSR>) outs(%empty : tensor<4x5xf64, #Narrow>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.addf %a, %b : f64
    linalg.yield %v1 : f64
  } -> tensor<4x5xf64, #Narrow>
  return %r : tensor<4x5xf64, #Narrow>
}

func.func @main() {
  %P_csr = call @P_csr() : () -> tensor<3x3xi1, #CSR>
  %Q_csc = call @Q_csc() : () -> tensor<3x3xi1, #CSC>

  %reachable_in_two_steps = call @reachable_in_two_steps(%P_csr, %Q_csc)
      : (tensor<3x3xi1, #CSR>, tensor<3x3xi1, #CSC>) -> tensor<3x3xi1, #CSR>
  // CHECK: reachable_in_two_steps
  vector.print str "reachable_in_two_steps\0A"
  // CHECK-NEXT: [ 0 1 3 3 ]
  // CHECK-NEXT: [ 1 0 2 ]
  // CHECK-NEXT: [ 1 1 1 ]
  %reachable_in_two_steps_pos1, %reachable_in_two_steps_crd1, %reachable_in_two_steps_val = stensor.unpack %reachable_in_two_steps
      : tensor<3x3xi1, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xi1>
  call @show_i32(%reachable_in_two_steps_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%reachable_in_two_steps_crd1) : (memref<?xi32>) -> ()
  call @show_i1(%reachable_in_two_steps_val) : (memref<?xi1>) -> ()
  %Q_csr = call @Q_csr() : () -> tensor<3x3xi1, #CSR>

  %either = call @either(%P_csr, %Q_csr)
      : (tensor<3x3xi1, #CSR>, tensor<3x3xi1, #CSR>) -> tensor<3x3xi1, #DCSR>
  // CHECK: either
  vector.print str "either\0A"
  // CHECK-NEXT: [ 0 3 ]
  // CHECK-NEXT: [ 0 1 2 ]
  // CHECK-NEXT: [ 0 2 3 6 ]
  // CHECK-NEXT: [ 0 1 2 0 1 2 ]
  // CHECK-NEXT: [ 1 1 1 1 1 1 ]
  %either_pos0, %either_crd0, %either_pos1, %either_crd1, %either_val = stensor.unpack %either
      : tensor<3x3xi1, #DCSR> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi1>
  call @show_i32(%either_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%either_crd0) : (memref<?xi32>) -> ()
  call @show_i32(%either_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%either_crd1) : (memref<?xi32>) -> ()
  call @show_i1(%either_val) : (memref<?xi1>) -> ()

  %both = call @both(%P_csr, %Q_csr)
      : (tensor<3x3xi1, #CSR>, tensor<3x3xi1, #CSR>) -> tensor<3x3xi1, #COO>
  // CHECK: both
  vector.print str "both\0A"
  // CHECK-NEXT: [ 0 0 ]
  // CHECK-NEXT: [ ]
  // CHECK-NEXT: [ ]
  // CHECK-NEXT: [ ]
  %both_pos0, %both_crd0, %both_crd1, %both_val = stensor.unpack %both
      : tensor<3x3xi1, #COO> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi1>
  call @show_i32(%both_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%both_crd0) : (memref<?xi32>) -> ()
  call @show_i32(%both_crd1) : (memref<?xi32>) -> ()
  call @show_i1(%both_val) : (memref<?xi1>) -> ()
  %Ai8_csr = call @Ai8_csr() : () -> tensor<3x3xi8, #CSR>
  %Bi8_csr = call @Bi8_csr() : () -> tensor<3x3xi8, #CSR>

  %sum_of_i8 = call @sum_of_i8(%Ai8_csr, %Bi8_csr)
      : (tensor<3x3xi8, #CSR>, tensor<3x3xi8, #CSR>) -> tensor<3x3xi8, #CSR>
  // CHECK: sum_of_i8
  vector.print str "sum_of_i8\0A"
  // CHECK-NEXT: [ 0 3 4 5 ]
  // CHECK-NEXT: [ 0 1 2 1 1 ]
  // CHECK-NEXT: [ 1 2 0 5 10 ]
  %sum_of_i8_pos1, %sum_of_i8_crd1, %sum_of_i8_val = stensor.unpack %sum_of_i8
      : tensor<3x3xi8, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xi8>
  call @show_i32(%sum_of_i8_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%sum_of_i8_crd1) : (memref<?xi32>) -> ()
  call @show_i8(%sum_of_i8_val) : (memref<?xi8>) -> ()
  %Ai32_csr = call @Ai32_csr() : () -> tensor<3x3xi32, #CSR>
  %Bi32_csr = call @Bi32_csr() : () -> tensor<3x3xi32, #CSR>

  %sum_of_i32 = call @sum_of_i32(%Ai32_csr, %Bi32_csr)
      : (tensor<3x3xi32, #CSR>, tensor<3x3xi32, #CSR>) -> tensor<3x3xi32, #CSR>
  // CHECK: sum_of_i32
  vector.print str "sum_of_i32\0A"
  // CHECK-NEXT: [ 0 3 4 5 ]
  // CHECK-NEXT: [ 0 1 2 1 1 ]
  // CHECK-NEXT: [ 1 2 0 5 10 ]
  %sum_of_i32_pos1, %sum_of_i32_crd1, %sum_of_i32_val = stensor.unpack %sum_of_i32
      : tensor<3x3xi32, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xi32>
  call @show_i32(%sum_of_i32_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%sum_of_i32_crd1) : (memref<?xi32>) -> ()
  call @show_i32(%sum_of_i32_val) : (memref<?xi32>) -> ()
  %Ai64_csr = call @Ai64_csr() : () -> tensor<3x3xi64, #CSR>
  %Bi64_csr = call @Bi64_csr() : () -> tensor<3x3xi64, #CSR>

  %sum_of_i64 = call @sum_of_i64(%Ai64_csr, %Bi64_csr)
      : (tensor<3x3xi64, #CSR>, tensor<3x3xi64, #CSR>) -> tensor<3x3xi64, #CSR>
  // CHECK: sum_of_i64
  vector.print str "sum_of_i64\0A"
  // CHECK-NEXT: [ 0 3 4 5 ]
  // CHECK-NEXT: [ 0 1 2 1 1 ]
  // CHECK-NEXT: [ 1 2 0 5 10 ]
  %sum_of_i64_pos1, %sum_of_i64_crd1, %sum_of_i64_val = stensor.unpack %sum_of_i64
      : tensor<3x3xi64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xi64>
  call @show_i32(%sum_of_i64_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%sum_of_i64_crd1) : (memref<?xi32>) -> ()
  call @show_i64(%sum_of_i64_val) : (memref<?xi64>) -> ()
  %Af32_csr = call @Af32_csr() : () -> tensor<3x3xf32, #CSR>
  %Bf32_csr = call @Bf32_csr() : () -> tensor<3x3xf32, #CSR>

  %sum_of_f32 = call @sum_of_f32(%Af32_csr, %Bf32_csr)
      : (tensor<3x3xf32, #CSR>, tensor<3x3xf32, #CSR>) -> tensor<3x3xf32, #CSR>
  // CHECK: sum_of_f32
  vector.print str "sum_of_f32\0A"
  // CHECK-NEXT: [ 0 3 4 5 ]
  // CHECK-NEXT: [ 0 1 2 1 1 ]
  // CHECK-NEXT: [ 1 2 0 5 10 ]
  %sum_of_f32_pos1, %sum_of_f32_crd1, %sum_of_f32_val = stensor.unpack %sum_of_f32
      : tensor<3x3xf32, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf32>
  call @show_i32(%sum_of_f32_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%sum_of_f32_crd1) : (memref<?xi32>) -> ()
  call @show_f32(%sum_of_f32_val) : (memref<?xf32>) -> ()
  %A_narrow = call @A_narrow() : () -> tensor<4x5xf64, #Narrow>
  %B_csr = call @B_csr() : () -> tensor<4x5xf64, #CSR>

  %narrow_coordinates_and_wide_positions = call @narrow_coordinates_and_wide_positions(%A_narrow, %B_csr)
      : (tensor<4x5xf64, #Narrow>, tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #Narrow>
  // CHECK: narrow_coordinates_and_wide_positions
  vector.print str "narrow_coordinates_and_wide_positions\0A"
  // CHECK-NEXT: [ 0 3 3 7 11 ]
  // CHECK-NEXT: [ 0 2 4 0 1 3 4 0 1 3 4 ]
  // CHECK-NEXT: [ 1 4 1 4 3 3 4 5 6 6 5 ]
  %narrow_coordinates_and_wide_positions_pos1, %narrow_coordinates_and_wide_positions_crd1, %narrow_coordinates_and_wide_positions_val = stensor.unpack %narrow_coordinates_and_wide_positions
      : tensor<4x5xf64, #Narrow> -> memref<?xi64>, memref<?xi8>, memref<?xf64>
  call @show_i64(%narrow_coordinates_and_wide_positions_pos1) : (memref<?xi64>) -> ()
  call @show_i8(%narrow_coordinates_and_wide_positions_crd1) : (memref<?xi8>) -> ()
  call @show_f64(%narrow_coordinates_and_wide_positions_val) : (memref<?xf64>) -> ()
  return
}
