// `--lacuna` lowers what upstream's `--sparsifier` lowers: nothing but the `llvm` dialect is left.

// RUN: lacuna-opt %s --lacuna | FileCheck %s --implicit-check-not=vector.extract --implicit-check-not=vector.from_elements --implicit-check-not=memref.realloc \
// RUN:   --implicit-check-not=ub.poison --implicit-check-not=unrealized

// CHECK: llvm.func @library_function_of_a_vector(
func.func @library_function_of_a_vector(%x: vector<4xf32>) -> vector<4xf32> {
  %0 = math.erf %x : vector<4xf32>
  return %0 : vector<4xf32>
}

// CHECK: llvm.func @reallocation(
func.func @reallocation(%m: memref<?xf32>, %n: index) -> memref<?xf32> {
  %0 = memref.realloc %m(%n) : memref<?xf32> to memref<?xf32>
  return %0 : memref<?xf32>
}

// CHECK: llvm.func @printed_matrix(
func.func @printed_matrix(%t: memref<3x2xf64>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %0 = vector.transfer_read %t[%c0, %c0], %zero : memref<3x2xf64>, vector<3x2xf64>
  vector.print %0 : vector<3x2xf64>
  return
}
