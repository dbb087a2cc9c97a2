// `sloop-sparsify`: vector loops become strips of lanes; what is left of a static extent is a shorter strip, of a
// dynamic one a strip under a mask.

// RUN: lacuna-opt %s --sloop-sparsify="ahead=0 gathers=slow chains=1 several-forms=false" | FileCheck %s
// RUN: lacuna-opt %s --sloop-sparsify="fp=strict gathers=slow chains=1 several-forms=false" | FileCheck %s --check-prefix=STRICT
// RUN: not lacuna-opt %s --sloop-sparsify="fp=off gathers=slow chains=1 several-forms=false" 2>&1 | FileCheck %s --check-prefix=OPTION

// OPTION: error: sloop-sparsify: option fp cannot be 'off': expected fast or strict

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>

// A column of what is stored by columns: its neighbours are at neighbouring positions, from where the first one is located.
// What is left of the column is read under a mask.
// CHECK-LABEL: func.func @along_a_stored_column(
// CHECK:         scf.for %[[BASE:.*]] = %c0{{.*}} to %{{.*}} step %c8{{.*}} {
// CHECK:           %[[COLUMN:.*]] = sloop.locate %{{.*}} in %[[A:.*]][0] under(%{{.*}})
// CHECK:           %[[POSITION:.*]] = sloop.locate %[[BASE]] in %[[A]][1] under(%[[COLUMN]])
// CHECK:           sloop.value %[[A]][%[[POSITION]]] : {{.*}} -> vector<8xf64>
// CHECK:         %[[MASK:.*]] = vector.create_mask
// CHECK:         sloop.value %[[A]][%{{.*}}] mask %[[MASK]] : vector<8xi1> : {{.*}} -> vector<8xf64>
#Columns = #stensor.format<(i, j) -> (j : dense, i : dense)>
func.func @along_a_stored_column(%A: tensor<?x4xf64, #Columns>, %y: memref<?xf64>, %m: index, %j: index) {
  sloop.nest ins(%a = %A : tensor<?x4xf64, #Columns>) outs(%c = %y : memref<?xf64>) {
    sloop.forall %i in %m how(<lanes = 8>) {
      %0 = sloop.read %a[%i, %j] : tensor<?x4xf64, #Columns>
      sloop.write %0, %c[%i] by add : memref<?xf64>
    }
  }
  return
}

// CHECK-LABEL:  func.func @static_remainder(
// STRICT-LABEL: func.func @static_remainder(
func.func @static_remainder(%x: memref<20xf64>, %y: memref<20xf64>) {
  %c20 = arith.constant 20 : index
  // CHECK:      scf.for %[[BASE:.*]] = %c0{{.*}} to %c16{{.*}} step %c8{{.*}} {
  // CHECK:        %[[V:.*]] = vector.load %{{.*}}[%[[BASE]]] : memref<20xf64>, vector<8xf64>
  // CHECK:        vector.store %{{.*}}, %{{.*}}[%[[BASE]]] : memref<20xf64>, vector<8xf64>
  // CHECK:      }
  // CHECK:      vector.load %{{.*}}[%c16{{.*}}] : memref<20xf64>, vector<4xf64>
  // CHECK:      vector.store %{{.*}}, %{{.*}}[%c16{{.*}}] : memref<20xf64>, vector<4xf64>
  // STRICT-NOT: fastmath
  sloop.nest ins(%a = %x : memref<20xf64>) outs(%c = %y : memref<20xf64>) {
    sloop.forall %i in %c20 how(<lanes = 8>) {
      %0 = sloop.read %a[%i] : memref<20xf64>
      %1 = arith.mulf %0, %0 : f64
      sloop.write %1, %c[%i] by add : memref<20xf64>
    }
  }
  return
}

