// `--lacuna`, executed: the values of derived variables as subscripts and as numbers.

// RUN: lacuna-opt %s --lacuna | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=fp=strict | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=vector-bytes=0 | %run | FileCheck %s
// No operand becomes dense.
// RUN: lacuna-opt %s --lacuna -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK --allow-empty

// REMARK-NOT: is converted from {{.*}} to tensor<{{[0-9?x]*}}f64>

func.func @add_below(%y: tensor<5xf64>) -> tensor<5xf64> {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %r = sloop.nest outs(%c = %y : tensor<5xf64>) {
    sloop.forall %b in %c3 {
      sloop.forall %i in %c2 {
        %v = sloop.derive(%b * 2 + %i) below %c5
        %0 = arith.index_cast %v : index to i64
        %1 = arith.sitofp %0 : i64 to f64
        sloop.write %1, %c[%v] by add : tensor<5xf64>
      }
    }
  }
  return %r : tensor<5xf64>
}

func.func @add_all(%y: tensor<5xf64>) -> tensor<5xf64> {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %r = sloop.nest outs(%c = %y : tensor<5xf64>) {
    sloop.forall %b in %c2 {
      sloop.forall %i in %c2 {
        %v = sloop.derive(%b * 2 + %i + 1)
        %0 = arith.index_cast %v : index to i64
        %1 = arith.sitofp %0 : i64 to f64
        sloop.write %1, %c[%v] by add : tensor<5xf64>
      }
    }
  }
  return %r : tensor<5xf64>
}

func.func @mul_below(%y: tensor<5xf64>) -> tensor<5xf64> {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %r = sloop.nest outs(%c = %y : tensor<5xf64>) {
    sloop.forall %b in %c3 {
      sloop.forall %i in %c2 {
        %v = sloop.derive(%b * 2 + %i) below %c5
        %0 = arith.index_cast %v : index to i64
        %1 = arith.sitofp %0 : i64 to f64
        sloop.write %1, %c[%v] by mul : tensor<5xf64>
      }
    }
  }
  return %r : tensor<5xf64>
}

func.func @mul_all(%y: tensor<5xf64>) -> tensor<5xf64> {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %r = sloop.nest outs(%c = %y : tensor<5xf64>) {
    sloop.forall %b in %c2 {
      sloop.forall %i in %c2 {
        %v = sloop.derive(%b * 2 + %i + 1)
        %0 = arith.index_cast %v : index to i64
        %1 = arith.sitofp %0 : i64 to f64
        sloop.write %1, %c[%v] by mul : tensor<5xf64>
      }
    }
  }
  return %r : tensor<5xf64>
}

func.func @max_below(%y: tensor<5xf64>) -> tensor<5xf64> {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %r = sloop.nest outs(%c = %y : tensor<5xf64>) {
    sloop.forall %b in %c3 {
      sloop.forall %i in %c2 {
        %v = sloop.derive(%b * 2 + %i) below %c5
        %0 = arith.index_cast %v : index to i64
        %1 = arith.sitofp %0 : i64 to f64
        sloop.write %1, %c[%v] by max : tensor<5xf64>
      }
    }
  }
  return %r : tensor<5xf64>
}

func.func @max_all(%y: tensor<5xf64>) -> tensor<5xf64> {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %r = sloop.nest outs(%c = %y : tensor<5xf64>) {
    sloop.forall %b in %c2 {
      sloop.forall %i in %c2 {
        %v = sloop.derive(%b * 2 + %i + 1)
        %0 = arith.index_cast %v : index to i64
        %1 = arith.sitofp %0 : i64 to f64
        sloop.write %1, %c[%v] by max : tensor<5xf64>
      }
    }
  }
  return %r : tensor<5xf64>
}

// Beside a stored operand, whose walk has coordinates of its own.
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @beside_entries(%A: tensor<5x3xf64, #CSR>, %y: tensor<5xf64>) -> tensor<5xf64> {
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %r = sloop.nest ins(%a = %A : tensor<5x3xf64, #CSR>) outs(%c = %y : tensor<5xf64>) {
    sloop.forall %i in %c5 {
      sloop.forall %j in %c3 {
        %v = sloop.derive(%i * 10 + %j)
        %0 = arith.index_cast %v : index to i64
        %1 = arith.sitofp %0 : i64 to f64
        %2 = sloop.read %a[%i, %j] : tensor<5x3xf64, #CSR>
        %3 = arith.mulf %1, %2 : f64
        sloop.write %3, %c[%i] by add : tensor<5xf64>
      }
    }
  }
  return %r : tensor<5xf64>
}

