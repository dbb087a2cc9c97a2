// `convert-sloop-to-scf`: workspaces become arrays, and what a policy does with points.

// RUN: lacuna-opt %s --convert-sloop-to-scf --canonicalize --cse | FileCheck %s

#V = #stensor.format<(i) -> (i : compressed), positions = 64, coordinates = 64>
#U = #stensor.format<(i) -> (i : compressed(unordered)), positions = 64, coordinates = 64>

// A place for every point, and a bit that says whether it is stored. Words of bits in which there is one are listed, once each;
// they are sorted, and their bits give the points in order. What was touched is empty then, and nothing else is looked at.
// CHECK-LABEL: @every_place(
// CHECK-SAME: %[[N:.*]]: index
// CHECK: %[[PLACES:.*]] = memref.alloc(%[[N]]) : memref<?xf64>
// CHECK: %[[COUNT:.*]] = arith.ceildivui %[[N]], %c64
// CHECK: %[[BITS:.*]] = memref.alloc(%[[COUNT]]) : memref<?xi64>
// CHECK: memref.store %c0_i64, %[[BITS]]
// CHECK: %[[SCRATCH:.*]] = memref.alloc(%{{.*}}) : memref<?xi64>
// CHECK: %[[WORDS:.*]] = memref.alloc(%{{.*}}) : memref<?xi64>
// CHECK: %[[LISTED:.*]] = memref.alloca() : memref<1xindex>
// CHECK: %[[TOUCHES:.*]] = memref.alloca() : memref<1xindex>
// CHECK: %[[OFTEN:.*]] = memref.alloca() : memref<1xi1>
// CHECK: memref.store %false, %[[OFTEN]]
// The scatter: where places are touched often, it looks at the bit first.
// CHECK: scf.for
// CHECK: %[[I:.*]] = memref.load %{{.*}} : memref<?xindex>
// CHECK: memref.store %{{.*}}, %[[TOUCHES]]
// CHECK: %[[IS_OFTEN:.*]] = memref.load %[[OFTEN]]
// CHECK: scf.if %[[IS_OFTEN]] {
// CHECK: %[[OLD:.*]] = memref.load %[[BITS]]
// CHECK: arith.andi %[[OLD]]
// CHECK: scf.if %{{.*}} {
// CHECK-NEXT: } else {
// CHECK: memref.store %{{.*}}, %[[BITS]]
// Else it sets a bit, puts perhaps a word into the list; and there is a sum in place.
// CHECK: } else {
// CHECK-NOT: scf.if
// CHECK: %[[WORD:.*]] = arith.shrui %[[I]], %c6
// CHECK: %[[OLD:.*]] = memref.load %[[BITS]][%[[WORD]]]
// CHECK: arith.ori %[[OLD]]
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[OLD]], %c0_i64
// CHECK: memref.load %[[PLACES]][%[[I]]]
// CHECK: arith.addf
// CHECK: memref.store %{{.*}}, %[[PLACES]][%[[I]]]
// The collect: room for the points, words in order, and all is as it was.
// CHECK: scf.if
// CHECK: memref.dealloc
// CHECK: memref.alloc(%{{.*}}) : memref<?xf64>
// CHECK: %[[HOW_OFTEN:.*]] = memref.load %[[TOUCHES]]
// CHECK: call @lacuna.sort.words(%[[WORDS]], %{{.*}}, %[[SCRATCH]])
// CHECK: %[[TAKEN:.*]] = scf.for
// CHECK: memref.store %c0_i64, %[[BITS]]
// CHECK: scf.while
// CHECK: math.cttz
// CHECK: memref.store %cst, %[[PLACES]]
// Places are touched often if there were more than four touches for each; if there were none, it is as before.
// CHECK: %[[MANY:.*]] = arith.shli %[[TAKEN]], %c2
// CHECK: %[[IS_MORE:.*]] = arith.cmpi ult, %[[MANY]], %[[HOW_OFTEN]]
// CHECK: %[[IS_KNOWN:.*]] = arith.cmpi ne, %[[HOW_OFTEN]], %c0
// CHECK: %[[BEFORE:.*]] = memref.load %[[OFTEN]]
// CHECK: %[[NEXT:.*]] = arith.select %[[IS_KNOWN]], %[[IS_MORE]], %[[BEFORE]]
// CHECK: memref.store %[[NEXT]], %[[OFTEN]]
// CHECK: memref.store %c0, %[[TOUCHES]]
// CHECK: stensor.pack
// CHECK-COUNT-7: memref.dealloc
// CHECK: return
func.func @every_place(%n: index, %x: memref<?xf64>, %at: memref<?xindex>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %x, %c0 : memref<?xf64>
  %s = sloop.workspace dense(%w) by add sizes(%n) : tensor<?xf64, #V> -> (f64) {
    scf.for %p = %c0 to %m step %c1 {
      %v = memref.load %x[%p] : memref<?xf64>
      %i = memref.load %at[%p] : memref<?xindex>
      sloop.scatter %v in %w[%i] : f64, !sloop.assembly<tensor<?xf64, #V>>
    }
    %t = sloop.collect %w : !sloop.assembly<tensor<?xf64, #V>> -> tensor<?xf64, #V>
    %values = stensor.values %t : tensor<?xf64, #V> -> memref<?xf64>
    %f = memref.load %values[%c0] : memref<?xf64>
    sloop.yield %f : f64
  }
  return %s : f64
}

