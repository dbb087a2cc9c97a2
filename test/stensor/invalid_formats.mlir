// What is not a format: every error of parsing and verifying `#stensor.level` and `#stensor.format`.

// RUN: lacuna-opt %s --verify-diagnostics --split-input-file

// expected-error@+1 {{unknown level format 'dens', expected dense, compressed, singleton, range, offset, hashed, loose_compressed, structured[n, m], batch or sliced[n, m]}}
#unknown_word = #stensor.format<(i) -> (i : dens)>

// -----

// expected-error@+1 {{unknown level property 'sorted', expected nonunique, unordered, full or interleaved}}
#unknown_property = #stensor.format<(i) -> (i : compressed(sorted))>

// -----

// expected-error@+1 {{'_' is a slot, not the name of a dimension}}
#slot_as_name = #stensor.format<(_, j) -> (j : dense)>

// -----

// expected-error@+1 {{dimension 'i' is named twice}}
#named_twice = #stensor.format<(i, i) -> (i : dense)>

// -----

// expected-error@+1 {{expected 'positions', 'coordinates' or 'fill', found 'values'}}
#unknown_width = #stensor.format<(i) -> (i : dense), values = 8>

// -----

// expected-error@+1 {{widths are 8, 16, 32 or 64 bits, found positions = 24 and coordinates = 32}}
#odd_positions = #stensor.format<(i) -> (i : compressed), positions = 24>

// -----

// expected-error@+1 {{widths are 8, 16, 32 or 64 bits, found positions = 32 and coordinates = 0}}
#no_coordinates = #stensor.format<(i) -> (i : compressed), coordinates = 0>

// -----

// expected-error@+1 {{a slot, '_', must be the whole of a level}}
#slot_in_sum = #stensor.format<(i, j) -> (_ + i : dense, i : dense, j : singleton)>

// -----

// expected-error@+1 {{level 0 (singleton) needs a level above it, it is the top level}}
#outermost_singleton = #stensor.format<(i) -> (i : singleton)>

// -----

// expected-error@+1 {{level 0 (range) needs a level above it, it is the top level}}
#outermost_range = #stensor.format<(i) -> (i : range)>

// -----

// expected-error@+1 {{level 0 (offset) needs a level above it, it is the top level}}
#outermost_offset = #stensor.format<(i) -> (i : offset)>

// -----

// expected-error@+1 {{level 1 (offset) is the sum of two levels above it, it has one}}
#offset_of_one = #stensor.format<(i, j) -> (i : dense, j : offset)>

// -----

// expected-error@+1 {{level 1 (singleton) cannot be interleaved with level 0 (dense), which stores no coordinates}}
#interleaved_with_dense = #stensor.format<(i, j) -> (i : dense, j : singleton(interleaved))>

// -----

// expected-error@+1 {{level 2 (singleton) cannot be interleaved with level 1 (range), which stores no coordinates}}
#interleaved_with_range = #stensor.format<(i, j) -> (j - i : compressed, i : range, j : singleton(interleaved))>

// -----

// expected-error@+1 {{level 1 (batch) may stand below batch levels only, it stands below dense}}
#inner_batch = #stensor.format<(i, j) -> (i : dense, j : batch)>

// -----

// expected-error@+1 {{level format dense takes no sizes, found [2, 4]}}
#sizes_of_dense = #stensor.format<(i) -> (i : dense[2, 4])>

// -----

// expected-error@+1 {{level format structured[n, m] needs 0 < n <= m, found n = 0 and m = 0}}
#no_sizes = #stensor.format<(i) -> (i : structured)>

// -----

// expected-error@+1 {{level format structured[n, m] needs 0 < n <= m, found n = 4 and m = 2}}
#swapped_sizes = #stensor.format<(i) -> (i : structured[4, 2])>

// -----

// expected-error@+1 {{level 0 (dense) cannot be nonunique}}
#nonunique_dense = #stensor.format<(i) -> (i : dense(nonunique))>

// -----

