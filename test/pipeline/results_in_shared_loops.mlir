// `--lacuna`, executed: results that grow at once, in loops that they share.
//
//       [ 1 0 2 ]       [ 0  4 -2 ]
//   A = [ 0 0 0 ]   B = [ 0  0  0 ]
//       [ 0 3 0 ]       [ 5 -3  0 ]

// RUN: lacuna-opt %s --lacuna=verify=true | %run | FileCheck %s --check-prefixes=CHECK,KEEP
// RUN: lacuna-opt %s --lacuna=two-phase=true | %run | FileCheck %s --check-prefixes=CHECK,KEEP
// RUN: lacuna-opt %s --lacuna=drop-zeros=true | %run | FileCheck %s --check-prefixes=CHECK,DROP
// RUN: lacuna-opt %s --lacuna="drop-zeros=true two-phase=true" | %run | FileCheck %s --check-prefixes=CHECK,DROP
// RUN: lacuna-opt %s --lacuna --mlir-print-ir-after=sloop-sparsify 2>&1 | FileCheck %s --check-prefix=LOOPS

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#map = affine_map<(i, j) -> (i, j)>

func.func @show(%T: tensor<3x3xf64, #CSR>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %positions = stensor.positions %T[1] : tensor<3x3xf64, #CSR> -> memref<?xi32>
  %columns = stensor.coordinates %T[1] : tensor<3x3xf64, #CSR> -> memref<?xi32>
  %values = stensor.values %T : tensor<3x3xf64, #CSR> -> memref<?xf64>
  %n = memref.dim %values, %c0 : memref<?xf64>
  %ends = memref.dim %positions, %c0 : memref<?xi32>
  vector.print str "["
  scf.for %p = %c0 to %ends step %c1 {
    %end = memref.load %positions[%p] : memref<?xi32>
    vector.print str " "
    vector.print %end : i32 punctuation <no_punctuation>
  }
  vector.print str " |"
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

// The rows and the entries of both are found in one walk.
// LOOPS-LABEL: func.func @sum_and_product
// LOOPS:       sloop.grow append([[SUM:%[a-z_0-9]+]]) capacity
// LOOPS:       sloop.grow append([[PRODUCT:%[a-z_0-9]+]]) capacity
// LOOPS:       sloop.coiterate
// LOOPS:       case(0, 1)
// LOOPS:       sloop.append{{.*}} to [[SUM]][1]
// LOOPS:       sloop.append{{.*}} to [[PRODUCT]][1]
// LOOPS-NOT:   sloop.coiterate
// LOOPS-LABEL: func.func @from_a_buffer
func.func @sum_and_product(%A: tensor<3x3xf64, #CSR>, %B: tensor<3x3xf64, #CSR>)
    -> (tensor<3x3xf64, #CSR>, tensor<3x3xf64, #DCSR>) {
  %S = stensor.empty : tensor<3x3xf64, #CSR>
  %P = stensor.empty : tensor<3x3xf64, #DCSR>
  %s, %p = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel", "parallel"]}
      ins(%A, %B : tensor<3x3xf64, #CSR>, tensor<3x3xf64, #CSR>)
      outs(%S, %P : tensor<3x3xf64, #CSR>, tensor<3x3xf64, #DCSR>) {
  ^bb0(%a: f64, %b: f64, %x: f64, %y: f64):
    %sum = arith.addf %a, %b : f64
    %product = arith.mulf %a, %b : f64
    linalg.yield %sum, %product : f64, f64
  } -> (tensor<3x3xf64, #CSR>, tensor<3x3xf64, #DCSR>)
  return %s, %p : tensor<3x3xf64, #CSR>, tensor<3x3xf64, #DCSR>
}

// What is counted may depend on zeros in a buffer that is filled beside it.
func.func @from_a_buffer(%A: tensor<3x3xf64, #CSR>, %B: tensor<3x3xf64, #CSR>) -> (tensor<3x3xf64>, tensor<3x3xf64, #CSC>) {
  %n = arith.constant 3 : index
  %zeros = arith.constant dense<0.0> : tensor<3x3xf64>
  %e = stensor.empty : tensor<3x3xf64, #CSC>
  %r:2 = sloop.nest ins(%a = %A, %b = %B : tensor<3x3xf64, #CSR>, tensor<3x3xf64, #CSR>)
                    outs(%d = %zeros, %c = %e : tensor<3x3xf64>, tensor<3x3xf64, #CSC>) {
    sloop.forall %i in %n {
      sloop.forall %j in %n {
        %0 = sloop.read %a[%i, %j] : tensor<3x3xf64, #CSR>
        %1 = sloop.read %b[%i, %j] : tensor<3x3xf64, #CSR>
        %2 = arith.addf %0, %1 : f64
        sloop.write %2, %d[%i, %j] : tensor<3x3xf64>
        %3 = sloop.read %d[%i, %j] : tensor<3x3xf64>
        %4 = arith.mulf %3, %1 : f64
        sloop.write %4, %c[%i, %j] : tensor<3x3xf64, #CSC>
      }
    }
  }
  return %r#0, %r#1 : tensor<3x3xf64>, tensor<3x3xf64, #CSC>
}

func.func @main() {
  %dense_A = arith.constant dense<[[1.0, 0.0, 2.0], [0.0, 0.0, 0.0], [0.0, 3.0, 0.0]]> : tensor<3x3xf64>
  %dense_B = arith.constant dense<[[0.0, 4.0, -2.0], [0.0, 0.0, 0.0], [5.0, -3.0, 0.0]]> : tensor<3x3xf64>
  %A = stensor.convert %dense_A : tensor<3x3xf64> to tensor<3x3xf64, #CSR>
  %B = stensor.convert %dense_B : tensor<3x3xf64> to tensor<3x3xf64, #CSR>
  %s, %p = call @sum_and_product(%A, %B) : (tensor<3x3xf64, #CSR>, tensor<3x3xf64, #CSR>)
      -> (tensor<3x3xf64, #CSR>, tensor<3x3xf64, #DCSR>)
  // KEEP: [ 0 3 3 5 | 0:1 1:4 2:0 0:5 1:0 ]
  // DROP: [ 0 2 2 3 | 0:1 1:4 0:5 ]
  call @show(%s) : (tensor<3x3xf64, #CSR>) -> ()
  // CHECK-NEXT: [ 0 1 1 2 | 2:-4 1:-9 ]
  %p_rows = stensor.convert %p : tensor<3x3xf64, #DCSR> to tensor<3x3xf64, #CSR>
  call @show(%p_rows) : (tensor<3x3xf64, #CSR>) -> ()
  %d, %c = call @from_a_buffer(%A, %B) : (tensor<3x3xf64, #CSR>, tensor<3x3xf64, #CSR>)
      -> (tensor<3x3xf64>, tensor<3x3xf64, #CSC>)
  // KEEP-NEXT: [ 0 2 2 4 | 1:16 2:{{-?}}0 0:25 1:{{-?}}0 ]
  // DROP-NEXT: [ 0 1 1 2 | 1:16 0:25 ]
  %c_rows = stensor.convert %c : tensor<3x3xf64, #CSC> to tensor<3x3xf64, #CSR>
  call @show(%c_rows) : (tensor<3x3xf64, #CSR>) -> ()
  return
}
