// `sloop-sparsify`: several stored operands in one loop, and values that are not zero where nothing is stored.
//
// Each case of a merge lists what stores a coordinate, and holds what is left of the body there. A merge that needs no
// lattice is an iteration.

// RUN: lacuna-opt %s --sloop-sparsify=ahead=0 | FileCheck %s
// RUN: lacuna-opt %s --sloop-sparsify=ahead=0 > %t.once
// RUN: lacuna-opt %t.once --sloop-sparsify=ahead=0 | diff %t.once -

#SV = #stensor.format<(i) -> (i : compressed)>
#Parts = #stensor.format<(i) -> (i : compressed(nonunique))>
#Full = #stensor.format<(i) -> (i : compressed(full))>
#Dense = #stensor.format<(i) -> (i : dense)>
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>
#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>

// A sum has something to do where either operand stores something.
// CHECK-LABEL: func.func @union_of_a_sum(
// CHECK-SAME:    %[[A:[a-z0-9]*]]: tensor<?xf64, #{{.*}}>, %[[B:[a-z0-9]*]]: tensor<?xf64, #{{.*}}>, %[[Y:[a-z0-9]*]]: memref<?xf64>
func.func @union_of_a_sum(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>, %y: memref<?xf64>, %n: index) {
  // CHECK:      %[[CURSOR0:.*]] = sloop.cursor %[[A]][0] under(%{{.*}})
  // CHECK:           %[[CURSOR1:.*]] = sloop.cursor %[[B]][0] under(%{{.*}})
  // CHECK-NEXT:      sloop.coiterate (%[[CURSOR0]], %[[CURSOR1]]) blended :
  // CHECK-NEXT: case(0) (%[[I:.*]]: index, %[[P:.*]]: index) {
  // CHECK-NEXT:   %[[V:.*]] = sloop.value %[[A]][%[[P]]]
  // CHECK:        %[[NEW:.*]] = arith.addf %{{.*}}, %[[V]]
  // CHECK:        memref.store %[[NEW]], %[[Y]][%[[I]]]
  // CHECK:      case(1) (%[[I:.*]]: index, %[[Q:.*]]: index) {
  // CHECK-NEXT:   sloop.value %[[B]][%[[Q]]]
  // CHECK:      case(0, 1) (%[[I:.*]]: index, %[[P:.*]]: index, %[[Q:.*]]: index, %{{.*}}: i1, %{{.*}}: i1) {
  // CHECK-DAG:    sloop.value %[[A]][%[[P]]]
  // CHECK-DAG:    sloop.value %[[B]][%[[Q]]]
  // CHECK:        arith.addf
  // CHECK-NOT:  case(
  sloop.nest ins(%a = %A, %b = %B : tensor<?xf64, #SV>, tensor<?xf64, #SV>) outs(%c = %y : memref<?xf64>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : tensor<?xf64, #SV>
      %1 = sloop.read %b[%i] : tensor<?xf64, #SV>
      %2 = arith.addf %0, %1 : f64
      sloop.write %2, %c[%i] by add : memref<?xf64>
    }
  }
  return
}

// A product only where both do; a fold carries its sum through the one case.
// CHECK-LABEL: func.func @intersection_of_a_product(
func.func @intersection_of_a_product(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>, %y: memref<f64>, %n: index) {
  // CHECK:      %[[ZERO:.*]] = arith.constant 0.0{{.*}} : f64
  // CHECK:      %[[SUM:.*]] = sloop.coiterate ({{.*}}) init(%[[ZERO]]) : {{.*}} -> f64
  // CHECK-NEXT: case(0, 1) (%{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %[[S:.*]]: f64) {
  // CHECK:        %[[T:.*]] = arith.addf %[[S]], %{{.*}}
  // CHECK-NEXT:   sloop.yield %[[T]] : f64
  // CHECK-NEXT: }
  // CHECK-NOT:  case(
  // CHECK:      arith.addf %{{.*}}, %[[SUM]]
  sloop.nest ins(%a = %A, %b = %B : tensor<?xf64, #SV>, tensor<?xf64, #SV>) outs(%c = %y : memref<f64>) {
    %0 = sloop.fold %i in %n by add -> f64 {
      %1 = sloop.read %a[%i] : tensor<?xf64, #SV>
      %2 = sloop.read %b[%i] : tensor<?xf64, #SV>
      %3 = arith.mulf %1, %2 : f64
      sloop.yield %3 : f64
    }
    sloop.write %0, %c[] by add : memref<f64>
  }
  return
}

