// `sloop-sparsify`: merges with many cases, whose loops and points stand once. The one value in which the cases differ is chosen by
// what is stored: in a tree of tests, or, where one expression serves all cases, part by part.

// RUN: lacuna-opt %s --sloop-sparsify=ahead=0 | FileCheck %s
// RUN: lacuna-opt %s --sloop-sparsify=say-plan=true 2>&1 >/dev/null | FileCheck %s --check-prefix=PLAN

#SV = #stensor.format<(i) -> (i : compressed)>

// Some choices of operands are no case: nothing is done there. One point is written, whatever is stored.
// CHECK-LABEL: func.func @pairs(
// CHECK:         sloop.coiterate ({{.*}}) joined :
// CHECK:         case(0, 1, 2, 3, 4, 5)
// CHECK:           %[[A:.*]] = arith.cmpi ult, %{{.*}}, %{{.*}} : index
// CHECK:           %[[IS_CASE:.*]] = scf.if %[[A]] -> (i1) {
// CHECK:           scf.if %[[IS_CASE]] {
// CHECK:             %[[VALUE:.*]] = scf.if %[[A]] -> (f64) {
// CHECK:             arith.addf %{{.*}}, %[[VALUE]] {{.*}}: f64
// CHECK-NEXT:        memref.store
// CHECK-NOT:         memref.store
// PLAN:          , shared
// PLAN-NEXT:       chooses what is left of {{.*}} in 37 cases
// PLAN-NEXT:       T6(v0) +=
func.func @pairs(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>, %C: tensor<?xf64, #SV>, %D: tensor<?xf64, #SV>, %E: tensor<?xf64, #SV>, %F: tensor<?xf64, #SV>, %y: memref<?xf64>, %n: index) {
  sloop.nest ins(%a = %A, %b = %B, %c = %C, %d = %D, %e = %E, %f = %F : tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>) outs(%o = %y : memref<?xf64>) {
    sloop.forall %i in %n {
      %a0 = sloop.read %a[%i] : tensor<?xf64, #SV>
      %b0 = sloop.read %b[%i] : tensor<?xf64, #SV>
      %c0 = sloop.read %c[%i] : tensor<?xf64, #SV>
      %d0 = sloop.read %d[%i] : tensor<?xf64, #SV>
      %e0 = sloop.read %e[%i] : tensor<?xf64, #SV>
      %f0 = sloop.read %f[%i] : tensor<?xf64, #SV>
      %p = arith.mulf %a0, %b0 : f64
      %q = arith.mulf %c0, %d0 : f64
      %r = arith.mulf %e0, %f0 : f64
      %s = arith.addf %p, %q : f64
      %t = arith.addf %s, %r : f64
      sloop.write %t, %o[%i] by add : memref<?xf64>
    }
  }
  return
}

// Every choice is a case, and what is not stored adds nothing.
// CHECK-LABEL: func.func @sum_of_seven(
// CHECK:         sloop.coiterate ({{.*}}) joined :
// CHECK-NOT:       scf.if
// CHECK-COUNT-7:   sloop.value {{.*}} or 0.000000e+00 : f64 where
// CHECK-NOT:       scf.if
// CHECK:           memref.store
// PLAN:          , shared
// PLAN-NEXT:       blends what is left of {{.*}} in 127 cases
func.func @sum_of_seven(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>, %C: tensor<?xf64, #SV>, %D: tensor<?xf64, #SV>, %E: tensor<?xf64, #SV>, %F: tensor<?xf64, #SV>, %G: tensor<?xf64, #SV>, %y: memref<?xf64>, %n: index) {
  sloop.nest ins(%a = %A, %b = %B, %c = %C, %d = %D, %e = %E, %f = %F, %g = %G : tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>) outs(%o = %y : memref<?xf64>) {
    sloop.forall %i in %n {
      %a0 = sloop.read %a[%i] : tensor<?xf64, #SV>
      %b0 = sloop.read %b[%i] : tensor<?xf64, #SV>
      %c0 = sloop.read %c[%i] : tensor<?xf64, #SV>
      %d0 = sloop.read %d[%i] : tensor<?xf64, #SV>
      %e0 = sloop.read %e[%i] : tensor<?xf64, #SV>
      %f0 = sloop.read %f[%i] : tensor<?xf64, #SV>
      %g0 = sloop.read %g[%i] : tensor<?xf64, #SV>
      %p = arith.addf %a0, %b0 : f64
      %q = arith.addf %p, %c0 : f64
      %r = arith.addf %q, %d0 : f64
      %s = arith.addf %r, %e0 : f64
      %u = arith.addf %s, %f0 : f64
      %t = arith.addf %u, %g0 : f64
      sloop.write %t, %o[%i] by add : memref<?xf64>
    }
  }
  return
}
