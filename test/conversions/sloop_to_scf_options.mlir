// The thresholds of `convert-sloop-to-scf` are options, with bounds.

// RUN: lacuna-opt %s --convert-sloop-to-scf="few-buckets=32 digit-bits=8 inserted-children=3" | FileCheck %s
// RUN: not lacuna-opt %s --convert-sloop-to-scf=run-block=0 2>&1 | FileCheck %s --check-prefix=TOO-FEW
// RUN: not lacuna-opt %s --convert-sloop-to-scf=digit-bits=many 2>&1 | FileCheck %s --check-prefix=NO-NUMBER

// TOO-FEW: option run-block cannot be '0': expected a number from 1 to 64
// NO-NUMBER: option digit-bits cannot be 'many': expected a number from 1 to 24

#ByRow = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#ByColumn = #stensor.format<(i, j) -> (j : compressed(nonunique), i : singleton)>
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
