// `sloop.derive`: reads back as it was printed, in custom and in generic form and as bytecode; what its verifier refuses.

// RUN: split-file %s %t
// RUN: lacuna-opt %t/valid.mlir | FileCheck %s
// RUN: lacuna-opt %t/valid.mlir --mlir-print-op-generic | lacuna-opt | FileCheck %s
// RUN: lacuna-opt %t/valid.mlir --emit-bytecode | lacuna-opt | FileCheck %s
// RUN: lacuna-opt %t/invalid.mlir --verify-diagnostics --split-input-file

//--- valid.mlir
// CHECK-LABEL: func.func @blocks_that_go_beyond_the_end(
// CHECK-SAME:    %[[M:[a-z0-9]+]]: index
func.func @blocks_that_go_beyond_the_end(%m: index, %blocks: index, %y: tensor<?xf64>, %v: f64) -> tensor<?xf64> {
  %c4 = arith.constant 4 : index
  %r = sloop.nest outs(%c = %y : tensor<?xf64>) {
    sloop.forall %ib in %blocks {
      sloop.forall %ii in %c4 {
        // CHECK: %[[I:.*]] = sloop.derive(%{{.*}} * 4 + %{{.*}}) below %[[M]] named "i"
        // CHECK-NEXT: %{{.*}} = sloop.derive(%[[I]] - 1)
        // CHECK-NEXT: sloop.write
        %0 = sloop.derive(4 * %ib + %ii) below %m named "i"
        %1 = sloop.derive(%0 - 1)
        sloop.write %v, %c[4 * %ib + %ii] : tensor<?xf64>
      }
    }
  }
  return %r : tensor<?xf64>
}

//--- invalid.mlir
func.func @a_variable_is_one_number(%m: index, %y: tensor<?xf64>) -> tensor<?xf64> {
  %r = sloop.nest outs(%c = %y : tensor<?xf64>) {
    sloop.forall %i in %m {
      // expected-error@+1 {{'sloop.derive' op needs a map from 1 index variables to one number}}
      %0 = sloop.derive(%i, %i) below %m
    }
  }
  return %r : tensor<?xf64>
}

// -----

func.func @a_variable_uses_what_defines_it(%m: index, %y: tensor<?xf64>) -> tensor<?xf64> {
  %r = sloop.nest outs(%c = %y : tensor<?xf64>) {
    sloop.forall %i in %m {
      // expected-error@+1 {{'sloop.derive' op needs a map from 1 index variables to one number}}
      %0 = "sloop.derive"(%i, %m) <{map = affine_map<(d0, d1) -> (d0 + d1)>, operandSegmentSizes = array<i32: 1, 1>}> : (index, index) -> index
    }
  }
  return %r : tensor<?xf64>
}

// -----

func.func @a_bound_behind_a_statement(%m: index, %y: tensor<?xf64>, %v: f64) -> tensor<?xf64> {
  %r = sloop.nest outs(%c = %y : tensor<?xf64>) {
    sloop.forall %i in %m {
      // expected-note@+1 {{this statement stands before it}}
      sloop.write %v, %c[%i] : tensor<?xf64>
      // expected-error@+1 {{'sloop.derive' op bounds whole rounds of its loop, and must stand before the statements of the loop}}
      %0 = sloop.derive(%i + 1) below %m
    }
  }
  return %r : tensor<?xf64>
}

// -----

func.func @a_bound_in_an_inner_loop(%m: index, %y: tensor<?xf64>, %v: f64) -> tensor<?xf64> {
  %r = sloop.nest outs(%c = %y : tensor<?xf64>) {
    sloop.forall %i in %m {
      %0 = sloop.derive(%i + 1)
      sloop.forall %j in %m {
        // expected-error@+1 {{'sloop.derive' op bounds rounds of a loop, and must stand in that loop itself: the innermost whose variable it is derived from}}
        %1 = sloop.derive(%0 + 1) below %m
        sloop.write %v, %c[%j] by add : tensor<?xf64>
      }
    }
  }
  return %r : tensor<?xf64>
}

// -----

func.func @a_bound_of_a_consumer(%m: index, %y: tensor<?xf64>, %v: f64) -> tensor<?xf64> {
  %r = sloop.nest outs(%c = %y : tensor<?xf64>) {
    sloop.forall %i in %m {
      sloop.where tensor<f64> produce(%w) {
      } consume(%w) {
        // expected-error@+1 {{'sloop.derive' op bounds rounds of a loop, and must stand in that loop itself}}
        %0 = sloop.derive(%i + 1) below %m
        sloop.write %v, %c[%i] by add : tensor<?xf64>
      }
    }
  }
  return %r : tensor<?xf64>
}
