// `--lacuna`, executed: what upstream's canonicalization would make of complex numbers, and what is right. (a - b) + b is zero where a
// is lost beside b, and log(exp(z)) has an imaginary part between minus pi and pi.

// Canonicalization between passes turns (a - b) + b into a.
// REQUIRES: pipeline-alone

// RUN: lacuna-opt %s --lacuna="fp=strict" | %run | FileCheck %s

#each = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}

func.func @sums(%x: tensor<1xcomplex<f64>>, %y: tensor<1xcomplex<f64>>, %o: tensor<1xcomplex<f64>>) -> tensor<1xcomplex<f64>> {
  %0 = linalg.generic #each ins(%x, %y : tensor<1xcomplex<f64>>, tensor<1xcomplex<f64>>) outs(%o : tensor<1xcomplex<f64>>) {
  ^bb0(%a: complex<f64>, %b: complex<f64>, %old: complex<f64>):
    %s = complex.sub %a, %b : complex<f64>
    %t = complex.add %s, %b : complex<f64>
    linalg.yield %t : complex<f64>
  } -> tensor<1xcomplex<f64>>
  return %0 : tensor<1xcomplex<f64>>
}

func.func @logarithms(%x: tensor<1xcomplex<f64>>, %y: tensor<1xcomplex<f64>>, %o: tensor<1xcomplex<f64>>) -> tensor<1xcomplex<f64>> {
  %0 = linalg.generic #each ins(%x, %y : tensor<1xcomplex<f64>>, tensor<1xcomplex<f64>>) outs(%o : tensor<1xcomplex<f64>>) {
  ^bb0(%a: complex<f64>, %b: complex<f64>, %old: complex<f64>):
    %s = complex.exp %b : complex<f64>
    %t = complex.log %s : complex<f64>
    linalg.yield %t : complex<f64>
  } -> tensor<1xcomplex<f64>>
  return %0 : tensor<1xcomplex<f64>>
}

func.func private @show(%t: tensor<1xcomplex<f64>>) {
  %c0 = arith.constant 0 : index
  %z = tensor.extract %t[%c0] : tensor<1xcomplex<f64>>
  %re = complex.re %z : complex<f64>
  %im = complex.im %z : complex<f64>
  vector.print %re : f64
  vector.print %im : f64
  return
}

func.func @main() {
  %a = complex.constant [1.0e-30, 1.0e-30] : complex<f64>
  %b = complex.constant [1.0, 4.0] : complex<f64>
  %x = tensor.from_elements %a : tensor<1xcomplex<f64>>
  %y = tensor.from_elements %b : tensor<1xcomplex<f64>>
  %o = tensor.empty() : tensor<1xcomplex<f64>>
  // CHECK: {{^0$}}
  // CHECK-NEXT: {{^0$}}
  %s = call @sums(%x, %y, %o) : (tensor<1xcomplex<f64>>, tensor<1xcomplex<f64>>, tensor<1xcomplex<f64>>) -> tensor<1xcomplex<f64>>
  call @show(%s) : (tensor<1xcomplex<f64>>) -> ()
  // CHECK-NEXT: {{^1$}}
  // CHECK-NEXT: -2.28319
  %l = call @logarithms(%x, %y, %o) : (tensor<1xcomplex<f64>>, tensor<1xcomplex<f64>>, tensor<1xcomplex<f64>>) -> tensor<1xcomplex<f64>>
  call @show(%l) : (tensor<1xcomplex<f64>>) -> ()
  return
}
