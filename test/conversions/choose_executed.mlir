// `sloop.choose`, executed: which way is fastest, by the times that are given for segments of such lengths.
//
// One by one, short segments that are alike take 1, others 10; pairs take 5, but 50 where coordinates are far apart and many; lanes of four take
// 7, but 3 if segments are long, and 0.1 where coordinates are far apart.

// RUN: lacuna-opt %s --lacuna=costs=scalar@8_100_100_100_100_100_1000_1000_1000_1000_1000_1000_1000_1000_1000_1000_1000_1000_1000_1000_1000_1000_1000_1000_1000_1000_1000_1000_1000_1000_1000_1000_1000_1000_1000_1000_1000_1000_1000_1000_1000_1000_1000_1000_1000_1000_1000_1000_1000_1000_1000_1000,pairs@8_500_500_500_500_500_500_500_500_500_500_500_500_500_500_500_500_500_500_500_500_500_500_500_500_500_500_500_500_500_500_500_500_500_500_5000_5000_5000_5000_5000_5000_5000_5000_5000_5000_5000_5000_5000_5000_5000_5000_5000,lanes:4@8_700_700_700_700_700_700_700_700_700_700_700_700_300_300_300_300_300_700_700_700_700_700_700_700_700_700_700_700_700_700_700_700_700_700_10_10_10_10_10_10_10_10_10_10_10_10_10_10_10_10_10 | %run | FileCheck %s
// RUN: not lacuna-opt %s --lacuna=costs=pairs@8 2>&1 | FileCheck %s --check-prefix=UNFIT
// UNFIT: option costs cannot be 'pairs@8': expected a form, bytes and times, as in pairs@8_1_2, found 'pairs@8'

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>

/// Which way is chosen for rows of these lengths, one after the other and again, whose first columns differ by a step.
func.func @choose(%rows: index, %length: index, %other: index, %step: index, %columns: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %ends = arith.addi %rows, %c1 : index
  %positions = memref.alloc(%ends) : memref<?xi32>
  %zero = arith.constant 0 : i32
  memref.store %zero, %positions[%c0] : memref<?xi32>
  %entries = scf.for %i = %c0 to %rows step %c1 iter_args(%at = %c0) -> index {
    %odd = arith.remui %i, %c2 : index
    %is_odd = arith.cmpi ne, %odd, %c0 : index
    %own = arith.select %is_odd, %other, %length : index
    %end = arith.addi %at, %own : index
    %next = arith.addi %i, %c1 : index
    %stored = arith.index_cast %end : index to i32
    memref.store %stored, %positions[%next] : memref<?xi32>
    scf.yield %end : index
  }
  %coordinates = memref.alloc(%entries) : memref<?xi32>
  %values = memref.alloc(%entries) : memref<?xf64>
  scf.for %i = %c0 to %rows step %c1 {
    %next = arith.addi %i, %c1 : index
    %low32 = memref.load %positions[%i] : memref<?xi32>
    %high32 = memref.load %positions[%next] : memref<?xi32>
    %low = arith.index_cast %low32 : i32 to index
    %high = arith.index_cast %high32 : i32 to index
    %first = arith.muli %i, %step : index
    scf.for %p = %low to %high step %c1 {
      %place = arith.subi %p, %low : index
      %column = arith.addi %first, %place : index
      %column32 = arith.index_cast %column : index to i32
      memref.store %column32, %coordinates[%p] : memref<?xi32>
    }
  }
  %A = stensor.pack(%positions, %coordinates, %values) sizes(%rows, %columns)
      : (memref<?xi32>, memref<?xi32>, memref<?xf64>) -> tensor<?x?xf64, #CSR>
  %way = sloop.choose %A[1] of [#sloop.how<chains = 1>, #sloop.how<packed = 2, chains = 2>, #sloop.how<packed = 4, chains = 2>]
      : tensor<?x?xf64, #CSR>
  %number = arith.index_cast %way : index to i64
  vector.print %number : i64
  memref.dealloc %positions : memref<?xi32>
  memref.dealloc %coordinates : memref<?xi32>
  memref.dealloc %values : memref<?xf64>
  return
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c9 = arith.constant 9 : index
  %c40 = arith.constant 40 : index
  %c200 = arith.constant 200 : index
  %c100 = arith.constant 100 : index
  %c10000 = arith.constant 10000 : index
  %many = arith.constant 2000000 : index
  // Short and alike: one by one.
  // CHECK: {{^}}0
  func.call @choose(%c100, %c3, %c3, %c1, %c200) : (index, index, index, index, index) -> ()
  // Unlike: pairs.
  // CHECK-NEXT: {{^}}1
  func.call @choose(%c100, %c2, %c3, %c1, %c200) : (index, index, index, index, index) -> ()
  // Neither short nor long: pairs.
  // CHECK-NEXT: {{^}}1
  func.call @choose(%c100, %c9, %c9, %c1, %c200) : (index, index, index, index, index) -> ()
  // Long, and longer than any that was measured: lanes.
  // CHECK-NEXT: {{^}}2
  func.call @choose(%c100, %c40, %c40, %c1, %c200) : (index, index, index, index, index) -> ()
  // CHECK-NEXT: {{^}}2
  func.call @choose(%c1, %c200, %c200, %c1, %c200) : (index, index, index, index, index) -> ()
  // Far apart among many columns: lanes; among few columns, or close to one another, as before.
  // CHECK-NEXT: {{^}}2
  func.call @choose(%c100, %c3, %c3, %c10000, %many) : (index, index, index, index, index) -> ()
  // CHECK-NEXT: {{^}}0
  func.call @choose(%c100, %c3, %c3, %c1, %many) : (index, index, index, index, index) -> ()
  // One segment, none, and none that has an entry.
  // CHECK-NEXT: {{^}}0
  func.call @choose(%c1, %c3, %c3, %c1, %c200) : (index, index, index, index, index) -> ()
  // CHECK-NEXT: {{^}}0
  func.call @choose(%c0, %c3, %c3, %c1, %c200) : (index, index, index, index, index) -> ()
  // CHECK-NEXT: {{^}}0
  func.call @choose(%c100, %c0, %c0, %c1, %c200) : (index, index, index, index, index) -> ()
  return
}
