// `--lacuna`, executed: one product with a vector, and one sum with rows into rows, for every level format of the operand.
//
//       [ 1 0 2 0 0 ]
//   A = [ 0 0 0 0 0 ]   x = [ 1 2 3 4 5 ]   A x = [ 7 0 26 29 ]
//       [ 0 3 0 0 4 ]
//       [ 5 0 0 6 0 ]

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=fp=strict | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=vector-bytes=0 | %run | FileCheck %s

#Dense = #stensor.format<(i, j) -> (i : dense, j : dense)>
#StoredRows = #stensor.format<(i, j) -> (i : compressed, j : dense)>
#Hashed = #stensor.format<(i, j) -> (i : dense, j : hashed)>
#HashedTwice = #stensor.format<(i, j) -> (i : hashed, j : hashed)>
#HashedColumns = #stensor.format<(i, j) -> (j : hashed, i : compressed)>
#Loose = #stensor.format<(i, j) -> (i : dense, j : loose_compressed)>
#LooseTwice = #stensor.format<(i, j) -> (i : loose_compressed, j : loose_compressed)>
#Structured = #stensor.format<(i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : structured[2, 4])>
#Diagonals = #stensor.format<(i, j) -> (j - i : compressed, i : range, j : offset)>
#Antidiagonals = #stensor.format<(i, j) -> (i - j : compressed, j : range, i : offset)>
#Slots = #stensor.format<(i, j) -> (_ : dense, i : dense, j : singleton)>
#Interleaved = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton(interleaved))>
#FullRows = #stensor.format<(i, j) -> (i : compressed(full), j : compressed)>
#Unordered = #stensor.format<(i, j) -> (i : dense, j : compressed(unordered))>
#Blocks = #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>
#BlocksByColumn = #stensor.format<(i, j) -> (j floordiv 2 : dense, i floordiv 3 : compressed, j mod 2 : dense, i mod 3 : dense)>
#StoredBlocks = #stensor.format<(i, j) -> (i floordiv 2 : compressed, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>
#GridOfLists = #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : dense, i mod 2 : compressed(nonunique), j mod 2 : singleton)>
#BlocksOfColumns = #stensor.format<(i, j) -> (i : dense, j floordiv 2 : compressed, j mod 2 : compressed)>
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#ij_j_i = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
  iterator_types = ["parallel", "reduction"]
}
#ij_ij_ij = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
  iterator_types = ["parallel", "parallel"]
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

memref.global "private" constant @A_dense_val : memref<20xf64> = dense<[1.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 3.0, 0.0, 0.0, 4.0, 5.0, 0.0, 0.0, 6.0, 0.0]>
memref.global "private" constant @X_dense_val : memref<5xf64> = dense<[1.0, 2.0, 3.0, 4.0, 5.0]>
memref.global "private" constant @A_storedrows_pos0 : memref<2xi32> = dense<[0, 3]>
memref.global "private" constant @A_storedrows_crd0 : memref<3xi32> = dense<[0, 2, 3]>
memref.global "private" constant @A_storedrows_val : memref<15xf64> = dense<[1.0, 0.0, 2.0, 0.0, 0.0, 0.0, 3.0, 0.0, 0.0, 4.0, 5.0, 0.0, 0.0, 6.0, 0.0]>
memref.global "private" constant @A_hashed_crd1 : memref<16xi32> = dense<[0, -1, 2, -1, -1, -1, -1, -1, -1, 1, 4, -1, 0, 3, -1, -1]>
memref.global "private" constant @A_hashed_val : memref<16xf64> = dense<[1.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 3.0, 4.0, 0.0, 5.0, 6.0, 0.0, 0.0]>
memref.global "private" constant @A_hashedtwice_crd0 : memref<8xi32> = dense<[0, -1, 2, -1, 3, -1, -1, -1]>
memref.global "private" constant @A_hashedtwice_crd1 : memref<32xi32> = dense<[0, -1, 2, -1, -1, -1, -1, -1, -1, 1, 4, -1, -1, -1, -1, -1, 0, 3, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1]>
memref.global "private" constant @A_hashedtwice_val : memref<32xf64> = dense<[1.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 3.0, 4.0, 0.0, 0.0, 0.0, 0.0, 0.0, 5.0, 6.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]>
memref.global "private" constant @A_hashedcolumns_crd0 : memref<16xi32> = dense<[0, -1, 2, -1, -1, 4, -1, -1, -1, 1, -1, -1, 3, -1, -1, -1]>
memref.global "private" constant @A_hashedcolumns_pos1 : memref<17xi32> = dense<[0, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 6, 6, 6, 6]>
memref.global "private" constant @A_hashedcolumns_crd1 : memref<6xi32> = dense<[0, 3, 0, 2, 2, 3]>
memref.global "private" constant @A_hashedcolumns_val : memref<6xf64> = dense<[1.0, 5.0, 2.0, 4.0, 3.0, 6.0]>
memref.global "private" constant @A_loose_pos1 : memref<8xi32> = dense<[0, 2, 3, 3, 4, 6, 7, 9]>
memref.global "private" constant @A_loose_crd1 : memref<10xi32> = dense<[0, 2, 0, 0, 1, 4, 0, 0, 3, 0]>
memref.global "private" constant @A_loose_val : memref<10xf64> = dense<[1.0, 2.0, 0.0, 0.0, 3.0, 4.0, 0.0, 5.0, 6.0, 0.0]>
memref.global "private" constant @A_loosetwice_pos0 : memref<2xi32> = dense<[0, 3]>
memref.global "private" constant @A_loosetwice_crd0 : memref<4xi32> = dense<[0, 2, 3, 0]>
memref.global "private" constant @A_loosetwice_pos1 : memref<8xi32> = dense<[0, 2, 3, 5, 6, 8, 9, 9]>
memref.global "private" constant @A_loosetwice_crd1 : memref<10xi32> = dense<[0, 2, 0, 1, 4, 0, 0, 3, 0, 0]>
memref.global "private" constant @A_loosetwice_val : memref<10xf64> = dense<[1.0, 2.0, 0.0, 3.0, 4.0, 0.0, 5.0, 6.0, 0.0, 0.0]>
memref.global "private" constant @A_structured_crd2 : memref<16xi32> = dense<[0, 2, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 3, 0, 1]>
memref.global "private" constant @A_structured_val : memref<16xf64> = dense<[1.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 3.0, 4.0, 0.0, 5.0, 6.0, 0.0, 0.0]>
memref.global "private" constant @A_diagonals_pos0 : memref<2xi32> = dense<[0, 4]>
memref.global "private" constant @A_diagonals_crd0 : memref<4xi32> = dense<[-3, -1, 0, 2]>
memref.global "private" constant @A_diagonals_val : memref<16xf64> = dense<[0.0, 0.0, 0.0, 5.0, 0.0, 0.0, 3.0, 0.0, 1.0, 0.0, 0.0, 6.0, 2.0, 0.0, 4.0, 0.0]>
memref.global "private" constant @A_antidiagonals_pos0 : memref<2xi32> = dense<[0, 4]>
memref.global "private" constant @A_antidiagonals_crd0 : memref<4xi32> = dense<[-2, 0, 1, 3]>
memref.global "private" constant @A_antidiagonals_val : memref<20xf64> = dense<[0.0, 0.0, 2.0, 0.0, 4.0, 1.0, 0.0, 0.0, 6.0, 0.0, 0.0, 3.0, 0.0, 0.0, 0.0, 5.0, 0.0, 0.0, 0.0, 0.0]>
memref.global "private" constant @A_slots_crd2 : memref<8xi32> = dense<[0, 0, 1, 0, 2, 0, 4, 3]>
memref.global "private" constant @A_slots_val : memref<8xf64> = dense<[1.0, 0.0, 3.0, 5.0, 2.0, 0.0, 4.0, 6.0]>
memref.global "private" constant @A_interleaved_pos0 : memref<2xi32> = dense<[0, 6]>
memref.global "private" constant @A_interleaved_crd0 : memref<12xi32> = dense<[0, 0, 0, 2, 2, 1, 2, 4, 3, 0, 3, 3]>
memref.global "private" constant @A_interleaved_val : memref<6xf64> = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]>
memref.global "private" constant @A_fullrows_pos0 : memref<2xi32> = dense<[0, 4]>
memref.global "private" constant @A_fullrows_crd0 : memref<4xi32> = dense<[0, 1, 2, 3]>
memref.global "private" constant @A_fullrows_pos1 : memref<5xi32> = dense<[0, 2, 2, 4, 6]>
memref.global "private" constant @A_fullrows_crd1 : memref<6xi32> = dense<[0, 2, 1, 4, 0, 3]>
memref.global "private" constant @A_fullrows_val : memref<6xf64> = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]>
memref.global "private" constant @A_unordered_pos1 : memref<5xi32> = dense<[0, 2, 2, 4, 6]>
memref.global "private" constant @A_unordered_crd1 : memref<6xi32> = dense<[0, 2, 1, 4, 0, 3]>
memref.global "private" constant @A_unordered_val : memref<6xf64> = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]>
memref.global "private" constant @A_blocks_pos1 : memref<3xi32> = dense<[0, 2, 5]>
memref.global "private" constant @A_blocks_crd1 : memref<5xi32> = dense<[0, 1, 0, 1, 2]>
memref.global "private" constant @A_blocks_val : memref<20xf64> = dense<[1.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 3.0, 5.0, 0.0, 0.0, 0.0, 0.0, 6.0, 4.0, 0.0, 0.0, 0.0]>
memref.global "private" constant @A_blocksbycolumn_pos1 : memref<4xi32> = dense<[0, 2, 4, 5]>
memref.global "private" constant @A_blocksbycolumn_crd1 : memref<5xi32> = dense<[0, 1, 0, 1, 0]>
memref.global "private" constant @A_blocksbycolumn_val : memref<30xf64> = dense<[1.0, 0.0, 0.0, 0.0, 0.0, 3.0, 5.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 6.0, 0.0, 0.0, 0.0, 0.0, 4.0, 0.0, 0.0, 0.0]>
memref.global "private" constant @A_storedblocks_pos0 : memref<2xi32> = dense<[0, 2]>
memref.global "private" constant @A_storedblocks_crd0 : memref<2xi32> = dense<[0, 1]>
memref.global "private" constant @A_storedblocks_pos1 : memref<3xi32> = dense<[0, 2, 5]>
memref.global "private" constant @A_storedblocks_crd1 : memref<5xi32> = dense<[0, 1, 0, 1, 2]>
memref.global "private" constant @A_storedblocks_val : memref<20xf64> = dense<[1.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 3.0, 5.0, 0.0, 0.0, 0.0, 0.0, 6.0, 4.0, 0.0, 0.0, 0.0]>
memref.global "private" constant @A_gridoflists_pos2 : memref<7xi32> = dense<[0, 1, 2, 2, 4, 5, 6]>
memref.global "private" constant @A_gridoflists_crd2 : memref<6xi32> = dense<[0, 0, 0, 1, 1, 0]>
memref.global "private" constant @A_gridoflists_crd3 : memref<6xi32> = dense<[0, 0, 1, 0, 1, 0]>
memref.global "private" constant @A_gridoflists_val : memref<6xf64> = dense<[1.0, 2.0, 3.0, 5.0, 6.0, 4.0]>
memref.global "private" constant @A_blocksofcolumns_pos1 : memref<5xi32> = dense<[0, 2, 2, 4, 6]>
memref.global "private" constant @A_blocksofcolumns_crd1 : memref<6xi32> = dense<[0, 1, 0, 2, 0, 1]>
memref.global "private" constant @A_blocksofcolumns_pos2 : memref<7xi32> = dense<[0, 1, 2, 3, 4, 5, 6]>
memref.global "private" constant @A_blocksofcolumns_crd2 : memref<6xi32> = dense<[0, 0, 1, 0, 0, 1]>
memref.global "private" constant @A_blocksofcolumns_val : memref<6xf64> = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]>
memref.global "private" constant @B_csr_pos1 : memref<5xi32> = dense<[0, 1, 2, 2, 4]>
memref.global "private" constant @B_csr_crd1 : memref<4xi32> = dense<[2, 1, 0, 4]>
memref.global "private" constant @B_csr_val : memref<4xf64> = dense<[1.0, 2.0, -5.0, 3.0]>

