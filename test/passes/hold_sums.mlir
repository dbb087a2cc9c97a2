// `sloop-hold-sums`: the sums of a block get an array of their own, to which the loop over the blocks of a row adds.

// RUN: lacuna-opt %s --sloop-hold-sums | FileCheck %s
// RUN: lacuna-opt %s --sloop-hold-sums=fp=strict | FileCheck %s --check-prefix=STRICT
// RUN: lacuna-opt %s --sloop-hold-sums > %t.once
// RUN: lacuna-opt %t.once --sloop-hold-sums | diff %t.once -

#BCSR = #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 3 : compressed, i mod 2 : dense, j mod 3 : dense)>
#BCSR8 = #stensor.format<(i, j) -> (i floordiv 8 : dense, j floordiv 8 : compressed, i mod 8 : dense, j mod 8 : dense)>
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>

// A place for each term of the sum over a row of a block: the block as it lies in memory. The result is written after the loop.
// CHECK-LABEL: func.func @rows_of_blocks(
// STRICT-LABEL: func.func @rows_of_blocks(
// STRICT-NOT:     sloop.where
func.func @rows_of_blocks(%A: tensor<?x?xf64, #BCSR>, %x: tensor<?xf64>, %y: tensor<?xf64>, %m: index, %n: index, %mb: index,
                          %nb: index) -> tensor<?xf64> {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  // CHECK:      sloop.forall %[[IB:.*]] in %arg
  // CHECK-NEXT:   sloop.where full tensor<2x3xf64> produce(%[[W:.*]]) {
  // CHECK-NEXT:     sloop.forall %[[JB:.*]] in %
  // CHECK-NEXT:       sloop.forall %[[II:.*]] in %c2
  // CHECK-NEXT:         sloop.derive(%[[IB]] * 2 + %[[II]]) below
  // CHECK-NEXT:         sloop.forall %[[JJ:.*]] in %c3
  // CHECK:                %[[P:.*]] = arith.mulf
  // CHECK-NEXT:           sloop.write %[[P]], %[[W]][%[[II]], %[[JJ]]] by add : tensor<2x3xf64>
  // CHECK:        } consume(%[[W]]) {
  // CHECK-NEXT:     sloop.forall %[[II:.*]] in %c2 named "v3 mod 2"
  // CHECK-NEXT:       %[[I:.*]] = sloop.derive(%[[IB]] * 2 + %[[II]]) below
  // CHECK-NEXT:       %[[SUM:.*]] = sloop.fold %[[JJ:.*]] in %c3 named "v5 mod 3" by add -> f64 {
  // CHECK-NEXT:         %[[T:.*]] = sloop.read %[[W]][%[[II]], %[[JJ]]] : tensor<2x3xf64>
  // CHECK-NEXT:         sloop.yield %[[T]] : f64
  // CHECK:            sloop.write %[[SUM]], %{{.*}}[%[[I]]] by add : tensor<?xf64>
  %r = sloop.nest ins(%a = %A, %b = %x : tensor<?x?xf64, #BCSR>, tensor<?xf64>) outs(%c = %y : tensor<?xf64>) {
    sloop.forall %ib in %mb {
      sloop.forall %jb in %nb {
        sloop.forall %ii in %c2 {
          %i = sloop.derive(2 * %ib + %ii) below %m
          %s = sloop.fold %jj in %c3 by add -> f64 {
            %j = sloop.derive(3 * %jb + %jj) below %n
            %0 = sloop.read %a[%i, %j] : tensor<?x?xf64, #BCSR>
            %1 = sloop.read %b[%j] : tensor<?xf64>
            %2 = arith.mulf %0, %1 : f64
            sloop.yield %2 : f64
          }
          sloop.write %s, %c[%i] by add : tensor<?xf64>
        }
      }
    }
  }
  return %r : tensor<?xf64>
}

