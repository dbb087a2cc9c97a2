// What the parsers and verifiers of `sloop.read` and `sloop.write` refuse.

// RUN: lacuna-opt %s --verify-diagnostics --split-input-file

func.func @subscripts_of_a_read(%x: memref<4x4xf64>, %n: index) {
  sloop.nest ins(%a = %x : memref<4x4xf64>) {
    sloop.forall %i in %n {
      // expected-error@+1 {{'sloop.read' op 1 subscripts for 'memref<4x4xf64>'}}
      %0 = sloop.read %a[%i] : memref<4x4xf64>
    }
  }
  return
}

// -----

func.func @index_variables_of_a_read(%x: memref<4xf64>, %n: index) {
  sloop.nest ins(%a = %x : memref<4xf64>) {
    sloop.forall %i in %n {
      // expected-error@+1 {{'sloop.read' op the map takes 2 index variables, found 1}}
      %0 = "sloop.read"(%a, %i) <{map = affine_map<(d0, d1) -> (d0 + d1)>}> : (memref<4xf64>, index) -> f64
    }
  }
  return
}

// -----

func.func @element_that_is_read(%x: memref<4xf64>, %n: index) {
  sloop.nest ins(%a = %x : memref<4xf64>) {
    sloop.forall %i in %n {
      // expected-error@+1 {{'sloop.read' op the value is 'f32', the elements of 'memref<4xf64>' are 'f64'}}
      %0 = "sloop.read"(%a, %i) <{map = affine_map<(d0) -> (d0)>}> : (memref<4xf64>, index) -> f32
    }
  }
  return
}

// -----

func.func @reads_what_the_nest_binds(%x: memref<4xf64>, %n: index) {
  sloop.nest {
    sloop.forall %i in %n {
      // expected-error@+1 {{'sloop.read' op the tensor must be an operand that the nest binds}}
      %0 = sloop.read %x[%i] : memref<4xf64>
    }
  }
  return
}

// -----

func.func @subscripts_of_a_write(%y: memref<4xf64>, %v: f64) {
  sloop.nest outs(%c = %y : memref<4xf64>) {
    // expected-error@+1 {{'sloop.write' op 0 subscripts for 'memref<4xf64>'}}
    sloop.write %v, %c[] : memref<4xf64>
  }
  return
}

// -----

func.func @writes_what_the_nest_binds(%y: memref<4xf64>, %n: index, %v: f64) {
  sloop.nest {
    sloop.forall %i in %n {
      // expected-error@+1 {{'sloop.write' op the tensor must be an operand that the nest binds}}
      sloop.write %v, %y[%i] : memref<4xf64>
    }
  }
  return
}

// -----

func.func @reads_tensors_or_buffers(%x: memref<4xf64>, %n: index) {
  sloop.nest ins(%a = %x : memref<4xf64>) {
    sloop.forall %i in %n {
      // expected-error@+1 {{expected a tensor or buffer type, found 'f64'}}
      %0 = sloop.read %a[%i] : f64
    }
  }
  return
}

// -----

func.func @constant_of_another_type(%y: memref<4xf64>, %v: f64, %n: index) {
  sloop.nest outs(%c = %y : memref<4xf64>) {
    sloop.forall %i in %n {
      // expected-error@+1 {{'sloop.write' op points hold 'f64', found 'i64' elsewhere}}
      sloop.write %v, %c[%i] elsewhere(1 : i64) : memref<4xf64>
    }
  }
  return
}

// -----

func.func @constant_that_is_no_scalar(%y: memref<4xf64>, %v: f64, %n: index) {
  sloop.nest outs(%c = %y : memref<4xf64>) {
    sloop.forall %i in %n {
      // expected-error@+1 {{'sloop.write' op points hold 'f64', found 'tensor<4xf64>' elsewhere}}
      sloop.write %v, %c[%i] elsewhere(dense<1.0> : tensor<4xf64>) : memref<4xf64>
    }
  }
  return
}

// -----

func.func @stored_of_no_tensor(%x: memref<4xf64>, %v: f64, %n: index) {
  sloop.nest ins(%a = %x : memref<4xf64>) {
    sloop.forall %i in %n {
      // expected-error@+1 {{'sloop.stored' op needs the result of sloop.read: no other value is stored or not}}
      %0 = sloop.stored %v : f64
    }
  }
  return
}

// -----

func.func @reads_inside(%x: memref<4xf64>) {
  %c4 = arith.constant 4 : index
  sloop.nest ins(%a = %x : memref<4xf64>) {
    sloop.forall %i in %c4 {
      // expected-error@+1 {{'sloop.read' op subscript 0 takes values from 1 to 4, the dimension of 'memref<4xf64>' has size 4}}
      %0 = sloop.read %a[%i + 1] : memref<4xf64>
    }
  }
  return
}

