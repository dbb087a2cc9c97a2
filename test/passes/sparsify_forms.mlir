// `sloop-sparsify`: how innermost loops take the entries of a segment is chosen by the plan, and said by the loop.

// RUN: lacuna-opt %s --sloop-sparsify="ahead=0 gathers=fast gathered-entries=4" | FileCheck %s --check-prefixes=CHECK,FAST
// RUN: lacuna-opt %s --sloop-sparsify="ahead=0 gathers=slow chains=3 run-block=2" | FileCheck %s --check-prefixes=CHECK,SLOW
// RUN: lacuna-opt %s --sloop-sparsify="ahead=0 fp=strict gathers=fast" | FileCheck %s --check-prefix=STRICT

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#SELL = #stensor.format<(i, j) -> (i : dense, j : sliced[8, 8])>

// A sum is taken entry by entry or out of order, as the program finds out once.
// CHECK-LABEL: @sums
// FAST:        %[[WAY:.*]] = sloop.choose %{{.*}}[1] of [#sloop.how<chains = 1>, #sloop.how<chains = 2, packed = 2>, #sloop.how<chains = 2, packed = 4>, #sloop.how<gathers = 4>]
// SLOW:        %[[WAY:.*]] = sloop.choose %{{.*}}[1] of [#sloop.how<chains = 1>, #sloop.how<chains = 2, packed = 2>, #sloop.how<chains = 2, packed = 4>] :
// CHECK:       scf.for
// CHECK:         scf.index_switch %[[WAY]] -> f64
// CHECK:         case 1 {
// CHECK:           sloop.iterate {{.*}} how(<chains = 2, packed = 2>) init
// CHECK:         case 2 {
// CHECK:           sloop.iterate {{.*}} how(<chains = 2, packed = 4>) init
// FAST:          case 3 {
// FAST:            sloop.iterate {{.*}} how(<gathers = 4>) init
// CHECK:         default {
// CHECK:           sloop.iterate {{.*}} how(<chains = 1>) init
// Floating point to the letter leaves no choice.
// STRICT-LABEL: @sums
// STRICT-NOT: how
// STRICT: return
func.func @sums(%A: tensor<?x?xf64, #CSR>, %x: memref<?xf64>, %y: memref<?xf64>, %m: index, %n: index) {
  sloop.nest ins(%a = %A, %b = %x : tensor<?x?xf64, #CSR>, memref<?xf64>) outs(%c = %y : memref<?xf64>) {
    sloop.forall %i in %m {
      %0 = sloop.fold %j in %n by add -> f64 {
        %1 = sloop.read %a[%i, %j] : tensor<?x?xf64, #CSR>
        %2 = sloop.read %b[%j] : memref<?xf64>
        %3 = arith.mulf %1, %2 : f64
        sloop.yield %3 : f64
      }
      sloop.write %0, %c[%i] : memref<?xf64>
    }
  }
  return
}

// Complex numbers fill no lanes.
// CHECK-LABEL: @complex_sums
// FAST:        %[[WAY:.*]] = sloop.choose %{{.*}}[1] of [#sloop.how<chains = 1>, #sloop.how<gathers = 4>] :
// SLOW:        %[[WAY:.*]] = sloop.choose %{{.*}}[1] of [#sloop.how<chains = 1>, #sloop.how<chains = 3>] :
// CHECK:         %[[FIRST:.*]] = arith.cmpi eq, %[[WAY]], %{{.*}} : index
// CHECK:         scf.if %[[FIRST]] -> (complex<f64>) {
func.func @complex_sums(%A: tensor<?x?xcomplex<f64>, #CSR>, %y: memref<?xcomplex<f64>>, %m: index, %n: index) {
  sloop.nest ins(%a = %A : tensor<?x?xcomplex<f64>, #CSR>) outs(%c = %y : memref<?xcomplex<f64>>) {
    sloop.forall %i in %m {
      %0 = sloop.fold %j in %n by add -> complex<f64> {
        %1 = sloop.read %a[%i, %j] : tensor<?x?xcomplex<f64>, #CSR>
        sloop.yield %1 : complex<f64>
      }
      sloop.write %0, %c[%i] : memref<?xcomplex<f64>>
    }
  }
  return
}

// What is added to the points of a column is scattered where gathers are fast.
// CHECK-LABEL: @columns
// FAST:        sloop.choose %{{.*}}[1] of [#sloop.how<>, #sloop.how<scatters = 4>]
// FAST:        sloop.iterate (%{{.*}}, %{{.*}}) in %{{[a-z0-9_]*}} : !sloop.cursor {
// FAST:        sloop.iterate (%{{.*}}, %{{.*}}) in %{{[a-z0-9_]*}} how(<scatters = 4>) : !sloop.cursor {
// SLOW-NOT:    sloop.choose
// CHECK:       return
func.func @columns(%A: tensor<?x?xf64, #CSR>, %x: memref<?xf64>, %y: memref<?xf64>, %m: index, %n: index) {
  sloop.nest ins(%a = %A, %b = %x : tensor<?x?xf64, #CSR>, memref<?xf64>) outs(%c = %y : memref<?xf64>) {
    sloop.forall %i in %m {
      sloop.forall %j in %n {
        %1 = sloop.read %a[%i, %j] : tensor<?x?xf64, #CSR>
        %2 = sloop.read %b[%i] : memref<?xf64>
        %3 = arith.mulf %1, %2 : f64
        sloop.write %3, %c[%j] by add : memref<?xf64>
      }
    }
  }
  return
}

