// `sparse-assembler` of upstream before the pipeline: functions take and give arrays, from which they assemble their tensors. After the
// import there is nothing left for it.

// RUN: split-file %s %t
// RUN: lacuna-opt %t/kernels.mlir --sparse-assembler | grep -v "^[m}]" > %t/copied.mlir
// RUN: cat %t/copied.mlir %t/copied_main.mlir | lacuna-opt --lacuna=verify=true | %run | FileCheck %t/copied_main.mlir
// RUN: lacuna-opt %t/kernels.mlir --sparse-assembler=direct-out=true | grep -v "^[m}]" > %t/direct.mlir
// RUN: cat %t/direct.mlir %t/direct_main.mlir | lacuna-opt --lacuna=verify=true | %run | FileCheck %t/direct_main.mlir
// RUN: cat %t/direct.mlir %t/direct_main.mlir | lacuna-opt --import-sparse-tensor --sparse-assembler --lacuna=verify=true | %run | FileCheck %t/direct_main.mlir

//--- kernels.mlir
#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
#product = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
            iterator_types = ["parallel", "reduction"]}
#points = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
           iterator_types = ["parallel", "parallel"]}

func.func @spmv(%A: tensor<3x3xf64, #CSR>, %x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %0 = linalg.generic #product ins(%A, %x : tensor<3x3xf64, #CSR>, tensor<3xf64>) outs(%y : tensor<3xf64>) {
  ^bb0(%a: f64, %b: f64, %s: f64):
    %1 = arith.mulf %a, %b : f64
    %2 = arith.addf %s, %1 : f64
    linalg.yield %2 : f64
  } -> tensor<3xf64>
  return %0 : tensor<3xf64>
}

func.func @doubled(%A: tensor<3x3xf64, #CSR>) -> tensor<3x3xf64, #CSR> {
  %e = tensor.empty() : tensor<3x3xf64, #CSR>
  %0 = linalg.generic #points ins(%A : tensor<3x3xf64, #CSR>) outs(%e : tensor<3x3xf64, #CSR>) {
  ^bb0(%a: f64, %o: f64):
    %1 = arith.addf %a, %a : f64
    linalg.yield %1 : f64
  } -> tensor<3x3xf64, #CSR>
  return %0 : tensor<3x3xf64, #CSR>
}

//--- copied_main.mlir
func.func @main() {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %p = arith.constant dense<[0, 2, 3, 4]> : tensor<4xindex>
  %c = arith.constant dense<[0, 2, 1, 0]> : tensor<4xindex>
  %v = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf64>
  %pos = tensor.cast %p : tensor<4xindex> to tensor<?xindex>
  %crd = tensor.cast %c : tensor<4xindex> to tensor<?xindex>
  %val = tensor.cast %v : tensor<4xf64> to tensor<?xf64>
  %x = arith.constant dense<[1.0, 10.0, 100.0]> : tensor<3xf64>
  %y = arith.constant dense<0.0> : tensor<3xf64>
  // CHECK: ( 201, 30, 4 )
  %0 = call @spmv(%pos, %crd, %val, %x, %y)
      : (tensor<?xindex>, tensor<?xindex>, tensor<?xf64>, tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  %1 = vector.transfer_read %0[%c0], %zero : tensor<3xf64>, vector<3xf64>
  vector.print %1 : vector<3xf64>
  // CHECK-NEXT: ( 0, 2, 3, 4 )
  // CHECK-NEXT: ( 2, 4, 6, 8 )
  %c4 = arith.constant 4 : index
  %ep = tensor.empty(%c4) : tensor<?xindex>
  %ec = tensor.empty(%c4) : tensor<?xindex>
  %ev = tensor.empty(%c4) : tensor<?xf64>
  %2:3 = call @doubled(%pos, %crd, %val, %ep, %ec, %ev)
      : (tensor<?xindex>, tensor<?xindex>, tensor<?xf64>, tensor<?xindex>, tensor<?xindex>, tensor<?xf64>)
        -> (tensor<?xindex>, tensor<?xindex>, tensor<?xf64>)
  %3 = vector.transfer_read %2#0[%c0], %c0 : tensor<?xindex>, vector<4xindex>
  vector.print %3 : vector<4xindex>
  %4 = vector.transfer_read %2#2[%c0], %zero : tensor<?xf64>, vector<4xf64>
  vector.print %4 : vector<4xf64>
  return
}

//--- direct_main.mlir
func.func @main() {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %p = arith.constant dense<[0, 2, 3, 4]> : tensor<4xindex>
  %c = arith.constant dense<[0, 2, 1, 0]> : tensor<4xindex>
  %v = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf64>
  %pos = tensor.cast %p : tensor<4xindex> to tensor<?xindex>
  %crd = tensor.cast %c : tensor<4xindex> to tensor<?xindex>
  %val = tensor.cast %v : tensor<4xf64> to tensor<?xf64>
  // The arrays are those of the result, which the caller frees.
  // CHECK:      ( 0, 2, 3, 4 )
  // CHECK-NEXT: ( 0, 2, 1, 0 )
  // CHECK-NEXT: ( 2, 4, 6, 8 )
  %0:3 = call @doubled(%pos, %crd, %val)
      : (tensor<?xindex>, tensor<?xindex>, tensor<?xf64>) -> (memref<?xindex>, memref<?xindex>, memref<?xf64>)
  %1 = vector.transfer_read %0#0[%c0], %c0 : memref<?xindex>, vector<4xindex>
  vector.print %1 : vector<4xindex>
  %2 = vector.transfer_read %0#1[%c0], %c0 : memref<?xindex>, vector<4xindex>
  vector.print %2 : vector<4xindex>
  %3 = vector.transfer_read %0#2[%c0], %zero : memref<?xf64>, vector<4xf64>
  vector.print %3 : vector<4xf64>
  memref.dealloc %0#0 : memref<?xindex>
  memref.dealloc %0#1 : memref<?xindex>
  memref.dealloc %0#2 : memref<?xf64>
  return
}
