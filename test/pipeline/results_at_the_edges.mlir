// `--lacuna`, executed: stored results at the edges: nothing stored, sizes of zero and one, more entries than there is room for at first.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=two-phase=true | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=fp=strict | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=vector-bytes=0 | %run | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#Blocks = #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>
#StoredRows = #stensor.format<(i, j) -> (i : compressed, j : dense)>
#Diagonals = #stensor.format<(i, j) -> (j - i : compressed, i : range, j : offset)>
#ij_ij_ij = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
  iterator_types = ["parallel", "parallel"]
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

memref.global "private" constant @Z_csr_pos1 : memref<4xi32> = dense<[0, 0, 0, 0]>
memref.global "private" constant @Y_csr_pos1 : memref<4xi32> = dense<[0, 0, 0, 0]>
memref.global "private" constant @Z_coo_pos0 : memref<2xi32> = dense<[0, 0]>
memref.global "private" constant @Y_coo_pos0 : memref<2xi32> = dense<[0, 0]>
memref.global "private" constant @Z_dcsr_pos0 : memref<2xi32> = dense<[0, 0]>
memref.global "private" constant @Z_dcsr_pos1 : memref<1xi32> = dense<[0]>
memref.global "private" constant @Y_dcsr_pos0 : memref<2xi32> = dense<[0, 0]>
memref.global "private" constant @Y_dcsr_pos1 : memref<1xi32> = dense<[0]>
memref.global "private" constant @Z_csc_pos1 : memref<5xi32> = dense<[0, 0, 0, 0, 0]>
memref.global "private" constant @Y_csc_pos1 : memref<5xi32> = dense<[0, 0, 0, 0, 0]>
memref.global "private" constant @Z_blocks_pos1 : memref<3xi32> = dense<[0, 0, 0]>
memref.global "private" constant @Y_blocks_pos1 : memref<3xi32> = dense<[0, 0, 0]>
memref.global "private" constant @O_csr_pos1 : memref<2xi32> = dense<[0, 1]>
memref.global "private" constant @O_csr_crd1 : memref<1xi32> = dense<[0]>
memref.global "private" constant @O_csr_val : memref<1xf64> = dense<[7.0]>
memref.global "private" constant @R_csr_pos1 : memref<1xi32> = dense<[0]>
memref.global "private" constant @N_csr_pos1 : memref<4xi32> = dense<[0, 0, 0, 0]>
memref.global "private" constant @R_csc_pos1 : memref<4xi32> = dense<[0, 0, 0, 0]>
memref.global "private" constant @N_csc_pos1 : memref<1xi32> = dense<[0]>
memref.global "private" constant @D_dense_val : memref<3x4xf64> = dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0]]>

func.func @Z_csr() -> tensor<3x4xf64, #CSR> {
  %pos1 = memref.get_global @Z_csr_pos1 : memref<4xi32>
  %crd1 = memref.alloc() : memref<0xi32>
  %val = memref.alloc() : memref<0xf64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<4xi32>, memref<0xi32>, memref<0xf64>) -> tensor<3x4xf64, #CSR>
  return %t : tensor<3x4xf64, #CSR>
}

func.func @Y_csr() -> tensor<3x4xf64, #CSR> {
  %pos1 = memref.get_global @Y_csr_pos1 : memref<4xi32>
  %crd1 = memref.alloc() : memref<0xi32>
  %val = memref.alloc() : memref<0xf64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<4xi32>, memref<0xi32>, memref<0xf64>) -> tensor<3x4xf64, #CSR>
  return %t : tensor<3x4xf64, #CSR>
}

func.func @Z_coo() -> tensor<3x4xf64, #COO> {
  %pos0 = memref.get_global @Z_coo_pos0 : memref<2xi32>
  %crd0 = memref.alloc() : memref<0xi32>
  %crd1 = memref.alloc() : memref<0xi32>
  %val = memref.alloc() : memref<0xf64>
  %t = stensor.pack(%pos0, %crd0, %crd1, %val)
      : (memref<2xi32>, memref<0xi32>, memref<0xi32>, memref<0xf64>) -> tensor<3x4xf64, #COO>
  return %t : tensor<3x4xf64, #COO>
}

func.func @Y_coo() -> tensor<3x4xf64, #COO> {
  %pos0 = memref.get_global @Y_coo_pos0 : memref<2xi32>
  %crd0 = memref.alloc() : memref<0xi32>
  %crd1 = memref.alloc() : memref<0xi32>
  %val = memref.alloc() : memref<0xf64>
  %t = stensor.pack(%pos0, %crd0, %crd1, %val)
      : (memref<2xi32>, memref<0xi32>, memref<0xi32>, memref<0xf64>) -> tensor<3x4xf64, #COO>
  return %t : tensor<3x4xf64, #COO>
}

func.func @Z_dcsr() -> tensor<3x4xf64, #DCSR> {
  %pos0 = memref.get_global @Z_dcsr_pos0 : memref<2xi32>
  %crd0 = memref.alloc() : memref<0xi32>
  %pos1 = memref.get_global @Z_dcsr_pos1 : memref<1xi32>
  %crd1 = memref.alloc() : memref<0xi32>
  %val = memref.alloc() : memref<0xf64>
  %t = stensor.pack(%pos0, %crd0, %pos1, %crd1, %val)
      : (memref<2xi32>, memref<0xi32>, memref<1xi32>, memref<0xi32>, memref<0xf64>) -> tensor<3x4xf64, #DCSR>
  return %t : tensor<3x4xf64, #DCSR>
}

