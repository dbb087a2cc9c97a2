// `sloop-insert-conversions`: of what helps, what costs least is converted: small tensors rather than large ones, as far as
// their types tell.

// RUN: lacuna-opt %s --sloop-form-results --sloop-insert-conversions --split-input-file 2>/dev/null | FileCheck %s

// A matrix rather than a tensor of order 3, whichever is named first.
// CHECK-LABEL: func.func @a_matrix_rather_than_a_tensor_of_order_3(
// CHECK:         stensor.convert %arg1 :
// CHECK-NOT:     stensor.convert
#IJK = #stensor.format<(i, j, k) -> (i : dense, j : compressed, k : compressed)>
#JI = #stensor.format<(i, j) -> (j : dense, i : compressed)>
func.func @a_matrix_rather_than_a_tensor_of_order_3(%A: tensor<8x8x8xf64, #IJK>, %B: tensor<8x8xf64, #JI>, %Y: tensor<8x8x8xf64>) -> tensor<8x8x8xf64> {
  %ni = arith.constant 8 : index
  %nj = arith.constant 8 : index
  %nk = arith.constant 8 : index
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<8x8x8xf64, #IJK>, tensor<8x8xf64, #JI>) outs(%y = %Y : tensor<8x8x8xf64>) {
    sloop.forall %i in %ni {
      sloop.forall %j in %nj {
        sloop.forall %k in %nk {
          %0 = sloop.read %a[%i, %j, %k] : tensor<8x8x8xf64, #IJK>
          %1 = sloop.read %b[%i, %j] : tensor<8x8xf64, #JI>
          %s1 = arith.mulf %0, %1 : f64
          sloop.write %s1, %y[%i, %j, %k] : tensor<8x8x8xf64>
        }
      }
    }
  }
  return %r : tensor<8x8x8xf64>
}

// -----

// So it is where sizes are not known.
// CHECK-LABEL: func.func @of_any_size(
// CHECK:         stensor.convert %arg1 :
// CHECK-NOT:     stensor.convert
#IJK = #stensor.format<(i, j, k) -> (i : dense, j : compressed, k : compressed)>
#JI = #stensor.format<(i, j) -> (j : dense, i : compressed)>
func.func @of_any_size(%A: tensor<?x?x?xf64, #IJK>, %B: tensor<?x?xf64, #JI>, %ni: index, %nj: index, %nk: index, %Y: tensor<?x?x?xf64>) -> tensor<?x?x?xf64> {
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<?x?x?xf64, #IJK>, tensor<?x?xf64, #JI>) outs(%y = %Y : tensor<?x?x?xf64>) {
    sloop.forall %i in %ni {
      sloop.forall %j in %nj {
        sloop.forall %k in %nk {
          %0 = sloop.read %a[%i, %j, %k] : tensor<?x?x?xf64, #IJK>
          %1 = sloop.read %b[%i, %j] : tensor<?x?xf64, #JI>
          %s1 = arith.mulf %0, %1 : f64
          sloop.write %s1, %y[%i, %j, %k] : tensor<?x?x?xf64>
        }
      }
    }
  }
  return %r : tensor<?x?x?xf64>
}

// -----

// The smallest of three, each of which would help.
// CHECK-LABEL: func.func @the_smallest(
// CHECK:         stensor.convert %arg2 :
// CHECK-NOT:     stensor.convert
#IJ = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @the_smallest(%A: tensor<8x1000xf64, #IJ>, %B: tensor<1000x9xf64, #IJ>, %C: tensor<9x8xf64, #IJ>, %Y: tensor<8xf64>) -> tensor<8xf64> {
  %ni = arith.constant 8 : index
  %nj = arith.constant 1000 : index
  %nk = arith.constant 9 : index
  %r = sloop.nest ins(%a = %A, %b = %B, %c = %C : tensor<8x1000xf64, #IJ>, tensor<1000x9xf64, #IJ>, tensor<9x8xf64, #IJ>) outs(%y = %Y : tensor<8xf64>) {
    sloop.forall %i in %ni {
      sloop.forall %j in %nj {
        sloop.forall %k in %nk {
          %0 = sloop.read %a[%i, %j] : tensor<8x1000xf64, #IJ>
          %1 = sloop.read %b[%j, %k] : tensor<1000x9xf64, #IJ>
          %2 = sloop.read %c[%k, %i] : tensor<9x8xf64, #IJ>
          %s1 = arith.mulf %0, %1 : f64
          %s2 = arith.mulf %s1, %2 : f64
          sloop.write %s2, %y[%i] by add : tensor<8xf64>
        }
      }
    }
  }
  return %r : tensor<8xf64>
}

