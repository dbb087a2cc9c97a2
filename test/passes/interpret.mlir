// `sloop-interpret`: what functions give on operands that hold 1, 2, 3, ...; a stored operand stores two of every three points.
// Passes on the index form change nothing of it.

// RUN: lacuna-opt %s --sloop-interpret -o /dev/null 2> %t.before
// RUN: FileCheck %s < %t.before
// RUN: lacuna-opt %s --sloop-form-results --sloop-split-variables --sloop-schedule --sloop-vectorize --sloop-form-folds \
// RUN:   --sloop-merge-terms --sloop-sink-initializations --sloop-interpret -o /dev/null 2> %t.after
// RUN: FileCheck %s < %t.after

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#BCSR = #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>
#DIA = #stensor.format<(i, j) -> (j - i : compressed, i : range, j : offset)>
#SV = #stensor.format<(i) -> (i : compressed)>

// A is [[1, 0, 3], [4, 0, 6]], x is [1, 2, 3], and y starts as [1, 2].
// CHECK: remark: gives [11, 24]
func.func @rows(%A: tensor<2x3xf64, #CSR>, %x: tensor<3xf64>, %y: tensor<2xf64>) -> tensor<2xf64> {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %r = sloop.nest ins(%a = %A, %b = %x : tensor<2x3xf64, #CSR>, tensor<3xf64>) outs(%c = %y : tensor<2xf64>) {
    sloop.forall %i in %c2 {
      sloop.forall %j in %c3 {
        %0 = sloop.read %a[%i, %j] : tensor<2x3xf64, #CSR>
        %1 = sloop.read %b[%j] : tensor<3xf64>
        %2 = arith.mulf %0, %1 : f64
        sloop.write %2, %c[%i] by add : tensor<2xf64>
      }
    }
  }
  return %r : tensor<2xf64>
}

// Blocks reach over the edge of the tensor: [[1, 0, 3], [4, 0, 6], [7, 0, 9]].
// CHECK: remark: gives [11, 24, 37]
func.func @blocks(%A: tensor<3x3xi32, #BCSR>, %x: tensor<3xi32>, %y: tensor<3xi32>) -> tensor<3xi32> {
  %c3 = arith.constant 3 : index
  %r = sloop.nest ins(%a = %A, %b = %x : tensor<3x3xi32, #BCSR>, tensor<3xi32>) outs(%c = %y : tensor<3xi32>) {
    sloop.forall %i in %c3 {
      sloop.forall %j in %c3 {
        %0 = sloop.read %a[%i, %j] : tensor<3x3xi32, #BCSR>
        %1 = sloop.read %b[%j] : tensor<3xi32>
        %2 = arith.muli %0, %1 : i32
        sloop.write %2, %c[%i] by add : tensor<3xi32>
      }
    }
  }
  return %r : tensor<3xi32>
}

// The same by diagonals, whose numbers have no range.
// CHECK: remark: gives [11, 24, 37]
func.func @diagonals(%A: tensor<3x3xi32, #DIA>, %x: tensor<3xi32>, %y: tensor<3xi32>) -> tensor<3xi32> {
  %c3 = arith.constant 3 : index
  %r = sloop.nest ins(%a = %A, %b = %x : tensor<3x3xi32, #DIA>, tensor<3xi32>) outs(%c = %y : tensor<3xi32>) {
    sloop.forall %i in %c3 {
      sloop.forall %j in %c3 {
        %0 = sloop.read %a[%i, %j] : tensor<3x3xi32, #DIA>
        %1 = sloop.read %b[%j] : tensor<3xi32>
        %2 = arith.muli %0, %1 : i32
        sloop.write %2, %c[%i] by add : tensor<3xi32>
      }
    }
  }
  return %r : tensor<3xi32>
}

// A zero that is not stored makes no NaN of infinity: the second point stays as it is.
// CHECK: remark: gives [inf, 2, inf, inf]
func.func @infinity(%v: tensor<?xf64, #SV>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %inf = arith.constant 0x7FF0000000000000 : f64
  %r = sloop.nest ins(%a = %v : tensor<?xf64, #SV>) outs(%c = %y : tensor<?xf64>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : tensor<?xf64, #SV>
      %1 = arith.mulf %0, %inf : f64
      sloop.write %1, %c[%i] by add : tensor<?xf64>
    }
  }
  return %r : tensor<?xf64>
}

// CHECK: remark: not interpreted: memref.alloc
func.func @buffers() {
  %0 = memref.alloc() : memref<f64>
  return
}