// Where no order is asked for, there is a byte for each place, and a list of places: the coordinates that are collected.
// CHECK-LABEL: @every_place_in_any_order(
// CHECK-SAME: %[[N:.*]]: index
// CHECK: %[[PLACES:.*]] = memref.alloc(%[[N]]) : memref<?xf64>
// CHECK: %[[FLAGS:.*]] = memref.alloc(%[[N]]) : memref<?xi8>
// CHECK: memref.store %c0_i8, %[[FLAGS]]
// CHECK: %[[ROOM:.*]] = arith.addi %[[N]], %c1
// CHECK: %[[LIST:.*]] = memref.alloc(%[[ROOM]]) : memref<?xi64>
// CHECK: %[[LISTED:.*]] = memref.alloca() : memref<1xindex>
// CHECK: scf.for
// CHECK: scf.if %{{.*}} {
// CHECK: memref.load %[[FLAGS]]
// CHECK: scf.if %{{.*}} {
// CHECK-NEXT: } else {
// CHECK: } else {
// CHECK-NOT: scf.if
// CHECK: %[[OLD:.*]] = memref.load %[[FLAGS]][%[[I:.*]]] : memref<?xi8>
// CHECK: memref.store %c1_i8, %[[FLAGS]][%[[I]]]
// CHECK: arith.cmpi eq, %[[OLD]], %c0_i8
// CHECK: %[[END:.*]] = memref.load %[[LISTED]]
// CHECK: memref.store %{{.*}}, %[[LIST]][%[[END]]]
// CHECK: memref.store %{{.*}}, %[[PLACES]][%[[I]]]
// CHECK-NOT: call
// CHECK: scf.for
// CHECK: memref.load %[[LIST]]
// CHECK: memref.store %c0_i8, %[[FLAGS]]
// CHECK: memref.store %cst, %[[PLACES]]
// CHECK-NOT: scf.for
// CHECK: stensor.pack(%{{.*}}, %[[LIST]], %{{.*}})
// CHECK-COUNT-5: memref.dealloc
// CHECK: return
func.func @every_place_in_any_order(%n: index, %x: memref<?xf64>, %at: memref<?xindex>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %x, %c0 : memref<?xf64>
  %s = sloop.workspace dense(%w) by add sizes(%n) : tensor<?xf64, #U> -> (f64) {
    scf.for %p = %c0 to %m step %c1 {
      %v = memref.load %x[%p] : memref<?xf64>
      %i = memref.load %at[%p] : memref<?xindex>
      sloop.scatter %v in %w[%i] : f64, !sloop.assembly<tensor<?xf64, #U>>
    }
    %t = sloop.collect %w : !sloop.assembly<tensor<?xf64, #U>> -> tensor<?xf64, #U>
    %values = stensor.values %t : tensor<?xf64, #U> -> memref<?xf64>
    %f = memref.load %values[%c0] : memref<?xf64>
    sloop.yield %f : f64
  }
  return %s : f64
}

// Memory for the points that come: a key and a value go to the end of an array, and where it is full, a function sorts and merges.
// Keys of sizes that are not known may take too many bits.
// CHECK-LABEL: @the_points_that_come(
// CHECK: %[[BITS:.*]] = arith.subi %c64, %{{.*}}
// CHECK: cf.assert %{{.*}}, "the coordinates of a workspace take more than 64 bits together
// CHECK: memref.alloc() : memref<16xi64>
// CHECK: memref.alloc() : memref<16xf64>
// CHECK: scf.for
// CHECK: %[[KEYS:.*]] = memref.load %[[KEPT:.*]][%c0] : memref<1xmemref<?xi64>>
// CHECK: memref.store %{{.*}}, %[[KEYS]][%[[END:.*]]] : memref<?xi64>
// CHECK: %[[NEXT:.*]] = arith.addi %[[END]], %c1
// CHECK: %[[SIZE:.*]] = memref.dim %[[KEYS]]
// CHECK: %[[FULL:.*]] = arith.cmpi eq, %[[NEXT]], %[[SIZE]]
// CHECK: scf.if %[[FULL]] {
// CHECK: %{{.*}}:6 = func.call @lacuna.workspace.merge.radix.add.i64.f64(
// CHECK: %[[SORTED:.*]]:7 = call @lacuna.workspace.sort.radix.add.i64.f64(
// CHECK: stensor.pack
// CHECK: return
func.func @the_points_that_come(%n: index, %x: memref<?xf64>, %at: memref<?xindex>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %x, %c0 : memref<?xf64>
  %s = sloop.workspace "radix:16"(%w) by add sizes(%n) : tensor<?xf64, #V> -> (f64) {
    scf.for %p = %c0 to %m step %c1 {
      %v = memref.load %x[%p] : memref<?xf64>
      %i = memref.load %at[%p] : memref<?xindex>
      sloop.scatter %v in %w[%i] : f64, !sloop.assembly<tensor<?xf64, #V>>
    }
    %t = sloop.collect %w : !sloop.assembly<tensor<?xf64, #V>> -> tensor<?xf64, #V>
    %values = stensor.values %t : tensor<?xf64, #V> -> memref<?xf64>
    %f = memref.load %values[%c0] : memref<?xf64>
    sloop.yield %f : f64
  }
  return %s : f64
}
