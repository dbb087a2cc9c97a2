// `sloop-merge-terms`: terms that visit the same points of a result meet in one loop.

// RUN: lacuna-opt %s --sloop-merge-terms | FileCheck %s --check-prefixes=CHECK,FAST
// RUN: lacuna-opt %s --sloop-merge-terms=fp=strict | FileCheck %s --check-prefixes=CHECK,STRICT
// RUN: lacuna-opt %s --sloop-merge-terms > %t.once
// RUN: lacuna-opt %t.once --sloop-merge-terms | diff %t.once -

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>

// CHECK-LABEL: @meets_in_one_loop
// FAST: sloop.forall
// FAST: %[[SUM:.*]] = sloop.fold
// FAST: %[[B:.*]] = sloop.read %{{.*}} : tensor<4xf64>
// FAST: %[[BOTH:.*]] = arith.addf %[[SUM]], %[[B]]
// FAST: sloop.write %[[BOTH]], %{{.*}} by add
// FAST-NOT: sloop.forall
// STRICT-COUNT-2: sloop.forall
func.func @meets_in_one_loop(%A: tensor<4x4xf64, #CSR>, %b: tensor<4xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %c4 = arith.constant 4 : index
  %0 = sloop.nest ins(%a = %A, %v = %b : tensor<4x4xf64, #CSR>, tensor<4xf64>) outs(%r = %y : tensor<4xf64>) {
    sloop.forall %i in %c4 {
      %1 = sloop.fold %j in %c4 by add -> f64 {
        %2 = sloop.read %a[%i, %j] : tensor<4x4xf64, #CSR>
        sloop.yield %2 : f64
      }
      sloop.write %1, %r[%i] by add : tensor<4xf64>
    }
    sloop.forall %i in %c4 how(<lanes = 4>) {
      %1 = sloop.read %v[%i] : tensor<4xf64>
      sloop.write %1, %r[%i] by add : tensor<4xf64>
    }
  }
  return %0 : tensor<4xf64>
}

// Rows that are not stored would not get their b: the terms stay apart, the whole one first.
// CHECK-LABEL: @whole_terms_go_first
// FAST: sloop.read %{{.*}} : tensor<4xf64>
// FAST: sloop.fold
// STRICT: sloop.fold
// STRICT: sloop.read %{{.*}} : tensor<4xf64>
func.func @whole_terms_go_first(%A: tensor<4x4xf64, #DCSR>, %b: tensor<4xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %c4 = arith.constant 4 : index
  %0 = sloop.nest ins(%a = %A, %v = %b : tensor<4x4xf64, #DCSR>, tensor<4xf64>) outs(%r = %y : tensor<4xf64>) {
    sloop.forall %i in %c4 {
      %1 = sloop.fold %j in %c4 by add -> f64 {
        %2 = sloop.read %a[%i, %j] : tensor<4x4xf64, #DCSR>
        sloop.yield %2 : f64
      }
      sloop.write %1, %r[%i] by add : tensor<4xf64>
    }
    sloop.forall %i in %c4 {
      %1 = sloop.read %v[%i] : tensor<4xf64>
      sloop.write %1, %r[%i] by add : tensor<4xf64>
    }
  }
  return %0 : tensor<4xf64>
}

// A term that reads the result waits for what was added before.
// CHECK-LABEL: @keeps_a_term_that_reads_the_result
// CHECK-COUNT-2: sloop.forall
func.func @keeps_a_term_that_reads_the_result(%b: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %c4 = arith.constant 4 : index
  %0 = sloop.nest ins(%v = %b : tensor<4xi32>) outs(%r = %y : tensor<4xi32>) {
    sloop.forall %i in %c4 {
      %1 = sloop.read %v[%i] : tensor<4xi32>
      sloop.write %1, %r[%i] by add : tensor<4xi32>
    }
    sloop.forall %i in %c4 {
      %1 = sloop.read %r[%i] : tensor<4xi32>
      sloop.write %1, %r[%i] by add : tensor<4xi32>
    }
  }
  return %0 : tensor<4xi32>
}

// Transposed points of one result: the loop variables change places.
// CHECK-LABEL: @renames_variables
// CHECK: sloop.forall %[[I:.*]] in
// CHECK: sloop.forall %[[J:.*]] in
// CHECK: sloop.read %{{.*}}[%[[I]], %[[J]]]
// CHECK: sloop.read %{{.*}}[%[[J]], %[[I]]]
// CHECK: arith.addi
// CHECK-NOT: sloop.forall
func.func @renames_variables(%b: tensor<4x4xi32>, %y: tensor<4x4xi32>) -> tensor<4x4xi32> {
  %c4 = arith.constant 4 : index
  %0 = sloop.nest ins(%v = %b : tensor<4x4xi32>) outs(%r = %y : tensor<4x4xi32>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c4 {
        %1 = sloop.read %v[%i, %j] : tensor<4x4xi32>
        sloop.write %1, %r[%i, %j] by add : tensor<4x4xi32>
      }
    }
    sloop.forall %k in %c4 {
      sloop.forall %l in %c4 {
        %1 = sloop.read %v[%k, %l] : tensor<4x4xi32>
        sloop.write %1, %r[%l, %k] by add : tensor<4x4xi32>
      }
    }
  }
  return %0 : tensor<4x4xi32>
}
