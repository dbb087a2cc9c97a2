// `import-sparse-tensor`: formats and operations of upstream's dialect become those of `stensor`.

// RUN: lacuna-opt %s --import-sparse-tensor --mlir-print-local-scope | FileCheck %s
// RUN: lacuna-opt %s --import-sparse-tensor --import-sparse-tensor --mlir-print-local-scope | FileCheck %s

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
#Narrow = #sparse_tensor.encoding<{map = (i, j) -> (j : dense, i : compressed), posWidth = 32, crdWidth = 8}>
#COO = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed(nonunique), j : singleton)}>
#SoA = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed(nonunique, nonordered), j : singleton(nonordered, soa))}>
#COO3 = #sparse_tensor.encoding<{map = (i, j, k) -> (i : compressed(nonunique), j : singleton(nonunique), k : singleton)}>
#BSR = #sparse_tensor.encoding<{
  map = (i, j) -> (i floordiv 2 : dense, j floordiv 3 : compressed, i mod 2 : dense, j mod 3 : dense)
}>
#Named = #sparse_tensor.encoding<{
  map = {ib, jb, ii, jj} (i = ib * 2 + ii, j = jb * 3 + jj)
     -> (ib = i floordiv 2 : dense, jb = j floordiv 3 : compressed, ii = i mod 2 : dense, jj = j mod 3 : dense)
}>
#TwoFour = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : structured[2, 4])}>
#Loose = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : loose_compressed)}>
#Batch = #sparse_tensor.encoding<{map = (b, i, j) -> (b : batch, i : dense, j : compressed)}>
#Zero = #sparse_tensor.encoding<{map = (i) -> (i : compressed), implicitVal = 0.0 : f64}>