// -----

// Two small ones rather than one that is large.
// CHECK-LABEL: func.func @two_small_ones(
// CHECK:         stensor.convert %arg1 :
// CHECK:         stensor.convert %arg2 :
// CHECK-NOT:     stensor.convert
#IJK = #stensor.format<(i, j, k) -> (i : dense, j : compressed, k : compressed)>
#JI = #stensor.format<(i, j) -> (j : dense, i : compressed)>
func.func @two_small_ones(%A: tensor<50x50x50xf64, #IJK>, %B: tensor<50x50xf64, #JI>, %C: tensor<50x50xf64, #JI>, %Y: tensor<50x50x50xf64>) -> tensor<50x50x50xf64> {
  %ni = arith.constant 50 : index
  %nj = arith.constant 50 : index
  %nk = arith.constant 50 : index
  %r = sloop.nest ins(%a = %A, %b = %B, %c = %C : tensor<50x50x50xf64, #IJK>, tensor<50x50xf64, #JI>, tensor<50x50xf64, #JI>) outs(%y = %Y : tensor<50x50x50xf64>) {
    sloop.forall %i in %ni {
      sloop.forall %j in %nj {
        sloop.forall %k in %nk {
          %0 = sloop.read %a[%i, %j, %k] : tensor<50x50x50xf64, #IJK>
          %1 = sloop.read %b[%i, %j] : tensor<50x50xf64, #JI>
          %2 = sloop.read %c[%j, %k] : tensor<50x50xf64, #JI>
          %s1 = arith.mulf %0, %1 : f64
          %s2 = arith.mulf %s1, %2 : f64
          sloop.write %s2, %y[%i, %j, %k] : tensor<50x50x50xf64>
        }
      }
    }
  }
  return %r : tensor<50x50x50xf64>
}

// -----

// Of two that are as large, the one that takes fewer sorts.
// CHECK-LABEL: func.func @what_has_least_to_sort(
// CHECK:         stensor.convert %arg1 :
// CHECK-NOT:     stensor.convert
#KJI = #stensor.format<(i, j, k) -> (k : dense, j : compressed, i : compressed)>
#JIK = #stensor.format<(i, j, k) -> (j : dense, i : compressed, k : compressed)>
func.func @what_has_least_to_sort(%A: tensor<8x8x8xf64, #KJI>, %B: tensor<8x8x8xf64, #JIK>, %Y: tensor<8x8x8xf64>) -> tensor<8x8x8xf64> {
  %ni = arith.constant 8 : index
  %nj = arith.constant 8 : index
  %nk = arith.constant 8 : index
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<8x8x8xf64, #KJI>, tensor<8x8x8xf64, #JIK>) outs(%y = %Y : tensor<8x8x8xf64>) {
    sloop.forall %i in %ni {
      sloop.forall %j in %nj {
        sloop.forall %k in %nk {
          %0 = sloop.read %a[%i, %j, %k] : tensor<8x8x8xf64, #KJI>
          %1 = sloop.read %b[%i, %j, %k] : tensor<8x8x8xf64, #JIK>
          %s1 = arith.mulf %0, %1 : f64
          sloop.write %s1, %y[%i, %j, %k] : tensor<8x8x8xf64>
        }
      }
    }
  }
  return %r : tensor<8x8x8xf64>
}

// -----

