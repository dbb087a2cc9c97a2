// `--lacuna`, executed: conversions between pairs of formats give the arrays that packing gives.
//
//       [ 1 0 2 0 0 ]
//   A = [ 0 0 0 0 0 ]
//       [ 0 3 0 0 4 ]
//       [ 5 0 0 6 0 ]

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=two-phase=true | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=fp=strict | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=vector-bytes=0 | %run | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>
#Heap = #stensor.format<(i, j) -> (i : compressed(nonunique, unordered), j : singleton(nonunique, unordered))>
#Blocks = #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>
#BlocksByColumn = #stensor.format<(i, j) -> (j floordiv 2 : dense, i floordiv 3 : compressed, j mod 2 : dense, i mod 3 : dense)>
#Diagonals = #stensor.format<(i, j) -> (j - i : compressed, i : range, j : offset)>
#Hashed = #stensor.format<(i, j) -> (i : dense, j : hashed)>
#LooseTwice = #stensor.format<(i, j) -> (i : loose_compressed, j : loose_compressed)>
#Slots = #stensor.format<(i, j) -> (_ : dense, i : dense, j : singleton)>
#Structured = #stensor.format<(i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : structured[2, 4])>
#Columns = #stensor.format<(i, j) -> (j : compressed(nonunique), i : singleton)>
#Interleaved = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton(interleaved))>
#StoredRows = #stensor.format<(i, j) -> (i : compressed, j : dense)>
#Unordered = #stensor.format<(i, j) -> (i : dense, j : compressed(unordered))>
#GridOfLists = #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : dense, i mod 2 : compressed(nonunique), j mod 2 : singleton)>
#FullRows = #stensor.format<(i, j) -> (i : compressed(full), j : compressed)>
#StoredBlocks = #stensor.format<(i, j) -> (i floordiv 2 : compressed, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>
#HashedTwice = #stensor.format<(i, j) -> (i : hashed, j : hashed)>
#BlocksOfColumns = #stensor.format<(i, j) -> (i : dense, j floordiv 2 : compressed, j mod 2 : compressed)>
#Loose = #stensor.format<(i, j) -> (i : dense, j : loose_compressed)>


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

memref.global "private" constant @A_csr_pos1 : memref<5xi32> = dense<[0, 2, 2, 4, 6]>
memref.global "private" constant @A_csr_crd1 : memref<6xi32> = dense<[0, 2, 1, 4, 0, 3]>
memref.global "private" constant @A_csr_val : memref<6xf64> = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]>
memref.global "private" constant @A_csc_pos1 : memref<6xi32> = dense<[0, 2, 3, 4, 5, 6]>
memref.global "private" constant @A_csc_crd1 : memref<6xi32> = dense<[0, 3, 2, 0, 3, 2]>
memref.global "private" constant @A_csc_val : memref<6xf64> = dense<[1.0, 5.0, 3.0, 2.0, 6.0, 4.0]>
memref.global "private" constant @A_coo_pos0 : memref<2xi32> = dense<[0, 6]>
memref.global "private" constant @A_coo_crd0 : memref<6xi32> = dense<[0, 0, 2, 2, 3, 3]>
memref.global "private" constant @A_coo_crd1 : memref<6xi32> = dense<[0, 2, 1, 4, 0, 3]>
memref.global "private" constant @A_coo_val : memref<6xf64> = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]>
memref.global "private" constant @A_heap_pos0 : memref<2xi32> = dense<[0, 6]>
memref.global "private" constant @A_heap_crd0 : memref<6xi32> = dense<[0, 0, 2, 2, 3, 3]>
memref.global "private" constant @A_heap_crd1 : memref<6xi32> = dense<[0, 2, 1, 4, 0, 3]>
memref.global "private" constant @A_heap_val : memref<6xf64> = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]>
memref.global "private" constant @A_blocks_pos1 : memref<3xi32> = dense<[0, 2, 5]>
memref.global "private" constant @A_blocks_crd1 : memref<5xi32> = dense<[0, 1, 0, 1, 2]>
memref.global "private" constant @A_blocks_val : memref<20xf64> = dense<[1.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 3.0, 5.0, 0.0, 0.0, 0.0, 0.0, 6.0, 4.0, 0.0, 0.0, 0.0]>
memref.global "private" constant @A_diagonals_pos0 : memref<2xi32> = dense<[0, 4]>
memref.global "private" constant @A_diagonals_crd0 : memref<4xi32> = dense<[-3, -1, 0, 2]>
memref.global "private" constant @A_diagonals_val : memref<16xf64> = dense<[0.0, 0.0, 0.0, 5.0, 0.0, 0.0, 3.0, 0.0, 1.0, 0.0, 0.0, 6.0, 2.0, 0.0, 4.0, 0.0]>
memref.global "private" constant @A_hashed_crd1 : memref<16xi32> = dense<[0, -1, 2, -1, -1, -1, -1, -1, -1, 1, 4, -1, 0, 3, -1, -1]>
memref.global "private" constant @A_hashed_val : memref<16xf64> = dense<[1.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 3.0, 4.0, 0.0, 5.0, 6.0, 0.0, 0.0]>
memref.global "private" constant @A_loosetwice_pos0 : memref<2xi32> = dense<[0, 3]>
memref.global "private" constant @A_loosetwice_crd0 : memref<4xi32> = dense<[0, 2, 3, 0]>
memref.global "private" constant @A_loosetwice_pos1 : memref<8xi32> = dense<[0, 2, 3, 5, 6, 8, 9, 9]>
memref.global "private" constant @A_loosetwice_crd1 : memref<10xi32> = dense<[0, 2, 0, 1, 4, 0, 0, 3, 0, 0]>
memref.global "private" constant @A_loosetwice_val : memref<10xf64> = dense<[1.0, 2.0, 0.0, 3.0, 4.0, 0.0, 5.0, 6.0, 0.0, 0.0]>
memref.global "private" constant @A_slots_crd2 : memref<8xi32> = dense<[0, 0, 1, 0, 2, 0, 4, 3]>
memref.global "private" constant @A_slots_val : memref<8xf64> = dense<[1.0, 0.0, 3.0, 5.0, 2.0, 0.0, 4.0, 6.0]>
memref.global "private" constant @A_structured_crd2 : memref<16xi32> = dense<[0, 2, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 3, 0, 1]>
memref.global "private" constant @A_structured_val : memref<16xf64> = dense<[1.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 3.0, 4.0, 0.0, 5.0, 6.0, 0.0, 0.0]>
memref.global "private" constant @A_interleaved_pos0 : memref<2xi32> = dense<[0, 6]>
memref.global "private" constant @A_interleaved_crd0 : memref<12xi32> = dense<[0, 0, 0, 2, 2, 1, 2, 4, 3, 0, 3, 3]>
memref.global "private" constant @A_interleaved_val : memref<6xf64> = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]>
memref.global "private" constant @A_unordered_pos1 : memref<5xi32> = dense<[0, 2, 2, 4, 6]>
memref.global "private" constant @A_unordered_crd1 : memref<6xi32> = dense<[0, 2, 1, 4, 0, 3]>
memref.global "private" constant @A_unordered_val : memref<6xf64> = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]>
memref.global "private" constant @A_fullrows_pos0 : memref<2xi32> = dense<[0, 4]>
memref.global "private" constant @A_fullrows_crd0 : memref<4xi32> = dense<[0, 1, 2, 3]>
memref.global "private" constant @A_fullrows_pos1 : memref<5xi32> = dense<[0, 2, 2, 4, 6]>
memref.global "private" constant @A_fullrows_crd1 : memref<6xi32> = dense<[0, 2, 1, 4, 0, 3]>
memref.global "private" constant @A_fullrows_val : memref<6xf64> = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]>
memref.global "private" constant @A_columns_pos0 : memref<2xi32> = dense<[0, 6]>
memref.global "private" constant @A_columns_crd0 : memref<6xi32> = dense<[0, 0, 1, 2, 3, 4]>
memref.global "private" constant @A_columns_crd1 : memref<6xi32> = dense<[0, 3, 2, 0, 3, 2]>
memref.global "private" constant @A_columns_val : memref<6xf64> = dense<[1.0, 5.0, 3.0, 2.0, 6.0, 4.0]>
memref.global "private" constant @A_hashedtwice_crd0 : memref<8xi32> = dense<[0, -1, 2, -1, 3, -1, -1, -1]>
memref.global "private" constant @A_hashedtwice_crd1 : memref<32xi32> = dense<[0, -1, 2, -1, -1, -1, -1, -1, -1, 1, 4, -1, -1, -1, -1, -1, 0, 3, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1]>
memref.global "private" constant @A_hashedtwice_val : memref<32xf64> = dense<[1.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 3.0, 4.0, 0.0, 0.0, 0.0, 0.0, 0.0, 5.0, 6.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]>
memref.global "private" constant @A_gridoflists_pos2 : memref<7xi32> = dense<[0, 1, 2, 2, 4, 5, 6]>
memref.global "private" constant @A_gridoflists_crd2 : memref<6xi32> = dense<[0, 0, 0, 1, 1, 0]>
memref.global "private" constant @A_gridoflists_crd3 : memref<6xi32> = dense<[0, 0, 1, 0, 1, 0]>
memref.global "private" constant @A_gridoflists_val : memref<6xf64> = dense<[1.0, 2.0, 3.0, 5.0, 6.0, 4.0]>

