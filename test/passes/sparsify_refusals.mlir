// `sloop-sparsify`: what it refuses, and why.

// RUN: lacuna-opt %s --sloop-sparsify --verify-diagnostics --split-input-file

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @stored_result_that_is_added_to(%x: memref<8xf64>, %Y: tensor<8xf64, #SV>) -> tensor<8xf64, #SV> {
  %c8 = arith.constant 8 : index
  // expected-error@+1 {{result operand 1 (tensor<8xf64, #stensor.format<(i) -> (i : compressed)>>) is stored: one write must compute it, under a loop for each of its levels in their order; run sloop-form-results and sloop-schedule first}}
  %r = sloop.nest ins(%a = %x : memref<8xf64>) outs(%c = %Y : tensor<8xf64, #SV>) {
    sloop.forall %i in %c8 {
      %1 = sloop.read %a[%i] : memref<8xf64>
      sloop.write %1, %c[%i] by add : tensor<8xf64, #SV>
    }
  }
  return %r : tensor<8xf64, #SV>
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @stored_result_in_two_statements(%x: memref<8xf64>, %Y: tensor<8xf64, #SV>) -> tensor<8xf64, #SV> {
  %c8 = arith.constant 8 : index
  // expected-error@+1 {{is stored: one write must compute it, under a loop for each of its levels in their order}}
  %r = sloop.nest ins(%a = %x : memref<8xf64>) outs(%c = %Y : tensor<8xf64, #SV>) {
    sloop.forall %i in %c8 {
      %1 = sloop.read %a[%i] : memref<8xf64>
      sloop.write %1, %c[%i] elsewhere(0.0 : f64) : tensor<8xf64, #SV>
    }
    sloop.forall %i in %c8 {
      %1 = sloop.read %a[%i] : memref<8xf64>
      sloop.write %1, %c[%i] elsewhere(0.0 : f64) : tensor<8xf64, #SV>
    }
  }
  return %r : tensor<8xf64, #SV>
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @stored_result_that_is_read(%x: memref<8xf64>, %Y: tensor<8xf64, #SV>) -> tensor<8xf64, #SV> {
  %c8 = arith.constant 8 : index
  // expected-error@+1 {{is stored: one write must compute it, under a loop for each of its levels in their order}}
  %r = sloop.nest ins(%a = %x : memref<8xf64>) outs(%c = %Y : tensor<8xf64, #SV>) {
    sloop.forall %i in %c8 {
      %1 = sloop.read %a[%i] : memref<8xf64>
      %2 = sloop.read %c[%i] : tensor<8xf64, #SV>
      %3 = arith.addf %1, %2 : f64
      sloop.write %3, %c[%i] elsewhere(0.0 : f64) : tensor<8xf64, #SV>
    }
  }
  return %r : tensor<8xf64, #SV>
}

// -----

// Nothing has room for every parent of these.
#DCSC = #stensor.format<(i, j) -> (j : compressed, i : compressed)>
func.func @stored_result_against_its_levels(%x: memref<4x8xf64>, %Y: tensor<4x8xf64, #DCSC>) -> tensor<4x8xf64, #DCSC> {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  // expected-error@+1 {{is stored: one write must compute it, under a loop for each of its levels in their order}}
  %r = sloop.nest ins(%a = %x : memref<4x8xf64>) outs(%c = %Y : tensor<4x8xf64, #DCSC>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        %1 = sloop.read %a[%i, %j] : memref<4x8xf64>
        sloop.write %1, %c[%i, %j] elsewhere(0.0 : f64) : tensor<4x8xf64, #DCSC>
      }
    }
  }
  return %r : tensor<4x8xf64, #DCSC>
}

// -----

// Parents may come in any order, their children not.
#CDC = #stensor.format<(i, j, k) -> (k : dense, j : compressed(nonunique), i : singleton)>
func.func @children_against_their_levels(%x: memref<4x8x2xf64>, %Y: tensor<4x8x2xf64, #CDC>) -> tensor<4x8x2xf64, #CDC> {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c2 = arith.constant 2 : index
  // expected-error@+1 {{is stored: one write must compute it, under a loop for each of its levels in their order}}
  %r = sloop.nest ins(%a = %x : memref<4x8x2xf64>) outs(%c = %Y : tensor<4x8x2xf64, #CDC>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        sloop.forall %k in %c2 {
          %1 = sloop.read %a[%i, %j, %k] : memref<4x8x2xf64>
          sloop.write %1, %c[%i, %j, %k] elsewhere(0.0 : f64) : tensor<4x8x2xf64, #CDC>
        }
      }
    }
  }
  return %r : tensor<4x8x2xf64, #CDC>
}

