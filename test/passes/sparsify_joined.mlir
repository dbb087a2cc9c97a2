// `sloop-sparsify`: sums of many operands with several levels. A level above others would have code for each choice of
// operands, and in each of them that of the levels below, again for each choice: from so many on, there is one case, and
// the levels below tell them apart.

// RUN: lacuna-opt %s --sloop-sparsify=ahead=0 | FileCheck %s

#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>
#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>

// CHECK-LABEL: func.func @sum_of_four(
// CHECK:         sloop.coiterate ({{.*}}) joined({{.*}}) :
// CHECK-NEXT:    case(0, 1, 2, 3) (%[[I:.*]]: index, %[[P:.*]]: index, %[[PEND:.*]]: index, %[[Q:.*]]: index, %[[QEND:.*]]: index, %[[R:.*]]: index, %[[REND:.*]]: index, %[[S:.*]]: index, %[[SEND:.*]]: index) {
// CHECK:           %[[CURSOR0:.*]] = sloop.cursor %arg0[1] under(%[[P]] to %[[PEND]]) given(%[[I]])
// CHECK-NEXT:           %[[CURSOR1:.*]] = sloop.cursor %arg1[1] under(%[[Q]] to %[[QEND]]) given(%[[I]])
// CHECK-NEXT:           %[[CURSOR2:.*]] = sloop.cursor %arg2[1] under(%[[R]] to %[[REND]]) given(%[[I]])
// CHECK-NEXT:           %[[CURSOR3:.*]] = sloop.cursor %arg3[1] under(%[[S]] to %[[SEND]]) given(%[[I]])
// CHECK-NEXT:           sloop.coiterate (%[[CURSOR0]], %[[CURSOR1]], %[[CURSOR2]], %[[CURSOR3]]) blended :
// CHECK-COUNT-15:  case(
// CHECK-NOT:       case(
// CHECK:         return
func.func @sum_of_four(%A: tensor<?x?xf64, #DCSR>, %B: tensor<?x?xf64, #COO>, %C: tensor<?x?xf64, #DCSR>, %D: tensor<?x?xf64, #DCSR>,
                       %y: memref<?x?xf64>, %n: index, %m: index) {
  sloop.nest ins(%a = %A, %b = %B, %c = %C, %d = %D
          : tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #COO>, tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #DCSR>)
      outs(%e = %y : memref<?x?xf64>) {
    sloop.forall %i in %n {
      sloop.forall %j in %m {
        %0 = sloop.read %a[%i, %j] : tensor<?x?xf64, #DCSR>
        %1 = sloop.read %b[%i, %j] : tensor<?x?xf64, #COO>
        %2 = sloop.read %c[%i, %j] : tensor<?x?xf64, #DCSR>
        %3 = sloop.read %d[%i, %j] : tensor<?x?xf64, #DCSR>
        %4 = arith.addf %0, %1 : f64
        %5 = arith.addf %4, %2 : f64
        %6 = arith.addf %5, %3 : f64
        sloop.write %6, %e[%i, %j] by add : memref<?x?xf64>
      }
    }
  }
  return
}

// Two have few.
// CHECK-LABEL: func.func @sum_of_two(
// CHECK-NOT:     joined
// CHECK:         return
func.func @sum_of_two(%A: tensor<?x?xf64, #DCSR>, %B: tensor<?x?xf64, #COO>, %y: memref<?x?xf64>, %n: index, %m: index) {
  sloop.nest ins(%a = %A, %b = %B : tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #COO>) outs(%e = %y : memref<?x?xf64>) {
    sloop.forall %i in %n {
      sloop.forall %j in %m {
        %0 = sloop.read %a[%i, %j] : tensor<?x?xf64, #DCSR>
        %1 = sloop.read %b[%i, %j] : tensor<?x?xf64, #COO>
        %2 = arith.addf %0, %1 : f64
        sloop.write %2, %e[%i, %j] by add : memref<?x?xf64>
      }
    }
  }
  return
}

// A row of one factor alone adds nothing: such cases have no code, and there may be nothing below those that have.
// CHECK-LABEL: func.func @sum_of_products(
// CHECK-NOT:     joined
// CHECK:         return
func.func @sum_of_products(%A: tensor<?x?xf64, #DCSR>, %B: tensor<?x?xf64, #DCSR>, %C: tensor<?x?xf64, #DCSR>, %D: tensor<?x?xf64, #DCSR>,
                           %y: memref<?x?xf64>, %n: index, %m: index) {
  sloop.nest ins(%a = %A, %b = %B, %c = %C, %d = %D
          : tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #DCSR>, tensor<?x?xf64, #DCSR>)
      outs(%e = %y : memref<?x?xf64>) {
    sloop.forall %i in %n {
      sloop.forall %j in %m {
        %0 = sloop.read %a[%i, %j] : tensor<?x?xf64, #DCSR>
        %1 = sloop.read %b[%i, %j] : tensor<?x?xf64, #DCSR>
        %2 = sloop.read %c[%i, %j] : tensor<?x?xf64, #DCSR>
        %3 = sloop.read %d[%i, %j] : tensor<?x?xf64, #DCSR>
        %4 = arith.mulf %0, %1 : f64
        %5 = arith.mulf %2, %3 : f64
        %6 = arith.addf %4, %5 : f64
        sloop.write %6, %e[%i, %j] by add : memref<?x?xf64>
      }
    }
  }
  return
}
