// `sloop.limit`: reads back as it was printed, in custom and in generic form and as bytecode; what its verifier refuses.

// RUN: split-file %s %t
// RUN: lacuna-opt %t/valid.mlir | FileCheck %s
// RUN: lacuna-opt %t/valid.mlir --mlir-print-op-generic | lacuna-opt | FileCheck %s
// RUN: lacuna-opt %t/valid.mlir --emit-bytecode | lacuna-opt | FileCheck %s
// RUN: lacuna-opt %t/invalid.mlir --verify-diagnostics --split-input-file

//--- valid.mlir
// CHECK: #[[MAP:.*]] = affine_map<(d0, d1) -> (d0 * 4 + d1)>
// CHECK-LABEL: func.func @blocks_that_go_beyond_the_end(
// CHECK-SAME:    %[[M:[a-z0-9]+]]: index
func.func @blocks_that_go_beyond_the_end(%m: index, %blocks: index, %y: tensor<?xf64>, %v: f64) -> tensor<?xf64> {
  %c4 = arith.constant 4 : index
  %r = sloop.nest outs(%c = %y : tensor<?xf64>) {
    sloop.forall %ib in %blocks {
      sloop.forall %ii in %c4 {
        // CHECK: sloop.limit #[[MAP]](%{{.*}}, %{{.*}}) below %[[M]]
        // CHECK-NEXT: sloop.write
        sloop.limit affine_map<(d0, d1) -> (d0 * 4 + d1)>(%ib, %ii) below %m
        sloop.write %v, %c[4 * %ib + %ii] : tensor<?xf64>
      }
    }
  }
  return %r : tensor<?xf64>
}

//--- invalid.mlir
func.func @a_limit_is_of_one_number(%m: index, %y: tensor<?xf64>) -> tensor<?xf64> {
  %r = sloop.nest outs(%c = %y : tensor<?xf64>) {
    sloop.forall %i in %m {
      // expected-error@+1 {{'sloop.limit' op needs a map from 1 index variables to one number}}
      sloop.limit affine_map<(d0) -> (d0, d0)>(%i) below %m
    }
  }
  return %r : tensor<?xf64>
}

// -----

func.func @a_limit_uses_its_variables(%m: index, %y: tensor<?xf64>) -> tensor<?xf64> {
  %r = sloop.nest outs(%c = %y : tensor<?xf64>) {
    sloop.forall %i in %m {
      // expected-error@+1 {{'sloop.limit' op needs a map from 1 index variables to one number}}
      sloop.limit affine_map<(d0, d1) -> (d0 + d1)>(%i) below %m
    }
  }
  return %r : tensor<?xf64>
}