// What is taken away is not added: the case without A negates.
// CHECK-LABEL: func.func @union_of_a_difference(
func.func @union_of_a_difference(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>, %y: memref<f64>, %n: index) {
  // CHECK:      case(0) (
  // CHECK-NOT:    arith.subf
  // CHECK:      case(1) (
  // CHECK:        arith.subf %cst{{.*}}, %{{.*}}
  // CHECK:      case(0, 1) (
  // CHECK:        arith.subf
  sloop.nest ins(%a = %A, %b = %B : tensor<?xf64, #SV>, tensor<?xf64, #SV>) outs(%c = %y : memref<f64>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : tensor<?xf64, #SV>
      %1 = sloop.read %b[%i] : tensor<?xf64, #SV>
      %2 = arith.subf %0, %1 : f64
      sloop.write %2, %c[] by add : memref<f64>
    }
  }
  return
}

// A * (B + C): every case lists A, and one of the others.
// CHECK-LABEL: func.func @factor_of_a_sum(
func.func @factor_of_a_sum(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>, %C: tensor<?xf64, #SV>, %y: memref<f64>,
                           %n: index) {
  // CHECK:      %[[CURSOR0:.*]] = sloop.cursor %{{.*}}[0] under(%{{.*}})
  // CHECK:           %[[CURSOR1:.*]] = sloop.cursor %{{.*}}[0] under(%{{.*}})
  // CHECK:           %[[CURSOR2:.*]] = sloop.cursor %{{.*}}[0] under(%{{.*}})
  // CHECK-NEXT:      sloop.coiterate (%[[CURSOR0]], %[[CURSOR1]], %[[CURSOR2]]) :
  // CHECK-NEXT: case(0, 1) (
  // CHECK-NOT:    arith.addf
  // CHECK:        arith.mulf
  // CHECK:      case(0, 2) (
  // CHECK:      case(0, 1, 2) (
  // CHECK-NOT:  case(
  sloop.nest ins(%a = %A, %b = %B, %d = %C : tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>)
             outs(%c = %y : memref<f64>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : tensor<?xf64, #SV>
      %1 = sloop.read %b[%i] : tensor<?xf64, #SV>
      %2 = sloop.read %d[%i] : tensor<?xf64, #SV>
      %3 = arith.addf %1, %2 : f64
      %4 = arith.mulf %0, %3 : f64
      sloop.write %4, %c[] by add : memref<f64>
    }
  }
  return
}

// Three terms have seven cases.
// CHECK-LABEL: func.func @union_of_three(
func.func @union_of_three(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #SV>, %C: tensor<?xf64, #SV>, %y: memref<f64>,
                          %n: index) {
  // CHECK:      sloop.coiterate (
  // CHECK-NOT:  over(
  // CHECK:      case(0) (
  // CHECK:      case(1) (
  // CHECK:      case(0, 1) (
  // CHECK:      case(2) (
  // CHECK:      case(0, 2) (
  // CHECK:      case(1, 2) (
  // CHECK:      case(0, 1, 2) (
  sloop.nest ins(%a = %A, %b = %B, %d = %C : tensor<?xf64, #SV>, tensor<?xf64, #SV>, tensor<?xf64, #SV>)
             outs(%c = %y : memref<f64>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : tensor<?xf64, #SV>
      %1 = sloop.read %b[%i] : tensor<?xf64, #SV>
      %2 = sloop.read %d[%i] : tensor<?xf64, #SV>
      %3 = arith.addf %0, %1 : f64
      %4 = arith.addf %3, %2 : f64
      sloop.write %4, %c[] by add : memref<f64>
    }
  }
  return
}

