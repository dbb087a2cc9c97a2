// `expand-allocations`: where there is no memory, the program says so. Large buffers are aligned to huge pages and made of
// them.

// RUN: lacuna-opt %s --finalize-memref-to-llvm=use-generic-functions --expand-allocations | FileCheck %s
// A second run changes nothing.
// RUN: lacuna-opt %s --finalize-memref-to-llvm=use-generic-functions --expand-allocations > %t.once
// RUN: lacuna-opt %t.once --expand-allocations | diff %t.once -
// Without the generic functions there is nothing to do.
// RUN: lacuna-opt %s --finalize-memref-to-llvm > %t.plain
// RUN: lacuna-opt %t.plain --expand-allocations | diff %t.plain -
// RUN: lacuna-opt %s --lacuna | FileCheck %s --check-prefix=PIPELINE
// RUN: lacuna-opt %s --lacuna=huge-pages=false | FileCheck %s --check-prefix=PLAIN

// CHECK-LABEL: llvm.func internal @_mlir_memref_to_llvm_alloc(
// CHECK-SAME:    %[[SIZE:.*]]: i64) -> (!llvm.ptr {llvm.noalias})
// CHECK:         llvm.cond_br %{{.*}}, ^[[HUGE:.*]], ^[[MALLOC:.*]]
// CHECK:       ^[[MALLOC]]:
// CHECK:         %[[FROM_MALLOC:.*]] = llvm.call @malloc(%[[SIZE]])
// CHECK:         llvm.br ^[[MADE:.*]](%[[FROM_MALLOC]] : !llvm.ptr)
// CHECK:       ^[[HUGE]]:
// CHECK:         %[[MEMORY:.*]] = llvm.call @aligned_alloc(
// CHECK:         llvm.call @madvise(%[[MEMORY]],
// CHECK:         llvm.br ^[[MADE]](%[[MEMORY]] : !llvm.ptr)
// CHECK:       ^[[MADE]](%[[RESULT:.*]]: !llvm.ptr):
// CHECK:         llvm.return %[[RESULT]]
// Without memory, the program says so.
// CHECK:         llvm.call @dprintf(
// CHECK:         llvm.call @abort()
// CHECK-LABEL: llvm.func internal @_mlir_memref_to_llvm_free(
// CHECK:         llvm.call @free(
// CHECK-LABEL: @makes_and_frees(
// CHECK:         llvm.call @_mlir_memref_to_llvm_alloc(
// CHECK:         llvm.call @_mlir_memref_to_llvm_free(
// PIPELINE:      llvm.func internal @_mlir_memref_to_llvm_alloc(
// PLAIN-NOT:     madvise
// PLAIN:         llvm.func internal @_mlir_memref_to_llvm_alloc(
// PLAIN:         llvm.call @malloc(
// PLAIN:         llvm.call @dprintf(
// PLAIN-NOT:     madvise
// PLAIN-LABEL: @makes_and_frees(
// PLAIN:         llvm.call @_mlir_memref_to_llvm_alloc(
func.func @makes_and_frees(%n: index) -> f64 {
  %zero = arith.constant 0 : index
  %buffer = memref.alloc(%n) : memref<?xf64>
  %value = memref.load %buffer[%zero] : memref<?xf64>
  memref.dealloc %buffer : memref<?xf64>
  return %value : f64
}

// A declaration of the user's stays the one that is called.
// CHECK: llvm.func @free(!llvm.ptr)
// CHECK-NOT: llvm.func @free
llvm.func @free(!llvm.ptr)
