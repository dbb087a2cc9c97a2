// `--lacuna`, executed: what blocks and diagonals store counts where a body asks which points are stored, also where the
// operand has to be converted to be walked in the order of the result.

// RUN: lacuna-opt %s --lacuna 2>/dev/null | %run | FileCheck %s

#BSR = #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>
#DIA = #stensor.format<(i, j) -> (j - i : compressed, i : range, j : offset)>
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#elementwise = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
  iterator_types = ["parallel", "parallel"]
}

memref.global "private" constant @pos : memref<5xi32> = dense<[0, 2, 2, 3, 3]>
memref.global "private" constant @crd : memref<3xi32> = dense<[0, 1, 3]>
memref.global "private" constant @val : memref<3xf64> = dense<[2.0, 4.0, 8.0]>

func.func private @show(%d: tensor<4x4xf64>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 7.0 : f64
  %v = vector.transfer_read %d[%c0, %c0], %pad : tensor<4x4xf64>, vector<4x4xf64>
  vector.print %v : vector<4x4xf64>
  return
}

func.func private @rows() -> tensor<4x4xf64, #CSR> {
  %pos = memref.get_global @pos : memref<5xi32>
  %crd = memref.get_global @crd : memref<3xi32>
  %val = memref.get_global @val : memref<3xf64>
  %A = stensor.pack(%pos, %crd, %val) : (memref<5xi32>, memref<3xi32>, memref<3xf64>) -> tensor<4x4xf64, #CSR>
  return %A : tensor<4x4xf64, #CSR>
}

func.func private @add_one_to_blocks(%R: tensor<4x4xf64, #CSR>) -> tensor<4x4xf64, #CSR> {
  %A = stensor.convert %R : tensor<4x4xf64, #CSR> to tensor<4x4xf64, #BSR>
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  %e = stensor.empty : tensor<4x4xf64, #CSR>
  %r = linalg.generic #elementwise ins(%A : tensor<4x4xf64, #BSR>) outs(%e : tensor<4x4xf64, #CSR>) {
  ^bb0(%a: f64, %o: f64):
    %s = sloop.stored %a : f64
    %x = arith.addf %a, %one : f64
    %y = arith.select %s, %x, %zero : f64
    linalg.yield %y : f64
  } -> tensor<4x4xf64, #CSR>
  return %r : tensor<4x4xf64, #CSR>
}

func.func private @add_one_to_diagonals(%R: tensor<4x4xf64, #CSR>) -> tensor<4x4xf64> {
  %A = stensor.convert %R : tensor<4x4xf64, #CSR> to tensor<4x4xf64, #DIA>
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<4x4xf64>
  %r = linalg.generic #elementwise ins(%A : tensor<4x4xf64, #DIA>) outs(%e : tensor<4x4xf64>) {
  ^bb0(%a: f64, %o: f64):
    %s = sloop.stored %a : f64
    %x = arith.addf %a, %one : f64
    %y = arith.select %s, %x, %zero : f64
    linalg.yield %y : f64
  } -> tensor<4x4xf64>
  return %r : tensor<4x4xf64>
}

func.func private @to_dense(%A: tensor<4x4xf64, #CSR>) -> tensor<4x4xf64> {
  %r = stensor.convert %A : tensor<4x4xf64, #CSR> to tensor<4x4xf64>
  return %r : tensor<4x4xf64>
}

// CHECK:      ( ( 3, 5, 0, 0 ), ( 1, 1, 0, 0 ), ( 0, 0, 1, 9 ), ( 0, 0, 1, 1 ) )
// CHECK-NEXT: ( ( 3, 5, 0, 0 ), ( 0, 1, 1, 0 ), ( 0, 0, 1, 9 ), ( 0, 0, 0, 1 ) )
func.func @main() {
  %R = call @rows() : () -> tensor<4x4xf64, #CSR>
  %B = call @add_one_to_blocks(%R) : (tensor<4x4xf64, #CSR>) -> tensor<4x4xf64, #CSR>
  %b = call @to_dense(%B) : (tensor<4x4xf64, #CSR>) -> tensor<4x4xf64>
  call @show(%b) : (tensor<4x4xf64>) -> ()
  %d = call @add_one_to_diagonals(%R) : (tensor<4x4xf64, #CSR>) -> tensor<4x4xf64>
  call @show(%d) : (tensor<4x4xf64>) -> ()
  return
}