// -----

func.func @reads_inside_in_a_fold(%x: memref<?x9xf64>, %n: index) {
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  sloop.nest ins(%a = %x : memref<?x9xf64>) {
    sloop.forall %i in %c4 {
      %s = sloop.fold %k in %c6 by add -> f64 {
        // expected-error@+1 {{'sloop.read' op subscript 1 takes values from -5 to 6, the dimension of 'memref<?x9xf64>' has size 9}}
        %0 = sloop.read %a[%i, 2 * %i - %k] : memref<?x9xf64>
        sloop.yield %0 : f64
      }
    }
  }
  return
}

// -----

func.func @reads_inside_at_a_number(%x: memref<4xf64>, %y: memref<2xf64>) {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  sloop.nest ins(%a = %x : memref<4xf64>) outs(%c = %y : memref<2xf64>) {
    sloop.forall %i in %c2 {
      // expected-error@+1 {{'sloop.read' op subscript 0 takes values from 4 to 5, the dimension of 'memref<4xf64>' has size 4}}
      %0 = sloop.read %a[%i + %c4] : memref<4xf64>
      sloop.write %0, %c[%i] : memref<2xf64>
    }
  }
  return
}

// -----

func.func @writes_inside(%y: memref<4xf64>, %v: f64) {
  %c5 = arith.constant 5 : index
  sloop.nest outs(%c = %y : memref<4xf64>) {
    sloop.forall %i in %c5 {
      // expected-error@+1 {{'sloop.write' op subscript 0 takes values from 0 to 4, the dimension of 'memref<4xf64>' has size 4}}
      sloop.write %v, %c[%i] : memref<4xf64>
    }
  }
  return
}

// -----

// What need not run is not refused: a loop may have no iterations, and a derived variable leaves some out.
func.func @may_not_run(%x: memref<4xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  sloop.nest ins(%a = %x : memref<4xf64>) {
    sloop.forall %k in %n {
      sloop.forall %i in %c4 {
        %0 = sloop.read %a[%i + 1] : memref<4xf64>
      }
    }
    sloop.forall %k in %c0 {
      %0 = sloop.read %a[%k + 7] : memref<4xf64>
    }
    sloop.forall %ib in %c2 {
      sloop.forall %ii in %c3 {
        %i = sloop.derive (3 * %ib + %ii) below %c4
        %0 = sloop.read %a[3 * %ib + %ii] : memref<4xf64>
      }
    }
  }
  return
}

// -----

func.func @combines_numbers(%y: tensor<!llvm.ptr>, %v: !llvm.ptr) -> tensor<!llvm.ptr> {
  %r = sloop.nest outs(%c = %y : tensor<!llvm.ptr>) {
    // expected-error@+1 {{'sloop.write' op min combines numbers, found '!llvm.ptr'}}
    sloop.write %v, %c[] by min : tensor<!llvm.ptr>
  }
  return %r : tensor<!llvm.ptr>
}

// -----

func.func @combines_numbers_in_vectors(%y: tensor<vector<2xf64>>, %v: vector<2xf64>) -> tensor<vector<2xf64>> {
  %r = sloop.nest outs(%c = %y : tensor<vector<2xf64>>) {
    // expected-error@+1 {{'sloop.write' op xor combines integers, found 'f64'}}
    sloop.write %v, %c[] by xor : tensor<vector<2xf64>>
  }
  return %r : tensor<vector<2xf64>>
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @divided_by_zero(%x: tensor<10xf64, #SV>, %y: memref<8xf64>) {
  %n = arith.constant 8 : index
  sloop.nest ins(%a = %x : tensor<10xf64, #SV>) outs(%c = %y : memref<8xf64>) {
    sloop.forall %i in %n {
      // expected-error@+1 {{'sloop.read' op divides by a number below 1 in dimension 0}}
      %0 = sloop.read %a[%i floordiv 0] : tensor<10xf64, #SV>
      sloop.write %0, %c[%i] by add : memref<8xf64>
    }
  }
  return
}

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
func.func @remainder_of_a_negative_number(%x: tensor<10xf64, #SV>, %y: memref<8xf64>) {
  %n = arith.constant 8 : index
  sloop.nest ins(%a = %x : tensor<10xf64, #SV>) outs(%c = %y : memref<8xf64>) {
    sloop.forall %i in %n {
      %0 = sloop.read %a[%i] : tensor<10xf64, #SV>
      // expected-error@+1 {{'sloop.write' op divides by a number below 1 in dimension 0}}
      sloop.write %0, %c[%i mod -3] by add : memref<8xf64>
    }
  }
  return
}