func.func @A_dense() -> tensor<4x5xf64, #Dense> {
  %val = memref.get_global @A_dense_val : memref<20xf64>
  %t = stensor.pack(%val)
      : (memref<20xf64>) -> tensor<4x5xf64, #Dense>
  return %t : tensor<4x5xf64, #Dense>
}

func.func @X_dense() -> tensor<5xf64> {
  %val = memref.get_global @X_dense_val : memref<5xf64>
  %t = bufferization.to_tensor %val restrict : memref<5xf64> to tensor<5xf64>
  return %t : tensor<5xf64>
}

func.func @A_storedrows() -> tensor<4x5xf64, #StoredRows> {
  %pos0 = memref.get_global @A_storedrows_pos0 : memref<2xi32>
  %crd0 = memref.get_global @A_storedrows_crd0 : memref<3xi32>
  %val = memref.get_global @A_storedrows_val : memref<15xf64>
  %t = stensor.pack(%pos0, %crd0, %val)
      : (memref<2xi32>, memref<3xi32>, memref<15xf64>) -> tensor<4x5xf64, #StoredRows>
  return %t : tensor<4x5xf64, #StoredRows>
}

func.func @A_hashed() -> tensor<4x5xf64, #Hashed> {
  %crd1 = memref.get_global @A_hashed_crd1 : memref<16xi32>
  %val = memref.get_global @A_hashed_val : memref<16xf64>
  %t = stensor.pack(%crd1, %val)
      : (memref<16xi32>, memref<16xf64>) -> tensor<4x5xf64, #Hashed>
  return %t : tensor<4x5xf64, #Hashed>
}

func.func @A_hashedtwice() -> tensor<4x5xf64, #HashedTwice> {
  %crd0 = memref.get_global @A_hashedtwice_crd0 : memref<8xi32>
  %crd1 = memref.get_global @A_hashedtwice_crd1 : memref<32xi32>
  %val = memref.get_global @A_hashedtwice_val : memref<32xf64>
  %t = stensor.pack(%crd0, %crd1, %val)
      : (memref<8xi32>, memref<32xi32>, memref<32xf64>) -> tensor<4x5xf64, #HashedTwice>
  return %t : tensor<4x5xf64, #HashedTwice>
}

func.func @A_hashedcolumns() -> tensor<4x5xf64, #HashedColumns> {
  %crd0 = memref.get_global @A_hashedcolumns_crd0 : memref<16xi32>
  %pos1 = memref.get_global @A_hashedcolumns_pos1 : memref<17xi32>
  %crd1 = memref.get_global @A_hashedcolumns_crd1 : memref<6xi32>
  %val = memref.get_global @A_hashedcolumns_val : memref<6xf64>
  %t = stensor.pack(%crd0, %pos1, %crd1, %val)
      : (memref<16xi32>, memref<17xi32>, memref<6xi32>, memref<6xf64>) -> tensor<4x5xf64, #HashedColumns>
  return %t : tensor<4x5xf64, #HashedColumns>
}

func.func @A_loose() -> tensor<4x5xf64, #Loose> {
  %pos1 = memref.get_global @A_loose_pos1 : memref<8xi32>
  %crd1 = memref.get_global @A_loose_crd1 : memref<10xi32>
  %val = memref.get_global @A_loose_val : memref<10xf64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<8xi32>, memref<10xi32>, memref<10xf64>) -> tensor<4x5xf64, #Loose>
  return %t : tensor<4x5xf64, #Loose>
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

func.func @A_structured() -> tensor<4x5xf64, #Structured> {
  %crd2 = memref.get_global @A_structured_crd2 : memref<16xi32>
  %val = memref.get_global @A_structured_val : memref<16xf64>
  %t = stensor.pack(%crd2, %val)
      : (memref<16xi32>, memref<16xf64>) -> tensor<4x5xf64, #Structured>
  return %t : tensor<4x5xf64, #Structured>
}

func.func @A_diagonals() -> tensor<4x5xf64, #Diagonals> {
  %pos0 = memref.get_global @A_diagonals_pos0 : memref<2xi32>
  %crd0 = memref.get_global @A_diagonals_crd0 : memref<4xi32>
  %val = memref.get_global @A_diagonals_val : memref<16xf64>
  %t = stensor.pack(%pos0, %crd0, %val)
      : (memref<2xi32>, memref<4xi32>, memref<16xf64>) -> tensor<4x5xf64, #Diagonals>
  return %t : tensor<4x5xf64, #Diagonals>
}

func.func @A_antidiagonals() -> tensor<4x5xf64, #Antidiagonals> {
  %pos0 = memref.get_global @A_antidiagonals_pos0 : memref<2xi32>
  %crd0 = memref.get_global @A_antidiagonals_crd0 : memref<4xi32>
  %val = memref.get_global @A_antidiagonals_val : memref<20xf64>
  %t = stensor.pack(%pos0, %crd0, %val)
      : (memref<2xi32>, memref<4xi32>, memref<20xf64>) -> tensor<4x5xf64, #Antidiagonals>
  return %t : tensor<4x5xf64, #Antidiagonals>
}

func.func @A_slots() -> tensor<4x5xf64, #Slots> {
  %crd2 = memref.get_global @A_slots_crd2 : memref<8xi32>
  %val = memref.get_global @A_slots_val : memref<8xf64>
  %t = stensor.pack(%crd2, %val)
      : (memref<8xi32>, memref<8xf64>) -> tensor<4x5xf64, #Slots>
  return %t : tensor<4x5xf64, #Slots>
}

func.func @A_interleaved() -> tensor<4x5xf64, #Interleaved> {
  %pos0 = memref.get_global @A_interleaved_pos0 : memref<2xi32>
  %crd0 = memref.get_global @A_interleaved_crd0 : memref<12xi32>
  %val = memref.get_global @A_interleaved_val : memref<6xf64>
  %t = stensor.pack(%pos0, %crd0, %val)
      : (memref<2xi32>, memref<12xi32>, memref<6xf64>) -> tensor<4x5xf64, #Interleaved>
  return %t : tensor<4x5xf64, #Interleaved>
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

func.func @A_unordered() -> tensor<4x5xf64, #Unordered> {
  %pos1 = memref.get_global @A_unordered_pos1 : memref<5xi32>
  %crd1 = memref.get_global @A_unordered_crd1 : memref<6xi32>
  %val = memref.get_global @A_unordered_val : memref<6xf64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<5xi32>, memref<6xi32>, memref<6xf64>) -> tensor<4x5xf64, #Unordered>
  return %t : tensor<4x5xf64, #Unordered>
}

func.func @A_blocks() -> tensor<4x5xf64, #Blocks> {
  %pos1 = memref.get_global @A_blocks_pos1 : memref<3xi32>
  %crd1 = memref.get_global @A_blocks_crd1 : memref<5xi32>
  %val = memref.get_global @A_blocks_val : memref<20xf64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<3xi32>, memref<5xi32>, memref<20xf64>) -> tensor<4x5xf64, #Blocks>
  return %t : tensor<4x5xf64, #Blocks>
}

func.func @A_blocksbycolumn() -> tensor<4x5xf64, #BlocksByColumn> {
  %pos1 = memref.get_global @A_blocksbycolumn_pos1 : memref<4xi32>
  %crd1 = memref.get_global @A_blocksbycolumn_crd1 : memref<5xi32>
  %val = memref.get_global @A_blocksbycolumn_val : memref<30xf64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<4xi32>, memref<5xi32>, memref<30xf64>) -> tensor<4x5xf64, #BlocksByColumn>
  return %t : tensor<4x5xf64, #BlocksByColumn>
}

