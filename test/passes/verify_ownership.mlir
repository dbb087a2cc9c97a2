// Buffers that nobody frees, that are freed twice, or that are used after they are freed; and those that are in order.

// RUN: split-file %s %t
// RUN: lacuna-opt %t/good.mlir --verify-ownership=allocated=true -o %t/good.out
// RUN: lacuna-opt %t/dense.mlir --verify-ownership -o %t/dense.out
// RUN: lacuna-opt %t/tensors.mlir --split-input-file --verify-diagnostics --verify-ownership
// RUN: lacuna-opt %t/buffers.mlir --split-input-file --verify-diagnostics --verify-ownership=allocated=true
// RUN: lacuna-opt %t/loops.mlir --split-input-file --verify-diagnostics --verify-ownership=allocated=true
// RUN: lacuna-opt %t/blocks.mlir --split-input-file --verify-diagnostics --verify-ownership=allocated=true
// RUN: lacuna-opt %t/calls.mlir --split-input-file --verify-diagnostics --verify-ownership=allocated=true

//--- good.mlir
#SV = #stensor.format<(i) -> (i : compressed)>
#List = #stensor.format<(i, j) -> (i : compressed(nonunique, unordered), j : singleton(unordered))>
#Sorted = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>

// A tensor is freed, or given to the caller, whole or as its buffers.
func.func @result(%free: index) -> (tensor<4xf64, #SV>, memref<?xi32>, memref<?xi32>, memref<?xf64>) {
  %c1 = arith.constant 1 : index
  %0, %1, %2 = sloop.grow append(%a) capacity(%c1) : tensor<4xf64, #SV> -> (tensor<4xf64, #SV>, tensor<4xf64, #SV>) {
    %inner, %freed = sloop.grow append(%b) capacity(%c1) : tensor<4xf64, #SV> -> (tensor<4xf64, #SV>) {
      %last = sloop.grow append(%c) capacity(%c1) : tensor<4xf64, #SV> {}
      sloop.yield %last : tensor<4xf64, #SV>
    }
    sloop.yield %inner, %freed : tensor<4xf64, #SV>, tensor<4xf64, #SV>
  }
  stensor.release %1 : tensor<4xf64, #SV>
  %p, %c, %v = stensor.unpack %2 : tensor<4xf64, #SV> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  return %0, %p, %c, %v : tensor<4xf64, #SV>, memref<?xi32>, memref<?xi32>, memref<?xf64>
}

// A sort that consumes its source frees it.
func.func @consumed(%p: memref<?xi32>, %c: memref<?xi32>, %d: memref<?xi32>) -> tensor<8x8xf64, #Sorted> {
  %c1 = arith.constant 1 : index
  %0 = sloop.grow append(%a) capacity(%c1) : tensor<8x8xf64, #List> {}
  %1 = stensor.sort %0 {consumed} : tensor<8x8xf64, #List> to tensor<8x8xf64, #Sorted>
  return %1 : tensor<8x8xf64, #Sorted>
}

// A cell holds a buffer that another may replace: at most, in a branch, in a loop.
func.func private @grown(%old: memref<?xf64>, %length: index) -> memref<?xf64> {
  %new = memref.alloc(%length) : memref<?xf64>
  memref.dealloc %old : memref<?xf64>
  return %new : memref<?xf64>
}
func.func @cell(%n: index, %full: i1) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cell = memref.alloca() : memref<1xmemref<?xf64>>
  %first = memref.alloc(%c1) : memref<?xf64>
  memref.store %first, %cell[%c0] : memref<1xmemref<?xf64>>
  scf.for %i = %c0 to %n step %c1 {
    scf.if %full {
      %old = memref.load %cell[%c0] : memref<1xmemref<?xf64>>
      %new = func.call @grown(%old, %i) : (memref<?xf64>, index) -> memref<?xf64>
      memref.store %new, %cell[%c0] : memref<1xmemref<?xf64>>
    }
  }
  %last = memref.load %cell[%c0] : memref<1xmemref<?xf64>>
  %part = memref.subview %last[0] [%n] [1] : memref<?xf64> to memref<?xf64, strided<[1]>>
  return %last : memref<?xf64>
}

// Two buffers that a loop exchanges.
func.func @exchanged(%n: index, %x: f64) -> memref<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<4xf64>
  %b = memref.alloc() : memref<4xf64>
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%from = %a, %to = %b) -> (memref<4xf64>, memref<4xf64>) {
    memref.store %x, %to[%c0] : memref<4xf64>
    scf.yield %to, %from : memref<4xf64>, memref<4xf64>
  }
  memref.dealloc %0#1 : memref<4xf64>
  return %0#0 : memref<4xf64>
}

