// `--lacuna`, executed: operands whose sizes disagree stop the program with a message, before anything is accessed.

// RUN: split-file %s %t
// RUN: cat %t/kernels.mlir %t/agree.mlir | lacuna-opt --lacuna | %run | FileCheck %t/agree.mlir
// RUN: cat %t/kernels.mlir %t/vector.mlir | lacuna-opt --lacuna > %t/vector.out
// RUN: not --crash %run < %t/vector.out 2>&1 | FileCheck %t/vector.mlir
// RUN: cat %t/kernels.mlir %t/result.mlir | lacuna-opt --lacuna=fp=strict > %t/result.out
// RUN: not --crash %run < %t/result.out 2>&1 | FileCheck %t/result.mlir
// RUN: cat %t/kernels.mlir %t/window.mlir | lacuna-opt --lacuna > %t/window.out
// RUN: not --crash %run < %t/window.out 2>&1 | FileCheck %t/window.mlir
// RUN: lacuna-opt --lacuna %t/extent.mlir > %t/extent.out
// RUN: not --crash %run < %t/extent.out 2>&1 | FileCheck %t/extent.mlir

//--- kernels.mlir
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#SV = #stensor.format<(i) -> (i : compressed)>

// A = [ 1 0 2 ]
//     [ 0 3 0 ]
memref.global "private" constant @pos : memref<3xi32> = dense<[0, 2, 3]>
memref.global "private" constant @crd : memref<3xi32> = dense<[0, 2, 1]>
memref.global "private" constant @val : memref<3xf64> = dense<[1.0, 2.0, 3.0]>
memref.global "private" constant @two : memref<2xi32> = dense<[0, 2]>

func.func @spmv(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %0 = linalg.matvec ins(%A, %x : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%y : tensor<?xf64>) -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

func.func @multiply(%columns: index, %rows: index) {
  %two = arith.constant 2 : index
  %three = arith.constant 3 : index
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %pos = memref.get_global @pos : memref<3xi32>
  %crd = memref.get_global @crd : memref<3xi32>
  %val = memref.get_global @val : memref<3xf64>
  %A = stensor.pack(%pos, %crd, %val) sizes(%two, %three)
      : (memref<3xi32>, memref<3xi32>, memref<3xf64>) -> tensor<?x?xf64, #CSR>
  %x = tensor.generate %columns {
  ^bb0(%i: index):
    tensor.yield %one : f64
  } : tensor<?xf64>
  %y = tensor.generate %rows {
  ^bb0(%i: index):
    tensor.yield %zero : f64
  } : tensor<?xf64>
  %0 = call @spmv(%A, %x, %y) : (tensor<?x?xf64, #CSR>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  %1 = vector.transfer_read %0[%c0], %zero : tensor<?xf64>, vector<2xf64>
  vector.print %1 : vector<2xf64>
  return
}

func.func @convolution(%x: tensor<?xf64>, %F: tensor<?xf64, #SV>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %0 = linalg.generic {
    indexing_maps = [affine_map<(i, k) -> (i + k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>],
    iterator_types = ["parallel", "reduction"]
  } ins(%x, %F : tensor<?xf64>, tensor<?xf64, #SV>) outs(%y : tensor<?xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

// A filter of this length, at two places of a vector of this length.
func.func @filter(%length: index, %of: index) {
  %two = arith.constant 2 : index
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %pos = memref.get_global @two : memref<2xi32>
  %crd = memref.get_global @crd : memref<3xi32>
  %val = memref.get_global @val : memref<3xf64>
  %F = stensor.pack(%pos, %crd, %val) sizes(%length)
      : (memref<2xi32>, memref<3xi32>, memref<3xf64>) -> tensor<?xf64, #SV>
  %x = tensor.generate %of {
  ^bb0(%i: index):
    tensor.yield %one : f64
  } : tensor<?xf64>
  %y = tensor.generate %two {
  ^bb0(%i: index):
    tensor.yield %zero : f64
  } : tensor<?xf64>
  %0 = call @convolution(%x, %F, %y) : (tensor<?xf64>, tensor<?xf64, #SV>, tensor<?xf64>) -> tensor<?xf64>
  %1 = vector.transfer_read %0[%c0], %zero : tensor<?xf64>, vector<2xf64>
  vector.print %1 : vector<2xf64>
  return
}

//--- agree.mlir
func.func @main() {
  %two = arith.constant 2 : index
  %three = arith.constant 3 : index
  %four = arith.constant 4 : index
  %five = arith.constant 5 : index
  // CHECK: ( 3, 3 )
  call @multiply(%three, %two) : (index, index) -> ()
  // CHECK-NEXT: ( 3, 3 )
  call @filter(%three, %four) : (index, index) -> ()
  // CHECK-NEXT: ( 3, 3 )
  call @filter(%three, %five) : (index, index) -> ()
  return
}

//--- vector.mlir
// CHECK-NOT: (
// CHECK: operand 0, dimension 1 and operand 1, dimension 0 disagree
func.func @main() {
  %two = arith.constant 2 : index
  call @multiply(%two, %two) : (index, index) -> ()
  return
}

//--- result.mlir
// CHECK-NOT: (
// CHECK: operand 0, dimension 0 and operand 2, dimension 0 disagree
func.func @main() {
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  call @multiply(%three, %one) : (index, index) -> ()
  return
}

//--- window.mlir
// CHECK-NOT: (
// CHECK: operand 0, dimension 0 does not hold all of subscript d0 + d1
func.func @main() {
  %three = arith.constant 3 : index
  call @filter(%three, %three) : (index, index) -> ()
  return
}

// A loop that stops short of a result: its last rows would have no positions.

//--- extent.mlir
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>

// CHECK: operand 0, dimension 0 is not as large as the loop over i
// CHECK-NOT: ( (
func.func @rows(%n: index, %m: index) -> tensor<?x?xf64, #CSR> {
  %one = arith.constant 1.0 : f64
  %S = stensor.empty sizes(%m, %m) : tensor<?x?xf64, #CSR>
  %r = sloop.nest outs(%s = %S : tensor<?x?xf64, #CSR>) {
    sloop.forall %i in %n named "i" {
      sloop.forall %j in %m {
        sloop.write %one, %s[%i, %j] by add : tensor<?x?xf64, #CSR>
      }
    }
  }
  return %r : tensor<?x?xf64, #CSR>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %pad = arith.constant 7.0 : f64
  %rows = call @rows(%c1, %c2) : (index, index) -> tensor<?x?xf64, #CSR>
  %dense = stensor.convert %rows : tensor<?x?xf64, #CSR> to tensor<?x?xf64>
  %v = vector.transfer_read %dense[%c0, %c0], %pad {in_bounds = [true, true]} : tensor<?x?xf64>, vector<2x2xf64>
  vector.print %v : vector<2x2xf64>
  return
}
