// `convert-sloop-to-scf`: a loop whose body does not suit the form that it asks for is refused.

// RUN: lacuna-opt %s --convert-sloop-to-scf --verify-diagnostics --split-input-file

// -----

#SELL = #stensor.format<(i, j) -> (i : compressed(unordered, full), j : sliced[8, 256])>

func.func @row_by_row(%A: tensor<?x?xf64, #SELL>, %x: memref<?x?xf64>, %y: memref<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %rows = sloop.cursor %A[0] under(%c0) : tensor<?x?xf64, #SELL>
  sloop.iterate (%i, %row) in %rows : !sloop.cursor {
    %entries = sloop.cursor %A[1] under(%row) : tensor<?x?xf64, #SELL>
    // expected-error @below {{a loop sums segments abreast, but they do not lie interleaved, or their terms depend on the segment}}
    %sum = sloop.iterate (%j, %entry) in %entries how(<abreast = 8>) init(%before = %zero) : !sloop.cursor -> f64 {
      %a = sloop.value %A[%entry] : tensor<?x?xf64, #SELL> -> f64
      %b = memref.load %x[%i, %j] : memref<?x?xf64>
      %term = arith.mulf %a, %b fastmath<fast> : f64
      %after = arith.addf %before, %term fastmath<fast> : f64
      sloop.yield %after : f64
    }
    memref.store %sum, %y[%i] : memref<?xf64>
    sloop.yield
  }
  return
}

// -----

#SELL = #stensor.format<(i, j) -> (i : compressed(unordered, full), j : sliced[8, 256])>

func.func @divides(%A: tensor<?x?xi64, #SELL>, %x: memref<?xi64>, %y: memref<?xi64>) {
  %zero = arith.constant 0 : i64
  %c0 = arith.constant 0 : index
  %rows = sloop.cursor %A[0] under(%c0) : tensor<?x?xi64, #SELL>
  sloop.iterate (%i, %row) in %rows : !sloop.cursor {
    %entries = sloop.cursor %A[1] under(%row) : tensor<?x?xi64, #SELL>
    // expected-error @below {{a loop sums segments abreast, but they do not lie interleaved, or their terms depend on the segment}}
    %sum = sloop.iterate (%j, %entry) in %entries how(<abreast = 8>) init(%before = %zero) : !sloop.cursor -> i64 {
      %a = sloop.value %A[%entry] : tensor<?x?xi64, #SELL> -> i64
      %b = memref.load %x[%j] : memref<?xi64>
      %term = arith.divsi %a, %b : i64
      %after = arith.addi %before, %term : i64
      sloop.yield %after : i64
    }
    memref.store %sum, %y[%i] : memref<?xi64>
    sloop.yield
  }
  return
}

// -----

#SELL = #stensor.format<(i, j) -> (i : compressed(unordered, full), j : sliced[8, 256])>

func.func @changes_what_it_reads(%A: tensor<?x?xf64, #SELL>, %x: memref<?xf64>, %y: memref<?xf64>) {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %rows = sloop.cursor %A[0] under(%c0) : tensor<?x?xf64, #SELL>
  sloop.iterate (%i, %row) in %rows : !sloop.cursor {
    %entries = sloop.cursor %A[1] under(%row) : tensor<?x?xf64, #SELL>
    // expected-error @below {{a loop sums segments abreast, but they do not lie interleaved, or their terms depend on the segment}}
    %sum = sloop.iterate (%j, %entry) in %entries how(<abreast = 8>) init(%before = %zero) : !sloop.cursor -> f64 {
      %a = sloop.value %A[%entry] : tensor<?x?xf64, #SELL> -> f64
      %b = memref.load %x[%j] : memref<?xf64>
      %term = arith.mulf %a, %b fastmath<fast> : f64
      %after = arith.addf %before, %term fastmath<fast> : f64
      sloop.yield %after : f64
    }
    memref.store %sum, %x[%i] : memref<?xf64>
    sloop.yield
  }
  return
}

// -----

#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>

// A round reads what another one may have stored.
func.func @reads_others(%A: tensor<?x?xf64, #CSC>, %y: memref<?xf64>, %j: index) {
  %entries = sloop.cursor %A[1] under(%j) : tensor<?x?xf64, #CSC>
  // expected-error @below {{a loop scatters, but its rounds do more than add to points of their own}}
  sloop.iterate (%i, %entry) in %entries how(<scatters = 4>) : !sloop.cursor {
    %b = memref.load %y[%j] : memref<?xf64>
    %old = memref.load %y[%i] : memref<?xf64>
    %new = arith.addf %old, %b : f64
    memref.store %new, %y[%i] : memref<?xf64>
    sloop.yield
  }
  return
}

// -----

#LIST = #stensor.format<(i, j) -> (j : dense, i : compressed(nonunique))>

// Two entries may have one coordinate.
func.func @repeated_coordinates(%A: tensor<?x?xf64, #LIST>, %y: memref<?xf64>, %j: index) {
  %entries = sloop.cursor %A[1] under(%j) : tensor<?x?xf64, #LIST>
  // expected-error @below {{a loop scatters, but its rounds do more than add to points of their own}}
  sloop.iterate (%i, %entry) in %entries how(<scatters = 4>) : !sloop.cursor {
    %a = sloop.value %A[%entry] : tensor<?x?xf64, #LIST> -> f64
    %old = memref.load %y[%i] : memref<?xf64>
    %new = arith.addf %old, %a : f64
    memref.store %new, %y[%i] : memref<?xf64>
    sloop.yield
  }
  return
}

