// `sloop-sparsify`: merges with many cases, whose loops and points stand once. The one value in which the cases differ is chosen by
// what is stored, part by part. A part that depends on several operands is computed from parts of its own.

// RUN: lacuna-opt %s --sloop-sparsify=ahead=0 | FileCheck %s
// RUN: lacuna-opt %s --sloop-sparsify="ahead=0 fp=strict" | FileCheck %s --check-prefix=STRICT
// RUN: lacuna-opt %s --sloop-sparsify=say-plan=true 2>&1 >/dev/null | FileCheck %s --check-prefix=PLAN

#SV = #stensor.format<(i) -> (i : compressed)>

// Some choices of operands are no case: nothing is done there. One point is written, whatever is stored.
// CHECK-LABEL: func.func @pairs(
// CHECK:         sloop.coiterate ({{.*}}) joined({{.*}}) :
// CHECK:         case(0, 1, 2, 3, 4, 5)
// CHECK:           %[[A:.*]] = arith.cmpi ult, %{{.*}}, %{{.*}} : index
// CHECK:           %[[B:.*]] = arith.cmpi ult, %{{.*}}, %{{.*}} : index
// CHECK:           arith.select
// CHECK:           scf.if %{{.*}} {
// CHECK:             %[[L:.*]] = sloop.value %arg0[%{{.*}}] or 0.000000e+00 : f64 where %[[A]]
// CHECK:             %[[R:.*]] = sloop.value %arg1[%{{.*}}] or 0.000000e+00 : f64 where %[[B]]
// CHECK:             %[[AB:.*]] = arith.mulf %[[L]], %[[R]]
// CHECK:             %[[BOTH:.*]] = arith.select %[[B]], %[[A]], %{{.*}} : i1
// CHECK:             %[[P:.*]] = arith.select %[[BOTH]], %[[AB]], %{{.*}} : f64
// CHECK:             %[[Q:.*]] = arith.select {{.*}} : f64
// CHECK:             arith.addf %[[P]], %[[Q]]
// CHECK:             memref.store
// CHECK-NOT:         memref.store
// PLAN:          , shared
// PLAN-NEXT:       in 37 of 63 combinations of stored operands:
// PLAN-NEXT:       loads T0(v0) or 0
// PLAN-NEXT:       loads T1(v0) or 0
// PLAN-NEXT:       selects T0(v0) * T1(v0) or 0
// PLAN-NEXT:       loads T2(v0) or 0
// PLAN-NEXT:       loads T3(v0) or 0
// PLAN-NEXT:       selects T2(v0) * T3(v0) or 0
// PLAN-NEXT:       loads T4(v0) or 0
// PLAN-NEXT:       loads T5(v0) or 0
// PLAN-NEXT:       selects T4(v0) * T5(v0) or 0
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
// CHECK:         sloop.coiterate ({{.*}}) joined({{.*}}) :
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
// of all terms multiplies what is stored of them. The root of a sum of two operands is emitted once, under a test for either.
// CHECK-LABEL: func.func @parts_of_each_kind(
// CHECK:         sloop.coiterate ({{.*}}) joined({{.*}}) :
// CHECK:           scf.if %{{.*}} -> (f64) {
// CHECK-NEXT:        sloop.value
// CHECK-NEXT:        math.sqrt
// CHECK:           %[[F:.*]] = sloop.value %arg5[{{.*}} or 0.000000e+00 : f64 where %[[HASF:.*]] :
// CHECK:           %[[G:.*]] = sloop.value %arg6[{{.*}} or 0.000000e+00 : f64 where %[[HASG:.*]] :
// CHECK:           %[[EITHER:.*]] = arith.select %[[HASG]], %{{.*}}, %[[HASF]] : i1
// CHECK:           scf.if %[[EITHER]] -> (f64) {
// CHECK-NEXT:        arith.addf %[[F]], %[[G]]
// CHECK-NEXT:        math.sqrt
// CHECK-NOT:         math.sqrt
// PLAN:          , shared
// PLAN-NEXT:       chooses what is left of sqrt(T0(v0)): computed in 1 of 2 combinations
// PLAN-NEXT:       loads T1(v0) or 0
// PLAN:            tests, then computes sqrt(T5(v0) + T6(v0)) or 0
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

#Duplicates = #stensor.format<(i) -> (i : compressed(nonunique))>

