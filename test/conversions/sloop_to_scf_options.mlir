// The thresholds of `convert-sloop-to-scf` and `sloop-sparsify` are options, with bounds.

// RUN: lacuna-opt %s --convert-sloop-to-scf="few-buckets=32 digit-bits=8 inserted-children=3" | FileCheck %s
// RUN: not lacuna-opt %s --sloop-sparsify=run-block=0 2>&1 | FileCheck %s --check-prefix=TOO-FEW
// RUN: not lacuna-opt %s --convert-sloop-to-scf=digit-bits=many 2>&1 | FileCheck %s --check-prefix=NO-NUMBER

// RUN: lacuna-opt %s --convert-sloop-to-scf="least-room=40 sampled-segments=9" | FileCheck %s --check-prefix=LOOPS
// RUN: not lacuna-opt %s --sloop-sparsify=gathers=some 2>&1 | FileCheck %s --check-prefix=WHICH
// WHICH: option gathers cannot be 'some': expected native, fast or slow
// RUN: not lacuna-opt %s --sloop-sparsify=gathered-entries=65 2>&1 | FileCheck %s --check-prefix=TOO-MANY

// TOO-MANY: option gathered-entries cannot be '65': expected a number from 1 to 64
// TOO-FEW: option run-block cannot be '0': expected a number from 1 to 64
// NO-NUMBER: option digit-bits cannot be 'many': expected a number from 1 to 24

#ByRow = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#ByColumn = #stensor.format<(i, j) -> (j : compressed(nonunique), i : singleton)>
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#Row = #stensor.format<(i) -> (i : compressed)>
#Unordered = #stensor.format<(i) -> (i : compressed(unordered))>

// CHECK-LABEL: func.func @sorted(
// CHECK:         %[[BUCKETS:.*]] = arith.constant 32 : index
// CHECK-NEXT:    arith.maxui %{{.*}}, %{{.*}}
// CHECK:         %[[DIGIT:.*]] = arith.constant 8 : index
// CHECK-NEXT:    arith.ceildivui %{{.*}}, %[[DIGIT]]
// CHECK:         arith.constant 255 : index
func.func @sorted(%A: tensor<?x?xf64, #ByRow>) -> tensor<?x?xf64, #ByColumn> {
  %B = stensor.sort %A : tensor<?x?xf64, #ByRow> to tensor<?x?xf64, #ByColumn>
  return %B : tensor<?x?xf64, #ByColumn>
}

func.func @reordered(%A: tensor<?xf64, #Unordered>, %y: memref<?xf64>) {
  %root = arith.constant 0 : index
  %c = sloop.cursor %A[0] under(%root) : tensor<?xf64, #Unordered>
  %s = sloop.reorder %c
  sloop.iterate (%i, %p) in %s : !sloop.cursor {
    %v = sloop.value %A[%p] : tensor<?xf64, #Unordered> -> f64
    memref.store %v, %y[%i] : memref<?xf64>
    sloop.yield
  }
  return
}

// CHECK-LABEL: func.func private @lacuna.sort.positions
// CHECK:         %[[FEW:.*]] = arith.constant 3 : index
// CHECK-NEXT:    arith.cmpi ult, %arg2, %[[FEW]]

// A program takes entries in the form that a sample of the segments tells to be fastest, by the times of all forms.
// LOOPS-DAG: #[[NOT:.*]] = #llvm.loop_vectorize<disable = true>
// LOOPS-DAG: #[[SINGLY:.*]] = #llvm.loop_annotation<vectorize = #[[NOT]], unroll = #{{.*}}>
// LOOPS-LABEL: func.func @sums(
// LOOPS:         %[[TIMES:.*]] = memref.get_global @lacuna.form_costs : memref<153xf32>
// LOOPS:         arith.constant 9 : index
// LOOPS:         %[[SUMS:.*]]:11 = scf.for
// LOOPS:           math.ctlz
// LOOPS-COUNT-9:   memref.load %[[TIMES]]
// LOOPS:         } {loop_annotation = #[[SINGLY]]}
// LOOPS-COUNT-2: arith.cmpf olt
// LOOPS:         %[[WAY:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : index
// LOOPS:         scf.for
// LOOPS:           scf.index_switch %[[WAY]]
// LOOPS:           case 1 {
// LOOPS:             vector.reduction <add>, %{{.*}} : vector<2xf64>
// LOOPS:           case 2 {
// LOOPS:             vector.reduction <add>, %{{.*}} : vector<4xf64>
// LOOPS:           default {
// LOOPS:             scf.for
// LOOPS:             } {loop_annotation = #[[SINGLY]]}
func.func @sums(%A: tensor<?x?xf64, #CSR>, %n: index, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %way = sloop.choose %A[1] of [#sloop.how<chains = 1>, #sloop.how<packed = 2, chains = 2>, #sloop.how<packed = 4, chains = 2>] : tensor<?x?xf64, #CSR>
  scf.for %p = %c0 to %n step %c1 {
    %c = sloop.cursor %A[1] under(%p) : tensor<?x?xf64, #CSR>
    %s = scf.index_switch %way -> f64
    case 1 {
      %sum = sloop.iterate (%i, %q) in %c how(<packed = 2, chains = 2>) init(%before = %zero) : !sloop.cursor -> f64 {
        %v = sloop.value %A[%q] : tensor<?x?xf64, #CSR> -> f64
        %next = arith.addf %before, %v fastmath<reassoc> : f64
        sloop.yield %next : f64
      }
      scf.yield %sum : f64
    }
    case 2 {
      %sum = sloop.iterate (%i, %q) in %c how(<packed = 4, chains = 2>) init(%before = %zero) : !sloop.cursor -> f64 {
        %v = sloop.value %A[%q] : tensor<?x?xf64, #CSR> -> f64
        %next = arith.addf %before, %v fastmath<reassoc> : f64
        sloop.yield %next : f64
      }
      scf.yield %sum : f64
    }
    default {
      %sum = sloop.iterate (%i, %q) in %c how(<chains = 1>) init(%before = %zero) : !sloop.cursor -> f64 {
        %v = sloop.value %A[%q] : tensor<?x?xf64, #CSR> -> f64
        %next = arith.addf %before, %v fastmath<reassoc> : f64
        sloop.yield %next : f64
      }
      scf.yield %sum : f64
    }
    memref.store %s, %y[%p] : memref<?xf64>
  }
  return
}

// LOOPS-LABEL: func.func @grows(
// LOOPS:         %[[ROOM:.*]] = arith.constant 40 : index
// LOOPS-NEXT:    arith.maxui %{{.*}}, %[[ROOM]]
func.func @grows(%capacity: index, %j: index) -> index {
  %t, %q = sloop.grow append(%b) capacity(%capacity) : tensor<4x8xf64, #CSR> -> (index) {
    %q_in = sloop.append(%j) to %b[1] : !sloop.assembly<tensor<4x8xf64, #CSR>>
    sloop.yield %q_in : index
  }
  return %q : index
}