// CHECK-LABEL: func.func @one_whole_block(
func.func @one_whole_block(%x: memref<8xf64>, %y: memref<8xf64>) {
  %c8 = arith.constant 8 : index
  // CHECK-NOT:  scf.for
  // CHECK:      vector.load %{{.*}}[%c0{{.*}}] : memref<8xf64>, vector<8xf64>
  // CHECK-NOT:  vector.load
  // CHECK:      return
  sloop.nest ins(%a = %x : memref<8xf64>) outs(%c = %y : memref<8xf64>) {
    sloop.forall %i in %c8 how(<lanes = 8>) {
      %0 = sloop.read %a[%i] : memref<8xf64>
      sloop.write %0, %c[%i] : memref<8xf64>
    }
  }
  return
}

// The narrowest block that holds the rest: half a register, a register, or several, of the last of which a mask says which lanes
// count.
// CHECK-LABEL: func.func @blocks_as_wide_as_the_rest(
// CHECK-SAME:    %[[X:.*]]: memref<?xf64>, %[[Y:.*]]: memref<?xf64>, %[[N:.*]]: index
func.func @blocks_as_wide_as_the_rest(%x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  // CHECK:      %[[REST:.*]] = arith.remui %[[N]], %c32
  // CHECK:      %[[WHOLE:.*]] = arith.subi %[[N]], %[[REST]]
  // CHECK:      scf.index_switch %{{.*}}
  // CHECK:      case 1 {
  // CHECK:        %[[MASK:.*]] = vector.create_mask %[[REST]] : vector<4xi1>
  // CHECK:        vector.maskedload %[[X]][%[[WHOLE]]], %[[MASK]], %{{.*}} into vector<4xf64>
  // CHECK:      case 2 {
  // CHECK:        vector.maskedload %[[X]][%[[WHOLE]]], %{{.*}} into vector<8xf64>
  // CHECK:      case 3 {
  // CHECK:        %[[LEFT:.*]] = arith.subi %[[REST]], %c8
  // CHECK:        %[[LAST:.*]] = vector.create_mask %[[LEFT]] : vector<8xi1>
  // CHECK:        %[[FIRST:.*]] = vector.load %[[X]][%[[WHOLE]]] : memref<?xf64>, vector<8xf64>
  // CHECK:        vector.insert_strided_slice %[[FIRST]], %{{.*}} {offsets = [0], strides = [1]}
  // CHECK:        %[[SECOND:.*]] = vector.maskedload %[[X]][%{{.*}}], %[[LAST]]
  // CHECK:        vector.insert_strided_slice %[[SECOND]], %{{.*}} {offsets = [8], strides = [1]}
  // CHECK:        vector.store %{{.*}}, %[[Y]][%[[WHOLE]]] : memref<?xf64>, vector<8xf64>
  // CHECK:        vector.maskedstore %[[Y]][%{{.*}}], %[[LAST]]
  // CHECK:      case 4 {
  // CHECK:        %[[THIRD:.*]] = vector.maskedload %[[X]][%{{.*}}], %{{.*}} into vector<8xf64>
  // CHECK:        vector.insert_strided_slice %[[THIRD]], %{{.*}} {offsets = [16], strides = [1]} : vector<8xf64> into vector<32xf64>
  // CHECK:        vector.maskedstore
  // CHECK:      case 5 {
  // CHECK:        %[[FOURTH:.*]] = vector.maskedload %[[X]][%{{.*}}], %{{.*}} into vector<8xf64>
  // CHECK:        vector.insert_strided_slice %[[FOURTH]], %{{.*}} {offsets = [24], strides = [1]} : vector<8xf64> into vector<32xf64>
  // CHECK:        vector.maskedstore
  sloop.nest ins(%a = %x : memref<?xf64>) outs(%c = %y : memref<?xf64>) {
    sloop.forall %i in %n how(<lanes = 32>) {
      %0 = sloop.read %a[%i] : memref<?xf64>
      sloop.write %0, %c[%i] : memref<?xf64>
    }
  }
  return
}

