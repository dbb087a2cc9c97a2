// Convolutions and pooling of upstream's sparse tensors: the same results as upstream's pipeline.

// RUN: lacuna-opt %s --lacuna 2>%t | %run | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --allow-empty < %t
// RUN: mlir-opt %s --sparsifier="enable-runtime-library=false" | %run | FileCheck %s

// Every operand is walked as it is stored.
// REMARK-NOT: dense

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
#DCSR = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed, j : compressed)}>
#CSC = #sparse_tensor.encoding<{map = (i, j) -> (j : dense, i : compressed)}>
#DDDC = #sparse_tensor.encoding<{map = (n, h, w, c) -> (n : dense, h : dense, w : dense, c : compressed)}>
#CCCC = #sparse_tensor.encoding<{map = (n, h, w, c) -> (n : compressed, h : compressed, w : compressed, c : compressed)}>
#COO = #sparse_tensor.encoding<{
  map = (n, h, w, c) -> (n : compressed(nonunique), h : singleton(nonunique), w : singleton(nonunique), c : singleton)}>
#Groups = #sparse_tensor.encoding<{
  map = (n, g, c, h, w) -> (n : dense, g : dense, c : dense, h : compressed, w : compressed)}>
#Volume = #sparse_tensor.encoding<{map = (d, h, w) -> (d : compressed, h : dense, w : compressed)}>

