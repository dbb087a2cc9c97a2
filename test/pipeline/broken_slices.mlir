// `--lacuna=check-storage`, executed: each kind of broken slices stops the program with a message before anything is read
// through it.
//
//       [ 0 1 0 ]
//   A = [ 0 0 0 ]   x = [ 1 1 1 ]
//       [ 2 0 3 ]

// RUN: split-file %s %t
// RUN: cat %t/kernels.mlir %t/healthy.mlir | lacuna-opt --lacuna=check-storage=true | %run | FileCheck %t/healthy.mlir
// RUN: cat %t/kernels.mlir %t/begins.mlir | lacuna-opt --lacuna=check-storage=true > %t/1.out
// RUN: not --crash %run < %t/1.out 2>&1 | FileCheck %t/begins.mlir
// RUN: cat %t/kernels.mlir %t/next.mlir | lacuna-opt --lacuna=check-storage=true > %t/2.out
// RUN: not --crash %run < %t/2.out 2>&1 | FileCheck %t/next.mlir
// RUN: cat %t/kernels.mlir %t/longest.mlir | lacuna-opt --lacuna=check-storage=true > %t/3.out
// RUN: not --crash %run < %t/3.out 2>&1 | FileCheck %t/longest.mlir
// RUN: cat %t/kernels.mlir %t/rest.mlir | lacuna-opt --lacuna=check-storage=true > %t/4.out
// RUN: not --crash %run < %t/4.out 2>&1 | FileCheck %t/rest.mlir
// RUN: cat %t/kernels.mlir %t/nobody.mlir | lacuna-opt --lacuna=check-storage=true > %t/5.out
// RUN: not --crash %run < %t/5.out 2>&1 | FileCheck %t/nobody.mlir
// RUN: cat %t/kernels.mlir %t/padding.mlir | lacuna-opt --lacuna=check-storage=true > %t/6.out
// RUN: not --crash %run < %t/6.out 2>&1 | FileCheck %t/padding.mlir
// RUN: cat %t/kernels.mlir %t/order.mlir | lacuna-opt --lacuna=check-storage=true > %t/7.out
// RUN: not --crash %run < %t/7.out 2>&1 | FileCheck %t/order.mlir
// RUN: cat %t/kernels.mlir %t/twice.mlir | lacuna-opt --lacuna=check-storage=true > %t/8.out
// RUN: not --crash %run < %t/8.out 2>&1 | FileCheck %t/twice.mlir

//--- kernels.mlir
#SELL = #stensor.format<(i, j) -> (i : dense, j : sliced[2, 2])>
#trait = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
          iterator_types = ["parallel", "reduction"]}

memref.global "private" constant @val : memref<6xf64> = dense<[1.0, 0.0, 2.0, 0.0, 3.0, 0.0]>

func.func @print_product(%pos: memref<6xi32>, %crd: memref<6xi32>) {
  %p = memref.cast %pos : memref<6xi32> to memref<?xi32>
  %c = memref.cast %crd : memref<6xi32> to memref<?xi32>
  %0 = memref.get_global @val : memref<6xf64>
  %v = memref.cast %0 : memref<6xf64> to memref<?xf64>
  %A = stensor.pack(%p, %c, %v) : (memref<?xi32>, memref<?xi32>, memref<?xf64>) -> tensor<3x3xf64, #SELL>
  call @print(%A) : (tensor<3x3xf64, #SELL>) -> ()
  return
}

func.func private @print(%A: tensor<3x3xf64, #SELL>) {
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<3xf64>
  %x = linalg.fill ins(%one : f64) outs(%e : tensor<3xf64>) -> tensor<3xf64>
  %y = linalg.fill ins(%zero : f64) outs(%e : tensor<3xf64>) -> tensor<3xf64>
  %r = linalg.generic #trait ins(%A, %x : tensor<3x3xf64, #SELL>, tensor<3xf64>) outs(%y : tensor<3xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %p = arith.mulf %a, %b : f64
    %q = arith.addf %o, %p : f64
    linalg.yield %q : f64
  } -> tensor<3xf64>
  %c0 = arith.constant 0 : index
  %v = vector.transfer_read %r[%c0], %zero : tensor<3xf64>, vector<3xf64>
  vector.print %v : vector<3xf64>
  return
}

//--- healthy.mlir
memref.global "private" constant @pos : memref<6xi32> = dense<[0, 1, 0, 2, 2, 0]>
memref.global "private" constant @crd : memref<6xi32> = dense<[1, 0, 0, 0, 2, 0]>
// CHECK: ( 1, 0, 5 )
func.func @main() {
  %0 = memref.get_global @pos : memref<6xi32>
  %1 = memref.get_global @crd : memref<6xi32>
  call @print_product(%0, %1) : (memref<6xi32>, memref<6xi32>) -> ()
  return
}