// A result that is smaller than what it is computed from.
// CHECK-LABEL: func.func @a_result_that_is_small(
// CHECK-NOT:     stensor.convert %arg
// CHECK:         sloop.nest
// CHECK:         stensor.convert
#IJK = #stensor.format<(i, j, k) -> (i : dense, j : compressed, k : compressed)>
#LIST = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
func.func @a_result_that_is_small(%A: tensor<8x8x1000xf64, #IJK>) -> tensor<8x8xf64, #LIST> {
  %ni = arith.constant 8 : index
  %nj = arith.constant 8 : index
  %nk = arith.constant 1000 : index
  %Y = stensor.empty : tensor<8x8xf64, #LIST>
  %r = sloop.nest ins(%a = %A : tensor<8x8x1000xf64, #IJK>) outs(%y = %Y : tensor<8x8xf64, #LIST>) {
    sloop.forall %i in %ni {
      sloop.forall %j in %nj {
        sloop.forall %k in %nk {
          %0 = sloop.read %a[%j, %i, %k] : tensor<8x8x1000xf64, #IJK>
          sloop.write %0, %y[%i, %j] by add : tensor<8x8xf64, #LIST>
        }
      }
    }
  }
  return %r : tensor<8x8xf64, #LIST>
}

// -----

// However many are read.
// CHECK-LABEL: func.func @nine_operands(
// CHECK-NOT:     stensor.convert %arg0
// CHECK:         stensor.convert %arg1 :
// CHECK-NOT:     stensor.convert
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
func.func @nine_operands(%A: tensor<8x8xf64, #CSR>, %B: tensor<8x8xf64, #CSC>, %C: tensor<8x8xf64, #CSR>, %D: tensor<8x8xf64, #CSR>, %E: tensor<8x8xf64, #CSR>, %F: tensor<8x8xf64, #CSR>, %G: tensor<8x8xf64, #CSR>, %H: tensor<8x8xf64, #CSR>, %I: tensor<8x8xf64, #CSR>, %Y: tensor<8x8xf64>) -> tensor<8x8xf64> {
  %c8 = arith.constant 8 : index
  %r = sloop.nest ins(%a = %A, %b = %B, %d = %C, %e = %D, %f = %E, %g = %F, %h = %G, %k = %H, %l = %I : tensor<8x8xf64, #CSR>, tensor<8x8xf64, #CSC>, tensor<8x8xf64, #CSR>, tensor<8x8xf64, #CSR>, tensor<8x8xf64, #CSR>, tensor<8x8xf64, #CSR>, tensor<8x8xf64, #CSR>, tensor<8x8xf64, #CSR>, tensor<8x8xf64, #CSR>) outs(%c = %Y : tensor<8x8xf64>) {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<8x8xf64, #CSR>
        %1 = sloop.read %b[%i, %j] : tensor<8x8xf64, #CSC>
        %2 = sloop.read %d[%i, %j] : tensor<8x8xf64, #CSR>
        %3 = sloop.read %e[%i, %j] : tensor<8x8xf64, #CSR>
        %4 = sloop.read %f[%i, %j] : tensor<8x8xf64, #CSR>
        %5 = sloop.read %g[%i, %j] : tensor<8x8xf64, #CSR>
        %6 = sloop.read %h[%i, %j] : tensor<8x8xf64, #CSR>
        %7 = sloop.read %k[%i, %j] : tensor<8x8xf64, #CSR>
        %8 = sloop.read %l[%i, %j] : tensor<8x8xf64, #CSR>
        %s1 = arith.addf %0, %1 : f64
        %s2 = arith.addf %s1, %2 : f64
        %s3 = arith.addf %s2, %3 : f64
        %s4 = arith.addf %s3, %4 : f64
        %s5 = arith.addf %s4, %5 : f64
        %s6 = arith.addf %s5, %6 : f64
        %s7 = arith.addf %s6, %7 : f64
        %s8 = arith.addf %s7, %8 : f64
        sloop.write %s8, %c[%i, %j] : tensor<8x8xf64>
      }
    }
  }
  return %r : tensor<8x8xf64>
}

// -----

