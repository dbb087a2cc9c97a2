// `sloop-sparsify`: index form that means something, and that it cannot walk yet, is refused, scheduled or not.

// RUN: lacuna-opt %s --sloop-sparsify --verify-diagnostics --split-input-file

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @fixed_subscript(%A: tensor<8xf64, #SV>, %y: memref<4xf64>) {
  %c4 = arith.constant 4 : index
  sloop.nest ins(%a = %A : tensor<8xf64, #SV>) outs(%c = %y : memref<4xf64>) {
    sloop.forall %i in %c4 {
      sloop.forall %k in %c4 {
        %0 = sloop.read %a[7] : tensor<8xf64, #SV>
        // expected-error@+1 {{level 0 of operand 0 (tensor<8xf64, #stensor.format<(i) -> (i : compressed)>>) is subscripted by 7, which no loop resolves; make operand 0 dense}}
        sloop.write %0, %c[%i] by add : memref<4xf64>
      }
    }
  }
  return
}

// -----

#BCSR = #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>
func.func @blocks_before_their_loops_are_split(%A: tensor<4x4xf64, #BCSR>, %y: memref<4xf64>) {
  %c4 = arith.constant 4 : index
  sloop.nest ins(%a = %A : tensor<4x4xf64, #BCSR>) outs(%c = %y : memref<4xf64>) {
    sloop.forall %i in %c4 {
      sloop.forall %k in %c4 {
        %0 = sloop.read %a[%i, %k] : tensor<4x4xf64, #BCSR>
        // expected-error@+1 {{level 0 of operand 0 (tensor<4x4xf64, #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>>) stores v0 floordiv 2, over which no loop runs: run sloop-split-variables first}}
        sloop.write %0, %c[%i] by add : memref<4xf64>
      }
    }
  }
  return
}

// -----

#ELL = #stensor.format<(i, j) -> (_ : dense, i : dense, j : singleton)>
func.func @slots_without_a_loop(%A: tensor<4x4xf64, #ELL>, %y: memref<4xf64>) {
  %c4 = arith.constant 4 : index
  sloop.nest ins(%a = %A : tensor<4x4xf64, #ELL>) outs(%c = %y : memref<4xf64>) {
    sloop.forall %i in %c4 {
      sloop.forall %k in %c4 {
        %0 = sloop.read %a[%i, %k] : tensor<4x4xf64, #ELL>
        // expected-error@+1 {{has nodes that the dimensions do not tell apart: run sloop-split-variables first}}
        sloop.write %0, %c[%i] by add : memref<4xf64>
      }
    }
  }
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @lanes_over_a_stored_level(%A: tensor<4x4xf64, #CSR>, %y: memref<4xf64>) {
  %c4 = arith.constant 4 : index
  sloop.nest ins(%a = %A : tensor<4x4xf64, #CSR>) outs(%c = %y : memref<4xf64>) {
    sloop.forall %i in %c4 {
      sloop.forall %k in %c4 how(<lanes = 4>) {
        %0 = sloop.read %a[%i, %k] : tensor<4x4xf64, #CSR>
        // expected-error@+1 {{a vector loop cannot walk operand 0, which is stored in levels}}
        sloop.write %0, %c[%i] by add : memref<4xf64>
      }
    }
  }
  return
}

// -----

#Columns = #stensor.format<(i, j) -> (j : dense, i : dense)>
func.func @lanes_across_columns(%A: tensor<4x4xf64, #Columns>, %y: memref<4xf64>) {
  %c4 = arith.constant 4 : index
  sloop.nest ins(%a = %A : tensor<4x4xf64, #Columns>) outs(%c = %y : memref<4xf64>) {
    sloop.forall %i in %c4 {
      sloop.forall %k in %c4 how(<lanes = 4>) {
        %0 = sloop.read %a[%i, %k] : tensor<4x4xf64, #Columns>
        // expected-error@+1 {{a vector loop cannot walk operand 0, which is stored in levels}}
        sloop.write %0, %c[%k] by add : memref<4xf64>
      }
    }
  }
  return
}

// -----

func.func @lanes_two_elements_apart(%A: memref<8xf64>, %y: memref<4xf64>) {
  %c4 = arith.constant 4 : index
  sloop.nest ins(%a = %A : memref<8xf64>) outs(%c = %y : memref<4xf64>) {
      sloop.forall %k in %c4 how(<lanes = 4>) {
        %0 = sloop.read %a[2 * %k] : memref<8xf64>
        // expected-error@+1 {{a vector loop must walk consecutive elements of operand 0: its variable must be the last subscript, alone and with factor one}}
        sloop.write %0, %c[%k] by add : memref<4xf64>
      }
  }
  return
}

// -----

func.func @lanes_as_numbers(%y: memref<4xindex>) {
  %c4 = arith.constant 4 : index
  sloop.nest outs(%c = %y : memref<4xindex>) {
      sloop.forall %k in %c4 how(<lanes = 4>) {
        // expected-error@+1 {{the variable of a vector loop is used as a number, which is not compiled yet}}
        sloop.write %k, %c[%k] : memref<4xindex>
      }
  }
  return
}

// -----

#UCOO = #stensor.format<(i, j) -> (i : compressed(nonunique, unordered), j : singleton)>
func.func @absolute_value_of_part_of_a_row(%A: tensor<4x4xf64, #UCOO>, %y: memref<4xf64>) {
  %c4 = arith.constant 4 : index
  sloop.nest ins(%a = %A : tensor<4x4xf64, #UCOO>) outs(%c = %y : memref<4xf64>) {
    sloop.forall %i in %c4 {
      %0 = sloop.fold %j in %c4 by add -> f64 {
        %1 = sloop.read %a[%i, %j] : tensor<4x4xf64, #UCOO>
        sloop.yield %1 : f64
      }
      %2 = math.absf %0 : f64
      // expected-error-re@+1 {{operand 0 (tensor<4x4xf64, #stensor.format<(i, j) -> (i : compressed(nonunique, unordered), j : singleton)>>) may store an entry in several parts, and the value is not linear in it; store each coordinate of {{.*}} once}}
      sloop.write %2, %c[%i] by add : memref<4xf64>
    }
  }
  return
}

// -----

#ND = #stensor.format<(i, j) -> (i : compressed(nonunique), j : dense)>
func.func @square_of_part_of_an_entry(%A: tensor<4x4xf64, #ND>, %y: memref<4xf64>) {
  %c4 = arith.constant 4 : index
  sloop.nest ins(%a = %A : tensor<4x4xf64, #ND>) outs(%c = %y : memref<4xf64>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c4 {
        %1 = sloop.read %a[%i, %j] : tensor<4x4xf64, #ND>
        %2 = arith.mulf %1, %1 : f64
        // expected-error-re@+1 {{operand 0 (tensor<4x4xf64, #stensor.format<(i, j) -> (i : compressed(nonunique), j : dense)>>) may store an entry in several parts, and the value is not linear in it; store each coordinate of {{.*}} once}}
        sloop.write %2, %c[%i] by add : memref<4xf64>
      }
    }
  }
  return
}