func.func @A_storedblocks() -> tensor<4x5xf64, #StoredBlocks> {
  %pos0 = memref.get_global @A_storedblocks_pos0 : memref<2xi32>
  %crd0 = memref.get_global @A_storedblocks_crd0 : memref<2xi32>
  %pos1 = memref.get_global @A_storedblocks_pos1 : memref<3xi32>
  %crd1 = memref.get_global @A_storedblocks_crd1 : memref<5xi32>
  %val = memref.get_global @A_storedblocks_val : memref<20xf64>
  %t = stensor.pack(%pos0, %crd0, %pos1, %crd1, %val)
      : (memref<2xi32>, memref<2xi32>, memref<3xi32>, memref<5xi32>, memref<20xf64>) -> tensor<4x5xf64, #StoredBlocks>
  return %t : tensor<4x5xf64, #StoredBlocks>
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

func.func @A_blocksofcolumns() -> tensor<4x5xf64, #BlocksOfColumns> {
  %pos1 = memref.get_global @A_blocksofcolumns_pos1 : memref<5xi32>
  %crd1 = memref.get_global @A_blocksofcolumns_crd1 : memref<6xi32>
  %pos2 = memref.get_global @A_blocksofcolumns_pos2 : memref<7xi32>
  %crd2 = memref.get_global @A_blocksofcolumns_crd2 : memref<6xi32>
  %val = memref.get_global @A_blocksofcolumns_val : memref<6xf64>
  %t = stensor.pack(%pos1, %crd1, %pos2, %crd2, %val)
      : (memref<5xi32>, memref<6xi32>, memref<7xi32>, memref<6xi32>, memref<6xf64>) -> tensor<4x5xf64, #BlocksOfColumns>
  return %t : tensor<4x5xf64, #BlocksOfColumns>
}

func.func @B_csr() -> tensor<4x5xf64, #CSR> {
  %pos1 = memref.get_global @B_csr_pos1 : memref<5xi32>
  %crd1 = memref.get_global @B_csr_crd1 : memref<4xi32>
  %val = memref.get_global @B_csr_val : memref<4xf64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<5xi32>, memref<4xi32>, memref<4xf64>) -> tensor<4x5xf64, #CSR>
  return %t : tensor<4x5xf64, #CSR>
}