func.func @A_csr() -> tensor<4x5xf64, #CSR> {
  %pos1 = memref.get_global @A_csr_pos1 : memref<5xi32>
  %crd1 = memref.get_global @A_csr_crd1 : memref<6xi32>
  %val = memref.get_global @A_csr_val : memref<6xf64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<5xi32>, memref<6xi32>, memref<6xf64>) -> tensor<4x5xf64, #CSR>
  return %t : tensor<4x5xf64, #CSR>
}

func.func @A_csc() -> tensor<4x5xf64, #CSC> {
  %pos1 = memref.get_global @A_csc_pos1 : memref<6xi32>
  %crd1 = memref.get_global @A_csc_crd1 : memref<6xi32>
  %val = memref.get_global @A_csc_val : memref<6xf64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<6xi32>, memref<6xi32>, memref<6xf64>) -> tensor<4x5xf64, #CSC>
  return %t : tensor<4x5xf64, #CSC>
}

func.func @A_coo() -> tensor<4x5xf64, #COO> {
  %pos0 = memref.get_global @A_coo_pos0 : memref<2xi32>
  %crd0 = memref.get_global @A_coo_crd0 : memref<6xi32>
  %crd1 = memref.get_global @A_coo_crd1 : memref<6xi32>
  %val = memref.get_global @A_coo_val : memref<6xf64>
  %t = stensor.pack(%pos0, %crd0, %crd1, %val)
      : (memref<2xi32>, memref<6xi32>, memref<6xi32>, memref<6xf64>) -> tensor<4x5xf64, #COO>
  return %t : tensor<4x5xf64, #COO>
}

func.func @A_heap() -> tensor<4x5xf64, #Heap> {
  %pos0 = memref.get_global @A_heap_pos0 : memref<2xi32>
  %crd0 = memref.get_global @A_heap_crd0 : memref<6xi32>
  %crd1 = memref.get_global @A_heap_crd1 : memref<6xi32>
  %val = memref.get_global @A_heap_val : memref<6xf64>
  %t = stensor.pack(%pos0, %crd0, %crd1, %val)
      : (memref<2xi32>, memref<6xi32>, memref<6xi32>, memref<6xf64>) -> tensor<4x5xf64, #Heap>
  return %t : tensor<4x5xf64, #Heap>
}

func.func @A_blocks() -> tensor<4x5xf64, #Blocks> {
  %pos1 = memref.get_global @A_blocks_pos1 : memref<3xi32>
  %crd1 = memref.get_global @A_blocks_crd1 : memref<5xi32>
  %val = memref.get_global @A_blocks_val : memref<20xf64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<3xi32>, memref<5xi32>, memref<20xf64>) -> tensor<4x5xf64, #Blocks>
  return %t : tensor<4x5xf64, #Blocks>
}

func.func @A_diagonals() -> tensor<4x5xf64, #Diagonals> {
  %pos0 = memref.get_global @A_diagonals_pos0 : memref<2xi32>
  %crd0 = memref.get_global @A_diagonals_crd0 : memref<4xi32>
  %val = memref.get_global @A_diagonals_val : memref<16xf64>
  %t = stensor.pack(%pos0, %crd0, %val)
      : (memref<2xi32>, memref<4xi32>, memref<16xf64>) -> tensor<4x5xf64, #Diagonals>
  return %t : tensor<4x5xf64, #Diagonals>
}

func.func @A_hashed() -> tensor<4x5xf64, #Hashed> {
  %crd1 = memref.get_global @A_hashed_crd1 : memref<16xi32>
  %val = memref.get_global @A_hashed_val : memref<16xf64>
  %t = stensor.pack(%crd1, %val)
      : (memref<16xi32>, memref<16xf64>) -> tensor<4x5xf64, #Hashed>
  return %t : tensor<4x5xf64, #Hashed>
}

