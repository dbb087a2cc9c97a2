// `import-sparse-tensor`: what is refused, and what to write instead.

// RUN: lacuna-opt %s --import-sparse-tensor --verify-diagnostics --split-input-file

#ELL = #sparse_tensor.encoding<{map = [c](i, j) -> (c * 3 * i : dense, i : dense, j : compressed)}>
// expected-error@+1 {{levels that count entries are written otherwise: as slots, '_', of #stensor.format}}
func.func private @counting(tensor<8x8xf64, #ELL>)

// -----

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
func.func @new(%name: memref<?xi8>) {
  // expected-error@+1 {{sparse_tensor.new is not imported: its source is memref<?xi8>, it must be the name of a file as !llvm.ptr: make the tensor with sparse_tensor.assemble}}
  %0 = sparse_tensor.new %name : memref<?xi8> to tensor<?xf64, #SV>
  return
}

// -----

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
func.func @new_element(%name: !llvm.ptr) {
  // expected-error@+1 {{sparse_tensor.new is not imported: the runtime has no reader of i4: read the arrays, and assemble them}}
  %0 = sparse_tensor.new %name : !llvm.ptr to tensor<?xi4, #SV>
  return
}

// -----

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
func.func @out_element(%A: tensor<4xi4, #SV>, %name: !llvm.ptr) {
  // expected-error@+1 {{sparse_tensor.out is not imported: the runtime has no writer of i4: pass the arrays to the caller with sparse_tensor.disassemble}}
  sparse_tensor.out %A, %name : tensor<4xi4, #SV>, !llvm.ptr
  return
}

// -----

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
func.func @out_to_something_else(%A: tensor<4xf64, #SV>, %file: index) {
  // expected-error@+1 {{sparse_tensor.out is not imported: its target is index, it must be the name of a file as !llvm.ptr: pass the arrays to the caller with sparse_tensor.disassemble}}
  sparse_tensor.out %A, %file : tensor<4xf64, #SV>, index
  return
}

// -----

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
func.func @iteration_space(%A: tensor<4xf64, #SV>) {
  // expected-error@+1 {{sparse_tensor.extract_iteration_space is not imported: loops over iteration spaces are not supported: write a linalg.generic}}
  %0 = sparse_tensor.extract_iteration_space %A lvls = 0 : tensor<4xf64, #SV> -> !sparse_tensor.iter_space<#SV, lvls = 0>
  return
}

// -----

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
func.func @extract(%A: tensor<32xf64, #SV>, %i: index) {
  // expected-error@+1 {{tensor.extract is not imported: convert the tensor to a dense one, or reduce over it with a linalg.generic}}
  %0 = tensor.extract %A[%i] : tensor<32xf64, #SV>
  return
}

// -----

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
func.func @constant() {
  // expected-error@+1 {{arith.constant is not imported: convert a dense constant with sparse_tensor.convert, or assemble its arrays}}
  %0 = arith.constant dense<1.0> : tensor<4xf64, #SV>
  return
}

// -----

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
#Slice = #sparse_tensor.encoding<{map = (i : #sparse_tensor<slice(0, 4, 1)>) -> (i : compressed)}>
func.func @slice_of_another_kind(%A: tensor<4xf64, #SV>) {
  // expected-error@+1 {{a slice of a stored tensor is made by tensor.extract_slice}}
  %0 = tensor.cast %A : tensor<4xf64, #SV> to tensor<4xf64, #Slice>
  return
}

// -----

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
#Slice = #sparse_tensor.encoding<{map = (i : #sparse_tensor<slice(0, 4, 1)>) -> (i : compressed)}>
func.func @slice_elsewhere(%A: tensor<8xf64, #SV>) {
  // expected-error@+1 {{the type says offset 0 of dimension 0, the operation 2}}
  %0 = tensor.extract_slice %A[2] [4] [1] : tensor<8xf64, #SV> to tensor<4xf64, #Slice>
  return
}

// -----

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
#Slice = #sparse_tensor.encoding<{map = (i : #sparse_tensor<slice(?, 4, 2)>) -> (i : compressed)}>
func.func @slice_of_other_strides(%A: tensor<8xf64, #SV>) {
  // expected-error@+1 {{the type says stride 2 of dimension 0, the operation 1}}
  %0 = tensor.extract_slice %A[2] [4] [1] : tensor<8xf64, #SV> to tensor<4xf64, #Slice>
  return
}

// -----

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
func.func @others(%A: tensor<32xf64, #SV>, %c: i1) {
  // expected-error@+1 {{arith.select is not imported: it takes or gives a stored tensor, tensor<32xf64, #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>>, which it does not know}}
  %0 = arith.select %c, %A, %A : tensor<32xf64, #SV>
  return
}

// -----

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
#one = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
func.func @used_elsewhere(%A: tensor<8xf64, #SV>, %e: tensor<8xf64>) {
  %0 = linalg.generic #one ins(%A : tensor<8xf64, #SV>) outs(%e : tensor<8xf64>) {
  ^bb0(%a: f64, %c: f64):
    %r = sparse_tensor.unary %a : f64 to f64
      present={
      ^bb0(%x: f64):
        sparse_tensor.yield %x : f64
      }
      absent={}
    // expected-error@+1 {{arith.maximumf uses the result of sparse_tensor.unary, which may be missing, and has no meaning for a missing value: move it into the region of a sparse_tensor.unary or binary}}
    %s = arith.maximumf %r, %a : f64
    linalg.yield %s : f64
  } -> tensor<8xf64>
  return
}