// One of two buffers, whichever is made.
func.func @either(%c: i1) {
  %0 = scf.if %c -> memref<4xf64> {
    %a = memref.alloc() : memref<4xf64>
    scf.yield %a : memref<4xf64>
  } else {
    %b = memref.alloc() : memref<4xf64>
    scf.yield %b : memref<4xf64>
  }
  memref.dealloc %0 : memref<4xf64>
  return
}

// Sizes outlive the storage.
func.func @size(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %a = memref.alloc(%n) : memref<?xf64>
  memref.dealloc %a : memref<?xf64>
  %0 = memref.dim %a, %c0 : memref<?xf64>
  return %0 : index
}

// Nothing is known of what an unknown operation takes, of what is chosen, and of what is in memory.
func.func private @takes(memref<4xf64>)
func.func @unknown(%n: index, %c: i1, %all: memref<?xmemref<4xf64>>) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<4xf64>
  call @takes(%a) : (memref<4xf64>) -> ()
  %b = memref.alloc() : memref<4xf64>
  memref.store %b, %all[%c0] : memref<?xmemref<4xf64>>
  %x = memref.alloc() : memref<4xf64>
  %y = memref.alloc() : memref<4xf64>
  %z = arith.select %c, %x, %y : memref<4xf64>
  memref.dealloc %z : memref<4xf64>
  return
}

// A graph of blocks: each round makes what the next one frees.
func.func @blocks(%n: index) -> memref<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %first = memref.alloc() : memref<4xf64>
  cf.br ^head(%first, %c0 : memref<4xf64>, index)
^head(%x: memref<4xf64>, %k: index):
  %go = arith.cmpi ult, %k, %n : index
  cf.cond_br %go, ^round, ^end
^round:
  %next = memref.alloc() : memref<4xf64>
  memref.copy %x, %next : memref<4xf64> to memref<4xf64>
  memref.dealloc %x : memref<4xf64>
  %k1 = arith.addi %k, %c1 : index
  cf.br ^head(%next, %k1 : memref<4xf64>, index)
^end:
  return %x : memref<4xf64>
}
func.func @caller_of_blocks(%n: index) {
  %0 = call @blocks(%n) : (index) -> memref<4xf64>
  memref.dealloc %0 : memref<4xf64>
  return
}

// A block that names what somebody else owns.
func.func @named(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<4xf64>
  cf.br ^head(%a, %c0 : memref<4xf64>, index)
^head(%x: memref<4xf64>, %k: index):
  %k1 = arith.addi %k, %c1 : index
  %go = arith.cmpi ult, %k1, %n : index
  cf.cond_br %go, ^head(%x, %k1 : memref<4xf64>, index), ^end
^end:
  memref.dealloc %a : memref<4xf64>
  return
}