//--- begins.mlir
memref.global "private" constant @pos : memref<6xi32> = dense<[1, 1, 0, 2, 2, 0]>
memref.global "private" constant @crd : memref<6xi32> = dense<[1, 0, 0, 0, 2, 0]>
// CHECK: a tensor packed in @print_product, level 1 (sliced[2, 2]): slice 0 begins at position 1, where 0 is the end of the one before it
func.func @main() {
  %0 = memref.get_global @pos : memref<6xi32>
  %1 = memref.get_global @crd : memref<6xi32>
  call @print_product(%0, %1) : (memref<6xi32>, memref<6xi32>) -> ()
  return
}

//--- next.mlir
memref.global "private" constant @pos : memref<6xi32> = dense<[0, 1, 0, 3, 2, 0]>
memref.global "private" constant @crd : memref<6xi32> = dense<[1, 0, 0, 0, 2, 0]>
// CHECK: a tensor packed in @print_product, level 1 (sliced[2, 2]): slice 1 begins at position 3, where 2 is the end of the one before it
func.func @main() {
  %0 = memref.get_global @pos : memref<6xi32>
  %1 = memref.get_global @crd : memref<6xi32>
  call @print_product(%0, %1) : (memref<6xi32>, memref<6xi32>) -> ()
  return
}

//--- longest.mlir
memref.global "private" constant @pos : memref<6xi32> = dense<[0, 1, 0, 2, 3, 0]>
memref.global "private" constant @crd : memref<6xi32> = dense<[1, 0, 0, 0, 2, 0]>
// CHECK: a tensor packed in @print_product, level 1 (sliced[2, 2]): slice 1 has a node with 3 children, and room for 2
func.func @main() {
  %0 = memref.get_global @pos : memref<6xi32>
  %1 = memref.get_global @crd : memref<6xi32>
  call @print_product(%0, %1) : (memref<6xi32>, memref<6xi32>) -> ()
  return
}

//--- rest.mlir
memref.global "private" constant @pos : memref<6xi32> = dense<[0, 1, 0, 2, 1, 0]>
memref.global "private" constant @crd : memref<6xi32> = dense<[1, 0, 0, 0, 2, 0]>
// CHECK: a tensor packed in @print_product, level 1 (sliced[2, 2]): there are coordinates after the last slice
func.func @main() {
  %0 = memref.get_global @pos : memref<6xi32>
  %1 = memref.get_global @crd : memref<6xi32>
  call @print_product(%0, %1) : (memref<6xi32>, memref<6xi32>) -> ()
  return
}

//--- nobody.mlir
memref.global "private" constant @pos : memref<6xi32> = dense<[0, 1, 0, 2, 2, 1]>
memref.global "private" constant @crd : memref<6xi32> = dense<[1, 0, 0, 0, 2, 0]>
// CHECK: a tensor packed in @print_product, level 1 (sliced[2, 2]): there are 1 children of node 3, and 3 nodes above
func.func @main() {
  %0 = memref.get_global @pos : memref<6xi32>
  %1 = memref.get_global @crd : memref<6xi32>
  call @print_product(%0, %1) : (memref<6xi32>, memref<6xi32>) -> ()
  return
}

//--- padding.mlir
memref.global "private" constant @pos : memref<6xi32> = dense<[0, 1, 0, 2, 2, 0]>
memref.global "private" constant @crd : memref<6xi32> = dense<[1, 7, 0, 0, 2, 0]>
// CHECK: a tensor packed in @print_product, level 1 (sliced[2, 2]): coordinate 7 at position 1 is out of range
func.func @main() {
  %0 = memref.get_global @pos : memref<6xi32>
  %1 = memref.get_global @crd : memref<6xi32>
  call @print_product(%0, %1) : (memref<6xi32>, memref<6xi32>) -> ()
  return
}

//--- order.mlir
memref.global "private" constant @pos : memref<6xi32> = dense<[0, 1, 0, 2, 2, 0]>
memref.global "private" constant @crd : memref<6xi32> = dense<[1, 0, 2, 0, 0, 0]>
// CHECK: a tensor packed in @print_product, level 1 (sliced[2, 2]): coordinate 0 at position 4 comes after 2: they are not in order
func.func @main() {
  %0 = memref.get_global @pos : memref<6xi32>
  %1 = memref.get_global @crd : memref<6xi32>
  call @print_product(%0, %1) : (memref<6xi32>, memref<6xi32>) -> ()
  return
}

//--- twice.mlir
memref.global "private" constant @pos : memref<6xi32> = dense<[0, 1, 0, 2, 2, 0]>
memref.global "private" constant @crd : memref<6xi32> = dense<[1, 0, 2, 0, 2, 0]>
// CHECK: a tensor packed in @print_product, level 1 (sliced[2, 2]): coordinate 2 at position 4 occurs twice under one parent
func.func @main() {
  %0 = memref.get_global @pos : memref<6xi32>
  %1 = memref.get_global @crd : memref<6xi32>
  call @print_product(%0, %1) : (memref<6xi32>, memref<6xi32>) -> ()
  return
}
