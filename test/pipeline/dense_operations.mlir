// `--lacuna=dense=true`, executed: operations on dense tensors alone go the same way: convolution with its compound
// subscript, a maximum over windows, a transpose, a broadcast.

// RUN: lacuna-opt %s --lacuna=dense=true | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna="dense=true fp=strict" | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s

memref.global "private" constant @x : memref<6xf64> = dense<[1.0, -2.0, 3.0, 5.0, 0.5, 4.0]>
memref.global "private" constant @f : memref<2xf64> = dense<[1.0, 10.0]>

func.func @convolution(%x: tensor<?xf64>, %f: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %0 = linalg.conv_1d ins(%x, %f : tensor<?xf64>, tensor<?xf64>) outs(%y : tensor<?xf64>) -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

#windows = {
  indexing_maps = [affine_map<(i, k) -> (2 * i + k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>],
  iterator_types = ["parallel", "reduction"]
}
func.func @maximum_over_windows(%x: tensor<6xf64>, %f: tensor<2xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %0 = linalg.generic #windows ins(%x, %f : tensor<6xf64>, tensor<2xf64>) outs(%y : tensor<3xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %s = arith.maximumf %a, %c : f64
    linalg.yield %s : f64
  } -> tensor<3xf64>
  return %0 : tensor<3xf64>
}

func.func @transpose(%x: tensor<2x3xf64>, %e: tensor<3x2xf64>) -> tensor<3x2xf64> {
  %0 = linalg.transpose ins(%x : tensor<2x3xf64>) outs(%e : tensor<3x2xf64>) permutation = [1, 0]
  return %0 : tensor<3x2xf64>
}

func.func @broadcast(%f: tensor<2xf64>, %e: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %0 = linalg.broadcast ins(%f : tensor<2xf64>) outs(%e : tensor<2x3xf64>) dimensions = [1]
  return %0 : tensor<2x3xf64>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %xb = memref.get_global @x : memref<6xf64>
  %x6 = bufferization.to_tensor %xb restrict : memref<6xf64> to tensor<6xf64>
  %x = tensor.cast %x6 : tensor<6xf64> to tensor<?xf64>
  %fb = memref.get_global @f : memref<2xf64>
  %f2 = bufferization.to_tensor %fb restrict : memref<2xf64> to tensor<2xf64>
  %f = tensor.cast %f2 : tensor<2xf64> to tensor<?xf64>
  %z5 = tensor.from_elements %zero, %zero, %zero, %zero, %zero : tensor<5xf64>
  %z = tensor.cast %z5 : tensor<5xf64> to tensor<?xf64>
  %z3 = tensor.from_elements %zero, %zero, %zero : tensor<3xf64>

  // CHECK: ( -19, 28, 53, 10, 40.5 )
  %0 = call @convolution(%x, %f, %z) : (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
  %v0 = vector.transfer_read %0[%c0], %zero : tensor<?xf64>, vector<5xf64>
  vector.print %v0 : vector<5xf64>
  // CHECK-NEXT: ( 1, 5, 4 )
  %1 = call @maximum_over_windows(%x6, %f2, %z3) : (tensor<6xf64>, tensor<2xf64>, tensor<3xf64>) -> tensor<3xf64>
  %v1 = vector.transfer_read %1[%c0], %zero : tensor<3xf64>, vector<3xf64>
  vector.print %v1 : vector<3xf64>
  // CHECK-NEXT: ( 1, 5, -2, 0.5, 3, 4 )
  %x23 = tensor.expand_shape %x6 [[0, 1]] output_shape [2, 3] : tensor<6xf64> into tensor<2x3xf64>
  %e32 = tensor.empty() : tensor<3x2xf64>
  %2 = call @transpose(%x23, %e32) : (tensor<2x3xf64>, tensor<3x2xf64>) -> tensor<3x2xf64>
  %l2 = tensor.collapse_shape %2 [[0, 1]] : tensor<3x2xf64> into tensor<6xf64>
  %v2 = vector.transfer_read %l2[%c0], %zero : tensor<6xf64>, vector<6xf64>
  vector.print %v2 : vector<6xf64>
  // CHECK-NEXT: ( 1, 1, 1, 10, 10, 10 )
  %e23 = tensor.empty() : tensor<2x3xf64>
  %3 = call @broadcast(%f2, %e23) : (tensor<2xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
  %l3 = tensor.collapse_shape %3 [[0, 1]] : tensor<2x3xf64> into tensor<6xf64>
  %v3 = vector.transfer_read %l3[%c0], %zero : tensor<6xf64>, vector<6xf64>
  vector.print %v3 : vector<6xf64>
  return
}