// -----

// Children that come in no order, again and again, cannot be placed one behind the other.
#Columns = #stensor.format<(k, i, j) -> (k : dense, j : dense, i : compressed)>
#Unordered = #stensor.format<(i, j) -> (i : compressed(unordered), j : compressed)>
func.func @children_in_no_order(%A: tensor<4x8xf64, #Unordered>, %Y: tensor<2x4x8xf64, #Columns>) -> tensor<2x4x8xf64, #Columns> {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %r = sloop.nest ins(%a = %A : tensor<4x8xf64, #Unordered>) outs(%c = %Y : tensor<2x4x8xf64, #Columns>) {
    sloop.forall %k in %c2 {
      sloop.forall %i in %c4 {
        sloop.forall %j in %c8 {
          %1 = sloop.read %a[%i, %j] : tensor<4x8xf64, #Unordered>
          // expected-error@+1 {{level 0 of operand 0 (tensor<4x8xf64, #stensor.format<(i, j) -> (i : compressed(unordered), j : compressed)>>) is unordered, and the result is put together in order; store operand 0 (tensor<4x8xf64, #stensor.format<(i, j) -> (i : compressed(unordered), j : compressed)>>) in order}}
          sloop.write %1, %c[%k, %i, %j] elsewhere(0.0 : f64) : tensor<2x4x8xf64, #Columns>
        }
      }
    }
  }
  return %r : tensor<2x4x8xf64, #Columns>
}

// -----

#Hash = #stensor.format<(i) -> (i : hashed)>
func.func @result_in_a_hash_table(%x: memref<8xf64>, %Y: tensor<8xf64, #Hash>) -> tensor<8xf64, #Hash> {
  %c8 = arith.constant 8 : index
  // expected-error@+1 {{result operand 1 (tensor<8xf64, #stensor.format<(i) -> (i : hashed)>>) cannot be assembled: nothing can be appended to or inserted into its level 0}}
  %r = sloop.nest ins(%a = %x : memref<8xf64>) outs(%c = %Y : tensor<8xf64, #Hash>) {
    sloop.forall %i in %c8 {
      %1 = sloop.read %a[%i] : memref<8xf64>
      sloop.write %1, %c[%i] elsewhere(0.0 : f64) : tensor<8xf64, #Hash>
    }
  }
  return %r : tensor<8xf64, #Hash>
}

// -----

#Lone = #stensor.format<(i, j) -> (i : compressed, j : singleton)>
func.func @result_with_one_entry_a_row(%x: memref<4x8xf64>, %Y: tensor<4x8xf64, #Lone>) -> tensor<4x8xf64, #Lone> {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  // expected-error@+1 {{cannot be assembled: its level 1 holds one coordinate a node, and the level above is unique}}
  %r = sloop.nest ins(%a = %x : memref<4x8xf64>) outs(%c = %Y : tensor<4x8xf64, #Lone>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        %1 = sloop.read %a[%i, %j] : memref<4x8xf64>
        sloop.write %1, %c[%i, %j] elsewhere(0.0 : f64) : tensor<4x8xf64, #Lone>
      }
    }
  }
  return %r : tensor<4x8xf64, #Lone>
}

// -----

#ELL = #stensor.format<(i, j) -> (_ : dense, i : dense, j : singleton)>
func.func @result_in_slots(%x: memref<4x8xf64>, %Y: tensor<4x8xf64, #ELL>) -> tensor<4x8xf64, #ELL> {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  // expected-error@+1 {{cannot be assembled: its level 0 counts slots}}
  %r = sloop.nest ins(%a = %x : memref<4x8xf64>) outs(%c = %Y : tensor<4x8xf64, #ELL>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        %1 = sloop.read %a[%i, %j] : memref<4x8xf64>
        sloop.write %1, %c[%i, %j] elsewhere(0.0 : f64) : tensor<4x8xf64, #ELL>
      }
    }
  }
  return %r : tensor<4x8xf64, #ELL>
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @operand_that_is_still_a_tensor(%A: tensor<8xf64, #SV>, %x: tensor<8xf64>, %y: memref<f64>) {
  %c8 = arith.constant 8 : index
  // expected-error@+1 {{operand 1 is still a tensor, tensor<8xf64>: run one-shot-bufferize before sloop-sparsify}}
  sloop.nest ins(%a = %A, %b = %x : tensor<8xf64, #SV>, tensor<8xf64>) outs(%c = %y : memref<f64>) {
    sloop.forall %i in %c8 {
      %0 = sloop.read %a[%i] : tensor<8xf64, #SV>
      sloop.write %0, %c[] by add : memref<f64>
    }
  }
  return
}

