// `--lacuna`: values that are used twice are looked at once: 40 squarings compile at once.

// RUN: lacuna-opt %s --lacuna | FileCheck %s

#SV = #stensor.format<(i) -> (i : compressed)>
#map = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
// CHECK: llvm.func @power(
func.func @power(%A: tensor<4xf64, #SV>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %0 = linalg.generic #map ins(%A : tensor<4xf64, #SV>) outs(%y : tensor<4xf64>) {
  ^bb0(%v0: f64, %c: f64):
    %v1 = arith.mulf %v0, %v0 : f64
    %v2 = arith.mulf %v1, %v1 : f64
    %v3 = arith.mulf %v2, %v2 : f64
    %v4 = arith.mulf %v3, %v3 : f64
    %v5 = arith.mulf %v4, %v4 : f64
    %v6 = arith.mulf %v5, %v5 : f64
    %v7 = arith.mulf %v6, %v6 : f64
    %v8 = arith.mulf %v7, %v7 : f64
    %v9 = arith.mulf %v8, %v8 : f64
    %v10 = arith.mulf %v9, %v9 : f64
    %v11 = arith.mulf %v10, %v10 : f64
    %v12 = arith.mulf %v11, %v11 : f64
    %v13 = arith.mulf %v12, %v12 : f64
    %v14 = arith.mulf %v13, %v13 : f64
    %v15 = arith.mulf %v14, %v14 : f64
    %v16 = arith.mulf %v15, %v15 : f64
    %v17 = arith.mulf %v16, %v16 : f64
    %v18 = arith.mulf %v17, %v17 : f64
    %v19 = arith.mulf %v18, %v18 : f64
    %v20 = arith.mulf %v19, %v19 : f64
    %v21 = arith.mulf %v20, %v20 : f64
    %v22 = arith.mulf %v21, %v21 : f64
    %v23 = arith.mulf %v22, %v22 : f64
    %v24 = arith.mulf %v23, %v23 : f64
    %v25 = arith.mulf %v24, %v24 : f64
    %v26 = arith.mulf %v25, %v25 : f64
    %v27 = arith.mulf %v26, %v26 : f64
    %v28 = arith.mulf %v27, %v27 : f64
    %v29 = arith.mulf %v28, %v28 : f64
    %v30 = arith.mulf %v29, %v29 : f64
    %v31 = arith.mulf %v30, %v30 : f64
    %v32 = arith.mulf %v31, %v31 : f64
    %v33 = arith.mulf %v32, %v32 : f64
    %v34 = arith.mulf %v33, %v33 : f64
    %v35 = arith.mulf %v34, %v34 : f64
    %v36 = arith.mulf %v35, %v35 : f64
    %v37 = arith.mulf %v36, %v36 : f64
    %v38 = arith.mulf %v37, %v37 : f64
    %v39 = arith.mulf %v38, %v38 : f64
    %v40 = arith.mulf %v39, %v39 : f64
    linalg.yield %v40 : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}
