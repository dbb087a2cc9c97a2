// `convert-sloop-to-scf`: workspaces become arrays, and what a policy does with points.

// RUN: lacuna-opt %s --convert-sloop-to-scf --canonicalize --cse | FileCheck %s

#V = #stensor.format<(i) -> (i : compressed), positions = 64, coordinates = 64>

// A place for every point, and a bit that says whether it is stored. Words of bits in which there is one are listed, once each;
// they are sorted, and their bits give the points in order. What was touched is empty then, and nothing else is looked at.
// CHECK-LABEL: @every_place(
// CHECK-SAME: %[[N:.*]]: index
// CHECK: %[[COUNT:.*]] = arith.ceildivui %[[N]], %c64
// CHECK: %[[BITS:.*]] = memref.alloc(%[[COUNT]]) : memref<?xi64>
// CHECK: memref.store %c0_i64, %[[BITS]]
// CHECK: %[[SCRATCH:.*]] = memref.alloc(%{{.*}}) : memref<?xi64>
// CHECK: %[[WORDS:.*]] = memref.alloc(%{{.*}}) : memref<?xi64>
// CHECK: %[[PLACES:.*]] = memref.alloc(%[[N]]) : memref<?xf64>
// CHECK: %[[ROOM:.*]] = memref.alloc() : memref<0xf64>
// The scatter: a bit, perhaps a word in the list, and a sum in place.
// CHECK: scf.for
// CHECK: %[[I:.*]] = memref.load %{{.*}} : memref<?xindex>
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
// CHECK: call @lacuna.sort.words(%[[WORDS]], %{{.*}}, %[[SCRATCH]])
// CHECK: scf.for
// CHECK: memref.store %c0_i64, %[[BITS]]
// CHECK: scf.while
// CHECK: math.cttz
// CHECK: memref.store %cst, %[[PLACES]]
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
