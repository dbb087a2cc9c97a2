// `sloop-vectorize`: a loop that a schedule asks to run in lanes does so, whatever that gains, or the nest is refused.

// RUN: lacuna-opt %s --sloop-vectorize=bytes=0 --split-input-file --verify-diagnostics | FileCheck %s

// As many lanes as are asked for, although the order puts them elsewhere by itself, and scalar code was chosen otherwise.
// CHECK-LABEL: @asked
// CHECK:       sloop.forall %{{.*}} in %{{.*}} named "j" how(<lanes = 4, vectorize = 4>) {
// CHECK:         sloop.forall %{{.*}} in %{{.*}} {
func.func @asked(%A: tensor<?x?xf64>, %B: tensor<?x?xf64>, %C: tensor<?x?xf64>, %m: index, %n: index, %k: index) -> tensor<?x?xf64> {
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<?x?xf64>, tensor<?x?xf64>) outs(%c = %C : tensor<?x?xf64>) {
    sloop.forall %i in %m {
      sloop.forall %l in %k {
        sloop.forall %j in %n named "j" how(<vectorize = 4>) {
          %0 = sloop.read %a[%i, %l] : tensor<?x?xf64>
          %1 = sloop.read %b[%l, %j] : tensor<?x?xf64>
          %2 = arith.mulf %0, %1 : f64
          sloop.write %2, %c[%i, %j] by add : tensor<?x?xf64>
        }
      }
    }
  }
  return %r : tensor<?x?xf64>
}

// -----

// A bound that leaves the first values is kept by a shorter loop.
// CHECK-LABEL: @cut_short
// CHECK:       sloop.forall %{{.*}} in %{{.*}} how(<lanes = 2, vectorize = 2>) {
func.func @cut_short(%A: tensor<?xf64>, %C: tensor<?xf64>, %n: index, %blocks: index) -> tensor<?xf64> {
  %c4 = arith.constant 4 : index
  %r = sloop.nest ins(%a = %A : tensor<?xf64>) outs(%c = %C : tensor<?xf64>) attributes {sloop.keep_order} {
    sloop.forall %o in %blocks {
      sloop.forall %p in %c4 how(<vectorize = 2>) {
        %i = sloop.derive(%o * 4 + %p) below %n asked
        %0 = sloop.read %a[%i] : tensor<?xf64>
        sloop.write %0, %c[%i] by add : tensor<?xf64>
      }
    }
  }
  return %r : tensor<?xf64>
}

// -----

func.func @strided(%A: tensor<?x?xf64>, %C: tensor<?x?xf64>, %m: index, %n: index) -> tensor<?x?xf64> {
  // expected-error @below {{the loop over v0 cannot run in vector lanes: a vector loop must walk consecutive elements of operand 1: its variable must be the last subscript, alone and with factor one}}
  %r = sloop.nest ins(%a = %A : tensor<?x?xf64>) outs(%c = %C : tensor<?x?xf64>) {
    sloop.forall %i in %m how(<vectorize = 4>) {
      sloop.forall %j in %n {
        %0 = sloop.read %a[%i, %j] : tensor<?x?xf64>
        sloop.write %0, %c[%i, %j] by add : tensor<?x?xf64>
      }
    }
  }
  return %r : tensor<?x?xf64>
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>

func.func @stored(%A: tensor<?x?xf64, #CSR>, %x: tensor<?xf64>, %C: tensor<?xf64>, %m: index, %n: index) -> tensor<?xf64> {
  // expected-error @below {{the loop over v1 cannot run in vector lanes: a vector loop cannot walk operand 0, which is stored in levels}}
  %r = sloop.nest ins(%a = %A, %b = %x : tensor<?x?xf64, #CSR>, tensor<?xf64>) outs(%c = %C : tensor<?xf64>) {
    sloop.forall %i in %m {
      sloop.forall %j in %n how(<vectorize = 4>) {
        %0 = sloop.read %a[%i, %j] : tensor<?x?xf64, #CSR>
        %1 = sloop.read %b[%j] : tensor<?xf64>
        %2 = arith.mulf %0, %1 : f64
        sloop.write %2, %c[%i] by add : tensor<?xf64>
      }
    }
  }
  return %r : tensor<?xf64>
}

// -----

func.func @two(%A: tensor<?x?xf64>, %C: tensor<?x?xf64>, %m: index, %n: index) -> tensor<?x?xf64> {
  // expected-error @below {{cannot run in vector lanes: }}
  %r = sloop.nest ins(%a = %A : tensor<?x?xf64>) outs(%c = %C : tensor<?x?xf64>) {
    sloop.forall %i in %m how(<vectorize = 4>) {
      sloop.forall %j in %n how(<vectorize = 4>) {
        %0 = sloop.read %a[%i, %j] : tensor<?x?xf64>
        sloop.write %0, %c[%i, %j] by add : tensor<?x?xf64>
      }
    }
  }
  return %r : tensor<?x?xf64>
}
