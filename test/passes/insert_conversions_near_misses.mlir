// `sloop-insert-conversions`: what can be walked as it is stored stays as it is, without a remark.

// RUN: lacuna-opt %s --sloop-insert-conversions --verify-diagnostics | FileCheck %s

// CHECK-NOT: stensor.convert

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#BCSR = #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>
#Unordered = #stensor.format<(i, j) -> (i : dense, j : compressed(unordered))>
#ELL = #stensor.format<(i, j) -> (_ : dense, i : dense, j : singleton)>
#DIA = #stensor.format<(i, j) -> (j - i : compressed, i : range, j : offset)>

func.func @rows(%A: tensor<8x8xf64, #CSR>, %B: tensor<8x8xf64, #CSR>) -> tensor<8x8xf64, #CSR> {
  %c8 = arith.constant 8 : index
  %Y = stensor.empty : tensor<8x8xf64, #CSR>
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<8x8xf64, #CSR>, tensor<8x8xf64, #CSR>) outs(%c = %Y : tensor<8x8xf64, #CSR>) {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<8x8xf64, #CSR>
        %1 = sloop.read %b[%i, %j] : tensor<8x8xf64, #CSR>
        %s1 = arith.addf %0, %1 : f64
        sloop.write %s1, %c[%i, %j] elsewhere(0.0 : f64) : tensor<8x8xf64, #CSR>
      }
    }
  }
  return %r : tensor<8x8xf64, #CSR>
}

func.func @columns(%A: tensor<8x8xf64, #CSC>, %B: tensor<8x8xf64, #CSC>) -> tensor<8x8xf64, #CSC> {
  %c8 = arith.constant 8 : index
  %Y = stensor.empty : tensor<8x8xf64, #CSC>
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<8x8xf64, #CSC>, tensor<8x8xf64, #CSC>) outs(%c = %Y : tensor<8x8xf64, #CSC>) {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<8x8xf64, #CSC>
        %1 = sloop.read %b[%i, %j] : tensor<8x8xf64, #CSC>
        %s1 = arith.addf %0, %1 : f64
        sloop.write %s1, %c[%i, %j] elsewhere(0.0 : f64) : tensor<8x8xf64, #CSC>
      }
    }
  }
  return %r : tensor<8x8xf64, #CSC>
}

// Loops are reordered for it, not operands converted.
func.func @columns_into_a_dense_result(%A: tensor<8x8xf64, #CSC>, %B: tensor<8x8xf64, #CSC>, %Y: tensor<8x8xf64>) -> tensor<8x8xf64> {
  %c8 = arith.constant 8 : index
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<8x8xf64, #CSC>, tensor<8x8xf64, #CSC>) outs(%c = %Y : tensor<8x8xf64>) {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<8x8xf64, #CSC>
        %1 = sloop.read %b[%i, %j] : tensor<8x8xf64, #CSC>
        %s1 = arith.addf %0, %1 : f64
        sloop.write %s1, %c[%i, %j] : tensor<8x8xf64>
      }
    }
  }
  return %r : tensor<8x8xf64>
}

func.func @list_and_rows(%A: tensor<8x8xf64, #COO>, %B: tensor<8x8xf64, #CSR>) -> tensor<8x8xf64, #CSR> {
  %c8 = arith.constant 8 : index
  %Y = stensor.empty : tensor<8x8xf64, #CSR>
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<8x8xf64, #COO>, tensor<8x8xf64, #CSR>) outs(%c = %Y : tensor<8x8xf64, #CSR>) {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<8x8xf64, #COO>
        %1 = sloop.read %b[%i, %j] : tensor<8x8xf64, #CSR>
        %s1 = arith.addf %0, %1 : f64
        sloop.write %s1, %c[%i, %j] elsewhere(0.0 : f64) : tensor<8x8xf64, #CSR>
      }
    }
  }
  return %r : tensor<8x8xf64, #CSR>
}