// cos(0) is 1, so the loop visits every coordinate. The cosine is computed only where something is stored.
// CHECK-LABEL: func.func @every_value(
// CHECK:         sloop.coiterate ({{.*}}) over(%{{.*}}) joined({{.*}}) :
// CHECK-NOT:       scf.if
// CHECK-COUNT-5:   sloop.value {{.*}} or 0.000000e+00 : f64 where
// STRICT-COUNT-5:  sloop.value {{.*}} or -0.000000e+00 : f64 where
// CHECK:           %[[COS:.*]] = scf.if %{{.*}} -> (f64) {
// CHECK:             math.cos
// CHECK:           } else {
// CHECK-NEXT:        %[[ONE:.*]] = arith.constant 1.000000e+00 : f64
// CHECK-NEXT:        scf.yield %[[ONE]] : f64
// CHECK-NOT:       math.cos
// CHECK:           memref.store %[[COS]]
// CHECK:         return
// PLAN:          with every value, shared
// PLAN-COUNT-5:    loads T{{[0-9]}}(v0) or 0
// PLAN-NEXT:       tests, then computes cos({{.*}}) or 1
// PLAN-NEXT:       T5(v0) =
func.func @every_value(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>, %C: tensor<?xf64, #SV>, %D: tensor<?xf64, #SV>, %E: tensor<?xf64, #SV>, %y: memref<?xf64>, %n: index) {
  sloop.nest ins(%a = %A, %b = %B, %c = %C, %d = %D, %e = %E : tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>) outs(%o = %y : memref<?xf64>) {
    sloop.forall %i in %n {
      %a0 = sloop.read %a[%i] : tensor<?xf64, #SV>
      %b0 = sloop.read %b[%i] : tensor<?xf64, #SV>
      %c0 = sloop.read %c[%i] : tensor<?xf64, #SV>
      %d0 = sloop.read %d[%i] : tensor<?xf64, #SV>
      %e0 = sloop.read %e[%i] : tensor<?xf64, #SV>
      %p = arith.addf %a0, %b0 : f64
      %q = arith.addf %p, %c0 : f64
      %r = arith.addf %q, %d0 : f64
      %s = arith.addf %r, %e0 : f64
      %t = math.cos %s : f64
      sloop.write %t, %o[%i] : memref<?xf64>
    }
  }
  return
}

// In strict mode, an absent term is -0, but a sum without terms is 0.
// STRICT-LABEL: func.func @strict_sum_without_terms(
// STRICT:         sloop.coiterate ({{.*}}) over(%{{.*}}) joined({{.*}}) :
// STRICT-COUNT-5:   sloop.value {{.*}} or -0.000000e+00 : f64 where
// STRICT-COUNT-4:   arith.addf
// STRICT:           %[[CHOSEN:.*]] = arith.select {{.*}} : f64
// STRICT:           arith.maximumf %[[CHOSEN]],
func.func @strict_sum_without_terms(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>, %C: tensor<?xf64, #SV>, %D: tensor<?xf64, #SV>, %E: tensor<?xf64, #SV>, %X: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  sloop.nest ins(%a = %A, %b = %B, %c = %C, %d = %D, %e = %E, %x = %X : tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, memref<?xf64>) outs(%o = %y : memref<?xf64>) {
    sloop.forall %i in %n {
      %a0 = sloop.read %a[%i] : tensor<?xf64, #SV>
      %b0 = sloop.read %b[%i] : tensor<?xf64, #SV>
      %c0 = sloop.read %c[%i] : tensor<?xf64, #SV>
      %d0 = sloop.read %d[%i] : tensor<?xf64, #SV>
      %e0 = sloop.read %e[%i] : tensor<?xf64, #SV>
      %x0 = sloop.read %x[%i] : memref<?xf64>
      %p = arith.addf %a0, %b0 : f64
      %q = arith.addf %p, %c0 : f64
      %r = arith.addf %q, %d0 : f64
      %s = arith.addf %r, %e0 : f64
      %t = arith.maximumf %s, %x0 : f64
      sloop.write %t, %o[%i] : memref<?xf64>
    }
  }
  return
}