// What a function of the program makes is its caller's: to free, or to give on.
func.func @program(%n: index) -> memref<?xf64> {
  %0:4 = call @result(%n) : (index) -> (tensor<4xf64, #SV>, memref<?xi32>, memref<?xi32>, memref<?xf64>)
  stensor.release %0#0 : tensor<4xf64, #SV>
  memref.dealloc %0#1 : memref<?xi32>
  memref.dealloc %0#2 : memref<?xi32>
  return %0#3 : memref<?xf64>
}

// A result that may be an argument is nobody's for sure, nor one that is given twice, nor one of a function that calls itself.
func.func private @maybe_argument(%c: i1, %a: memref<4xf64>) -> memref<4xf64> {
  %0 = scf.if %c -> memref<4xf64> {
    %made = memref.alloc() : memref<4xf64>
    scf.yield %made : memref<4xf64>
  } else {
    scf.yield %a : memref<4xf64>
  }
  return %0 : memref<4xf64>
}
func.func private @twice() -> (memref<4xf64>, memref<4xf64>) {
  %a = memref.alloc() : memref<4xf64>
  return %a, %a : memref<4xf64>, memref<4xf64>
}
func.func private @recursive() -> memref<4xf64> {
  %0 = call @recursive() : () -> memref<4xf64>
  return %0 : memref<4xf64>
}
func.func @in_doubt(%c: i1, %a: memref<4xf64>) {
  %0 = call @maybe_argument(%c, %a) : (i1, memref<4xf64>) -> memref<4xf64>
  %1:2 = call @twice() : () -> (memref<4xf64>, memref<4xf64>)
  %2 = call @recursive() : () -> memref<4xf64>
  return
}

//--- dense.mlir
// Bufferization frees nothing; `free-local-buffers` does.
func.func @dense() {
  %a = memref.alloc() : memref<4xf64>
  return
}

//--- tensors.mlir
#SV = #stensor.format<(i) -> (i : compressed)>
func.func @never() {
  %c1 = arith.constant 1 : index
  // expected-error@+1 {{what sloop.grow makes is never freed}}
  %0 = sloop.grow append(%a) capacity(%c1) : tensor<4xf64, #SV> {}
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @on_some_paths(%c: i1) {
  %c1 = arith.constant 1 : index
  // expected-error@+1 {{what sloop.grow makes is freed on some paths only}}
  %0 = sloop.grow append(%a) capacity(%c1) : tensor<4xf64, #SV> {}
  scf.if %c {
    stensor.release %0 : tensor<4xf64, #SV>
  }
  return
}

// -----

// The verifier of the operation sees one block alone.
#SV = #stensor.format<(i) -> (i : compressed)>
func.func @twice(%c: i1) {
  %c1 = arith.constant 1 : index
  // expected-note@+1 {{sloop.grow makes it}}
  %0 = sloop.grow append(%a) capacity(%c1) : tensor<4xf64, #SV> {}
  scf.if %c {
    stensor.release %0 : tensor<4xf64, #SV>
  }
  // expected-error@+1 {{stensor.release frees what sloop.grow makes, which is freed before, on another path or in an earlier round of a loop}}
  stensor.release %0 : tensor<4xf64, #SV>
  return
}

// -----

// A cursor reads when it is walked.
#SV = #stensor.format<(i) -> (i : compressed)>
func.func @walked() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note@+1 {{sloop.grow makes it}}
  %0 = sloop.grow append(%a) capacity(%c1) : tensor<4xf64, #SV> {}
  %cursor = sloop.cursor %0[0] under(%c0) : tensor<4xf64, #SV>
  stensor.release %0 : tensor<4xf64, #SV>
  // expected-error@+1 {{sloop.iterate accesses what sloop.grow makes, after it is freed}}
  sloop.iterate (%i, %position) in %cursor : !sloop.cursor {
    sloop.yield
  }
  return
}

// -----

// An array of a tensor is the tensor's.
#SV = #stensor.format<(i) -> (i : compressed)>
func.func @array() -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note@+1 {{sloop.grow makes it}}
  %0 = sloop.grow append(%a) capacity(%c1) : tensor<4xf64, #SV> {}
  %values = stensor.values %0 : tensor<4xf64, #SV> -> memref<?xf64>
  stensor.release %0 : tensor<4xf64, #SV>
  // expected-error@+1 {{memref.load accesses what sloop.grow makes, after it is freed}}
  %1 = memref.load %values[%c0] : memref<?xf64>
  return %1 : f64
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
#List = #stensor.format<(i) -> (i : compressed)>
func.func @collected_again(%n: index, %x: f64) {
  %c0 = arith.constant 0 : index
  sloop.workspace dense(%w) sizes(%n) : tensor<?xf64, #List> {
    // expected-note@+1 {{sloop.collect makes it}}
    %first = sloop.collect %w : !sloop.assembly<tensor<?xf64, #List>> -> tensor<?xf64, #List>
    %second = sloop.collect %w : !sloop.assembly<tensor<?xf64, #List>> -> tensor<?xf64, #List>
    // expected-error@+1 {{sloop.value accesses what sloop.collect makes, after its workspace takes points or collects again}}
    %0 = sloop.value %first[%c0] : tensor<?xf64, #List> -> f64
    %1 = sloop.value %second[%c0] : tensor<?xf64, #List> -> f64
  }
  return
}

// -----

#List = #stensor.format<(i) -> (i : compressed)>
func.func @points_after_collecting(%n: index, %x: f64) {
  %c0 = arith.constant 0 : index
  sloop.workspace radix(%w) by add sizes(%n) : tensor<?xf64, #List> {
    // expected-note@+1 {{sloop.collect makes it}}
    %first = sloop.collect %w : !sloop.assembly<tensor<?xf64, #List>> -> tensor<?xf64, #List>
    sloop.scatter %x in %w[%c0] : f64, !sloop.assembly<tensor<?xf64, #List>>
    // expected-error@+1 {{sloop.value accesses what sloop.collect makes, after its workspace takes points or collects again}}
    %0 = sloop.value %first[%c0] : tensor<?xf64, #List> -> f64
  }
  return
}