// A sum with what is dense takes every coordinate; where A stores nothing, it is the dense operand.
// CHECK-LABEL: func.func @sum_with_a_buffer_takes_all(
// CHECK-SAME:    %[[A:[a-z0-9]*]]: tensor<?xf64, #{{.*}}>, %[[X:[a-z0-9]*]]: memref<?xf64>, %[[Y:[a-z0-9]*]]: memref<?xf64>, %[[N:[a-z0-9]*]]: index
func.func @sum_with_a_buffer_takes_all(%A: tensor<?xf64, #SV>, %x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  // CHECK:      %[[CURSOR:.*]] = sloop.cursor %[[A]][0] under(%{{.*}})
  // CHECK-NEXT:      sloop.coiterate (%[[CURSOR]]) over(%[[N]]) :
  // CHECK-NEXT: case() (%[[I:.*]]: index) {
  // CHECK-NEXT:   %[[V:.*]] = memref.load %[[X]][%[[I]]]
  // CHECK-NEXT:   memref.store %[[V]], %[[Y]][%[[I]]]
  // CHECK-NEXT:   sloop.yield{{$}}
  // CHECK:      case(0) (%[[I:.*]]: index, %[[P:.*]]: index) {
  // CHECK-DAG:    %[[V:.*]] = sloop.value %[[A]][%[[P]]]
  // CHECK-DAG:    %[[W:.*]] = memref.load %[[X]][%[[I]]]
  // CHECK:        arith.addf %[[V]], %[[W]]
  sloop.nest ins(%a = %A, %b = %x : tensor<?xf64, #SV>, memref<?xf64>) outs(%c = %y : memref<?xf64>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : tensor<?xf64, #SV>
      %1 = sloop.read %b[%i] : memref<?xf64>
      %2 = arith.addf %0, %1 : f64
      sloop.write %2, %c[%i] : memref<?xf64>
    }
  }
  return
}

// A point that holds what it would get is not visited: the write says what that is.
// CHECK-LABEL: func.func @points_that_hold_the_value_are_not_visited(
func.func @points_that_hold_the_value_are_not_visited(%A: tensor<?xf64, #SV>, %y: memref<?xf64>, %n: index) {
  %half = arith.constant 0.5 : f64
  // CHECK-NOT:  sloop.coiterate
  // CHECK:      sloop.iterate (%[[I:.*]], %[[P:.*]]) in
  // CHECK:        arith.maximumf
  // CHECK-NEXT:   memref.store %{{.*}}, %{{.*}}[%[[I]]]
  sloop.nest ins(%a = %A : tensor<?xf64, #SV>) outs(%c = %y : memref<?xf64>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : tensor<?xf64, #SV>
      %1 = arith.maximumf %0, %half : f64
      sloop.write %1, %c[%i] elsewhere(0.5 : f64) : memref<?xf64>
    }
  }
  return
}

// Points that hold something else are.
// CHECK-LABEL: func.func @points_that_hold_another_value_are_visited(
func.func @points_that_hold_another_value_are_visited(%A: tensor<?xf64, #SV>, %y: memref<?xf64>, %n: index) {
  // CHECK:      sloop.coiterate ({{.*}}) over(%{{.*}}) :
  // CHECK-NEXT: case() (%[[I:.*]]: index) {
  // CHECK-NEXT:   %[[ONE:.*]] = arith.constant 1.0{{.*}} : f64
  // CHECK-NEXT:   memref.store %[[ONE]], %{{.*}}[%[[I]]]
  // CHECK:      case(0) (
  // CHECK:        math.exp
  sloop.nest ins(%a = %A : tensor<?xf64, #SV>) outs(%c = %y : memref<?xf64>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : tensor<?xf64, #SV>
      %1 = math.exp %0 : f64
      sloop.write %1, %c[%i] elsewhere(0.5 : f64) : memref<?xf64>
    }
  }
  return
}

