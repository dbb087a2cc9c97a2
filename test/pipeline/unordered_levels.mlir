// `--lacuna`, executed: rows in no order are merged with others as if they were in order; few entries are sorted by
// insertion, many by merging.
//
// Row 0 of A has columns 5, 0, 3, row 1 the columns 39 to 10, backwards; an entry in column j is 10 + j. B has one entry,
// 1000 in row 1 and column 11.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=fp=strict | %run | FileCheck %s

#Unordered = #stensor.format<(i, j) -> (i : dense, j : compressed(unordered))>
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#sum = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
  iterator_types = ["parallel", "parallel"]
}

memref.global "private" constant @ends : memref<3xi32> = dense<[0, 3, 33]>
memref.global "private" constant @columns : memref<33xi32> = dense<[5, 0, 3, 39, 38, 37, 36, 35, 34, 33, 32, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10]>
memref.global "private" constant @entries : memref<33xf64> = dense<[15.0, 10.0, 13.0, 49.0, 48.0, 47.0, 46.0, 45.0, 44.0, 43.0, 42.0, 41.0, 40.0, 39.0, 38.0, 37.0, 36.0, 35.0, 34.0, 33.0, 32.0, 31.0, 30.0, 29.0, 28.0, 27.0, 26.0, 25.0, 24.0, 23.0, 22.0, 21.0, 20.0]>
memref.global "private" constant @one_end : memref<3xi32> = dense<[0, 0, 1]>
memref.global "private" constant @one_column : memref<1xi32> = dense<[11]>
memref.global "private" constant @one_entry : memref<1xf64> = dense<[1000.0]>

func.func @add(%A: tensor<?x?xf64, #Unordered>, %B: tensor<?x?xf64, #CSR>, %m: index, %n: index) -> tensor<?x?xf64, #CSR> {
  %C = stensor.empty sizes(%m, %n) : tensor<?x?xf64, #CSR>
  %r = linalg.generic #sum ins(%A, %B : tensor<?x?xf64, #Unordered>, tensor<?x?xf64, #CSR>)
      outs(%C : tensor<?x?xf64, #CSR>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %s = arith.addf %a, %b : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64, #CSR>
  return %r : tensor<?x?xf64, #CSR>
}

func.func @main() {
  %c2 = arith.constant 2 : index
  %c40 = arith.constant 40 : index
  %ends = memref.get_global @ends : memref<3xi32>
  %columns = memref.get_global @columns : memref<33xi32>
  %entries = memref.get_global @entries : memref<33xf64>
  %A = stensor.pack(%ends, %columns, %entries) sizes(%c2, %c40)
      : (memref<3xi32>, memref<33xi32>, memref<33xf64>) -> tensor<?x?xf64, #Unordered>
  %one_end = memref.get_global @one_end : memref<3xi32>
  %one_column = memref.get_global @one_column : memref<1xi32>
  %one_entry = memref.get_global @one_entry : memref<1xf64>
  %B = stensor.pack(%one_end, %one_column, %one_entry) sizes(%c2, %c40)
      : (memref<3xi32>, memref<1xi32>, memref<1xf64>) -> tensor<?x?xf64, #CSR>
  %C = call @add(%A, %B, %c2, %c40)
      : (tensor<?x?xf64, #Unordered>, tensor<?x?xf64, #CSR>, index, index) -> tensor<?x?xf64, #CSR>
  %found = stensor.coordinates %C[1] : tensor<?x?xf64, #CSR> -> memref<?xi32>
  %values = stensor.values %C : tensor<?x?xf64, #CSR> -> memref<?xf64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %values, %c0 : memref<?xf64>
  // CHECK: 0:10 3:13 5:15 10:20 11:1021 12:22 13:23 14:24 15:25 16:26 17:27 18:28 19:29 20:30 21:31 22:32 23:33 24:34 25:35 26:36 27:37 28:38 29:39 30:40 31:41 32:42 33:43 34:44 35:45 36:46 37:47 38:48 39:49
  // CHECK-NOT: {{[0-9]}}
  scf.for %p = %c0 to %n step %c1 {
    %j = memref.load %found[%p] : memref<?xi32>
    %v = memref.load %values[%p] : memref<?xf64>
    vector.print %j : i32 punctuation <no_punctuation>
    vector.print str ":"
    vector.print %v : f64 punctuation <no_punctuation>
    vector.print str " "
  }
  vector.print str "\0A"
  return
}
