// `--lacuna`, executed: nests by hand with several writes at several depths. What they compute is said of the same nests in
// `passes/imperfect_nests.mlir`.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=fp=strict | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=vector-bytes=0 | %run | FileCheck %s

#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#DIA = #stensor.format<(i, j) -> (j - i : compressed, i : range, j : offset)>
#BCSR = #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>
#SV = #stensor.format<(i) -> (i : compressed)>

func.func @rows(%A: tensor<3x3xf64, #CSR>, %x: tensor<3xf64>, %y: tensor<3xf64>, %z: tensor<3xf64>)
    -> (tensor<3xf64>, tensor<3xf64>) {
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %two = arith.constant 2.0 : f64
  %r:2 = sloop.nest ins(%a = %A, %v = %x : tensor<3x3xf64, #CSR>, tensor<3xf64>)
      outs(%c = %y, %d = %z : tensor<3xf64>, tensor<3xf64>) {
    sloop.forall %i in %c3 {
      sloop.write %zero, %c[%i] : tensor<3xf64>
      sloop.forall %j in %c3 {
        %0 = sloop.read %a[%i, %j] : tensor<3x3xf64, #CSR>
        %1 = sloop.read %v[%j] : tensor<3xf64>
        %2 = arith.mulf %0, %1 : f64
        sloop.write %2, %c[%i] by add : tensor<3xf64>
      }
      %3 = sloop.read %c[%i] : tensor<3xf64>
      %4 = arith.mulf %3, %two : f64
      sloop.write %4, %d[%i] : tensor<3xf64>
    }
  }
  return %r#0, %r#1 : tensor<3xf64>, tensor<3xf64>
}
func.func @two_orders(%A: tensor<3x3xf64, #CSR>, %B: tensor<3x3xf64, #CSC>, %x: tensor<3xf64>, %y: tensor<3xf64>, %z: tensor<3xf64>)
    -> (tensor<3xf64>, tensor<3xf64>) {
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %two = arith.constant 2.0 : f64
  %r:2 = sloop.nest ins(%a = %A, %b = %B, %v = %x : tensor<3x3xf64, #CSR>, tensor<3x3xf64, #CSC>, tensor<3xf64>)
      outs(%c = %y, %d = %z : tensor<3xf64>, tensor<3xf64>) {
    sloop.forall %i in %c3 {
      sloop.forall %j in %c3 {
        %0 = sloop.read %a[%i, %j] : tensor<3x3xf64, #CSR>
        %1 = sloop.read %v[%j] : tensor<3xf64>
        %2 = arith.mulf %0, %1 : f64
        sloop.write %2, %c[%i] by add : tensor<3xf64>
        %3 = sloop.read %b[%i, %j] : tensor<3x3xf64, #CSC>
        sloop.write %3, %d[%i] by add : tensor<3xf64>
      }
    }
  }
  return %r#0, %r#1 : tensor<3xf64>, tensor<3xf64>
}
func.func @list(%A: tensor<3x3xf64, #COO>, %x: tensor<3xf64>, %y: tensor<3xf64>, %z: tensor<3xf64>)
    -> (tensor<3xf64>, tensor<3xf64>) {
  %c3 = arith.constant 3 : index
  %r:2 = sloop.nest ins(%a = %A, %v = %x : tensor<3x3xf64, #COO>, tensor<3xf64>)
      outs(%c = %y, %d = %z : tensor<3xf64>, tensor<3xf64>) {
    sloop.forall %i in %c3 {
      %3 = sloop.read %v[%i] : tensor<3xf64>
      sloop.write %3, %d[%i] : tensor<3xf64>
      sloop.write %3, %c[%i] : tensor<3xf64>
      sloop.forall %j in %c3 {
        %0 = sloop.read %a[%i, %j] : tensor<3x3xf64, #COO>
        sloop.write %0, %c[%i] by add : tensor<3xf64>
      }
    }
  }
  return %r#0, %r#1 : tensor<3xf64>, tensor<3xf64>
}
func.func @blocks(%A: tensor<3x3xf64, #BCSR>, %x: tensor<3xf64>, %b: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %c3 = arith.constant 3 : index
  %r = sloop.nest ins(%a = %A, %v = %x, %w = %b : tensor<3x3xf64, #BCSR>, tensor<3xf64>, tensor<3xf64>)
      outs(%c = %y : tensor<3xf64>) {
    sloop.forall %i in %c3 {
      %0 = sloop.read %w[%i] : tensor<3xf64>
      sloop.write %0, %c[%i] : tensor<3xf64>
      sloop.forall %j in %c3 {
        %1 = sloop.read %a[%i, %j] : tensor<3x3xf64, #BCSR>
        %2 = sloop.read %v[%j] : tensor<3xf64>
        %3 = arith.mulf %1, %2 : f64
        sloop.write %3, %c[%i] by add : tensor<3xf64>
      }
    }
  }
  return %r : tensor<3xf64>
}
func.func @diagonals(%A: tensor<3x3xf64, #DIA>, %x: tensor<3xf64>, %y: tensor<3xf64>, %z: tensor<3xf64>)
    -> (tensor<3xf64>, tensor<3xf64>) {
  %c3 = arith.constant 3 : index
  %r:2 = sloop.nest ins(%a = %A, %v = %x : tensor<3x3xf64, #DIA>, tensor<3xf64>)
      outs(%c = %y, %d = %z : tensor<3xf64>, tensor<3xf64>) {
    sloop.forall %j in %c3 {
      %1 = sloop.read %v[%j] : tensor<3xf64>
      sloop.write %1, %d[%j] : tensor<3xf64>
      sloop.forall %i in %c3 {
        %0 = sloop.read %a[%i, %j] : tensor<3x3xf64, #DIA>
        %2 = arith.mulf %0, %1 : f64
        sloop.write %2, %c[%i] by add : tensor<3xf64>
      }
    }
  }
  return %r#0, %r#1 : tensor<3xf64>, tensor<3xf64>
}
func.func @points(%s: tensor<3xf64, #SV>, %y: tensor<3xf64>, %z: tensor<3xf64>, %u: tensor<3xf64>)
    -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) {
  %c3 = arith.constant 3 : index
  %two = arith.constant 2.0 : f64
  %r:3 = sloop.nest ins(%b = %s : tensor<3xf64, #SV>)
      outs(%c = %y, %d = %z, %e = %u : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) {
    sloop.forall %i in %c3 {
      %3 = sloop.read %e[%i] : tensor<3xf64>
      sloop.write %3, %d[%i] : tensor<3xf64>
      %0 = sloop.read %b[%i] : tensor<3xf64, #SV>
      %1 = arith.mulf %0, %two : f64
      sloop.write %1, %c[%i] : tensor<3xf64>
      %2 = sloop.read %c[%i] : tensor<3xf64>
      sloop.write %2, %e[%i] by add : tensor<3xf64>
      sloop.write %0, %d[%i] : tensor<3xf64>
    }
  }
  return %r#0, %r#1, %r#2 : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
}

func.func @mixed(%A: tensor<3x3xf64, #CSR>, %B: tensor<3x3xf64, #BCSR>, %s: tensor<3xf64, #SV>, %y: tensor<3xf64>, %z: tensor<3xf64>)
    -> (tensor<3xf64>, tensor<3xf64>) {
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %r:2 = sloop.nest ins(%a = %A, %b = %B, %v = %s : tensor<3x3xf64, #CSR>, tensor<3x3xf64, #BCSR>, tensor<3xf64, #SV>)
      outs(%c = %y, %d = %z : tensor<3xf64>, tensor<3xf64>) {
    sloop.forall %i in %c3 {
      sloop.write %zero, %c[%i] : tensor<3xf64>
      sloop.forall %j in %c3 {
        %0 = sloop.read %a[%i, %j] : tensor<3x3xf64, #CSR>
        %1 = sloop.read %v[%j] : tensor<3xf64, #SV>
        %2 = arith.mulf %0, %1 : f64
        sloop.write %2, %c[%i] by add : tensor<3xf64>
      }
      sloop.forall %j in %c3 {
        %2 = sloop.read %b[%i, %j] : tensor<3x3xf64, #BCSR>
        sloop.write %2, %c[%i] by add : tensor<3xf64>
      }
      %3 = sloop.read %c[%i] : tensor<3xf64>
      %4 = sloop.read %v[%i] : tensor<3xf64, #SV>
      %5 = arith.addf %3, %4 : f64
      sloop.write %5, %d[%i] : tensor<3xf64>
    }
  }
  return %r#0, %r#1 : tensor<3xf64>, tensor<3xf64>
}
func.func private @print(%v: tensor<3xf64>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %a = vector.transfer_read %v[%c0], %zero : tensor<3xf64>, vector<3xf64>
  vector.print %a : vector<3xf64>
  return
}
func.func @main() {
  %0 = arith.constant 0.0 : f64
  %1 = arith.constant 1.0 : f64
  %2 = arith.constant 2.0 : f64
  %3 = arith.constant 3.0 : f64
  %4 = arith.constant 4.0 : f64
  %6 = arith.constant 6.0 : f64
  %7 = arith.constant 7.0 : f64
  %9 = arith.constant 9.0 : f64
  %D = tensor.from_elements %1, %0, %3, %4, %0, %6, %7, %0, %9 : tensor<3x3xf64>
  %R = stensor.convert %D : tensor<3x3xf64> to tensor<3x3xf64, #CSR>
  %C = stensor.convert %D : tensor<3x3xf64> to tensor<3x3xf64, #CSC>
  %L = stensor.convert %D : tensor<3x3xf64> to tensor<3x3xf64, #COO>
  %B = stensor.convert %D : tensor<3x3xf64> to tensor<3x3xf64, #BCSR>
  %G = stensor.convert %D : tensor<3x3xf64> to tensor<3x3xf64, #DIA>
  %d = tensor.from_elements %1, %0, %3 : tensor<3xf64>
  %s = stensor.convert %d : tensor<3xf64> to tensor<3xf64, #SV>
  %x = tensor.from_elements %1, %2, %3 : tensor<3xf64>
  %rows:2 = call @rows(%R, %x, %x, %x) : (tensor<3x3xf64, #CSR>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  // CHECK: ( 10, 22, 34 )
  call @print(%rows#0) : (tensor<3xf64>) -> ()
  // CHECK-NEXT: ( 20, 44, 68 )
  call @print(%rows#1) : (tensor<3xf64>) -> ()
  %two_orders:2 = call @two_orders(%R, %C, %x, %x, %x) : (tensor<3x3xf64, #CSR>, tensor<3x3xf64, #CSC>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  // CHECK-NEXT: ( 11, 24, 37 )
  call @print(%two_orders#0) : (tensor<3xf64>) -> ()
  // CHECK-NEXT: ( 5, 12, 19 )
  call @print(%two_orders#1) : (tensor<3xf64>) -> ()
  %list:2 = call @list(%L, %x, %x, %x) : (tensor<3x3xf64, #COO>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  // CHECK-NEXT: ( 5, 12, 19 )
  call @print(%list#0) : (tensor<3xf64>) -> ()
  // CHECK-NEXT: ( 1, 2, 3 )
  call @print(%list#1) : (tensor<3xf64>) -> ()
  %blocks = call @blocks(%B, %x, %x, %x) : (tensor<3x3xf64, #BCSR>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  // CHECK-NEXT: ( 11, 24, 37 )
  call @print(%blocks) : (tensor<3xf64>) -> ()
  %diagonals:2 = call @diagonals(%G, %x, %x, %x) : (tensor<3x3xf64, #DIA>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  // CHECK-NEXT: ( 11, 24, 37 )
  call @print(%diagonals#0) : (tensor<3xf64>) -> ()
  // CHECK-NEXT: ( 1, 2, 3 )
  call @print(%diagonals#1) : (tensor<3xf64>) -> ()
  %points:3 = call @points(%s, %x, %x, %x) : (tensor<3xf64, #SV>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>)
  // CHECK-NEXT: ( 2, 0, 6 )
  call @print(%points#0) : (tensor<3xf64>) -> ()
  // CHECK-NEXT: ( 1, 0, 3 )
  call @print(%points#1) : (tensor<3xf64>) -> ()
  // CHECK-NEXT: ( 3, 2, 9 )
  call @print(%points#2) : (tensor<3xf64>) -> ()
  %mixed:2 = call @mixed(%R, %B, %s, %x, %x) : (tensor<3x3xf64, #CSR>, tensor<3x3xf64, #BCSR>, tensor<3xf64, #SV>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
  // CHECK-NEXT: ( 14, 32, 50 )
  call @print(%mixed#0) : (tensor<3xf64>) -> ()
  // CHECK-NEXT: ( 15, 32, 53 )
  call @print(%mixed#1) : (tensor<3xf64>) -> ()
  return
}
