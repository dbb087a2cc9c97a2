// `sloop-sparsify`: each loop becomes a walk over what its operands store.

// RUN: lacuna-opt %s --sloop-sparsify="ahead=0 gathers=slow chains=1 several-forms=false" | FileCheck %s
// RUN: lacuna-opt %s --sloop-sparsify="ahead=0 gathers=slow chains=1 several-forms=false" > %t.once
// RUN: lacuna-opt %t.once --sloop-sparsify="ahead=0 gathers=slow chains=1 several-forms=false" | diff %t.once -

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>
#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#Unordered = #stensor.format<(i, j) -> (i : compressed(nonunique, unordered), j : singleton)>
#Dense = #stensor.format<(i, j) -> (j : dense, i : dense)>
#Matrix = #stensor.format<(i, j) -> (i : compressed, j : dense)>

// A level that can be located is, in a counted loop; one that cannot is enumerated under the position found.
// CHECK-LABEL: func.func @rows_are_located_entries_enumerated(
// CHECK-SAME:    %[[A:[a-z0-9]*]]: tensor<?x?xf64, #{{.*}}>, %[[X:[a-z0-9]*]]: memref<?xf64>, %[[Y:[a-z0-9]*]]: memref<?xf64>, %[[M:[a-z0-9]*]]: index
func.func @rows_are_located_entries_enumerated(%A: tensor<?x?xf64, #CSR>, %x: memref<?xf64>, %y: memref<?xf64>,
                                               %m: index, %n: index) {
  // CHECK-NOT:  sloop.nest
  // CHECK:      scf.for %[[ROW:.*]] = %c0{{.*}} to %[[M]] step %c1
  // CHECK:        %[[ROOT:.*]] = arith.constant 0 : index
  // CHECK:        %[[P:.*]] = sloop.locate %[[ROW]] in %[[A]][0] under(%[[ROOT]])
  // CHECK:        %[[CURSOR:.*]] = sloop.cursor %[[A]][1] under(%[[P]]) given(%[[ROW]])
  // CHECK-NEXT:        sloop.iterate (%[[COL:.*]], %[[POS:.*]]) in %[[CURSOR]] :
  // CHECK-DAG:      %[[AV:.*]] = sloop.value %[[A]][%[[POS]]]
  // CHECK-DAG:      %[[XV:.*]] = memref.load %[[X]][%[[COL]]]
  // CHECK:          %[[PROD:.*]] = arith.mulf %[[AV]], %[[XV]] fastmath<reassoc,nsz,contract>
  // CHECK:          %[[OLD:.*]] = memref.load %[[Y]][%[[ROW]]]
  // CHECK:          %[[NEW:.*]] = arith.addf %[[OLD]], %[[PROD]] fastmath<reassoc,nsz,contract>
  // CHECK:          memref.store %[[NEW]], %[[Y]][%[[ROW]]]
  // CHECK:          sloop.yield{{$}}
  sloop.nest ins(%a = %A, %b = %x : tensor<?x?xf64, #CSR>, memref<?xf64>) outs(%c = %y : memref<?xf64>) {
    sloop.forall %i in %m {
      sloop.forall %j in %n {
        %0 = sloop.read %a[%i, %j] : tensor<?x?xf64, #CSR>
        %1 = sloop.read %b[%j] : memref<?xf64>
        %2 = arith.mulf %0, %1 : f64
        sloop.write %2, %c[%i] by add : memref<?xf64>
      }
    }
  }
  return
}