// -----

func.func @lanes_without_an_extent(%x: memref<4xf64>, %y: memref<4xf64>) {
  sloop.nest ins(%a = %x : memref<4xf64>) outs(%c = %y : memref<4xf64>) {
    sloop.forall %k how(<lanes = 4>) {
      %0 = sloop.read %a[%k] : memref<4xf64>
      // expected-error@+1 {{a vector loop needs an extent}}
      sloop.write %0, %c[%k] by add : memref<4xf64>
    }
  }
  return
}

// -----

// The first values of the last round do not exist. Lanes take the first ones.
func.func @lanes_past_a_bound(%x: memref<7xf64>, %y: memref<7xf64>) {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c7 = arith.constant 7 : index
  sloop.nest ins(%a = %x : memref<7xf64>) outs(%c = %y : memref<7xf64>) {
    sloop.forall %ib in %c2 {
      sloop.forall %ii in %c4 how(<lanes = 4>) {
        %i = sloop.derive(%ib * 4 - %ii + 3) below %c7
        %0 = sloop.read %a[%i] : memref<7xf64>
        // expected-error@+1 {{a vector loop takes its first values, but v2 is bounded otherwise}}
        sloop.write %0, %c[%i] : memref<7xf64>
      }
    }
  }
  return
}

// -----

func.func @lanes_in_lanes(%y: memref<4xf64>, %v: f64) {
  %c4 = arith.constant 4 : index
  sloop.nest outs(%c = %y : memref<4xf64>) {
    sloop.forall %i in %c4 how(<lanes = 4>) {
      sloop.forall %k in %c4 how(<lanes = 1>) {
        // expected-error@+1 {{the loop over v1 runs in lanes inside of one over v0, which does, too: vector loops do not nest}}
        sloop.write %v, %c[%i] by add : memref<4xf64>
      }
    }
  }
  return
}

// -----

