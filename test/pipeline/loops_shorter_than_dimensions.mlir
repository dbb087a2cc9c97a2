// `--lacuna`, executed: loops and bounds that leave out coordinates of what they subscript.

// RUN: lacuna-opt %s --lacuna=verify=true | %run | FileCheck %s
// RUN: lacuna-opt %s --lacuna=vector-bytes=0 | %run | FileCheck %s

#SV = #stensor.format<(i) -> (i : compressed)>
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>

// The round j = -1, which the first entry would be of, is none of the loop.
func.func @shifted_operand(%x: tensor<?xf64, #SV>, %y: tensor<1xf64>, %n: index, %m: index) -> tensor<1xf64> {
  %r = sloop.nest ins(%w = %x : tensor<?xf64, #SV>) outs(%a = %y : tensor<1xf64>) {
    sloop.forall %j in %m {
      %d = sloop.derive(%j + 1) below %n
      %0 = sloop.read %w[%d] : tensor<?xf64, #SV>
      sloop.write %0, %a[0] by add : tensor<1xf64>
    }
  }
  return %r : tensor<1xf64>
}

// The bound is less than the size of the operand.
func.func @bounded_operand(%x: tensor<5xf64, #SV>, %y: tensor<1xf64>) -> tensor<1xf64> {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %r = sloop.nest ins(%w = %x : tensor<5xf64, #SV>) outs(%a = %y : tensor<1xf64>) {
    sloop.forall %j in %c3 {
      %d = sloop.derive(%j + 1) below %c2
      %0 = sloop.read %w[%d] : tensor<5xf64, #SV>
      sloop.write %0, %a[0] by add : tensor<1xf64>
    }
  }
  return %r : tensor<1xf64>
}

// A local tensor says its size: the producer writes less than that, and the consumer reads less.
func.func @workspace(%y: tensor<1xf64>, %z: tensor<1xf64>, %n: index, %m: index, %few: index) -> (tensor<1xf64>, tensor<1xf64>) {
  %one = arith.constant 1.0 : f64
  %r:2 = sloop.nest outs(%a = %y, %b = %z : tensor<1xf64>, tensor<1xf64>) {
    sloop.where tensor<?xf64> sizes(%n) produce(%w) {
      sloop.forall %i in %n {
        sloop.write %one, %w[%i] : tensor<?xf64>
      }
    } consume(%w) {
      sloop.forall %j in %m {
        %d = sloop.derive(%j + 1) below %n
        %0 = sloop.read %w[%d] : tensor<?xf64>
        sloop.write %0, %a[0] by add : tensor<1xf64>
      }
      sloop.forall %j in %few {
        %0 = sloop.read %w[%j] : tensor<?xf64>
        sloop.write %0, %b[0] by add : tensor<1xf64>
      }
    }
  }
  return %r#0, %r#1 : tensor<1xf64>, tensor<1xf64>
}

// The last column is not stored.
func.func @stored_result(%B: tensor<3xf64>) -> tensor<3x3xf64, #CSR> {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %S = stensor.empty : tensor<3x3xf64, #CSR>
  %r = sloop.nest ins(%b = %B : tensor<3xf64>) outs(%s = %S : tensor<3x3xf64, #CSR>) {
    sloop.forall %i in %c3 {
      sloop.forall %j in %c2 {
        %0 = sloop.read %b[%i] : tensor<3xf64>
        sloop.write %0, %s[%i, %j] by add : tensor<3x3xf64, #CSR>
      }
    }
  }
  return %r : tensor<3x3xf64, #CSR>
}

// The bound is that of y alone: what x is read at has the same value, and says nothing of it.
func.func @bound_of_another(%x: tensor<?xf64, #SV>, %y: tensor<?xf64>, %n: index, %m: index) -> tensor<?xf64> {
  %five = arith.constant 5.0 : f64
  %r = sloop.nest ins(%w = %x : tensor<?xf64, #SV>) outs(%a = %y : tensor<?xf64>) {
    sloop.forall %i in %n {
      %d = sloop.derive(%i) below %m
      %0 = sloop.read %w[%i] : tensor<?xf64, #SV>
      %1 = arith.addf %0, %five : f64
      sloop.write %1, %a[%d] by mul : tensor<?xf64>
    }
  }
  return %r : tensor<?xf64>
}

// The bound is that of x; the loop takes fewer.
func.func @bound_by_name(%x: tensor<?xf64, #SV>, %y: tensor<1xf64>, %n: index, %m: index) -> tensor<1xf64> {
  %r = sloop.nest ins(%w = %x : tensor<?xf64, #SV>) outs(%a = %y : tensor<1xf64>) {
    sloop.forall %i in %n {
      %d = sloop.derive(%i) below %m
      %0 = sloop.read %w[%d] : tensor<?xf64, #SV>
      sloop.write %0, %a[0] by add : tensor<1xf64>
    }
  }
  return %r : tensor<1xf64>
}

