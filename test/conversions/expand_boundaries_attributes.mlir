// `stensor-expand-boundaries`: what else is known of a dense argument stays, however deep; a function that passes no
// stored tensor is left alone.

// RUN: lacuna-opt %s --stensor-expand-boundaries | FileCheck %s
// RUN: lacuna-opt %s --stensor-expand-boundaries --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// CHECK: func.func @nested_dictionary(%{{.*}}: tensor<?xf64> {llvm.noalias, test.info = {deep = 1 : i64}})
func.func @nested_dictionary(%x: tensor<?xf64> {test.info = {deep = 1}}) {
  return
}

// GENERIC:      "func.func"() <{function_type = () -> (), sym_name = "nothing_to_do"}>
func.func @nothing_to_do() {
  return
}