// It is not where a round reads what another one adds to.
// CHECK-LABEL: @reads_other_points
// CHECK-NOT:   sloop.choose
// CHECK:       return
func.func @reads_other_points(%A: tensor<?x?xf64, #CSR>, %y: memref<?xf64>, %m: index, %n: index) {
  sloop.nest ins(%a = %A : tensor<?x?xf64, #CSR>) outs(%c = %y : memref<?xf64>) {
    sloop.forall %i in %m {
      sloop.forall %j in %n {
        %1 = sloop.read %a[%i, %j] : tensor<?x?xf64, #CSR>
        %2 = sloop.read %c[%i] : memref<?xf64>
        %3 = arith.mulf %1, %2 : f64
        sloop.write %3, %c[%j] by add : memref<?xf64>
      }
    }
  }
  return
}

// The entries of a run are tested in blocks.
// CHECK-LABEL: @runs
// FAST:        sloop.iterate {{.*}} how(<blocks = 4>) init
// SLOW:        sloop.iterate {{.*}} how(<blocks = 2>) init
func.func @runs(%A: tensor<?x?xf64, #COO>, %y: memref<?xf64>, %m: index, %n: index) {
  sloop.nest ins(%a = %A : tensor<?x?xf64, #COO>) outs(%c = %y : memref<?xf64>) {
    sloop.forall %i in %m {
      %0 = sloop.fold %j in %n by add -> f64 {
        %1 = sloop.read %a[%i, %j] : tensor<?x?xf64, #COO>
        sloop.yield %1 : f64
      }
      sloop.write %0, %c[%i] by add : memref<?xf64>
    }
  }
  return
}

// The segments of a slice are summed abreast, but not where terms depend on the row.
// CHECK-LABEL: @slices
// CHECK:       sloop.iterate {{.*}} how(<abreast = 8>) init
// CHECK-LABEL: @slices_of_rows
// CHECK-NOT:   abreast
// CHECK:       return
func.func @slices(%A: tensor<?x?xf64, #SELL>, %x: memref<?xf64>, %y: memref<?xf64>, %m: index, %n: index) {
  sloop.nest ins(%a = %A, %b = %x : tensor<?x?xf64, #SELL>, memref<?xf64>) outs(%c = %y : memref<?xf64>) {
    sloop.forall %i in %m {
      %0 = sloop.fold %j in %n by add -> f64 {
        %1 = sloop.read %a[%i, %j] : tensor<?x?xf64, #SELL>
        %2 = sloop.read %b[%j] : memref<?xf64>
        %3 = arith.mulf %1, %2 : f64
        sloop.yield %3 : f64
      }
      sloop.write %0, %c[%i] : memref<?xf64>
    }
  }
  return
}
func.func @slices_of_rows(%A: tensor<?x?xf64, #SELL>, %x: memref<?xf64>, %y: memref<?xf64>, %m: index, %n: index) {
  sloop.nest ins(%a = %A, %b = %x : tensor<?x?xf64, #SELL>, memref<?xf64>) outs(%c = %y : memref<?xf64>) {
    sloop.forall %i in %m {
      %0 = sloop.fold %j in %n by add -> f64 {
        %1 = sloop.read %a[%i, %j] : tensor<?x?xf64, #SELL>
        %2 = sloop.read %b[%i] : memref<?xf64>
        %3 = arith.mulf %1, %2 : f64
        sloop.yield %3 : f64
      }
      sloop.write %0, %c[%i] : memref<?xf64>
    }
  }
  return
}

// Vectors that fill one register are summed in chains, those that fill several are not.
// CHECK-LABEL: @lanes
// FAST:        sloop.iterate {{.*}} how(<chains = 4>) init{{.*}} -> vector<8xf64>
// SLOW:        sloop.iterate {{.*}} how(<chains = 3>) init{{.*}} -> vector<8xf64>
// CHECK:       sloop.iterate {{.*}} how(<chains = 1>) init{{.*}} -> vector<16xf64>
func.func @lanes(%A: tensor<?x?xf64, #CSR>, %X: memref<?x8xf64>, %Y: memref<?x8xf64>, %Z: memref<?x16xf64>, %W: memref<?x16xf64>, %m: index, %n: index) {
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  sloop.nest ins(%a = %A, %b = %X, %z = %Z : tensor<?x?xf64, #CSR>, memref<?x8xf64>, memref<?x16xf64>)
      outs(%c = %Y, %w = %W : memref<?x8xf64>, memref<?x16xf64>) {
    sloop.forall %i in %m {
      sloop.forall %k in %c8 how(<lanes = 8>) {
        %0 = sloop.fold %j in %n by add -> f64 {
          %1 = sloop.read %a[%i, %j] : tensor<?x?xf64, #CSR>
          %2 = sloop.read %b[%j, %k] : memref<?x8xf64>
          %3 = arith.mulf %1, %2 : f64
          sloop.yield %3 : f64
        }
        sloop.write %0, %c[%i, %k] : memref<?x8xf64>
      }
      sloop.forall %l in %c16 how(<lanes = 16>) {
        %0 = sloop.fold %j in %n by add -> f64 {
          %1 = sloop.read %a[%i, %j] : tensor<?x?xf64, #CSR>
          %2 = sloop.read %z[%j, %l] : memref<?x16xf64>
          %3 = arith.mulf %1, %2 : f64
          sloop.yield %3 : f64
        }
        sloop.write %0, %w[%i, %l] : memref<?x16xf64>
      }
    }
  }
  return
}