// -----

#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
func.func @loops_against_the_levels(%A: tensor<4x8xf64, #CSC>, %y: memref<4xf64>) {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  sloop.nest ins(%a = %A : tensor<4x8xf64, #CSC>) outs(%c = %y : memref<4xf64>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<4x8xf64, #CSC>
        // expected-error@+1 {{operand 0 (tensor<4x8xf64, #stensor.format<(i, j) -> (j : dense, i : compressed)>>) is read before the loops have entered its level 1: run sloop-schedule first}}
        sloop.write %0, %c[%i] by add : memref<4xf64>
      }
    }
  }
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
#Unordered = #stensor.format<(i) -> (i : compressed(unordered))>
func.func @merging_coordinates_in_any_order(%A: tensor<8xf64, #SV>, %B: tensor<8xf64, #Unordered>, %y: memref<4x8xf64>) {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  sloop.nest ins(%a = %A, %b = %B : tensor<8xf64, #SV>, tensor<8xf64, #Unordered>) outs(%c = %y : memref<4x8xf64>) {
    sloop.forall %k in %c4 {
      sloop.forall %i in %c8 {
      %0 = sloop.read %a[%i] : tensor<8xf64, #SV>
      %1 = sloop.read %b[%i] : tensor<8xf64, #Unordered>
      %2 = arith.addf %0, %1 : f64
      // expected-error@+1 {{level 0 of operand 1 (tensor<8xf64, #stensor.format<(i) -> (i : compressed(unordered))>>) is unordered, so it cannot be merged with others; store operand 1 (tensor<8xf64, #stensor.format<(i) -> (i : compressed(unordered))>>) in order}}
      sloop.write %2, %c[%k, %i] by add : memref<4x8xf64>
     }
    }
  }
  return
}

// -----

#Unordered = #stensor.format<(i) -> (i : compressed(unordered))>
func.func @every_coordinate_beside_unordered_ones(%A: tensor<8xf64, #Unordered>, %y: memref<4xf64>) {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  sloop.nest ins(%a = %A : tensor<8xf64, #Unordered>) outs(%c = %y : memref<4xf64>) {
    sloop.forall %k in %c4 {
      sloop.forall %i in %c8 {
      %0 = sloop.read %a[%i] : tensor<8xf64, #Unordered>
      // expected-error@+1 {{level 0 of operand 0 (tensor<8xf64, #stensor.format<(i) -> (i : compressed(unordered))>>) is unordered, so it cannot be merged with others; store operand 0 (tensor<8xf64, #stensor.format<(i) -> (i : compressed(unordered))>>) in order}}
      sloop.write %0, %c[%k] by max : memref<4xf64>
     }
    }
  }
  return
}

// -----