// A maximum sees the zeros that are not stored; they are constants in the case without A.
// CHECK-LABEL: func.func @maximum_sees_zeros(
func.func @maximum_sees_zeros(%A: tensor<?xf64, #SV>, %y: memref<f64>, %n: index) {
  // CHECK:      sloop.coiterate ({{.*}}) over(%{{.*}}) init(%{{.*}}) :
  // CHECK-NEXT: case() (%{{.*}}: index, %[[S:.*]]: f64) {
  // CHECK-NEXT:   %[[ZERO:.*]] = arith.constant 0.0{{.*}} : f64
  // CHECK-NEXT:   arith.maximumf %[[S]], %[[ZERO]]
  // CHECK:      case(0) (
  sloop.nest ins(%a = %A : tensor<?xf64, #SV>) outs(%c = %y : memref<f64>) {
    %0 = sloop.fold %i in %n by max -> f64 {
      %1 = sloop.read %a[%i] : tensor<?xf64, #SV>
      sloop.yield %1 : f64
    }
    sloop.write %0, %c[] by max : memref<f64>
  }
  return
}

// What is left out of a minimum is what a select makes infinite where A stores nothing.
// CHECK-LABEL: func.func @minimum_over_stored_edges(
func.func @minimum_over_stored_edges(%A: tensor<?xf64, #SV>, %x: memref<?xf64>, %y: memref<f64>, %n: index) {
  %zero = arith.constant 0.0 : f64
  %inf = arith.constant 0x7FF0000000000000 : f64
  // CHECK-NOT:  sloop.coiterate
  // CHECK:      sloop.iterate (
  // CHECK:        arith.minimumf
  sloop.nest ins(%a = %A, %b = %x : tensor<?xf64, #SV>, memref<?xf64>) outs(%c = %y : memref<f64>) {
    %0 = sloop.fold %i in %n by min -> f64 {
      %1 = sloop.read %a[%i] : tensor<?xf64, #SV>
      %2 = sloop.read %b[%i] : memref<?xf64>
      %3 = arith.addf %1, %2 : f64
      %4 = arith.cmpf oeq, %1, %zero : f64
      %5 = arith.select %4, %inf, %3 : f64
      sloop.yield %5 : f64
    }
    sloop.write %0, %c[] by min : memref<f64>
  }
  return
}

// Booleans: or over and is an intersection, or alone a union.
// CHECK-LABEL: func.func @or_of_ands(
func.func @or_of_ands(%A: tensor<?xi1, #SV>, %B: tensor<?xi1, #SV>, %y: memref<i1>, %n: index) {
  // CHECK:      sloop.coiterate (
  // CHECK-NEXT: case(0, 1) (
  // CHECK-NOT:  case(
  // CHECK-LABEL: func.func @or_of_ors(
  sloop.nest ins(%a = %A, %b = %B : tensor<?xi1, #SV>, tensor<?xi1, #SV>) outs(%c = %y : memref<i1>) {
    %0 = sloop.fold %i in %n by or -> i1 {
      %1 = sloop.read %a[%i] : tensor<?xi1, #SV>
      %2 = sloop.read %b[%i] : tensor<?xi1, #SV>
      %3 = arith.andi %1, %2 : i1
      sloop.yield %3 : i1
    }
    sloop.write %0, %c[] by or : memref<i1>
  }
  return
}

