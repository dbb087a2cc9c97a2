// `sloop-vectorize`: which loop runs in lanes, and where it goes.

// RUN: lacuna-opt %s --sloop-vectorize | FileCheck %s
// RUN: lacuna-opt %s --sloop-vectorize > %t.once
// RUN: lacuna-opt %t.once --sloop-vectorize | diff %t.once -

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSF = #stensor.format<(i, j, k) -> (i : compressed, j : compressed, k : compressed)>

// SpMM, C = A B: j moves along the row of C and stands outside the reduction over k, so that a block of C stays in
// registers.
// CHECK-LABEL: func.func @along_the_result(
// CHECK-SAME:    %[[M:[a-z0-9]*]]: index, %[[N:[a-z0-9]*]]: index, %[[K:[a-z0-9]*]]: index)
func.func @along_the_result(%A: tensor<?x?xf64, #CSR>, %B: tensor<?x?xf64>, %C: tensor<?x?xf64>, %m: index, %n: index,
                            %k: index) -> tensor<?x?xf64> {
  // CHECK:      sloop.forall %[[I:.*]] in %[[M]] {
  // CHECK-NEXT:   sloop.forall %[[J:.*]] in %[[N]] how(<lanes = 32>) {
  // CHECK-NEXT:     sloop.forall %[[L:.*]] in %[[K]] {
  // CHECK:            sloop.write %{{.*}}, %{{.*}}[%[[I]], %[[J]]] by add
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<?x?xf64, #CSR>, tensor<?x?xf64>) outs(%c = %C : tensor<?x?xf64>) {
    sloop.forall %i in %m {
      sloop.forall %l in %k {
        sloop.forall %j in %n {
          %0 = sloop.read %a[%i, %l] : tensor<?x?xf64, #CSR>
          %1 = sloop.read %b[%l, %j] : tensor<?x?xf64>
          %2 = arith.mulf %0, %1 : f64
          sloop.write %2, %c[%i, %j] by add : tensor<?x?xf64>
        }
      }
    }
  }
  return %r : tensor<?x?xf64>
}

// MTTKRP, D(i,j) = A(i,k,l) B(k,j) C(l,j): j comes right after i, which is the last other loop along the result.
// CHECK-LABEL: func.func @along_the_result_of_mttkrp(
func.func @along_the_result_of_mttkrp(%A: tensor<2x3x4xf32, #CSF>, %B: tensor<3x100xf32>, %C: tensor<4x100xf32>,
                                      %D: tensor<2x100xf32>) -> tensor<2x100xf32> {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c100 = arith.constant 100 : index
  // CHECK:      sloop.forall %{{.*}} in %c2 {
  // CHECK-NEXT:   sloop.forall %{{.*}} in %c100 how(<lanes = 64>) {
  // CHECK-NEXT:     sloop.forall %{{.*}} in %c3 {
  // CHECK-NEXT:       sloop.forall %{{.*}} in %c4 {
  %r = sloop.nest ins(%a = %A, %b = %B, %c = %C : tensor<2x3x4xf32, #CSF>, tensor<3x100xf32>, tensor<4x100xf32>)
                  outs(%d = %D : tensor<2x100xf32>) {
    sloop.forall %i in %c2 {
      sloop.forall %k in %c3 {
        sloop.forall %l in %c4 {
          sloop.forall %j in %c100 {
            %0 = sloop.read %a[%i, %k, %l] : tensor<2x3x4xf32, #CSF>
            %1 = sloop.read %b[%k, %j] : tensor<3x100xf32>
            %2 = sloop.read %c[%l, %j] : tensor<4x100xf32>
            %3 = arith.mulf %0, %1 : f32
            %4 = arith.mulf %3, %2 : f32
            sloop.write %4, %d[%i, %j] by add : tensor<2x100xf32>
          }
        }
      }
    }
  }
  return %r : tensor<2x100xf32>
}

// A loop shorter than a block is one block.
// CHECK-LABEL: func.func @no_more_lanes_than_values(
func.func @no_more_lanes_than_values(%A: tensor<4x4xf64, #CSR>, %B: tensor<4x5xf64>, %C: tensor<4x5xf64>)
    -> tensor<4x5xf64> {
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  // CHECK: sloop.forall %{{.*}} in %c5 how(<lanes = 5>) {
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<4x4xf64, #CSR>, tensor<4x5xf64>) outs(%c = %C : tensor<4x5xf64>) {
    sloop.forall %i in %c4 {
      sloop.forall %l in %c4 {
        sloop.forall %j in %c5 {
          %0 = sloop.read %a[%i, %l] : tensor<4x4xf64, #CSR>
          %1 = sloop.read %b[%l, %j] : tensor<4x5xf64>
          %2 = arith.mulf %0, %1 : f64
          sloop.write %2, %c[%i, %j] by add : tensor<4x5xf64>
        }
      }
    }
  }
  return %r : tensor<4x5xf64>
}

// The widest element type that moves with the loop sets the number of lanes: 256 bytes of f64, not of f32.
// CHECK-LABEL: func.func @widest_element_counts(
func.func @widest_element_counts(%x: tensor<?xf32>, %y: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  // CHECK: sloop.forall %i in %{{.*}} how(<lanes = 32>) {
  %r = sloop.nest ins(%a = %x : tensor<?xf32>) outs(%c = %y : tensor<?xf64>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : tensor<?xf32>
      %1 = arith.extf %0 : f32 to f64
      sloop.write %1, %c[%i] : tensor<?xf64>
    }
  }
  return %r : tensor<?xf64>
}

