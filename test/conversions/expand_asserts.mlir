// `expand-asserts`: a message is written to standard error before the program stops. Each is stored once.

// RUN: lacuna-opt %s --expand-asserts --split-input-file | FileCheck %s

// CHECK-DAG:   llvm.func @write(i32, !llvm.ptr, i64) -> i64
// CHECK-DAG:   llvm.func @abort() attributes {passthrough = ["cold", "noreturn"]}
// CHECK-DAG:   llvm.mlir.global private constant @lacuna_assert_message_0("sizes disagree\0A")
// CHECK-DAG:   llvm.mlir.global private constant @lacuna_assert_message_1("too many\0A")
// CHECK-NOT:   lacuna_assert_message_2
// CHECK-LABEL: func.func @stops_with_a_message
// CHECK-SAME:    %[[C:.*]]: i1
// CHECK-NEXT:    scf.if %[[C]] {
// CHECK-NEXT:    } else {
// CHECK-DAG:       %[[ERR:.*]] = arith.constant 2 : i32
// CHECK-DAG:       %[[LENGTH:.*]] = arith.constant 15 : i64
// CHECK-DAG:       %[[MESSAGE:.*]] = llvm.mlir.addressof @lacuna_assert_message_0
// CHECK:           llvm.call @write(%[[ERR]], %[[MESSAGE]], %[[LENGTH]])
// CHECK-NEXT:      llvm.call @abort()
// CHECK:         llvm.mlir.addressof @lacuna_assert_message_1
// CHECK:         llvm.mlir.addressof @lacuna_assert_message_0
// CHECK-NOT:     cf.assert
func.func @stops_with_a_message(%c: i1) {
  cf.assert %c, "sizes disagree"
  cf.assert %c, "too many"
  cf.assert %c, "sizes disagree"
  return
}

// -----

// CHECK-LABEL: func.func @declares_nothing_without_need
// CHECK-NEXT:    return
// CHECK-NEXT:  }
// CHECK-NEXT: }
func.func @declares_nothing_without_need() {
  return
}

// -----

// CHECK:       llvm.func @abort()
// CHECK-NOT:   llvm.func @abort
llvm.func @abort()
func.func @takes_a_declaration_that_is_there(%c: i1) {
  cf.assert %c, "sizes disagree"
  return
}

// -----

// Numbers go into the message, a format that ends with a zero.
// CHECK-DAG:   llvm.func @dprintf(i32, !llvm.ptr, ...) -> i32
// CHECK-DAG:   llvm.mlir.global private constant @lacuna_assert_message_0("100%% of %ld at %ld\0A\00")
// CHECK-LABEL: func.func @says_numbers
// CHECK-SAME:    %[[C:.*]]: i1, %[[J:.*]]: index, %[[P:.*]]: index
// CHECK-DAG:     %[[ERR:.*]] = arith.constant 2 : i32
// CHECK-DAG:     %[[MESSAGE:.*]] = llvm.mlir.addressof @lacuna_assert_message_0
// CHECK-DAG:     %[[COORDINATE:.*]] = arith.index_cast %[[J]] : index to i64
// CHECK-DAG:     %[[POSITION:.*]] = arith.index_cast %[[P]] : index to i64
// CHECK:         llvm.call @dprintf(%[[ERR]], %[[MESSAGE]], %[[COORDINATE]], %[[POSITION]]) vararg(!llvm.func<i32 (i32, ptr, ...)>)
// CHECK-NEXT:    llvm.call @abort()
// CHECK-NOT:     stensor.assert
func.func @says_numbers(%c: i1, %j: index, %p: index) {
  stensor.assert %c, "100% of {} at {}"(%j, %p)
  return
}