#DCSR = #stensor.format<(i, j) -> (i : compressed, j : compressed)>
#ND = #stensor.format<(i, j) -> (i : compressed(nonunique), j : dense)>
func.func @merging_rows_stored_in_parts(%A: tensor<4x8xf64, #DCSR>, %B: tensor<4x8xf64, #ND>, %y: memref<f64>) {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  sloop.nest ins(%a = %A, %b = %B : tensor<4x8xf64, #DCSR>, tensor<4x8xf64, #ND>) outs(%c = %y : memref<f64>) {
    sloop.forall %i in %c4 {
      sloop.forall %j in %c8 {
        %0 = sloop.read %a[%i, %j] : tensor<4x8xf64, #DCSR>
        %1 = sloop.read %b[%i, %j] : tensor<4x8xf64, #ND>
        %2 = arith.mulf %0, %1 : f64
        // expected-error-re@+1 {{level 0 of operand 1 (tensor<4x8xf64, #stensor.format<(i, j) -> (i : compressed(nonunique), j : dense)>>) may hold a coordinate several times, each with children of its own, so it cannot be merged with others; store each coordinate of {{.*}} once}}
        sloop.write %2, %c[] by add : memref<f64>
      }
    }
  }
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @more_operands_than_a_lattice_holds(
    %A0: tensor<8xf64, #SV>, %A1: tensor<8xf64, #SV>, %A2: tensor<8xf64, #SV>, %A3: tensor<8xf64, #SV>,
    %A4: tensor<8xf64, #SV>, %A5: tensor<8xf64, #SV>, %A6: tensor<8xf64, #SV>, %A7: tensor<8xf64, #SV>,
    %A8: tensor<8xf64, #SV>, %A9: tensor<8xf64, #SV>, %A10: tensor<8xf64, #SV>, %A11: tensor<8xf64, #SV>,
    %A12: tensor<8xf64, #SV>, %y: memref<f64>) {
  %c8 = arith.constant 8 : index
  sloop.nest ins(%a0 = %A0, %a1 = %A1, %a2 = %A2, %a3 = %A3, %a4 = %A4, %a5 = %A5, %a6 = %A6, %a7 = %A7, %a8 = %A8, %a9 = %A9, %a10 = %A10, %a11 = %A11, %a12 = %A12
      : tensor<8xf64, #SV>, tensor<8xf64, #SV>, tensor<8xf64, #SV>, tensor<8xf64, #SV>, tensor<8xf64, #SV>, tensor<8xf64, #SV>, tensor<8xf64, #SV>, tensor<8xf64, #SV>, tensor<8xf64, #SV>, tensor<8xf64, #SV>, tensor<8xf64, #SV>, tensor<8xf64, #SV>, tensor<8xf64, #SV>)
      outs(%c = %y : memref<f64>) {
    sloop.forall %i in %c8 {
      %r0 = sloop.read %a0[%i] : tensor<8xf64, #SV>
      %r1 = sloop.read %a1[%i] : tensor<8xf64, #SV>
      %r2 = sloop.read %a2[%i] : tensor<8xf64, #SV>
      %r3 = sloop.read %a3[%i] : tensor<8xf64, #SV>
      %r4 = sloop.read %a4[%i] : tensor<8xf64, #SV>
      %r5 = sloop.read %a5[%i] : tensor<8xf64, #SV>
      %r6 = sloop.read %a6[%i] : tensor<8xf64, #SV>
      %r7 = sloop.read %a7[%i] : tensor<8xf64, #SV>
      %r8 = sloop.read %a8[%i] : tensor<8xf64, #SV>
      %r9 = sloop.read %a9[%i] : tensor<8xf64, #SV>
      %r10 = sloop.read %a10[%i] : tensor<8xf64, #SV>
      %r11 = sloop.read %a11[%i] : tensor<8xf64, #SV>
      %r12 = sloop.read %a12[%i] : tensor<8xf64, #SV>
      %s1 = arith.addf %r0, %r1 : f64
      %s2 = arith.addf %s1, %r2 : f64
      %s3 = arith.addf %s2, %r3 : f64
      %s4 = arith.addf %s3, %r4 : f64
      %s5 = arith.addf %s4, %r5 : f64
      %s6 = arith.addf %s5, %r6 : f64
      %s7 = arith.addf %s6, %r7 : f64
      %s8 = arith.addf %s7, %r8 : f64
      %s9 = arith.addf %s8, %r9 : f64
      %s10 = arith.addf %s9, %r10 : f64
      %s11 = arith.addf %s10, %r11 : f64
      %s12 = arith.addf %s11, %r12 : f64
      // expected-error@+1 {{13 stored operands would be merged in one loop, the most is 12: make some of them dense}}
      sloop.write %s12, %c[] by add : memref<f64>
    }
  }
  return
}

// -----

// Columns come first, and rows of blocks again and again.
#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
#Columns = #stensor.format<(i, j) -> (j : compressed(nonunique), i : singleton)>
#Blocks = #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)>
func.func @groups_that_come_in_parts(%A: tensor<4x8xf64, #CSC>) -> tensor<4x8xf64, #Blocks> {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %e = stensor.empty : tensor<4x8xf64, #Blocks>
  // expected-error@+1 {{the points of #stensor.format<(i, j) -> (j : compressed(nonunique), i : singleton)> do not come in the order of the parents of the one level of #stensor.format<(i, j) -> (i floordiv 2 : dense, j floordiv 2 : compressed, i mod 2 : dense, j mod 2 : dense)> that stores coordinates}}
  %r = sloop.nest ins(%a = %A : tensor<4x8xf64, #CSC>) outs(%c = %e : tensor<4x8xf64, #Columns> to tensor<4x8xf64, #Blocks>) {
    sloop.forall %j in %c8 {
      sloop.forall %i in %c4 {
        %0 = sloop.read %a[%i, %j] : tensor<4x8xf64, #CSC>
        sloop.write %0, %c[%i, %j] elsewhere(0.0 : f64) : tensor<4x8xf64, #Columns>
      }
    }
  }
  return %r : tensor<4x8xf64, #Blocks>
}
