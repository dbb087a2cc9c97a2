// What the verifiers of the ops of `stensor` refuse.

// RUN: lacuna-opt %s --verify-diagnostics --split-input-file

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @access_needs_a_format(%A: tensor<?x?xf64>) {
  // expected-error@+1 {{'stensor.values' op operand #0 must be tensor with a #stensor.format encoding, but got 'tensor<?x?xf64>'}}
  %0 = stensor.values %A : tensor<?x?xf64> -> memref<?xf64>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @level_past_the_last(%A: tensor<?x?xf64, #CSR>) {
  // expected-error@+1 {{'stensor.positions' op level 2 of a tensor with 2 levels}}
  %0 = stensor.positions %A[2] : tensor<?x?xf64, #CSR> -> memref<?xi32>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @level_before_the_first(%A: tensor<?x?xf64, #CSR>) {
  // expected-error@+1 {{'stensor.coordinates' op level -1 of a tensor with 2 levels}}
  %0 = stensor.coordinates %A[-1] : tensor<?x?xf64, #CSR> -> memref<?xi32>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @dense_has_no_positions(%A: tensor<?x?xf64, #CSR>) {
  // expected-error@+1 {{'stensor.positions' op level 0 is dense, which has no positions array}}
  %0 = stensor.positions %A[0] : tensor<?x?xf64, #CSR> -> memref<?xi32>
  return
}

// -----

#AOS = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton(interleaved))>
func.func @interleaved_has_no_coordinates_of_its_own(%A: tensor<?x?xf64, #AOS>) {
  // expected-error@+1 {{'stensor.coordinates' op level 1 is singleton, which has no coordinates array}}
  %0 = stensor.coordinates %A[1] : tensor<?x?xf64, #AOS> -> memref<?xi32>
  return
}

// -----

#WIDE = #stensor.format<(i) -> (i : compressed), positions = 64>
func.func @width_of_positions(%A: tensor<?xf64, #WIDE>) {
  // expected-error@+1 {{'stensor.positions' op positions of this format have 64 bits, found 32}}
  %0 = stensor.positions %A[0] : tensor<?xf64, #WIDE> -> memref<?xi32>
  return
}

// -----

#NARROW = #stensor.format<(i) -> (i : compressed), coordinates = 16>
func.func @width_of_coordinates(%A: tensor<?xf64, #NARROW>) {
  // expected-error@+1 {{'stensor.coordinates' op coordinates of this format have 16 bits, found 32}}
  %0 = stensor.coordinates %A[0] : tensor<?xf64, #NARROW> -> memref<?xi32>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @type_of_values(%A: tensor<?x?xf64, #CSR>) {
  // expected-error@+1 {{'stensor.values' op values of this tensor are 'f64', found 'f32'}}
  %0 = stensor.values %A : tensor<?x?xf64, #CSR> -> memref<?xf32>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @size_for_each_dynamic_dimension(%pos: memref<?xi32>, %val: memref<?xf64>, %m: index) {
  // expected-error@+1 {{'stensor.pack' op the tensor has 2 dynamic dimensions, found 1 sizes}}
  %A = stensor.pack(%pos, %pos, %val) sizes(%m)
      : (memref<?xi32>, memref<?xi32>, memref<?xf64>) -> tensor<?x?xf64, #CSR>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @number_of_packed_buffers(%pos: memref<?xi32>, %val: memref<?xf64>) {
  // expected-error@+1 {{'stensor.pack' op the format of 'tensor<4x4xf64, #stensor.format<(i, j) -> (i : dense, j : compressed)>>' has 3 buffers, found 2}}
  %A = stensor.pack(%pos, %val) : (memref<?xi32>, memref<?xf64>) -> tensor<4x4xf64, #CSR>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed), coordinates = 16>
func.func @type_of_a_packed_buffer(%pos: memref<?xi32>, %val: memref<?xf64>) {
  // expected-error@+1 {{'stensor.pack' op buffer 1 holds 'i32', required 'i16'}}
  %A = stensor.pack(%pos, %pos, %val) : (memref<?xi32>, memref<?xi32>, memref<?xf64>) -> tensor<4x4xf64, #CSR>
  return
}

// -----

#COO = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
func.func @number_of_unpacked_buffers(%A: tensor<4x4xf64, #COO>) {
  // expected-error@+1 {{'stensor.unpack' op the format of 'tensor<4x4xf64, #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>>' has 4 buffers, found 3}}
  %0, %1, %2 = stensor.unpack %A : tensor<4x4xf64, #COO> -> memref<?xi32>, memref<?xi32>, memref<?xf64>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @type_of_an_unpacked_buffer(%A: tensor<4x4xf64, #CSR>) {
  // expected-error@+1 {{'stensor.unpack' op buffer 2 holds 'f32', required 'f64'}}
  %0, %1, %2 = stensor.unpack %A : tensor<4x4xf64, #CSR> -> memref<?xi32>, memref<?xi32>, memref<?xf32>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @convert_keeps_the_element_type(%A: tensor<4x4xf64, #CSR>) {
  // expected-error@+1 {{'stensor.convert' op cannot change the element type from 'f64' to 'f32'}}
  %0 = stensor.convert %A : tensor<4x4xf64, #CSR> to tensor<4x4xf32, #CSR>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @convert_keeps_the_shape(%A: tensor<4x4xf64, #CSR>) {
  // expected-error@+1 {{'stensor.convert' op cannot change the shape from 'tensor<4x4xf64, #stensor.format<(i, j) -> (i : dense, j : compressed)>>' to 'tensor<4x5xf64>'}}
  %0 = stensor.convert %A : tensor<4x4xf64, #CSR> to tensor<4x5xf64>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @empty_wants_each_dynamic_size(%m: index) {
  // expected-error@+1 {{'stensor.empty' op the tensor has 2 dynamic dimensions, found 1 sizes}}
  %0 = stensor.empty sizes(%m) : tensor<?x?xf64, #CSR>
  return
}

// -----

func.func @empty_wants_a_format() {
  // expected-error@+1 {{'stensor.empty' op result #0 must be tensor with a #stensor.format encoding, but got 'tensor<4xf64>'}}
  %0 = stensor.empty : tensor<4xf64>
  return
}

// -----

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @size_of_no_level(%A: tensor<4x4xf64, #CSR>) {
  // expected-error@+1 {{'stensor.level_size' op level 2 of a tensor with 2 levels}}
  %0 = stensor.level_size %A[2] : tensor<4x4xf64, #CSR>
  return
}

// -----

#ByRow = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
func.func @sort_keeps_the_shape(%A: tensor<4x4xf64, #ByRow>) {
  // expected-error@+1 {{'stensor.sort' op cannot change 'tensor<4x4xf64, #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>>' to 'tensor<4x5xf64, #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>>'}}
  %0 = stensor.sort %A : tensor<4x4xf64, #ByRow> to tensor<4x5xf64, #ByRow>
  return
}

// -----

#ByRow = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
func.func @sort_keeps_the_element_type(%A: tensor<4x4xf64, #ByRow>) {
  // expected-error@+1 {{'stensor.sort' op cannot change}}
  %0 = stensor.sort %A : tensor<4x4xf64, #ByRow> to tensor<4x4xf32, #ByRow>
  return
}

// -----

#ByRow = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
func.func @sort_takes_a_list(%A: tensor<4x4xf64, #CSR>) {
  // expected-error@+1 {{'stensor.sort' op level 0 of the source must be compressed(nonunique)}}
  %0 = stensor.sort %A : tensor<4x4xf64, #CSR> to tensor<4x4xf64, #ByRow>
  return
}

// -----

#ByRow = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#Tree = #stensor.format<(i, j) -> (i : compressed(nonunique), j : compressed)>
func.func @sort_gives_a_list(%A: tensor<4x4xf64, #ByRow>) {
  // expected-error@+1 {{'stensor.sort' op level 1 of the result must be singleton}}
  %0 = stensor.sort %A : tensor<4x4xf64, #ByRow> to tensor<4x4xf64, #Tree>
  return
}

// -----

#ByRow = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
#Unique = #stensor.format<(i, j) -> (i : compressed, j : singleton)>
func.func @sort_does_not_make_rows_unique(%A: tensor<4x4xf64, #ByRow>) {
  // expected-error@+1 {{'stensor.sort' op level 0 of the result must be compressed(nonunique)}}
  %0 = stensor.sort %A : tensor<4x4xf64, #ByRow> to tensor<4x4xf64, #Unique>
  return
}

// -----

#Pairs = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton(interleaved))>
func.func @sort_wants_an_array_for_each_level(%A: tensor<4x4xf64, #Pairs>) {
  // expected-error@+1 {{'stensor.sort' op level 1 of the source must be singleton}}
  %0 = stensor.sort %A : tensor<4x4xf64, #Pairs> to tensor<4x4xf64, #Pairs>
  return
}

// -----

#Slots = #stensor.format<(i) -> (_ : compressed(nonunique), i : singleton)>
func.func @sort_has_no_slots(%A: tensor<4xf64, #Slots>) {
  // expected-error@+1 {{'stensor.sort' op the source has slots}}
  %0 = stensor.sort %A : tensor<4xf64, #Slots> to tensor<4xf64, #Slots>
  return
}

// -----

func.func @assert_with_too_few_numbers(%c: i1, %j: index) {
  // expected-error@+1 {{'stensor.assert' op has 2 places for numbers in its message, and 1 numbers}}
  stensor.assert %c, "coordinate {} at position {}"(%j)
  return
}

// -----

#List = #stensor.format<(i) -> (i : compressed), fill = 1.0 : f64>
#Hash = #stensor.format<(i) -> (i : hashed)>
func.func @build_keeps_the_fill_value(%A: tensor<4xf64, #List>) {
  // expected-error@+1 {{'stensor.build' op cannot change the value of the points that are not stored}}
  %0 = stensor.build %A : tensor<4xf64, #List> to tensor<4xf64, #Hash>
  return
}