func.func @fold_in_lanes_in_lanes(%x: memref<4xf64>, %y: memref<4xf64>) {
  %c4 = arith.constant 4 : index
  sloop.nest ins(%a = %x : memref<4xf64>) outs(%c = %y : memref<4xf64>) {
    sloop.forall %i in %c4 how(<lanes = 4>) {
      %0 = sloop.fold %k in %c4 how(<lanes = 2>) by add -> f64 {
        %1 = sloop.read %a[%k] : memref<4xf64>
        sloop.yield %1 : f64
      }
      // expected-error@+1 {{the loop over v1 runs in lanes inside of one over v0}}
      sloop.write %0, %c[%i] by add : memref<4xf64>
    }
  }
  return
}

// -----

// Each value of the variable reads what the one before has written.
func.func @lanes_that_depend_on_each_other(%x: memref<4xf64>, %y: memref<1xf64>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  sloop.nest ins(%a = %x : memref<4xf64>) outs(%c = %y : memref<1xf64>) {
    sloop.forall %k in %c4 how(<lanes = 4>) {
      %0 = sloop.read %a[%k] : memref<4xf64>
      // expected-error@+1 {{a vector loop takes the values of v0 in lockstep, but what one of them writes matters to another}}
      sloop.write %0, %c[0] : memref<1xf64>
    }
  }
  return
}

// -----

// The last lanes do not count, and divide by zero.
func.func @division_in_lanes(%x: memref<?xi32>, %y: memref<?xi32>, %n: index) {
  sloop.nest ins(%a = %x : memref<?xi32>) outs(%c = %y : memref<?xi32>) {
    sloop.forall %k in %n how(<lanes = 4>) {
      %0 = sloop.read %a[%k] : memref<?xi32>
      %1 = arith.divsi %0, %0 : i32
      // expected-error@+1 {{a vector loop cannot run arith.divsi lane by lane}}
      sloop.write %1, %c[%k] : memref<?xi32>
    }
  }
  return
}

// -----

func.func @booleans_in_lanes(%x: memref<4xi1>, %y: memref<4xi1>) {
  %c4 = arith.constant 4 : index
  sloop.nest ins(%a = %x : memref<4xi1>) outs(%c = %y : memref<4xi1>) {
    sloop.forall %k in %c4 how(<lanes = 4>) {
      %0 = sloop.read %a[%k] : memref<4xi1>
      // expected-error@+1 {{a vector loop cannot take the elements of operand 1, which are of type i1}}
      sloop.write %0, %c[%k] : memref<4xi1>
    }
  }
  return
}

// -----

#BCSR = #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>
func.func @blocks_one_row_further(%A: tensor<4x4xf64, #BCSR>, %y: memref<3xf64>) {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  sloop.nest ins(%a = %A : tensor<4x4xf64, #BCSR>) outs(%c = %y : memref<3xf64>) {
    sloop.forall %i in %c3 {
      sloop.forall %k in %c4 {
        %0 = sloop.read %a[%i + 1, %k] : tensor<4x4xf64, #BCSR>
        // expected-error@+1 {{is subscripted by v0 + 1, but does not store a dimension as it is: blocks, diagonals and slots are subscripted by variables alone yet; make operand 0 dense}}
        sloop.write %0, %c[%i] by add : memref<3xf64>
      }
    }
  }
  return
}

// -----

// Lanes that were asked for by hand, of a result whose points have places one by one.
#Counted = #stensor.format<(i, j, k) -> (j : dense, i : dense, k : compressed)>
#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>
func.func @lanes_of_what_is_counted_first(%X: tensor<8x8xf64, #DCSR>) -> tensor<8x8x64xf64, #Counted> {
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %s = stensor.empty : tensor<8x8x64xf64, #Counted>
  // expected-remark@+1 {{the loop over v2 runs without lanes: the points of operand 1 are counted first}}
  %0 = sloop.nest ins(%x = %X : tensor<8x8xf64, #DCSR>) outs(%y = %s : tensor<8x8x64xf64, #Counted>) {
    sloop.forall %i in %c8 {
      sloop.forall %j in %c8 {
        sloop.forall %r in %c64 how(<lanes = 8>) {
          %1 = sloop.read %x[%i, %j] : tensor<8x8xf64, #DCSR>
          sloop.write %1, %y[%i, %j, %r] elsewhere(0.0 : f64) : tensor<8x8x64xf64, #Counted>
        }
      }
    }
  }
  return %0 : tensor<8x8x64xf64, #Counted>
}