func.func @Y_dcsr() -> tensor<3x4xf64, #DCSR> {
  %pos0 = memref.get_global @Y_dcsr_pos0 : memref<2xi32>
  %crd0 = memref.alloc() : memref<0xi32>
  %pos1 = memref.get_global @Y_dcsr_pos1 : memref<1xi32>
  %crd1 = memref.alloc() : memref<0xi32>
  %val = memref.alloc() : memref<0xf64>
  %t = stensor.pack(%pos0, %crd0, %pos1, %crd1, %val)
      : (memref<2xi32>, memref<0xi32>, memref<1xi32>, memref<0xi32>, memref<0xf64>) -> tensor<3x4xf64, #DCSR>
  return %t : tensor<3x4xf64, #DCSR>
}

func.func @Z_csc() -> tensor<3x4xf64, #CSC> {
  %pos1 = memref.get_global @Z_csc_pos1 : memref<5xi32>
  %crd1 = memref.alloc() : memref<0xi32>
  %val = memref.alloc() : memref<0xf64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<5xi32>, memref<0xi32>, memref<0xf64>) -> tensor<3x4xf64, #CSC>
  return %t : tensor<3x4xf64, #CSC>
}

func.func @Y_csc() -> tensor<3x4xf64, #CSC> {
  %pos1 = memref.get_global @Y_csc_pos1 : memref<5xi32>
  %crd1 = memref.alloc() : memref<0xi32>
  %val = memref.alloc() : memref<0xf64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<5xi32>, memref<0xi32>, memref<0xf64>) -> tensor<3x4xf64, #CSC>
  return %t : tensor<3x4xf64, #CSC>
}

func.func @Z_blocks() -> tensor<3x4xf64, #Blocks> {
  %pos1 = memref.get_global @Z_blocks_pos1 : memref<3xi32>
  %crd1 = memref.alloc() : memref<0xi32>
  %val = memref.alloc() : memref<0xf64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<3xi32>, memref<0xi32>, memref<0xf64>) -> tensor<3x4xf64, #Blocks>
  return %t : tensor<3x4xf64, #Blocks>
}

func.func @Y_blocks() -> tensor<3x4xf64, #Blocks> {
  %pos1 = memref.get_global @Y_blocks_pos1 : memref<3xi32>
  %crd1 = memref.alloc() : memref<0xi32>
  %val = memref.alloc() : memref<0xf64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<3xi32>, memref<0xi32>, memref<0xf64>) -> tensor<3x4xf64, #Blocks>
  return %t : tensor<3x4xf64, #Blocks>
}

func.func @O_csr() -> tensor<1x1xf64, #CSR> {
  %pos1 = memref.get_global @O_csr_pos1 : memref<2xi32>
  %crd1 = memref.get_global @O_csr_crd1 : memref<1xi32>
  %val = memref.get_global @O_csr_val : memref<1xf64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<2xi32>, memref<1xi32>, memref<1xf64>) -> tensor<1x1xf64, #CSR>
  return %t : tensor<1x1xf64, #CSR>
}

func.func @R_csr() -> tensor<0x3xf64, #CSR> {
  %pos1 = memref.get_global @R_csr_pos1 : memref<1xi32>
  %crd1 = memref.alloc() : memref<0xi32>
  %val = memref.alloc() : memref<0xf64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<1xi32>, memref<0xi32>, memref<0xf64>) -> tensor<0x3xf64, #CSR>
  return %t : tensor<0x3xf64, #CSR>
}

func.func @N_csr() -> tensor<3x0xf64, #CSR> {
  %pos1 = memref.get_global @N_csr_pos1 : memref<4xi32>
  %crd1 = memref.alloc() : memref<0xi32>
  %val = memref.alloc() : memref<0xf64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<4xi32>, memref<0xi32>, memref<0xf64>) -> tensor<3x0xf64, #CSR>
  return %t : tensor<3x0xf64, #CSR>
}

func.func @R_csc() -> tensor<0x3xf64, #CSC> {
  %pos1 = memref.get_global @R_csc_pos1 : memref<4xi32>
  %crd1 = memref.alloc() : memref<0xi32>
  %val = memref.alloc() : memref<0xf64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<4xi32>, memref<0xi32>, memref<0xf64>) -> tensor<0x3xf64, #CSC>
  return %t : tensor<0x3xf64, #CSC>
}

func.func @N_csc() -> tensor<3x0xf64, #CSC> {
  %pos1 = memref.get_global @N_csc_pos1 : memref<1xi32>
  %crd1 = memref.alloc() : memref<0xi32>
  %val = memref.alloc() : memref<0xf64>
  %t = stensor.pack(%pos1, %crd1, %val)
      : (memref<1xi32>, memref<0xi32>, memref<0xf64>) -> tensor<3x0xf64, #CSC>
  return %t : tensor<3x0xf64, #CSC>
}

func.func @D_dense() -> tensor<3x4xf64> {
  %val = memref.get_global @D_dense_val : memref<3x4xf64>
  %t = bufferization.to_tensor %val restrict : memref<3x4xf64> to tensor<3x4xf64>
  return %t : tensor<3x4xf64>
}