func.func @or_of_ors(%A: tensor<?xi1, #SV>, %B: tensor<?xi1, #SV>, %y: memref<i1>, %n: index) {
  // CHECK:      sloop.coiterate (
  // CHECK:      case(0) (
  // CHECK:      case(1) (
  // CHECK:      case(0, 1) (
  sloop.nest ins(%a = %A, %b = %B : tensor<?xi1, #SV>, tensor<?xi1, #SV>) outs(%c = %y : memref<i1>) {
    %0 = sloop.fold %i in %n by or -> i1 {
      %1 = sloop.read %a[%i] : tensor<?xi1, #SV>
      %2 = sloop.read %b[%i] : tensor<?xi1, #SV>
      %3 = arith.ori %1, %2 : i1
      sloop.yield %3 : i1
    }
    sloop.write %0, %c[] by or : memref<i1>
  }
  return
}

// Entries that come in several parts are merged by segments, and are the sum of their parts.
// CHECK-LABEL: func.func @parts_are_merged_by_segments(
func.func @parts_are_merged_by_segments(%A: tensor<?xf64, #Parts>, %B: tensor<?xf64, #SV>, %y: memref<f64>, %n: index) {
  // CHECK:      %[[PARTS:.*]] = sloop.cursor %[[A:.*]][0] under(
  // CHECK-NEXT: %[[RUNS:.*]] = sloop.runs %[[PARTS]]{{$}}
  // CHECK:      %[[ONES:.*]] = sloop.cursor %[[B:.*]][0] under(
  // CHECK-NEXT: sloop.coiterate (%[[RUNS]], %[[ONES]]) :
  // CHECK-NEXT: case(0, 1) (%{{.*}}: index, %[[FIRST:.*]]: index, %[[LAST:.*]]: index, %[[Q:.*]]: index) {
  // CHECK-DAG:    sloop.value %[[A]][%[[FIRST]] to %[[LAST]]]
  // CHECK-DAG:    sloop.value %[[B]][%[[Q]]]
  sloop.nest ins(%a = %A, %b = %B : tensor<?xf64, #Parts>, tensor<?xf64, #SV>) outs(%c = %y : memref<f64>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : tensor<?xf64, #Parts>
      %1 = sloop.read %b[%i] : tensor<?xf64, #SV>
      %2 = arith.mulf %0, %1 : f64
      sloop.write %2, %c[] by add : memref<f64>
    }
  }
  return
}

// Alone, too, where the value is not linear in them; where it is, part by part.
// CHECK-LABEL: func.func @square_of_parts(
func.func @square_of_parts(%A: tensor<?xf64, #Parts>, %y: memref<f64>, %n: index) {
  // CHECK:      %[[CURSOR0:.*]] = sloop.cursor %[[A:.*]][0] under
  // CHECK-NEXT:      %[[RUNS0:.*]] = sloop.runs %[[CURSOR0]]{{$}}
  // CHECK-NEXT:      sloop.iterate (%{{.*}}, %[[FIRST:.*]], %[[LAST:.*]]) in %[[RUNS0]]
  // CHECK-NEXT:   %[[V:.*]] = sloop.value %[[A]][%[[FIRST]] to %[[LAST]]]
  // CHECK-NEXT:   arith.mulf %[[V]], %[[V]]
  // CHECK:      %[[CURSOR1:.*]] = sloop.cursor %[[A]][0] under
  // CHECK-NEXT:      sloop.iterate (%{{.*}}, %[[P:.*]]) in %[[CURSOR1]]
  // CHECK-NEXT:   sloop.value %[[A]][%[[P]]] :
  sloop.nest ins(%a = %A : tensor<?xf64, #Parts>) outs(%c = %y : memref<f64>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : tensor<?xf64, #Parts>
      %1 = arith.mulf %0, %0 : f64
      sloop.write %1, %c[] by add : memref<f64>
    }
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : tensor<?xf64, #Parts>
      sloop.write %0, %c[] by add : memref<f64>
    }
  }
  return
}

