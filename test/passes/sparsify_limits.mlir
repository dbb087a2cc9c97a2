// `sloop-sparsify`: only the last block of a dimension reaches over its edge, so whole blocks are told from others once.

// RUN: lacuna-opt %s --lacuna -mlir-print-ir-after=sloop-sparsify -o /dev/null 2>&1 | FileCheck %s

#BCSR = #stensor.format<(i, j) -> (i floordiv 4 : dense, j floordiv 2 : compressed, i mod 4 : dense, j mod 2 : dense)>

// CHECK-LABEL: func.func @rows_times_a_vector(
// CHECK:         scf.for %[[I:.*]] =
// CHECK:           sloop.iterate (%[[J:.*]], %{{.*}}) in
// The last row and column of a block are inside.
// CHECK:             %[[ROW:.*]] = arith.addi %{{.*}}, %c3{{.*}} : index
// CHECK:             %[[ROWS:.*]] = arith.cmpi ult, %[[ROW]], %[[M:.*]] : index
// CHECK:             %[[COLUMNS:.*]] = arith.cmpi ult, %{{.*}}, %[[N:.*]] : index
// CHECK:             %[[WHOLE:.*]] = arith.andi %[[ROWS]], %[[COLUMNS]]
// CHECK:             scf.if %[[WHOLE]] {
// CHECK-NOT:           arith.cmpi
// CHECK:             } else {
// CHECK:               scf.for
// CHECK:                 arith.cmpi ult, %{{.*}}, %[[M]]
// CHECK:                 scf.if
// CHECK:                   arith.cmpi ult, %{{.*}}, %[[N]]
// CHECK:                   scf.if
func.func @rows_times_a_vector(%A: tensor<?x?xf64, #BCSR>, %x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %r = linalg.matvec ins(%A, %x : tensor<?x?xf64, #BCSR>, tensor<?xf64>) outs(%y : tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// Blocks that divide the dimensions are all whole.
// CHECK-LABEL: func.func @whole_blocks(
// CHECK:         sloop.iterate
// CHECK-NOT:     scf.if
// CHECK:         return
func.func @whole_blocks(%A: tensor<8x8xf64, #BCSR>, %x: tensor<8xf64>, %y: tensor<8xf64>) -> tensor<8xf64> {
  %r = linalg.matvec ins(%A, %x : tensor<8x8xf64, #BCSR>, tensor<8xf64>) outs(%y : tensor<8xf64>) -> tensor<8xf64>
  return %r : tensor<8xf64>
}