func.func @nothing_in_csr(%Z: tensor<3x4xf64, #CSR>, %Y: tensor<3x4xf64, #CSR>) -> tensor<3x4xf64, #CSR> {
  %empty = stensor.empty : tensor<3x4xf64, #CSR>
  %r = linalg.generic #ij_ij_ij ins(%Z, %Y : tensor<3x4xf64, #CSR>, tensor<3x4xf64, #CSR>) outs(%empty : tensor<3x4xf64, #CSR>) {
  ^bb0(%z: f64, %y: f64, %old: f64):
    %v1 = arith.addf %z, %y : f64
    linalg.yield %v1 : f64
  } -> tensor<3x4xf64, #CSR>
  return %r : tensor<3x4xf64, #CSR>
}

func.func @nothing_in_coo(%Z: tensor<3x4xf64, #COO>, %Y: tensor<3x4xf64, #COO>) -> tensor<3x4xf64, #COO> {
  %empty = stensor.empty : tensor<3x4xf64, #COO>
  %r = linalg.generic #ij_ij_ij ins(%Z, %Y : tensor<3x4xf64, #COO>, tensor<3x4xf64, #COO>) outs(%empty : tensor<3x4xf64, #COO>) {
  ^bb0(%z: f64, %y: f64, %old: f64):
    %v1 = arith.addf %z, %y : f64
    linalg.yield %v1 : f64
  } -> tensor<3x4xf64, #COO>
  return %r : tensor<3x4xf64, #COO>
}

func.func @nothing_in_dcsr(%Z: tensor<3x4xf64, #DCSR>, %Y: tensor<3x4xf64, #DCSR>) -> tensor<3x4xf64, #DCSR> {
  %empty = stensor.empty : tensor<3x4xf64, #DCSR>
  %r = linalg.generic #ij_ij_ij ins(%Z, %Y : tensor<3x4xf64, #DCSR>, tensor<3x4xf64, #DCSR>) outs(%empty : tensor<3x4xf64, #DCSR>) {
  ^bb0(%z: f64, %y: f64, %old: f64):
    %v1 = arith.addf %z, %y : f64
    linalg.yield %v1 : f64
  } -> tensor<3x4xf64, #DCSR>
  return %r : tensor<3x4xf64, #DCSR>
}

func.func @nothing_in_csc(%Z: tensor<3x4xf64, #CSC>, %Y: tensor<3x4xf64, #CSC>) -> tensor<3x4xf64, #CSC> {
  %empty = stensor.empty : tensor<3x4xf64, #CSC>
  %r = linalg.generic #ij_ij_ij ins(%Z, %Y : tensor<3x4xf64, #CSC>, tensor<3x4xf64, #CSC>) outs(%empty : tensor<3x4xf64, #CSC>) {
  ^bb0(%z: f64, %y: f64, %old: f64):
    %v1 = arith.addf %z, %y : f64
    linalg.yield %v1 : f64
  } -> tensor<3x4xf64, #CSC>
  return %r : tensor<3x4xf64, #CSC>
}

func.func @nothing_in_blocks(%Z: tensor<3x4xf64, #Blocks>, %Y: tensor<3x4xf64, #Blocks>) -> tensor<3x4xf64, #Blocks> {
  %empty = stensor.empty : tensor<3x4xf64, #Blocks>
  %r = linalg.generic #ij_ij_ij ins(%Z, %Y : tensor<3x4xf64, #Blocks>, tensor<3x4xf64, #Blocks>) outs(%empty : tensor<3x4xf64, #Blocks>) {
  ^bb0(%z: f64, %y: f64, %old: f64):
    %v1 = arith.addf %z, %y : f64
    linalg.yield %v1 : f64
  } -> tensor<3x4xf64, #Blocks>
  return %r : tensor<3x4xf64, #Blocks>
}

func.func @nothing_in_storedrows(%Z: tensor<3x4xf64, #CSR>, %Y: tensor<3x4xf64, #CSR>) -> tensor<3x4xf64, #StoredRows> {
  %empty = stensor.empty : tensor<3x4xf64, #StoredRows>
  %r = linalg.generic #ij_ij_ij ins(%Z, %Y : tensor<3x4xf64, #CSR>, tensor<3x4xf64, #CSR>) outs(%empty : tensor<3x4xf64, #StoredRows>) {
  ^bb0(%z: f64, %y: f64, %old: f64):
    %v1 = arith.addf %z, %y : f64
    linalg.yield %v1 : f64
  } -> tensor<3x4xf64, #StoredRows>
  return %r : tensor<3x4xf64, #StoredRows>
}

func.func @nothing_in_diagonals(%Z: tensor<3x4xf64, #CSR>, %Y: tensor<3x4xf64, #CSR>) -> tensor<3x4xf64, #Diagonals> {
  %empty = stensor.empty : tensor<3x4xf64, #Diagonals>
  %r = linalg.generic #ij_ij_ij ins(%Z, %Y : tensor<3x4xf64, #CSR>, tensor<3x4xf64, #CSR>) outs(%empty : tensor<3x4xf64, #Diagonals>) {
  ^bb0(%z: f64, %y: f64, %old: f64):
    %v1 = arith.addf %z, %y : f64
    linalg.yield %v1 : f64
  } -> tensor<3x4xf64, #Diagonals>
  return %r : tensor<3x4xf64, #Diagonals>
}

func.func @one_point_in_csr(%O: tensor<1x1xf64, #CSR>) -> tensor<1x1xf64, #CSR> {
  %empty = stensor.empty : tensor<1x1xf64, #CSR>
  %r = linalg.generic #ij_ij ins(%O : tensor<1x1xf64, #CSR>) outs(%empty : tensor<1x1xf64, #CSR>) {
  ^bb0(%o: f64, %old: f64):
    linalg.yield %o : f64
  } -> tensor<1x1xf64, #CSR>
  return %r : tensor<1x1xf64, #CSR>
}