func.func @vector_of_dense(%A: tensor<4x5xf64, #Dense>, %X: tensor<5xf64>) -> tensor<4xf64> {
  %fill = arith.constant 0.0 : f64
  %none = tensor.empty() : tensor<4xf64>
  %empty = linalg.fill ins(%fill : f64) outs(%none : tensor<4xf64>) -> tensor<4xf64>
  %r = linalg.generic #ij_j_i ins(%A, %X : tensor<4x5xf64, #Dense>, tensor<5xf64>) outs(%empty : tensor<4xf64>) {
  ^bb0(%a: f64, %x: f64, %old: f64):
    %v1 = arith.mulf %a, %x : f64
    %new = arith.addf %old, %v1 : f64
    linalg.yield %new : f64
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

func.func @vector_of_storedrows(%A: tensor<4x5xf64, #StoredRows>, %X: tensor<5xf64>) -> tensor<4xf64> {
  %fill = arith.constant 0.0 : f64
  %none = tensor.empty() : tensor<4xf64>
  %empty = linalg.fill ins(%fill : f64) outs(%none : tensor<4xf64>) -> tensor<4xf64>
  %r = linalg.generic #ij_j_i ins(%A, %X : tensor<4x5xf64, #StoredRows>, tensor<5xf64>) outs(%empty : tensor<4xf64>) {
  ^bb0(%a: f64, %x: f64, %old: f64):
    %v1 = arith.mulf %a, %x : f64
    %new = arith.addf %old, %v1 : f64
    linalg.yield %new : f64
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

func.func @vector_of_hashed(%A: tensor<4x5xf64, #Hashed>, %X: tensor<5xf64>) -> tensor<4xf64> {
  %fill = arith.constant 0.0 : f64
  %none = tensor.empty() : tensor<4xf64>
  %empty = linalg.fill ins(%fill : f64) outs(%none : tensor<4xf64>) -> tensor<4xf64>
  %r = linalg.generic #ij_j_i ins(%A, %X : tensor<4x5xf64, #Hashed>, tensor<5xf64>) outs(%empty : tensor<4xf64>) {
  ^bb0(%a: f64, %x: f64, %old: f64):
    %v1 = arith.mulf %a, %x : f64
    %new = arith.addf %old, %v1 : f64
    linalg.yield %new : f64
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

func.func @vector_of_hashedtwice(%A: tensor<4x5xf64, #HashedTwice>, %X: tensor<5xf64>) -> tensor<4xf64> {
  %fill = arith.constant 0.0 : f64
  %none = tensor.empty() : tensor<4xf64>
  %empty = linalg.fill ins(%fill : f64) outs(%none : tensor<4xf64>) -> tensor<4xf64>
  %r = linalg.generic #ij_j_i ins(%A, %X : tensor<4x5xf64, #HashedTwice>, tensor<5xf64>) outs(%empty : tensor<4xf64>) {
  ^bb0(%a: f64, %x: f64, %old: f64):
    %v1 = arith.mulf %a, %x : f64
    %new = arith.addf %old, %v1 : f64
    linalg.yield %new : f64
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

func.func @vector_of_hashedcolumns(%A: tensor<4x5xf64, #HashedColumns>, %X: tensor<5xf64>) -> tensor<4xf64> {
  %fill = arith.constant 0.0 : f64
  %none = tensor.empty() : tensor<4xf64>
  %empty = linalg.fill ins(%fill : f64) outs(%none : tensor<4xf64>) -> tensor<4xf64>
  %r = linalg.generic #ij_j_i ins(%A, %X : tensor<4x5xf64, #HashedColumns>, tensor<5xf64>) outs(%empty : tensor<4xf64>) {
  ^bb0(%a: f64, %x: f64, %old: f64):
    %v1 = arith.mulf %a, %x : f64
    %new = arith.addf %old, %v1 : f64
    linalg.yield %new : f64
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

func.func @vector_of_loose(%A: tensor<4x5xf64, #Loose>, %X: tensor<5xf64>) -> tensor<4xf64> {
  %fill = arith.constant 0.0 : f64
  %none = tensor.empty() : tensor<4xf64>
  %empty = linalg.fill ins(%fill : f64) outs(%none : tensor<4xf64>) -> tensor<4xf64>
  %r = linalg.generic #ij_j_i ins(%A, %X : tensor<4x5xf64, #Loose>, tensor<5xf64>) outs(%empty : tensor<4xf64>) {
  ^bb0(%a: f64, %x: f64, %old: f64):
    %v1 = arith.mulf %a, %x : f64
    %new = arith.addf %old, %v1 : f64
    linalg.yield %new : f64
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

func.func @vector_of_loosetwice(%A: tensor<4x5xf64, #LooseTwice>, %X: tensor<5xf64>) -> tensor<4xf64> {
  %fill = arith.constant 0.0 : f64
  %none = tensor.empty() : tensor<4xf64>
  %empty = linalg.fill ins(%fill : f64) outs(%none : tensor<4xf64>) -> tensor<4xf64>
  %r = linalg.generic #ij_j_i ins(%A, %X : tensor<4x5xf64, #LooseTwice>, tensor<5xf64>) outs(%empty : tensor<4xf64>) {
  ^bb0(%a: f64, %x: f64, %old: f64):
    %v1 = arith.mulf %a, %x : f64
    %new = arith.addf %old, %v1 : f64
    linalg.yield %new : f64
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

func.func @vector_of_structured(%A: tensor<4x5xf64, #Structured>, %X: tensor<5xf64>) -> tensor<4xf64> {
  %fill = arith.constant 0.0 : f64
  %none = tensor.empty() : tensor<4xf64>
  %empty = linalg.fill ins(%fill : f64) outs(%none : tensor<4xf64>) -> tensor<4xf64>
  %r = linalg.generic #ij_j_i ins(%A, %X : tensor<4x5xf64, #Structured>, tensor<5xf64>) outs(%empty : tensor<4xf64>) {
  ^bb0(%a: f64, %x: f64, %old: f64):
    %v1 = arith.mulf %a, %x : f64
    %new = arith.addf %old, %v1 : f64
    linalg.yield %new : f64
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

func.func @vector_of_diagonals(%A: tensor<4x5xf64, #Diagonals>, %X: tensor<5xf64>) -> tensor<4xf64> {
  %fill = arith.constant 0.0 : f64
  %none = tensor.empty() : tensor<4xf64>
  %empty = linalg.fill ins(%fill : f64) outs(%none : tensor<4xf64>) -> tensor<4xf64>
  %r = linalg.generic #ij_j_i ins(%A, %X : tensor<4x5xf64, #Diagonals>, tensor<5xf64>) outs(%empty : tensor<4xf64>) {
  ^bb0(%a: f64, %x: f64, %old: f64):
    %v1 = arith.mulf %a, %x : f64
    %new = arith.addf %old, %v1 : f64
    linalg.yield %new : f64
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

func.func @vector_of_antidiagonals(%A: tensor<4x5xf64, #Antidiagonals>, %X: tensor<5xf64>) -> tensor<4xf64> {
  %fill = arith.constant 0.0 : f64
  %none = tensor.empty() : tensor<4xf64>
  %empty = linalg.fill ins(%fill : f64) outs(%none : tensor<4xf64>) -> tensor<4xf64>
  %r = linalg.generic #ij_j_i ins(%A, %X : tensor<4x5xf64, #Antidiagonals>, tensor<5xf64>) outs(%empty : tensor<4xf64>) {
  ^bb0(%a: f64, %x: f64, %old: f64):
    %v1 = arith.mulf %a, %x : f64
    %new = arith.addf %old, %v1 : f64
    linalg.yield %new : f64
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

func.func @vector_of_slots(%A: tensor<4x5xf64, #Slots>, %X: tensor<5xf64>) -> tensor<4xf64> {
  %fill = arith.constant 0.0 : f64
  %none = tensor.empty() : tensor<4xf64>
  %empty = linalg.fill ins(%fill : f64) outs(%none : tensor<4xf64>) -> tensor<4xf64>
  %r = linalg.generic #ij_j_i ins(%A, %X : tensor<4x5xf64, #Slots>, tensor<5xf64>) outs(%empty : tensor<4xf64>) {
  ^bb0(%a: f64, %x: f64, %old: f64):
    %v1 = arith.mulf %a, %x : f64
    %new = arith.addf %old, %v1 : f64
    linalg.yield %new : f64
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

func.func @vector_of_interleaved(%A: tensor<4x5xf64, #Interleaved>, %X: tensor<5xf64>) -> tensor<4xf64> {
  %fill = arith.constant 0.0 : f64
  %none = tensor.empty() : tensor<4xf64>
  %empty = linalg.fill ins(%fill : f64) outs(%none : tensor<4xf64>) -> tensor<4xf64>
  %r = linalg.generic #ij_j_i ins(%A, %X : tensor<4x5xf64, #Interleaved>, tensor<5xf64>) outs(%empty : tensor<4xf64>) {
  ^bb0(%a: f64, %x: f64, %old: f64):
    %v1 = arith.mulf %a, %x : f64
    %new = arith.addf %old, %v1 : f64
    linalg.yield %new : f64
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

func.func @vector_of_fullrows(%A: tensor<4x5xf64, #FullRows>, %X: tensor<5xf64>) -> tensor<4xf64> {
  %fill = arith.constant 0.0 : f64
  %none = tensor.empty() : tensor<4xf64>
  %empty = linalg.fill ins(%fill : f64) outs(%none : tensor<4xf64>) -> tensor<4xf64>
  %r = linalg.generic #ij_j_i ins(%A, %X : tensor<4x5xf64, #FullRows>, tensor<5xf64>) outs(%empty : tensor<4xf64>) {
  ^bb0(%a: f64, %x: f64, %old: f64):
    %v1 = arith.mulf %a, %x : f64
    %new = arith.addf %old, %v1 : f64
    linalg.yield %new : f64
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

func.func @vector_of_unordered(%A: tensor<4x5xf64, #Unordered>, %X: tensor<5xf64>) -> tensor<4xf64> {
  %fill = arith.constant 0.0 : f64
  %none = tensor.empty() : tensor<4xf64>
  %empty = linalg.fill ins(%fill : f64) outs(%none : tensor<4xf64>) -> tensor<4xf64>
  %r = linalg.generic #ij_j_i ins(%A, %X : tensor<4x5xf64, #Unordered>, tensor<5xf64>) outs(%empty : tensor<4xf64>) {
  ^bb0(%a: f64, %x: f64, %old: f64):
    %v1 = arith.mulf %a, %x : f64
    %new = arith.addf %old, %v1 : f64
    linalg.yield %new : f64
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

func.func @vector_of_blocks(%A: tensor<4x5xf64, #Blocks>, %X: tensor<5xf64>) -> tensor<4xf64> {
  %fill = arith.constant 0.0 : f64
  %none = tensor.empty() : tensor<4xf64>
  %empty = linalg.fill ins(%fill : f64) outs(%none : tensor<4xf64>) -> tensor<4xf64>
  %r = linalg.generic #ij_j_i ins(%A, %X : tensor<4x5xf64, #Blocks>, tensor<5xf64>) outs(%empty : tensor<4xf64>) {
  ^bb0(%a: f64, %x: f64, %old: f64):
    %v1 = arith.mulf %a, %x : f64
    %new = arith.addf %old, %v1 : f64
    linalg.yield %new : f64
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

func.func @vector_of_blocksbycolumn(%A: tensor<4x5xf64, #BlocksByColumn>, %X: tensor<5xf64>) -> tensor<4xf64> {
  %fill = arith.constant 0.0 : f64
  %none = tensor.empty() : tensor<4xf64>
  %empty = linalg.fill ins(%fill : f64) outs(%none : tensor<4xf64>) -> tensor<4xf64>
  %r = linalg.generic #ij_j_i ins(%A, %X : tensor<4x5xf64, #BlocksByColumn>, tensor<5xf64>) outs(%empty : tensor<4xf64>) {
  ^bb0(%a: f64, %x: f64, %old: f64):
    %v1 = arith.mulf %a, %x : f64
    %new = arith.addf %old, %v1 : f64
    linalg.yield %new : f64
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

func.func @vector_of_storedblocks(%A: tensor<4x5xf64, #StoredBlocks>, %X: tensor<5xf64>) -> tensor<4xf64> {
  %fill = arith.constant 0.0 : f64
  %none = tensor.empty() : tensor<4xf64>
  %empty = linalg.fill ins(%fill : f64) outs(%none : tensor<4xf64>) -> tensor<4xf64>
  %r = linalg.generic #ij_j_i ins(%A, %X : tensor<4x5xf64, #StoredBlocks>, tensor<5xf64>) outs(%empty : tensor<4xf64>) {
  ^bb0(%a: f64, %x: f64, %old: f64):
    %v1 = arith.mulf %a, %x : f64
    %new = arith.addf %old, %v1 : f64
    linalg.yield %new : f64
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

func.func @vector_of_gridoflists(%A: tensor<4x5xf64, #GridOfLists>, %X: tensor<5xf64>) -> tensor<4xf64> {
  %fill = arith.constant 0.0 : f64
  %none = tensor.empty() : tensor<4xf64>
  %empty = linalg.fill ins(%fill : f64) outs(%none : tensor<4xf64>) -> tensor<4xf64>
  %r = linalg.generic #ij_j_i ins(%A, %X : tensor<4x5xf64, #GridOfLists>, tensor<5xf64>) outs(%empty : tensor<4xf64>) {
  ^bb0(%a: f64, %x: f64, %old: f64):
    %v1 = arith.mulf %a, %x : f64
    %new = arith.addf %old, %v1 : f64
    linalg.yield %new : f64
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

func.func @vector_of_blocksofcolumns(%A: tensor<4x5xf64, #BlocksOfColumns>, %X: tensor<5xf64>) -> tensor<4xf64> {
  %fill = arith.constant 0.0 : f64
  %none = tensor.empty() : tensor<4xf64>
  %empty = linalg.fill ins(%fill : f64) outs(%none : tensor<4xf64>) -> tensor<4xf64>
  %r = linalg.generic #ij_j_i ins(%A, %X : tensor<4x5xf64, #BlocksOfColumns>, tensor<5xf64>) outs(%empty : tensor<4xf64>) {
  ^bb0(%a: f64, %x: f64, %old: f64):
    %v1 = arith.mulf %a, %x : f64
    %new = arith.addf %old, %v1 : f64
    linalg.yield %new : f64
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}

func.func @rows_of_dense(%A: tensor<4x5xf64, #Dense>, %B: tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR> {
  %empty = stensor.empty : tensor<4x5xf64, #CSR>
  %r = linalg.generic #ij_ij_ij ins(%A, %B : tensor<4x5xf64, #Dense>, tensor<4x5xf64, #CSR>) outs(%empty : tensor<4x5xf64, #CSR>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.addf %a, %b : f64
    linalg.yield %v1 : f64
  } -> tensor<4x5xf64, #CSR>
  return %r : tensor<4x5xf64, #CSR>
}

func.func @rows_of_storedrows(%A: tensor<4x5xf64, #StoredRows>, %B: tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR> {
  %empty = stensor.empty : tensor<4x5xf64, #CSR>
  %r = linalg.generic #ij_ij_ij ins(%A, %B : tensor<4x5xf64, #StoredRows>, tensor<4x5xf64, #CSR>) outs(%empty : tensor<4x5xf64, #CSR>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.addf %a, %b : f64
    linalg.yield %v1 : f64
  } -> tensor<4x5xf64, #CSR>
  return %r : tensor<4x5xf64, #CSR>
}

func.func @rows_of_hashed(%A: tensor<4x5xf64, #Hashed>, %B: tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR> {
  %empty = stensor.empty : tensor<4x5xf64, #CSR>
  %r = linalg.generic #ij_ij_ij ins(%A, %B : tensor<4x5xf64, #Hashed>, tensor<4x5xf64, #CSR>) outs(%empty : tensor<4x5xf64, #CSR>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.addf %a, %b : f64
    linalg.yield %v1 : f64
  } -> tensor<4x5xf64, #CSR>
  return %r : tensor<4x5xf64, #CSR>
}

func.func @rows_of_hashedtwice(%A: tensor<4x5xf64, #HashedTwice>, %B: tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR> {
  %empty = stensor.empty : tensor<4x5xf64, #CSR>
  %r = linalg.generic #ij_ij_ij ins(%A, %B : tensor<4x5xf64, #HashedTwice>, tensor<4x5xf64, #CSR>) outs(%empty : tensor<4x5xf64, #CSR>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.addf %a, %b : f64
    linalg.yield %v1 : f64
  } -> tensor<4x5xf64, #CSR>
  return %r : tensor<4x5xf64, #CSR>
}

func.func @rows_of_hashedcolumns(%A: tensor<4x5xf64, #HashedColumns>, %B: tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR> {
  %empty = stensor.empty : tensor<4x5xf64, #CSR>
  %r = linalg.generic #ij_ij_ij ins(%A, %B : tensor<4x5xf64, #HashedColumns>, tensor<4x5xf64, #CSR>) outs(%empty : tensor<4x5xf64, #CSR>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.addf %a, %b : f64
    linalg.yield %v1 : f64
  } -> tensor<4x5xf64, #CSR>
  return %r : tensor<4x5xf64, #CSR>
}

func.func @rows_of_loose(%A: tensor<4x5xf64, #Loose>, %B: tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR> {
  %empty = stensor.empty : tensor<4x5xf64, #CSR>
  %r = linalg.generic #ij_ij_ij ins(%A, %B : tensor<4x5xf64, #Loose>, tensor<4x5xf64, #CSR>) outs(%empty : tensor<4x5xf64, #CSR>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.addf %a, %b : f64
    linalg.yield %v1 : f64
  } -> tensor<4x5xf64, #CSR>
  return %r : tensor<4x5xf64, #CSR>
}

func.func @rows_of_loosetwice(%A: tensor<4x5xf64, #LooseTwice>, %B: tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR> {
  %empty = stensor.empty : tensor<4x5xf64, #CSR>
  %r = linalg.generic #ij_ij_ij ins(%A, %B : tensor<4x5xf64, #LooseTwice>, tensor<4x5xf64, #CSR>) outs(%empty : tensor<4x5xf64, #CSR>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.addf %a, %b : f64
    linalg.yield %v1 : f64
  } -> tensor<4x5xf64, #CSR>
  return %r : tensor<4x5xf64, #CSR>
}

func.func @rows_of_structured(%A: tensor<4x5xf64, #Structured>, %B: tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR> {
  %empty = stensor.empty : tensor<4x5xf64, #CSR>
  %r = linalg.generic #ij_ij_ij ins(%A, %B : tensor<4x5xf64, #Structured>, tensor<4x5xf64, #CSR>) outs(%empty : tensor<4x5xf64, #CSR>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.addf %a, %b : f64
    linalg.yield %v1 : f64
  } -> tensor<4x5xf64, #CSR>
  return %r : tensor<4x5xf64, #CSR>
}

func.func @rows_of_diagonals(%A: tensor<4x5xf64, #Diagonals>, %B: tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR> {
  %empty = stensor.empty : tensor<4x5xf64, #CSR>
  %r = linalg.generic #ij_ij_ij ins(%A, %B : tensor<4x5xf64, #Diagonals>, tensor<4x5xf64, #CSR>) outs(%empty : tensor<4x5xf64, #CSR>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.addf %a, %b : f64
    linalg.yield %v1 : f64
  } -> tensor<4x5xf64, #CSR>
  return %r : tensor<4x5xf64, #CSR>
}

func.func @rows_of_antidiagonals(%A: tensor<4x5xf64, #Antidiagonals>, %B: tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR> {
  %empty = stensor.empty : tensor<4x5xf64, #CSR>
  %r = linalg.generic #ij_ij_ij ins(%A, %B : tensor<4x5xf64, #Antidiagonals>, tensor<4x5xf64, #CSR>) outs(%empty : tensor<4x5xf64, #CSR>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.addf %a, %b : f64
    linalg.yield %v1 : f64
  } -> tensor<4x5xf64, #CSR>
  return %r : tensor<4x5xf64, #CSR>
}

func.func @rows_of_slots(%A: tensor<4x5xf64, #Slots>, %B: tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR> {
  %empty = stensor.empty : tensor<4x5xf64, #CSR>
  %r = linalg.generic #ij_ij_ij ins(%A, %B : tensor<4x5xf64, #Slots>, tensor<4x5xf64, #CSR>) outs(%empty : tensor<4x5xf64, #CSR>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.addf %a, %b : f64
    linalg.yield %v1 : f64
  } -> tensor<4x5xf64, #CSR>
  return %r : tensor<4x5xf64, #CSR>
}

func.func @rows_of_interleaved(%A: tensor<4x5xf64, #Interleaved>, %B: tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR> {
  %empty = stensor.empty : tensor<4x5xf64, #CSR>
  %r = linalg.generic #ij_ij_ij ins(%A, %B : tensor<4x5xf64, #Interleaved>, tensor<4x5xf64, #CSR>) outs(%empty : tensor<4x5xf64, #CSR>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.addf %a, %b : f64
    linalg.yield %v1 : f64
  } -> tensor<4x5xf64, #CSR>
  return %r : tensor<4x5xf64, #CSR>
}

func.func @rows_of_fullrows(%A: tensor<4x5xf64, #FullRows>, %B: tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR> {
  %empty = stensor.empty : tensor<4x5xf64, #CSR>
  %r = linalg.generic #ij_ij_ij ins(%A, %B : tensor<4x5xf64, #FullRows>, tensor<4x5xf64, #CSR>) outs(%empty : tensor<4x5xf64, #CSR>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.addf %a, %b : f64
    linalg.yield %v1 : f64
  } -> tensor<4x5xf64, #CSR>
  return %r : tensor<4x5xf64, #CSR>
}

func.func @rows_of_unordered(%A: tensor<4x5xf64, #Unordered>, %B: tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR> {
  %empty = stensor.empty : tensor<4x5xf64, #CSR>
  %r = linalg.generic #ij_ij_ij ins(%A, %B : tensor<4x5xf64, #Unordered>, tensor<4x5xf64, #CSR>) outs(%empty : tensor<4x5xf64, #CSR>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.addf %a, %b : f64
    linalg.yield %v1 : f64
  } -> tensor<4x5xf64, #CSR>
  return %r : tensor<4x5xf64, #CSR>
}

func.func @rows_of_blocks(%A: tensor<4x5xf64, #Blocks>, %B: tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR> {
  %empty = stensor.empty : tensor<4x5xf64, #CSR>
  %r = linalg.generic #ij_ij_ij ins(%A, %B : tensor<4x5xf64, #Blocks>, tensor<4x5xf64, #CSR>) outs(%empty : tensor<4x5xf64, #CSR>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.addf %a, %b : f64
    linalg.yield %v1 : f64
  } -> tensor<4x5xf64, #CSR>
  return %r : tensor<4x5xf64, #CSR>
}

func.func @rows_of_blocksbycolumn(%A: tensor<4x5xf64, #BlocksByColumn>, %B: tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR> {
  %empty = stensor.empty : tensor<4x5xf64, #CSR>
  %r = linalg.generic #ij_ij_ij ins(%A, %B : tensor<4x5xf64, #BlocksByColumn>, tensor<4x5xf64, #CSR>) outs(%empty : tensor<4x5xf64, #CSR>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.addf %a, %b : f64
    linalg.yield %v1 : f64
  } -> tensor<4x5xf64, #CSR>
  return %r : tensor<4x5xf64, #CSR>
}

func.func @rows_of_storedblocks(%A: tensor<4x5xf64, #StoredBlocks>, %B: tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR> {
  %empty = stensor.empty : tensor<4x5xf64, #CSR>
  %r = linalg.generic #ij_ij_ij ins(%A, %B : tensor<4x5xf64, #StoredBlocks>, tensor<4x5xf64, #CSR>) outs(%empty : tensor<4x5xf64, #CSR>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.addf %a, %b : f64
    linalg.yield %v1 : f64
  } -> tensor<4x5xf64, #CSR>
  return %r : tensor<4x5xf64, #CSR>
}

func.func @rows_of_gridoflists(%A: tensor<4x5xf64, #GridOfLists>, %B: tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR> {
  %empty = stensor.empty : tensor<4x5xf64, #CSR>
  %r = linalg.generic #ij_ij_ij ins(%A, %B : tensor<4x5xf64, #GridOfLists>, tensor<4x5xf64, #CSR>) outs(%empty : tensor<4x5xf64, #CSR>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.addf %a, %b : f64
    linalg.yield %v1 : f64
  } -> tensor<4x5xf64, #CSR>
  return %r : tensor<4x5xf64, #CSR>
}

