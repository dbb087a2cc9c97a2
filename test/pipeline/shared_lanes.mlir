// `--lacuna`, executed: loops in lanes that several statements share, of a size that is no multiple of a block of lanes.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=vector-bytes=32 | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=fp=strict | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=vector-bytes=0 | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=vector-bytes=32 --mlir-print-ir-after=sloop-vectorize -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LANES

// LANES-LABEL: func.func @columns(
// LANES:         sloop.forall %{{.*}} in %{{.*}} how(<lanes = 4>) {
// LANES-NEXT:      sloop.write
// LANES-NEXT:      sloop.forall
// LANES-LABEL: func.func @sums(
// LANES:         sloop.forall %{{.*}} in %{{.*}} how(<lanes = 4>) {
// LANES-COUNT-2:   by add

// The sum of each column times a number of its row, and twice that.
func.func @columns(%A: tensor<?x?xf64>, %x: tensor<?xf64>, %y: tensor<?xf64>, %z: tensor<?xf64>, %m: index, %n: index)
    -> (tensor<?xf64>, tensor<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %r:2 = sloop.nest ins(%a = %A, %v = %x : tensor<?x?xf64>, tensor<?xf64>)
                    outs(%c = %y, %d = %z : tensor<?xf64>, tensor<?xf64>) {
    sloop.forall %j in %n {
      sloop.write %zero, %c[%j] : tensor<?xf64>
      sloop.forall %i in %m {
        %0 = sloop.read %a[%i, %j] : tensor<?x?xf64>
        %1 = sloop.read %v[%i] : tensor<?xf64>
        %2 = arith.mulf %0, %1 : f64
        sloop.write %2, %c[%j] by add : tensor<?xf64>
      }
      %3 = sloop.read %c[%j] : tensor<?xf64>
      %4 = arith.addf %3, %3 : f64
      sloop.write %4, %d[%j] : tensor<?xf64>
    }
  }
  return %r#0, %r#1 : tensor<?xf64>, tensor<?xf64>
}

// A sum and a sum of squares.
func.func @sums(%x: tensor<?xf64>, %s: tensor<f64>, %t: tensor<f64>, %n: index) -> (tensor<f64>, tensor<f64>) {
  %r:2 = sloop.nest ins(%a = %x : tensor<?xf64>) outs(%c = %s, %d = %t : tensor<f64>, tensor<f64>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : tensor<?xf64>
      sloop.write %0, %c[] by add : tensor<f64>
      %1 = arith.mulf %0, %0 : f64
      sloop.write %1, %d[] by add : tensor<f64>
    }
  }
  return %r#0, %r#1 : tensor<f64>, tensor<f64>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %m = arith.constant 2 : index
  %n = arith.constant 7 : index
  %zero = arith.constant 0.0 : f64
  %constant = arith.constant dense<[[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0], [0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0]]> : tensor<2x7xf64>
  %A = tensor.cast %constant : tensor<2x7xf64> to tensor<?x?xf64>
  %rows = arith.constant dense<[1.0, 10.0]> : tensor<2xf64>
  %x = tensor.cast %rows : tensor<2xf64> to tensor<?xf64>
  %e0 = tensor.empty(%n) : tensor<?xf64>
  %y = linalg.fill ins(%zero : f64) outs(%e0 : tensor<?xf64>) -> tensor<?xf64>
  %e1 = tensor.empty(%n) : tensor<?xf64>
  %z = linalg.fill ins(%zero : f64) outs(%e1 : tensor<?xf64>) -> tensor<?xf64>

  // CHECK:      ( 1, 12, 3, 14, 5, 16, 7 )
  // CHECK-NEXT: ( 2, 24, 6, 28, 10, 32, 14 )
  %0:2 = call @columns(%A, %x, %y, %z, %m, %n)
    : (tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, index, index) -> (tensor<?xf64>, tensor<?xf64>)
  %1 = vector.transfer_read %0#0[%c0], %zero : tensor<?xf64>, vector<7xf64>
  vector.print %1 : vector<7xf64>
  %2 = vector.transfer_read %0#1[%c0], %zero : tensor<?xf64>, vector<7xf64>
  vector.print %2 : vector<7xf64>

  // CHECK-NEXT: 58
  // CHECK-NEXT: 680
  %e2 = tensor.empty() : tensor<f64>
  %s = linalg.fill ins(%zero : f64) outs(%e2 : tensor<f64>) -> tensor<f64>
  %e3 = tensor.empty() : tensor<f64>
  %t = linalg.fill ins(%zero : f64) outs(%e3 : tensor<f64>) -> tensor<f64>
  %3:2 = call @sums(%0#0, %s, %t, %n) : (tensor<?xf64>, tensor<f64>, tensor<f64>, index) -> (tensor<f64>, tensor<f64>)
  %4 = tensor.extract %3#0[] : tensor<f64>
  vector.print %4 : f64
  %5 = tensor.extract %3#1[] : tensor<f64>
  vector.print %5 : f64
  return
}
