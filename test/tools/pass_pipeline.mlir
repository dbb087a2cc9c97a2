// Textual pipelines: options of passes and of the named pipeline, and what is wrong with them.

// RUN: lacuna-opt %s --pass-pipeline='builtin.module(convert-linalg-to-sloop{all=true},sloop-vectorize{bytes=64 fp=strict})' | FileCheck %s
// RUN: lacuna-opt %s --pass-pipeline='builtin.module(func.func(convert-linalg-to-sloop{all=true},sloop-vectorize{bytes=64}))' | FileCheck %s
// RUN: lacuna-opt %s --pass-pipeline='builtin.module(lacuna{fp=strict vector-bytes=0})' | FileCheck %s --check-prefix=LLVM
// RUN: lacuna-opt %s --convert-linalg-to-sloop='all=true' --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=DUMP

// RUN: not lacuna-opt %s --lacuna=fp=sloppy 2>&1 | FileCheck %s --check-prefix=PIPELINE-VALUE
// RUN: not lacuna-opt %s --lacuna=vector-bytes=-1 2>&1 | FileCheck %s --check-prefix=PIPELINE-VALUE
// RUN: not lacuna-opt %s --lacuna=speed=high 2>&1 | FileCheck %s --check-prefix=PIPELINE-NAME
// RUN: not lacuna-opt %s --convert-linalg-to-sloop=all=maybe 2>&1 | FileCheck %s --check-prefix=PASS-VALUE
// RUN: not lacuna-opt %s --pass-pipeline='builtin.module(sloop-vectorize{lanes=8})' 2>&1 | FileCheck %s --check-prefix=PASS-NAME
// Passes that look or write beyond one function run on modules.
// RUN: not lacuna-opt %s --pass-pipeline='builtin.module(func.func(import-sparse-tensor))' 2>&1 | FileCheck %s --check-prefix=ANCHOR
// RUN: not lacuna-opt %s --pass-pipeline='builtin.module(func.func(stensor-expand-boundaries))' 2>&1 | FileCheck %s --check-prefix=ANCHOR
// RUN: not lacuna-opt %s --pass-pipeline='builtin.module(func.func(convert-sloop-to-scf))' 2>&1 | FileCheck %s --check-prefix=ANCHOR
// RUN: not lacuna-opt %s --pass-pipeline='builtin.module(func.func(expand-asserts))' 2>&1 | FileCheck %s --check-prefix=ANCHOR
// RUN: not lacuna-opt %s --pass-pipeline='builtin.module(func.func(expand-allocations))' 2>&1 | FileCheck %s --check-prefix=ANCHOR
// RUN: lacuna-opt %s --pass-pipeline='builtin.module(any(convert-sloop-to-scf))'

// ANCHOR: Can't add pass '{{.*}}' restricted to 'builtin.module' on a PassManager intended to run on 'func.func'
// PIPELINE-VALUE: pipeline 'lacuna': option {{.*}} cannot be '{{.*}}'
// PIPELINE-NAME:  speed
// PASS-VALUE:     error: convert-linalg-to-sloop: option all cannot be 'maybe':
// PASS-NAME:      no such option lanes
// DUMP:           convert-linalg-to-sloop{all=true fp=fast}

// CHECK-LABEL: func.func @axpy(
// LLVM-LABEL:  llvm.func @axpy(
func.func @axpy(%x: memref<?xf64>, %y: memref<?xf64>) {
  // CHECK: sloop.forall %i in %{{.*}} how(<lanes = 8>) {
  // LLVM-NOT: vector<
  linalg.generic {
    indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
    iterator_types = ["parallel"]
  } ins(%x : memref<?xf64>) outs(%y : memref<?xf64>) {
  ^bb0(%a: f64, %c: f64):
    %s = arith.addf %a, %c : f64
    linalg.yield %s : f64
  }
  return
}