// expected-error@+1 {{level 1 (range) cannot be unordered}}
#unordered_range = #stensor.format<(i, j) -> (j - i : compressed, i : range(unordered))>

// -----

// expected-error@+1 {{level 0 (hashed) cannot be nonunique}}
#nonunique_hashed = #stensor.format<(i) -> (i : hashed(nonunique))>

// -----

// expected-error@+1 {{level 1 (range) cannot be full}}
#full_range = #stensor.format<(i, j) -> (j - i : compressed, i : range(full))>

// -----

// expected-error@+1 {{level 0 (compressed) cannot be full and nonunique}}
#full_nonunique = #stensor.format<(i) -> (i : compressed(nonunique, full))>

// -----

// expected-error@+1 {{level 0 (compressed) cannot be interleaved}}
#interleaved_compressed = #stensor.format<(i) -> (i : compressed(interleaved))>

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
// expected-error@+1 {{the format is for order 2, the tensor has order 3}}
func.func private @wrong_order(tensor<4x4x4xf64, #CSR>)

// -----

// expected-error@+1 {{a fill value is a number, found "none"}}
#fill_that_is_no_number = #stensor.format<(i) -> (i : compressed), fill = "none">

// -----

// expected-error@+1 {{'fill' is given twice}}
#two_fills = #stensor.format<(i) -> (i : compressed), fill = 1.0 : f64, fill = 1.0 : f64>

// -----

#Ones = #stensor.format<(i) -> (i : compressed), fill = 1.0 : f32>
// expected-error@+1 {{the fill value is 'f32', the tensor holds 'f64'}}
func.func private @fill_of_another_type(tensor<4xf64, #Ones>)

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
// expected-error@+1 {{a stored tensor holds f16, bf16, f32, f64, complex numbers of these, index, or signless integers of at most 64 bits, found 'complex<i32>'}}
func.func private @complex_integers(tensor<4xcomplex<i32>, #SV>)

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
// expected-error@+1 {{a stored tensor holds f16, bf16, f32, f64, complex numbers of these, index, or signless integers of at most 64 bits, found 'i128'}}
func.func private @wide_integers(tensor<4xi128, #SV>)

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
// expected-error@+1 {{a stored tensor holds f16, bf16, f32, f64, complex numbers of these, index, or signless integers of at most 64 bits, found 'si32'}}
func.func private @signed_integers(tensor<4xsi32, #SV>)

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
// expected-error@+1 {{a stored tensor holds f16, bf16, f32, f64, complex numbers of these, index, or signless integers of at most 64 bits, found '!llvm.ptr'}}
func.func private @pointers(tensor<4x!llvm.ptr, #SV>)

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
// expected-error@+1 {{a stored tensor holds f16, bf16, f32, f64, complex numbers of these, index, or signless integers of at most 64 bits, found 'vector<4xf32>'}}
func.func private @vectors(tensor<4xvector<4xf32>, #SV>)

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
// expected-error@+1 {{a stored tensor holds f16, bf16, f32, f64, complex numbers of these, index, or signless integers of at most 64 bits, found 'f8E4M3FN'}}
func.func private @narrow_floats(tensor<4xf8E4M3FN, #SV>)

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
// expected-error@+1 {{a stored tensor holds f16, bf16, f32, f64, complex numbers of these, index, or signless integers of at most 64 bits, found 'tf32'}}
func.func private @tensor_floats(tensor<4xtf32, #SV>)

// -----

#SV = #stensor.format<(i) -> (i : compressed)>
// expected-error@+1 {{a stored tensor holds f16, bf16, f32, f64, complex numbers of these, index, or signless integers of at most 64 bits, found 'f80'}}
func.func private @wide_floats(tensor<4xf80, #SV>)
// -----

#SV = #stensor.format<(i) -> (i : compressed)>
// expected-error@+1 {{expected non-function type}}
func.func private @no_element(tensor<, #SV>)

// -----

// expected-error@+1 {{level property 'unordered' is given twice}}
#Twice = #stensor.format<(i) -> (i : compressed(unordered, unordered))>