func.func @rows_of_blocksofcolumns(%A: tensor<4x5xf64, #BlocksOfColumns>, %B: tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR> {
  %empty = stensor.empty : tensor<4x5xf64, #CSR>
  %r = linalg.generic #ij_ij_ij ins(%A, %B : tensor<4x5xf64, #BlocksOfColumns>, tensor<4x5xf64, #CSR>) outs(%empty : tensor<4x5xf64, #CSR>) {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %v1 = arith.addf %a, %b : f64
    linalg.yield %v1 : f64
  } -> tensor<4x5xf64, #CSR>
  return %r : tensor<4x5xf64, #CSR>
}

func.func @main() {
  %A_dense = call @A_dense() : () -> tensor<4x5xf64, #Dense>
  %X_dense = call @X_dense() : () -> tensor<5xf64>

  %vector_of_dense = call @vector_of_dense(%A_dense, %X_dense)
      : (tensor<4x5xf64, #Dense>, tensor<5xf64>) -> tensor<4xf64>
  // CHECK: vector_of_dense
  vector.print str "vector_of_dense\0A"
  // CHECK-NEXT: [ 7 0 26 29 ]
  %vector_of_dense_flat_b = bufferization.to_buffer %vector_of_dense : tensor<4xf64> to memref<4xf64>
  %vector_of_dense_flat = memref.cast %vector_of_dense_flat_b : memref<4xf64> to memref<?xf64>
  call @show_f64(%vector_of_dense_flat) : (memref<?xf64>) -> ()
  %A_storedrows = call @A_storedrows() : () -> tensor<4x5xf64, #StoredRows>

  %vector_of_storedrows = call @vector_of_storedrows(%A_storedrows, %X_dense)
      : (tensor<4x5xf64, #StoredRows>, tensor<5xf64>) -> tensor<4xf64>
  // CHECK: vector_of_storedrows
  vector.print str "vector_of_storedrows\0A"
  // CHECK-NEXT: [ 7 0 26 29 ]
  %vector_of_storedrows_flat_b = bufferization.to_buffer %vector_of_storedrows : tensor<4xf64> to memref<4xf64>
  %vector_of_storedrows_flat = memref.cast %vector_of_storedrows_flat_b : memref<4xf64> to memref<?xf64>
  call @show_f64(%vector_of_storedrows_flat) : (memref<?xf64>) -> ()
  %A_hashed = call @A_hashed() : () -> tensor<4x5xf64, #Hashed>

  %vector_of_hashed = call @vector_of_hashed(%A_hashed, %X_dense)
      : (tensor<4x5xf64, #Hashed>, tensor<5xf64>) -> tensor<4xf64>
  // CHECK: vector_of_hashed
  vector.print str "vector_of_hashed\0A"
  // CHECK-NEXT: [ 7 0 26 29 ]
  %vector_of_hashed_flat_b = bufferization.to_buffer %vector_of_hashed : tensor<4xf64> to memref<4xf64>
  %vector_of_hashed_flat = memref.cast %vector_of_hashed_flat_b : memref<4xf64> to memref<?xf64>
  call @show_f64(%vector_of_hashed_flat) : (memref<?xf64>) -> ()
  %A_hashedtwice = call @A_hashedtwice() : () -> tensor<4x5xf64, #HashedTwice>

  %vector_of_hashedtwice = call @vector_of_hashedtwice(%A_hashedtwice, %X_dense)
      : (tensor<4x5xf64, #HashedTwice>, tensor<5xf64>) -> tensor<4xf64>
  // CHECK: vector_of_hashedtwice
  vector.print str "vector_of_hashedtwice\0A"
  // CHECK-NEXT: [ 7 0 26 29 ]
  %vector_of_hashedtwice_flat_b = bufferization.to_buffer %vector_of_hashedtwice : tensor<4xf64> to memref<4xf64>
  %vector_of_hashedtwice_flat = memref.cast %vector_of_hashedtwice_flat_b : memref<4xf64> to memref<?xf64>
  call @show_f64(%vector_of_hashedtwice_flat) : (memref<?xf64>) -> ()
  %A_hashedcolumns = call @A_hashedcolumns() : () -> tensor<4x5xf64, #HashedColumns>

  %vector_of_hashedcolumns = call @vector_of_hashedcolumns(%A_hashedcolumns, %X_dense)
      : (tensor<4x5xf64, #HashedColumns>, tensor<5xf64>) -> tensor<4xf64>
  // CHECK: vector_of_hashedcolumns
  vector.print str "vector_of_hashedcolumns\0A"
  // CHECK-NEXT: [ 7 0 26 29 ]
  %vector_of_hashedcolumns_flat_b = bufferization.to_buffer %vector_of_hashedcolumns : tensor<4xf64> to memref<4xf64>
  %vector_of_hashedcolumns_flat = memref.cast %vector_of_hashedcolumns_flat_b : memref<4xf64> to memref<?xf64>
  call @show_f64(%vector_of_hashedcolumns_flat) : (memref<?xf64>) -> ()
  %A_loose = call @A_loose() : () -> tensor<4x5xf64, #Loose>

  %vector_of_loose = call @vector_of_loose(%A_loose, %X_dense)
      : (tensor<4x5xf64, #Loose>, tensor<5xf64>) -> tensor<4xf64>
  // CHECK: vector_of_loose
  vector.print str "vector_of_loose\0A"
  // CHECK-NEXT: [ 7 0 26 29 ]
  %vector_of_loose_flat_b = bufferization.to_buffer %vector_of_loose : tensor<4xf64> to memref<4xf64>
  %vector_of_loose_flat = memref.cast %vector_of_loose_flat_b : memref<4xf64> to memref<?xf64>
  call @show_f64(%vector_of_loose_flat) : (memref<?xf64>) -> ()
  %A_loosetwice = call @A_loosetwice() : () -> tensor<4x5xf64, #LooseTwice>

  %vector_of_loosetwice = call @vector_of_loosetwice(%A_loosetwice, %X_dense)
      : (tensor<4x5xf64, #LooseTwice>, tensor<5xf64>) -> tensor<4xf64>
  // CHECK: vector_of_loosetwice
  vector.print str "vector_of_loosetwice\0A"
  // CHECK-NEXT: [ 7 0 26 29 ]
  %vector_of_loosetwice_flat_b = bufferization.to_buffer %vector_of_loosetwice : tensor<4xf64> to memref<4xf64>
  %vector_of_loosetwice_flat = memref.cast %vector_of_loosetwice_flat_b : memref<4xf64> to memref<?xf64>
  call @show_f64(%vector_of_loosetwice_flat) : (memref<?xf64>) -> ()
  %A_structured = call @A_structured() : () -> tensor<4x5xf64, #Structured>

  %vector_of_structured = call @vector_of_structured(%A_structured, %X_dense)
      : (tensor<4x5xf64, #Structured>, tensor<5xf64>) -> tensor<4xf64>
  // CHECK: vector_of_structured
  vector.print str "vector_of_structured\0A"
  // CHECK-NEXT: [ 7 0 26 29 ]
  %vector_of_structured_flat_b = bufferization.to_buffer %vector_of_structured : tensor<4xf64> to memref<4xf64>
  %vector_of_structured_flat = memref.cast %vector_of_structured_flat_b : memref<4xf64> to memref<?xf64>
  call @show_f64(%vector_of_structured_flat) : (memref<?xf64>) -> ()
  %A_diagonals = call @A_diagonals() : () -> tensor<4x5xf64, #Diagonals>

  %vector_of_diagonals = call @vector_of_diagonals(%A_diagonals, %X_dense)
      : (tensor<4x5xf64, #Diagonals>, tensor<5xf64>) -> tensor<4xf64>
  // CHECK: vector_of_diagonals
  vector.print str "vector_of_diagonals\0A"
  // CHECK-NEXT: [ 7 0 26 29 ]
  %vector_of_diagonals_flat_b = bufferization.to_buffer %vector_of_diagonals : tensor<4xf64> to memref<4xf64>
  %vector_of_diagonals_flat = memref.cast %vector_of_diagonals_flat_b : memref<4xf64> to memref<?xf64>
  call @show_f64(%vector_of_diagonals_flat) : (memref<?xf64>) -> ()
  %A_antidiagonals = call @A_antidiagonals() : () -> tensor<4x5xf64, #Antidiagonals>

  %vector_of_antidiagonals = call @vector_of_antidiagonals(%A_antidiagonals, %X_dense)
      : (tensor<4x5xf64, #Antidiagonals>, tensor<5xf64>) -> tensor<4xf64>
  // CHECK: vector_of_antidiagonals
  vector.print str "vector_of_antidiagonals\0A"
  // CHECK-NEXT: [ 7 0 26 29 ]
  %vector_of_antidiagonals_flat_b = bufferization.to_buffer %vector_of_antidiagonals : tensor<4xf64> to memref<4xf64>
  %vector_of_antidiagonals_flat = memref.cast %vector_of_antidiagonals_flat_b : memref<4xf64> to memref<?xf64>
  call @show_f64(%vector_of_antidiagonals_flat) : (memref<?xf64>) -> ()
  %A_slots = call @A_slots() : () -> tensor<4x5xf64, #Slots>

  %vector_of_slots = call @vector_of_slots(%A_slots, %X_dense)
      : (tensor<4x5xf64, #Slots>, tensor<5xf64>) -> tensor<4xf64>
  // CHECK: vector_of_slots
  vector.print str "vector_of_slots\0A"
  // CHECK-NEXT: [ 7 0 26 29 ]
  %vector_of_slots_flat_b = bufferization.to_buffer %vector_of_slots : tensor<4xf64> to memref<4xf64>
  %vector_of_slots_flat = memref.cast %vector_of_slots_flat_b : memref<4xf64> to memref<?xf64>
  call @show_f64(%vector_of_slots_flat) : (memref<?xf64>) -> ()
  %A_interleaved = call @A_interleaved() : () -> tensor<4x5xf64, #Interleaved>

  %vector_of_interleaved = call @vector_of_interleaved(%A_interleaved, %X_dense)
      : (tensor<4x5xf64, #Interleaved>, tensor<5xf64>) -> tensor<4xf64>
  // CHECK: vector_of_interleaved
  vector.print str "vector_of_interleaved\0A"
  // CHECK-NEXT: [ 7 0 26 29 ]
  %vector_of_interleaved_flat_b = bufferization.to_buffer %vector_of_interleaved : tensor<4xf64> to memref<4xf64>
  %vector_of_interleaved_flat = memref.cast %vector_of_interleaved_flat_b : memref<4xf64> to memref<?xf64>
  call @show_f64(%vector_of_interleaved_flat) : (memref<?xf64>) -> ()
  %A_fullrows = call @A_fullrows() : () -> tensor<4x5xf64, #FullRows>

  %vector_of_fullrows = call @vector_of_fullrows(%A_fullrows, %X_dense)
      : (tensor<4x5xf64, #FullRows>, tensor<5xf64>) -> tensor<4xf64>
  // CHECK: vector_of_fullrows
  vector.print str "vector_of_fullrows\0A"
  // CHECK-NEXT: [ 7 0 26 29 ]
  %vector_of_fullrows_flat_b = bufferization.to_buffer %vector_of_fullrows : tensor<4xf64> to memref<4xf64>
  %vector_of_fullrows_flat = memref.cast %vector_of_fullrows_flat_b : memref<4xf64> to memref<?xf64>
  call @show_f64(%vector_of_fullrows_flat) : (memref<?xf64>) -> ()
  %A_unordered = call @A_unordered() : () -> tensor<4x5xf64, #Unordered>

  %vector_of_unordered = call @vector_of_unordered(%A_unordered, %X_dense)
      : (tensor<4x5xf64, #Unordered>, tensor<5xf64>) -> tensor<4xf64>
  // CHECK: vector_of_unordered
  vector.print str "vector_of_unordered\0A"
  // CHECK-NEXT: [ 7 0 26 29 ]
  %vector_of_unordered_flat_b = bufferization.to_buffer %vector_of_unordered : tensor<4xf64> to memref<4xf64>
  %vector_of_unordered_flat = memref.cast %vector_of_unordered_flat_b : memref<4xf64> to memref<?xf64>
  call @show_f64(%vector_of_unordered_flat) : (memref<?xf64>) -> ()
  %A_blocks = call @A_blocks() : () -> tensor<4x5xf64, #Blocks>

  %vector_of_blocks = call @vector_of_blocks(%A_blocks, %X_dense)
      : (tensor<4x5xf64, #Blocks>, tensor<5xf64>) -> tensor<4xf64>
  // CHECK: vector_of_blocks
  vector.print str "vector_of_blocks\0A"
  // CHECK-NEXT: [ 7 0 26 29 ]
  %vector_of_blocks_flat_b = bufferization.to_buffer %vector_of_blocks : tensor<4xf64> to memref<4xf64>
  %vector_of_blocks_flat = memref.cast %vector_of_blocks_flat_b : memref<4xf64> to memref<?xf64>
  call @show_f64(%vector_of_blocks_flat) : (memref<?xf64>) -> ()
  %A_blocksbycolumn = call @A_blocksbycolumn() : () -> tensor<4x5xf64, #BlocksByColumn>

  %vector_of_blocksbycolumn = call @vector_of_blocksbycolumn(%A_blocksbycolumn, %X_dense)
      : (tensor<4x5xf64, #BlocksByColumn>, tensor<5xf64>) -> tensor<4xf64>
  // CHECK: vector_of_blocksbycolumn
  vector.print str "vector_of_blocksbycolumn\0A"
  // CHECK-NEXT: [ 7 0 26 29 ]
  %vector_of_blocksbycolumn_flat_b = bufferization.to_buffer %vector_of_blocksbycolumn : tensor<4xf64> to memref<4xf64>
  %vector_of_blocksbycolumn_flat = memref.cast %vector_of_blocksbycolumn_flat_b : memref<4xf64> to memref<?xf64>
  call @show_f64(%vector_of_blocksbycolumn_flat) : (memref<?xf64>) -> ()
  %A_storedblocks = call @A_storedblocks() : () -> tensor<4x5xf64, #StoredBlocks>

  %vector_of_storedblocks = call @vector_of_storedblocks(%A_storedblocks, %X_dense)
      : (tensor<4x5xf64, #StoredBlocks>, tensor<5xf64>) -> tensor<4xf64>
  // CHECK: vector_of_storedblocks
  vector.print str "vector_of_storedblocks\0A"
  // CHECK-NEXT: [ 7 0 26 29 ]
  %vector_of_storedblocks_flat_b = bufferization.to_buffer %vector_of_storedblocks : tensor<4xf64> to memref<4xf64>
  %vector_of_storedblocks_flat = memref.cast %vector_of_storedblocks_flat_b : memref<4xf64> to memref<?xf64>
  call @show_f64(%vector_of_storedblocks_flat) : (memref<?xf64>) -> ()
  %A_gridoflists = call @A_gridoflists() : () -> tensor<4x5xf64, #GridOfLists>

  %vector_of_gridoflists = call @vector_of_gridoflists(%A_gridoflists, %X_dense)
      : (tensor<4x5xf64, #GridOfLists>, tensor<5xf64>) -> tensor<4xf64>
  // CHECK: vector_of_gridoflists
  vector.print str "vector_of_gridoflists\0A"
  // CHECK-NEXT: [ 7 0 26 29 ]
  %vector_of_gridoflists_flat_b = bufferization.to_buffer %vector_of_gridoflists : tensor<4xf64> to memref<4xf64>
  %vector_of_gridoflists_flat = memref.cast %vector_of_gridoflists_flat_b : memref<4xf64> to memref<?xf64>
  call @show_f64(%vector_of_gridoflists_flat) : (memref<?xf64>) -> ()
  %A_blocksofcolumns = call @A_blocksofcolumns() : () -> tensor<4x5xf64, #BlocksOfColumns>

  %vector_of_blocksofcolumns = call @vector_of_blocksofcolumns(%A_blocksofcolumns, %X_dense)
      : (tensor<4x5xf64, #BlocksOfColumns>, tensor<5xf64>) -> tensor<4xf64>
  // CHECK: vector_of_blocksofcolumns
  vector.print str "vector_of_blocksofcolumns\0A"
  // CHECK-NEXT: [ 7 0 26 29 ]
  %vector_of_blocksofcolumns_flat_b = bufferization.to_buffer %vector_of_blocksofcolumns : tensor<4xf64> to memref<4xf64>
  %vector_of_blocksofcolumns_flat = memref.cast %vector_of_blocksofcolumns_flat_b : memref<4xf64> to memref<?xf64>
  call @show_f64(%vector_of_blocksofcolumns_flat) : (memref<?xf64>) -> ()
  %B_csr = call @B_csr() : () -> tensor<4x5xf64, #CSR>

  %rows_of_dense = call @rows_of_dense(%A_dense, %B_csr)
      : (tensor<4x5xf64, #Dense>, tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR>
  // CHECK: rows_of_dense
  vector.print str "rows_of_dense\0A"
  // CHECK-NEXT: [ 0 5 10 15 20 ]
  // CHECK-NEXT: [ 0 1 2 3 4 0 1 2 3 4 0 1 2 3 4 0 1 2 3 4 ]
  // CHECK-NEXT: [ 1 0 3 0 0 0 2 0 0 0 0 3 0 0 4 0 0 0 6 3 ]
  %rows_of_dense_pos1, %rows_of_dense_crd1, %rows_of_dense_val = stensor.unpack %rows_of_dense
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%rows_of_dense_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%rows_of_dense_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%rows_of_dense_val) : (memref<?xf64>) -> ()

  %rows_of_storedrows = call @rows_of_storedrows(%A_storedrows, %B_csr)
      : (tensor<4x5xf64, #StoredRows>, tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR>
  // CHECK: rows_of_storedrows
  vector.print str "rows_of_storedrows\0A"
  // CHECK-NEXT: [ 0 5 6 11 16 ]
  // CHECK-NEXT: [ 0 1 2 3 4 1 0 1 2 3 4 0 1 2 3 4 ]
  // CHECK-NEXT: [ 1 0 3 0 0 2 0 3 0 0 4 0 0 0 6 3 ]
  %rows_of_storedrows_pos1, %rows_of_storedrows_crd1, %rows_of_storedrows_val = stensor.unpack %rows_of_storedrows
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%rows_of_storedrows_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%rows_of_storedrows_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%rows_of_storedrows_val) : (memref<?xf64>) -> ()

  %rows_of_hashed = call @rows_of_hashed(%A_hashed, %B_csr)
      : (tensor<4x5xf64, #Hashed>, tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR>
  // CHECK: rows_of_hashed
  vector.print str "rows_of_hashed\0A"
  // CHECK-NEXT: [ 0 2 3 5 8 ]
  // CHECK-NEXT: [ 0 2 1 1 4 0 3 4 ]
  // CHECK-NEXT: [ 1 3 2 3 4 0 6 3 ]
  %rows_of_hashed_pos1, %rows_of_hashed_crd1, %rows_of_hashed_val = stensor.unpack %rows_of_hashed
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%rows_of_hashed_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%rows_of_hashed_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%rows_of_hashed_val) : (memref<?xf64>) -> ()

  %rows_of_hashedtwice = call @rows_of_hashedtwice(%A_hashedtwice, %B_csr)
      : (tensor<4x5xf64, #HashedTwice>, tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR>
  // CHECK: rows_of_hashedtwice
  vector.print str "rows_of_hashedtwice\0A"
  // CHECK-NEXT: [ 0 2 3 5 8 ]
  // CHECK-NEXT: [ 0 2 1 1 4 0 3 4 ]
  // CHECK-NEXT: [ 1 3 2 3 4 0 6 3 ]
  %rows_of_hashedtwice_pos1, %rows_of_hashedtwice_crd1, %rows_of_hashedtwice_val = stensor.unpack %rows_of_hashedtwice
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%rows_of_hashedtwice_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%rows_of_hashedtwice_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%rows_of_hashedtwice_val) : (memref<?xf64>) -> ()

  %rows_of_hashedcolumns = call @rows_of_hashedcolumns(%A_hashedcolumns, %B_csr)
      : (tensor<4x5xf64, #HashedColumns>, tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR>
  // CHECK: rows_of_hashedcolumns
  vector.print str "rows_of_hashedcolumns\0A"
  // CHECK-NEXT: [ 0 2 3 5 8 ]
  // CHECK-NEXT: [ 0 2 1 1 4 0 3 4 ]
  // CHECK-NEXT: [ 1 3 2 3 4 0 6 3 ]
  %rows_of_hashedcolumns_pos1, %rows_of_hashedcolumns_crd1, %rows_of_hashedcolumns_val = stensor.unpack %rows_of_hashedcolumns
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%rows_of_hashedcolumns_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%rows_of_hashedcolumns_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%rows_of_hashedcolumns_val) : (memref<?xf64>) -> ()

  %rows_of_loose = call @rows_of_loose(%A_loose, %B_csr)
      : (tensor<4x5xf64, #Loose>, tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR>
  // CHECK: rows_of_loose
  vector.print str "rows_of_loose\0A"
  // CHECK-NEXT: [ 0 2 3 5 8 ]
  // CHECK-NEXT: [ 0 2 1 1 4 0 3 4 ]
  // CHECK-NEXT: [ 1 3 2 3 4 0 6 3 ]
  %rows_of_loose_pos1, %rows_of_loose_crd1, %rows_of_loose_val = stensor.unpack %rows_of_loose
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%rows_of_loose_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%rows_of_loose_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%rows_of_loose_val) : (memref<?xf64>) -> ()

  %rows_of_loosetwice = call @rows_of_loosetwice(%A_loosetwice, %B_csr)
      : (tensor<4x5xf64, #LooseTwice>, tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR>
  // CHECK: rows_of_loosetwice
  vector.print str "rows_of_loosetwice\0A"
  // CHECK-NEXT: [ 0 2 3 5 8 ]
  // CHECK-NEXT: [ 0 2 1 1 4 0 3 4 ]
  // CHECK-NEXT: [ 1 3 2 3 4 0 6 3 ]
  %rows_of_loosetwice_pos1, %rows_of_loosetwice_crd1, %rows_of_loosetwice_val = stensor.unpack %rows_of_loosetwice
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%rows_of_loosetwice_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%rows_of_loosetwice_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%rows_of_loosetwice_val) : (memref<?xf64>) -> ()

  %rows_of_structured = call @rows_of_structured(%A_structured, %B_csr)
      : (tensor<4x5xf64, #Structured>, tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR>
  // CHECK: rows_of_structured
  vector.print str "rows_of_structured\0A"
  // CHECK-NEXT: [ 0 2 3 5 8 ]
  // CHECK-NEXT: [ 0 2 1 1 4 0 3 4 ]
  // CHECK-NEXT: [ 1 3 2 3 4 0 6 3 ]
  %rows_of_structured_pos1, %rows_of_structured_crd1, %rows_of_structured_val = stensor.unpack %rows_of_structured
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%rows_of_structured_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%rows_of_structured_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%rows_of_structured_val) : (memref<?xf64>) -> ()

  %rows_of_diagonals = call @rows_of_diagonals(%A_diagonals, %B_csr)
      : (tensor<4x5xf64, #Diagonals>, tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR>
  // CHECK: rows_of_diagonals
  vector.print str "rows_of_diagonals\0A"
  // CHECK-NEXT: [ 0 2 3 5 8 ]
  // CHECK-NEXT: [ 0 2 1 1 4 0 3 4 ]
  // CHECK-NEXT: [ 1 3 2 3 4 0 6 3 ]
  %rows_of_diagonals_pos1, %rows_of_diagonals_crd1, %rows_of_diagonals_val = stensor.unpack %rows_of_diagonals
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%rows_of_diagonals_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%rows_of_diagonals_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%rows_of_diagonals_val) : (memref<?xf64>) -> ()

  %rows_of_antidiagonals = call @rows_of_antidiagonals(%A_antidiagonals, %B_csr)
      : (tensor<4x5xf64, #Antidiagonals>, tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR>
  // CHECK: rows_of_antidiagonals
  vector.print str "rows_of_antidiagonals\0A"
  // CHECK-NEXT: [ 0 2 3 5 8 ]
  // CHECK-NEXT: [ 0 2 1 1 4 0 3 4 ]
  // CHECK-NEXT: [ 1 3 2 3 4 0 6 3 ]
  %rows_of_antidiagonals_pos1, %rows_of_antidiagonals_crd1, %rows_of_antidiagonals_val = stensor.unpack %rows_of_antidiagonals
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%rows_of_antidiagonals_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%rows_of_antidiagonals_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%rows_of_antidiagonals_val) : (memref<?xf64>) -> ()

  %rows_of_slots = call @rows_of_slots(%A_slots, %B_csr)
      : (tensor<4x5xf64, #Slots>, tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR>
  // CHECK: rows_of_slots
  vector.print str "rows_of_slots\0A"
  // CHECK-NEXT: [ 0 2 3 5 8 ]
  // CHECK-NEXT: [ 0 2 1 1 4 0 3 4 ]
  // CHECK-NEXT: [ 1 3 2 3 4 0 6 3 ]
  %rows_of_slots_pos1, %rows_of_slots_crd1, %rows_of_slots_val = stensor.unpack %rows_of_slots
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%rows_of_slots_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%rows_of_slots_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%rows_of_slots_val) : (memref<?xf64>) -> ()

  %rows_of_interleaved = call @rows_of_interleaved(%A_interleaved, %B_csr)
      : (tensor<4x5xf64, #Interleaved>, tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR>
  // CHECK: rows_of_interleaved
  vector.print str "rows_of_interleaved\0A"
  // CHECK-NEXT: [ 0 2 3 5 8 ]
  // CHECK-NEXT: [ 0 2 1 1 4 0 3 4 ]
  // CHECK-NEXT: [ 1 3 2 3 4 0 6 3 ]
  %rows_of_interleaved_pos1, %rows_of_interleaved_crd1, %rows_of_interleaved_val = stensor.unpack %rows_of_interleaved
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%rows_of_interleaved_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%rows_of_interleaved_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%rows_of_interleaved_val) : (memref<?xf64>) -> ()

  %rows_of_fullrows = call @rows_of_fullrows(%A_fullrows, %B_csr)
      : (tensor<4x5xf64, #FullRows>, tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR>
  // CHECK: rows_of_fullrows
  vector.print str "rows_of_fullrows\0A"
  // CHECK-NEXT: [ 0 2 3 5 8 ]
  // CHECK-NEXT: [ 0 2 1 1 4 0 3 4 ]
  // CHECK-NEXT: [ 1 3 2 3 4 0 6 3 ]
  %rows_of_fullrows_pos1, %rows_of_fullrows_crd1, %rows_of_fullrows_val = stensor.unpack %rows_of_fullrows
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%rows_of_fullrows_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%rows_of_fullrows_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%rows_of_fullrows_val) : (memref<?xf64>) -> ()

  %rows_of_unordered = call @rows_of_unordered(%A_unordered, %B_csr)
      : (tensor<4x5xf64, #Unordered>, tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR>
  // CHECK: rows_of_unordered
  vector.print str "rows_of_unordered\0A"
  // CHECK-NEXT: [ 0 2 3 5 8 ]
  // CHECK-NEXT: [ 0 2 1 1 4 0 3 4 ]
  // CHECK-NEXT: [ 1 3 2 3 4 0 6 3 ]
  %rows_of_unordered_pos1, %rows_of_unordered_crd1, %rows_of_unordered_val = stensor.unpack %rows_of_unordered
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%rows_of_unordered_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%rows_of_unordered_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%rows_of_unordered_val) : (memref<?xf64>) -> ()

  %rows_of_blocks = call @rows_of_blocks(%A_blocks, %B_csr)
      : (tensor<4x5xf64, #Blocks>, tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR>
  // CHECK: rows_of_blocks
  vector.print str "rows_of_blocks\0A"
  // CHECK-NEXT: [ 0 2 3 5 8 ]
  // CHECK-NEXT: [ 0 2 1 1 4 0 3 4 ]
  // CHECK-NEXT: [ 1 3 2 3 4 0 6 3 ]
  %rows_of_blocks_pos1, %rows_of_blocks_crd1, %rows_of_blocks_val = stensor.unpack %rows_of_blocks
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%rows_of_blocks_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%rows_of_blocks_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%rows_of_blocks_val) : (memref<?xf64>) -> ()

  %rows_of_blocksbycolumn = call @rows_of_blocksbycolumn(%A_blocksbycolumn, %B_csr)
      : (tensor<4x5xf64, #BlocksByColumn>, tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR>
  // CHECK: rows_of_blocksbycolumn
  vector.print str "rows_of_blocksbycolumn\0A"
  // CHECK-NEXT: [ 0 2 3 5 8 ]
  // CHECK-NEXT: [ 0 2 1 1 4 0 3 4 ]
  // CHECK-NEXT: [ 1 3 2 3 4 0 6 3 ]
  %rows_of_blocksbycolumn_pos1, %rows_of_blocksbycolumn_crd1, %rows_of_blocksbycolumn_val = stensor.unpack %rows_of_blocksbycolumn
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%rows_of_blocksbycolumn_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%rows_of_blocksbycolumn_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%rows_of_blocksbycolumn_val) : (memref<?xf64>) -> ()

  %rows_of_storedblocks = call @rows_of_storedblocks(%A_storedblocks, %B_csr)
      : (tensor<4x5xf64, #StoredBlocks>, tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR>
  // CHECK: rows_of_storedblocks
  vector.print str "rows_of_storedblocks\0A"
  // CHECK-NEXT: [ 0 2 3 5 8 ]
  // CHECK-NEXT: [ 0 2 1 1 4 0 3 4 ]
  // CHECK-NEXT: [ 1 3 2 3 4 0 6 3 ]
  %rows_of_storedblocks_pos1, %rows_of_storedblocks_crd1, %rows_of_storedblocks_val = stensor.unpack %rows_of_storedblocks
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%rows_of_storedblocks_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%rows_of_storedblocks_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%rows_of_storedblocks_val) : (memref<?xf64>) -> ()

  %rows_of_gridoflists = call @rows_of_gridoflists(%A_gridoflists, %B_csr)
      : (tensor<4x5xf64, #GridOfLists>, tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR>
  // CHECK: rows_of_gridoflists
  vector.print str "rows_of_gridoflists\0A"
  // CHECK-NEXT: [ 0 2 3 5 8 ]
  // CHECK-NEXT: [ 0 2 1 1 4 0 3 4 ]
  // CHECK-NEXT: [ 1 3 2 3 4 0 6 3 ]
  %rows_of_gridoflists_pos1, %rows_of_gridoflists_crd1, %rows_of_gridoflists_val = stensor.unpack %rows_of_gridoflists
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%rows_of_gridoflists_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%rows_of_gridoflists_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%rows_of_gridoflists_val) : (memref<?xf64>) -> ()

  %rows_of_blocksofcolumns = call @rows_of_blocksofcolumns(%A_blocksofcolumns, %B_csr)
      : (tensor<4x5xf64, #BlocksOfColumns>, tensor<4x5xf64, #CSR>) -> tensor<4x5xf64, #CSR>
  // CHECK: rows_of_blocksofcolumns
  vector.print str "rows_of_blocksofcolumns\0A"
  // CHECK-NEXT: [ 0 2 3 5 8 ]
  // CHECK-NEXT: [ 0 2 1 1 4 0 3 4 ]
  // CHECK-NEXT: [ 1 3 2 3 4 0 6 3 ]
  %rows_of_blocksofcolumns_pos1, %rows_of_blocksofcolumns_crd1, %rows_of_blocksofcolumns_val = stensor.unpack %rows_of_blocksofcolumns
      : tensor<4x5xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%rows_of_blocksofcolumns_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%rows_of_blocksofcolumns_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%rows_of_blocksofcolumns_val) : (memref<?xf64>) -> ()
  return
}
