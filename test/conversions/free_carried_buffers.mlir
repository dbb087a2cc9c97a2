// `free-local-buffers` where control flow hands buffers on: a loop or branch that is handed what is made inside of it owns what it
// holds. Buffers of others are copied, once; what nobody uses any more is given away, and the rest is freed on each path.

// RUN: lacuna-opt %s --free-local-buffers | FileCheck %s
// RUN: lacuna-opt %s --free-local-buffers --verify-ownership=allocated=true | FileCheck %s
// RUN: lacuna-opt %s --free-local-buffers --free-local-buffers | FileCheck %s

func.func private @use(%x: memref<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %0 = memref.load %x[%c0] : memref<?xf64>
  return %0 : f64
}

// The caller's buffer is copied in front of the loop; each round frees what it is given.
// CHECK-LABEL: func.func @carries
// CHECK-SAME:    %[[X0:.*]]: memref<?xf64>,
// CHECK:         %[[COPY:.*]] = memref.alloc(%{{.*}}) {alignment = 64 : i64}
// CHECK-NEXT:    memref.copy %[[X0]], %[[COPY]]
// CHECK-NEXT:    scf.for {{.*}} iter_args(%[[X:.*]] = %[[COPY]])
// CHECK-NEXT:      %[[NEW:.*]] = memref.alloc
// CHECK-NEXT:      func.call @use(%[[X]])
// CHECK-NEXT:      memref.dealloc %[[X]]
// CHECK-NEXT:      memref.store
// CHECK-NEXT:      scf.yield %[[NEW]]
// CHECK-NEXT:    }
// CHECK-NEXT:    return
func.func @carries(%x0: memref<?xf64>, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %k = %c0 to %n step %c1 iter_args(%x = %x0) -> (memref<?xf64>) {
    %new = memref.alloc(%n) : memref<?xf64>
    %v = func.call @use(%x) : (memref<?xf64>) -> f64
    memref.store %v, %new[%c0] : memref<?xf64>
    scf.yield %new : memref<?xf64>
  }
  return %0 : memref<?xf64>
}

// What the function made and does not use any more is given to the loop, and freed after it.
// CHECK-LABEL: func.func @gives_away
// CHECK:         %[[MADE:.*]] = memref.alloc
// CHECK-NEXT:    %[[LAST:.*]] = scf.for {{.*}} iter_args(%[[X:.*]] = %[[MADE]])
// CHECK:           memref.dealloc %[[X]]
// CHECK:         }
// CHECK-NEXT:    call @use(%[[LAST]])
// CHECK-NEXT:    memref.dealloc %[[LAST]]
// CHECK-NEXT:    return
func.func @gives_away(%n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %made = memref.alloc(%n) : memref<?xf64>
  %0 = scf.for %k = %c0 to %n step %c1 iter_args(%x = %made) -> (memref<?xf64>) {
    %new = memref.alloc(%n) : memref<?xf64>
    %v = func.call @use(%x) : (memref<?xf64>) -> f64
    memref.store %v, %new[%c0] : memref<?xf64>
    scf.yield %new : memref<?xf64>
  }
  %1 = call @use(%0) : (memref<?xf64>) -> f64
  return %1 : f64
}

// A loop that updates in place owns nothing: its result is another name of the buffer.
// CHECK-LABEL: func.func @updates_in_place
// CHECK:         %[[MADE:.*]] = memref.alloc
// CHECK-NEXT:    %[[LAST:.*]] = scf.for
// CHECK-NOT:     memref.dealloc
// CHECK:         call @use(%[[LAST]])
// CHECK-NEXT:    memref.dealloc %[[MADE]]
// CHECK-NEXT:    return
func.func @updates_in_place(%n: index, %v: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %made = memref.alloc(%n) : memref<?xf64>
  %0 = scf.for %k = %c0 to %n step %c1 iter_args(%x = %made) -> (memref<?xf64>) {
    memref.store %v, %x[%k] : memref<?xf64>
    scf.yield %x : memref<?xf64>
  }
  %1 = call @use(%0) : (memref<?xf64>) -> f64
  return %1 : f64
}

// The copy that bufferization makes in each round of a `scf.while` is the buffer itself.
// CHECK-LABEL: func.func @copies_once
// CHECK-SAME:    %[[X0:.*]]: memref<?xf64>,
// CHECK:         memref.copy %[[X0]], %[[COPY:.*]] :
// CHECK-NEXT:    scf.while (%[[X:.*]] = %[[COPY]], %{{.*}})
// CHECK-NOT:       memref.copy
// CHECK:           scf.condition(%{{.*}}) %[[X]],
// CHECK:         } do {
// CHECK-NEXT:    ^bb0(%[[IN:.*]]: memref<?xf64>
// CHECK:           memref.dealloc %[[IN]]
// CHECK:         }
// CHECK-NEXT:    return
func.func @copies_once(%x0: memref<?xf64>, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.while (%x = %x0, %k = %c0) : (memref<?xf64>, index) -> (memref<?xf64>, index) {
    %cast = memref.cast %x : memref<?xf64> to memref<?xf64, strided<[?], offset: ?>>
    %go = arith.cmpi ult, %k, %n : index
    %copy = memref.alloc(%n) : memref<?xf64>
    memref.copy %cast, %copy : memref<?xf64, strided<[?], offset: ?>> to memref<?xf64>
    scf.condition(%go) %copy, %k : memref<?xf64>, index
  } do {
  ^bb0(%x: memref<?xf64>, %k: index):
    %new = memref.alloc(%n) : memref<?xf64>
    %v = func.call @use(%x) : (memref<?xf64>) -> f64
    memref.store %v, %new[%c0] : memref<?xf64>
    %k1 = arith.addi %k, %c1 : index
    scf.yield %new, %k1 : memref<?xf64>, index
  }
  return %0#0 : memref<?xf64>
}