// Outer levels are merged first; a matrix that has no such row takes no part in the loop over columns.
// CHECK-LABEL: func.func @rows_then_columns(
// CHECK-SAME:    %[[A:[a-z0-9]*]]: tensor<?x?xf64, #{{.*}}>, %[[B:[a-z0-9]*]]: tensor<?x?xf64, #{{.*}}>, %[[Y:[a-z0-9]*]]: memref
func.func @rows_then_columns(%A: tensor<?x?xf64, #DCSR>, %B: tensor<?x?xf64, #COO>, %y: memref<?x?xf64>, %m: index,
                             %n: index) {
  // CHECK:      %[[CURSOR0:.*]] = sloop.cursor %[[A]][0] under(%{{.*}})
  // CHECK:           %[[CURSOR1:.*]] = sloop.cursor %[[B]][0] under(%{{.*}})
  // CHECK-NEXT:      %[[RUNS1:.*]] = sloop.runs %[[CURSOR1]]{{$}}
  // CHECK-NEXT:      sloop.coiterate (%[[CURSOR0]], %[[RUNS1]]) :
  // CHECK-NEXT: case(0) (%[[I:.*]]: index, %[[P:.*]]: index) {
  // CHECK:        %[[CURSOR2:.*]] = sloop.cursor %[[A]][1] under(%[[P]]) given(%[[I]])
  // CHECK-NEXT:   sloop.iterate (%{{.*}}, %{{.*}}) in %[[CURSOR2]]
  // CHECK:      case(1) (%[[I:.*]]: index, %[[F:.*]]: index, %[[L:.*]]: index) {
  // CHECK:        %[[CURSOR3:.*]] = sloop.cursor %[[B]][1] under(%[[F]] to %[[L]]) given(%[[I]])
  // CHECK-NEXT:   sloop.iterate (%{{.*}}, %{{.*}}) in %[[CURSOR3]]
  // CHECK:      case(0, 1) (%[[I:.*]]: index, %[[P:.*]]: index, %[[F:.*]]: index, %[[L:.*]]: index) {
  // CHECK:        %[[CURSOR4:.*]] = sloop.cursor %[[A]][1] under(%[[P]]) given(%[[I]])
  // CHECK:        %[[CURSOR5:.*]] = sloop.cursor %[[B]][1] under(%[[F]] to %[[L]]) given(%[[I]])
  // CHECK-NEXT:   sloop.coiterate (%[[CURSOR4]], %[[CURSOR5]]) blended :
  // CHECK-NEXT:   case(0) (
  // CHECK:        case(1) (
  // CHECK:        case(0, 1) (
  sloop.nest ins(%a = %A, %b = %B : tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #COO>) outs(%c = %y : memref<?x?xf64>) {
    sloop.forall %i in %m {
      sloop.forall %j in %n {
        %0 = sloop.read %a[%i, %j] : tensor<?x?xf64, #DCSR>
        %1 = sloop.read %b[%i, %j] : tensor<?x?xf64, #COO>
        %2 = arith.addf %0, %1 : f64
        sloop.write %2, %c[%i, %j] by add : memref<?x?xf64>
      }
    }
  }
  return
}

// Two walks over one tensor are two cursors.
// CHECK-LABEL: func.func @two_reads_of_one_tensor(
func.func @two_reads_of_one_tensor(%A: tensor<?xf64, #SV>, %y: memref<f64>, %n: index) {
  // CHECK:      %[[CURSOR0:.*]] = sloop.cursor %[[A:.*]][0] under
  // CHECK-NEXT:      sloop.iterate (%[[I:.*]], %[[P:.*]]) in %[[CURSOR0]]
  // CHECK:        %[[CURSOR1:.*]] = sloop.cursor %[[A]][0] under
  // CHECK-NEXT:        sloop.iterate (%[[J:.*]], %[[Q:.*]]) in %[[CURSOR1]]
  // CHECK-DAG:      sloop.value %[[A]][%[[P]]]
  // CHECK-DAG:      sloop.value %[[A]][%[[Q]]]
  sloop.nest ins(%a = %A : tensor<?xf64, #SV>) outs(%c = %y : memref<f64>) {
    sloop.forall %i in %n {
      sloop.forall %j in %n {
        %0 = sloop.read %a[%i] : tensor<?xf64, #SV>
        %1 = sloop.read %a[%j] : tensor<?xf64, #SV>
        %2 = arith.mulf %0, %1 : f64
        sloop.write %2, %c[] by add : memref<f64>
      }
    }
  }
  return
}