// A vector that is walked once, sorted as it is, would be walked again for each block of columns: these stay inside.
// CHECK-LABEL: func.func @unordered_vector_is_walked_once(
// CHECK:         sloop.forall %i in %arg3 {
// CHECK-NEXT:      sloop.forall %j in %arg4 how(<lanes = 
#Table = #stensor.format<(i) -> (i : hashed)>
func.func @unordered_vector_is_walked_once(%A: tensor<?x?xf64>, %x: tensor<?xf64, #Table>, %y: tensor<?xf64>, %n: index, %m: index)
    -> tensor<?xf64> {
  %r = sloop.nest ins(%a = %A, %b = %x : tensor<?x?xf64>, tensor<?xf64, #Table>) outs(%c = %y : tensor<?xf64>) {
    sloop.forall %i in %n {
      sloop.forall %j in %m {
        %0 = sloop.read %a[%i, %j] : tensor<?x?xf64>
        %1 = sloop.read %b[%i] : tensor<?xf64, #Table>
        %2 = math.exp %1 : f64
        %3 = arith.mulf %2, %0 : f64
        sloop.write %3, %c[%j] by add : tensor<?xf64>
      }
    }
  }
  return %r : tensor<?xf64>
}

// TTM into a stored result: the loop over the dense columns runs in lanes around the sum, which stays in registers; also
// where columns are appended, one node for each lane.
// CHECK-LABEL: func.func @along_a_stored_result(
// CHECK:      sloop.forall %{{.*}} in %c64{{.*}} how(<lanes = 32>) {
// CHECK-NEXT:   sloop.fold
#Rows = #stensor.format<(i, j, k) -> (i : compressed, j : compressed, k : dense)>
func.func @along_a_stored_result(%X: tensor<8x8x8xf64, #CSF>, %U: tensor<8x64xf64>) -> (tensor<8x8x64xf64, #CSF>, tensor<8x8x64xf64, #Rows>) {
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %s = stensor.empty : tensor<8x8x64xf64, #CSF>
  %d = stensor.empty : tensor<8x8x64xf64, #Rows>
  %0 = sloop.nest ins(%x = %X, %u = %U : tensor<8x8x8xf64, #CSF>, tensor<8x64xf64>) outs(%y = %s : tensor<8x8x64xf64, #CSF>) {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        sloop.forall %r in %c64 {
          %sum = sloop.fold %k in %c8 by add -> f64 {
            %1 = sloop.read %x[%i, %j, %k] : tensor<8x8x8xf64, #CSF>
            %2 = sloop.read %u[%k, %r] : tensor<8x64xf64>
            %3 = arith.mulf %1, %2 : f64
            sloop.yield %3 : f64
          }
          sloop.write %sum, %y[%i, %j, %r] elsewhere(0.0 : f64) : tensor<8x8x64xf64, #CSF>
        }
      }
    }
  }
  // CHECK:      sloop.forall %{{.*}} in %c64{{.*}} how(<lanes = 32>) {
  // CHECK-NEXT:   sloop.fold
  %4 = sloop.nest ins(%x = %X, %u = %U : tensor<8x8x8xf64, #CSF>, tensor<8x64xf64>) outs(%y = %d : tensor<8x8x64xf64, #Rows>) {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        sloop.forall %r in %c64 {
          %sum = sloop.fold %k in %c8 by add -> f64 {
            %1 = sloop.read %x[%i, %j, %k] : tensor<8x8x8xf64, #CSF>
            %2 = sloop.read %u[%k, %r] : tensor<8x64xf64>
            %3 = arith.mulf %1, %2 : f64
            sloop.yield %3 : f64
          }
          sloop.write %sum, %y[%i, %j, %r] elsewhere(0.0 : f64) : tensor<8x8x64xf64, #Rows>
        }
      }
    }
  }
  return %0, %4 : tensor<8x8x64xf64, #CSF>, tensor<8x8x64xf64, #Rows>
}