// A fold carries its sum, from the neutral value.
// CHECK-LABEL: func.func @fold_carries_its_sum(
func.func @fold_carries_its_sum(%A: tensor<?x?xi32, #DCSR>, %y: memref<?xi32>, %m: index, %n: index) {
  // CHECK:      %[[CURSOR0:.*]] = sloop.cursor %[[A:.*]][0] under(%c0{{.*}})
  // CHECK-NEXT:      sloop.iterate (%[[ROW:.*]], %[[P:.*]]) in %[[CURSOR0]] :
  // CHECK:        %[[ZERO:.*]] = arith.constant 0 : i32
  // CHECK:        %[[CURSOR1:.*]] = sloop.cursor %[[A]][1] under(%[[P]]) given(%[[ROW]])
  // CHECK-NEXT:        %[[SUM:.*]] = sloop.iterate (%{{.*}}, %[[POS:.*]]) in %[[CURSOR1]] how(<chains = 1>) init(%[[S:.*]] = %[[ZERO]])
  // CHECK:          %[[V:.*]] = sloop.value %[[A]][%[[POS]]]
  // CHECK:          %[[T:.*]] = arith.addi %[[S]], %[[V]] : i32
  // CHECK:          sloop.yield %[[T]] : i32
  // CHECK:        %[[OLD:.*]] = memref.load %{{.*}}[%[[ROW]]]
  // CHECK:        arith.addi %[[OLD]], %[[SUM]] : i32
  sloop.nest ins(%a = %A : tensor<?x?xi32, #DCSR>) outs(%c = %y : memref<?xi32>) {
    sloop.forall %i in %m {
      %0 = sloop.fold %j in %n by add -> i32 {
        %1 = sloop.read %a[%i, %j] : tensor<?x?xi32, #DCSR>
        sloop.yield %1 : i32
      }
      sloop.write %0, %c[%i] by add : memref<?xi32>
    }
  }
  return
}

// Rows of COO are runs of equal coordinates, and the level below is walked over each.
// CHECK-LABEL: func.func @runs_of_equal_coordinates(
func.func @runs_of_equal_coordinates(%A: tensor<?x?xf64, #COO>, %y: memref<?xf64>, %m: index, %n: index) {
  // CHECK:      %[[CURSOR0:.*]] = sloop.cursor %[[A:.*]][0] under(%c0{{.*}})
  // CHECK-NEXT:      %[[RUNS0:.*]] = sloop.runs %[[CURSOR0]] open
  // CHECK-NEXT:      sloop.iterate (%[[ROW:.*]], %[[FIRST:.*]], %[[LAST:.*]]) in %[[RUNS0]] :
  // CHECK:        %[[CURSOR1:.*]] = sloop.cursor %[[A]][1] under(%[[FIRST]] to %[[LAST]]) given(%[[ROW]])
  // CHECK-NEXT:        %[[INSIDE:.*]] = sloop.in_run %[[CURSOR1]] of(%[[RUNS0]]) at(%[[ROW]])
  // CHECK-NEXT:        %[[ENDS:.*]]:2 = sloop.iterate (%{{.*}}, %{{.*}}) in %[[INSIDE]]
  // CHECK:             sloop.yield %[[ENDS]]#0 : index
  sloop.nest ins(%a = %A : tensor<?x?xf64, #COO>) outs(%c = %y : memref<?xf64>) {
    sloop.forall %i in %m {
      %0 = sloop.fold %j in %n by add -> f64 {
        %1 = sloop.read %a[%i, %j] : tensor<?x?xf64, #COO>
        sloop.yield %1 : f64
      }
      sloop.write %0, %c[%i] by add : memref<?xf64>
    }
  }
  return
}

// Equal coordinates that need not be neighbours are walked one by one.
// CHECK-LABEL: func.func @no_runs_without_order(
func.func @no_runs_without_order(%A: tensor<?x?xf64, #Unordered>, %y: memref<?xf64>, %m: index, %n: index) {
  // CHECK-NOT:  segments
  // CHECK:      %[[CURSOR0:.*]] = sloop.cursor %[[A:.*]][0] under(%c0{{.*}})
  // CHECK-NEXT:      sloop.iterate (%{{.*}}, %[[P:.*]]) in %[[CURSOR0]] :
  // CHECK:        %[[CURSOR1:.*]] = sloop.cursor %[[A]][1] under(%[[P]])
  // CHECK-NEXT:        sloop.iterate (%{{.*}}, %{{.*}}) in %[[CURSOR1]]
  sloop.nest ins(%a = %A : tensor<?x?xf64, #Unordered>) outs(%c = %y : memref<?xf64>) {
    sloop.forall %i in %m {
      sloop.forall %j in %n {
        %0 = sloop.read %a[%i, %j] : tensor<?x?xf64, #Unordered>
        sloop.write %0, %c[%i] by add : memref<?xf64>
      }
    }
  }
  return
}