// -----

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
#two = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
func.func @divided_by(%A: tensor<8xf64, #SV>, %B: tensor<8xf64, #SV>, %e: tensor<8xf64>) {
  %0 = linalg.generic #two ins(%A, %B : tensor<8xf64, #SV>, tensor<8xf64, #SV>) outs(%e : tensor<8xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %p = sparse_tensor.select %a : f64 {
    ^bb0(%x: f64):
      %k = arith.cmpf une, %x, %x : f64
      sparse_tensor.yield %k : i1
    }
    %q = sparse_tensor.select %b : f64 {
    ^bb0(%x: f64):
      %k = arith.cmpf une, %x, %x : f64
      sparse_tensor.yield %k : i1
    }
    // expected-error@+1 {{arith.divf uses the result of sparse_tensor.select, which may be missing}}
    %r = arith.divf %p, %q : f64
    linalg.yield %r : f64
  } -> tensor<8xf64>
  return
}

// -----

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
#one = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
func.func @in_a_region(%A: tensor<8xf64, #SV>, %e: tensor<8xf64>) {
  %0 = linalg.generic #one ins(%A : tensor<8xf64, #SV>) outs(%e : tensor<8xf64>) {
  ^bb0(%a: f64, %c: f64):
    %p = sparse_tensor.select %a : f64 {
    ^bb0(%x: f64):
      %k = arith.cmpf une, %x, %x : f64
      sparse_tensor.yield %k : i1
    }
    %r = sparse_tensor.unary %a : f64 to f64
      present={
      ^bb0(%x: f64):
        // expected-error@+1 {{arith.mulf in a region uses the result of sparse_tensor.select outside of it, which may be missing: pass it as an operand}}
        %m = arith.mulf %x, %p : f64
        sparse_tensor.yield %m : f64
      }
      absent={}
    linalg.yield %r : f64
  } -> tensor<8xf64>
  return
}

// -----

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
#one = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
func.func @unknown_presence(%A: tensor<8xf64, #SV>, %x: f64, %e: tensor<8xf64>) {
  %0 = linalg.generic #one ins(%A : tensor<8xf64, #SV>) outs(%e : tensor<8xf64>) {
  ^bb0(%a: f64, %c: f64):
    %m = arith.maximumf %a, %x : f64
    // expected-error@+1 {{sparse_tensor.unary is not imported: where the result of arith.maximumf is stored is not known}}
    %r = sparse_tensor.unary %m : f64 to f64
      present={
      ^bb0(%y: f64):
        sparse_tensor.yield %y : f64
      }
      absent={}
    linalg.yield %r : f64
  } -> tensor<8xf64>
  return
}