// Points that are counted first have places one by one: there are no lanes.
// CHECK-LABEL: func.func @along_a_result_that_is_counted(
// CHECK-NOT:   lanes
// CHECK:       return
#Counted = #stensor.format<(i, j, k) -> (j : dense, i : dense, k : compressed)>
#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>
func.func @along_a_result_that_is_counted(%X: tensor<8x8xf64, #DCSR>) -> tensor<8x8x64xf64, #Counted> {
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %s = stensor.empty : tensor<8x8x64xf64, #Counted>
  %0 = sloop.nest ins(%x = %X : tensor<8x8xf64, #DCSR>) outs(%y = %s : tensor<8x8x64xf64, #Counted>) {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        sloop.forall %r in %c64 {
          %1 = sloop.read %x[%i, %j] : tensor<8x8xf64, #DCSR>
          sloop.write %1, %y[%i, %j, %r] elsewhere(0.0 : f64) : tensor<8x8x64xf64, #Counted>
        }
      }
    }
  }
  return %0 : tensor<8x8x64xf64, #Counted>
}

// Blocks of a long filter have left the processor when the next entry adds to a part of them.
// CHECK-LABEL: func.func @scattered_filter(
func.func @scattered_filter(%x: tensor<?xf64, #stensor.format<(i) -> (i : compressed)>>, %f: tensor<500xf64>, %y: tensor<?xf64>,
                            %n: index) -> tensor<?xf64> {
  %c500 = arith.constant 500 : index
  // CHECK:      sloop.forall %[[I:.*]] in
  // CHECK-NEXT:   sloop.forall %[[Q:.*]] in %{{.*}} how(<lanes = 32>) {
  // CHECK:          sloop.write %{{.*}}, %{{.*}}[%[[I]] + %[[Q]]] by add
  %r = sloop.nest ins(%a = %x, %b = %f : tensor<?xf64, #stensor.format<(i) -> (i : compressed)>>, tensor<500xf64>)
      outs(%c = %y : tensor<?xf64>) {
    sloop.forall %i in %n {
      sloop.forall %q in %c500 {
        %0 = sloop.read %a[%i] : tensor<?xf64, #stensor.format<(i) -> (i : compressed)>>
        %1 = sloop.read %b[%q] : tensor<500xf64>
        %2 = arith.mulf %0, %1 : f64
        sloop.write %2, %c[%i + %q] by add : tensor<?xf64>
      }
    }
  }
  return %r : tensor<?xf64>
}