// Of two that store every coordinate of the dimension, there is only the case with both.
// CHECK-LABEL: func.func @full_levels_are_never_absent(
func.func @full_levels_are_never_absent(%A: tensor<?xf64, #Full>, %B: tensor<?xf64, #Full>, %y: memref<f64>, %n: index) {
  // CHECK:      sloop.coiterate ({{.*}}, {{.*}}) :
  // CHECK-NEXT: case(0, 1) (
  // CHECK-NOT:  case(
  sloop.nest ins(%a = %A, %b = %B : tensor<?xf64, #Full>, tensor<?xf64, #Full>) outs(%c = %y : memref<f64>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : tensor<?xf64, #Full>
      %1 = sloop.read %b[%i] : tensor<?xf64, #Full>
      %2 = arith.addf %0, %1 : f64
      sloop.write %2, %c[] by add : memref<f64>
    }
  }
  return
}

// What can be located is not merged.
// CHECK-LABEL: func.func @located_levels_are_not_merged(
func.func @located_levels_are_not_merged(%A: tensor<?xf64, #SV>, %B: tensor<?xf64, #Dense>, %y: memref<f64>, %n: index) {
  // CHECK-NOT:  sloop.coiterate
  // CHECK:      %[[CURSOR:.*]] = sloop.cursor %{{.*}}[0] under
  // CHECK-NEXT:      sloop.iterate (%[[I:.*]], %{{.*}}) in %[[CURSOR]]
  // CHECK:        sloop.locate %[[I]] in
  // CHECK-NOT:  sloop.coiterate
  // CHECK-LABEL: func.func @a_factor_alone_is_iterated(
  sloop.nest ins(%a = %A, %b = %B : tensor<?xf64, #SV>, tensor<?xf64, #Dense>) outs(%c = %y : memref<f64>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : tensor<?xf64, #SV>
      %1 = sloop.read %b[%i] : tensor<?xf64, #Dense>
      %2 = arith.mulf %0, %1 : f64
      sloop.write %2, %c[] by add : memref<f64>
    }
  }
  return
}

// One operand that the rest vanishes without is iterated, whatever is added to it inside.
func.func @a_factor_alone_is_iterated(%A: tensor<?xf64, #SV>, %x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  // CHECK-NOT:  sloop.coiterate
  // CHECK:      sloop.iterate (
  // CHECK:        arith.addf
  // CHECK:        arith.mulf
  sloop.nest ins(%a = %A, %b = %x : tensor<?xf64, #SV>, memref<?xf64>) outs(%c = %y : memref<?xf64>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : tensor<?xf64, #SV>
      %1 = sloop.read %b[%i] : memref<?xf64>
      %2 = arith.addf %0, %1 : f64
      %3 = arith.mulf %0, %2 : f64
      sloop.write %3, %c[%i] by add : memref<?xf64>
    }
  }
  return
}

// Nothing to do anywhere is no loop.
// CHECK-LABEL: func.func @nothing_left_to_do(
func.func @nothing_left_to_do(%A: tensor<?xi32, #SV>, %y: memref<?xi32>, %n: index) {
  %zero = arith.constant 0 : i32
  %never = arith.constant false
  // CHECK-NOT:  sloop.
  // CHECK-NOT:  scf.for
  // CHECK:      return
  sloop.nest ins(%a = %A : tensor<?xi32, #SV>) outs(%c = %y : memref<?xi32>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : tensor<?xi32, #SV>
      %1 = arith.select %never, %0, %zero : i32
      sloop.write %1, %c[%i] by add : memref<?xi32>
    }
  }
  return
}
