// A loop walks subsections of the innermost level under a list of parents, and uses its buffer of begins in all loops inside. One of these
// joins two operands, after which no begin belongs to a node; another one inside of that must not fill the buffer again.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s

#T4 = #stensor.format<(i, j, k, l) -> (i : compressed, j : compressed, k : compressed, l : compressed)>
func.func @sparse(%x: tensor<10x10x10x14xf64, #T4>, %b: tensor<10x10x10x14xf64, #T4>, %y: tensor<8x8x8x10xf64>) -> tensor<8x8x8x10xf64> {
  %c8 = arith.constant 8 : index
  %c10 = arith.constant 10 : index
  %c3 = arith.constant 3 : index
  %c2 = arith.constant 2 : index
  %res = sloop.nest ins(%a = %x, %e = %b : tensor<10x10x10x14xf64, #T4>, tensor<10x10x10x14xf64, #T4>) outs(%c = %y : tensor<8x8x8x10xf64>) attributes {sloop.keep_order} {
    sloop.forall %i in %c8 {
     sloop.forall %j in %c8 {
      sloop.forall %k in %c8 {
       sloop.forall %l in %c10 {
        %s = sloop.fold %p in %c3 by add -> f64 {
          %t = sloop.fold %q in %c3 by add -> f64 {
            %u = sloop.fold %v in %c2 by add -> f64 {
              %w = sloop.fold %r in %c3 by add -> f64 {
                %z = sloop.fold %s2 in %c2 by add -> f64 {
                  %0 = sloop.read %a[%i + %p, %j + %q, %k + %r, %l + %v * 2 + %s2] : tensor<10x10x10x14xf64, #T4>
                  sloop.yield %0 : f64
                }
                sloop.yield %z : f64
              }
              sloop.yield %w : f64
            }
            sloop.yield %u : f64
          }
          %g = sloop.fold %q in %c3 by add -> f64 {
            %u = sloop.fold %r in %c3 by add -> f64 {
              %w = sloop.fold %s2 in %c3 by add -> f64 {
                  %0 = sloop.read %e[%i + %p, %j + %q, %k + %r, %l + %s2] : tensor<10x10x10x14xf64, #T4>
                sloop.yield %0 : f64
              }
              sloop.yield %w : f64
            }
            sloop.yield %u : f64
          }
          %2 = arith.addf %t, %g : f64
          sloop.yield %2 : f64
        }
        sloop.write %s, %c[%i, %j, %k, %l] by add : tensor<8x8x8x10xf64>
       }
      }
     }
    }
  }
  return %res : tensor<8x8x8x10xf64>
}
func.func @dense(%x: tensor<10x10x10x14xf64>, %b: tensor<10x10x10x14xf64>, %y: tensor<8x8x8x10xf64>) -> tensor<8x8x8x10xf64> {
  %c8 = arith.constant 8 : index
  %c10 = arith.constant 10 : index
  %c3 = arith.constant 3 : index
  %c2 = arith.constant 2 : index
  %res = sloop.nest ins(%a = %x, %e = %b : tensor<10x10x10x14xf64>, tensor<10x10x10x14xf64>) outs(%c = %y : tensor<8x8x8x10xf64>) attributes {sloop.keep_order} {
    sloop.forall %i in %c8 {
     sloop.forall %j in %c8 {
      sloop.forall %k in %c8 {
       sloop.forall %l in %c10 {
        %s = sloop.fold %p in %c3 by add -> f64 {
          %t = sloop.fold %q in %c3 by add -> f64 {
            %u = sloop.fold %v in %c2 by add -> f64 {
              %w = sloop.fold %r in %c3 by add -> f64 {
                %z = sloop.fold %s2 in %c2 by add -> f64 {
                  %0 = sloop.read %a[%i + %p, %j + %q, %k + %r, %l + %v * 2 + %s2] : tensor<10x10x10x14xf64>
                  sloop.yield %0 : f64
                }
                sloop.yield %z : f64
              }
              sloop.yield %w : f64
            }
            sloop.yield %u : f64
          }
          %g = sloop.fold %q in %c3 by add -> f64 {
            %u = sloop.fold %r in %c3 by add -> f64 {
              %w = sloop.fold %s2 in %c3 by add -> f64 {
                  %0 = sloop.read %e[%i + %p, %j + %q, %k + %r, %l + %s2] : tensor<10x10x10x14xf64>
                sloop.yield %0 : f64
              }
              sloop.yield %w : f64
            }
            sloop.yield %u : f64
          }
          %2 = arith.addf %t, %g : f64
          sloop.yield %2 : f64
        }
        sloop.write %s, %c[%i, %j, %k, %l] by add : tensor<8x8x8x10xf64>
       }
      }
     }
    }
  }
  return %res : tensor<8x8x8x10xf64>
}