// Vectors have powers of two of places: others LLVM moves element by element.
// CHECK-LABEL: func.func @places_are_powers_of_two(
func.func @places_are_powers_of_two(%x: memref<20xf64>, %y: memref<20xf64>) {
  %c20 = arith.constant 20 : index
  // CHECK:      %[[MASK:.*]] = vector.constant_mask [20] : vector<32xi1>
  // CHECK:      vector.maskedload %{{.*}}, %[[MASK]], %{{.*}} into vector<32xf64>
  // CHECK:      vector.maskedstore %{{.*}}, %[[MASK]], %{{.*}} vector<32xf64>
  sloop.nest ins(%a = %x : memref<20xf64>) outs(%c = %y : memref<20xf64>) {
    sloop.forall %i in %c20 how(<lanes = 20>) {
      %0 = sloop.read %a[%i] : memref<20xf64>
      sloop.write %0, %c[%i] : memref<20xf64>
    }
  }
  return
}

// CHECK-LABEL: func.func @mask_for_the_rest(
// CHECK-SAME:    %{{.*}}: memref<?xf64>, %{{.*}}: memref<?xf64>, %[[N:.*]]: index
func.func @mask_for_the_rest(%x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  // CHECK:      %[[REST:.*]] = arith.remui %[[N]], %c8
  // CHECK:      %[[WHOLE:.*]] = arith.subi %[[N]], %[[REST]]
  // CHECK:      scf.for %{{.*}} = %c0{{.*}} to %[[WHOLE]] step %c8
  // CHECK:        vector.load
  // CHECK:        vector.store
  // CHECK:      %[[SOME:.*]] = arith.cmpi ne, %[[REST]], %c0
  // CHECK:      scf.if %[[SOME]] {
  // CHECK:        %[[MASK:.*]] = vector.create_mask %[[REST]] : vector<8xi1>
  // CHECK:        vector.maskedload %{{.*}}[%[[WHOLE]]], %[[MASK]], %{{.*}}
  // CHECK:        vector.maskedstore %{{.*}}[%[[WHOLE]]], %[[MASK]], %{{.*}}
  sloop.nest ins(%a = %x : memref<?xf64>) outs(%c = %y : memref<?xf64>) {
    sloop.forall %i in %n how(<lanes = 8>) {
      %0 = sloop.read %a[%i] : memref<?xf64>
      sloop.write %0, %c[%i] : memref<?xf64>
    }
  }
  return
}

// Lanes outside the walk over a row: the stored value is spread, and a vector is carried.
// CHECK-LABEL: func.func @vector_of_sums(
func.func @vector_of_sums(%A: tensor<4x4xf64, #CSR>, %B: memref<4x8xf64>, %C: memref<4x8xf64>) {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  // CHECK:      %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<8xf64>
  // CHECK:      %[[CURSOR:.*]] = sloop.cursor %{{.*}}[1] under(%{{.*}}) given(%{{.*}})
  // CHECK-NEXT:      %[[SUM:.*]] = sloop.iterate (%[[K:.*]], %[[POS:.*]]) in %[[CURSOR]] how(<chains = 1>) init(%[[S:.*]] = %[[ZERO]])
  // CHECK-SAME:   -> vector<8xf64> {
  // CHECK-DAG:    %[[AV:.*]] = sloop.value %{{.*}}[%[[POS]]] : {{.*}} -> f64
  // CHECK-DAG:    %[[BV:.*]] = vector.load %{{.*}}[%[[K]], %c0{{.*}}]
  // CHECK:        %[[SPREAD:.*]] = vector.broadcast %[[AV]] : f64 to vector<8xf64>
  // CHECK:        arith.mulf %[[SPREAD]], %[[BV]]
  // CHECK:      vector.store %[[SUM]]
  sloop.nest ins(%a = %A, %b = %B : tensor<4x4xf64, #CSR>, memref<4x8xf64>) outs(%c = %C : memref<4x8xf64>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 how(<lanes = 8>) {
        %0 = sloop.fold %k in %c4 by add -> f64 {
          %1 = sloop.read %a[%i, %k] : tensor<4x4xf64, #CSR>
          %2 = sloop.read %b[%k, %j] : memref<4x8xf64>
          %3 = arith.mulf %1, %2 : f64
          sloop.yield %3 : f64
        }
        sloop.write %0, %c[%i, %j] : memref<4x8xf64>
      }
    }
  }
  return
}