// Loops over parts of the rows become one over rows, so the operand is walked and the result appended to.
func.func @rows(%A: tensor<5x3xf64, #CSR>, %y: tensor<5xf64>) -> (tensor<5xf64>, tensor<5x3xf64, #CSR>) {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %e = stensor.empty : tensor<5x3xf64, #CSR>
  %r:2 = sloop.nest ins(%a = %A : tensor<5x3xf64, #CSR>) outs(%c = %y, %d = %e : tensor<5xf64>, tensor<5x3xf64, #CSR>) {
    sloop.forall %b in %c3 {
      sloop.forall %i in %c2 {
        %v = sloop.derive(%b * 2 + %i) below %c5
        sloop.forall %j in %c3 {
          %0 = sloop.read %a[%v, %j] : tensor<5x3xf64, #CSR>
          %1 = arith.addf %0, %0 : f64
          sloop.write %0, %c[%v] by add : tensor<5xf64>
          sloop.write %1, %d[%v, %j] : tensor<5x3xf64, #CSR>
        }
      }
    }
  }
  return %r#0, %r#1 : tensor<5xf64>, tensor<5x3xf64, #CSR>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 7.0 : f64
  // CHECK: ( 3, 4, 5, 6, 7 )
  %y0 = arith.constant dense<3.0> : tensor<5xf64>
  %r0 = call @add_below(%y0) : (tensor<5xf64>) -> tensor<5xf64>
  %v0 = vector.transfer_read %r0[%c0], %pad : tensor<5xf64>, vector<5xf64>
  vector.print %v0 : vector<5xf64>
  // CHECK: ( 3, 4, 5, 6, 7 )
  %y1 = arith.constant dense<3.0> : tensor<5xf64>
  %r1 = call @add_all(%y1) : (tensor<5xf64>) -> tensor<5xf64>
  %v1 = vector.transfer_read %r1[%c0], %pad : tensor<5xf64>, vector<5xf64>
  vector.print %v1 : vector<5xf64>
  // CHECK: ( 0, 3, 6, 9, 12 )
  %y2 = arith.constant dense<3.0> : tensor<5xf64>
  %r2 = call @mul_below(%y2) : (tensor<5xf64>) -> tensor<5xf64>
  %v2 = vector.transfer_read %r2[%c0], %pad : tensor<5xf64>, vector<5xf64>
  vector.print %v2 : vector<5xf64>
  // CHECK: ( 3, 3, 6, 9, 12 )
  %y3 = arith.constant dense<3.0> : tensor<5xf64>
  %r3 = call @mul_all(%y3) : (tensor<5xf64>) -> tensor<5xf64>
  %v3 = vector.transfer_read %r3[%c0], %pad : tensor<5xf64>, vector<5xf64>
  vector.print %v3 : vector<5xf64>
  // CHECK: ( 3, 3, 3, 3, 4 )
  %y4 = arith.constant dense<3.0> : tensor<5xf64>
  %r4 = call @max_below(%y4) : (tensor<5xf64>) -> tensor<5xf64>
  %v4 = vector.transfer_read %r4[%c0], %pad : tensor<5xf64>, vector<5xf64>
  vector.print %v4 : vector<5xf64>
  // CHECK: ( 3, 3, 3, 3, 4 )
  %y5 = arith.constant dense<3.0> : tensor<5xf64>
  %r5 = call @max_all(%y5) : (tensor<5xf64>) -> tensor<5xf64>
  %v5 = vector.transfer_read %r5[%c0], %pad : tensor<5xf64>, vector<5xf64>
  vector.print %v5 : vector<5xf64>
  // CHECK: ( 1, 15, 3, 34, 125 )
  %d = arith.constant dense<[[1.0, 0.0, -1.0], [0.0, 0.0, 1.0], [0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 2.0, 0.0]]> : tensor<5x3xf64>
  %A = stensor.convert %d : tensor<5x3xf64> to tensor<5x3xf64, #CSR>
  %y = arith.constant dense<3.0> : tensor<5xf64>
  %r = call @beside_entries(%A, %y) : (tensor<5x3xf64, #CSR>, tensor<5xf64>) -> tensor<5xf64>
  %v = vector.transfer_read %r[%c0], %pad : tensor<5xf64>, vector<5xf64>
  vector.print %v : vector<5xf64>
  // CHECK: ( 3, 4, 3, 4, 6 )
  // CHECK: ( ( 2, 0, -2 ), ( 0, 0, 2 ), ( 0, 0, 0 ), ( 0, 2, 0 ), ( 2, 4, 0 ) )
  %z = arith.constant dense<3.0> : tensor<5xf64>
  %s:2 = call @rows(%A, %z) : (tensor<5x3xf64, #CSR>, tensor<5xf64>) -> (tensor<5xf64>, tensor<5x3xf64, #CSR>)
  %w = vector.transfer_read %s#0[%c0], %pad : tensor<5xf64>, vector<5xf64>
  vector.print %w : vector<5xf64>
  %t = stensor.convert %s#1 : tensor<5x3xf64, #CSR> to tensor<5x3xf64>
  %m = vector.transfer_read %t[%c0, %c0], %pad : tensor<5x3xf64>, vector<5x3xf64>
  vector.print %m : vector<5x3xf64>
  return
}