// Squared differences, and both sums.
// CHECK:      0
// CHECK-NEXT: 29933
// CHECK-NEXT: 29933
func.func @main() {
  %a = tensor.generate {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    %v = func.call @at(%i,%j,%k,%l) : (index,index,index,index) -> f64
    tensor.yield %v : f64
  } : tensor<10x10x10x14xf64>
  %b = tensor.generate {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    %v = func.call @at(%l,%j,%i,%k) : (index,index,index,index) -> f64
    tensor.yield %v : f64
  } : tensor<10x10x10x14xf64>
  %zeros = arith.constant dense<0.0> : tensor<8x8x8x10xf64>
  %sa = stensor.convert %a : tensor<10x10x10x14xf64> to tensor<10x10x10x14xf64, #T4>
  %sb = stensor.convert %b : tensor<10x10x10x14xf64> to tensor<10x10x10x14xf64, #T4>
  %0 = call @sparse(%sa, %sb, %zeros) : (tensor<10x10x10x14xf64, #T4>, tensor<10x10x10x14xf64, #T4>, tensor<8x8x8x10xf64>) -> tensor<8x8x8x10xf64>
  %1 = call @dense(%a, %b, %zeros) : (tensor<10x10x10x14xf64>, tensor<10x10x10x14xf64>, tensor<8x8x8x10xf64>) -> tensor<8x8x8x10xf64>
  call @compare(%0, %1) : (tensor<8x8x8x10xf64>, tensor<8x8x8x10xf64>) -> ()
  return
}
func.func private @at(%i: index, %j: index, %k: index, %l: index) -> f64 {
  %c7 = arith.constant 7919 : index
  %c13 = arith.constant 104729 : index
  %c29 = arith.constant 1299709 : index
  %c31 = arith.constant 15485863 : index
  %x0 = arith.muli %i, %c7 : index
  %x1 = arith.muli %j, %c13 : index
  %x2 = arith.muli %k, %c29 : index
  %x3 = arith.muli %l, %c31 : index
  %y0 = arith.addi %x0, %x1 : index
  %y1 = arith.muli %y0, %y0 : index
  %y2 = arith.addi %y1, %x2 : index
  %y3 = arith.muli %y2, %y2 : index
  %y4 = arith.addi %y3, %x3 : index
  %c101 = arith.constant 101 : index
  %m = arith.remui %y4, %c101 : index
  %c3 = arith.constant 3 : index
  %is = arith.cmpi ult, %m, %c3 : index
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  %v = arith.select %is, %one, %zero : f64
  return %v : f64
}
func.func @compare(%x: tensor<8x8x8x10xf64>, %y: tensor<8x8x8x10xf64>) {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c10 = arith.constant 10 : index
  %r:3 = scf.for %i = %c0 to %c8 step %c1 iter_args(%e0 = %zero, %s0 = %zero, %t0 = %zero) -> (f64, f64, f64) {
   %r1:3 = scf.for %j = %c0 to %c8 step %c1 iter_args(%e1 = %e0, %s1 = %s0, %t1 = %t0) -> (f64, f64, f64) {
    %r2:3 = scf.for %k = %c0 to %c8 step %c1 iter_args(%e2 = %e1, %s2 = %s1, %t2 = %t1) -> (f64, f64, f64) {
     %r3:3 = scf.for %l = %c0 to %c10 step %c1 iter_args(%e3 = %e2, %s3 = %s2, %t3 = %t2) -> (f64, f64, f64) {
       %a = tensor.extract %x[%i,%j,%k,%l] : tensor<8x8x8x10xf64>
       %b = tensor.extract %y[%i,%j,%k,%l] : tensor<8x8x8x10xf64>
       %d = arith.subf %a, %b : f64
       %d2 = arith.mulf %d, %d : f64
       %e = arith.addf %e3, %d2 : f64
       %s = arith.addf %s3, %a : f64
       %t = arith.addf %t3, %b : f64
       scf.yield %e, %s, %t : f64, f64, f64
     }
     scf.yield %r3#0, %r3#1, %r3#2 : f64, f64, f64
    }
    scf.yield %r2#0, %r2#1, %r2#2 : f64, f64, f64
   }
   scf.yield %r1#0, %r1#1, %r1#2 : f64, f64, f64
  }
  vector.print %r#0 : f64
  vector.print %r#1 : f64
  vector.print %r#2 : f64
  return
}
