// RUN: lacuna-opt %s --sloop-release-intermediates | FileCheck %s
// RUN: lacuna-opt %s --sloop-release-intermediates --sloop-release-intermediates | FileCheck %s

#CSR = #stensor.format<(i, j) -> (i : dense, j : compressed)>
!M = tensor<8x8xf64, #CSR>

// The second nest is the last to read what the first computes. What the second computes is the caller's.
// CHECK-LABEL: func.func @frees_what_only_nests_read
// CHECK:         %[[FIRST:.*]] = sloop.nest
// CHECK:         %[[SECOND:.*]] = sloop.nest
// CHECK:         stensor.release %[[FIRST]]
// CHECK-NOT:     stensor.release
// CHECK:         return %[[SECOND]]
func.func @frees_what_only_nests_read(%A: !M) -> !M {
  %c8 = arith.constant 8 : index
  %empty = stensor.empty : !M
  %0 = sloop.nest ins(%a = %A : !M) outs(%t = %empty : !M) {
    sloop.forall %i in %c8 { sloop.forall %j in %c8 {
      %x = sloop.read %a[%i, %j] : !M
      sloop.write %x, %t[%i, %j] : !M
    } }
  }
  %1 = sloop.nest ins(%a = %0 : !M) outs(%t = %empty : !M) {
    sloop.forall %i in %c8 { sloop.forall %j in %c8 {
      %x = sloop.read %a[%i, %j] : !M
      sloop.write %x, %t[%i, %j] : !M
    } }
  }
  return %1 : !M
}

#List = #stensor.format<(i, j) -> (i : compressed(nonunique, unordered), j : singleton(unordered))>
#Sorted = #stensor.format<(i, j) -> (i : compressed(nonunique), j : singleton)>
!L = tensor<8x8xf64, #List>
!S = tensor<8x8xf64, #Sorted>

// A sort copies what it does not consume.
// CHECK-LABEL: func.func @frees_what_is_sorted
// CHECK:         %[[LIST:.*]] = sloop.nest
// CHECK:         %[[SORTED:.*]] = stensor.sort %[[LIST]]
// CHECK-NEXT:    stensor.release %[[LIST]]
// CHECK-NEXT:    return %[[SORTED]]
func.func @frees_what_is_sorted(%A: !M) -> !S {
  %c8 = arith.constant 8 : index
  %empty = stensor.empty : !L
  %0 = sloop.nest ins(%a = %A : !M) outs(%t = %empty : !L) {
    sloop.forall %i in %c8 { sloop.forall %j in %c8 {
      %x = sloop.read %a[%i, %j] : !M
      sloop.write %x, %t[%i, %j] : !L
    } }
  }
  %1 = stensor.sort %0 : !L to !S
  return %1 : !S
}

#CSC = #stensor.format<(i, j) -> (j : dense, i : compressed)>
!C = tensor<8x8xf64, #CSC>
func.func private @convert(!C) -> !M attributes {stensor.conversion = {}}
func.func private @convert_back(!M) -> !C attributes {stensor.conversion = {}}
func.func private @other(!C) -> !M

// What a function converts is its caller's, and a conversion keeps nothing of what it reads; of other functions, neither is
// known.
// CHECK-LABEL: func.func @frees_what_functions_convert
// CHECK:         %[[ROWS:.*]] = call @convert(
// CHECK-NEXT:    %[[COLUMNS:.*]] = call @convert_back(%[[ROWS]])
// CHECK-NEXT:    stensor.release %[[ROWS]]
// CHECK-NEXT:    call @other(%[[COLUMNS]])
// CHECK-NOT:     stensor.release
// CHECK:         return
func.func @frees_what_functions_convert(%A: !C) -> !M {
  %rows = func.call @convert(%A) {stensor.conversion = {}} : (!C) -> !M
  %columns = func.call @convert_back(%rows) {stensor.conversion = {}} : (!M) -> !C
  %other = func.call @other(%columns) : (!C) -> !M
  return %other : !M
}

// What is converted is freed by who converts it, and what is returned by the caller.
// CHECK-LABEL: func.func @leaves_alone_what_others_use
// CHECK-NOT:     stensor.release
// CHECK:         return
func.func @leaves_alone_what_others_use(%A: !M) -> (!M, tensor<8x8xf64>) {
  %c8 = arith.constant 8 : index
  %empty = stensor.empty : !M
  %0 = sloop.nest ins(%a = %A : !M) outs(%t = %empty : !M) {
    sloop.forall %i in %c8 { sloop.forall %j in %c8 {
      %x = sloop.read %a[%i, %j] : !M
      sloop.write %x, %t[%i, %j] : !M
    } }
  }
  %1 = stensor.convert %0 : !M to tensor<8x8xf64>
  return %0, %1 : !M, tensor<8x8xf64>
}