// A copy of something that is used afterwards stays.
// CHECK-LABEL: func.func @keeps_a_copy
// CHECK:         memref.copy
// CHECK:         memref.copy
// CHECK:         scf.yield
func.func @keeps_a_copy(%x0: memref<?xf64>, %n: index, %v: f64) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %k = %c0 to %n step %c1 iter_args(%x = %x0) -> (memref<?xf64>) {
    %copy = memref.alloc(%n) : memref<?xf64>
    memref.copy %x, %copy : memref<?xf64> to memref<?xf64>
    memref.store %v, %copy[%c0] : memref<?xf64>
    %w = func.call @use(%x) : (memref<?xf64>) -> f64
    memref.store %w, %copy[%c1] : memref<?xf64>
    scf.yield %copy : memref<?xf64>
  }
  return %0 : memref<?xf64>
}

// One branch gives away what the loop carries; the other frees it.
// CHECK-LABEL: func.func @branches
// CHECK:         scf.for {{.*}} iter_args(%[[X:.*]] = %{{.*}})
// CHECK-NEXT:      %[[NEXT:.*]] = scf.if
// CHECK-NEXT:        %[[NEW:.*]] = memref.alloc
// CHECK-NEXT:        func.call @use(%[[X]])
// CHECK-NEXT:        memref.dealloc %[[X]]
// CHECK:             scf.yield %[[NEW]]
// CHECK-NEXT:      } else {
// CHECK-NEXT:        scf.yield %[[X]]
// CHECK-NEXT:      }
// CHECK-NEXT:      scf.yield %[[NEXT]]
func.func @branches(%x0: memref<?xf64>, %n: index, %c: i1) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %k = %c0 to %n step %c1 iter_args(%x = %x0) -> (memref<?xf64>) {
    %next = scf.if %c -> (memref<?xf64>) {
      %new = memref.alloc(%n) : memref<?xf64>
      %v = func.call @use(%x) : (memref<?xf64>) -> f64
      memref.store %v, %new[%c0] : memref<?xf64>
      scf.yield %new : memref<?xf64>
    } else {
      scf.yield %x : memref<?xf64>
    }
    scf.yield %next : memref<?xf64>
  }
  return %0 : memref<?xf64>
}

// One buffer twice: the second one is a copy.
// CHECK-LABEL: func.func @twice
// CHECK:         %[[NEW:.*]] = memref.alloc
// CHECK-NEXT:    %[[COPY:.*]] = memref.alloc
// CHECK-NEXT:    memref.copy %[[NEW]], %[[COPY]]
// CHECK-NEXT:    return %[[NEW]], %[[COPY]]
func.func @twice() -> (memref<4xf64>, memref<4xf64>) {
  %new = memref.alloc() : memref<4xf64>
  return %new, %new : memref<4xf64>, memref<4xf64>
}

// Blocks: an argument of a block owns what it is given, and it is freed on the way out if nobody wants it there.
// CHECK-LABEL: func.func @blocks
// CHECK-SAME:    %[[X0:.*]]: memref<?xf64>,
// CHECK:         memref.copy %[[X0]], %[[COPY:.*]] :
// CHECK-NEXT:    cf.br ^[[HEAD:.*]](%[[COPY]],
// CHECK-NEXT:  ^[[HEAD]](%[[X:.*]]: memref<?xf64>, %{{.*}}: index):
// CHECK:         cf.cond_br %{{.*}}, ^[[ROUND:.*]], ^[[END:.*]]
// CHECK-NEXT:  ^[[ROUND]]:
// CHECK-NEXT:    %[[NEW:.*]] = memref.alloc
// CHECK-NEXT:    call @use(%[[X]])
// CHECK-NEXT:    memref.dealloc %[[X]]
// CHECK:         cf.br ^[[HEAD]](%[[NEW]],
// CHECK-NEXT:  ^[[END]]:
// CHECK-NEXT:    memref.dealloc %[[X]]
// CHECK-NEXT:    return
func.func @blocks(%x0: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^head(%x0, %c0 : memref<?xf64>, index)
^head(%x: memref<?xf64>, %k: index):
  %go = arith.cmpi ult, %k, %n : index
  cf.cond_br %go, ^round, ^end
^round:
  %new = memref.alloc(%n) : memref<?xf64>
  %v = func.call @use(%x) : (memref<?xf64>) -> f64
  memref.store %v, %new[%c0] : memref<?xf64>
  %k1 = arith.addi %k, %c1 : index
  cf.br ^head(%new, %k1 : memref<?xf64>, index)
^end:
  return
}

