// `lacuna-opt --help` lists our passes with their options, beside all of upstream's.

// RUN: lacuna-opt --help | FileCheck %s

// CHECK:      OVERVIEW: lacuna-opt: mlir-opt with the Lacuna sparse compiler
// CHECK:      Available Dialects:{{.*}} linalg,{{.*}} sloop,{{.*}} stensor,
// CHECK:      Passes:
// CHECK:      --apply-noalias-arguments{{ *}}-{{ *}}Attach noalias
// CHECK:      --canonicalize
// CHECK:      --convert-linalg-to-sloop{{ *}}-{{ *}}Convert linalg.generic on stored tensors
// CHECK-NEXT: --all=
// CHECK:      --convert-sloop-to-scf{{ *}}-{{ *}}Convert level loops
// CHECK:      --convert-stensor-to-memref{{ *}}-{{ *}}Resolve storage access
// CHECK:      --mark-noalias-arguments{{ *}}-{{ *}}Note which arguments
// CHECK:      --sloop-densify-operands{{ *}}-{{ *}}Convert stored operands that no loop over their levels can follow to dense tensors
// CHECK:      --sloop-densify-results{{ *}}-{{ *}}Compute stored results that have a place for every point in place
// CHECK:      --sloop-form-folds{{ *}}-{{ *}}Turn innermost reduction loops into folds
// CHECK-NEXT: --fp=
// CHECK:      --sloop-form-results{{ *}}-{{ *}}Give each stored result one statement
// CHECK:      --sloop-insert-conversions{{ *}}-{{ *}}Convert operands and results
// CHECK:      --sloop-schedule{{ *}}-{{ *}}Order the loops of each nest
// CHECK:      --sloop-sink-initializations{{ *}}-{{ *}}Move the initialization of a result
// CHECK-NEXT: --fp=
// CHECK:      --sloop-sparsify{{ *}}-{{ *}}Walk the stored levels
// CHECK-NEXT: --ahead=
// CHECK-NEXT: --drop-zeros=
// CHECK-NEXT: --fp=
// CHECK-NEXT: --rows-ahead=
// CHECK:      --sloop-split-variables{{ *}}-{{ *}}Give each level of blocked and diagonal operands
// CHECK:      --sloop-vectorize{{ *}}-{{ *}}Choose the loop of each nest
// CHECK-NEXT: --bytes=
// CHECK-NEXT: --fp=
// CHECK:      --stensor-check-storage{{ *}}-{{ *}}Assert that stored tensors from outside
// CHECK:      --stensor-expand-boundaries{{ *}}-{{ *}}Pass stored tensors across function boundaries
// CHECK:      --stensor-expand-conversions{{ *}}-{{ *}}Take conversions between formats apart
// CHECK:      Pass Pipelines:
// CHECK:      --lacuna{{ *}}-{{ *}}From linalg on stored tensors to the llvm dialect
// CHECK-NEXT: --between=
// CHECK-NEXT: --buffer-alignment=
// CHECK-NEXT: --check-storage=
// CHECK-NEXT: --dense=
// CHECK-NEXT: --drop-zeros=
// CHECK-NEXT: --fp=
// CHECK-NEXT: --huge-pages=<string> - make large buffers of huge pages, as Linux has them
// CHECK-NEXT: --two-phase=<string> - put stored results together in two walks wherever possible: count, then fill
// CHECK-NEXT: --vector-bytes=
