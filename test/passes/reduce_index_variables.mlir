// `sloop-reduce-index-variables`: the order of the loops over the terms of compound subscripts follows from what it costs.

// RUN: lacuna-opt %s --sloop-reduce-index-variables | FileCheck %s
// RUN: lacuna-opt %s --sloop-reduce-index-variables | lacuna-opt --sloop-reduce-index-variables | FileCheck %s

#V = #stensor.format<(i) -> (i : compressed)>
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#DDDC = #stensor.format<(h, w, c) -> (h : dense, w : dense, c : compressed)>

// Entries are scattered: the operand is walked once for each point of the filter, and not a window for each point of the result.
// CHECK-LABEL: func.func @vector(
// CHECK:         sloop.forall %{{.*}} in %{{.*}} named "p" {
// CHECK-NEXT:      sloop.forall %{{.*}} in %{{.*}} named "i" {
func.func @vector(%I: tensor<1001xf64, #V>, %F: tensor<3xf64>, %o: tensor<999xf64>) -> tensor<999xf64> {
  %n = arith.constant 999 : index
  %m = arith.constant 3 : index
  %r = sloop.nest ins(%a = %I, %f = %F : tensor<1001xf64, #V>, tensor<3xf64>) outs(%c = %o : tensor<999xf64>) {
    sloop.forall %i in %n named "i" {
      sloop.forall %p in %m named "p" {
        %0 = sloop.read %a[%i + %p] : tensor<1001xf64, #V>
        %1 = sloop.read %f[%p] : tensor<3xf64>
        %2 = arith.mulf %0, %1 : f64
        sloop.write %2, %c[%i] by add : tensor<999xf64>
      }
    }
  }
  return %r : tensor<999xf64>
}

// Entries are walked once for all points of the filter: the variables of the result are derived from theirs.
// CHECK-LABEL: func.func @matrix(
// CHECK:         sloop.forall %[[R:.*]] in %{{.*}} named "i + p" {
// CHECK-NEXT:      sloop.forall %[[S:.*]] in %{{.*}} named "j + q" {
// CHECK-NEXT:        sloop.forall %[[P:.*]] in %{{.*}} named "p" {
// CHECK-NEXT:          %[[I:.*]] = sloop.derive(-%[[P]] + %[[R]]) below %{{.*}} named "i"
// CHECK-NEXT:          sloop.forall %[[Q:.*]] in %{{.*}} named "q" {
// CHECK-NEXT:            %[[J:.*]] = sloop.derive(-%[[Q]] + %[[S]]) below %{{.*}} named "j"
// CHECK-NEXT:            sloop.read %{{.*}}[%[[R]], %[[S]]]
// CHECK:                 sloop.write %{{.*}}, %{{.*}}[%[[I]], %[[J]]]
func.func @matrix(%I: tensor<1001x1001xf64, #CSR>, %F: tensor<3x3xf64>, %o: tensor<999x999xf64>) -> tensor<999x999xf64> {
  %n = arith.constant 999 : index
  %m = arith.constant 3 : index
  %r = sloop.nest ins(%a = %I, %f = %F : tensor<1001x1001xf64, #CSR>, tensor<3x3xf64>) outs(%c = %o : tensor<999x999xf64>) {
    sloop.forall %i in %n named "i" {
      sloop.forall %j in %n named "j" {
        sloop.forall %p in %m named "p" {
          sloop.forall %q in %m named "q" {
            %0 = sloop.read %a[%i + %p, %j + %q] : tensor<1001x1001xf64, #CSR>
            %1 = sloop.read %f[%p, %q] : tensor<3x3xf64>
            %2 = arith.mulf %0, %1 : f64
            sloop.write %2, %c[%i, %j] by add : tensor<999x999xf64>
          }
        }
      }
    }
  }
  return %r : tensor<999x999xf64>
}

// Where compound subscripts are located alone, sums over the channels stay inside of all loops over the result.
// CHECK-LABEL: func.func @layer(
// CHECK:         named "h" {
// CHECK-NEXT:      sloop.forall %{{.*}} in %{{.*}} named "w" {
// CHECK-NEXT:        sloop.forall %{{.*}} in %{{.*}} named "f" {
func.func @layer(%I: tensor<56x56x64xf64, #DDDC>, %F: tensor<3x3x64x64xf64>, %o: tensor<54x54x64xf64>)
    -> tensor<54x54x64xf64> {
  %n = arith.constant 54 : index
  %m = arith.constant 3 : index
  %k = arith.constant 64 : index
  %r = sloop.nest ins(%a = %I, %f = %F : tensor<56x56x64xf64, #DDDC>, tensor<3x3x64x64xf64>)
      outs(%y = %o : tensor<54x54x64xf64>) {
    sloop.forall %i in %n named "h" {
      sloop.forall %j in %n named "w" {
        sloop.forall %g in %k named "f" {
          sloop.forall %p in %m named "r" {
            sloop.forall %q in %m named "q" {
              sloop.forall %c in %k named "c" {
                %0 = sloop.read %a[%i + %p, %j + %q, %c] : tensor<56x56x64xf64, #DDDC>
                %1 = sloop.read %f[%p, %q, %c, %g] : tensor<3x3x64x64xf64>
                %2 = arith.mulf %0, %1 : f64
                sloop.write %2, %y[%i, %j, %g] by add : tensor<54x54x64xf64>
              }
            }
          }
        }
      }
    }
  }
  return %r : tensor<54x54x64xf64>
}

// An order that was asked for is kept.
// CHECK-LABEL: func.func @kept(
// CHECK:         named "i" {
// CHECK-NEXT:      sloop.forall %{{.*}} in %{{.*}} named "p" {
func.func @kept(%I: tensor<1001xf64, #V>, %F: tensor<3xf64>, %o: tensor<999xf64>) -> tensor<999xf64> {
  %n = arith.constant 999 : index
  %m = arith.constant 3 : index
  %r = sloop.nest ins(%a = %I, %f = %F : tensor<1001xf64, #V>, tensor<3xf64>) outs(%c = %o : tensor<999xf64>)
      attributes {sloop.keep_order} {
    sloop.forall %i in %n named "i" {
      sloop.forall %p in %m named "p" {
        %0 = sloop.read %a[%i + %p] : tensor<1001xf64, #V>
        %1 = sloop.read %f[%p] : tensor<3xf64>
        %2 = arith.mulf %0, %1 : f64
        sloop.write %2, %c[%i] by add : tensor<999xf64>
      }
    }
  }
  return %r : tensor<999xf64>
}