// Nothing has to be walked in order: positions are computed at the read, level by level.
// CHECK-LABEL: func.func @located_at_random(
func.func @located_at_random(%A: tensor<4x8xf64, #Dense>, %y: memref<4xf64>) {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  // CHECK:      scf.for %[[ROW:.*]] =
  // CHECK:        scf.for %[[COL:.*]] =
  // CHECK:          %[[AHEAD0:.*]] = sloop.locate %[[COL]] in %[[A:.*]][0] under(%c0{{.*}})
  // CHECK:          %[[AHEAD1:.*]] = sloop.locate %[[ROW]] in %[[A]][1] under(%[[AHEAD0]])
  // CHECK:          sloop.value %[[A]][%[[AHEAD1]]]
  sloop.nest ins(%a = %A : tensor<4x8xf64, #Dense>) outs(%c = %y : memref<4xf64>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<4x8xf64, #Dense>
        sloop.write %0, %c[%i] by add : memref<4xf64>
      }
    }
  }
  return
}

// One stored operand drives the loop over i; the level of the other one is located at the same coordinate.
// CHECK-LABEL: func.func @one_drives_the_other_is_located(
func.func @one_drives_the_other_is_located(%A: tensor<4x8xf64, #Matrix>, %B: tensor<4x8xf64, #CSR>, %y: memref<f64>) {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  // CHECK:      %[[CURSOR0:.*]] = sloop.cursor %[[A:[a-z0-9]*]][0] under
  // CHECK-NEXT:      sloop.iterate (%[[ROW:.*]], %[[P:.*]]) in %[[CURSOR0]]
  // CHECK:        %[[Q:.*]] = sloop.locate %[[ROW]] in %[[B:[a-z0-9]*]][0]
  // CHECK:        %[[CURSOR1:.*]] = sloop.cursor %[[B]][1] under(%[[Q]]) given(%[[ROW]])
  // CHECK-NEXT:        sloop.iterate (%[[COL:.*]], %[[QPOS:.*]]) in %[[CURSOR1]]
  // CHECK:          %[[PPOS:.*]] = sloop.locate %[[COL]] in %[[A]][1] under(%[[P]])
  // CHECK-DAG:      sloop.value %[[A]][%[[PPOS]]]
  // CHECK-DAG:      sloop.value %[[B]][%[[QPOS]]]
  sloop.nest ins(%a = %A, %b = %B : tensor<4x8xf64, #Matrix>, tensor<4x8xf64, #CSR>) outs(%c = %y : memref<f64>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<4x8xf64, #Matrix>
        %1 = sloop.read %b[%i, %j] : tensor<4x8xf64, #CSR>
        %2 = arith.mulf %0, %1 : f64
        sloop.write %2, %c[] by add : memref<f64>
      }
    }
  }
  return
}

// Affine subscripts of buffers are computed.
// CHECK-LABEL: func.func @subscripts_of_buffers(
func.func @subscripts_of_buffers(%A: tensor<4x8xf64, #CSC>, %x: memref<?x?xf64>, %y: memref<?xf64>) {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  // CHECK:      scf.for %[[COL:.*]] =
  // CHECK:        sloop.iterate (%[[ROW:.*]], %{{.*}}) in
  // CHECK:          %[[TWICE:.*]] = arith.muli %[[ROW]], %c2
  // CHECK:          %[[SUM:.*]] = arith.addi %{{.*}}, %{{.*}} : index
  // CHECK:          %[[FULL:.*]] = arith.addi %[[SUM]], %c1
  // CHECK:          memref.load %{{.*}}[%[[FULL]], %c7{{.*}}]
  sloop.nest ins(%a = %A, %b = %x : tensor<4x8xf64, #CSC>, memref<?x?xf64>) outs(%c = %y : memref<?xf64>) {
    sloop.forall %j in %c8 {
      sloop.forall %i in %c4 {
        %0 = sloop.read %a[%i, %j] : tensor<4x8xf64, #CSC>
        %1 = sloop.read %b[2 * %i + %j + 1, 7] : memref<?x?xf64>
        %2 = arith.mulf %0, %1 : f64
        sloop.write %2, %c[%i] by add : memref<?xf64>
      }
    }
  }
  return
}