func.func @A_loosetwice() -> tensor<4x5xf64, #LooseTwice> {
  %pos0 = memref.get_global @A_loosetwice_pos0 : memref<2xi32>
  %crd0 = memref.get_global @A_loosetwice_crd0 : memref<4xi32>
  %pos1 = memref.get_global @A_loosetwice_pos1 : memref<8xi32>
  %crd1 = memref.get_global @A_loosetwice_crd1 : memref<10xi32>
  %val = memref.get_global @A_loosetwice_val : memref<10xf64>
  %t = stensor.pack(%pos0, %crd0, %pos1, %crd1, %val)
      : (memref<2xi32>, memref<4xi32>, memref<8xi32>, memref<10xi32>, memref<10xf64>) -> tensor<4x5xf64, #LooseTwice>
  return %t : tensor<4x5xf64, #LooseTwice>
}

func.func @A_slots() -> tensor<4x5xf64, #Slots> {
  %crd2 = memref.get_global @A_slots_crd2 : memref<8xi32>
  %val = memref.get_global @A_slots_val : memref<8xf64>
  %t = stensor.pack(%crd2, %val)
      : (memref<8xi32>, memref<8xf64>) -> tensor<4x5xf64, #Slots>
  return %t : tensor<4x5xf64, #Slots>
}

func.func @A_structured() -> tensor<4x5xf64, #Structured> {
  %crd2 = memref.get_global @A_structured_crd2 : memref<16xi32>
  %val = memref.get_global @A_structured_val : memref<16xf64>
  %t = stensor.pack(%crd2, %val)
      : (memref<16xi32>, memref<16xf64>) -> tensor<4x5xf64, #Structured>
  return %t : tensor<4x5xf64, #Structured>
}

func.func @A_interleaved() -> tensor<4x5xf64, #Interleaved> {
  %pos0 = memref.get_global @A_interleaved_pos0 : memref<2xi32>
  %crd0 = memref.get_global @A_interleaved_crd0 : memref<12xi32>
  %val = memref.get_global @A_interleaved_val : memref<6xf64>
  %t = stensor.pack(%pos0, %crd0, %val)
      : (memref<2xi32>, memref<12xi32>, memref<6xf64>) -> tensor<4x5xf64, #Interleaved>
  return %t : tensor<4x5xf64, #Interleaved>
}

func.func @A_unordered() -> tensor<4x5xf64, #Unordered> {
  %pos1 = memref.get_global @A_unordered_pos1 : memref<5xi32>
  %crd1 = memref.get_global @A_unordered_crd1 : memref<6xi32>
  %val = memref.get_global @A_unordered_val : memref<6xf64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<5xi32>, memref<6xi32>, memref<6xf64>) -> tensor<4x5xf64, #Unordered>
  return %t : tensor<4x5xf64, #Unordered>
}

func.func @A_fullrows() -> tensor<4x5xf64, #FullRows> {
  %pos0 = memref.get_global @A_fullrows_pos0 : memref<2xi32>
  %crd0 = memref.get_global @A_fullrows_crd0 : memref<4xi32>
  %pos1 = memref.get_global @A_fullrows_pos1 : memref<5xi32>
  %crd1 = memref.get_global @A_fullrows_crd1 : memref<6xi32>
  %val = memref.get_global @A_fullrows_val : memref<6xf64>
  %t = stensor.pack(%pos0, %crd0, %pos1, %crd1, %val)
      : (memref<2xi32>, memref<4xi32>, memref<5xi32>, memref<6xi32>, memref<6xf64>) -> tensor<4x5xf64, #FullRows>
  return %t : tensor<4x5xf64, #FullRows>
}

func.func @A_columns() -> tensor<4x5xf64, #Columns> {
  %pos0 = memref.get_global @A_columns_pos0 : memref<2xi32>
  %crd0 = memref.get_global @A_columns_crd0 : memref<6xi32>
  %crd1 = memref.get_global @A_columns_crd1 : memref<6xi32>
  %val = memref.get_global @A_columns_val : memref<6xf64>
  %t = stensor.pack(%pos0, %crd0, %crd1, %val)
      : (memref<2xi32>, memref<6xi32>, memref<6xi32>, memref<6xf64>) -> tensor<4x5xf64, #Columns>
  return %t : tensor<4x5xf64, #Columns>
}

func.func @A_hashedtwice() -> tensor<4x5xf64, #HashedTwice> {
  %crd0 = memref.get_global @A_hashedtwice_crd0 : memref<8xi32>
  %crd1 = memref.get_global @A_hashedtwice_crd1 : memref<32xi32>
  %val = memref.get_global @A_hashedtwice_val : memref<32xf64>
  %t = stensor.pack(%crd0, %crd1, %val)
      : (memref<8xi32>, memref<32xi32>, memref<32xf64>) -> tensor<4x5xf64, #HashedTwice>
  return %t : tensor<4x5xf64, #HashedTwice>
}

func.func @A_gridoflists() -> tensor<4x5xf64, #GridOfLists> {
  %pos2 = memref.get_global @A_gridoflists_pos2 : memref<7xi32>
  %crd2 = memref.get_global @A_gridoflists_crd2 : memref<6xi32>
  %crd3 = memref.get_global @A_gridoflists_crd3 : memref<6xi32>
  %val = memref.get_global @A_gridoflists_val : memref<6xf64>
  %t = stensor.pack(%pos2, %crd2, %crd3, %val)
      : (memref<7xi32>, memref<6xi32>, memref<6xi32>, memref<6xf64>) -> tensor<4x5xf64, #GridOfLists>
  return %t : tensor<4x5xf64, #GridOfLists>
}