// -----

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
#sum = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
func.func @custom(%A: tensor<8xf64, #SV>, %e: tensor<f64>, %id: f64) {
  %0 = linalg.generic #sum ins(%A : tensor<8xf64, #SV>) outs(%e : tensor<f64>) {
  ^bb0(%a: f64, %c: f64):
    // expected-error@+1 {{sparse_tensor.reduce is not imported: its region must combine the running value, by add, subtract, multiply, minimum, maximum, and, or, xor, with what does not depend on it}}
    %r = sparse_tensor.reduce %c, %a, %id : f64 {
    ^bb0(%x: f64, %y: f64):
      %m = arith.mulf %x, %y : f64
      %n = arith.minimumf %m, %id : f64
      sparse_tensor.yield %n : f64
    }
    linalg.yield %r : f64
  } -> tensor<f64>
  return
}

// -----

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
#rows = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
func.func @identity(%A: tensor<8x8xf64, #CSR>) {
  %two = arith.constant 2.0 : f64
  %e = tensor.empty() : tensor<8xf64, #SV>
  %0 = linalg.generic #rows ins(%A : tensor<8x8xf64, #CSR>) outs(%e : tensor<8xf64, #SV>) {
  ^bb0(%a: f64, %c: f64):
    // expected-error@+1 {{sparse_tensor.reduce is not imported: the result is stored, and the identity changes what it is combined with}}
    %r = sparse_tensor.reduce %c, %a, %two : f64 {
    ^bb0(%x: f64, %y: f64):
      %m = arith.mulf %x, %y : f64
      sparse_tensor.yield %m : f64
    }
    linalg.yield %r : f64
  } -> tensor<8xf64, #SV>
  return
}

// -----

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
#rows = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
func.func @not_the_result(%A: tensor<8x8xf64, #CSR>) {
  %two = arith.constant 2.0 : f64
  %e = tensor.empty() : tensor<8xf64, #SV>
  %0 = linalg.generic #rows ins(%A : tensor<8x8xf64, #CSR>) outs(%e : tensor<8xf64, #SV>) {
  ^bb0(%a: f64, %c: f64):
    // expected-error@+1 {{sparse_tensor.reduce is not imported: one of its operands must be the old value of a result}}
    %r = sparse_tensor.reduce %a, %a, %two : f64 {
    ^bb0(%x: f64, %y: f64):
      %m = arith.mulf %x, %y : f64
      sparse_tensor.yield %m : f64
    }
    linalg.yield %r : f64
  } -> tensor<8xf64, #SV>
  return
}

// -----

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
func.func @element_type(%A: tensor<?xcomplex<i32>, #SV>) -> tensor<?xcomplex<i32>> {
  // expected-error@-1 {{a stored tensor holds f16, bf16, f32, f64, complex numbers of these, index, or signless integers of at most 64 bits, found complex<i32>}}
  %0 = sparse_tensor.convert %A : tensor<?xcomplex<i32>, #SV> to tensor<?xcomplex<i32>>
  return %0 : tensor<?xcomplex<i32>>
}

// -----

func.func @sort(%n: index, %x: memref<?xindex>) {
  // expected-error@+1 {{sparse_tensor.sort is not imported: arrays cannot be sorted apart from their tensor: assemble a list of compressed(nonunique, nonordered) and singleton(nonordered) levels, and convert it to an ordered format}}
  sparse_tensor.sort quick_sort %n, %x {perm_map = affine_map<(i) -> (i)>} : memref<?xindex>
  return
}

// -----

func.func @push_back(%n: index, %x: memref<?xf64>, %v: f64) {
  // expected-error@+1 {{sparse_tensor.push_back is not imported: arrays cannot grow in place: append with memref.realloc, or insert into a stored tensor with tensor.insert}}
  %0, %1 = sparse_tensor.push_back %n, %x, %v : index, memref<?xf64>, f64
  return
}

// -----

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
func.func @insert_in_two_ways(%x: f64, %i: index, %j: index) {
  %e = tensor.empty() : tensor<8xf64, #SV>
  %0 = tensor.insert %x into %e[%i] : tensor<8xf64, #SV>
  // expected-error@-1 {{tensor.insert is not imported: its destination has another use: each insertion takes the result of the one before}}
  %1 = tensor.insert %x into %0[%j] : tensor<8xf64, #SV>
  %2 = tensor.insert %x into %0[%i] : tensor<8xf64, #SV>
  return
}