// -----

#List = #stensor.format<(i) -> (i : compressed)>
func.func @frees_part_of_a_workspace(%n: index) {
  sloop.workspace dense(%w) sizes(%n) : tensor<?xf64, #List> {
    // expected-note@+1 {{sloop.collect makes it}}
    %0 = sloop.collect %w : !sloop.assembly<tensor<?xf64, #List>> -> tensor<?xf64, #List>
    %values = stensor.values %0 : tensor<?xf64, #List> -> memref<?xf64>
    // expected-error@+1 {{memref.dealloc frees what sloop.collect makes, which is its workspace's}}
    memref.dealloc %values : memref<?xf64>
  }
  return
}

//--- buffers.mlir
func.func @never() {
  // expected-error@+1 {{what memref.alloc makes is never freed}}
  %a = memref.alloc() : memref<4xf64>
  return
}

// -----

func.func @twice(%n: index) {
  // expected-note@+1 {{memref.alloc makes it}}
  %a = memref.alloc(%n) : memref<?xf64>
  memref.dealloc %a : memref<?xf64>
  %b = memref.cast %a : memref<?xf64> to memref<4xf64>
  // expected-error@+1 {{memref.dealloc frees what memref.alloc makes a second time}}
  memref.dealloc %b : memref<4xf64>
  return
}

// -----

func.func @argument(%a: memref<4xf64>, %x: f64) {
  %c0 = arith.constant 0 : index
  memref.dealloc %a : memref<4xf64>
  // expected-error@+1 {{memref.store accesses an argument, after it is freed}}
  memref.store %x, %a[%c0] : memref<4xf64>
  return
}

// -----

// One of two, of which one is freed.
func.func @chosen_after_it_is_freed(%p: i1) -> f64 {
  %c0 = arith.constant 0 : index
  // expected-note@+1 {{memref.alloc makes it}}
  %a = memref.alloc() : memref<4xf64>
  %b = memref.alloc() : memref<4xf64>
  %c = arith.select %p, %a, %b : memref<4xf64>
  memref.dealloc %a : memref<4xf64>
  // expected-error@+1 {{memref.load may use what memref.alloc makes, after it is freed}}
  %0 = memref.load %c[%c0] : memref<4xf64>
  memref.dealloc %b : memref<4xf64>
  return %0 : f64
}

// -----

func.func @chosen_and_carried(%p: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x0 = memref.alloc() : memref<4xf64>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%x = %x0) -> (memref<4xf64>) {
    // expected-note@+1 {{memref.alloc makes it}}
    %new = memref.alloc() : memref<4xf64>
    %next = arith.select %p, %new, %x : memref<4xf64>
    memref.dealloc %new : memref<4xf64>
    // expected-error@+1 {{scf.yield may use what memref.alloc makes, after it is freed}}
    scf.yield %next : memref<4xf64>
  }
  memref.dealloc %x0 : memref<4xf64>
  return
}

// -----

func.func @given_away() -> memref<4xf64> {
  // expected-note@+1 {{memref.alloc makes it}}
  %a = memref.alloc() : memref<4xf64>
  memref.dealloc %a : memref<4xf64>
  // expected-error@+1 {{func.return gives away what memref.alloc makes, after it is freed}}
  return %a : memref<4xf64>
}

// -----

func.func @left_behind(%full: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %cell = memref.alloca() : memref<1xmemref<?xf64>>
  // expected-error@+1 {{what memref.alloc makes is never freed}}
  %first = memref.alloc(%n) : memref<?xf64>
  memref.store %first, %cell[%c0] : memref<1xmemref<?xf64>>
  scf.if %full {
    %new = memref.alloc(%n) : memref<?xf64>
    memref.store %new, %cell[%c0] : memref<1xmemref<?xf64>>
  }
  %last = memref.load %cell[%c0] : memref<1xmemref<?xf64>>
  memref.dealloc %last : memref<?xf64>
  return
}

// -----