// CHECK-LABEL: func.func @leaves_dense_tensors_to_bufferization
// CHECK-NOT:     stensor.release
// CHECK:         return
func.func @leaves_dense_tensors_to_bufferization(%A: tensor<8xf64>) -> tensor<8xf64> {
  %c8 = arith.constant 8 : index
  %empty = tensor.empty() : tensor<8xf64>
  %0 = sloop.nest ins(%a = %A : tensor<8xf64>) outs(%t = %empty : tensor<8xf64>) {
    sloop.forall %i in %c8 {
      %x = sloop.read %a[%i] : tensor<8xf64>
      sloop.write %x, %t[%i] : tensor<8xf64>
    }
  }
  %1 = sloop.nest ins(%a = %0 : tensor<8xf64>) outs(%t = %empty : tensor<8xf64>) {
    sloop.forall %i in %c8 {
      %x = sloop.read %a[%i] : tensor<8xf64>
      sloop.write %x, %t[%i] : tensor<8xf64>
    }
  }
  return %1 : tensor<8xf64>
}

#ELL = #stensor.format<(i, j) -> (_ : dense, i : dense, j : singleton)>
!E = tensor<8x8xf64, #ELL>
func.func private @convert_to_slots(!M) -> !E attributes {stensor.conversion = {}}

// Sizes of levels are asked of what is stored, too.
// CHECK-LABEL: func.func @frees_what_is_asked_for_sizes_of_levels
// CHECK:         %[[SLOTS:.*]] = call @convert_to_slots
// CHECK:         stensor.level_size %[[SLOTS]]
// CHECK:         sloop.nest
// CHECK:         stensor.release %[[SLOTS]]
// CHECK-NEXT:    return
func.func @frees_what_is_asked_for_sizes_of_levels(%A: !M, %y: tensor<8xf64>) -> tensor<8xf64> {
  %c8 = arith.constant 8 : index
  %E = func.call @convert_to_slots(%A) {stensor.conversion = {}} : (!M) -> !E
  %slots = stensor.level_size %E[0] : !E
  %0 = sloop.nest ins(%e = %E : !E) outs(%t = %y : tensor<8xf64>) {
    sloop.forall %s in %slots { sloop.forall %i in %c8 { sloop.forall %j in %c8 {
      %x = sloop.read %e[%i, %j, %s] : !E
      sloop.write %x, %t[%i] by add : tensor<8xf64>
    } } }
  }
  return %0 : tensor<8xf64>
}

// The array of a tensor is read in a loop.
// CHECK-LABEL: func.func @frees_what_is_read_as_arrays
// CHECK:         %[[ROWS:.*]] = call @convert(
// CHECK:         scf.for
// CHECK:           memref.load
// CHECK:         }
// CHECK-NEXT:    stensor.release %[[ROWS]]
// CHECK-NEXT:    return
func.func @frees_what_is_read_as_arrays(%A: !C, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %rows = func.call @convert(%A) {stensor.conversion = {}} : (!C) -> !M
  %values = stensor.values %rows : !M -> memref<?xf64>
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %values[%i] : memref<?xf64>
    memref.store %x, %y[%i] : memref<?xf64>
  }
  return
}

// Who has the array has the tensor.
// CHECK-LABEL: func.func @leaves_alone_what_is_given_away
// CHECK-NOT:     stensor.release
// CHECK:         return
func.func @leaves_alone_what_is_given_away(%A: !C) -> memref<?xf64> {
  %rows = func.call @convert(%A) {stensor.conversion = {}} : (!C) -> !M
  %values = stensor.values %rows : !M -> memref<?xf64>
  return %values : memref<?xf64>
}

func.func private @of_the_program(%A: !C) -> !M {
  %rows = func.call @convert(%A) {stensor.conversion = {}} : (!C) -> !M
  return %rows : !M
}
func.func private @given_back(%A: !M) -> !M {
  return %A : !M
}

// What a function of the program makes is its caller's; what it gives back is nobody's but the argument's owner.
// CHECK-LABEL: func.func @frees_what_functions_make
// CHECK:         %[[MADE:.*]] = call @of_the_program
// CHECK-NEXT:    %[[SAME:.*]] = call @given_back(%[[MADE]])
// CHECK-NEXT:    stensor.values %[[SAME]]
// CHECK-NEXT:    memref.load
// CHECK-NEXT:    stensor.release %[[MADE]]
// CHECK-NOT:     stensor.release
// CHECK:         return
func.func @frees_what_functions_make(%A: !C, %B: !M) -> f64 {
  %c0 = arith.constant 0 : index
  %made = func.call @of_the_program(%A) : (!C) -> !M
  %same = func.call @given_back(%made) : (!M) -> !M
  %values = stensor.values %same : !M -> memref<?xf64>
  %x = memref.load %values[%c0] : memref<?xf64>
  %other = func.call @given_back(%B) : (!M) -> !M
  return %x : f64
}
