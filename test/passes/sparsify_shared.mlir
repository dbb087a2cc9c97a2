// `sloop-sparsify`: merges with many cases, whose loops and points stand once. The one value in which the cases differ is chosen by
// what is stored, part by part: without a branch where a part depends on one operand, by a tree of tests where it depends on
// several.

// RUN: lacuna-opt %s --sloop-sparsify=ahead=0 | FileCheck %s
// RUN: lacuna-opt %s --sloop-sparsify="ahead=0 fp=strict" | FileCheck %s --check-prefix=STRICT
// RUN: lacuna-opt %s --sloop-sparsify=say-plan=true 2>&1 >/dev/null | FileCheck %s --check-prefix=PLAN

#SV = #stensor.format<(i) -> (i : compressed)>

// Some choices of operands are no case: nothing is done there. One point is written, whatever is stored.
// CHECK-LABEL: func.func @pairs(
// CHECK:         sloop.coiterate ({{.*}}) joined :
// CHECK:         case(0, 1, 2, 3, 4, 5)
// CHECK:           %[[A:.*]] = arith.cmpi ult, %{{.*}}, %{{.*}} : index
// CHECK:           %[[B:.*]] = arith.cmpi ult, %{{.*}}, %{{.*}} : index
// CHECK:           arith.select
// CHECK:           scf.if %{{.*}} {
// CHECK:             %[[P:.*]] = scf.if %[[B]] -> (f64) {
// CHECK-NEXT:          scf.if %[[A]] -> (f64) {
// CHECK:                 arith.mulf
// CHECK:             %[[Q:.*]] = scf.if
// CHECK:             %[[S:.*]] = arith.addf %[[P]], %[[Q]]
// CHECK:             memref.store
// CHECK-NOT:         memref.store
// PLAN:          , shared
// PLAN-NEXT:       in 37 of 63 combinations of stored operands:
// PLAN-NEXT:       chooses what is left of T0(v0) * T1(v0): computed in 1 of 4 combinations
// PLAN-NEXT:       chooses what is left of T2(v0) * T3(v0): computed in 1 of 4 combinations
// PLAN-NEXT:       chooses what is left of T4(v0) * T5(v0): computed in 1 of 4 combinations
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
// STRICT-COUNT-7:  sloop.value {{.*}} or -0.000000e+00 : f64 where
// CHECK-NOT:       scf.if
// CHECK:           memref.store
// PLAN:          , shared
// PLAN-COUNT-7:    loads T{{[0-9]}}(v0) or 0
// PLAN-NEXT:       T7(v0) +=
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

// What one operand makes is computed under a test, where it is no read: a value that is not stored is in nobody's memory. A factor
// of all terms multiplies what is stored of them, and a root of two operands is one part.
// CHECK-LABEL: func.func @parts_of_each_kind(
// CHECK:         sloop.coiterate ({{.*}}) joined :
// CHECK-NOT:       arith.select
// CHECK:           scf.if %{{.*}} -> (f64) {
// CHECK-NEXT:        sloop.value
// CHECK-NEXT:        math.sqrt
// PLAN:          , shared
// PLAN-NEXT:       chooses what is left of sqrt(T0(v0)): computed in 1 of 2 combinations
// PLAN-NEXT:       loads T1(v0) or 0
// PLAN:            chooses what is left of {{.*}}: computed in 3 of 4 combinations
// PLAN-NEXT:       T8(v0) +=
func.func @parts_of_each_kind(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>, %C: tensor<?xf64, #SV>, %D: tensor<?xf64, #SV>, %E: tensor<?xf64, #SV>, %F: tensor<?xf64, #SV>, %G: tensor<?xf64, #SV>, %X: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  sloop.nest ins(%a = %A, %b = %B, %c = %C, %d = %D, %e = %E, %f = %F, %g = %G, %x = %X : tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, memref<?xf64>) outs(%o = %y : memref<?xf64>) {
    sloop.forall %i in %n {
      %a0 = sloop.read %a[%i] : tensor<?xf64, #SV>
      %b0 = sloop.read %b[%i] : tensor<?xf64, #SV>
      %c0 = sloop.read %c[%i] : tensor<?xf64, #SV>
      %d0 = sloop.read %d[%i] : tensor<?xf64, #SV>
      %e0 = sloop.read %e[%i] : tensor<?xf64, #SV>
      %f0 = sloop.read %f[%i] : tensor<?xf64, #SV>
      %g0 = sloop.read %g[%i] : tensor<?xf64, #SV>
      %x0 = sloop.read %x[%i] : memref<?xf64>
      %sqrt = math.sqrt %a0 : f64
      %p = arith.addf %sqrt, %b0 : f64
      %q = arith.addf %p, %c0 : f64
      %r = arith.addf %q, %d0 : f64
      %s = arith.addf %r, %e0 : f64
      %sum = arith.addf %f0, %g0 : f64
      %root = math.sqrt %sum : f64
      %t = arith.addf %s, %root : f64
      %product = arith.mulf %t, %x0 : f64
      sloop.write %product, %o[%i] by add : memref<?xf64>
    }
  }
  return
}