// Rows from the second on stay without entries.
func.func @first_rows(%n: index, %m: index) -> tensor<?x?xf64, #CSR> {
  %one = arith.constant 1.0 : f64
  %S = stensor.empty sizes(%m, %m) : tensor<?x?xf64, #CSR>
  %r = sloop.nest outs(%s = %S : tensor<?x?xf64, #CSR>) {
    sloop.forall %i in %n {
      %d = sloop.derive(%i) below %m
      sloop.forall %j in %m {
        sloop.write %one, %s[%d, %j] by add : tensor<?x?xf64, #CSR>
      }
    }
  }
  return %r : tensor<?x?xf64, #CSR>
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %pad = arith.constant 7.0 : f64
  %zero = arith.constant dense<0.0> : tensor<1xf64>
  %two = arith.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %open = tensor.cast %two : tensor<2xf64> to tensor<?xf64>
  %x = stensor.convert %open : tensor<?xf64> to tensor<?xf64, #SV>
  %shifted = call @shifted_operand(%x, %zero, %c2, %c3) : (tensor<?xf64, #SV>, tensor<1xf64>, index, index) -> tensor<1xf64>
  // CHECK: ( 2 )
  %v0 = vector.transfer_read %shifted[%c0], %pad : tensor<1xf64>, vector<1xf64>
  vector.print %v0 : vector<1xf64>
  %named = call @bound_by_name(%x, %zero, %c1, %c2) : (tensor<?xf64, #SV>, tensor<1xf64>, index, index) -> tensor<1xf64>
  // CHECK: ( 1 )
  %first = vector.transfer_read %named[%c0], %pad : tensor<1xf64>, vector<1xf64>
  vector.print %first : vector<1xf64>
  %five = arith.constant dense<[1.0, 2.0, 4.0, 8.0, 16.0]> : tensor<5xf64>
  %stored = stensor.convert %five : tensor<5xf64> to tensor<5xf64, #SV>
  %bounded = call @bounded_operand(%stored, %zero) : (tensor<5xf64, #SV>, tensor<1xf64>) -> tensor<1xf64>
  // CHECK: ( 2 )
  %v1 = vector.transfer_read %bounded[%c0], %pad : tensor<1xf64>, vector<1xf64>
  vector.print %v1 : vector<1xf64>
  %w:2 = call @workspace(%zero, %zero, %c3, %c3, %c1) : (tensor<1xf64>, tensor<1xf64>, index, index, index) -> (tensor<1xf64>, tensor<1xf64>)
  // CHECK: ( 2 )
  %v2 = vector.transfer_read %w#0[%c0], %pad : tensor<1xf64>, vector<1xf64>
  vector.print %v2 : vector<1xf64>
  // CHECK: ( 1 )
  %v3 = vector.transfer_read %w#1[%c0], %pad : tensor<1xf64>, vector<1xf64>
  vector.print %v3 : vector<1xf64>
  %b = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf64>
  %s = call @stored_result(%b) : (tensor<3xf64>) -> tensor<3x3xf64, #CSR>
  %dense = stensor.convert %s : tensor<3x3xf64, #CSR> to tensor<3x3xf64>
  // CHECK: ( ( 1, 1, 0 ), ( 2, 2, 0 ), ( 3, 3, 0 ) )
  %v4 = vector.transfer_read %dense[%c0, %c0], %pad : tensor<3x3xf64>, vector<3x3xf64>
  vector.print %v4 : vector<3x3xf64>
  %y = arith.constant dense<1.0> : tensor<1xf64>
  %given = tensor.cast %y : tensor<1xf64> to tensor<?xf64>
  %a = call @bound_of_another(%x, %given, %c2, %c1) : (tensor<?xf64, #SV>, tensor<?xf64>, index, index) -> tensor<?xf64>
  // CHECK: ( 6 )
  %v5 = vector.transfer_read %a[%c0], %pad {in_bounds = [true]} : tensor<?xf64>, vector<1xf64>
  vector.print %v5 : vector<1xf64>
  %rows = call @first_rows(%c1, %c2) : (index, index) -> tensor<?x?xf64, #CSR>
  %shown = stensor.convert %rows : tensor<?x?xf64, #CSR> to tensor<?x?xf64>
  // CHECK: ( ( 1, 1 ), ( 0, 0 ) )
  %v6 = vector.transfer_read %shown[%c0, %c0], %pad {in_bounds = [true, true]} : tensor<?x?xf64>, vector<2x2xf64>
  vector.print %v6 : vector<2x2xf64>
  return
}