// The first is freed by its own name after all: nothing is known of the cell.
func.func @not_left_behind(%full: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %cell = memref.alloca() : memref<1xmemref<?xf64>>
  %first = memref.alloc(%n) : memref<?xf64>
  memref.store %first, %cell[%c0] : memref<1xmemref<?xf64>>
  scf.if %full {
    %new = memref.alloc(%n) : memref<?xf64>
    memref.store %new, %cell[%c0] : memref<1xmemref<?xf64>>
  }
  memref.dealloc %first : memref<?xf64>
  return
}

// -----

func.func @used_after_some_paths(%flag: i1, %i: index) -> f64 {
  // expected-error@+2 {{what memref.alloc makes is freed on some paths only}}
  // expected-note@+1 {{memref.alloc makes it}}
  %a = memref.alloc() : memref<4xf64>
  scf.if %flag {
    memref.dealloc %a : memref<4xf64>
  }
  // expected-error@+1 {{which is freed on some paths before}}
  %0 = memref.load %a[%i] : memref<4xf64>
  return %0 : f64
}

//--- loops.mlir
func.func @each_round(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    // expected-error@+1 {{what memref.alloc makes is never freed}}
    %a = memref.alloc() : memref<4xf64>
  }
  return
}

// -----

func.func @freed_in_each_round(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error@+2 {{what memref.alloc makes is freed on some paths only}}
  // expected-note@+1 {{memref.alloc makes it}}
  %a = memref.alloc() : memref<4xf64>
  scf.for %i = %c0 to %n step %c1 {
    // expected-error@+1 {{memref.dealloc frees what memref.alloc makes, which is freed before, on another path or in an earlier round of a loop}}
    memref.dealloc %a : memref<4xf64>
  }
  return
}

// -----

func.func @outgrown(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cell = memref.alloca() : memref<1xmemref<?xf64>>
  // expected-error@+1 {{what memref.alloc makes is never freed}}
  %first = memref.alloc(%c1) : memref<?xf64>
  memref.store %first, %cell[%c0] : memref<1xmemref<?xf64>>
  scf.while : () -> () {
    %old = memref.load %cell[%c0] : memref<1xmemref<?xf64>>
    %length = memref.dim %old, %c0 : memref<?xf64>
    %more = arith.cmpi ult, %length, %n : index
    scf.condition(%more)
  } do {
    %new = memref.alloc(%n) : memref<?xf64>
    memref.store %new, %cell[%c0] : memref<1xmemref<?xf64>>
    scf.yield
  }
  %last = memref.load %cell[%c0] : memref<1xmemref<?xf64>>
  memref.dealloc %last : memref<?xf64>
  return
}

// -----

// State of a scope that ends in each round.
func.func @scope(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cell = memref.alloca() : memref<1xmemref<?xf64>>
  scf.for %i = %c0 to %n step %c1 {
    memref.alloca_scope {
      // expected-error@+1 {{what memref.alloc makes is never freed}}
      %a = memref.alloc(%i) : memref<?xf64>
      memref.store %a, %cell[%c0] : memref<1xmemref<?xf64>>
    }
  }
  return
}

// -----

// What a loop carries is lost in each round.
func.func @carried(%n: index) -> memref<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error@+1 {{what memref.alloc makes is never freed}}
  %first = memref.alloc() : memref<4xf64>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %first) -> (memref<4xf64>) {
    %next = memref.alloc() : memref<4xf64>
    memref.copy %x, %next : memref<4xf64> to memref<4xf64>
    scf.yield %next : memref<4xf64>
  }
  return %0 : memref<4xf64>
}

// -----

// What it carries is freed and carried on.
func.func @carried_on(%n: index) -> memref<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note@+1 {{memref.alloc makes it}}
  %first = memref.alloc() : memref<4xf64>
  %0 = scf.while (%x = %first) : (memref<4xf64>) -> memref<4xf64> {
    %go = arith.cmpi ult, %c0, %n : index
    scf.condition(%go) %x : memref<4xf64>
  } do {
  ^bb0(%x: memref<4xf64>):
    %next = memref.alloc() : memref<4xf64>
    memref.dealloc %x : memref<4xf64>
    // expected-error@+1 {{memref.copy accesses what memref.alloc makes, after it is freed}}
    memref.copy %x, %next : memref<4xf64> to memref<4xf64>
    scf.yield %next : memref<4xf64>
  }
  return %0 : memref<4xf64>
}

//--- blocks.mlir
func.func @never() {
  // expected-error@+1 {{what memref.alloc makes is never freed}}
  %a = memref.alloc() : memref<4xf64>
  cf.br ^end
^end:
  return
}

// -----