func.func @csr_to_csc(%A: tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSC> {
  %r = stensor.convert %A : tensor<4x5xf64, #CSR> to tensor<4x5xf64, #CSC>
  return %r : tensor<4x5xf64, #CSC>
}

func.func @csc_to_csr(%A: tensor<4x5xf64, #CSC>) -> tensor<4x5xf64, #CSR> {
  %r = stensor.convert %A : tensor<4x5xf64, #CSC> to tensor<4x5xf64, #CSR>
  return %r : tensor<4x5xf64, #CSR>
}

func.func @csr_to_coo(%A: tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #COO> {
  %r = stensor.convert %A : tensor<4x5xf64, #CSR> to tensor<4x5xf64, #COO>
  return %r : tensor<4x5xf64, #COO>
}

func.func @coo_to_dcsr(%A: tensor<4x5xf64, #COO>) -> tensor<4x5xf64, #DCSR> {
  %r = stensor.convert %A : tensor<4x5xf64, #COO> to tensor<4x5xf64, #DCSR>
  return %r : tensor<4x5xf64, #DCSR>
}

func.func @coo_to_csc(%A: tensor<4x5xf64, #COO>) -> tensor<4x5xf64, #CSC> {
  %r = stensor.convert %A : tensor<4x5xf64, #COO> to tensor<4x5xf64, #CSC>
  return %r : tensor<4x5xf64, #CSC>
}

func.func @heap_to_csr(%A: tensor<4x5xf64, #Heap>) -> tensor<4x5xf64, #CSR> {
  %r = stensor.convert %A : tensor<4x5xf64, #Heap> to tensor<4x5xf64, #CSR>
  return %r : tensor<4x5xf64, #CSR>
}

func.func @csr_to_blocks(%A: tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #Blocks> {
  %r = stensor.convert %A : tensor<4x5xf64, #CSR> to tensor<4x5xf64, #Blocks>
  return %r : tensor<4x5xf64, #Blocks>
}

func.func @blocks_to_csc(%A: tensor<4x5xf64, #Blocks>) -> tensor<4x5xf64, #CSC> {
  %r = stensor.convert %A : tensor<4x5xf64, #Blocks> to tensor<4x5xf64, #CSC>
  return %r : tensor<4x5xf64, #CSC>
}

func.func @blocks_to_blocksbycolumn(%A: tensor<4x5xf64, #Blocks>) -> tensor<4x5xf64, #BlocksByColumn> {
  %r = stensor.convert %A : tensor<4x5xf64, #Blocks> to tensor<4x5xf64, #BlocksByColumn>
  return %r : tensor<4x5xf64, #BlocksByColumn>
}

func.func @csr_to_diagonals(%A: tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #Diagonals> {
  %r = stensor.convert %A : tensor<4x5xf64, #CSR> to tensor<4x5xf64, #Diagonals>
  return %r : tensor<4x5xf64, #Diagonals>
}

func.func @diagonals_to_csr(%A: tensor<4x5xf64, #Diagonals>) -> tensor<4x5xf64, #CSR> {
  %r = stensor.convert %A : tensor<4x5xf64, #Diagonals> to tensor<4x5xf64, #CSR>
  return %r : tensor<4x5xf64, #CSR>
}

func.func @hashed_to_csr(%A: tensor<4x5xf64, #Hashed>) -> tensor<4x5xf64, #CSR> {
  %r = stensor.convert %A : tensor<4x5xf64, #Hashed> to tensor<4x5xf64, #CSR>
  return %r : tensor<4x5xf64, #CSR>
}

func.func @loosetwice_to_coo(%A: tensor<4x5xf64, #LooseTwice>) -> tensor<4x5xf64, #COO> {
  %r = stensor.convert %A : tensor<4x5xf64, #LooseTwice> to tensor<4x5xf64, #COO>
  return %r : tensor<4x5xf64, #COO>
}

func.func @slots_to_csr(%A: tensor<4x5xf64, #Slots>) -> tensor<4x5xf64, #CSR> {
  %r = stensor.convert %A : tensor<4x5xf64, #Slots> to tensor<4x5xf64, #CSR>
  return %r : tensor<4x5xf64, #CSR>
}

func.func @structured_to_columns(%A: tensor<4x5xf64, #Structured>) -> tensor<4x5xf64, #Columns> {
  %r = stensor.convert %A : tensor<4x5xf64, #Structured> to tensor<4x5xf64, #Columns>
  return %r : tensor<4x5xf64, #Columns>
}

func.func @columns_to_structured(%A: tensor<4x5xf64, #Columns>) -> tensor<4x5xf64, #Structured> {
  %r = stensor.convert %A : tensor<4x5xf64, #Columns> to tensor<4x5xf64, #Structured>
  return %r : tensor<4x5xf64, #Structured>
}

func.func @interleaved_to_storedrows(%A: tensor<4x5xf64, #Interleaved>) -> tensor<4x5xf64, #StoredRows> {
  %r = stensor.convert %A : tensor<4x5xf64, #Interleaved> to tensor<4x5xf64, #StoredRows>
  return %r : tensor<4x5xf64, #StoredRows>
}

func.func @unordered_to_gridoflists(%A: tensor<4x5xf64, #Unordered>) -> tensor<4x5xf64, #GridOfLists> {
  %r = stensor.convert %A : tensor<4x5xf64, #Unordered> to tensor<4x5xf64, #GridOfLists>
  return %r : tensor<4x5xf64, #GridOfLists>
}

func.func @fullrows_to_interleaved(%A: tensor<4x5xf64, #FullRows>) -> tensor<4x5xf64, #Interleaved> {
  %r = stensor.convert %A : tensor<4x5xf64, #FullRows> to tensor<4x5xf64, #Interleaved>
  return %r : tensor<4x5xf64, #Interleaved>
}

func.func @columns_to_storedblocks(%A: tensor<4x5xf64, #Columns>) -> tensor<4x5xf64, #StoredBlocks> {
  %r = stensor.convert %A : tensor<4x5xf64, #Columns> to tensor<4x5xf64, #StoredBlocks>
  return %r : tensor<4x5xf64, #StoredBlocks>
}

func.func @hashedtwice_to_dcsr(%A: tensor<4x5xf64, #HashedTwice>) -> tensor<4x5xf64, #DCSR> {
  %r = stensor.convert %A : tensor<4x5xf64, #HashedTwice> to tensor<4x5xf64, #DCSR>
  return %r : tensor<4x5xf64, #DCSR>
}

func.func @gridoflists_to_blocksofcolumns(%A: tensor<4x5xf64, #GridOfLists>) -> tensor<4x5xf64, #BlocksOfColumns> {
  %r = stensor.convert %A : tensor<4x5xf64, #GridOfLists> to tensor<4x5xf64, #BlocksOfColumns>
  return %r : tensor<4x5xf64, #BlocksOfColumns>
}

func.func @csc_to_values(%A: tensor<4x5xf64, #CSC>) -> tensor<4x5xf64> {
  %r = stensor.convert %A : tensor<4x5xf64, #CSC> to tensor<4x5xf64>
  return %r : tensor<4x5xf64>
}

func.func @diagonals_to_values(%A: tensor<4x5xf64, #Diagonals>) -> tensor<4x5xf64> {
  %r = stensor.convert %A : tensor<4x5xf64, #Diagonals> to tensor<4x5xf64>
  return %r : tensor<4x5xf64>
}

func.func @csr_to_loose(%A: tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #Loose> {
  %r = stensor.convert %A : tensor<4x5xf64, #CSR> to tensor<4x5xf64, #Loose>
  return %r : tensor<4x5xf64, #Loose>
}

func.func @coo_to_hashed(%A: tensor<4x5xf64, #COO>) -> tensor<4x5xf64, #Hashed> {
  %r = stensor.convert %A : tensor<4x5xf64, #COO> to tensor<4x5xf64, #Hashed>
  return %r : tensor<4x5xf64, #Hashed>
}

func.func @csc_to_slots(%A: tensor<4x5xf64, #CSC>) -> tensor<4x5xf64, #Slots> {
  %r = stensor.convert %A : tensor<4x5xf64, #CSC> to tensor<4x5xf64, #Slots>
  return %r : tensor<4x5xf64, #Slots>
}

func.func @main() {
  %A_csr = call @A_csr() : () -> tensor<4x5xf64, #CSR>

  %csr_to_csc = call @csr_to_csc(%A_csr)
      : (tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSC>
  // CHECK: csr_to_csc
  vector.print str "csr_to_csc\0A"
  // CHECK-NEXT: [ 0 2 3 4 5 6 ]
  // CHECK-NEXT: [ 0 3 2 0 3 2 ]
  // CHECK-NEXT: [ 1 5 3 2 6 4 ]
  %csr_to_csc_pos1, %csr_to_csc_crd1, %csr_to_csc_val = stensor.unpack %csr_to_csc
      : tensor<4x5xf64, #CSC> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%csr_to_csc_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%csr_to_csc_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%csr_to_csc_val) : (memref<?xf64>) -> ()
  %A_csc = call @A_csc() : () -> tensor<4x5xf64, #CSC>

  %csc_to_csr = call @csc_to_csr(%A_csc)
      : (tensor<4x5xf64, #CSC>) -> tensor<4x5xf64, #CSR>
  // CHECK: csc_to_csr
  vector.print str "csc_to_csr\0A"
  // CHECK-NEXT: [ 0 2 2 4 6 ]
  // CHECK-NEXT: [ 0 2 1 4 0 3 ]
  // CHECK-NEXT: [ 1 2 3 4 5 6 ]
  %csc_to_csr_pos1, %csc_to_csr_crd1, %csc_to_csr_val = stensor.unpack %csc_to_csr
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%csc_to_csr_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%csc_to_csr_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%csc_to_csr_val) : (memref<?xf64>) -> ()

  %csr_to_coo = call @csr_to_coo(%A_csr)
      : (tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #COO>
  // CHECK: csr_to_coo
  vector.print str "csr_to_coo\0A"
  // CHECK-NEXT: [ 0 6 ]
  // CHECK-NEXT: [ 0 0 2 2 3 3 ]
  // CHECK-NEXT: [ 0 2 1 4 0 3 ]
  // CHECK-NEXT: [ 1 2 3 4 5 6 ]
  %csr_to_coo_pos0, %csr_to_coo_crd0, %csr_to_coo_crd1, %csr_to_coo_val = stensor.unpack %csr_to_coo
      : tensor<4x5xf64, #COO> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%csr_to_coo_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%csr_to_coo_crd0) : (memref<?xi32>) -> ()
  call @show_i32(%csr_to_coo_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%csr_to_coo_val) : (memref<?xf64>) -> ()
  %A_coo = call @A_coo() : () -> tensor<4x5xf64, #COO>

  %coo_to_dcsr = call @coo_to_dcsr(%A_coo)
      : (tensor<4x5xf64, #COO>) -> tensor<4x5xf64, #DCSR>
  // CHECK: coo_to_dcsr
  vector.print str "coo_to_dcsr\0A"
  // CHECK-NEXT: [ 0 3 ]
  // CHECK-NEXT: [ 0 2 3 ]
  // CHECK-NEXT: [ 0 2 4 6 ]
  // CHECK-NEXT: [ 0 2 1 4 0 3 ]
  // CHECK-NEXT: [ 1 2 3 4 5 6 ]
  %coo_to_dcsr_pos0, %coo_to_dcsr_crd0, %coo_to_dcsr_pos1, %coo_to_dcsr_crd1, %coo_to_dcsr_val = stensor.unpack %coo_to_dcsr
      : tensor<4x5xf64, #DCSR> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%coo_to_dcsr_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%coo_to_dcsr_crd0) : (memref<?xi32>) -> ()
  call @show_i32(%coo_to_dcsr_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%coo_to_dcsr_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%coo_to_dcsr_val) : (memref<?xf64>) -> ()

  %coo_to_csc = call @coo_to_csc(%A_coo)
      : (tensor<4x5xf64, #COO>) -> tensor<4x5xf64, #CSC>
  // CHECK: coo_to_csc
  vector.print str "coo_to_csc\0A"
  // CHECK-NEXT: [ 0 2 3 4 5 6 ]
  // CHECK-NEXT: [ 0 3 2 0 3 2 ]
  // CHECK-NEXT: [ 1 5 3 2 6 4 ]
  %coo_to_csc_pos1, %coo_to_csc_crd1, %coo_to_csc_val = stensor.unpack %coo_to_csc
      : tensor<4x5xf64, #CSC> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%coo_to_csc_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%coo_to_csc_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%coo_to_csc_val) : (memref<?xf64>) -> ()
  %A_heap = call @A_heap() : () -> tensor<4x5xf64, #Heap>

  %heap_to_csr = call @heap_to_csr(%A_heap)
      : (tensor<4x5xf64, #Heap>) -> tensor<4x5xf64, #CSR>
  // CHECK: heap_to_csr
  vector.print str "heap_to_csr\0A"
  // CHECK-NEXT: [ 0 2 2 4 6 ]
  // CHECK-NEXT: [ 0 2 1 4 0 3 ]
  // CHECK-NEXT: [ 1 2 3 4 5 6 ]
  %heap_to_csr_pos1, %heap_to_csr_crd1, %heap_to_csr_val = stensor.unpack %heap_to_csr
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%heap_to_csr_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%heap_to_csr_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%heap_to_csr_val) : (memref<?xf64>) -> ()

  %csr_to_blocks = call @csr_to_blocks(%A_csr)
      : (tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #Blocks>
  // CHECK: csr_to_blocks
  vector.print str "csr_to_blocks\0A"
  // CHECK-NEXT: [ 0 2 5 ]
  // CHECK-NEXT: [ 0 1 0 1 2 ]
  // CHECK-NEXT: [ 1 0 0 0 2 0 0 0 0 3 5 0 0 0 0 6 4 0 0 0 ]
  %csr_to_blocks_pos1, %csr_to_blocks_crd1, %csr_to_blocks_val = stensor.unpack %csr_to_blocks
      : tensor<4x5xf64, #Blocks> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%csr_to_blocks_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%csr_to_blocks_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%csr_to_blocks_val) : (memref<?xf64>) -> ()
  %A_blocks = call @A_blocks() : () -> tensor<4x5xf64, #Blocks>

  %blocks_to_csc = call @blocks_to_csc(%A_blocks)
      : (tensor<4x5xf64, #Blocks>) -> tensor<4x5xf64, #CSC>
  // CHECK: blocks_to_csc
  vector.print str "blocks_to_csc\0A"
  // CHECK-NEXT: [ 0 2 3 4 5 6 ]
  // CHECK-NEXT: [ 0 3 2 0 3 2 ]
  // CHECK-NEXT: [ 1 5 3 2 6 4 ]
  %blocks_to_csc_pos1, %blocks_to_csc_crd1, %blocks_to_csc_val = stensor.unpack %blocks_to_csc
      : tensor<4x5xf64, #CSC> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%blocks_to_csc_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%blocks_to_csc_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%blocks_to_csc_val) : (memref<?xf64>) -> ()

  %blocks_to_blocksbycolumn = call @blocks_to_blocksbycolumn(%A_blocks)
      : (tensor<4x5xf64, #Blocks>) -> tensor<4x5xf64, #BlocksByColumn>
  // CHECK: blocks_to_blocksbycolumn
  vector.print str "blocks_to_blocksbycolumn\0A"
  // CHECK-NEXT: [ 0 2 4 5 ]
  // CHECK-NEXT: [ 0 1 0 1 0 ]
  // CHECK-NEXT: [ 1 0 0 0 0 3 5 0 0 0 0 0 2 0 0 0 0 0 0 0 0 6 0 0 0 0 4 0 0 0 ]
  %blocks_to_blocksbycolumn_pos1, %blocks_to_blocksbycolumn_crd1, %blocks_to_blocksbycolumn_val = stensor.unpack %blocks_to_blocksbycolumn
      : tensor<4x5xf64, #BlocksByColumn> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%blocks_to_blocksbycolumn_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%blocks_to_blocksbycolumn_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%blocks_to_blocksbycolumn_val) : (memref<?xf64>) -> ()

  %csr_to_diagonals = call @csr_to_diagonals(%A_csr)
      : (tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #Diagonals>
  // CHECK: csr_to_diagonals
  vector.print str "csr_to_diagonals\0A"
  // CHECK-NEXT: [ 0 4 ]
  // CHECK-NEXT: [ -3 -1 0 2 ]
  // CHECK-NEXT: [ 0 0 0 5 0 0 3 0 1 0 0 6 2 0 4 0 ]
  %csr_to_diagonals_pos0, %csr_to_diagonals_crd0, %csr_to_diagonals_val = stensor.unpack %csr_to_diagonals
      : tensor<4x5xf64, #Diagonals> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%csr_to_diagonals_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%csr_to_diagonals_crd0) : (memref<?xi32>) -> ()
  call @show_f64(%csr_to_diagonals_val) : (memref<?xf64>) -> ()
  %A_diagonals = call @A_diagonals() : () -> tensor<4x5xf64, #Diagonals>

  %diagonals_to_csr = call @diagonals_to_csr(%A_diagonals)
      : (tensor<4x5xf64, #Diagonals>) -> tensor<4x5xf64, #CSR>
  // CHECK: diagonals_to_csr
  vector.print str "diagonals_to_csr\0A"
  // CHECK-NEXT: [ 0 2 2 4 6 ]
  // CHECK-NEXT: [ 0 2 1 4 0 3 ]
  // CHECK-NEXT: [ 1 2 3 4 5 6 ]
  %diagonals_to_csr_pos1, %diagonals_to_csr_crd1, %diagonals_to_csr_val = stensor.unpack %diagonals_to_csr
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%diagonals_to_csr_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%diagonals_to_csr_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%diagonals_to_csr_val) : (memref<?xf64>) -> ()
  %A_hashed = call @A_hashed() : () -> tensor<4x5xf64, #Hashed>

  %hashed_to_csr = call @hashed_to_csr(%A_hashed)
      : (tensor<4x5xf64, #Hashed>) -> tensor<4x5xf64, #CSR>
  // CHECK: hashed_to_csr
  vector.print str "hashed_to_csr\0A"
  // CHECK-NEXT: [ 0 2 2 4 6 ]
  // CHECK-NEXT: [ 0 2 1 4 0 3 ]
  // CHECK-NEXT: [ 1 2 3 4 5 6 ]
  %hashed_to_csr_pos1, %hashed_to_csr_crd1, %hashed_to_csr_val = stensor.unpack %hashed_to_csr
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%hashed_to_csr_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%hashed_to_csr_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%hashed_to_csr_val) : (memref<?xf64>) -> ()
  %A_loosetwice = call @A_loosetwice() : () -> tensor<4x5xf64, #LooseTwice>

  %loosetwice_to_coo = call @loosetwice_to_coo(%A_loosetwice)
      : (tensor<4x5xf64, #LooseTwice>) -> tensor<4x5xf64, #COO>
  // CHECK: loosetwice_to_coo
  vector.print str "loosetwice_to_coo\0A"
  // CHECK-NEXT: [ 0 6 ]
  // CHECK-NEXT: [ 0 0 2 2 3 3 ]
  // CHECK-NEXT: [ 0 2 1 4 0 3 ]
  // CHECK-NEXT: [ 1 2 3 4 5 6 ]
  %loosetwice_to_coo_pos0, %loosetwice_to_coo_crd0, %loosetwice_to_coo_crd1, %loosetwice_to_coo_val = stensor.unpack %loosetwice_to_coo
      : tensor<4x5xf64, #COO> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%loosetwice_to_coo_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%loosetwice_to_coo_crd0) : (memref<?xi32>) -> ()
  call @show_i32(%loosetwice_to_coo_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%loosetwice_to_coo_val) : (memref<?xf64>) -> ()
  %A_slots = call @A_slots() : () -> tensor<4x5xf64, #Slots>

  %slots_to_csr = call @slots_to_csr(%A_slots)
      : (tensor<4x5xf64, #Slots>) -> tensor<4x5xf64, #CSR>
  // CHECK: slots_to_csr
  vector.print str "slots_to_csr\0A"
  // CHECK-NEXT: [ 0 2 2 4 6 ]
  // CHECK-NEXT: [ 0 2 1 4 0 3 ]
  // CHECK-NEXT: [ 1 2 3 4 5 6 ]
  %slots_to_csr_pos1, %slots_to_csr_crd1, %slots_to_csr_val = stensor.unpack %slots_to_csr
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%slots_to_csr_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%slots_to_csr_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%slots_to_csr_val) : (memref<?xf64>) -> ()
  %A_structured = call @A_structured() : () -> tensor<4x5xf64, #Structured>

  %structured_to_columns = call @structured_to_columns(%A_structured)
      : (tensor<4x5xf64, #Structured>) -> tensor<4x5xf64, #Columns>
  // CHECK: structured_to_columns
  vector.print str "structured_to_columns\0A"
  // CHECK-NEXT: [ 0 6 ]
  // CHECK-NEXT: [ 0 0 1 2 3 4 ]
  // CHECK-NEXT: [ 0 3 2 0 3 2 ]
  // CHECK-NEXT: [ 1 5 3 2 6 4 ]
  %structured_to_columns_pos0, %structured_to_columns_crd0, %structured_to_columns_crd1, %structured_to_columns_val = stensor.unpack %structured_to_columns
      : tensor<4x5xf64, #Columns> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%structured_to_columns_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%structured_to_columns_crd0) : (memref<?xi32>) -> ()
  call @show_i32(%structured_to_columns_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%structured_to_columns_val) : (memref<?xf64>) -> ()

  // The same arrays as those of the source.
  %columns_to_structured = call @columns_to_structured(%structured_to_columns)
      : (tensor<4x5xf64, #Columns>) -> tensor<4x5xf64, #Structured>
  // CHECK: columns_to_structured
  vector.print str "columns_to_structured\0A"
  // CHECK-NEXT: [ 0 2 0 1 0 1 0 1 0 1 0 1 0 3 0 1 ]
  // CHECK-NEXT: [ 1 2 0 0 0 0 0 0 0 3 4 0 5 6 0 0 ]
  %columns_to_structured_crd2, %columns_to_structured_val = stensor.unpack %columns_to_structured
      : tensor<4x5xf64, #Structured> -> memref<?xi32>, memref<?xf64>
  call @show_i32(%columns_to_structured_crd2) : (memref<?xi32>) -> ()
  call @show_f64(%columns_to_structured_val) : (memref<?xf64>) -> ()
  %A_interleaved = call @A_interleaved() : () -> tensor<4x5xf64, #Interleaved>

  %interleaved_to_storedrows = call @interleaved_to_storedrows(%A_interleaved)
      : (tensor<4x5xf64, #Interleaved>) -> tensor<4x5xf64, #StoredRows>
  // CHECK: interleaved_to_storedrows
  vector.print str "interleaved_to_storedrows\0A"
  // CHECK-NEXT: [ 0 3 ]
  // CHECK-NEXT: [ 0 2 3 ]
  // CHECK-NEXT: [ 1 0 2 0 0 0 3 0 0 4 5 0 0 6 0 ]
  %interleaved_to_storedrows_pos0, %interleaved_to_storedrows_crd0, %interleaved_to_storedrows_val = stensor.unpack %interleaved_to_storedrows
      : tensor<4x5xf64, #StoredRows> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%interleaved_to_storedrows_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%interleaved_to_storedrows_crd0) : (memref<?xi32>) -> ()
  call @show_f64(%interleaved_to_storedrows_val) : (memref<?xf64>) -> ()
  %A_unordered = call @A_unordered() : () -> tensor<4x5xf64, #Unordered>

  %unordered_to_gridoflists = call @unordered_to_gridoflists(%A_unordered)
      : (tensor<4x5xf64, #Unordered>) -> tensor<4x5xf64, #GridOfLists>
  // CHECK: unordered_to_gridoflists
  vector.print str "unordered_to_gridoflists\0A"
  // CHECK-NEXT: [ 0 1 2 2 4 5 6 ]
  // CHECK-NEXT: [ 0 0 0 1 1 0 ]
  // CHECK-NEXT: [ 0 0 1 0 1 0 ]
  // CHECK-NEXT: [ 1 2 3 5 6 4 ]
  %unordered_to_gridoflists_pos2, %unordered_to_gridoflists_crd2, %unordered_to_gridoflists_crd3, %unordered_to_gridoflists_val = stensor.unpack %unordered_to_gridoflists
      : tensor<4x5xf64, #GridOfLists> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%unordered_to_gridoflists_pos2) : (memref<?xi32>) -> ()
  call @show_i32(%unordered_to_gridoflists_crd2) : (memref<?xi32>) -> ()
  call @show_i32(%unordered_to_gridoflists_crd3) : (memref<?xi32>) -> ()
  call @show_f64(%unordered_to_gridoflists_val) : (memref<?xf64>) -> ()
  %A_fullrows = call @A_fullrows() : () -> tensor<4x5xf64, #FullRows>

  %fullrows_to_interleaved = call @fullrows_to_interleaved(%A_fullrows)
      : (tensor<4x5xf64, #FullRows>) -> tensor<4x5xf64, #Interleaved>
  // CHECK: fullrows_to_interleaved
  vector.print str "fullrows_to_interleaved\0A"
  // CHECK-NEXT: [ 0 6 ]
  // CHECK-NEXT: [ 0 0 0 2 2 1 2 4 3 0 3 3 ]
  // CHECK-NEXT: [ 1 2 3 4 5 6 ]
  %fullrows_to_interleaved_pos0, %fullrows_to_interleaved_crd0, %fullrows_to_interleaved_val = stensor.unpack %fullrows_to_interleaved
      : tensor<4x5xf64, #Interleaved> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%fullrows_to_interleaved_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%fullrows_to_interleaved_crd0) : (memref<?xi32>) -> ()
  call @show_f64(%fullrows_to_interleaved_val) : (memref<?xf64>) -> ()
  %A_columns = call @A_columns() : () -> tensor<4x5xf64, #Columns>

  %columns_to_storedblocks = call @columns_to_storedblocks(%A_columns)
      : (tensor<4x5xf64, #Columns>) -> tensor<4x5xf64, #StoredBlocks>
  // CHECK: columns_to_storedblocks
  vector.print str "columns_to_storedblocks\0A"
  // CHECK-NEXT: [ 0 2 ]
  // CHECK-NEXT: [ 0 1 ]
  // CHECK-NEXT: [ 0 2 5 ]
  // CHECK-NEXT: [ 0 1 0 1 2 ]
  // CHECK-NEXT: [ 1 0 0 0 2 0 0 0 0 3 5 0 0 0 0 6 4 0 0 0 ]
  %columns_to_storedblocks_pos0, %columns_to_storedblocks_crd0, %columns_to_storedblocks_pos1, %columns_to_storedblocks_crd1, %columns_to_storedblocks_val = stensor.unpack %columns_to_storedblocks
      : tensor<4x5xf64, #StoredBlocks> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%columns_to_storedblocks_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%columns_to_storedblocks_crd0) : (memref<?xi32>) -> ()
  call @show_i32(%columns_to_storedblocks_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%columns_to_storedblocks_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%columns_to_storedblocks_val) : (memref<?xf64>) -> ()
  %A_hashedtwice = call @A_hashedtwice() : () -> tensor<4x5xf64, #HashedTwice>

  %hashedtwice_to_dcsr = call @hashedtwice_to_dcsr(%A_hashedtwice)
      : (tensor<4x5xf64, #HashedTwice>) -> tensor<4x5xf64, #DCSR>
  // CHECK: hashedtwice_to_dcsr
  vector.print str "hashedtwice_to_dcsr\0A"
  // CHECK-NEXT: [ 0 3 ]
  // CHECK-NEXT: [ 0 2 3 ]
  // CHECK-NEXT: [ 0 2 4 6 ]
  // CHECK-NEXT: [ 0 2 1 4 0 3 ]
  // CHECK-NEXT: [ 1 2 3 4 5 6 ]
  %hashedtwice_to_dcsr_pos0, %hashedtwice_to_dcsr_crd0, %hashedtwice_to_dcsr_pos1, %hashedtwice_to_dcsr_crd1, %hashedtwice_to_dcsr_val = stensor.unpack %hashedtwice_to_dcsr
      : tensor<4x5xf64, #DCSR> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%hashedtwice_to_dcsr_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%hashedtwice_to_dcsr_crd0) : (memref<?xi32>) -> ()
  call @show_i32(%hashedtwice_to_dcsr_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%hashedtwice_to_dcsr_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%hashedtwice_to_dcsr_val) : (memref<?xf64>) -> ()
  %A_gridoflists = call @A_gridoflists() : () -> tensor<4x5xf64, #GridOfLists>

  %gridoflists_to_blocksofcolumns = call @gridoflists_to_blocksofcolumns(%A_gridoflists)
      : (tensor<4x5xf64, #GridOfLists>) -> tensor<4x5xf64, #BlocksOfColumns>
  // CHECK: gridoflists_to_blocksofcolumns
  vector.print str "gridoflists_to_blocksofcolumns\0A"
  // CHECK-NEXT: [ 0 2 2 4 6 ]
  // CHECK-NEXT: [ 0 1 0 2 0 1 ]
  // CHECK-NEXT: [ 0 1 2 3 4 5 6 ]
  // CHECK-NEXT: [ 0 0 1 0 0 1 ]
  // CHECK-NEXT: [ 1 2 3 4 5 6 ]
  %gridoflists_to_blocksofcolumns_pos1, %gridoflists_to_blocksofcolumns_crd1, %gridoflists_to_blocksofcolumns_pos2, %gridoflists_to_blocksofcolumns_crd2, %gridoflists_to_blocksofcolumns_val = stensor.unpack %gridoflists_to_blocksofcolumns
      : tensor<4x5xf64, #BlocksOfColumns> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%gridoflists_to_blocksofcolumns_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%gridoflists_to_blocksofcolumns_crd1) : (memref<?xi32>) -> ()
  call @show_i32(%gridoflists_to_blocksofcolumns_pos2) : (memref<?xi32>) -> ()
  call @show_i32(%gridoflists_to_blocksofcolumns_crd2) : (memref<?xi32>) -> ()
  call @show_f64(%gridoflists_to_blocksofcolumns_val) : (memref<?xf64>) -> ()

  %csc_to_values = call @csc_to_values(%A_csc)
      : (tensor<4x5xf64, #CSC>) -> tensor<4x5xf64>
  // CHECK: csc_to_values
  vector.print str "csc_to_values\0A"
  // CHECK-NEXT: [ 1 0 2 0 0 0 0 0 0 0 0 3 0 0 4 5 0 0 6 0 ]
  %csc_to_values_flat_b = bufferization.to_buffer %csc_to_values : tensor<4x5xf64> to memref<4x5xf64>
  %csc_to_values_flat_c = memref.collapse_shape %csc_to_values_flat_b [[0, 1]] : memref<4x5xf64> into memref<20xf64>
  %csc_to_values_flat = memref.cast %csc_to_values_flat_c : memref<20xf64> to memref<?xf64>
  call @show_f64(%csc_to_values_flat) : (memref<?xf64>) -> ()

  %diagonals_to_values = call @diagonals_to_values(%A_diagonals)
      : (tensor<4x5xf64, #Diagonals>) -> tensor<4x5xf64>
  // CHECK: diagonals_to_values
  vector.print str "diagonals_to_values\0A"
  // CHECK-NEXT: [ 1 0 2 0 0 0 0 0 0 0 0 3 0 0 4 5 0 0 6 0 ]
  %diagonals_to_values_flat_b = bufferization.to_buffer %diagonals_to_values : tensor<4x5xf64> to memref<4x5xf64>
  %diagonals_to_values_flat_c = memref.collapse_shape %diagonals_to_values_flat_b [[0, 1]] : memref<4x5xf64> into memref<20xf64>
  %diagonals_to_values_flat = memref.cast %diagonals_to_values_flat_c : memref<20xf64> to memref<?xf64>
  call @show_f64(%diagonals_to_values_flat) : (memref<?xf64>) -> ()

  %csr_to_loose = call @csr_to_loose(%A_csr)
      : (tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #Loose>
  // CHECK: csr_to_loose
  vector.print str "csr_to_loose\0A"
  // CHECK-NEXT: [ 0 2 2 2 2 4 4 6 ]
  // CHECK-NEXT: [ 0 2 1 4 0 3 ]
  // CHECK-NEXT: [ 1 2 3 4 5 6 ]
  %csr_to_loose_pos1, %csr_to_loose_crd1, %csr_to_loose_val = stensor.unpack %csr_to_loose
      : tensor<4x5xf64, #Loose> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%csr_to_loose_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%csr_to_loose_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%csr_to_loose_val) : (memref<?xf64>) -> ()

  %coo_to_hashed = call @coo_to_hashed(%A_coo)
      : (tensor<4x5xf64, #COO>) -> tensor<4x5xf64, #Hashed>
  // CHECK: coo_to_hashed
  vector.print str "coo_to_hashed\0A"
  // CHECK-NEXT: [ 0 2 -1 -1 -1 -1 -1 -1 1 4 -1 -1 0 -1 -1 3 ]
  // CHECK-NEXT: [ 1 2 0 0 0 0 0 0 3 4 0 0 5 0 0 6 ]
  %coo_to_hashed_crd1, %coo_to_hashed_val = stensor.unpack %coo_to_hashed
      : tensor<4x5xf64, #Hashed> -> memref<?xi32>, memref<?xf64>
  call @show_i32(%coo_to_hashed_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%coo_to_hashed_val) : (memref<?xf64>) -> ()

  %csc_to_slots = call @csc_to_slots(%A_csc)
      : (tensor<4x5xf64, #CSC>) -> tensor<4x5xf64, #Slots>
  // CHECK: csc_to_slots
  vector.print str "csc_to_slots\0A"
  // CHECK-NEXT: [ 0 0 1 0 2 0 4 3 ]
  // CHECK-NEXT: [ 1 0 3 5 2 0 4 6 ]
  %csc_to_slots_crd2, %csc_to_slots_val = stensor.unpack %csc_to_slots
      : tensor<4x5xf64, #Slots> -> memref<?xi32>, memref<?xf64>
  call @show_i32(%csc_to_slots_crd2) : (memref<?xi32>) -> ()
  call @show_f64(%csc_to_slots_val) : (memref<?xf64>) -> ()
  return
}
