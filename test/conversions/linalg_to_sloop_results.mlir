// `convert-linalg-to-sloop`: all results of an operation are computed from the old values, writes of a nest one after the
// other: results that read one another are refused.

// RUN: lacuna-opt %s --convert-linalg-to-sloop --verify-diagnostics

#Dense = #stensor.format<(i) -> (i : dense)>
#map = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
func.func @swap_and_scale(%A: tensor<2xf64, #Dense>, %y: tensor<2xf64>, %z: tensor<2xf64>)
    -> (tensor<2xf64>, tensor<2xf64>) {
  // expected-error@+1 {{result 1 is computed from the old value of another result, which is not compiled yet}}
  %0:2 = linalg.generic #map ins(%A : tensor<2xf64, #Dense>) outs(%y, %z : tensor<2xf64>, tensor<2xf64>) {
  ^bb0(%a: f64, %c: f64, %d: f64):
    %1 = arith.mulf %a, %d : f64
    %2 = arith.mulf %a, %c : f64
    linalg.yield %1, %2 : f64, f64
  } -> (tensor<2xf64>, tensor<2xf64>)
  return %0#0, %0#1 : tensor<2xf64>, tensor<2xf64>
}