func.func @one_point_in_coo(%O: tensor<1x1xf64, #CSR>) -> tensor<1x1xf64, #COO> {
  %empty = stensor.empty : tensor<1x1xf64, #COO>
  %r = linalg.generic #ij_ij ins(%O : tensor<1x1xf64, #CSR>) outs(%empty : tensor<1x1xf64, #COO>) {
  ^bb0(%o: f64, %old: f64):
    linalg.yield %o : f64
  } -> tensor<1x1xf64, #COO>
  return %r : tensor<1x1xf64, #COO>
}

func.func @one_point_in_dcsr(%O: tensor<1x1xf64, #CSR>) -> tensor<1x1xf64, #DCSR> {
  %empty = stensor.empty : tensor<1x1xf64, #DCSR>
  %r = linalg.generic #ij_ij ins(%O : tensor<1x1xf64, #CSR>) outs(%empty : tensor<1x1xf64, #DCSR>) {
  ^bb0(%o: f64, %old: f64):
    linalg.yield %o : f64
  } -> tensor<1x1xf64, #DCSR>
  return %r : tensor<1x1xf64, #DCSR>
}

func.func @one_point_in_blocks(%O: tensor<1x1xf64, #CSR>) -> tensor<1x1xf64, #Blocks> {
  %r = stensor.convert %O : tensor<1x1xf64, #CSR> to tensor<1x1xf64, #Blocks>
  return %r : tensor<1x1xf64, #Blocks>
}

func.func @one_point_in_diagonals(%O: tensor<1x1xf64, #CSR>) -> tensor<1x1xf64, #Diagonals> {
  %r = stensor.convert %O : tensor<1x1xf64, #CSR> to tensor<1x1xf64, #Diagonals>
  return %r : tensor<1x1xf64, #Diagonals>
}

func.func @no_rows_in_csr(%R: tensor<0x3xf64, #CSR>) -> tensor<0x3xf64, #CSR> {
  %empty = stensor.empty : tensor<0x3xf64, #CSR>
  %r = linalg.generic #ij_ij ins(%R : tensor<0x3xf64, #CSR>) outs(%empty : tensor<0x3xf64, #CSR>) {
  ^bb0(%r: f64, %old: f64):
    linalg.yield %r : f64
  } -> tensor<0x3xf64, #CSR>
  return %r : tensor<0x3xf64, #CSR>
}

func.func @no_columns_in_csr(%N: tensor<3x0xf64, #CSR>) -> tensor<3x0xf64, #CSR> {
  %empty = stensor.empty : tensor<3x0xf64, #CSR>
  %r = linalg.generic #ij_ij ins(%N : tensor<3x0xf64, #CSR>) outs(%empty : tensor<3x0xf64, #CSR>) {
  ^bb0(%n: f64, %old: f64):
    linalg.yield %n : f64
  } -> tensor<3x0xf64, #CSR>
  return %r : tensor<3x0xf64, #CSR>
}

func.func @no_rows_in_coo(%R: tensor<0x3xf64, #CSR>) -> tensor<0x3xf64, #COO> {
  %empty = stensor.empty : tensor<0x3xf64, #COO>
  %r = linalg.generic #ij_ij ins(%R : tensor<0x3xf64, #CSR>) outs(%empty : tensor<0x3xf64, #COO>) {
  ^bb0(%r: f64, %old: f64):
    linalg.yield %r : f64
  } -> tensor<0x3xf64, #COO>
  return %r : tensor<0x3xf64, #COO>
}

func.func @no_columns_in_coo(%N: tensor<3x0xf64, #CSR>) -> tensor<3x0xf64, #COO> {
  %empty = stensor.empty : tensor<3x0xf64, #COO>
  %r = linalg.generic #ij_ij ins(%N : tensor<3x0xf64, #CSR>) outs(%empty : tensor<3x0xf64, #COO>) {
  ^bb0(%n: f64, %old: f64):
    linalg.yield %n : f64
  } -> tensor<3x0xf64, #COO>
  return %r : tensor<3x0xf64, #COO>
}

func.func @no_rows_in_dcsr(%R: tensor<0x3xf64, #CSR>) -> tensor<0x3xf64, #DCSR> {
  %empty = stensor.empty : tensor<0x3xf64, #DCSR>
  %r = linalg.generic #ij_ij ins(%R : tensor<0x3xf64, #CSR>) outs(%empty : tensor<0x3xf64, #DCSR>) {
  ^bb0(%r: f64, %old: f64):
    linalg.yield %r : f64
  } -> tensor<0x3xf64, #DCSR>
  return %r : tensor<0x3xf64, #DCSR>
}

func.func @no_columns_in_dcsr(%N: tensor<3x0xf64, #CSR>) -> tensor<3x0xf64, #DCSR> {
  %empty = stensor.empty : tensor<3x0xf64, #DCSR>
  %r = linalg.generic #ij_ij ins(%N : tensor<3x0xf64, #CSR>) outs(%empty : tensor<3x0xf64, #DCSR>) {
  ^bb0(%n: f64, %old: f64):
    linalg.yield %n : f64
  } -> tensor<3x0xf64, #DCSR>
  return %r : tensor<3x0xf64, #DCSR>
}