func.func @on_one_way(%c: i1) {
  // expected-error@+1 {{what memref.alloc makes is freed on some paths only}}
  %a = memref.alloc() : memref<4xf64>
  cf.cond_br %c, ^free, ^end
^free:
  memref.dealloc %a : memref<4xf64>
  cf.br ^end
^end:
  return
}

// -----

func.func @twice(%c: i1) {
  // expected-note@+1 {{memref.alloc makes it}}
  %a = memref.alloc() : memref<4xf64>
  memref.dealloc %a : memref<4xf64>
  cf.cond_br %c, ^free, ^end
^free:
  // expected-error@+1 {{memref.dealloc frees what memref.alloc makes a second time}}
  memref.dealloc %a : memref<4xf64>
  cf.br ^end
^end:
  return
}

// -----

// A loop of blocks that loses what it carries.
func.func @carried(%n: index) -> memref<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error@+1 {{what memref.alloc makes is never freed}}
  %first = memref.alloc() : memref<4xf64>
  cf.br ^head(%first, %c0 : memref<4xf64>, index)
^head(%x: memref<4xf64>, %k: index):
  %go = arith.cmpi ult, %k, %n : index
  cf.cond_br %go, ^round, ^end
^round:
  %next = memref.alloc() : memref<4xf64>
  memref.copy %x, %next : memref<4xf64> to memref<4xf64>
  %k1 = arith.addi %k, %c1 : index
  cf.br ^head(%next, %k1 : memref<4xf64>, index)
^end:
  return %x : memref<4xf64>
}

// -----

// Made in each round, and freed in none.
func.func @each_round(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^round(%c0 : index)
^round(%k: index):
  // expected-error@+1 {{what memref.alloc makes is never freed}}
  %a = memref.alloc() : memref<4xf64>
  %k1 = arith.addi %k, %c1 : index
  %go = arith.cmpi ult, %k1, %n : index
  cf.cond_br %go, ^round(%k1 : index), ^end
^end:
  return
}

//--- calls.mlir
func.func private @free(%a: memref<4xf64>) {
  memref.dealloc %a : memref<4xf64>
  return
}
func.func @freed_by_a_call() {
  // expected-note@+1 {{memref.alloc makes it}}
  %a = memref.alloc() : memref<4xf64>
  call @free(%a) : (memref<4xf64>) -> ()
  // expected-error@+1 {{memref.dealloc frees what memref.alloc makes a second time}}
  memref.dealloc %a : memref<4xf64>
  return
}

// -----

func.func private @same(%a: memref<4xf64>) -> memref<4xf64> {
  return %a : memref<4xf64>
}
func.func @given_back() {
  // expected-note@+1 {{memref.alloc makes it}}
  %a = memref.alloc() : memref<4xf64>
  %b = call @same(%a) : (memref<4xf64>) -> memref<4xf64>
  memref.dealloc %b : memref<4xf64>
  // expected-error@+1 {{memref.dealloc frees what memref.alloc makes a second time}}
  memref.dealloc %a : memref<4xf64>
  return
}

// -----

func.func private @makes() -> memref<4xf64> {
  %a = memref.alloc() : memref<4xf64>
  return %a : memref<4xf64>
}
func.func private @gives_on() -> memref<4xf64> {
  %a = call @makes() : () -> memref<4xf64>
  return %a : memref<4xf64>
}
func.func @handed_over() {
  // expected-error@+1 {{what func.call makes is never freed}}
  %a = call @gives_on() : () -> memref<4xf64>
  return
}

// -----

// A function of the program that only reads what it is given leaves it to its caller.
func.func private @reads(%a: memref<4xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %0 = memref.load %a[%c0] : memref<4xf64>
  return %0 : f64
}
func.func @lent() -> f64 {
  // expected-error@+1 {{what memref.alloc makes is never freed}}
  %a = memref.alloc() : memref<4xf64>
  %0 = call @reads(%a) : (memref<4xf64>) -> f64
  return %0 : f64
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
#Loose = #stensor.format<(i) -> (i : loose_compressed)>
func.func private @convert(tensor<4xf64, #SV>) -> tensor<4xf64, #Loose> attributes {stensor.conversion = {}}
func.func @conversion(%A: tensor<4xf64, #SV>) {
  // expected-error@+1 {{what func.call makes is never freed}}
  %0 = call @convert(%A) {stensor.conversion = {}} : (tensor<4xf64, #SV>) -> tensor<4xf64, #Loose>
  return
}
