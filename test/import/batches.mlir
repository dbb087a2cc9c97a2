// Batches: the arrays have a dimension more, and each batch has as many elements.

// RUN: lacuna-opt %s --lacuna=verify=true | %run | FileCheck %s
// RUN: mlir-opt %s --sparsifier="enable-runtime-library=false" | %run | FileCheck %s

#Batches = #sparse_tensor.encoding<{map = (b, i, j) -> (b : batch, i : dense, j : compressed)}>
func.func @main() {
  %p = arith.constant dense<[[0, 1, 3], [0, 1, 2]]> : tensor<2x3xindex>
  %c = arith.constant dense<[[1, 0, 2], [1, 0, 0]]> : tensor<2x3xindex>
  %v = arith.constant dense<[[1.0, 2.0, 3.0],[4.0,5.0,0.0]]> : tensor<2x3xf64>
  %s = sparse_tensor.assemble (%p, %c), %v : (tensor<2x3xindex>, tensor<2x3xindex>), tensor<2x3xf64> to tensor<2x2x4xf64, #Batches>
  %n = sparse_tensor.number_of_entries %s : tensor<2x2x4xf64, #Batches>
  // CHECK: 3
  vector.print %n : index
  %x = sparse_tensor.values %s : tensor<2x2x4xf64, #Batches> to memref<2x?xf64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = memref.load %x[%c1, %c1] : memref<2x?xf64>
  // CHECK-NEXT: 5
  vector.print %e : f64
  %i = sparse_tensor.coordinates %s {level = 2 : index} : tensor<2x2x4xf64, #Batches> to memref<2x?xindex>
  %k = memref.load %i[%c0, %c0] : memref<2x?xindex>
  // CHECK-NEXT: 1
  vector.print %k : index
  // CHECK:      nse = 3
  // CHECK-NEXT: dim = ( 2, 2, 4 )
  // CHECK-NEXT: lvl = ( 2, 2, 4 )
  // CHECK-NEXT: pos[2] : ( ( 0, 1, 3 )( 0, 1, 2 ) )
  // CHECK-NEXT: crd[2] : ( ( 1, 0, 2 )( 1, 0, 0 ) )
  // CHECK-NEXT: values : ( ( 1, 2, 3 )( 4, 5, 0 ) )
  sparse_tensor.print %s : tensor<2x2x4xf64, #Batches>
  %op = tensor.empty() : tensor<2x3xindex>
  %oc = tensor.empty() : tensor<2x3xindex>
  %ov = tensor.empty() : tensor<2x3xf64>
  %rp, %rc, %rv, %lp, %lc, %lv = sparse_tensor.disassemble %s : tensor<2x2x4xf64, #Batches>
      out_lvls(%op, %oc : tensor<2x3xindex>, tensor<2x3xindex>) out_vals(%ov : tensor<2x3xf64>)
      -> (tensor<2x3xindex>, tensor<2x3xindex>), tensor<2x3xf64>, (index, index), index
  // CHECK:      {{^3$}}
  // CHECK-NEXT: {{^3$}}
  // CHECK-NEXT: {{^3$}}
  vector.print %lp : index
  vector.print %lc : index
  vector.print %lv : index
  %z = arith.constant 0.0 : f64
  %w = vector.transfer_read %rv[%c0, %c0], %z : tensor<2x3xf64>, vector<2x3xf64>
  // CHECK-NEXT: ( ( 1, 2, 3 ), ( 4, 5, 0 ) )
  vector.print %w : vector<2x3xf64>
  return
}
