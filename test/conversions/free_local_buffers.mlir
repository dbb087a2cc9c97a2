// RUN: lacuna-opt %s --free-local-buffers | FileCheck %s
// RUN: lacuna-opt %s --free-local-buffers --free-local-buffers | FileCheck %s

// The last access stands inside of a loop: the buffer is freed after the loop.
// CHECK-LABEL: func.func @frees_after_the_last_access
// CHECK:         %[[BUFFER:.*]] = memref.alloc
// CHECK:         scf.for
// CHECK:         }
// CHECK-NEXT:    memref.dealloc %[[BUFFER]]
// CHECK-NOT:     memref.dealloc
// CHECK:         return
func.func @frees_after_the_last_access(%n: index, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 1.0 : f64
  %buffer = memref.alloc(%n) : memref<?xf64>
  %view = memref.cast %buffer : memref<?xf64> to memref<?xf64, strided<[1], offset: ?>>
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %buffer[%i] : memref<?xf64>
    %v = memref.load %view[%i] : memref<?xf64, strided<[1], offset: ?>>
    memref.store %v, %y[%i] : memref<?xf64>
  }
  return
}

// One made in a loop is freed in it.
// CHECK-LABEL: func.func @frees_inside_of_a_loop
// CHECK:         scf.for
// CHECK:           memref.alloc
// CHECK:           memref.dealloc
// CHECK:         }
func.func @frees_inside_of_a_loop(%n: index, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 1.0 : f64
  scf.for %i = %c0 to %n step %c1 {
    %buffer = memref.alloc() : memref<4xf64>
    memref.store %x, %buffer[%c0] : memref<4xf64>
    %v = memref.load %buffer[%c0] : memref<4xf64>
    memref.store %v, %y[%i] : memref<?xf64>
  }
  return
}

// CHECK-LABEL: func.func @leaves_alone_what_others_keep
// CHECK-COUNT-1: memref.dealloc
// CHECK-NOT:     memref.dealloc
// CHECK:         return
func.func private @keep(memref<4xf64>)
func.func @leaves_alone_what_others_keep(%cell: memref<1xmemref<4xf64>>) -> memref<4xf64> {
  %c0 = arith.constant 0 : index
  %returned = memref.alloc() : memref<4xf64>
  %passed = memref.alloc() : memref<4xf64>
  func.call @keep(%passed) : (memref<4xf64>) -> ()
  %stored = memref.alloc() : memref<4xf64>
  memref.store %stored, %cell[%c0] : memref<1xmemref<4xf64>>
  %freed = memref.alloc() : memref<4xf64>
  memref.dealloc %freed : memref<4xf64>
  return %returned : memref<4xf64>
}

func.func private @fill(%buffer: memref<4xf64>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 1.0 : f64
  memref.store %x, %buffer[%c0] : memref<4xf64>
  return
}
// CHECK-LABEL: func.func @frees_what_a_function_only_accesses
// CHECK:         %[[BUFFER:.*]] = memref.alloc
// CHECK:         call @fill(%[[BUFFER]])
// CHECK-NEXT:    memref.dealloc %[[BUFFER]]
func.func @frees_what_a_function_only_accesses() {
  %buffer = memref.alloc() : memref<4xf64>
  call @fill(%buffer) : (memref<4xf64>) -> ()
  return
}

func.func private @makes() -> memref<4xf64> {
  %a = memref.alloc() : memref<4xf64>
  return %a : memref<4xf64>
}
func.func private @gives_on() -> memref<4xf64> {
  %a = call @makes() : () -> memref<4xf64>
  return %a : memref<4xf64>
}
func.func private @same(%a: memref<4xf64>) -> memref<4xf64> {
  return %a : memref<4xf64>
}
func.func private @maybe_argument(%c: i1, %a: memref<4xf64>) -> memref<4xf64> {
  %0 = scf.if %c -> memref<4xf64> {
    %made = memref.alloc() : memref<4xf64>
    scf.yield %made : memref<4xf64>
  } else {
    scf.yield %a : memref<4xf64>
  }
  return %0 : memref<4xf64>
}
func.func private @one_twice() -> (memref<4xf64>, memref<4xf64>) {
  %a = memref.alloc() : memref<4xf64>
  return %a, %a : memref<4xf64>, memref<4xf64>
}
func.func private @recursive(%c: i1) -> memref<4xf64> {
  %0 = call @recursive(%c) : (i1) -> memref<4xf64>
  return %0 : memref<4xf64>
}
func.func private @outside() -> memref<4xf64>

// What a function made is freed after its last use, also where it came through two calls, and where nothing reads it; in
// each round of a loop.
// CHECK-LABEL: func.func @frees_what_functions_make
// CHECK:         scf.for
// CHECK:           %[[MADE:.*]] = func.call @gives_on
// CHECK-NEXT:      %[[SAME:.*]] = func.call @same(%[[MADE]])
// CHECK-NEXT:      memref.load %[[SAME]]
// CHECK-NEXT:      memref.dealloc %[[MADE]]
// CHECK-NOT:     memref.dealloc
// CHECK:         %[[UNREAD:.*]] = call @makes
// CHECK-NEXT:    memref.dealloc %[[UNREAD]]
// CHECK-NEXT:    return
func.func @frees_what_functions_make(%n: index, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %made = func.call @gives_on() : () -> memref<4xf64>
    %same = func.call @same(%made) : (memref<4xf64>) -> memref<4xf64>
    %x = memref.load %same[%c0] : memref<4xf64>
    memref.store %x, %y[%i] : memref<?xf64>
  }
  %unread = call @makes() : () -> memref<4xf64>
  return
}

// What a function gives on one path only, or twice, is a copy where it is not its own: the caller frees it. Arguments stay the
// caller's, what is returned is the caller's, and where it is not known what a result is, nobody frees it.
// CHECK-LABEL: func.func @leaves_alone_what_functions_may_not_have_made
// CHECK:         %[[MAYBE:.*]] = call @maybe_argument
// CHECK-NEXT:    memref.dealloc %[[MAYBE]]
// CHECK-NEXT:    %[[BOTH:.*]]:2 = call @one_twice
// CHECK-NEXT:    memref.dealloc %[[BOTH]]#0
// CHECK-NEXT:    memref.dealloc %[[BOTH]]#1
// CHECK-NOT:     memref.dealloc
// CHECK:         return
func.func @leaves_alone_what_functions_may_not_have_made(%c: i1, %a: memref<4xf64>) -> memref<4xf64> {
  %0 = call @same(%a) : (memref<4xf64>) -> memref<4xf64>
  %1 = call @maybe_argument(%c, %a) : (i1, memref<4xf64>) -> memref<4xf64>
  %2:2 = call @one_twice() : () -> (memref<4xf64>, memref<4xf64>)
  %3 = call @recursive(%c) : (i1) -> memref<4xf64>
  %4 = call @outside() : () -> memref<4xf64>
  %5 = call @makes() : () -> memref<4xf64>
  return %5 : memref<4xf64>
}