// The entries of a run are summed under a test that there are any. The loop over them is emitted once.
// CHECK-LABEL: func.func @several_entries_at_a_point(
// CHECK:         sloop.coiterate ({{.*}}) joined({{.*}}) : !sloop.cursor<runs>,
// CHECK:         case(0, 1, 2, 3, 4) (%{{[^:]*}}: index, %[[FIRST:[^:]*]]: index, %[[END:[^:]*]]: index,
// CHECK:           %[[HAS:.*]] = arith.cmpi ult, %[[FIRST]], %[[END]] : index
// CHECK:           scf.if %[[HAS]] -> (f64) {
// CHECK-NEXT:        sloop.value %arg0[%[[FIRST]] to %[[END]]]
// CHECK-NOT:       sloop.value %arg0
// CHECK:         return
// PLAN:          v0 merges T0.0 ({{.*}}in runs), {{.*}}, shared
// PLAN-NEXT:       chooses what is left of T0(v0): computed in 1 of 2 combinations
func.func @several_entries_at_a_point(%A: tensor<?xf64, #Duplicates>, %B: tensor<?xf64, #SV>, %C: tensor<?xf64, #SV>, %D: tensor<?xf64, #SV>, %E: tensor<?xf64, #SV>, %y: memref<?xf64>, %n: index) {
  sloop.nest ins(%a = %A, %b = %B, %c = %C, %d = %D, %e = %E : tensor<?xf64, #Duplicates>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>) outs(%o = %y : memref<?xf64>) {
    sloop.forall %i in %n {
      %a0 = sloop.read %a[%i] : tensor<?xf64, #Duplicates>
      %b0 = sloop.read %b[%i] : tensor<?xf64, #SV>
      %c0 = sloop.read %c[%i] : tensor<?xf64, #SV>
      %d0 = sloop.read %d[%i] : tensor<?xf64, #SV>
      %e0 = sloop.read %e[%i] : tensor<?xf64, #SV>
      %p = arith.addf %a0, %b0 : f64
      %q = arith.addf %p, %c0 : f64
      %r = arith.addf %q, %d0 : f64
      %s = arith.addf %r, %e0 : f64
      sloop.write %s, %o[%i] by add : memref<?xf64>
    }
  }
  return
}

#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>

// The outer level is joined, also at every coordinate. The inner level tells the cases apart.
// CHECK-LABEL: func.func @every_coordinate_of_two_levels(
// CHECK:         sloop.coiterate ({{.*}}) over(%{{.*}}) joined({{.*}}) :
// CHECK:         case(0, 1, 2, 3, 4, 5)
// CHECK:           sloop.coiterate ({{.*}}) over(%{{.*}}) joined({{.*}}) :
// CHECK:           case(0, 1, 2, 3, 4, 5)
// CHECK:             math.exp
// CHECK-NOT:     sloop.coiterate
// CHECK:         return
func.func @every_coordinate_of_two_levels(%A: tensor<?x?xf64, #DCSR>, %B: tensor<?x?xf64, #DCSR>, %C: tensor<?x?xf64, #DCSR>, %D: tensor<?x?xf64, #DCSR>, %E: tensor<?x?xf64, #DCSR>, %F: tensor<?x?xf64, #DCSR>, %y: memref<?x?xf64>, %m: index, %n: index) {
  sloop.nest ins(%a = %A, %b = %B, %c = %C, %d = %D, %e = %E, %f = %F : tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #DCSR>) outs(%o = %y : memref<?x?xf64>) {
    sloop.forall %i in %m {
      sloop.forall %j in %n {
        %a0 = sloop.read %a[%i, %j] : tensor<?x?xf64, #DCSR>
        %b0 = sloop.read %b[%i, %j] : tensor<?x?xf64, #DCSR>
        %c0 = sloop.read %c[%i, %j] : tensor<?x?xf64, #DCSR>
        %d0 = sloop.read %d[%i, %j] : tensor<?x?xf64, #DCSR>
        %e0 = sloop.read %e[%i, %j] : tensor<?x?xf64, #DCSR>
        %f0 = sloop.read %f[%i, %j] : tensor<?x?xf64, #DCSR>
        %p = arith.addf %a0, %b0 : f64
        %q = arith.addf %p, %c0 : f64
        %r = arith.addf %q, %d0 : f64
        %s = arith.addf %r, %e0 : f64
        %t = arith.addf %s, %f0 : f64
        %u = math.exp %t : f64
        sloop.write %u, %o[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}