// -----

#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>

// The points are told by something else, or a second store goes to one point.
func.func @other_points(%A: tensor<?x?xf64, #CSC>, %p: memref<?xindex>, %y: memref<?xf64>, %z: memref<?xf64>, %j: index) {
  %first = sloop.cursor %A[1] under(%j) : tensor<?x?xf64, #CSC>
  // expected-error @below {{a loop scatters, but its rounds do more than add to points of their own}}
  sloop.iterate (%i, %entry) in %first how(<scatters = 4>) : !sloop.cursor {
    %a = sloop.value %A[%entry] : tensor<?x?xf64, #CSC> -> f64
    %at = memref.load %p[%i] : memref<?xindex>
    %old = memref.load %y[%at] : memref<?xf64>
    %new = arith.addf %old, %a : f64
    memref.store %new, %y[%at] : memref<?xf64>
    sloop.yield
  }
  %second = sloop.cursor %A[1] under(%j) : tensor<?x?xf64, #CSC>
  sloop.iterate (%i, %entry) in %second : !sloop.cursor {
    %a = sloop.value %A[%entry] : tensor<?x?xf64, #CSC> -> f64
    %old = memref.load %y[%i] : memref<?xf64>
    %new = arith.addf %old, %a : f64
    memref.store %new, %y[%i] : memref<?xf64>
    %sum = memref.load %z[%j] : memref<?xf64>
    %more = arith.addf %sum, %a : f64
    memref.store %more, %z[%j] : memref<?xf64>
    sloop.yield
  }
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>

// What must be summed in order.
func.func @in_order(%A: tensor<?x?xf64, #CSR>, %p: index, %zero: f64) -> f64 {
  %entries = sloop.cursor %A[1] under(%p) : tensor<?x?xf64, #CSR>
  // expected-error @below {{a loop takes entries out of order, but what it carries is no sum that may be taken in any order}}
  %sum = sloop.iterate (%j, %q) in %entries how(<gathers = 8>) init(%s = %zero) : !sloop.cursor -> f64 {
    %v = sloop.value %A[%q] : tensor<?x?xf64, #CSR> -> f64
    %t = arith.addf %s, %v : f64
    sloop.yield %t : f64
  }
  return %sum : f64
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>

func.func @no_run(%A: tensor<?x?xf64, #CSR>, %p: index, %zero: f64) -> f64 {
  %entries = sloop.cursor %A[1] under(%p) : tensor<?x?xf64, #CSR>
  // expected-error @below {{a loop takes blocks of entries, but it walks no open run, or its body cannot be repeated}}
  %sum = sloop.iterate (%j, %q) in %entries how(<blocks = 4>) init(%s = %zero) : !sloop.cursor -> f64 {
    %v = sloop.value %A[%q] : tensor<?x?xf64, #CSR> -> f64
    %t = arith.addf %s, %v fastmath<reassoc> : f64
    sloop.yield %t : f64
  }
  return %sum : f64
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>

func.func @lanes(%A: tensor<?x?xf64, #CSR>, %p: index, %y: memref<?xf64>) {
  %entries = sloop.cursor %A[1] under(%p) : tensor<?x?xf64, #CSR>
  // expected-error @below {{a loop runs in lanes, but it walks entries}}
  sloop.iterate (%j, %q) in %entries how(<lanes = 4>) : !sloop.cursor {
    %v = sloop.value %A[%q] : tensor<?x?xf64, #CSR> -> f64
    memref.store %v, %y[%j] : memref<?xf64>
    sloop.yield
  }
  return
}

// -----

#BAND = #stensor.format<(i, j) -> (i : dense, j : dense)>

func.func @no_positions(%A: tensor<?x?xf64, #BAND>) -> index {
  // expected-error @below {{a way is chosen from segments that stand in one positions array, but level 1 is dense}}
  %way = sloop.choose %A[1] of [#sloop.how<chains = 1>, #sloop.how<gathers = 8>] : tensor<?x?xf64, #BAND>
  return %way : index
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>

func.func @scatters(%A: tensor<?x?xf64, #CSR>) -> index {
  // expected-error @below {{segments are scattered or taken in one other way, found 3 ways}}
  %way = sloop.choose %A[1] of [#sloop.how<>, #sloop.how<scatters = 8>, #sloop.how<scatters = 4>] : tensor<?x?xf64, #CSR>
  return %way : index
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>

func.func @unmeasured(%A: tensor<?x?xf64, #CSR>) -> index {
  // expected-remark @below {{there are no times of lanes:6, so the first form is taken: lacuna calibrate measures those with names}}
  %way = sloop.choose %A[1] of [#sloop.how<chains = 1>, #sloop.how<packed = 6, chains = 2>] : tensor<?x?xf64, #CSR>
  return %way : index
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>

func.func @copies_of_several(%A: tensor<?x?xf64, #CSR>, %p: index) -> f64 {
  %zero = arith.constant 0.0 : f64
  %entries = sloop.cursor %A[1] under(%p) : tensor<?x?xf64, #CSR>
  // expected-error @below {{a loop is unrolled, but it takes several entries in each round}}
  %sum = sloop.iterate (%j, %q) in %entries how(<packed = 4, unroll = 2>) init(%before = %zero) : !sloop.cursor -> f64 {
    %v = sloop.value %A[%q] : tensor<?x?xf64, #CSR> -> f64
    %after = arith.addf %before, %v fastmath<fast> : f64
    sloop.yield %after : f64
  }
  return %sum : f64
}
