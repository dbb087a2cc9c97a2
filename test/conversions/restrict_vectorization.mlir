// `restrict-vectorization`: loops of which LLVM 22 makes wrong vectors stay scalar, or get a scalar tail; others are left alone.

// RUN: lacuna-opt %s --restrict-vectorization | FileCheck %s
// Running it again changes nothing.
// RUN: lacuna-opt %s --restrict-vectorization > %t.once
// RUN: lacuna-opt %t.once --restrict-vectorization | diff %t.once -

// CHECK-DAG: #[[SCALAR:.*]] = #llvm.loop_vectorize<disable = true>
// CHECK-DAG: #[[TAIL:.*]] = #llvm.loop_vectorize<disable = false, predicateEnable = false>
// CHECK-DAG: #[[TAIL_OF_FOUR:.*]] = #llvm.loop_vectorize<disable = false, predicateEnable = false, width = 4 : i32>
// CHECK-DAG: #[[ROLLED:.*]] = #llvm.loop_unroll<disable = true>
// CHECK-DAG: #[[STAYS_SCALAR:.*]] = #llvm.loop_annotation<vectorize = #[[SCALAR]]>
// CHECK-DAG: #[[HAS_TAIL:.*]] = #llvm.loop_annotation<vectorize = #[[TAIL]]>
// CHECK-DAG: #[[HAS_TAIL_OF_FOUR:.*]] = #llvm.loop_annotation<vectorize = #[[TAIL_OF_FOUR]]>
// CHECK-DAG: #[[SCALAR_AND_ROLLED:.*]] = #llvm.loop_annotation<vectorize = #[[SCALAR]], unroll = #[[ROLLED]]>

#rolled = #llvm.loop_annotation<unroll = <disable = true>>
#masked = #llvm.loop_annotation<vectorize = <disable = false, predicateEnable = true, width = 4 : i32>>

// Counts, and stores nothing that was wider.
// CHECK-LABEL: llvm.func @counted
// CHECK: llvm.br ^{{.*}}(%{{[a-z0-9]+}} : i64)
// CHECK: llvm.br ^{{.*}}(%{{[a-z0-9]+}} : i64)
// CHECK-NEXT: ^
llvm.func @counted(%a: !llvm.ptr, %n: i64, %x: f64) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  llvm.br ^header(%zero : i64)
^header(%i: i64):
  %more = llvm.icmp "slt" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %at = llvm.getelementptr %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  llvm.store %x, %at : f64, !llvm.ptr
  %next = llvm.add %i, %one : i64
  llvm.br ^header(%next : i64)
^end:
  llvm.return
}

// What is read decides whether there is another round.
// CHECK-LABEL: llvm.func @left_in_the_middle
// CHECK: llvm.br {{.*}} {loop_annotation = #[[SCALAR_AND_ROLLED]]}
llvm.func @left_in_the_middle(%a: !llvm.ptr, %n: i64) -> i64 {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  llvm.br ^header(%zero : i64)
^header(%i: i64):
  %at = llvm.getelementptr %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %value = llvm.load %at : !llvm.ptr -> i64
  %more = llvm.icmp "slt" %value, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %next = llvm.add %i, %one : i64
  llvm.br ^header(%next : i64) {loop_annotation = #rolled}
^end:
  llvm.return %i : i64
}

// Counts, and may be left elsewhere, too.
// CHECK-LABEL: llvm.func @left_twice
// CHECK: llvm.br {{.*}} {loop_annotation = #[[STAYS_SCALAR]]}
llvm.func @left_twice(%a: !llvm.ptr, %n: i64) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  llvm.br ^header(%zero : i64)
^header(%i: i64):
  %more = llvm.icmp "slt" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %at = llvm.getelementptr %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %value = llvm.load %at : !llvm.ptr -> i64
  %good = llvm.icmp "slt" %value, %n : i64
  llvm.cond_br %good, ^latch, ^end
^latch:
  %next = llvm.add %i, %one : i64
  llvm.br ^header(%next : i64)
^end:
  llvm.return
}

// A loop that is left at its latch completes each round.
// CHECK-LABEL: llvm.func @left_at_the_latch
// CHECK-NOT: loop_annotation
// CHECK: llvm.return
llvm.func @left_at_the_latch(%a: !llvm.ptr, %n: i64) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  llvm.br ^body(%zero : i64)
^body(%i: i64):
  %at = llvm.getelementptr %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %value = llvm.load %at : !llvm.ptr -> i64
  llvm.store %value, %at : i64, !llvm.ptr
  %next = llvm.add %i, %one : i64
  %more = llvm.icmp "slt" %next, %n : i64
  llvm.cond_br %more, ^body(%next : i64), ^end
^end:
  llvm.return
}

