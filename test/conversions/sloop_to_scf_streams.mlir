// `convert-sloop-to-scf`: what is fetched ahead, once for each entry of the loop; and loops that stay rolled.

// RUN: lacuna-opt %s --convert-sloop-to-scf | FileCheck %s

// CHECK: #[[UNROLL:.*]] = #llvm.loop_unroll<disable = true>
// CHECK: #[[ROLLED:.*]] = #llvm.loop_annotation<unroll = #[[UNROLL]]>
// CHECK: #[[BLOCKS:.*]] = #llvm.loop_annotation<vectorize = #{{.*}}, interleave = #{{.*}}>

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#Narrow = #stensor.format<(i) -> (i : compressed), coordinates = 8>

// CHECK-LABEL: @fetches_coordinates_and_values
// Short segments only, of fewer than 16 positions (128 bytes of values) on average.
// CHECK: %[[ENDS:.*]] = memref.dim
// CHECK: %[[MOST:.*]] = arith.muli %[[ENDS]], %c16
// CHECK: %[[ARE_SHORT:.*]] = arith.cmpi ult, %{{.*}}, %[[MOST]]
// CHECK: %[[AHEAD:.*]] = arith.select %[[ARE_SHORT]], %c512, %c0
// CHECK: %[[AT:.*]] = arith.addi %{{.*}}, %[[AHEAD]]
// CHECK: %[[CRD:.*]] = stensor.coordinates
// CHECK: %[[VAL:.*]] = stensor.values
// CHECK: memref.prefetch %[[CRD]][%[[AT]]], read, locality<3>, data
// CHECK: memref.prefetch %[[VAL]][%[[AT]]], read, locality<3>, data
// CHECK: scf.for
// CHECK-NOT: prefetch
func.func @fetches_coordinates_and_values(%A: tensor<4x8xf64, #CSR>, %p: index, %x: memref<8xf64>) {
  %cursor = sloop.cursor %A[1] under(%p) : tensor<4x8xf64, #CSR>
  %ahead = sloop.prefetch %cursor ahead(512) : !sloop.cursor
  sloop.iterate (%j, %q) in %ahead : !sloop.cursor {
    %v = sloop.value %A[%q] : tensor<4x8xf64, #CSR> -> f64
    memref.store %v, %x[%j] : memref<8xf64>
    sloop.yield
  }
  return
}

// CHECK-LABEL: @fetches_values
// CHECK: %[[VAL:.*]] = stensor.values
// CHECK-NEXT: memref.prefetch %[[VAL]]
// CHECK-NOT: prefetch
// CHECK: return
func.func @fetches_values(%A: tensor<4x8xf64, #CSR>, %p: index, %x: memref<f64>) {
  %cursor = sloop.cursor %A[1] under(%p) : tensor<4x8xf64, #CSR>
  %ahead = sloop.prefetch %cursor ahead(512) values_only : !sloop.cursor
  sloop.iterate (%j, %q) in %ahead : !sloop.cursor {
    %v = sloop.value %A[%q] : tensor<4x8xf64, #CSR> -> f64
    memref.store %v, %x[] : memref<f64>
    sloop.yield
  }
  return
}

// An innermost loop that carries vectors of several registers is not unrolled.
// CHECK-LABEL: @keeps_vector_loop_rolled
// CHECK: scf.for {{.*}} -> (vector<16xf64>)
// CHECK: } {loop_annotation = #[[ROLLED]]}
// CHECK: return
func.func @keeps_vector_loop_rolled(%A: tensor<4x8xf64, #CSR>, %p: index, %z: vector<16xf64>) -> vector<16xf64> {
  %cursor = sloop.cursor %A[1] under(%p) : tensor<4x8xf64, #CSR>
  %r = sloop.iterate (%j, %q) in %cursor how(<chains = 1>) init(%s = %z) : !sloop.cursor -> vector<16xf64> {
    %v = sloop.value %A[%q] : tensor<4x8xf64, #CSR> -> f64
    %w = vector.broadcast %v : f64 to vector<16xf64>
    %t = arith.addf %s, %w fastmath<reassoc> : vector<16xf64>
    sloop.yield %t : vector<16xf64>
  }
  return %r : vector<16xf64>
}