// Nor where most are in the way: all blocks but those of one size, in which rows are walked.
// CHECK-LABEL: func.func @most_of_many(
// CHECK-COUNT-8: stensor.convert
// CHECK-NOT:     stensor.convert
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#B2 = #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>
#B3 = #stensor.format<(i, j) -> (i floordiv 3 : dense, j floordiv 3 : compressed, i mod 3 : dense, j mod 3 : dense)>
#B4 = #stensor.format<(i, j) -> (i floordiv 4 : dense, j floordiv 4 : compressed, i mod 4 : dense, j mod 4 : dense)>
#B5 = #stensor.format<(i, j) -> (i floordiv 5 : dense, j floordiv 5 : compressed, i mod 5 : dense, j mod 5 : dense)>
#B6 = #stensor.format<(i, j) -> (i floordiv 6 : dense, j floordiv 6 : compressed, i mod 6 : dense, j mod 6 : dense)>
#B7 = #stensor.format<(i, j) -> (i floordiv 7 : dense, j floordiv 7 : compressed, i mod 7 : dense, j mod 7 : dense)>
#B8 = #stensor.format<(i, j) -> (i floordiv 8 : dense, j floordiv 8 : compressed, i mod 8 : dense, j mod 8 : dense)>
#B9 = #stensor.format<(i, j) -> (i floordiv 9 : dense, j floordiv 9 : compressed, i mod 9 : dense, j mod 9 : dense)>
#B10 = #stensor.format<(i, j) -> (i floordiv 10 : dense, j floordiv 10 : compressed, i mod 10 : dense, j mod 10 : dense)>
func.func @most_of_many(%A0: tensor<8x8xf64, #CSR>, %A1: tensor<8x8xf64, #B2>, %A2: tensor<8x8xf64, #B3>, %A3: tensor<8x8xf64, #B4>, %A4: tensor<8x8xf64, #B5>, %A5: tensor<8x8xf64, #B6>, %A6: tensor<8x8xf64, #B7>, %A7: tensor<8x8xf64, #B8>, %A8: tensor<8x8xf64, #B9>, %A9: tensor<8x8xf64, #B10>, %Y: tensor<8x8xf64>) -> tensor<8x8xf64> {
  %c8 = arith.constant 8 : index
  %r = sloop.nest ins(%a0 = %A0, %a1 = %A1, %a2 = %A2, %a3 = %A3, %a4 = %A4, %a5 = %A5, %a6 = %A6, %a7 = %A7, %a8 = %A8, %a9 = %A9 : tensor<8x8xf64, #CSR>, tensor<8x8xf64, #B2>, tensor<8x8xf64, #B3>, tensor<8x8xf64, #B4>, tensor<8x8xf64, #B5>, tensor<8x8xf64, #B6>, tensor<8x8xf64, #B7>, tensor<8x8xf64, #B8>, tensor<8x8xf64, #B9>, tensor<8x8xf64, #B10>) outs(%c = %Y : tensor<8x8xf64>) {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        %r0 = sloop.read %a0[%i, %j] : tensor<8x8xf64, #CSR>
        %r1 = sloop.read %a1[%i, %j] : tensor<8x8xf64, #B2>
        %r2 = sloop.read %a2[%i, %j] : tensor<8x8xf64, #B3>
        %r3 = sloop.read %a3[%i, %j] : tensor<8x8xf64, #B4>
        %r4 = sloop.read %a4[%i, %j] : tensor<8x8xf64, #B5>
        %r5 = sloop.read %a5[%i, %j] : tensor<8x8xf64, #B6>
        %r6 = sloop.read %a6[%i, %j] : tensor<8x8xf64, #B7>
        %r7 = sloop.read %a7[%i, %j] : tensor<8x8xf64, #B8>
        %r8 = sloop.read %a8[%i, %j] : tensor<8x8xf64, #B9>
        %r9 = sloop.read %a9[%i, %j] : tensor<8x8xf64, #B10>
        %s1 = arith.mulf %r0, %r1 : f64
        %s2 = arith.mulf %s1, %r2 : f64
        %s3 = arith.mulf %s2, %r3 : f64
        %s4 = arith.mulf %s3, %r4 : f64
        %s5 = arith.mulf %s4, %r5 : f64
        %s6 = arith.mulf %s5, %r6 : f64
        %s7 = arith.mulf %s6, %r7 : f64
        %s8 = arith.mulf %s7, %r8 : f64
        %s9 = arith.mulf %s8, %r9 : f64
        sloop.write %s9, %c[%i, %j] : tensor<8x8xf64>
      }
    }
  }
  return %r : tensor<8x8xf64>
}