func.func @no_rows_in_csc(%R: tensor<0x3xf64, #CSC>) -> tensor<0x3xf64, #CSC> {
  %empty = stensor.empty : tensor<0x3xf64, #CSC>
  %r = linalg.generic #ij_ij ins(%R : tensor<0x3xf64, #CSC>) outs(%empty : tensor<0x3xf64, #CSC>) {
  ^bb0(%r: f64, %old: f64):
    linalg.yield %r : f64
  } -> tensor<0x3xf64, #CSC>
  return %r : tensor<0x3xf64, #CSC>
}

func.func @no_columns_in_csc(%N: tensor<3x0xf64, #CSC>) -> tensor<3x0xf64, #CSC> {
  %empty = stensor.empty : tensor<3x0xf64, #CSC>
  %r = linalg.generic #ij_ij ins(%N : tensor<3x0xf64, #CSC>) outs(%empty : tensor<3x0xf64, #CSC>) {
  ^bb0(%n: f64, %old: f64):
    linalg.yield %n : f64
  } -> tensor<3x0xf64, #CSC>
  return %r : tensor<3x0xf64, #CSC>
}

func.func @full_matrix(%D: tensor<3x4xf64>) -> tensor<3x4xf64, #CSR> {
  %empty = stensor.empty : tensor<3x4xf64, #CSR>
  %r = linalg.generic #ij_ij ins(%D : tensor<3x4xf64>) outs(%empty : tensor<3x4xf64, #CSR>) {
  ^bb0(%d: f64, %old: f64):
    linalg.yield %d : f64
  } -> tensor<3x4xf64, #CSR>
  return %r : tensor<3x4xf64, #CSR>
}

