// `lacuna-opt --help` lists our passes with their options, beside all of upstream's.

// RUN: lacuna-opt --help | FileCheck %s

// CHECK:      OVERVIEW: lacuna-opt: mlir-opt with the Lacuna sparse compiler
// CHECK:      Available Dialects:{{.*}} linalg,{{.*}} sloop,{{.*}} stensor,
// CHECK:      Passes:
// CHECK:      --apply-noalias-arguments{{ *}}-{{ *}}Attach noalias
// CHECK:      --canonicalize
// CHECK:      --convert-linalg-to-sloop{{ *}}-{{ *}}Convert linalg.generic and tensor.pad on stored tensors
// CHECK-NEXT: --all=
// CHECK:      --convert-sloop-to-scf{{ *}}-{{ *}}Convert cursor form to loops over arrays
// CHECK:      --convert-stensor-to-memref{{ *}}-{{ *}}Replace stored tensors by the buffers
// CHECK:      --mark-noalias-arguments{{ *}}-{{ *}}Note which arguments
// CHECK:      --sloop-densify-results{{ *}}-{{ *}}Compute stored results as dense tensors if their format has room for every point
// CHECK-NEXT: --dense-workspaces=
// CHECK-NEXT: --drop-zeros=
// CHECK-NEXT: --fp=
// CHECK-NEXT: --two-phase=
// CHECK-NEXT: --workspaces=
// CHECK:      --sloop-form-folds{{ *}}-{{ *}}Turn innermost reduction loops into folds
// CHECK-NEXT: --dense-workspaces=
// CHECK-NEXT: --drop-zeros=
// CHECK-NEXT: --fp=
// CHECK-NEXT: --two-phase=
// CHECK-NEXT: --workspaces=
// CHECK:      --sloop-form-results{{ *}}-{{ *}}Combine the terms of each stored result
// CHECK:      --sloop-insert-conversions{{ *}}-{{ *}}Convert operands and results
// CHECK-NEXT: --dense-workspaces=
// CHECK-NEXT: --drop-zeros=
// CHECK-NEXT: --fp=
// CHECK-NEXT: --two-phase=
// CHECK-NEXT: --workspaces=
// CHECK:      --sloop-plain-levels{{ *}}-{{ *}}Convert operands in blocks, diagonals or slots to levels over dimensions
// CHECK:      --sloop-release-intermediates{{ *}}-{{ *}}Free stored tensors
// CHECK:      --sloop-schedule{{ *}}-{{ *}}Order the loops of each nest
// CHECK-NEXT: --dense-workspaces=
// CHECK-NEXT: --drop-zeros=
// CHECK-NEXT: --fp=
// CHECK-NEXT: --two-phase=
// CHECK-NEXT: --workspaces=
// CHECK:      --sloop-sink-initializations{{ *}}-{{ *}}Move the initialization of a result
// CHECK-NEXT: --fp=
// CHECK:      --sloop-sparsify{{ *}}-{{ *}}Convert index form to cursor form
// CHECK-NEXT: --ahead=
// CHECK-NEXT: --cached-bytes=
// CHECK-NEXT: --chains=
// CHECK-NEXT: --dense-workspaces=
// CHECK-NEXT: --drop-zeros=
// CHECK-NEXT: --fp=
// CHECK-NEXT: --gathered-entries=
// CHECK-NEXT: --gathers=
// CHECK-NEXT: --rows-ahead=
// CHECK-NEXT: --run-block=
// CHECK-NEXT: --say-plan=
// CHECK-NEXT: --several-forms=
// CHECK:      --sloop-split-variables{{ *}}-{{ *}}Give each level of blocked and diagonal operands
// CHECK:      --sloop-vectorize{{ *}}-{{ *}}Choose the loop of each nest
// CHECK-NEXT: --bytes=
// CHECK-NEXT: --dense-workspaces=
// CHECK-NEXT: --drop-zeros=
// CHECK-NEXT: --fp=
// CHECK-NEXT: --two-phase=
// CHECK-NEXT: --workspaces=
// CHECK:      --stensor-check-storage{{ *}}-{{ *}}Check the arrays of stored tensors from outside
// CHECK:      --stensor-expand-boundaries{{ *}}-{{ *}}Pass stored tensors across function boundaries
// CHECK:      --stensor-expand-conversions{{ *}}-{{ *}}Expand conversions between formats
// CHECK:      Pass Pipelines:
// CHECK:      --lacuna{{ *}}-{{ *}}From linalg on stored tensors to the llvm dialect
// CHECK-NEXT: --between=
// CHECK-NEXT: --buffer-alignment=
// CHECK-NEXT: --check-storage=
// CHECK-NEXT: --costs=
// CHECK-NEXT: --dense=
// CHECK-NEXT: --dense-workspaces=
// CHECK-NEXT: --drop-zeros=
// CHECK-NEXT: --fp=
// CHECK-NEXT: --gathers=
// CHECK-NEXT: --huge-pages=<string> - allocate large buffers in huge pages (Linux)
// CHECK-NEXT: --two-phase=<string> - assemble stored results in two walks wherever possible: count, then place
// CHECK-NEXT: --vector-bytes=