// A fold in lanes adds lane by lane and across the lanes once, at its end.
// CHECK-LABEL: func.func @reduced_across_lanes_at_the_end(
func.func @reduced_across_lanes_at_the_end(%x: memref<?xf64>, %y: memref<f64>, %n: index) {
  // CHECK:      %[[WHOLE:.*]] = scf.for %{{.*}} = %c0{{.*}} to %{{.*}} step %c8{{.*}} iter_args(%[[S:.*]] = %{{.*}}) -> (vector<8xf64>) {
  // CHECK-NOT:    vector.reduction
  // CHECK:        arith.addf %[[S]], %{{.*}} fastmath<reassoc,nsz,contract> : vector<8xf64>
  // CHECK:      %[[ALL:.*]] = scf.if %{{.*}} -> (vector<8xf64>) {
  // Lanes that do not count are neutral.
  // CHECK:        arith.select %{{.*}}, %{{.*}}, %{{.*}} : vector<8xi1>, vector<8xf64>
  // CHECK:        arith.addf %[[WHOLE]], %{{.*}}
  // CHECK:      } else {
  // CHECK:        scf.yield %[[WHOLE]]
  // CHECK:      vector.reduction <add>, %[[ALL]] fastmath<reassoc,nsz,contract> : vector<8xf64> into f64
  sloop.nest ins(%a = %x : memref<?xf64>) outs(%c = %y : memref<f64>) {
    %0 = sloop.fold %i in %n how(<lanes = 8>) by add -> f64 {
      %1 = sloop.read %a[%i] : memref<?xf64>
      sloop.yield %1 : f64
    }
    sloop.write %0, %c[] by add : memref<f64>
  }
  return
}

// CHECK-LABEL: func.func @minimum_with_a_static_remainder(
func.func @minimum_with_a_static_remainder(%x: memref<12xi32>, %y: memref<i32>) {
  %c12 = arith.constant 12 : index
  // CHECK:      %[[A:.*]] = vector.reduction <minsi>, %{{.*}} : vector<8xi32> into i32
  // CHECK:      %[[B:.*]] = vector.reduction <minsi>, %{{.*}} : vector<4xi32> into i32
  // CHECK:      arith.minsi %[[A]], %[[B]] : i32
  sloop.nest ins(%a = %x : memref<12xi32>) outs(%c = %y : memref<i32>) {
    %0 = sloop.fold %i in %c12 how(<lanes = 8>) by min -> i32 {
      %1 = sloop.read %a[%i] : memref<12xi32>
      sloop.yield %1 : i32
    }
    sloop.write %0, %c[] by min : memref<i32>
  }
  return
}

// A write under lanes to one point combines the lanes first.
// CHECK-LABEL: func.func @lanes_into_one_point(
func.func @lanes_into_one_point(%x: memref<8xf64>, %y: memref<f64>) {
  %c8 = arith.constant 8 : index
  // CHECK:      %[[V:.*]] = vector.load
  // CHECK:      %[[MAX:.*]] = vector.reduction <maximumf>, %[[V]]
  // CHECK:      %[[OLD:.*]] = memref.load %{{.*}}[] : memref<f64>
  // CHECK:      arith.maximumf %[[OLD]], %[[MAX]]
  sloop.nest ins(%a = %x : memref<8xf64>) outs(%c = %y : memref<f64>) {
    sloop.forall %i in %c8 how(<lanes = 8>) {
      %0 = sloop.read %a[%i] : memref<8xf64>
      sloop.write %0, %c[] by max : memref<f64>
    }
  }
  return
}