func.func @blocks_of_one_size(%A: tensor<8x8xf64, #BCSR>, %B: tensor<8x8xf64, #BCSR>) -> tensor<8x8xf64, #BCSR> {
  %c8 = arith.constant 8 : index
  %Y = stensor.empty : tensor<8x8xf64, #BCSR>
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<8x8xf64, #BCSR>, tensor<8x8xf64, #BCSR>) outs(%c = %Y : tensor<8x8xf64, #BCSR>) {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<8x8xf64, #BCSR>
        %1 = sloop.read %b[%i, %j] : tensor<8x8xf64, #BCSR>
        %s1 = arith.addf %0, %1 : f64
        sloop.write %s1, %c[%i, %j] elsewhere(0.0 : f64) : tensor<8x8xf64, #BCSR>
      }
    }
  }
  return %r : tensor<8x8xf64, #BCSR>
}

func.func @unordered_alone(%A: tensor<8x8xf64, #Unordered>, %Y: tensor<8x8xf64>) -> tensor<8x8xf64> {
  %c8 = arith.constant 8 : index
  %r = sloop.nest ins(%a = %A : tensor<8x8xf64, #Unordered>) outs(%c = %Y : tensor<8x8xf64>) {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<8x8xf64, #Unordered>
        sloop.write %0, %c[%i, %j] : tensor<8x8xf64>
      }
    }
  }
  return %r : tensor<8x8xf64>
}

func.func @slots_that_are_summed_up(%A: tensor<8x8xf64, #ELL>, %Y: tensor<8xf64>) -> tensor<8xf64> {
  %c8 = arith.constant 8 : index
  %r = sloop.nest ins(%a = %A : tensor<8x8xf64, #ELL>) outs(%c = %Y : tensor<8xf64>) {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<8x8xf64, #ELL>
        sloop.write %0, %c[%i] by add : tensor<8xf64>
      }
    }
  }
  return %r : tensor<8xf64>
}

func.func @diagonals_that_are_summed_up(%A: tensor<8x8xf64, #DIA>, %Y: tensor<8xf64>) -> tensor<8xf64> {
  %c8 = arith.constant 8 : index
  %r = sloop.nest ins(%a = %A : tensor<8x8xf64, #DIA>) outs(%c = %Y : tensor<8xf64>) {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<8x8xf64, #DIA>
        sloop.write %0, %c[%i] by add : tensor<8xf64>
      }
    }
  }
  return %r : tensor<8xf64>
}

func.func @blocks_and_a_dense_operand(%A: tensor<8x8xf64, #BCSR>, %B: tensor<8x8xf64>, %Y: tensor<8x8xf64>) -> tensor<8x8xf64> {
  %c8 = arith.constant 8 : index
  %r = sloop.nest ins(%a = %A, %b = %B : tensor<8x8xf64, #BCSR>, tensor<8x8xf64>) outs(%c = %Y : tensor<8x8xf64>) {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<8x8xf64, #BCSR>
        %1 = sloop.read %b[%i, %j] : tensor<8x8xf64>
        %s1 = arith.addf %0, %1 : f64
        sloop.write %s1, %c[%i, %j] : tensor<8x8xf64>
      }
    }
  }
  return %r : tensor<8x8xf64>
}

// A product with a wide dense matrix takes each value of a block once, as it would take those of rows.
func.func @blocks_times_many_columns(%A: tensor<2000x2000xf64, #BCSR>, %X: tensor<2000x4096xf64>, %Y: tensor<2000x4096xf64>) -> tensor<2000x4096xf64> {
  %c2000 = arith.constant 2000 : index
  %c4096 = arith.constant 4096 : index
  %r = sloop.nest ins(%a = %A, %x = %X : tensor<2000x2000xf64, #BCSR>, tensor<2000x4096xf64>) outs(%y = %Y : tensor<2000x4096xf64>) {
    sloop.forall %i in %c2000 {
      sloop.forall %k in %c4096 {
        sloop.forall %j in %c2000 {
          %0 = sloop.read %a[%i, %j] : tensor<2000x2000xf64, #BCSR>
          %1 = sloop.read %x[%j, %k] : tensor<2000x4096xf64>
          %s1 = arith.mulf %0, %1 : f64
          sloop.write %s1, %y[%i, %k] by add : tensor<2000x4096xf64>
        }
      }
    }
  }
  return %r : tensor<2000x4096xf64>
}
