// The same passes in a stock `mlir-opt`, as a plugin: formats are parsed, the pipeline runs, and stock `mlir-runner` runs
// what it prints. A stock `mlir-opt` makes its flags before it loads plugins, so passes are named in `--pass-pipeline`.

// RUN: mlir-opt %s --load-dialect-plugin=%plugin --load-pass-plugin=%plugin --pass-pipeline='builtin.module(lacuna)' | %run | FileCheck %s
// RUN: mlir-opt %s --load-dialect-plugin=%plugin --load-pass-plugin=%plugin --pass-pipeline='builtin.module(lacuna{fp=strict})' | %run | FileCheck %s
// RUN: mlir-opt %s --load-dialect-plugin=%plugin | FileCheck %s --check-prefix=FORMAT
// RUN: mlir-opt %s --load-dialect-plugin=%plugin --load-pass-plugin=%plugin --pass-pipeline='builtin.module(convert-linalg-to-sloop,sloop-schedule,sloop-vectorize{bytes=64},sloop-form-folds)' | FileCheck %s --check-prefix=SLOOP

// SLOOP: sloop.fold %i in %c5 by add -> f64 {

// FORMAT: #format = #stensor.format<(i) -> (i : compressed)>
#SV = #stensor.format<(i) -> (i : compressed)>
#dot = {
  indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
  iterator_types = ["reduction"]
}

memref.global "private" constant @pos : memref<2xi32> = dense<[0, 2]>
memref.global "private" constant @crd : memref<2xi32> = dense<[1, 4]>
memref.global "private" constant @val : memref<2xf64> = dense<[10.0, 100.0]>
memref.global "private" constant @x : memref<5xf64> = dense<[1.0, 2.0, 3.0, 4.0, 5.0]>

func.func @dot(%A: tensor<5xf64, #SV>, %x: tensor<5xf64>, %y: tensor<f64>) -> tensor<f64> {
  %0 = linalg.generic #dot ins(%A, %x : tensor<5xf64, #SV>, tensor<5xf64>) outs(%y : tensor<f64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %c, %p : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  return %0 : tensor<f64>
}

func.func @main() {
  %pos = memref.get_global @pos : memref<2xi32>
  %crd = memref.get_global @crd : memref<2xi32>
  %val = memref.get_global @val : memref<2xf64>
  %xb = memref.get_global @x : memref<5xf64>
  %x = bufferization.to_tensor %xb restrict : memref<5xf64> to tensor<5xf64>
  %A = stensor.pack(%pos, %crd, %val) : (memref<2xi32>, memref<2xi32>, memref<2xf64>) -> tensor<5xf64, #SV>
  %one = arith.constant 1.0 : f64
  %y = tensor.from_elements %one : tensor<f64>
  %0 = call @dot(%A, %x, %y) : (tensor<5xf64, #SV>, tensor<5xf64>, tensor<f64>) -> tensor<f64>
  %1 = tensor.extract %0[] : tensor<f64>
  // CHECK: 521
  vector.print %1 : f64
  return
}