// CHECK-LABEL: func.func private @csr
// CHECK-SAME: tensor<?x8xf64, #stensor.format<(i, j) -> (i : dense, j : compressed), positions = 64, coordinates = 64>>
func.func private @csr(tensor<?x8xf64, #CSR>)
// CHECK-LABEL: func.func private @narrow
// CHECK-SAME: #stensor.format<(i, j) -> (j : dense, i : compressed), coordinates = 8>
func.func private @narrow(tensor<?x?xf64, #Narrow>)
// CHECK-LABEL: func.func private @coo
// CHECK-SAME: (i : compressed(nonunique), j : singleton(interleaved))
func.func private @coo(tensor<?x?xf64, #COO>)
// CHECK-LABEL: func.func private @soa
// CHECK-SAME: (i : compressed(nonunique, unordered), j : singleton(unordered))
func.func private @soa(tensor<?x?xf64, #SoA>)
// CHECK-LABEL: func.func private @coo3
// CHECK-SAME: (i : compressed(nonunique), j : singleton(nonunique, interleaved), k : singleton(interleaved))
func.func private @coo3(tensor<?x?x?xf64, #COO3>)
// CHECK-LABEL: func.func private @bsr
// CHECK-SAME: (i floordiv 2 : dense, j floordiv 3 : compressed, i mod 2 : dense, j mod 3 : dense)
func.func private @bsr(tensor<?x?xf64, #BSR>)
// CHECK-LABEL: func.func private @named
// CHECK-SAME: (i floordiv 2 : dense, j floordiv 3 : compressed, i mod 2 : dense, j mod 3 : dense)
func.func private @named(tensor<?x?xf64, #Named>)
// CHECK-LABEL: func.func private @two_of_four
// CHECK-SAME: (i : dense, j floordiv 4 : dense, j mod 4 : structured[2, 4])
func.func private @two_of_four(tensor<?x?xf64, #TwoFour>)
// CHECK-LABEL: func.func private @loose
// CHECK-SAME: (i : dense, j : loose_compressed)
func.func private @loose(tensor<?x?xf64, #Loose>)
// CHECK-LABEL: func.func private @batch
// CHECK-SAME: (i : batch, j : dense, k : compressed)
func.func private @batch(tensor<?x?x?xf64, #Batch>)
// CHECK-LABEL: func.func private @zero
// CHECK-SAME: #stensor.format<(i) -> (i : compressed), positions = 64, coordinates = 64>
func.func private @zero(tensor<?xf64, #Zero>) -> ((tensor<?xf64, #Zero>) -> ())

// Types of regions, calls and results.
// CHECK-LABEL: func.func @everywhere
// CHECK-NOT: sparse_tensor
func.func @everywhere(%A: tensor<4x8xf64, #CSR>, %c: i1) -> tensor<4x8xf64, #CSR> {
  %0 = scf.if %c -> tensor<4x8xf64, #CSR> {
    scf.yield %A : tensor<4x8xf64, #CSR>
  } else {
    %1 = func.call @everywhere(%A, %c) : (tensor<4x8xf64, #CSR>, i1) -> tensor<4x8xf64, #CSR>
    scf.yield %1 : tensor<4x8xf64, #CSR>
  }
  cf.br ^bb1(%0 : tensor<4x8xf64, #CSR>)
^bb1(%B: tensor<4x8xf64, #CSR>):
  return %B : tensor<4x8xf64, #CSR>
}

// Arrays of `index` are arrays of 64 bits; nothing is copied.
// CHECK-LABEL: func.func @assemble
// CHECK-SAME: (%[[P:.*]]: tensor<5xindex>, %[[I:.*]]: tensor<6x2xindex>, %[[V:.*]]: tensor<6xf64>)
func.func @assemble(%p: tensor<5xindex>, %i: tensor<6x2xindex>, %v: tensor<6xf64>) -> tensor<4x8xf64, #COO> {
  // CHECK: %[[PB:.*]] = bufferization.to_buffer %[[P]] read_only : tensor<5xindex> to memref<5xindex>
  // CHECK: memref.cast %[[PB]] : memref<5xindex> to memref<?xindex>
  // CHECK: builtin.unrealized_conversion_cast {{.*}} : memref<?xindex> to memref<?xi64>
  // CHECK: memref.collapse_shape {{.*}} : memref<6x2xindex> into memref<12xindex>
  // CHECK: stensor.pack({{.*}}) : (memref<?xi64>, memref<?xi64>, memref<?xf64>)
  %A = sparse_tensor.assemble (%p, %i), %v : (tensor<5xindex>, tensor<6x2xindex>), tensor<6xf64> to tensor<4x8xf64, #COO>
  return %A : tensor<4x8xf64, #COO>
}

// CHECK-LABEL: func.func @storage
func.func @storage(%A: tensor<4x8xf64, #Narrow>, %C: tensor<4x8xf64, #COO>) -> index {
  // CHECK: stensor.positions %{{.*}}[1] {{.*}} -> memref<?xi32>
  %0 = sparse_tensor.positions %A {level = 1 : index} : tensor<4x8xf64, #Narrow> to memref<?xi32>
  // CHECK: stensor.coordinates %{{.*}}[1] {{.*}} -> memref<?xi8>
  %1 = sparse_tensor.coordinates %A {level = 1 : index} : tensor<4x8xf64, #Narrow> to memref<?xi8>
  // CHECK: stensor.values
  %2 = sparse_tensor.values %A : tensor<4x8xf64, #Narrow> to memref<?xf64>
  // CHECK: memref.reinterpret_cast %{{.*}} to offset: [1], sizes: [%{{.*}}], strides: [2]
  %3 = sparse_tensor.coordinates %C {level = 1 : index} : tensor<4x8xf64, #COO> to memref<?xindex, strided<[?], offset: ?>>
  // CHECK: stensor.coordinates %{{.*}}[0]
  %4 = sparse_tensor.coordinates_buffer %C : tensor<4x8xf64, #COO> to memref<?xindex>
  // CHECK: stensor.level_size %{{.*}}[1]
  %c1 = arith.constant 1 : index
  %5 = sparse_tensor.lvl %A, %c1 : tensor<4x8xf64, #Narrow>
  // As many as the positions say.
  // CHECK: %[[POSITIONS:.*]] = stensor.positions %{{.*}}[1]
  // CHECK: %[[END:.*]] = memref.load %[[POSITIONS]]
  // CHECK: arith.index_castui %[[END]] : i32 to index
  %6 = sparse_tensor.number_of_entries %A : tensor<4x8xf64, #Narrow>
  return %6 : index
}

// CHECK-LABEL: func.func @conversions
func.func @conversions(%D: tensor<4x8xf64>, %A: tensor<4x8xf64, #CSR>, %U: tensor<4x8xf64, #SoA>) {
  // CHECK: stensor.convert
  %0 = sparse_tensor.convert %D : tensor<4x8xf64> to tensor<4x8xf64, #CSR>
  // CHECK: tensor.cast {{.*}} : tensor<4x8xf64> to tensor<?x8xf64>
  %1 = sparse_tensor.convert %D : tensor<4x8xf64> to tensor<?x8xf64>
  // CHECK: tensor.cast {{.*}} : tensor<4x8xf64, #{{.*}}> to tensor<?x8xf64, #{{.*}}>
  %2 = tensor.cast %A : tensor<4x8xf64, #CSR> to tensor<?x8xf64, #CSR>
  // CHECK: stensor.empty
  %3 = bufferization.alloc_tensor() : tensor<4x8xf64, #CSR>
  // CHECK-NOT: sparse_tensor
  %4 = sparse_tensor.load %A hasInserts : tensor<4x8xf64, #CSR>
  bufferization.dealloc_tensor %4 : tensor<4x8xf64, #CSR>
  return
}