func.func @vector(%a: tensor<8xf64, #SV>, %f: tensor<3xf64>, %y: tensor<6xf64>) -> tensor<6xf64> {
  %r = linalg.conv_1d ins(%a, %f : tensor<8xf64, #SV>, tensor<3xf64>) outs(%y : tensor<6xf64>) -> tensor<6xf64>
  return %r : tensor<6xf64>
}

func.func @rows(%a: tensor<5x6xf64, #CSR>, %f: tensor<2x3xf64>, %y: tensor<4x4xf64>) -> tensor<4x4xf64> {
  %r = linalg.conv_2d ins(%a, %f : tensor<5x6xf64, #CSR>, tensor<2x3xf64>) outs(%y : tensor<4x4xf64>) -> tensor<4x4xf64>
  return %r : tensor<4x4xf64>
}

func.func @doubly(%a: tensor<5x6xf64, #DCSR>, %f: tensor<2x3xf64>, %y: tensor<4x4xf64>) -> tensor<4x4xf64> {
  %r = linalg.conv_2d ins(%a, %f : tensor<5x6xf64, #DCSR>, tensor<2x3xf64>) outs(%y : tensor<4x4xf64>) -> tensor<4x4xf64>
  return %r : tensor<4x4xf64>
}

func.func @columns(%a: tensor<5x6xf64, #CSC>, %f: tensor<2x3xf64>, %y: tensor<4x4xf64>) -> tensor<4x4xf64> {
  %r = linalg.conv_2d ins(%a, %f : tensor<5x6xf64, #CSC>, tensor<2x3xf64>) outs(%y : tensor<4x4xf64>) -> tensor<4x4xf64>
  return %r : tensor<4x4xf64>
}

func.func @filter(%a: tensor<5x6xf64>, %f: tensor<2x3xf64, #DCSR>, %y: tensor<4x4xf64>) -> tensor<4x4xf64> {
  %r = linalg.conv_2d ins(%a, %f : tensor<5x6xf64>, tensor<2x3xf64, #DCSR>) outs(%y : tensor<4x4xf64>) -> tensor<4x4xf64>
  return %r : tensor<4x4xf64>
}

func.func @stored(%a: tensor<5x6xf64, #DCSR>, %f: tensor<2x3xf64>) -> tensor<4x4xf64, #DCSR> {
  %y = tensor.empty() : tensor<4x4xf64, #DCSR>
  %r = linalg.conv_2d ins(%a, %f : tensor<5x6xf64, #DCSR>, tensor<2x3xf64>) outs(%y : tensor<4x4xf64, #DCSR>) -> tensor<4x4xf64, #DCSR>
  return %r : tensor<4x4xf64, #DCSR>
}

func.func @layer(%a: tensor<1x4x4x2xf64, #DDDC>, %f: tensor<2x2x2x2xf64>, %y: tensor<1x3x3x2xf64>) -> tensor<1x3x3x2xf64> {
  %r = linalg.conv_2d_nhwc_hwcf ins(%a, %f : tensor<1x4x4x2xf64, #DDDC>, tensor<2x2x2x2xf64>)
      outs(%y : tensor<1x3x3x2xf64>) -> tensor<1x3x3x2xf64>
  return %r : tensor<1x3x3x2xf64>
}

// Every other place of the image, and places of the filter that are two apart.
func.func @strided(%a: tensor<1x4x4x2xf64, #CCCC>, %f: tensor<2x2x2x2xf64>, %y: tensor<1x2x2x2xf64>) -> tensor<1x2x2x2xf64> {
  %r = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%a, %f : tensor<1x4x4x2xf64, #CCCC>, tensor<2x2x2x2xf64>) outs(%y : tensor<1x2x2x2xf64>) -> tensor<1x2x2x2xf64>
  return %r : tensor<1x2x2x2xf64>
}

func.func @dilated(%a: tensor<1x4x4x2xf64, #CCCC>, %f: tensor<2x2x2x2xf64>, %y: tensor<1x2x2x2xf64>) -> tensor<1x2x2x2xf64> {
  %r = linalg.conv_2d_nhwc_hwcf {strides = dense<1> : tensor<2xi64>, dilations = dense<2> : tensor<2xi64>}
      ins(%a, %f : tensor<1x4x4x2xf64, #CCCC>, tensor<2x2x2x2xf64>) outs(%y : tensor<1x2x2x2xf64>) -> tensor<1x2x2x2xf64>
  return %r : tensor<1x2x2x2xf64>
}

func.func @pooled(%a: tensor<1x4x4x2xf64, #CCCC>, %y: tensor<1x3x3x2xf64>) -> tensor<1x3x3x2xf64> {
  %w = tensor.empty() : tensor<2x2xf64>
  %r = linalg.pooling_nhwc_sum ins(%a, %w : tensor<1x4x4x2xf64, #CCCC>, tensor<2x2xf64>)
      outs(%y : tensor<1x3x3x2xf64>) -> tensor<1x3x3x2xf64>
  return %r : tensor<1x3x3x2xf64>
}

// One filter for each channel.
func.func @depthwise(%a: tensor<1x4x4x2xf64, #COO>, %f: tensor<2x2x2xf64>, %y: tensor<1x3x3x2xf64>) -> tensor<1x3x3x2xf64> {
  %r = linalg.depthwise_conv_2d_nhwc_hwc ins(%a, %f : tensor<1x4x4x2xf64, #COO>, tensor<2x2x2xf64>)
      outs(%y : tensor<1x3x3x2xf64>) -> tensor<1x3x3x2xf64>
  return %r : tensor<1x3x3x2xf64>
}

func.func @grouped(%a: tensor<1x2x1x3x3xf64, #Groups>, %f: tensor<2x1x1x2x2xf64>, %y: tensor<1x2x1x2x2xf64>)
    -> tensor<1x2x1x2x2xf64> {
  %r = linalg.conv_2d_ngchw_gfchw ins(%a, %f : tensor<1x2x1x3x3xf64, #Groups>, tensor<2x1x1x2x2xf64>)
      outs(%y : tensor<1x2x1x2x2xf64>) -> tensor<1x2x1x2x2xf64>
  return %r : tensor<1x2x1x2x2xf64>
}

func.func @volume(%a: tensor<3x3x3xf64, #Volume>, %f: tensor<2x2x2xf64>, %y: tensor<2x2x2xf64>) -> tensor<2x2x2xf64> {
  %r = linalg.conv_3d ins(%a, %f : tensor<3x3x3xf64, #Volume>, tensor<2x2x2xf64>) outs(%y : tensor<2x2x2xf64>) -> tensor<2x2x2xf64>
  return %r : tensor<2x2x2xf64>
}

func.func @show(%d: tensor<4x4xf64>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 7.0 : f64
  %v = vector.transfer_read %d[%c0, %c0], %pad : tensor<4x4xf64>, vector<4x4xf64>
  vector.print %v : vector<4x4xf64>
  return
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 7.0 : f64

  %v = arith.constant dense<[1.0, 0.0, 0.0, 2.0, 0.0, 3.0, 0.0, 4.0]> : tensor<8xf64>
  %g = arith.constant dense<[1.0, 10.0, 100.0]> : tensor<3xf64>
  %z = arith.constant dense<0.0> : tensor<6xf64>
  %sv = sparse_tensor.convert %v : tensor<8xf64> to tensor<8xf64, #SV>
  %0 = call @vector(%sv, %g, %z) : (tensor<8xf64, #SV>, tensor<3xf64>, tensor<6xf64>) -> tensor<6xf64>
  // CHECK: ( 1, 200, 20, 302, 30, 403 )
  %v0 = vector.transfer_read %0[%c0], %pad : tensor<6xf64>, vector<6xf64>
  vector.print %v0 : vector<6xf64>

  %m = arith.constant dense<[[1.0, 0.0, 2.0, 0.0, 0.0, 3.0],
                             [0.0, 4.0, 0.0, 5.0, 0.0, 0.0],
                             [0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
                             [0.0, 0.0, 0.0, 0.0, 0.0, 6.0],
                             [0.0, 7.0, 8.0, 0.0, 9.0, 0.0]]> : tensor<5x6xf64>
  %f = arith.constant dense<[[1.0, 10.0, 100.0], [1000.0, 10000.0, 100000.0]]> : tensor<2x3xf64>
  %csr = sparse_tensor.convert %m : tensor<5x6xf64> to tensor<5x6xf64, #CSR>
  %dcsr = sparse_tensor.convert %m : tensor<5x6xf64> to tensor<5x6xf64, #DCSR>
  %csc = sparse_tensor.convert %m : tensor<5x6xf64> to tensor<5x6xf64, #CSC>
  %fs = sparse_tensor.convert %f : tensor<2x3xf64> to tensor<2x3xf64, #DCSR>
  %y1 = arith.constant dense<0.0> : tensor<4x4xf64>
  // CHECK-NEXT: ( ( 40201, 504020, 50002, 5300 ), ( 40, 504, 50, 5 ), ( 0, 0, 0, 600000 ), ( 870000, 87000, 908000, 90600 ) )
  %1 = call @rows(%csr, %f, %y1) : (tensor<5x6xf64, #CSR>, tensor<2x3xf64>, tensor<4x4xf64>) -> tensor<4x4xf64>
  call @show(%1) : (tensor<4x4xf64>) -> ()
  %y2 = arith.constant dense<0.0> : tensor<4x4xf64>
  // CHECK-NEXT: ( ( 40201, 504020, 50002, 5300 ), ( 40, 504, 50, 5 ), ( 0, 0, 0, 600000 ), ( 870000, 87000, 908000, 90600 ) )
  %2 = call @doubly(%dcsr, %f, %y2) : (tensor<5x6xf64, #DCSR>, tensor<2x3xf64>, tensor<4x4xf64>) -> tensor<4x4xf64>
  call @show(%2) : (tensor<4x4xf64>) -> ()
  %y3 = arith.constant dense<0.0> : tensor<4x4xf64>
  // CHECK-NEXT: ( ( 40201, 504020, 50002, 5300 ), ( 40, 504, 50, 5 ), ( 0, 0, 0, 600000 ), ( 870000, 87000, 908000, 90600 ) )
  %3 = call @columns(%csc, %f, %y3) : (tensor<5x6xf64, #CSC>, tensor<2x3xf64>, tensor<4x4xf64>) -> tensor<4x4xf64>
  call @show(%3) : (tensor<4x4xf64>) -> ()
  %y4 = arith.constant dense<0.0> : tensor<4x4xf64>
  // CHECK-NEXT: ( ( 40201, 504020, 50002, 5300 ), ( 40, 504, 50, 5 ), ( 0, 0, 0, 600000 ), ( 870000, 87000, 908000, 90600 ) )
  %4 = call @filter(%m, %fs, %y4) : (tensor<5x6xf64>, tensor<2x3xf64, #DCSR>, tensor<4x4xf64>) -> tensor<4x4xf64>
  call @show(%4) : (tensor<4x4xf64>) -> ()
  // CHECK-NEXT: ( ( 40201, 504020, 50002, 5300 ), ( 40, 504, 50, 5 ), ( 0, 0, 0, 600000 ), ( 870000, 87000, 908000, 90600 ) )
  %5 = call @stored(%dcsr, %f) : (tensor<5x6xf64, #DCSR>, tensor<2x3xf64>) -> tensor<4x4xf64, #DCSR>
  %dense5 = sparse_tensor.convert %5 : tensor<4x4xf64, #DCSR> to tensor<4x4xf64>
  call @show(%dense5) : (tensor<4x4xf64>) -> ()

  %i = arith.constant dense<[[[[1.0, 0.0], [0.0, 0.0], [0.0, 2.0], [0.0, 0.0]],
                              [[0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]],
                              [[0.0, 0.0], [3.0, 4.0], [0.0, 0.0], [0.0, 5.0]],
                              [[0.0, 6.0], [0.0, 0.0], [0.0, 0.0], [7.0, 0.0]]]]> : tensor<1x4x4x2xf64>
  %w = arith.constant dense<[[[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]],
                             [[[9.0, 10.0], [11.0, 12.0]], [[13.0, 14.0], [15.0, 16.0]]]]> : tensor<2x2x2x2xf64>
  %dddc = sparse_tensor.convert %i : tensor<1x4x4x2xf64> to tensor<1x4x4x2xf64, #DDDC>
  %cccc = sparse_tensor.convert %i : tensor<1x4x4x2xf64> to tensor<1x4x4x2xf64, #CCCC>
  %y6 = arith.constant dense<0.0> : tensor<1x3x3x2xf64>
  // CHECK-NEXT: ( ( ( ( 1, 2 ), ( 14, 16 ), ( 6, 8 ) ), ( ( 99, 106 ), ( 71, 78 ), ( 75, 80 ) ), ( ( 109, 122 ), ( 15, 22 ), ( 126, 138 ) ) ) )
  %6 = call @layer(%dddc, %w, %y6) : (tensor<1x4x4x2xf64, #DDDC>, tensor<2x2x2x2xf64>, tensor<1x3x3x2xf64>) -> tensor<1x3x3x2xf64>
  %v6 = vector.transfer_read %6[%c0, %c0, %c0, %c0], %pad : tensor<1x3x3x2xf64>, vector<1x3x3x2xf64>
  vector.print %v6 : vector<1x3x3x2xf64>
  %y7 = arith.constant dense<0.0> : tensor<1x2x2x2xf64>
  // CHECK-NEXT: ( ( ( ( 1, 2 ), ( 6, 8 ) ), ( ( 109, 122 ), ( 126, 138 ) ) ) )
  %7 = call @strided(%cccc, %w, %y7) : (tensor<1x4x4x2xf64, #CCCC>, tensor<2x2x2x2xf64>, tensor<1x2x2x2xf64>) -> tensor<1x2x2x2xf64>
  %v7 = vector.transfer_read %7[%c0, %c0, %c0, %c0], %pad : tensor<1x2x2x2xf64>, vector<1x2x2x2xf64>
  vector.print %v7 : vector<1x2x2x2xf64>
  %y8 = arith.constant dense<0.0> : tensor<1x2x2x2xf64>
  // CHECK-NEXT: ( ( ( ( 15, 18 ), ( 146, 158 ) ), ( ( 66, 72 ), ( 91, 98 ) ) ) )
  %8 = call @dilated(%cccc, %w, %y8) : (tensor<1x4x4x2xf64, #CCCC>, tensor<2x2x2x2xf64>, tensor<1x2x2x2xf64>) -> tensor<1x2x2x2xf64>
  %v8 = vector.transfer_read %8[%c0, %c0, %c0, %c0], %pad : tensor<1x2x2x2xf64>, vector<1x2x2x2xf64>
  vector.print %v8 : vector<1x2x2x2xf64>
  %y9 = arith.constant dense<0.0> : tensor<1x3x3x2xf64>
  // CHECK-NEXT: ( ( ( ( 1, 0 ), ( 0, 2 ), ( 0, 2 ) ), ( ( 3, 4 ), ( 3, 4 ), ( 0, 5 ) ), ( ( 3, 10 ), ( 3, 4 ), ( 7, 5 ) ) ) )
  %9 = call @pooled(%cccc, %y9) : (tensor<1x4x4x2xf64, #CCCC>, tensor<1x3x3x2xf64>) -> tensor<1x3x3x2xf64>
  %v9 = vector.transfer_read %9[%c0, %c0, %c0, %c0], %pad : tensor<1x3x3x2xf64>, vector<1x3x3x2xf64>
  vector.print %v9 : vector<1x3x3x2xf64>

  %coo = sparse_tensor.convert %i : tensor<1x4x4x2xf64> to tensor<1x4x4x2xf64, #COO>
  %each = arith.constant dense<[[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]]> : tensor<2x2x2xf64>
  %y10 = arith.constant dense<0.0> : tensor<1x3x3x2xf64>
  %10 = call @depthwise(%coo, %each, %y10) : (tensor<1x4x4x2xf64, #COO>, tensor<2x2x2xf64>, tensor<1x3x3x2xf64>) -> tensor<1x3x3x2xf64>
  // CHECK-NEXT: ( ( ( ( 1, 0 ), ( 0, 8 ), ( 0, 4 ) ), ( ( 21, 32 ), ( 15, 24 ), ( 0, 40 ) ), ( ( 9, 52 ), ( 3, 8 ), ( 49, 20 ) ) ) )
  %v10 = vector.transfer_read %10[%c0, %c0, %c0, %c0], %pad : tensor<1x3x3x2xf64>, vector<1x3x3x2xf64>
  vector.print %v10 : vector<1x3x3x2xf64>

  %twice = arith.constant dense<[[[[[1.0, 0.0, 2.0], [0.0, 0.0, 0.0], [0.0, 3.0, 0.0]]],
                                  [[[0.0, 4.0, 0.0], [5.0, 0.0, 6.0], [0.0, 0.0, 7.0]]]]]> : tensor<1x2x1x3x3xf64>
  %groups = sparse_tensor.convert %twice : tensor<1x2x1x3x3xf64> to tensor<1x2x1x3x3xf64, #Groups>
  %per = arith.constant dense<[[[[[1.0, 10.0], [100.0, 1000.0]]]], [[[[2.0, 20.0], [200.0, 2000.0]]]]]> : tensor<2x1x1x2x2xf64>
  %y11 = arith.constant dense<0.0> : tensor<1x2x1x2x2xf64>
  %11 = call @grouped(%groups, %per, %y11) : (tensor<1x2x1x3x3xf64, #Groups>, tensor<2x1x1x2x2xf64>, tensor<1x2x1x2x2xf64>) -> tensor<1x2x1x2x2xf64>
  // CHECK-NEXT: ( ( ( ( ( 1, 20 ), ( 3000, 300 ) ) ), ( ( ( 1080, 12008 ), ( 10, 14120 ) ) ) ) )
  %v11 = vector.transfer_read %11[%c0, %c0, %c0, %c0, %c0], %pad : tensor<1x2x1x2x2xf64>, vector<1x2x1x2x2xf64>
  vector.print %v11 : vector<1x2x1x2x2xf64>

  %cube = arith.constant dense<[[[1.0, 0.0, 2.0], [0.0, 0.0, 0.0], [0.0, 3.0, 0.0]],
                                [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]],
                                [[0.0, 4.0, 0.0], [5.0, 0.0, 6.0], [0.0, 0.0, 7.0]]]> : tensor<3x3x3xf64>
  %volume = sparse_tensor.convert %cube : tensor<3x3x3xf64> to tensor<3x3x3xf64, #Volume>
  %block = arith.constant dense<[[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]]> : tensor<2x2x2xf64>
  %y12 = arith.constant dense<0.0> : tensor<2x2x2xf64>
  %12 = call @volume(%volume, %block, %y12) : (tensor<3x3x3xf64, #Volume>, tensor<2x2x2xf64>, tensor<2x2x2xf64>) -> tensor<2x2x2xf64>
  // CHECK-NEXT: ( ( ( 1, 4 ), ( 12, 9 ) ), ( ( 59, 68 ), ( 25, 92 ) ) )
  %v12 = vector.transfer_read %12[%c0, %c0, %c0], %pad : tensor<2x2x2xf64>, vector<2x2x2xf64>
  vector.print %v12 : vector<2x2x2xf64>
  return
}
