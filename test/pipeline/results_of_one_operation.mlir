// `--lacuna`, executed: several stored results of one operation, some of which have to be converted, each to its format.
//
//       [ 1 0 2 ]
//   A = [ 0 0 0 ]
//       [ 0 3 0 ]

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=fp=strict | %run | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#Hash = #stensor.format<(i, j) -> (i : hashed, j : hashed)>
#Loose = #stensor.format<(i, j) -> (i : dense, j : loose_compressed)>
#three_results = {
  indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
  iterator_types = ["parallel", "parallel"]
}

func.func @show(%T: tensor<?x?xf64, #CSR>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %columns = stensor.coordinates %T[1] : tensor<?x?xf64, #CSR> -> memref<?xi32>
  %values = stensor.values %T : tensor<?x?xf64, #CSR> -> memref<?xf64>
  %n = memref.dim %values, %c0 : memref<?xf64>
  vector.print str "["
  scf.for %p = %c0 to %n step %c1 {
    %j = memref.load %columns[%p] : memref<?xi32>
    %v = memref.load %values[%p] : memref<?xf64>
    vector.print str " "
    vector.print %j : i32 punctuation <no_punctuation>
    vector.print str ":"
    vector.print %v : f64 punctuation <no_punctuation>
  }
  vector.print str " ]\0A"
  return
}

func.func @results(%A: tensor<?x?xf64, #CSR>, %m: index, %n: index)
    -> (tensor<?x?xf64, #CSC>, tensor<?x?xf64, #Hash>, tensor<?x?xf64, #Loose>) {
  %R = stensor.empty sizes(%m, %n) : tensor<?x?xf64, #CSC>
  %S = stensor.empty sizes(%m, %n) : tensor<?x?xf64, #Hash>
  %T = stensor.empty sizes(%m, %n) : tensor<?x?xf64, #Loose>
  %two = arith.constant 2.0 : f64
  %r, %s, %t = linalg.generic #three_results ins(%A : tensor<?x?xf64, #CSR>)
      outs(%R, %S, %T : tensor<?x?xf64, #CSC>, tensor<?x?xf64, #Hash>, tensor<?x?xf64, #Loose>) {
  ^bb0(%a: f64, %x: f64, %y: f64, %z: f64):
    %negative = arith.negf %a : f64
    %twice = arith.mulf %a, %two : f64
    linalg.yield %a, %negative, %twice : f64, f64, f64
  } -> (tensor<?x?xf64, #CSC>, tensor<?x?xf64, #Hash>, tensor<?x?xf64, #Loose>)
  return %r, %s, %t : tensor<?x?xf64, #CSC>, tensor<?x?xf64, #Hash>, tensor<?x?xf64, #Loose>
}

func.func @main() {
  %c3 = arith.constant 3 : index
  %dense = arith.constant dense<[[1.0, 0.0, 2.0], [0.0, 0.0, 0.0], [0.0, 3.0, 0.0]]> : tensor<3x3xf64>
  %any = tensor.cast %dense : tensor<3x3xf64> to tensor<?x?xf64>
  %A = stensor.convert %any : tensor<?x?xf64> to tensor<?x?xf64, #CSR>
  %r, %s, %t = call @results(%A, %c3, %c3) : (tensor<?x?xf64, #CSR>, index, index)
      -> (tensor<?x?xf64, #CSC>, tensor<?x?xf64, #Hash>, tensor<?x?xf64, #Loose>)
  // CHECK: [ 0:1 2:2 1:3 ]
  %rows = stensor.convert %r : tensor<?x?xf64, #CSC> to tensor<?x?xf64, #CSR>
  call @show(%rows) : (tensor<?x?xf64, #CSR>) -> ()
  // CHECK-NEXT: [ 0:-1 2:-2 1:-3 ]
  %found = stensor.convert %s : tensor<?x?xf64, #Hash> to tensor<?x?xf64, #CSR>
  call @show(%found) : (tensor<?x?xf64, #CSR>) -> ()
  // CHECK-NEXT: [ 0:2 2:4 1:6 ]
  %tight = stensor.convert %t : tensor<?x?xf64, #Loose> to tensor<?x?xf64, #CSR>
  call @show(%tight) : (tensor<?x?xf64, #CSR>) -> ()
  return
}
