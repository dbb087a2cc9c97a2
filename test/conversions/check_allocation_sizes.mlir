// `check-allocation-sizes`: a program stops before it asks for more elements than any memory has.

// RUN: lacuna-opt %s --check-allocation-sizes --split-input-file | FileCheck %s

// One size is compared with the most that there can be.
// CHECK-LABEL: func.func @vector
// CHECK-SAME:    %[[N:.*]]: index
// CHECK:         %[[MOST:.*]] = arith.constant 72057594037927936 : index
// CHECK:         %[[FITS:.*]] = arith.cmpi ule, %[[N]], %[[MOST]]
// CHECK:         stensor.assert %[[FITS]], "not enough memory for an array of {} elements of this kernel"(%[[N]])
// CHECK-NEXT:    memref.alloc(%[[N]])
func.func @vector(%n: index) {
  %buffer = memref.alloc(%n) : memref<?xf64>
  memref.dealloc %buffer : memref<?xf64>
  return
}

// -----

// Of several, each with what those before it leave; where one is zero, the others may be as they are.
// CHECK-LABEL: func.func @matrix
// CHECK-SAME:    %[[M:.*]]: index, %[[N:.*]]: index
// CHECK:         %[[MOST:.*]] = arith.constant 18014398509481984 : index
// CHECK:         %[[M_FITS:.*]] = arith.cmpi ule, %[[M]], %[[MOST]]
// CHECK-DAG:     %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-DAG:     %[[ONE:.*]] = arith.constant 1 : index
// CHECK:         %[[ROWS:.*]] = arith.maxui %[[M]], %[[ONE]]
// CHECK:         %[[ROOM:.*]] = arith.divui %[[MOST]], %[[ROWS]]
// CHECK:         %[[N_FITS:.*]] = arith.cmpi ule, %[[N]], %[[ROOM]]
// CHECK:         %[[BOTH:.*]] = arith.andi %[[M_FITS]], %[[N_FITS]]
// CHECK:         %[[NO_ROWS:.*]] = arith.cmpi eq, %[[M]], %[[ZERO]]
// CHECK:         %[[OR:.*]] = arith.ori %[[BOTH]], %[[NO_ROWS]]
// CHECK:         %[[NO_COLUMNS:.*]] = arith.cmpi eq, %[[N]], %[[ZERO]]
// CHECK:         %[[FITS:.*]] = arith.ori %[[OR]], %[[NO_COLUMNS]]
// CHECK:         stensor.assert %[[FITS]], "not enough memory for an array of {} x {} x {} elements of this kernel"(%[[M]], %{{.*}}, %[[N]])
// CHECK-NEXT:    memref.alloc(%[[M]], %[[N]])
func.func @matrix(%m: index, %n: index) {
  %buffer = memref.alloc(%m, %n) : memref<?x4x?xf64>
  memref.dealloc %buffer : memref<?x4x?xf64>
  return
}

// -----

// Types that tell all sizes need no look, unless they tell too much.
// CHECK-LABEL: func.func @static
// CHECK-NEXT:    memref.alloc() : memref<5x4xf64>
// CHECK-NEXT:    memref.alloc() : memref<0x1073741824x1073741824xf64>
// CHECK:         stensor.assert %{{.*}}, "not enough memory for an array of {} x {} elements of this kernel"
// CHECK-NEXT:    memref.alloc() : memref<1073741824x1073741824xf64>
func.func @static() -> (memref<5x4xf64>, memref<0x1073741824x1073741824xf64>, memref<1073741824x1073741824xf64>) {
  %small = memref.alloc() : memref<5x4xf64>
  %none = memref.alloc() : memref<0x1073741824x1073741824xf64>
  %large = memref.alloc() : memref<1073741824x1073741824xf64>
  return %small, %none, %large : memref<5x4xf64>, memref<0x1073741824x1073741824xf64>, memref<1073741824x1073741824xf64>
}