// A way on which a buffer is freed, to a block that others come to, too, gets a block of its own.
// CHECK-LABEL: func.func @way
// CHECK:         %[[MADE:.*]] = memref.alloc
// CHECK:         cf.cond_br %{{.*}}, ^[[USE:.*]], ^[[WAY:.*]](%{{.*}} : f64)
// CHECK:       ^[[USE]]:
// CHECK:         memref.dealloc %[[MADE]]
// CHECK:         cf.br ^[[END:.*]](%{{.*}} : f64)
// CHECK:       ^[[WAY]](%[[V:.*]]: f64):
// CHECK-NEXT:    memref.dealloc %[[MADE]]
// CHECK-NEXT:    cf.br ^[[END]](%[[V]] : f64)
// CHECK:       ^[[END]](
// CHECK-NEXT:    return
func.func @way(%n: index, %c: i1, %v: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %made = memref.alloc(%n) : memref<?xf64>
  memref.store %v, %made[%c0] : memref<?xf64>
  cf.cond_br %c, ^use, ^end(%v : f64)
^use:
  %w = func.call @use(%made) : (memref<?xf64>) -> f64
  cf.br ^end(%w : f64)
^end(%r: f64):
  return %r : f64
}

// One of two is carried on: each way frees the other, and nothing is copied.
// CHECK-LABEL: func.func @chooses
// CHECK-NOT:     memref.copy
// CHECK:         scf.for {{.*}} iter_args(%[[X:.*]] = %{{.*}})
// CHECK:           %[[NEW:.*]] = memref.alloc
// CHECK:           %[[NEXT:.*]] = scf.if
// CHECK-NEXT:        memref.dealloc %[[X]]
// CHECK-NEXT:        scf.yield %[[NEW]]
// CHECK-NEXT:      } else {
// CHECK-NEXT:        memref.dealloc %[[NEW]]
// CHECK-NEXT:        scf.yield %[[X]]
// CHECK-NEXT:      }
// CHECK-NEXT:      scf.yield %[[NEXT]]
func.func @chooses(%n: index, %p: i1) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %made = memref.alloc(%n) : memref<?xf64>
  %0 = scf.for %k = %c0 to %n step %c1 iter_args(%x = %made) -> (memref<?xf64>) {
    %new = memref.alloc(%n) : memref<?xf64>
    %v = func.call @use(%x) : (memref<?xf64>) -> f64
    memref.store %v, %new[%c0] : memref<?xf64>
    %next = arith.select %p, %new, %x : memref<?xf64>
    scf.yield %next : memref<?xf64>
  }
  %1 = call @use(%0) : (memref<?xf64>) -> f64
  return %1 : f64
}

// The same, chosen by a branch, and through another one.
// CHECK-LABEL: func.func @chooses_twice
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @chooses_twice(%n: index, %p: i1, %q: i1) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %made = memref.alloc(%n) : memref<?xf64>
  %0 = scf.for %k = %c0 to %n step %c1 iter_args(%x = %made) -> (memref<?xf64>) {
    %new = memref.alloc(%n) : memref<?xf64>
    %other = memref.alloc(%n) : memref<?xf64>
    %v = func.call @use(%x) : (memref<?xf64>) -> f64
    memref.store %v, %new[%c0] : memref<?xf64>
    memref.store %v, %other[%c0] : memref<?xf64>
    %one = arith.select %q, %new, %other : memref<?xf64>
    %next = scf.if %p -> (memref<?xf64>) {
      scf.yield %one : memref<?xf64>
    } else {
      scf.yield %x : memref<?xf64>
    }
    scf.yield %next : memref<?xf64>
  }
  %1 = call @use(%0) : (memref<?xf64>) -> f64
  return %1 : f64
}

// What is used afterwards is copied, on the way on which it is carried on.
// CHECK-LABEL: func.func @chooses_what_is_used
// CHECK:         scf.for
// CHECK:           scf.if
// CHECK:             memref.copy
// CHECK:           } else {
// CHECK-NOT:         memref.copy
// CHECK:           }
func.func @chooses_what_is_used(%n: index, %p: i1, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %made = memref.alloc(%n) : memref<?xf64>
  %0 = scf.for %k = %c0 to %n step %c1 iter_args(%x = %made) -> (memref<?xf64>) {
    %new = memref.alloc(%n) : memref<?xf64>
    %v = func.call @use(%x) : (memref<?xf64>) -> f64
    memref.store %v, %new[%c0] : memref<?xf64>
    %next = arith.select %p, %new, %x : memref<?xf64>
    %w = func.call @use(%new) : (memref<?xf64>) -> f64
    memref.store %w, %y[%c0] : memref<?xf64>
    scf.yield %next : memref<?xf64>
  }
  return
}
