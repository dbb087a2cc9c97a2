// `import-sparse-tensor`: operations that walk, move or insert points, as lists of entries.

// RUN: lacuna-opt %s --import-sparse-tensor --mlir-print-local-scope | FileCheck %s
// RUN: lacuna-opt %s --import-sparse-tensor --import-sparse-tensor --mlir-print-local-scope | FileCheck %s

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed), crdWidth = 32}>
#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>

// The entries in the order of storage, and a loop over them.
// CHECK-LABEL: func.func @walk
// CHECK: %[[LIST:.*]] = stensor.convert %{{.*}} all_stored
// CHECK-SAME: to tensor<4x8xf64, #stensor.format<(i, j) -> (i : compressed(nonunique, unordered), j : singleton(unordered)), positions = 64, coordinates = 64>>
// CHECK: %[[BUFFERS:.*]]:4 = stensor.unpack %[[LIST]]
// CHECK: scf.for %{{.*}} iter_args(%[[SUM:.*]] = %{{.*}}) -> (f64)
// CHECK: %[[VALUE:.*]] = memref.load %[[BUFFERS]]#3
// CHECK: %[[NEXT:.*]] = arith.addf %[[SUM]], %[[VALUE]]
// CHECK: scf.yield %[[NEXT]]
// CHECK: stensor.release %[[LIST]]
func.func @walk(%A: tensor<4x8xf64, #CSR>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %0 = sparse_tensor.foreach in %A init(%zero) : tensor<4x8xf64, #CSR>, f64 -> f64 do {
  ^bb0(%i: index, %j: index, %a: f64, %sum: f64):
    %1 = arith.addf %sum, %a : f64
    sparse_tensor.yield %1 : f64
  }
  return %0 : f64
}

// One list for both operands: the second one's rows are further down.
// CHECK-LABEL: func.func @below
// CHECK-DAG: stensor.convert %{{.*}} : tensor<4x8xf64, #{{.*}}> to tensor<4x8xf64,
// CHECK-DAG: stensor.convert %{{.*}} : tensor<2x8xf64, #{{.*}}> to tensor<2x8xf64,
// CHECK: scf.for
// CHECK: %[[ROW:.*]] = arith.addi %{{.*}}, %[[FIRST:.*]] : index
// CHECK: %[[LIST:.*]] = stensor.pack
// CHECK: stensor.convert %[[LIST]]
// CHECK: stensor.release %[[LIST]]
func.func @below(%A: tensor<4x8xf64, #CSR>, %B: tensor<2x8xf64, #CSR>) -> tensor<6x8xf64, #CSR> {
  %0 = sparse_tensor.concatenate %A, %B {dimension = 0 : index}
     : tensor<4x8xf64, #CSR>, tensor<2x8xf64, #CSR> to tensor<6x8xf64, #CSR>
  return %0 : tensor<6x8xf64, #CSR>
}

// A chain of insertions is a list in memory. What the loop carried means nothing any more.
// CHECK-LABEL: func.func @insert
// CHECK: %[[COORDINATES:.*]] = memref.alloca() : memref<1xmemref<?xi64>>
// CHECK: %[[VALUES:.*]] = memref.alloca() : memref<1xmemref<?xf64>>
// CHECK: %[[COUNT:.*]] = memref.alloca() : memref<1xindex>
// CHECK-NOT: tensor.empty
// CHECK: scf.for %{{.*}} iter_args(%[[TOKEN:.*]] = %{{.*}}) -> (index)
// CHECK: scf.if
// CHECK: func.call @lacuna.grow.i64
// CHECK: func.call @lacuna.grow.f64
// CHECK: scf.yield %[[TOKEN]] : index
// CHECK: %[[LIST:.*]] = stensor.pack
// CHECK: %[[SORTED:.*]] = stensor.sort %[[LIST]]
// CHECK: %[[BUFFERS:.*]]:3 = stensor.unpack %[[SORTED]]
// CHECK: %[[ONCE:.*]] = stensor.pack(%[[BUFFERS]]#0, %[[BUFFERS]]#1, %[[BUFFERS]]#2)
// CHECK: stensor.convert %[[ONCE]]
// CHECK: stensor.release %[[ONCE]]
// CHECK-COUNT-2: memref.dealloc
// CHECK: return
func.func @insert(%n: index, %x: f64) -> tensor<?xf64, #SV> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty(%n) : tensor<?xf64, #SV>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %e) -> tensor<?xf64, #SV> {
    %1 = tensor.insert %x into %t[%i] : tensor<?xf64, #SV>
    scf.yield %1 : tensor<?xf64, #SV>
  }
  %2 = sparse_tensor.load %0 hasInserts : tensor<?xf64, #SV>
  return %2 : tensor<?xf64, #SV>
}
