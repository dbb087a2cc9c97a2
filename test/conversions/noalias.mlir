// `mark-noalias-arguments` and `apply-noalias-arguments`: `llvm.noalias` survives the expansion of buffer arguments.

// RUN: lacuna-opt %s --mark-noalias-arguments | FileCheck %s --check-prefix=MARK
// RUN: lacuna-opt %s --mark-noalias-arguments --finalize-memref-to-llvm --convert-func-to-llvm --apply-noalias-arguments | FileCheck %s
// Each pass is done after one run.
// RUN: lacuna-opt %s --mark-noalias-arguments > %t.once
// RUN: lacuna-opt %t.once --mark-noalias-arguments | diff %t.once -
// RUN: lacuna-opt %t.once --convert-func-to-llvm --apply-noalias-arguments > %t.applied
// RUN: lacuna-opt %t.applied --apply-noalias-arguments | diff %t.applied -

// A buffer of rank r is two pointers, an offset, r sizes and r strides; the second pointer is the one that is used.
// MARK-LABEL:  func.func @counts_what_buffers_become(
// MARK-SAME:     attributes {lacuna.noalias = array<i64: 2, 7, 19>}
// CHECK-LABEL: llvm.func @counts_what_buffers_become(
// CHECK-SAME:    %arg0: i64, %arg1: !llvm.ptr, %arg2: !llvm.ptr {llvm.noalias}, %arg3: i64, %arg4: i64, %arg5: i64,
// CHECK-SAME:    %arg6: !llvm.ptr, %arg7: !llvm.ptr {llvm.noalias}, %arg8: i64, %arg9: i64, %arg10: i64, %arg11: i64, %arg12: i64,
// CHECK-SAME:    %arg13: !llvm.ptr, %arg14: !llvm.ptr, %arg15: i64, %arg16: i64, %arg17: i64,
// CHECK-SAME:    %arg18: !llvm.ptr, %arg19: !llvm.ptr {llvm.noalias}, %arg20: i64)
// CHECK-NOT:     lacuna.noalias
func.func @counts_what_buffers_become(%n: index, %x: memref<?xf64> {llvm.noalias}, %A: memref<4x?xf64> {llvm.noalias},
                                      %y: memref<?xf64>, %s: memref<f64> {llvm.noalias}) {
  return
}

// MARK-LABEL:  func.func @nothing_marked(
// MARK-NOT:      lacuna.noalias
// CHECK-LABEL: llvm.func @nothing_marked(
// CHECK-NOT:     llvm.noalias
func.func @nothing_marked(%x: memref<?xf64>, %n: index) -> index {
  // MARK: return
  // CHECK: llvm.return
  return %n : index
}

// MARK-LABEL:  func.func private @declaration(
// CHECK-LABEL: llvm.func @declaration(
// CHECK-NOT:     lacuna.noalias
func.func private @declaration(memref<?xf64> {llvm.noalias})

// CHECK-LABEL: llvm.func @after_a_declaration
func.func @after_a_declaration() {
  return
}