func.func @main() {
  %Z_csr = call @Z_csr() : () -> tensor<3x4xf64, #CSR>
  %Y_csr = call @Y_csr() : () -> tensor<3x4xf64, #CSR>

  %nothing_in_csr = call @nothing_in_csr(%Z_csr, %Y_csr)
      : (tensor<3x4xf64, #CSR>, tensor<3x4xf64, #CSR>) -> tensor<3x4xf64, #CSR>
  // CHECK: nothing_in_csr
  vector.print str "nothing_in_csr\0A"
  // CHECK-NEXT: [ 0 0 0 0 ]
  // CHECK-NEXT: [ ]
  // CHECK-NEXT: [ ]
  %nothing_in_csr_pos1, %nothing_in_csr_crd1, %nothing_in_csr_val = stensor.unpack %nothing_in_csr
      : tensor<3x4xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%nothing_in_csr_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%nothing_in_csr_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%nothing_in_csr_val) : (memref<?xf64>) -> ()
  %Z_coo = call @Z_coo() : () -> tensor<3x4xf64, #COO>
  %Y_coo = call @Y_coo() : () -> tensor<3x4xf64, #COO>

  %nothing_in_coo = call @nothing_in_coo(%Z_coo, %Y_coo)
      : (tensor<3x4xf64, #COO>, tensor<3x4xf64, #COO>) -> tensor<3x4xf64, #COO>
  // CHECK: nothing_in_coo
  vector.print str "nothing_in_coo\0A"
  // CHECK-NEXT: [ 0 0 ]
  // CHECK-NEXT: [ ]
  // CHECK-NEXT: [ ]
  // CHECK-NEXT: [ ]
  %nothing_in_coo_pos0, %nothing_in_coo_crd0, %nothing_in_coo_crd1, %nothing_in_coo_val = stensor.unpack %nothing_in_coo
      : tensor<3x4xf64, #COO> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%nothing_in_coo_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%nothing_in_coo_crd0) : (memref<?xi32>) -> ()
  call @show_i32(%nothing_in_coo_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%nothing_in_coo_val) : (memref<?xf64>) -> ()
  %Z_dcsr = call @Z_dcsr() : () -> tensor<3x4xf64, #DCSR>
  %Y_dcsr = call @Y_dcsr() : () -> tensor<3x4xf64, #DCSR>

  %nothing_in_dcsr = call @nothing_in_dcsr(%Z_dcsr, %Y_dcsr)
      : (tensor<3x4xf64, #DCSR>, tensor<3x4xf64, #DCSR>) -> tensor<3x4xf64, #DCSR>
  // CHECK: nothing_in_dcsr
  vector.print str "nothing_in_dcsr\0A"
  // CHECK-NEXT: [ 0 0 ]
  // CHECK-NEXT: [ ]
  // CHECK-NEXT: [ 0 ]
  // CHECK-NEXT: [ ]
  // CHECK-NEXT: [ ]
  %nothing_in_dcsr_pos0, %nothing_in_dcsr_crd0, %nothing_in_dcsr_pos1, %nothing_in_dcsr_crd1, %nothing_in_dcsr_val = stensor.unpack %nothing_in_dcsr
      : tensor<3x4xf64, #DCSR> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%nothing_in_dcsr_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%nothing_in_dcsr_crd0) : (memref<?xi32>) -> ()
  call @show_i32(%nothing_in_dcsr_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%nothing_in_dcsr_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%nothing_in_dcsr_val) : (memref<?xf64>) -> ()
  %Z_csc = call @Z_csc() : () -> tensor<3x4xf64, #CSC>
  %Y_csc = call @Y_csc() : () -> tensor<3x4xf64, #CSC>

  %nothing_in_csc = call @nothing_in_csc(%Z_csc, %Y_csc)
      : (tensor<3x4xf64, #CSC>, tensor<3x4xf64, #CSC>) -> tensor<3x4xf64, #CSC>
  // CHECK: nothing_in_csc
  vector.print str "nothing_in_csc\0A"
  // CHECK-NEXT: [ 0 0 0 0 0 ]
  // CHECK-NEXT: [ ]
  // CHECK-NEXT: [ ]
  %nothing_in_csc_pos1, %nothing_in_csc_crd1, %nothing_in_csc_val = stensor.unpack %nothing_in_csc
      : tensor<3x4xf64, #CSC> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%nothing_in_csc_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%nothing_in_csc_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%nothing_in_csc_val) : (memref<?xf64>) -> ()
  %Z_blocks = call @Z_blocks() : () -> tensor<3x4xf64, #Blocks>
  %Y_blocks = call @Y_blocks() : () -> tensor<3x4xf64, #Blocks>

  %nothing_in_blocks = call @nothing_in_blocks(%Z_blocks, %Y_blocks)
      : (tensor<3x4xf64, #Blocks>, tensor<3x4xf64, #Blocks>) -> tensor<3x4xf64, #Blocks>
  // CHECK: nothing_in_blocks
  vector.print str "nothing_in_blocks\0A"
  // CHECK-NEXT: [ 0 0 0 ]
  // CHECK-NEXT: [ ]
  // CHECK-NEXT: [ ]
  %nothing_in_blocks_pos1, %nothing_in_blocks_crd1, %nothing_in_blocks_val = stensor.unpack %nothing_in_blocks
      : tensor<3x4xf64, #Blocks> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%nothing_in_blocks_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%nothing_in_blocks_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%nothing_in_blocks_val) : (memref<?xf64>) -> ()

  %nothing_in_storedrows = call @nothing_in_storedrows(%Z_csr, %Y_csr)
      : (tensor<3x4xf64, #CSR>, tensor<3x4xf64, #CSR>) -> tensor<3x4xf64, #StoredRows>
  // CHECK: nothing_in_storedrows
  vector.print str "nothing_in_storedrows\0A"
  // CHECK-NEXT: [ 0 0 ]
  // CHECK-NEXT: [ ]
  // CHECK-NEXT: [ ]
  %nothing_in_storedrows_pos0, %nothing_in_storedrows_crd0, %nothing_in_storedrows_val = stensor.unpack %nothing_in_storedrows
      : tensor<3x4xf64, #StoredRows> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%nothing_in_storedrows_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%nothing_in_storedrows_crd0) : (memref<?xi32>) -> ()
  call @show_f64(%nothing_in_storedrows_val) : (memref<?xf64>) -> ()

  %nothing_in_diagonals = call @nothing_in_diagonals(%Z_csr, %Y_csr)
      : (tensor<3x4xf64, #CSR>, tensor<3x4xf64, #CSR>) -> tensor<3x4xf64, #Diagonals>
  // CHECK: nothing_in_diagonals
  vector.print str "nothing_in_diagonals\0A"
  // CHECK-NEXT: [ 0 0 ]
  // CHECK-NEXT: [ ]
  // CHECK-NEXT: [ ]
  %nothing_in_diagonals_pos0, %nothing_in_diagonals_crd0, %nothing_in_diagonals_val = stensor.unpack %nothing_in_diagonals
      : tensor<3x4xf64, #Diagonals> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%nothing_in_diagonals_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%nothing_in_diagonals_crd0) : (memref<?xi32>) -> ()
  call @show_f64(%nothing_in_diagonals_val) : (memref<?xf64>) -> ()
  %O_csr = call @O_csr() : () -> tensor<1x1xf64, #CSR>

  %one_point_in_csr = call @one_point_in_csr(%O_csr)
      : (tensor<1x1xf64, #CSR>) -> tensor<1x1xf64, #CSR>
  // CHECK: one_point_in_csr
  vector.print str "one_point_in_csr\0A"
  // CHECK-NEXT: [ 0 1 ]
  // CHECK-NEXT: [ 0 ]
  // CHECK-NEXT: [ 7 ]
  %one_point_in_csr_pos1, %one_point_in_csr_crd1, %one_point_in_csr_val = stensor.unpack %one_point_in_csr
      : tensor<1x1xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%one_point_in_csr_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%one_point_in_csr_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%one_point_in_csr_val) : (memref<?xf64>) -> ()

  %one_point_in_coo = call @one_point_in_coo(%O_csr)
      : (tensor<1x1xf64, #CSR>) -> tensor<1x1xf64, #COO>
  // CHECK: one_point_in_coo
  vector.print str "one_point_in_coo\0A"
  // CHECK-NEXT: [ 0 1 ]
  // CHECK-NEXT: [ 0 ]
  // CHECK-NEXT: [ 0 ]
  // CHECK-NEXT: [ 7 ]
  %one_point_in_coo_pos0, %one_point_in_coo_crd0, %one_point_in_coo_crd1, %one_point_in_coo_val = stensor.unpack %one_point_in_coo
      : tensor<1x1xf64, #COO> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%one_point_in_coo_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%one_point_in_coo_crd0) : (memref<?xi32>) -> ()
  call @show_i32(%one_point_in_coo_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%one_point_in_coo_val) : (memref<?xf64>) -> ()

  %one_point_in_dcsr = call @one_point_in_dcsr(%O_csr)
      : (tensor<1x1xf64, #CSR>) -> tensor<1x1xf64, #DCSR>
  // CHECK: one_point_in_dcsr
  vector.print str "one_point_in_dcsr\0A"
  // CHECK-NEXT: [ 0 1 ]
  // CHECK-NEXT: [ 0 ]
  // CHECK-NEXT: [ 0 1 ]
  // CHECK-NEXT: [ 0 ]
  // CHECK-NEXT: [ 7 ]
  %one_point_in_dcsr_pos0, %one_point_in_dcsr_crd0, %one_point_in_dcsr_pos1, %one_point_in_dcsr_crd1, %one_point_in_dcsr_val = stensor.unpack %one_point_in_dcsr
      : tensor<1x1xf64, #DCSR> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%one_point_in_dcsr_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%one_point_in_dcsr_crd0) : (memref<?xi32>) -> ()
  call @show_i32(%one_point_in_dcsr_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%one_point_in_dcsr_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%one_point_in_dcsr_val) : (memref<?xf64>) -> ()

  %one_point_in_blocks = call @one_point_in_blocks(%O_csr)
      : (tensor<1x1xf64, #CSR>) -> tensor<1x1xf64, #Blocks>
  // CHECK: one_point_in_blocks
  vector.print str "one_point_in_blocks\0A"
  // CHECK-NEXT: [ 0 1 ]
  // CHECK-NEXT: [ 0 ]
  // CHECK-NEXT: [ 7 0 0 0 ]
  %one_point_in_blocks_pos1, %one_point_in_blocks_crd1, %one_point_in_blocks_val = stensor.unpack %one_point_in_blocks
      : tensor<1x1xf64, #Blocks> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%one_point_in_blocks_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%one_point_in_blocks_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%one_point_in_blocks_val) : (memref<?xf64>) -> ()

  %one_point_in_diagonals = call @one_point_in_diagonals(%O_csr)
      : (tensor<1x1xf64, #CSR>) -> tensor<1x1xf64, #Diagonals>
  // CHECK: one_point_in_diagonals
  vector.print str "one_point_in_diagonals\0A"
  // CHECK-NEXT: [ 0 1 ]
  // CHECK-NEXT: [ 0 ]
  // CHECK-NEXT: [ 7 ]
  %one_point_in_diagonals_pos0, %one_point_in_diagonals_crd0, %one_point_in_diagonals_val = stensor.unpack %one_point_in_diagonals
      : tensor<1x1xf64, #Diagonals> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%one_point_in_diagonals_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%one_point_in_diagonals_crd0) : (memref<?xi32>) -> ()
  call @show_f64(%one_point_in_diagonals_val) : (memref<?xf64>) -> ()
  %R_csr = call @R_csr() : () -> tensor<0x3xf64, #CSR>

  %no_rows_in_csr = call @no_rows_in_csr(%R_csr)
      : (tensor<0x3xf64, #CSR>) -> tensor<0x3xf64, #CSR>
  // CHECK: no_rows_in_csr
  vector.print str "no_rows_in_csr\0A"
  // CHECK-NEXT: [ 0 ]
  // CHECK-NEXT: [ ]
  // CHECK-NEXT: [ ]
  %no_rows_in_csr_pos1, %no_rows_in_csr_crd1, %no_rows_in_csr_val = stensor.unpack %no_rows_in_csr
      : tensor<0x3xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%no_rows_in_csr_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%no_rows_in_csr_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%no_rows_in_csr_val) : (memref<?xf64>) -> ()
  %N_csr = call @N_csr() : () -> tensor<3x0xf64, #CSR>

  %no_columns_in_csr = call @no_columns_in_csr(%N_csr)
      : (tensor<3x0xf64, #CSR>) -> tensor<3x0xf64, #CSR>
  // CHECK: no_columns_in_csr
  vector.print str "no_columns_in_csr\0A"
  // CHECK-NEXT: [ 0 0 0 0 ]
  // CHECK-NEXT: [ ]
  // CHECK-NEXT: [ ]
  %no_columns_in_csr_pos1, %no_columns_in_csr_crd1, %no_columns_in_csr_val = stensor.unpack %no_columns_in_csr
      : tensor<3x0xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%no_columns_in_csr_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%no_columns_in_csr_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%no_columns_in_csr_val) : (memref<?xf64>) -> ()

  %no_rows_in_coo = call @no_rows_in_coo(%R_csr)
      : (tensor<0x3xf64, #CSR>) -> tensor<0x3xf64, #COO>
  // CHECK: no_rows_in_coo
  vector.print str "no_rows_in_coo\0A"
  // CHECK-NEXT: [ 0 0 ]
  // CHECK-NEXT: [ ]
  // CHECK-NEXT: [ ]
  // CHECK-NEXT: [ ]
  %no_rows_in_coo_pos0, %no_rows_in_coo_crd0, %no_rows_in_coo_crd1, %no_rows_in_coo_val = stensor.unpack %no_rows_in_coo
      : tensor<0x3xf64, #COO> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%no_rows_in_coo_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%no_rows_in_coo_crd0) : (memref<?xi32>) -> ()
  call @show_i32(%no_rows_in_coo_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%no_rows_in_coo_val) : (memref<?xf64>) -> ()

  %no_columns_in_coo = call @no_columns_in_coo(%N_csr)
      : (tensor<3x0xf64, #CSR>) -> tensor<3x0xf64, #COO>
  // CHECK: no_columns_in_coo
  vector.print str "no_columns_in_coo\0A"
  // CHECK-NEXT: [ 0 0 ]
  // CHECK-NEXT: [ ]
  // CHECK-NEXT: [ ]
  // CHECK-NEXT: [ ]
  %no_columns_in_coo_pos0, %no_columns_in_coo_crd0, %no_columns_in_coo_crd1, %no_columns_in_coo_val = stensor.unpack %no_columns_in_coo
      : tensor<3x0xf64, #COO> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%no_columns_in_coo_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%no_columns_in_coo_crd0) : (memref<?xi32>) -> ()
  call @show_i32(%no_columns_in_coo_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%no_columns_in_coo_val) : (memref<?xf64>) -> ()

  %no_rows_in_dcsr = call @no_rows_in_dcsr(%R_csr)
      : (tensor<0x3xf64, #CSR>) -> tensor<0x3xf64, #DCSR>
  // CHECK: no_rows_in_dcsr
  vector.print str "no_rows_in_dcsr\0A"
  // CHECK-NEXT: [ 0 0 ]
  // CHECK-NEXT: [ ]
  // CHECK-NEXT: [ 0 ]
  // CHECK-NEXT: [ ]
  // CHECK-NEXT: [ ]
  %no_rows_in_dcsr_pos0, %no_rows_in_dcsr_crd0, %no_rows_in_dcsr_pos1, %no_rows_in_dcsr_crd1, %no_rows_in_dcsr_val = stensor.unpack %no_rows_in_dcsr
      : tensor<0x3xf64, #DCSR> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%no_rows_in_dcsr_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%no_rows_in_dcsr_crd0) : (memref<?xi32>) -> ()
  call @show_i32(%no_rows_in_dcsr_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%no_rows_in_dcsr_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%no_rows_in_dcsr_val) : (memref<?xf64>) -> ()

  %no_columns_in_dcsr = call @no_columns_in_dcsr(%N_csr)
      : (tensor<3x0xf64, #CSR>) -> tensor<3x0xf64, #DCSR>
  // CHECK: no_columns_in_dcsr
  vector.print str "no_columns_in_dcsr\0A"
  // CHECK-NEXT: [ 0 0 ]
  // CHECK-NEXT: [ ]
  // CHECK-NEXT: [ 0 ]
  // CHECK-NEXT: [ ]
  // CHECK-NEXT: [ ]
  %no_columns_in_dcsr_pos0, %no_columns_in_dcsr_crd0, %no_columns_in_dcsr_pos1, %no_columns_in_dcsr_crd1, %no_columns_in_dcsr_val = stensor.unpack %no_columns_in_dcsr
      : tensor<3x0xf64, #DCSR> -> memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%no_columns_in_dcsr_pos0) : (memref<?xi32>) -> ()
  call @show_i32(%no_columns_in_dcsr_crd0) : (memref<?xi32>) -> ()
  call @show_i32(%no_columns_in_dcsr_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%no_columns_in_dcsr_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%no_columns_in_dcsr_val) : (memref<?xf64>) -> ()
  %R_csc = call @R_csc() : () -> tensor<0x3xf64, #CSC>

  %no_rows_in_csc = call @no_rows_in_csc(%R_csc)
      : (tensor<0x3xf64, #CSC>) -> tensor<0x3xf64, #CSC>
  // CHECK: no_rows_in_csc
  vector.print str "no_rows_in_csc\0A"
  // CHECK-NEXT: [ 0 0 0 0 ]
  // CHECK-NEXT: [ ]
  // CHECK-NEXT: [ ]
  %no_rows_in_csc_pos1, %no_rows_in_csc_crd1, %no_rows_in_csc_val = stensor.unpack %no_rows_in_csc
      : tensor<0x3xf64, #CSC> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%no_rows_in_csc_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%no_rows_in_csc_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%no_rows_in_csc_val) : (memref<?xf64>) -> ()
  %N_csc = call @N_csc() : () -> tensor<3x0xf64, #CSC>

  %no_columns_in_csc = call @no_columns_in_csc(%N_csc)
      : (tensor<3x0xf64, #CSC>) -> tensor<3x0xf64, #CSC>
  // CHECK: no_columns_in_csc
  vector.print str "no_columns_in_csc\0A"
  // CHECK-NEXT: [ 0 ]
  // CHECK-NEXT: [ ]
  // CHECK-NEXT: [ ]
  %no_columns_in_csc_pos1, %no_columns_in_csc_crd1, %no_columns_in_csc_val = stensor.unpack %no_columns_in_csc
      : tensor<3x0xf64, #CSC> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%no_columns_in_csc_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%no_columns_in_csc_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%no_columns_in_csc_val) : (memref<?xf64>) -> ()
  %D_dense = call @D_dense() : () -> tensor<3x4xf64>

  %full_matrix = call @full_matrix(%D_dense)
      : (tensor<3x4xf64>) -> tensor<3x4xf64, #CSR>
  // CHECK: full_matrix
  vector.print str "full_matrix\0A"
  // CHECK-NEXT: [ 0 4 8 12 ]
  // CHECK-NEXT: [ 0 1 2 3 0 1 2 3 0 1 2 3 ]
  // CHECK-NEXT: [ 1 2 3 4 5 6 7 8 9 10 11 12 ]
  %full_matrix_pos1, %full_matrix_crd1, %full_matrix_val = stensor.unpack %full_matrix
      : tensor<3x4xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  call @show_i32(%full_matrix_pos1) : (memref<?xi32>) -> ()
  call @show_i32(%full_matrix_crd1) : (memref<?xi32>) -> ()
  call @show_f64(%full_matrix_val) : (memref<?xf64>) -> ()
  return
}