// The largest of each column of a matrix with four: what changes nothing is minus infinity. Nothing is rounded, but `strict`
// leaves all of floating point alone.
// CHECK-LABEL: func.func @largest_of_columns(
// CHECK:         sloop.where full tensor<4xf64> initially(0xFFF0000000000000 : f64) produce(%[[W:.*]]) {
// CHECK-NEXT:      sloop.forall %{{.*}} in %arg
// CHECK-NEXT:        sloop.forall %[[J:.*]] in %c4
// CHECK:               sloop.write %{{.*}}, %[[W]][%[[J]]] by max : tensor<4xf64>
// CHECK:         } consume(%[[W]]) {
// CHECK-NEXT:      sloop.forall %[[J:.*]] in %c4
// CHECK-NEXT:        %[[M:.*]] = sloop.read %[[W]][%[[J]]] : tensor<4xf64>
// CHECK-NEXT:        sloop.write %[[M]], %{{.*}}[%[[J]]] by max : tensor<4xf64>
// STRICT-LABEL: func.func @largest_of_columns(
// STRICT-NOT:     sloop.where
func.func @largest_of_columns(%A: tensor<?x4xf64>, %y: tensor<4xf64>, %m: index) -> tensor<4xf64> {
  %c4 = arith.constant 4 : index
  %r = sloop.nest ins(%a = %A : tensor<?x4xf64>) outs(%c = %y : tensor<4xf64>) {
    sloop.forall %i in %m {
      sloop.forall %j in %c4 {
        %0 = sloop.read %a[%i, %j] : tensor<?x4xf64>
        sloop.write %0, %c[%j] by max : tensor<4xf64>
      }
    }
  }
  return %r : tensor<4xf64>
}

// Integers are added in any order.
// CHECK-LABEL: func.func @integers(
// CHECK:         sloop.where full tensor<4xi32> produce(
// STRICT-LABEL: func.func @integers(
// STRICT:         sloop.where full tensor<4xi32> produce(
func.func @integers(%A: tensor<?x4xi32>, %y: tensor<4xi32>, %m: index) -> tensor<4xi32> {
  %c4 = arith.constant 4 : index
  %r = sloop.nest ins(%a = %A : tensor<?x4xi32>) outs(%c = %y : tensor<4xi32>) {
    sloop.forall %i in %m {
      sloop.forall %j in %c4 {
        %0 = sloop.read %a[%i, %j] : tensor<?x4xi32>
        sloop.write %0, %c[%j] by add : tensor<4xi32>
      }
    }
  }
  return %r : tensor<4xi32>
}

// What stays: blocks that are too large, points that a stored level chooses, a loop of few rounds, what has lanes, what reads the
// result, numbers that are replaced.
// CHECK-LABEL: func.func @large_blocks(
// CHECK-NOT:     sloop.where
func.func @large_blocks(%A: tensor<?x?xf64, #BCSR8>, %y: tensor<?xf64>, %m: index, %n: index, %mb: index,
                        %nb: index) -> tensor<?xf64> {
  %c8 = arith.constant 8 : index
  %r = sloop.nest ins(%a = %A : tensor<?x?xf64, #BCSR8>) outs(%c = %y : tensor<?xf64>) {
    sloop.forall %ib in %mb {
      sloop.forall %jb in %nb {
        sloop.forall %ii in %c8 {
          %i = sloop.derive(8 * %ib + %ii) below %m
          %s = sloop.fold %jj in %c8 by add -> f64 {
            %j = sloop.derive(8 * %jb + %jj) below %n
            %0 = sloop.read %a[%i, %j] : tensor<?x?xf64, #BCSR8>
            sloop.yield %0 : f64
          }
          sloop.write %s, %c[%i] by add : tensor<?xf64>
        }
      }
    }
  }
  return %r : tensor<?xf64>
}

// CHECK-LABEL: func.func @stored_points(
// CHECK-NOT:     sloop.where
func.func @stored_points(%A: tensor<?x4xf64, #CSR>, %y: tensor<4xf64>, %m: index) -> tensor<4xf64> {
  %c4 = arith.constant 4 : index
  %r = sloop.nest ins(%a = %A : tensor<?x4xf64, #CSR>) outs(%c = %y : tensor<4xf64>) {
    sloop.forall %i in %m {
      sloop.forall %j in %c4 {
        %0 = sloop.read %a[%i, %j] : tensor<?x4xf64, #CSR>
        sloop.write %0, %c[%j] by add : tensor<4xf64>
      }
    }
  }
  return %r : tensor<4xf64>
}