// One that carries a register has four accumulators, so that additions need not wait for one another; those of the chains
// start with what changes nothing.
// CHECK-LABEL: @has_chains
// CHECK-SAME:    %[[Z:[a-z0-9]*]]: vector<4xf64>)
// CHECK: %[[TIMES:.*]] = arith.divsi %{{.*}}, %c4
// CHECK: %[[ENTRIES:.*]] = arith.muli %[[TIMES]], %c4
// CHECK: %[[END:.*]] = arith.addi %[[LOW:.*]], %[[ENTRIES]]
// CHECK: %[[NONE:.*]] = arith.constant dense<0.000000e+00> : vector<4xf64>
// CHECK: %[[SUMS:.*]]:4 = scf.for %{{.*}} = %[[LOW]] to %[[END]] step %c4{{.*}} iter_args(%{{.*}} = %[[Z]], %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}})
// CHECK-COUNT-4: memref.load %{{.*}} : memref<?xf64>
// CHECK: } {loop_annotation = #[[ROLLED]]}
// CHECK: %[[A:.*]] = arith.addf %[[SUMS]]#0, %[[SUMS]]#1 fastmath<reassoc>
// CHECK: %[[B:.*]] = arith.addf %[[SUMS]]#2, %[[SUMS]]#3 fastmath<reassoc>
// CHECK: %[[C:.*]] = arith.addf %[[A]], %[[B]] fastmath<reassoc>
// CHECK: scf.for %{{.*}} = %[[END]] to %{{.*}} step %c1{{.*}} iter_args(%{{.*}} = %[[C]])
// CHECK: } {loop_annotation = #[[ROLLED]]}
func.func @has_chains(%A: tensor<4x8xf64, #CSR>, %p: index, %z: vector<4xf64>) -> vector<4xf64> {
  %cursor = sloop.cursor %A[1] under(%p) : tensor<4x8xf64, #CSR>
  %r = sloop.iterate (%j, %q) in %cursor how(<chains = 4>) init(%s = %z) : !sloop.cursor -> vector<4xf64> {
    %v = sloop.value %A[%q] : tensor<4x8xf64, #CSR> -> f64
    %w = vector.broadcast %v : f64 to vector<4xf64>
    %t = arith.addf %s, %w fastmath<reassoc> : vector<4xf64>
    sloop.yield %t : vector<4xf64>
  }
  return %r : vector<4xf64>
}

// Coordinates of 8 bits reach 255.
// CHECK-LABEL: @narrow_coordinates_are_unsigned
// CHECK: arith.index_castui %{{.*}} : i8 to index
func.func @narrow_coordinates_are_unsigned(%A: tensor<200xf64, #Narrow>, %p: index, %x: memref<200xf64>) {
  %cursor = sloop.cursor %A[0] under(%p) : tensor<200xf64, #Narrow>
  sloop.iterate (%i, %q) in %cursor : !sloop.cursor {
    %v = sloop.value %A[%q] : tensor<200xf64, #Narrow> -> f64
    memref.store %v, %x[%i] : memref<200xf64>
    sloop.yield
  }
  return
}

// One that carries a floating-point sum gathers; a loop around another one is left alone.
// CHECK-LABEL: @gathers
// CHECK: scf.for
// CHECK: scf.for
// CHECK: } {loop_annotation = #[[BLOCKS]]}
// CHECK-NOT: loop_annotation
func.func @gathers(%A: tensor<4x8xf64, #CSR>, %x: memref<8xf64>, %n: index, %zero: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %p = %c0 to %n step %c1 iter_args(%t = %zero) -> f64 {
    %cursor = sloop.cursor %A[1] under(%p) : tensor<4x8xf64, #CSR>
    %u = sloop.iterate (%j, %q) in %cursor how(<gathers = 8>) init(%s = %t) : !sloop.cursor -> f64 {
      %v = sloop.value %A[%q] : tensor<4x8xf64, #CSR> -> f64
      %w = memref.load %x[%j] : memref<8xf64>
      %m = arith.mulf %v, %w : f64
      %a = arith.addf %s, %m fastmath<reassoc> : f64
      sloop.yield %a : f64
    }
    scf.yield %u : f64
  }
  return %r : f64
}