// CHECK-LABEL: llvm.func @narrows
// CHECK: llvm.br {{.*}} {loop_annotation = #[[HAS_TAIL]]}
llvm.func @narrows(%a: !llvm.ptr, %n: i64) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  llvm.br ^header(%zero : i64)
^header(%i: i64):
  %more = llvm.icmp "slt" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %at = llvm.getelementptr %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %narrow = llvm.trunc %i : i64 to i32
  llvm.store %narrow, %at : i32, !llvm.ptr
  %next = llvm.add %i, %one : i64
  llvm.br ^header(%next : i64)
^end:
  llvm.return
}

// The width that was asked for stays.
// CHECK-LABEL: llvm.func @narrows_four
// CHECK: llvm.br {{.*}} {loop_annotation = #[[HAS_TAIL_OF_FOUR]]}
llvm.func @narrows_four(%a: !llvm.ptr, %n: i64) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  llvm.br ^header(%zero : i64)
^header(%i: i64):
  %more = llvm.icmp "slt" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %at = llvm.getelementptr %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %narrow = llvm.trunc %i : i64 to i32
  llvm.store %narrow, %at : i32, !llvm.ptr
  %next = llvm.add %i, %one : i64
  llvm.br ^header(%next : i64) {loop_annotation = #masked}
^end:
  llvm.return
}

// LLVM may widen a counter of 32 bits, and narrow it for the store.
// CHECK-LABEL: llvm.func @narrow_counter
// CHECK: llvm.br {{.*}} {loop_annotation = #[[HAS_TAIL]]}
llvm.func @narrow_counter(%a: !llvm.ptr, %n: i32) {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  llvm.br ^header(%zero : i32)
^header(%i: i32):
  %more = llvm.icmp "slt" %i, %n : i32
  llvm.cond_br %more, ^body, ^end
^body:
  %at = llvm.getelementptr %a[%i] : (!llvm.ptr, i32) -> !llvm.ptr, i32
  llvm.store %i, %at : i32, !llvm.ptr
  %next = llvm.add %i, %one : i32
  llvm.br ^header(%next : i32)
^end:
  llvm.return
}

// What is copied was narrow before.
// CHECK-LABEL: llvm.func @copies
// CHECK-NOT: loop_annotation
// CHECK: llvm.return
llvm.func @copies(%a: !llvm.ptr, %b: !llvm.ptr, %n: i64) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  llvm.br ^header(%zero : i64)
^header(%i: i64):
  %more = llvm.icmp "slt" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %at = llvm.getelementptr %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %to = llvm.getelementptr %b[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %value = llvm.load %at : !llvm.ptr -> i32
  llvm.store %value, %to : i32, !llvm.ptr
  %next = llvm.add %i, %one : i64
  llvm.br ^header(%next : i64)
^end:
  llvm.return
}

// To ask for vectors would give leave to reassociate the sum.
// CHECK-LABEL: llvm.func @narrows_beside_a_strict_sum
// CHECK: llvm.br {{.*}} {loop_annotation = #[[STAYS_SCALAR]]}
llvm.func @narrows_beside_a_strict_sum(%a: !llvm.ptr, %x: !llvm.ptr, %s: !llvm.ptr, %n: i64) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  llvm.br ^header(%zero : i64)
^header(%i: i64):
  %more = llvm.icmp "slt" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %at = llvm.getelementptr %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %narrow = llvm.trunc %i : i64 to i32
  llvm.store %narrow, %at : i32, !llvm.ptr
  %from = llvm.getelementptr %x[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f64
  %value = llvm.load %from : !llvm.ptr -> f64
  %twice = llvm.fadd %value, %value : f64
  llvm.store %twice, %from : f64, !llvm.ptr
  %next = llvm.add %i, %one : i64
  llvm.br ^header(%next : i64)
^end:
  llvm.return
}

// It is not certain that LLVM can make vectors of it.
// CHECK-LABEL: llvm.func @narrows_elsewhere
// CHECK: llvm.br {{.*}} {loop_annotation = #[[STAYS_SCALAR]]}
llvm.func @narrows_elsewhere(%a: !llvm.ptr, %b: !llvm.ptr, %n: i64) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  llvm.br ^header(%zero : i64)
^header(%i: i64):
  %more = llvm.icmp "slt" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %from = llvm.getelementptr %b[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %place = llvm.load %from : !llvm.ptr -> i64
  %at = llvm.getelementptr %a[%place] : (!llvm.ptr, i64) -> !llvm.ptr, i32
  %narrow = llvm.trunc %i : i64 to i32
  llvm.store %narrow, %at : i32, !llvm.ptr
  %next = llvm.add %i, %one : i64
  llvm.br ^header(%next : i64)
^end:
  llvm.return
}
