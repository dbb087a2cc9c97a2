// `inline-scopes`: scopes of the stack go into the functions that run them on one thread.

// RUN: lacuna-opt %s --inline-scopes --split-input-file --allow-unregistered-dialect | FileCheck %s
// RUN: lacuna-opt %s --inline-scopes --inline-scopes --split-input-file --allow-unregistered-dialect | FileCheck %s

// One cell at the entry serves all rounds. What the scope gives takes the place of its results.
// CHECK-LABEL: func.func @in_loops(
// CHECK-NEXT:    %[[CELL:.*]] = memref.alloca() : memref<1xindex>
// CHECK-NOT:     memref.alloca
// CHECK:         scf.for
// CHECK-NEXT:      scf.if
// CHECK-NEXT:        memref.store %{{.*}}, %[[CELL]][
// CHECK-NEXT:        %[[N:.*]] = memref.load %[[CELL]][
// CHECK-NEXT:        "test.use"(%[[N]])
// CHECK-NOT:     memref.alloca
// CHECK:         return
func.func @in_loops(%n: index, %some: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.if %some {
      %0 = memref.alloca_scope -> (index) {
        %cell = memref.alloca() : memref<1xindex>
        memref.store %i, %cell[%c0] : memref<1xindex>
        %1 = memref.load %cell[%c0] : memref<1xindex>
        memref.alloca_scope.return %1 : index
      }
      "test.use"(%0) : (index) -> ()
    }
  }
  return
}

// -----

// CHECK-LABEL: func.func @one_inside_the_other(
// CHECK-COUNT-2: memref.alloca() :
// CHECK-NOT:     memref.alloca
// CHECK:         "test.use"
// CHECK-NEXT:    "test.use"
// CHECK-NEXT:    return
func.func @one_inside_the_other() {
  memref.alloca_scope {
    %outer = memref.alloca() : memref<1xindex>
    memref.alloca_scope {
      %inner = memref.alloca() : memref<1xf64>
      "test.use"(%inner) : (memref<1xf64>) -> ()
    }
    "test.use"(%outer) : (memref<1xindex>) -> ()
  }
  return
}

// -----

// Each thread has cells of its own.
// CHECK-LABEL: func.func @in_a_parallel_loop(
// CHECK:         scf.parallel
// CHECK-NEXT:      memref.alloca_scope
// CHECK-NEXT:        memref.alloca()
func.func @in_a_parallel_loop(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.alloca_scope {
      %cell = memref.alloca() : memref<1xindex>
      "test.use"(%cell) : (memref<1xindex>) -> ()
    }
    scf.reduce
  }
  return
}

// -----

// CHECK-LABEL: func.func @of_a_size_that_is_not_known(
// CHECK-NEXT:    memref.alloca_scope
func.func @of_a_size_that_is_not_known(%n: index) {
  memref.alloca_scope {
    %cell = memref.alloca(%n) : memref<?xindex>
    "test.use"(%cell) : (memref<?xindex>) -> ()
  }
  return
}

// -----

// Rounds of a loop inside a scope may use what others have allocated.
// CHECK-LABEL: func.func @in_a_loop_of_its_own(
// CHECK:         memref.alloca_scope
// CHECK-NEXT:      scf.for
func.func @in_a_loop_of_its_own(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  memref.alloca_scope {
    scf.for %i = %c0 to %n step %c1 {
      %cell = memref.alloca() : memref<1xindex>
      "test.use"(%cell) : (memref<1xindex>) -> ()
    }
  }
  return
}