// -----

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
func.func @insert_into_the_same_in_each_round(%x: f64, %i: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<8xf64, #SV>
  %0 = tensor.insert %x into %e[%i] : tensor<8xf64, #SV>
  // expected-error@-1 {{tensor.insert is not imported: each round of scf.for inserts into the same tensor from outside: carry the tensor through the loop}}
  scf.for %k = %c0 to %n step %c1 {
    %1 = tensor.insert %x into %0[%k] : tensor<8xf64, #SV>
    sparse_tensor.print %1 : tensor<8xf64, #SV>
  }
  return
}

// -----

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
func.func @insert_into_one_of_two(%c: i1, %A: tensor<8xf64, #SV>, %B: tensor<8xf64, #SV>, %x: f64, %i: index) {
  %0 = scf.if %c -> tensor<8xf64, #SV> {
    // expected-error@+1 {{tensor.insert is not imported: its destination may be one of several tensors: make one tensor.empty before the branches, and insert into that}}
    %1 = tensor.insert %x into %A[%i] : tensor<8xf64, #SV>
    scf.yield %1 : tensor<8xf64, #SV>
  } else {
    scf.yield %B : tensor<8xf64, #SV>
  }
  return
}

// -----

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
func.func @insert_at_once(%A: tensor<8xf64, #SV>, %x: f64) {
  scf.forall (%i) in (8) {
    // expected-error@+1 {{tensor.insert is not imported: it stands in scf.forall, whose rounds have no order: write an scf.for}}
    %1 = tensor.insert %x into %A[%i] : tensor<8xf64, #SV>
  }
  return
}

// -----

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
func.func @listed_twice() {
  %c = arith.constant sparse<[[1], [3], [1]], [1.0, 2.0, 3.0]> : tensor<8xf64>
  // expected-error@+1 {{sparse_tensor.convert is not imported: it lists the point [1] twice: leave one out}}
  %0 = sparse_tensor.convert %c : tensor<8xf64> to tensor<8xf64, #SV>
  return
}

// -----

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
func.func @other_elements(%A: tensor<8xf64, #SV>) {
  // expected-error@+1 {{sparse_tensor.convert is not imported: elements of type f64 do not become complex<f64>: compute them with a linalg.generic}}
  %0 = sparse_tensor.convert %A : tensor<8xf64, #SV> to tensor<8xcomplex<f64>, #SV>
  return
}

// -----

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
func.func @padded_with_ones(%A: tensor<8xf64, #SV>) {
  %one = arith.constant 1.0 : f64
  // expected-error@+1 {{tensor.pad is not imported: the points around a stored tensor have its fill value, and this pads with another one: convert it to a dense tensor before}}
  %0 = tensor.pad %A low[1] high[2] {
  ^bb0(%i: index):
    tensor.yield %one : f64
  } : tensor<8xf64, #SV> to tensor<11xf64, #SV>
  return
}

// -----

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
func.func private @take(tensor<8xf64, #SV>)
func.func @row(%A: tensor<4x8xf64, #CSR>) {
  // expected-error@+1 {{tensor.extract_slice is not imported: a slice that leaves out dimensions is supported as an operand of linalg operations, with known strides: keep all dimensions, and use tensor.collapse_shape}}
  %0 = tensor.extract_slice %A[1, 0] [1, 8] [1, 1] : tensor<4x8xf64, #CSR> to tensor<8xf64, #SV>
  call @take(%0) : (tensor<8xf64, #SV>) -> ()
  return
}

// -----

#P = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed), explicitVal = 1.0 : f64}>
func.func @named_with_explicit_value(%A: tensor<4x8xf64, #P>, %x: tensor<8xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  // expected-error@+1 {{linalg.matvec is not imported: only linalg.generic reads operands with explicitVal: run linalg-generalize-named-ops first}}
  %0 = linalg.matvec ins(%A, %x : tensor<4x8xf64, #P>, tensor<8xf64>) outs(%y : tensor<4xf64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}
