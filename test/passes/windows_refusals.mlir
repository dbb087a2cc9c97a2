// `sloop.windows` lists inputs of a nest by number.

// RUN: lacuna-opt %s --sloop-schedule --verify-diagnostics --split-input-file

func.func @no_such_input(%x: memref<4xf64>, %y: memref<4xf64>) {
  %n = arith.constant 4 : index
  // expected-error@+1 {{sloop.windows lists inputs by number, of which there are 1: array<i64: 1>}}
  sloop.nest ins(%a = %x : memref<4xf64>) outs(%c = %y : memref<4xf64>) attributes {sloop.windows = array<i64: 1>} {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : memref<4xf64>
      sloop.write %0, %c[%i] : memref<4xf64>
    }
  }
  return
}

// -----

func.func @negative(%x: memref<4xf64>, %y: memref<4xf64>) {
  %n = arith.constant 4 : index
  // expected-error@+1 {{sloop.windows lists inputs by number, of which there are 1: array<i64: -1>}}
  sloop.nest ins(%a = %x : memref<4xf64>) outs(%c = %y : memref<4xf64>) attributes {sloop.windows = array<i64: -1>} {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : memref<4xf64>
      sloop.write %0, %c[%i] : memref<4xf64>
    }
  }
  return
}

// -----

func.func @no_list(%x: memref<4xf64>, %y: memref<4xf64>) {
  %n = arith.constant 4 : index
  // expected-error@+1 {{sloop.windows lists inputs by number, of which there are 1: "all"}}
  sloop.nest ins(%a = %x : memref<4xf64>) outs(%c = %y : memref<4xf64>) attributes {sloop.windows = "all"} {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : memref<4xf64>
      sloop.write %0, %c[%i] : memref<4xf64>
    }
  }
  return
}