// CHECK-LABEL: func.func @others(
// CHECK-NOT:     sloop.where
func.func @others(%A: tensor<?x4xf64>, %B: tensor<2x4xf64>, %y: tensor<4xf64>, %m: index) -> tensor<4xf64> {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<?x4xf64>, tensor<2x4xf64>) outs(%c = %y : tensor<4xf64>) {
    sloop.forall %i in %c2 {
      sloop.forall %j in %c4 {
        %0 = sloop.read %b[%i, %j] : tensor<2x4xf64>
        sloop.write %0, %c[%j] by add : tensor<4xf64>
      }
    }
    sloop.forall %i in %m {
      sloop.forall %j in %c4 how(<lanes = 4>) {
        %0 = sloop.read %a[%i, %j] : tensor<?x4xf64>
        sloop.write %0, %c[%j] by add : tensor<4xf64>
      }
    }
    sloop.forall %i in %m {
      sloop.forall %j in %c4 {
        %0 = sloop.read %c[%j] : tensor<4xf64>
        sloop.write %0, %c[%j] by add : tensor<4xf64>
      }
    }
    sloop.forall %i in %m {
      sloop.forall %j in %c4 {
        %0 = sloop.read %a[%i, %j] : tensor<?x4xf64>
        sloop.write %0, %c[%j] : tensor<4xf64>
      }
    }
  }
  return %r : tensor<4xf64>
}

// A sum of one point in a loop that another statement shares.
// CHECK-LABEL: func.func @shared_loop(
// CHECK:      sloop.forall %[[I:.*]] in %c8
// CHECK-NEXT:   sloop.where full tensor<f64> produce(%[[W:.*]]) {
// CHECK-NEXT:     sloop.forall %[[J:.*]] in %c8
// CHECK:            sloop.write %{{.*}}, %[[W]][] by add : tensor<f64>
// CHECK:            sloop.write %{{.*}}, %[[Y:.*]][%[[J]]] by add : tensor<8xf64>
// CHECK:        } consume(%[[W]]) {
// CHECK-NEXT:     %[[SUM:.*]] = sloop.read %[[W]][] : tensor<f64>
// CHECK-NEXT:     sloop.write %[[SUM]], %[[Y]][%[[I]]] by add : tensor<8xf64>
func.func @shared_loop(%S: tensor<8x8xf64, #CSR>, %y: tensor<8xf64>) -> tensor<8xf64> {
  %c8 = arith.constant 8 : index
  %r = sloop.nest ins(%s = %S : tensor<8x8xf64, #CSR>) outs(%c = %y : tensor<8xf64>) {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %s[%i, %j] : tensor<8x8xf64, #CSR>
        sloop.write %0, %c[%i] by add : tensor<8xf64>
        sloop.write %0, %c[%j] by add : tensor<8xf64>
      }
    }
  }
  return %r : tensor<8xf64>
}

// The other statement reads the points that are added to.
// CHECK-LABEL: func.func @read_in_the_loop(
// CHECK-NOT:     sloop.where
func.func @read_in_the_loop(%S: tensor<8x8xf64, #CSR>, %y: tensor<8xf64>, %z: tensor<8xf64>) -> (tensor<8xf64>, tensor<8xf64>) {
  %c8 = arith.constant 8 : index
  %r:2 = sloop.nest ins(%s = %S : tensor<8x8xf64, #CSR>) outs(%c = %y, %d = %z : tensor<8xf64>, tensor<8xf64>) {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %s[%i, %j] : tensor<8x8xf64, #CSR>
        sloop.write %0, %c[%i] by add : tensor<8xf64>
        %1 = sloop.read %c[%i] : tensor<8xf64>
        sloop.write %1, %d[%j] : tensor<8xf64>
      }
    }
  }
  return %r#0, %r#1 : tensor<8xf64>, tensor<8xf64>
}
