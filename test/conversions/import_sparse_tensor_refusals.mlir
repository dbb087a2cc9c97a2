// `import-sparse-tensor`: what is refused, and what to write instead.

// RUN: lacuna-opt %s --import-sparse-tensor --verify-diagnostics --split-input-file

#Slice = #sparse_tensor.encoding<{map = (i : #sparse_tensor<slice(0, 4, 1)>, j : #sparse_tensor<slice(0, 8, 1)>) -> (i : dense, j : compressed)}>
// expected-error@+1 {{a slice of a stored tensor is made by tensor.extract_slice, and read where it is}}
func.func private @slice(tensor<4x8xf64, #Slice>)

// -----

#Pattern = #sparse_tensor.encoding<{map = (i) -> (i : compressed), explicitVal = 1.0 : f64}>
// expected-error@+1 {{values that are not stored, explicitVal = 1.000000e+00 : f64, are not compiled yet: store them}}
func.func private @explicit_value(tensor<8xf64, #Pattern>)

// -----

#ELL = #sparse_tensor.encoding<{map = [c](i, j) -> (c * 3 * i : dense, i : dense, j : compressed)}>
// expected-error@+1 {{levels that count entries are written otherwise: as slots, '_', of #stensor.format}}
func.func private @counting(tensor<8x8xf64, #ELL>)

// -----

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
func.func @new(%name: memref<?xi8>) {
  // expected-error@+1 {{sparse_tensor.new is not imported: its source is memref<?xi8>, required the name of a file as !llvm.ptr: make the tensor with sparse_tensor.assemble}}
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
func.func @lvl(%A: tensor<?xf64, #SV>, %l: index) {
  // expected-error@+1 {{sparse_tensor.lvl is not imported: the level must be a constant}}
  %0 = sparse_tensor.lvl %A, %l : tensor<?xf64, #SV>
  return
}

// -----

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
#CSC = #sparse_tensor.encoding<{map = (i, j) -> (j : dense, i : compressed)}>
func.func @reinterpret_map(%A: tensor<?x?xf64, #CSR>) {
  // expected-error@+1 {{sparse_tensor.reinterpret_map is not imported: the sizes of tensor<?x?xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed) }>> must be known while compiling}}
  %0 = sparse_tensor.reinterpret_map %A : tensor<?x?xf64, #CSR> to tensor<?x?xf64, #CSC>
  return
}

// -----

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
func.func @concatenate(%A: tensor<4xf64, #SV>, %B: tensor<4xf64, #SV>) {
  // expected-error@+1 {{sparse_tensor.concatenate is not imported: write each operand into its part of a dense tensor, and convert that}}
  %0 = sparse_tensor.concatenate %A, %B {dimension = 0 : index} : tensor<4xf64, #SV>, tensor<4xf64, #SV> to tensor<8xf64, #SV>
  return
}

// -----

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
func.func @out(%A: tensor<4xf64, #SV>, %name: !llvm.ptr) {
  // expected-error@+1 {{sparse_tensor.out is not imported: pass the arrays to the caller with sparse_tensor.disassemble, who can write a file}}
  sparse_tensor.out %A, %name : tensor<4xf64, #SV>, !llvm.ptr
  return
}

// -----

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
func.func @print(%A: tensor<4xf64, #SV>) {
  // expected-error@+1 {{sparse_tensor.print is not imported: print its sparse_tensor.values, positions and coordinates, or convert it to a dense tensor}}
  sparse_tensor.print %A : tensor<4xf64, #SV>
  return
}

// -----

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
func.func @foreach(%A: tensor<4xf64, #SV>) {
  // expected-error@+1 {{sparse_tensor.foreach is not imported: write the loop as a linalg.generic, or over its values, positions and coordinates}}
  sparse_tensor.foreach in %A : tensor<4xf64, #SV> do {
  ^bb0(%i: index, %a: f64):
  }
  return
}

// -----

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
func.func @iteration_space(%A: tensor<4xf64, #SV>) {
  // expected-error@+1 {{sparse_tensor.extract_iteration_space is not imported: loops over iteration spaces are made here by sloop-sparsify: write a linalg.generic}}
  %0 = sparse_tensor.extract_iteration_space %A lvls = 0 : tensor<4xf64, #SV> -> !sparse_tensor.iter_space<#SV, lvls = 0>
  return
}

// -----

func.func @sort(%n: index, %x: memref<?xindex>) {
  // expected-error@+1 {{sparse_tensor.sort is not imported: upstream's own pipeline makes it on its way to loops: import what stands before --sparsifier}}
  sparse_tensor.sort quick_sort %n, %x {perm_map = affine_map<(i) -> (i)>} : memref<?xindex>
  return
}

// -----

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
func.func @collapse(%A: tensor<4x8xf64, #CSR>) {
  // expected-error@+1 {{tensor.collapse_shape is not imported: the levels of a stored tensor are those of its own dimensions: convert it to a dense tensor, reshape that, and convert the result}}
  %0 = tensor.collapse_shape %A [[0, 1]] : tensor<4x8xf64, #CSR> into tensor<32xf64, #SV>
  return
}

// -----

#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
func.func @expand(%A: tensor<32xf64, #SV>) {
  // expected-error@+1 {{tensor.expand_shape is not imported}}
  %0 = tensor.expand_shape %A [[0, 1]] output_shape [4, 8] : tensor<32xf64, #SV> into tensor<4x8xf64, #CSR>
  return
}

// -----

#SV = #sparse_tensor.encoding<{map = (i) -> (i : compressed)}>
#CSR = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
func.func @reshape(%A: tensor<32xf64, #SV>, %s: tensor<2xindex>) {
  // expected-error@+1 {{tensor.reshape is not imported}}
  %0 = tensor.reshape %A(%s) : (tensor<32xf64, #SV>, tensor<2xindex>) -> tensor<4x8xf64, #CSR>
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
func.func @insert(%A: tensor<32xf64, #SV>, %x: f64, %i: index) {
  // expected-error@+1 {{tensor.insert is not imported: stored tensors are made as a whole: by sparse_tensor.assemble, by sparse_tensor.convert from a dense tensor, or by a linalg.generic}}
  %0 = tensor.insert %x into %A[%i] : tensor<32xf64, #SV>
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
  // expected-error@+1 {{a slice of a stored tensor is made by tensor.extract_slice, and read where it is}}
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
